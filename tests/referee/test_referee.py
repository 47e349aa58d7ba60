"""The referee against the printed example, and the product against the referee."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.referee.cases import Case, random_case
from tests.referee.corners import CORNERS
from tests.referee.harness import ask_referee, differences
from tests.referee.position import count, supremacy

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"
A_BATCH = 30


def _printed_example() -> Case:
    position = yaml.safe_load(OSTHILFE.read_text("utf-8"))
    return Case(position, card=5, seed=0, dice=[4, 3, 3], flips=["rogue"], event=120)


def test_the_referee_tells_the_printed_example_as_the_rulebook_does() -> None:
    turn = ask_referee(_printed_example(), [])
    event, unit, assault, influence = turn.deeds
    assert (event["name"], event["space"]) == ("event.120", "pommern")
    assert unit["moves"] == [("reichswehr", "ussr_deals:3", "pommern", "reichswehr")]
    assert (assault["space"], assault["target"]) == ("pommern", "rc")
    assert (assault["potential"], assault["strength"], assault["hits"]) == ([5, 4], [5, 6], [2, 3])
    assert influence["name"] == "place_influence"
    assert turn.position["momentum"] == "rc"
    assert supremacy(turn.position, "pommern") == "rc"
    assert count(turn.position, "coalition_influence", "pommern") == 0


def test_the_product_and_the_referee_tell_the_printed_example_alike() -> None:
    assert differences(_printed_example()) == []


@pytest.mark.parametrize(("case", "expected"), CORNERS.values(), ids=CORNERS)
def test_both_find_the_way_round_a_corner(case: Case, expected: dict[str, object]) -> None:
    assert differences(case) == []
    after = ask_referee(case, []).position
    for what, value in expected.items():
        face, _, place = what.partition("@")
        assert (count(after, face, place) if place else after[face]) == value, what


@pytest.mark.parametrize("rulings", [False, True], ids=["as ruled", "with the alternatives"])
@pytest.mark.parametrize("batch", range(5))
def test_the_product_and_the_referee_agree_on_random_tables(batch: int, rulings: bool) -> None:
    for number in range(batch * A_BATCH, (batch + 1) * A_BATCH):
        case = random_case(number, 1931, rulings)
        found = differences(case)
        assert not found, "\n".join(
            [
                *found,
                f"python -m tests.referee 1 --seed 1931 --first {number}" + " --rulings" * rulings,
            ]
        )
