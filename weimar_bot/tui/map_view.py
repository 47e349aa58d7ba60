"""The map on the screen: drawn as Germany where there is room, as a list of spaces where there is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table
from weimar_bot.tui.map_ways import Instructed
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.space_list import SORTS, SpaceList
from weimar_bot.tui.tile_layout import grid_for
from weimar_bot.tui.tile_map import TileMap

FIRST_CURSOR: Final = "berlin"


def _move(keys: str, direction: str) -> Binding:
    return Binding(
        keys,
        f"move('{direction}')",
        f"Map: {direction}",
        show=False,
        id=f"map.{direction}",
        tooltip=f"Go to the next space ({direction})",
    )


class MapView(Widget, can_focus=True):
    """Shows where everything lies; posts :class:`SpaceChosen` for the space someone wants to see closely."""

    DEFAULT_CSS = """
    MapView { width: 1fr; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        _move("up", "up"),
        _move("down", "down"),
        _move("left", "left"),
        _move("right", "right"),
        Binding(
            "enter",
            "choose",
            "Look closer",
            id="map.choose",
            tooltip="Show everything about the space under the cursor",
        ),
        Binding("z", "sort", "Sort", id="map.sort", tooltip="Put the list of spaces in another order"),
    ]

    class SpaceChosen(Message):
        """Someone wants to see a space closely."""

        def __init__(self, space_id: str) -> None:
            super().__init__()
            self.space_id = space_id

    def __init__(self, table: Table | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = FIRST_CURSOR
        self._table = table
        self._instructed = Instructed()
        self._drawing: TileMap | SpaceList | None = None
        self._sort = next(iter(SORTS))
        self._lines: list[Strip] | None = None
        self._pointed_at: str | None = None

    # -- what it shows ---------------------------------------------------------------------------

    def show(
        self,
        table: Table,
        lit: Mapping[str, str] = {},
        ways: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Show a table. ``lit`` gives spaces their role (space, source, goal); ``ways`` join places."""
        instructed = Instructed.of(lit, ways)
        if instructed.roles != self._instructed.roles and instructed.roles and not self.has_focus:
            self.cursor = next(iter(instructed.roles))
        self._table, self._instructed = table, instructed
        self._redraw()

    @property
    def is_list(self) -> bool:
        """Whether the window is too small for the drawn map."""
        return isinstance(self._drawing, SpaceList)

    def go_to(self, space: str) -> None:
        """Put the cursor on a space."""
        self.cursor = space
        self._redraw()

    def _redraw(self) -> None:
        self._lines = None
        self.refresh()

    def _prepare(self) -> None:
        """Choose the drawing that the size and the theme ask for."""
        width, height = self.size
        palette = Palette.of(self.app.theme_variables)
        grid = grid_for(width, height)
        self._drawing = TileMap(grid, palette) if grid else SpaceList(width, height, palette, self._sort)
        self._redraw()
        self.refresh_bindings()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._prepare())
        self._prepare()

    def on_resize(self) -> None:
        self._prepare()

    def on_focus(self) -> None:
        self._redraw()

    def on_blur(self) -> None:
        self._redraw()

    def render_line(self, y: int) -> Strip:
        if self._drawing is None:
            return Strip.blank(self.size.width)
        blank = self._drawing.palette.text()
        x, top = self._margin()
        lines = self._drawn()
        if not top <= y < top + len(lines):
            return Strip.blank(self.size.width, blank)
        strip = lines[y - top]
        if x:
            strip = Strip.join([Strip.blank(x, blank), strip])
        return strip.adjust_cell_length(self.size.width, blank)

    def _drawn(self) -> list[Strip]:
        if self._lines is None:
            if self._table is None or self._drawing is None:
                return []
            cursor = self.cursor if self.has_focus else None
            self._lines = self._drawing.lines(self._table, self._instructed, cursor)
        return self._lines

    def _margin(self) -> tuple[int, int]:
        """Cells left free so that the map stands in the middle; a list begins at the corner."""
        if not isinstance(self._drawing, TileMap):
            return 0, 0
        width, height = self.size
        return (width - self._drawing.grid.width) // 2, (height - self._drawing.grid.height) // 2

    # -- keys and mouse --------------------------------------------------------------------------

    def action_move(self, direction: str) -> None:
        if self._drawing is not None and self._table is not None:
            self.cursor = self._drawing.towards(self.cursor, direction)
            self._redraw()

    def action_choose(self) -> None:
        self.post_message(self.SpaceChosen(self.cursor))

    def action_sort(self) -> None:
        if isinstance(self._drawing, SpaceList):
            orders = list(SORTS)
            self._sort = orders[(orders.index(self._sort) + 1) % len(orders)]
            self._drawing.sort = self._sort
            self._redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a list can be sorted."""
        return self.is_list if action == "sort" else True

    def on_click(self, event: events.Click) -> None:
        space = self._space_under(event)
        if space is not None:
            self.cursor = space
            self._redraw()
            self.post_message(self.SpaceChosen(space))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        space = self._space_under(event)
        if space != self._pointed_at:
            self._pointed_at = space
            self.tooltip = self._summary(space) if space else None

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        if self.is_list:
            event.stop()
            self.action_move("down")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        if self.is_list:
            event.stop()
            self.action_move("up")

    def _space_under(self, event: events.MouseEvent) -> str | None:
        if self._drawing is None or self._table is None:
            return None
        x, y = self._margin()
        return self._drawing.space_at(event.x - x, event.y - y)

    def _summary(self, space: str) -> Text | None:
        """A space in a few words, for the mouse."""
        if self._table is None:
            return None
        table, printed = self._table, self._table.board.spaces[space]
        words = [printed.name, f"PV {printed.pv}, Population {printed.pop}, room for {table.room(space)}"]
        for what, holder in (("Dominance", table.dominance(space)), ("Supremacy", table.supremacy(space))):
            words.append(f"{what}: {FACTION_NAMES[holder] if holder else 'nobody'}")
        return Text("\n".join(words))
