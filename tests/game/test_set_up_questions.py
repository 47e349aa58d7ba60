"""Undo and redo through the questions of a new game, before it has begun and from within it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.game.random_games import an_answer, one_input
from tests.game.test_plain import KPD_IS_HUMAN, STARTED, TURN, Talk, home, kept, piped
from weimar_bot.game.journal import Journal
from weimar_bot.game.new_game import SetUp
from weimar_bot.game.pending import Question
from weimar_bot.game.plain import Conversation
from weimar_bot.game.saving import FileKeeper, restored
from weimar_bot.game.session import Session
from weimar_bot.reading.faults import InputError
from weimar_bot.table.board_file import shipped_board

__all__ = ["home"]
BOARD = shipped_board()


def question(talk: Talk) -> str:
    assert isinstance(talk.pending, Question)
    return talk.pending.text


def test_every_answer_of_the_set_up_can_be_taken_back_and_given_again() -> None:
    talk, asked = Talk(), []
    for answer in KPD_IS_HUMAN:
        asked.append(question(talk))
        talk.type(answer)
    for text in reversed(asked):
        talk.type("undo")
        assert question(talk) == text
    assert "  ! there is nothing to take back" in talk.type("undo")
    for text in asked:
        assert question(talk) == text
        talk.type("redo")
    assert "  ! nothing was taken back" in talk.type("redo")


def test_another_answer_after_undo_counts_and_the_old_ones_are_gone() -> None:
    talk = Talk()
    talk.type(*KPD_IS_HUMAN[:3], "undo 2", "human")
    assert "  ! nothing was taken back" in talk.type("redo")
    talk.type("bot", "bot", "bot", "...", "...")
    assert talk.session.settings.non_player == ("kpd", "nsdap", "rc")


def test_undo_goes_back_from_the_game_into_its_set_up_and_redo_to_where_it_was() -> None:
    talk = Talk()
    talk.type(*STARTED, "kpd +1 hamburg", "pass")
    state, log, inputs = talk.session.state, talk.session.log, list(talk.session.inputs)
    steps = 0
    while "there is nothing to take back" not in talk.type("undo"):
        steps += 1
    assert question(talk) == "Which scenario?" and steps == len(inputs) + len(talk.conversation._setup.undone)
    for _ in range(steps):
        assert "  ! " not in talk.type("redo")
    assert "  ! nothing was taken back" in talk.type("redo")
    assert (talk.session.state, talk.session.log, talk.session.inputs) == (state, log, inputs)


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_is_taken_back_to_its_first_question_and_given_again_to_its_end(seed: int) -> None:
    rng, talk = Random(seed), Talk()
    while talk.conversation.session is None:
        assert isinstance(talk.pending, Question)
        counted = talk.pending.ident == "count"  # more pawns than there are would be asked for anew
        talk.type("" if counted else an_answer(rng, talk.pending))
    for _ in range(rng.randint(5, 60)):
        if talk.pending is not None:
            kind, text = one_input(
                rng, Session(talk.session.settings, talk.session.start, talk.session.inputs)
            )
            talk.type(f":{text}" if kind == "entry" else text)
    state, inputs = talk.session.state, list(talk.session.inputs)
    steps = 0
    while "there is nothing to take back" not in talk.type("undo"):
        steps += 1
    assert question(talk) == "Which scenario?"
    talk.type(*["redo"] * steps)
    assert (talk.session.state, talk.session.inputs) == (state, inputs)


def test_one_undo_of_many_steps_stops_where_the_game_began() -> None:
    talk = Talk()
    talk.type(*STARTED, "kpd +1 hamburg", "undo 99")
    assert talk.session.inputs == []
    assert "Back in the set-up." in talk.type("undo")


def test_after_other_answers_another_game_begins() -> None:
    talk = Talk()
    talk.type(*STARTED, "kpd +1 hamburg", "undo 99", "undo 99", "the fate", "...")
    assert talk.session.settings.scenario == "the_fate_of_the_republic" and talk.session.undone == []


def test_a_game_begun_anew_takes_the_place_of_one_in_which_nothing_was_put_in(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    talk = kept_at_its_start(file)
    talk.type("undo 99", "the fate", "...")
    assert [one.name for one in sorted(tmp_path.glob("*.jsonl"))] == ["game.jsonl"]
    assert talk.conversation.keeper.close() == ""  # type: ignore[attr-defined]
    with Journal.open(file) as journal:
        assert restored(journal.start, journal.records, BOARD).state == talk.session.state


def kept_at_its_start(file: Path) -> Talk:
    talk = Talk(Conversation(BOARD, lambda line: None, FileKeeper(file)))
    talk.type(*["tutorial", "human", "human", "human", "human", "hand", "hand", "hand", "none", "7"])
    while talk.conversation.session is None:
        talk.type("")
    return talk


def test_a_game_begun_anew_leaves_the_file_of_one_that_was_played_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    talk = kept(file)
    talk.type("kpd +1 hamburg")
    before = file.read_bytes()
    talk.type("undo 99", "undo 99", "the fate", "...")
    assert file.read_bytes().startswith(before)
    assert talk.conversation.keeper.close() == ""  # type: ignore[attr-defined]
    with Journal.open(tmp_path / "game-1.jsonl") as journal:
        assert journal.start["scenario"] == "the_fate_of_the_republic"


def test_a_resumed_game_can_be_taken_back_into_its_set_up(home: Path) -> None:
    piped([*STARTED, "kpd +1 hamburg"], "--save", "game.jsonl")
    done = piped(["undo 99", "undo", "redo", "redo 99"], "--resume", "game.jsonl")
    assert "Back in the set-up." in done.stdout and "  ! " not in done.stdout
    assert done.stdout.rstrip().splitlines()[-2].startswith("  ") or TURN in done.stdout


def test_a_save_that_does_not_tell_its_set_up_goes_back_to_its_beginning() -> None:
    talk = Talk()
    talk.type(*STARTED)
    talk.session.setup = ()
    talk.conversation._setup = None
    talk.type("undo 99")
    assert "  ! there is nothing to take back" in talk.type("undo")


@pytest.mark.parametrize("answers", [["nonsense"], ["tutorial", "robot"], [*KPD_IS_HUMAN, *["0"] * 99]])
def test_answers_that_are_none_are_refused(answers: list[str]) -> None:
    with pytest.raises(InputError):
        SetUp(BOARD, 7, answers)
