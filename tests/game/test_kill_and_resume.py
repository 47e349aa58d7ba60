"""A game killed at any moment goes on as if nothing had happened (a few kills; the command does many)."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tests.game import kill_and_resume
from tests.game.kill_and_resume import (
    GAMES,
    compared,
    finish,
    kills,
    random_script,
    saved_records,
    written_script,
)

needs_sigkill = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@needs_sigkill
def test_killed_games_end_as_if_never_killed(tmp_path: Path) -> None:
    done = list(kills(8, seed=7, folder=tmp_path))
    assert sum(killed for killed, _ in done) == 8
    assert [fault for _, fault in done if fault] == []


@needs_sigkill
def test_the_command_says_how_many_games_ended_as_they_should(capsys: pytest.CaptureFixture[str]) -> None:
    assert kill_and_resume.main(["1", "--seed", "3"]) == 0
    assert capsys.readouterr().out == "1 kills in 1 games: 1 ended as if never killed, 0 did not.\n"


def test_a_game_that_ends_differently_is_noticed(tmp_path: Path) -> None:
    script = random_script(Random(5), "tutorial", most=12)
    other = random_script(Random(6), "tutorial", most=12)
    save = tmp_path / "game.jsonl"
    assert finish(save, script) == ""
    assert compared(save, other.end).startswith("another ")


def test_the_lines_left_are_those_the_save_does_not_hold(tmp_path: Path) -> None:
    script = written_script(GAMES / "one_human_tutorial.txt")
    assert script.left(-1) != script.lines  # the answers before the game are not in the save
    assert script.left(script.records[-1]) == ()
    middle = script.lines.index("place influence")
    assert script.left(script.records[middle] - 1) == script.lines[middle:]
    assert saved_records(tmp_path / "none.jsonl") == -1
