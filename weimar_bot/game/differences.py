"""What to change on the real table so that it is like another one: removals first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from weimar_bot.bot.words import merged, object_, sentence
from weimar_bot.game.setup import UNIT_MATS
from weimar_bot.table.board import Board
from weimar_bot.table.changes import Change, Count, IllegalChange, Move, Shift, apply_all
from weimar_bot.table.pieces import CUBES, FACTION_NAMES, PIECES, counted
from weimar_bot.table.table import Table

# Faces of one and the same counter: what is turned over, not exchanged.
_SAME_COUNTER = {
    "uprising": "strike",
    "freikorps_unrevealed": "freikorps",
    "freikorps_loyal": "freikorps",
    "rogue_freikorps": "freikorps",
    "assassinations_yellow_red": "assassinations",
    "assassinations_brown_black": "assassinations",
}
_TURNED_ON_THE_MAP = ("strike", "freikorps")

_Spot = tuple[str, str]  # a place, and a face that lies there


def differences(before: Table, after: Table) -> list[str]:
    """Instructions that lead from one table to another; empty if they are alike."""
    changes = merged(changes_between(before, after))
    told = (_sentence(before.board, change) for change in changes)
    return [*filter(None, told), *_cards(before, after)]


def changes_between(before: Table, after: Table) -> list[Change]:
    """Changes that lead from one table to another with the same pieces, in an order in which all are legal.

    Units that were counted anew come first (no other piece can become more or fewer); then pieces leave the
    map, then come the boxes, then what is put on the map and turned there.
    """
    counts = list(_counts(before, after))
    before = apply_all(before, counts)
    moves = _in_legal_order(before, sorted(_moves(before, after), key=_rank(before.board)))
    shifts = [
        Shift(key, before.state[key], value)
        for key, value in after.state.items()
        if before.state[key] != value
    ]
    return [*counts, *moves, *shifts]


def _counts(before: Table, after: Table) -> Iterator[Count]:
    """Each kind of unit of which there are more or fewer than before, made good on a mat."""
    made_good: set[str] = set()
    for unit, mat in UNIT_MATS.items():
        faces = [face for face in UNIT_MATS if _counter(face) == _counter(unit)]
        more = sum(_number(after, face) - _number(before, face) for face in faces)
        here = before.count(mat, unit)
        fits = more and here + more >= 0 and _counter(unit) not in made_good
        # Of the faces of one counter, the one whose mat has changed.
        if fits and (len(faces) == 1 or after.count(mat, unit) != here):
            made_good.add(_counter(unit))
            yield Count(unit, mat, here, here + more)


def _number(table: Table, face: str) -> int:
    return sum(here.get(face, 0) for here in table.places.values())


def _rank(board: Board) -> Callable[[Move], tuple[int, int, str, str, str]]:
    def rank(move: Move) -> tuple[int, int, str, str, str]:
        turned = move.source == move.goal
        to_map = move.goal in board.spaces
        from_map = move.source in board.spaces
        return (to_map + turned, not from_map, move.source, move.goal, move.piece)

    return rank


# -- pieces --------------------------------------------------------------------------------------------


def _moves(before: Table, after: Table) -> Iterator[Move]:
    """Moves of one piece each: every one too many somewhere goes where one is missing."""
    surplus: dict[str, list[_Spot]] = {}
    missing: dict[str, list[_Spot]] = {}
    for place in sorted({*before.places, *after.places}):
        here, there = Counter(before.at(place)), Counter(after.at(place))
        for face, count in (here - there).items():
            surplus.setdefault(_counter(face), []).extend([(place, face)] * count)
        for face, count in (there - here).items():
            missing.setdefault(_counter(face), []).extend([(place, face)] * count)
    for counter, sources in surplus.items():
        for (source, face), (goal, shown) in _paired(sources, missing.get(counter, [])):
            yield from _as_on_a_table(before.board, face, source, goal, shown)


def _paired(sources: list[_Spot], goals: list[_Spot]) -> Iterator[tuple[_Spot, _Spot]]:
    """Each goal with the source nearest to it: turned over where it lies, else showing that face already."""
    for near in (_same_place, _same_face, _any):
        for goal in list(goals):
            source = next((one for one in sources if near(one, goal)), None)
            if source is not None:
                sources.remove(source)
                goals.remove(goal)
                yield source, goal


def _same_place(source: _Spot, goal: _Spot) -> bool:
    return source[0] == goal[0]


def _same_face(source: _Spot, goal: _Spot) -> bool:
    return source[1] == goal[1]


def _any(source: _Spot, goal: _Spot) -> bool:
    return True


def _as_on_a_table(board: Board, face: str, source: str, goal: str, shown: str) -> Iterator[Move]:
    """A move as hands make it: cubes by way of the supply, a counter put down before it is turned."""
    on_map = goal in board.spaces
    if face in CUBES and on_map and source in board.spaces:
        yield from _by_the_mat(Move(face, 1, source, goal))
    elif face != shown and source != goal and on_map and _counter(face) in _TURNED_ON_THE_MAP:
        yield Move(face, 1, source, goal)
        yield Move(face, 1, goal, goal, shown)
    else:
        yield Move(face, 1, source, goal, shown if shown != face else "")


def _by_the_mat(move: Move) -> tuple[Move, Move]:
    """A move in two steps, laid aside on its owner's mat in between."""
    aside = PIECES[move.piece].owner or "coalition"
    return (
        Move(move.piece, move.count, move.source, aside),
        Move(move.piece, move.count, aside, move.goal, move.face),
    )


def _in_legal_order(table: Table, moves: list[Move]) -> Iterator[Move]:
    """The moves, each as soon as the table allows it; what stands in each other's way is laid aside."""
    left = list(moves)
    while left:
        at = next((at for at, one in enumerate(left) if _fits(table, one)), None)
        if at is not None:
            move = left.pop(at)
        else:
            at = next((at for at, one in enumerate(left) if _leaves_a_space(table, one)), None)
            if at is None:  # the goal is no legal table: only the words are of use
                yield from left
                return
            move, left[at] = _by_the_mat(left[at])
        yield move
        table = move.apply(table)


def _leaves_a_space(table: Table, move: Move) -> bool:
    present = table.count(move.source, move.piece) >= move.count
    return present and move.source != move.goal and move.source in table.board.spaces


def _fits(table: Table, move: Move) -> bool:
    try:
        apply_all(table, [move])
    except IllegalChange:
        return False
    return True


def _counter(face: str) -> str:
    return _SAME_COUNTER.get(face, face)


# -- words ---------------------------------------------------------------------------------------------


def _sentence(board: Board, change: Change) -> str | None:
    if isinstance(change, Move) and change.source == change.goal:
        what = counted(change.piece, change.count, the=change.piece in ("strike", "uprising"))
        where = f"{'in' if change.source in board.spaces else 'on'} {board.place_name(change.source)}"
        return f"Turn {what} {where} to the side that shows {_a(PIECES[change.face].name)}."
    return sentence(board, change)


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _cards(before: Table, after: Table) -> Iterator[str]:
    """Cards that lie elsewhere or on their other side."""
    for key in after.state:
        if before.state[key] == after.state[key]:
            continue
        if key == "article_48":
            state = {"available": "face-up with the Coalition", "used": "face-down"}.get(after.text(key))
            yield f"Put the card Article 48 {state or 'out of the game'}."
        elif key == "reichstag_seats":
            yield f"Put the card Reichstag Seats {_card_words(after.state[key])}."
        elif key.startswith("control."):
            area = after.board.area_name(key.removeprefix("control."))
            yield f"Put the Parliamentary Control card of {area} {_card_words(after.state[key])}."
        elif key == "turn_order":
            yield "Turn Order: " + ", ".join(FACTION_NAMES[one] for one in after.listed(key)) + "."
        elif key == "lingering":
            yield f"Lingering Events in play: {', '.join(map(str, after.listed(key))) or 'none'}."


def _card_words(value: object) -> str:
    assert isinstance(value, tuple)
    holder, face_up = value
    if holder is None:
        return "aside"
    return f"with {object_(holder)}, {'face-up' if face_up else 'face-down'}"
