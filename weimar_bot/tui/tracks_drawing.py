"""Every track and mat as lines of text: markers, what waits in holding boxes, and what is Available.

A marker stands in square brackets. A piece with a plus is Available; without one it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from weimar_bot.bot.words import value_name
from weimar_bot.rules.tracks import can_place_sudden_victory
from weimar_bot.table.board import (
    ECONOMY_NAMES,
    HELD_ON_TRACKS,
    STANCE_LIMIT,
    TOP_LEVEL,
    TRACK_NAMES,
    UNITY,
    Box,
)
from weimar_bot.table.boxes import held_piece, is_open
from weimar_bot.table.pieces import (
    FACTION_NAMES,
    FACTIONS,
    INFLUENCE,
    PIECES,
    SUDDEN_VICTORY,
    UNITS_OF,
)
from weimar_bot.table.table import CONTROLS, Table
from weimar_bot.tui.map_key import card
from weimar_bot.tui.marks import MARKS, Palette
from weimar_bot.tui.themes import LETTERS

WIDE: Final = 52
NARROW: Final = 34
AVAILABLE: Final = "+"
EMPTY: Final = "·"
LIT: Final = "»"

_ECONOMY_SHORT: Final = ("Hy", "3", "2", "1", "St", "1", "2", "3", "MU")
_ROW_NAMES: Final = {
    "reform": ("Reforms", "Reforms"),
    "assassinations": ("Assassinations", "Assass."),
    "nsdap_cadre": ("NSDAP Cadres", "N Cadres"),
    "kpd_cadre": ("KPD Cadres", "K Cadres"),
    "yellow_leverage": ("yellow Leverage", "y Lever."),
    "black_leverage": ("black Leverage", "b Lever."),
    "dollar_dependence": ("Dollar Dependence", "Dollars"),
    "reichswehr": ("Reichswehr", "Reichsw."),
    "conservative_clique": ("Cliques", "Cliques"),
    "strike": ("Strikes", "Strikes"),
    "middle_class": ("Middle Class pawns", "Pawns"),
}
_TIGHT_NAMES: Final = {
    "strike": "Strk.",
    "kpd_cadre": "Cadre",
    "nsdap_cadre": "Cadre",
    "assassinations": "Ass.",
}
_LEVERAGE: Final = ("yellow_leverage", "black_leverage")
_DOLLARS: Final = ("dollar_dependence",)
_SINGLE_MARKERS: Final = (
    "general_strike",
    *SUDDEN_VICTORY.values(),
)

# A cell of a row: what stands in it and how.
Cell = tuple[str, Style]


@dataclass(frozen=True)
class Tracks:
    """Draws one table at one width."""

    table: Table
    width: int
    palette: Palette
    lit: Collection[str] = ()

    @property
    def wide(self) -> bool:
        return self.width >= WIDE

    @property
    def label(self) -> int:
        """The width of what stands before the boxes of a track."""
        return 19 if self.wide else 10

    @property
    def tight(self) -> int:
        """The same before tracks of many boxes."""
        return 19 if self.wide else 6

    def lines(self) -> list[Text]:
        """All tracks, then the mats."""
        parts: list[Callable[[], Iterator[Text]]] = [
            self._economy,
            lambda: self._numbered("progress"),
            self._middle_class,
            lambda: self._numbered("reaction"),
            lambda: self._numbered("us_deals"),
            lambda: self._numbered("ussr_deals"),
            self._unity,
            self._cards,
            *(lambda faction=faction: self._mat(faction) for faction in FACTIONS),
        ]
        found: list[Text] = []
        for part in parts:
            found += [*part(), Text()]
        return [*found, Text(f"[ ] marker   {AVAILABLE} Available", self.palette.muted())]

    # -- rows ------------------------------------------------------------------------------------

    def _title(self, name: str, value: str, key: str) -> Text:
        is_lit = key in self.lit
        look = self.palette.bar("goal") if is_lit else self.palette.text(bold=True)
        line = Text(no_wrap=True).append(f"{LIT if is_lit else ''}{name}", look)
        return line.append(f" {value}" if value else "", self.palette.text())

    def _row(self, name: str, cells: Sequence[Cell], cell: int, label: int | None = None) -> Text:
        label = label or self.label
        line = Text(no_wrap=True).append(f"{name[: label - 1]:<{label}}", self.palette.muted())
        for text, look in cells:
            line.append(text[:cell], look).append(" " * (cell - len(text)), self.palette.text())
        return line

    def _heads(self, names: Sequence[str], ids: Sequence[str], at: int) -> list[Cell]:
        """The boxes of a track with the marker's in brackets; lit ones have a sign as well as a colour."""
        cells = []
        for position, (name, ident) in enumerate(zip(names, ids, strict=True)):
            text = name = f"[{name}]" if position == at and len(name) < 2 else name
            look = self.palette.text(bold=True) if position == at else self.palette.muted()
            if position == at:
                look += Style(reverse=True)
            if ident in self.lit:
                text, look = f"{LIT}{name}", self.palette.bar("goal")
            cells.append((text, look))
        return cells

    def _held(self, kind: str, boxes: Sequence[str]) -> list[Cell]:
        """What waits of one kind of piece along a track."""
        printed = {box.id: box for box in self.table.board.boxes.get(kind, ())}
        return [self._piece(printed[box]) if box in printed else ("", Style()) for box in boxes]

    def _piece(self, box: Box) -> Cell:
        piece = held_piece(self.table, box)
        if piece is None:
            return EMPTY, self.palette.muted()
        free = self._free_to(box)
        if not free:
            return MARKS[piece], self.palette.owner(piece)
        owner = PIECES[piece].owner
        look = self.palette.chips[owner] if owner else self.palette.text(bold=True) + Style(reverse=True)
        return f"{MARKS[piece]}{AVAILABLE}", look

    def _free_to(self, box: Box) -> list[str]:
        """Whom a held piece is Available to: its owner, or whoever reaches it where it has none."""
        owner = PIECES[held_piece(self.table, box) or box.kind].owner
        return [one for one in FACTIONS if owner in (None, one) and is_open(self.table, box, one)]

    def _placed(self, track: str, boxes: Sequence[int | str], *pieces: str) -> list[Cell]:
        """What has been put to work on a track."""
        cells = []
        for box in boxes:
            here = self.table.at(f"{track}:{box}")
            found = next((piece for piece in pieces if piece in here), None)
            cells.append((MARKS[found], self.palette.owner(found)) if found else ("", Style()))
        return cells

    # -- tracks ----------------------------------------------------------------------------------

    def _economy(self) -> Iterator[Text]:
        printed = self.table.board.tracks["economy"]
        boxes = list(printed["boxes"])
        at, cell = boxes.index(self.table.text("economy")), 3
        ids = [f"economy:{box}" for box in boxes]
        yield self._title("Economy", ECONOMY_NAMES[boxes[at]], "economy")
        levers = {box for side in printed["leverage"].values() for box in side}
        dollars = set(printed["dollar_dependence"])
        rows = {
            "": self._heads(_ECONOMY_SHORT, ids, at),
            "at": self._standing(at, len(boxes)),
            "Leverage" if self.wide else "Lev.": self._slots(boxes, levers, _LEVERAGE),
            "Dollar Dependence" if self.wide else "Doll.": self._slots(boxes, dollars, _DOLLARS),
            self._name("middle_class"): self._held("middle_class", ids),
        }
        for name, cells in rows.items():
            yield self._row(name, cells, cell, self.tight)

    def _standing(self, at: int, boxes: int) -> list[Cell]:
        """A pointer below the marker's box."""
        return [("▲" if box == at else "", self.palette.text(bold=True)) for box in range(boxes)]

    def _slots(self, boxes: Sequence[str], printed: Collection[str], pieces: tuple[str, ...]) -> list[Cell]:
        """Printed places for pieces at work, empty ones dotted."""
        cells = self._placed("economy", boxes, *pieces)
        empty = (EMPTY, self.palette.muted())
        return [
            cell if cell[0] or box not in printed else empty for box, cell in zip(boxes, cells, strict=True)
        ]

    @property
    def _cell(self) -> int:
        return 6 if self.wide else 4

    def _numbered(self, track: str) -> Iterator[Text]:
        levels = range(1, TOP_LEVEL + 1)
        ids = [f"{track}:{level}" for level in levels]
        level = self.table.level(track)
        yield self._title(TRACK_NAMES[track], str(level), track)
        yield self._row("", self._heads([str(one) for one in levels], ids, level - 1), self._cell)
        colour = {"progress": "yellow_leverage", "reaction": "black_leverage"}.get(track)
        if colour:
            printed = self.table.board.tracks[track]["leverage"]
            placed = self._placed(track, list(levels), colour)
            dotted = [
                cell if cell[0] or number not in printed else (EMPTY, self.palette.muted())
                for number, cell in zip(levels, placed, strict=True)
            ]
            yield self._row("Leverage", dotted, self._cell)
        kinds = [kind for kind, where, _ in HELD_ON_TRACKS if where == track]
        kinds += ["conservative_clique"] if track == "reaction" else []
        for kind in kinds:
            yield self._row(self._name(kind), self._held(kind, ids), self._cell)

    def _middle_class(self) -> Iterator[Text]:
        """The pawns between Progress and Reaction, and whom each is Available to."""
        ids = [f"middle_class:{level}" for level in self.table.board.tracks["middle_class"]["levels"]]
        yield self._title("Middle Class", "by Progress, Reaction", "middle_class")
        heads = [ident.partition(":")[2] for ident in ids]
        yield self._row("", self._heads(heads, ids, -1), self._cell)
        yield self._row(self._name("middle_class"), self._held("middle_class", ids), self._cell)
        printed = {box.id: box for box in self.table.board.boxes["middle_class"]}
        cells = [self._takers(printed[ident]) for ident in ids]
        if any(text for text, _ in cells):
            yield self._row("free to", cells, self._cell)

    def _takers(self, box: Box) -> Cell:
        free = self._free_to(box) if held_piece(self.table, box) else []
        return "".join(LETTERS[one] for one in free), self.palette.text()

    def _unity(self) -> Iterator[Text]:
        unity = self.table.text("unity")
        line = self._title("Unity", "", "unity")
        for one in UNITY:
            name = one.capitalize()
            line.append(" ", self.palette.text())
            if one == unity:
                line.append(f"[{name}]", self.palette.text(bold=True) + Style(reverse=True))
            else:
                line.append(f" {name} ", self.palette.muted())
        yield line

    def _cards(self) -> Iterator[Text]:
        """Article 48, Reichstag Seats and the Parliamentary Control cards that somebody holds."""
        yield self._title("Cards", "", "cards")
        yield self._said(f"Article 48: {self.table.text('article_48')}")
        for key, name in (("reichstag_seats", "Reichstag Seats"), *self._controls()):
            holder, ready = card(self.table, key)
            if holder is None:
                continue
            line = self._said(f"{name}: ").append(LETTERS[holder], self.palette.chips[holder])
            yield line.append("" if ready else " used", self.palette.muted())

    def _controls(self) -> Iterator[tuple[str, str]]:
        for area in CONTROLS:
            yield f"control.{area}", self.table.board.area_name(area)

    def _said(self, words: str) -> Text:
        return Text("   ", no_wrap=True).append(words, self.palette.text())

    # -- mats ------------------------------------------------------------------------------------

    def _name(self, kind: str) -> str:
        return _ROW_NAMES[kind][0 if self.wide else 1]

    def _mat(self, faction: str) -> Iterator[Text]:
        is_bot = faction in self.table.listed("non_player")
        title = Text(no_wrap=True).append(f" {LETTERS[faction]} ", self.palette.chips[faction])
        title.append_text(self._title(f" {FACTION_NAMES[faction]} mat", "(bot)" if is_bot else "", faction))
        yield title
        yield from self._loose(faction)
        if faction in ("kpd", "nsdap"):
            yield from self._stance(faction)
        elif faction == "rc":
            yield from self._rc_boxes()
        for marker in _SINGLE_MARKERS:
            if PIECES[marker].owner == faction:
                yield from self._single(faction, marker)

    def _loose(self, faction: str) -> Iterator[Text]:
        """Cubes, units and pawns beside the mat."""
        table, here = self.table, self.table.at(faction)
        total = table.board.pieces["influence"][faction]
        said = [f"Cubes {here.get(INFLUENCE[faction], 0)} of {total}"]
        said += [f"{here[unit]} {MARKS[unit]}" for unit in UNITS_OF[faction] if unit in here]
        pawns = here.get("middle_class", 0)
        if pawns:
            said.append(f"{pawns} pawn{'' if pawns == 1 else 's'}")
        line = said[0]
        for more in said[1:]:
            if len(line) + len(more) + 5 > self.width:
                yield self._said(line)
                line = more
            else:
                line += f"  {more}"
        yield self._said(line)

    def _stance(self, faction: str) -> Iterator[Text]:
        table, key = self.table, f"{faction}_stance"
        steps = range(-STANCE_LIMIT, STANCE_LIMIT + 1)
        ids = [f"{faction}:{step}" for step in steps]
        cell = 4
        used = table.has_stance(faction)
        names = [f"{step:+d}" if step else "0" for step in steps]
        at = steps.index(table.stance(faction)) if used else -1
        value = value_name(key, table.stance(faction)) if used else "not in use"
        yield Text("   ", no_wrap=True).append_text(self._title("Stance", value, key))
        yield self._row("", self._heads(names, ids, at), cell, self.tight)
        yield self._row("at", self._standing(at, len(steps)), cell, self.tight)
        for kind in ("strike", "kpd_cadre") if faction == "kpd" else ("assassinations", "nsdap_cadre"):
            name = self._name(kind) if self.wide else _TIGHT_NAMES[kind]
            yield self._row(name, self._held(kind, ids), cell, self.tight)

    def _rc_boxes(self) -> Iterator[Text]:
        boxes = self.table.board.tracks["rc"]["leverage"]
        ids = [f"rc:{box}" for box in boxes]
        yield self._row("Box", self._heads([str(box) for box in boxes], ids, -1), self._cell)
        for kind in ("black_leverage", "conservative_clique", "assassinations"):
            yield self._row(self._name(kind), self._held(kind, ids), self._cell)

    def _single(self, faction: str, marker: str) -> Iterator[Text]:
        """Where a Sudden Victory or General Strike marker is."""
        where = next((place for place in (faction, "timeline") if self.table.count(place, marker)), None)
        ready = marker in SUDDEN_VICTORY.values() and can_place_sudden_victory(self.table, faction)
        words = {
            faction: f"on the mat{AVAILABLE if ready else ''}",
            "timeline": "on the Timeline",
            None: "not in play",
        }[where]
        name = PIECES[marker].name.removesuffix(" marker")
        line = Text("   ", no_wrap=True).append(f"{name}: {words}", self.palette.text())
        if where == "timeline":
            line.stylize(Style(bold=True, reverse=True), 3)
        yield line
