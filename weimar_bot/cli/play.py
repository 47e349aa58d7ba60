"""``weimar-bot play --plain``: a game line by line, from a person, a pipe or a script."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom

from weimar_bot.cli.boards import players_board
from weimar_bot.game.journal import Journal, list_saves, new_path
from weimar_bot.game.new_game import MOST_SEEDS
from weimar_bot.game.plain import Conversation
from weimar_bot.game.saving import FileKeeper, NoKeeper, restored
from weimar_bot.reading.faults import Fault, Place, UnreadableInput

EXPECT = "!"
PROMPT = "> "


def play(arguments: argparse.Namespace) -> int:
    """Play a script to its end, or a game with whoever sits at the keyboard."""
    if arguments.script:
        return _script(Path(arguments.script), quiet=arguments.quiet)
    if not arguments.plain:
        print("The terminal app is not there yet: this is the plain game (--plain).")
    return _at_the_keyboard(arguments)


def _at_the_keyboard(arguments: argparse.Namespace) -> int:
    board, seed = players_board(), SystemRandom().randint(0, MOST_SEEDS)
    if arguments.resume is not None:
        path = _save_meant(arguments.resume)
        journal = Journal.open(path)
        if journal.lost_tail:
            print(f"The end of the save was damaged and is lost: {journal.lost_tail}")
        keeper = FileKeeper(path, journal)
        session = restored(journal.start, journal.records, board)
        conversation = Conversation(board, print, keeper, seed, session)
    else:
        keeper = FileKeeper(Path(arguments.save) if arguments.save else new_path("game"))
        conversation = Conversation(board, print, keeper, seed)
    try:
        conversation.begin()
        for line in _typed():
            conversation.take(line)
            sys.stdout.flush()
            if conversation.over:
                break
    except KeyboardInterrupt:
        print()
    finally:
        keeper.close()
    if not conversation.over and keeper.journal is not None:
        print(f"Saved: {keeper.path}. Go on with: weimar-bot play --plain --resume {keeper.path}")
    return 0


def _save_meant(text: str) -> Path:
    """The file of a save: the one named, or the last one played."""
    if text:
        return Path(text)
    saves = [save for save in list_saves() if save.fault is None]
    if not saves:
        raise UnreadableInput("there is no saved game to go on with")
    return saves[0].path


def _typed() -> Iterator[str]:
    """Lines as they are typed, until the input ends."""
    while True:
        try:
            yield input(PROMPT if sys.stdin.isatty() else "")
        except EOFError:
            print()
            return


# -- scripts -------------------------------------------------------------------------------------------


def _script(path: Path, quiet: bool) -> int:
    """Play a written game: lines as a person types them, ``#`` comments, ``! text`` what must be shown.

    The status is 1 if something expected was not shown, if a line was refused, or if lines ran out.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(Fault(f"cannot be read: {error}", Place(str(path)))) from None
    reader = _Reader(quiet)
    conversation = Conversation(players_board(), reader.say, NoKeeper())
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
