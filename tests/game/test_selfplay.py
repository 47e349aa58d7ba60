"""Self-play: 200 games over the five scenarios, and that a broken rule would be noticed."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.table.random_tables import random_table
from weimar_bot.game import bot_turn, cards_played, deeds, selfplay
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.runtime import Game, Step
from weimar_bot.game.selfplay import play_one
from weimar_bot.game.selfplay_checks import Violation, carried_out, faults_of
from weimar_bot.game.selfplay_run import Outcome, Plan, play_many
from weimar_bot.game.selfplay_tally import Broken, Tally
from weimar_bot.game.setup import scenarios, start_table
from weimar_bot.reading.faults import ImpossibleInput, UnreadableInput
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.changes import Change, IllegalChange, Move
from weimar_bot.table.check import impossible
from weimar_bot.table.position import read_position_text
from weimar_bot.table.table import Table

BOARD = shipped_board()
START = start_table("a_new_hope", BOARD)
IN_CI = 40


def one_game(seed: int = 1, scenario: str = "tutorial") -> tuple[Tally, Broken | None]:
    tally = Tally()
    return tally, play_one(scenario, seed, BOARD, tally)


def broken_game(seed: int = 1) -> Broken:
    tally, broken = one_game(seed)
    assert broken is not None and tally == Tally()
    return broken


# Whole games


@pytest.mark.parametrize("scenario", scenarios())
def test_forty_games_of_each_scenario_break_no_rule(scenario: str) -> None:
    outcome = play_many(Plan(scenario, IN_CI, 1919, os.cpu_count() or 1))
    assert outcome.broken is None
    assert outcome.tally.games == outcome.tally.winners.total() == IN_CI
    assert len(outcome.tally.winners) > 1
    assert max(outcome.tally.rounds) <= 2 * (1933 - 1919 + 1)


def test_the_result_is_the_same_with_any_number_of_processes() -> None:
    one, three = (play_many(Plan("tutorial", 21, 3, jobs)) for jobs in (1, 3))
    assert one == three
    assert one.tally.games == 21


def test_a_single_game_of_many_can_be_played_again() -> None:
    many = play_many(Plan("tutorial", 3, 7)).tally
    again = Tally()
    for seed in (7, 8, 9):
        again.add(play_many(Plan("tutorial", 1, seed)).tally)
    assert again == many
    assert one_game(7)[0] != one_game(8)[0]


def test_what_is_kept_does_not_grow_with_the_number_of_games() -> None:
    few, more = (len(pickle.dumps(play_many(Plan("tutorial", games)).tally)) for games in (10, 30))
    assert more < few * 1.4


def test_progress_is_told_batch_by_batch() -> None:
    told: list[int] = []
    play_many(Plan("tutorial", 25), told.append)
    assert told == [10, 20, 25]


def test_every_stack_has_a_size_of_its_own() -> None:
    sizes = [selfplay._beginning("tutorial", seed, BOARD)[1].stacks for seed in range(40)]
    hand = scenarios()["tutorial"].hand
    assert {size for one in sizes for size in one.values()} == set(range(hand + 3))


def test_ctrl_c_keeps_what_was_played() -> None:
    def stop_after_one_batch(played: int) -> None:
        if played == 20:
            raise KeyboardInterrupt

    for jobs in (1, 2):
        outcome = play_many(Plan("tutorial", 1000, jobs=jobs), stop_after_one_batch)
        assert outcome.interrupted and outcome.tally.games == 20


def test_an_unknown_scenario_and_a_board_without_room_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="tutorial"):
        play_many(Plan("tutorail", 1))
    corrections = tmp_path / "board.yaml"
    corrections.write_text("spaces: {bayern: {pop: 1, pv: 1}}\n")
    with pytest.raises(ImpossibleInput, match="the set-up on your board: .*Bayern"):
        play_many(Plan("tutorial", 1, corrections=corrections))


# What would be noticed


def test_a_lost_piece_is_noticed_with_the_table_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_a_cube(game: Game) -> None:
        here = dict(game.table.at("coalition"))
        here["coalition_influence"] -= 1
        game.update(table=game.table.with_places({"coalition": here}))

    monkeypatch.setattr(bot_turn, "clear_turn", lose_a_cube)
    broken = broken_game()
    assert "there were 45 coalition_influence, now there are 44 [5.1]" in broken.faults
    assert broken.scenario == "tutorial" and broken.seed == 1 and broken.step > 0
    before = read_position_text(broken.position, "before", BOARD)
    assert not impossible(before) and broken.doing
    assert broken_game() == broken


def test_the_first_broken_game_is_that_of_the_lowest_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(scenario: str, seed: int, board: object, tally: Tally) -> Broken | None:
        if seed in (13, 27):
            return Broken(scenario, seed, 1, "", ("wrong",), (), (), "")
        tally.games += 1
        return None

    monkeypatch.setattr("weimar_bot.game.selfplay_run.play_one", play)
    outcome = play_many(Plan("tutorial", 50))
    assert outcome.broken is not None and outcome.broken.seed == outcome.tally.games == 13


def test_an_instruction_that_cannot_be_carried_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def carry(game: Game, *_: object, **__: object) -> Step[None]:
        yield from game.instruct(Instruction("wrong", ("Move it.",), (Move("sa", 99, "nsdap", "berlin"),)))

    monkeypatch.setattr(deeds, "carry_deed", carry)
    assert "an instruction cannot be carried out: nsdap has no 99 sa" in broken_game().faults[0]


def test_a_card_that_turns_out_impossible_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise IllegalChange("it is gone")

    monkeypatch.setattr(cards_played.timeline, "play_control", refuse)
    found = [broken for seed in range(5) if (broken := one_game(seed)[1])]
    assert found and all("no longer possible, and left: it is gone" in one.faults for one in found)


def test_an_instruction_that_says_nothing_and_a_question_without_answer_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for wrong, told in ((Instruction("Do", (" ",)), "says nothing"), (Question("q", "What?"), "no answer")):

        def turn(game: Game, faction: str, wrong: Instruction | Question = wrong) -> Step[None]:
            yield wrong

        monkeypatch.setattr("weimar_bot.game.flow.bot_turn", turn)
        assert told in broken_game().faults[0]


def test_a_game_without_end_and_a_program_that_breaks_off_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(game: Game, faction: str) -> Step[None]:
        while True:
            yield Instruction("Wait", ("Wait.",))

    def failing(game: Game, faction: str) -> Step[None]:
        raise ZeroDivisionError("by nought")
        yield

    monkeypatch.setattr("weimar_bot.game.flow.bot_turn", endless)
    assert "no end after" in broken_game().faults[0]
    monkeypatch.setattr("weimar_bot.game.flow.bot_turn", failing)
    assert "broke off: ZeroDivisionError: by nought (failing," in broken_game().faults[0]


def test_a_second_assault_in_a_space_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    again = deeds.carry_deed

    def twice(game: Game, decision: deeds.Decision, deed: deeds.Deed, *rest: Any, **more: Any) -> Step[None]:
        before = game.table
        yield from again(game, decision, deed, *rest, **more)
        if deed.assault is not None:
            game.update(table=before)
            yield from again(game, decision, deed)

    monkeypatch.setattr(deeds, "carry_deed", twice)
    found = [broken.faults[0] for seed in range(8) if (broken := one_game(seed)[1])]
    assert any("assaults twice in" in fault for fault in found)


def test_influence_placed_and_removed_in_one_space_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    again = deeds.carry_deed

    def back_and_forth(
        game: Game, decision: deeds.Decision, deed: deeds.Deed, *rest: Any, **more: Any
    ) -> Step[None]:
        yield from again(game, decision, deed, *rest, **more)
        back = tuple(change.reverse() for change in reversed(deed.changes))
        if deed.doing.name == "place_influence":
            undone = deeds.replace(deed, changes=back)
            yield from again(game, deeds.replace(decision, deeds=(undone,)), undone)

    monkeypatch.setattr(deeds, "carry_deed", back_and_forth)
    found = [broken.faults[0] for seed in range(8) if (broken := one_game(seed)[1])]
    assert any("places and removes Influence in" in fault for fault in found)


def _full(table: Table) -> tuple[str, int]:
    return next((space, table.room(space)) for space in BOARD.spaces if table.room(space) < 3)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"progress": 6}, "progress is at 6"),
        ({"reaction": 5}, "Reaction is at 5, but its"),
        ({"economy": "left_9"}, "economy is left_9, which is none of"),
        ({"kpd_stance": 4}, "the Stance of kpd is 4"),
        ({"us_deals": 0}, "us_deals is at 0"),
        ({"year": 1900}, "year went back"),
        ({"turn_order": ("kpd", "kpd", "rc", "nsdap")}, "the Turn Order is kpd, kpd"),
        ({"momentum": "nobody"}, "momentum is nobody"),
        ({"reichstag_seats": (None, True)}, "reichstag_seats is held by None"),
        ({"control.berlin": ("spd", True)}, "control.berlin is held by spd"),
    ],
)
def test_a_marker_or_card_where_it_cannot_be_is_noticed(state: dict[str, object], told: str) -> None:
    wrong = START.with_state(state)  # type: ignore[arg-type]
    assert any(told in fault for fault in faults_of(wrong, START))


def _cubes_over(table: Table) -> Iterable[Change]:
    space, room = _full(table)
    return [Move("coalition_influence", room + 1, "coalition", space)]


@pytest.mark.parametrize(
    "changes",
    [
        _cubes_over,
        lambda table: [Move("strike", 1, "kpd:0", "berlin"), Move("strike", 1, "kpd:1", "berlin")],
        lambda table: [Move("kpd_cadre", 1, "kpd:-1", "koeln"), Move("nsdap_cadre", 1, "nsdap:-2", "koeln")],
        lambda table: [Move("sa", 1, "nsdap", "koeln", "worker_militia")],
    ],
    ids=["Population", "Strikes", "Cadres", "another piece"],
)
def test_a_change_beyond_the_limits_is_noticed_at_once(changes: Callable[[Table], Iterable[Change]]) -> None:
    with pytest.raises(Violation):
        carried_out(START, changes(START))


def test_tables_that_can_be_raise_no_alarm() -> None:
    rng = Random(1919)
    for _ in range(30):
        table = random_table(rng, BOARD)
        assert not [
            fault for fault in faults_of(table, table) if "(5.2" not in fault and "Economy" not in fault
        ]


def test_an_outcome_of_nothing_is_empty() -> None:
    assert Outcome().tally.data([])["rounds"] == {"shortest": None, "mean": None, "longest": None}
