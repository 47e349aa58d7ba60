"""Press keys nobody would press, in the whole app, and see that nothing breaks and nothing is lost.

``python -m tests.tui.random_keys N [--seed S]`` presses for N seeds, one after the other. Keys, clicks,
pasted texts and changes of the terminal's size come at random; whenever the app is left it is started
again. After every few of them the game in memory must be the one its file leads to.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from traceback import format_tb
from unittest.mock import patch

from textual import events
from textual.pilot import Pilot

from tests.game.random_games import an_entry
from weimar_bot.game.journal import Journal
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.saving import FileKeeper, restored
from weimar_bot.game.session import Session
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui.app import WeimarApp

SIZES = ((80, 24), (140, 45), (20, 5), (200, 60), (112, 30), (60, 12))
# A game is left often enough by chance; the ways out are drawn seldom so that games get somewhere.
WAYS_OUT = ("ctrl+q", "q", "escape")
OFTEN = ("enter", "enter", "enter", "down", "up", "tab", "space", "1", "2", "b", "y", "colon")
OTHERS = (
    "left",
    "right",
    "home",
    "end",
    "pageup",
    "pagedown",
    "shift+tab",
    "backspace",
    "delete",
    "ctrl+p",
    "ctrl+c",
    "ctrl+u",
    "ctrl+a",
    "ctrl+z",
    "question_mark",
    "slash",
    "minus",
    "plus",
    "full_stop",
    "semicolon",
    "left_square_bracket",
    "apostrophe",
    *(f"f{number}" for number in range(1, 13)),
)
DIGITS = tuple("0123456789")
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")
PASTED = (
    "[bold]x[/",
    "[red]",
    "kpd +2 hamburg",
    "~nobody-of-this-name/x",
    "year: 1924\nspaces:\n  berlin: {kpd: 2}\n",
    "spaces: [",
    "save [red].jsonl",
    "save ~nobody-of-this-name/x.jsonl",
    "export x\x00y",
    "undo 99999999999999999999",
    "undo 3",
    "redo 2",
    "-" * 300,
    "9" * 5000,
    "ß\u2028ﬁ \U0001f600 \u202e",
    "${x} %s {0} \\",
    "?",
    "event 5",
    "",
)


@dataclass
class Presses:
    """What was pressed, to be told with a failure."""

    done: list[str] = field(default_factory=list)

    def last(self) -> str:
        return " ".join(self.done[-25:])


def keys_of(rng: Random) -> str:
    kind = rng.choices((OFTEN, DIGITS, LETTERS, OTHERS, WAYS_OUT), (40, 14, 24, 16, 4))[0]
    return rng.choice(kind)


async def one_step(rng: Random, app: WeimarApp, pilot: Pilot[None], told: Presses) -> None:
    """One key, several in a burst, a click, a paste, another size, or a line that is possible."""
    what = rng.choices(("key", "burst", "click", "paste", "size", "line"), (80, 4, 6, 3, 2, 3))[0]
    match what:
        case "key":
            key = keys_of(rng)
            told.done.append(key)
            await pilot.press(key)
        case "burst":
            keys = [keys_of(rng) for _ in range(rng.randint(2, 8))]
            told.done.append(f"{{{' '.join(keys)}}}")
            for key in keys:
                app.post_message(key_event(key))
        case "click":
            width, height = app.size
            at = (rng.randrange(width), rng.randrange(height))
            told.done.append(f"click{at}")
            await pilot.click(offset=at, times=rng.choice((1, 1, 2)))
        case "paste":
            text = rng.choice(PASTED)
            told.done.append(f"paste({text[:40]!r})")
            app.post_message(events.Paste(text))
        case "size":
            size = rng.choice((*SIZES, (rng.randint(20, 200), rng.randint(5, 60))))
            told.done.append(f"size{size}")
            await pilot.resize_terminal(*size)
        case _:
            line = an_entry(rng, app.playing.session.table) if app.playing is not None else None
            if line is not None:
                told.done.append(f":{line!r}")
                await pilot.press("colon")
                app.post_message(events.Paste(line))
                await pilot.pause()
                await pilot.press("enter")
    await pilot.pause()


def key_event(key: str) -> events.Key:
    named = {"space": " ", "colon": ":", "question_mark": "?", "slash": "/", "minus": "-"}
    return events.Key(key, named.get(key, key if len(key) == 1 else None))


def check(app: WeimarApp, folder: Path) -> None:
    """The game in memory is the one that its file leads to, in everything that is shown.

    Its board is the one it was begun or opened with: other names hold once it is opened again.
    """
    playing = app.playing
    if playing is None or not isinstance(playing.keeper, FileKeeper):
        return
    assert not playing.unsaved, playing.unsaved
    same(playing.session, read_again(playing.keeper.path, playing.session.start.table.board, folder))


def same(session: Session, again: Session) -> None:
    assert again.inputs == session.inputs
    assert again.undone == session.undone
    assert again.table == session.table
    assert asked(again) == asked(session)
    assert again.log == session.log
    assert again.victory == session.victory


def asked(session: Session) -> tuple[object, ...]:
    """What is pending as a person sees it; what a decision is made of differs each time."""
    match session.pending:
        case Instruction(title=title, lines=lines):
            return title, lines
        case Question() as question:
            return question.ident, question.text, question.options, question.default
        case other:
            return (other,)


def read_again(path: Path, board: Board, folder: Path) -> Session:
    """What is in a file now, read from a copy: the file itself is open."""
    copied = folder / "copy.jsonl"
    shutil.copy(path, copied)
    journal = Journal.open(copied)
    try:
        assert journal.lost_tail is None, journal.lost_tail
        return restored(journal.start, journal.records, board)
    finally:
        journal.close()
        copied.unlink()


@contextmanager
def a_place_of_its_own(folder: Path) -> Iterator[None]:
    """Everything that is written by name or by chance lands in ``folder``."""
    home = folder / "home"
    with ExitStack() as stack:
        for name, value in (("WEIMAR_BOT_HOME", home), ("HOME", folder), ("USERPROFILE", folder)):
            stack.enter_context(patch.dict(os.environ, {name: str(value)}))
        work = folder / "work"
        work.mkdir(exist_ok=True)
        stack.enter_context(chdir(work))
        yield


def press_at_random(seed: int, number: int, folder: Path, every: int = 25) -> Presses:
    """Press ``number`` times; the app is started again, with its last game, whenever it was left.

    Raises what broke, with the last presses before it.
    """
    rng = Random(seed)
    told = Presses()
    with a_place_of_its_own(folder):
        try:
            asyncio.run(_pressed(rng, number, folder, every, told))
        except BaseException as error:
            error.add_note(f"seed {seed}, after {len(told.done)} presses: {told.last()}")
            raise
    return told


async def _pressed(rng: Random, number: int, folder: Path, every: int, told: Presses) -> None:
    while len(told.done) < number:
        app = WeimarApp(shipped_board(), seed=rng.randrange(1000))
        told.done.append("start")
        size = rng.choice(SIZES)
        async with app.run_test(size=size, tooltips=True, notifications=True) as pilot:
            await pilot.pause()
            while len(told.done) < number and running(app):
                await one_step(rng, app, pilot, told)
                if len(told.done) % every == 0 and running(app):
                    check(app, folder)
        everything_opens(app, folder)


def running(app: WeimarApp) -> bool:
    return app._exception is None and not app._exit


def everything_opens(app: WeimarApp, folder: Path) -> None:
    """Every game that was begun can be opened afterwards."""
    for path in (folder / "home" / "games").glob("*.jsonl"):
        read_again(path, app.board, folder)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="how many seeds")
    parser.add_argument("--seed", type=int, default=1, help="the first of them")
    parser.add_argument("--presses", type=int, default=400, help="how often is pressed for each")
    given = parser.parse_args(arguments)
    broken = 0
    for seed in range(given.seed, given.seed + given.number):
        with tempfile.TemporaryDirectory() as folder:
            try:
                press_at_random(seed, given.presses, Path(folder))
            except Exception as error:
                broken += 1
                where = "".join(format_tb(error.__traceback__)[-3:])
                print(f"{where}{type(error).__name__}: {str(error)[:600]}")
                print(*getattr(error, "__notes__", ()), sep="\n", flush=True)
    print(f"{given.number} seeds, {broken} broken")
    raise SystemExit(bool(broken))


if __name__ == "__main__":
    main()
