"""Nothing the program does reaches out: deciding, self-play and a whole game run with all sockets barred."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# An audit hook sees every socket, whatever library opens it, and cannot be taken off again.
_BARRED = """
import sys
def bar(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        raise SystemExit(f"reached out: {event} {arguments}")
sys.addaudithook(bar)
"""
_RUN = "from weimar_bot.cli.main import main\nif __name__ == '__main__':\n    sys.exit(main())\n"


def _run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _BARRED + code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "WEIMAR_BOT_HOME": "/nonexistent"},
    )


@pytest.mark.parametrize(
    "command",
    [
        "decide tests/data/osthilfe.yaml --faction coalition --card 5",
        "explain tests/data/osthilfe.yaml --faction coalition --card 5 --format json",
        "simulate --scenario tutorial --games 2 --jobs 1",
        "simulate --scenario tutorial --games 11 --jobs 2",
        "play --script tests/games/one_human_tutorial.txt --quiet",
        "validate",
    ],
)
def test_a_command_needs_no_network(command: str) -> None:
    done = _run(_RUN, *command.split())
    assert done.returncode == 0, done.stderr
    assert "reached out" not in done.stderr


def test_a_socket_would_be_noticed() -> None:
    done = _run("import socket\nsocket.create_connection(('127.0.0.1', 9))")
    assert done.returncode == 1 and "reached out: socket." in done.stderr
