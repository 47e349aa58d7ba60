"""Where files lie: what comes with the program, and what belongs to the player."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

_PACKAGE: Final = Path(__file__).resolve().parent

HOME_VARIABLE: Final = "WEIMAR_BOT_HOME"


def folder(name: Literal["flowcharts", "cards"]) -> Path:
    """The flowcharts or bot cards: beside the package in a checkout, inside it once installed."""
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    return _PACKAGE / "shipped" / name


def data_file(name: str) -> Path:
    """A data file of the package, such as ``rulings.yaml``."""
    return _PACKAGE / "data" / name


def example() -> Path:
    """The table of the rulebook's long example: among the tests in a checkout, else with the package."""
    checkout = _PACKAGE.parent
    written = checkout / "tests" / "data" / "osthilfe.yaml"
    if (checkout / "pyproject.toml").is_file() and written.is_file():
        return written
    return _PACKAGE / "shipped" / "osthilfe.yaml"


def data_folder() -> Path:
    """The player's own folder for saves and corrections; it need not exist yet.

    ``WEIMAR_BOT_HOME`` names another one.
    """
    from platformdirs import user_data_path  # only loaded by those who need the folder

    return _home() or user_data_path("weimar-bot", appauthor=False)


def config_folder() -> Path:
    """The player's own folder for settings; it need not exist yet.

    ``WEIMAR_BOT_HOME`` names one folder for everything.
    """
    from platformdirs import user_config_path

    return _home() or user_config_path("weimar-bot", appauthor=False)


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() if home else None
