"""Reading the fields of a chart file: each value with its place, each fault gathered.

Nothing here raises over what a file holds: a value of the wrong type is a fault, and the
reader goes on with an empty one, so that a file is reported on whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from weimar_bot.flowchart.dice import Span
from weimar_bot.flowchart.model import Head
from weimar_bot.flowchart.vocabulary import Args, Value, Vocabulary, Word, is_among
from weimar_bot.reading.faults import Fault, Place
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import Key, Path_, Source

HEAD_KEYS = ("cite", "say", "rulings")


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a file, with the way to it."""

    source: Source
    path: Path_
    value: Any

    @property
    def place(self) -> Place:
        return self.source.place(self.path)

    @property
    def key_place(self) -> Place:
        return self.source.key_place(self.path)

    @property
    def key(self) -> str:
        """The key that leads here, as text; empty for the file as a whole."""
        return str(self.path[-1]) if self.path else ""

    def get(self, key: Key) -> Field | None:
        """The member ``key``; None if there is none or this is no mapping."""
        if isinstance(self.value, dict) and key in self.value:
            return Field(self.source, (*self.path, key), self.value[key])
        return None

    def members(self) -> Iterator[Field]:
        """The values of a mapping, in order; nothing if this is none."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield Field(self.source, (*self.path, key), value)

    def entries(self) -> Iterator[Field]:
        """The values of a list, in order; nothing if this is none."""
        if isinstance(self.value, list):
            for at, value in enumerate(self.value):
                yield Field(self.source, (*self.path, at), value)


class FieldReader:
    """Reads typed values from fields and gathers every fault it meets in ``faults``."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.faults: list[Fault] = []

    def fault(self, place: Place, message: str) -> None:
        self.faults.append(Fault(message, place))

    def unknown(self, field: Field, kind: str, candidates: Iterable[str]) -> None:
        """A fault: the name in ``field`` stands for nothing."""
        valid = sorted(candidates)
        self.fault(field.place, f"there is no {kind} {quoted(field.value)}{did_you_mean(field.value, valid)}")

    def expect(self, field: Field, wanted: type, kind: str) -> bool:
        """Whether the value is of the type wanted; a fault says what it is instead."""
        # A truth value is an int to Python, but not to people.
        if isinstance(field.value, wanted) and (wanted is bool or not isinstance(field.value, bool)):
            return True
        self.fault(field.place, f"{subject(field)} must be {kind}, not {_described(field.value)}")
        return False

    def text(self, field: Field | None) -> str:
        """The text in ``field``; empty if it is missing or no text, a fault if there is nothing in it."""
        if field is None or not self.expect(field, str, "text"):
            return ""
        if not field.value.strip():
            self.fault(field.place, f"{subject(field)} is empty; leave it out or fill it")
        return str(field.value)

    def flag(self, field: Field | None) -> bool:
        """The truth value in ``field``; false if it is missing or none."""
        return bool(field and self.expect(field, bool, "true or false") and field.value)

    def names(self, field: Field | None, kind: str, candidates: Collection[str]) -> tuple[str, ...]:
        """A list of names, each once, that must all be among ``candidates``; those that are."""
        listed = self.distinct(self.texts(field))
        return tuple(one.value for one in listed if self.known(one, kind, candidates))

    def distinct(self, fields: Iterable[Field]) -> list[Field]:
        """The fields whose text stands there for the first time; a fault for each of the others."""
        first: dict[str, Field] = {}
        for field in fields:
            if first.setdefault(field.value, field) is not field:
                self.repeated(field)
        return list(first.values())

    def repeated(self, field: Field) -> None:
        """A fault: what is in ``field`` stands in its list already."""
        self.fault(field.place, f"{quoted(field.value)} stands in this list a second time")

    def name(self, field: Field, kind: str, candidates: Collection[str]) -> str | None:
        """A name that must be among ``candidates``; None if it is not."""
        if self.expect(field, str, "text") and self.known(field, kind, candidates):
            return str(field.value)
        return None

    def known(self, field: Field, kind: str, candidates: Collection[str]) -> bool:
        """Whether the name in ``field`` is among ``candidates``; a fault suggests one that is."""
        if field.value in candidates:
            return True
        self.unknown(field, kind, candidates)
        return False

    def texts(self, field: Field | None) -> list[Field]:
        """The entries of a list that are text."""
        return [one for one in self.entries(field) if self.expect(one, str, "text")]

    def entries(self, field: Field | None) -> list[Field]:
        """The entries of a list; none if it is missing or no list, a fault if it is empty."""
        if field is None or not self.expect(field, list, "a list"):
            return []
        if not field.value:
            self.fault(field.place, f"{subject(field)} is an empty list; leave it out or fill it")
        return list(field.entries())

    def members(self, field: Field | None) -> list[Field]:
        """The members of a mapping; none if it is missing or no mapping."""
        if field is None or not self.expect(field, dict, "a mapping"):
            return []
        return list(field.members())

    def keys(self, field: Field, allowed: Iterable[str], owner: str) -> None:
        """A fault for every key of a mapping that is not allowed there."""
        valid = list(allowed)
        for member in field.members():
            if member.key not in valid:
                suggestion = did_you_mean(member.key, valid)
                self.fault(member.key_place, f"{owner} has no key {quoted(member.key)}{suggestion}")

    def needed(self, field: Field, key: str, owner: str) -> Field | None:
        """The member ``key``, which must be there."""
        member = field.get(key)
        if member is None:
            self.fault(field.key_place, f"{owner} needs the key '{key}'")
        return member

    def cites(self, field: Field, owner: str) -> tuple[str, ...]:
        """The sections under ``cite``, of which there must be one at least."""
        cite = field.get("cite")
        if cite is None:
            self.fault(field.key_place, f'{owner} cites no section; add cite: ["..."]')
        return self.names(cite, "section", self.vocabulary.sections)

    def head(self, field: Field, chart: str, owner: str) -> Head:
        """What every entry has: its id from its key, its cites, rulings and words."""
        rulings = self.names(field.get("rulings"), "ruling", self.vocabulary.rulings)
        say = self.text(field.get("say"))
        return Head(chart, field.key, self.cites(field, owner), rulings, say, field.key_place)

    def switch(self, ruling: Field, alternative: Field) -> tuple[str, str] | None:
        """A ruling and one of its alternatives; None if either is unknown."""
        name = self.name(ruling, "ruling", self.vocabulary.rulings)
        if name is None:
            return None
        choices = self.vocabulary.rulings[name]
        chosen = self.name(alternative, f"alternative of ruling {name}", choices)
        return None if chosen is None else (name, chosen)

    def args(self, fields: Iterable[Field], word: Word, kind: str, named: Field) -> Args:
        """Arguments for the word in ``named``: all that it takes and no other, of values it knows."""
        given = list(fields)
        strange = [field for field in given if field.key not in word.args]
        for field in strange:
            suggestion = did_you_mean(field.key, sorted(word.args)) if word.args else ""
            message = f"the {kind} {quoted(word.name)} takes no argument {quoted(field.key)}{suggestion}"
            self.fault(field.key_place, message)
        # A misspelled argument is one fault, not a strange and a missing one.
        missing = word.args - {field.key for field in given} if not strange else ()
        for name in sorted(missing):
            self.fault(named.place, f"the {kind} {quoted(word.name)} needs the argument '{name}'")
        return {one.key: one.value for one in given if one not in strange and self._fits(one, word)}

    def _fits(self, field: Field, word: Word) -> bool:
        """Whether an argument has a value that its word takes."""
        if field.key in word.arg_values:
            names = word.arg_values[field.key]
            return self.value_among(field, names, self.vocabulary.names[names])
        if field.key in word.arg_numbers:
            return self._is_number(field, word.arg_numbers[field.key])
        if isinstance(field.value, dict):
            self.fault(field.place, f"{subject(field)} must be a single value or a list, not a mapping")
            return False
        return True

    def _is_number(self, field: Field, allowed: Span) -> bool:
        if not self.expect(field, int, "a whole number"):
            return False
        if allowed.low <= field.value <= allowed.high:
            return True
        self.fault(field.place, f"{subject(field)} must be {allowed.words()}, not {field.value}")
        return False

    def value_among(self, field: Field, kind: str, allowed: Collection[Value]) -> bool:
        """Whether ``field`` holds one of the values allowed; a fault says which they are."""
        names = [one for one in allowed if isinstance(one, str)]
        if len(names) == len(allowed):
            return self.name(field, kind, names) is not None
        if is_among(field.value, allowed):
            return True
        shown = " or ".join(quoted(one) for one in sorted(allowed, key=lambda one: (str(type(one)), one)))
        self.fault(field.place, f"{subject(field)} must be {shown}, not {_described(field.value)}")
        return False


def subject(field: Field) -> str:
    """How a message calls the value: by its key, or by that of the list it is in."""
    named = [key for key in field.path if isinstance(key, str)]
    if not named:
        return "the file"
    return f"an entry of '{named[-1]}'" if isinstance(field.path[-1], int) else f"'{named[-1]}'"


def _described(value: object) -> str:
    kinds = {bool: "the truth value", int: "the number", float: "the number", str: "the text"}
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return f"{kinds[type(value)]} {quoted(value)}"
