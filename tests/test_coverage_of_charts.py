"""The cases together go everywhere the charts can lead, with every bot card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests import case_format as cases
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.decide import Decision, shipped_charts
from weimar_bot.bot.naming import names_of
from weimar_bot.flowchart.model import Branch
from weimar_bot.table.pieces import FACTIONS

# Branches no walk can take, and why. One that is taken after all, or is gone, fails the tests.
BEYOND_REACH: Mapping[Branch, str] = {}


@cache
def decisions() -> tuple[Decision, ...]:
    """Every decision of the cases that is not refused."""
    answered = [case for case in cases.all_cases("decide") if "refused" not in case.expect]
    return tuple(cases.decision_of(case) for case in answered)


@cache
def taken() -> frozenset[Branch]:
    return frozenset(branch for decision in decisions() for branch in decision.trace.branches())


def listed(branches: set[Branch]) -> str:
    return "\n".join(sorted(" ".join(map(str, branch)) for branch in branches))


def test_every_branch_of_every_chart_is_taken_in_some_case() -> None:
    missing = shipped_charts().branches() - taken() - set(BEYOND_REACH)
    assert not missing, f"no case takes\n{listed(missing)}"


def test_no_case_takes_a_branch_the_charts_do_not_have() -> None:
    strange = set(taken()) - shipped_charts().branches()
    assert not strange, f"not among the branches of the charts:\n{listed(strange)}"


def test_what_is_called_beyond_reach_is_a_branch_and_is_not_reached() -> None:
    gone = set(BEYOND_REACH) - shipped_charts().branches()
    assert not gone, f"no longer branches of the charts:\n{listed(gone)}"
    reached = set(BEYOND_REACH) & taken()
    assert not reached, f"reached after all:\n{listed(reached)}"


def test_every_bot_card_is_used_in_some_case() -> None:
    used = {decision.request.card.number for decision in decisions()}
    assert set(load_cards()) - used == set()


def test_every_single_action_of_a_bot_is_done_in_one_case_and_passed_over_in_another() -> None:
    for faction in FACTIONS:
        names = names_of(shipped_charts(), faction)
        single = {name for name in names if not any(other.startswith(f"{name}.") for other in names)}
        made = [decision for decision in decisions() if decision.request.faction == faction]
        done = {deed.doing.name for decision in made for deed in decision.deeds}
        skipped = {one.name for decision in made for one in decision.skipped}
        assert single - done == set(), f"{faction}: never done"
        assert single - skipped == set(), f"{faction}: never passed over"


def test_every_face_of_the_die_is_rolled_for_every_special_action() -> None:
    rolled = {
        (decision.request.faction, die)
        for decision in decisions()
        for purpose, die in decision.rolls
        if purpose == "special"
    }
    assert {(faction, die) for faction in FACTIONS for die in range(1, 7)} - rolled == set()
