"""The printed board and mats: spaces, adjacency, track boxes, and where each fact comes from.

Facts are named by dotted ids (``pop.bayern``, ``adjacency.bayern-sachsen``,
``economy.kpd_nsdap_cubes.left_3``); :meth:`Board.source` tells the source of one, and only
``rulebook`` and ``player`` facts count as confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from weimar_bot.reading import names
from weimar_bot.table.pieces import FACTION_NAMES

CONFIRMED: Final = frozenset({"rulebook", "player"})

# R09: where pieces are taken from and returned to first.
TRACK_ORDER: Final = ("mat", "progress_reaction", "economy", "us_deals", "ussr_deals")

TRACK_NAMES: Final = {
    "economy": "Economy",
    "progress": "Progress",
    "reaction": "Reaction",
    "us_deals": "U.S. Deals",
    "ussr_deals": "U.S.S.R. Deals",
    "unity": "Unity",
    "kpd_stance": "KPD Stance",
    "nsdap_stance": "NSDAP Stance",
    "momentum": "Momentum",
    "year": "Year",
    "round": "Round",
}
ECONOMY_NAMES: Final = {
    "hyperinflation": "Hyperinflation",
    "left_3": "3 left of Stable",
    "left_2": "2 left of Stable",
    "left_1": "1 left of Stable",
    "stable": "Stable",
    "right_1": "1 right of Stable",
    "right_2": "2 right of Stable",
    "right_3": "3 right of Stable",
    "mass_unemployment": "Mass Unemployment",
}
SIDE_NAMES: Final = {"left": "Hyperinflation", "right": "Mass Unemployment"}
# What waits in holding boxes along the tracks: kind of piece, track, and the key of its boxes there. Cliques,
# which are told apart by letters, and pawns between two tracks come besides.
HELD_ON_TRACKS: Final = (
    ("reform", "progress", "reforms"),
    ("assassinations", "reaction", "assassinations"),
    ("nsdap_cadre", "reaction", "nsdap_cadres"),
    ("yellow_leverage", "us_deals", "yellow_leverage"),
    ("dollar_dependence", "us_deals", "dollar_dependence"),
    ("reichswehr", "ussr_deals", "reichswehr"),
    ("yellow_leverage", "ussr_deals", "yellow_leverage"),
    ("black_leverage", "ussr_deals", "black_leverage"),
    ("kpd_cadre", "ussr_deals", "kpd_cadres"),
)
UNITY: Final = ("fragile", "sound", "strong")
STANCE_LIMIT: Final = 3
TOP_LEVEL: Final = 5


@dataclass(frozen=True, slots=True)
class Space:
    """One map space: Population (cubes it may hold) and Political Value [1.2]."""

    id: str
    name: str
    region: str | None
    pop: int
    pv: int
    city: bool = False

    @property
    def control(self) -> str:
        """The Parliamentary Control card that covers this space [5.10]."""
        return self.region or self.id


@dataclass(frozen=True, slots=True)
class Box:
    """A holding box: ``kind`` of piece it keeps, and what makes it Available [5.1].

    ``gate`` names the marker to look at and ``level`` the box the marker must have reached;
    ``mat`` is the faction on whose mat the box is printed, if any.
    """

    id: str
    kind: str
    track: str
    gate: str
    level: int
    order: int
    fact: str
    mat: str | None = None


@dataclass(frozen=True)
class Board:
    """Everything printed, read from ``data/board.yaml`` and the player's corrections."""

    spaces: Mapping[str, Space]
    regions: Mapping[str, str]
    neighbours: Mapping[str, tuple[str, ...]]
    tracks: Mapping[str, Mapping[str, Any]]
    pieces: Mapping[str, Any]
    sources: Mapping[str, str]
    # How names may be written: no fact of the board.
    spellings: Mapping[str, str] = field(repr=False, compare=False)
    stated_distances: tuple[tuple[str, str, int], ...] = ()
    # The text of the player's corrections file that was laid over the shipped board; a save keeps it.
    corrections: str = field(default="", repr=False, compare=False)

    def source(self, fact: str) -> str:
        """The source of a fact, by the longest dotted beginning that has one."""
        key = fact
        while key not in self.sources:
            if "." not in key:
                return "assumed"
            key = key.rpartition(".")[0]
        return self.sources[key]

    def is_confirmed(self, fact: str) -> bool:
        return self.source(fact) in CONFIRMED

    @cached_property
    def distances(self) -> Mapping[str, Mapping[str, int]]:
        """Fewest steps between every two spaces (R14); spaces not connected are left out."""
        return {space: self._distances_from(space) for space in self.spaces}

    def _distances_from(self, start: str) -> dict[str, int]:
        found = {start: 0}
        edge = [start]
        for space in edge:  # the list grows while it is walked: breadth first
            for beyond in self.neighbours[space]:
                if beyond not in found:
                    found[beyond] = found[space] + 1
                    edge.append(beyond)
        return found

    @cached_property
    def boxes(self) -> Mapping[str, tuple[Box, ...]]:
        """All holding boxes by kind of piece, in the order in which they are emptied (R09)."""
        found: dict[str, list[Box]] = {}
        for box in _holding_boxes(self.tracks):
            found.setdefault(box.kind, []).append(box)
        return {
            kind: tuple(sorted(boxes, key=lambda box: (TRACK_ORDER.index(box.track), box.order)))
            for kind, boxes in found.items()
        }

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each space in the printed list; ties are offered in this order."""
        return {space: at for at, space in enumerate(self.spaces)}

    def members(self, area: str) -> tuple[str, ...]:
        """The spaces of a Region, or the one space ``area`` names."""
        if area in self.spaces:
            return (area,)
        return tuple(space.id for space in self.spaces.values() if space.region == area)

    def area_name(self, area: str) -> str:
        return self.spaces[area].name if area in self.spaces else self.regions[area]

    def place_name(self, place: str, kind: str = "") -> str:
        """How a place is called: a space, a mat, or a box for a ``kind`` of piece."""
        if place in self.spaces:
            return self.spaces[place].name
        if place in FACTION_NAMES:
            return f"the {FACTION_NAMES[place]} mat"
        track, _, box = place.partition(":")
        if track == "timeline":
            return "the Timeline"
        if track == "middle_class":
            return f"level {box} between Progress and Reaction"
        if track in FACTION_NAMES:
            return f"{FACTION_NAMES[track]} mat box {box}"
        if track == "economy":
            return self._economy_box_name(box, kind)
        return f"{TRACK_NAMES[track]} box {box}"

    def _economy_box_name(self, box: str, kind: str) -> str:
        """A box of Economy: for Dollar Dependence, for pawns at its ends, or for Leverage [5.4, 5.5]."""
        if kind == "dollar_dependence":
            number = list(self.tracks["economy"]["dollar_dependence"]).index(box) + 1
            return f"Economy's Dollar Dependence box {number}"
        if box in self.tracks["economy"]["middle_class"]:
            return f"the {ECONOMY_NAMES[box]} end of Economy"
        if box == "stable":
            return "Economy's Leverage box under Stable"
        side, _, number_from_stable = box.partition("_")
        return f"Economy's Leverage box {4 - int(number_from_stable)} on the {SIDE_NAMES[side]} side"

    def with_corrections(
        self,
        tracks: Mapping[str, Mapping[str, Any]],
        spaces: Mapping[str, Space],
        neighbours: Mapping[str, tuple[str, ...]],
        confirmed: Iterable[str],
    ) -> Board:
        """This board with a player's own facts in place, each marked as the player's."""
        sources = {**self.sources, **dict.fromkeys(confirmed, "player")}
        return replace(
            self,
            tracks=MappingProxyType(dict(tracks)),
            spaces=dict(spaces),
            neighbours=dict(neighbours),
            sources=sources,
        )


def _track_box(kind: str, track: str, order: str, number: int, name: str) -> Box:
    return Box(f"{track}:{number}", kind, order, track, number, number, f"{track}.{name}.{number}")


def _mat_box(kind: str, mat: str, number: int, name: str, gate: str) -> Box:
    # R50: boxes of a Stance count by their distance from Pragmatic.
    return Box(f"{mat}:{number}", kind, "mat", gate, number, abs(number), f"{mat}.{name}.{number}", mat)


def _holding_boxes(tracks: Mapping[str, Mapping[str, Any]]) -> Iterable[Box]:
    kpd, nsdap, rc = tracks["kpd"], tracks["nsdap"], tracks["rc"]
    for number in kpd["strikes"]:
        yield _mat_box("strike", "kpd", number, "strikes", "stance")
    for number in kpd["cadres"]:
        yield _mat_box("kpd_cadre", "kpd", number, "cadres", "stance")
    for number in nsdap["cadres"]:
        yield _mat_box("nsdap_cadre", "nsdap", number, "cadres", "stance")
    for number in nsdap["assassinations"]:
        yield _mat_box("assassinations", "nsdap", number, "assassinations", "stance")
    for number in rc["leverage"]:
        yield _mat_box("black_leverage", "rc", number, "leverage", "leftmost")
    for number in rc["conservative_cliques"]:
        yield _mat_box("conservative_clique", "rc", number, "conservative_cliques", "below")
    yield _mat_box("assassinations", "rc", rc["assassinations"], "assassinations", "below")
    yield from _board_boxes(tracks)


def _board_boxes(tracks: Mapping[str, Mapping[str, Any]]) -> Iterable[Box]:
    for kind, track, name in (*HELD_ON_TRACKS, ("conservative_clique", "reaction", "conservative_clique")):
        order = "progress_reaction" if track in ("progress", "reaction") else track
        for number in tracks[track][name]:
            yield _track_box(kind, track, order, number, name)
    for number in tracks["middle_class"]["levels"]:
        yield Box(
            f"middle_class:{number}",
            "middle_class",
            "progress_reaction",
            "level",
            number,
            number,
            f"middle_class.{number}",
        )
    for at, end in enumerate(tracks["economy"]["middle_class"]):
        yield Box(f"economy:{end}", "middle_class", "economy", "economy", 0, at, "economy.middle_class")


def spellings_of(spaces: Mapping[str, Space], also: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The index of :func:`weimar_bot.reading.names.index` over spaces (and Regions in ``also``)."""
    return names.index(
        {
            ident: (spaces[ident].name, *also.get(ident, ())) if ident in spaces else also[ident]
            for ident in (*spaces, *(key for key in also if key not in spaces))
        }
    )


def pair(one: str, other: str) -> str:
    """The id of the fact that two spaces are adjacent, whatever their order."""
    return "adjacency." + "-".join(sorted((one, other)))
