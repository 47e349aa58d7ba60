"""A position as plain dicts, and the counting of sections 5.9 and 5.10.

``position["lie"]`` names for every face of a piece the places where its copies lie, one entry a copy:
``lie["reichswehr"] == ["berlin", "ussr_deals:3"]``. Markers keep the names of the position file.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.referee.board import (
    BOARD,
    CLIQUE_HOMES,
    CLIQUES,
    FACTIONS,
    SCENARIOS,
    SIDES,
    SPACES,
    UNITS,
    area_of,
)

Position = dict[str, Any]

DEFAULTS: Position = {
    "scenario": None,
    "year": 1919,
    "round": "early",
    "turn_order": list(FACTIONS),
    "momentum": "coalition",
    "non_player": [],
    "economy": "stable",
    "progress": 1,
    "reaction": 1,
    "us_deals": 1,
    "ussr_deals": 1,
    "unity": "sound",
    "kpd_stance": 0,
    "nsdap_stance": 0,
    "lingering": [],
}
NOTES = ("placed_influence", "removed_influence", "assaulted", "performed")
FACES = (
    *(f"{faction}_influence" for faction in FACTIONS),
    *UNITS,
    *CLIQUES,
    "reform",
    "strike",
    "uprising",
    "yellow_leverage",
    "black_leverage",
    "kpd_cadre",
    "nsdap_cadre",
    "assassinations",
    "assassinations_yellow_red",
    "assassinations_brown_black",
    "middle_class",
    "dollar_dependence",
    "general_strike",
    "reformation",
    "revolution",
    "brown_putsch",
    "black_putsch",
)
_LOOSE = {  # what lies on a mat without a box
    "coalition": ("middle_class", "freikorps_unrevealed", "freikorps_loyal"),
    "kpd": ("middle_class", "worker_militia"),
    "nsdap": ("middle_class", "sa"),
    "rc": ("middle_class", "rogue_freikorps"),
}
_MARKERS_ON_MATS = (
    ("coalition", "reformation", "reformation"),
    ("kpd", "general_strike", "general_strike"),
    ("kpd", "revolution", "revolution"),
    ("nsdap", "putsch", "brown_putsch"),
    ("rc", "putsch", "black_putsch"),
)
SUDDEN_VICTORY = {
    "coalition": "reformation",
    "kpd": "revolution",
    "nsdap": "brown_putsch",
    "rc": "black_putsch",
}
_BOXES = (  # where the position file lists boxes: keys, track, face
    (("leverage", "progress"), "progress", "yellow_leverage"),
    (("leverage", "reaction"), "reaction", "black_leverage"),
    (("economy_dollar_dependence",), "economy", "dollar_dependence"),
    (("holding", "middle_class", "levels"), "middle_class", "middle_class"),
    (("holding", "middle_class", "economy"), "economy", "middle_class"),
    (("holding", "progress", "reforms"), "progress", "reform"),
    (("holding", "reaction", "assassinations"), "reaction", "assassinations"),
    (("holding", "reaction", "nsdap_cadres"), "reaction", "nsdap_cadre"),
    (("holding", "us_deals", "yellow_leverage"), "us_deals", "yellow_leverage"),
    (("holding", "us_deals", "dollar_dependence"), "us_deals", "dollar_dependence"),
    (("holding", "ussr_deals", "reichswehr"), "ussr_deals", "reichswehr"),
    (("holding", "ussr_deals", "yellow_leverage"), "ussr_deals", "yellow_leverage"),
    (("holding", "ussr_deals", "black_leverage"), "ussr_deals", "black_leverage"),
    (("holding", "ussr_deals", "kpd_cadres"), "ussr_deals", "kpd_cadre"),
    (("mats", "kpd", "strikes"), "kpd", "strike"),
    (("mats", "kpd", "cadres"), "kpd", "kpd_cadre"),
    (("mats", "nsdap", "cadres"), "nsdap", "nsdap_cadre"),
    (("mats", "nsdap", "assassinations"), "nsdap", "assassinations"),
    (("mats", "rc", "leverage"), "rc", "black_leverage"),
)


def position_of(data: dict[str, Any]) -> Position:
    """The plain position of the data of a position file."""
    position = {key: deepcopy(data.get(key, default)) for key, default in DEFAULTS.items()}
    if position["scenario"] and not SCENARIOS[position["scenario"]]["stances_in_use"]:
        position["kpd_stance"] = position["nsdap_stance"] = None
    position["turn"] = {note: list(data.get("turn", {}).get(note, ())) for note in NOTES}
    position["cards"] = _cards(data.get("cards", {}))
    lie: dict[str, list[str]] = {face: [] for face in FACES}
    position["lie"] = lie
    for space, entry in data.get("spaces", {}).items():
        _lay_space(lie, space, entry)
    for keys, track, face in _BOXES:
        lie[face] += [f"{track}:{box}" for box in _dig(data, keys, [])]
    for box, colour in _dig(data, ("leverage", "economy"), {}).items():
        lie[f"{colour}_leverage"].append(f"economy:{box}")
    _lay_mats(lie, data)
    _lay_cliques(lie, data)
    _lay_supply(lie, data.get("influence_supply", {}))
    return position


def _dig(data: dict[str, Any], keys: tuple[str, ...], default: Any) -> Any:
    for key in keys[:-1]:
        data = data.get(key, {})
    return data.get(keys[-1], default)


def _cards(given: dict[str, Any]) -> dict[str, Any]:
    """The cards held; one that says nothing else is Available [5.1]."""
    held = {
        area: {"available": True, **card} for area, card in given.get("parliamentary_control", {}).items()
    }
    return {**given, "parliamentary_control": held}


def _lay_space(lie: dict[str, list[str]], space: str, entry: dict[str, Any]) -> None:
    for faction in FACTIONS:
        lie[f"{faction}_influence"] += [space] * entry.get(faction, 0)
    for unit, count in entry.get("units", {}).items():
        lie[unit] += [space] * count
    for face in ("strike", "uprising", "reform", "yellow_leverage", "black_leverage"):
        lie[face] += [space] * int(entry.get(face, 0))
    sides = entry.get("assassinations") or []
    for side in [sides] if isinstance(sides, str) else sides:
        lie[f"assassinations_{side}"].append(space)
    if entry.get("cadre"):
        lie[f"{entry['cadre']}_cadre"].append(space)


def _lay_mats(lie: dict[str, list[str]], data: dict[str, Any]) -> None:
    mats = data.get("mats", {})
    for faction, faces in _LOOSE.items():
        for face in faces:
            lie[face] += [faction] * mats.get(faction, {}).get(face, 0)
    for faction, key, face in _MARKERS_ON_MATS:
        lie[face] += [faction] * int(mats.get(faction, {}).get(key, False))
    rc_box = f"rc:{BOARD['rc']['assassinations']}"
    lie["assassinations"] += [rc_box] * mats.get("rc", {}).get("assassinations", 0)
    lie["general_strike"] += ["timeline"] * int(data.get("general_strike", False))
    for faction in data.get("sudden_victory", []):
        lie[SUDDEN_VICTORY[faction]].append("timeline")


def _lay_cliques(lie: dict[str, list[str]], data: dict[str, Any]) -> None:
    """Cliques by letter; boxes named without a letter hold the Clique of R65, else the next letter."""
    named = {f"clique_{letter}": place for letter, place in data.get("cliques", {}).items()}
    for clique, place in named.items():
        lie[clique] += [place] if place else []
    boxes = [f"rc:{box}" for box in _dig(data, ("mats", "rc", "conservative_cliques"), [])]
    boxes += [f"reaction:{box}" for box in _dig(data, ("holding", "reaction", "conservative_clique"), [])]
    boxes = [box for box in boxes if box not in named.values()]
    unnamed = [clique for clique in CLIQUES if clique not in named]
    for box in sorted(boxes, key=lambda box: box not in [CLIQUE_HOMES[clique] for clique in unnamed]):
        at_home = [clique for clique in unnamed if CLIQUE_HOMES[clique] == box]
        clique = (at_home or unnamed)[0]
        unnamed.remove(clique)
        lie[clique].append(box)


def _lay_supply(lie: dict[str, list[str]], given: dict[str, int]) -> None:
    """Cubes beside the mats: as given, else what is not on the map [Game Contents]."""
    for faction in FACTIONS:
        cubes = lie[f"{faction}_influence"]
        cubes += [faction] * given.get(faction, BOARD["pieces"]["influence"][faction] - len(cubes))


def copied(position: Position) -> Position:
    """A copy whose pieces can be moved; markers are copied with it, cards are shared."""
    lie = {face: list(places) for face, places in position["lie"].items()}
    turn = {note: list(names) for note, names in position["turn"].items()}
    return {**position, "lie": lie, "turn": turn}


def sorted_position(position: Position) -> Position:
    """The same position with every list of places sorted, to be compared."""
    lie = {face: sorted(places) for face, places in position["lie"].items()}
    turn = {note: sorted(set(names)) for note, names in position["turn"].items()}
    return {**position, "lie": lie, "turn": turn}


# -- counting [5.9, 5.10] ------------------------------------------------------------------------------


def count(position: Position, face: str, place: str) -> int:
    return position["lie"][face].count(place)


def on_map(position: Position, *faces: str) -> list[str]:
    """The spaces in which copies of the faces lie, one entry a copy."""
    return [place for face in faces for place in position["lie"][face] if place in SPACES]


def cubes(position: Position, faction: str, space: str) -> int:
    return count(position, f"{faction}_influence", space)


def room(position: Position, space: str) -> int:
    """How many more cubes the Population allows [5.12]."""
    return SPACES[space]["pop"] - sum(cubes(position, faction, space) for faction in FACTIONS)


def units(position: Position, faction: str, space: str) -> int:
    return sum(count(position, unit, space) for unit, (owner, _) in UNITS.items() if owner == faction)


def survival(position: Position, faction: str, space: str) -> int:
    """The Survival Value of all of a faction's units in a space [1.4]."""
    return sum(count(position, unit, space) * sv for unit, (owner, sv) in UNITS.items() if owner == faction)


def _alone_at_top(scores: dict[str, int]) -> str | None:
    best = max(scores.values())
    leaders = [faction for faction, score in scores.items() if score == best and best > 0]
    return leaders[0] if len(leaders) == 1 else None


def dominance(position: Position, space: str) -> str | None:
    """Who has the most cubes in a space; nobody if tied [5.9]."""
    return _alone_at_top({faction: cubes(position, faction, space) for faction in FACTIONS})


def supremacy(position: Position, space: str) -> str | None:
    """Who has the highest total Survival Value in a space; nobody if tied [5.9]."""
    return _alone_at_top({faction: survival(position, faction, space) for faction in FACTIONS})


def controls(position: Position, faction: str, space: str) -> bool:
    """Whether a faction has Parliamentary Control there, its card used or not [5.10, R20]."""
    card = position["cards"].get("parliamentary_control", {}).get(area_of(space), {})
    return card.get("holder") == faction


def has_cadre(position: Position, space: str) -> bool:
    return space in position["lie"]["kpd_cadre"] + position["lie"]["nsdap_cadre"]


def assassinated(position: Position, space: str, *sides: str) -> bool:
    """Whether an Assassinations marker lies there, showing one of ``sides`` (any if none is named)."""
    return any(space in position["lie"][f"assassinations_{side}"] for side in sides or SIDES)


def era(position: Position) -> str:
    """The Era of the year [1.2]."""
    if position["year"] <= 1923:
        return "crisis"
    return "golden_twenties" if position["year"] <= 1929 else "decline"


def stance(position: Position, faction: str) -> int:
    """The Stance; one that is not in use counts as Pragmatic (R55)."""
    return position[f"{faction}_stance"] or 0


def reaction_limited(position: Position) -> bool:
    """Whether Reaction stays at most one box above Progress [5.7, R61]."""
    scenario = position["scenario"]
    return scenario is None or SCENARIOS[scenario]["reaction_limited_by_progress"]
