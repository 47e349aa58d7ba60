"""The player's own ``board.yaml``: statements about the board are written to it at once, for good."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from weimar_bot import resources
from weimar_bot.game.journal_files import free, plain, write_whole
from weimar_bot.reading.faults import Fault, InputError, Place, UnreadableInput
from weimar_bot.reading.source import read_bytes, read_text
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import corrected, load_board, shipped_board
from weimar_bot.table.corrections import Statement, with_statements

FILE: Final = "board.yaml"


def corrections_file() -> Path:
    """Where a player's corrections lie. Raises :class:`InputError` if the home folder cannot be told."""
    try:
        return resources.data_folder() / FILE
    except (OSError, RuntimeError) as error:
        raise UnreadableInput(
            f"the data folder cannot be told: {error} (WEIMAR_BOT_HOME names another)"
        ) from None


def record(statements: Iterable[Statement], path: Path | None = None) -> Board:
    """Write what the player's board says into the corrections file; the board with it in place.

    Nothing is written unless the board can be read with it. Raises :class:`InputError` for a
    statement that contradicts the rulebook, a file that was faulty before, and one that cannot be
    written. Should a remark of the player have to go, the file as it was is kept beside it.
    """
    path = path or corrections_file()
    before = _text_of(path)
    corrected(shipped_board(), read_text(before, str(path)))
    after = with_statements(before, statements, shipped_board())
    try:
        corrected(shipped_board(), read_text(after, str(path)))
    except InputError as error:  # its places are in a text that nobody sees
        faults = [Fault(fault.message, sections=fault.sections) for fault in error.faults]
        raise type(error)(faults) from None
    if after != before:
        _write(path, after, keep=not _remarks(before) <= _remarks(after))
    return load_board(path if path.exists() else None)


def _text_of(path: Path) -> str:
    try:
        raw = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise UnreadableInput(Fault(f"cannot be opened: {plain(error)}", Place(str(path)))) from None
    read_bytes(raw, str(path))  # says in words what no text file may hold
    return raw.decode("utf-8-sig")


def _remarks(text: str) -> set[str]:
    return {line.partition("#")[2].strip() for line in text.splitlines() if "#" in line}


def _write(path: Path, text: str, *, keep: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keep:
            shutil.copy2(path, free(path, ".old"))
        write_whole(path, text.encode())
    except OSError as error:
        raise InputError(Fault(f"cannot be written: {plain(error)}", Place(str(path)))) from None
