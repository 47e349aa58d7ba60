"""Names in German or English: what is shown changes, what is understood and written does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Request, decide
from weimar_bot.bot.decision_data import decision_data
from weimar_bot.reading import names
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.languages import LANGUAGES, named, named_as
from weimar_bot.table.position import read_position, read_position_text
from weimar_bot.table.position_write import write_position

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"


def told(language: str) -> tuple[str, dict[str, object]]:
    """What NP KPD does with a Strike where it has cubes in Sachsen alone; the sentences and the position."""
    board = named(shipped_board(), language)
    table = read_position_text(
        "year: 1923\nspaces: {sachsen: {kpd: 2}}\nmats: {kpd: {strikes: [0]}}", "p", board
    )
    data = decision_data(decide(Request(table, "kpd", load_cards()[12], action="special.strike"), Chance()))
    return " ".join(action["text"] for action in data["actions"]), data["after"]


def test_a_decision_speaks_of_saxony_in_english_and_of_sachsen_in_german() -> None:
    english, after = told("english")
    german, same = told("german")
    assert "in Saxony" in english and "Sachsen" not in english
    assert "in Sachsen" in german
    assert english.replace("Saxony", "Sachsen") == german
    assert after == same and "sachsen" in json.dumps(after)


def test_a_position_is_written_with_the_same_ids_in_either_language() -> None:
    texts = {write_position(read_position(OSTHILFE, named(shipped_board(), one))) for one in LANGUAGES}
    assert len(texts) == 1


def test_every_space_and_region_has_an_english_name() -> None:
    english = named(shipped_board(), "english")
    assert english.area_name("muenchen") == "Munich"
    assert english.area_name("southern_states") == "Southern States"
    assert len({space.name for space in english.spaces.values()}) == 26


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_both_languages_are_understood_whatever_is_shown(language: str) -> None:
    board = named(shipped_board(), language)
    for ident in (*board.spaces, *board.regions):
        for known in LANGUAGES:
            name = named(shipped_board(), known).area_name(ident)
            assert names.matches(name, board.spellings) == [ident]
    assert set(shipped_board().spellings.items()) <= set(board.spellings.items())


def test_names_can_be_taken_from_another_board_and_changed_back() -> None:
    english = named(shipped_board(), "english")
    assert named_as(shipped_board(), english).area_name("bayern") == "Bavaria"
    assert named(english, "german").spaces == shipped_board().spaces


def test_a_language_without_names_is_refused() -> None:
    with pytest.raises(ValueError, match="german, english"):
        named(shipped_board(), "latin")
