"""The grammar of one-line commands, and the words for what is on the table.

The grammar knows nothing of the game. A :class:`Form` is a row of slots; :func:`fits` finds every way to read
words as a form, and where nothing can be read, how far the words made sense and what was expected
there. The same walk answers what may come next, so that help and parsing can never disagree. The
words below it are what pieces, boxes and markers may be called, and how Changes are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from weimar_bot.reading import names
from weimar_bot.reading.faults import Fault, Place
from weimar_bot.table import check
from weimar_bot.table.board import ECONOMY_NAMES, TRACK_NAMES, Board
from weimar_bot.table.changes import Change, Count, Shift
from weimar_bot.table.pieces import (
    ASSASSINATIONS,
    CADRES,
    CLIQUES,
    FACTION_NAMES,
    FACTIONS,
    INFLUENCE,
    PIECES,
    SUDDEN_VICTORY,
    counted,
)
from weimar_bot.table.table import Value

NAME: Final = "entry"  # what faults call the line
WHOLE_LINE: Final = Place(NAME)
MAX_LENGTH: Final = 2000
MAX_WORDS: Final = 24

# How well a word was spelled: whole, as a beginning, or as a part from the middle.
WHOLE, BEGINNING, PART = range(3)

_SEPARATOR: Final = re.compile(r"[;,]")
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_BETWEEN_WORDS: Final = re.compile(r"[\s_\-/.:]+")
_BOX: Final = re.compile(r"(.*?)[\s:_]*(-?[0-9]{1,2})")
# Small words people put in between; no name consists of one of them alone.
_FILLERS: Final = frozenset({"from", "to", "in", "into", "at", "the"})
_SHORTEST_PART: Final = 3


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written, with the column (from 1) of its first and after its last character."""

    text: str
    column: int
    end: int


@dataclass(frozen=True, slots=True)
class Segment:
    """One command of a line: its words, and the column at which its text begins."""

    words: tuple[Word, ...]
    column: int

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(word.text for word in self.words)

    def place(self, word: int = 0) -> Place:
        """Where a word stands; past the last one, where the command ends."""
        past = word >= len(self.words)
        return Place(NAME, 1, self.words[-1].end if past else self.words[word].column)


def segments(text: str) -> list[Segment]:
    """The commands of a line, empty ones included; a sign before a word is a word of its own."""
    plain = text.translate(_DASHES)
    found, start = [], 0
    for end in [*(match.start() for match in _SEPARATOR.finditer(plain)), len(plain)]:
        found.append(Segment(tuple(_words(plain[start:end], start + 1)), start + 1))
        start = end + 1
    return found


def _words(text: str, column: int) -> Iterator[Word]:
    # A sign belongs to the digits after it, even across a blank; elsewhere at the front it stands alone.
    pattern = r"[+-]\s*[0-9][^\s?]*|^\s*([+-])|[^\s?+]+|[?+]"
    for match in re.finditer(pattern, text):
        shown = re.sub(r"^([+-])\s+", r"\1", match[0].strip())
        if shown.lower() not in _FILLERS:
            yield Word(shown, column + match.end() - len(match[0].lstrip()), column + match.end())


# -- slots -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """What a slot made of ``used`` words; ``shown`` is how the thing is spelled out."""

    value: Any
    used: int
    quality: int
    shown: str


class Slot:
    """A gap in a form; ``what`` says what fills it, as in "is not a space"."""

    key: str
    what: str
    optional: bool

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        """Every way to read the beginning of ``words``."""
        raise NotImplementedError

    def offers(self, begun: Sequence[str]) -> list[str]:
        """What may be written here, given the words ``begun`` (none: everything)."""
        return []

    def spellings(self) -> Mapping[str, str]:
        """Everything that could have been meant, and how it is shown."""
        return {}


@dataclass(frozen=True, slots=True)
class _Spelled:
    words: tuple[str, ...]
    joined: str


def _spelled(name: str) -> list[_Spelled]:
    parts = [part for part in _BETWEEN_WORDS.split(name) if names.fold(part)]
    forms = {tuple(fold(part) for part in parts) for fold in (names.fold, names.fold_plain)}
    return [_Spelled(form, "".join(form)) for form in sorted(forms)]


def _quality(begun: Sequence[str], spelled: _Spelled, parts: bool) -> int | None:
    """How well folded words spell a name, if they do."""
    joined = "".join(begun)
    if joined == spelled.joined:
        return WHOLE
    by_word = len(begun) <= len(spelled.words) and all(
        name.startswith(word) for word, name in zip(begun, spelled.words, strict=False)
    )
    if by_word or spelled.joined.startswith(joined):
        return BEGINNING
    return PART if parts and len(joined) >= _SHORTEST_PART and joined in spelled.joined else None


@dataclass
class Named(Slot):
    """A slot for one of some names: ``known`` maps each value to its spellings, the shown one first.

    ``parts`` also takes a part from the middle of a name, ``whole`` nothing but whole names.
    """

    key: str
    what: str
    known: Mapping[str, Sequence[str]]
    optional: bool = False
    parts: bool = False
    whole: bool = False
    _index: list[tuple[str, _Spelled]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._index = [
            (value, spelled)
            for value, spellings in self.known.items()
            for spelling in spellings
            for spelled in _spelled(spelling)
        ]

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        longest = max((len(spelled.words) for _, spelled in self._index), default=0)
        for used in range(1, min(longest, len(words)) + 1):
            if not _is_word(words[used - 1]):
                return
            found = self._matching(words[:used])
            if found:
                best = min(found.values())
                for value, quality in found.items():
                    if quality in (best, BEGINNING):
                        yield Reading(value, used, quality, self.known[value][0])

    def _matching(self, words: Sequence[str]) -> dict[str, int]:
        """The values that ``words`` may stand for, each with how well they spell it."""
        found: dict[str, int] = {}
        forms = {tuple(fold(word) for word in words) for fold in (names.fold, names.fold_plain)}
        for value, spelled in self._index:
            for form in forms:
                quality = _quality(form, spelled, self.parts)
                if quality is not None and not (self.whole and quality):
                    found[value] = min(quality, found.get(value, quality))
        return found

    def offers(self, begun: Sequence[str]) -> list[str]:
        if self.whole or not all(_is_word(word) for word in begun):
            return []
        matching = self._matching(begun) if begun else self.known
        return [spellings[0] for value, spellings in self.known.items() if value in matching]

    def spellings(self) -> Mapping[str, str]:
        return {spelling: spellings[0] for spellings in self.known.values() for spelling in spellings}


def _is_word(text: str) -> bool:
    return text[:1] not in ("+", "-") and bool(names.fold(text))


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: with a sign it changes what is there, without one it sets it."""

    value: int
    signed: bool


@dataclass(frozen=True)
class Counting(Slot):
    """A slot for a number."""

    key: str
    what: str = "a number such as +2, -1 or 3"
    optional: bool = False
    hints: tuple[str, ...] = ("+1", "-1")

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        if words and _NUMBER.fullmatch(words[0]):
            yield Reading(Number(int(words[0]), words[0][0] in "+-"), 1, WHOLE, words[0])

    def offers(self, begun: Sequence[str]) -> list[str]:
        return [hint for hint in self.hints if hint.startswith("".join(begun))]


@dataclass(frozen=True)
class Sign(Slot):
    """A slot for the sign before a whole command: ``-`` takes away."""

    key: str = "sign"
    what: str = ""
    optional: bool = True

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        if words and words[0] in ("+", "-"):
            yield Reading(words[0], 1, WHOLE, words[0])


@dataclass
class Numbered(Slot):
    """A slot for a numbered box (``ussr3``, ``kpd -1``) or one with a name of its own.

    ``tracks`` are the names of what the numbered boxes stand on, ``numbered`` the ids ``track:number``,
    ``named`` the others. With ``offered`` only those boxes are offered, though any can be read.
    """

    key: str
    what: str
    tracks: Named
    numbered: Sequence[str]
    named: Named
    optional: bool = False
    offered: frozenset[str] = frozenset()

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        yield from self.named.readings(words)
        for used in range(1, min(len(words), 4) + 1):
            match = _BOX.fullmatch(" ".join(words[:used]))
            if match is None:
                continue
            track = match[1].split()
            for reading in self.tracks.readings(track):
                place = f"{reading.value}:{int(match[2])}"
                if reading.used == len(track) and place in self.numbered:
                    yield Reading(place, used, reading.quality, self._shown(place))

    def _shown(self, place: str) -> str:
        track, _, number = place.partition(":")
        return f"{self.tracks.known[track][0]}{number}"

    def offers(self, begun: Sequence[str]) -> list[str]:
        typed = "".join(begun).casefold()
        boxes = [self._shown(place) for place in self.numbered if self._is_offered(place)]
        hidden = {shown[0] for place, shown in self.named.known.items() if not self._is_offered(place)}
        named = [name for name in self.named.offers(begun) if name not in hidden]
        return [box for box in boxes if box.startswith(typed)] + named

    def _is_offered(self, place: str) -> bool:
        return not self.offered or place in self.offered

    def spellings(self) -> Mapping[str, str]:
        return {**{box: box for box in map(self._shown, self.numbered)}, **self.named.spellings()}


# -- forms -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """One form of command: its slots in order, what it does with what fills them, and an example."""

    example: str
    slots: tuple[Slot, ...]
    run: Callable[[Any, Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Parse:
    """Words read as a form: what fills each slot, and where each reading begins."""

    form: Form
    values: Mapping[str, Any]
    readings: tuple[tuple[int, Reading], ...]

    @property
    def quality(self) -> tuple[int, ...]:
        """Word by word, so that what is spelled whole at the front weighs most."""
        return tuple(reading.quality for _, reading in self.readings for _ in range(reading.used))


@dataclass
class Reach:
    """The farthest word that could not be read, and the slots that stood there."""

    at: int = 0
    expected: list[Slot] = field(default_factory=list)
    complete: bool = False  # what stands before it is a whole command

    def note(self, at: int, slot: Slot | None) -> None:
        if at > self.at:
            self.at, self.expected, self.complete = at, [], False
        if at == self.at and slot is not None:
            self.expected.append(slot)
        elif at == self.at:
            self.complete = True


def form(example: str, run: Callable[[Any, Mapping[str, Any]], None], *slots: Slot | str) -> Form:
    """A form; a slot given as a text is that very word."""
    return Form(example, tuple(keyword(slot) if isinstance(slot, str) else slot for slot in slots), run)


def fits(forms: Sequence[Form], words: Sequence[str]) -> tuple[list[Parse], Reach]:
    """Every way to read all of ``words`` as one of ``forms``, and how far reading got."""
    reach = Reach()
    found = [parse for form in forms for parse in _walk(form, words, 0, 0, (), reach)]
    return found, reach


_So = tuple[tuple[str, int, Reading], ...]


def _walk(
    form: Form, words: Sequence[str], at: int, slot_at: int, so_far: _So, reach: Reach
) -> Iterator[Parse]:
    if slot_at == len(form.slots):
        reach.note(at, None)
        if at == len(words):
            values = {key: reading.value for key, _, reading in so_far}
            yield Parse(form, values, tuple((start, reading) for _, start, reading in so_far))
        return
    slot = form.slots[slot_at]
    reach.note(at, slot)
    for reading in slot.readings(words[at:]):
        taken = (*so_far, (slot.key, at, reading))
        yield from _walk(form, words, at + reading.used, slot_at + 1, taken, reach)
    if slot.optional:
        yield from _walk(form, words, at, slot_at + 1, so_far, reach)


def best(parses: Sequence[Parse]) -> list[Parse]:
    """The parses spelled best, each meaning once."""
    if not parses:
        return []
    top = min(parse.quality for parse in parses)
    kept: list[Parse] = []
    for parse in parses:
        alike = (other.form is parse.form and other.values == parse.values for other in kept)
        if parse.quality == top and not any(alike):
            kept.append(parse)
    return kept


def difference(parses: Sequence[Parse]) -> tuple[int, int, list[str]]:
    """Where parses of the same words part: first word, number of words, and each thing it may be."""
    rows = [list(parse.readings) for parse in parses]
    for at in range(min(len(row) for row in rows)):
        here = [row[at] for row in rows]
        if len({(start, reading.used, reading.shown) for start, reading in here}) > 1:
            start = min(start for start, _ in here)
            used = max(reading.used for begin, reading in here if begin == start)
            return start, used, list(dict.fromkeys(reading.shown for _, reading in here))
    start, reading = rows[0][0]
    return start, reading.used, list(dict.fromkeys(parse.form.example for parse in parses))


def offers(forms: Sequence[Form], words: Sequence[str], open_word: bool) -> list[tuple[int, str]]:
    """What may come next: each offer with the number of words before it.

    With ``open_word`` the last words are still being written, and offers replace them.
    """
    found: dict[tuple[int, str], None] = {}
    for begun in range(1, min(len(words), 3) + 1) if open_word else (0,):
        before = len(words) - begun
        _, reach = fits(forms, words[:before])
        for slot in reach.expected if reach.at == before else ():
            found |= dict.fromkeys((before, offer) for offer in slot.offers(words[before:]))
    return list(found)


# -- what is said of words that do not fit -----------------------------------------------------------


def ambiguity(text: str, command: Segment, found: Sequence[Parse]) -> tuple[Fault, list[str]]:
    """The fault of a command that can be read in several ways, and the lines to choose from."""
    start, used, things = difference(found)
    first, last = command.words[start], command.words[start + used - 1]
    written = text[first.column - 1 : last.end - 1]
    message = f"{names.quoted(written)} may be {' or '.join(things)}; write more of it"
    lines = [text[: first.column - 1] + thing + text[last.end - 1 :] for thing in things]
    return Fault(message, command.place(start)), lines


def not_understood(command: Segment, reach: Reach) -> Fault:
    """What could not be read of a command, where, and what would have fitted there."""
    at, place = reach.at, command.place(reach.at)
    wanted = either(list(dict.fromkeys(slot.what for slot in reach.expected if slot.what)))
    before = names.quoted(" ".join(command.texts[:at]))
    if at == len(command.words):
        return Fault(f"{before} is not finished; next comes {wanted}", place)
    word = names.quoted(command.words[at].text)
    if reach.complete:
        only = f"; only {wanted} may follow" if wanted else ""
        return Fault(f"{word} is too much after {before}{only}", place)
    return Fault(f"{word} is not {wanted}{_meant(command.words[at].text, reach.expected)}", place)


def _meant(word: str, expected: Iterable[Slot]) -> str:
    known = {spelling: shown for slot in expected for spelling, shown in slot.spellings().items()}
    near = names.nearest(word, known)
    if near:
        return f"; did you mean {known[near]!r}?"
    shown = list(dict.fromkeys(known.values()))
    return f"; valid: {', '.join(shown)}" if 0 < len(shown) <= 12 else "; '?' in its place lists what fits"


def either(things: Sequence[str]) -> str:
    return " or ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


# -- the words of the game ---------------------------------------------------------------------------

FACTION_WORDS: Final = {
    **{faction: (faction,) for faction in FACTIONS},
    "nsdap": ("nsdap", "nazis"),
    "rc": ("rc", "radical conservatives"),
}
LOOSE_WORDS: Final = {
    **{
        INFLUENCE[faction]: (faction, f"{faction} influence", f"influence {faction}", *also[1:])
        for faction, also in FACTION_WORDS.items()
    },
    "freikorps_unrevealed": ("freikorps hidden", "freikorps unrevealed", "hidden freikorps", "fk hidden"),
    "freikorps_loyal": ("freikorps loyal", "loyal freikorps", "fk loyal"),
    "rogue_freikorps": ("rogue freikorps", "freikorps rogue", "fk rogue"),
    "sa": ("sa",),
    "worker_militia": ("militia", "worker militia", "wm"),
}
# Kinds of which a space never holds two alike, so that no number goes with them.
ONE_A_SPACE: Final = frozenset({"conservative_clique", "strike", "reform", *CADRES.values()})
HELD_WORDS: Final = {
    "reichswehr": ("reichswehr", "rw"),
    "strike": ("strike",),
    "uprising": ("uprising",),
    "reform": ("reform",),
    **{piece: (f"cadre {faction}",) for faction, piece in CADRES.items()},
    **{clique: (clique.replace("_", " "), f"conservative {clique}") for clique in CLIQUES},
    **{piece: (f"assassination {side}", piece) for side, piece in ASSASSINATIONS.items()},
    **{colour: (" ".join(reversed(colour.split("_"))), colour) for colour in check.LEVERAGE},
}
MARKER_WORDS: Final = {marker: (marker.replace("_", " "),) for marker in SUDDEN_VICTORY.values()}
OTHER_WORDS: Final = {
    "middle_class": ("mcs", "middle class sympathies"),
    "dollar_dependence": ("dollar dependence",),
    "general_strike": ("general strike",),
    "assassinations": ("assassinations",),
    **MARKER_WORDS,
}
LEVEL_WORDS: Final = {
    "progress": ("progress",),
    "reaction": ("reaction",),
    "us_deals": ("us", "us deals"),
    "ussr_deals": ("ussr", "ussr deals"),
    "year": ("year",),
}
BOX_TRACKS: Final = {
    **{track: words_ for track, words_ in LEVEL_WORDS.items() if track != "year"},
    "middle_class": ("mcs", "middle class"),
    **{faction: (faction,) for faction in FACTIONS},
}
LOOSE_PIECES: Final = Named("piece", "a piece", LOOSE_WORDS)
EVERY_PIECE: Final = Named("piece", "a piece", {**LOOSE_WORDS, **HELD_WORDS, **OTHER_WORDS})


def keyword(word: str, *also: str) -> Named:
    return Named("command", "a command", {word: (word, *also)})


PAWNS: Final = keyword("mcs", "middle class sympathies")


def choice(key: str, what: str, *known: str) -> Named:
    return Named(key, what, {word: (word,) for word in known})


def faction_slot(key: str = "faction", factions: Iterable[str] = FACTIONS) -> Named:
    return Named(key, "a faction", {faction: FACTION_WORDS[faction] for faction in factions})


def area_words(board: Board, areas: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The names of spaces or Regions, the printed one first."""
    forms = {area: [board.area_name(area)] for area in areas}
    for spelling, ident in board.spellings.items():
        if ident in forms:
            forms[ident].append(spelling)
    return {ident: tuple(spellings) for ident, spellings in forms.items()}


def space_slot(board: Board) -> Named:
    return Named("space", "a space", area_words(board, board.spaces), parts=True)


def box_slot(board: Board, key: str, kind: str = "") -> Numbered:
    """A box of any kind; with ``kind`` only its own boxes are offered, though any can be read."""
    every = check.homes(board)
    own = {box for box, kinds in every.items() if not kind or kind in kinds}
    economy = {
        box: (f"economy {name}", name) for box in every if (name := box.removeprefix("economy:")) != box
    }
    return Numbered(
        key,
        "a holding box",
        Named("track", "a track", BOX_TRACKS),
        [box for box in every if box not in economy],
        Named(key, "a box", economy),
        optional=True,
        offered=frozenset(own),
    )


# -- in words ----------------------------------------------------------------------------------------


def in_words(changes: Iterable[Change], board: Board) -> str:
    """What changes do, one after another, for people: ``2 SA: the NSDAP mat -> Berlin``."""
    return "; ".join(_in_words(change, board) for change in changes) or "Nothing changes"


def _in_words(change: Change, board: Board) -> str:
    if isinstance(change, Shift):
        before, after = (_value_words(change.key, value) for value in (change.before, change.after))
        return f"{state_words(change.key, board)}: {before} -> {after}"
    kind = PIECES[change.piece].kind
    if isinstance(change, Count):
        units = f"{PIECES[change.piece].plural} on {board.place_name(change.mat)}"
        return f"{units}: {change.before} -> {change.after}"
    source, goal = (place_words(board, place, kind) for place in (change.source, change.goal))
    if change.source == change.goal:
        return f"{counted(change.piece, change.count)} in {source} -> {PIECES[change.face].name}"
    face = change.face if change.goal in board.spaces and change.face else change.piece
    return f"{counted(face, change.count)}: {source} -> {goal}"


def place_words(board: Board, place: str, kind: str) -> str:
    """As :meth:`Board.place_name`, also for a place that is wrong for its kind of piece."""
    dollars = (f"economy:{box}" for box in board.tracks["economy"]["dollar_dependence"])
    return board.place_name(place, kind if place in dollars else "")


def state_words(key: str, board: Board) -> str:
    """What a marker, card or note is called."""
    area = key.removeprefix("control.")
    if area != key:
        return f"Parliamentary Control of {board.area_name(area)}"
    return TRACK_NAMES.get(key) or key.replace("_", " ").capitalize()


def _value_words(key: str, value: Value) -> str:
    if value is None:
        return "not in use"
    if key in ("lingering", "turn_order") and isinstance(value, tuple):
        return ", ".join(FACTION_NAMES.get(str(one), f"#{one}") for one in value) or "none"
    if isinstance(value, tuple):
        holder, side = value[0], "available" if value[1] else "used"
        return f"{FACTION_NAMES[str(holder)]} ({side})" if holder else "no faction"
    return {**FACTION_NAMES, **ECONOMY_NAMES}.get(str(value), str(value))
