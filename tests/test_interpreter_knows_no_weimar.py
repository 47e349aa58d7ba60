"""The flowchart package serves any game: it mentions nothing of this one (design, charts decide)."""

import re
from pathlib import Path

import pytest

from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTION_NAMES, PIECES

PACKAGE = Path(__file__).parents[1] / "weimar_bot" / "flowchart"

# English words that other games use as well, and that a general text cannot do without.
COMMON = {
    "and",
    "marker",
    "loyal",
    "side",
    "the",
    "states",
    "unrevealed",
    "revealed",
    "middle",
    "class",
    "general",
}


def _words_of_the_game() -> set[str]:
    board = shipped_board()
    names = [*FACTION_NAMES, *FACTION_NAMES.values(), *PIECES]
    names += [piece.name for piece in PIECES.values()] + [space.name for space in board.spaces.values()]
    names += [
        *board.spaces,
        *board.regions,
        *board.regions.values(),
        "weimar",
        "stance",
        "leverage",
        "economy",
    ]
    words = {word for name in names for word in re.split(r"[^\w]|_", name.casefold())}
    return {word for word in words if len(word) > 1} - COMMON


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("*.py")), ids=lambda file: file.name)
def test_no_module_of_the_interpreter_names_a_faction_piece_or_place(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("weimar_bot", "").casefold()
    found = set(re.findall(r"[^\W_]+", text)) & _words_of_the_game()
    assert not found


def test_the_words_looked_for_include_factions_pieces_and_places() -> None:
    assert {"kpd", "reichswehr", "pommern", "influence", "strike"} <= _words_of_the_game()
