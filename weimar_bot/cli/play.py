"""``weimar-bot play --plain``: a game line by line, from a person, a pipe or a script."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom

from weimar_bot.cli.app import at_a_terminal, run_app
from weimar_bot.cli.interrupts import Interrupts
from weimar_bot.game.journal import DamagedJournal, Journal, list_saves, new_path
from weimar_bot.game.new_game import MOST_SEEDS
from weimar_bot.game.plain import Conversation
from weimar_bot.game.players_files import own_events, players_board
from weimar_bot.game.saving import FileKeeper, NoKeeper, opening_notes, restored
from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.reading.names import whole_number

EXPECT = "!"
PROMPT = "> "


def play(arguments: argparse.Namespace) -> int:
    """Play a script to its end, or a game with whoever sits at the keyboard."""
    if arguments.script:
        return _script(Path(arguments.script), quiet=arguments.quiet)
    if not arguments.plain and at_a_terminal() and not arguments.save:
        game = _save_meant(arguments.resume) if arguments.resume is not None else None
        return run_app(game=game)
    return _at_the_keyboard(arguments)


def _at_the_keyboard(arguments: argparse.Namespace) -> int:
    conversation, keeper = _resumed(arguments) if arguments.resume is not None else _new(arguments)
    interrupts = Interrupts()
    conversation.interrupted = lambda: interrupts.pressed
    with interrupts.noted():
        try:
            _talk(conversation, interrupts)
        finally:
            unsaved = keeper.close()
        return _farewell(conversation, keeper, unsaved)


def _talk(conversation: Conversation, interrupts: Interrupts) -> None:
    """Line by line until the game is left, the input ends or Ctrl-C is pressed."""
    try:
        conversation.begin()
        for line in _typed(interrupts):
            conversation.take(line)
            sys.stdout.flush()
            if conversation.left:
                return
    except KeyboardInterrupt:
        print()


def _farewell(conversation: Conversation, keeper: FileKeeper, unsaved: str) -> int:
    """Say where the game is kept; the exit status."""
    if unsaved:
        print(f"Not saved: {unsaved}", file=sys.stderr)
        return 2
    if keeper.journal is not None:
        go_on = f". Go on with: weimar-bot play --plain --resume {_as_argument(keeper.path)}"
        print(f"Saved: {keeper.path}{'' if conversation.over else go_on}")
    return 0


def _new(arguments: argparse.Namespace) -> tuple[Conversation, FileKeeper]:
    board, seed = players_board(), SystemRandom().randint(0, MOST_SEEDS)
    path = Path(arguments.save) if arguments.save else new_path("game")
    if os.path.lexists(path):
        message = f"there is a file of this name; to go on with it: --resume {_as_argument(path)}"
        raise UnreadableInput(Fault(message, Place(str(path))))
    keeper = FileKeeper(path)
    return Conversation(board, _say, keeper, seed, own_events=own_events()), keeper


def _resumed(arguments: argparse.Namespace) -> tuple[Conversation, FileKeeper]:
    board, path = players_board(), _save_meant(arguments.resume)
    up_to = whole_number(arguments.up_to, "--up-to") if arguments.up_to is not None else None
    try:
        journal = Journal.open(path, up_to)
    except DamagedJournal as damage:
        raise UnreadableInput([*damage.faults, Fault(f"to do so, add --up-to {damage.good}")]) from None
    if journal.lost_tail:
        print(f"Part of the save was left out: {journal.lost_tail}")
    keeper = FileKeeper(path, journal)
    try:
        notes = opening_notes(journal.start, board)
        session = restored(journal.start, journal.records, board)
    except BaseException:
        keeper.close()
        raise
    for note in notes:
        print(note)
    return Conversation(session.table.board, _say, keeper, session=session), keeper


def _say(line: str) -> None:
    """Show a line; at a terminal it is broken between words, and what follows stands under it."""
    if not sys.stdout.isatty():
        print(line)
        return
    for part in line.split("\n"):
        indent = part[: len(part) - len(part.lstrip())]
        width = shutil.get_terminal_size().columns
        print(textwrap.fill(part, width, subsequent_indent=f"{indent}  ") if len(part) > width else part)


def _as_argument(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)


def _save_meant(text: str) -> Path:
    """The file of a save: the one named, or the last one played."""
    if text:
        return Path(text)
    saves = [save for save in list_saves() if save.fault is None]
    if not saves:
        raise UnreadableInput("there is no saved game to go on with")
    return saves[0].path


def _typed(interrupts: Interrupts) -> Iterator[str]:
    """Lines as they are typed, until the input ends; what is no text in them does no harm."""
    if sys.stdin is None:
        return
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    while True:
        try:
            with interrupts.waiting():
                line = input(PROMPT if sys.stdin.isatty() else "")
        except (EOFError, OSError):  # the end of the pipe, or a terminal that is gone
            print()
            return
        yield line


# -- scripts -------------------------------------------------------------------------------------------


def _script(path: Path, quiet: bool) -> int:
    """Play a written game: lines as a person types them, ``#`` comments, ``! text`` what must be shown.

    Raises :class:`UnreadableInput` with file and line where something expected was not shown, where a
    line was refused, and where the lines end before the game does.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(Fault(f"cannot be read: {error}", Place(str(path)))) from None
    reader = _Reader(quiet)
    conversation = Conversation(players_board(), reader.say, NoKeeper(), own_events=own_events())
    conversation.begin()
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith(EXPECT):
            _expect(reader, text[len(EXPECT) :].strip(), path, number)
            continue
        reader.forget()
        conversation.take("" if text == "default" else text)
        if reader.refused:
            raise UnreadableInput(Fault(f"refused: {reader.refused}", Place(str(path), number, 1)))
    if not conversation.over:
        raise UnreadableInput(Fault("the script ends before the game does", Place(str(path), len(lines), 1)))
    return 0


def _expect(reader: _Reader, text: str, path: Path, number: int) -> None:
    if not text:
        raise UnreadableInput(Fault("an expectation needs a text", Place(str(path), number, 1)))
    if text not in reader.shown:
        last = reader.shown.strip().splitlines()[-1:] or ["nothing"]
        message = f"this was to be shown: {text}; the last line shown is: {last[0]}"
        raise UnreadableInput(Fault(message, Place(str(path), number, 1)))


class _Reader:
    """What a script's game has shown since its last line."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)
        if not self.quiet:
            print(line)

    def forget(self) -> None:
        self.lines.clear()

    @property
    def shown(self) -> str:
        return "\n".join(self.lines)

    @property
    def refused(self) -> str:
        return "; ".join(line.removeprefix("  ! ") for line in self.lines if line.startswith("  ! "))
