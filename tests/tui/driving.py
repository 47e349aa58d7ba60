"""The whole app driven by keys, for tests: ``drive`` runs it, ``Driver`` presses and looks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tests.game.mid_game import game
from weimar_bot.game.pending import Instruction, Pending, Question
from weimar_bot.game.playing import News, Playing
from weimar_bot.game.saving import NoKeeper
from weimar_bot.game.session import Session
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui.app import WeimarApp
from weimar_bot.tui.games import Opened
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.list_screen import ListScreen
from weimar_bot.tui.now_panel import NowPanel

SIZES = ((80, 24), (140, 45))
WIDE = SIZES[1]


KPD_TO_ACT = """
year: 1924
turn_order: [kpd, coalition, nsdap, rc]
spaces:
  sachsen: {kpd: 2, coalition: 1}
  thueringen: {kpd: 1}
  hamburg: {kpd: 1, coalition: 1}
mats:
  kpd: {worker_militia: 3, strikes: [0, 1, 2]}
"""


def kpd_to_act(events: str = "none") -> Session:
    """A game in which a person plays the KPD and acts first; the others are bots."""
    return game(KPD_TO_ACT, bots=("coalition", "nsdap", "rc"), events=events, dice="app")


class Driver:
    """Presses keys and tells what is seen; ``presses`` counts them."""

    def __init__(self, app: WeimarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.presses = 0

    async def press(self, *keys: str) -> None:
        """Press keys one after another, each once the app has taken the one before."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            self.presses += 1

    async def type(self, text: str) -> None:
        """Type a text letter by letter."""
        names = {
            " ": "space",
            "+": "plus",
            "-": "minus",
            ":": "colon",
            ";": "semicolon",
            "?": "question_mark",
        }
        await self.press(*[names.get(char, char) for char in text])

    async def completions(self) -> None:
        """Wait until the command line has found its completions."""
        await self.pilot.pause(0.2)
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    @property
    def session(self) -> Session:
        assert self.app.playing is not None
        return self.app.playing.session

    @property
    def pending(self) -> Pending | None:
        return self.session.pending

    @property
    def asked(self) -> str:
        """The name of the question that is pending; nothing for an instruction."""
        return self.pending.ident if isinstance(self.pending, Question) else ""

    @property
    def instructed(self) -> bool:
        return isinstance(self.pending, Instruction)

    @property
    def said(self) -> str:
        """What the panel tells to do now."""
        return str(self.app.screen.query_one("#now-said", Static).render())

    @property
    def hint(self) -> str:
        """What the panel says below the answers."""
        return str(self.app.screen.query_one("#now-hint", Static).render())

    @property
    def options(self) -> list[str]:
        """The lines to choose from."""
        lines = self.app.screen.query_one("#now-options", OptionList)
        return [str(line.prompt) for line in lines.options]

    @property
    def footer(self) -> str:
        """The keys in the last line."""
        return self.app.screen.query_one(KeyLine).render_line(0).text

    @property
    def listed(self) -> str:
        """What a list in front of everything says."""
        assert isinstance(self.app.screen, ListScreen), self.app.screen
        return "\n".join(str(line.render()) for line in self.app.screen.query(Static))

    @property
    def toasts(self) -> str:
        """Everything the app has notified of."""
        return "\n".join(str(one.message) for one in self.app._notifications)

    @property
    def now(self) -> NowPanel:
        return self.app.screen.query_one(NowPanel)


Script = Callable[[Driver], Awaitable[None]]


def drive(script: Script, *, size: tuple[int, int] = WIDE, **arguments: object) -> None:
    """Run the app and the script that presses its keys; ``arguments`` are the app's."""

    async def run() -> None:
        app = WeimarApp(shipped_board(), seed=1, **arguments)  # type: ignore[arg-type]
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Driver(app, pilot))

    asyncio.run(run())


def play(session: Session, script: Script, *, size: tuple[int, int] = WIDE) -> None:
    """Run the app with a game that is kept nowhere open in it."""

    async def with_game(driver: Driver) -> None:
        driver.app.show_game(Opened(Playing(session, NoKeeper()), News()))
        await driver.pilot.pause()
        await script(driver)

    drive(with_game, size=size)


def only_save(home: Path) -> Path:
    """The one game saved in a player's folder."""
    (save,) = (home / "games").glob("*.jsonl")
    return save
