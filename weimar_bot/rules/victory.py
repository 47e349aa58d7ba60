"""Sudden Victory (3.1, 8.3): who has met the conditions whose marker lies on the Timeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from weimar_bot.rules import tracks
from weimar_bot.rules.middle_class import PAWN
from weimar_bot.table.pieces import SUDDEN_VICTORY
from weimar_bot.table.table import Table


def _uprisings(table: Table) -> bool:
    """Four Uprisings on the map, or three and Supremacy in Berlin."""
    number = table.on_map("uprising")
    return number >= 4 or (number == 3 and table.supremacy("berlin") == "kpd")


def _brown_putsch(table: Table) -> bool:
    """More pawns than RC, and Supremacy in Berlin or in two Cities."""
    if table.count("nsdap", PAWN) <= table.count("rc", PAWN):
        return False
    cities = [space.id for space in table.board.spaces.values() if space.city]
    held = [city for city in cities if table.supremacy(city) == "nsdap"]
    return "berlin" in held or len(held) >= 2


def _black_putsch(table: Table) -> bool:
    """Four pawns, or three and Supremacy in Berlin."""
    pawns = table.count("rc", PAWN)
    return pawns >= 4 or (pawns == 3 and table.supremacy("berlin") == "rc")


CONDITIONS: Mapping[str, Callable[[Table], bool]] = {
    "coalition": tracks.meets_coalition_sudden_victory,
    "kpd": _uprisings,
    "nsdap": _brown_putsch,
    "rc": _black_putsch,
}


def barred(table: Table, faction: str) -> bool:
    """Whether a Non-player Coalition is kept from Sudden Victory: in the Crisis Era [8.3]."""
    return faction == "coalition" and faction in table.listed("non_player") and table.era == "crisis"


def sudden_victor(table: Table) -> str | None:
    """The first faction in Turn Order whose marker is on the Timeline and whose conditions are met [3.1]."""
    for faction in table.listed("turn_order"):
        marked = table.count("timeline", SUDDEN_VICTORY[faction]) > 0
        if marked and CONDITIONS[faction](table) and not barred(table, faction):
            return faction
    return None
