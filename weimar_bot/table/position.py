"""Reading a position file into a table.

Three steps: the YAML with its places, its structure and words (pydantic), and what lies where. Every
fault of a step is reported at once, each at its place; what cannot be read stops the reading, what
cannot lie on a table is refused unless the caller insists (``force``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weimar_bot.reading import names
from weimar_bot.reading.faults import Collector, Fault, ImpossibleInput, Place
from weimar_bot.reading.source import Path_, Source, read_file, read_text
from weimar_bot.table import check
from weimar_bot.table.board import HELD_ON_TRACKS, Board
from weimar_bot.table.board_file import spaces_named
from weimar_bot.table.pieces import ASSASSINATIONS, CADRES, FACTIONS, INFLUENCE, SUDDEN_VICTORY, UNITS_OF
from weimar_bot.table.scenario import stances_in_use
from weimar_bot.table.table import CONTROLS, DEFAULTS, STATED, Table, Value

if TYPE_CHECKING:
    from weimar_bot.table.position_models import Card, Position, SpaceEntry


def read_position(path: Path | str, board: Board, force: bool = False) -> Table:
    """Read a position file; see :func:`position_from_source`."""
    return position_from_source(read_file(path), board, force)


def read_position_text(text: str, name: str, board: Board, force: bool = False) -> Table:
    """Read a position from a string; ``name`` is what faults call it."""
    return position_from_source(read_text(text, name), board, force)


def position_from_source(source: Source, board: Board, force: bool = False) -> Table:
    """The table a position file describes.

    Raises :class:`UnreadableInput`, :class:`AmbiguousInput` or :class:`ImpossibleInput`, each with
    every fault of its kind. With ``force`` a table that cannot be is made all the same.
    """
    position = _checked(source, board)
    laid = _Laying(source, board, position)
    table = laid.table()
    if not force:
        faults = [*laid.faults, *check.impossible(table, laid.where)]
        at = Place(source.file)
        placed = [fault if fault.place else Fault(fault.message, at, fault.sections) for fault in faults]
        if placed:
            refusal = ImpossibleInput(sorted(placed, key=lambda fault: fault.place or at))
            refusal.may_be_forced = True
            raise refusal
    return table


# -- structure and words -----------------------------------------------------------------------------


def _checked(source: Source, board: Board) -> Position:
    # pydantic takes some 60 ms to load: only reading a position pays for it, and no plugin of another
    # package is looked for, which would cost a third more.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pydantic import ValidationError

    from weimar_bot.table.position_models import Position

    if source.data is not None and not isinstance(source.data, dict):
        message = f"{names.quoted(source.data)} is not a position: it must be a mapping (key: value)"
        Collector(unreadable=[Fault(message, source.place(()))]).raise_if_unusable()
    faults = Collector(unreadable=list(_repeated_keys(source, board)))
    try:
        position = Position.model_validate(source.data, context={"board": board})
    except ValidationError as error:
        for item in error.errors(include_url=False):
            kind = faults.ambiguous if item["type"] == "ambiguous" else faults.unreadable
            kind.append(_fault_of(item, source))
        position = Position()
    faults.raise_if_unusable()
    return position


def _written(data: Any, path: Iterable[Any]) -> Path_:
    """The path as the file spells its keys; models know fields by their proper names alone."""
    found: list[Any] = []  # keys and indexes
    for key in path:
        if isinstance(data, dict) and key not in data:
            form = names.fold(str(key))
            key = next((other for other in data if names.fold(str(other)) == form), key)
        found.append(key)
        if isinstance(data, dict):
            data = data.get(key)
        else:
            data = data[key] if isinstance(data, list) and isinstance(key, int) and key < len(data) else None
    return tuple(found)


_NOT_A: dict[str, str] = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "a word",
    "list_type": "a list such as [2, 3]",
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
}


def _fault_of(error: Any, source: Source) -> Fault:
    """One of pydantic's errors in our own words, at its place in the file."""
    kind, found = error["type"], names.quoted(error["input"])
    at_key = error["loc"][-1:] == ("[key]",)
    loc = (*(error["loc"][:-1] if at_key else error["loc"]), *error.get("ctx", {}).get("at", ()))
    path = _written(source.data, loc)
    if kind == "extra_forbidden":
        return Fault(_unknown_key(error["loc"], path[-1]), source.key_place(path))
    if kind in _NOT_A:
        message = f"{found} is not {_NOT_A[kind]}"
    elif kind in ("greater_than_equal", "less_than_equal"):
        ctx = error["ctx"]
        message = (
            f"{found} is too small: {ctx['ge']} or more"
            if "ge" in ctx
            else (f"{found} is too large: {ctx['le']} or less")
        )
    else:
        message = error["msg"]
    return Fault(message, source.key_place(path) if at_key else source.place(path))


def _unknown_key(loc: tuple[Any, ...], key: object) -> str:
    fields = _fields_at(loc[:-1])
    form = names.fold(str(key))
    twin = next((field for field in fields if names.fold(field) == form), None)
    if twin:
        return f"the key {names.quoted(key)} is {twin!r} a second time"
    return f"the key {names.quoted(key)} is not known here{names.did_you_mean(key, fields)}"


def _fields_at(loc: tuple[Any, ...]) -> list[str]:
    """The keys the model at ``loc`` knows."""
    from pydantic import BaseModel

    from weimar_bot.table.position_models import Card, Position, SpaceEntry

    model: type[BaseModel] = Position
    entries: dict[str, type[BaseModel]] = {"spaces": SpaceEntry, "parliamentary_control": Card}
    for before, key in zip(("", *loc), loc, strict=False):
        if before in entries:
            model = entries[before]
        elif key in model.model_fields:
            annotation = model.model_fields[key].annotation
            if isinstance(annotation, type) and issubclass(annotation, BaseModel):
                model = annotation
    return list(model.model_fields)


def _repeated_keys(source: Source, board: Board) -> Iterator[Fault]:
    """Keys that say the same thing twice in different spellings; a mapping would keep only one."""

    def word(key: Any) -> str:
        return names.fold(str(key)) or str(key)

    def space(key: Any) -> str:
        found = spaces_named(key, board)
        return found[0] if len(found) == 1 else str(key)

    def area(key: Any) -> str:
        found = names.matches(key, board.spellings) if isinstance(key, str) else []
        areas = [area for area in found if area in CONTROLS]
        return areas[0] if len(areas) == 1 else str(key)

    for loc, meaning in (
        (("spaces",), space),
        (("cards", "parliamentary_control"), area),
        (("influence_supply",), word),
        (("leverage", "economy"), word),
    ):
        path = _written(source.data, loc)
        yield from _repeats(source, path, meaning)


def _repeats(source: Source, path: Path_, meaning: Callable[[Any], str]) -> Iterator[Fault]:
    first: dict[str, Any] = {}
    for key in _mapping_at(source, path):
        other = first.setdefault(meaning(key), key)
        if other != key:
            line = source.key_place((*path, other)).line
            message = f"{names.quoted(key)} is the same as {names.quoted(other)} in line {line}"
            yield Fault(message, source.key_place((*path, key)))


def _mapping_at(source: Source, path: Path_) -> dict[Any, Any]:
    """The mapping at ``path``, or an empty one if something else or nothing stands there."""
    data = source.data
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


# -- what lies where ---------------------------------------------------------------------------------


@dataclass
class _Laying:
    """Lays the pieces of a checked position out, noting where in the file each entry stands."""

    source: Source
    board: Board
    position: Position
    where: dict[tuple[str, str], Place] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    places: dict[str, dict[str, int]] = field(default_factory=dict)

    def table(self) -> Table:
        self._spaces()
        self._mats()
        self._tracks()
        self._cliques()
        self._supply()
        return Table(self.board, self.places, self._state())

    def _at(self, *path: Any) -> Place:
        return self.source.place(_written(self.source.data, path))

    def _put(self, place: str, piece: str, count: int, *path: Any) -> None:
        if count:
            here = self.places.setdefault(place, {})
            here[piece] = here.get(piece, 0) + int(count)
            self.where[place, piece] = self._at(*path)

    def _boxes(self, track: str, piece: str, boxes: Iterable[object], *path: Any) -> None:
        for at, box in enumerate(boxes):
            self._put(f"{track}:{box}", piece, 1, *path, at)

    def _spaces(self) -> None:
        path = _written(self.source.data, ("spaces",))
        written = {spaces_named(word, self.board)[0]: word for word in _mapping_at(self.source, path)}
        for space, entry in self.position.spaces.items():
            self._space(space, entry, ("spaces", written[space]))

    def _space(self, space: str, entry: SpaceEntry, path: Path_) -> None:
        for faction in FACTIONS:
            self._put(space, INFLUENCE[faction], getattr(entry, faction), *path, faction)
        for units in UNITS_OF.values():
            for unit in units:
                self._put(space, unit, getattr(entry.units, unit), *path, "units", unit)
        for piece in ("strike", "uprising", "reform", "yellow_leverage", "black_leverage"):
            self._put(space, piece, getattr(entry, piece), *path, piece)
        for at, side in enumerate(entry.assassinations):
            self._put(space, ASSASSINATIONS[side], 1, *path, "assassinations", at)
        if entry.cadre:
            self._put(space, CADRES[entry.cadre], 1, *path, "cadre")

    def _mats(self) -> None:
        mats = self.position.mats
        loose = {"general_strike": "general_strike", "revolution": "revolution", "reformation": "reformation"}
        for faction in FACTIONS:
            mat = getattr(mats, faction)
            loose["putsch"] = SUDDEN_VICTORY[faction]
            for name in type(mat).model_fields:
                value, path = getattr(mat, name), ("mats", faction, name)
                if not isinstance(value, list) and name != "assassinations":
                    self._put(faction, loose.get(name, name), value, *path)
        self._boxes("kpd", "strike", mats.kpd.strikes, "mats", "kpd", "strikes")
        self._boxes("kpd", "kpd_cadre", mats.kpd.cadres, "mats", "kpd", "cadres")
        self._boxes("nsdap", "nsdap_cadre", mats.nsdap.cadres, "mats", "nsdap", "cadres")
        self._boxes("nsdap", "assassinations", mats.nsdap.assassinations, "mats", "nsdap", "assassinations")
        self._boxes("rc", "black_leverage", mats.rc.leverage, "mats", "rc", "leverage")
        box = f"rc:{self.board.tracks['rc']['assassinations']}"
        self._put(box, "assassinations", mats.rc.assassinations, "mats", "rc", "assassinations")

    def _tracks(self) -> None:
        held, placed = self.position.holding, self.position.leverage
        pawns = ("holding", "middle_class")
        self._boxes("middle_class", "middle_class", held.middle_class.levels, *pawns, "levels")
        self._boxes("economy", "middle_class", held.middle_class.economy, *pawns, "economy")
        for piece, track, name in HELD_ON_TRACKS:
            self._boxes(track, piece, getattr(getattr(held, track), name), "holding", track, name)
        self._boxes("progress", "yellow_leverage", placed.progress, "leverage", "progress")
        self._boxes("reaction", "black_leverage", placed.reaction, "leverage", "reaction")
        for box, colour in placed.economy.items():
            self._put(f"economy:{box}", f"{colour}_leverage", 1, "leverage", "economy", box)
        dollars = self.position.economy_dollar_dependence
        self._boxes("economy", "dollar_dependence", dollars, "economy_dollar_dependence")
        self._put("timeline", "general_strike", self.position.general_strike, "general_strike")
        for at, faction in enumerate(self.position.sudden_victory):
            self._put("timeline", SUDDEN_VICTORY[faction], 1, "sudden_victory", at)

    # -- Cliques ---------------------------------------------------------------------------------

    def _cliques(self) -> None:
        """Cliques by letter, then those a box list has beside them: home first (R65), then in order."""
        given = self.position.cliques
        named = {letter: getattr(given, letter) for letter in given.model_fields_set}
        for letter, place in named.items():
            if place is not None:
                self._put(place, f"clique_{letter}", 1, "cliques", letter)
        waiting = self._unnamed([place for place in named.values() if place is not None])
        free = [letter for letter in "abc" if letter not in named]
        boxes = self.board.tracks["clique_homes"]
        at_home = {boxes[letter]: letter for letter in free}
        letters = [at_home.pop(box, "") for box, _ in waiting]
        left = [letter for letter in free if letter not in letters]
        for (box, path), home in zip(waiting, letters, strict=True):
            if not home and not left:
                message = f"no letter is left for the Conservative Clique in {self.board.place_name(box)}"
                self.faults.append(Fault(message, self._at(*path), ("1.5", "8.4")))
                continue
            self._put(box, f"clique_{home or left.pop(0)}", 1, *path)

    def _unnamed(self, named: list[str]) -> list[tuple[str, Path_]]:
        """The Cliques of the box lists that no letter speaks for."""
        mat, reaction = self.position.mats.rc, self.position.holding.reaction
        listed: list[tuple[str, Path_]] = [
            (f"rc:{box}", ("mats", "rc", "conservative_cliques", at))
            for at, box in enumerate(mat.conservative_cliques)
        ]
        listed += [
            (f"reaction:{box}", ("holding", "reaction", "conservative_clique", at))
            for at, box in enumerate(reaction.conservative_clique)
        ]
        spoken = list(named)
        waiting = []
        for box, path in listed:
            if box in spoken:
                spoken.remove(box)
            else:
                waiting.append((box, path))
        return waiting

    # -- supply and state ------------------------------------------------------------------------

    def _supply(self) -> None:
        given = self.position.influence_supply
        for faction in FACTIONS:
            cube = INFLUENCE[faction]
            on_map = sum(self.places.get(space, {}).get(cube, 0) for space in self.board.spaces)
            left = max(0, self.board.pieces["influence"][faction] - on_map)
            self._put(faction, cube, given.get(faction, left), "influence_supply", faction)

    def _state(self) -> dict[str, Value]:
        position = self.position
        state: dict[str, Value] = dict(DEFAULTS)
        for key in STATED:
            value = getattr(position, key)
            state[key] = tuple(value) if isinstance(value, list) else value
            self.where["", key] = self._at(key)
        if not stances_in_use(position.scenario):
            state |= {"kpd_stance": None, "nsdap_stance": None}
        state["article_48"] = position.cards.article_48
        state["reichstag_seats"] = _card(position.cards.reichstag_seats)
        for area, card in position.cards.parliamentary_control.items():
            state[f"control.{area}"] = _card(card)
        state["lingering"] = tuple(sorted(set(position.lingering)))
        state["supply_given"] = tuple(f for f in FACTIONS if f in position.influence_supply)
        for name in type(position.turn).model_fields:
            state[f"turn.{name}"] = tuple(getattr(position.turn, name))
        return state


def _card(card: Card) -> tuple[str | None, bool]:
    return card.holder, card.available and card.holder is not None
