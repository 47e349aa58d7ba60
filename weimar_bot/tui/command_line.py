"""The command line of the main screen: free entry and every command of the app, with completion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from weimar_bot.game.entry import completions
from weimar_bot.table.table import Table

# Completing a command looks at every form there is: it waits for a pause in typing.
PAUSE: Final = 0.12
MOST_SHOWN: Final = 8


class CommandLine(Vertical):
    """One line to type in. ``words`` are the commands of the app that make sense now."""

    BINDINGS = [
        Binding("escape", "close", "Close", id="command.close", tooltip="Leave the command line"),
        Binding("tab", "complete", "Complete", id="command.complete", tooltip="Take the marked completion"),
        Binding("down", "move(1)", "Next", show=False, id="command.next", tooltip="The next completion"),
        Binding("up", "move(-1)", "Before", show=False, id="command.before", tooltip="The one before"),
    ]
    DEFAULT_CSS = """
    CommandLine {
        height: auto;
        display: none;
        background: $panel;
        border-top: tall $primary;
    }
    CommandLine.-open { display: block; }
    CommandLine OptionList { height: auto; max-height: 8; border: none; background: $surface; display: none; }
    CommandLine OptionList.-some { display: block; }
    CommandLine Input, CommandLine Input:focus { border: none; height: 1; background: $panel; }
    """

    class Given(Message):
        """A line was typed and Enter pressed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Closed(Message):
        """The command line was left."""

    def __init__(
        self, table: Callable[[], Table], words: Callable[[], Sequence[str]], *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._table = table
        self._words = words
        self._history: list[str] = []
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        yield OptionList(markup=False)
        yield Input(
            placeholder="kpd +2 hamburg · strike sachsen · reaction 3 · undo · ?", select_on_focus=False
        )

    @property
    def _input(self) -> Input:
        return self.query_one(Input)

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)

    def open(self, text: str = "") -> None:
        """Show the line, with a beginning of a command in it."""
        self.add_class("-open")
        self._input.value = text
        self._input.cursor_position = len(text)
        self._input.focus()

    def action_close(self) -> None:
        self.remove_class("-open")
        self._offer([])
        self.post_message(self.Closed())

    # -- completion --------------------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, lambda: self._look_up(event.value))

    @work(thread=True, exclusive=True)
    def _look_up(self, text: str) -> None:
        """Find completions beside the screen, so that typing never waits."""
        found = self._completions(text)
        self.call_later(self._offer_for, text, found)

    def _completions(self, text: str) -> list[str]:
        if not text.strip():
            return []
        typed = text.lower().lstrip()
        commands = [word for word in self._words() if word.startswith(typed)]
        return [*commands, *completions(text, self._table())][: MOST_SHOWN * 4]

    def _offer_for(self, text: str, lines: list[str]) -> None:
        if self._input.value == text and self.has_class("-open"):
            self._offer(lines)

    def _offer(self, lines: Sequence[str]) -> None:
        self._list.clear_options()
        self._list.add_options([Option(Content(line)) for line in lines])
        self._list.set_class(bool(lines), "-some")
        if lines:
            self._list.highlighted = 0

    def offer(self, lines: Sequence[str]) -> None:
        """Show lines to choose from, as where what was typed may mean several things."""
        self._offer(lines)

    def _marked(self) -> str | None:
        at = self._list.highlighted
        return str(self._list.get_option_at_index(at).prompt) if at is not None else None

    def action_complete(self) -> None:
        marked = self._marked()
        if marked is None:
            self._look_up(self._input.value)
            return
        self._input.value = f"{marked.rstrip()} "
        self._input.cursor_position = len(self._input.value)

    def action_move(self, step: int) -> None:
        """Through the completions; through earlier lines where there are none."""
        if self._list.option_count:
            here = self._list.highlighted or 0
            self._list.highlighted = (here + step) % self._list.option_count
        elif self._history and step < 0:
            self._input.value = self._history[-1]
            self._input.cursor_position = len(self._input.value)

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._input.value = f"{event.option.prompt} "
        self._input.focus()

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if not text:
            self.action_close()
            return
        self._history.append(text)
        self.post_message(self.Given(text))
