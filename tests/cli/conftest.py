"""A way to run the command line inside the test process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from weimar_bot.cli import main


@dataclass
class Ran:
    """What a command gave back."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Run:
    """``run("decide", ...)`` with an empty data folder of its own."""
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "home"))

    def run_command(*arguments: object) -> Ran:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run_command
