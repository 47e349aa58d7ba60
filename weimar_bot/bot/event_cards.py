"""The event library: what each known Event card does, as data (rulebook 6.1, 8.7).

A file holds one card::

    number: 120                 # the printed number
    title: Osthilfe
    era: decline                # crisis | golden_twenties | decline
    article_48: false           # the symbol that makes a Non-player Coalition cancel it
    cite: ["8.7"]
    effects:
      - must: true              # false: "may", so that 8.6-1 decides whether a bot does it
        one_space_of: [pommern, ostpreussen]
        place:                  # all in that one space
          - {piece: yellow_leverage, count: 1}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from weimar_bot import resources
from weimar_bot.bot.rulings import sections
from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import Path_, Source, read_file
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import CUBES

ERAS: Final = ("crisis", "golden_twenties", "decline")
LAST_EVENT: Final = 151
PLACEABLE: Final = (*CUBES, "yellow_leverage", "black_leverage")

_KEYS: Final = ("number", "title", "era", "cite", "effects")
_OPTIONAL: Final = ("article_48", "lingering", "mandatory", "requires")
_EFFECT_KEYS: Final = ("must", "one_space_of", "place")


@dataclass(frozen=True, slots=True)
class Part:
    """``count`` of a piece to be placed."""

    piece: str
    count: int


@dataclass(frozen=True, slots=True)
class PlaceTogether:
    """Place all ``parts`` in one of ``spaces``; ``must`` is false where the card says "may"."""

    must: bool
    spaces: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class EventCard:
    """One Event card of the library."""

    number: int
    title: str
    era: str
    cites: tuple[str, ...]
    effects: tuple[PlaceTogether, ...]
    article_48: bool = False


@cache
def library() -> Mapping[int, EventCard]:
    """The shipped Events by number. Raises :class:`UnreadableInput` with every fault."""
    cards, faults = _read_all(event_files(resources.folder("cards")))
    if faults:
        raise UnreadableInput(faults)
    return cards


def _read_all(files: Iterable[Path]) -> tuple[dict[int, EventCard], list[Fault]]:
    """The Events of several files by number, and every fault; a number comes only once."""
    cards: dict[int, EventCard] = {}
    faults: list[Fault] = []
    for path in files:
        card, found = read_event(path)
        faults += found
        if card is not None and cards.setdefault(card.number, card) is not card:
            message = f"Event #{card.number} is given by another file already"
            faults.append(Fault(message, Place(str(path))))
    return cards, faults


def event_files(folder: Path) -> list[Path]:
    """The event files beside the bot cards of ``folder``."""
    return sorted((folder / "events").glob("*.yaml"))


def check_events(files: Iterable[Path]) -> list[Fault]:
    """Every fault of event files."""
    return _read_all(files)[1]


def read_event(path: Path) -> tuple[EventCard | None, list[Fault]]:
    """One event file: the card, or None, and every fault."""
    try:
        source = read_file(path)
    except UnreadableInput as error:
        return None, list(error.faults)
    reader = _Reader(source)
    card = reader.card()
    return (None if reader.faults else card), reader.faults


@dataclass(slots=True)
class _Reader:
    """Checks one file; every ``_want`` reports a fault and goes on."""

    source: Source
    faults: list[Fault] = field(default_factory=list)

    def card(self) -> EventCard | None:
        data = self.source.data
        if not isinstance(data, dict):
            self._fault("an event file has the keys " + ", ".join(_KEYS), ())
            return None
        self._keys(data, (), _KEYS, _OPTIONAL)
        self._number(data.get("number"))
        self._one_of(data, "era", ERAS)
        for key in ("article_48", "lingering", "mandatory"):
            if key in data and not isinstance(data[key], bool):
                self._fault(f"{key!r} is true or false, not {quoted(data[key])}", (key,))
        cites = self._cites(data.get("cite"))
        effects = self._effects(data.get("effects"))
        if self.faults:
            return None
        return EventCard(
            data["number"], str(data["title"]), data["era"], cites, effects, bool(data.get("article_48"))
        )

    def _fault(self, message: str, path: Path_, at_key: bool = False) -> None:
        place = self.source.key_place(path) if at_key else self.source.place(path)
        self.faults.append(Fault(message, place, ("6.1",)))

    def _keys(
        self, data: dict[Any, Any], path: Path_, needed: Iterable[str], optional: Iterable[str] = ()
    ) -> None:
        known = (*needed, *optional, "say")
        for key in data:
            if key not in known:
                self._fault(f"unknown key {quoted(key)}{did_you_mean(key, known)}", (*path, key), at_key=True)
        for key in needed:
            if key not in data:
                self._fault(f"the key {key!r} is missing", path)

    def _number(self, number: object) -> None:
        if number is None:
            return  # reported as missing
        if not _is_count(number, LAST_EVENT):
            self._fault(f"Events are numbered from 1 to {LAST_EVENT}, not {quoted(number)}", ("number",))

    def _one_of(self, data: dict[Any, Any], key: str, valid: tuple[str, ...]) -> None:
        if key in data and data[key] not in valid:
            self._fault(f"unknown {key} {quoted(data[key])}{did_you_mean(data[key], valid)}", (key,))

    def _cites(self, cites: object) -> tuple[str, ...]:
        if cites is None:
            return ()
        if not isinstance(cites, list) or not cites:
            self._fault("'cite' is a list of rule sections", ("cite",))
            return ()
        for at, cite in enumerate(cites):
            if cite not in sections():
                self._fault(f"unknown section {quoted(cite)}{did_you_mean(cite, sections())}", ("cite", at))
        return tuple(str(cite) for cite in cites)

    def _effects(self, effects: object) -> tuple[PlaceTogether, ...]:
        if effects is None:
            return ()
        if not isinstance(effects, list) or not effects:
            self._fault("'effects' is a list with at least one effect", ("effects",))
            return ()
        found = [self._effect(effect, ("effects", at)) for at, effect in enumerate(effects)]
        return tuple(effect for effect in found if effect is not None)

    def _effect(self, effect: object, path: Path_) -> PlaceTogether | None:
        if not isinstance(effect, dict):
            self._fault(f"an effect has the keys {', '.join(_EFFECT_KEYS)}, not {quoted(effect)}", path)
            return None
        self._keys(effect, path, _EFFECT_KEYS)
        if not isinstance(effect.get("must", True), bool):
            self._fault(f"'must' is true or false, not {quoted(effect['must'])}", (*path, "must"))
        spaces = self._spaces(effect.get("one_space_of"), (*path, "one_space_of"))
        parts = self._parts(effect.get("place"), (*path, "place"))
        return PlaceTogether(bool(effect.get("must")), spaces, parts)

    def _spaces(self, spaces: object, path: Path_) -> tuple[str, ...]:
        known = shipped_board().spaces
        if spaces is None:
            return ()
        if not isinstance(spaces, list) or not spaces:
            self._fault("'one_space_of' is a list of spaces", path)
            return ()
        for at, space in enumerate(spaces):
            if space in spaces[:at]:
                self._fault(f"{quoted(space)} is named twice", (*path, at))
            if space not in known:
                self._fault(f"unknown space {quoted(space)}{did_you_mean(space, known)}", (*path, at))
        return tuple(str(space) for space in spaces)

    def _parts(self, parts: object, path: Path_) -> tuple[Part, ...]:
        if parts is None:
            return ()
        if not isinstance(parts, list) or not parts:
            self._fault("'place' is a list of pieces with their count", path)
            return ()
        found = [self._part(part, (*path, at)) for at, part in enumerate(parts)]
        return tuple(part for part in found if part is not None)

    def _part(self, part: object, path: Path_) -> Part | None:
        if not isinstance(part, dict):
            self._fault(f"a part is written {{piece: ..., count: ...}}, not {quoted(part)}", path)
            return None
        self._keys(part, path, ("piece", "count"))
        piece, count = part.get("piece"), part.get("count")
        if piece not in PLACEABLE:
            self._fault(f"unknown piece {quoted(piece)}{did_you_mean(piece, PLACEABLE)}", (*path, "piece"))
        if not _is_count(count, 10):
            self._fault(f"a count is a number from 1 to 10, not {quoted(count)}", (*path, "count"))
            return None
        return Part(str(piece), int(str(count)))


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
