"""Which unconfirmed board facts a decision leaned on.

Only facts that carried weight are named: a printed number that was read, a line between two
spaces that made a space reachable or nearest, a PV or Population that broke a tie, a holding
box a piece was taken from or put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.scene import Deed, impulse_spaces
from weimar_bot.flowchart.trace import Narrowed, Status
from weimar_bot.rules import influence
from weimar_bot.table.board import TRACK_NAMES, Board, pair
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import CLIQUES, FACTION_NAMES, PIECES
from weimar_bot.table.table import Table

_BY_CONTROL = ("place_reform", "place_unit", "place_strike", "place_cadre", "assault", "free_assault")


def leaned_on(decision: Decision) -> list[str]:
    """The ids of every unconfirmed fact leaned on, each once, in the order of use."""
    board = decision.request.table.board
    of_deeds = (fact for deed in decision.deeds for fact in _of_deed(decision, deed))
    facts = dict.fromkeys((*_of_criteria(decision), *of_deeds))
    return [fact for fact in facts if not board.is_confirmed(fact)]


def assumed(decision: Decision) -> list[str]:
    """A sentence for every unconfirmed fact leaned on."""
    return [f"{' '.join(fact_words(fact))} is not confirmed on your board" for fact in leaned_on(decision)]


def fact_words(fact: str) -> tuple[str, str]:
    """What a fact is about and which one it is, such as (``U.S. Deals``, ``yellow leverage 3``)."""
    head, _, rest = fact.partition(".")
    if head in ("adjacency", "region"):
        return head, rest
    if head in ("pv", "pop"):
        return {"pv": "PV", "pop": "Population"}[head], rest
    name = TRACK_NAMES.get(head) or (f"{FACTION_NAMES[head]} mat" if head in FACTION_NAMES else head)
    return name.replace("_", " "), rest.replace(".", " ").replace("_", " ")


def _of_criteria(decision: Decision) -> Iterator[str]:
    """Facts behind the criteria that told options apart, or found them alike."""
    for step in decision.trace.steps:
        if isinstance(step, Narrowed) and step.status in (Status.NARROWED, Status.KEPT_ALL):
            yield from _of_narrowing(decision, step)


def _of_narrowing(decision: Decision, step: Narrowed) -> Iterator[str]:
    assert step.criterion.ordering is not None
    board = decision.request.table.board
    before, after = _spaces(step.before), _spaces(step.after)
    match step.criterion.ordering.name:
        case "impulse_distance":
            for space in after:
                yield from _route(board, [space], _impulse(decision))
        case "in_impulse" if decision.request.card.impulse in board.regions:
            yield from (f"region.{space}" for space in after)
        case "political_value":
            yield from (f"pv.{space}" for space in before)
        case "population":
            yield from (f"pop.{space}" for space in before)


def _spaces(options: Iterable[object]) -> list[str]:
    return [option.space for option in options if isinstance(option, Choice) and option.space]


def _impulse(decision: Decision) -> tuple[str, ...]:
    """The Impulse as the card has it, with a Clique placed in this very turn where it then stands."""
    card, table = decision.request.card, decision.request.table
    if card.impulse.startswith("clique_") and not table.spaces_with(card.impulse):
        table = decision.after
    return impulse_spaces(card, table)


def _route(board: Board, starts: Iterable[str], goals: Iterable[str]) -> Iterator[str]:
    """The lines of a shortest way, one that leans on as few unconfirmed lines as can be found simply."""
    ends = [(board.distances[start].get(goal, 99), start, goal) for start in starts for goal in goals]
    steps, here, goal = min(ends, default=(99, "", ""))
    while 0 < steps < 99:
        nearer = [near for near in board.neighbours[here] if board.distances[near].get(goal, 99) == steps - 1]
        nearer.sort(key=lambda near: not board.is_confirmed(pair(here, near)))
        yield pair(here, nearer[0])
        here, steps = nearer[0], steps - 1


def _of_deed(decision: Decision, deed: Deed) -> Iterator[str]:
    faction, name = decision.request.faction, deed.doing.name.rpartition(".")[2]
    table = deed.before
    if name in ("place_influence", "remove_influence"):
        yield from _of_influence(table, faction, name, deed.choice)
    space = deed.choice.space or (deed.assault.plan.space if deed.assault else None)
    if space and name in _BY_CONTROL and table.board.spaces[space].region and table.controller(space):
        yield f"region.{space}"
    for change in deed.changes:
        if isinstance(change, Move):
            yield from _of_move(table.board, change)
    if name == "place_strike" and "R35" in decision.request.switches:
        yield "kpd.general_strike"


def _of_influence(table: Table, faction: str, name: str, choice: Choice) -> Iterator[str]:
    fact = influence.cubes_fact(table, faction)
    if fact:
        yield fact
    space = choice.space
    assert space is not None
    if name == "place_influence" and choice.cubes.get(faction, 0) < influence.cubes_per_action(
        table, faction
    ):
        yield f"pop.{space}"
    yield from _of_reach(table, faction, name, space)


def _of_reach(table: Table, faction: str, name: str, space: str) -> Iterator[str]:
    """The line, or the way from a Clique, by which a space could be reached."""
    board = table.board
    reach_of = influence.place_reach if name == "place_influence" else influence.remove_reach
    reach = reach_of(table, faction)
    if space in reach.alone | reach.centres:
        return
    lines = [pair(space, near) for near in board.neighbours[space] if near in reach.centres]
    if lines:
        yield min(lines, key=lambda line: not board.is_confirmed(line))
    elif reach.from_cliques:
        yield from _route(board, table.spaces_with(*CLIQUES), [space])


def _of_move(board: Board, move: Move) -> Iterator[str]:
    """Holding boxes a piece left or came back to, and the Leverage box it was put in."""
    kind = PIECES[move.piece].kind
    for place in (move.source, move.goal):
        track, _, number = place.partition(":")
        for box in board.boxes.get(kind, ()):
            if box.id == place:
                yield box.fact
        if number and kind.endswith("_leverage") and track in ("economy", "progress", "reaction"):
            yield f"{track}.leverage"
