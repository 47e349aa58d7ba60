"""Files a player asks for: the log, a position. Nothing that lies there already is written over."""

from __future__ import annotations

import os
from pathlib import Path

from weimar_bot.game.log import as_markdown
from weimar_bot.game.session import Session
from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.table.position_write import write_position
from weimar_bot.table.table import Table


def free_path(stem: str, suffix: str, folder: Path | None = None) -> Path:
    """A file name that is still free, such as ``weimar-log-2.md``, in ``folder`` or the present one."""
    folder = folder or Path.cwd()
    number = 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}{suffix}"
        if not os.path.lexists(path):
            return path
        number += 1


def write_log(path: Path, session: Session) -> None:
    """Write the whole log as Markdown. Raises :class:`UnreadableInput` where that cannot be."""
    _write_new(path, as_markdown(session))


def write_position_file(path: Path, table: Table) -> None:
    """Write the table as a position file. Raises :class:`UnreadableInput` where that cannot be."""
    _write_new(path, write_position(table))


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UnreadableInput(
            Fault("a file of this name lies there; choose another", Place(str(path)))
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableInput(Fault(f"cannot be written: {reason}", Place(str(path)))) from None
