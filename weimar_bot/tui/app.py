"""The terminal app: which screen is shown, the player's settings, and the one game that is open."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from random import SystemRandom
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, work
from textual.actions import ActionParseResult
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList
from textual.worker import Worker, WorkerState

from weimar_bot.reading.faults import Fault, InputError
from weimar_bot.table.board import Board
from weimar_bot.tui import themes
from weimar_bot.tui.command_screen import CommandScreen
from weimar_bot.tui.home_screen import HomeScreen
from weimar_bot.tui.list_screen import ListScreen
from weimar_bot.tui.preferences import Preferences, load_preferences, save_preferences

if TYPE_CHECKING:
    from weimar_bot.bot.cards import BotCard
    from weimar_bot.bot.decide import Decision
    from weimar_bot.bot.event_cards import EventCard
    from weimar_bot.game.journal import Save
    from weimar_bot.game.new_game import SetUp
    from weimar_bot.game.playing import Playing
    from weimar_bot.game.session import Session
    from weimar_bot.table.table import Table
    from weimar_bot.tui.games import Opened
    from weimar_bot.tui.why_screen import WhyScreen

# Seconds without a key after which nobody is typing.
IDLE: Final = 1.0
# The questions of a new game that have a default among the settings.
_PROPOSED = ("dice", "cards", "freikorps", "events")


class WeimarApp(App[None]):
    """Everything a player sees.

    ``board`` is the shipped board with the player's corrections. ``saves`` is the folder of the games (the
    player's own, if left out). ``game`` is opened at once, or with ``desk`` the ruling desk and ``position``.
    """

    TITLE = "weimar-bot"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", show=False, id="app.help", tooltip="What has the focus, with its rule"),
        Binding("ctrl+q", "quit", "Quit", show=False, id="app.quit", tooltip="Leave; the game is saved"),
    ]
    CSS = """
    Footer { background: $panel; }
    Toast { max-width: 70; }
    """

    def __init__(
        self,
        board: Board,
        *,
        saves: Path | None = None,
        game: Path | None = None,
        position: Path | None = None,
        desk: bool = False,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        self._printed = board
        self.saves = saves
        self._game = game
        self._position = position
        self._desk = desk or position is not None
        self._seed = seed
        self.preferences, self._faults = load_preferences()
        self.playing: Playing | None = None
        self._last_key = inf
        self.unsaved = ""  # why the last game was not saved when it was left
        self._reading = Lock()  # one game is read at a time: it cannot be open twice
        self._elections_shown = -1

    @property
    def board(self) -> Board:
        """The board, its spaces named in the player's language."""
        from weimar_bot.table.languages import named

        return named(self._printed, self.preferences.names)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.VARIABLES)

    def on_mount(self) -> None:
        themes.register(self, self.preferences.theme)
        self.set_keymap(dict(self.preferences.keymap))
        self._leave_when_told_to()
        self.push_screen(HomeScreen())
        self.call_after_refresh(self._warm_up)
        if self._faults:
            self._show_faults("Your settings cannot all be used; defaults stand in their stead", self._faults)
        if self._game is not None:
            self.open_game(self._game)
        elif self._desk:
            self.show_desk(None, self._position)

    def _leave_when_told_to(self) -> None:
        """Let a closed terminal and a system that shuts down end the app as Quit does."""
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(getattr(signal, name), self.exit)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The command palette: only what can be done now."""
        return screen.palette() if isinstance(screen, CommandScreen) else ()

    @work(thread=True)
    def _warm_up(self) -> None:
        """Load what a game needs while the first screen is looked at."""
        from weimar_bot.bot.decide import shipped_charts
        from weimar_bot.game.runtime import bot_cards
        from weimar_bot.tui import new_game_screen, table_screen  # noqa: F401

        shipped_charts()
        bot_cards()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.name == "_warm_up" and event.state is WorkerState.SUCCESS:
            self._collect_between_keys()

    def _collect_between_keys(self) -> None:
        """Have memory looked through while nobody types: at a key it would be felt.

        What is loaded by now stays for good and is left out. The last threshold keeps the collector from
        looking through everything in the middle of a key.
        """
        gc.collect()
        gc.freeze()
        gc.set_threshold(1_000, 10, 100_000)
        self.set_interval(IDLE / 2, self._collect_if_idle)

    def _collect_if_idle(self) -> None:
        if monotonic() - self._last_key > IDLE:
            gc.collect()
            self._last_key = inf  # once is enough until the next key

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._last_key = monotonic()
        await super().on_event(event)

    # -- games -------------------------------------------------------------------------------------

    def new_game(self) -> None:
        from weimar_bot.game.new_game import MOST_SEEDS, SetUp

        seed = self._seed if self._seed is not None else SystemRandom().randint(0, MOST_SEEDS)
        self._ask(SetUp(self.board, seed))

    def change_setup(self, answers: Sequence[str], seed: int) -> None:
        """Leave a game that has just begun, back to the last question before it."""
        from weimar_bot.game.new_game import SetUp

        self.leave_game()
        self._ask(SetUp(self.board, seed, answers))

    def _ask(self, setup: SetUp) -> None:
        from weimar_bot.tui.new_game_screen import NewGameScreen

        proposed = {ident: getattr(self.preferences, ident) for ident in _PROPOSED}
        self.push_screen(NewGameScreen(setup, proposed), self._prepared)

    def _prepared(self, setup: SetUp | None) -> None:
        from weimar_bot.tui.new_game_screen import LayoutScreen

        if setup is not None and setup.prepared is not None:
            self.push_screen(LayoutScreen(setup.prepared), lambda begins: self._begin(setup, begins))

    def _begin(self, setup: SetUp, begins: bool | None) -> None:
        from weimar_bot.tui import games

        if begins:
            self.show_game(games.begun(setup, dict(self.preferences.rulings), self.saves))

    def open_game(self, path: Path, up_to: int | None = None) -> None:
        """Open a saved game; where it cannot be, say why, and offer what is good of it."""
        if self.screen.loading:
            return
        self.screen.loading = True
        self._open(path, up_to, self.board)

    @work(thread=True)
    def _open(self, path: Path, up_to: int | None, board: Board) -> None:
        """Play a saved game again up to where it stands, which takes a moment for a long one."""
        from weimar_bot.tui import games

        try:
            with self._reading:
                found: games.Opened | InputError = games.opened(path, board, up_to)
        except InputError as error:
            found = error
        self.call_later(self._opened, path, found)

    def _opened(self, path: Path, found: Opened | InputError) -> None:
        from weimar_bot.game.journal import DamagedJournal

        self.screen.loading = False
        if isinstance(found, DamagedJournal):
            damage = found
            lines = [*map(str, damage.faults), f"Up to record {damage.good} everything is good."]
            choices = (("y", f"Open as it was after record {damage.good}", "yes"),)
            screen = ListScreen("This save is damaged", lines, choices, ok="Leave it", enter="")
            good = damage.good
            self.push_screen(screen, lambda answer: self._open_good(path, good, answer))
        elif isinstance(found, InputError):
            self._show_faults("This game cannot be opened", found.faults)
        else:
            self.show_game(found)

    def _open_good(self, path: Path, good: int, answer: str | None) -> None:
        if answer == "yes":
            self.open_game(path, good)

    def show_game(self, opened: Opened) -> None:
        """Show a game on the main screen."""
        from weimar_bot.tui.table_screen import TableScreen

        self.playing = opened.playing
        self._elections_shown = -1
        self.push_screen(TableScreen(opened.playing, opened.news))

    def leave_game(self) -> None:
        """Back to the first screen; the game is saved as it stands."""
        self._close_game()
        self.pop_screen()

    def _close_game(self) -> None:
        playing, self.playing = self.playing, None
        if playing is None:
            return
        from weimar_bot.tui.games import closed

        self.unsaved = unsaved = closed(playing)
        if unsaved:
            self.notify(f"Not saved: {unsaved}", severity="error", markup=False)

    def on_unmount(self) -> None:
        self._close_game()

    def standing_of(self, save: Save) -> str:
        """Where a saved game stands; nothing where it cannot be read now. Slow for a long game."""
        from weimar_bot.tui import games

        try:
            with self._reading:
                found = games.opened(save.path, self.board)
                games.closed(found.playing)
        except InputError:
            return ""
        return games.standing(found.playing.session)

    # -- screens -----------------------------------------------------------------------------------

    def push_screen(self, *arguments: Any, **named: Any) -> Any:
        """As Textual has it; but a key that comes after the one that left the app opens nothing any more."""
        if self.return_code is not None:
            return AwaitComplete()
        return super().push_screen(*arguments, **named)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """As Textual has it, but not where that would break: on a screen or a list that is not drawn.

        A key typed ahead comes before the screen that it meets is made; a list is not drawn where a small
        window leaves no room for it, and cannot tell then how far a page goes.
        """
        part = default_namespace
        if isinstance(part, Widget) and not part.screen.is_mounted:
            return False
        if isinstance(part, OptionList) and not part.scrollable_content_region:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def show_election(self, session: Session) -> None:
        """The Elections that begin now, once for each cycle."""
        from weimar_bot.tui.election_screen import ElectionScreen

        if self._elections_shown != len(session.inputs):
            self._elections_shown = len(session.inputs)
            self.push_screen(ElectionScreen(session.table, stepped=self.preferences.pace == "steps"))

    def show_why(self, decision: Decision, cards: Mapping[int, EventCard], deed: int = 0) -> None:
        from weimar_bot.tui.why_screen import WhyScreen

        self.push_screen(WhyScreen(decision, deed=deed, cards=cards))

    def show_desk(self, table: Table | None, path: Path | None = None, card: BotCard | None = None) -> None:
        """The ruling desk, with a table and the bot card it is decided by, or a position file."""
        from weimar_bot.tui.desk_screen import DeskScreen

        cards = self.playing.session.cards if self.playing is not None else None
        self.push_screen(DeskScreen(self.board, table, path=path, card=card, cards=cards))

    def action_help(self) -> None:
        """Explain the screen and the part of it that has the focus."""
        from weimar_bot.tui.help_screen import HelpScreen

        if not isinstance(self.screen, ListScreen):
            self.push_screen(HelpScreen(self.screen, self.screen.focused, None, self.board))

    def action_learn(self) -> None:
        from weimar_bot.tui.learn_screen import LearnScreen

        self.push_screen(LearnScreen(self.board))

    def action_check(self) -> None:
        self.check_facts(None)

    def check_facts(self, facts: list[str] | None) -> None:
        """Ask for printed facts not yet confirmed; those given, or all."""
        from weimar_bot.tui.board_check_screen import BoardCheckScreen

        self.push_screen(BoardCheckScreen(self._printed, facts=facts), self._checked)

    def _checked(self, changed: bool | None) -> None:
        """Take the board with the new facts over; in a game in progress the bot decides anew."""
        if not changed:
            return
        from weimar_bot.bot.players_files import players_board

        self._printed = players_board()
        if self.playing is None:
            return
        told = self.playing.pending
        news = self.playing.correct_board(self.board)
        from weimar_bot.tui.table_screen import TableScreen

        while not isinstance(self.screen, TableScreen):  # the Why of what was decided before
            self.pop_screen()
        self.screen.take_news(news)
        if self.playing.pending != told:
            self.notify("With your board as it is, the bot has decided anew.")

    def on_why_screen_fact_chosen(self, message: WhyScreen.FactChosen) -> None:
        """Confirm or correct a fact on the spot."""
        self.check_facts([message.fact])

    def action_settings(self) -> None:
        from weimar_bot.tui.settings_screen import SettingsScreen

        self.push_screen(SettingsScreen(self.preferences), self._set)

    def _set(self, preferences: Preferences | None) -> None:
        chosen = preferences or self.preferences
        self.theme = chosen.theme
        if preferences is None or preferences == self.preferences:
            return
        renamed = preferences.names != self.preferences.names
        self.preferences = preferences
        self.set_keymap(dict(preferences.keymap))
        try:
            save_preferences(preferences)
        except InputError as error:
            told = f"The settings hold for now, but could not be saved: {error}"
            self.notify(told, severity="warning", markup=False)
        if self.playing is not None and renamed:
            self.notify("The names change once the game is opened again.")

    def _show_faults(self, title: str, faults: Iterable[Fault]) -> None:
        self.push_screen(ListScreen(title, [str(fault) for fault in faults]))


def run(board: Board, *, game: Path | None = None, position: Path | None = None, desk: bool = False) -> str:
    """Run the app until it is left; why the game in it could not be saved, or nothing."""
    app = WeimarApp(board, game=game, position=position, desk=desk)
    app.run()
    return app.unsaved
