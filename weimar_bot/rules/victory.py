"""Who has won: by Sudden Victory (3.1, 8.3), by a General Election (3.2) or by an Event card (3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from weimar_bot.rules import elections, tracks
from weimar_bot.rules.draft import Draft
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


ENABLING_ACT_PV = 15

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


def remove_markers(draft: Draft) -> None:
    """Return every Sudden Victory marker from the Timeline to its mat [3.1]."""
    for marker in SUDDEN_VICTORY.values():
        if draft.table.count("timeline", marker):
            draft.take_back(marker, "timeline")


def sudden_victory_step(draft: Draft) -> str | None:
    """The whole Sudden Victory Step: who wins; where nobody does the markers go back [3.1, 4.0]."""
    victor = sudden_victor(draft.table)
    if victor is None:
        remove_markers(draft)
    return victor


def by_election(winner: str, stolen: bool = False) -> str | None:
    """Who wins the game after a General or Snap Election; None if the Coalition won it [3.2, 7.3, 7.5].

    ``stolen`` is what :func:`weimar_bot.rules.elections.stolen_by_rc` says. At the end of a scenario an
    election won by the Coalition wins it the game [3.4].
    """
    if winner == "coalition":
        return None
    return "rc" if stolen and winner == "nsdap" else winner


def holds_referendum(table: Table) -> bool:
    """Whether Event #82 brings about its Special Election [3.3]."""
    return table.text("momentum") == "rc"


def by_referendum(winner: str) -> str | None:
    """Who wins the game by the Special Election of Event #82: RC if it won, or nobody [3.3, 7.4]."""
    return winner if winner == "rc" else None


def by_enabling_act(table: Table) -> str | None:
    """NSDAP if Event #118 wins it the game: Momentum, Reichstag Seats and 15 current PV [3.3, 7.6].

    The Seats card may lie face-down.
    """
    seats = table.state["reichstag_seats"]
    holder = seats[0] if isinstance(seats, tuple) else None
    if table.text("momentum") != "nsdap" or holder != "nsdap":
        return None
    return "nsdap" if elections.current_pv(table)["nsdap"] >= ENABLING_ACT_PV else None
