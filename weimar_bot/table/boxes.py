"""Availability and holding boxes: what can be taken, from where, and where it goes back (5.1-5.3).

Both follow the order of R09: mat, Progress/Reaction, Economy, then the two Deals tracks, that of
the U.S. before the other; on one track the lowest-numbered box is emptied first, the
highest-numbered empty one filled first.
"""

from __future__ import annotations

from collections.abc import Sequence

from weimar_bot.table.board import TRACK_ORDER, Box
from weimar_bot.table.pieces import CLIQUES
from weimar_bot.table.table import Table

# The marker whose level frees the Middle Class pawns for each faction [5.1, 5.7].
_PAWN_TRACK = {"coalition": "progress", "kpd": "progress", "nsdap": "reaction", "rc": "reaction"}


def held_piece(table: Table, box: Box) -> str | None:
    """The face of the piece in a holding box, or None if the box is empty."""
    here = table.at(box.id)
    if box.kind == "conservative_clique":
        return next((clique for clique in CLIQUES if clique in here), None)
    return box.kind if box.kind in here else None


def is_open(table: Table, box: Box, faction: str) -> bool:
    """Whether ``box`` is linked to a reached position, so its piece is Available to ``faction`` [5.1]."""
    if box.mat is not None and box.mat != faction:
        return False
    match box.gate:
        case "stance":
            return _stance_reaches(table.stance(faction), box.level)
        case "leftmost":
            return all(table.count(f"rc:{n}", box.kind) == 0 for n in _rc_boxes(table) if n < box.level)
        case "below":
            return table.count(box.id, "black_leverage") == 0
        case "level":
            return table.level(_PAWN_TRACK[faction]) >= box.level
        case "economy":
            return f"economy:{table.text('economy')}" == box.id
        case track:
            return table.level(track) >= box.level


def _rc_boxes(table: Table) -> tuple[int, ...]:
    return tuple(table.board.tracks["rc"]["leverage"])


def _stance_reaches(stance: int, box: int) -> bool:
    """Whether ``box`` lies between Pragmatic and the Stance marker, both included [5.3]."""
    return 0 <= box <= stance or stance <= box <= 0 or box == 0


def available(table: Table, kind: str, faction: str, tracks: Sequence[str] = TRACK_ORDER) -> list[Box]:
    """Occupied holding boxes of ``kind`` whose piece ``faction`` may take, in taking order.

    ``tracks`` is the order of tracks: that of R09 unless the chooser has another.
    """
    found = [
        box
        for box in table.board.boxes[kind]
        if held_piece(table, box) is not None and is_open(table, box, faction)
    ]
    return sorted(found, key=lambda box: (tracks.index(box.track), box.order))


def empty_boxes(
    table: Table, kind: str, faction: str | None = None, tracks: Sequence[str] = TRACK_ORDER
) -> list[Box]:
    """Empty holding boxes of ``kind`` in the order in which they are filled (5.2, R09, R50).

    ``faction`` is who returns the piece: its own mat comes before another faction's.
    """
    empty = [box for box in table.board.boxes[kind] if held_piece(table, box) is None]
    return sorted(
        empty, key=lambda box: (tracks.index(box.track), box.mat not in (None, faction), -box.order)
    )


def clique_home(table: Table, clique: str, tracks: Sequence[str] = TRACK_ORDER) -> Box | None:
    """The empty box a Clique goes back to: its own (R65), else the first in filling order."""
    empty = empty_boxes(table, "conservative_clique", "rc", tracks)
    home = table.board.tracks["clique_homes"][clique.removeprefix("clique_")]
    return next((box for box in empty if box.id == home), empty[0] if empty else None)
