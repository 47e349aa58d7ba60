"""What a position file puts on the table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position, read_position_text
from weimar_bot.table.scenario import reaction_limited
from weimar_bot.table.table import DEFAULTS, Table

BOARD = shipped_board()


def read(text: str, force: bool = False) -> Table:
    return read_position_text(text, "p.yaml", BOARD, force)


def pieces(table: Table, place: str) -> dict[str, int]:
    return dict(table.at(place))


def test_an_empty_file_is_an_empty_table_with_all_cubes_in_supply() -> None:
    table = read("# nothing\n")
    assert table.state == DEFAULTS
    assert table.places == {
        "coalition": {"coalition_influence": 45},
        "kpd": {"kpd_influence": 35},
        "nsdap": {"nsdap_influence": 35},
        "rc": {"rc_influence": 35},
    }


def test_a_file_on_disk_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("year: 1931\n", encoding="utf-8")
    assert read_position(tmp_path / "p.yaml", BOARD).year == 1931


def test_a_space_holds_what_its_entry_lists() -> None:
    table = read("""
spaces:
  Pommern:
    Coalition: 2
    rc: 1
    units: {Reichswehr: 1, freikorps unrevealed: 1, freikorps_loyal: 1, rogue_freikorps: 2, sa: 1}
    uprising: true
    reform: true
    yellow_leverage: 1
    black_leverage: 2
    assassinations: [yellow_red, Brown_Black]
    cadre: KPD
""")
    assert pieces(table, "pommern") == {
        "coalition_influence": 2,
        "rc_influence": 1,
        "reichswehr": 1,
        "freikorps_unrevealed": 1,
        "freikorps_loyal": 1,
        "rogue_freikorps": 2,
        "sa": 1,
        "uprising": 1,
        "reform": 1,
        "yellow_leverage": 1,
        "black_leverage": 2,
        "assassinations_yellow_red": 1,
        "assassinations_brown_black": 1,
        "kpd_cadre": 1,
    }
    assert table.supply("coalition") == 43


@pytest.mark.parametrize("name", ["München", "Munich", "muenchen", "MUNCHEN", "Mün"])
def test_space_names_are_taken_as_people_write_them(name: str) -> None:
    assert read(f"spaces: {{{name}: {{kpd: 1}}}}").influence("muenchen", "kpd") == 1


def test_a_space_with_nothing_behind_its_name_is_an_empty_space() -> None:
    assert read("spaces:\n  pommern:\n") == read("")


def test_leverage_and_dollar_dependence_lie_in_their_track_boxes() -> None:
    table = read("""
leverage: {progress: [2], reaction: [2, 3], economy: {left_3: yellow, Right 3: black}}
economy_dollar_dependence: [right_1]
""")
    assert pieces(table, "progress:2") == {"yellow_leverage": 1}
    assert pieces(table, "reaction:3") == {"black_leverage": 1}
    assert pieces(table, "economy:left_3") == {"yellow_leverage": 1}
    assert pieces(table, "economy:right_3") == {"black_leverage": 1}
    assert pieces(table, "economy:right_1") == {"dollar_dependence": 1}


def test_what_waits_lies_in_its_holding_box() -> None:
    table = read("""
holding:
  middle_class: {levels: [3], economy: [hyperinflation]}
  progress: {reforms: [3]}
  reaction: {assassinations: [2], nsdap_cadres: [4]}
  us_deals: {yellow_leverage: [4], dollar_dependence: [4]}
  ussr_deals: {reichswehr: [3], yellow_leverage: [2], black_leverage: [3], kpd_cadres: [5]}
""")
    assert pieces(table, "middle_class:3") == {"middle_class": 1}
    assert pieces(table, "economy:hyperinflation") == {"middle_class": 1}
    assert pieces(table, "progress:3") == {"reform": 1}
    assert pieces(table, "reaction:2") == {"assassinations": 1}
    assert pieces(table, "reaction:4") == {"nsdap_cadre": 1}
    assert pieces(table, "us_deals:4") == {"yellow_leverage": 1, "dollar_dependence": 1}
    assert pieces(table, "ussr_deals:3") == {"reichswehr": 1, "black_leverage": 1}
    assert pieces(table, "ussr_deals:5") == {"kpd_cadre": 1}


def test_mats_hold_their_loose_pieces_and_boxes() -> None:
    table = read("""
mats:
  coalition: {middle_class: 1, freikorps_unrevealed: 3, reformation: true}
  KPD: {worker_militia: 5, strikes: [0, 3], cadres: [-1], general_strike: true, revolution: true}
  nsdap: {sa: 4, cadres: [-2], assassinations: [1], putsch: true}
  rc: {rogue_freikorps: 2, leverage: [3], assassinations: 1, putsch: true}
influence_supply: {coalition: 9}
""")
    assert pieces(table, "coalition") == {
        "middle_class": 1,
        "freikorps_unrevealed": 3,
        "reformation": 1,
        "coalition_influence": 9,
    }
    assert pieces(table, "kpd") == {
        "worker_militia": 5,
        "general_strike": 1,
        "revolution": 1,
        "kpd_influence": 35,
    }
    assert pieces(table, "nsdap") == {"sa": 4, "brown_putsch": 1, "nsdap_influence": 35}
    assert pieces(table, "rc") == {"rogue_freikorps": 2, "black_putsch": 1, "rc_influence": 35}
    assert pieces(table, "kpd:0") == {"strike": 1} and pieces(table, "kpd:-1") == {"kpd_cadre": 1}
    assert pieces(table, "nsdap:-2") == {"nsdap_cadre": 1}
    assert pieces(table, "nsdap:1") == {"assassinations": 1}
    assert pieces(table, "rc:3") == {"black_leverage": 1, "assassinations": 1}
    assert table.state["supply_given"] == ("coalition",)


def test_markers_on_the_timeline_lie_there() -> None:
    table = read("general_strike: true\nsudden_victory: [kpd, nsdap, rc, coalition]")
    assert pieces(table, "timeline") == {
        "general_strike": 1,
        "revolution": 1,
        "brown_putsch": 1,
        "black_putsch": 1,
        "reformation": 1,
    }


def test_cards_and_notes_become_state() -> None:
    table = read("""
cards:
  article_48: Used
  reichstag_seats: {holder: KPD, available: false}
  parliamentary_control:
    Munich: {holder: rc, available: true}
    Preußen: {holder: null}
    berlin: {holder: kpd}
lingering: [20, 16, 20]
turn: {placed_influence: [Munich, pommern], performed: [special]}
""")
    assert table.state["article_48"] == "used"
    assert table.state["reichstag_seats"] == ("kpd", False)
    assert table.state["control.muenchen"] == ("rc", True)
    assert table.state["control.berlin"] == ("kpd", True)
    assert table.state["control.prussian_provinces"] == (None, False)
    assert table.state["lingering"] == (16, 20)
    assert table.state["turn.placed_influence"] == ("muenchen", "pommern")
    assert table.state["turn.performed"] == ("special",)


def test_a_stance_not_in_use_is_null() -> None:
    assert read("kpd_stance: null").state["kpd_stance"] is None


@pytest.mark.parametrize(
    "scenario, stances, limited",
    [
        ("tutorial", False, False),
        ("a_time_for_revolution", True, False),
        ("A New Hope", True, True),
        ("black_sun_rising", False, False),
        ("the_fate_of_the_republic", True, True),
    ],
)
def test_a_scenario_brings_its_rules(scenario: str, stances: bool, limited: bool) -> None:
    table = read(f"scenario: {scenario}\nkpd_stance: 2")
    assert table.state["kpd_stance"] == (2 if stances else None)
    assert table.has_stance("nsdap") is stances
    assert reaction_limited(table) is limited


def test_without_a_scenario_reaction_is_limited() -> None:
    assert reaction_limited(read(""))


def test_boxed_cliques_without_letters_take_them_from_their_homes() -> None:
    table = read(
        "mats: {rc: {conservative_cliques: [4, 2]}}\nholding: {reaction: {conservative_clique: [5]}}"
    )
    assert pieces(table, "rc:4") == {"clique_a": 1}
    assert pieces(table, "rc:2") == {"clique_b": 1}
    assert pieces(table, "reaction:5") == {"clique_c": 1}


def test_a_letter_already_given_leaves_the_other_letters_to_the_boxes() -> None:
    table = read("cliques: {b: Bavaria}\nmats: {rc: {conservative_cliques: [2]}}")
    assert pieces(table, "bayern") == {"clique_b": 1}
    assert pieces(table, "rc:2") == {"clique_a": 1}


def test_a_letter_in_a_box_needs_no_entry_in_the_box_list_and_is_not_counted_twice() -> None:
    assert pieces(read("cliques: {c: 'rc:2'}"), "rc:2") == {"clique_c": 1}
    both = read("cliques: {c: 'RC: 2', a: null}\nmats: {rc: {conservative_cliques: [2]}}")
    assert pieces(both, "rc:2") == {"clique_c": 1}


def test_force_keeps_what_a_table_can_show_of_the_impossible() -> None:
    table = read("spaces: {pommern: {kpd: 5, strike: true, uprising: true}}\nprogress: 4", force=True)
    assert pieces(table, "pommern") == {"kpd_influence": 5, "strike": 1, "uprising": 1}
    assert table.level("progress") == 4


def test_importing_the_reader_does_not_load_pydantic() -> None:
    code = "import sys, weimar_bot.table.position; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
