"""Many games of self-play, over as many processes as asked for; the result does not depend on how many.

Games are played in batches and counted in the order of their seeds, so that only the counts and one batch of
each process are ever kept, and the first game that breaks a rule is the one with the lowest seed.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from weimar_bot.game.selfplay import play_one
from weimar_bot.game.selfplay_tally import Broken, Tally
from weimar_bot.game.setup import scenario_called, start_table
from weimar_bot.reading.faults import Fault, ImpossibleInput
from weimar_bot.table.board_file import load_board
from weimar_bot.table.check import impossible

BATCH = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: ``games`` games of a scenario, the first with ``seed``, the next with the one
    after it, and so on. ``corrections`` is the player's own board file, if there is one."""

    scenario: str
    games: int
    seed: int = 0
    jobs: int = 1
    corrections: Path | None = None

    def batches(self) -> Iterator[range]:
        """The seeds of all games, a few at a time."""
        end = self.seed + self.games
        for first in range(self.seed, end, BATCH):
            yield range(first, min(first + BATCH, end))


@dataclass(slots=True)
class Outcome:
    """What was played: the counts, the first rule broken if any was, and whether Ctrl-C ended it early."""

    tally: Tally = field(default_factory=Tally)
    broken: Broken | None = None
    interrupted: bool = False


def play_many(plan: Plan, progress: Callable[[int], None] = lambda played: None) -> Outcome:
    """Play all games of a plan, or up to the first that breaks a rule, or until Ctrl-C.

    ``progress`` is told how many games have been played. Raises
    :class:`~weimar_bot.reading.faults.InputError` for an unknown scenario, a faulty board file and a board on
    which the scenario cannot be laid out.
    """
    board = load_board(plan.corrections)
    table = start_table(scenario_called(plan.scenario).id, board)
    if faults := impossible(table):
        raise ImpossibleInput(
            [Fault(f"the set-up on your board: {one.message}", one.place) for one in faults]
        )
    outcome = Outcome()
    try:
        with closing(_results(plan)) as results:
            for tally, broken in results:
                outcome.tally.add(tally)
                progress(outcome.tally.games)
                if broken is not None:
                    outcome.broken = broken
                    break
    except KeyboardInterrupt:
        outcome.interrupted = True
    return outcome


_Result = tuple[Tally, Broken | None]


def _results(plan: Plan) -> Generator[_Result, None, None]:
    """The result of every batch, in order."""
    play = partial(_play_batch, plan.scenario, plan.corrections)
    jobs = min(plan.jobs, -(-plan.games // BATCH))
    if jobs < 2:
        yield from map(play, plan.batches())
        return
    # Started afresh on every system, so that a batch meets the same program everywhere.
    pool = multiprocessing.get_context("spawn").Pool(jobs, _leave_ctrl_c_to_the_first)
    try:
        yield from pool.imap(play, plan.batches())
    finally:
        pool.terminate()
        pool.join()


def _leave_ctrl_c_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_batch(scenario: str, corrections: Path | None, seeds: range) -> _Result:
    """Play games up to the first that breaks a rule."""
    tally, board = Tally(), load_board(corrections)
    for seed in seeds:
        broken = play_one(scenario, seed, board, tally)
        if broken is not None:
            return tally, broken
    return tally, None
