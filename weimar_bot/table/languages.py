"""The names of spaces and Regions in the language a player prefers.

Only what is shown changes: ids stay, and every spelling of every language is understood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from weimar_bot.reading import names
from weimar_bot.reading.source import read_file
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import shipped_board

GERMAN: Final = "german"
ENGLISH: Final = "english"
LANGUAGES: Final = (GERMAN, ENGLISH)
_ENGLISH_FILE: Final = Path(__file__).parents[1] / "data" / "names_english.yaml"


def named(board: Board, language: str) -> Board:
    """``board`` with its spaces and Regions called as in ``language``.

    ``german`` is how the printed board has them. Raises ValueError for another language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no names in {language!r}; there are: {', '.join(LANGUAGES)}")
    return _renamed(board, _english() if language == ENGLISH else _printed())


def named_as(board: Board, model: Board) -> Board:
    """``board`` with the names that ``model`` has."""
    return _renamed(board, {**{one.id: one.name for one in model.spaces.values()}, **model.regions})


def _renamed(board: Board, called: Mapping[str, str]) -> Board:
    """Names shown are changed; a new spelling never takes one that means something else."""
    spaces = {ident: replace(space, name=called[ident]) for ident, space in board.spaces.items()}
    regions = {ident: called[ident] for ident in board.regions}
    every = names.index({ident: (name, called[ident]) for ident, name in _english().items()})
    return replace(board, spaces=spaces, regions=regions, spellings={**every, **board.spellings})


@cache
def _english() -> Mapping[str, str]:
    data: Any = read_file(_ENGLISH_FILE, "names_english.yaml").data
    return {**data["spaces"], **data["regions"]}


@cache
def _printed() -> Mapping[str, str]:
    board = shipped_board()
    return {**{space.id: space.name for space in board.spaces.values()}, **board.regions}
