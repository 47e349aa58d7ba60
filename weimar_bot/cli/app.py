"""Starting the terminal app from the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from weimar_bot.bot.players_files import players_board
from weimar_bot.reading.faults import Fault, Place, UnreadableInput

# Set where Textual draws on something else than a terminal.
DRIVER_VARIABLE: Final = "TEXTUAL_DRIVER"


def at_a_terminal() -> bool:
    """Whether somebody sits at a terminal, or at a browser, that the app can draw on."""
    if DRIVER_VARIABLE in os.environ:  # `serve` draws in a browser
        return True
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def run_app(*, game: Path | None = None, position: Path | None = None, desk: bool = False) -> int:
    """Run the app, with a saved game, or the ruling desk with a position, open in it.

    Raises :class:`UnreadableInput` where there is no such file, and where there is no terminal.
    """
    for file in (game, position):
        if file is not None and not file.exists():
            raise UnreadableInput(Fault("there is no such file", Place(str(file))))
    if not at_a_terminal():
        raise UnreadableInput("the app needs a terminal; `weimar-bot play --plain` does without")
    board = players_board()
    from weimar_bot.tui.app import run

    unsaved = run(board, game=game, position=position, desk=desk)
    if unsaved:
        print(f"Not saved: {unsaved}", file=sys.stderr)
        return 2
    return 0
