"""Elections: PV space by space, bonuses, transfers, ties, what is handed out, and the Clean Slate."""

from __future__ import annotations

from random import Random

import pytest

from tests.table.random_tables import random_table
from weimar_bot.rules import elections
from weimar_bot.rules.draft import Draft
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.changes import apply_all, reversed_all
from weimar_bot.table.check import impossible
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.table import CONTROLS, DEFAULTS, Table, Value

BOARD = shipped_board()
PROGRESS_FOR_TWO = 4  # +2 PV for each Coalition cube in Berlin


def table(places: dict[str, dict[str, int]] | None = None, **state: Value) -> Table:
    return Table(BOARD, places or {}, {**DEFAULTS, **state})


def cubes(**numbers: int) -> dict[str, int]:
    return {f"{faction}_influence": number for faction, number in numbers.items()}


def election(places: dict[str, dict[str, int]], **state: Value) -> elections.General:
    here = table(places, **state)
    return elections.general(here, elections.all_regional(here))


# -- Regional Elections [7.1] ---------------------------------------------------------------------------


def test_the_areas_vote_in_the_order_of_the_rules() -> None:
    areas = [one.area for one in elections.all_regional(table())]
    assert areas == list(CONTROLS)
    assert areas[:5] == ["hamburg", "muenchen", "koeln", "berlin", "bayern"]


def test_every_space_votes_in_exactly_one_area() -> None:
    voting = [space for area in CONTROLS for space in BOARD.members(area)]
    assert sorted(voting) == sorted(BOARD.spaces)


def test_dominance_in_a_city_gives_its_pv_and_control() -> None:
    one = elections.regional(table({"hamburg": cubes(kpd=2, coalition=1)}), "hamburg")
    assert one.pv == {"coalition": 0, "kpd": 4, "nsdap": 0, "rc": 0}
    assert one.winner == "kpd" and one.dominance == {"hamburg": "kpd"}


def test_equal_cubes_in_a_space_give_its_pv_to_nobody() -> None:
    one = elections.regional(table({"hamburg": cubes(kpd=2, rc=2)}), "hamburg")
    assert set(one.pv.values()) == {0} and one.winner is None and not one.void


def test_an_area_without_any_pv_is_won_by_nobody() -> None:
    assert elections.regional(table(), "southern_states").winner is None


def test_a_region_adds_up_its_spaces() -> None:
    places = {"sachsen": cubes(kpd=1), "thueringen": cubes(rc=1), "baden": cubes(coalition=1)}
    one = elections.regional(table(places), "southern_states")
    assert one.pv == {"coalition": 2, "kpd": 2, "nsdap": 0, "rc": 1}


def test_a_tie_in_a_region_gives_no_control_though_both_keep_their_pv() -> None:
    here = table({"sachsen": cubes(kpd=1), "baden": cubes(coalition=1)})
    regions = elections.all_regional(here)
    southern = next(one for one in regions if one.area == "southern_states")
    assert southern.winner is None and not southern.void
    totals = elections.general(here, regions).regional
    assert totals["kpd"] == totals["coalition"] == 2


def test_a_tie_for_second_place_leaves_the_winner_alone() -> None:
    places = {"sachsen": cubes(kpd=1), "thueringen": cubes(rc=1), "hessen": cubes(nsdap=1)}
    assert elections.regional(table(places), "southern_states").winner == "kpd"


@pytest.mark.parametrize(
    "piece, faction, pv",
    [
        ("yellow_leverage", "coalition", 1),
        ("reform", "coalition", 3),
        ("black_leverage", "rc", 1),
        ("kpd_cadre", "kpd", 2),
        ("nsdap_cadre", "nsdap", 2),
    ],
)
def test_pieces_give_their_pv_whoever_has_dominance(piece: str, faction: str, pv: int) -> None:
    rival = next(other for other in FACTIONS if other != faction)
    places = {"sachsen": {piece: 1, **cubes(**{rival: 1})}}
    one = elections.regional(table(places), "southern_states")
    assert one.pv[faction] == pv and one.pv[rival] == 2


def test_each_leverage_counts() -> None:
    here = table({"berlin": {"yellow_leverage": 2}, "koeln": {"black_leverage": 3}})
    assert elections.regional(here, "berlin").pv["coalition"] == 2
    assert elections.regional(here, "koeln").pv["rc"] == 3


@pytest.mark.parametrize("piece", ["strike", "clique_a", "worker_militia", "sa", "reichswehr"])
def test_other_pieces_give_no_pv(piece: str) -> None:
    assert set(elections.regional(table({"berlin": {piece: 1}}), "berlin").pv.values()) == {0}


@pytest.mark.parametrize("marker", ["assassinations_yellow_red", "assassinations_brown_black", "uprising"])
def test_one_marker_voids_its_whole_region(marker: str) -> None:
    places = {
        "sachsen": {marker: 1},
        "baden": {"reform": 1, **cubes(coalition=3)},
        "hamburg": cubes(coalition=1),
    }
    here = table(places)
    one = elections.regional(here, "southern_states")
    assert one.void and one.winner is None and set(one.pv.values()) == {0}
    assert elections.general(here, elections.all_regional(here)).regional["coalition"] == 4


def test_an_uprising_in_a_city_voids_that_city_alone() -> None:
    here = table({"muenchen": {"uprising": 1, **cubes(kpd=2)}, "bayern": cubes(rc=1)})
    void = [one.area for one in elections.all_regional(here) if one.void]
    assert void == ["muenchen"]
    assert elections.regional(here, "bayern").pv["rc"] == 5


def test_a_strike_voids_nothing() -> None:
    assert not elections.is_void(table({"berlin": {"strike": 1}}), "berlin")


# -- the General Election [7.2] -------------------------------------------------------------------------


def test_momentum_gives_three_pv() -> None:
    assert election({}, momentum="rc").totals == {"coalition": 0, "kpd": 0, "nsdap": 0, "rc": 3}


def test_each_pawn_on_a_mat_gives_two_pv() -> None:
    places = {"nsdap": {"middle_class": 2}, "middle_class:1": {"middle_class": 1}}
    assert election(places, momentum="kpd").totals["nsdap"] == 4


@pytest.mark.parametrize("progress, bonus", [(1, 0), (2, 2), (3, 2), (4, 4), (5, 6)])
def test_progress_sets_the_pv_of_each_coalition_cube_in_berlin(progress: int, bonus: int) -> None:
    places = {"berlin": cubes(coalition=2, kpd=3)}
    counted = election(places, progress=progress, momentum="rc")
    assert counted.totals["coalition"] == bonus == counted.bonuses["berlin"]["coalition"]
    assert counted.totals["kpd"] == 6


def test_the_berlin_bonus_is_the_general_elections_and_outlasts_an_uprising() -> None:
    places = {"berlin": {"uprising": 1, **cubes(coalition=2)}}
    assert election(places, progress=PROGRESS_FOR_TWO, momentum="rc").totals["coalition"] == 4


def test_the_printed_parts_add_up_to_the_totals() -> None:
    rng = Random(7)
    for _ in range(50):
        here = random_table(rng, BOARD)
        regions = elections.all_regional(here)
        counted = elections.general(here, regions)
        for faction in FACTIONS:
            bonus = sum(part.get(faction, 0) for part in counted.bonuses.values())
            assert counted.totals[faction] == sum(one.pv[faction] for one in regions) + bonus


def test_half_of_the_pv_rounded_down_can_be_transferred() -> None:
    totals = {"coalition": 5, "kpd": 0, "nsdap": 7, "rc": 9}
    assert elections.most_transferable(totals, "rc") == 4
    after = elections.transferred(totals, "rc", "nsdap", 4)
    assert after == {"coalition": 5, "kpd": 0, "nsdap": 11, "rc": 5}


@pytest.mark.parametrize("to, pv", [("nsdap", 5), ("nsdap", -1), ("rc", 1), ("spd", 1)])
def test_more_than_half_or_to_itself_or_to_nobody_is_refused(to: str, pv: int) -> None:
    with pytest.raises(ValueError, match="cannot transfer"):
        elections.transferred({"coalition": 5, "kpd": 0, "nsdap": 7, "rc": 9}, "rc", to, pv)


def test_the_most_pv_wins_whatever_the_pawns() -> None:
    here = table({"kpd": {"middle_class": 5}})
    assert elections.leaders(here, {"coalition": 10, "kpd": 9, "nsdap": 0, "rc": 0}) == ["coalition"]


def test_a_tie_goes_to_the_most_middle_class_pawns() -> None:
    here = table({"nsdap": {"middle_class": 1}, "rc": {"middle_class": 2}})
    assert elections.leaders(here, {"coalition": 8, "kpd": 3, "nsdap": 8, "rc": 8}) == ["rc"]


def test_a_tie_in_pawns_as_well_is_left_to_chance() -> None:
    here = table({"nsdap": {"middle_class": 1}, "rc": {"middle_class": 1}})
    assert elections.leaders(here, {"coalition": 8, "kpd": 3, "nsdap": 8, "rc": 8}) == ["nsdap", "rc"]


def test_who_loses_a_tie_for_first_is_runner_up() -> None:
    here = table({"rc": {"middle_class": 1}})
    totals = {"coalition": 8, "kpd": 3, "nsdap": 7, "rc": 8}
    assert elections.leaders(here, totals) == ["rc"]
    assert elections.runners_up(here, totals, "rc") == ["coalition"]


def test_a_tie_for_runner_up_goes_to_the_most_pawns_too() -> None:
    here = table({"kpd": {"middle_class": 1}})
    totals = {"coalition": 12, "kpd": 6, "nsdap": 6, "rc": 6}
    assert elections.runners_up(here, totals, "coalition") == ["kpd"]


# -- RC steals an election [3.2] ------------------------------------------------------------------------

BEFORE = {"coalition": 6, "kpd": 2, "nsdap": 5, "rc": 10}


def test_exactly_half_of_nsdaps_pv_from_rc_steals_the_election() -> None:
    after = elections.transferred(BEFORE, "rc", "nsdap", 5)
    assert after["nsdap"] == 10 and elections.stolen_by_rc("rc", "nsdap", 5, after)


def test_one_pv_less_steals_nothing() -> None:
    after = elections.transferred(BEFORE, "rc", "nsdap", 4)
    assert after["nsdap"] == 9 and not elections.stolen_by_rc("rc", "nsdap", 4, after)


def test_only_rc_steals_and_only_from_nsdap() -> None:
    after = elections.transferred(BEFORE, "rc", "kpd", 5)
    assert not elections.stolen_by_rc("rc", "kpd", 5, after)
    assert not elections.stolen_by_rc("coalition", "nsdap", 5, {**BEFORE, "nsdap": 8})
    assert not elections.stolen_by_rc("rc", None, 0, BEFORE)


# -- Special Election and current PV [7.4, 7.6] ---------------------------------------------------------


def test_a_special_election_counts_dominance_and_general_bonuses_alone() -> None:
    places = {
        "hamburg": {"reform": 1, "black_leverage": 2, **cubes(rc=1)},
        "berlin": cubes(coalition=1),
        "rc": {"middle_class": 1},
    }
    counted = elections.special(table(places, momentum="rc", progress=PROGRESS_FOR_TWO))
    assert counted.regional == {"coalition": 6, "kpd": 0, "nsdap": 0, "rc": 4}
    assert counted.totals == {"coalition": 8, "kpd": 0, "nsdap": 0, "rc": 9}


@pytest.mark.parametrize("marker", ["uprising", "assassinations_yellow_red"])
def test_a_special_election_leaves_out_barred_regions(marker: str) -> None:
    here = table({"sachsen": {marker: 1}, "baden": cubes(rc=1), "koeln": cubes(rc=1)}, momentum="kpd")
    assert elections.special(here).totals["rc"] == 3


def test_current_pv_is_that_of_a_whole_election_cycle() -> None:
    places = {"sachsen": {"nsdap_cadre": 1, **cubes(nsdap=1)}, "nsdap": {"middle_class": 2}}
    assert elections.current_pv(table(places, momentum="nsdap"))["nsdap"] == 2 + 2 + 4 + 3


def test_current_pv_leaves_out_voided_areas() -> None:
    places = {"sachsen": {"uprising": 1}, "baden": cubes(nsdap=1)}
    assert elections.current_pv(table(places))["nsdap"] == 0


# -- what is handed out [7.0, 7.1, 7.3] -----------------------------------------------------------------


def test_control_goes_face_up_to_the_winners_and_is_lost_elsewhere() -> None:
    state: dict[str, Value] = {
        "control.hamburg": ("coalition", True),
        "control.berlin": ("kpd", False),
        "control.southern_states": ("rc", True),
        "control.koeln": ("rc", True),
    }
    places = {
        "hamburg": cubes(kpd=1),
        "berlin": cubes(kpd=1),
        "sachsen": {"uprising": 1, **cubes(rc=2)},
        "koeln": cubes(kpd=1, rc=1),
    }
    here = table(places, **state)
    draft = Draft(here, "coalition")
    elections.hand_out_control(draft, elections.all_regional(here))
    after = draft.table.state
    assert after["control.hamburg"] == ("kpd", True), "a new holder"
    assert after["control.berlin"] == ("kpd", True), "the same holder turns it face-up again"
    assert after["control.southern_states"] == (None, False), "void"
    assert after["control.koeln"] == (None, False), "tied"


def test_a_coalition_victory_hands_out_article_48_and_the_seats() -> None:
    draft = Draft(table(article_48="used", reichstag_seats=("rc", False)), "coalition")
    elections.hand_out_cards(draft, "nsdap")
    assert draft.table.state["article_48"] == "available"
    assert draft.table.state["reichstag_seats"] == ("nsdap", True)


def test_the_same_runner_up_turns_the_seats_face_up() -> None:
    draft = Draft(table(reichstag_seats=("rc", False)), "coalition")
    elections.hand_out_cards(draft, "rc")
    assert draft.table.state["reichstag_seats"] == ("rc", True)


def test_article_48_does_not_come_back_while_the_event_that_took_it_is_in_play() -> None:
    draft = Draft(table(article_48="out", lingering=(elections.HINDENBURG_RUNS_AGAIN,)), "coalition")
    elections.hand_out_cards(draft, "rc")
    assert draft.table.state["article_48"] == "out"
    draft = Draft(table(article_48="out", lingering=(20,)), "coalition")
    elections.hand_out_cards(draft, "rc")
    assert draft.table.state["article_48"] == "available"


def test_the_clean_slate_after_an_election_looks_at_the_new_control() -> None:
    places = {"hamburg": {"strike": 1, "black_leverage": 1, "kpd_cadre": 1}, "koeln": {"yellow_leverage": 1}}
    here = table(places, **{"control.hamburg": ("rc", True), "control.koeln": (None, False)})
    draft = Draft(here, "coalition")
    elections.hand_out_control(draft, elections.all_regional(here))
    elections.end_election(draft, "kpd")
    assert draft.table.at("hamburg") == {"strike": 1, "kpd_cadre": 1}, "black Leverage lost its cover"
    assert draft.table.at("koeln") == {"yellow_leverage": 1}, "the Leverage itself won Köln for the Coalition"


# -- Clean Slate [5.11] ---------------------------------------------------------------------------------


def swept(pieces: dict[str, int], **state: Value) -> dict[str, int]:
    draft = Draft(table({"sachsen": pieces}, **state), "coalition")
    elections.clean_slate(draft, ["sachsen"])
    return dict(draft.table.at("sachsen"))


def test_a_clean_slate_removes_strikes_assassinations_and_leverage() -> None:
    pieces = {"strike": 1, "assassinations_yellow_red": 1, "assassinations_brown_black": 1}
    assert swept({**pieces, "yellow_leverage": 2, "black_leverage": 1}) == {}


def test_a_clean_slate_leaves_everything_else() -> None:
    pieces = {"uprising": 1, "reform": 1, "clique_a": 1, "nsdap_cadre": 1, "sa": 2, "kpd_influence": 1}
    assert swept(pieces) == pieces


@pytest.mark.parametrize(
    "piece, guard",
    [
        ("strike", {"kpd_cadre": 1}),
        ("strike", {"kpd_influence": 1}),
        ("yellow_leverage", {"coalition_influence": 1}),
        ("black_leverage", {"rc_influence": 1}),
    ],
)
def test_a_cadre_or_dominance_keeps_the_pieces_of_its_faction(piece: str, guard: dict[str, int]) -> None:
    assert swept({piece: 1, **guard}) == {piece: 1, **guard}


@pytest.mark.parametrize(
    "piece, faction", [("strike", "kpd"), ("yellow_leverage", "coalition"), ("black_leverage", "rc")]
)
@pytest.mark.parametrize("face_up", [True, False])
def test_control_keeps_them_too_and_the_card_may_be_used(piece: str, faction: str, face_up: bool) -> None:
    assert swept({piece: 1}, **{"control.southern_states": (faction, face_up)}) == {piece: 1}


@pytest.mark.parametrize("piece, other", [("strike", "nsdap_cadre"), ("strike", "rc_influence")])
def test_another_factions_hold_keeps_nothing(piece: str, other: str) -> None:
    assert swept({piece: 1, other: 1}) == {other: 1}


def test_assassinations_go_even_where_their_faction_dominates() -> None:
    pieces = {"assassinations_yellow_red": 1, "nsdap_influence": 2}
    assert swept(pieces, **{"control.southern_states": ("nsdap", True)}) == {"nsdap_influence": 2}


def test_mere_presence_keeps_no_leverage() -> None:
    pieces = {"yellow_leverage": 1, **cubes(coalition=1, kpd=1)}
    assert swept(pieces) == cubes(coalition=1, kpd=1)


def test_a_clean_slate_touches_no_track_and_no_other_space() -> None:
    places = {
        "economy:left_3": {"black_leverage": 1},
        "progress:2": {"yellow_leverage": 1},
        "hamburg": {"strike": 1},
        "sachsen": {"strike": 1},
    }
    draft = Draft(table(places), "coalition")
    elections.clean_slate(draft, ["sachsen"])
    assert not draft.table.at("sachsen")
    assert all(
        draft.table.at(place) == places[place] for place in ("economy:left_3", "progress:2", "hamburg")
    )


def test_a_whole_election_leaves_a_possible_table_and_can_be_undone() -> None:
    rng = Random(11)
    for _ in range(60):
        here = random_table(rng, BOARD)
        draft = Draft(here, here.text("momentum"))
        elections.hand_out_control(draft, elections.all_regional(here))
        elections.end_election(draft, "kpd")
        assert not impossible(draft.table)
        assert apply_all(draft.table, reversed_all(draft.changes)) == here
