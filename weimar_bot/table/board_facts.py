"""The printed facts that are not confirmed yet, as questions a player can answer beside the board.

Questions come in groups of a few: those of a space, of a track or of a mat. An answer becomes
statements for the corrections file (:mod:`weimar_bot.table.corrections`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from weimar_bot.reading import names
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.table.board import ECONOMY_NAMES, TRACK_NAMES, Board, pair
from weimar_bot.table.board_file import TRACKS, space_fault, spaces_named
from weimar_bot.table.corrections import Line, Stated, Statement
from weimar_bot.table.pieces import FACTION_NAMES

Kind = Literal["number", "region", "neighbours", "line", "boxes", "numbers", "home"]
NONE: Final = "none"
MOST: Final = 8  # facts on a page
_LINES: Final = "lines"

# What each fact of a track, a mat or the pieces is called when a player is asked for it.
_WORDS: Final = {
    "economy.boxes": "Boxes of the track, from left to right",
    "economy.no_coalition_influence": "Boxes that forbid Coalition Influence",
    "economy.leverage.left": "Leverage boxes on the Hyperinflation side, outermost first",
    "economy.leverage.right": "Leverage boxes on the Mass Unemployment side, outermost first",
    "economy.kpd_nsdap_cubes": "Cubes KPD and NSDAP place, in each box from left to right",
    "economy.middle_class": "Boxes with a Middle Class Sympathies pawn",
    "economy.dollar_dependence": "Boxes of Dollar Dependence, in the order they are filled",
    "progress.leverage": "Boxes with room for yellow Leverage",
    "progress.reforms": "Boxes that hold a Reform",
    "progress.berlin_pv_bonus_per_cube": "PV that each cube in Berlin adds, in boxes 1 to 5",
    "reaction.leverage": "Boxes with room for black Leverage",
    "reaction.assassinations": "Boxes that hold an Assassinations marker",
    "reaction.nsdap_cadres": "Boxes that hold an NSDAP Cadre",
    "reaction.conservative_clique": "Boxes that hold a Conservative Clique",
    "reaction.rc_cubes": "Cubes the RC places, in boxes 1 to 5",
    "us_deals.yellow_leverage": "Boxes that hold yellow Leverage",
    "us_deals.dollar_dependence": "Boxes that hold a Dollar Dependence marker",
    "ussr_deals.reichswehr": "Boxes that hold a Reichswehr unit",
    "ussr_deals.yellow_leverage": "Boxes that hold yellow Leverage",
    "ussr_deals.black_leverage": "Boxes that hold black Leverage",
    "ussr_deals.kpd_cadres": "Boxes that hold a KPD Cadre",
    "kpd.strikes": "Boxes that hold a Strike (0 is Pragmatic, 3 Revolutionary)",
    "kpd.general_strike": "Box that holds the General Strike marker",
    "kpd.revolution": "Box that holds the Revolution marker",
    "kpd.cadres": "Boxes that hold a Cadre (-1 is next to Pragmatic, -3 Democratic)",
    "nsdap.assassinations": "Boxes that hold an Assassinations marker (3 is Revolutionary)",
    "nsdap.putsch": "Box that holds the Putsch marker",
    "nsdap.cadres": "Boxes that hold a Cadre (-1 is next to Pragmatic, -3 Democratic)",
    "rc.leverage": "Boxes that hold black Leverage",
    "rc.conservative_cliques": "Boxes with a Conservative Clique below",
    "rc.assassinations": "Box with the Assassinations marker below",
    "rc.putsch": "Box with the Putsch marker below",
    "clique_homes.a": "Box where Conservative Clique A waits",
    "clique_homes.b": "Box where Conservative Clique B waits",
    "clique_homes.c": "Box where Conservative Clique C waits",
    "pieces.middle_class": "Middle Class Sympathies pawns",
    "pieces.assassinations": "Assassinations markers",
    "pieces.yellow_leverage": "Yellow Leverage markers",
    "pieces.black_leverage": "Black Leverage markers",
    "pieces.strike": "Strike markers (an Uprising on the back)",
}
_TITLES: Final = {
    "clique_homes": "Conservative Cliques",
    "pieces": "Pieces in the box, in all",
}


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to look up: ``facts`` are what an answer settles, ``value`` what holds so far."""

    ident: str
    subject: str
    kind: Kind
    words: str
    facts: tuple[str, ...]
    value: Any
    shown: str
    hint: str


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of a page: of one space, track or mat, or those of a decision."""

    subject: str
    title: str
    questions: tuple[Question, ...]


def open_facts(board: Board) -> list[str]:
    """Every fact that is not confirmed yet, once; of adjacency, the lines the board has."""
    return list(dict.fromkeys(fact for one in _questions(board) for fact in one.facts))


def groups(board: Board, facts: Sequence[str] | None = None) -> list[Group]:
    """The open questions by what they are about; with ``facts``, those that settle one of these."""
    if facts is None:
        return _grouped(board, _questions(board))
    lines = [_line(board, fact) for fact in facts if fact.startswith("adjacency.")]
    wanted = [fact for fact in facts if not fact.startswith("adjacency.")]
    others = [
        one for one in _questions(board) if any(_covers(mine, fact) for mine in one.facts for fact in wanted)
    ]
    found = [*(line for line in lines if line is not None), *(_with_subject(board, one) for one in others)]
    return [
        Group("decision", "What the decision leaned on", tuple(found[at : at + MOST]))
        for at in range(0, len(found), MOST)
    ]


def _with_subject(board: Board, question: Question) -> Question:
    return replace(question, words=f"{subject_name(board, question.subject)}, {question.words}")


def _covers(mine: str, fact: str) -> bool:
    return mine == fact or mine.startswith(f"{fact}.") or fact.startswith(f"{mine}.")


def _grouped(board: Board, questions: Iterable[Question]) -> list[Group]:
    by_subject: dict[str, list[Question]] = {}
    for one in questions:
        by_subject.setdefault(one.subject, []).append(one)
    return [
        Group(subject, subject_name(board, subject), tuple(of_it[at : at + MOST]))
        for subject, of_it in by_subject.items()
        for at in range(0, len(of_it), MOST)
    ]


def subject_name(board: Board, subject: str) -> str:
    """What a group of questions is about, in words."""
    if subject in board.spaces:
        return board.spaces[subject].name
    if subject in FACTION_NAMES:
        return f"{FACTION_NAMES[subject]} mat"
    return _TITLES.get(subject) or f"{TRACK_NAMES[subject]} track"


# -- the questions -----------------------------------------------------------------------------------


def _questions(board: Board) -> Iterator[Question]:
    asked = [
        *(one for space in board.spaces for one in _of_space(board, space)),
        *(one for track in TRACKS for key in board.tracks[track] for one in _of_track(board, track, key)),
        *(one for kind in board.pieces for one in _of_track(board, "pieces", kind)),
    ]
    yield from (one for one in asked if one.facts)


def _still_open(board: Board, facts: Iterable[str]) -> tuple[str, ...]:
    return tuple(fact for fact in facts if not board.is_confirmed(fact))


def _of_space(board: Board, ident: str) -> Iterator[Question]:
    space = board.spaces[ident]
    for key, words in (("pop", "Population"), ("pv", "Political Value")):
        value = getattr(space, key)
        facts = _still_open(board, [f"{key}.{ident}"])
        yield Question(f"{key}.{ident}", ident, "number", words, facts, value, str(value), "a number")
    facts = _still_open(board, [f"region.{ident}"])
    region = board.regions[space.region] if space.region else NONE
    hint = f"{', '.join(board.regions.values())} or {NONE}"
    yield Question(f"region.{ident}", ident, "region", "Region", facts, space.region, region, hint)
    near = board.neighbours[ident]
    facts = _still_open(board, (pair(ident, other) for other in near))
    shown = ", ".join(board.spaces[other].name for other in near)
    hint = "all of its neighbours, with commas; or what changes: +Berlin, -Bayern"
    yield Question(f"neighbours.{ident}", ident, "neighbours", "Adjacent to", facts, near, shown, hint)


def _line(board: Board, fact: str) -> Question | None:
    """Whether two spaces are adjacent; ``fact`` is the id of one pair."""
    parts = fact.partition(".")[2].split("-")
    if board.is_confirmed(fact) or len(parts) != 2 or not set(parts) <= set(board.spaces):
        return None
    one, other = parts
    value = other in board.neighbours[one]
    words = f"{board.spaces[one].name} and {board.spaces[other].name} are adjacent"
    return Question(fact, _LINES, "line", words, (fact,), value, "yes" if value else "no", "yes or no")


def _of_track(board: Board, track: str, key: str) -> Iterator[Question]:
    fact = f"{track}.{key}"
    value = board.pieces[key] if track == "pieces" else board.tracks[track][key]
    if isinstance(value, Mapping) and any(isinstance(inner, tuple) for inner in value.values()):
        for side, boxes in value.items():
            yield _track_question(board, f"{fact}.{side}", [f"{fact}.{side}"], boxes)
    elif isinstance(value, Mapping):
        yield _track_question(board, fact, [f"{fact}.{inner}" for inner in value], value)
    else:
        yield _track_question(board, fact, [fact], value)


def _track_question(board: Board, fact: str, facts: Iterable[str], value: Any) -> Question:
    track, _, key = fact.partition(".")
    words = _WORDS.get(fact, key.replace("_", " ").replace(".", " ").capitalize())
    kind: Kind = "number"
    shown, hint = str(value), "a number"
    if isinstance(value, Mapping):
        kind, shown = "numbers", " ".join(str(number) for number in value.values())
        hint = f"{len(value)} numbers, with spaces"
    elif isinstance(value, tuple):
        kind, shown = "boxes", ", ".join(_box_name(track, box) for box in value) or NONE
        hint = f"boxes, with commas, or {NONE}"
    elif isinstance(value, str):
        kind, shown = "home", board.place_name(value)
        hint = "rc or reaction and a number: rc 4"
    return Question(fact, track, kind, words, _still_open(board, facts), value, shown, hint)


def _box_name(track: str, box: object) -> str:
    return ECONOMY_NAMES[str(box)] if track == "economy" else str(box)


# -- the answers -------------------------------------------------------------------------------------


def confirming(board: Board, question: Question) -> list[Statement]:
    """The statements that say that it is as the board has it."""
    return _statements(board, question, question.value)


def answering(board: Board, question: Question, text: str) -> list[Statement]:
    """The statements of an answer typed by the player.

    Raises :class:`~weimar_bot.reading.faults.UnreadableInput` for what is no answer to the question.
    """
    text = text.strip()
    if not text:
        raise UnreadableInput(f"nothing was given; it takes {question.hint}")
    return _statements(board, question, _READERS[question.kind](board, question, text))


def _statements(board: Board, question: Question, value: Any) -> list[Statement]:
    ident, subject = question.ident, question.subject
    match question.kind:
        case "neighbours":
            return _lines_said(board, question, tuple(value))
        case "line":
            one, other = ident.partition(".")[2].split("-")
            return [Line(one, other, value)]
    if subject in board.spaces:
        return [Stated(("spaces", subject, ident.partition(".")[0]), value)]
    return [Stated(tuple(ident.split(".")), value)]


def _lines_said(board: Board, question: Question, near: Sequence[str]) -> list[Statement]:
    """What is new: the lines not confirmed so far, and those that differ from what held."""
    here = question.subject
    told = [other for other in board.spaces if other in near or other in question.value]
    return [
        Line(here, other, other in near)
        for other in told
        if (other in near) != (other in question.value) or pair(here, other) in question.facts
    ]


def _number(board: Board, question: Question, text: str) -> int:
    if re.fullmatch(r"[-+]?[0-9]{1,4}", text):
        return int(text)
    raise _no_answer(text, question)


def _no_answer(text: str, question: Question) -> UnreadableInput:
    return UnreadableInput(f"{names.quoted(text)} is no answer here; it takes {question.hint}")


def _region(board: Board, question: Question, text: str) -> str | None:
    if names.fold(text) in (NONE, "no"):
        return None
    found = [one for one in names.matches(text, board.spellings) if one in board.regions]
    if len(found) != 1:
        raise _no_answer(text, question)
    return found[0]


def _neighbours(board: Board, question: Question, text: str) -> tuple[str, ...]:
    words = [word.strip() for word in re.split(r"[,;]", text) if word.strip()]
    signs = [word[0] if word[0] in "+-" else "" for word in words]
    if any(signs) and not all(signs):
        raise UnreadableInput("either every name has a + or - before it, or none has")
    found, faults = [], []
    for word in words:
        spaces = spaces_named(word.lstrip("+- "), board)
        if len(spaces) == 1 and spaces[0] != question.subject:
            found.append(spaces[0])
        elif spaces == [question.subject]:
            faults.append(Fault(f"{names.quoted(word)} is the space itself"))
        else:
            faults.append(Fault(space_fault(word.lstrip("+- "), spaces, board)))
    if faults:
        raise UnreadableInput(faults)
    if not any(signs):
        return tuple(found)
    near = set(question.value)
    for sign, space in zip(signs, found, strict=True):
        near = near | {space} if sign == "+" else near - {space}
    return tuple(near)


def _yes_or_no(board: Board, question: Question, text: str) -> bool:
    if text.lower() in ("y", "yes", "n", "no"):
        return text.lower().startswith("y")
    raise _no_answer(text, question)


def _boxes(board: Board, question: Question, text: str) -> list[int | str]:
    if names.fold(text) in (NONE, "no"):
        return []
    if question.subject == "economy":
        return [_economy_box(word, question) for word in re.split(r"[,;]", text) if word.strip()]
    words = re.split(r"[\s,;]+", text.strip(" ,;"))
    return [_number(board, question, word) for word in words]


def _economy_box(word: str, question: Question) -> str:
    """A box as it is shown or by its id, any unique beginning of either being enough; ``left 3`` as well."""
    known = {
        ident: (
            name,
            name.removesuffix(" of Stable"),
            " ".join(reversed(name.removesuffix(" of Stable").split())),
        )
        for ident, name in ECONOMY_NAMES.items()
    }
    found = names.matches(word, names.index(known))
    if len(found) != 1:
        every = ", ".join(ECONOMY_NAMES.values())
        raise UnreadableInput(f"{names.quoted(word.strip())} is no box of Economy; they are: {every}")
    return found[0]


def _numbers(board: Board, question: Question, text: str) -> dict[Any, int]:
    words = re.split(r"[\s,;]+", text.strip(" ,;"))
    if len(words) != len(question.value):
        raise UnreadableInput(f"these are {len(words)}, not {len(question.value)}; it takes {question.hint}")
    return {box: _number(board, question, word) for box, word in zip(question.value, words, strict=True)}


def _home(board: Board, question: Question, text: str) -> str:
    found = re.fullmatch(r"(rc|reaction)\D*([1-5])", text.lower())
    if found is None:
        raise _no_answer(text, question)
    return f"{found[1]}:{found[2]}"


_READERS: Final = {
    "number": _number,
    "region": _region,
    "neighbours": _neighbours,
    "line": _yes_or_no,
    "boxes": _boxes,
    "numbers": _numbers,
    "home": _home,
}
