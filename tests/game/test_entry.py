"""Free entry: every form of command, every refusal, and that nothing else can come of a line."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.random_tables import random_table
from weimar_bot.game.differences import changes_between, differences
from weimar_bot.game.entry import AmbiguousEntry, completions, examples, fitting, parse
from weimar_bot.reading.faults import AmbiguousInput, ImpossibleInput, InputError, UnreadableInput
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.changes import Count, apply_all, reversed_all
from weimar_bot.table.check import impossible
from weimar_bot.table.pieces import UNITS
from weimar_bot.table.position import read_position_text
from weimar_bot.table.table import Table, Value

BOARD = shipped_board()
GUIDE = Path(__file__).parents[2] / "docs" / "free-entry.md"
POSITION = """
year: 1931
progress: 2
reaction: 2
us_deals: 3
ussr_deals: 3
leverage: {progress: [2, 3], reaction: [2, 3], economy: {left_3: yellow, left_2: yellow}}
economy_dollar_dependence: [right_1]
holding:
  middle_class: {levels: [3, 4], economy: [hyperinflation]}
  progress: {reforms: [3, 4]}
  reaction: {assassinations: [2], nsdap_cadres: [3]}
  us_deals: {yellow_leverage: [4, 5], dollar_dependence: [4]}
  ussr_deals: {reichswehr: [3, 5], black_leverage: [3], kpd_cadres: [4]}
mats:
  coalition: {middle_class: 1, freikorps_unrevealed: 3, freikorps_loyal: 2}
  kpd: {worker_militia: 5, strikes: [1, 2], cadres: [-1], general_strike: true, revolution: true}
  nsdap: {sa: 4, cadres: [-2]}
  rc: {middle_class: 2, rogue_freikorps: 2, leverage: [4, 5], conservative_cliques: [2]}
cliques: {a: bayern, b: "rc:2"}
cards:
  article_48: available
  reichstag_seats: {holder: rc, available: true}
  parliamentary_control: {hamburg: {holder: kpd, available: true}}
lingering: [16]
spaces:
  berlin: {coalition: 3, units: {reichswehr: 1, freikorps_unrevealed: 1}}
  muenchen: {nsdap: 2, units: {sa: 3}}
  bayern: {nsdap: 1, rc: 2}
  sachsen: {kpd: 2, units: {worker_militia: 2}}
  thueringen: {strike: true}
  baden: {reform: true, yellow_leverage: 1}
  hessen: {uprising: true}
  pommern: {assassinations: yellow_red}
  oldenburg: {cadre: kpd}
"""
TABLE = read_position_text(POSITION, "test", BOARD)


def after(line: str, table: Table = TABLE) -> Table:
    entry = parse(line, table)
    assert apply_all(table, entry.changes) == entry.table
    assert apply_all(entry.table, reversed_all(entry.changes)) == table
    assert not impossible(entry.table)
    return entry.table


def refusal(line: str, table: Table = TABLE) -> str:
    with pytest.raises(InputError) as caught:
        parse(line, table)
    return str(caught.value)


def pieces(table: Table) -> dict[str, int]:
    """How many of each counter there are, whatever side they show."""
    sides = {"uprising": "strike", "freikorps_loyal": "freikorps", "freikorps_unrevealed": "freikorps"}
    sides |= {"rogue_freikorps": "freikorps"}
    found: dict[str, int] = {}
    for here in table.places.values():
        for piece, count in here.items():
            one = "assassinations" if piece.startswith("assassinations") else sides.get(piece, piece)
            found[one] = found.get(one, 0) + count
    return found


# -- pieces ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, place, piece, count",
    [
        ("kpd +2 hamburg", "hamburg", "kpd_influence", 2),
        ("coalition -1 berlin", "berlin", "coalition_influence", 2),
        ("-coalition 2 berlin", "berlin", "coalition_influence", 1),
        ("-coalition berlin", "berlin", "coalition_influence", 2),
        ("nsdap 3 bayern", "bayern", "nsdap_influence", 3),
        ("coalition 1 berlin", "berlin", "coalition_influence", 1),
        ("rc bayern", "bayern", "rc_influence", 3),
        ("strike sachsen", "sachsen", "strike", 1),
        ("strike sachsen", "kpd:1", "strike", 0),
        ("strike kpd2 sachsen", "kpd:2", "strike", 0),
        ("strike sachsen kpd2", "kpd:2", "strike", 0),
        ("-strike thueringen", "kpd:3", "strike", 1),
        ("-strike thueringen kpd0", "kpd:0", "strike", 1),
        ("uprising sachsen", "sachsen", "uprising", 1),
        ("uprising thueringen", "thueringen", "strike", 0),
        ("uprising thueringen", "kpd:1", "strike", 1),
        ("strike hessen", "hessen", "strike", 1),
        ("-uprising hessen", "kpd:3", "strike", 1),
        ("reform sachsen", "progress:3", "reform", 0),
        ("-reform baden", "progress:5", "reform", 1),
        ("cadre kpd hamburg", "hamburg", "kpd_cadre", 1),
        ("cadre kpd hamburg", "kpd:-1", "kpd_cadre", 0),
        ("cadre nsdap hamburg nsdap-2", "nsdap:-2", "nsdap_cadre", 0),
        ("cadre nsdap reaction3 hamburg", "reaction:3", "nsdap_cadre", 0),
        ("-cadre kpd oldenburg ussr 5", "ussr_deals:5", "kpd_cadre", 1),
        ("clique b bayern", "bayern", "clique_b", 1),
        ("clique a berlin", "bayern", "clique_a", 0),
        ("-clique a", "rc:4", "clique_a", 1),
        ("-clique a reaction5", "reaction:5", "clique_a", 1),
        ("-clique a bayern", "rc:4", "clique_a", 1),
        ("assassination brown_black bayern", "bayern", "assassinations_brown_black", 1),
        ("assassination yellow red bayern", "bayern", "assassinations_yellow_red", 1),
        ("-assassination yellow pommern", "rc:3", "assassinations", 1),
        ("-assassination yellow pommern nsdap1", "nsdap:1", "assassinations", 1),
        ("rw ussr3 pommern", "ussr_deals:3", "reichswehr", 0),
        ("rw ussr5 pommern", "ussr_deals:5", "reichswehr", 0),
        ("rw pommern", "ussr_deals:3", "reichswehr", 0),
        ("-rw berlin ussr 1", "ussr_deals:1", "reichswehr", 1),
        ("sa +1 muenchen", "muenchen", "sa", 4),
        ("sa 1 muenchen", "nsdap", "sa", 6),
        ("freikorps hidden +1 berlin", "berlin", "freikorps_unrevealed", 2),
        ("freikorps loyal +2 berlin", "berlin", "freikorps_loyal", 2),
        ("rogue +2 berlin", "berlin", "rogue_freikorps", 2),
        ("militia -1 sachsen", "kpd", "worker_militia", 6),
        ("reveal berlin loyal", "berlin", "freikorps_loyal", 1),
        ("reveal berlin rogue", "berlin", "rogue_freikorps", 1),
        ("move 2 sa muenchen berlin", "berlin", "sa", 2),
        ("move sa from muenchen to berlin", "berlin", "sa", 1),
        ("move strike kpd1 kpd3", "kpd:3", "strike", 1),
        ("move uprising hessen kpd3", "kpd:3", "strike", 1),
        ("move 1 mcs rc mat mcs5", "middle_class:5", "middle_class", 1),
        ("move 3 sa nsdap mat to berlin", "berlin", "sa", 3),
        ("leverage yellow pommern", "pommern", "yellow_leverage", 1),
        ("leverage yellow us5 pommern", "us_deals:5", "yellow_leverage", 0),
        ("-leverage yellow baden", "baden", "yellow_leverage", 0),
        ("leverage black reaction", "reaction:4", "black_leverage", 1),
        ("leverage black reaction 5", "reaction:5", "black_leverage", 1),
        ("leverage black reaction rc5", "rc:5", "black_leverage", 0),
        ("-leverage black reaction", "reaction:3", "black_leverage", 0),
        ("leverage yellow economy left", "economy:left_1", "yellow_leverage", 1),
        ("leverage black economy right", "economy:right_3", "black_leverage", 1),
        ("leverage black economy stable", "economy:stable", "black_leverage", 1),
        ("-leverage yellow economy left", "economy:left_2", "yellow_leverage", 0),
        ("-leverage yellow economy left_3", "economy:left_3", "yellow_leverage", 0),
        ("dollar dependence right_2", "economy:right_2", "dollar_dependence", 1),
        ("-dollar right 1 us5", "us_deals:5", "dollar_dependence", 1),
        ("mcs rc -1", "rc", "middle_class", 1),
        ("mcs rc -1", "middle_class:5", "middle_class", 1),
        ("mcs rc -1 economy mass", "economy:mass_unemployment", "middle_class", 1),
        ("mcs coalition +1", "middle_class:3", "middle_class", 0),
        ("mcs kpd 2", "kpd", "middle_class", 2),
        ("general strike on", "timeline", "general_strike", 1),
        ("revolution on", "timeline", "revolution", 1),
    ],
)  # fmt: skip
def test_pieces_come_from_where_they_wait_and_go_back_there(
    line: str, place: str, piece: str, count: int
) -> None:
    table = after(line)
    assert table.count(place, piece) == count
    assert pieces(table) == pieces(TABLE)


def test_a_piece_available_is_taken_before_one_that_is_not() -> None:
    stance_one = after("stance kpd 2")
    assert after("-strike thueringen kpd0; strike sachsen", stance_one).count("kpd:0", "strike") == 0
    assert after("stance kpd -1; cadre kpd hamburg").count("kpd:-1", "kpd_cadre") == 0


def test_a_marker_switched_off_goes_back_to_its_mat() -> None:
    on = after("general strike on, revolution on")
    assert after("general strike off; revolution off", on) == TABLE


# -- markers and cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, key, value",
    [
        ("reaction 3", "reaction", 3),
        ("reaction -1", "reaction", 1),
        ("progress 3", "progress", 3),
        ("progress +1", "progress", 3),
        ("economy right_2", "economy", "right_2"),
        ("economy hyper", "economy", "hyperinflation"),
        ("economy left 2", "economy", "left_2"),
        ("us 4", "us_deals", 4),
        ("ussr 5", "ussr_deals", 5),
        ("unity strong", "unity", "strong"),
        ("stance kpd 2", "kpd_stance", 2),
        ("stance nsdap -3", "nsdap_stance", -3),
        ("stance kpd none", "kpd_stance", None),
        ("momentum rc", "momentum", "rc"),
        ("control berlin coalition", "control.berlin", ("coalition", True)),
        ("control prussia kpd", "control.prussian_provinces", ("kpd", True)),
        ("control hamburg none", "control.hamburg", (None, False)),
        ("card hamburg used", "control.hamburg", ("kpd", False)),
        ("article used", "article_48", "used"),
        ("article 48 out", "article_48", "out"),
        ("seats kpd", "reichstag_seats", ("kpd", True)),
        ("seats used", "reichstag_seats", ("rc", False)),
        ("lingering +20", "lingering", (16, 20)),
        ("lingering 3", "lingering", (3, 16)),
        ("lingering -16", "lingering", ()),
        ("year 1923", "year", 1923),
        ("round late", "round", "late"),
        ("turn order k n r c", "turn_order", ("kpd", "nsdap", "rc", "coalition")),
        ("turn order rnkc", "turn_order", ("rc", "nsdap", "kpd", "coalition")),
    ],
)
def test_markers_and_cards_are_set(line: str, key: str, value: Value) -> None:
    table = after(line)
    assert table.state[key] == value
    assert table.places == TABLE.places
    if "-1" not in line and "+1" not in line:
        assert parse(line, table).words == "Nothing changes"


def test_a_used_card_that_stays_with_its_holder_stays_used() -> None:
    assert after("control hamburg kpd", after("card hamburg used")).state["control.hamburg"] == ("kpd", False)


# -- words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, same",
    [
        ("KPD +2 Hamburg", "kpd +2 hamburg"),
        ("k +1 koln", "kpd +1 koeln"),
        ("k +1 Köln", "kpd +1 koeln"),
        ("kpd +1 cologne", "kpd +1 koeln"),
        ("kpd+1 koeln", "kpd +1 koeln"),
        ("kpd + 1 koeln", "kpd +1 koeln"),
        ("kpd +1 Provinz Sachsen", "kpd +1 provinz_sachsen"),
        ("kpd +1 prov s", "kpd +1 provinz_sachsen"),
        ("kpd +1 east prussia", "kpd +1 ostpreussen"),
        ("kpd +1 westpreußen", "kpd +1 posen_westpreussen"),
        ("\u2212sa muenchen", "-sa muenchen"),
        ("- sa muenchen", "-sa muenchen"),
        ("reic pom", "reichswehr pommern"),
        ("le y us deals 5 pom", "leverage yellow us5 pommern"),
        ("ca n ham", "cadre nsdap hamburg"),
        ("mom radical conservatives", "momentum rc"),
        ("rea 3", "reaction 3"),
        ("rou l", "round late"),
        ("g on", "general strike on"),
    ],
)
def test_any_unique_beginning_any_case_and_english_names_do(line: str, same: str) -> None:
    assert parse(line, TABLE) == parse(same, TABLE)


def test_a_word_spelled_whole_is_preferred_to_longer_ones() -> None:
    assert after("us 4").level("us_deals") == 4
    assert after("kpd +1 hessen").influence("hessen", "kpd") == 1


def test_several_commands_apply_in_order_and_the_table_is_judged_at_the_end() -> None:
    table = after("-leverage black reaction; -leverage black reaction, reaction 1;")
    assert table.level("reaction") == 1 and not table.at("reaction:2").get("black_leverage")
    assert "[5.4, 5.7]" in refusal("-leverage black reaction; -leverage black reaction")
    assert parse("kpd +1 hamburg; kpd -1 hamburg", TABLE).table == TABLE


def test_what_was_done_is_said_in_words() -> None:
    assert parse("sa +1 berlin; reaction 3; uprising thueringen; reaction 3", TABLE).words == (
        "1 SA: the NSDAP mat -> Berlin; Reaction: 2 -> 3; 1 Strike in Thüringen -> Uprising"
    )
    assert parse("reaction 2", TABLE).words == "Nothing changes"


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, error, expected",
    [
        ("", UnreadableInput, "is empty"),
        (" ; ,", UnreadableInput, "is empty"),
        ("stirke sachsen", UnreadableInput, "entry:1:1: 'stirke' is not a piece or a command; did you mean"),
        ("stirke sachsen", UnreadableInput, "did you mean 'strike'?"),
        ("strike saxen", UnreadableInput, "did you mean 'Sachsen'?"),
        ("unity srong", UnreadableInput, "did you mean 'strong'?"),
        ("momentum xyz", UnreadableInput, "valid: coalition, kpd, nsdap, rc"),
        ("kpd +2", UnreadableInput, "'kpd +2' is not finished; next comes a space"),
        ("strike sachsen x", UnreadableInput, "'x' is too much after 'strike sachsen'"),
        ("kpd two hamburg", UnreadableInput, "'two' is not a number"),
        ("-reaction 3", UnreadableInput, "'reaction' is not a piece"),
        ("kpd +2 hamburg; foo; bar", UnreadableInput, "entry:1:22: 'bar'"),
        ("kpd ? hamburg", UnreadableInput, "'?' is not"),
        ("kpd " * 30, UnreadableInput, "more than 24 words"),
        ("x" * 3000, UnreadableInput, "longer than 2000"),
        ("kpd +1 provinz", AmbiguousInput, "entry:1:8: 'provinz' may be Provinz Hannover or"),
        ("u 4", AmbiguousInput, "'u' may be us or ussr"),
        ("freikorps +1 berlin", AmbiguousInput, "hidden or freikorps loyal or rogue freikorps"),
        ("cadre hamburg", AmbiguousInput, "cadre kpd or cadre nsdap"),
        ("coalition +4 berlin", ImpossibleInput, "Berlin is full: its Population is 6 [5.12]"),
        ("strike thueringen", ImpossibleInput, "Thüringen already has a Strike or an Uprising [5.12]"),
        ("cadre nsdap oldenburg", ImpossibleInput, "Oldenburg already has a Cadre [5.12]"),
        ("reform baden", ImpossibleInput, "Baden holds more than one Reform [6.3]"),
        ("-strike sachsen", ImpossibleInput, "Sachsen has no Strike [5.1]"),
        ("-sa 5 muenchen", ImpossibleInput, "München has only 3 SA; 5 cannot be taken from there [5.1]"),
        ("sa +9 muenchen", ImpossibleInput, "The NSDAP mat has only 4 SA"),
        ("-sa -1 muenchen", ImpossibleInput, "two signs"),
        ("strike kpd1 sachsen kpd2", ImpossibleInput, "two boxes"),
        ("strike kpd0 sachsen", ImpossibleInput, "KPD mat box 0 has no Strike"),
        ("rw us5 pommern", ImpossibleInput, "U.S. Deals box 5 does not hold Reichswehr; they wait in"),
        ("-strike thueringen kpd1", ImpossibleInput, "KPD mat box 1 is not empty [5.2]"),
        ("leverage black +99999 sachsen", ImpossibleInput, "no holding box has a black Leverage left"),
        ("clique c berlin", ImpossibleInput, "Conservative Clique C is not in play"),
        ("clique a bayern", ImpossibleInput, "Conservative Clique A is in Bayern already"),
        ("clique a berlin; clique a berlin", ImpossibleInput, "is in Berlin already"),
        ("+clique a", ImpossibleInput, "needs a space"),
        ("leverage black progress", ImpossibleInput, "cannot hold black Leverage [5.1]"),
        ("-leverage black progress", ImpossibleInput, "Progress holds no black Leverage there [5.4]"),
        ("leverage black reaction 3", ImpossibleInput, "Reaction has no empty Leverage box there [5.4]"),
        ("reaction 4", ImpossibleInput, "Reaction is at 4, but its highest black Leverage is in box 3"),
        ("progress 1; reaction 3", ImpossibleInput, "more than one level above Progress at 1 [5.7]"),
        ("reaction 9", ImpossibleInput, "Reaction goes from 1 to 5, not to 9 [5.7]"),
        ("us -3", ImpossibleInput, "U.S. Deals goes from 1 to 5, not to 0 [5.6]"),
        ("year 1939", ImpossibleInput, "Year goes from 1919 to 1933"),
        ("stance kpd 4", ImpossibleInput, "KPD Stance goes from -3 to 3, not to 4 [5.3]"),
        ("dollar left_1", ImpossibleInput, "takes no Dollar Dependence"),
        ("-dollar left_2", ImpossibleInput, "has no Dollar Dependence marker"),
        ("move dollar economy left_2 berlin", ImpossibleInput, "has no Dollar Dependence marker"),
        ("dollar right_1", ImpossibleInput, "holds 2 Dollar Dependence markers"),
        ("card berlin used", ImpossibleInput, "Parliamentary Control of Berlin is held by no faction [5.10]"),
        ("lingering -20", ImpossibleInput, "Event #20 is not in play [6.1]"),
        ("lingering 0", ImpossibleInput, "number 0"),
        ("turn order k k n r", ImpossibleInput, "names each faction once [5.8]"),
        ("mcs kpd -1", ImpossibleInput, "The KPD mat has no Middle Class Sympathies pawn"),
        ("mcs kpd +4", ImpossibleInput, "no holding box has a Middle Class Sympathies pawn left"),
        ("move 0 sa muenchen berlin", ImpossibleInput, "nothing would move"),
        ("move 1 sa muenchen kpd mat", ImpossibleInput, "SA does not lie on the KPD mat"),
        ("move strike kpd1 kpd2", ImpossibleInput, "holds 2 Strikes; a box holds one"),
        ("reveal sachsen loyal", ImpossibleInput, "Sachsen has no unrevealed Freikorps"),
        ("brown putsch on", ImpossibleInput, "The NSDAP mat has no brown Putsch marker"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_reason(
    line: str, error: type[InputError], expected: str
) -> None:
    with pytest.raises(error) as caught:
        parse(line, TABLE)
    assert expected.casefold() in str(caught.value).casefold()


def test_every_fault_of_a_line_is_told_with_its_column() -> None:
    with pytest.raises(ImpossibleInput) as caught:
        parse("-strike sachsen; kpd +1 hamburg; -reform berlin", TABLE)
    assert [fault.place and fault.place.column for fault in caught.value.faults] == [1, 34]


def test_an_ambiguous_word_offers_whole_lines_that_can_be_read() -> None:
    with pytest.raises(AmbiguousEntry) as caught:
        parse("reaction 3; kpd +1 provinz", TABLE)
    choices = caught.value.choices
    assert choices[1] == "reaction 3; kpd +1 Provinz Sachsen" and len(choices) == 3
    assert all(parse(choice, TABLE).changes for choice in choices)


def test_a_table_that_was_wrong_before_can_be_mended_step_by_step() -> None:
    wrong = read_position_text("reaction: 3\nspaces: {koeln: {kpd: 5}}", "test", BOARD, force=True)
    assert len(impossible(wrong)) == 3
    mended = parse("kpd 4 koeln", wrong).table
    assert parse("reaction 1; kpd 3 koeln", mended).table.influence("koeln", "kpd") == 3
    assert "is full" in refusal("kpd +1 koeln", wrong)
    assert "holds no yellow" in refusal("progress 2", wrong)


# -- what fits next ----------------------------------------------------------------------------------


def test_a_question_mark_lists_what_fits_and_changes_nothing() -> None:
    entry = parse("sa -1 muenchen; -strike ?", TABLE)
    assert entry.changes == () and entry.table == TABLE
    assert entry.listing[-1] == "Thüringen" and "Sachsen" not in entry.listing
    assert entry.words.startswith("Next: ")
    assert {"kpd", "strike", "leverage yellow", "momentum", "turn order"} <= set(parse("?", TABLE).listing)
    assert parse("unity ?", TABLE).listing == ("fragile", "sound", "strong")
    assert parse("unity s?", TABLE).listing == ("sound", "strong")
    assert parse("unity?", TABLE).listing == ("fragile", "sound", "strong")
    assert parse("nonsense ?", TABLE).words == "Nothing fits here"


@pytest.mark.parametrize(
    "line, mat, unit, number",
    [
        ("sa 6 nsdap mat", "nsdap", "sa", 6),
        ("sa +2 NSDAP-mat", "nsdap", "sa", 6),
        ("-sa 1 mat", "nsdap", "sa", 3),
        ("militia 0 kpd mat", "kpd", "worker_militia", 0),
        ("fk hidden -1 coalition mat", "coalition", "freikorps_unrevealed", 2),
        ("fk loyal 5 mat", "coalition", "freikorps_loyal", 5),
        ("rogue +1 to the rc mat", "rc", "rogue_freikorps", 3),
    ],
)
def test_units_on_a_mat_are_raised_lowered_and_set(line: str, mat: str, unit: str, number: int) -> None:
    entry = parse(line, TABLE)
    assert entry.table.count(mat, unit) == number
    assert apply_all(entry.table, reversed_all(entry.changes)) == TABLE
    assert apply_all(TABLE, changes_between(TABLE, entry.table)) == entry.table


def test_units_counted_anew_are_told_with_both_numbers() -> None:
    entry = parse("sa 6 nsdap mat", TABLE)
    assert entry.words == "SA on the NSDAP mat: 4 -> 6"
    assert differences(entry.table, TABLE) == ["Let 4 SA lie on the NSDAP mat, instead of 6."]


@pytest.mark.parametrize(
    "line, why",
    [
        ("sa -5 nsdap mat", "The NSDAP mat has 4; -1 cannot lie there [5.1]"),
        ("sa 100 nsdap mat", "The NSDAP mat has 4; 100 cannot lie there"),
        ("sa 3 kpd mat", "SA lie on the NSDAP mat [5.1]"),
        (
            "rw 1 coalition mat",
            "Reichswehr wait in U.S.S.R. Deals box 1, U.S.S.R. Deals box 3, U.S.S.R. Deals box 5, on no",
        ),
    ],
)
def test_units_that_cannot_lie_on_a_mat_are_refused(line: str, why: str) -> None:
    with pytest.raises(ImpossibleInput, match=re.escape(why)):
        parse(line, TABLE)


def test_mats_are_offered_where_a_number_of_units_stands() -> None:
    assert {"nsdap mat", "mat"} <= set(fitting("sa +1 ", TABLE))
    assert "kpd mat" not in fitting("sa +1 ", TABLE), "no SA can lie there"


def test_only_spaces_where_the_command_could_be_carried_out_are_offered() -> None:
    assert set(fitting("-sa ", TABLE)) == {"München"}
    assert "Berlin" not in fitting("coalition +4 ", TABLE)
    assert fitting("-coalition 1 b", after("coalition 0 berlin")) == []


def test_completions_are_whole_lines() -> None:
    assert completions("reaction 3; kpd +1 mün", TABLE) == ["reaction 3; kpd +1 München"]
    assert completions("rw sax", TABLE) == ["rw Provinz Sachsen", "rw Sachsen"]
    assert completions("general s", TABLE)[0].startswith("general strike")
    assert completions("kpd +1 provinz s", TABLE) == ["kpd +1 Provinz Sachsen"]
    assert completions("x" * 3000, TABLE) == [] and completions("k " * 40, TABLE) == []


def test_every_example_can_be_read() -> None:
    for example in examples(BOARD):
        with suppress(ImpossibleInput):  # understood, though this table may not allow it
            parse(example, TABLE)


def test_every_command_in_the_guide_can_be_read() -> None:
    rows = [row for row in GUIDE.read_text("utf-8").splitlines() if row.startswith("| ")]
    commands = [code for row in rows for code in re.findall("`([^`]+)`", row)]
    assert len(commands) > 60
    for command in commands:
        with suppress(ImpossibleInput):
            assert not parse(command, TABLE).listing


def test_the_order_of_commands_matters_for_room_alone() -> None:
    for line in ("-leverage black reaction; reaction 2", "reaction 2; -leverage black reaction"):
        assert after(line).level("reaction") == 2
    assert after("coalition -3 berlin; kpd 6 berlin").room("berlin") == 0
    assert "is full" in refusal("kpd 6 berlin; coalition -3 berlin")


# -- any line, any table -----------------------------------------------------------------------------

WORDS = str.split(
    """
+1 -1 +2 3 0 -3 99 ; , ? - + a b c k n r s 1 on off loyal rogue used none late yellow black left
kpd coalition nsdap rc berlin bayern provinz sachsen prov hessen muenchen us5 ussr3 rc2 kpd-1
economy left_2 right_1 stable progress reaction mcs mat timeline strike uprising reform cadre
clique assassination yellow_red leverage rw sa freikorps hidden militia move reveal stance us left_2 -sa
momentum control card article seats lingering general year round turn order cknr dollar
"""
)
_EXAMPLES = st.sampled_from(examples(BOARD))
_LINES = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join),
    st.tuples(_EXAMPLES, st.sampled_from(["", ";", " ", "?"]), st.sampled_from(WORDS)).map("".join),
    st.lists(_EXAMPLES, min_size=1, max_size=3).map("; ".join),
    st.tuples(
        _EXAMPLES.map(lambda example: example.partition(" ")[0]),
        st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
    ).map(" ".join),
)


@settings(max_examples=400, deadline=None)
@given(_LINES, st.integers(0, 50))
def test_any_line_gives_a_possible_table_or_an_input_error(line: str, seed: int) -> None:
    table = random_table(Random(seed), BOARD)
    try:
        entry = parse(line, table)
    except InputError:
        return
    assert not impossible(entry.table)
    assert apply_all(table, entry.changes) == entry.table
    assert apply_all(entry.table, reversed_all(entry.changes)) == table
    counted = {change.piece for change in entry.changes if isinstance(change, Count)}
    assert counted <= {*UNITS}, "no other piece is made or lost"
    before, after = pieces(table), pieces(entry.table)
    assert all(before.get(one, 0) == after.get(one, 0) for one in {*before, *after} - counted)


@settings(max_examples=60, deadline=None)
@given(_LINES, st.integers(0, 50))
def test_every_completion_goes_on_from_the_line_and_never_fails(line: str, seed: int) -> None:
    table = random_table(Random(seed), BOARD)
    for whole in completions(line, table):
        with suppress(ImpossibleInput, UnreadableInput, AmbiguousInput):  # unfinished, or no better before it
            parse(whole, table)
