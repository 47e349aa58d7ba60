"""A table on one line."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.random_tables import random_table
from weimar_bot.reading.faults import ImpossibleInput, InputError, UnreadableInput
from weimar_bot.table import notation
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.notation import from_notation, to_notation
from weimar_bot.table.pieces import PIECES
from weimar_bot.table.position import read_position_text
from weimar_bot.table.table import Table

BOARD = shipped_board()
EMPTY = (
    "wr1 - 1919-early cknr/c/- eco.st,pro.1,rea.1,usd.1,sov.1,uni.sound,kpd.0,nsd.0 "
    "- - - - coa=c45/kpd=k35/nsd=n35/rc=r35 -"
)


def read(text: str) -> Table:
    return read_position_text(text, "p.yaml", BOARD)


def refused(text: str, kind: type[InputError] = UnreadableInput) -> list[str]:
    with pytest.raises(kind) as caught:
        from_notation(text, BOARD)
    assert type(caught.value) is kind
    return [str(fault) for fault in caught.value.faults]


def test_the_empty_table_is_a_short_line() -> None:
    assert to_notation(read("")) == EMPTY
    assert from_notation(EMPTY, BOARD) == read("")


def test_the_example_of_the_documentation_is_what_it_says() -> None:
    assert notation.__doc__
    lines = re.findall(r"(?m)^    (?=\S)(.*)", notation.__doc__.partition("\n1.  ")[0])
    line = " ".join(lines)
    assert to_notation(from_notation(line, BOARD)) == line


def test_codes_are_unique_and_leave_nothing_out() -> None:
    assert set(notation.SPACE_CODES) == set(BOARD.spaces)
    assert set(notation.PIECE_CODES) == set(PIECES)
    for codes in (notation.SPACE_CODES, notation.PIECE_CODES, notation.AREA_CODES, notation.TRACK_CODES):
        assert len(set(codes.values())) == len(codes)


@pytest.mark.parametrize("seed", range(150))
def test_every_table_comes_back_from_its_line(seed: int) -> None:
    table = random_table(Random(seed), BOARD)
    line = to_notation(table)
    assert line.isascii() and len(line.split(" ")) == len(notation.FIELDS)
    assert from_notation(line, BOARD) == table


def test_a_line_end_behind_the_notation_does_not_matter() -> None:
    assert from_notation(EMPTY + "\n", BOARD) == read("")


def test_a_scenario_without_stances_has_none_whatever_the_line_says() -> None:
    table = from_notation(EMPTY.replace("wr1 -", "wr1 tutorial"), BOARD)
    assert table.state["kpd_stance"] is None and table == read("scenario: tutorial")


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("wr1", "wr2", "notation:1:1: 'wr2' is not the version 'wr1'"),
        ("wr1 -", "wr1 a_new_hop", "notation:1:5: 'a_new_hop' is not a scenario; did you mean 'a_new_hope'?"),
        ("1919", "1950", "notation:1:7: '1950' is not a whole number from 1919 to 1933"),
        ("early", "erly", "notation:1:12: 'erly' is not a round; did you mean 'early'?"),
        ("1919-early", "1919", "is not a year and round"),
        ("cknr/c/-", "cknr", "is not turn order, Momentum and non-player factions"),
        ("cknr", "cxnr", "notation:1:19: 'x' is not a faction"),
        ("cknr", "cknk", "does not name each faction once"),
        ("eco.st", "eco.xx", "'xx' is not a box of the Economy track"),
        ("eco.st,", "", "markers are missing: eco"),
        ("pro.1", "pro.1,pro.2", "'pro' stands here a second time"),
        ("pro.1", "pro1", "'pro1' lacks its '.'"),
        ("uni.sound", "uni.soud", "did you mean 'sound'?"),
        ("kpd.0", "kpd.9", "from -3 to 3"),
        ("k35", "k", "needs the number of KPD Influence"),
        ("k35", "k0", "needs the number of KPD Influence"),
        ("k35", "k35k1", "KPD Influence stand here a second time"),
        ("k35", "k35Zz", "'Zz' is not a piece"),
        ("k35", "k35 ", "12 fields where there must be 11"),
        ("k35", "k35!", "'!' does not begin with a piece"),
        ("k35", "", "'' does not begin with a piece"),
        ("coa=", "cao=", "'cao' is not a mat"),
    ],
)
def test_a_bad_line_is_refused_with_its_column_and_what_stands_there(
    old: str, new: str, expected: str
) -> None:
    (message,) = refused(EMPTY.replace(old, new, 1))
    assert expected in message
    assert message.startswith("notation:1:")


@pytest.mark.parametrize(
    "field, value, expected",
    [
        (5, "art=usd", "did you mean 'used'?"),
        (5, "seats=k", "does not end in '+' or '-'"),
        (5, "BRE=k+", "did you mean 'BER'?"),
        (5, "BER=x+", "'x' is not a faction"),
        (5, "BER=", "is not a faction"),
        (6, "16,x", "'x' is not a whole number"),
        (6, "0", "from 1 to"),
        (7, "plased=POM", "did you mean 'placed'?"),
        (7, "placed=POW", "is not a space"),
        (7, "performed=spezial", "did you mean 'special'?"),
        (7, "supply=x", "is not a faction"),
        (8, "pro=Re", "is not a box"),
        (8, "pra.2=Re", "'pra' is not a track or mat"),
        (8, "pro.x=Re", "is not a whole number"),
        (8, "eco.l9=Yl", "is not a box of the Economy track"),
        (10, "XYZ=c1", "'XYZ' is not a space"),
        (10, "POM", "lacks its '='"),
        (10, "POM=c1/POM=c2", "'POM' stands here a second time"),
    ],
)
def test_every_field_says_what_it_cannot_read(field: int, value: str, expected: str) -> None:
    parts = EMPTY.split(" ")
    parts[field] = value
    assert any(expected in message for message in refused(" ".join(parts)))


def test_all_faults_of_a_line_are_reported_at_once() -> None:
    assert (
        len(refused(EMPTY.replace("early", "erly").replace("coa=", "cao=").replace("eco.st", "eco.xx"))) == 3
    )


def test_a_table_that_cannot_be_is_refused_with_the_column_of_the_piece() -> None:
    line = EMPTY[:-1] + "POM=c3r2"
    message = refused(line.replace("c45", "c42").replace("r35", "r33"), ImpossibleInput)[0]
    assert message.startswith(f"notation:1:{line.index('r2') + 1}: 5 Influence cubes in Pommern")
    assert from_notation(line, BOARD, force=True).room("pommern") == -1


@pytest.mark.parametrize("seed", range(60))
def test_a_garbled_line_breaks_nothing(seed: int) -> None:
    rng = Random(seed)
    line = list(to_notation(random_table(rng, BOARD)))
    for _ in range(40):
        line[rng.randrange(len(line))] = rng.choice("cknrRSaA019-+.,/= xä")
        if rng.random() < 0.2:
            del line[rng.randrange(len(line))]
        try:
            from_notation("".join(line), BOARD)
        except (UnreadableInput, ImpossibleInput) as error:
            assert all(fault.place and fault.place.column for fault in error.faults)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=11, max_size=11).map(" ".join))
def test_any_text_at_all_is_refused_properly(text: str) -> None:
    for line in (text, f"wr1 {text.partition(' ')[2]}"):
        with pytest.raises((UnreadableInput, ImpossibleInput)):
            from_notation(line, BOARD)
