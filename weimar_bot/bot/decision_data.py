"""A decision as plain data: the JSON of ``weimar-bot decide --format json``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from weimar_bot.bot.assumed import assumed
from weimar_bot.bot.choice import Choice
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.rulings_at_work import rulings_of
from weimar_bot.bot.scene import Deed, impulse_spaces
from weimar_bot.bot.words import deed_text, merged
from weimar_bot.flowchart.trace import Picked
from weimar_bot.rules import assault
from weimar_bot.table.board import TRACK_NAMES
from weimar_bot.table.changes import Change, Move, Shift
from weimar_bot.table.pieces import CLIQUES, FACTIONS
from weimar_bot.table.position_write import position_data
from weimar_bot.table.table import Table

Data = dict[str, Any]


def decision_data(decision: Decision) -> Data:
    """Everything of a decision as JSON-able data, in the form of the documented interface."""
    request = decision.request
    return {
        "faction": request.faction,
        "card": request.card.number,
        "impulse": request.card.impulse,
        "impulse_spaces": list(impulse_spaces(request.card, request.table)),
        "actions": [action_data(deed, request.faction) for deed in decision.deeds],
        "by_hand": [one.text for one in decision.left],
        "skipped": [{"name": one.name, "why": one.why, "cites": list(one.cites)} for one in decision.skipped],
        "rolls": [{"for": purpose, "die": die} for purpose, die in decision.rolls],
        "random": list(random_choices(decision)),
        "assumed": assumed(decision),
        "after": position_data(decision.after),
        "trace": decision.trace.as_data(),
    }


def action_data(deed: Deed, faction: str) -> Data:
    """One Action: what to move and shift, in words and as data."""
    data: Data = {
        "name": deed.doing.name,
        "space": deed.choice.space,
        "target": deed.target,
        "pieces": list(_pieces(deed.changes)),
        "flips": list(_flips(deed.changes)),
        "shifts": list(_shifts(deed.changes)),
        "text": deed_text(deed),
        "cites": list(deed.doing.cites),
        "rulings": list(rulings_of(deed, faction)),
    }
    if deed.assault:
        data |= _assault_data(deed, deed.assault)
    return data


def _piece(face: str) -> Data:
    """A face of a piece: its kind, with the side or letter that tells it apart."""
    if face in CLIQUES:
        return {"piece": "conservative_clique", "letter": face.removeprefix("clique_")}
    if face.startswith("assassinations_"):
        return {"piece": "assassinations", "side": face.removeprefix("assassinations_")}
    return {"piece": face}


def _pieces(changes: Iterable[Change]) -> Iterator[Data]:
    for change in merged(changes):
        if isinstance(change, Move) and change.source != change.goal:
            shown = change.face if change.face.startswith("assassinations_") else change.piece
            yield {**_piece(shown), "count": change.count, "from": change.source, "to": change.goal}


def _flips(changes: Iterable[Change]) -> Iterator[Data]:
    for change in changes:
        if isinstance(change, Move) and change.source == change.goal:
            yield {"space": change.source, "piece": change.piece, "becomes": change.face}


def _shifts(changes: Iterable[Change]) -> Iterator[Data]:
    for change in changes:
        if isinstance(change, Shift) and change.key in TRACK_NAMES:
            yield {"track": change.key, "from": change.before, "to": change.after}


def _assault_data(deed: Deed, result: assault.Result) -> Data:
    """The course of an Assault; pairs are attacker first, defender second."""
    return {
        "attacker": result.plan.attacker,
        "potential": list(deed.potential) if deed.potential else None,
        "loyalty": result.loyalty,
        "cancelled": result.cancelled,
        "strength": None if result.cancelled else list(result.strength),
        "modifiers": [dict(bonus) for bonus in result.modifiers],
        "dice": None if result.cancelled else list(result.dice),
        "hits": None if result.cancelled else list(result.hits),
        "losses": [{"faction": side, "piece": piece, "count": count} for side, piece, count in result.losses],
        "attacker_cube": result.attacker_cube,
        "momentum": result.momentum,
        "supremacy": deed.after.supremacy(result.plan.space),
        "survival": survival_values(deed.after, result.plan.space),
    }


def survival_values(table: Table, space: str) -> dict[str, int]:
    """Total Survival Value of every faction with units in a space, the highest first [5.9]."""
    values = {faction: table.survival(space, faction) for faction in FACTIONS}
    return dict(sorted(((f, v) for f, v in values.items() if v), key=lambda pair: -pair[1]))


def random_choices(decision: Decision) -> Iterator[Data]:
    """What was left to chance: the equal options and the one taken (R15)."""
    for step in decision.trace.steps:
        if isinstance(step, Picked):
            options = [option for option in (*step.options, step.taken) if isinstance(option, Choice)]
            *idents, taken = _idents(options)
            yield {
                "options": idents,
                "taken": taken,
                "cites": list(step.criterion.cites) if step.criterion else ["8.1"],
            }


def random_labels(decision: Decision) -> Iterator[tuple[list[str], str]]:
    """As :func:`random_choices`, in words: the options and the one taken."""
    for step in decision.trace.steps:
        if isinstance(step, Picked):
            options = [option for option in (*step.options, step.taken) if isinstance(option, Choice)]
            *labels, taken = [option.short for option in options]
            if len(set(labels)) < len(labels):
                *labels, taken = [option.label for option in options]
            yield labels, taken


def _idents(options: list[Choice]) -> list[str]:
    """What tells the options apart: where they are, else also which piece."""
    idents = [option.ident for option in options]
    if len(set(idents)) == len({option.key for option in options}):
        return idents
    return [f"{option.ident}: {option.piece}" for option in options]
