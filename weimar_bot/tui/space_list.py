"""The map as a list that can be sorted, for windows too small for the drawn one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from weimar_bot.table.pieces import FACTIONS, INFLUENCE, PIECES, UNITS
from weimar_bot.table.table import Table
from weimar_bot.tui.map_ways import Instructed
from weimar_bot.tui.marks import MARKERS, MARKS, Palette
from weimar_bot.tui.themes import LETTERS
from weimar_bot.tui.tile_drawing import SUPREMACY
from weimar_bot.tui.tile_layout import short_name
from weimar_bot.tui.tile_map import strip_of

HEADER: Final = 1
_NUMBERS: Final = 21  # what stands between a name and the pieces besides the sign

Key = Callable[[Table, str], object]

# The orders the list can be put in, in turn; spaces of the instruction always come first.
SORTS: Final[Mapping[str, Key]] = {
    "map": lambda table, space: table.board.order[space],
    "name": lambda table, space: table.board.spaces[space].name.casefold(),
    "PV": lambda table, space: -table.board.spaces[space].pv,
    "Pop": lambda table, space: -table.board.spaces[space].pop,
    "room": lambda table, space: -table.room(space),
    "cubes": lambda table, space: table.room(space) - table.board.spaces[space].pop,
    "units": lambda table, space: -sum(table.survival(space, faction) for faction in FACTIONS),
}


class SpaceList:
    """Draws a table as one line for each space."""

    def __init__(self, width: int, height: int, palette: Palette, sort: str = "map") -> None:
        self.width = width
        self.height = height
        self.palette = palette
        self.sort = sort
        self.top = 0
        self.order: list[str] = []

    def lines(self, table: Table, instructed: Instructed, cursor: str | None) -> list[Strip]:
        """The header and as many spaces as fit, scrolled so that the cursor is among them."""
        key = SORTS[self.sort]
        found = sorted(
            table.board.spaces, key=lambda space: (space not in instructed.roles, key(table, space))
        )
        self.order = found
        self._scroll_to(cursor)
        shown = found[self.top : self.top + self._rows]
        lines = [self._header()]
        lines += [self._line(table, space, instructed, space == cursor) for space in shown]
        return [strip_of(line, self.width, self.palette) for line in lines]

    def space_at(self, x: int, y: int) -> str | None:
        at = self.top + y - HEADER
        return self.order[at] if y >= HEADER and 0 <= at < len(self.order) else None

    def towards(self, space: str, direction: str) -> str:
        if space not in self.order:  # nothing is drawn yet: a small window has no room for the list
            return space
        step = {"up": -1, "down": 1, "left": -self._rows, "right": self._rows}[direction]
        at = self.order.index(space) + step
        return self.order[max(0, min(len(self.order) - 1, at))]

    @property
    def _rows(self) -> int:
        return max(1, self.height - HEADER)

    def _scroll_to(self, cursor: str | None) -> None:
        if cursor in self.order:
            at = self.order.index(cursor)
            self.top = max(at - self._rows + 1, min(self.top, at))
        self.top = max(0, min(self.top, len(self.order) - self._rows))

    @property
    def _name_width(self) -> int:
        return max(7, min(18, self.width - _NUMBERS - 13))

    def _header(self) -> Text:
        name = f"  by {self.sort}"[: self._name_width + 2]
        line = f"{name:<{self._name_width + 2}} PV Po  C  K  N  R D{SUPREMACY} pieces"
        return Text(line, self.palette.muted())

    def _line(self, table: Table, space: str, instructed: Instructed, cursor: bool) -> Text:
        palette, printed, role = self.palette, table.board.spaces[space], instructed.roles.get(space)
        plain = palette.bar(role) if role else palette.text(bold=cursor)
        plain += Style(reverse=cursor and not role)
        sign = instructed.sign(space) or " "
        lead = "❯" if cursor else " "
        width = self._name_width + 2 - len(sign) - 1
        line = Text(f"{lead}{sign}{short_name(space, printed.name, width):<{width}}", plain)
        line.append(f" {printed.pv:>2} {printed.pop:>2}", palette.text())
        here = table.at(space)
        for faction in FACTIONS:
            count = here.get(INFLUENCE[faction], 0)
            line.append(" ", palette.text())
            line.append(f"{count or '·':>2}", palette.chips[faction] if count else palette.muted())
        line.append(" ", palette.text())
        for holder in (table.dominance(space), table.supremacy(space)):
            letter = LETTERS[holder] if holder else "·"
            line.append(letter, palette.chips[holder] if holder else palette.muted())
        line.append(" ", palette.text())
        return line.append_text(self._pieces(here))

    def _pieces(self, here: Mapping[str, int]) -> Text:
        palette, line = self.palette, Text()
        for piece in (*UNITS, *MARKERS):
            count = here.get(piece, 0)
            if count:
                look = palette.chips[PIECES[piece].owner or ""] if piece in UNITS else palette.owner(piece)
                line.append(f"{count if count > 1 else ''}{MARKS[piece]}", look)
                line.append(" ", palette.text())
        return line
