"""The main screen: the map, the tracks, and the one thing to do now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.timer import Timer

from weimar_bot.game.entry import AmbiguousEntry, parse
from weimar_bot.game.event_reminders import reminders
from weimar_bot.game.pending import SKIP, Instruction, Question
from weimar_bot.game.playing import News, Playing
from weimar_bot.game.round_steps import REGIONAL_ELECTIONS
from weimar_bot.game.session import Session
from weimar_bot.game.setup import layout
from weimar_bot.reading.faults import InputError
from weimar_bot.table.changes import IllegalChange
from weimar_bot.table.table import Table
from weimar_bot.tui import exports, table_commands, turn_view
from weimar_bot.tui.command_line import CommandLine
from weimar_bot.tui.command_screen import CommandScreen
from weimar_bot.tui.election_screen import ElectionScreen
from weimar_bot.tui.help_screen import HelpScreen
from weimar_bot.tui.history_screen import HistoryScreen
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.list_screen import ListScreen
from weimar_bot.tui.log_view import LogView
from weimar_bot.tui.map_view import MapView
from weimar_bot.tui.now_panel import AnswerInput, NowPanel
from weimar_bot.tui.space_screen import SpaceScreen
from weimar_bot.tui.status_bar import StatusBar
from weimar_bot.tui.tracks_view import TracksView

VIEWS: Final = ("map", "tracks", "log")
MOST_STEPS: Final = 100_000
A_FRAME: Final = 0.03
# Commands that need a bot's decision, an instruction, or something to take back or give again.
_NEEDS: Final = {"why": "decided", "skip": "instruction", "undo": "inputs", "redo": "undone"}


class TableScreen(CommandScreen[None]):
    """Draws one game. All of the game is in ``playing``; nothing of it is kept here."""

    BINDINGS: ClassVar[list[BindingType]] = list(table_commands.BINDINGS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide"), (138, "-huge")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]
    DEFAULT_CSS = """
    TableScreen #body { height: 1fr; }
    TableScreen #right { width: 50; dock: right; height: 1fr; }
    TableScreen.-huge #right { width: 57; }
    TableScreen #side { height: 1fr; border: round $panel; border-title-color: $secondary; }
    TableScreen #now { height: 50%; }
    TableScreen MapView { width: 1fr; height: 1fr; }
    TableScreen.-narrow #right { width: 100%; dock: none; height: auto; }
    TableScreen.-narrow #now { height: 13; }
    TableScreen.-narrow.-high #now { height: 18; }
    TableScreen.-narrow.-low NowPanel OptionList { max-height: 7; }
    TableScreen.-narrow #side { display: none; }
    TableScreen.-narrow.-tracks #right, TableScreen.-narrow.-log #right { height: 1fr; }
    TableScreen.-narrow.-tracks #side, TableScreen.-narrow.-log #side { display: block; }
    TableScreen.-narrow.-tracks MapView, TableScreen.-narrow.-log MapView { display: none; }
    TableScreen #tracks, TableScreen #log { display: none; }
    TableScreen.-tracks #tracks, TableScreen.-map #tracks { display: block; }
    TableScreen.-log #log { display: block; }
    """

    def __init__(self, playing: Playing, news: News | None = None) -> None:
        super().__init__()
        self.playing = playing
        self._first_news = news
        self._view = "map"
        self._beside: Timer | None = None  # draws the tracks and the log

    @property
    def session(self) -> Session:
        return self.playing.session

    def compose(self) -> ComposeResult:
        yield StatusBar(id="status")
        with Container(id="body"):
            with Vertical(id="right"):
                yield NowPanel(id="now")
                with Vertical(id="side"):
                    yield TracksView(id="tracks")
                    yield LogView(id="log")
            yield MapView(id="map")
        yield CommandLine(self._table, self._words, id="line")
        yield KeyLine()

    def on_screen_resume(self) -> None:
        """Settings may have changed meanwhile: the pace, the colours."""
        if self._first_news is None:
            self.show()

    def on_mount(self) -> None:
        self.action_view(self._view)
        self.show()
        if self._first_news is not None:
            self._tell(self._first_news)
            self._first_news = None

    # -- showing -----------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the game as it stands, all of it at once."""
        with self.app.batch_update():
            self._show_parts()
        pending = self.session.pending
        if isinstance(pending, Instruction) and pending.title == REGIONAL_ELECTIONS:
            self.weimar.show_election(self.session)

    def _show_parts(self) -> None:
        session = self.session
        lit = turn_view.lit(session)
        state = session.state
        self.query_one(StatusBar).show(session.table, state.acted, state.phase)
        self.query_one(MapView).show(session.table, lit.spaces, lit.ways)
        if self._beside is None:
            self._show_beside(lit.boxes)
        else:
            self._beside.stop()
        # What is beside it may come a frame later than what is to do now.
        self._beside = self.set_timer(A_FRAME, partial(self._show_beside, lit.boxes))
        self.query_one(NowPanel).show(self.playing, self.weimar.preferences.pace == "all")
        self.refresh_bindings()

    def _show_beside(self, boxes: frozenset[str]) -> None:
        self.query_one(TracksView).show(self.session.table, boxes)
        self.query_one(LogView).show(self.session.log)

    def _table(self) -> Table:
        return self.session.table

    def _words(self) -> list[str]:
        """The words of the commands that make sense now."""
        return [
            word
            for word, command in table_commands.BY_WORD.items()
            if self.check_action(command.action.partition("(")[0], ())
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What cannot be done now has no key, no place in the footer and none in the palette."""
        pending = self.session.pending
        have = {
            "decided": isinstance(pending, Instruction) and pending.decision is not None,
            "instruction": isinstance(pending, Instruction),
            "inputs": bool(self.session.inputs or self.session.setup),
            "undone": bool(self.session.undone),
        }
        if action == "line" and self.query_one(CommandLine).has_class("-open"):
            return False
        need = _NEEDS.get(action)
        return need is None or have[need]

    def palette(self) -> Iterable[SystemCommand]:
        for command in table_commands.COMMANDS:
            if command.keys and self.check_action(command.action.partition("(")[0], ()):
                yield SystemCommand(command.label, command.about, partial(self._later, command.action))

    def _later(self, action: str) -> None:
        """Run an action once the palette has gone."""
        self.call_next(self.run_action, action)

    def action_view(self, view: str) -> None:
        """Show the map, the tracks or the log beside what is to do."""
        self._view = view
        for one in VIEWS:
            self.set_class(one == view, f"-{one}")
        self.query_one("#side").border_title = "Log" if view == "log" else "Tracks and mats"
        if view == "map" and self.is_mounted and self.session.pending is None:
            self.query_one(MapView).focus()

    def action_turn_view(self) -> None:
        """The next view; where the map stays beside it, only tracks and log take turns."""
        wide = not self.has_class("-narrow")
        after = {"map": "log" if wide else "tracks", "tracks": "log", "log": "map"}
        self.action_view(after[self._view])

    # -- inputs ------------------------------------------------------------------------------------

    def _do(self, change: Callable[[], News]) -> bool:
        """Have an input taken; what it brings is shown, what is wrong with it is told."""
        try:
            news = change()
        except (InputError, IllegalChange) as error:
            self._complain(error)
            return False
        self.show()
        self._tell(news)
        return True

    def take_news(self, news: News) -> None:
        """Show a change of the game that came from another screen."""
        self.show()
        self._tell(news)

    def _tell(self, news: News) -> None:
        for line in (*news.said, *news.notices):
            self.notify(line, markup=False)
        if news.on_table is not None:
            lines = news.on_table or ("Nothing changes on the real table.",)
            self.app.push_screen(ListScreen("Change your real table like this", lines))

    def _complain(self, error: Exception) -> None:
        faults = error.faults if isinstance(error, InputError) else (error,)
        self.notify("\n".join(str(fault) for fault in faults), severity="warning", markup=False)

    @on(NowPanel.Answered)
    def _answered(self, event: NowPanel.Answered) -> None:
        if event.number > 1:
            self._do(lambda: self.playing.answer_all(event.number))
        elif self.session.pending is not None and not self._do(lambda: self.playing.answer(event.text)):
            self.query_one(NowPanel).refuse()

    def action_done(self) -> None:
        self.query_one(NowPanel).accept()

    def action_skip(self) -> None:
        """Leave the instruction undone; what was done instead is entered by hand (R48)."""
        if self._do(lambda: self.playing.answer(SKIP)):
            self.notify("Left undone. Did something else happen on the table? Enter it after the colon.")

    def action_undo(self, number: int = 1) -> None:
        """Take inputs back; before the first of them lie the questions of the set-up."""
        session = self.session
        if not session.inputs and session.setup:
            self.weimar.change_setup(session.setup, session.settings.seed)
            return
        self._do(lambda: self.playing.undo(number))

    def action_redo(self, number: int = 1) -> None:
        self._do(lambda: self.playing.redo(number))

    # -- the command line --------------------------------------------------------------------------

    def action_line(self, text: str = "") -> None:
        self.query_one(CommandLine).open(text)

    @on(AnswerInput.LineWanted)
    def _line_wanted(self) -> None:
        self.action_line()

    @on(CommandLine.Closed)
    def _line_closed(self) -> None:
        self.query_one(NowPanel).take_focus()

    @on(CommandLine.Given)
    def _line_given(self, event: CommandLine.Given) -> None:
        """A line is a command of the app, or free entry."""
        line = self.query_one(CommandLine)
        word, _, rest = event.text.partition(" ")
        command = table_commands.BY_WORD.get(word.lower())
        # A word that is both, as `events`, is the command where nothing follows that only entry understands.
        if command is not None and (not rest or command.takes):
            line.action_close()
            self._run(command, rest.strip())
            return
        self._enter(line, event.text)

    def _run(self, command: table_commands.Command, rest: str) -> None:
        """Run a command of the line, with what follows it."""
        action = command.action.partition("(")[0]
        if not self.check_action(action, ()):
            self.notify(f"{command.label}: not possible now.", severity="warning")
        elif rest and command.takes == "N":
            if not rest.isascii() or not rest.isdigit() or not 0 < int(rest) < MOST_STEPS:
                self.notify(f"{command.word} takes a number of steps", severity="warning", markup=False)
                return
            (self.action_undo if command.word == "undo" else self.action_redo)(int(rest))
        elif rest and command.takes == "FILE":
            self._write(command.word, rest)
        else:
            self._later(command.action)

    def _enter(self, line: CommandLine, text: str) -> None:
        try:
            entry = parse(text, self.session.table)
            if text.endswith("?"):
                line.offer(list(entry.listing) or [entry.words])
                return
        except AmbiguousEntry as error:
            line.offer(error.choices)
            return
        except InputError as error:
            self._complain(error)
            return
        if self._do(lambda: self.playing.enter(text)):
            line.action_close()

    # -- other screens -----------------------------------------------------------------------------

    @on(MapView.SpaceChosen)
    def _space_chosen(self, event: MapView.SpaceChosen) -> None:
        """A space that answers the question is the answer; any other one is shown."""
        pending = self.session.pending
        if isinstance(pending, Question):
            answer = dict(turn_view.spaces_asked(pending, self.session.table.board)).get(event.space_id)
            if answer is not None:
                at = [option.key for option in pending.options].index(answer) + 1
                self._do(lambda: self.playing.answer(str(at)))
                return
        self.app.push_screen(SpaceScreen(self.session.table, event.space_id))

    def action_why(self) -> None:
        pending = self.session.pending
        if isinstance(pending, Instruction) and pending.decision is not None:
            self.weimar.show_why(pending.decision, self.session.cards)

    def action_history(self) -> None:
        self.app.push_screen(HistoryScreen(self.playing), self._went_back)

    def _went_back(self, inputs: int | None) -> None:
        if inputs is not None:
            self._do(lambda: self.playing.back_to(inputs))

    def action_elections(self) -> None:
        self.app.push_screen(ElectionScreen(self.session.table, stepped=False))

    def action_layout(self) -> None:
        self.app.push_screen(ListScreen("What lies on the table", layout(self.session.table)))

    def action_events(self) -> None:
        lines = reminders(self.session.table, self.session.cards)
        self.app.push_screen(ListScreen("Lingering Events in play", lines))

    def action_desk(self) -> None:
        self.weimar.show_desk(self.session.table, card=turn_view.bot_card(self.session))

    def action_check(self) -> None:
        self.weimar.action_check()

    def action_settings(self) -> None:
        self.weimar.action_settings()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self, self.focused, self.session.pending, self.session.table.board))

    def action_home(self) -> None:
        self.weimar.leave_game()

    # -- files -------------------------------------------------------------------------------------

    def action_export(self) -> None:
        self._write("export", str(exports.free_path("weimar-log", ".md")))

    def action_position(self) -> None:
        self._write("position", str(exports.free_path("weimar-position", ".yaml")))

    def action_save(self) -> None:
        self.notify("Every input is saved as it is given; `save FILE` goes on in another file.", markup=False)

    def _write(self, word: str, name: str) -> None:
        try:
            path = Path(name).expanduser()
            match word:
                case "export":
                    exports.write_log(path, self.session)
                case "position":
                    exports.write_position_file(path, self.session.table)
                case _:
                    self.playing.save_as(path)
        except (InputError, RuntimeError) as error:  # the latter for ~name where nobody is called so
            self._complain(error)
        else:
            self.notify(f"Written: {path}", markup=False)
