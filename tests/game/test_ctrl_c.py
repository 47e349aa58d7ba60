"""Ctrl-C at any moment of a plain game: it saves and leaves, and what was taken is in the save."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.game.test_plain import PROGRAM, ROOT, STARTED, home
from weimar_bot.cli.interrupts import Interrupts
from weimar_bot.game.journal import Journal
from weimar_bot.game.saving import restored
from weimar_bot.table.board_file import shipped_board

__all__ = ["home"]
ROUNDS = int(os.environ.get("CTRL_C_ROUNDS", "30"))
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")


def interrupted_after(seconds: float, lines: list[str]) -> tuple[int, str, str]:
    """A game into which lines pour until Ctrl-C comes: exit status, what was shown, what went wrong."""
    program = subprocess.Popen(
        [*PROGRAM, "--save", "game.jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )
    assert program.stdin is not None and program.stdout is not None
    first = program.stdout.readline()  # it runs, and its own handling of Ctrl-C is in force
    program.stdin.write("".join(f"{line}\n" for line in lines).encode())
    program.stdin.flush()
    time.sleep(seconds)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=60)
    return program.returncode, (first + out).decode(), err.decode()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_ctrl_c_at_a_random_moment_saves_what_was_taken_and_leaves(seed: int, home: Path) -> None:
    rng = Random(seed)
    lines = [*STARTED, *["kpd +1 hamburg", "kpd -1 hamburg", "undo", "redo"] * 400]
    status, out, err = interrupted_after(rng.uniform(0.0, 0.6), lines)
    assert (status, err) == (0, "")
    if not (home / "game.jsonl").exists():
        assert "Lay this out" not in out
        return
    assert "Saved: game.jsonl" in out.splitlines()[-1]
    assert list(home.glob("game.jsonl*")) == [home / "game.jsonl"], "nothing is left lying about"
    with Journal.open(home / "game.jsonl") as journal:
        assert journal.lost_tail is None
        kinds = [record["kind"] for record in journal.records]
        restored(journal.start, journal.records, shipped_board())
    assert kinds.count("entry") == out.count("Entered: "), "each line that was taken, and no other"


def test_a_run_of_instructions_is_broken_off_between_two_of_them(home: Path) -> None:
    bots = ["the fate", *["bot"] * 4, *["app"] * 3, "none", "7", "...", *["..."] * 50]
    status, out, err = interrupted_after(0.3, bots)
    assert (status, err) == (0, "") and "Saved: game.jsonl" in out.splitlines()[-1]


def test_while_a_line_is_worked_on_ctrl_c_is_noted_and_a_second_one_breaks_off() -> None:
    interrupts = Interrupts()
    with interrupts.noted():
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupts.pressed
        with pytest.raises(KeyboardInterrupt), interrupts.waiting():
            pytest.fail("nothing is waited for any more")
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_while_a_line_is_waited_for_ctrl_c_takes_effect_at_once() -> None:
    interrupts = Interrupts()
    with pytest.raises(KeyboardInterrupt), interrupts.noted(), interrupts.waiting():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interrupts().noted():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
