"""The whole map as lines of terminal cells: tiles at their places, each drawn anew only when it changes."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from weimar_bot.table.table import Table
from weimar_bot.tui.map_key import control_lines, key_lines, role_lines, sea_lines
from weimar_bot.tui.map_ways import Instructed
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.tile_drawing import Content, Look, content_of, draw
from weimar_bot.tui.tile_layout import (
    CONTROL_AREA,
    KEY_AREA,
    PLACES,
    ROLE_AREA,
    SEA_AREA,
    Grid,
    Rect,
    beyond,
)

_CONSOLE = Console(width=200, color_system="truecolor", markup=False, highlight=False, emoji=False)
MOST_CACHED = 2000


def strip_of(text: Text, width: int, palette: Palette) -> Strip:
    """A line of text as a strip, filled up to a width."""
    blank = palette.text()
    # Text without spans would render without its own style.
    whole = blank + text.style if isinstance(text.style, Style) else blank
    segments = list(text.render(_CONSOLE)) if text.spans else [Segment(text.plain, whole)]
    return Strip(segments).simplify().apply_style(blank).adjust_cell_length(width, blank)


class TileMap:
    """Draws tables on one grid in one palette."""

    def __init__(self, grid: Grid, palette: Palette) -> None:
        self.grid = grid
        self.palette = palette
        self._tiles: dict[tuple[Content, Look], list[Strip]] = {}

    def lines(self, table: Table, instructed: Instructed, cursor: str | None) -> list[Strip]:
        """The map; ``cursor`` is the space to mark, if any."""
        blocks = [self._block(table, space, instructed, space == cursor) for space in PLACES]
        blocks += [
            self._texts(CONTROL_AREA, control_lines(table, *self._inside(CONTROL_AREA), self.palette)),
            self._texts(KEY_AREA, key_lines(*self._inside(KEY_AREA), self.palette)),
            self._texts(ROLE_AREA, role_lines(instructed, self.grid.row, self.palette)),
            self._texts(SEA_AREA, sea_lines(self.palette)),
        ]
        return self._joined(blocks)

    def space_at(self, x: int, y: int) -> str | None:
        return next((space for space in PLACES if self.grid.tile(space).contains(x, y)), None)

    def towards(self, space: str, direction: str) -> str:
        return beyond(space, direction)

    def _block(self, table: Table, space: str, instructed: Instructed, cursor: bool) -> _Block:
        rect = self.grid.tile(space)
        key = (content_of(table, space), instructed.look(space, self.grid, cursor=cursor))
        if key not in self._tiles:
            if len(self._tiles) > MOST_CACHED:
                self._tiles.clear()
            self._tiles[key] = draw(*key, rect.width, rect.height, self.palette)
        return rect, self._tiles[key]

    def _inside(self, area: tuple[int, int, int, int]) -> tuple[int, int]:
        """Width and height left in an area when a margin is kept to the tiles beside it."""
        rect = self.grid.area(area)
        return rect.width - 2, rect.height

    def _texts(self, area: tuple[int, int, int, int], lines: Iterable[Text]) -> _Block:
        rect = self.grid.area(area)
        inside = Rect(rect.x + 2, rect.y, rect.width - 2, rect.height)
        return inside, [strip_of(line, inside.width, self.palette) for line in lines]

    def _joined(self, blocks: Iterable[_Block]) -> list[Strip]:
        rows: list[list[tuple[int, Strip]]] = [[] for _ in range(self.grid.height)]
        for rect, strips in blocks:
            for at, strip in enumerate(strips):
                rows[rect.y + at].append((rect.x, strip))
        return [self._row(sorted(row, key=lambda item: item[0])) for row in rows]

    def _row(self, parts: list[tuple[int, Strip]]) -> Strip:
        blank = self.palette.text()
        found: list[Strip] = []
        at = 0
        for x, strip in parts:
            if x > at:
                found.append(Strip.blank(x - at, blank))
            found.append(strip)
            at = x + strip.cell_length
        return Strip.join(found).adjust_cell_length(self.grid.width, blank)


_Block = tuple[Rect, list[Strip]]
