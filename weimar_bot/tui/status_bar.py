"""The strip that says when in the game we are, whose turn it is, and what else holds just now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from weimar_bot.table.pieces import FACTION_NAMES, SUDDEN_VICTORY
from weimar_bot.table.table import Table
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.themes import LETTERS
from weimar_bot.tui.tile_map import strip_of

PHASE_NAMES: Final = {
    "turn_order": ("Turn Order", "Order"),
    "action": ("Action Step", "Action"),
    "sudden_victory": ("Sudden Victory Step", "Sudden V."),
    "elections": ("Elections", "Elections"),
    "advance_timeline": ("Advance Timeline", "Timeline"),
    "new_year": ("New Year", "New Year"),
    "new_era": ("New Era", "New Era"),
    "end": ("End of the scenario", "End"),
    "over": ("Game over", "Over"),
}


def phase_name(phase: str, *, short: bool = False) -> str:
    """What a phase of the game is called; any other text stands for itself."""
    return PHASE_NAMES.get(phase, (phase, phase))[short]


ERA_NAMES: Final = {"crisis": "Crisis", "golden_twenties": "Golden Twenties", "decline": "Decline"}
DONE: Final = "✓"
NEXT: Final = "►"
_GAP: Final = " │ "


class StatusBar(Widget):
    """One line, or two where one is too narrow; says everything in full where there is room."""

    DEFAULT_CSS = """
    StatusBar { width: 1fr; height: auto; max-height: 2; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[Table, tuple[str, ...], str] | None = None

    def show(self, table: Table, acted: Sequence[str], phase: str) -> None:
        """Show a table in a phase of its round; ``acted`` are the factions whose turn is over."""
        before = len(self.lines(self.size.width))
        self._shown = (table, tuple(acted), phase)
        self.refresh(layout=len(self.lines(self.size.width)) != before)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.refresh())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render_line(self, y: int) -> Strip:
        palette = Palette.of(self.app.theme_variables)
        lines = self.lines(self.size.width)
        line = lines[y] if y < len(lines) else Text()
        return strip_of(line, self.size.width, palette)

    def lines(self, width: int) -> list[Text]:
        """The strip in the longest form that fits into one line, else into two."""
        if self._shown is None:
            return [Text()]
        palette = Palette.of(self.app.theme_variables)
        when = {short: list(_when(*self._shown, palette, short=short)) for short in (False, True)}
        more = {short: list(_more(self._shown[0], palette, short=short)) for short in (False, True)}
        for first, second in ((False, False), (False, True), (True, True)):
            line = _joined([*when[first], *more[second]], palette)
            if len(line) <= width:
                return [line]
        return [_fitting((parts[False], parts[True]), width, palette) for parts in (when, more)]


def _fitting(forms: Sequence[list[Text]], width: int, palette: Palette) -> Text:
    """The first form that fits; the last is cut if it must be."""
    lines = [_joined(parts, palette) for parts in forms]
    fitting = next((line for line in lines if len(line) <= width), lines[-1])
    fitting.truncate(width, overflow="ellipsis")
    return fitting


def _joined(parts: Sequence[Text], palette: Palette) -> Text:
    line = Text(no_wrap=True)
    for at, part in enumerate(parts):
        line.append(_GAP if at else "", palette.muted()).append_text(part)
    return line


def _when(table: Table, acted: Sequence[str], phase: str, palette: Palette, *, short: bool) -> Iterator[Text]:
    """Year, round, step and Turn Order."""
    bold, plain = palette.text(bold=True), palette.text()
    yield Text().append(f"{table.year} {table.text('round')}", bold)
    if not short:
        yield Text().append(ERA_NAMES[table.era], plain)
    long_name, short_name = PHASE_NAMES.get(phase, (phase, phase))
    yield Text().append(short_name if short else long_name, plain)
    yield _turn_order(table, acted, phase, palette, short=short)


def _turn_order(table: Table, acted: Sequence[str], phase: str, palette: Palette, *, short: bool) -> Text:
    """Each faction with a tick once it has acted, a pointer when it is its turn, and whether it is a bot."""
    order, bots = table.listed("turn_order"), table.listed("non_player")
    to_act = next((one for one in order if one not in acted), None) if phase == "action" else None
    line = Text()
    for at, faction in enumerate(order):
        sign = DONE if faction in acted else NEXT if faction == to_act else " "
        name = LETTERS[faction] if short else f" {FACTION_NAMES[faction]} "
        line.append(" " if at else "", palette.text()).append(sign, palette.text(bold=True))
        line.append(name, palette.chips[faction])
        if faction in bots and not short:
            line.append(" bot", palette.muted())
    if bots and short:
        line.append(" bots ", palette.muted())
        for faction in bots:
            line.append(LETTERS[faction], palette.chips[faction])
    return line


def _more(table: Table, palette: Palette, *, short: bool) -> Iterator[Text]:
    """Momentum, what lies on the Timeline, and the Events that linger."""
    momentum = table.text("momentum")
    line = Text().append("Mom. " if short else "Momentum ", palette.text())
    yield line.append(LETTERS[momentum] if short else FACTION_NAMES[momentum], palette.chips[momentum])
    strong = palette.text(bold=True) + Style(reverse=True)
    if table.count("timeline", "general_strike"):
        yield Text().append("Gen. Strike" if short else "General Strike", strong)
    on_timeline = [one for one, marker in SUDDEN_VICTORY.items() if table.count("timeline", marker)]
    if on_timeline:
        line = Text().append("S.V. " if short else "Sudden Victory ", strong)
        for faction in on_timeline:
            line.append(LETTERS[faction], palette.chips[faction])
        yield line
    lingering = table.listed("lingering")
    if lingering:
        numbers = " ".join(f"#{number}" for number in lingering)
        yield Text().append(f"{'Ling.' if short else 'Lingering'} {numbers}", palette.text())
