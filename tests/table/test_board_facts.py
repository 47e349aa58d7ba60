"""Asking for the facts that no rulebook text confirms: every one is asked for, and every answer holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from weimar_bot.bot.assumed import leaned_on
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.game.board_corrections import record
from weimar_bot.reading.faults import InputError, UnreadableInput
from weimar_bot.table.board import Board
from weimar_bot.table.board_facts import Question, answering, confirming, groups, open_facts
from weimar_bot.table.board_file import load_board, shipped_board
from weimar_bot.table.corrections import Line, Stated
from weimar_bot.table.languages import named
from weimar_bot.table.position import read_position

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"


def question(ident: str, board: Board | None = None) -> Question:
    found = [
        one for group in groups(board or shipped_board()) for one in group.questions if one.ident == ident
    ]
    assert len(found) == 1, ident
    return found[0]


def answered(ident: str, text: str) -> object:
    """What one answer states."""
    (statement,) = answering(shipped_board(), question(ident), text)
    return statement.value if isinstance(statement, Stated) else statement


def told(board: Board) -> Decision:
    """Where NP NSDAP places Influence by card 26; nothing is left to chance."""
    request = Request(read_position(OSTHILFE, board), "nsdap", load_cards()[26], action="place_influence")
    return decide(request, Chance())


def test_confirming_every_question_leaves_no_fact_unconfirmed_and_changes_nothing(tmp_path: Path) -> None:
    file, board, asked = tmp_path / "board.yaml", shipped_board(), 0
    while open_groups := groups(board):
        for one in open_groups[0].questions:
            board = record(confirming(board, one), file)
            asked += 1
    assert asked > 100
    assert open_facts(board) == []
    assert all(board.is_confirmed(box.fact) for boxes in board.boxes.values() for box in boxes)
    assert board.is_confirmed("economy.leverage")
    shipped = shipped_board()
    assert (board.spaces, board.neighbours, board.tracks, board.pieces) == (
        shipped.spaces,
        shipped.neighbours,
        shipped.tracks,
        shipped.pieces,
    )
    assert leaned_on(told(shipped)) != [] == leaned_on(told(load_board(file)))


def test_every_value_shown_is_also_an_answer_that_says_the_same() -> None:
    board = shipped_board()
    for group in groups(board):
        for one in group.questions:
            assert _as_set(answering(board, one, one.shown)) == _as_set(confirming(board, one)), one.ident


def _as_set(statements: object) -> set[str]:
    return {repr(one).replace("(", "[").replace(")", "]").replace(",]", "]") for one in statements}  # type: ignore[attr-defined]


def test_a_page_has_few_questions_and_words_of_its_own_for_each() -> None:
    for group in groups(shipped_board()):
        assert 1 <= len(group.questions) <= 8
        for one in group.questions:
            assert "_" not in one.words + one.shown + one.hint, one.ident
            assert one.facts and not any(shipped_board().is_confirmed(fact) for fact in one.facts)


def test_what_the_rulebook_states_is_not_asked() -> None:
    asked = set(open_facts(shipped_board()))
    assert not {fact for fact in asked if shipped_board().source(fact) == "rulebook"}
    assert "region.sachsen" not in asked and "adjacency.berlin-brandenburg" not in asked
    assert {"pop.bayern", "adjacency.bayern-sachsen", "region.baden", "kpd.cadres"} <= asked
    assert "reaction.rc_cubes.3" not in asked and "reaction.rc_cubes.4" in asked


def test_a_line_corrected_changes_the_board_and_what_a_bot_does(tmp_path: Path) -> None:
    board, file = shipped_board(), tmp_path / "board.yaml"
    assert told(board).deeds[0].choice.space == "hessenprovinz"
    changed = record(answering(board, question("neighbours.hessenprovinz"), "-Bayern"), file)
    assert "bayern" not in changed.neighbours["hessenprovinz"]
    assert told(load_board(file)).deeds[0].choice.space == "hessen"


def test_a_population_corrected_changes_the_board(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    board = record(answering(shipped_board(), question("pop.bayern"), "9"), file)
    assert board.spaces["bayern"].pop == 9 and board.is_confirmed("pop.bayern")
    assert "pop.bayern" not in open_facts(load_board(file))


def test_neighbours_are_given_whole_or_by_what_changes() -> None:
    board, baden = shipped_board(), question("neighbours.baden")
    whole = answering(board, baden, "Hessen, Wuerttemberg; Koeln")
    by_signs = answering(board, baden, "+cologne, -Bavaria")
    assert set(whole) == set(by_signs)
    assert set(whole) == {
        Line("baden", "hessen", True),
        Line("baden", "wuerttemberg", True),
        Line("baden", "koeln", True),
        Line("baden", "bayern", False),
    }


def test_a_decisions_facts_are_asked_alone_and_single_lines_by_themselves() -> None:
    facts = ["pop.bayern", "adjacency.bayern-sachsen", "kpd.cadres.-1", "economy.leverage", "region.sachsen"]
    found = groups(shipped_board(), facts)
    assert [one.ident for group in found for one in group.questions] == [
        "adjacency.bayern-sachsen",
        "pop.bayern",
        "economy.leverage.left",
        "economy.leverage.right",
        "kpd.cadres",
    ]
    line = found[0].questions[0]
    assert line.words == "Bayern and Sachsen are adjacent" and line.shown == "yes"
    assert answering(shipped_board(), line, "no") == [Line("bayern", "sachsen", False)]


def test_questions_speak_the_players_language() -> None:
    board = named(shipped_board(), "english")
    assert groups(board, ["pop.bayern"])[0].questions[0].words == "Bavaria, Population"
    assert "Bavaria" in {group.title for group in groups(board)}
    assert "Saxony" in question("neighbours.thueringen", board).shown


@pytest.mark.parametrize(
    "ident, text, value",
    [
        ("pv.bayern", " 4 ", 4),
        ("region.baden", "northern", "northern_states"),
        ("region.baden", "none", None),
        ("kpd.cadres", "-1 -3", [-1, -3]),
        ("nsdap.assassinations", "none", []),
        (
            "economy.dollar_dependence",
            "right 3, 1 right of stable, right_2",
            ["right_3", "right_1", "right_2"],
        ),
        ("progress.berlin_pv_bonus_per_cube", "0,1 1, 2 4", {1: 0, 2: 1, 3: 1, 4: 2, 5: 4}),
        ("clique_homes.a", "RC mat box 4", "rc:4"),
        ("clique_homes.a", "reaction 5", "reaction:5"),
    ],
)
def test_answers_are_read_as_people_write_them(ident: str, text: str, value: object) -> None:
    assert answered(ident, text) == value


@pytest.mark.parametrize(
    "ident, text, message",
    [
        ("pv.bayern", "", "nothing was given; it takes a number"),
        ("pv.bayern", "five", "'five' is no answer here; it takes a number"),
        ("region.baden", "bayern", "is no answer here; it takes Northern States"),
        ("kpd.cadres", "one", "it takes boxes"),
        ("economy.dollar_dependence", "middle", "'middle' is no box of Economy"),
        ("progress.berlin_pv_bonus_per_cube", "1 2", "these are 2, not 5"),
        ("clique_homes.a", "kpd 2", "it takes rc or reaction"),
        ("neighbours.baden", "Bayren", "did you mean 'Bayern'"),
        ("neighbours.baden", "baden", "is the space itself"),
        ("neighbours.baden", "+bayern, hessen", "either every name has a"),
    ],
)
def test_what_is_no_answer_is_refused_with_what_would_be_one(ident: str, text: str, message: str) -> None:
    with pytest.raises(UnreadableInput, match="nothing was" if not text else None) as refused:
        answered(ident, text)
    assert message in str(refused.value)


def test_an_answer_against_the_rulebook_is_refused_in_words(tmp_path: Path) -> None:
    near = question("neighbours.brandenburg")
    with pytest.raises(InputError, match="contradicts the rulebook"):
        record(answering(shipped_board(), near, "-Berlin"), tmp_path / "board.yaml")
    assert not (tmp_path / "board.yaml").exists()
