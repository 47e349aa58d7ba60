"""Set-up: what each scenario begins with, and what is said about it."""

from __future__ import annotations

from collections import Counter

import pytest

from weimar_bot.game.setup import (
    Scenario,
    layout,
    next_round,
    rounds,
    scenario_called,
    scenarios,
    start_table,
)
from weimar_bot.reading.faults import ImpossibleInput, UnreadableInput
from weimar_bot.table import scenario as scenario_rules
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.check import FACES, doubts, impossible
from weimar_bot.table.notation import from_notation, to_notation
from weimar_bot.table.pieces import FACTIONS, INFLUENCE, SUDDEN_VICTORY
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_write import write_position
from weimar_bot.table.table import CONTROLS, Table

SCENARIOS = tuple(scenarios())
CUBES = {"c": "coalition", "k": "kpd", "n": "nsdap", "r": "rc"}
# The maps of the Playbook as transcribed, typed in apart from the data: cubes as c2 k1, other pieces by face.
MAPS = {
    "tutorial": """
        schleswig_holstein: c1
        mecklenburg: c1
        pommern: c1 r1
        posen_westpreussen: r1
        ostpreussen: c1 r1
        oldenburg: c1
        provinz_hannover: c2
        provinz_sachsen: c2
        brandenburg: c1 r1
        waldeck_lippe: c1
        braunschweig_anhalt: c1 k1
        niederschlesien: c1 r1
        oberschlesien: c1 r1
        hessenprovinz: c2
        thueringen: c1 k1
        hessen: c1
        baden: c2 r1
        wuerttemberg: c1 r1
        hamburg: c1
        koeln: c1 freikorps_unrevealed=1
        provinz_westfalen: c4 k3
        sachsen: k2 worker_militia=1 strike=1
        rheinprovinz: c5 k4
        bayern: c2 k3 n1 r5 freikorps_unrevealed=1 worker_militia=1 clique_a=1 black_leverage=2
        muenchen: c1 k1 n1 r1 freikorps_unrevealed=1 worker_militia=1 sa=1 nsdap_cadre=1
        berlin: c2 k2 r2 freikorps_unrevealed=2 worker_militia=2 rogue_freikorps=2 kpd_cadre=1
    """,
    "a_time_for_revolution": """
        schleswig_holstein: c1
        mecklenburg: c1
        pommern: c1 r1
        posen_westpreussen: r1
        ostpreussen: c1 r1
        oldenburg: c1
        provinz_hannover: c2
        provinz_sachsen: c2
        brandenburg: c1 r1
        waldeck_lippe: c1
        braunschweig_anhalt: c1 k1
        niederschlesien: c1 r1
        oberschlesien: c1 r1
        hessenprovinz: c2
        thueringen: c1 k1
        hessen: c1
        baden: c2 r1
        wuerttemberg: c1 r1
        hamburg: c1
        koeln: c1 freikorps_unrevealed=1
        provinz_westfalen: c4 k2
        sachsen: k1
        rheinprovinz: c5 k3
        bayern: c4 k2 r3 rogue_freikorps=1 clique_a=1
        muenchen: c1 k1 n1 r1 freikorps_unrevealed=1
        berlin: c2 k2 r1 freikorps_unrevealed=2 worker_militia=1 rogue_freikorps=1
    """,
    "a_new_hope": """
        schleswig_holstein: c1 r1
        mecklenburg: c1
        pommern: r1
        posen_westpreussen: r1
        ostpreussen: r2 clique_b=1
        oldenburg: c1
        provinz_hannover: c2
        provinz_sachsen: c2
        brandenburg: c2 r2
        provinz_westfalen: c3 k1
        waldeck_lippe: c1
        braunschweig_anhalt: c1
        sachsen: c1 k1
        niederschlesien: c2 r1
        oberschlesien: c2 r1
        rheinprovinz: c4 k3
        hessenprovinz: c2
        thueringen: c1 k1
        hessen: c1
        baden: c2 r1
        wuerttemberg: c2 r1
        bayern: c4 k2 n1 r2 clique_a=1 black_leverage=1
        hamburg: c1
        koeln: c1
        muenchen: c1 n1 r1 sa=1 nsdap_cadre=1
        berlin: c3 k2 r1 reichswehr=1 worker_militia=1 rogue_freikorps=1 kpd_cadre=1
    """,
    "black_sun_rising": """
        schleswig_holstein: c1
        mecklenburg: c1
        pommern: c1 r1
        posen_westpreussen: c1 r1
        ostpreussen: r2 rogue_freikorps=1 clique_b=1 black_leverage=1
        oldenburg: c1
        provinz_hannover: c2
        provinz_sachsen: c2
        brandenburg: c2 n1 r1
        provinz_westfalen: c3 k2
        waldeck_lippe: c1
        braunschweig_anhalt: c1
        sachsen: c1 k2
        niederschlesien: c1 n1 r1
        oberschlesien: c1 r1
        rheinprovinz: c4 k3
        hessenprovinz: c2
        thueringen: c1 k1
        hessen: c1
        baden: c2 r2
        wuerttemberg: c2 r2
        bayern: c4 k1 n2 r4 rogue_freikorps=1 sa=1 clique_a=1 black_leverage=1
        hamburg: c1 worker_militia=1
        koeln: c1 k1 worker_militia=2 kpd_cadre=1
        muenchen: c2 n1 r1 reichswehr=1 sa=1 nsdap_cadre=1
        berlin: c3 k1 n1 r1 reichswehr=1 sa=1 worker_militia=1 rogue_freikorps=1 yellow_leverage=1
    """,
}
MAPS["the_fate_of_the_republic"] = MAPS["a_time_for_revolution"]


@pytest.fixture(scope="module")
def board() -> Board:
    return shipped_board()


def _start(ident: str) -> Table:
    return start_table(ident, shipped_board())


def _written(text: str) -> dict[str, dict[str, int]]:
    spaces = {}
    for line in text.strip().splitlines():
        space, _, pieces = line.strip().partition(": ")
        here = {}
        for word in pieces.split():
            piece, _, count = word.partition("=")
            if count:
                here[piece] = int(count)
            else:
                here[INFLUENCE[CUBES[word[0]]]] = int(word[1:])
        spaces[space] = here
    return spaces


def _all(table: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    for here in table.places.values():
        found.update(here)
    return found


def _boxes(table: Table, track: str, piece: str) -> list[str]:
    return sorted(
        place.partition(":")[2]
        for place, here in table.places.items()
        if place.startswith(f"{track}:") and here.get(piece)
    )


# -- every scenario ----------------------------------------------------------------------------------


def test_the_playbook_has_five_scenarios_in_its_order() -> None:
    assert [one.section for one in scenarios().values()] == ["9.2", "9.3", "9.4", "9.5", "9.6"]
    assert list(scenarios()) == list(scenario_rules.scenarios())


@pytest.mark.parametrize("ident", SCENARIOS)
def test_the_map_is_that_of_the_playbook(ident: str) -> None:
    table = _start(ident)
    assert {space: dict(table.at(space)) for space in table.board.spaces} == _written(MAPS[ident])


@pytest.mark.parametrize("ident", SCENARIOS)
def test_nothing_about_a_set_up_is_impossible_or_odd(ident: str) -> None:
    assert impossible(_start(ident)) == []
    assert doubts(_start(ident)) == []


@pytest.mark.parametrize("ident", SCENARIOS)
def test_every_counted_piece_lies_somewhere(ident: str, board: Board) -> None:
    found = _all(_start(ident))
    for kind, faces in FACES.items():
        assert sum(found[face] for face in faces) == board.pieces[kind], kind
    for faction in FACTIONS:
        assert found[INFLUENCE[faction]] == board.pieces["influence"][faction]
    for marker in ("general_strike", *SUDDEN_VICTORY.values()):
        assert found[marker] == 1


@pytest.mark.parametrize("ident", SCENARIOS)
def test_a_set_up_survives_being_written_and_read(ident: str, board: Board) -> None:
    table = start_table(
        ident, board, non_player=("kpd", "rc"), turn_order=("rc", "kpd", "coalition", "nsdap")
    )
    assert read_position_text(write_position(table), ident, board) == table
    assert from_notation(to_notation(table), board) == table


@pytest.mark.parametrize("ident", SCENARIOS)
def test_doubts_name_what_the_player_must_count(ident: str) -> None:
    said = " ".join(scenario_called(ident).doubts)
    assert "Units left on each mat" in said
    assert "Middle Class" in said


def test_the_doubts_of_single_scenarios_are_told() -> None:
    said = {ident: " ".join(one.doubts) for ident, one in scenarios().items()}
    assert "München" in said["tutorial"]
    assert "U.S.S.R. Deals box 1" in said["a_time_for_revolution"]
    assert "SA" in said["a_new_hope"]
    assert "strengths" in said["black_sun_rising"]


@pytest.mark.parametrize("ident", SCENARIOS)
def test_the_start_is_early_with_coalition_momentum_and_its_cards(ident: str) -> None:
    table = _start(ident)
    assert (table.state["round"], table.state["momentum"], table.state["article_48"]) == (
        "early",
        "coalition",
        "available",
    )
    held = [area for area in CONTROLS if table.state[f"control.{area}"] == ("coalition", True)]
    assert [area for area in CONTROLS if area not in held] == (
        ["koeln"] if ident == "black_sun_rising" else []
    )
    seats = ("rc", True) if ident in ("a_new_hope", "black_sun_rising") else (None, False)
    assert table.state["reichstag_seats"] == seats


@pytest.mark.parametrize(
    ("ident", "tracks", "stances"),
    [
        ("tutorial", ("left_2", 2, 3, 1, 2, "sound"), (None, None)),
        ("a_time_for_revolution", ("stable", 1, 2, 1, 1, "sound"), (2, 3)),
        ("a_new_hope", ("stable", 2, 3, 2, 2, "strong"), (0, 0)),
        ("black_sun_rising", ("stable", 4, 3, 4, 4, "sound"), (None, None)),
        ("the_fate_of_the_republic", ("stable", 1, 2, 1, 1, "sound"), (2, 3)),
    ],
)
def test_the_markers_stand_where_the_playbook_has_them(
    ident: str, tracks: tuple[object, ...], stances: tuple[object, ...]
) -> None:
    state = _start(ident).state
    keys = ("economy", "progress", "reaction", "us_deals", "ussr_deals", "unity")
    assert tuple(state[key] for key in keys) == tracks
    assert (state["kpd_stance"], state["nsdap_stance"]) == stances


@pytest.mark.parametrize(
    ("ident", "length", "hand", "end"),
    [
        ("tutorial", (1921, 1923), 5, "election"),
        ("a_time_for_revolution", (1919, 1923), 7, "election_with_modifiers"),
        ("a_new_hope", (1924, 1933), 9, "coalition_unless_penalty"),
        ("black_sun_rising", (1928, 1933), 3, "coalition_unless_penalty"),
        ("the_fate_of_the_republic", (1919, 1933), 7, "coalition_unless_penalty"),
    ],
)
def test_length_hand_and_end_are_those_of_the_playbook(
    ident: str, length: tuple[int, int], hand: int, end: str
) -> None:
    scenario = scenario_called(ident)
    assert (scenario.first_year, scenario.last_year) == length
    assert (scenario.hand, scenario.end) == (hand, end)
    assert scenario.new_era_hands == {"golden_twenties": 9, "decline": 6}
    assert scenario.end_words.endswith(".")
    assert _start(ident).year == scenario.first_year


def test_only_the_tutorial_ignores_requires_and_only_the_revolution_calls_extra_elections() -> None:
    assert [one.id for one in scenarios().values() if one.ignore_requires] == ["tutorial"]
    assert [one.id for one in scenarios().values() if one.extra_election] == ["a_time_for_revolution"]


# -- holding boxes and mats --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ident", "track", "piece", "boxes"),
    [
        ("tutorial", "rc", "black_leverage", "45"),
        ("a_time_for_revolution", "rc", "black_leverage", "2345"),
        ("a_new_hope", "rc", "black_leverage", "345"),
        ("black_sun_rising", "rc", "black_leverage", "345"),
        ("tutorial", "kpd", "strike", "123"),  # one lies in Sachsen
        ("a_new_hope", "kpd", "strike", "0123"),
        ("tutorial", "middle_class", "middle_class", "345"),
        ("a_time_for_revolution", "middle_class", "middle_class", "2345"),
        ("a_new_hope", "middle_class", "middle_class", "45"),
        ("tutorial", "ussr_deals", "black_leverage", "3"),
        ("the_fate_of_the_republic", "ussr_deals", "black_leverage", "13"),
        ("black_sun_rising", "ussr_deals", "black_leverage", ""),
        ("black_sun_rising", "us_deals", "dollar_dependence", "5"),
        ("tutorial", "us_deals", "yellow_leverage", "2345"),
        ("a_new_hope", "progress", "yellow_leverage", "23"),
        ("black_sun_rising", "progress", "yellow_leverage", "234"),
        ("a_time_for_revolution", "progress", "yellow_leverage", ""),
        ("a_time_for_revolution", "reaction", "black_leverage", "2"),
        ("a_time_for_revolution", "reaction", "nsdap_cadre", "34"),
        ("a_new_hope", "reaction", "nsdap_cadre", "4"),
        ("black_sun_rising", "ussr_deals", "reichswehr", "5"),
        ("a_time_for_revolution", "ussr_deals", "kpd_cadre", "245"),
    ],
)
def test_boxes_hold_what_the_tracks_list_and_what_is_left(
    ident: str, track: str, piece: str, boxes: str
) -> None:
    assert _boxes(_start(ident), track, piece) == list(boxes)


def test_cadres_left_for_the_nsdap_mat_fill_its_farthest_boxes() -> None:
    assert _boxes(_start("black_sun_rising"), "nsdap", "nsdap_cadre") == ["-2", "-3"]
    assert _boxes(_start("a_new_hope"), "nsdap", "nsdap_cadre") == ["-1", "-2", "-3"]


def test_two_dollar_dependence_markers_lie_on_economy_in_1928() -> None:
    assert _boxes(_start("black_sun_rising"), "economy", "dollar_dependence") == ["right_1", "right_2"]


@pytest.mark.parametrize("ident", SCENARIOS)
def test_clique_b_starts_in_ostpreussen_in_the_later_scenarios_only(ident: str) -> None:
    table = _start(ident)
    later = ident in ("a_new_hope", "black_sun_rising")
    assert table.count("ostpreussen" if later else "rc:2", "clique_b") == 1
    assert table.count("bayern", "clique_a") == 1
    assert table.count("reaction:5", "clique_c") == 1


@pytest.mark.parametrize("ident", ["a_new_hope", "black_sun_rising"])
def test_later_scenarios_know_the_loyalty_of_every_freikorps(ident: str) -> None:
    scenario, found = scenario_called(ident), _all(_start(ident))
    assert scenario.freikorps_revealed
    assert scenario.freikorps_out == {"freikorps_loyal": 3, "rogue_freikorps": 3}
    assert found["freikorps_unrevealed"] == 0
    # Guessed totals: eight loyal and eight rogue ones, three of each out of the game.
    assert (found["freikorps_loyal"], found["rogue_freikorps"]) == (5, 5)
    assert _start(ident).count("rc", "rogue_freikorps") > 0


def test_lingering_events_of_1928_are_in_play_and_three_more_can_be_added(board: Board) -> None:
    assert scenario_called("black_sun_rising").lingering_to_draw == 3
    table = start_table("black_sun_rising", board, lingering=(61, 55, 57, 90))
    assert table.state["lingering"] == (54, 55, 57, 61, 90)


# -- what no source gives ----------------------------------------------------------------------------


@pytest.mark.parametrize("ident", SCENARIOS)
def test_what_is_unknown_is_listed_with_the_guess_that_is_laid_out(ident: str) -> None:
    scenario, table = scenario_called(ident), _start(ident)
    assert {one.place for one in scenario.unknown} == set(FACTIONS)
    for one in scenario.unknown:
        assert table.count(one.place, one.piece) == one.guess, one.words
    assert scenario.source("pawns") == scenario.source("unit_totals") == "assumed"


def test_counted_units_and_pawns_take_the_place_of_the_guess(board: Board) -> None:
    table = start_table("tutorial", board, units_left={"sa": 2, "rogue_freikorps": 3}, pawns={"nsdap": 1})
    assert table.count("nsdap", "sa") == 2
    assert table.count("rc", "rogue_freikorps") == 3
    assert table.count("kpd", "worker_militia") == 5
    assert [table.count(faction, "middle_class") for faction in FACTIONS] == [0, 0, 1, 0]
    assert impossible(table) == []


def test_more_pawns_than_there_are_are_refused_with_the_section(board: Board) -> None:
    with pytest.raises(ImpossibleInput, match=r"there are 7 \[1.5, 5.1\]"):
        start_table("tutorial", board, pawns={"rc": 3})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"scenario_id": "tutoriel"}, "did you mean 'tutorial'"),
        ({"units_left": {"worker_milita": 3}}, "did you mean 'worker_militia'"),
        ({"units_left": {"sa": -1}}, "-1 is too small"),
        ({"pawns": {"ndsap": 1}}, "did you mean 'nsdap'"),
        ({"non_player": ("coalitoin",)}, "did you mean 'coalition'"),
        ({"non_player": ("kpd", "kpd")}, "twice"),
        ({"turn_order": ("kpd", "rc", "nsdap")}, "each faction once"),
        ({"turn_order": ("kpd", "rc", "nsdap", "kpd")}, "each faction once"),
    ],
)
def test_words_that_do_not_fit_are_refused(wrong: dict[str, object], said: str, board: Board) -> None:
    given: dict[str, object] = {"scenario_id": "tutorial", "board": board, **wrong}
    with pytest.raises(UnreadableInput, match=said):
        start_table(**given)  # type: ignore[arg-type]


def test_a_corrected_board_still_gets_every_piece(board: Board) -> None:
    tracks = {**board.tracks, "kpd": {**board.tracks["kpd"], "strikes": [0, 1, 2]}}
    tracks["progress"] = {**board.tracks["progress"], "reforms": [1, 2, 3, 4]}
    own = board.with_corrections(tracks, board.spaces, board.neighbours, ())
    table = start_table("tutorial", own)
    assert _boxes(table, "kpd", "strike") == ["0", "1", "2"]
    assert _boxes(table, "progress", "reform") == ["1", "2", "3", "4"]
    assert impossible(table) == []


# -- sources -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "source"),
    [
        ("hand", "transcription"),
        ("new_era_hands", "rulebook 4.0"),
        ("setup.tracks.economy", "transcription"),
        ("setup.cliques.a", "rulebook 8.4"),
        ("setup.holding.ussr_deals.black_leverage", "rulebook 5.1"),
        ("map.berlin", "transcription"),
        ("pawns.coalition", "assumed"),
        ("unheard_of", "assumed"),
    ],
)
def test_each_fact_tells_its_source(fact: str, source: str) -> None:
    assert scenario_called("a_time_for_revolution").source(fact) == source


def test_a_source_given_for_one_scenario_comes_before_that_for_all() -> None:
    assert scenario_called("a_new_hope").source("end") == "rulebook 4.0"
    assert scenario_called("tutorial").source("end") == "transcription"
    assert scenario_called("tutorial").source("setup.holding.ussr_deals.black_leverage") == "transcription"


# -- rounds ------------------------------------------------------------------------------------------


def test_early_is_followed_by_late_and_late_by_the_next_year() -> None:
    assert next_round(1923, "early") == (1923, "late")
    assert next_round(1923, "late") == (1924, "early")


@pytest.mark.parametrize("scenario", scenarios().values(), ids=SCENARIOS)
def test_a_scenario_has_two_rounds_a_year_and_ends_with_the_last_late_one(scenario: Scenario) -> None:
    all_of_them = list(rounds(scenario))
    assert len(all_of_them) == 2 * (scenario.last_year - scenario.first_year + 1)
    assert [one for one in all_of_them if scenario.is_last_round(*one)] == [all_of_them[-1]]


# -- what to lay out ---------------------------------------------------------------------------------


def test_the_list_by_space_goes_through_map_tracks_mats_and_cards() -> None:
    lines = layout(_start("black_sun_rising"))
    for line in (
        "Köln: 1 Coalition Influence, 1 KPD Influence, 2 Worker Militia, 1 KPD Cadre.",
        "Progress: the marker at 4; Reforms in boxes 2, 3, 4 and 5; yellow Leverage in boxes 2, 3 and 4.",
        "Between Progress and Reaction: Middle Class Sympathies pawns on levels 4 and 5.",
        "Timeline: the Turn marker on 1928, Early Year.",
        "Reichstag Seats: with RC, face-up.",
        "Parliamentary Control of Köln: set aside.",
        "Lingering Events in play: #54 and #57.",
    ):
        assert line in lines
    assert lines[0].startswith("Schleswig-Holstein: ")
    assert any("Dollar Dependence boxes 1 and 2" in line for line in lines)


def test_the_list_by_piece_tells_each_kind_once() -> None:
    lines = layout(_start("black_sun_rising"), by="piece")
    assert "Reichswehr: 1 in München, 1 in Berlin, in U.S.S.R. Deals box 5." in lines
    assert (
        "Black Leverage: 1 in Ostpreußen, 1 in Bayern, in Reaction boxes 2 and 3, in RC mat boxes 3, 4 and 5."
        in lines
    )
    assert "KPD Stance marker: not in use." in lines
    heads = [line.partition(":")[0] for line in lines]
    assert len(heads) == len(set(heads))


def test_spaces_without_a_piece_are_named_together(board: Board) -> None:
    table = _start("tutorial").with_places({"hessen": {}, "baden": {}})
    assert "Nothing lies in Hessen and Baden." in layout(table)


def test_markers_on_the_timeline_and_stances_are_told() -> None:
    start = _start("a_time_for_revolution")
    kpd = {piece: count for piece, count in start.at("kpd").items() if piece != "general_strike"}
    table = start.with_places({"kpd": kpd, "timeline": {"general_strike": 1}})
    assert "Timeline: the Turn marker on 1919, Early Year; the General Strike marker." in layout(table)
    assert "General Strike marker: on the Timeline." in layout(table, by="piece")
    assert "NSDAP Stance marker: +3 (Revolutionary)." in layout(table, by="piece")
