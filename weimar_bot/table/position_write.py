"""Writing a table as a position file: always the same keys in the same order, defaults left out.

Reading what was written gives the same table again. :func:`position_data` is the same as plain data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from weimar_bot.table.board import HELD_ON_TRACKS
from weimar_bot.table.pieces import (
    ASSASSINATIONS,
    CADRES,
    CLIQUES,
    FACTIONS,
    INFLUENCE,
    SUDDEN_VICTORY,
    UNITS,
)
from weimar_bot.table.table import CONTROLS, DEFAULTS, STATED, Table, Value

_LOOSE: Final[Mapping[str, tuple[str, ...]]] = {
    "coalition": ("middle_class", "freikorps_unrevealed", "freikorps_loyal"),
    "kpd": ("middle_class", "worker_militia"),
    "nsdap": ("middle_class", "sa"),
    "rc": ("middle_class", "rogue_freikorps"),
}
_WIDTH: Final = 100
# Written one entry a line even where they would fit on one.
_BLOCKS: Final = frozenset({"leverage", "holding", "mats", "cards", "turn", "spaces"})


def write_position(table: Table) -> str:
    """``table`` as the text of a position file."""
    data = position_data(table)
    lines = [line for key, value in data.items() for line in _lines(key, value, "", key in _BLOCKS)]
    return "\n".join(lines) + "\n" if lines else "{}\n"


def position_data(table: Table) -> dict[str, Any]:
    """``table`` as the data of a position file: dicts, lists, words, numbers and truth values.

    Raises :class:`ValueError` if a piece lies where a position file has no entry for it; that can
    only be so on a table that :func:`weimar_bot.table.check.impossible` objects to.
    """
    return _Writing(table).data()


class _Writing:
    """Takes every piece off a copy of the table as it is written down, so that none is forgotten."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left = {place: dict(here) for place, here in table.places.items()}

    def data(self) -> dict[str, Any]:
        state = self.table.state
        data = {key: _plain(state[key]) for key in STATED if state[key] != DEFAULTS[key]}
        parts: dict[str, Any] = {
            "leverage": self._leverage(),
            "economy_dollar_dependence": self._economy("dollar_dependence"),
            "holding": self._holding(),
            "mats": self._mats(),
            "influence_supply": self._supply(),
            "cards": self._cards(),
            "lingering": _plain(state["lingering"]),
            "general_strike": bool(self._take("timeline", "general_strike", 1)),
            "sudden_victory": [f for f in FACTIONS if self._take("timeline", SUDDEN_VICTORY[f], 1)],
            "cliques": self._cliques(),
            "turn": _filled(
                {key.partition(".")[2]: _plain(state[key]) for key in DEFAULTS if key.startswith("turn.")}
            ),
            "spaces": _filled({space: self._space(space) for space in self.table.board.spaces}),
        }
        for place, here in self.left.items():
            for piece, count in here.items():
                if count:
                    raise ValueError(f"a position file has no entry for {count} {piece} in {place}")
        return data | _filled(parts)

    def _take(self, place: str, piece: str, most: int | None = None) -> int:
        here = self.left.get(place, {})
        count = here.pop(piece, 0)
        if most is not None and count > most:
            here[piece] = count - most
        return count if most is None else min(count, most)

    def _boxes(self, track: str, piece: str) -> list[int]:
        """The numbers of a track's boxes that hold ``piece``, counted away from 0."""
        numbers: list[int] = []
        for place in self.left:
            name, _, box = place.partition(":")
            if name == track and box:
                numbers += [int(box)] * self._take(place, piece)
        return sorted(numbers, key=lambda number: (abs(number), number))

    def _economy(self, piece: str) -> list[str]:
        boxes = self.table.board.tracks["economy"]["boxes"]
        return [box for box in boxes for _ in range(self._take(f"economy:{box}", piece))]

    # -- tracks and mats -------------------------------------------------------------------------

    def _leverage(self) -> dict[str, Any]:
        economy = {
            box: colour
            for box in self.table.board.tracks["economy"]["boxes"]
            for colour in ("yellow", "black")
            if self._take(f"economy:{box}", f"{colour}_leverage", 1)
        }
        return _filled(
            {
                "progress": self._boxes("progress", "yellow_leverage"),
                "reaction": self._boxes("reaction", "black_leverage"),
                "economy": economy,
            }
        )

    def _holding(self) -> dict[str, Any]:
        held: dict[str, dict[str, Any]] = {
            "middle_class": {
                "levels": self._boxes("middle_class", "middle_class"),
                "economy": self._economy("middle_class"),
            },
        }
        for piece, track, name in HELD_ON_TRACKS:
            held.setdefault(track, {})[name] = self._boxes(track, piece)
        held["reaction"]["conservative_clique"] = self._clique_boxes("reaction")
        return _filled({track: _filled(boxes) for track, boxes in held.items()})

    def _clique_boxes(self, track: str) -> list[int]:
        """The numbers of the boxes with Cliques; the letters follow in ``cliques``."""
        return sorted(
            int(place.partition(":")[2])
            for place, here in self.left.items()
            if place.startswith(f"{track}:")
            for clique in CLIQUES
            for _ in range(here.get(clique, 0))
        )

    def _mats(self) -> dict[str, Any]:
        mats: dict[str, dict[str, Any]] = {
            faction: {piece: self._take(faction, piece) for piece in loose}
            for faction, loose in _LOOSE.items()
        }
        mats["coalition"]["reformation"] = bool(self._take("coalition", "reformation", 1))
        mats["kpd"] |= {
            "strikes": self._boxes("kpd", "strike"),
            "cadres": self._boxes("kpd", "kpd_cadre"),
            "general_strike": bool(self._take("kpd", "general_strike", 1)),
            "revolution": bool(self._take("kpd", "revolution", 1)),
        }
        mats["nsdap"] |= {
            "cadres": self._boxes("nsdap", "nsdap_cadre"),
            "assassinations": self._boxes("nsdap", "assassinations"),
            "putsch": bool(self._take("nsdap", "brown_putsch", 1)),
        }
        box = f"rc:{self.table.board.tracks['rc']['assassinations']}"
        mats["rc"] |= {
            "leverage": self._boxes("rc", "black_leverage"),
            "conservative_cliques": self._clique_boxes("rc"),
            "assassinations": self._take(box, "assassinations"),
            "putsch": bool(self._take("rc", "black_putsch", 1)),
        }
        return _filled({faction: _filled(mat) for faction, mat in mats.items()})

    def _supply(self) -> dict[str, int]:
        """The supply of those who gave it, and of those whose supply is not what the map leaves."""
        given, supply = self.table.listed("supply_given"), {}
        for faction in FACTIONS:
            cube = INFLUENCE[faction]
            count = self._take(faction, cube)
            left = self.table.board.pieces["influence"][faction] - self.table.on_map(cube)
            if faction in given or count != max(0, left):
                supply[faction] = count
        return supply

    # -- cards, Cliques, spaces ------------------------------------------------------------------

    def _cards(self) -> dict[str, Any]:
        state = self.table.state
        cards: dict[str, Any] = {}
        if state["article_48"] != DEFAULTS["article_48"]:
            cards["article_48"] = state["article_48"]
        cards["reichstag_seats"] = _card(state["reichstag_seats"])
        cards["parliamentary_control"] = _filled({area: _card(state[f"control.{area}"]) for area in CONTROLS})
        return _filled(cards)

    def _cliques(self) -> dict[str, str]:
        found = {}
        for clique in CLIQUES:
            place = next((place for place, here in self.left.items() if here.get(clique)), None)
            if place is not None:
                self._take(place, clique, 1)
                found[clique.removeprefix("clique_")] = place
        return found

    def _space(self, space: str) -> dict[str, Any]:
        entry: dict[str, Any] = {faction: self._take(space, INFLUENCE[faction]) for faction in FACTIONS}
        entry["units"] = _filled({unit: self._take(space, unit) for unit in UNITS})
        for piece in ("strike", "uprising", "reform"):
            entry[piece] = bool(self._take(space, piece, 1))
        for piece in ("yellow_leverage", "black_leverage"):
            entry[piece] = self._take(space, piece)
        sides = [side for side, piece in ASSASSINATIONS.items() for _ in range(self._take(space, piece))]
        entry["assassinations"] = sides[0] if len(sides) == 1 else sides
        cadre = next((faction for faction, cadre in CADRES.items() if self._take(space, cadre, 1)), None)
        return _filled(entry | {"cadre": cadre})


def _plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _filled(parts: dict[str, Any]) -> dict[str, Any]:
    """``parts`` without those that say nothing."""
    return {key: value for key, value in parts.items() if value not in (None, False, 0, [], {})}


def _card(value: Value) -> dict[str, Any] | None:
    assert isinstance(value, tuple)
    holder, available = value
    return {"holder": holder, "available": available} if holder is not None else None


# -- YAML --------------------------------------------------------------------------------------------


def _lines(key: str, value: Any, indent: str, block: bool = False) -> Iterable[str]:
    """``key: value`` on one line, or the entries of a mapping below its key where it is too long."""
    line = f"{indent}{key}: {_flow(value)}"
    if not isinstance(value, dict) or (not block and len(line) <= _WIDTH):
        return [line]
    inner = f"{indent}  "
    return [f"{indent}{key}:", *(line for name, part in value.items() for line in _lines(name, part, inner))]


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(inner) for inner in value) + "]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return f'"{value}"' if ":" in str(value) else str(value)
