"""``weimar-bot simulate``: games of four bots, every table checked, and what they came to."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Self

from weimar_bot.bot.decide import shipped_charts
from weimar_bot.cli.main import INTERRUPTED
from weimar_bot.game.players_files import own_corrections
from weimar_bot.game.selfplay_run import Outcome, Plan, play_many
from weimar_bot.game.selfplay_tally import Broken
from weimar_bot.game.setup import scenarios
from weimar_bot.reading.faults import AmbiguousInput, Collector, InputError, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted, whole_number
from weimar_bot.table.pieces import FACTION_NAMES

BROKEN = 1
MOST_GAMES = 10_000_000
MOST_JOBS = 256
Data = dict[str, Any]


def simulate(arguments: argparse.Namespace) -> int:
    """Play the games and tell of them; 1 if a rule was broken, 130 after Ctrl-C."""
    plan = _plan(arguments)
    began = time.monotonic()
    with _Progress(plan.games) as progress:
        outcome = play_many(plan, progress)
    seconds = time.monotonic() - began
    data = summary(plan, outcome, seconds)
    if arguments.format == "json":
        json.dump(data, sys.stdout, ensure_ascii=False, indent=1)
        print()
    else:
        for line in _lines(data, outcome.broken):
            print(line)
    if outcome.broken is not None:
        return BROKEN
    return INTERRUPTED if outcome.interrupted else 0


def summary(plan: Plan, outcome: Outcome, seconds: float) -> Data:
    """What came of a plan, as plain data; all but ``time`` follows from scenario, games, seed and board."""
    nodes = [node.ref for chart in shipped_charts().values() for node in chart.nodes.values()]
    broken = outcome.broken.data() if outcome.broken is not None else None
    games = outcome.tally.games
    return {
        "scenario": plan.scenario,
        "seed": plan.seed,
        "asked": plan.games,
        "interrupted": outcome.interrupted,
        **outcome.tally.data(nodes),
        "broken": broken,
        "time": {
            "seconds": round(seconds, 3),
            "games_per_second": round(games / seconds, 2) if seconds else None,
            "jobs": plan.jobs,
        },
    }


# -- what is asked -------------------------------------------------------------------------------------


def _plan(arguments: argparse.Namespace) -> Plan:
    """The plan the arguments ask for. Raises :class:`InputError` with every fault of them."""
    faults = Collector()
    found: Data = {}
    for name, read in (
        ("scenario", lambda: _scenario(arguments.scenario)),
        ("games", lambda: _within(arguments.games, "the number of games", 1, MOST_GAMES)),
        ("seed", lambda: whole_number(arguments.seed, "the seed")),
        ("jobs", lambda: _jobs(arguments.jobs)),
        ("corrections", own_corrections),
    ):
        try:
            found[name] = read()
        except InputError as error:
            getattr(faults, error.kind).extend(error.faults)
    faults.raise_if_unusable()
    return Plan(**found)


def _scenario(word: str) -> str:
    """A scenario from its id or a unique beginning of it."""
    folded = word.strip().lower().replace(" ", "_").replace("-", "_")
    fitting = [ident for ident in scenarios() if folded and ident.startswith(folded)]
    if folded in scenarios():
        return folded
    if len(fitting) > 1:
        raise AmbiguousInput(f"the scenario {quoted(word)} may be {' or '.join(fitting)}")
    if not fitting:
        raise UnreadableInput(f"unknown scenario {quoted(word)}{did_you_mean(word, scenarios())}")
    return fitting[0]


def _within(text: str, what: str, low: int, high: int) -> int:
    number = whole_number(text, what)
    if not low <= number <= high:
        raise UnreadableInput(f"{what} is from {low} to {high}, not {number}")
    return number


def _jobs(text: str | None) -> int:
    return (os.cpu_count() or 1) if text is None else _within(text, "the number of jobs", 1, MOST_JOBS)


class _Progress:
    """Tells how far the games are, in one line that is written over; only at a terminal."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.shown = sys.stderr.isatty()

    def __call__(self, played: int) -> None:
        if self.shown:
            print(f"\r{played} of {self.games} games", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print(file=sys.stderr)


# -- what is told --------------------------------------------------------------------------------------


def _lines(data: Data, broken: Broken | None) -> Iterator[str]:
    games = data["games"]
    cut = " (ended early by Ctrl-C)" if data["interrupted"] else ""
    yield f"{scenarios()[data['scenario']].title}: {games} of {data['asked']} games{cut}, seed {data['seed']}"
    if games:
        yield from _told(data)
    if broken is not None:
        yield from _told_broken(broken)
    elif games:
        yield ""
        yield "Every table after every change was checked; no rule was broken."
    spent = data["time"]
    each = f", {spent['games_per_second']} games a second" if games else ""
    yield f"Time: {spent['seconds']} s with {_counted(spent['jobs'], 'job')}{each}"


def _told(data: Data) -> Iterator[str]:
    games = data["games"]
    yield ""
    yield "Winners"
    for one in data["winners"]:
        share = f"{100 * one['games'] / games:.1f} %"
        yield f"  {one['games']:7} {share:>7}  {FACTION_NAMES[one['faction']]}: {one['by']}"
    yield ""
    yield "Length"
    for what in ("rounds", "instructions"):
        spread = data[what]
        yield f"  {what:13} {spread['shortest']} to {spread['longest']}, {spread['mean']} on average"
    chance = data["chance"]
    yield ""
    yield f"Decisions: {data['decisions']}, deeds: {data['deeds']}"
    yield (
        f"Left to chance: {chance['lots']} choices among equals, {chance['dice']} dice, "
        f"{chance['flips']} Freikorps turned over"
    )
    yield ""
    yield from _told_nodes(data["nodes"])


def _told_nodes(nodes: dict[str, dict[str, int]]) -> Iterator[str]:
    ran = {ref: counts for ref, counts in nodes.items() if counts["ran"]}
    yield f"Chart nodes: {len(ran)} of {len(nodes)} ran (how often, how often with an effect)"
    for ref, counts in ran.items():
        yield f"  {counts['ran']:9} {counts['had_effect']:9}  {ref}"
    if never := [ref for ref in nodes if ref not in ran]:
        yield f"  never: {', '.join(never)}"


def _told_broken(broken: Broken) -> Iterator[str]:
    yield ""
    yield f"A rule was broken: {broken.scenario}, seed {broken.seed}, step {broken.step} ({broken.turn})"
    yield from _indented("- ", broken.faults)
    if broken.doing:
        yield "What was being done:"
        yield from _indented("- ", (*broken.doing, *broken.changes))
    yield f"Once more: weimar-bot simulate --scenario {broken.scenario} --games 1 --seed {broken.seed}"
    yield "The position just before it:"
    yield ""
    yield broken.position.rstrip("\n")


def _indented(mark: str, lines: Iterable[str]) -> Iterator[str]:
    return (f"  {mark}{line}" for line in lines)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
