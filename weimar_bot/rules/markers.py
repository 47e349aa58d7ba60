"""Reforms, Cadres, Cliques, Strikes and Assassinations: where they go and what goes with them (6.3-6.6)."""

from __future__ import annotations

from collections.abc import Mapping

from weimar_bot.rules import leverage
from weimar_bot.rules.draft import Draft
from weimar_bot.table.boxes import available
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import (
    ASSASSINATION_SIDES,
    ASSASSINATIONS,
    CADRES,
    CLIQUES,
    SIDE_AGAINST,
)
from weimar_bot.table.table import Table

STRIKES = ("strike", "uprising")
CUBES_PER_MARKER = 2
_ANY_ASSASSINATIONS = tuple(ASSASSINATIONS.values())


def has_any(table: Table, space: str, *pieces: str) -> bool:
    """Whether at least one of ``pieces`` lies in a space."""
    here = table.at(space)
    return any(piece in here for piece in pieces)


def holds_assassinations(table: Table, space: str) -> bool:
    """Whether an Assassinations marker of either side lies in a space."""
    return has_any(table, space, *_ANY_ASSASSINATIONS)


def controls_or_dominates(table: Table, faction: str, space: str) -> bool:
    """Parliamentary Control over the space or Dominance in it [5.9, 5.10]."""
    return table.controller(space) == faction or table.dominance(space) == faction


# -- Reform, Cadre, Clique -------------------------------------------------------------------------


def reform_spaces(table: Table) -> list[str]:
    """Where the Coalition may place a Reform, Unity and Availability aside [6.3]."""
    barred = (*STRIKES, "black_leverage", "reform", *_ANY_ASSASSINATIONS)
    return [
        space
        for space in table.board.spaces
        if table.controller(space) == "coalition" and not has_any(table, space, *barred)
    ]


def cadre_spaces(table: Table, faction: str) -> list[str]:
    """Where KPD or NSDAP may place a Cadre: Dominance or control, and no Cadre of either [6.4, 6.5]."""
    return [
        space
        for space in table.board.spaces
        if controls_or_dominates(table, faction, space) and not has_any(table, space, *CADRES.values())
    ]


def clique_spaces(table: Table) -> list[str]:
    """Where RC may place a Conservative Clique [6.6]."""
    blocked = ASSASSINATIONS["brown_black"]
    return [
        space
        for space in table.board.spaces
        if table.dominance(space) == "rc" and not has_any(table, space, blocked)
    ]


def place_held(draft: Draft, piece: str, source: str, space: str) -> None:
    """Put a Reform, Cadre or Clique from its holding box in a space."""
    draft.do(Move(piece, 1, source, space))


# -- Strikes ---------------------------------------------------------------------------------------


def strike_spaces(table: Table) -> list[str]:
    """Where KPD may place a Strike: Dominance and/or control, and neither Strike nor Uprising [6.4]."""
    return [
        space
        for space in table.board.spaces
        if controls_or_dominates(table, "kpd", space) and not has_any(table, space, *STRIKES)
    ]


def general_strike_breaks_out(table: Table, switches: Mapping[str, str] | None = None) -> bool:
    """Whether three Strikes and Uprisings call the General Strike [1.5, 6.4].

    By R35 the Stance does not matter; its alternative asks for a marker Available by Stance.
    """
    if table.count("timeline", "general_strike") or not table.count("kpd", "general_strike"):
        return False
    needed = int(table.board.tracks["kpd"]["general_strike"])
    if (switches or {}).get("R35") == "available" and table.stance("kpd") < needed:
        return False
    return table.on_map(*STRIKES) >= 3


def place_strike(draft: Draft, source: str, space: str) -> None:
    """Put a Strike in a space and return all Leverage there [6.4]; the General Strike is apart."""
    draft.do(Move("strike", 1, source, space))
    leverage.sweep(draft, [space])


def start_general_strike(draft: Draft, reform_space: str | None) -> None:
    """Put the marker on the Timeline, remove one Reform, sweep map and Economy of Leverage [6.4]."""
    draft.do(Move("general_strike", 1, "kpd", "timeline"))
    if reform_space is not None:
        draft.take_back("reform", reform_space)
    table = draft.table
    boxes = [f"economy:{box}" for box in table.board.tracks["economy"]["boxes"]]
    leverage.sweep(draft, [*table.board.spaces, *boxes])


def flip_strike(draft: Draft, space: str) -> None:
    """Turn a Strike to its Uprising side [6.4]."""
    draft.do(Move("strike", 1, space, space, "uprising"))


# -- Assassinations --------------------------------------------------------------------------------


def assassination_targets(faction: str) -> tuple[str, ...]:
    """The factions NSDAP or RC may hit [6.5, 6.6]."""
    return tuple(other for other in SIDE_AGAINST if other != faction)


def assassination_side(faction: str, target: str) -> list[str]:
    """The factions a marker against ``target`` may hit: its colour side, never the faction itself."""
    return [other for other in ASSASSINATION_SIDES[SIDE_AGAINST[target]] if other != faction]


def assassination_spaces(table: Table, faction: str, target: str) -> list[str]:
    """Spaces with Presence of the side that holds ``target`` (for brown/black: of ``target``) [6.5, 6.6]."""
    side = assassination_side(faction, target)
    return [space for space in table.board.spaces if any(table.has_presence(space, other) for other in side)]


def assassination_pieces(table: Table, target: str, space: str) -> list[str]:
    """Reform or Cadre of ``target`` an Assassinations Action may take from a space [6.5, 6.6]."""
    piece = "reform" if target == "coalition" else CADRES.get(target)
    return [piece] if piece and table.count(space, piece) else []


def assassination_cubes(table: Table, faction: str, target: str, space: str) -> dict[str, int]:
    """Up to two cubes: the target's first, then of the other faction of its side (R31).

    None in a space where the faction placed Influence this Action Step [6.0].
    """
    if space in table.listed("turn.placed_influence"):
        return {}
    left, taken = CUBES_PER_MARKER, {}
    for other in sorted(assassination_side(faction, target), key=lambda other: other != target):
        count = min(left, table.influence(space, other))
        if other == target and not count:
            return {}
        if count:
            taken[other] = count
            left -= count
    return taken


def place_assassinations(draft: Draft, source: str, space: str, side: str) -> None:
    """Put a marker from the box ``source`` in a space, showing the side of ``side`` [6.5, 6.6]."""
    draft.do(Move("assassinations", 1, source, space, ASSASSINATIONS[side]))


# Whose Place Assassinations Action goes on with a second marker against a Clique [6.5].
SECOND_MARKER = ("nsdap",)


def exposed_cliques(table: Table, faction: str) -> list[str]:
    """Spaces with a Clique and without RC Supremacy, if two or more Cliques are on the map [6.5]."""
    if faction not in SECOND_MARKER or table.on_map(*CLIQUES) < 2:
        return []
    return [space for space in table.spaces_with(*CLIQUES) if table.supremacy(space) != "rc"]


def cliques_in(table: Table, space: str) -> list[str]:
    """The Conservative Cliques in a space, by letter."""
    return [clique for clique in CLIQUES if table.count(space, clique)]


def first_source(table: Table, kind: str, faction: str) -> str | None:
    """The holding box an Available piece of ``kind`` is taken from first (R09)."""
    boxes = available(table, kind, faction)
    return boxes[0].id if boxes else None
