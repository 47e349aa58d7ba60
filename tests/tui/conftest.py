"""Every test of the app has an empty data folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder, empty."""
    folder = tmp_path / "home"
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(folder))
    return folder
