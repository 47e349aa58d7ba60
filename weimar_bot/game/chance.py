"""Chance of a game: drawn by the program, or asked of the person at the table.

Where something has to be asked, deciding is broken off with :class:`Needed`; once the answer is
there, the decision is made again from the start with all answers given so far. Deciding is pure, so
nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from weimar_bot.bot.chance import FLIPS, Chance
from weimar_bot.game.state import Settings


class Needed(Exception):
    """A die, a Freikorps or a choice among equals that a person has to tell.

    ``kind`` is ``die``, ``flip`` or ``pick``; ``number`` the options of a pick. ``used`` of the answers
    given so far still count.
    """

    def __init__(self, kind: str, number: int, used: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.number = number
        self.used = used


@dataclass(frozen=True, slots=True)
class Told:
    """What a person told, and to what question."""

    kind: str
    number: int
    answer: str


class GameChance(Chance):
    """Answers given so far in order, then the program's own draws or :class:`Needed`.

    Once something else is asked than was answered, the table has been corrected meanwhile, and the
    answers from there on are void.
    """

    def __init__(self, settings: Settings, given: Sequence[Told], draw: Callable[[], Random]) -> None:
        super().__init__()
        self._settings = settings
        self._given = list(given)
        self._used = 0
        self._draw = draw

    def roll(self) -> int:
        return int(self._told("die", "dice", 6) or self._next().randint(1, 6))

    def flip(self) -> str:
        return self._told("flip", "freikorps", 2) or self._next().choice(FLIPS)

    def pick(self, number: int) -> int:
        told = self._told("pick", "dice", number)
        return int(told) if told is not None else self._next().randrange(number)

    def _told(self, kind: str, setting: str, number: int) -> str | None:
        """The next answer where people decide this; None where the program does."""
        if getattr(self._settings, setting) != "hand":
            return None
        told = self._given[self._used] if self._used < len(self._given) else None
        if told is None or (told.kind, told.number) != (kind, number):
            raise Needed(kind, number, self._used)
        self._used += 1
        return told.answer

    def _next(self) -> Random:
        self.drawn += 1
        return self._draw()
