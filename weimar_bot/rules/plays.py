"""A play: one fully specified way to carry out an Action of sections 6.2-6.6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from weimar_bot.rules.assault import Loan, Plan, Result
from weimar_bot.table.board import Box
from weimar_bot.table.changes import Change
from weimar_bot.table.table import Table


@dataclass(frozen=True, slots=True)
class Play:
    """What a faction does with an Action; what an Action does not need stays empty.

    ``piece`` is a face, ``source`` the mat or box a piece comes from, ``goal`` the mat, box or
    track it goes to; ``side`` is ``left`` or ``right`` of Economy or of a Stance. ``cubes``
    maps factions to cubes and may be smaller than offered. ``moves`` are (unit, origin, goal),
    ``spaces`` several spaces of one Action, ``reform`` the space whose Reform a General Strike
    removes, ``clique`` the space whose Clique a second Assassinations marker hits; ``loans`` and
    ``pawns`` (side -> holding box) belong to Assaults, and so do ``losses``: the order in which the hits
    of a human remove faces of units. ``returns`` are boxes that pieces go back to, where several
    tracks or mats have an empty one.
    """

    action: str
    faction: str
    space: str | None = None
    target: str | None = None
    piece: str | None = None
    source: str | None = None
    goal: str | None = None
    side: str | None = None
    cubes: Mapping[str, int] = field(default_factory=dict)
    moves: tuple[tuple[str, str, str], ...] = ()
    spaces: tuple[str, ...] = ()
    reform: str | None = None
    clique: str | None = None
    loans: tuple[Loan, ...] = ()
    pawns: Mapping[str, str] = field(default_factory=dict)
    losses: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()


class People(Protocol):
    """Whoever can be asked what only turns up while a play is carried out; None leaves it to the rules.

    Each is asked only where there is more than one possibility, but for ``terms``.
    """

    def terms(self, table: Table, plan: Plan) -> Plan:
        """The plan of an Assault with what is lent and spent in it [6.2]."""
        ...

    def loss(self, table: Table, plan: Plan, side: str, faces: Sequence[str], hits: int) -> str | None:
        """The unit that the hits of ``side`` remove next [6.2]."""
        ...

    def box(self, table: Table, piece: str, boxes: Sequence[Box]) -> Box | None:
        """The holding box a piece goes back to [5.2]."""
        ...

    def space(self, table: Table, piece: str, spaces: Sequence[str]) -> str | None:
        """The space from which a piece is removed [6.4, 6.5]."""
        ...


@dataclass(frozen=True, slots=True)
class Done:
    """The table after a play, the Changes in order, and the Assaults fought."""

    table: Table
    changes: tuple[Change, ...]
    assaults: tuple[Result, ...] = ()


class IllegalPlay(Exception):
    """A play the rules do not allow; ``sections`` say where that stands."""

    def __init__(self, message: str, sections: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.sections = sections
