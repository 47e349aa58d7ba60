"""All turns and inputs of a game: go back to any, see what that changes on the real table, export."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from weimar_bot.game.playing import Playing
from weimar_bot.game.session import Moment
from weimar_bot.reading.faults import InputError
from weimar_bot.tui import exports
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.list_screen import ListScreen


class HistoryScreen(Screen[int | None]):
    """Dismissed with the number of inputs after which the game is to stand, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "choose", "Go back to here", id="history.choose", tooltip="See what changes, then decide"
        ),
        Binding("left,p", "turn(-1)", "Turn before", id="history.before", tooltip="The turn before"),
        Binding("right,n", "turn(1)", "Next turn", id="history.next", tooltip="The next turn"),
        Binding("x", "export", "Export", id="history.export", tooltip="Write the log as Markdown"),
        Binding("escape,q,h", "leave", "Close", id="history.close", tooltip="Leave everything as it is"),
    ]
    DEFAULT_CSS = """
    HistoryScreen #history-title { text-style: bold; color: $primary; padding: 0 1; }
    HistoryScreen OptionList { height: 1fr; border: round $panel; }
    """

    def __init__(self, playing: Playing) -> None:
        super().__init__()
        self._playing = playing
        self._moments = list(playing.session.moments())
        self._turns: list[int] = []  # where in the list a turn begins

    def compose(self) -> ComposeResult:
        yield Static(
            "History: every turn and every input. Enter goes back to before the marked one.",
            id="history-title",
        )
        yield OptionList(markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        lines = self.query_one(OptionList)
        options = []
        for at, moment in enumerate(self._moments):
            if moment.head:
                self._turns.append(at)
            options.append(Option(_line(moment), id=str(moment.inputs)))
        lines.add_options(options)
        if options:
            lines.highlighted = len(options) - 1
        lines.focus()

    def action_turn(self, step: int) -> None:
        """To the beginning of the turn before or after the marked line."""
        lines = self.query_one(OptionList)
        here = lines.highlighted or 0
        beyond = [at for at in self._turns if (at < here if step < 0 else at > here)]
        if beyond:
            lines.highlighted = beyond[-1] if step < 0 else beyond[0]

    def action_choose(self) -> None:
        lines = self.query_one(OptionList)
        if lines.highlighted is not None:
            self._ask(self._moments[lines.highlighted].inputs)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._ask(self._moments[event.option_index].inputs)

    def _ask(self, inputs: int) -> None:
        """Show what would have to change on the table, and ask whether to go back."""
        number = len(self._playing.session.inputs) - inputs
        changes = self._playing.changes_back_to(inputs) or ("Nothing changes on the real table.",)
        title = f"Go back {number} input{'' if number == 1 else 's'}? On the real table:"
        screen = ListScreen(title, changes, choices=(("y", "Go back", "yes"),), ok="Stay", enter="")
        self.app.push_screen(screen, lambda answer: self._decided(answer, inputs))

    def _decided(self, answer: str | None, inputs: int) -> None:
        if answer == "yes":
            self.dismiss(inputs)

    def action_export(self) -> None:
        path = exports.free_path("weimar-log", ".md")
        try:
            exports.write_log(path, self._playing.session)
        except InputError as error:
            self.notify(str(error), severity="warning", markup=False)
        else:
            self.notify(f"Written: {path}", markup=False)

    def action_leave(self) -> None:
        self.dismiss(None)


def _line(moment: Moment) -> Text:
    """A turn as a heading, and below it what the input brought."""
    text = Text()
    if moment.head:
        text.append(f"{moment.head}\n", "bold")
    told = [line.text for line in moment.log if line.depth]
    text.append(f"  {' '.join(told) or _given(moment)}", "" if told else "dim")
    return text


def _given(moment: Moment) -> str:
    given = moment.said or "done"
    words = {"entry": f"corrected by hand: {given}", "board": "facts of the board corrected"}
    return words.get(moment.given.kind, f"answered: {given}")
