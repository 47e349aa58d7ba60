"""Placing and moving units (6.3-6.6), Sworn Enemies (6.0) and Test Coalition Loyalty (6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weimar_bot.rules.draft import Draft
from weimar_bot.rules.markers import STRIKES, controls_or_dominates, has_any
from weimar_bot.table.board import TRACK_ORDER
from weimar_bot.table.boxes import available
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import CADRES, PIECES, UNITS_OF
from weimar_bot.table.table import Table

SWORN_ENEMIES = {"worker_militia": ("kpd", "nsdap"), "sa": ("nsdap", "kpd")}

MOVES_PER_ACTION = 3
_FAR = 3


def placeable_units(
    table: Table, faction: str, tracks: Sequence[str] = TRACK_ORDER, *, every_box: bool = False
) -> list[tuple[str, str]]:
    """Available units as (face, place taken from), in the order of 8.6-3 and R10.

    A unit with holding boxes is given with the first of them (R09), or with ``every_box`` it may come from.
    """
    found = []
    for unit in UNITS_OF[faction]:
        if PIECES[unit].kind:
            boxes = available(table, unit, faction, tracks)
            found += [(unit, box.id) for box in (boxes if every_box else boxes[:1])]
        elif table.count(faction, unit):
            found.append((unit, faction))
    return found


def placing_spaces(table: Table, faction: str) -> list[str]:
    """Where a Place Unit Action may put a unit: control, Dominance or an own Cadre [6.3-6.6]."""
    cadre = CADRES.get(faction)
    return [
        space
        for space in table.board.spaces
        if controls_or_dominates(table, faction, space) or (cadre is not None and table.count(space, cadre))
    ]


def place_unit(draft: Draft, unit: str, source: str, space: str) -> None:
    """Put a unit from a mat or box in a space [6.3-6.6]."""
    draft.do(Move(unit, 1, source, space))


def sworn_enemies(table: Table, unit: str, space: str) -> tuple[str, str] | None:
    """Attacker and defender of the free Assault after ``unit`` came to a space, if one is due [6.0]."""
    if unit not in SWORN_ENEMIES:
        return None
    attacker, defender = SWORN_ENEMIES[unit]
    return (attacker, defender) if table.units(space, defender) else None


def loyalty_test_spaces(table: Table) -> list[str]:
    """Spaces with a Freikorps not yet turned over [6.6]."""
    return table.spaces_with("freikorps_unrevealed")


def reveal_freikorps(draft: Draft, space: str, outcome: str) -> None:
    """Turn one Freikorps over: ``loyal`` stays with the Coalition, ``rogue`` joins RC [1.4, 6.6]."""
    face = "freikorps_loyal" if outcome == "loyal" else "rogue_freikorps"
    draft.do(Move("freikorps_unrevealed", 1, space, space, face))


def move_range(table: Table, origin: str) -> int:
    """How far a unit may move: one space under a Strike, Uprising or General Strike, else three."""
    held = has_any(table, origin, *STRIKES) or table.count("timeline", "general_strike")
    return 1 if held else _FAR


def move_goals(table: Table, origin: str) -> list[str]:
    """The spaces a unit in ``origin`` may move to with a Move Units Action [6.3-6.6]."""
    reach = move_range(table, origin)
    return [space for space, steps in table.board.distances[origin].items() if 0 < steps <= reach]


def single_moves(table: Table, faction: str) -> Iterator[tuple[str, str, str]]:
    """Every (unit, origin, goal) of a Move Units Action."""
    for origin in table.board.spaces:
        goals = move_goals(table, origin) if table.units(origin, faction) else []
        for unit in UNITS_OF[faction]:
            if table.count(origin, unit):
                yield from ((unit, origin, goal) for goal in goals)


def move_unit(draft: Draft, unit: str, origin: str, goal: str) -> None:
    """Move one unit from a space to another [6.3-6.6]."""
    draft.do(Move(unit, 1, origin, goal))
