"""Chance of a game: drawn by the program, or asked of the person at the table.

Where something has to be asked, deciding is broken off with :class:`Needed`; once the answer is
there, the decision is made again from the start with all answers given so far. Deciding is pure, so
nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from weimar_bot.bot.chance import FLIPS, Chance
from weimar_bot.bot.words import object_, subject
from weimar_bot.game.state import Settings
from weimar_bot.rules import middle_class
from weimar_bot.rules.assault import Loan, Plan
from weimar_bot.table.pieces import FACTIONS, PIECES, UNITS_OF
from weimar_bot.table.table import Table


class Needed(Exception):
    """A die, a Freikorps, a choice among equals or the terms of an Assault that a person has to tell.

    ``kind`` is ``die``, ``flip``, ``pick``, ``loan`` or ``pawn``; ``number`` the options of a pick or the
    units that may be lent; ``text`` asks for terms. ``used`` of the answers given so far still count.
    """

    def __init__(self, kind: str, number: int, used: int, text: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.number = number
        self.used = used
        self.text = text


@dataclass(frozen=True, slots=True)
class Told:
    """What a person told, and to what question."""

    kind: str
    number: int
    answer: str
    text: str = ""


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
        return self._answer(kind, number)

    def _answer(self, kind: str, number: int, text: str = "") -> str:
        """The next answer, if it was given to this question; else it is :class:`Needed`."""
        told = self._given[self._used] if self._used < len(self._given) else None
        if told is None or (told.kind, told.number, told.text) != (kind, number, text):
            raise Needed(kind, number, self._used, text)
        self._used += 1
        return told.answer

    # -- terms of an Assault -----------------------------------------------------------------------

    def terms(self, table: Table, plan: Plan) -> Plan:
        """Ask people what they lend and spend in an Assault a bot has announced (6.2, R25)."""
        return replace(plan, loans=tuple(self._loans(table, plan)), pawns=self._pawns(table, plan))

    def _people(self) -> list[str]:
        return [faction for faction in FACTIONS if faction not in self._settings.non_player]

    def _loans(self, table: Table, plan: Plan) -> Iterator[Loan]:
        sides = (plan.attacker, plan.defender)
        for lender in self._people():
            for unit in UNITS_OF[lender] if lender not in sides else ():
                left = table.count(plan.space, unit)
                for side in sides if left else ():
                    what = f"How many {PIECES[unit].plural} does {object_(lender)} lend to {object_(side)}?"
                    text = f"{_announced(table, plan)} {what}"
                    count = int(self._answer("loan", left, text)) if left else 0
                    left -= count
                    if count:
                        yield Loan(side, unit, count)

    def _pawns(self, table: Table, plan: Plan) -> dict[str, str]:
        """Where the pawn of each person who spends one for +2 goes."""
        spent: dict[str, str] = {}
        for side in (plan.attacker, plan.defender):
            boxes = middle_class.return_boxes(table)
            if side not in self._people() or not table.count(side, middle_class.PAWN) or not boxes:
                continue
            text = f"{_announced(table, plan)} Does {object_(side)} spend a Middle Class pawn for +2?"
            if self._answer("pawn", 1, text) == "yes":
                spent[side] = boxes[0].id
        return spent

    def _next(self) -> Random:
        self.drawn += 1
        return self._draw()


def _announced(table: Table, plan: Plan) -> str:
    space = table.board.spaces[plan.space].name
    return f"{subject(plan.attacker)} assaults {object_(plan.defender)} in {space}."
