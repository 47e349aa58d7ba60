"""What cannot lie on a table, and what is merely odd.

:func:`impossible` lists every fault with its section; nothing stops at the first one.
:func:`doubts` names what the rules allow but hardly ever bring about; it never refuses anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from weimar_bot.reading.faults import Fault, Place
from weimar_bot.table.board import ECONOMY_NAMES, Board
from weimar_bot.table.pieces import (
    ASSASSINATIONS,
    CADRES,
    CLIQUES,
    CUBES,
    FACTION_NAMES,
    FACTIONS,
    INFLUENCE,
    PIECES,
    SUDDEN_VICTORY,
    UNITS,
)
from weimar_bot.table.scenario import reaction_limited, stances_in_use
from weimar_bot.table.table import Table

# Where an entry stands in the text a table was read from: by place and piece, or by "" and state key.
Where = Mapping[tuple[str, str], Place]

# Action priority entries that a step's notes can hold, and what Article 48 can be.
PERFORMABLE: Final = ("special", "place_influence", "remove_influence", "place_conservative_clique")
CARD_STATES: Final = ("available", "used", "out")

LEVERAGE: Final = ("yellow_leverage", "black_leverage")
TIMELINE: Final = frozenset({"general_strike", *SUDDEN_VICTORY.values()})

# The faces one counter can show, by the name under which the board counts it.
FACES: Final[Mapping[str, tuple[str, ...]]] = {
    "strike": ("strike", "uprising"),
    "assassinations": ("assassinations", *ASSASSINATIONS.values()),
    "conservative_clique": CLIQUES,
    **{
        kind: (kind,)
        for kind in (
            "middle_class",
            "kpd_cadre",
            "nsdap_cadre",
            "reform",
            "reichswehr",
            "dollar_dependence",
            *LEVERAGE,
        )
    },
}
_KIND_NAMES: Final = {
    "strike": "Strikes and Uprisings",
    "assassinations": "Assassinations markers",
    "conservative_clique": "Conservative Cliques",
}
# What may lie in a map space.
_ON_MAP: Final = frozenset(
    {
        *CUBES,
        *UNITS,
        *LEVERAGE,
        *CADRES.values(),
        *ASSASSINATIONS.values(),
        *CLIQUES,
        "strike",
        "uprising",
        "reform",
    }
)
# Faces that a piece shows in a space alone.
_ON_MAP_ONLY: Final = frozenset({"uprising", *ASSASSINATIONS.values()})
_LOOSE: Final[Mapping[str, frozenset[str]]] = {
    "coalition": frozenset({"freikorps_loyal", "freikorps_unrevealed", "reformation"}),
    "kpd": frozenset({"worker_militia", "general_strike", "revolution"}),
    "nsdap": frozenset({"sa", "brown_putsch"}),
    "rc": frozenset({"rogue_freikorps", "black_putsch"}),
    "timeline": TIMELINE,
}


def impossible(table: Table, where: Where | None = None) -> list[Fault]:
    """Every fault of ``table``: what the rules say can never be. ``where`` gives faults their place."""
    return list(_Check(table, where or {}).faults())


def doubts(table: Table) -> list[str]:
    """What can be, but seldom is; worth a look at the real table."""
    return [*_leverage_gaps(table), *_economy_beyond_leverage(table)]


def homes(board: Board) -> Mapping[str, frozenset[str]]:
    """The kinds of piece each box of a track or mat can hold, waiting there or placed there."""
    found: dict[str, set[str]] = {}
    for kind, boxes in board.boxes.items():
        for box in boxes:
            found.setdefault(box.id, set()).add(kind)
    for track, kind in (("progress", "yellow_leverage"), ("reaction", "black_leverage")):
        for number in board.tracks[track]["leverage"]:
            found.setdefault(f"{track}:{number}", set()).add(kind)
    economy = board.tracks["economy"]
    for side in economy["leverage"].values():
        for name in side:
            found.setdefault(f"economy:{name}", set()).update(LEVERAGE)
    for name in economy["dollar_dependence"]:
        found.setdefault(f"economy:{name}", set()).add("dollar_dependence")
    return {box: frozenset(kinds) for box, kinds in found.items()}


@dataclass
class _Check:
    table: Table
    where: Where

    def __post_init__(self) -> None:
        self.board = self.table.board
        self.homes = homes(self.board)
        self.total: Counter[str] = Counter()
        for here in self.table.places.values():
            self.total.update(here)

    def faults(self) -> Iterator[Fault]:
        for place, here in self.table.places.items():
            if place in self.board.spaces:
                yield from self._space(place, here)
            elif place in _LOOSE:
                yield from self._mat(place, here)
            else:
                yield from self._box(place, here)
        for faction in FACTIONS:
            yield from self._cubes(faction)
        for kind, faces in FACES.items():
            yield from self._counted(kind, faces)
        for piece in (*TIMELINE, *CLIQUES):
            yield from self._single(piece)
        yield from self._levels()
        yield from self._stances()

    def _fault(self, message: str, sections: tuple[str, ...], *entries: tuple[str, str]) -> Fault:
        """A fault at the last of the entries that the text has."""
        found = [self.where[entry] for entry in entries if entry in self.where]
        return Fault(message, max(found) if found else None, sections)

    def _unsure(self, fact: str) -> str:
        return "" if self.board.is_confirmed(fact) else " (not confirmed: correct it if your board differs)"

    # -- places ----------------------------------------------------------------------------------

    def _space(self, space: str, here: Mapping[str, int]) -> Iterator[Fault]:
        name, population = self.board.spaces[space].name, self.board.spaces[space].pop
        cubes = [cube for cube in CUBES if here.get(cube)]
        number = sum(here[cube] for cube in cubes)
        if number > population:
            message = f"{number} Influence cubes in {name}, where Population is {population}"
            at = ((space, cube) for cube in cubes)
            yield self._fault(message + self._unsure(f"pop.{space}"), ("5.12",), *at)
        for pieces, words, section in (
            (FACES["strike"], "Strike or Uprising", "5.12"),
            (tuple(CADRES.values()), "Cadre", "5.12"),
            (("reform",), "Reform", "6.3"),
        ):
            if sum(here.get(piece, 0) for piece in pieces) > 1:
                message = f"{name} holds more than one {words}"
                yield self._fault(message, (section,), *((space, piece) for piece in pieces))
        for piece in here:
            if here[piece] and piece not in _ON_MAP:
                message = f"{_article(piece)} does not lie in a space such as {name}"
                yield self._fault(message, ("5.1",), (space, piece))

    def _mat(self, place: str, here: Mapping[str, int]) -> Iterator[Fault]:
        allowed = _LOOSE[place] | ({INFLUENCE[place], "middle_class"} if place in FACTIONS else set())
        for piece in here:
            if here[piece] and piece not in allowed:
                message = f"{_article(piece)} does not lie on {self.board.place_name(place)}"
                yield self._fault(message, ("5.1", "5.3"), (place, piece))

    def _box(self, place: str, here: Mapping[str, int]) -> Iterator[Fault]:
        allowed = self.homes.get(place, frozenset())
        name = self.board.place_name(place)
        for piece, count in here.items():
            if count and (_kind(piece) not in allowed or piece in _ON_MAP_ONLY):
                message = f"{name} cannot hold {_article(piece)}"
                yield self._fault(message + self._unsure_box(place, piece), ("5.1",), (place, piece))
        for kinds, words in (*(((kind,), "") for kind in allowed), (LEVERAGE, " of Leverage")):
            held = [piece for piece in here if _kind(piece) in kinds and here[piece]]
            number = sum(here[piece] for piece in held)
            if number > 1 and (len(kinds) == 1 or len(held) > 1):
                what = f"pieces{words}" if words else PIECES[held[0]].plural
                message = f"{name} holds {number} {what}; a box holds one"
                yield self._fault(message, ("5.1", "5.12"), *((place, piece) for piece in held))

    def _unsure_box(self, place: str, piece: str) -> str:
        """A hint where the boxes for this kind of piece on this track or mat are not confirmed."""
        track = place.partition(":")[0]
        for box in self.board.boxes.get(_kind(piece), ()):
            if box.id.startswith(f"{track}:") and piece not in _ON_MAP_ONLY:
                return self._unsure(box.fact.rpartition(".")[0])
        return ""

    # -- how many there are ----------------------------------------------------------------------

    def _cubes(self, faction: str) -> Iterator[Fault]:
        cube, total = INFLUENCE[faction], self.board.pieces["influence"][faction]
        on_map, supply = self.table.on_map(cube), self.table.supply(faction)
        if on_map + supply <= total:
            return
        name = FACTION_NAMES[faction]
        if on_map > total:
            message = f"{on_map} {name} Influence cubes on the map; there are {total}"
            yield self._too_many(message, (cube,), total, ("1.5", "5.1"))
        elif supply:
            message = (
                f"{supply} {name} Influence cubes in supply and {on_map} on the map; there are {total} in all"
            )
            yield self._fault(message, ("1.5", "5.1"), (faction, cube))

    def _counted(self, kind: str, faces: tuple[str, ...]) -> Iterator[Fault]:
        total = self.board.pieces[kind]
        number = sum(self.total[face] for face in faces)
        if number > total:
            name = _KIND_NAMES.get(kind) or PIECES[faces[0]].plural
            message = f"{number} {name} on the table; there are {total}" + self._unsure(f"pieces.{kind}")
            yield self._too_many(message, faces, total, ("1.5", "5.1"))

    def _single(self, piece: str) -> Iterator[Fault]:
        if self.total[piece] > 1:
            places = [place for place, here in self.table.places.items() if here.get(piece)]
            names = " and ".join(self.board.place_name(place) for place in places)
            twice = " more than once" if len(places) == 1 else ""
            message = f"the {PIECES[piece].name} lies on {names}{twice}; there is one"
            sections = ("5.1", "8.4") if piece in CLIQUES else ("3.1", "5.1")
            yield self._fault(message, sections, *((place, piece) for place in places))

    def _too_many(self, message: str, faces: tuple[str, ...], total: int, sections: tuple[str, ...]) -> Fault:
        """The fault at the entry that, read from the top of the text, first goes beyond ``total``."""
        entries = [
            (place, face) for place, here in self.table.places.items() for face in faces if here.get(face)
        ]
        entries.sort(key=lambda entry: self.where.get(entry, Place("")))
        so_far = 0
        for entry in entries:
            so_far += self.table.count(*entry)
            if so_far > total:
                return self._fault(message, sections, entry)
        return self._fault(message, sections)

    # -- markers ---------------------------------------------------------------------------------

    def _levels(self) -> Iterator[Fault]:
        for track, leverage, name in (
            ("progress", "yellow_leverage", "Progress"),
            ("reaction", "black_leverage", "Reaction"),
        ):
            level, highest = self.table.level(track), max(placed_leverage(self.table, track), default=1)
            if level > highest:
                has = f"highest {PIECES[leverage].name} is in box {highest}"
                if highest == 1:
                    has = f"track holds no {PIECES[leverage].name}, so that it cannot leave level 1"
                message = f"{name} is at {level}, but its {has}"
                yield self._fault(message, ("5.4", "5.7"), ("", track))
        progress, reaction = self.table.level("progress"), self.table.level("reaction")
        if reaction > progress + 1 and reaction_limited(self.table):
            message = f"Reaction is at {reaction}, more than one level above Progress at {progress}"
            yield self._fault(message, ("5.7",), ("", "progress"), ("", "reaction"))

    def _stances(self) -> Iterator[Fault]:
        scenario = self.table.state["scenario"]
        if not isinstance(scenario, str) or stances_in_use(scenario):
            return
        for faction in CADRES:
            if self.table.has_stance(faction):
                message = f"{FACTION_NAMES[faction]} has a Stance, but the scenario is played without"
                yield self._fault(message, ("8.10", "8.11"), ("", f"{faction}_stance"))


def placed_leverage(table: Table, track: str) -> list[int]:
    """The boxes of Progress with yellow, or of Reaction with black Leverage, in order."""
    leverage = {"progress": "yellow_leverage", "reaction": "black_leverage"}[track]
    numbers = (
        place.partition(":")[2]
        for place, here in table.places.items()
        if place.startswith(f"{track}:") and here.get(leverage)
    )
    return sorted(int(number) for number in numbers)


def _kind(piece: str) -> str:
    return PIECES[piece].kind


def _article(piece: str) -> str:
    name = PIECES[piece].name
    if _kind(piece) in LEVERAGE or piece in (*CUBES, *UNITS, *CLIQUES):
        return name
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def _leverage_gaps(table: Table) -> Iterator[str]:
    for track, name in (("progress", "Progress"), ("reaction", "Reaction")):
        placed = placed_leverage(table, track)
        boxes = [box for box in table.board.tracks[track]["leverage"] if placed and box < placed[-1]]
        for box in boxes:
            if box not in placed:
                yield f"{name} box {box} holds no Leverage, though box {placed[-1]} does (5.2: lowest first)"


def _economy_beyond_leverage(table: Table) -> Iterator[str]:
    """A marker past yellow Leverage of its side, unless Dollar Dependence holds it there [5.4, 5.5]."""
    economy = table.board.tracks["economy"]
    boxes, marker = list(economy["boxes"]), table.text("economy")
    stable, at = boxes.index("stable"), boxes.index(marker)
    dollars = [
        boxes.index(box)
        for box in economy["dollar_dependence"]
        if table.count(f"economy:{box}", "dollar_dependence")
    ]
    if table.era == "decline" and at <= max(dollars, default=0):
        return
    for side, out in (("left", -1), ("right", 1)):
        held = [
            boxes.index(box)
            for box in economy["leverage"][side]
            if box != "stable" and table.count(f"economy:{box}", "yellow_leverage")
        ]
        nearest = min((abs(box - stable) for box in held), default=None)
        if nearest is not None and (at - stable) * out > nearest:
            limit = boxes[stable + out * nearest]
            yield (
                f"the Economy marker ({ECONOMY_NAMES[marker]}) is beyond the yellow Leverage "
                f"below {ECONOMY_NAMES[limit]} (5.4)"
            )
