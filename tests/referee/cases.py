"""Questions put to both sides: random tables, cards, dice and flips."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.referee.board import cards
from tests.referee.bots import PRIORITY, SPECIAL
from tests.referee.tilts import HELPS, TILTS, Tilt
from tests.table.random_tables import random_table
from weimar_bot.reading.faults import InputError
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_write import position_data
from weimar_bot.table.table import Table

ALTERNATIVES = {
    "R16": "count",
    "R18": "margin",
    "R19": "each",
    "R29": "next",
    "R35": "available",
    "R49": "settle",
}


@dataclass
class Case:
    """One question: everything ``weimar-bot decide`` is told."""

    position: dict[str, Any]
    card: int
    seed: int = 0
    dice: list[int] = field(default_factory=list)
    flips: list[str] = field(default_factory=list)
    event: str | int = "none"
    action: str | None = None
    rulings: dict[str, str] = field(default_factory=dict)

    @property
    def faction(self) -> str:
        return str(cards()[self.card]["faction"])

    def command(self, file: str) -> str:
        """The command that asks this question of the product."""
        words = [
            "weimar-bot decide",
            file,
            f"--faction {self.faction} --card {self.card} --seed {self.seed}",
            f"--dice {','.join(map(str, self.dice))} --flips {','.join(self.flips)} --event {self.event}",
        ]
        words += [f"--action {self.action}"] if self.action else []
        words += [f"--ruling {ruling}={value}" for ruling, value in self.rulings.items()]
        return " ".join([*words, "--format json"])


def random_case(number: int, seed: int, rulings: bool) -> Case:
    """The case with this number; the same number and seed give the same case."""
    rng = Random(f"{seed}/{number}")
    card = rng.choice(list(cards()))
    faction = str(cards()[card]["faction"])
    action = _some_action(rng, faction) if rng.random() < 0.6 else None
    tilts = [*HELPS.get(_category(action), ()), *rng.sample(TILTS, rng.randint(0, 4))]
    case = Case(
        position=_tilted(rng, position_data(random_table(rng, shipped_board())), faction, tilts),
        card=card,
        action=action,
        seed=rng.randrange(10_000),
        dice=rng.choices(range(1, 7), k=20),
        flips=rng.choices(("loyal", "rogue"), k=40),
        event=rng.choice(("none", "none", "empty", 120)),
    )
    if rulings:
        case.rulings = {ruling: value for ruling, value in ALTERNATIVES.items() if rng.random() < 0.5}
    _start_turn(rng, case)
    return case


def _category(action: str | None) -> str:
    """``strike`` for ``special.strike`` and ``special.strike.place_strike``."""
    return ((action or "").split(".") + [""])[1]


def _tilted(rng: Random, position: dict[str, Any], faction: str, tilts: list[Tilt]) -> dict[str, Any]:
    """The position with the tilts laid over it, some left out; one that cannot be is dropped."""
    for tilt in tilts:
        if rng.random() < 0.2:
            continue
        tilted = deepcopy(position)
        tilt(rng, tilted, faction)
        if _is_possible(tilted):
            position = tilted
    return position


def table_of(position: dict[str, Any]) -> Table:
    """The product's table of a position; JSON is YAML too, and quickly written."""
    return read_position_text(json.dumps(position), "case", shipped_board())


def _is_possible(position: dict[str, Any]) -> bool:
    try:
        table_of(position)
    except InputError:
        return False
    return True


def _some_action(rng: Random, faction: str) -> str:
    top = [name for name, _ in PRIORITY[faction]]
    categories = [f"special.{category}" for category, _, _ in SPECIAL[faction]]
    single = [
        f"special.{category}.{name}"
        for category, _, listed in SPECIAL[faction]
        for entry in listed
        for name in entry
        if "&" not in name
    ]
    return rng.choice(rng.choice([top, categories, categories, single]))


def _start_turn(rng: Random, case: Case) -> None:
    """Half the time nothing is done yet; else only what the faction's own list has may be performed."""
    turn = case.position.pop("turn", {})
    if turn and rng.random() < 0.5:
        own = [name for name in turn.get("performed", []) if name in dict(PRIORITY[case.faction])]
        case.position["turn"] = turn | {"performed": own}
