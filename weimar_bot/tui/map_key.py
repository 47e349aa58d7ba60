"""What explains the drawn map in its empty corners: Parliamentary Control, and the letters of the tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from weimar_bot.table.table import CONTROLS, Table
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.themes import LETTERS
from weimar_bot.tui.tile_drawing import SUPREMACY
from weimar_bot.tui.tile_layout import REGION_CODES

_NOBODY = "–"
# From left to right; what does not fit any more is left out.
_KEY = (
    (("C", "Coalition"), ("K", "KPD"), ("N", "NSDAP"), ("R", "RC")),
    (("RW", "Reichswehr"), ("FK", "Freikorps"), ("F?", "unrevealed")),
    (("RF", "Rogue"), ("WM", "Militia"), ("St", "Strike"), ("Up", "-rising")),
    (("Re", "Reform"), ("L", "Leverage"), ("Q", "Clique"), ("As", "-sass.")),
)


def card(table: Table, area: str) -> tuple[str | None, bool]:
    """Who holds the Parliamentary Control of an area, and whether the card is still to be used."""
    holder, ready = table.state[f"control.{area}"]  # type: ignore[misc]
    return holder, bool(ready)  # type: ignore[return-value]


def control_lines(table: Table, width: int, height: int, palette: Palette) -> list[Text]:
    """Who controls each Region, Bayern and the Cities."""
    regions = [area for area in reversed(CONTROLS) if area in table.board.regions]
    singles = [area for area in CONTROLS if area not in table.board.regions]
    lines = [Text("Parliamentary Control"[:width], palette.text(bold=True))]
    for area in regions:
        name = f"{REGION_CODES.get(area, '')} {table.board.area_name(area)}"
        lines.append(_holding(table, area, name, width, palette))
    half = (width - 1) // 2
    for at in range(0, len(singles), 2):
        line = Text()
        for area in singles[at : at + 2]:
            line.append_text(_holding(table, area, table.board.area_name(area), half, palette))
            line.append(" ", palette.text())
        lines.append(line)
    lines += [Text(said[:width], palette.muted()) for said in _notes(width)]
    return lines[:height]


def _notes(width: int) -> Iterator[str]:
    if width < 24:
        yield f"2/6 PV/Pop  {SUPREMACY} units"
        return
    yield "×  card used this cycle"
    yield "2/6  Political Value/Pop."
    yield f"{SUPREMACY}R5:4  Supremacy in units"


def _holding(table: Table, area: str, name: str, width: int, palette: Palette) -> Text:
    holder, ready = card(table, area)
    mark = "" if ready or holder is None else "×"
    room = width - 1 - len(mark)
    line = Text(f"{name[: room - 1]:<{room}}", palette.text())
    line.append(LETTERS[holder] if holder else _NOBODY, palette.chips[holder] if holder else palette.muted())
    line.append(mark, palette.text())
    return line


def key_lines(width: int, height: int, palette: Palette) -> list[Text]:
    """What the letters mean."""
    lines = []
    for row in _KEY:
        line = Text()
        for sign, meaning in row:
            if len(line) + len(sign) + len(meaning) + 1 > width:
                break
            faction = next((one for one, letter in LETTERS.items() if letter == sign), None)
            line.append(sign, palette.chips[faction] if faction else palette.text(bold=True))
            line.append(f" {meaning} ", palette.muted())
        lines.append(line)
    return lines[:height]
