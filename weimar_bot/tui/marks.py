"""Short letters for pieces and the colours of a theme, shared by everything that draws the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.color import Color

from weimar_bot.table.pieces import ASSASSINATIONS, CADRES, CLIQUES, PIECES
from weimar_bot.tui.themes import LETTERS, VARIABLES, faction_style

# Cubes go by their faction's letter alone; every other piece has two letters or so.
MARKS: Final[Mapping[str, str]] = {
    "reichswehr": "RW",
    "freikorps_loyal": "FK",
    "freikorps_unrevealed": "F?",
    "rogue_freikorps": "RF",
    "sa": "SA",
    "worker_militia": "WM",
    "strike": "St",
    "uprising": "Up",
    "reform": "Re",
    "yellow_leverage": "yL",
    "black_leverage": "bL",
    CADRES["kpd"]: "kC",
    CADRES["nsdap"]: "nC",
    "assassinations": "As",
    ASSASSINATIONS["yellow_red"]: "AsCK",
    ASSASSINATIONS["brown_black"]: "AsNR",
    **{clique: f"Q{clique[-1].upper()}" for clique in CLIQUES},
    "middle_class": "Mc",
    "dollar_dependence": "$",
    "general_strike": "GS",
}
MARKERS: Final = tuple(piece for piece in MARKS if not PIECES[piece].is_unit)
ROLES: Final = ("space", "source", "goal")


@lru_cache(maxsize=1000)
def _readable(colour: Color, ground: Color, ink: Color) -> Color:
    """The colour, drawn towards the ink where it would be lost on the ground."""
    if abs(colour.brightness - ground.brightness) >= 0.33:
        return colour
    return colour.blend(ink, 0.4)


@lru_cache(maxsize=1000)
def _towards(colour: Color, other: Color, part: float) -> Color:
    return colour.blend(other, part)


@dataclass(frozen=True)
class Palette:
    """The styles of one theme. Made anew when the theme changes."""

    ink: Color
    ground: Color
    surface: Color
    accent: Color
    roles: Mapping[str, Color]
    edges: Mapping[str, Color]
    chips: Mapping[str, Style]
    hues: Mapping[str, Color] = field(repr=False)

    @classmethod
    def of(cls, variables: Mapping[str, str]) -> Palette:
        """The palette of an app's ``theme_variables``; what a strange theme lacks comes from our own."""
        known = {**VARIABLES, **variables}
        ink = Color.parse(known.get("foreground", "#e6e1d3"))
        ground = Color.parse(known.get("background", "#14161a"))
        surface = Color.parse(known.get("surface", "#1c1f25"))
        accent = Color.parse(known.get("primary", "#c9a227"))
        hues = {
            name: Color.parse(known.get(name, "#7d8ca3"))
            for name in ("secondary", "success", "accent", "warning", "error")
        }
        return cls(
            ink=ink,
            ground=ground,
            surface=surface,
            accent=accent,
            roles={
                "space": hues["accent"],
                "source": Color.parse(known["source"]),
                "goal": Color.parse(known["goal"]),
            },
            edges={one: _readable(Color.parse(known[one]), surface, ink) for one in LETTERS},
            chips={one: faction_style(known, one) for one in LETTERS},
            hues=hues,
        )

    def text(self, ground: Color | None = None, *, bold: bool = False) -> Style:
        """Plain ink."""
        return style(self.ink, ground or self.ground, bold=bold)

    def muted(self, ground: Color | None = None) -> Style:
        """Ink that stands back."""
        under = ground or self.ground
        return style(_towards(self.ink, under, 0.45), under)

    def bar(self, role: str) -> Style:
        """What an instruction is about: letters on a ground of the role's colour."""
        colour = self.roles[role]
        return style(colour.get_contrast_text(1.0), colour, bold=True)

    def owner(self, piece: str, ground: Color | None = None) -> Style:
        """Letters in the colour of a piece's owner; pieces of nobody are in plain ink."""
        owner, under = PIECES[piece].owner, ground or self.ground
        return style(_readable(self.edges[owner], under, self.ink) if owner else self.ink, under, bold=True)


@lru_cache(maxsize=1000)
def style(colour: Color, ground: Color, *, bold: bool = False) -> Style:
    """A rich style; made once, since a map asks for the same few thousands of times."""
    return Style(color=colour.rich_color, bgcolor=ground.rich_color, bold=bold)
