"""One tile of the map: a space with its cubes, units and markers in a few lines of terminal cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from weimar_bot.table.pieces import FACTIONS, INFLUENCE, PIECES, UNITS
from weimar_bot.table.table import Table
from weimar_bot.tui.marks import MARKERS, MARKS, Palette, style
from weimar_bot.tui.themes import LETTERS
from weimar_bot.tui.tile_layout import REGION_CODES, short_name

# Corners and edges: left upper corner, top, right upper corner, left, right, left lower corner, bottom,
# right lower corner. Nobody's, dominated, in the instruction, under the cursor.
PLAIN: Final = "╭─╮││╰─╯"
HELD: Final = "┏━┓┃┃┗━┛"
LIT: Final = "╔═╗║║╚═╝"
CURSOR: Final = "▛▀▜▌▐▙▄▟"
CITY: Final = "●"
SUPREMACY: Final = "▲"
FREE: Final = "·"
ROLE_SIGNS: Final = {"space": "◆", "source": "↗", "goal": "↘"}

_TINTS: Final = {"prussian_provinces": "secondary", "northern_states": "success", "southern_states": "accent"}


@dataclass(frozen=True, slots=True)
class Content:
    """What a tile shows of its space. Equal contents make equal tiles."""

    space: str
    name: str
    city: bool
    region: str | None
    pv: int
    pop: int
    room: int
    pieces: tuple[tuple[str, int], ...]
    dominance: str | None
    supremacy: str | None
    strengths: tuple[int, ...]
    controller: str | None


@dataclass(frozen=True, slots=True)
class Look:
    """How a tile stands out: its role in the instruction, ways that begin or end here, the cursor.

    ``arrows`` are characters put on the tile's edge: (x, y, character).
    """

    role: str | None = None
    sign: str = ""
    arrows: tuple[tuple[int, int, str], ...] = ()
    cursor: bool = False


def content_of(table: Table, space: str) -> Content:
    """Everything a tile needs to know, asked of the table."""
    printed = table.board.spaces[space]
    here = table.at(space)
    return Content(
        space=space,
        name=printed.name,
        city=printed.city,
        region=printed.region,
        pv=printed.pv,
        pop=printed.pop,
        room=table.room(space),
        pieces=tuple(sorted(here.items())),
        dominance=table.dominance(space),
        supremacy=table.supremacy(space),
        strengths=tuple(table.survival(space, faction) for faction in FACTIONS),
        controller=table.controller(space),
    )


def tile_ground(palette: Palette, region: str | None) -> Color:
    """A faint tint tells the Regions apart."""
    tint = _TINTS.get(region or "")
    return palette.surface.blend(palette.hues[tint], 0.13) if tint else palette.surface


def draw(content: Content, look: Look, width: int, height: int, palette: Palette) -> list[Strip]:
    """The tile as strips of ``width`` cells."""
    ground = tile_ground(palette, content.region)
    if look.role:
        ground = ground.blend(palette.roles[look.role], 0.22)
    edge = _edge_style(content, look, palette, ground)
    signs = _edge_signs(content, look)
    inner = width - 2
    lines = [_top(content, look, inner, palette, edge, signs)]
    for tokens in _body(content, inner, height - 2, palette, ground):
        filled = _filled(tokens, inner, " ", palette.text(ground))
        lines.append([Segment(signs[3], edge), *filled, Segment(signs[4], edge)])
    lines.append(_bottom(content, inner, palette, edge, signs, ground))
    return [_with_arrows(Strip(line, width), look, y, palette) for y, line in enumerate(lines)]


def _edge_signs(content: Content, look: Look) -> str:
    if look.cursor:
        return CURSOR
    if look.role:
        return LIT
    return HELD if content.dominance else PLAIN


def _edge_style(content: Content, look: Look, palette: Palette, ground: Color) -> Style:
    if look.cursor:
        return palette.text(ground, bold=True)
    if look.role:
        return style(palette.roles[look.role], ground, bold=True)
    if content.dominance:
        return style(palette.edges[content.dominance], ground)
    return style(palette.ink.blend(ground, 0.65), ground)


def _filled(segments: Iterable[Segment], width: int, fill: str, fill_style: Style) -> list[Segment]:
    found = list(segments)
    used = sum(len(segment.text) for segment in found)
    if used < width:
        found.append(Segment(fill * (width - used), fill_style))
    return found


def _top(
    content: Content, look: Look, inner: int, palette: Palette, edge: Style, signs: str
) -> list[Segment]:
    """The name, with signs of its role before it and who has Dominance at the end."""
    letter = LETTERS[content.dominance] if content.dominance else ""
    lead = (look.sign + (CITY if content.city else ""))[: inner - len(letter)]
    name = short_name(content.space, content.name, inner - len(lead) - len(letter))
    if look.role:
        named = palette.bar(look.role)
    else:
        named = edge + Style(color=palette.ink.rich_color, bold=True, reverse=look.cursor)
    middle = _filled([Segment(lead + name, named)], inner - len(letter), signs[1], edge)
    end = [Segment(letter, palette.chips[content.dominance])] if content.dominance else []
    return [Segment(signs[0], edge), *middle, *end, Segment(signs[2], edge)]


def _bottom(
    content: Content, inner: int, palette: Palette, edge: Style, signs: str, ground: Color
) -> list[Segment]:
    """PV and Population, the Region and who controls it, and who has Supremacy, as far as there is room."""
    left, right = _bottom_words(content, inner)
    badge = palette.chips[content.supremacy] if content.supremacy else palette.text(ground, bold=True)
    ends = [Segment(right, badge)] if right else []
    middle = _filled([Segment(left, palette.text(ground))], inner - len(right), signs[6], edge)
    return [Segment(signs[5], edge), *middle, *ends, Segment(signs[7], edge)]


def _bottom_words(content: Content, inner: int) -> tuple[str, str]:
    numbers = f"{content.pv}/{content.pop}"
    region = REGION_CODES.get(content.region or "", "")
    control = f":{LETTERS[content.controller]}" if content.controller else ""
    lefts = dict.fromkeys((f"{numbers} {region}{control}".rstrip(), f"{numbers}{control}", numbers))
    for right, left in product(_supremacy_words(content), lefts):
        if len(left) + len(right) <= inner:
            return left, right
    return numbers[:inner], ""


def _supremacy_words(content: Content) -> Sequence[str]:
    """Who has Supremacy and by which values; a tie is an equals sign."""
    values = sorted(content.strengths, reverse=True)
    if not values[0]:
        return ("",)
    if content.supremacy is None:
        return (f"{SUPREMACY}={values[0]}",)
    letter = LETTERS[content.supremacy]
    against = f":{values[1]}" if values[1] else ""
    return (f"{SUPREMACY}{letter}{values[0]}{against}", f"{SUPREMACY}{letter}{values[0]}", SUPREMACY + letter)


# -- what lies in the space ----------------------------------------------------------------------------

Token = tuple[str, Style]
Line = list[tuple[str, Style | None]]


def _body(content: Content, inner: int, lines: int, palette: Palette, ground: Color) -> list[list[Segment]]:
    """Cubes, units and markers, a line each where there is room, else one after the other."""
    here = dict(content.pieces)
    cubes = _cube_tokens(content, here, inner, palette, ground)
    units = [
        (f"{here[unit] if here[unit] > 1 else ''}{MARKS[unit]}", palette.chips[PIECES[unit].owner or ""])
        for unit in UNITS
        if unit in here
    ]
    markers = [
        (f"{here[one] if here[one] > 1 else ''}{MARKS[one]}", palette.owner(one, ground))
        for one in MARKERS
        if one in here
    ]
    blank = palette.text(ground)
    forms = _forms(cubes, units, markers, inner)
    found = next((form for form in forms if len(form) <= lines), forms[-1])
    if len(found) > lines:
        found = found[:lines]
        found[-1] = _cut(found[-1], inner, blank)
    return [[Segment(text, look or blank) for text, look in line] for line in [*found, *[[]] * lines][:lines]]


def _forms(cubes: list[Token], units: list[Token], markers: list[Token], inner: int) -> list[list[Line]]:
    """Ways to lay a tile out, the clearest first and the closest last."""
    cube_lines, rest = _wrapped(cubes, inner, ""), [*units, *markers]
    return [
        [*cube_lines, *_wrapped(units, inner), *_wrapped(markers, inner)],
        [*cube_lines, *_wrapped(rest, inner)],
        [*cube_lines, *_wrapped(rest, inner, "")],
        _wrapped([*cubes, *rest], inner, ""),
    ]


def _cube_tokens(
    content: Content, here: dict[str, int], inner: int, palette: Palette, ground: Color
) -> list[Token]:
    """A letter for each cube and a dot for each free place; numbers where that would be too long."""
    counts = [(faction, here.get(INFLUENCE[faction], 0)) for faction in FACTIONS]
    counts = [(faction, count) for faction, count in counts if count]
    repeated = content.pop <= inner and content.room >= 0
    tokens = [
        (LETTERS[faction] * count if repeated else f"{LETTERS[faction]}{count}", palette.chips[faction])
        for faction, count in counts
    ]
    used = sum(len(text) for text, _ in tokens)
    if content.room > 0 and (repeated or used + len(f"{FREE}{content.room}") <= inner):
        free = FREE * content.room if repeated else f"{FREE}{content.room}"
        tokens.append((free, palette.muted(ground)))
    return tokens


def _wrapped(tokens: Sequence[Token], width: int, gap: str = " ") -> list[Line]:
    """Tokens in lines, none broken."""
    lines: list[Line] = []
    used = width
    for text, look in tokens:
        if used + len(gap) + len(text) > width or not lines:
            lines.append([])
            used = 0
        elif gap:
            lines[-1].append((gap, None))
            used += len(gap)
        lines[-1].append((text, look))
        used += len(text)
    return lines


def _cut(line: Line, width: int, look: Style) -> Line:
    """The line with an ellipsis at its end: there is more than can be shown."""
    while line and sum(len(text) for text, _ in line) > width - 1:
        line = line[:-1]
    return [*line, ("…", look)]


def _with_arrows(strip: Strip, look: Look, y: int, palette: Palette) -> Strip:
    """Arrows laid over the edge of the tile."""
    for at, row, sign in look.arrows:
        if row == y:
            arrow = Strip([Segment(sign, palette.bar(look.role or "space"))], 1)
            strip = Strip.join([strip.crop(0, at), arrow, strip.crop(at + 1)])
    return strip
