"""A game under any sequence of answers, corrections, ways back and forth, and resumes from its save."""

from __future__ import annotations

import json
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.game.random_games import BOARD, SCENARIOS, an_answer, an_entry, new_session
from weimar_bot.game.pending import Instruction, options_of
from weimar_bot.game.saving import restored, start_data
from weimar_bot.game.selfplay_checks import pieces_of
from weimar_bot.game.session import Session
from weimar_bot.reading.faults import InputError
from weimar_bot.table.check import impossible

seeds = st.integers(0, 10**6)


class Playing(RuleBasedStateMachine):
    """The session, and beside it the records a save would have."""

    @initialize(seed=seeds, scenario=st.sampled_from(SCENARIOS))
    def begin(self, seed: int, scenario: str) -> None:
        self.session = new_session(Random(seed), scenario)
        self.start = json.loads(json.dumps(start_data(self.session)))
        self.records: list[dict[str, str]] = []
        self.pieces = pieces_of(self.session.table)

    @precondition(lambda self: self.session.pending is not None)
    @rule(seed=seeds, number=st.integers(1, 6))
    def answer(self, seed: int, number: int) -> None:
        rng = Random(seed)
        for _ in range(number):
            pending = self.session.pending
            if pending is None:
                return
            text = an_answer(rng, pending)
            self.session.answer(text)
            self.records.append({"kind": "answer", "text": text})

    @precondition(lambda self: self.session.pending is not None)
    @rule(text=st.sampled_from(["", "?", "nonsense", "-1", "99999", "\x00", "  ", "skip it", "kpd"]))
    def answer_amiss(self, text: str) -> None:
        before = _seen(self.session)
        try:
            self.session.answer(text)
        except InputError:
            assert _seen(self.session) == before
        else:
            self.records.append({"kind": "answer", "text": text})

    @precondition(lambda self: self.session.pending is not None)
    @rule(seed=seeds)
    def correct(self, seed: int) -> None:
        line = an_entry(Random(seed), self.session.table)
        if line is not None:
            self.session.enter(line)
            self.records.append({"kind": "entry", "text": line})

    @precondition(lambda self: self.session.inputs)
    @rule(number=st.integers(1, 8))
    def undo(self, number: int) -> None:
        self.session.undo(number)
        self.records.append({"kind": "undo", "text": str(number)})

    @precondition(lambda self: self.session.undone)
    @rule(number=st.integers(1, 8))
    def redo(self, number: int) -> None:
        self.session.redo(number)
        self.records.append({"kind": "redo", "text": str(number)})

    @rule()
    def resume(self) -> None:
        """What the save leads to is the game; play goes on in it."""
        again = restored(self.start, self.records, BOARD)
        assert _seen(again) == _seen(self.session)
        self.session = again

    @invariant()
    def the_table_can_be(self) -> None:
        assert not impossible(self.session.table)
        assert pieces_of(self.session.table) == self.pieces

    @invariant()
    def exactly_one_thing_is_pending_until_the_game_is_won(self) -> None:
        pending = self.session.pending
        assert (pending is None) == (self.session.victory is not None)
        if pending is not None and not isinstance(pending, Instruction):
            assert options_of(pending) or pending.low is not None or pending.read is not None


def _seen(session: Session) -> tuple[object, ...]:
    pending = session.pending
    if isinstance(pending, Instruction):  # a decision is compared by what it comes to
        told: object = (pending.title, pending.lines, pending.changes, pending.cites)
    else:
        told = pending
    return session.state, session.log, told, list(session.inputs), list(session.undone)


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(max_examples=14, stateful_step_count=30, deadline=None, derandomize=True)
