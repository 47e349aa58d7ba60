"""Reading the board: the shipped ``board.yaml``, and a player's own facts laid over it.

A player's file has the shape of the shipped one with any part left out; adjacency is two plain
lists of pairs, ``adjacent`` and ``not_adjacent``. What it says counts as confirmed. It may correct
anything except what the rulebook itself states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from weimar_bot.reading import names
from weimar_bot.reading.faults import Collector, Fault
from weimar_bot.reading.source import Path_, Source, read_file, read_text
from weimar_bot.table.board import Board, Space, pair, spellings_of

SHIPPED: Final = Path(__file__).parents[1] / "data" / "board.yaml"

TRACKS: Final = (
    "economy",
    "progress",
    "reaction",
    "us_deals",
    "ussr_deals",
    "kpd",
    "nsdap",
    "rc",
    "clique_homes",
    "middle_class",
)
_CORRECTABLE: Final = ("spaces", "adjacent", "not_adjacent", *TRACKS, "pieces")
_LEVELS: Final = tuple(range(1, 6))
_STANCE_BOXES: Final = tuple(range(-3, 4))
# What each list or number of a section may hold; the Economy lists hold names of its boxes.
_RANGES: Final = {
    "kpd": _STANCE_BOXES,
    "nsdap": _STANCE_BOXES,
    **dict.fromkeys(("progress", "reaction", "us_deals", "ussr_deals", "rc", "middle_class"), _LEVELS),
}


def load_board(corrections: Path | None = None) -> Board:
    """The shipped board, with the facts of a player's ``corrections`` file in place.

    Raises :class:`UnreadableInput` for what cannot be understood in that file and
    :class:`ImpossibleInput` for what contradicts the rulebook, each with every fault found.
    """
    board = shipped_board()
    if corrections is None:
        return board
    changed = corrected(board, read_file(corrections))
    return replace(changed, corrections=corrections.read_text("utf-8-sig"))


def board_with(text: str, name: str) -> Board:
    """The shipped board with corrections given as the text of such a file, called ``name`` in faults.

    Without a text it is the shipped board itself. Raises as :func:`load_board`.
    """
    if not text:
        return shipped_board()
    return replace(corrected(shipped_board(), read_text(text, name)), corrections=text)


@cache
def shipped_board() -> Board:
    """The board as it is shipped; always the same object."""
    data = read_file(SHIPPED, "board.yaml").data
    spaces = {
        ident: Space(ident, entry["name"], entry["region"], entry["pop"], entry["pv"], "city" in entry)
        for ident, entry in data["spaces"].items()
    }
    regions = {ident: entry["name"] for ident, entry in data["regions"].items()}
    also = {ident: tuple(entry.get("also", ())) for ident, entry in data["spaces"].items()}
    also |= {ident: (entry["name"], *entry.get("also", ())) for ident, entry in data["regions"].items()}
    adjacent = data["adjacent"]
    stated = [*adjacent["rulebook"], *data["not_adjacent"]["rulebook"]]
    tracks = {track: _frozen(data[track]) for track in TRACKS}
    tracks["middle_class"] = {"levels": tracks["middle_class"]}
    return Board(
        spaces=spaces,
        regions=regions,
        neighbours=_neighbours(spaces, [*adjacent["rulebook"], *adjacent["border"]]),
        tracks=tracks,
        pieces=_frozen(data["pieces"]),
        sources={**data["sources"], **{pair(one, other): "rulebook" for one, other in stated}},
        spellings=spellings_of(spaces, also),
        stated_distances=tuple((one, other, steps) for one, other, steps in data["distances"]),
    )


def _frozen(value: Any) -> Any:
    """Lists become tuples, so that a board many hold in common cannot be changed by one of them."""
    if isinstance(value, dict):
        return {key: _frozen(inner) for key, inner in value.items()}
    return tuple(_frozen(inner) for inner in value) if isinstance(value, list) else value


def _neighbours(spaces: Iterable[str], pairs: Iterable[Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The neighbours of every space, each list in board order."""
    order = list(spaces)
    beside: dict[str, set[str]] = {space: set() for space in order}
    for one, other in pairs:
        beside[one].add(other)
        beside[other].add(one)
    return {space: tuple(other for other in order if other in beside[space]) for space in order}


def corrected(board: Board, source: Source) -> Board:
    """``board`` with the facts of an already read corrections file; see :func:`load_board`."""
    return _Corrections(board, source).result()


@dataclass
class _Corrections:
    """One reading of a corrections file: what it changes, what it confirms, what is wrong with it."""

    board: Board
    source: Source
    faults: Collector = field(default_factory=Collector)
    confirmed: list[str] = field(default_factory=list)

    def result(self) -> Board:
        board = self.board
        self.spaces = dict(board.spaces)
        self.tracks: dict[str, Any] = {track: dict(inner) for track, inner in board.tracks.items()}
        self.pieces: dict[str, Any] = dict(board.pieces)
        given = self._mapping((), _CORRECTABLE)
        for space, path in self._spaces_of(given):
            self._correct_space(space, path)
        pairs = self._adjacency(given)
        for section in TRACKS:
            if section in given and section != "clique_homes":
                self._correct_section(section)
        self._correct_cliques(given)
        if "pieces" in given:
            self._correct_section("pieces")
        self.faults.raise_if_unusable()
        neighbours = _neighbours(self.spaces, pairs)
        changed = board.with_corrections(self.tracks, self.spaces, neighbours, self.confirmed)
        self._check_ways(changed, given)
        self.faults.raise_if_unusable()
        return replace(changed, pieces=self.pieces)

    def _check_ways(self, changed: Board, given: Mapping[Any, Any]) -> None:
        """Every space can be reached, and what the rulebook says of distances holds [6.6, example]."""
        place = self.source.key_place(("adjacent",) if "adjacent" in given else ("not_adjacent",))
        reached = changed.distances[next(iter(changed.spaces))]
        for space in changed.spaces.values():
            if space.id not in reached:
                message = f"no line leads from {space.name} to the other spaces any more"
                self.faults.impossible.append(Fault(message, place, ("1.2",)))
        for one, other, stated in changed.stated_distances:
            steps = changed.distances[one].get(other)
            if steps is not None and steps != stated:
                names_ = f"{changed.spaces[one].name} and {changed.spaces[other].name}"
                message = f"{names_} would be {steps} spaces apart; the rulebook's examples have {stated}"
                self.faults.impossible.append(Fault(message, place, ("6.6", "example")))

    # -- faults ----------------------------------------------------------------------------------

    def _unreadable(self, message: str, path: Path_, at_key: bool = False) -> None:
        place = self.source.key_place(path) if at_key else self.source.place(path)
        self.faults.unreadable.append(Fault(message, place))

    def _settle(self, fact: str, same: bool, path: Path_, printed: object) -> None:
        """Note that the player gave ``fact``; a fault if the rulebook has it otherwise."""
        if not same and self.board.source(fact) == "rulebook":
            stated = "none" if printed is None else printed
            message = f"contradicts the rulebook, which has {stated} for {fact}"
            self.faults.impossible.append(Fault(message, self.source.place(path)))
        elif self.board.source(fact) != "rulebook":
            self.confirmed.append(fact)

    # -- plain shapes ----------------------------------------------------------------------------

    def _value(self, path: Path_) -> Any:
        value = self.source.data
        for key in path:
            value = value[key]
        return value

    def _mapping(self, path: Path_, valid: Iterable[object]) -> dict[Any, Any]:
        """The known part of the mapping at ``path``; keys that are not ``valid`` are faults."""
        found = self._value(path)
        if found is None:
            return {}
        if not isinstance(found, dict):
            self._unreadable(f"{names.quoted(found)} is not a mapping (key: value)", path)
            return {}
        known = list(valid)
        for key in found:
            if key not in known:
                words = [str(item) for item in known]
                hint = "; write it without quotes" if key in words else names.did_you_mean(key, words)
                self._unreadable(f"the key {names.quoted(key)} is not known here{hint}", (*path, key), True)
        return {key: value for key, value in found.items() if key in known}

    def _list(self, path: Path_) -> list[Any] | None:
        found = self._value(path)
        if isinstance(found, list):
            return found
        self._unreadable(f"{names.quoted(found)} is not a list", path)
        return None

    def _number(self, path: Path_, low: int, high: int) -> int | None:
        found = self._value(path)
        if isinstance(found, int) and not isinstance(found, bool) and low <= found <= high:
            return found
        self._unreadable(f"{names.quoted(found)} is not a whole number from {low} to {high}", path)
        return None

    def _word(self, path: Path_, valid: Iterable[object]) -> Any:
        found = self._value(path)
        known = list(valid)
        if isinstance(found, (str, int)) and not isinstance(found, bool) and found in known:
            return found
        hint = names.did_you_mean(found, [str(item) for item in known])
        self._unreadable(f"{names.quoted(found)} cannot stand here{hint}", path)
        return None

    def _space(self, word: object, path: Path_, at_key: bool = False) -> str | None:
        found = spaces_named(word, self.board)
        if len(found) == 1:
            return found[0]
        place = self.source.key_place(path) if at_key else self.source.place(path)
        fault = Fault(space_fault(word, found, self.board), place)
        (self.faults.ambiguous if found else self.faults.unreadable).append(fault)
        return None

    # -- the map ---------------------------------------------------------------------------------

    def _spaces_of(self, given: Mapping[str, Any]) -> list[tuple[str, Path_]]:
        if given.get("spaces") is None:
            return []
        if not isinstance(given["spaces"], dict):
            self._mapping(("spaces",), ())
            return []
        found: dict[str, Path_] = {}
        for word in given["spaces"]:
            path: Path_ = ("spaces", word)
            space = self._space(word, path, at_key=True)
            if space in found:
                self._unreadable(f"{names.quoted(word)} is {space} a second time", path, at_key=True)
            elif space is not None:
                found[space] = path
        return list(found.items())

    def _correct_space(self, ident: str, path: Path_) -> None:
        space = self.spaces[ident]
        changed: dict[str, Any] = {}
        for key in self._mapping(path, ("pop", "pv", "region")):
            at = (*path, key)
            before = len(self.faults.unreadable)
            value: str | int | None
            if key == "region":
                value = None if self._value(at) is None else self._region(at)
            else:
                value = self._number(at, 1 if key == "pop" else 0, 99)
            if len(self.faults.unreadable) == before:
                printed = getattr(space, key)
                self._settle(f"{key}.{ident}", value == printed, at, printed)
                changed[key] = value
        self.spaces[ident] = replace(space, **changed)

    def _region(self, path: Path_) -> str | None:
        word = self._value(path)
        found = names.matches(word, self.board.spellings) if isinstance(word, str) else []
        regions = [ident for ident in found if ident in self.board.regions]
        return regions[0] if len(regions) == 1 else self._word(path, self.board.regions)

    def _adjacency(self, given: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Every adjacent pair after the player's two lists."""
        pairs = {frozenset((one, other)) for one, beyond in self.board.neighbours.items() for other in beyond}
        told: dict[frozenset[str], bool] = {}
        for key, touching in (("adjacent", True), ("not_adjacent", False)):
            for both, path in self._pairs(key) if given.get(key) is not None else ():
                if told.setdefault(both, touching) != touching:
                    message = "this pair is given both as adjacent and as not adjacent"
                    self.faults.impossible.append(Fault(message, self.source.place(path)))
                    continue
                printed = "adjacent" if both in pairs else "not adjacent"
                self._settle(pair(*both), touching == (both in pairs), path, printed)
        pairs |= {both for both, touching in told.items() if touching}
        pairs -= {both for both, touching in told.items() if not touching}
        return [(one, other) for one, other in (sorted(both) for both in pairs)]

    def _pairs(self, key: str) -> Iterable[tuple[frozenset[str], Path_]]:
        for at, entry in enumerate(self._list((key,)) or ()):
            path: Path_ = (key, at)
            if not isinstance(entry, list) or len(entry) != 2:
                message = f"{names.quoted(entry)} is not a pair of spaces such as [baden, hessen]"
                self._unreadable(message, path)
                continue
            one, other = (self._space(word, (*path, n)) for n, word in enumerate(entry))
            if one is not None and one == other:
                self._unreadable(f"{one} is paired with itself", path)
            elif one is not None and other is not None:
                yield frozenset((one, other)), path

    # -- tracks, mats and pieces -----------------------------------------------------------------

    def _correct_section(self, section: str) -> None:
        if section == "middle_class":
            self._put(self.tracks["middle_class"], "levels", section, (section,))
            return
        into = self.pieces if section == "pieces" else self.tracks[section]
        for key in self._mapping((section,), into):
            self._put(into, key, f"{section}.{key}", (section, key))

    def _put(self, into: dict[str, Any], key: str, fact: str, path: Path_) -> None:
        """Read the value at ``path`` after the pattern of the shipped one and put it in its place."""
        shipped = into[key]
        before = len(self.faults.unreadable)
        value: Any
        if isinstance(shipped, dict):
            given = self._read_mapping(shipped, fact, path)
            value = {**shipped, **given}
            if given.keys() == shipped.keys() and self.board.source(fact) != "rulebook":
                self.confirmed.append(fact)  # every part of it is given
        elif isinstance(shipped, tuple):
            value = self._read_list(fact, path)
        else:
            section = fact.partition(".")[0]
            valid = _RANGES.get(section, range(1, 100))
            value = self._number(path, min(valid), max(valid))
        if len(self.faults.unreadable) > before:
            return
        if isinstance(shipped, tuple):
            self._settle_list(fact, shipped, value, path)
        elif not isinstance(shipped, dict):
            self._settle(fact, value == shipped, path, shipped)
        into[key] = value

    def _read_mapping(self, shipped: Mapping[Any, Any], fact: str, path: Path_) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key in self._mapping(path, shipped):
            at = (*path, key)
            if isinstance(shipped[key], tuple):
                found[key] = self._read_list(fact, at)
                self._settle_list(f"{fact}.{key}", shipped[key], found[key], at)
            else:
                found[key] = self._number(at, 0, 99)
                self._settle(f"{fact}.{key}", found[key] == shipped[key], at, shipped[key])
        return found

    def _read_list(self, fact: str, path: Path_) -> tuple[Any, ...]:
        section = fact.partition(".")[0]
        valid = _RANGES.get(section, self.board.tracks["economy"]["boxes"])
        found = [self._word((*path, at), valid) for at, _ in enumerate(self._list(path) or ())]
        for at, item in enumerate(found):
            if item is not None and item in found[:at]:
                self._unreadable(f"{names.quoted(item)} stands here a second time", (*path, at))
        if fact == "economy.boxes" and None not in found and set(found) != set(valid):
            self._unreadable(f"the Economy track needs all of its boxes: {', '.join(valid)}", path)
        return tuple(found)

    def _settle_list(self, fact: str, shipped: tuple[Any, ...], value: tuple[Any, ...], path: Path_) -> None:
        self._settle(fact, set(value) == set(shipped), path, list(shipped))
        for item in shipped:
            element = f"{fact}.{item}"
            if element in self.board.sources:
                self._settle(element, item in value, path, item)

    def _correct_cliques(self, given: Mapping[str, Any]) -> None:
        """Clique homes (R65); moved boxes of the RC mat move the homes nobody gave along."""
        homes = self.tracks["clique_homes"]
        boxes = [f"rc:{n}" for n in self.tracks["rc"]["conservative_cliques"]]
        boxes += [f"reaction:{n}" for n in self.tracks["reaction"]["conservative_clique"]]
        for letter in self._mapping(("clique_homes",), homes) if "clique_homes" in given else ():
            path: Path_ = ("clique_homes", letter)
            home = self._word(path, boxes)
            if home is not None:
                self._settle(f"clique_homes.{letter}", home == homes[letter], path, homes[letter])
                homes[letter] = home
        for letter, home in homes.items():
            free = [box for box in boxes if box not in homes.values()]
            if home not in boxes and free:
                homes[letter] = free[0]


def spaces_named(word: object, board: Board) -> list[str]:
    """The spaces ``word`` may stand for; Regions are not spaces."""
    found = names.matches(word, board.spellings) if isinstance(word, str) else []
    return [ident for ident in found if ident in board.spaces]


def space_fault(word: object, found: Iterable[str], board: Board) -> str:
    """What to say where ``word`` names no space, or several."""
    several = [board.spaces[ident].name for ident in found]
    if several:
        return f"{names.quoted(word)} may be {' or '.join(several)}; write one of them"
    if isinstance(word, str) and board.spellings.get(names.fold(word)) in board.regions:
        return f"{names.quoted(word)} is a Region, not a space"
    spellings = {name: ident for name, ident in board.spellings.items() if ident in board.spaces}
    near = names.nearest(word, [*spellings, *(space.name for space in board.spaces.values())])
    ident = spellings.get(names.fold(near)) if near else None
    hint = f"; did you mean {board.spaces[ident].name!r}?" if ident else ""
    return f"{names.quoted(word)} is not a space of the map{hint}"
