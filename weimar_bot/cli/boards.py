"""The board the commands work with: the shipped one, with the player's own facts laid over it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from weimar_bot import resources
from weimar_bot.reading.faults import UnreadableInput

if TYPE_CHECKING:
    from weimar_bot.table.board import Board


def corrections_file() -> Path | None:
    """The file of the player's corrections, if there is one.

    Raises :class:`~weimar_bot.reading.faults.InputError` for a folder that cannot be read.
    """
    try:
        corrections = resources.data_folder() / "board.yaml"
        return corrections if corrections.is_file() else None
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"the data folder cannot be read: {reason.lower()} (WEIMAR_BOT_HOME names another)"
        raise UnreadableInput(message) from None


def players_board() -> Board:
    """The board with the player's corrections, if there are any.

    Raises :class:`~weimar_bot.reading.faults.InputError` for a faulty file or a folder that cannot be read.
    """
    from weimar_bot.table.board_file import load_board  # which reads YAML: not every command does

    return load_board(corrections_file())
