"""The 36 bot cards, and what is said about card files that are wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from weimar_bot import resources
from weimar_bot.bot.cards import BotCard, card_files, check_cards, load_cards
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.table.pieces import CLIQUES, FACTIONS

SHIPPED = resources.folder("cards")
Change = Callable[..., list[Fault]]
BERLIN = "impulse: berlin"


@pytest.fixture
def changed(tmp_path: Path) -> Change:
    """Checks one shipped file with pieces of its text replaced: ``changed("kpd", ("old", "new"))``."""

    def check(faction: str, *replacements: tuple[str, str]) -> list[Fault]:
        text = (SHIPPED / f"{faction}.yaml").read_text(encoding="utf-8")
        for old, new in replacements:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {faction}.yaml"
            text = text.replace(old, new)
        path = tmp_path / f"{faction}.yaml"
        path.write_text(text, encoding="utf-8")
        return check_cards([path])

    return check


def place_of(text: str, faction: str) -> tuple[int, int]:
    """Line and column at which ``text`` first stands in a shipped file."""
    lines = (SHIPPED / f"{faction}.yaml").read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if text in line)
    return at + 1, lines[at].index(text) + 1


def only(faults: list[Fault]) -> Fault:
    assert len(faults) == 1, faults
    return faults[0]


def where(fault: Fault) -> tuple[int, int]:
    assert fault.place
    return fault.place.line, fault.place.column


# -- the shipped cards -------------------------------------------------------------------------------


def test_the_shipped_cards_are_without_fault() -> None:
    assert check_cards(card_files(SHIPPED)) == []


def test_there_are_36_cards_numbered_without_a_gap_nine_to_a_faction() -> None:
    cards = load_cards()
    assert list(cards) == list(range(1, 37))
    assert [card.faction for card in cards.values()] == [faction for faction in FACTIONS for _ in range(9)]


def test_card_5_is_the_one_of_the_worked_example() -> None:
    assert load_cards()[5] == BotCard(5, "coalition", ("kpd", "rc", "nsdap"), "muenchen", True, False)


def test_two_cards_of_each_faction_play_no_event() -> None:
    silent = [number for number, card in load_cards().items() if not card.plays_event]
    assert silent == [3, 6, 15, 18, 24, 27, 30, 33]


def test_one_card_of_each_faction_asks_for_a_reshuffle() -> None:
    assert [number for number, card in load_cards().items() if card.reshuffle] == [2, 11, 20, 29]


def test_the_rc_alone_names_cliques_each_on_three_cards() -> None:
    cards = load_cards().values()
    assert sorted(card.impulse for card in cards if card.faction == "rc") == sorted(CLIQUES * 3)
    assert not [card for card in cards if card.faction != "rc" and card.impulse in CLIQUES]


def test_the_loaded_cards_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        load_cards()[5] = load_cards()[6]  # type: ignore[index]


# -- faults ------------------------------------------------------------------------------------------


def test_an_unknown_faction_is_refused_and_the_name_suggested(changed: Change) -> None:
    fault = only(changed("kpd", ("faction: kpd", "faction: kpb")))
    assert fault.message == "unknown faction 'kpb'; did you mean 'kpd'?"
    assert where(fault) == place_of("kpd", "kpd")


def test_an_unknown_faction_in_the_order_is_refused_where_it_stands(changed: Change) -> None:
    fault = only(changed("coalition", (f"[rc, nsdap, kpd], {BERLIN}", f"[rc, nsdpa, kpd], {BERLIN}")))
    assert fault.message == "unknown faction 'nsdpa'; did you mean 'nsdap'?"
    assert where(fault) == place_of("nsdap, kpd], impulse: berlin", "coalition")
    assert fault.sections == ("8.2",)


@pytest.mark.parametrize(
    "order", ["[rc, nsdap]", "[rc, rc, kpd]", "[rc, nsdap, coalition]", "[rc, nsdap, kpd, kpd]", "[]"]
)
def test_an_order_that_is_not_the_three_opposing_factions_is_refused(changed: Change, order: str) -> None:
    fault = only(changed("coalition", ("[rc, nsdap, kpd], impulse: berlin", f"{order}, impulse: berlin")))
    assert fault.message.startswith("the Faction Order names kpd, nsdap, rc, each once; here it is")
    assert where(fault) == place_of("[rc, nsdap, kpd], impulse: berlin", "coalition")


def test_an_order_that_is_no_list_is_refused(changed: Change) -> None:
    fault = only(changed("coalition", ("[rc, nsdap, kpd], impulse: berlin", "rc, impulse: berlin")))
    assert fault.message == "'order' is a list of three factions, not 'rc'"


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("hamborg", "hamburg"),
        ("southern_state", "southern_states"),
        ("preussen_provinces", "prussian_provinces"),
    ],
)
def test_an_unknown_impulse_is_refused_and_a_name_suggested(changed: Change, wrong: str, near: str) -> None:
    fault = only(changed("coalition", ("impulse: hamburg", f"impulse: {wrong}")))
    assert fault.message == f"unknown space or Region '{wrong}'; did you mean '{near}'?"
    assert where(fault) == place_of("hamburg", "coalition")


def test_a_misspelled_clique_of_the_rc_is_refused_and_a_clique_suggested(changed: Change) -> None:
    fault = only(
        changed("rc", ("nsdap, coalition], impulse: clique_b", "nsdap, coalition], impulse: cliqe_b"))
    )
    assert fault.message == "unknown space or Region 'cliqe_b'; did you mean 'clique_b'?"


def test_a_clique_on_a_card_of_another_faction_is_refused(changed: Change) -> None:
    fault = only(changed("coalition", ("impulse: hamburg", "impulse: clique_a")))
    assert fault.message == "only RC cards name a Clique, and this is a card of the Coalition"


@pytest.mark.parametrize("number", ["0", "37", "-1", "eight", "8.5"])
def test_a_number_outside_1_to_36_is_refused(changed: Change, number: str) -> None:
    fault = only(changed("coalition", ("  8: {", f"  {number}: {{")))
    assert fault.message == f"bot cards are numbered from 1 to 36; '{number}' is no such number"
    assert where(fault) == place_of("8: {", "coalition")


def test_a_number_given_twice_in_one_file_is_refused(changed: Change) -> None:
    faults = changed("coalition", ("  8: {", "  7: {"))
    assert where(faults[0]) == place_of("8: {", "coalition")
    assert "7" in faults[0].message


def test_a_card_with_the_number_of_another_faction_is_refused(changed: Change) -> None:
    fault = only(changed("kpd", ("  18: {", "  9: {")))
    assert fault.message == "the cards of kpd have the numbers 10 to 18, not 9"
    assert where(fault) == place_of("18: {", "kpd")


def test_a_faction_given_by_two_files_is_refused(changed: Change, tmp_path: Path) -> None:
    changed("rc", ("faction: rc", "faction: kpd"))
    faults = check_cards([SHIPPED / "kpd.yaml", tmp_path / "rc.yaml"])
    assert faults[0].message.startswith(f"the cards of kpd are already given at {SHIPPED / 'kpd.yaml'}:")


@pytest.mark.parametrize("word", ["yes", "1", "null", "[true]"])
def test_plays_event_must_be_true_or_false(changed: Change, word: str) -> None:
    fault = only(changed("coalition", ("hamburg, plays_event: true", f"hamburg, plays_event: {word}")))
    assert fault.message.startswith("'plays_event' is true or false, not ")
    assert fault.place


def test_an_eighth_or_tenth_card_is_counted_against_the_nine(changed: Change) -> None:
    card = "{order: [nsdap, kpd, rc], impulse: koeln, plays_event: true}"
    fault = only(changed("coalition", (f"  7: {card}\n", "")))
    assert fault.message == "a faction has exactly 9 bot cards; 8 are given"
    assert where(fault) == place_of("cards:", "coalition")
    faults = changed("coalition", (f"  7: {card}\n", f"  7: {card}\n  20: {card}\n"))
    assert "a faction has exactly 9 bot cards; 10 are given" in [fault.message for fault in faults]


def test_a_faction_without_a_reshuffle_card_is_refused(changed: Change) -> None:
    fault = only(changed("kpd", (", reshuffle: true", "")))
    assert fault.message == "exactly one card of a faction has 'reshuffle: true'; none is given"


def test_a_second_reshuffle_card_is_refused_and_the_first_named(changed: Change) -> None:
    first = "[nsdap, rc, coalition], impulse: hamburg, plays_event: true"
    fault = only(changed("kpd", (first, f"{first}, reshuffle: true")))
    assert fault.message == "only one card of a faction has 'reshuffle: true', and card 11 has it already"


def test_a_misspelled_key_is_refused_twice_as_unknown_and_as_missing(changed: Change) -> None:
    faults = changed("coalition", ("impulse: hamburg", "impulze: hamburg"))
    assert [fault.message for fault in faults] == [
        "unknown key 'impulze'; did you mean 'impulse'?",
        "the key 'impulse' is missing",
    ]
    assert where(faults[0]) == place_of("impulse: hamburg", "coalition")


def test_an_unknown_section_is_refused_and_one_written_as_a_number_explained(changed: Change) -> None:
    assert only(changed("rc", ('"8.2"', '"8.22"'))).message.startswith("unknown section '8.22'; did you mean")
    assert only(changed("rc", ('"8.2"', "8.2"))).message == (
        "a rule section stands in quotes, as in \"8.2\", and is not '8.2'"
    )
    assert only(changed("rc", ('["8.2"]', "[]"))).message.startswith("'cite' lists rule sections")


@pytest.mark.parametrize("text", ["", "- a\n", "just words\n", "3\n"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(text, encoding="utf-8")
    assert only(check_cards([path])).message.startswith("a card file has the keys faction, cite, cards")


def test_a_card_that_is_no_mapping_and_cards_that_are_a_list_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text('faction: kpd\ncite: ["8.2"]\ncards: [1, 2]\n', encoding="utf-8")
    assert only(check_cards([path])).message == "'cards' gives each card under its number, not '[1, 2]'"
    path.write_text('faction: kpd\ncite: ["8.2"]\ncards: {10: berlin}\n', encoding="utf-8")
    assert check_cards([path])[0].message == "a card has the keys order, impulse, plays_event, not 'berlin'"


def test_a_missing_file_is_a_fault_and_the_others_are_still_checked(changed: Change, tmp_path: Path) -> None:
    changed("kpd", ("faction: kpd", "faction: kpb"))
    faults = check_cards([tmp_path / "gone.yaml", tmp_path / "kpd.yaml"])
    assert [fault.message.split(":")[0] for fault in faults] == [
        "cannot be opened",
        "unknown faction 'kpb'; did you mean 'kpd'?",
    ]


def test_faults_of_all_files_are_raised_together(tmp_path: Path) -> None:
    for faction in FACTIONS:
        text = (SHIPPED / f"{faction}.yaml").read_text(encoding="utf-8")
        wrong = text.replace("plays_event: false", "plays_event: perhaps")
        (tmp_path / f"{faction}.yaml").write_text(wrong, encoding="utf-8")
    with pytest.raises(UnreadableInput) as caught:
        load_cards(tmp_path)
    assert len(caught.value.faults) == 8


def test_a_folder_without_the_cards_of_a_faction_is_refused(tmp_path: Path) -> None:
    for faction in ("coalition", "kpd", "rc"):
        (tmp_path / f"{faction}.yaml").write_bytes((SHIPPED / f"{faction}.yaml").read_bytes())
    with pytest.raises(UnreadableInput, match="no file here gives the bot cards of nsdap"):
        load_cards(tmp_path)


def test_every_single_wrong_value_is_a_fault_and_never_a_crash(changed: Change) -> None:
    for value in ("{}", "[]", "null", "7", "2.5", "true", "[[]]", "{a: b}", '""'):
        for old, key in (
            ("faction: kpd", "faction"),
            ('cite: ["8.2"]', "cite"),
        ):
            assert changed("kpd", (old, f"{key}: {value}")), (key, value)
        assert changed("kpd", ("impulse: southern_states", f"impulse: {value}")), value
        assert changed("kpd", ("[rc, nsdap, coalition]", value)), value
        assert changed("kpd", ("[rc, nsdap, coalition]", f"[rc, {value}, coalition]")), value
