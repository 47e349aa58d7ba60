"""The Assault whole (6.2): loans, loyalty, strength, dice, hits, outcomes.

:func:`resolve` carries one Assault out on a :class:`~weimar_bot.rules.draft.Draft`. Dice and
turned-over Freikorps come from the :class:`Chance` handed in; losses are taken in the order that
``loss_rank`` gives, by itself that of R22, unless the side that hits is asked (:data:`LossChooser`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from weimar_bot.rules import middle_class, strength, tracks, units
from weimar_bot.rules.draft import Draft
from weimar_bot.rules.markers import STRIKES, has_any
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import INFLUENCE, PIECES, UNITS_OF
from weimar_bot.table.table import Table

_LOSS_ORDER = (
    "reichswehr",
    "freikorps_loyal",
    "rogue_freikorps",
    "freikorps_unrevealed",
    "sa",
    "worker_militia",
)
STRIKE_HITS = {"strike": 1, "uprising": 2}


class Chance(Protocol):
    """Where dice (1-6) and turned-over Freikorps (``loyal`` or ``rogue``) come from."""

    def roll(self, purpose: str) -> int: ...

    def flip(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Loan:
    """Units another faction lends to one side for this Assault only [6.2]."""

    side: str
    unit: str
    count: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Who assaults whom where; ``free`` for Sworn Enemies (R24), ``pawns`` lists sides that spend one.

    ``pawns`` maps a side to the holding box its pawn goes to.
    """

    space: str
    attacker: str
    defender: str
    free: bool = False
    loans: tuple[Loan, ...] = ()
    pawns: Mapping[str, str] = field(default_factory=dict)

    def enemy(self, side: str) -> str:
        return self.defender if side == self.attacker else self.attacker


@dataclass(slots=True)
class Result:
    """What happened; pairs are (attacker, defender). ``losses`` lists (side, piece, count) in order.

    ``lost_hits`` are hits, by the side that made them, that could remove nothing.
    """

    plan: Plan
    loyalty: str = "not tested"
    flips: list[str] = field(default_factory=list)
    cancelled: bool = False
    strength: tuple[int, int] = (0, 0)
    modifiers: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    dice: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    losses: list[tuple[str, str, int]] = field(default_factory=list)
    lost_hits: dict[str, int] = field(default_factory=dict)
    momentum: str | None = None
    attacker_cube: bool = False
    stance: str | None = None


@dataclass(slots=True)
class _Group:
    """Units of one face fighting for one side."""

    unit: str
    count: int
    loaned: bool


LossRank = Callable[[str, bool], int]
# The table, the Assault, the side that hits, the faces its hits can remove, the hits left: the face that
# goes next, or None where that side goes by the order of losses [6.2].
LossChooser = Callable[[Table, Plan, str, Sequence[str], int], "str | None"]


def loss_rank(unit: str, loaned: bool) -> int:
    """R22: what hits remove first: loaned units, Reichswehr, revealed Freikorps, unrevealed, others."""
    return -1 if loaned else _LOSS_ORDER.index(unit)


def may_assault(table: Table, space: str, attacker: str, defender: str) -> bool:
    """Whether an Assault Action is allowed: own units, a target, and not a second time [6.0, 6.2]."""
    return (
        attacker != defender
        and space not in table.listed("turn.assaulted")
        and table.units(space, attacker) > 0
        and has_target(table, space, defender)
    )


def why_not_terms(table: Table, plan: Plan) -> str | None:
    """Why the loans or spent pawns of a plan are not allowed [6.2, 5.2]; None if they are."""
    sides = (plan.attacker, plan.defender)
    lent: Counter[str] = Counter()
    for loan in plan.loans:
        owner = PIECES[loan.unit].owner
        if loan.side not in sides or owner in sides or loan.count < 1:
            return f"{loan.unit} cannot be lent to {loan.side} here"
        lent[loan.unit] += loan.count
        if lent[loan.unit] > table.count(plan.space, loan.unit):
            return f"{plan.space} has no {lent[loan.unit]} {loan.unit} to lend"
    for side, box in plan.pawns.items():
        if side not in sides or not table.count(side, middle_class.PAWN):
            return f"{side} has no Middle Class pawn to spend in this Assault"
        if box not in [one.id for one in middle_class.return_boxes(table)]:
            return f"a Middle Class pawn does not go back to {table.board.place_name(box)} now"
        table = Move(middle_class.PAWN, 1, side, box).apply(table)
    return None


def has_target(table: Table, space: str, defender: str) -> bool:
    """A unit of the defender, or, for KPD, a Strike or Uprising [6.2]."""
    return table.units(space, defender) > 0 or (defender == "kpd" and has_any(table, space, *STRIKES))


def would_be_pointless(table: Table, space: str, attacker: str, defender: str) -> bool:
    """Whether the Assault must be cancelled and turns nothing over (R56)."""
    return (
        strength.fails_loyalty(table, space, attacker, defender)
        and table.count(space, "freikorps_loyal") == 0
        and table.count(space, "freikorps_unrevealed") == 0
    )


def resolve(
    draft: Draft,
    plan: Plan,
    chance: Chance,
    rank: LossRank = loss_rank,
    chooser: LossChooser | None = None,
) -> Result:
    """Carry out one Assault; Changes land in ``draft`` [6.2].

    ``chooser`` is asked only where the side that hits has a choice of units.
    """
    result = Result(plan)
    forces = {side: _gather(draft.table, plan, side) for side in (plan.attacker, plan.defender)}
    if not plan.free:
        draft.note("assaulted", plan.space)
    _test_loyalty(draft, plan, forces, result, chance)
    if result.cancelled:
        return result
    for side, box in plan.pawns.items():
        draft.do(Move(middle_class.PAWN, 1, side, box))
    raw = _fight(draft.table, plan, forces, result, chance, draft.switches)
    for side, hits in ((plan.attacker, result.hits[0]), (plan.defender, result.hits[1])):
        pick = _picker(draft, plan, side, rank, chooser)
        left = _apply_hits(draft, plan, plan.enemy(side), forces[plan.enemy(side)], hits, result, pick)
        if left:
            result.lost_hits[side] = left
    _outcome(draft, plan, raw, result)
    return result


def _gather(table: Table, plan: Plan, side: str) -> list[_Group]:
    """The units of one side: its own and those lent to it."""
    here = table.at(plan.space)
    own = [_Group(unit, here[unit], False) for unit in UNITS_OF[side] if unit in here]
    lent = [_Group(loan.unit, loan.count, True) for loan in plan.loans if loan.side == side]
    return own + lent


def _has(groups: list[_Group], faction: str) -> bool:
    return any(PIECES[group.unit].owner == faction for group in groups)


def _test_loyalty(
    draft: Draft, plan: Plan, forces: dict[str, list[_Group]], result: Result, chance: Chance
) -> None:
    """The Loyalty Check, turning over and cancelling [6.2, R57]."""
    side = next(
        (side for side in forces if _has(forces[side], "coalition") and _has(forces[plan.enemy(side)], "rc")),
        None,
    )
    if side is None:
        return
    if strength.loyalty_holds(draft.table):
        result.loyalty = "held"
        return
    result.loyalty = "failed"
    only_coalition = all(PIECES[group.unit].owner == "coalition" for group in forces[side])
    kept = []
    for group in forces[side]:
        if group.unit == "freikorps_unrevealed":
            kept += _turn_over(draft, plan, group, forces[plan.enemy(side)], result, chance)
        elif group.unit != "reichswehr":
            kept.append(group)
    forces[side] = kept
    result.cancelled = only_coalition and not kept


def _turn_over(
    draft: Draft, plan: Plan, group: _Group, enemies: list[_Group], result: Result, chance: Chance
) -> list[_Group]:
    """Turn each Freikorps of a group over; rogue ones join the enemies, loyal ones are given back."""
    loyal = 0
    for _ in range(group.count):
        outcome = chance.flip()
        units.reveal_freikorps(draft, plan.space, outcome)
        result.flips.append(outcome)
        if outcome == "loyal":
            loyal += 1
            continue
        loaned = not any(g.unit in UNITS_OF["rc"] and not g.loaned for g in enemies)
        enemies.append(_Group("rogue_freikorps", 1, loaned))
    return [_Group("freikorps_loyal", loyal, group.loaned)] if loyal else []


def _fight(
    table: Table,
    plan: Plan,
    forces: dict[str, list[_Group]],
    result: Result,
    chance: Chance,
    switches: Mapping[str, str],
) -> tuple[int, int]:
    """Strengths, dice and hits; returns strength minus die, negative values included (R23)."""
    strengths, bonuses = [], []
    for side in (plan.attacker, plan.defender):
        bonus = strength.modifiers(table, plan.space, side, switches)
        if side in plan.pawns:
            bonus["middle_class"] = 2
        bonuses.append(bonus)
        survival = sum(group.count * PIECES[group.unit].survival for group in forces[side])
        strengths.append(survival + sum(bonus.values()))
    dice = (chance.roll("assault attacker"), chance.roll("assault defender"))
    raw = (strengths[0] - dice[0], strengths[1] - dice[1])
    result.strength = (strengths[0], strengths[1])
    result.modifiers = (bonuses[0], bonuses[1])
    result.dice = dice
    result.hits = (max(0, raw[0]), max(0, raw[1]))
    return raw


_Picker = Callable[[Sequence[_Group], int], "_Group | None"]


def _picker(draft: Draft, plan: Plan, side: str, rank: LossRank, chooser: LossChooser | None) -> _Picker:
    """How the next unit that the hits of ``side`` remove is chosen: as it says, else the first in order."""

    def pick(groups: Sequence[_Group], hits: int) -> _Group | None:
        ranked = sorted(groups, key=lambda group: rank(group.unit, group.loaned))
        removable = [group for group in ranked if PIECES[group.unit].survival <= hits]
        faces = list(dict.fromkeys(group.unit for group in removable))
        all_go = sum(group.count * PIECES[group.unit].survival for group in groups) <= hits
        if chooser is not None and len(faces) > 1 and not all_go:
            face = chooser(draft.table, plan, side, faces, hits)
            removable.sort(key=lambda group: group.unit != face)
        return removable[0] if removable else None

    return pick


def _apply_hits(
    draft: Draft,
    plan: Plan,
    side: str,
    groups: list[_Group],
    hits: int,
    result: Result,
    pick: _Picker,
) -> int:
    """Spend hits on one side's units, Strike or Uprising, cubes; how many are lost [6.2, R22, R58]."""
    while groups and hits:
        loss = pick(groups, hits)
        if loss is None:
            return hits  # they can remove no remaining unit
        hits -= PIECES[loss.unit].survival
        _lose(draft, plan, side, loss.unit, result)
        loss.count -= 1
        if not loss.count:
            groups.remove(loss)
    if side == "kpd":
        hits = _hit_strike(draft, plan, hits, result)
    cubes = min(hits, draft.table.influence(plan.space, side))
    if cubes:
        _lose_cubes(draft, plan, side, cubes, result)
    return hits - cubes


def _lose(draft: Draft, plan: Plan, side: str, piece: str, result: Result) -> None:
    draft.take_back(piece, plan.space)
    result.losses.append((side, piece, 1))


def _hit_strike(draft: Draft, plan: Plan, hits: int, result: Result) -> int:
    for piece, needed in STRIKE_HITS.items():
        if draft.table.count(plan.space, piece) and hits >= needed:
            _lose(draft, plan, "kpd", piece, result)
            return hits - needed
    return hits


def _lose_cubes(draft: Draft, plan: Plan, side: str, cubes: int, result: Result) -> None:
    # R16: cubes lost in an Assault do not count for the ban of 6.0, unless switched.
    if draft.switches.get("R16") == "count":
        draft.remove_influence(side, plan.space, cubes)
    else:
        draft.do(Move(INFLUENCE[side], cubes, plan.space, side))
    result.losses.append((side, INFLUENCE[side], cubes))


def _outcome(draft: Draft, plan: Plan, raw: tuple[int, int], result: Result) -> None:
    """Momentum, the attacker's cube, and the defender's Stance [6.2, R23]."""
    if raw[0] != raw[1]:
        result.momentum = plan.attacker if raw[0] > raw[1] else plan.defender
        tracks.gain_momentum(draft, result.momentum)
    holds = draft.table.supremacy(plan.space) == plan.attacker
    if not holds and draft.table.influence(plan.space, plan.attacker):
        result.attacker_cube = True
        _lose_cubes(draft, plan, plan.attacker, 1, result)
    if tracks.can_shift_stance(draft.table, plan.defender, 1):
        result.stance = plan.defender
        tracks.shift_stance(draft, plan.defender, 1)
