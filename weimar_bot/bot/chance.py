"""Chance for a decision: given dice and Freikorps first, then a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.rules.assault import Plan
from weimar_bot.table.table import Table

FLIPS = ("rogue", "loyal")


class Untold(Exception):
    """What people have to tell before a decision can go on; ``partial`` is what is decided so far."""

    partial: Any = None


class Chance:
    """Dice and flips in the order in which they are needed; the generator goes on when they run out.

    A choice among equals always uses the generator, never the given dice. How many of the
    Freikorps not yet turned over are rogue is not known; the generator gives each half a chance.
    ``drawn`` counts how often the generator was asked.
    """

    def __init__(self, dice: Sequence[int] = (), flips: Sequence[str] = (), seed: int = 0) -> None:
        faults = [
            Fault(f"{quoted(die)} is no face of a die; dice show 1 to 6")
            for die in dice
            if die not in range(1, 7)
        ]
        faults += [
            Fault(f"a Freikorps turns out 'rogue' or 'loyal', not {quoted(flip)}{did_you_mean(flip, FLIPS)}")
            for flip in flips
            if flip not in FLIPS
        ]
        if faults:
            raise UnreadableInput(faults)
        self._dice = list(dice)
        self._flips = list(flips)
        self._random = random.Random(seed)
        self.drawn = 0
        self.invented_flips = 0

    def roll(self, purpose: str = "") -> int:
        """The next die, 1 to 6; ``purpose`` says what it is rolled for."""
        if self._dice:
            return self._dice.pop(0)
        self.drawn += 1
        return self._random.randint(1, 6)

    def flip(self) -> str:
        """What the next Freikorps turned over shows: ``rogue`` or ``loyal``."""
        if self._flips:
            return self._flips.pop(0)
        self.drawn += 1
        self.invented_flips += 1
        return self._random.choice(FLIPS)

    def pick(self, number: int) -> int:
        """One of ``number`` equal options, counted from 0 [8.6-4E5]."""
        self.drawn += 1
        return self._random.randrange(number)

    def terms(self, table: Table, plan: Plan) -> Plan:
        """What people lend and spend in an Assault: nothing, unless there is someone to ask (R25)."""
        return plan

    def loss(self, table: Table, plan: Plan, side: str, faces: Sequence[str], hits: int) -> str | None:
        """Which unit the hits of a person remove next: by the order of losses, unless somebody can tell."""
        return None

    @property
    def unused(self) -> tuple[int, int]:
        """How many given dice and flips were not needed."""
        return len(self._dice), len(self._flips)
