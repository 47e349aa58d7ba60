"""Selecting one eligible space [8.6-4]."""

from __future__ import annotations

from collections.abc import Callable

from tests.referee.board import FACTIONS, SPACES, distance
from tests.referee.position import Position, dominance, supremacy, units
from tests.referee.turn import Turn

Outcome = Callable[[str], Position]  # the position if the Action were done in a space (R11)
Test = Callable[[str], bool]


def choose_by_influence(turn: Turn, spaces: list[str], after: Outcome) -> str:
    """B, then E: for cubes placed or removed [8.6-4B]."""
    before, us = turn.position, turn.faction

    def gains_dominance(space: str) -> bool:
        return dominance(before, space) != us and dominance(after(space), space) == us

    def ends_a_dominance(space: str) -> bool:
        held = dominance(before, space)
        return held not in (None, us) and dominance(after(space), space) != held

    return choose_by_nearness(turn, _narrowed(turn, spaces, [gains_dominance, ends_a_dominance]))


def choose_by_units(turn: Turn, spaces: list[str], after: Outcome) -> str:
    """C, then E: for units placed [8.6-4C]."""
    before, us = turn.position, turn.faction

    def gains_supremacy(space: str) -> bool:
        return supremacy(before, space) != us and supremacy(after(space), space) == us

    def opposed(space: str) -> bool:
        return any(units(before, faction, space) for faction in FACTIONS if faction != us)

    def ends_a_supremacy(space: str) -> bool:
        held = supremacy(before, space)
        return held not in (None, us) and supremacy(after(space), space) != held

    def empty_of_units(space: str) -> bool:
        return not any(units(before, faction, space) for faction in FACTIONS)  # R13

    tests: list[Test] = [
        lambda space: gains_supremacy(space) and opposed(space),
        ends_a_supremacy,
        lambda space: gains_supremacy(space) and empty_of_units(space),
    ]
    return choose_by_nearness(turn, _narrowed(turn, spaces, tests))


def _narrowed(turn: Turn, spaces: list[str], tests: list[Test]) -> list[str]:
    """Each guideline narrows what the one before left; one that nothing satisfies is skipped (R49)."""
    for test in tests:
        satisfying = [space for space in spaces if test(space)]
        if satisfying:
            spaces = satisfying
            if turn.rulings.get("R49") == "settle":
                break
    return spaces


def prefer(spaces: list[str], test: Test) -> list[str]:
    """The spaces an Action's own instruction puts first, if there are any [8.6-4A]."""
    return [space for space in spaces if test(space)] or spaces


def choose_by_nearness(turn: Turn, spaces: list[str]) -> str:
    """E: the Impulse Space or Region, the closest, most PV, most Population, at random [8.6-4E]."""
    impulse = turn.impulse_spaces()
    spaces = prefer(spaces, lambda space: space in impulse)  # E1
    steps = {space: min(distance(start, space) for start in impulse) for space in spaces}
    spaces = [space for space in spaces if steps[space] == min(steps.values())]  # E2
    for number in ("pv", "pop"):  # E3, E4
        most = max(SPACES[space][number] for space in spaces)
        spaces = [space for space in spaces if SPACES[space][number] == most]
    return turn.one_of(spaces)  # E5
