"""Assault strength: Survival Values, modifiers and the Loyalty Check (6.2, 8.1).

Each modifier is a function of (table, space, faction, switches); an Assault adds up all of
them, the bots' Potential Assault Strength those its chart names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from weimar_bot.table.pieces import CADRES, PIECES, UNITS_OF
from weimar_bot.table.table import Table

Switches = Mapping[str, str]
NO_SWITCHES: Switches = MappingProxyType({})

MILITARISM = 20
SCHUTZSTAFFEL = 55

# Coalition units that stand aside, or are still to be turned over, when loyalty fails [6.2].
DOUBTFUL = ("reichswehr", "freikorps_unrevealed")


def loyalty_matters(table: Table, space: str, one: str, other: str) -> bool:
    """Whether Coalition and RC units oppose each other (R21)."""
    return (
        {one, other} == {"coalition", "rc"} and table.units(space, one) > 0 and table.units(space, other) > 0
    )


def loyalty_holds(table: Table) -> bool:
    """Whether Coalition units pass a Loyalty Check: Progress at least Reaction, or 2 higher under #20."""
    margin = 2 if table.lingers(MILITARISM) else 0
    return table.level("progress") >= table.level("reaction") + margin


def fails_loyalty(table: Table, space: str, one: str, other: str) -> bool:
    """Whether a Loyalty Check is due and fails."""
    return loyalty_matters(table, space, one, other) and not loyalty_holds(table)


def unit_strength(table: Table, space: str, faction: str, *, without: tuple[str, ...] = ()) -> int:
    """Total Survival Value of a faction's units in a space, some faces left out [1.4]."""
    here = table.at(space)
    return sum(here.get(unit, 0) * PIECES[unit].survival for unit in UNITS_OF[faction] if unit not in without)


def control_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+2 for Parliamentary Control, card face-up or face-down (R20)."""
    return 2 if table.controller(space) == faction else 0


def strike_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+1 for a Strike, KPD only (R62)."""
    return 1 if faction == "kpd" and table.count(space, "strike") else 0


def uprising_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+2 for an Uprising, KPD only (R62)."""
    return 2 if faction == "kpd" and table.count(space, "uprising") else 0


def _leverage_bonus(table: Table, space: str, colour: str, switches: Switches) -> int:
    markers = table.count(space, colour)
    return markers if switches.get("R19") == "each" else min(1, markers)


def yellow_leverage_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+1 for yellow Leverage, Coalition only (R19)."""
    return _leverage_bonus(table, space, "yellow_leverage", switches) if faction == "coalition" else 0


def black_leverage_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+1 for black Leverage, RC only (R19)."""
    return _leverage_bonus(table, space, "black_leverage", switches) if faction == "rc" else 0


def cadre_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+1 for an own Cadre [6.2]."""
    return 1 if faction in CADRES and table.count(space, CADRES[faction]) else 0


def schutzstaffel_bonus(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> int:
    """+1 for NSDAP while #55 lingers [6.2]."""
    return 1 if faction == "nsdap" and table.lingers(SCHUTZSTAFFEL) else 0


Modifier = Callable[[Table, str, str, Switches], int]

MODIFIERS: Mapping[str, Modifier] = MappingProxyType(
    {
        "parliamentary_control": control_bonus,
        "strike": strike_bonus,
        "uprising": uprising_bonus,
        "yellow_leverage": yellow_leverage_bonus,
        "black_leverage": black_leverage_bonus,
        "cadre": cadre_bonus,
        "schutzstaffel": schutzstaffel_bonus,
    }
)


def modifiers(table: Table, space: str, faction: str, switches: Switches = NO_SWITCHES) -> dict[str, int]:
    """Every modifier that counts for a faction in a space, by name (a spent pawn is added apart)."""
    found = {name: bonus(table, space, faction, switches) for name, bonus in MODIFIERS.items()}
    return {name: bonus for name, bonus in found.items() if bonus}
