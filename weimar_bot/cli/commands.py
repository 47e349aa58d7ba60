"""What each command does. Everything heavy is imported where it is needed."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from weimar_bot.game.players_files import players_board, players_events
from weimar_bot.reading.faults import (
    Collector,
    ImpossibleInput,
    InputError,
    UnreadableInput,
)
from weimar_bot.reading.names import did_you_mean, quoted, whole_number
from weimar_bot.table.pieces import FACTIONS

if TYPE_CHECKING:
    from weimar_bot.bot.decide import Decision
    from weimar_bot.bot.event_model import EventCard
    from weimar_bot.flowchart.trace import Trace
    from weimar_bot.table.table import Table

T = TypeVar("T")
NO_EVENTS = ("none", "empty")


def decide(arguments: argparse.Namespace) -> int:
    """``decide`` and ``explain``: the same decision, the latter with its whole trace."""
    decision, seed, notes = _decision(arguments, arguments.position)
    if arguments.format == "json":
        _print_json(decision, seed, notes)
    else:
        from weimar_bot.cli.show import show_decision

        show_decision(decision, seed, notes, with_trace=arguments.with_trace)
    return 0


def desk(arguments: argparse.Namespace) -> int:
    """The ruling desk, with a position file on it."""
    from weimar_bot.cli.app import run_app

    return run_app(position=Path(arguments.position) if arguments.position else None, desk=True)


def draw(arguments: argparse.Namespace) -> int:
    """``draw``: a chart as a tree, for Mermaid or for Graphviz."""
    from weimar_bot.bot.decide import shipped_charts
    from weimar_bot.flowchart.drawing import draw as drawn

    charts = shipped_charts()
    chart = arguments.chart
    if chart not in charts:
        raise UnreadableInput(f"unknown chart {quoted(chart)}{did_you_mean(chart, charts)}")
    trace = _trace_to_mark(arguments)
    print(drawn(charts, chart, arguments.format, trace))
    return 0


def _trace_to_mark(arguments: argparse.Namespace) -> Trace | None:
    """The trace of the decision to be marked in a drawing, if one is asked for."""
    if arguments.decision is None:
        given = [f"--{name}" for name in ("faction", "card", "dice", "action") if getattr(arguments, name)]
        if given:
            raise UnreadableInput(f"{given[0]} belongs to a decision: name its position with --decision")
        return None
    if arguments.faction is None and arguments.chart in FACTIONS:
        arguments.faction = arguments.chart
    missing = [f"--{name}" for name in ("faction", "card") if not getattr(arguments, name)]
    if missing:
        raise UnreadableInput(f"a decision also needs {' and '.join(missing)}")
    return _decision(arguments, arguments.decision)[0].trace


def validate(arguments: argparse.Namespace) -> int:
    """``validate``: every fault of the files named; 1 if there are any."""
    from weimar_bot.cli.validation import check_paths

    checked, faults = check_paths([Path(path) for path in arguments.paths])
    for fault in faults:
        print(fault)
    found = _counted(len(faults), "fault") if faults else "no faults"
    print(f"{_counted(checked, 'file')} checked, {found} found.")
    return 1 if faults else 0


def play(arguments: argparse.Namespace) -> int:
    """``play``: a game, or a written one; see :mod:`weimar_bot.cli.play`."""
    from weimar_bot.cli import play as playing

    return playing.play(arguments)


def serve(arguments: argparse.Namespace) -> int:
    from weimar_bot.cli import serve as serving

    return serving.serve(arguments)


def simulate(arguments: argparse.Namespace) -> int:
    """``simulate``: games of four bots; see :mod:`weimar_bot.cli.simulate`."""
    from weimar_bot.cli import simulate as simulating

    return simulating.simulate(arguments)


def rules(arguments: argparse.Namespace) -> int:
    """``rules``: one ruling or section, or the list of all."""
    from weimar_bot.cli.show import show_rule, show_rules

    if arguments.id is None:
        show_rules()
    else:
        show_rule(arguments.id)
    return 0


# -- a decision from the command line -----------------------------------------------------------------


def _decision(arguments: argparse.Namespace, position: str) -> tuple[Decision, int, list[str]]:
    """The decision asked for, the seed used and what is doubtful; all faults of all arguments at once."""
    from weimar_bot.bot import asking
    from weimar_bot.bot.chance import Chance
    from weimar_bot.bot.decide import Request
    from weimar_bot.bot.decide import decide as decided
    from weimar_bot.bot.rulings import parse_switches
    from weimar_bot.table.check import doubts
    from weimar_bot.table.position import read_position

    reader = _Arguments()
    faction = reader.get(lambda: asking.read_faction(arguments.faction))
    card = reader.get(lambda: asking.read_card(arguments.card))
    dice = reader.get(lambda: asking.read_dice(arguments.dice))
    flips = asking.read_flips(arguments.flips)
    seed = reader.get(lambda: _seed(arguments.seed))
    chance = reader.get(lambda: Chance(dice or (), flips, seed or 0))
    action = arguments.action.strip().lower() if arguments.action is not None else None
    cards = reader.get(lambda: _events(arguments.event, action))
    event = (
        reader.get(lambda: asking.read_event(arguments.event, "--event", cards))
        if cards is not None
        else None
    )
    switches = reader.get(lambda: parse_switches(part for one in arguments.ruling for part in one.split(",")))
    table = reader.get(lambda: read_position(position, players_board(), arguments.force))
    reader.raise_if_unusable()
    assert faction and card and chance and event is not None and table is not None and switches is not None
    request = Request(table, faction, card, event, action, switches, cards)
    decision = decided(request, chance)
    notes = [*_waived(table, arguments.force), *doubts(table), *asking.event_notes(request)]
    left_over = [
        _counted(n, what) for n, what in zip(chance.unused, ("die result", "flip"), strict=True) if n
    ]
    if left_over:
        notes.append(f"given but not needed: {' and '.join(left_over)}")
    return decision, seed or 0, notes


def _events(event: str, action: str | None) -> Mapping[int, EventCard]:
    """The Events known, the player's own among them; nothing is read where none is asked for."""
    asked = event.strip().lower() not in NO_EVENTS or (action or "").startswith("event")
    return players_events() if asked else {}


def _waived(table: Table, force: bool) -> list[str]:
    """What makes the position impossible, where ``--force`` went on in spite of it."""
    from weimar_bot.table.check import impossible

    return [f"in spite of this (--force): {fault}" for fault in impossible(table)] if force else []


class _Arguments:
    """Reads arguments one by one and keeps every fault until all are read."""

    def __init__(self) -> None:
        self.collector = Collector()
        self.may_be_forced = True

    def get(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InputError as error:
            getattr(self.collector, error.kind).extend(error.faults)
            self.may_be_forced &= getattr(error, "may_be_forced", True)
            return None

    def raise_if_unusable(self) -> None:
        try:
            self.collector.raise_if_unusable()
        except ImpossibleInput as error:
            error.may_be_forced = self.may_be_forced
            raise


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _seed(text: str | None) -> int:
    return secrets.randbelow(1_000_000) if text is None else whole_number(text, "the seed")


def _print_json(decision: Decision, seed: int, notes: list[str]) -> None:
    from weimar_bot.bot.decision_data import decision_data

    data = {**decision_data(decision), "seed": seed, "doubts": notes}
    json.dump(data, sys.stdout, ensure_ascii=False, indent=1)
    print()
