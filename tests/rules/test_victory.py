"""Sudden Victory, and who wins the game by an election or an Event card."""

from __future__ import annotations

import pytest

from weimar_bot.rules import elections, victory
from weimar_bot.rules.draft import Draft
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTIONS, SUDDEN_VICTORY
from weimar_bot.table.table import DEFAULTS, Table, Value

BOARD = shipped_board()
SPACES = ("sachsen", "baden", "hessen", "bayern")


def table(places: dict[str, dict[str, int]] | None = None, **state: Value) -> Table:
    return Table(BOARD, places or {}, {**DEFAULTS, **state})


def pieces(piece: str, number: int) -> dict[str, dict[str, int]]:
    return {space: {piece: 1} for space in SPACES[:number]}


def meets(faction: str, places: dict[str, dict[str, int]], **state: Value) -> bool:
    """Whether the Sudden Victory Step gives ``faction`` the game once its marker is placed."""
    marked = {**places, "timeline": {SUDDEN_VICTORY[faction]: 1}}
    return victory.sudden_victor(table(marked, **state)) == faction


@pytest.mark.parametrize(
    "reforms, unity, won",
    [(4, "fragile", True), (3, "strong", True), (3, "sound", False), (2, "strong", False)],
)
def test_the_coalition_needs_four_reforms_or_three_and_unity(reforms: int, unity: str, won: bool) -> None:
    assert meets("coalition", pieces("reform", reforms), unity=unity) == won


@pytest.mark.parametrize(
    "uprisings, berlin, won",
    [
        (4, {}, True),
        (3, {"worker_militia": 1}, True),
        (3, {}, False),
        (3, {"worker_militia": 1, "sa": 1}, False),
        (3, {"kpd_influence": 4}, False),
        (2, {"worker_militia": 1}, False),
    ],
)
def test_kpd_needs_four_uprisings_or_three_and_berlin(
    uprisings: int, berlin: dict[str, int], won: bool
) -> None:
    assert meets("kpd", {**pieces("uprising", uprisings), "berlin": berlin}) == won


def test_strikes_are_no_uprisings() -> None:
    assert not meets("kpd", pieces("strike", 4))


@pytest.mark.parametrize(
    "own, of_rc, cities, won",
    [
        (1, 0, ["berlin"], True),
        (2, 1, ["hamburg", "koeln"], True),
        (1, 1, ["berlin"], False),
        (0, 0, ["berlin"], False),
        (1, 0, ["hamburg"], False),
        (1, 0, ["hamburg", "bayern"], False),
    ],
)
def test_nsdap_needs_more_pawns_than_rc_and_berlin_or_two_cities(
    own: int, of_rc: int, cities: list[str], won: bool
) -> None:
    places = {city: {"sa": 1} for city in cities}
    places |= {"nsdap": {"middle_class": own}, "rc": {"middle_class": of_rc}}
    assert meets("nsdap", places) == won


@pytest.mark.parametrize(
    "pawns, berlin, won",
    [
        (4, {}, True),
        (5, {}, True),
        (3, {"rogue_freikorps": 1}, True),
        (3, {"rogue_freikorps": 1, "freikorps_loyal": 1}, False),
        (3, {}, False),
        (2, {"rogue_freikorps": 1}, False),
    ],
)
def test_rc_needs_four_pawns_or_three_and_berlin(pawns: int, berlin: dict[str, int], won: bool) -> None:
    assert meets("rc", {"rc": {"middle_class": pawns}, "berlin": berlin}) == won


def test_without_its_marker_on_the_timeline_nobody_wins() -> None:
    places = {**pieces("reform", 4), "rc": {"middle_class": 4, "black_putsch": 1}}
    assert victory.sudden_victor(table(places)) is None


@pytest.mark.parametrize("order", [FACTIONS, tuple(reversed(FACTIONS))])
def test_of_two_who_meet_their_conditions_the_first_in_turn_order_wins(order: tuple[str, ...]) -> None:
    places = {
        **pieces("reform", 4),
        "rc": {"middle_class": 4},
        "timeline": {"black_putsch": 1, "reformation": 1},
    }
    assert victory.sudden_victor(table(places, turn_order=order)) == order[0]


@pytest.mark.parametrize("year, won", [(1919, False), (1923, False), (1924, True), (1933, True)])
def test_a_bot_coalition_has_no_sudden_victory_in_the_crisis_era(year: int, won: bool) -> None:
    assert meets("coalition", pieces("reform", 4), year=year, non_player=("coalition",)) == won
    assert meets("coalition", pieces("reform", 4), year=year, non_player=("kpd",))


def test_the_next_in_turn_order_wins_where_the_bot_coalition_is_barred() -> None:
    places = {
        **pieces("reform", 4),
        "rc": {"middle_class": 4},
        "timeline": {"black_putsch": 1, "reformation": 1},
    }
    assert victory.sudden_victor(table(places, non_player=("coalition",))) == "rc"


def test_where_nobody_wins_every_marker_goes_back_to_its_mat() -> None:
    markers = dict.fromkeys(SUDDEN_VICTORY.values(), 1)
    draft = Draft(table({"timeline": {**markers, "general_strike": 1}}), "coalition")
    assert victory.sudden_victory_step(draft) is None
    assert draft.table.at("timeline") == {"general_strike": 1}
    assert all(draft.table.count(faction, marker) == 1 for faction, marker in SUDDEN_VICTORY.items())


def test_the_victors_marker_stays_to_be_seen() -> None:
    draft = Draft(table({"rc": {"middle_class": 4}, "timeline": {"black_putsch": 1}}), "coalition")
    assert victory.sudden_victory_step(draft) == "rc"
    assert not draft.changes


# -- elections and Event cards --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "winner, stolen, of_the_game",
    [
        ("coalition", False, None),
        ("kpd", False, "kpd"),
        ("nsdap", False, "nsdap"),
        ("nsdap", True, "rc"),
        ("rc", False, "rc"),
        ("coalition", True, None),
        ("kpd", True, "kpd"),
    ],
)
def test_an_election_ends_the_game_unless_the_coalition_wins(
    winner: str, stolen: bool, of_the_game: str | None
) -> None:
    assert victory.by_election(winner, stolen) == of_the_game


def test_a_transfer_that_does_not_make_nsdap_win_steals_nothing() -> None:
    totals = elections.transferred({"coalition": 30, "kpd": 0, "nsdap": 2, "rc": 8}, "rc", "nsdap", 4)
    stolen = elections.stolen_by_rc("rc", "nsdap", 4, totals)
    assert stolen and victory.by_election("coalition", stolen) is None


@pytest.mark.parametrize("momentum, held", [("rc", True), ("nsdap", False), ("coalition", False)])
def test_a_referendum_is_held_only_under_rc_momentum(momentum: str, held: bool) -> None:
    assert victory.holds_referendum(table(momentum=momentum)) == held


def test_a_referendum_wins_the_game_for_rc_alone() -> None:
    assert [victory.by_referendum(faction) for faction in FACTIONS] == [None, None, None, "rc"]


def nsdap_with(pv_from_cadres: int) -> dict[str, dict[str, int]]:
    """München, Hamburg and cadres: 8 PV, two for each Cadre; Momentum gives 3 more."""
    places = {city: {"nsdap_influence": 1} for city in ("muenchen", "hamburg")}
    places |= {space: {"nsdap_cadre": 1} for space in SPACES[:pv_from_cadres]}
    return places


@pytest.mark.parametrize("cadres, won", [(1, False), (2, True)])
def test_the_enabling_act_asks_for_fifteen_pv(cadres: int, won: bool) -> None:
    state: dict[str, Value] = {"momentum": "nsdap", "reichstag_seats": ("nsdap", True)}
    assert (victory.by_enabling_act(table(nsdap_with(cadres), **state)) == "nsdap") == won


@pytest.mark.parametrize(
    "momentum, seats, won",
    [
        ("nsdap", ("nsdap", True), True),
        ("nsdap", ("nsdap", False), True),
        ("rc", ("nsdap", True), False),
        ("nsdap", ("rc", True), False),
        ("nsdap", (None, False), False),
    ],
)
def test_the_enabling_act_asks_for_momentum_and_the_seats(
    momentum: str, seats: tuple[str | None, bool], won: bool
) -> None:
    places = {**nsdap_with(4), "nsdap": {"middle_class": 3}}
    assert (
        victory.by_enabling_act(table(places, momentum=momentum, reichstag_seats=seats)) == "nsdap"
    ) == won


def test_the_enabling_act_counts_exactly_fifteen() -> None:
    places = {**nsdap_with(1), "nsdap": {"middle_class": 1}}
    here = table(places, momentum="nsdap", reichstag_seats=("nsdap", True))
    assert elections.current_pv(here)["nsdap"] == victory.ENABLING_ACT_PV
    assert victory.by_enabling_act(here) == "nsdap"
