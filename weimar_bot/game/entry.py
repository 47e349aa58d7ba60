"""Free entry: anything on the table set by short commands in one line.

``kpd +2 hamburg; -strike sachsen; reaction 3``. Words may be cut to any unique beginning. A number with
a sign changes what is there, one without sets it; ``-`` before a command takes away. Entry does what it
says and nothing else: no knock-ons, no notes of what was done this Action Step. Commands apply in order;
whether the table can be is judged once, after the last of them. See ``docs/free-entry.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from weimar_bot.game import entry_words as words
from weimar_bot.game.entry_doing import Refused, change_of, move
from weimar_bot.game.entry_mats import mat_forms
from weimar_bot.game.entry_words import Counting, Form, Named, Number, Parse, Segment, Sign, box_slot, form
from weimar_bot.reading.faults import AmbiguousInput, Fault, ImpossibleInput, InputError, UnreadableInput
from weimar_bot.rules.draft import Draft
from weimar_bot.table import check
from weimar_bot.table.board import ECONOMY_NAMES, STANCE_LIMIT, TOP_LEVEL, TRACK_NAMES, UNITY, Board, Box
from weimar_bot.table.boxes import clique_home, empty_boxes, held_piece, is_open
from weimar_bot.table.changes import Change, IllegalChange, Move, Shift
from weimar_bot.table.pieces import ASSASSINATIONS, CADRES, CLIQUES, FACTION_NAMES, FACTIONS, PIECES
from weimar_bot.table.table import CONTROLS, Table, Value


@dataclass(frozen=True, slots=True)
class Entry:
    """What a line of free entry does: Changes in order, the same in words, the table after them.

    A line that ends in ``?`` changes nothing; ``listing`` then says what may come next.
    """

    changes: tuple[Change, ...]
    words: str
    table: Table
    listing: tuple[str, ...] = ()


class AmbiguousEntry(AmbiguousInput):
    """Several things fit; ``choices`` are whole lines to offer instead of the one written."""

    def __init__(self, faults: Iterable[Fault], choices: Sequence[str]) -> None:
        super().__init__(faults)
        self.choices = tuple(choices)


def parse(text: str, table: Table) -> Entry:
    """Read a line of commands, separated by ``;`` or ``,``, and carry all of them out on ``table``.

    Raises :class:`UnreadableInput` for words that fit nothing, :class:`AmbiguousEntry` where several
    things fit and :class:`ImpossibleInput`, with sections, for what cannot be on a table; each with
    every fault of its kind and its column. Nothing is done unless every command is good.
    """
    commands = words.segments(text)
    _check_size(text, commands)
    forms = _forms(table.board)
    last = commands[-1].texts
    if last and last[-1] == "?":
        listing = tuple(_asked(text[: text.rindex("?")], table))
        said = f"Next: {', '.join(listing)}" if listing else "Nothing fits here"
        return Entry((), said, table, listing)
    parses = _read(text, [command for command in commands if command.words], forms)
    draft = _carried_out(parses, table)
    changes = tuple(draft.changes)
    return Entry(changes, words.in_words(changes, table.board), draft.table)


def completions(text: str, table: Table) -> list[str]:
    """Whole lines that begin as ``text`` does and go on with what fits next; for an input field."""
    return [line for line, _ in _continued(text, table)]


def fitting(text: str, table: Table) -> list[str]:
    """The words that fit next, or that the last unfinished word of ``text`` may become."""
    return list(dict.fromkeys(offer for _, offer in _continued(text, table)))


def examples(board: Board) -> list[str]:
    """One example of every form of command, for help."""
    return [form.example for form in _forms(board)]


# -- reading -----------------------------------------------------------------------------------------


def _check_size(text: str, commands: Sequence[Segment]) -> None:
    if len(text) > words.MAX_LENGTH:
        raise UnreadableInput(Fault(f"is longer than {words.MAX_LENGTH} characters", words.WHOLE_LINE))
    for command in commands:
        if len(command.words) > words.MAX_WORDS:
            message = f"has more than {words.MAX_WORDS} words; part commands by ';'"
            raise UnreadableInput(Fault(message, command.place(words.MAX_WORDS)))


def _read(text: str, commands: Sequence[Segment], forms: Sequence[Form]) -> list[tuple[Segment, Parse]]:
    if not commands:
        raise UnreadableInput(Fault("is empty; write '?' to see what can be entered", words.WHOLE_LINE))
    parses, unreadable, ambiguous, choices = [], [], [], []
    for command in commands:
        all_found, reach = words.fits(forms, command.texts)
        found = words.best(all_found)
        if len(found) == 1:
            parses.append((command, found[0]))
        elif found:
            fault, lines = words.ambiguity(text, command, found)
            ambiguous.append(fault)
            choices.append(lines)
        else:
            unreadable.append(words.not_understood(command, reach))
    if unreadable:
        raise UnreadableInput(unreadable)
    if ambiguous:
        raise AmbiguousEntry(ambiguous, choices[0])
    return parses


# -- carrying out ------------------------------------------------------------------------------------


def _carried_out(parses: Iterable[tuple[Segment, Parse]], table: Table) -> Draft:
    """The draft after all commands; raises :class:`ImpossibleInput` with every fault found."""
    draft = Draft(table, FACTIONS[0])
    faults = []
    for command, found in parses:
        try:
            found.form.run(draft, found.values)
        except Refused as refusal:
            faults.append(Fault(str(refusal), command.place(), refusal.sections))
        except IllegalChange as illegal:
            space, _, why = str(illegal).partition(" ")
            message = f"{table.board.place_name(space)} {why}"
            faults.append(Fault(message, command.place(), ("5.12",)))
    if not faults and draft.changes:
        # What was wrong before is no reason to refuse the entry that may be on the way to mend it.
        before = {_kind_of(fault) for fault in check.impossible(table)}
        faults = [fault for fault in check.impossible(draft.table) if _kind_of(fault) not in before]
    if faults:
        raise ImpossibleInput(faults)
    return draft


def _kind_of(fault: Fault) -> str:
    return re.sub("[0-9]+", "", fault.message)


def _box(draft: Draft, piece: str, place: str) -> Box:
    """The holding box ``place`` for a piece."""
    kind = PIECES[piece].kind
    board = draft.table.board
    boxes = board.boxes.get(kind, ())
    found = next((box for box in boxes if box.id == place), None)
    if found is None:
        homes = ", ".join(board.place_name(box.id, kind) for box in boxes)
        name = board.place_name(place)
        raise Refused(f"{name} does not hold {PIECES[piece].plural}; they wait in: {homes}", "5.1")
    return found


def _source(draft: Draft, piece: str, box: str | None, taker: str | None) -> str:
    """The box a piece is taken from: the named one, else by R09, Available ones first."""
    kind = PIECES[piece].kind
    if box is not None:
        return _box(draft, piece, box).id
    table = draft.table
    takers = (taker,) if taker else FACTIONS
    full = [box for box in table.board.boxes[kind] if held_piece(table, box) is not None]
    opened = [box for box in full if any(is_open(table, box, faction) for faction in takers)]
    if not full:
        raise Refused(f"no holding box has a {PIECES[piece].name} left to place", "5.1")
    return (opened or full)[0].id


def _home(draft: Draft, piece: str, box: str | None) -> Box:
    """The empty box a piece returns to: the named one, else by 5.2 and R09."""
    table, kind = draft.table, PIECES[piece].kind
    if box is not None:
        home = _box(draft, piece, box)
        if held_piece(table, home) is not None:
            raise Refused(f"{table.board.place_name(home.id, kind)} is not empty", "5.2")
        return home
    if piece in CLIQUES:
        found = clique_home(table, piece)
    else:
        found = next(iter(empty_boxes(table, kind, PIECES[piece].owner)), None)
    if found is None:
        raise Refused(f"no holding box for {PIECES[piece].plural} is empty", "5.2")
    return found


_FACES: Final = {"strike": "uprising", "uprising": "strike"}
_IN_BOX: Final = {"uprising": "strike", **dict.fromkeys(ASSASSINATIONS.values(), "assassinations")}


def _piece_on_map(draft: Draft, values: Mapping[str, Any]) -> None:
    piece, space, box = values["piece"], values["space"], values.get("box") or values.get("box_after")
    change = change_of(values, draft.table.count(space, piece))
    if "box" in values and "box_after" in values:
        raise Refused("two boxes are named; write one", "5.1")
    if not PIECES[piece].kind:
        _loose(draft, piece, space, change)
        return
    for _ in range(abs(change)):  # the first that cannot be ends it
        if change > 0:
            _place(draft, piece, space, box)
        else:
            _take(draft, piece, space, box)


def _loose(draft: Draft, piece: str, space: str, change: int) -> None:
    """Cubes and loose units come from their owner's mat and go back there [5.1]."""
    owner = str(PIECES[piece].owner)
    if change > 0:
        move(draft, piece, change, owner, space)
    elif change < 0:
        move(draft, piece, -change, space, owner)


def _place(draft: Draft, piece: str, space: str, box: str | None) -> None:
    table = draft.table
    if piece in CLIQUES and not table.count(space, piece):
        move(draft, piece, 1, box or _whereabouts(table, piece), space)
    elif piece in CLIQUES:
        raise Refused(f"{PIECES[piece].name} is in {table.board.spaces[space].name} already", "5.1")
    elif box is None and table.count(space, _FACES.get(piece, piece)) and piece in _FACES:
        draft.do(Move(_FACES[piece], 1, space, space, piece))
    else:
        source = _source(draft, piece, box, PIECES[piece].owner)
        move(draft, _IN_BOX.get(piece, piece), 1, source, space, piece)


def _whereabouts(table: Table, piece: str) -> str:
    found = next((place for place, here in table.places.items() if here.get(piece)), None)
    if found is None:
        raise Refused(f"the {PIECES[piece].name} is not in play", "5.1")
    return found


def _take(draft: Draft, piece: str, place: str, box: str | None) -> None:
    if not draft.table.count(place, piece):
        name = words.place_words(draft.table.board, place, PIECES[piece].kind)
        raise Refused(f"{name} has no {PIECES[piece].name}", "5.1")
    draft.take_back(piece, place, _home(draft, piece, box))


def _clique_home(draft: Draft, values: Mapping[str, Any]) -> None:
    if values["sign"] == "+":
        raise Refused("a Clique needs a space to go to", "5.1")
    place = _whereabouts(draft.table, values["clique"])
    if place in draft.table.board.spaces or "box" in values:
        _take(draft, values["clique"], place, values.get("box"))


def _leverage_on_track(draft: Draft, values: Mapping[str, Any]) -> None:
    """Leverage on Progress, Reaction or Economy: lowest box filled first, highest emptied first [5.4]."""
    piece, table = values["leverage"], draft.table
    removing = values.get("sign") == "-"
    boxes = _leverage_boxes(table.board, values["track"])
    held = [box for box in boxes if table.count(box, piece)]
    free = [box for box in boxes if not any(table.count(box, colour) for colour in check.LEVERAGE)]
    wanted = held[-1:] if removing else free[:1]
    if not wanted:
        name = TRACK_NAMES[values["track"].partition(":")[0]]
        short = f"holds no {PIECES[piece].name}" if removing else "has no empty Leverage box"
        raise Refused(f"{name} {short} there", "5.4")
    if removing:
        draft.take_back(piece, wanted[0], _home(draft, piece, values.get("box")))
    else:
        move(draft, piece, 1, _source(draft, piece, values.get("box"), PIECES[piece].owner), wanted[0])


def _leverage_boxes(board: Board, goal: str) -> list[str]:
    track, _, side = goal.partition(":")
    sides = board.tracks["economy"]["leverage"]
    if track != "economy":
        numbers = board.tracks[track]["leverage"]
        return [goal] if side else [f"{track}:{number}" for number in numbers]
    return [f"economy:{box}" for box in sides[side]] if side in sides else [goal]


def _pawn(draft: Draft, values: Mapping[str, Any]) -> None:
    faction, box = values["faction"], values.get("box")
    change = change_of(values, draft.table.count(faction, "middle_class"))
    for _ in range(abs(change)):
        if change > 0:
            move(draft, "middle_class", 1, _source(draft, "middle_class", box, faction), faction)
        else:
            _take(draft, "middle_class", faction, box)


def _dollar(draft: Draft, values: Mapping[str, Any]) -> None:
    place = f"economy:{values['economy']}"
    if values.get("sign") == "-":
        _take(draft, "dollar_dependence", place, values.get("box"))
        return
    if values["economy"] not in draft.table.board.tracks["economy"]["dollar_dependence"]:
        raise Refused(f"{ECONOMY_NAMES[values['economy']]} takes no Dollar Dependence marker", "5.5")
    move(draft, "dollar_dependence", 1, _source(draft, "dollar_dependence", values.get("box"), None), place)


def _move_pieces(draft: Draft, values: Mapping[str, Any]) -> None:
    piece, source, goal = values["piece"], values["source"], values["goal"]
    count = values["count"].value if "count" in values else 1
    if count < 1:
        raise Refused("nothing would move; write how many from 1 up", "5.1")
    spaces, boxed = draft.table.board.spaces, _IN_BOX.get(piece, piece)
    face = piece if goal in spaces else boxed
    move(draft, piece if source in spaces else boxed, count, source, goal, face)


def _reveal(draft: Draft, values: Mapping[str, Any]) -> None:
    move(draft, "freikorps_unrevealed", 1, values["space"], values["space"], values["face"])


def _timeline_marker(draft: Draft, values: Mapping[str, Any]) -> None:
    piece = values.get("marker", "general_strike")
    owner = str(PIECES[piece].owner)
    goal, source = ("timeline", owner) if values["switch"] == "on" else (owner, "timeline")
    if not draft.table.count(goal, piece):
        move(draft, piece, 1, source, goal)


# -- markers and cards -------------------------------------------------------------------------------


def _shift(draft: Draft, key: str, value: Value) -> None:
    before = draft.table.state[key]
    if before != value:
        draft.do(Shift(key, before, value))


_RANGES: Final = {
    **dict.fromkeys(("progress", "reaction"), (1, TOP_LEVEL, "5.7")),
    **dict.fromkeys(("us_deals", "ussr_deals"), (1, TOP_LEVEL, "5.6")),
    "year": (1919, 1933, "4.0"),
}


def _level(draft: Draft, values: Mapping[str, Any]) -> None:
    track, number = values["level"], values["count"]
    low, high, section = _RANGES[track]
    goal = number.value + (draft.table.level(track) if number.signed else 0)
    if not low <= goal <= high:
        raise Refused(f"{TRACK_NAMES[track]} goes from {low} to {high}, not to {goal}", section)
    _shift(draft, track, goal)


def _stance(draft: Draft, values: Mapping[str, Any]) -> None:
    level: Number | None = values.get("count")
    if level is not None and abs(level.value) > STANCE_LIMIT:
        name = FACTION_NAMES[values["faction"]]
        raise Refused(f"the {name} Stance goes from -3 to 3, not to {level.value}", "5.3")
    _shift(draft, f"{values['faction']}_stance", level.value if level else None)


def _word(key: str) -> Any:
    """A command that puts the word in its slot under ``key``."""
    return lambda draft, values: _shift(draft, key, values[key])


def _control(draft: Draft, values: Mapping[str, Any]) -> None:
    """A card changes hands face up, and keeps its side where it stays [5.10]."""
    key = values.get("area", "reichstag_seats")
    holder = None if values["holder"] == "none" else values["holder"]
    before = draft.table.state[key]
    assert isinstance(before, tuple)
    if before[0] != holder:
        _shift(draft, key, (holder, holder is not None))


def _card(draft: Draft, values: Mapping[str, Any]) -> None:
    key = values.get("area", "reichstag_seats")
    before = draft.table.state[key]
    assert isinstance(before, tuple)
    if before[0] is None:
        raise Refused(f"{words.state_words(key, draft.table.board)} is held by no faction", "5.10")
    _shift(draft, key, (str(before[0]), values["side"] == "available"))


def _lingering(draft: Draft, values: Mapping[str, Any]) -> None:
    number = values["count"]
    events, event = {int(event) for event in draft.table.listed("lingering")}, abs(number.value)
    if not event:
        raise Refused("no Event has the number 0", "6.1")
    if number.value < 0 and event not in events:
        raise Refused(f"Event #{event} is not in play", "6.1")
    _shift(draft, "lingering", tuple(sorted(events | {event} if number.value > 0 else events - {event})))


_LETTERS: Final = {faction[0]: faction for faction in FACTIONS}


def _turn_order(draft: Draft, values: Mapping[str, Any]) -> None:
    if "order" in values:
        factions = tuple(_LETTERS[letter] for letter in values["order"].split())
    else:
        factions = tuple(values[f"turn_{at}"] for at in range(len(FACTIONS)))
    if set(factions) != set(FACTIONS):
        raise Refused("the turn order names each faction once", "5.8")
    _shift(draft, "turn_order", factions)


# -- the forms ---------------------------------------------------------------------------------------

_made_for: list[tuple[Board, list[Form]]] = []


def _forms(board: Board) -> list[Form]:
    """Every form of command on a board, the most used first; those of the last board are kept."""
    if not _made_for or _made_for[0][0] is not board:
        makers = (_piece_forms, mat_forms, _move_forms, _track_forms, _card_forms, _other_forms)
        _made_for[:] = [(board, [made for make in makers for made in make(board)])]
    return _made_for[0][1]


def _piece_forms(board: Board) -> list[Form]:
    """Pieces put in a space or taken from it; those with holding boxes may name one."""
    sign, count = Sign(), Counting("count", optional=True)
    space = words.space_slot(board)
    by_kind: dict[str, dict[str, tuple[str, ...]]] = {}
    for piece, called in words.HELD_WORDS.items():
        by_kind.setdefault(PIECES[piece].kind, {})[piece] = called
    forms = [form("kpd +2 hamburg", _piece_on_map, sign, words.LOOSE_PIECES, count, space)]
    for kind, known in by_kind.items():
        before, after = box_slot(board, "box", kind), box_slot(board, "box_after", kind)
        what = (sign, Named("piece", "a piece", known), *(() if kind in words.ONE_A_SPACE else (count,)))
        example = f"{next(iter(known.values()))[0]} sachsen"
        forms.append(form(example, _piece_on_map, *what, before, space, after))
    return forms


def _move_forms(board: Board) -> list[Form]:
    boxes = box_slot(board, "place")
    mats = {faction: (f"{faction} mat",) for faction in FACTIONS} | {"timeline": ("timeline",)}
    known = {**words.area_words(board, board.spaces), **mats, **boxes.named.known}
    source, goal = (
        words.Numbered(key, "a space or a box", boxes.tracks, boxes.numbered, Named(key, "", known))
        for key in ("source", "goal")
    )
    cliques = Named("clique", "a Clique", {clique: words.HELD_WORDS[clique] for clique in CLIQUES})
    home = box_slot(board, "box", "conservative_clique")
    face = Named("face", "loyal or rogue", {"freikorps_loyal": ("loyal",), "rogue_freikorps": ("rogue",)})
    count = Counting("count", optional=True)
    return [
        form("-clique a", _clique_home, Sign(optional=False), cliques, home),
        form("move 2 sa muenchen berlin", _move_pieces, "move", count, words.EVERY_PIECE, source, goal),
        form("reveal berlin loyal", _reveal, "reveal", words.space_slot(board), face),
    ]


def _track_forms(board: Board) -> list[Form]:
    colours = Named("leverage", "a piece", {colour: words.HELD_WORDS[colour] for colour in check.LEVERAGE})
    sides = board.tracks["economy"]["leverage"]
    ends = [*sides, *(box for side in sides.values() for box in side)]
    tracks = {"progress": ("progress",), "reaction": ("reaction",)}
    tracks |= {f"economy:{end}": (f"economy {end}",) for end in ends}
    for track in ("progress", "reaction"):
        tracks |= {f"{track}:{box}": (f"{track} {box}",) for box in board.tracks[track]["leverage"]}
    held, goal = box_slot(board, "box"), Named("track", "a track", tracks)
    economy = Named("economy", "a box of Economy", {box: (box, name) for box, name in ECONOMY_NAMES.items()})
    dollar = Named("dollar", "a piece", {"dollar_dependence": ("dollar dependence",)})
    stances = tuple(str(level) for level in range(-STANCE_LIMIT, STANCE_LIMIT + 1))
    stance = Counting("count", "a Stance from -3 to 3", hints=stances)
    with_stance, none = words.faction_slot(factions=CADRES), words.choice("none", "'none'", "none")
    pawn_box = box_slot(board, "box", "middle_class")
    return [
        form("leverage black reaction", _leverage_on_track, Sign(), colours, goal, held),
        form("reaction 3", _level, Named("level", "a command", words.LEVEL_WORDS), Counting("count")),
        form("economy right_2", _word("economy"), "economy", economy),
        form("dollar dependence right_1", _dollar, Sign(), dollar, economy, held),
        form("unity strong", _word("unity"), "unity", words.choice("unity", "a level of Unity", *UNITY)),
        form("stance kpd 2", _stance, "stance", with_stance, stance),
        form("stance kpd none", _stance, "stance", with_stance, none),
        form("momentum rc", _word("momentum"), "momentum", words.faction_slot("momentum")),
        form("mcs rc -1", _pawn, words.PAWNS, words.faction_slot(), Counting("count"), pawn_box),
    ]


def _card_forms(board: Board) -> list[Form]:
    controls = {f"control.{area}": called for area, called in words.area_words(board, CONTROLS).items()}
    area = Named("area", "a City, Bayern or a Region", controls)
    holder = Named("holder", "a faction or 'none'", {**words.FACTION_WORDS, "none": ("none", "nobody")})
    side = words.choice("side", "'available' or 'used'", "available", "used")
    seats = words.keyword("seats", "reichstag seats")
    article = words.choice("article_48", "a state of Article 48", *check.CARD_STATES)
    return [
        form("control berlin coalition", _control, "control", area, holder),
        form("card berlin used", _card, "card", area, side),
        form("seats kpd", _control, seats, holder),
        form("seats used", _card, seats, side),
        form("article used", _word("article_48"), words.keyword("article", "article 48"), article),
        form("lingering +20", _lingering, "lingering", Counting("count", hints=())),
    ]


def _other_forms(board: Board) -> list[Form]:
    switch = words.choice("switch", "'on' or 'off'", "on", "off")
    general = Named("general", "a command", {"general_strike": ("general strike",)})
    letters = {" ".join(order): ("".join(order),) for order in permutations(_LETTERS)}
    compact = Named("order", "four letters", letters, whole=True)
    order = (words.faction_slot(f"turn_{at}") for at in range(len(FACTIONS)))
    return [
        form("general strike on", _timeline_marker, general, switch),
        form("revolution on", _timeline_marker, Named("marker", "a command", words.MARKER_WORDS), switch),
        form(
            "round late", _word("round"), "round", words.choice("round", "'early' or 'late'", "early", "late")
        ),
        form("turn order c k n r", _turn_order, "turn order", *order),
        form("turn order cknr", _turn_order, "turn order", compact),
    ]


# -- what fits next ----------------------------------------------------------------------------------


def _asked(text: str, table: Table) -> list[str]:
    """What fits where ``?`` stands; right after a word that is whole, what comes after it."""
    listing = fitting(text, table)
    if len(listing) > 1 or text[-1:].isspace():
        return listing
    return fitting(f"{text} ", table) or listing


def _continued(text: str, table: Table) -> list[tuple[str, str]]:
    """What may come next, as whole line and offer; commands that could not be carried out are left out."""
    *earlier, last = words.segments(text)
    try:
        _check_size(text, [*earlier, last])
    except UnreadableInput:
        return []
    forms = _forms(table.board)
    table = _after(text, earlier, forms, table)
    ends_open = bool(last.words) and not text[-1:].isspace() and last.texts[-1] not in ("+", "-")
    found = []
    signed = last.texts[:1] in (("+",), ("-",))
    for before, offer in words.offers(forms, last.texts, ends_open):
        if signed and offer[0] in "+-":
            continue  # one sign is enough
        start = last.words[before].column - 1 if before < len(last.words) else len(text)
        line = text[:start] + offer
        if _may_follow(words.segments(line)[-1], forms, table):
            found.append((line, offer))
    return found


def _after(text: str, earlier: Sequence[Segment], forms: Sequence[Form], table: Table) -> Table:
    """The table after the commands before the last; as it is if they are not good."""
    commands = [command for command in earlier if command.words]
    try:
        return _carried_out(_read(text, commands, forms), table).table if commands else table
    except InputError:
        return table


def _may_follow(command: Segment, forms: Sequence[Form], table: Table) -> bool:
    """Whether a command is unfinished, or finished and possible."""
    parses = words.best(words.fits(forms, command.texts)[0])
    if len(parses) != 1:
        return True
    try:
        _carried_out([(command, parses[0])], table)
    except ImpossibleInput:
        return False
    return True
