"""The pieces of the game and what they are called (rulebook 1.4, 1.5).

A piece is named by its *face*: a Freikorps not yet turned over, a revealed loyal one and a
rogue one are three faces of one counter, and so are a Strike and an Uprising, or the two
sides of an Assassinations marker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FACTIONS: Final = ("coalition", "kpd", "nsdap", "rc")

FACTION_NAMES: Final = {"coalition": "Coalition", "kpd": "KPD", "nsdap": "NSDAP", "rc": "RC"}

# The two sides of an Assassinations marker block and hit these factions [1.5].
ASSASSINATION_SIDES: Final = {
    "yellow_red": ("coalition", "kpd"),
    "brown_black": ("nsdap", "rc"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """One face of a piece: whose it is, its Survival Value (0: not a unit) and its words."""

    id: str
    owner: str | None
    name: str
    plural: str
    survival: int = 0
    kind: str = ""

    @property
    def is_unit(self) -> bool:
        return self.survival > 0


def _pieces() -> dict[str, Piece]:
    pieces = [
        Piece("reichswehr", "coalition", "Reichswehr", "Reichswehr", 3, "reichswehr"),
        Piece("freikorps_loyal", "coalition", "revealed loyal Freikorps", "revealed loyal Freikorps", 2),
        Piece("freikorps_unrevealed", "coalition", "unrevealed Freikorps", "unrevealed Freikorps", 2),
        Piece("rogue_freikorps", "rc", "Rogue Freikorps", "Rogue Freikorps", 2),
        Piece("sa", "nsdap", "SA", "SA", 1),
        Piece("worker_militia", "kpd", "Worker Militia", "Worker Militia", 1),
        Piece("strike", "kpd", "Strike", "Strikes", kind="strike"),
        Piece("uprising", "kpd", "Uprising", "Uprisings", kind="strike"),
        Piece("reform", "coalition", "Reform", "Reforms", kind="reform"),
        Piece("yellow_leverage", "coalition", "yellow Leverage", "yellow Leverage", kind="yellow_leverage"),
        Piece("black_leverage", "rc", "black Leverage", "black Leverage", kind="black_leverage"),
        Piece("kpd_cadre", "kpd", "KPD Cadre", "KPD Cadres", kind="kpd_cadre"),
        Piece("nsdap_cadre", "nsdap", "NSDAP Cadre", "NSDAP Cadres", kind="nsdap_cadre"),
        Piece(
            "assassinations", None, "Assassinations marker", "Assassinations markers", kind="assassinations"
        ),
        Piece(
            "middle_class",
            None,
            "Middle Class Sympathies pawn",
            "Middle Class Sympathies pawns",
            kind="middle_class",
        ),
        Piece(
            "dollar_dependence",
            None,
            "Dollar Dependence marker",
            "Dollar Dependence markers",
            kind="dollar_dependence",
        ),
        Piece("general_strike", "kpd", "General Strike marker", "General Strike markers"),
        Piece("reformation", "coalition", "Reformation marker", "Reformation markers"),
        Piece("revolution", "kpd", "Revolution marker", "Revolution markers"),
        Piece("brown_putsch", "nsdap", "brown Putsch marker", "brown Putsch markers"),
        Piece("black_putsch", "rc", "black Putsch marker", "black Putsch markers"),
    ]
    pieces += [
        Piece(f"{faction}_influence", faction, f"{name} Influence", f"{name} Influence")
        for faction, name in FACTION_NAMES.items()
    ]
    pieces += [
        Piece(
            f"clique_{letter}",
            "rc",
            f"Conservative Clique {letter.upper()}",
            "Conservative Cliques",
            kind="conservative_clique",
        )
        for letter in "abc"
    ]
    pieces += [
        Piece(
            f"assassinations_{side}",
            None,
            f"Assassinations marker ({side.replace('_', '/')} side)",
            f"Assassinations markers ({side.replace('_', '/')} side)",
            kind="assassinations",
        )
        for side in ASSASSINATION_SIDES
    ]
    return {piece.id: piece for piece in pieces}


PIECES: Final = _pieces()

UNITS: Final = tuple(piece.id for piece in PIECES.values() if piece.is_unit)
UNITS_OF: Final = {
    faction: tuple(piece.id for piece in PIECES.values() if piece.is_unit and piece.owner == faction)
    for faction in FACTIONS
}
INFLUENCE: Final = {faction: f"{faction}_influence" for faction in FACTIONS}
CUBES: Final = tuple(INFLUENCE.values())
CLIQUES: Final = ("clique_a", "clique_b", "clique_c")
CADRES: Final = {"kpd": "kpd_cadre", "nsdap": "nsdap_cadre"}
ASSASSINATIONS: Final = {side: f"assassinations_{side}" for side in ASSASSINATION_SIDES}
SUDDEN_VICTORY: Final = {
    "coalition": "reformation",
    "kpd": "revolution",
    "nsdap": "brown_putsch",
    "rc": "black_putsch",
}
# The side of an Assassinations marker that hits and blocks each faction [1.5].
SIDE_AGAINST: Final = {
    faction: side for side, factions in ASSASSINATION_SIDES.items() for faction in factions
}


def holding_kind(piece: str) -> str:
    """The kind of holding box ``piece`` belongs in; empty for pieces kept loose on a mat."""
    return PIECES[piece].kind


def counted(piece: str, count: int, *, the: bool = False) -> str:
    """``2 KPD Influence``, or with ``the`` a single piece as ``the Reichswehr``."""
    if count == 1 and the and piece not in CUBES:
        return f"the {PIECES[piece].name}"
    return f"{count} {PIECES[piece].plural if count != 1 else PIECES[piece].name}"
