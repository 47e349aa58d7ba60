"""Set-up (2.0, 8.4): the scenarios of the Playbook, the table each begins with, and what to lay out.

``data/scenarios.yaml`` gives what lies on the map and the tracks, with sources and doubts. The faction mats
follow from it: they hold whatever is left of the pieces there are. How many units that is, and where the last
Middle Class pawns lie, no source says; a guess stands in until the player has counted
(:attr:`Scenario.unknown`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from weimar_bot.bot.words import object_, value_name
from weimar_bot.reading.faults import Fault, ImpossibleInput, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import read_file
from weimar_bot.table import scenario as scenario_rules
from weimar_bot.table.board import HELD_ON_TRACKS, TRACK_NAMES, Board
from weimar_bot.table.check import FACES
from weimar_bot.table.pieces import CUBES, FACTION_NAMES, FACTIONS, INFLUENCE, PIECES, SUDDEN_VICTORY, counted
from weimar_bot.table.table import CONTROLS, DEFAULTS, Table, Value

_FILE: Final = Path(__file__).parents[1] / "data" / "scenarios.yaml"

ROUNDS: Final = ("early", "late")
PAWN: Final = "middle_class"
# The mats on which units lie loose, whose number no source gives.
UNIT_MATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "freikorps_unrevealed": "coalition",
        "freikorps_loyal": "coalition",
        "worker_militia": "kpd",
        "sa": "nsdap",
        "rogue_freikorps": "rc",
    }
)
_FREIKORPS: Final = ("freikorps_unrevealed", "freikorps_loyal", "rogue_freikorps")
# What lies on a mat in numbered boxes; the rest of these pieces is found there at the start.
_MAT_KINDS: Final = ("strike", "kpd_cadre", "nsdap_cadre", "assassinations", "black_leverage")
# Keys of a scenario that are taken over as they stand.
_KEPT: Final = (
    "first_year",
    "last_year",
    "hand",
    "end",
    "end_words",
    "extra_election",
    "freikorps_revealed",
    "freikorps_out",
    "reichstag_seats",
    "lingering_to_draw",
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number no source gives: how many of ``piece`` lie on a mat. ``guess`` stands until it is counted."""

    piece: str
    place: str
    guess: int

    @property
    def words(self) -> str:
        return f"{PIECES[self.piece].plural} on the {FACTION_NAMES[self.place]} mat"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario of the Playbook.

    ``end`` says what happens after the last year [3.4]: ``election`` (the winner of a General Election
    wins), ``election_with_modifiers`` (likewise, with PV modifiers only the Playbook gives) or
    ``coalition_unless_penalty`` (the Coalition wins unless it would owe a Held Card Penalty; then an
    Election decides). ``end_words`` says so in words.
    """

    id: str
    title: str
    section: str
    first_year: int
    last_year: int
    hand: int
    end: str
    end_words: str
    momentum: str
    round: str
    stances_in_use: bool
    reaction_limited_by_progress: bool
    ignore_requires: bool = False
    extra_election: bool = False
    freikorps_revealed: bool = False
    freikorps_out: Mapping[str, int] = field(default_factory=dict)
    reichstag_seats: str | None = None
    uncontrolled: tuple[str, ...] = ()
    lingering: tuple[int, ...] = ()
    lingering_to_draw: int = 0
    new_era_hands: Mapping[str, int] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict, repr=False)
    spaces: Mapping[str, Mapping[str, int]] = field(default_factory=dict, repr=False)
    unknown: tuple[Unknown, ...] = ()
    doubts: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict, repr=False)

    def source(self, fact: str) -> str:
        """Where a fact (``hand``, ``setup.cliques``, ``map.berlin``) comes from: ``rulebook 6.1``,
        ``transcription`` or ``assumed``. What is said of this scenario comes before what is said of all."""
        for name in (f"{self.id}.{fact}", fact):
            while name and name != self.id:
                if name in self.sources:
                    return self.sources[name]
                name = name.rpartition(".")[0]
        return "assumed"

    def is_last_round(self, year: int, round: str) -> bool:
        """Whether the scenario ends with this round [4.0]."""
        return (year, round) == (self.last_year, "late")


def next_round(year: int, round: str) -> tuple[int, str]:
    """The round that follows: the late one of the same year, else the early one of the next [4.0]."""
    return (year, "late") if round == "early" else (year + 1, "early")


def rounds(scenario: Scenario) -> Iterator[tuple[int, str]]:
    """Every round of a scenario in order, as (year, round)."""
    year, round = scenario.first_year, scenario.round
    while year <= scenario.last_year:
        yield year, round
        year, round = next_round(year, round)


# -- the scenarios -----------------------------------------------------------------------------------


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its id, in the Playbook's order."""
    data = read_file(_FILE).data
    return MappingProxyType({ident: _scenario(ident, data) for ident in data["scenarios"]})


def scenario_called(ident: str) -> Scenario:
    """The scenario with an id. Raises :class:`UnreadableInput` with the nearest id if there is none."""
    if ident not in scenarios():
        hint = did_you_mean(ident, scenarios())
        raise UnreadableInput(f"{quoted(ident)} is not a scenario{hint}")
    return scenarios()[ident]


def _scenario(ident: str, data: Mapping[str, Any]) -> Scenario:
    own, common, rules = data["scenarios"][ident], data["common"], scenario_rules.scenarios()[ident]
    laid = data["scenarios"][own.get("same_as", ident)]
    spaces = {**data["maps"].get(laid.get("map_like"), {}), **laid["map"]}
    return Scenario(
        id=ident,
        title=rules.title,
        section=rules.section,
        stances_in_use=rules.stances_in_use,
        ignore_requires=rules.ignores_requires,
        reaction_limited_by_progress=rules.reaction_limited_by_progress,
        momentum=common["momentum"],
        round=common["round"],
        new_era_hands=common["new_era_hands"],
        uncontrolled=tuple(own.get("uncontrolled", ())),
        lingering=tuple(own.get("lingering", ())),
        setup=laid["setup"],
        spaces=spaces,
        unknown=tuple(_unknown(own, laid["pawns"], common["unit_totals"], spaces)),
        doubts=(*own["doubts"], *common["doubts"]),
        sources=data["sources"],
        **{key: own[key] for key in _KEPT if key in own},
    )


def _unknown(
    own: Mapping[str, Any],
    pawns: Mapping[str, int],
    totals: Mapping[str, int],
    spaces: Mapping[str, Mapping[str, int]],
) -> Iterator[Unknown]:
    """The numbers no source gives, with a guess: what the map and the game box leave of a guessed total."""

    def left(total: int, *faces: str) -> int:
        return max(0, total - sum(here.get(face, 0) for here in spaces.values() for face in faces))

    rogue, loyal = totals["rogue_freikorps"], totals["freikorps"] - totals["rogue_freikorps"]
    guesses = {unit: left(totals[unit], unit) for unit in ("worker_militia", "sa")}
    if own.get("freikorps_revealed"):
        out = own["freikorps_out"]
        guesses["freikorps_loyal"] = left(loyal - out["freikorps_loyal"], "freikorps_loyal")
        guesses["rogue_freikorps"] = left(rogue - out["rogue_freikorps"], "rogue_freikorps")
    else:
        # A rogue one shows itself only when it is turned over: all others still lie unrevealed.
        guesses["freikorps_unrevealed"] = left(totals["freikorps"], *_FREIKORPS)
        guesses["rogue_freikorps"] = 0
    for unit, mat in UNIT_MATS.items():
        if unit in guesses:
            yield Unknown(unit, mat, guesses[unit])
    for faction in FACTIONS:
        yield Unknown(PAWN, faction, pawns.get(faction, 0))


# -- the table ---------------------------------------------------------------------------------------


def start_table(
    scenario_id: str,
    board: Board,
    *,
    non_player: Iterable[str] = (),
    turn_order: Iterable[str] = FACTIONS,
    units_left: Mapping[str, int] | None = None,
    pawns: Mapping[str, int] | None = None,
    lingering: Iterable[int] = (),
) -> Table:
    """The whole table at the start of a scenario [2.0, 8.4].

    ``units_left`` gives the units on the mats by face (``worker_militia: 7``), ``pawns`` the Middle Class
    pawns on the mats by faction; what ``units_left`` leaves out, and all pawns where ``pawns`` is None, is
    guessed (:attr:`Scenario.unknown`). ``lingering`` adds the Lingering Events drawn for the scenario.

    Raises :class:`UnreadableInput` for an unknown scenario, faction or unit or a negative number, and
    :class:`ImpossibleInput` for more pawns than there are. On a board whose facts the player has corrected
    the table may still have faults: ask :func:`weimar_bot.table.check.impossible`.
    """
    scenario = scenario_called(scenario_id)
    order, bots = tuple(turn_order), tuple(non_player)
    _check_words(order, bots, units_left or {}, pawns or {})
    laid = _Laying(scenario, board)
    laid.map_and_tracks()
    guesses = {one.piece: one.guess for one in scenario.unknown if one.piece != PAWN}
    laid.mats({**guesses, **(units_left or {})})
    guessed = {one.place: one.guess for one in scenario.unknown if one.piece == PAWN}
    laid.pawns(guessed if pawns is None else pawns)
    state = _state(scenario) | {
        "turn_order": order,
        "non_player": bots,
        "lingering": tuple(sorted({*scenario.lingering, *lingering})),
    }
    return Table(board, laid.places, state)


def _check_words(
    order: tuple[str, ...], bots: tuple[str, ...], units: Mapping[str, int], pawns: Mapping[str, int]
) -> None:
    faults = [
        Fault(f"{quoted(word)} is not a faction{did_you_mean(word, FACTIONS)}")
        for word in dict.fromkeys((*order, *bots, *pawns))
        if word not in FACTIONS
    ]
    if not faults and (len(order) != len(FACTIONS) or len(set(order)) != len(FACTIONS)):
        faults.append(Fault("the Turn Order must name each faction once", None, ("5.8",)))
    if not faults and len(set(bots)) != len(bots):
        faults.append(Fault("a faction stands twice among the Non-player factions"))
    for word in units:
        if word not in UNIT_MATS:
            faults.append(Fault(f"{quoted(word)} does not lie loose on a mat{did_you_mean(word, UNIT_MATS)}"))
    for word, number in (*units.items(), *pawns.items()):
        if number < 0:
            faults.append(Fault(f"{number} is too small for {quoted(word)}: 0 or more"))
    if faults:
        raise UnreadableInput(faults)


def _state(scenario: Scenario) -> dict[str, Value]:
    state: dict[str, Value] = dict(DEFAULTS)
    state.update(scenario.setup["tracks"])
    if not scenario.stances_in_use:
        state |= {"kpd_stance": None, "nsdap_stance": None}
    state["scenario"] = scenario.id
    state["year"], state["round"] = scenario.first_year, scenario.round
    state["momentum"] = scenario.momentum
    state["article_48"] = "available"
    if scenario.reichstag_seats:
        state["reichstag_seats"] = (scenario.reichstag_seats, True)
    for area in CONTROLS:
        if area not in scenario.uncontrolled:
            # The government begins with every card that the scenario does not set aside.
            state[f"control.{area}"] = ("coalition", True)
    return state


@dataclass
class _Laying:
    """Puts a scenario's pieces in their places."""

    scenario: Scenario
    board: Board
    places: dict[str, dict[str, int]] = field(default_factory=dict)

    def _put(self, place: str, piece: str, count: int = 1) -> None:
        if count:
            here = self.places.setdefault(place, {})
            here[piece] = here.get(piece, 0) + count

    def map_and_tracks(self) -> None:
        for space, here in self.scenario.spaces.items():
            for name, count in here.items():
                self._put(space, INFLUENCE.get(name, name), count)
        self._held()
        setup, tracks = self.scenario.setup, self.board.tracks
        for track, leverage in (("progress", "yellow_leverage"), ("reaction", "black_leverage")):
            for box in setup["leverage"].get(track, ()):
                self._put(f"{track}:{box}", leverage)
        placed = len(setup.get("dollar_dependence", ()))
        for box in list(tracks["economy"]["dollar_dependence"])[:placed]:
            self._put(f"economy:{box}", "dollar_dependence")
        for letter, place in setup["cliques"].items():
            home = place if place in self.board.spaces else tracks["clique_homes"][letter]
            self._put(home, f"clique_{letter}")

    def _held(self) -> None:
        """What waits in holding boxes along the tracks."""
        held, tracks = self.scenario.setup["holding"], self.board.tracks
        for piece, track, name in HELD_ON_TRACKS:
            for box in _on_this_board(held[track].get(name, []), tracks[track][name]):
                self._put(f"{track}:{box}", piece)
        for box in _on_this_board(held[PAWN]["levels"], tracks[PAWN]["levels"]):
            self._put(f"{PAWN}:{box}", PAWN)
        for box in _on_this_board(held[PAWN]["economy"], tracks["economy"][PAWN]):
            self._put(f"economy:{box}", PAWN)

    def mats(self, units: Mapping[str, int]) -> None:
        """The rest of all pieces.

        What the boxes of the mats hold is the total less what lies on the map and the tracks: all of KPD's
        Strikes, for one, but for those in a space. Where that is less than there are boxes, the
        lowest-numbered ones are empty, since they are emptied first (R09, R50).
        """
        for kind in _MAT_KINDS:
            self._fill(kind, self.board.pieces[kind] - self._laid(*FACES[kind]))
        for faction, marker in SUDDEN_VICTORY.items():
            self._put(faction, marker)
            cube = INFLUENCE[faction]
            self._put(faction, cube, max(0, self.board.pieces["influence"][faction] - self._laid(cube)))
        self._put("kpd", "general_strike")
        for unit, mat in UNIT_MATS.items():
            self._put(mat, unit, units.get(unit, 0))

    def _fill(self, kind: str, left: int) -> None:
        boxes = [box for box in self.board.boxes[kind] if kind not in self.places.get(box.id, {})]
        # The mats first, and the highest number first; tracks take what a corrected board leaves no room for.
        boxes.sort(key=lambda box: (box.mat is None, -box.order))
        for box in boxes[: max(0, left)]:
            self._put(box.id, kind)

    def _laid(self, *faces: str) -> int:
        return sum(here.get(face, 0) for here in self.places.values() for face in faces)

    def pawns(self, pawns: Mapping[str, int]) -> None:
        held, total = self._laid(PAWN), self.board.pieces[PAWN]
        if held + sum(pawns.values()) > total:
            message = (
                f"{sum(pawns.values())} Middle Class Sympathies pawns on the mats and {held} in boxes; "
                f"there are {total}"
            )
            raise ImpossibleInput(Fault(message, None, ("1.5", "5.1")))
        for faction in FACTIONS:
            self._put(faction, PAWN, pawns.get(faction, 0))


def _on_this_board(listed: list[Any], printed: Iterable[Any]) -> list[Any]:
    """The boxes to fill. A board that the player has corrected may lack some of those listed: then as many
    are filled from the top, as set-ups do throughout."""
    boxes = list(printed)
    return listed if set(listed) <= set(boxes) else boxes[-len(listed) :]


# -- what to lay out ---------------------------------------------------------------------------------

# Influence first, then the pieces as they are listed everywhere.
_LISTED: Final = (*CUBES, *(piece for piece in PIECES if piece not in CUBES))
_TRACKS: Final = ("economy", "progress", "reaction", "middle_class", "us_deals", "ussr_deals")


def layout(table: Table, by: Literal["space", "piece"] = "space") -> list[str]:
    """What to lay out for a table, a line for each space, track and mat, or for each kind of piece.

    Cards, Turn Order and what else is no piece come last, in either order.
    """
    if by == "piece":
        return [*_piece_lines(table), *_marker_lines(table), *_card_lines(table)]
    return [*_space_lines(table), *_track_lines(table), *_mat_lines(table), *_card_lines(table)]


def _listed(words: Iterable[object]) -> str:
    """``a, b and c``."""
    *first, last = [str(word) for word in words]
    return f"{', '.join(first)} and {last}" if first else last


def _boxes(numbers: list[str]) -> str:
    return f"box{'es' if len(numbers) > 1 else ''} {_listed(numbers)}"


def _space_lines(table: Table) -> Iterator[str]:
    empty = []
    for space in table.board.spaces.values():
        here = table.at(space.id)
        pieces = [counted(piece, here[piece]) for piece in _LISTED if here.get(piece)]
        if pieces:
            yield f"{space.name}: {', '.join(pieces)}."
        else:
            empty.append(space.name)
    if empty:
        yield f"Nothing lies in {_listed(empty)}."


def _in_boxes(table: Table, track: str) -> dict[str, list[str]]:
    """The boxes of a track or mat with each piece, in the order of the pieces."""
    found: dict[str, list[str]] = {}
    for piece in PIECES:
        boxes = [
            place.partition(":")[2]
            for place, here in table.places.items()
            if place.startswith(f"{track}:") and here.get(piece)
        ]
        if boxes:
            found[piece] = _in_order(table.board, track, boxes)
    return found


def _in_order(board: Board, track: str, boxes: list[str]) -> list[str]:
    """From left to right on Economy, else from Pragmatic or the lowest number outwards."""
    if track == "economy":
        return sorted(boxes, key=list(board.tracks[track]["boxes"]).index)
    return sorted(boxes, key=lambda box: abs(int(box)))


def _held_where(board: Board, track: str, piece: str, boxes: list[str]) -> str:
    """``in boxes 2 and 3``; the boxes of Economy are told by what they are called."""
    if track == "economy" and piece == "dollar_dependence":
        printed = list(board.tracks[track][piece])
        return f"in Dollar Dependence {_boxes([str(printed.index(box) + 1) for box in boxes])}"
    if track == "economy":
        at = "at" if piece == PAWN else "in"
        return f"{at} {_listed(board.place_name(f'{track}:{box}', PIECES[piece].kind) for box in boxes)}"
    if track == PAWN:
        return f"on level{'s' if len(boxes) > 1 else ''} {_listed(boxes)}"
    return f"in {_boxes(boxes)}"


def _boxed_pieces(table: Table, track: str) -> list[str]:
    return [
        f"{PIECES[piece].plural if len(boxes) > 1 else PIECES[piece].name} "
        f"{_held_where(table.board, track, piece, boxes)}"
        for piece, boxes in _in_boxes(table, track).items()
    ]


def _track_lines(table: Table) -> Iterator[str]:
    for track in _TRACKS:
        pieces = _boxed_pieces(table, track)
        if track == PAWN:
            if pieces:
                yield f"Between Progress and Reaction: {'; '.join(pieces)}."
            continue
        marker = f"the marker at {value_name(track, table.state[track])}"
        yield f"{TRACK_NAMES[track]}: {'; '.join([marker, *pieces])}."
    timeline = [f"the {PIECES[piece].name}" for piece in PIECES if table.count("timeline", piece)]
    year = f"the Turn marker on {table.year}, {value_name('round', table.text('round'))} Year"
    yield f"Timeline: {'; '.join([year, *timeline])}."


def _mat_lines(table: Table) -> Iterator[str]:
    for faction in FACTIONS:
        stance = [f"Unity {value_name('unity', table.text('unity'))}"] if faction == "coalition" else []
        if f"{faction}_stance" in table.state:
            stance = [f"Stance {_stance(table, faction)}"]
        loose = [
            counted(piece, table.count(faction, piece)) for piece in PIECES if table.count(faction, piece)
        ]
        said = [*stance, *loose, *_boxed_pieces(table, faction)]
        yield f"{FACTION_NAMES[faction]} mat: {'; '.join(said) or 'nothing'}."


def _stance(table: Table, faction: str) -> str:
    return (
        value_name(f"{faction}_stance", table.stance(faction)) if table.has_stance(faction) else "not in use"
    )


def _piece_lines(table: Table) -> Iterator[str]:
    board = table.board
    for piece in _LISTED:
        spots = [
            f"{table.count(space.id, piece)} in {space.name}"
            for space in board.spaces.values()
            if table.count(space.id, piece)
        ]
        for faction in FACTIONS:
            if table.count(faction, piece):
                beside = "beside" if piece in CUBES else "on"
                spots.append(f"{table.count(faction, piece)} {beside} {board.place_name(faction)}")
        for track in (*_TRACKS, *FACTIONS):
            boxes = _in_boxes(table, track).get(piece)
            if boxes:
                spots.append(_spot(board, track, piece, boxes))
        if table.count("timeline", piece):
            spots.append("on the Timeline")
        if spots:
            name = PIECES[piece].plural if _number(table, piece) > 1 else PIECES[piece].name
            yield f"{name[0].upper()}{name[1:]}: {', '.join(spots)}."


def _spot(board: Board, track: str, piece: str, boxes: list[str]) -> str:
    where = _held_where(board, track, piece, boxes)
    if track == PAWN:
        return f"{where} between Progress and Reaction"
    if track == "economy":
        return where
    name = f"{FACTION_NAMES[track]} mat" if track in FACTIONS else TRACK_NAMES[track]
    return f"in {name} {where.removeprefix('in ')}"


def _number(table: Table, piece: str) -> int:
    return sum(here.get(piece, 0) for here in table.places.values())


def _marker_lines(table: Table) -> Iterator[str]:
    """The markers of the tracks, which the lines by space tell with each track."""
    yield f"Turn marker: {table.year}, {value_name('round', table.text('round'))} Year."
    for track in ("economy", "progress", "reaction", "us_deals", "ussr_deals", "unity"):
        yield f"{TRACK_NAMES[track]} marker: {value_name(track, table.state[track])}."
    for faction in FACTIONS:
        if f"{faction}_stance" in table.state:
            yield f"{FACTION_NAMES[faction]} Stance marker: {_stance(table, faction)}."


def _card_lines(table: Table) -> Iterator[str]:
    yield f"Turn Order: {', '.join(FACTION_NAMES[faction] for faction in table.listed('turn_order'))}."
    yield f"Momentum: {value_name('momentum', table.text('momentum'))}."
    words = {
        "available": "with the Coalition, face-up",
        "used": "with the Coalition, face-down",
        "out": "out of the game",
    }
    yield f"Article 48: {words[table.text('article_48')]}."
    yield f"Reichstag Seats: {_holder(table.state['reichstag_seats'])}."
    held: dict[str, list[str]] = {}
    for area in CONTROLS:
        held.setdefault(_holder(table.state[f"control.{area}"]), []).append(table.board.area_name(area))
    for holder, areas in held.items():
        yield f"Parliamentary Control of {_listed(areas)}: {holder}."
    if table.listed("lingering"):
        yield f"Lingering Events in play: {_listed(f'#{event}' for event in table.listed('lingering'))}."


def _holder(value: Value) -> str:
    assert isinstance(value, tuple)
    holder, available = value
    if holder is None:
        return "set aside"
    return f"with {object_(str(holder))}, face-{'up' if available else 'down'}"
