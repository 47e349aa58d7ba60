"""Move Middle Class Sympathies (5.5, 5.7, 6.3-6.6)."""

from __future__ import annotations

from collections.abc import Sequence

from weimar_bot.rules.draft import Draft
from weimar_bot.table.board import TRACK_ORDER, Box
from weimar_bot.table.boxes import available, empty_boxes
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.table import Table

PAWN = "middle_class"


def available_pawns(table: Table, faction: str, tracks: Sequence[str] = TRACK_ORDER) -> list[str]:
    """Boxes with a pawn Available to ``faction``, in the order in which they are taken (R09)."""
    return [box.id for box in available(table, PAWN, faction, tracks)]


def return_boxes(table: Table) -> list[Box]:
    """Where a returned pawn may go: the highest empty level, or any empty end of Economy [5.2]."""
    empty = empty_boxes(table, PAWN)
    levels = [box for box in empty if box.track == "progress_reaction"]
    return levels[:1] + [box for box in empty if box.track == "economy"]


def mats_with_pawns(table: Table) -> list[str]:
    """The factions that have a Middle Class pawn on their mat."""
    return [faction for faction in FACTIONS if table.count(faction, PAWN)]


def may_move_from_mat(faction: str, mat: str) -> bool:
    """Whether a pawn goes straight from ``mat`` to the faction's own: NSDAP from RC only [6.5]."""
    return faction == "nsdap" and mat == "rc"


def take(draft: Draft, source: str) -> None:
    """Move a pawn to the draft's faction mat."""
    draft.do(Move(PAWN, 1, source, draft.faction))


def give_back(draft: Draft, mat: str, box: str) -> None:
    """Return a pawn from a mat to a holding box."""
    draft.do(Move(PAWN, 1, mat, box))


def moves_per_action(table: Table, faction: str) -> int:
    """How many pawns one Action moves: NSDAP one for each own Cadre on the map, others one [6.5]."""
    return table.on_map("nsdap_cadre") if faction == "nsdap" else 1
