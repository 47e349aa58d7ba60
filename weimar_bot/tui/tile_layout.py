"""Where each space's tile lies on the drawn map, what it is called there, and where arrow keys lead.

A tile is two columns wide and one row high; neighbouring rows may be shifted by a column, as bricks are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

# (column, row) of a tile's left upper corner.
PLACES: Final[Mapping[str, tuple[int, int]]] = {
    "schleswig_holstein": (2, 0),
    "ostpreussen": (9, 0),
    "oldenburg": (0, 1),
    "hamburg": (2, 1),
    "mecklenburg": (4, 1),
    "pommern": (6, 1),
    "posen_westpreussen": (8, 1),
    "provinz_hannover": (1, 2),
    "braunschweig_anhalt": (3, 2),
    "berlin": (5, 2),
    "brandenburg": (7, 2),
    "provinz_westfalen": (0, 3),
    "waldeck_lippe": (2, 3),
    "provinz_sachsen": (4, 3),
    "sachsen": (6, 3),
    "niederschlesien": (8, 3),
    "koeln": (0, 4),
    "hessenprovinz": (2, 4),
    "thueringen": (5, 4),
    "oberschlesien": (9, 4),
    "rheinprovinz": (0, 5),
    "hessen": (2, 5),
    "bayern": (4, 5),
    "baden": (1, 6),
    "wuerttemberg": (3, 6),
    "muenchen": (5, 6),
}
COLUMNS: Final = 11
ROWS: Final = 7
# Left free by the tiles, for what explains them: (column, row, columns, rows).
KEY_AREA: Final = (4, 0, 5, 1)
CONTROL_AREA: Final = (7, 5, 4, 2)
ROLE_AREA: Final = (7, 4, 2, 1)
SEA_AREA: Final = (0, 0, 2, 1)

# Shorter names for narrow tiles, longest first; the full name comes before all of them.
SHORT_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "schleswig_holstein": ("Schleswig-H.", "Schlesw.-H.", "Schl.-H.", "Sch-Hol", "S-H"),
    "ostpreussen": ("Ostpreuß.", "Ostpr.", "OPr"),
    "oldenburg": ("Oldenbg.", "Oldenb.", "Old."),
    "hamburg": ("Hambg.", "Hbg."),
    "mecklenburg": ("Mecklenbg.", "Mecklbg.", "Meckl.", "Mkl"),
    "pommern": ("Pomm.", "Pom"),
    "posen_westpreussen": ("Posen-Westpr.", "Posen-Wpr.", "Pos.-Wpr", "Posen-W", "Posen", "Pos"),
    "provinz_hannover": ("Hannover", "Hannov.", "Hann."),
    "braunschweig_anhalt": ("Braunschw.-A.", "Braunsch.-A", "Braun.-A", "Braun-A", "Brschw", "B-A"),
    "berlin": ("Berl.",),
    "brandenburg": ("Brandenbg.", "Brandbg.", "Brandb.", "Brb"),
    "provinz_westfalen": ("Westfalen", "Westfal.", "Westf.", "Wfl"),
    "waldeck_lippe": ("Waldeck/Lippe", "Waldeck-L.", "Wald.-L.", "Waldeck", "W-L"),
    "provinz_sachsen": ("Prov. Sachsen", "Pr. Sachsen", "P.Sachs.", "Pr.Sa.", "PSa"),
    "sachsen": ("Sachs.", "Sa."),
    "niederschlesien": ("Niederschles.", "Niederschl.", "Niederschl", "N-Schles", "N-Schl.", "NSl"),
    "koeln": (),
    "hessenprovinz": ("Hessenprov.", "Hessenpr.", "HessenPr", "Hess.P.", "HeP"),
    "thueringen": ("Thüring.", "Thür.", "Thü"),
    "oberschlesien": ("Oberschles.", "Oberschl.", "O-Schles", "O-Schl.", "OSl"),
    "rheinprovinz": ("Rheinprov.", "Rheinpr.", "Rheinp.", "Rhein"),
    "hessen": ("Hess.", "Hes"),
    "baden": (),
    "wuerttemberg": ("Württembg.", "Württbg.", "Württb.", "Wüb"),
    "bayern": ("Bay.",),
    "muenchen": ("Münch.", "Mün"),
}
# The same for the English names that differ from the printed ones.
ENGLISH_SHORT_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "East Prussia": ("E. Prussia", "E.Prussia", "E.Pruss.", "E.Pr.", "EPr"),
    "Pomerania": ("Pomeran.", "Pomer.", "Pom"),
    "Posen-West Prussia": ("Posen-W.Pr.", "Posen-WPr.", "Pos.-WPr", "Posen-W", "Posen", "Pos"),
    "Province of Hanover": ("Hanover", "Hanov.", "Han"),
    "Brunswick and Anhalt": ("Brunswick-A.", "Brunsw.-A.", "Brun.-A.", "Brun.-A", "Brswk", "B-A"),
    "Province of Westphalia": ("Westphalia", "Westphal", "Westph.", "Wph"),
    "Province of Saxony": ("Prov. Saxony", "Pr. Saxony", "Pr.Saxon", "P.Sax.", "PSa"),
    "Saxony": ("Sax.", "Sax"),
    "Lower Silesia": ("Low. Silesia", "L. Silesia", "L.Siles.", "L.Sil.", "LSi"),
    "Cologne": ("Col.", "Col"),
    "Hesse-Nassau": ("Hesse-Nass.", "Hesse-N.", "Hes.-N.", "HeN"),
    "Thuringia": ("Thuring.", "Thur.", "Thu"),
    "Upper Silesia": ("Upp. Silesia", "U. Silesia", "U.Siles.", "U.Sil.", "USi"),
    "Rhine Province": ("Rhine Prov.", "Rhine Pr.", "Rhine", "Rhi"),
    "Hesse": ("Hes",),
    "Bavaria": ("Bav.", "Bav"),
    "Munich": ("Mun.", "Mun"),
}
REGION_CODES: Final[Mapping[str, str]] = {
    "prussian_provinces": "pr",
    "northern_states": "no",
    "southern_states": "so",
}

DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
}


def short_name(space: str, name: str, width: int) -> str:
    """The longest form of a space's name that fits."""
    for form in (name, *(ENGLISH_SHORT_NAMES.get(name) or SHORT_NAMES.get(space, ()))):
        if len(form) <= width:
            return form
    return name[: max(0, width)]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of terminal cells."""

    x: int
    y: int
    width: int
    height: int

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Grid:
    """How many cells a column is wide and a row is high."""

    column: int
    row: int

    @property
    def width(self) -> int:
        return self.column * COLUMNS

    @property
    def height(self) -> int:
        return self.row * ROWS

    def tile(self, space: str) -> Rect:
        column, row = PLACES[space]
        return Rect(column * self.column, row * self.row, 2 * self.column, self.row)

    def area(self, area: tuple[int, int, int, int]) -> Rect:
        column, row, columns, rows = area
        return Rect(column * self.column, row * self.row, columns * self.column, rows * self.row)


NARROWEST: Final = Grid(column=5, row=4)
WIDEST: Final = Grid(column=9, row=6)


def grid_for(width: int, height: int) -> Grid | None:
    """The largest grid that fits, or None where even the smallest would not be legible."""
    if width < NARROWEST.width or height < NARROWEST.height:
        return None
    return Grid(min(WIDEST.column, width // COLUMNS), min(WIDEST.row, height // ROWS))


@cache
def beyond(space: str, direction: str) -> str:
    """The tile an arrow key leads to: the nearest that way, or the same one at the map's edge."""
    x, y = DIRECTIONS[direction]
    options = []
    for other, (column, row) in PLACES.items():
        dx, dy = column - PLACES[space][0], row - PLACES[space][1]
        along, across = (dx * x, dy) if x else (dy * y, dx)
        # Sideways a tile of the next row counts only where it is not above or below this one.
        if along > 0 and not (x and across and along < 2):
            cost = along + 3 * abs(across) if x else 3 * along + 2 * abs(across)
            options.append((cost, -column, other))
    return min(options)[2] if options else _at_the_edge(space, x, y)


def _at_the_edge(space: str, x: int, y: int) -> str:
    """Where nothing lies squarely that way: the nearest that lies that way at all."""
    options = []
    for other, (column, row) in PLACES.items():
        dx, dy = column - PLACES[space][0], row - PLACES[space][1]
        if dx * x + dy * y > 0:
            options.append((abs(dx) + 2 * abs(dy), other))
    return min(options)[1] if options else space
