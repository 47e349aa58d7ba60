"""Choosing a play of an Action, question by question (6.2-6.6).

First one of the legal plays, part by part; then how far the Action is carried where it says "up to":
cubes and whose they are, further units, spaces and pawns. Nothing is asked that has only one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from weimar_bot.game.pending import Option, Question
from weimar_bot.game.runtime import YES_NO, Game, Step
from weimar_bot.rules import actions as rules
from weimar_bot.rules import influence, markers, middle_class, units
from weimar_bot.rules.plays import Play
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS, PIECES
from weimar_bot.table.table import Table

BACK = "back"
_PARTS = ("space", "target", "piece", "source", "goal", "side", "clique", "moves", "spaces")
Allowed = Callable[[Play], bool]


def title(name: str) -> str:
    """An Action in words: ``place_unit`` as ``place unit``."""
    return name.replace("_", " ")


def play(game: Game, plays: Sequence[Play]) -> Step[Play | None]:
    """One of the plays, asked part by part; None if the person goes back."""
    left = list(plays)
    for part in _PARTS:
        values = list(dict.fromkeys(getattr(one, part) for one in left))
        if len(values) < 2:
            continue
        options = [Option(str(at), _named(game, part, value)) for at, value in enumerate(values)]
        text = f"{title(left[0].action)}: which {part.rstrip('s')}?"
        answer = yield Question(part, text, (*options, Option(BACK, "back")))
        if answer == BACK:
            return None
        left = [one for one in left if getattr(one, part) == values[int(answer)]]
    return left[0] if left else None


def _named(game: Game, part: str, value: object) -> str:
    """A part of a play in words."""
    board = game.table.board
    if value is None or value == ():
        return "none"
    if part == "target":
        return FACTION_NAMES[str(value)]
    if part == "piece":
        return PIECES[str(value)].name
    if part == "side":
        return str(value)
    if part == "moves" and isinstance(value, tuple):
        unit, origin, goal = value[0]
        return f"{PIECES[unit].name} from {board.place_name(origin)} to {board.place_name(goal)}"
    if part == "spaces" and isinstance(value, tuple):
        return board.place_name(value[0])
    return board.place_name(str(value)) if ":" in str(value) or value in board.spaces else title(str(value))


# -- how far an Action is carried ----------------------------------------------------------------------


def to_the_full(game: Game, chosen: Play, allowed: Allowed) -> Step[Play]:
    """The play as far as the person wants to carry it; ``allowed`` limits what may be added [6.3-6.6]."""
    if chosen.action in _SEVERAL:
        return (yield from _several(game, chosen, allowed))
    if chosen.action == "move_middle_class":
        return (yield from _pawns(game, chosen))
    if chosen.cubes:
        return replace(chosen, cubes=(yield from _cubes(game.table, chosen)))
    return chosen


# The part of a play that may hold several, up to three of them [6.3-6.6].
_SEVERAL = {"move_units": "moves", "test_coalition_loyalty": "spaces"}


def _another(game: Game, plays: Sequence[Play]) -> Step[Play | None]:
    """A further one of the same Action, if there is any and the person wants one."""
    if not plays:
        return None
    question = Question("another", f"{title(plays[0].action)}: another one?", YES_NO, default="no")
    if (yield question) == "no":
        return None
    return (yield from play(game, plays))


def _several(game: Game, chosen: Play, allowed: Allowed) -> Step[Play]:
    """Further units or spaces of the same Action, three in all [6.3-6.6]."""
    while len(getattr(chosen, _SEVERAL[chosen.action])) < units.MOVES_PER_ACTION:
        single = filter(allowed, rules.plays(game.table, chosen.faction, chosen.action))
        others = [one for one in single if _may_follow(game.table, chosen, one)]
        more = yield from _another(game, others)
        if more is None:
            break
        chosen = replace(chosen, moves=(*chosen.moves, *more.moves), spaces=(*chosen.spaces, *more.spaces))
    return chosen


def _may_follow(table: Table, chosen: Play, other: Play) -> bool:
    """Whether a further single move or space goes together with those already chosen."""
    if set(other.spaces) & set(chosen.spaces):
        return False
    return all(
        sum(one[:2] == (unit, origin) for one in chosen.moves) < table.count(origin, unit)
        for unit, origin, _ in other.moves
    )


def _pawns(game: Game, chosen: Play) -> Step[Play]:
    """Further pawns of the same Action, each chosen on the table the ones before it leave [6.5]."""
    most, moves = middle_class.moves_per_action(game.table, chosen.faction), [chosen]
    table = game.table
    while len(moves) < most:
        table = _pawn_move(moves[-1]).apply(table)
        more = yield from _another(game, rules.plays(table, chosen.faction, chosen.action))
        if more is None:
            break
        moves.append(more)
    if len(moves) == 1:
        return chosen
    steps = tuple((change.piece, change.source, change.goal) for change in map(_pawn_move, moves))
    return Play(chosen.action, chosen.faction, moves=steps)


def _pawn_move(single: Play) -> Move:
    assert single.source is not None and single.goal is not None
    return Move(middle_class.PAWN, 1, single.source, single.goal)


# -- cubes ---------------------------------------------------------------------------------------------


def _cubes(table: Table, chosen: Play) -> Step[dict[str, int]]:
    """How many cubes of whom: up to the number of the Action in all, in any split it allows [6.3-6.6]."""
    assert chosen.space is not None
    left, most = _limits(table, chosen, chosen.space)
    least = 0 if chosen.action == "place_assassinations" else 1
    taken: dict[str, int] = {}
    for faction in sorted(most, key=lambda one: one != chosen.target):
        high = min(left, most[faction])
        # The faction aimed at loses one at least; from the others nothing need be taken.
        low = min(least, high) if faction in (chosen.target, chosen.faction) else 0
        number = high if low == high else (yield from _how_many(table, chosen, faction, low, high))
        if number:
            taken[faction] = number
            left -= number
    return taken or {faction: 0 for faction in chosen.cubes}


def _limits(table: Table, chosen: Play, space: str) -> tuple[int, dict[str, int]]:
    """The cubes of the Action in all, and of each faction at most."""
    number = influence.cubes_per_action(table, chosen.faction)
    if chosen.action == "place_influence":
        return number, dict(chosen.cubes)
    if chosen.action == "remove_influence":
        split = influence.targets_per_action(chosen.faction) > 1
        hit: Iterable[str] = FACTIONS if split else chosen.cubes
        most = {one: influence.removable(table, chosen.faction, one, space) for one in hit}
        return number, {one: count for one, count in most.items() if count}
    if not any(chosen.cubes.values()):
        return 0, {}
    side = markers.assassination_side(chosen.faction, str(chosen.target))
    return markers.CUBES_PER_MARKER, {one: table.influence(space, one) for one in side}


def _how_many(table: Table, chosen: Play, faction: str, low: int, high: int) -> Step[int]:
    space = table.board.spaces[str(chosen.space)].name
    verb = "placed in" if chosen.action == "place_influence" else "removed from"
    text = f"How many {FACTION_NAMES[faction]} cubes are {verb} {space}?"
    return int((yield Question("cubes", text, low=low, high=high, default=str(high), cites=("6.0",))))
