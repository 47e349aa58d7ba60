"""What parted two options in words, and what a bot would have done with the one it did not take."""

from __future__ import annotations

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.orderings import piece_rank
from weimar_bot.bot.words import sentences
from weimar_bot.flowchart.visits import Turn
from weimar_bot.flowchart.vocabulary import Option
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import IllegalChange
from weimar_bot.table.pieces import FACTION_NAMES


def would_do(decision: Decision, option: Option) -> list[str]:
    """The instructions that an option stands for by itself; none for an Assault, whose dice decide."""
    if not isinstance(option, Choice) or option.before is None:
        return []
    request = decision.request
    tracks = decision.charts.lists.get("order_of_operations.tracks", ())
    draft = Draft(option.before, request.faction, request.switches, tracks)
    try:
        option.do(draft)
    except IllegalChange:
        return []
    return list(sentences(option.board, draft.changes))


def short_names(options: list[Option]) -> list[str]:
    """The options as short as they can still be told apart."""
    short = [option.short if isinstance(option, Choice) else option.label for option in options]
    return short if len(set(short)) == len(short) else [option.label for option in options]


def measured(turn: Turn, option: Option) -> str:
    """What a criterion that ranks made of an option, in words; empty where it only tests."""
    value = turn.judgement(option)
    ordering = turn.criterion.ordering if turn.criterion else None
    if value is None or ordering is None or ordering.kind != "rank" or not isinstance(option, Choice):
        return ""
    if option.space and isinstance(value, int):
        by_space = {
            "impulse_distance": "the Impulse itself" if not value else f"{_counted(value)} from the Impulse",
            "political_value": f"PV {-value}",
            "population": f"Population {-value}",
            "potential_margin": f"ahead by {-value}",
        }
        if ordering.name in by_space:
            return by_space[ordering.name]
    if ordering.name == "faction_order" and option.target and isinstance(value, int):
        return f"{FACTION_NAMES[option.target]} is number {value + 1} in Faction Order"
    if ordering.name == "piece_order" and option.piece:
        return piece_rank(option.piece).replace("_", " ")
    return ""


def _counted(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"
