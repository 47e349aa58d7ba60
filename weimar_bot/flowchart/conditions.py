"""Conditions of a chart: what they ask, whether they hold, how they read in words.

``holds(scene, seen)`` appends what was read to ``seen``, so that a trace can show it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from weimar_bot.flowchart.vocabulary import Args, Fact, Scene, Value, in_words, value_in_words

NO_ARGS: Args = {}


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A fact with the arguments it is asked with."""

    fact: Fact
    args: Args

    def read(self, scene: Scene) -> Value:
        return self.fact.read(scene, **self.args)

    def number(self, scene: Scene) -> int:
        """The value as a number. Raises :class:`TypeError` if the fact gives none."""
        return as_number(self.fact, self.read(scene))

    def words(self) -> str:
        return in_words(self.fact.words, self.args)

    def asked(self) -> str:
        """What is read, as a trace shows it before the value."""
        return self.words()


def as_number(fact: Fact, value: Value) -> int:
    """``value`` if it is a number. Raises :class:`TypeError`, naming the fact, if it is not."""
    if not isinstance(value, int):
        raise TypeError(f"the fact {fact.name!r} gave {value!r} where a number is needed")
    return value


def _is_one_of(value: Value, allowed: tuple[Value, ...]) -> bool:
    return value in allowed


COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "is": _is_one_of,
    "at_least": operator.ge,
    "at_most": operator.le,
    "more_than": operator.gt,
    "less_than": operator.lt,
}


class Seen(NamedTuple):
    """One thing a condition read, and the value it had."""

    what: Reading | RulingTest
    value: Value


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """Holds when a fact reads as true."""

    reading: Reading

    def holds(self, scene: Scene, seen: list[Seen]) -> bool:
        value = self.reading.read(scene)
        seen.append(Seen(self.reading, value))
        return bool(value)

    def words(self) -> str:
        return self.reading.words()


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Holds when a fact compares with ``against`` (for ``is``: a tuple of allowed values)."""

    reading: Reading
    how: str
    compare: Callable[[Any, Any], bool]
    against: Any

    def holds(self, scene: Scene, seen: list[Seen]) -> bool:
        value = self.reading.read(scene)
        seen.append(Seen(self.reading, value))
        return self.compare(value, self.against)

    def words(self) -> str:
        values = self.against if isinstance(self.against, tuple) else (self.against,)
        wanted = " or ".join(value_in_words(value) for value in values)
        return f"{self.reading.words()} {self.how.replace('_', ' ')} {wanted}"


@dataclass(frozen=True, slots=True, eq=False)
class RulingTest:
    """Holds when a ruling's switch stands at ``alternative``; an unset switch never does."""

    ruling: str
    alternative: str

    def holds(self, scene: Scene, seen: list[Seen]) -> bool:
        value = scene.switches.get(self.ruling)
        seen.append(Seen(self, value))
        return value == self.alternative

    def words(self) -> str:
        return f"the alternative {self.ruling}={self.alternative} is chosen"

    def asked(self) -> str:
        return f"alternative of {self.ruling}"


@dataclass(frozen=True, slots=True, eq=False)
class Negation:
    """Holds when its test does not."""

    test: Test

    def holds(self, scene: Scene, seen: list[Seen]) -> bool:
        return not self.test.holds(scene, seen)

    def words(self) -> str:
        return f"not: {self.test.words()}"


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf:
    """Holds when one of its tests does; those after it are not read."""

    tests: tuple[Test, ...]

    def holds(self, scene: Scene, seen: list[Seen]) -> bool:
        return any(test.holds(scene, seen) for test in self.tests)

    def words(self) -> str:
        return " or ".join(test.words() for test in self.tests)


Test: TypeAlias = Truth | Comparison | RulingTest | Negation | AnyOf
