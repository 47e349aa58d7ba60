"""What the rules say of the board must hold on the shipped one, and be marked as said by the rules.

``tests/table/test_board_file.py`` is about reading the file; this is about what stands in it.
"""

from __future__ import annotations

import pytest

from weimar_bot.reading.source import read_file
from weimar_bot.table.board import CONFIRMED, Board, pair
from weimar_bot.table.board_file import SHIPPED, shipped_board

FACTS = read_file(SHIPPED).data
CITIES = {"hamburg", "koeln", "muenchen", "berlin"}
# 1.2: Provinz Sachsen, Brandenburg, Sachsen and Berlin; 6.3: Hessen and Hessenprovinz.
ADJACENT = [
    ("berlin", "provinz_sachsen"),
    ("berlin", "brandenburg"),
    ("provinz_sachsen", "brandenburg"),
    ("provinz_sachsen", "sachsen"),
    ("brandenburg", "sachsen"),
    ("hessen", "hessenprovinz"),
]
NOT_ADJACENT = [("berlin", "sachsen"), ("thueringen", "hessenprovinz")]
# The Comprehensive Example and 6.6.
DISTANCES = [("muenchen", "pommern", 4), ("muenchen", "ostpreussen", 5), ("berlin", "posen_westpreussen", 2)]


@pytest.fixture
def board() -> Board:
    return shipped_board()


@pytest.mark.parametrize("one, other", ADJACENT)
def test_spaces_the_rules_call_adjacent_are_adjacent_both_ways(board: Board, one: str, other: str) -> None:
    assert other in board.neighbours[one]
    assert one in board.neighbours[other]
    assert board.source(pair(one, other)) == "rulebook"


@pytest.mark.parametrize("one, other", NOT_ADJACENT)
def test_spaces_the_rules_call_not_adjacent_are_not(board: Board, one: str, other: str) -> None:
    assert other not in board.neighbours[one]
    assert one not in board.neighbours[other]
    assert board.source(pair(one, other)) == "rulebook"


@pytest.mark.parametrize("one, other, steps", DISTANCES)
def test_distances_of_the_worked_examples_hold(board: Board, one: str, other: str, steps: int) -> None:
    assert board.distances[one][other] == board.distances[other][one] == steps


def test_the_file_states_these_facts_and_no_others_as_the_rulebooks() -> None:
    assert {frozenset(two) for two in FACTS["adjacent"]["rulebook"]} == {frozenset(two) for two in ADJACENT}
    assert {frozenset(two) for two in FACTS["not_adjacent"]["rulebook"]} == {
        frozenset(two) for two in NOT_ADJACENT
    }
    stated = {(frozenset((one, other)), steps) for one, other, steps in FACTS["distances"]}
    assert stated == {(frozenset((one, other)), steps) for one, other, steps in DISTANCES}


def test_no_adjacency_is_listed_twice_or_of_a_space_with_itself() -> None:
    pairs = [frozenset(two) for kind in FACTS["adjacent"].values() for two in kind]
    assert all(len(two) == 2 for two in pairs)
    assert len(set(pairs)) == len(pairs)
    assert not set(pairs) & {frozenset(two) for two in FACTS["not_adjacent"]["rulebook"]}


def test_distances_obey_adjacency(board: Board) -> None:
    for one, reached in board.distances.items():
        for other, steps in reached.items():
            beside = [board.distances[one][neighbour] for neighbour in board.neighbours[other]]
            assert steps == (0 if one == other else min(beside) + 1)


def test_spaces_overlapped_by_one_city_are_adjacent_to_each_other(board: Board) -> None:
    for city in CITIES:
        around = board.neighbours[city]
        assert all(other in board.neighbours[one] for one in around for other in around if one != other)


def test_there_are_26_spaces_and_only_cities_and_bayern_lie_outside_every_region(board: Board) -> None:
    assert len(board.spaces) == 26
    assert {space.id for space in board.spaces.values() if space.city} == CITIES
    assert {space.id for space in board.spaces.values() if space.region is None} == CITIES | {"bayern"}
    assert set(board.regions) == {"northern_states", "southern_states", "prussian_provinces"}
    assert all(board.members(region) for region in board.regions)


@pytest.mark.parametrize(
    "space, region",
    [
        ("sachsen", "southern_states"),
        ("provinz_sachsen", "prussian_provinces"),
        ("brandenburg", "prussian_provinces"),
        ("pommern", "prussian_provinces"),
    ],
)
def test_spaces_lie_in_the_regions_the_examples_name(board: Board, space: str, region: str) -> None:
    assert board.spaces[space].region == region
    assert board.is_confirmed(f"region.{space}")


def test_cards_of_control_cover_cities_bayern_and_regions(board: Board) -> None:
    assert {space.control for space in board.spaces.values()} == CITIES | {"bayern", *board.regions}


def test_the_coalition_is_barred_in_the_three_left_most_boxes_of_the_economy(board: Board) -> None:
    economy = board.tracks["economy"]
    assert tuple(economy["no_coalition_influence"]) == tuple(economy["boxes"][:3])
    assert board.is_confirmed("economy.no_coalition_influence")


def test_leverage_boxes_of_the_economy_run_from_its_ends_to_the_shared_stable_box(board: Board) -> None:
    economy = board.tracks["economy"]
    boxes = list(economy["boxes"])
    assert boxes[4] == "stable"
    assert list(economy["leverage"]["left"]) == boxes[1:5]
    assert list(economy["leverage"]["right"]) == boxes[-2:-6:-1]


def test_pawns_wait_at_both_ends_of_the_economy_and_at_each_level(board: Board) -> None:
    assert tuple(board.tracks["economy"]["middle_class"]) == ("hyperinflation", "mass_unemployment")
    assert tuple(board.tracks["middle_class"]["levels"]) == (1, 2, 3, 4, 5)
    assert len(board.boxes["middle_class"]) == board.pieces["middle_class"] == 7


def test_dollar_dependence_waits_in_boxes_3_to_5_and_fills_the_economy_from_the_left(board: Board) -> None:
    assert tuple(board.tracks["us_deals"]["dollar_dependence"]) == (3, 4, 5)
    economy = board.tracks["economy"]
    order = [economy["boxes"].index(box) for box in economy["dollar_dependence"]]
    assert order == sorted(order)
    assert len(order) == board.pieces["dollar_dependence"] == 3
    assert economy["dollar_dependence"][-1] == "right_3"  # 5.4: the 1930 half of the Economy example


def test_the_soviet_deals_track_holds_what_the_example_of_availability_lists(board: Board) -> None:
    track = board.tracks["ussr_deals"]
    number = {"reichswehr": 3, "yellow_leverage": 2, "black_leverage": 2, "kpd_cadres": 3}
    assert {kind: len(track[kind]) for kind in number} == number
    assert min(track["reichswehr"]) == min(track["black_leverage"]) == 1
    assert min(track["yellow_leverage"]) == min(track["kpd_cadres"]) == 2


def test_every_loose_piece_has_a_box_and_every_box_a_piece(board: Board) -> None:
    for kind in (
        "reform",
        "reichswehr",
        "assassinations",
        "strike",
        "conservative_clique",
        "kpd_cadre",
        "nsdap_cadre",
        "dollar_dependence",
        "yellow_leverage",
        "black_leverage",
    ):
        assert len(board.boxes[kind]) == board.pieces[kind], kind


def test_every_fact_has_a_known_source(board: Board) -> None:
    assert set(FACTS["sources"].values()) <= {"rulebook", "derived", "transcription", "border", "assumed"}
    assert frozenset({"rulebook", "player"}) == CONFIRMED
    for space in board.spaces:
        assert board.source(f"pop.{space}") == board.source(f"pv.{space}") == "transcription"
    stated = {pair(*two) for two in ADJACENT}
    for fact in {pair(one, other) for one, beside in board.neighbours.items() for other in beside}:
        assert board.source(fact) == ("rulebook" if fact in stated else "border")
