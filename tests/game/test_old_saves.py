"""Saves of other programs and other boards: what holds, what is told, and that old ones still open (8.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.test_plain import STARTED, TURN, home, piped
from weimar_bot import __version__
from weimar_bot.game.journal import Journal
from weimar_bot.game.saving import board_of, opening_notes, restored
from weimar_bot.reading.faults import InputError
from weimar_bot.table.board_file import board_with, load_board, shipped_board

__all__ = ["home"]
CORRECTIONS = "reaction: {rc_cubes: {1: 2}}\n"


def corrected(home: Path, text: str = CORRECTIONS) -> Path:
    file = home / "home" / "board.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def start_of(file: Path) -> dict[str, object]:
    with Journal.open(file) as journal:
        return dict(journal.start)


def test_a_save_holds_the_version_and_the_corrections_it_was_begun_with(home: Path) -> None:
    corrected(home)
    piped(STARTED, "--save", "game.jsonl")
    start = start_of(home / "game.jsonl")
    assert start["program"] == __version__ and start["board_corrections"] == CORRECTIONS


def test_the_corrections_of_the_save_hold_and_that_is_told(home: Path) -> None:
    file = corrected(home)
    piped(STARTED, "--save", "game.jsonl")
    file.unlink()
    done = piped([], "--resume", "game.jsonl")
    assert "Your board corrections have changed since this game began" in done.stdout and TURN in done.stdout
    start = start_of(home / "game.jsonl")
    board = restored(start, [], shipped_board()).table.board
    assert board.tracks["reaction"]["rc_cubes"][1] == 2


def test_nothing_is_told_where_the_corrections_are_the_same(home: Path) -> None:
    file = corrected(home)
    piped(STARTED, "--save", "game.jsonl")
    file.write_text(f"# as I counted\n{CORRECTIONS}")
    assert "corrections" not in piped([], "--resume", "game.jsonl").stdout
    board = load_board(file)
    assert board_of(start_of(home / "game.jsonl"), board) is board


def test_a_save_without_corrections_goes_on_with_the_players_board_of_now(home: Path) -> None:
    piped(STARTED, "--save", "game.jsonl")
    start = start_of(home / "game.jsonl")
    board = board_with(CORRECTIONS, "mine")
    old = {key: value for key, value in start.items() if key not in ("program", "board_corrections", "setup")}
    assert opening_notes(old, board) == []
    session = restored(old, [], board)
    assert session.table.board is board and session.setup == ()
    assert opening_notes(start, board) != [], "one begun on the shipped board stays on it"
    assert restored(start, [], board).table.board == shipped_board()


def test_a_save_of_another_version_is_told(home: Path) -> None:
    piped(STARTED, "--save", "game.jsonl")
    start = {**start_of(home / "game.jsonl"), "program": "0.0.1"}
    (note,) = opening_notes(start, shipped_board())
    assert "version 0.0.1" in note and __version__ in note


def test_corrections_that_are_none_any_more_are_refused_with_their_place(home: Path) -> None:
    piped(STARTED, "--save", "game.jsonl")
    start = {**start_of(home / "game.jsonl"), "board_corrections": "spaces: {nowhere: {pop: 1}}\n"}
    with pytest.raises(InputError, match="the board corrections in the save:1:"):
        restored(start, [], shipped_board())
