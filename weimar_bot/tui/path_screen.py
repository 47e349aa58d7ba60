"""Asks for a file: one to open, or one to save to, never over another without being told so."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label


class PathScreen(ModalScreen[Path | None]):
    """Gives back a path, or None. ``own`` is a file that may be written over without asking."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "cancel", id="path.cancel", tooltip="Leave it"),
    ]
    DEFAULT_CSS = """
    PathScreen {
        align: center middle;
        & > Vertical { width: 70%; min-width: 50; height: auto; padding: 1 2; background: $panel; }
        & #told { color: $text-warning; height: auto; }
    }
    """

    def __init__(self, question: str, path: Path | None, *, saving: bool, own: Path | None = None) -> None:
        super().__init__()
        self.question = question
        self.path = path
        self.saving = saving
        self.own = own
        self._warned: Path | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(Text(self.question))
            yield Input(str(self.path or ""), placeholder="path of a position file (.yaml)", id="path")
            yield Label(Text("Enter: go on   Esc: leave it"), id="told")

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        written = event.value.strip()
        if not written:
            self._tell("Write the name of a file, or leave with Esc.")
            return
        try:
            path = Path(written).expanduser()
            there = path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            self._tell(f"That is no path: {error}")
            return
        if self.saving and path.is_dir():
            self._tell(f"{path} is a folder; write the name of a file in it.")
        elif self.saving and there and path != self.own and path != self._warned:
            self._warned = path
            self._tell(f"{path} is there already. Enter again writes over it; or write another name.")
        else:
            self.dismiss(path)

    def _tell(self, text: str) -> None:
        self.query_one("#told", Label).update(Text(text))
