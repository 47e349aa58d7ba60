"""Place Unit, Sworn Enemies and Test Coalition Loyalty [6.0, 6.3-6.6, 8.9-8.12]."""

from __future__ import annotations

from tests.referee.assault import free_assault, turn_over
from tests.referee.board import SPACES, UNIT_OF
from tests.referee.boxes import available
from tests.referee.choose import choose_by_nearness, choose_by_units, prefer
from tests.referee.position import controls, count, dominance, units
from tests.referee.turn import Turn, carried_out


def place_unit(turn: Turn) -> bool:
    """One unit, where it helps most; then the Assault Sworn Enemies owe each other [6.0, R24]."""
    found = _unit_to_place(turn)
    spaces = [space for space in SPACES if _may_get_unit(turn, space)]
    if found is None or not spaces:
        return False
    unit, source = found
    position = turn.position
    space = choose_by_units(turn, spaces, lambda space: carried_out(position, [(unit, source, space, unit)]))
    turn.begin("place_unit", space)
    turn.move(unit, source, space)
    enemy = {"kpd": "nsdap", "nsdap": "kpd"}.get(turn.faction)
    if enemy and units(turn.position, enemy, space):
        free_assault(turn, space, enemy)
    return True


def _unit_to_place(turn: Turn) -> tuple[str, str] | None:
    """The unit of 8.6-3 that is Available, and where it lies."""
    if turn.faction != "coalition":
        unit = UNIT_OF[turn.faction]
        return (unit, turn.faction) if count(turn.position, unit, turn.faction) else None
    reichswehr = available(turn.position, "reichswehr", "coalition")
    if reichswehr:
        return "reichswehr", reichswehr[0]
    for unit in ("freikorps_loyal", "freikorps_unrevealed"):  # R10
        if count(turn.position, unit, "coalition"):
            return unit, "coalition"
    return None


def _may_get_unit(turn: Turn, space: str) -> bool:
    position, faction = turn.position, turn.faction
    if faction in ("kpd", "nsdap") and count(position, f"{faction}_cadre", space):
        return True  # 6.4, 6.5
    return dominance(position, space) == faction or controls(position, faction, space)


def place_unit_or_test_loyalty(turn: Turn) -> bool:
    """RC tests loyalty only when no Rogue Freikorps is Available (R34)."""
    if count(turn.position, "rogue_freikorps", "rc"):
        return place_unit(turn)
    return coalition_loyalty_tested(turn)


def coalition_loyalty_tested(turn: Turn) -> bool:
    """One Freikorps in each of up to three spaces, those with a Rogue Freikorps first (R34)."""
    chosen: list[str] = []
    for _ in range(3):
        spaces = [
            space
            for space in SPACES
            if space not in chosen and count(turn.position, "freikorps_unrevealed", space)
        ]
        if not spaces:
            break
        spaces = prefer(spaces, lambda space: count(turn.position, "rogue_freikorps", space) > 0)
        space = choose_by_nearness(turn, spaces)
        chosen.append(space)
        turn.begin("test_coalition_loyalty", space, "coalition")
        turn_over(turn, space)
    return bool(chosen)
