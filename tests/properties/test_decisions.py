"""What holds of every decision: pure, reversible, complete, and blind to how its table was written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.case_format import pieces_of, settled
from tests.table.random_tables import random_table
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import FLIPS, Chance
from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.bot.decision_data import decision_data
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.changes import Change, Move, Shift, apply_all, reversed_all
from weimar_bot.table.check import impossible
from weimar_bot.table.notation import from_notation, to_notation
from weimar_bot.table.pieces import CLIQUES, FACTIONS
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_write import position_data, write_position
from weimar_bot.table.table import Table

Data = dict[str, Any]
BOARD = shipped_board()
CARDS = load_cards()
# Lists in which the order says something, or that are kept as they are written.
ORDERED = ("turn_order", "performed", "lingering", "non_player")

moderate = settings(max_examples=70, deadline=None, derandomize=True)
tables = st.integers(0, 10**9).map(lambda number: random_table(Random(number), BOARD))


@dataclass(frozen=True)
class Case:
    """A table and what a decision on it is told."""

    table: Table
    card: int
    seed: int
    dice: tuple[int, ...]
    flips: tuple[str, ...]
    event: str | int

    def decide(self, table: Table | None = None) -> Decision:
        card = CARDS[self.card]
        request = Request(table or self.table, card.faction, card, self.event)
        return decide(request, Chance(self.dice, self.flips, self.seed))


cases = st.builds(
    Case,
    tables,
    st.sampled_from(sorted(CARDS)),
    st.integers(0, 10**6),
    st.lists(st.integers(1, 6), max_size=8).map(tuple),
    st.lists(st.sampled_from(FLIPS), max_size=8).map(tuple),
    st.sampled_from(["none", "empty", 120]),
)


def changes_of(decision: Decision) -> list[Change]:
    return [change for deed in decision.deeds for change in deed.changes]


@given(cases)
@moderate
def test_deciding_is_pure(case: Case) -> None:
    before = json.dumps([case.table.places, case.table.state], default=str, sort_keys=True)
    one, other = case.decide(), case.decide()
    assert decision_data(one) == decision_data(other)
    assert one.after == other.after
    assert json.dumps([case.table.places, case.table.state], default=str, sort_keys=True) == before


@given(cases)
@moderate
def test_the_changes_lead_to_the_table_after_and_back(case: Case) -> None:
    decision = case.decide()
    done = case.table.with_state({"turn.performed": decision.after.state["turn.performed"]})
    changes = changes_of(decision)
    assert settled(apply_all(done, changes)) == settled(decision.after)
    assert settled(apply_all(decision.after, reversed_all(changes))) == settled(done)
    assert pieces_of(case.table) == pieces_of(decision.after)
    assert not impossible(decision.after)


@given(cases)
@moderate
def test_the_table_after_comes_back_from_its_file_and_from_its_line(case: Case) -> None:
    after = settled(case.decide().after)
    assert settled(read_position_text(write_position(after), "after", BOARD)) == after
    assert settled(from_notation(to_notation(after), BOARD)) == after


# The order of things in a file


def _shuffled(data: Any, rng: Random, key: str = "") -> Any:
    """The same position with its keys and lists in another order."""
    if isinstance(data, dict):
        items = rng.sample(list(data.items()), len(data))
        return {name: _shuffled(value, rng, name) for name, value in items}
    if isinstance(data, list) and key not in ORDERED:
        return rng.sample(data, len(data))
    return data


@given(cases, st.integers(0, 10**6))
@moderate
def test_the_order_of_spaces_and_pieces_in_a_file_makes_no_difference(case: Case, number: int) -> None:
    data = position_data(case.table)
    straight = read_position_text(json.dumps(data), "file", BOARD)
    shuffled = read_position_text(json.dumps(_shuffled(data, Random(number))), "file", BOARD)
    one, other = decision_data(case.decide(straight)), decision_data(case.decide(shuffled))
    for notes in (one["after"].pop("turn", {}), other["after"].pop("turn", {})):
        notes.clear()  # spaces noted before are told in the order they were given in
    assert one == other


# What is listed, carried out by hand


def _face(piece: Data) -> str:
    if piece["piece"] == "conservative_clique":
        return f"clique_{piece['letter']}"
    return f"assassinations_{piece['side']}" if "side" in piece else str(piece["piece"])


def _move(piece: Data) -> Move:
    """A listed move, with the side a counter shows where it goes (1.5, 5.3)."""
    face, goal = _face(piece), str(piece["to"])
    on_map = goal in BOARD.spaces
    if piece["piece"] == "assassinations" and on_map:
        return Move("assassinations", piece["count"], piece["from"], goal, face)
    shown = {"uprising": "strike"}.get(face, "assassinations" if piece["piece"] == "assassinations" else "")
    return Move(face, piece["count"], piece["from"], goal, "" if on_map else shown)


def _by_hand(table: Table, action: Data) -> Table:
    for flip in action["flips"]:
        table = Move(flip["piece"], 1, flip["space"], flip["space"], flip["becomes"]).apply(table)
    for piece in action["pieces"]:
        table = _move(piece).apply(table)
    for shift in action["shifts"]:
        table = Shift(shift["track"], shift["from"], shift["to"]).apply(table)
    return table


def _without_notes(table: Table) -> Table:
    return settled(table.with_state({key: () for key in table.state if key.startswith("turn.")}))


@given(cases)
@moderate
def test_carrying_out_what_is_listed_one_by_one_gives_the_table_after(case: Case) -> None:
    decision = case.decide()
    data = decision_data(decision)
    table = case.table
    for action in data["actions"]:
        table = _by_hand(table, action)
        assert not impossible(table)
    assert _without_notes(table) == _without_notes(decision.after)
    assert all(action["text"].strip() for action in data["actions"])


# Names that mean nothing


def _relabelled(table: Table, letters: Mapping[str, str]) -> Table:
    places = {
        place: {letters.get(piece, piece): count for piece, count in here.items()}
        for place, here in table.places.items()
    }
    return Table(table.board, places, table.state)


def _nameless(table: Table) -> dict[str, dict[str, int]]:
    """What lies in spaces and on mats, no Clique told from another."""
    return {
        place: {piece: count for piece, count in here.items() if piece not in CLIQUES}
        | {"cliques": sum(here.get(clique, 0) for clique in CLIQUES)}
        for place, here in settled(table).places.items()
        if place in BOARD.spaces or place in FACTIONS
    }


@given(
    cases,
    st.sampled_from(list(permutations(CLIQUES))),
    st.lists(st.sampled_from(sorted(BOARD.spaces)), min_size=3, max_size=3, unique=True),
)
@moderate
def test_the_letters_of_cliques_on_the_map_mean_nothing_to_a_card_without_one(
    case: Case, order: tuple[str, ...], homes: list[str]
) -> None:
    assume(not CARDS[case.card].impulse.startswith("clique_"))
    places = {
        place: {piece: count for piece, count in here.items() if piece not in CLIQUES}
        for place, here in case.table.places.items()
    }
    for clique, home in zip(CLIQUES, homes, strict=True):  # none is in a box: homes there differ (R65)
        places.setdefault(home, {})[clique] = 1
    table = Table(BOARD, places, case.table.state)
    one = case.decide(table)
    other = case.decide(_relabelled(table, dict(zip(CLIQUES, order, strict=True))))
    assert [(deed.doing.name, deed.choice.space, deed.target) for deed in one.deeds] == [
        (deed.doing.name, deed.choice.space, deed.target) for deed in other.deeds
    ]
    assert one.rolls == other.rolls and one.drawn == other.drawn
    assert _nameless(one.after) == _nameless(other.after)


@pytest.mark.parametrize("swap", [("early", "late")])
@given(case=cases)
@moderate
def test_the_round_means_nothing_within_a_turn(case: Case, swap: tuple[str, str]) -> None:
    one, other = (case.decide(case.table.with_state({"round": word})) for word in swap)
    assert changes_of(one) == changes_of(other)
