"""Which rulings shaped a deed beyond those its chart names: box choices, Assaults, reach."""

from __future__ import annotations

from collections.abc import Iterator

from weimar_bot.bot.scene import Deed
from weimar_bot.rules import assault, leverage, strength
from weimar_bot.table.board import Box
from weimar_bot.table.boxes import held_piece
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import CLIQUES, PIECES
from weimar_bot.table.table import Table


def rulings_of(deed: Deed, faction: str) -> tuple[str, ...]:
    """All rulings behind a deed: those of its chart first, each once."""
    return tuple(dict.fromkeys((*deed.doing.rulings, *_at_work(deed, faction))))


def _at_work(deed: Deed, faction: str) -> Iterator[str]:
    table = deed.before
    for change in deed.changes:
        if isinstance(change, Move):
            yield from _of_boxes(table, change)
            yield from _of_economy(table, change)
        table = change.apply(table)
    name = deed.doing.name
    if faction == "rc" and name in ("place_influence", "remove_influence"):
        yield from ("R17", "R54")
    if name.endswith("place_unit") and deed.choice.piece == "freikorps_loyal":
        yield "R10"
    if deed.assault is not None:
        yield from _of_assault(deed, deed.assault)


def _of_boxes(table: Table, move: Move) -> Iterator[str]:
    """R09 where another box could have been emptied or filled; R50 on Stance tracks; R65 for Cliques."""
    boxes = table.board.boxes.get(PIECES[move.piece].kind, ())
    for place, full in ((move.source, True), (move.goal, False)):
        box = next((box for box in boxes if box.id == place), None)
        if box is None:
            continue
        if sum((held_piece(table, other) is not None) == full for other in boxes) > 1:
            yield from _of_box_choice(move, box, full)


def _of_box_choice(move: Move, box: Box, full: bool) -> Iterator[str]:
    if move.piece in CLIQUES:
        if not full:
            yield "R65"
        return
    yield "R09"
    if box.gate == "stance":
        yield "R50"


def _of_economy(table: Table, move: Move) -> Iterator[str]:
    if move.piece not in leverage.LEVERAGE.values():
        return
    if "economy:stable" in (move.source, move.goal):
        yield "R60"
    if leverage.pull_is_blocked(table, move.piece, move.goal):
        yield "R59"


def _of_assault(deed: Deed, result: assault.Result) -> Iterator[str]:
    plan, table = result.plan, deed.before
    sides = (plan.attacker, plan.defender)
    if strength.loyalty_matters(table, plan.space, *sides):
        yield "R21"
    if result.cancelled:
        yield "R57"
        return
    if any("parliamentary_control" in bonus for bonus in result.modifiers):
        yield "R20"
    if any(table.count(plan.space, colour) > 1 for colour in leverage.LEVERAGE.values()):
        yield "R19"
    if "kpd" in sides and any(table.count(plan.space, piece) for piece in ("strike", "uprising")):
        yield "R62"
    if any(piece.endswith("_influence") for _, piece, _ in result.losses):
        yield "R16"
    if result.losses or result.lost_hits:
        yield "R22"
    if deed.after.count(plan.space, "uprising") and "kpd" in sides:
        yield "R58"
    yield "R23"
