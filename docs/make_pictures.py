"""Makes the pictures of the app in ``docs/pictures``: ``python docs/make_pictures.py``.

The real app runs without a terminal, keys are pressed, and what it shows is written as SVG. The table is that
of the printed example; chance goes by a fixed seed and the player's folder is an empty one, so that the same
program gives the same pictures to the last byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from textual.pilot import Pilot
from textual.widgets import Input, Select

from weimar_bot import resources
from weimar_bot.game.playing import News, Playing
from weimar_bot.game.saving import NoKeeper
from weimar_bot.game.session import Session
from weimar_bot.game.state import Deck, GameState, Settings
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position_text
from weimar_bot.table.table import Table
from weimar_bot.tui.app import WeimarApp
from weimar_bot.tui.games import Opened

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "docs" / "pictures"
EXAMPLE: Final = Path("tests/data/osthilfe.yaml")
SEED: Final = 1
LARGE, MEDIUM, SMALL = (140, 45), (110, 32), (80, 24)
TALL: Final = (110, 42)
# The card, the Event and the dice of the printed example.
CARD, EVENT, DICE, FLIP = 5, "120", "4,3,3", "rogue"
# What is answered up to the first instruction of the Special Action: the Event, its instruction, the die.
ANSWERS: Final = (EVENT, "done", "4")
CONTROL_CARD: Final = ("coalition, available: true", "coalition, available: false")


class Camera:
    """The running app, to press keys in and to look at."""

    def __init__(self, app: WeimarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys one after another, each once the app has taken the one before."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is going on any more."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()
        await self.pilot.pause(0.06)  # what stands beside the panel is drawn a moment later

    async def show(self, session: Session) -> None:
        """Open a game that is kept nowhere."""
        self.app.show_game(Opened(Playing(session, NoKeeper()), News()))
        await self.settle()

    async def picture(self) -> str:
        """What is seen now, as SVG; messages that would go away by themselves are taken away."""
        self.app.clear_notifications()
        for field in self.app.screen.query(Input):
            field.cursor_blink = False
        await self.settle()
        return self.app.export_screenshot()


Steps = Callable[[Camera], Awaitable[None]]


@dataclass(frozen=True)
class Picture:
    """One picture: the name of its file, how many columns and lines it has, and the way to it."""

    name: str
    size: tuple[int, int]
    steps: Steps

    @property
    def file(self) -> str:
        return f"{self.name}.svg"


# -- games to show -----------------------------------------------------------------------------------


def example_table() -> Table:
    """The table of the printed example, its one Control card used: the example has no use for it."""
    text = (ROOT / EXAMPLE).read_text(encoding="utf-8").replace(*CONTROL_CARD)
    return read_position_text(text, str(EXAMPLE), shipped_board())


def example_game(**state: object) -> Session:
    """A game at the table of the printed example, in its first turn unless ``state`` says otherwise."""
    table = example_table()
    settings = Settings("the_fate_of_the_republic", ("coalition",), SEED, dice="hand")
    start = GameState(table, "action", {"coalition": Deck(pile=(CARD,))}, {"coalition": 5})
    return Session(settings, replace(start, **state))  # type: ignore[arg-type]


# -- ways to what is shown ---------------------------------------------------------------------------


async def home(camera: Camera) -> None:
    """The first screen; nothing has to be pressed."""


async def new_game(camera: Camera) -> None:
    await camera.press("enter", "2")


async def table(camera: Camera) -> None:
    """The printed example in the middle of the turn: a Reichswehr is to be placed."""
    session = example_game()
    for answer in ANSWERS[:-1]:
        session.answer(answer)
    await camera.show(session)
    await camera.press(ANSWERS[-1])


async def tracks(camera: Camera) -> None:
    await table(camera)
    await camera.press("t")


async def why(camera: Camera) -> None:
    await table(camera)
    await camera.press("w")


async def line(camera: Camera) -> None:
    """The command line with what may follow, once the app has looked it up."""
    await table(camera)
    await camera.press("colon", *"nsdap", "space", "plus", "1", "space", *"ba")
    await camera.pilot.pause(0.3)


async def history(camera: Camera) -> None:
    await table(camera)
    await camera.press("enter", "enter", "enter", "h")


async def election(camera: Camera) -> None:
    factions = ("coalition", "kpd", "nsdap", "rc")
    await camera.show(example_game(phase="elections", election_played=True, acted=factions))
    await camera.press("a")


async def desk(camera: Camera) -> None:
    camera.app.show_desk(None, EXAMPLE)
    await camera.settle()
    screen = camera.app.screen
    screen.query_one("#card", Select).value = str(CARD)
    for name, value in (("event", EVENT), ("dice", DICE), ("flips", FLIP)):
        screen.query_one(f"#{name}", Input).value = value


async def check(camera: Camera) -> None:
    camera.app.action_check()
    await camera.settle()


async def learn(camera: Camera) -> None:
    camera.app.action_learn()
    await camera.settle()
    await camera.press("enter", "enter", "enter")


async def settings(camera: Camera) -> None:
    camera.app.action_settings()
    await camera.settle()


PICTURES: Final = (
    Picture("home", SMALL, home),
    Picture("new-game", SMALL, new_game),
    Picture("table", LARGE, table),
    Picture("table-small", SMALL, table),
    Picture("tracks-small", SMALL, tracks),
    Picture("line", SMALL, line),
    Picture("why", LARGE, why),
    Picture("history", SMALL, history),
    Picture("election", TALL, election),
    Picture("desk", LARGE, desk),
    Picture("check", LARGE, check),
    Picture("learn", LARGE, learn),
    Picture("settings", MEDIUM, settings),
)


# -- making them -------------------------------------------------------------------------------------


async def taken(picture: Picture) -> str:
    """Run the app for one picture."""
    app = WeimarApp(shipped_board(), seed=SEED)
    async with app.run_test(size=picture.size) as pilot:
        camera = Camera(app, pilot)
        await camera.settle()
        await picture.steps(camera)
        await camera.settle()
        return await camera.picture()


def plain(svg: str, name: str) -> str:
    """The SVG with ids of its own, and the reader's fixed-width font: nothing is loaded from elsewhere."""
    svg = re.sub(r"terminal-\d+", f"weimar-{name}", svg)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", '"Fira Code", "DejaVu Sans Mono", Menlo, Consolas, monospace')
    return "".join(f"{part.rstrip()}\n" for part in svg.splitlines() if part.strip())


@contextlib.contextmanager
def fresh_start() -> Iterator[None]:
    """The folder of the project, an empty folder for the player, and no colour turned off."""
    before, there = dict(os.environ), Path.cwd()
    with tempfile.TemporaryDirectory() as empty:
        os.environ[resources.HOME_VARIABLE] = empty
        os.environ.pop("NO_COLOR", None)
        os.chdir(ROOT)
        try:
            yield
        finally:
            os.chdir(there)
            os.environ.clear()
            os.environ.update(before)


def make(picture: Picture) -> str:
    """One picture as it is to be written."""
    with fresh_start():
        return plain(asyncio.run(taken(picture)), picture.name)


def main(names: list[str]) -> None:
    """Make the pictures of these names, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        if not names or picture.name in names:
            (FOLDER / picture.file).write_text(make(picture), encoding="utf-8")
            print(f"docs/pictures/{picture.file}")


if __name__ == "__main__":
    main(sys.argv[1:])
