"""Asking where something happens, and to whose pieces, as the data of an Event file has it (6.1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from weimar_bot.bot import event_model as model
from weimar_bot.bot.event_words import piece_name
from weimar_bot.game.pending import Option, Question
from weimar_bot.game.runtime import YES_NO, Step
from weimar_bot.reading.faults import AmbiguousInput, UnreadableInput
from weimar_bot.reading.names import did_you_mean, matches, quoted
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES

Data = dict[str, Any]

MAP: Final = "map"
DONE: Final = "done"
_OWN_OR_OPPOSING: Final = (Option("own", "its own"), Option("opposing", "opposing"))
_FACTIONS: Final = tuple(Option(faction, name) for faction, name in FACTION_NAMES.items())
_CONDITIONS: Final = {
    "spaces": "in spaces or Regions by name",
    "city": "in a City",
    "no_city": "in no City",
    "adjacent_to": "adjacent to spaces by name",
    "presence_of": "with Presence of",
    "no_presence_of": "without Presence of",
    "dominance_of": "under Dominance of",
    "supremacy_of": "under Supremacy of",
    "control_of": "under Parliamentary Control of",
    "holds": "holding a piece",
    "lacks": "without a piece",
}
_GIVEN_BY: Final = {"no_city": "city"}  # the key in the file, where it has another name


def whose_pieces() -> tuple[Option, ...]:
    """The answers to whose pieces an effect is about."""
    return (*_OWN_OR_OPPOSING, Option("any", "anybody's"), *_FACTIONS)


def other_space() -> Step[bool]:
    """Ask whether an effect done several times needs another space each time."""
    question = Question("different", "Each time in another space?", YES_NO, default="no", cites=("6.1",))
    return (yield question) == "yes"


def where(text: str, board: Board) -> Step[str | Data]:
    """``map``, or one condition after another that a space has to fit."""
    found: Data = {}
    first, ends = text, Option(MAP, "anywhere on the map")
    while True:
        left = [key for key in _CONDITIONS if _GIVEN_BY.get(key, key) not in found]
        options = (ends, *(Option(key, _CONDITIONS[key]) for key in left))
        key = yield Question("where", first, options, default=ends.key, cites=("6.1",))
        if key == ends.key:
            return found or MAP
        found[_GIVEN_BY.get(key, key)] = yield from _condition(key, board)
        first, ends = "Which other condition has the space to fit?", Option(DONE, "none")


def _condition(key: str, board: Board) -> Step[object]:
    if key in ("city", "no_city"):
        return key == "city"
    if key == "spaces":
        regions = tuple(Option(region, board.area_name(region)) for region in board.regions)
        read = partial(_areas, board, frozenset((*board.spaces, *board.regions)))
        answer = yield Question("spaces", "Which? (several: berlin, hamburg)", regions, read=read)
        return answer.split(",")
    if key == "adjacent_to":
        cities = tuple(Option(name, space.name) for name, space in board.spaces.items() if space.city)
        read = partial(_areas, board, frozenset(board.spaces))
        answer = yield Question("spaces", "To which? (several: berlin, hamburg)", cities, read=read)
        return answer.split(",")
    if key in ("holds", "lacks"):
        pieces = tuple(Option(piece, piece_name(piece)) for piece in model.REMOVABLE)
        return [(yield Question("piece", f"Which piece? ({_CONDITIONS[key]})", pieces))]
    text = f"Whose? ({_CONDITIONS[key]})"
    return [(yield Question("faction", text, (*_OWN_OR_OPPOSING, *_FACTIONS), cites=("6.1",)))]


def _areas(board: Board, valid: Iterable[str], text: str) -> str:
    """Names of spaces with commas between them, as ids with commas between them.

    Raises :class:`UnreadableInput` or :class:`AmbiguousInput` for a word that is no name of one.
    """
    return ",".join(dict.fromkeys(_area(board, frozenset(valid), word.strip()) for word in text.split(",")))


def _area(board: Board, valid: frozenset[str], word: str) -> str:
    spellings = {spelling: name for spelling, name in board.spellings.items() if name in valid}
    found = matches(word, spellings)
    if len(found) > 1:
        raise AmbiguousInput(f"{quoted(word)} may be {', '.join(map(board.area_name, found))}")
    if not found:
        hint = did_you_mean(word, [board.area_name(name) for name in sorted(valid)])
        raise UnreadableInput(f"{quoted(word)} is no name of a space{hint}")
    return found[0]
