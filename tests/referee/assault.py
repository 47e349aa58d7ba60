"""Assaults: whom, where, and what comes of them [6.2, 8.1, 8.9-8.12]."""

from __future__ import annotations

from typing import Any

from tests.referee.board import SPACES, STANCE_END, UNITS
from tests.referee.choose import choose_by_nearness
from tests.referee.position import (
    Position,
    controls,
    count,
    cubes,
    supremacy,
    units,
)
from tests.referee.turn import Turn

# R22: the order in which hits are spent on units.
_SPENT_ON = (
    "reichswehr",
    "freikorps_loyal",
    "rogue_freikorps",
    "freikorps_unrevealed",
    "sa",
    "worker_militia",
)


# -- strength ------------------------------------------------------------------------------------------


def tests_loyalty(one: str, other: str) -> bool:
    """Whether Coalition and RC face each other, so that a Loyalty Check is due [6.2, R21]."""
    return {one, other} == {"coalition", "rc"}


def is_loyal(position: Position) -> bool:
    """Whether Coalition units would pass a Loyalty Check, Militarism (#20) included [6.2]."""
    margin = 2 if 20 in position["lingering"] else 0
    return bool(position["progress"] >= position["reaction"] + margin)


def unit_strength(position: Position, faction: str, space: str, left_out: tuple[str, ...]) -> int:
    return sum(
        count(position, unit, space) * sv
        for unit, (owner, sv) in UNITS.items()
        if owner == faction and unit not in left_out
    )


def modifiers(turn: Turn, faction: str, space: str) -> int:
    """What is added to the units of a side [6.2, R19, R20, R62]."""
    position = turn.position
    total = 2 if controls(position, faction, space) else 0
    if faction == "kpd":
        total += count(position, "strike", space) + 2 * count(position, "uprising", space)
    colour = {"coalition": "yellow_leverage", "rc": "black_leverage"}.get(faction)
    if colour:
        markers = count(position, colour, space)
        total += markers if turn.rulings.get("R19") == "each" else min(1, markers)
    if faction in ("kpd", "nsdap"):
        total += count(position, f"{faction}_cadre", space)
    if faction == "nsdap" and 55 in position["lingering"]:
        total += 1
    return total


def strength_of(turn: Turn, faction: str, space: str, left_out: tuple[str, ...]) -> int:
    """Units and modifiers of one side [6.2]."""
    return unit_strength(turn.position, faction, space, left_out) + modifiers(turn, faction, space)


def potential(turn: Turn, faction: str, enemy: str, space: str) -> int:
    """Potential Assault Strength [8.1, R21]."""
    doubtful: tuple[str, ...] = ()
    if tests_loyalty(faction, enemy) and not is_loyal(turn.position):
        doubtful = ("reichswehr", "freikorps_unrevealed")
    return strength_of(turn, faction, space, doubtful)


# -- choosing ------------------------------------------------------------------------------------------


def assault(turn: Turn) -> bool:
    """The first target in Faction Order that can be beaten somewhere [8.9-8.12, R18]."""
    us = turn.faction
    for target in turn.order:
        spaces = [space for space in SPACES if _worth_it(turn, target, space)]
        if turn.rulings.get("R18") == "margin":
            margins = {space: _margin(turn, target, space) for space in spaces}
            spaces = [space for space in spaces if margins[space] == max(margins.values())]
        if spaces:
            space = choose_by_nearness(turn, spaces)
            turn.note("assaulted", space)
            deed = turn.begin("assault", space, target)
            deed["potential"] = [potential(turn, *sides, space) for sides in ((us, target), (target, us))]
            fight(turn, deed)
            return True
    return False


def may_assault(position: Position, faction: str, target: str, space: str) -> bool:
    """Own units, and a unit, Strike or Uprising of the target [6.2]."""
    strikes = count(position, "strike", space) + count(position, "uprising", space)
    opposed = units(position, target, space) > 0 or (target == "kpd" and strikes > 0)
    return units(position, faction, space) > 0 and opposed


def _worth_it(turn: Turn, target: str, space: str) -> bool:
    position, us = turn.position, turn.faction
    if space in position["turn"]["assaulted"] or not may_assault(position, us, target, space):
        return False
    if tests_loyalty(us, target) and not is_loyal(position) and not _has_freikorps(position, space):
        return False  # it would be cancelled with nothing turned over (R56)
    return _margin(turn, target, space) > 0


def _margin(turn: Turn, target: str, space: str) -> int:
    return potential(turn, turn.faction, target, space) - potential(turn, target, turn.faction, space)


def _has_freikorps(position: Position, space: str) -> bool:
    return count(position, "freikorps_loyal", space) + count(position, "freikorps_unrevealed", space) > 0


def free_assault(turn: Turn, space: str, target: str) -> None:
    """The Assault of Sworn Enemies; it leaves the space open for an Assault Action [6.0, R24]."""
    heading, turn.heading = turn.heading, ""
    fight(turn, turn.begin("free_assault", space, target))
    turn.heading = heading


# -- fighting ------------------------------------------------------------------------------------------


def fight(turn: Turn, deed: dict[str, Any]) -> None:
    """The procedure of 6.2 from the Loyalty Check to the outcome."""
    us, them, space = turn.faction, deed["target"], deed["space"]
    ignored: tuple[str, ...] = ()
    if tests_loyalty(us, them) and not is_loyal(turn.position):
        ignored = ("reichswehr",)
        for _ in range(count(turn.position, "freikorps_unrevealed", space)):
            turn_over(turn, space)
        if not count(turn.position, "freikorps_loyal", space):
            deed["cancelled"] = True  # R57
            return
    strength = [strength_of(turn, side, space, ignored) for side in (us, them)]
    dice = [turn.roll("attacker"), turn.roll("defender")]
    scores = [strength[0] - dice[0], strength[1] - dice[1]]
    deed.update(strength=strength, dice=dice, hits=[max(0, score) for score in scores])
    _apply_hits(turn, deed["hits"][0], them, space, ignored)
    _apply_hits(turn, deed["hits"][1], us, space, ignored)
    _outcome(turn, scores, them, space)


def turn_over(turn: Turn, space: str) -> None:
    """Reveal one Freikorps: it stays the Coalition's or is RC's from now on [1.4]."""
    face = {"rogue": "rogue_freikorps", "loyal": "freikorps_loyal"}[turn.flips.pop(0)]
    turn.move("freikorps_unrevealed", space, space, face)


def _apply_hits(turn: Turn, hits: int, victim: str, space: str, ignored: tuple[str, ...]) -> None:
    """Units first, then the KPD's Strike or Uprising, then cubes [6.2, R22, R58]."""
    hits = _hit_units(turn, hits, victim, space, ignored)
    if unit_strength(turn.position, victim, space, ignored):
        return  # hits that can remove no remaining unit are lost (R22)
    if victim == "kpd":
        for face, cost in (("strike", 1), ("uprising", 2)):
            if count(turn.position, face, space) and hits >= cost:
                turn.put_back(face, space)
                hits -= cost
    for _ in range(min(hits, cubes(turn.position, victim, space))):
        lose_cube(turn, victim, space)


def _hit_units(turn: Turn, hits: int, victim: str, space: str, ignored: tuple[str, ...]) -> int:
    """Remove unit after unit, each time the first kind the hits left can remove (R22)."""
    while True:
        removable = [
            unit
            for unit in _SPENT_ON
            if UNITS[unit][0] == victim
            and unit not in ignored
            and count(turn.position, unit, space)
            and UNITS[unit][1] <= hits
        ]
        if not removable:
            return hits
        hits -= UNITS[removable[0]][1]
        remove_unit(turn, removable[0], space)


def remove_unit(turn: Turn, unit: str, space: str) -> None:
    """Reichswehr go back to U.S.S.R. Deals, all others to their mat [5.2, 6.2]."""
    if unit == "reichswehr":
        turn.put_back(unit, space)
    else:
        turn.move(unit, space, UNITS[unit][0])


def lose_cube(turn: Turn, victim: str, space: str) -> None:
    """A cube lost in an Assault; by the alternative of R16 it bars placing there."""
    turn.move(f"{victim}_influence", space, victim)
    if turn.rulings.get("R16") == "count" and space not in turn.position["turn"]["removed_influence"]:
        turn.note("removed_influence", space)


def _outcome(turn: Turn, scores: list[int], defender: str, space: str) -> None:
    """Momentum, the attacker's cube, the defender's Stance [6.2, R23]."""
    if scores[0] != scores[1]:
        turn.set("momentum", turn.faction if scores[0] > scores[1] else defender)
    if supremacy(turn.position, space) != turn.faction and cubes(turn.position, turn.faction, space):
        lose_cube(turn, turn.faction, space)
    marker = f"{defender}_stance"
    if turn.position.get(marker) is not None and turn.position[marker] < STANCE_END:
        turn.set(marker, turn.position[marker] + 1)
