"""The printed board and the bot cards, straight from the data files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
FACTIONS = ("coalition", "kpd", "nsdap", "rc")

# 1.4: every unit with its owner and its Survival Value.
UNITS = {
    "reichswehr": ("coalition", 3),
    "freikorps_loyal": ("coalition", 2),
    "freikorps_unrevealed": ("coalition", 2),
    "rogue_freikorps": ("rc", 2),
    "sa": ("nsdap", 1),
    "worker_militia": ("kpd", 1),
}
UNIT_OF = {"kpd": "worker_militia", "nsdap": "sa", "rc": "rogue_freikorps"}
CLIQUES = ("clique_a", "clique_b", "clique_c")
SIDES = {"yellow_red": ("coalition", "kpd"), "brown_black": ("nsdap", "rc")}  # 1.5, Assassinations
UNITY = ("fragile", "sound", "strong")  # 5.3
TOP = 5  # the last box of Progress, Reaction and both Deals tracks
STANCE_END = 3
SIDE_BOXES = {  # 5.4: Leverage boxes 1, 2, 3 of each side, then the centre
    "left": ("left_3", "left_2", "left_1", "stable"),
    "right": ("right_3", "right_2", "right_1", "stable"),
}
ECONOMY = (
    "hyperinflation",
    "left_3",
    "left_2",
    "left_1",
    "stable",
    "right_1",
    "right_2",
    "right_3",
    "mass_unemployment",
)


def _read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


BOARD = _read("weimar_bot/data/board.yaml")
SCENARIOS = _read("weimar_bot/data/scenario_rules.yaml")
SPACES: dict[str, dict[str, Any]] = BOARD["spaces"]


@cache
def cards() -> dict[int, dict[str, Any]]:
    """Every bot card by its number: faction, order, impulse, plays_event."""
    found = {}
    for faction in FACTIONS:
        for number, card in _read(f"cards/{faction}.yaml")["cards"].items():
            found[number] = {**card, "faction": faction}
    return found


@cache
def neighbours(space: str) -> frozenset[str]:
    """The spaces adjacent to ``space`` [1.2]."""
    pairs = BOARD["adjacent"]["rulebook"] + BOARD["adjacent"]["border"]
    return frozenset(b if a == space else a for a, b in pairs if space in (a, b))


@cache
def within(space: str, steps: int) -> frozenset[str]:
    """The spaces at most ``steps`` adjacencies away, ``space`` itself included."""
    reached = {space}
    for _ in range(steps):
        for inner in tuple(reached):
            reached |= neighbours(inner)
    return frozenset(reached)


@cache
def distance(start: str, goal: str) -> int:
    """Fewest steps along adjacencies (R14)."""
    steps = 0
    while goal not in within(start, steps):
        steps += 1
    return steps


def area_of(space: str) -> str:
    """The Region, or the City or Bayern itself: what a Parliamentary Control card names [5.10]."""
    return SPACES[space]["region"] or space


def spaces_of(area: str) -> list[str]:
    """The spaces of a Region, or the one space named."""
    return [space for space in SPACES if space == area or SPACES[space]["region"] == area]


# Where each kind waits, a row a track, in the order of R09: mat, Progress and Reaction, Economy,
# then the two Deals tracks, that of the U.S. first. A row is emptied from its left end and
# filled from its right end [5.2].
def _row(track: str, boxes: list[Any]) -> list[str]:
    return [f"{track}:{box}" for box in boxes]


HOLDING: dict[str, list[list[str]]] = {
    "reform": [_row("progress", BOARD["progress"]["reforms"])],
    "strike": [_row("kpd", BOARD["kpd"]["strikes"])],
    "kpd_cadre": [_row("kpd", BOARD["kpd"]["cadres"]), _row("ussr_deals", BOARD["ussr_deals"]["kpd_cadres"])],
    "nsdap_cadre": [
        _row("nsdap", BOARD["nsdap"]["cadres"]),
        _row("reaction", BOARD["reaction"]["nsdap_cadres"]),
    ],
    "assassinations": [
        _row("nsdap", BOARD["nsdap"]["assassinations"]),
        _row("rc", [BOARD["rc"]["assassinations"]]),
        _row("reaction", BOARD["reaction"]["assassinations"]),
    ],
    "conservative_clique": [
        _row("rc", BOARD["rc"]["conservative_cliques"]),
        _row("reaction", BOARD["reaction"]["conservative_clique"]),
    ],
    "middle_class": [
        _row("middle_class", BOARD["middle_class"]),
        _row("economy", BOARD["economy"]["middle_class"]),
    ],
    "yellow_leverage": [
        _row("us_deals", BOARD["us_deals"]["yellow_leverage"]),
        _row("ussr_deals", BOARD["ussr_deals"]["yellow_leverage"]),
    ],
    "black_leverage": [
        _row("rc", BOARD["rc"]["leverage"]),
        _row("ussr_deals", BOARD["ussr_deals"]["black_leverage"]),
    ],
    "reichswehr": [_row("ussr_deals", BOARD["ussr_deals"]["reichswehr"])],
    "dollar_dependence": [_row("us_deals", BOARD["us_deals"]["dollar_dependence"])],
}
CLIQUE_HOMES = {f"clique_{letter}": box for letter, box in BOARD["clique_homes"].items()}  # R65
