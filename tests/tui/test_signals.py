"""The app in a terminal of its own: a signal to leave restores the terminal and saves the game."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from weimar_bot.game.journal import Journal

pty = pytest.importorskip("pty")
ROOT = Path(__file__).parents[2]
LEFT_FULL_SCREEN = b"\x1b[?1049l"


class Terminal:
    """A program in a terminal of 100 columns and 30 lines."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        env = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLUMNS": "100",
            "LINES": "30",
            "PYTHONPATH": str(ROOT),
        }
        self.program = subprocess.Popen(
            [sys.executable, "-m", "weimar_bot", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = b""

    def wait_for(self, text: bytes, seconds: float = 40) -> None:
        """Read until ``text`` was shown since the last time."""
        until, start = time.monotonic() + seconds, len(self.shown)
        while text not in self.shown[start:]:
            ready, _, _ = select.select([self.master], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"{text!r} was not shown"
            self.shown += os.read(self.master, 65536)

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def end(self, number: int) -> int:
        """Send a signal; the exit status."""
        self.program.send_signal(number)
        try:
            self.wait_for(LEFT_FULL_SCREEN)
            return self.program.wait(timeout=20)
        finally:
            self.program.kill()
            os.close(self.master)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_leave_restores_the_terminal_and_saves_the_game(home: Path, number: int) -> None:
    terminal = Terminal()
    terminal.wait_for(b"Quit")
    terminal.type(b"\r")
    terminal.wait_for(b"Tutorial")
    terminal.type(b"1b")
    terminal.wait_for(b"lay this out")
    terminal.type(b"\r")
    terminal.wait_for(b"Tracks and mats")
    assert terminal.end(number) == 0
    (save,) = (home / "games").glob("*.jsonl")
    with Journal.open(save) as journal:
        assert journal.start["scenario"] == "tutorial"
