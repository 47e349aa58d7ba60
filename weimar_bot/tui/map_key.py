"""What explains the drawn map in its empty corners: Parliamentary Control, and the letters of the tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from weimar_bot.table.table import CONTROLS, Table
from weimar_bot.tui.map_ways import Instructed
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.themes import LETTERS
from weimar_bot.tui.tile_drawing import ROLE_SIGNS, SUPREMACY
from weimar_bot.tui.tile_layout import REGION_CODES, short_name

_NOBODY: Final = "–"
_USED: Final = "×"
# In the order in which they are explained, for as long as there is room.
_KEY: Final = (
    ("C", "Coalition"),
    ("K", "KPD"),
    ("N", "NSDAP"),
    ("R", "RC"),
    ("RW", "Reichswehr"),
    ("FK", "Freikorps"),
    ("F?", "unrevealed"),
    ("RF", "Rogue"),
    ("WM", "Militia"),
    ("St", "Strike"),
    ("Up", "Uprising"),
    ("Re", "Reform"),
    ("kC", "Cadre"),
    ("yL", "Leverage"),
    ("As", "Assass."),
    ("QA", "Clique"),
)
_ROLES: Final = {"space": "here", "source": "from", "goal": "to"}
_SHORTER: Final = (("Provinces", "Pr."), ("States", "St."))


def card(table: Table, key: str) -> tuple[str | None, bool]:
    """Who holds a card of the table's state, and whether it is still to be used."""
    held = table.state[key]
    assert isinstance(held, tuple)
    holder, ready = held
    return (holder if isinstance(holder, str) else None), bool(ready)


def control_lines(table: Table, width: int, height: int, palette: Palette) -> list[Text]:
    """Who controls each Region, Bayern and the Cities."""
    regions = [area for area in reversed(CONTROLS) if area in table.board.regions]
    singles = [area for area in CONTROLS if area not in table.board.regions]
    title = "Parliamentary Control" if width > 20 else "Parl. Control"
    lines = [Text(title, palette.text(bold=True))]
    for area in regions:
        line = Text(f"{REGION_CODES.get(area, ''):<2} ", palette.muted())
        line.append_text(_holding(table, area, _region_name(table, area, width - 5), width - 3, palette))
        lines.append(line)
    half = (width - 2) // 2
    for at in range(0, len(singles), 2):
        line = Text()
        for area in singles[at : at + 2]:
            name = short_name(area, table.board.area_name(area), half - 3)
            line.append_text(_holding(table, area, name, half, palette)).append("  ", palette.text())
        lines.append(line)
    lines += [Text(said[:width], palette.muted()) for said in _notes(width)]
    return lines[:height]


def _region_name(table: Table, area: str, width: int) -> str:
    name = table.board.area_name(area)
    for long, short in _SHORTER if len(name) >= width else ():
        name = name.replace(long, short)
    return name


def _notes(width: int) -> Iterator[str]:
    if width < 24:
        yield f"1/4 PV/Pop {SUPREMACY}units"
        return
    yield "1/4   Political Value/Pop."
    yield f"{SUPREMACY}R5:4 Supremacy in units"
    yield f"{_USED}     card used"


def _holding(table: Table, area: str, name: str, width: int, palette: Palette) -> Text:
    holder, ready = card(table, f"control.{area}")
    line = Text(f"{name[: width - 2]:<{width - 2}}", palette.text())
    line.append(LETTERS[holder] if holder else _NOBODY, palette.chips[holder] if holder else palette.muted())
    line.append(" " if ready or holder is None else _USED, palette.text())
    return line


def key_lines(width: int, height: int, palette: Palette) -> list[Text]:
    """What the letters mean."""
    lines = [Text()]
    factions = {letter: faction for faction, letter in LETTERS.items()}
    for sign, meaning in _KEY:
        if len(lines[-1]) + len(sign) + 1 + len(meaning) > width:
            lines.append(Text())
        look = palette.chips[factions[sign]] if sign in factions else palette.text(bold=True)
        lines[-1].append(sign, look).append(f" {meaning} ", palette.muted())
    return lines[:height]


def role_lines(instructed: Instructed, height: int, palette: Palette) -> list[Text]:
    """The signs of the instruction that is shown, one a line."""
    used = [role for role in ROLE_SIGNS if role in instructed.roles.values()]
    lines = [Text() for _ in range((height - len(used)) // 2)]
    for role in used:
        line = Text(f"{ROLE_SIGNS[role]:<2}", palette.bar(role))
        if instructed.ways and role != "space":
            line = Text("1►" if role == "source" else "►1", palette.bar(role))
        lines.append(line.append(f" {_ROLES[role]}", palette.text()))
    return lines[:height]


def sea_lines(palette: Palette) -> list[Text]:
    """What stands where the North Sea is."""
    return [Text(), Text("Nordsee", palette.muted())]
