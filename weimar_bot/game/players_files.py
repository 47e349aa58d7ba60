"""What the player has in the data folder: corrections of the board, and Events of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from weimar_bot import resources
from weimar_bot.reading.faults import UnreadableInput

if TYPE_CHECKING:
    from weimar_bot.bot.event_model import EventCard
    from weimar_bot.table.board import Board

T = TypeVar("T")


def players_board() -> Board:
    """The board with the player's corrections, if there are any.

    Raises :class:`~weimar_bot.reading.faults.InputError` for a faulty file or a folder that cannot be read.
    """

    from weimar_bot.table.board_file import load_board  # which reads YAML: not every command does

    return load_board(own_corrections())


def own_corrections() -> Path | None:
    """The file of the player's corrections, if there is one. Raises as :func:`players_board`."""

    def look() -> Path | None:
        corrections = resources.data_folder() / "board.yaml"
        return corrections if corrections.is_file() else None

    return _from_folder(look)


def players_events() -> Mapping[int, EventCard]:
    """The shipped Events with the player's own over them, by number.

    Raises :class:`~weimar_bot.reading.faults.InputError` as :func:`players_board`.
    """
    from weimar_bot.bot.event_cards import player_events, player_library

    return _from_folder(lambda: player_library(player_events()))


def own_events() -> Mapping[int, Mapping[str, Any]]:
    """The player's own Events alone, as the data of their files. Raises as :func:`players_board`."""
    from weimar_bot.bot.event_cards import player_data, player_events

    return _from_folder(lambda: player_data(player_events()))


def _from_folder(read: Callable[[], T]) -> T:
    """What is read from the data folder, if that can be read."""
    try:
        return read()
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"the data folder cannot be read: {reason.lower()} (WEIMAR_BOT_HOME names another)"
        raise UnreadableInput(message) from None
