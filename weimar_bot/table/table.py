"""The table: an immutable value holding where every piece lies and where every marker stands.

``places`` maps a place to the pieces on it. Places are map spaces (``pommern``), mats
(``rc``: loose units, cubes and pawns), boxes (``ussr_deals:3``, ``rc:2``, ``kpd:-1``,
``economy:left_3``, ``middle_class:4``) and ``timeline``. A box of Economy, Progress or Reaction may hold both
what waits there and Leverage placed there; their kinds never coincide.

``state`` maps markers, cards and notes to values; :data:`DEFAULTS` lists all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from weimar_bot.table.board import Board
from weimar_bot.table.pieces import CUBES, FACTIONS, INFLUENCE, PIECES, UNITS_OF

Value = str | int | bool | None | tuple[str, ...] | tuple[int, ...] | tuple[str | None, bool]

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
# Each faction's units with their Survival Value: looked up often enough to be kept.
_SURVIVAL: Final = {
    faction: tuple((unit, PIECES[unit].survival) for unit in units) for faction, units in UNITS_OF.items()
}

CONTROLS: Final = (
    "hamburg",
    "muenchen",
    "koeln",
    "berlin",
    "bayern",
    "northern_states",
    "southern_states",
    "prussian_provinces",
)  # in election order [7.1]

# What a position file states at its top, under the same names and in this order.
STATED: Final = (
    "scenario",
    "year",
    "round",
    "turn_order",
    "momentum",
    "non_player",
    "economy",
    "progress",
    "reaction",
    "us_deals",
    "ussr_deals",
    "unity",
    "kpd_stance",
    "nsdap_stance",
)
DEFAULTS: Final[Mapping[str, Value]] = MappingProxyType(
    {
        "scenario": None,
        "year": 1919,
        "round": "early",
        "turn_order": FACTIONS,
        "momentum": "coalition",
        "non_player": (),
        "economy": "stable",
        "progress": 1,
        "reaction": 1,
        "us_deals": 1,
        "ussr_deals": 1,
        "unity": "sound",
        "kpd_stance": 0,
        "nsdap_stance": 0,
        "article_48": "out",
        "reichstag_seats": (None, False),
        **{f"control.{area}": (None, False) for area in CONTROLS},
        "lingering": (),
        "supply_given": (),
        "turn.placed_influence": (),
        "turn.removed_influence": (),
        "turn.assaulted": (),
        "turn.performed": (),
    }
)


@dataclass(frozen=True, slots=True)
class Table:
    """One position. Every change makes a new table; see :mod:`weimar_bot.table.changes`."""

    board: Board = field(compare=False, repr=False)
    places: Mapping[str, Mapping[str, int]]
    state: Mapping[str, Value] = field(default_factory=lambda: DEFAULTS)

    def at(self, place: str) -> Mapping[str, int]:
        """The pieces at a place, by face; empty if there is nothing."""
        return self.places.get(place, _NOTHING)

    def count(self, place: str, piece: str) -> int:
        return self.places.get(place, _NOTHING).get(piece, 0)

    def with_places(self, changed: Mapping[str, Mapping[str, int]]) -> Table:
        """This table with other pieces at some places; an empty place is not kept at all."""
        places = {**self.places, **changed}
        for place, here in changed.items():
            if not here:
                del places[place]
        return Table(self.board, places, self.state)

    def with_state(self, changed: Mapping[str, Value]) -> Table:
        return Table(self.board, self.places, {**self.state, **changed})

    # -- markers ---------------------------------------------------------------------------------

    def level(self, track: str) -> int:
        """Where the marker of a numbered track stands."""
        value = self.state[track]
        assert isinstance(value, int)
        return value

    def text(self, key: str) -> str:
        """The value of a key that holds a word (``economy``, ``momentum``, ``unity``...)."""
        value = self.state[key]
        assert isinstance(value, str)
        return value

    def listed(self, key: str) -> tuple[str, ...]:
        """The value of a key that holds a list of names."""
        value = self.state[key]
        assert isinstance(value, tuple)
        return value  # type: ignore[return-value]

    @property
    def year(self) -> int:
        return self.level("year")

    @property
    def era(self) -> str:
        """Crisis until 1923, Golden Twenties until 1929, Decline after [1.2]."""
        if self.year <= 1923:
            return "crisis"
        return "golden_twenties" if self.year <= 1929 else "decline"

    def stance(self, faction: str) -> int:
        """A Stance from -3 Democratic to 3 Revolutionary; one not in use counts as 0 (R55)."""
        value = self.state.get(f"{faction}_stance")
        return value if isinstance(value, int) else 0

    def has_stance(self, faction: str) -> bool:
        return isinstance(self.state.get(f"{faction}_stance"), int)

    def lingers(self, event: int) -> bool:
        """Whether a Lingering Event is in play [6.1]."""
        return event in self.state["lingering"]  # type: ignore[operator]

    def controller(self, space: str) -> str | None:
        """Who has Parliamentary Control over the City, Bayern or the space's Region [5.10]."""
        return self.state[f"control.{self.board.spaces[space].control}"][0]  # type: ignore[index, return-value]

    # -- the map ---------------------------------------------------------------------------------

    def influence(self, space: str, faction: str) -> int:
        return self.count(space, INFLUENCE[faction])

    def room(self, space: str) -> int:
        """How many more cubes a space can hold [5.12]."""
        here = self.at(space)
        return self.board.spaces[space].pop - sum(here.get(cube, 0) for cube in CUBES)

    def supply(self, faction: str) -> int:
        """Cubes a faction still has beside its mat [5.1]."""
        return self.count(faction, INFLUENCE[faction])

    def has_presence(self, space: str, faction: str) -> bool:
        return self.influence(space, faction) > 0

    def dominance(self, space: str) -> str | None:
        """The faction with strictly the most cubes in a space, if one has [5.9]."""
        here = self.places.get(space)
        return _sole_best([here.get(cube, 0) for cube in CUBES]) if here else None

    def survival(self, space: str, faction: str) -> int:
        """Total Survival Value of a faction's units in a space [1.4, 5.9]."""
        here = self.places.get(space)
        if not here:
            return 0
        return sum([here[unit] * value for unit, value in _SURVIVAL[faction] if unit in here])

    def supremacy(self, space: str) -> str | None:
        """The faction with strictly the highest total Survival Value in a space, if one has [5.9]."""
        return _sole_best([self.survival(space, faction) for faction in FACTIONS])

    def units(self, space: str, faction: str) -> int:
        """How many units a faction has in a space."""
        here = self.places.get(space)
        return sum([here[unit] for unit in UNITS_OF[faction] if unit in here]) if here else 0

    def spaces_with(self, *pieces: str) -> list[str]:
        """The spaces holding at least one of the pieces, in board order."""
        places = self.places
        return [
            space
            for space in self.board.spaces
            if (here := places.get(space)) and any([here.get(piece, 0) for piece in pieces])
        ]

    def on_map(self, *pieces: str) -> int:
        """How many of the pieces lie in spaces."""
        return sum(self.count(space, piece) for space in self.board.spaces for piece in pieces)


def _sole_best(values: list[int]) -> str | None:
    best = max(values)
    if best == 0 or values.count(best) > 1:
        return None
    return FACTIONS[values.index(best)]
