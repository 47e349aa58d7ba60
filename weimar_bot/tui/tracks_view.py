"""All tracks and mats on the screen; scrolls where they are longer than the window."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from weimar_bot.table.table import Table
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.tile_map import strip_of
from weimar_bot.tui.tracks_drawing import NARROW, WIDE, Tracks


def _scroll(key: str, action: str, words: str) -> Binding:
    return Binding(
        key, action, f"Tracks: {words}", show=False, id=f"tracks.{action}", tooltip=f"Tracks: {words}"
    )


class TracksView(ScrollView, can_focus=True):
    """Shows every track with its marker, Leverage and holding boxes, and what lies on the mats."""

    DEFAULT_CSS = """
    TracksView { width: 1fr; height: 1fr; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        _scroll("up", "scroll_up", "up"),
        _scroll("down", "scroll_down", "down"),
        _scroll("pageup", "page_up", "a page up"),
        _scroll("pagedown", "page_down", "a page down"),
        _scroll("home", "scroll_home", "to the top"),
        _scroll("end", "scroll_end", "to the end"),
    ]

    def __init__(self, table: Table | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._table = table
        self._lit: frozenset[str] = frozenset()
        self._palette: Palette | None = None
        self._strips: list[Strip] = []
        self._drawn: tuple[object, ...] = ()  # what the strips show

    def show(self, table: Table, lit: Collection[str] = ()) -> None:
        """Show a table; ``lit`` are places (``us_deals:3``) or tracks (``economy``) to point out."""
        changed = frozenset(lit) != self._lit
        self._table, self._lit = table, frozenset(lit)
        self._draw()
        if changed and self._lit:
            self._scroll_to_lit()

    def _draw(self) -> None:
        if self._table is None or not self.is_mounted:
            return
        self._palette = self._palette or Palette.of(self.app.theme_variables)
        width = WIDE if self.size.width > WIDE else NARROW
        wanted = (self._table.places, self._table.state, self._lit, width, self._palette)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        lines = Tracks(self._table, width, self._palette, self._lit).lines()
        self._strips = [strip_of(line, width, self._palette) for line in lines]
        self.virtual_size = Size(width, len(self._strips))
        self.refresh()

    def _scroll_to_lit(self) -> None:
        """Bring the first thing pointed out into view, with its title."""
        rows = [at for at, strip in enumerate(self._strips) if "»" in strip.text]
        if rows:
            self.scroll_to(y=max(0, rows[0] - 2), animate=False)

    def _restyle(self) -> None:
        self._palette = None
        self._draw()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._restyle())
        self._draw()

    def on_resize(self) -> None:
        self._draw()
        self._scroll_to_lit()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        blank = self._palette.text() if self._palette else None
        at = y + self.scroll_offset.y
        if at >= len(self._strips):
            return Strip.blank(width, blank)
        return self._strips[at].crop_extend(self.scroll_offset.x, self.scroll_offset.x + width, blank)
