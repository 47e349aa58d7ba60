"""How long deciding takes: ``python -m pytest benchmarks`` (not part of the tests; see docs/proof.md)."""

import itertools
import random
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.table.random_tables import random_table
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Decision, Request, decide, shipped_charts
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.table import Table

TABLES = 200


def _at_the_start(table: Table) -> Table:
    """The table with nothing done yet in this Action Step, so that two Actions are due."""
    return table.with_state({key: () for key in table.state if key.startswith("turn.")})


def _turns(faction: str) -> Callable[[], Decision]:
    """One whole two-Action turn after another, over varied tables and cards of a faction."""
    rng = random.Random(1919)
    shipped_charts()
    cards = [card for card in load_cards().values() if card.faction == faction and card.plays_event]
    tables = [_at_the_start(random_table(rng, shipped_board())) for _ in range(TABLES)]
    requests = itertools.cycle([Request(table, faction, rng.choice(cards)) for table in tables])
    seeds = itertools.count()
    return lambda: decide(next(requests), Chance(seed=next(seeds)))


@pytest.mark.parametrize("faction", FACTIONS)
def test_one_two_action_turn(benchmark: BenchmarkFixture, faction: str) -> None:
    turn = _turns(faction)
    benchmark.pedantic(turn, rounds=1000, iterations=1, warmup_rounds=50)
