"""Advance Timeline, New Year, New Era, the end of a scenario, and the cards beside a hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.table.random_tables import random_table
from weimar_bot.rules import timeline
from weimar_bot.rules.draft import Draft
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.changes import IllegalChange, apply_all, reversed_all
from weimar_bot.table.check import impossible
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.table import CONTROLS, DEFAULTS, Table, Value

BOARD = shipped_board()


def table(places: dict[str, dict[str, int]] | None = None, **state: Value) -> Table:
    return Table(BOARD, places or {}, {**DEFAULTS, **state})


def draft(
    places: dict[str, dict[str, int]] | None = None, faction: str = "coalition", **state: Value
) -> Draft:
    return Draft(table(places, **state), faction)


# -- Advance Timeline -----------------------------------------------------------------------------------


def test_kpd_may_take_strikes_and_uprisings_back_to_its_mat_as_strikes() -> None:
    work = draft({"sachsen": {"strike": 1}, "baden": {"uprising": 1}, "hessen": {"strike": 1}}, "kpd")
    assert timeline.removable_strikes(work.table) == ["sachsen", "hessen", "baden"]
    timeline.remove_strikes(work, ["sachsen", "baden"])
    assert work.table.spaces_with("strike", "uprising") == ["hessen"]
    assert work.table.at("kpd:3") == work.table.at("kpd:2") == {"strike": 1}


def test_a_strike_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(IllegalChange, match="neither a Strike nor an Uprising"):
        timeline.remove_strikes(draft(), ["sachsen"])


@pytest.mark.parametrize("left, stays", [(2, False), (3, True), (4, True)])
def test_the_general_strike_ends_below_three_strikes_and_uprisings(left: int, stays: bool) -> None:
    faces = {"sachsen": "strike", "baden": "uprising", "hessen": "strike", "berlin": "uprising"}
    places = {space: {face: 1} for space, face in list(faces.items())[:left]}
    work = draft({**places, "timeline": {"general_strike": 1}})
    timeline.end_general_strike(work)
    assert bool(work.table.count("timeline", "general_strike")) == stays
    assert bool(work.table.count("kpd", "general_strike")) != stays


def test_strikes_removed_in_this_step_already_count_for_the_general_strike() -> None:
    places = {space: {"strike": 1} for space in ("sachsen", "baden", "hessen")}
    work = draft({**places, "timeline": {"general_strike": 1}})
    timeline.advance_timeline(work, 1923, strikes=["hessen"])
    assert not work.table.count("timeline", "general_strike")


@pytest.mark.parametrize("unit", ["reichswehr", "freikorps_unrevealed", "freikorps_loyal"])
@pytest.mark.parametrize("side", ["yellow_red", "brown_black"])
def test_coalition_units_drive_out_assassinations_of_either_side(unit: str, side: str) -> None:
    work = draft({"sachsen": {unit: 1, f"assassinations_{side}": 1}})
    timeline.lift_assassinations(work)
    assert work.table.at("sachsen") == {unit: 1}
    assert work.table.count("nsdap:1", "assassinations") + work.table.count("rc:3", "assassinations") == 1


@pytest.mark.parametrize("piece", ["rogue_freikorps", "sa", "worker_militia", "coalition_influence"])
def test_nothing_else_drives_them_out(piece: str) -> None:
    work = draft({"sachsen": {piece: 3, "assassinations_yellow_red": 1}, "baden": {"reichswehr": 1}})
    timeline.lift_assassinations(work)
    assert not work.changes


def test_hyperinflation_costs_one_coalition_cube_of_the_momentum_factions_choice() -> None:
    places = {"sachsen": {"coalition_influence": 2}, "berlin": {"coalition_influence": 1}}
    work = draft(places, "rc", economy="hyperinflation", momentum="rc")
    assert timeline.hyperinflation_spaces(work.table) == ["sachsen", "berlin"]
    timeline.lose_to_hyperinflation(work, "sachsen")
    assert work.table.influence("sachsen", "coalition") == 1
    assert work.table.supply("coalition") == 1
    assert work.table.listed("turn.removed_influence") == (), "no part of anyone's Action Step"


@pytest.mark.parametrize("space", [None, "hessen"])
def test_the_cube_must_be_named_and_be_there(space: str | None) -> None:
    work = draft({"sachsen": {"coalition_influence": 1}}, economy="hyperinflation")
    with pytest.raises(IllegalChange, match="Hyperinflation"):
        timeline.lose_to_hyperinflation(work, space)


def test_no_cube_is_lost_short_of_hyperinflation_or_without_any() -> None:
    work = draft({"sachsen": {"coalition_influence": 1}}, economy="left_3")
    timeline.lose_to_hyperinflation(work, None)
    assert not work.changes
    with pytest.raises(IllegalChange):
        timeline.lose_to_hyperinflation(work, "sachsen")
    timeline.lose_to_hyperinflation(draft(economy="hyperinflation"), None)


@pytest.mark.parametrize(
    "year, round_, last, follows, then",
    [
        (1919, "early", 1923, "late_round", (1919, "late")),
        (1919, "late", 1923, "new_year", (1920, "early")),
        (1923, "early", 1923, "late_round", (1923, "late")),
        (1923, "late", 1923, "end", (1923, "late")),
        (1923, "late", 1933, "new_era", (1924, "early")),
        (1928, "late", 1933, "new_year", (1929, "early")),
        (1929, "late", 1933, "new_era", (1930, "early")),
        (1933, "late", 1933, "end", (1933, "late")),
    ],
)
def test_the_turn_marker_is_flipped_and_the_year_advanced(
    year: int, round_: str, last: int, follows: str, then: tuple[int, str]
) -> None:
    work = draft(year=year, round=round_)
    assert timeline.advance_timeline(work, last) == follows
    assert (work.table.year, work.table.text("round")) == then


def test_the_whole_step_does_each_of_its_parts() -> None:
    places = {
        "sachsen": {"strike": 1},
        "baden": {"reichswehr": 1, "assassinations_brown_black": 1},
        "berlin": {"coalition_influence": 1},
        "timeline": {"general_strike": 1},
    }
    work = draft(places, economy="hyperinflation", year=1922, round="late")
    assert timeline.advance_timeline(work, 1933, ["sachsen"], "berlin") == "new_year"
    left = {place: work.table.at(place) for place in places if work.table.at(place)}
    assert left == {"baden": {"reichswehr": 1}}
    assert work.table.year == 1923


def test_hyperinflation_must_be_paid_in_the_step() -> None:
    work = draft({"berlin": {"coalition_influence": 1}}, economy="hyperinflation")
    with pytest.raises(IllegalChange, match="Hyperinflation"):
        timeline.advance_timeline(work, 1933)


# -- New Year -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "year, after",
    [
        (1919, "right_1"),
        (1920, "stable"),
        (1923, "stable"),
        (1924, "right_1"),
        (1929, "right_1"),
        (1930, "right_1"),
        (1931, "right_2"),
        (1933, "right_2"),
    ],
)
def test_the_economy_shifts_as_the_era_asks(year: int, after: str) -> None:
    work = draft(year=year, economy="right_1")
    timeline.adjust_economy(work)
    assert work.table.text("economy") == after


@pytest.mark.parametrize("year, end", [(1921, "hyperinflation"), (1932, "mass_unemployment")])
def test_the_economy_stays_on_its_track(year: int, end: str) -> None:
    work = draft(year=year, economy=end)
    timeline.adjust_economy(work)
    assert not work.changes


@pytest.mark.parametrize("year, side", [(1921, "left"), (1931, "right")])
def test_yellow_leverage_holds_the_economy_and_black_does_not(year: int, side: str) -> None:
    for colour, after in (("yellow_leverage", f"{side}_2"), ("black_leverage", f"{side}_3")):
        work = draft({f"economy:{side}_2": {colour: 1}}, year=year, economy=f"{side}_2")
        timeline.adjust_economy(work)
        assert work.table.text("economy") == after


def test_yellow_leverage_of_the_other_side_holds_nothing() -> None:
    work = draft({"economy:right_2": {"yellow_leverage": 1}}, year=1921, economy="left_1")
    timeline.adjust_economy(work)
    assert work.table.text("economy") == "left_2"


@pytest.mark.parametrize("before", ["hyperinflation", "stable", "mass_unemployment"])
def test_in_1930_the_economy_lies_under_the_right_most_dollar_dependence(before: str) -> None:
    places = {f"economy:{box}": {"dollar_dependence": 1} for box in ("right_1", "right_2")}
    places["economy:left_1"] = {"yellow_leverage": 1}
    work = draft(places, year=1930, economy=before)
    timeline.adjust_economy(work)
    assert work.table.text("economy") == "right_2"


def test_in_1930_all_leverage_leaves_the_economy_and_no_other_track() -> None:
    places = {
        "economy:left_3": {"yellow_leverage": 1},
        "economy:stable": {"black_leverage": 1},
        "economy:right_3": {"black_leverage": 1, "dollar_dependence": 1},
        "progress:2": {"yellow_leverage": 1},
        "sachsen": {"black_leverage": 1},
    }
    work = draft(places, "rc", year=1930, economy="left_2", momentum="rc")
    timeline.adjust_economy(work)
    assert work.table.text("economy") == "right_3"
    assert not any(
        work.table.count(f"economy:{box}", colour)
        for box in BOARD.tracks["economy"]["boxes"]
        for colour in ("yellow_leverage", "black_leverage")
    )
    assert work.table.count("economy:right_3", "dollar_dependence") == 1
    assert work.table.count("progress:2", "yellow_leverage") == 1
    assert work.table.at("sachsen") == {"black_leverage": 1}
    assert work.table.at("rc:5") == work.table.at("rc:4") == {"black_leverage": 1}
    assert work.table.at("us_deals:5") == {"yellow_leverage": 1}


def test_a_bot_with_momentum_takes_the_order_of_its_card_and_goes_last() -> None:
    assert timeline.turn_order_by_card(("kpd", "nsdap", "rc"), "coalition") == (
        "kpd",
        "nsdap",
        "rc",
        "coalition",
    )
    assert timeline.turn_order_by_card(FACTIONS, "kpd") == ("coalition", "nsdap", "rc", "kpd")


def test_the_new_year_sets_the_turn_order_chosen() -> None:
    work = draft(year=1931)
    timeline.new_year(work, ("rc", "kpd", "nsdap", "coalition"))
    assert work.table.listed("turn_order") == ("rc", "kpd", "nsdap", "coalition")
    assert work.table.text("economy") == "right_1"


@pytest.mark.parametrize(
    "order", [("rc", "kpd"), ("rc", "rc", "kpd", "nsdap"), ("rc", "kpd", "spd", "nsdap")]
)
def test_a_turn_order_names_every_faction_once(order: tuple[str, ...]) -> None:
    with pytest.raises(IllegalChange, match="names every faction once"):
        timeline.set_turn_order(draft(), order)


def test_a_turn_order_that_stays_is_no_change() -> None:
    work = draft()
    timeline.set_turn_order(work, list(FACTIONS))
    assert not work.changes


# -- New Era --------------------------------------------------------------------------------------------


def test_the_printed_example_of_held_cards_leaves_one_card_to_draw() -> None:
    here = table(year=1930)
    penalty = timeline.held_card_penalty(here, "coalition", weighty=2, others=1)
    assert penalty == timeline.Penalty(cubes=5, cards=5)
    assert timeline.cards_to_draw(here, penalty) == 1


@pytest.mark.parametrize("year, hand", [(1924, 9), (1930, 6)])
def test_without_held_cards_the_whole_hand_of_the_era_is_drawn(year: int, hand: int) -> None:
    here = table(year=year)
    assert timeline.cards_to_draw(here, timeline.held_card_penalty(here, "kpd", 0, 0)) == hand


def test_nobody_draws_fewer_than_no_cards() -> None:
    here = table(year=1930)
    assert timeline.cards_to_draw(here, timeline.held_card_penalty(here, "kpd", 3, 3)) == 0


def test_a_bot_owes_no_held_card_penalty() -> None:
    here = table(non_player=("kpd",))
    assert timeline.held_card_penalty(here, "kpd", 2, 2) == timeline.Penalty()
    assert timeline.held_card_penalty(here, "rc", 2, 2) == timeline.Penalty(6, 6)


def test_a_hand_cannot_be_less_than_empty() -> None:
    with pytest.raises(ValueError, match="fewer than no cards"):
        timeline.held_card_penalty(table(), "kpd", -1, 0)


def test_the_penalty_takes_any_cubes_of_the_faction_up_to_its_number() -> None:
    places = {"sachsen": {"kpd_influence": 2}, "baden": {"kpd_influence": 1, "rc_influence": 1}}
    work = draft(places, "rc")
    assert timeline.penalty_spaces(work.table, "kpd") == ["sachsen", "baden"]
    timeline.pay_penalty(work, "kpd", timeline.Penalty(3, 3), ["sachsen", "sachsen"])
    assert work.table.on_map("kpd_influence") == 1 and work.table.supply("kpd") == 2
    timeline.pay_penalty(work, "kpd", timeline.Penalty(3, 3), [])
    with pytest.raises(IllegalChange, match="at most 1"):
        timeline.pay_penalty(work, "kpd", timeline.Penalty(1, 1), ["baden", "baden"])
    with pytest.raises(IllegalChange):
        timeline.pay_penalty(work, "kpd", timeline.Penalty(1, 1), ["sachsen"])


def test_lingering_events_that_end_leave_play() -> None:
    work = draft(lingering=(16, 20, 54))
    timeline.end_lingering(work, [20, 16])
    assert work.table.state["lingering"] == (54,)
    with pytest.raises(IllegalChange, match="57"):
        timeline.end_lingering(work, [57])
    before = list(work.changes)
    timeline.end_lingering(work, [])
    assert work.changes == before


# -- the end of a scenario ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "end, owes, election",
    [
        ("election", False, True),
        ("election_with_modifiers", False, True),
        ("coalition_unless_penalty", True, True),
        ("coalition_unless_penalty", False, False),
    ],
)
def test_a_scenario_ends_in_an_election_or_with_the_coalition(end: str, owes: bool, election: bool) -> None:
    assert timeline.ends_in_election(end, owes) == election


# -- cards beside the hand ------------------------------------------------------------------------------

SWEPT = {"sachsen": {"strike": 1}, "hamburg": {"black_leverage": 1}}


def test_article_48_gives_momentum_to_the_coalition_sweeps_the_map_and_is_used() -> None:
    work = draft(SWEPT, "kpd", article_48="available", momentum="rc")
    timeline.play_article_48(work)
    assert work.table.text("momentum") == "coalition"
    assert work.table.text("article_48") == "used"
    assert work.table.spaces_with("strike", "black_leverage") == []
    assert work.table.text("unity") == "sound", "Unity does not move"


@pytest.mark.parametrize("state", ["used", "out"])
def test_article_48_cannot_be_played_when_it_is_not_available(state: str) -> None:
    with pytest.raises(IllegalChange, match="not Available"):
        timeline.play_article_48(draft(article_48=state))


@pytest.mark.parametrize("before, after", [("strong", "sound"), ("sound", "fragile"), ("fragile", "fragile")])
def test_reichstag_seats_lower_unity_give_momentum_and_sweep_the_map(before: str, after: str) -> None:
    work = draft(SWEPT, "rc", reichstag_seats=("rc", True), unity=before)
    timeline.play_seats(work)
    assert work.table.text("unity") == after
    assert work.table.text("momentum") == "rc"
    assert work.table.state["reichstag_seats"] == ("rc", False)
    assert work.table.spaces_with("strike", "black_leverage") == []


@pytest.mark.parametrize("card", [("kpd", True), ("rc", False), (None, False)])
def test_reichstag_seats_are_played_only_face_up_by_their_holder(card: tuple[str | None, bool]) -> None:
    work = draft(SWEPT, "rc", reichstag_seats=card)
    assert not timeline.can_play_seats(work.table, "rc")
    with pytest.raises(IllegalChange, match="no Available"):
        timeline.play_seats(work)
    assert not work.changes


def test_a_control_card_may_remove_a_reform_and_sweeps_its_area_alone() -> None:
    places = {**SWEPT, "baden": {"reform": 1, "strike": 1}, "bayern": {"reform": 1, "strike": 1}}
    state: dict[str, Value] = {"control.southern_states": ("rc", True), "control.bayern": ("kpd", True)}
    work = draft(places, "rc", **state)
    assert timeline.playable_controls(work.table, "rc") == ["southern_states"]
    assert timeline.removable_reforms(work.table, "southern_states") == ["baden"]
    timeline.play_control(work, "southern_states", "baden")
    assert not work.table.at("baden") and not work.table.at("sachsen")
    assert work.table.at("bayern") == places["bayern"] and work.table.at("hamburg") == places["hamburg"]
    assert work.table.count("progress:5", "reform") == 1
    assert work.table.state["control.southern_states"] == ("rc", False)
    assert timeline.playable_controls(work.table, "rc") == []
    assert work.table.text("momentum") == "coalition", "a control card gives no Momentum"


def test_the_reform_may_stay() -> None:
    work = draft({"berlin": {"reform": 1, "strike": 1}}, "rc", **{"control.berlin": ("rc", True)})
    timeline.play_control(work, "berlin")
    assert work.table.at("berlin") == {"reform": 1}


def test_a_used_control_card_still_shields_its_holders_leverage() -> None:
    work = draft({"berlin": {"black_leverage": 1}}, "rc", **{"control.berlin": ("rc", True)})
    timeline.play_control(work, "berlin")
    assert work.table.at("berlin") == {"black_leverage": 1}


@pytest.mark.parametrize(
    "play",
    [
        lambda work: timeline.play_control(work, "berlin"),
        lambda work: timeline.play_control(work, "hamburg", "berlin"),
        lambda work: timeline.play_control(work, "hamburg", "hamburg"),
    ],
)
def test_a_control_card_of_another_and_a_reform_elsewhere_are_refused(play: Callable[[Draft], None]) -> None:
    state: dict[str, Value] = {"control.berlin": ("kpd", True), "control.hamburg": ("rc", True)}
    work = draft({"berlin": {"reform": 1, "strike": 1}}, "rc", **state)
    with pytest.raises(IllegalChange):
        play(work)
    assert not work.changes


def test_an_extra_election_is_called_by_the_momentum_faction_with_a_face_up_card() -> None:
    state: dict[str, Value] = {
        "reichstag_seats": ("kpd", True),
        "control.berlin": ("kpd", True),
        "control.hamburg": ("kpd", False),
        "control.koeln": ("rc", True),
    }
    work = draft(SWEPT, "kpd", momentum="kpd", **state)
    assert timeline.extra_election_cards(work.table, "kpd") == ["reichstag_seats", "control.berlin"]
    assert timeline.extra_election_cards(work.table, "rc") == []
    timeline.call_extra_election(work, "control.berlin")
    assert work.table.state["control.berlin"] == ("kpd", False)
    assert len(work.changes) == 1, "the card does nothing else"
    with pytest.raises(IllegalChange, match="Extra Election"):
        timeline.call_extra_election(work, "control.berlin")


def test_an_action_step_begins_with_nothing_done() -> None:
    work = draft({}, "kpd", **{"turn.placed_influence": ("berlin",), "turn.performed": ("special",)})
    timeline.begin_action_step(work)
    assert {key: work.table.state[key] for key in DEFAULTS if key.startswith("turn.")} == {
        key: () for key in DEFAULTS if key.startswith("turn.")
    }


# -- on any table ---------------------------------------------------------------------------------------


def _rest_of_the_year(work: Draft, rng: Random) -> None:
    table = work.table
    strikes = [space for space in timeline.removable_strikes(table) if rng.random() < 0.5]
    spaces = timeline.hyperinflation_spaces(table)
    follows = timeline.advance_timeline(work, 1933, strikes, rng.choice(spaces) if spaces else None)
    if follows in ("new_year", "new_era"):
        timeline.new_year(work, rng.sample(FACTIONS, 4))


def _cards(work: Draft, rng: Random) -> None:
    if timeline.can_play_article_48(work.table):
        timeline.play_article_48(work)
    if timeline.can_play_seats(work.table, work.faction):
        timeline.play_seats(work)
    for area in timeline.playable_controls(work.table, work.faction):
        reforms = timeline.removable_reforms(work.table, area)
        timeline.play_control(work, area, rng.choice([None, *reforms]))


@pytest.mark.parametrize("step", [_rest_of_the_year, _cards])
def test_what_is_left_is_possible_and_can_be_undone(step: Callable[[Draft, Random], None]) -> None:
    rng = Random(23)
    for _ in range(150):
        here = random_table(rng, BOARD)
        work = Draft(here, rng.choice(FACTIONS))
        step(work, rng)
        assert not impossible(work.table)
        assert apply_all(work.table, reversed_all(work.changes)) == here


def test_every_area_has_a_card_that_can_be_played() -> None:
    state: dict[str, Value] = {f"control.{area}": ("kpd", True) for area in CONTROLS}
    assert timeline.playable_controls(table({}, **state), "kpd") == list(CONTROLS)
