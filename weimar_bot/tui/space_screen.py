"""A window that tells everything about one space."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from weimar_bot.table.table import Table
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.space_words import space_sections


class SpaceScreen(ModalScreen[None]):
    """Shows one space in words; any of Esc, Enter and q goes back."""

    DEFAULT_CSS = """
    SpaceScreen { align: center middle; background: $background; }
    SpaceScreen > VerticalScroll {
        width: 76; max-width: 96%; height: auto; max-height: 92%;
        padding: 0 2; border: round $primary; background: $surface;
        border-title-style: bold;
    }
    SpaceScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,enter,q", "close", "Back", id="space.close", tooltip="Go back to the map", priority=True
        ),
    ]

    def __init__(self, table: Table, space: str) -> None:
        super().__init__()
        self._table = table
        self._space = space

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._words(), markup=False)

    def on_mount(self) -> None:
        box = self.query_one(VerticalScroll)
        box.border_title = Text(self._table.board.spaces[self._space].name)
        box.border_subtitle = "Esc: back"
        box.focus()

    def _words(self) -> Text:
        palette = Palette.of(self.app.theme_variables)
        said = Text()
        for title, lines in space_sections(self._table, self._space):
            said.append(f"{title}\n", f"bold {palette.accent.hex}")
            for line in lines:
                said.append(f"  {line}\n")
        said.rstrip()
        return said

    def action_close(self) -> None:
        self.dismiss(None)
