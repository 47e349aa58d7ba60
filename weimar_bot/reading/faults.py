"""Faults in what people hand in: where, what was found, what would be right.

Three kinds are kept apart, because each asks something else of the reader:
*unreadable* (fix the writing), *impossible* (fix the table: the words are fine, but no
table can lie like that) and *ambiguous* (say more: several things fit).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a text; line and column count from 1, 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: ``message`` says what was found and what would be right."""

    message: str
    place: Place | None = None
    sections: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        cites = f" [{', '.join(self.sections)}]" if self.sections else ""
        return f"{where}{self.message}{cites}"


class InputError(Exception):
    """Input that cannot be used; holds every fault found, never only the first."""

    kind = "unusable"

    def __init__(self, faults: Iterable[Fault] | Fault | str) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class UnreadableInput(InputError):
    """The writing cannot be understood: syntax, an unknown name, a wrong type."""

    kind = "unreadable"


class ImpossibleInput(InputError):
    """The writing is understood, but such a thing cannot lie on a table.

    ``may_be_forced`` where the reader can be told to go on all the same.
    """

    kind = "impossible"
    may_be_forced = False


class AmbiguousInput(InputError):
    """Several things fit what was written."""

    kind = "ambiguous"


@dataclass(slots=True)
class Collector:
    """Gathers faults of all three kinds, so that a file is reported on whole."""

    unreadable: list[Fault] = field(default_factory=list)
    ambiguous: list[Fault] = field(default_factory=list)
    impossible: list[Fault] = field(default_factory=list)

    def raise_if_unusable(self) -> None:
        """Raise the gravest kind found; what cannot be read comes before what cannot be."""
        for faults, error in (
            (self.unreadable, UnreadableInput),
            (self.ambiguous, AmbiguousInput),
            (self.impossible, ImpossibleInput),
        ):
            if faults:
                raise error(sorted(faults, key=_by_place))


def _by_place(fault: Fault) -> tuple[str, int, int]:
    place = fault.place or Place("")
    return place.file, place.line, place.column
