"""A list in front of everything: what to change on the real table, what to lay out, a text to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from weimar_bot.tui.key_line import KeyLine


class ListScreen(ModalScreen[str]):
    """Lines to read; Enter leaves. With ``choices`` (key, word, answer) other keys answer as well.

    It is dismissed with the answer: ``enter`` for Enter, nothing for Escape.
    """

    BINDINGS = [
        Binding("enter", "accept", "OK", id="list.ok", tooltip="Go on"),
        Binding("escape,q", "leave('')", "Close", show=False, id="list.close", tooltip="Close this list"),
    ]
    DEFAULT_CSS = """
    ListScreen { align: center middle; background: $background; }
    ListScreen > Vertical {
        width: 90%;
        max-width: 90;
        height: auto;
        max-height: 90%;
        background: $surface;
        border: round $primary;
        padding: 1 2 0 2;
    }
    ListScreen #list-title { text-style: bold; color: $primary; margin-bottom: 1; }
    ListScreen VerticalScroll { height: auto; max-height: 28; }
    """

    def __init__(
        self,
        title: str,
        lines: Sequence[str | Text],
        choices: Sequence[tuple[str, str, str]] = (),
        ok: str = "OK",
        enter: str = "ok",
    ) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._choices = choices
        self._ok = ok
        self._enter = enter

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._title, id="list-title", markup=False)
            with VerticalScroll():
                for line in self._lines:
                    yield Static(line if isinstance(line, Text) else Text(line))
            yield KeyLine()

    def on_mount(self) -> None:
        self._bindings.key_to_bindings["enter"] = [
            replace(binding, description=self._ok) for binding in self._bindings.key_to_bindings["enter"]
        ]
        for key, word, answer in self._choices:
            self._bindings.bind(key, f"leave('{answer}')", word, show=True)
        self.refresh_bindings()
        self.query_one(VerticalScroll).focus()

    def action_accept(self) -> None:
        self.dismiss(self._enter)

    def action_leave(self, answer: str) -> None:
        self.dismiss(answer)
