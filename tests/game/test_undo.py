"""Taking back and giving again, one input at a time, by turns, and on the real table."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random

import pytest

from tests.game.random_games import BOARD, SCENARIOS, new_session, one_input, play_out
from tests.table.random_tables import random_table
from weimar_bot.game.differences import changes_between, differences
from weimar_bot.game.pending import Instruction, Pending
from weimar_bot.game.runtime import LogLine
from weimar_bot.game.saving import restored, start_data
from weimar_bot.game.session import Input, Session
from weimar_bot.game.state import GameState
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.table.changes import Move, apply_all
from weimar_bot.table.table import Table

STEPWISE = [(scenario, seed) for scenario in SCENARIOS for seed in (1, 2)]
AT_THE_ENDS = [(scenario, seed) for scenario in SCENARIOS for seed in range(10, 14)]


@dataclass(frozen=True)
class Seen:
    """All there is to see of a game at one moment, its table within the state."""

    state: GameState
    log: tuple[LogLine, ...]
    pending: tuple[object, ...]
    turns: tuple[tuple[int, str], ...]


def seen(session: Session) -> Seen:
    return Seen(session.state, session.log, asked(session.pending), tuple(session.turns()))


def asked(pending: Pending | None) -> tuple[object, ...]:
    """What is pending, with the reasons of a decision as they are told."""
    if not isinstance(pending, Instruction) or pending.decision is None:
        return (pending,)
    reasons = tuple(pending.decision.trace.lines(""))
    return (replace(pending, decision=None), reasons)


def on_the_table(table: Table) -> tuple[object, object]:
    """What lies on a real table; ``turn.`` keys are notes of the program."""
    shown = {key: value for key, value in table.state.items() if not key.startswith("turn.")}
    return table.places, shown


@pytest.mark.parametrize(("scenario", "seed"), STEPWISE)
def test_undoing_step_by_step_leads_back_through_the_same_game_and_redoing_forth(
    scenario: str, seed: int
) -> None:
    rng = Random(f"{scenario}{seed}")
    session = new_session(rng, scenario)
    moments = [seen(session)]
    while session.pending is not None and len(moments) < 1_500:
        one_input(rng, session)
        moments.append(seen(session))
    inputs = list(session.inputs)
    for moment in reversed(moments[:-1]):
        session.undo()
        assert seen(session) == moment
    assert session.state.phase == "turn_order" and session.inputs == []
    for moment in moments[1:]:
        session.redo()
        assert seen(session) == moment
    assert session.inputs == inputs and session.undone == []


@pytest.mark.parametrize(("scenario", "seed"), AT_THE_ENDS)
def test_a_whole_game_undone_is_the_set_up_and_redone_its_end(scenario: str, seed: int) -> None:
    rng = Random(f"{scenario}{seed}")
    session = new_session(rng, scenario)
    start = seen(session)
    play_out(rng, session)
    end, inputs = seen(session), list(session.inputs)
    session.undo(len(inputs) + 5)
    assert seen(session) == start
    session.redo(len(inputs) + 5)
    assert seen(session) == end
    while session.inputs:
        session.undo(rng.randint(1, 12))
    assert seen(session) == start
    while session.undone:
        session.redo(rng.randint(1, 12))
    assert seen(session) == end and session.inputs == inputs


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_redo_and_new_ways_at_random_are_the_same_as_playing_the_inputs_in_force(scenario: str) -> None:
    rng = Random(scenario)
    session = new_session(rng, scenario)
    records: list[dict[str, str]] = []
    for _ in range(250):
        way = rng.random()
        if way < 0.15 and session.inputs:
            number = rng.randint(1, 9)
            session.undo(number)
            records.append({"kind": "undo", "text": str(number)})
        elif way < 0.3 and session.undone:
            number = rng.randint(1, 9)
            session.redo(number)
            records.append({"kind": "redo", "text": str(number)})
        elif session.pending is not None:
            kind, text = one_input(rng, session)
            records.append({"kind": kind, "text": text})
    played = Session(session.settings, session.start, list(session.inputs))
    assert seen(played) == seen(session)
    start = json.loads(json.dumps(start_data(session)))
    resumed = restored(start, records, BOARD)
    assert seen(resumed) == seen(session)
    assert (resumed.inputs, resumed.undone) == (session.inputs, session.undone)
    resumed.redo(3), session.redo(3)
    assert seen(resumed) == seen(session)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_can_go_back_to_any_turn_and_forth_again(scenario: str) -> None:
    rng = Random(f"turns {scenario}")
    session = new_session(rng, scenario)
    at_inputs = [seen(session)]
    while session.pending is not None and len(at_inputs) < 400:
        one_input(rng, session)
        at_inputs.append(seen(session))
    turns = list(session.turns())
    assert len(turns) > 10
    assert [inputs for inputs, _ in turns] == sorted({inputs for inputs, _ in turns})
    for inputs, _ in rng.sample(turns, 8):
        back = len(session.inputs) - inputs
        session.undo(back)
        assert seen(session) == at_inputs[inputs]
        session.redo(back)
        assert seen(session) == at_inputs[-1]


def test_an_answer_after_undo_leaves_nothing_to_redo() -> None:
    session = new_session(Random(3), "tutorial", humans=())
    for _ in range(6):
        one_input(Random(3), session, entries=0)
    session.undo(2)
    assert len(session.undone) == 2
    one_input(Random(4), session, entries=0)
    assert session.undone == [] and len(session.inputs) == 5


def test_a_refused_answer_changes_nothing() -> None:
    session = new_session(Random(4), "tutorial", humans=("kpd",))
    session.answer("1")
    session.undo()
    before, undone = seen(session), list(session.undone)
    for nonsense in ("nonsense", "0", "99999", "-1"):
        with pytest.raises(UnreadableInput):
            session.answer(nonsense)
        with pytest.raises(UnreadableInput):
            session.enter(nonsense)
    assert seen(session) == before and session.undone == undone


def test_a_flow_that_breaks_off_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(Random(5), "tutorial", humans=())
    for _ in range(6):
        one_input(Random(5), session, entries=0)
    before = seen(session)
    broken = session._flow

    class Broken:
        def send(self, value: str) -> Pending:
            broken.close()
            raise UnreadableInput("a chart that cannot be read")

    session._flow = Broken()  # type: ignore[assignment]
    with pytest.raises(UnreadableInput, match="a chart"):
        session.answer("1")
    assert seen(session) == before
    one_input(Random(5), session, entries=0)
    assert len(session.inputs) == 7


def test_a_save_that_fits_no_longer_says_at_which_record() -> None:
    session = new_session(Random(6), "tutorial", humans=())
    records = [{"kind": "undo"}, {"kind": "answer", "text": "nonsense"}]
    with pytest.raises(UnreadableInput, match=r"record 2 does not fit.*--up-to 1"):
        restored(start_data(session), records, BOARD)


def test_a_record_of_undo_without_a_number_is_one_step() -> None:
    session = new_session(Random(7), "tutorial", humans=("coalition", "kpd", "nsdap", "rc"))
    session.answer("2")
    records = [{"kind": "answer", "text": "2"}, {"kind": "answer", "text": "1"}, {"kind": "undo"}]
    resumed = restored(start_data(session), records, BOARD)
    assert seen(resumed) == seen(session)
    assert resumed.undone == [Input("answer", "1")]


# -- the real table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_differences_carried_out_one_by_one_lead_from_one_table_to_the_other(scenario: str) -> None:
    rng = Random(f"differences {scenario}")
    session = new_session(rng, scenario)
    tables = [session.table]
    while session.pending is not None and len(tables) < 600:
        one_input(rng, session)
        tables.append(session.table)
    pairs = [(rng.choice(tables), rng.choice(tables)) for _ in range(60)]
    for before, after in [*pairs, *zip(tables, tables[1:], strict=False)]:
        assert apply_all(before, changes_between(before, after)) == after
        alike = on_the_table(before) == on_the_table(after)
        told = [line for line in differences(before, after) if line]
        assert bool(told) is not alike, (told, before.state, after.state)


@pytest.mark.parametrize("seed", range(40))
def test_no_pair_of_tables_with_the_same_pieces_needs_an_illegal_step(seed: int) -> None:
    rng = Random(seed)
    before = after = random_table(rng, BOARD)
    pieces = [(place, face) for place, here in before.places.items() for face in here]
    for place, face in rng.choices(pieces, k=60):  # pieces thrown about, where that is legal
        goal = rng.choice([*BOARD.spaces, "coalition", "kpd", place])
        try:
            after = Move(face, 1, place, goal).apply(after)
        except Exception:
            continue
    assert apply_all(before, changes_between(before, after)) == after
    assert apply_all(after, changes_between(after, before)) == before


def test_pieces_that_change_places_are_laid_aside_in_between() -> None:
    empty = random_table(Random(1), BOARD).with_places({})
    empty = Table(BOARD, {}, empty.state)
    before = empty.with_places({"sachsen": {"kpd_cadre": 1}, "bayern": {"nsdap_cadre": 1}})
    after = empty.with_places({"bayern": {"kpd_cadre": 1}, "sachsen": {"nsdap_cadre": 1}})
    assert apply_all(before, changes_between(before, after)) == after
    assert len(differences(before, after)) == 3


def test_a_cube_that_lies_elsewhere_is_removed_and_placed() -> None:
    empty = Table(BOARD, {}, random_table(Random(1), BOARD).state)
    before = empty.with_places({"hamburg": {"kpd_influence": 1}})
    after = empty.with_places({"berlin": {"kpd_influence": 1}})
    assert differences(before, after) == [
        "Remove 1 KPD Influence from Hamburg.",
        "Place 1 KPD Influence in Berlin.",
    ]


def test_a_counter_turned_back_is_told_by_what_it_shows_then() -> None:
    empty = Table(BOARD, {}, random_table(Random(1), BOARD).state)
    turned = {"uprising": 1, "rogue_freikorps": 1}
    before = empty.with_places({"sachsen": turned, "bayern": {"clique_a": 1}, "baden": {"clique_b": 1}})
    after = empty.with_places(
        {
            "sachsen": {"strike": 1, "freikorps_unrevealed": 1},
            "bayern": {"clique_b": 1},
            "baden": {"clique_a": 1},
        }
    )
    told = differences(before, after)
    assert "Turn the Uprising in Sachsen to the side that shows a Strike." in told
    assert "Turn 1 Rogue Freikorps in Sachsen to the side that shows an unrevealed Freikorps." in told
    assert any("Clique A from Bayern in Baden" in line for line in told)


def test_removals_are_told_first() -> None:
    rng = Random(8)
    session = new_session(rng, "the_fate_of_the_republic", humans=())
    for _ in range(150):
        one_input(rng, session)
    told = session.undo(150)
    firsts = [line.split()[0] for line in told]
    assert "Remove" in firsts and "Place" in firsts
    on_map = [board_line for board_line in told if " in " in board_line and board_line.startswith("Place")]
    removals = [line for line in told if line.startswith(("Remove", "Return"))]
    assert told.index(removals[0]) == 0
    assert max(map(told.index, removals)) < min(map(told.index, on_map))
