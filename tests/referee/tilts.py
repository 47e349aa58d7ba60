"""Tilts: changes to a random position that bring about what chance alone seldom does.

Each lays one kind of piece anew and keeps within the counts of the game; what still cannot lie on a
table is not used (see :func:`tests.referee.cases.random_case`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.referee.board import FACTIONS, SPACES, UNITS

Data = dict[str, Any]
Tilt = Callable[[Random, Data, str], None]  # random source, position data, acting faction

_AREAS = (
    "hamburg",
    "muenchen",
    "koeln",
    "berlin",
    "bayern",
    "northern_states",
    "southern_states",
    "prussian_provinces",
)


def _sample(rng: Random, items: Any, most: int) -> list[Any]:
    items = list(items)
    return rng.sample(items, rng.randint(0, min(most, len(items))))


def _space(data: Data, space: str) -> Data:
    return data.setdefault("spaces", {}).setdefault(space, {})


def _part(data: Data, *keys: str) -> Data:
    for key in keys:
        data = data.setdefault(key, {})
    return data


def _clear(data: Data, *keys: str) -> None:
    for entry in data.get("spaces", {}).values():
        for key in keys:
            entry.pop(key, None)


def lingering(rng: Random, data: Data, faction: str) -> None:
    """The three Lingering Events the referee knows [6.2, 8.8]."""
    data["lingering"] = sorted(_sample(rng, (16, 20, 55), 3))


def reforms(rng: Random, data: Data, faction: str) -> None:
    """Three or four Reforms on the map: near a Sudden Victory [3.1]."""
    _clear(data, "reform")
    for space in rng.sample(list(SPACES), rng.randint(3, 4)):
        _space(data, space)["reform"] = True
    _part(data, "holding", "progress").pop("reforms", None)
    _part(data, "mats", "coalition")["reformation"] = True
    data["sudden_victory"] = []
    data["unity"] = rng.choice(("sound", "strong"))


def strikes(rng: Random, data: Data, faction: str) -> None:
    """Two to four Strikes and Uprisings on the map, the General Strike here or there [6.4]."""
    _clear(data, "strike", "uprising")
    struck = rng.sample(list(SPACES), rng.randint(2, 4))
    for space in struck:
        _space(data, space)[rng.choice(("strike", "strike", "uprising"))] = True
    kpd = _part(data, "mats", "kpd")
    kpd["strikes"] = [0, 1, 2, 3][: 4 - len(struck)]
    kpd["general_strike"] = rng.random() < 0.7
    data["general_strike"] = not kpd["general_strike"]
    if data.get("kpd_stance", 0) is not None and "tutorial" != data.get("scenario") != "black_sun_rising":
        data["kpd_stance"] = rng.randint(0, 3)


def crowds(rng: Random, data: Data, faction: str) -> None:
    """All sorts of units meet in a few spaces, some of them struck [6.2]."""
    _clear(data, "units")
    reichswehr = 3 - len(_part(data, "holding", "ussr_deals").get("reichswehr", []))
    for space in rng.sample(list(SPACES), 5):
        units = {unit: rng.randint(0, 3) for unit in UNITS if unit != "reichswehr"}
        units["reichswehr"] = rng.randint(0, max(0, reichswehr))
        reichswehr -= units["reichswehr"]
        _space(data, space)["units"] = units


def control(rng: Random, data: Data, faction: str) -> None:
    """The acting faction and one other hold the Parliamentary Control cards [5.10]."""
    holders = (faction, rng.choice(FACTIONS))
    _part(data, "cards")["parliamentary_control"] = {
        area: {"holder": rng.choice(holders), "available": rng.random() < 0.5} for area in _AREAS
    }


def scarcity(rng: Random, data: Data, faction: str) -> None:
    """Hardly a cube left, or no unit [5.1]."""
    if rng.random() < 0.5:
        data["influence_supply"] = {each: rng.randint(0, 2) for each in FACTIONS}
    else:
        mats = _part(data, "mats")
        for each, unit in (("kpd", "worker_militia"), ("nsdap", "sa"), ("rc", "rogue_freikorps")):
            mats.setdefault(each, {})[unit] = rng.randint(0, 1)


def economy(rng: Random, data: Data, faction: str) -> None:
    """Leverage up to the centre of one or both sides, the marker far out [5.4]."""
    _clear(data, "yellow_leverage", "black_leverage")
    boxes: Data = {}
    for side in _sample(rng, ("left", "right"), 2) or ["left"]:
        colours = rng.choice((("yellow",), ("black",), ("yellow", "black")))
        for number in (3, 2, 1)[: rng.randint(1, 3)]:
            boxes[f"{side}_{number}"] = rng.choice(colours)
    if rng.random() < 0.4:
        boxes["stable"] = rng.choice(("yellow", "black"))
    data["leverage"] = {"economy": boxes} | _leverage_tracks(rng, data)
    data["economy"] = rng.choice(("hyperinflation", "left_2", "left_1", "stable", "right_1", "right_3"))
    data["us_deals"] = data["ussr_deals"] = rng.randint(2, 5)
    _part(data, "holding", "us_deals")["yellow_leverage"] = [rng.randint(1, 5)]
    _part(data, "holding", "ussr_deals").update(yellow_leverage=[], black_leverage=[])
    _part(data, "mats", "rc")["leverage"] = [5]


def _leverage_tracks(rng: Random, data: Data) -> Data:
    """Few enough markers for the seven of each colour, and the levels they allow [5.7]."""
    placed = {track: [2, 3, 4, 5][: rng.choice((0, 1, 4))] for track in ("progress", "reaction")}
    for track, boxes in placed.items():
        data[track] = rng.randint(1, max([1, *boxes]))
    data["reaction"] = min(data["reaction"], data["progress"] + 1)
    return placed


def assassins(rng: Random, data: Data, faction: str) -> None:
    """Markers to be had, Cliques on the map, perhaps two in one space [6.5, R32]."""
    _clear(data, "assassinations")
    if rng.random() < 0.5:
        _space(data, rng.choice(list(SPACES)))["assassinations"] = rng.choice(("yellow_red", "brown_black"))
    spaces = rng.sample(list(SPACES), 2)
    data["cliques"] = {"a": spaces[0], "b": rng.choice(spaces), "c": rng.choice(("rc:4", "rc:2", *spaces))}
    _part(data, "holding", "reaction").update(assassinations=[2], conservative_clique=[])
    rc = _part(data, "mats", "rc")
    rc.update(assassinations=0, conservative_cliques=[])
    for space in spaces if rng.random() < 0.7 else []:
        _space(data, space)["units"] = {}
    _part(data, "mats", "nsdap")["assassinations"] = [1]
    if data.get("nsdap_stance", 0) is not None and "tutorial" != data.get("scenario") != "black_sun_rising":
        data["nsdap_stance"] = rng.randint(1, 3)


def pawns(rng: Random, data: Data, faction: str) -> None:
    """Most pawns on mats or most in boxes [R30, R64]."""
    holders = [rng.choice((*FACTIONS, "box", "box")) for _ in range(7)]
    for each in FACTIONS:
        _part(data, "mats", each)["middle_class"] = holders.count(each)
    boxed = holders.count("box")
    levels = rng.sample(range(1, 6), min(5, boxed))
    ends = rng.sample(("hyperinflation", "mass_unemployment"), boxed - len(levels))
    _part(data, "holding")["middle_class"] = {"levels": sorted(levels), "economy": ends}


def few_cubes(rng: Random, data: Data, faction: str) -> None:
    """A thin map: a cube or two a space, so that Dominance hangs on one [5.9]."""
    for space in SPACES:
        entry = _space(data, space)
        for each in FACTIONS:
            entry[each] = 0
        for each in rng.sample(FACTIONS, rng.randint(0, min(3, SPACES[space]["pop"]))):
            entry[each] = 1


def notes(rng: Random, data: Data, faction: str) -> None:
    """Much of the map already touched this Action Step [6.0, 6.2]."""
    data["turn"] = _part(data, "turn") | {
        note: rng.sample(list(SPACES), rng.randint(8, 16))
        for note in ("placed_influence", "removed_influence", "assaulted")
    }


def loyalty(rng: Random, data: Data, faction: str) -> None:
    """Coalition against RC where a Loyalty Check is close, or Militarism decides it [6.2]."""
    levels = {"progress": rng.randint(2, 4)}
    levels["reaction"] = levels["progress"] + rng.choice((-1, 0, 1))
    _part(data, "leverage").update(progress=[2, 3, 4, 5], reaction=[2, 3, 4, 5])
    _clear(data, "yellow_leverage", "black_leverage", "units")
    data["leverage"]["economy"] = {}
    _part(data, "holding", "us_deals")["yellow_leverage"] = []
    _part(data, "holding", "ussr_deals").update(yellow_leverage=[], black_leverage=[], reichswehr=[])
    _part(data, "mats", "rc")["leverage"] = rng.choice(([], [4, 5]))
    data.update(levels, lingering=_sample(rng, (20,), 1))
    unrevealed = rng.choice((0, 0, 1, 3))
    for space in rng.sample(list(SPACES), 3):
        _space(data, space)["units"] = {
            "reichswehr": rng.randint(0, 1),
            "freikorps_unrevealed": rng.randint(0, unrevealed),
            "freikorps_loyal": rng.choice((0, 0, 1, 3)),
            "rogue_freikorps": rng.randint(0, 2),
        }
        _space(data, space)["yellow_leverage"] = rng.randint(0, 1)


TILTS: tuple[Tilt, ...] = (
    lingering,
    reforms,
    strikes,
    crowds,
    control,
    scarcity,
    economy,
    assassins,
    pawns,
    few_cubes,
    notes,
    loyalty,
)

# The tilts that bring a category of Special Actions about [8.9-8.12].
HELPS: dict[str, tuple[Tilt, ...]] = {
    "reform": (economy, reforms, control),
    "economic": (strikes, economy),
    "cultural": (economy,),
    "military": (crowds, loyalty, control, lingering),
    "strike": (strikes, control),
    "assassination": (reforms, assassins, notes),
    "agitation": (assassins, notes),
    "political": (pawns,),
    "cadre": (control,),
}
