"""Elections as a table: PV by faction and space, bonuses, winner; stepped or at once (7.1, 7.2, 7.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from weimar_bot.rules import elections
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS
from weimar_bot.table.table import Table
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.themes import faction_style


class ElectionScreen(Screen[None]):
    """The Elections that the present table would give.

    ``stepped`` shows one Regional Election after another; else all of them stand there at once.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "next", "Next", id="election.next", tooltip="The next Regional Election"),
        Binding("a", "all", "All", id="election.all", tooltip="All of them at once"),
        Binding("escape,q,e", "leave", "Close", id="election.close", tooltip="Back to the table"),
    ]
    DEFAULT_CSS = """
    ElectionScreen #election-title { text-style: bold; color: $primary; padding: 0 1; }
    ElectionScreen VerticalScroll { padding: 0 1; }
    ElectionScreen #election-head { padding: 0 1; height: 1; }
    """

    def __init__(self, table: Table, *, stepped: bool) -> None:
        super().__init__()
        self._table = table
        self._regions = elections.all_regional(table)
        self._general = elections.general(table, self._regions)
        self._shown = 1 if stepped else len(self._regions) + 1
        self._stepped = stepped

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Once all of it stands there, no more can be shown at once."""
        return action != "all" or self._shown <= len(self._regions)

    def compose(self) -> ComposeResult:
        title = "Elections" if self._stepped else "PV as the table stands now"
        yield Static(f"{title} [7.1, 7.2]", id="election-title", markup=False)
        yield Static(id="election-head")
        with VerticalScroll():
            yield Static(id="election-table")
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self._draw()

    def _draw(self) -> None:
        self.query_one("#election-head", Static).update(self._columns(heads=True))
        self.query_one("#election-table", Static).update(self._grid())
        self.refresh_bindings()
        if self._stepped:
            self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

    def action_next(self) -> None:
        """One more Regional Election, then the sum; after that, back to the table."""
        if self._shown > len(self._regions):
            self.dismiss()
            return
        self._shown += 1
        self._draw()

    def action_all(self) -> None:
        self._shown = len(self._regions) + 1
        self._draw()

    def action_leave(self) -> None:
        self.dismiss()

    # -- the table ---------------------------------------------------------------------------------

    def _grid(self) -> Grid:
        grid = self._columns(heads=False)
        for one in self._regions[: self._shown]:
            self._add_region(grid, one)
        if self._shown > len(self._regions):
            self._add_general(grid)
        return grid

    def _columns(self, *, heads: bool) -> Grid:
        """The columns, or their heads alone, which stay in view however far the table is scrolled."""
        grid = Grid(box=None, pad_edge=False, padding=(0, 1), show_header=heads)
        grid.add_column("Space", width=27)
        for faction in FACTIONS:
            head = Text(f" {FACTION_NAMES[faction]} ", faction_style(self.app.theme_variables, faction))
            grid.add_column(head, justify="right", width=11 if faction == FACTIONS[0] else 7)
        grid.add_column("Winner", width=12)
        return grid

    def _add_region(self, grid: Grid, one: elections.Regional) -> None:
        board = self._table.board
        if one.void:
            grid.add_row(Text(board.area_name(one.area), "bold"), "", "", "", "", "blocked")
            return
        won = FACTION_NAMES[one.winner] if one.winner else "nobody"
        many = len(one.dominance) > 1
        bonus = dict(one.pv)
        for space, holder in one.dominance.items():
            if holder is not None:
                bonus[holder] -= board.spaces[space].pv
            if many:
                cells = [str(board.spaces[space].pv) if faction == holder else "·" for faction in FACTIONS]
                grid.add_row(Text(f"  {board.spaces[space].name}", "dim"), *cells, "")
        if many and any(bonus.values()):
            grid.add_row(Text("  Leverage, Reforms, Cadres", "dim"), *self._cells(bonus), "")
        grid.add_row(Text(board.area_name(one.area), "bold"), *self._cells(one.pv), Text(won, "bold"))

    def _add_general(self, grid: Grid) -> None:
        grid.add_section()
        grid.add_row("")
        grid.add_row(Text("Regional PV", "dim"), *self._cells(self._general.regional), "")
        for name, pv in self._general.bonuses.items():
            if any(pv.values()):
                words = name.replace("_", " ")
                grid.add_row(Text(f"Bonus: {words}", "dim"), *self._cells(pv), "")
        totals = self._general.totals
        leaders = elections.leaders(self._table, totals)
        who = FACTION_NAMES[leaders[0]] if len(leaders) == 1 else "a tie: by lot"
        cells = [Text(cell, "bold") for cell in self._cells(totals)]
        grid.add_row(Text("General Election", "bold"), *cells, Text(who, "bold reverse"))

    @staticmethod
    def _cells(pv: Mapping[str, int]) -> list[str]:
        return [str(pv.get(faction, 0) or "·") for faction in FACTIONS]
