"""Tables written as position files and read again."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.table.random_tables import all_pieces, random_table
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.check import impossible
from weimar_bot.table.pieces import PIECES
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_write import position_data, write_position
from weimar_bot.table.table import Table

BOARD = shipped_board()


def read(text: str, force: bool = False) -> Table:
    return read_position_text(text, "p.yaml", BOARD, force)


def test_random_tables_can_be_and_show_every_piece() -> None:
    tables = [random_table(Random(seed), BOARD) for seed in range(100)]
    assert not [fault for table in tables for fault in impossible(table)]
    assert set().union(*map(all_pieces, tables)) == set(PIECES)


def test_random_tables_are_the_same_for_the_same_seed() -> None:
    assert random_table(Random(7), BOARD) == random_table(Random(7), BOARD)


@pytest.mark.parametrize("seed", range(150))
def test_what_is_written_reads_as_the_same_table(seed: int) -> None:
    table = random_table(Random(seed), BOARD)
    text = write_position(table)
    assert read(text) == table
    assert write_position(read(text)) == text


@pytest.mark.parametrize("seed", range(20))
def test_the_data_is_json_and_json_reads_as_the_same_table(seed: int) -> None:
    table = random_table(Random(seed), BOARD)
    assert read(json.dumps(position_data(table))) == table


def test_an_empty_table_is_an_empty_mapping() -> None:
    assert write_position(read("")) == "{}\n"


def test_only_what_differs_from_the_defaults_is_written_in_a_settled_order() -> None:
    text = """year: 1931
progress: 2
leverage:
  progress: [2]
  economy: {left_3: yellow, right_3: black}
economy_dollar_dependence: [right_1]
holding:
  middle_class: {levels: [3, 4], economy: [hyperinflation]}
  reaction: {nsdap_cadres: [3], conservative_clique: [5]}
mats:
  kpd: {worker_militia: 5, strikes: [0, 1], cadres: [-1, -2], general_strike: true}
  rc: {leverage: [3, 4], conservative_cliques: [2], putsch: true}
influence_supply: {kpd: 0, rc: 12}
cards:
  article_48: available
  reichstag_seats: {holder: kpd, available: false}
  parliamentary_control: {berlin: {holder: coalition, available: true}}
lingering: [16, 20]
sudden_victory: [nsdap]
cliques: {a: bayern, b: "rc:2", c: "reaction:5"}
turn:
  placed_influence: [muenchen]
  performed: [special]
spaces:
  pommern: {coalition: 2, rc: 1, units: {reichswehr: 1}, uprising: true, assassinations: yellow_red}
  muenchen: {assassinations: [yellow_red, brown_black], cadre: nsdap}
"""
    shuffled = "\n".join(reversed(["progress: 2", "year: 1931", "round: early", "unity: sound"]))
    rest = text.partition("progress: 2\n")[2]
    assert write_position(read(f"{shuffled}\n{rest}")) == text


def test_a_long_space_is_written_below_its_name() -> None:
    space = (
        "coalition: 3\nkpd: 3\nnsdap: 3\nrc: 3\nunits: {reichswehr: 1, freikorps_loyal: 2, sa: 3}\n"
        "strike: true\nreform: true\nyellow_leverage: 2\n"
    )
    text = "spaces:\n  bayern:\n" + "".join(f"    {line}\n" for line in space.splitlines())
    assert write_position(read(text)) == text


def test_supply_is_written_for_exactly_the_factions_that_gave_it() -> None:
    assert position_data(read("influence_supply: {rc: 35}"))["influence_supply"] == {"rc": 35}
    assert "influence_supply" not in position_data(read("spaces: {berlin: {rc: 1}}"))


def test_a_supply_that_the_map_does_not_explain_is_written_so_that_it_is_not_lost() -> None:
    table = read("").with_places({"kpd": {"kpd_influence": 30}})
    assert position_data(table) == {"influence_supply": {"kpd": 30}}


def test_spaces_left_empty_are_not_written() -> None:
    table = read("spaces: {berlin: {rc: 1}}").with_places({"berlin": {}, "rc": {"rc_influence": 35}})
    assert write_position(table) == "{}\n"


def test_an_impossible_table_is_written_as_far_as_the_file_has_words() -> None:
    text = "spaces:\n  pommern: {kpd: 9, strike: true, uprising: true}\n"
    assert write_position(read(text, force=True)) == text


def test_a_piece_the_file_has_no_entry_for_is_never_lost_in_silence() -> None:
    with pytest.raises(ValueError, match="no entry for 1 reichswehr in coalition"):
        write_position(Table(BOARD, {"coalition": {"reichswehr": 1}}))
