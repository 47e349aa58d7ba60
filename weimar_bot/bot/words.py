"""Decisions in words: each Change and each Action as short imperative sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from weimar_bot.bot.scene import Deed
from weimar_bot.rules import assault
from weimar_bot.table.board import ECONOMY_NAMES, TRACK_NAMES, Board
from weimar_bot.table.changes import Change, Move, Shift
from weimar_bot.table.pieces import CUBES, FACTION_NAMES, UNITS, counted
from weimar_bot.table.table import Table

LEVERAGE = ("yellow_leverage", "black_leverage")
# Leverage on one of these tracks is at work; everywhere else it waits.
WORKING = ("progress:", "reaction:", "economy:")
STANCE_NAMES = {-3: "Democratic", 0: "Pragmatic", 3: "Revolutionary"}


def value_name(key: str, value: object) -> str:
    """A box of a track as it is called."""
    if key == "economy":
        return ECONOMY_NAMES[str(value)]
    if key == "momentum":
        return FACTION_NAMES[str(value)]
    if key.endswith("_stance") and isinstance(value, int):
        sign = f"{value:+d}" if value else "0"
        return f"{sign} ({STANCE_NAMES[value]})" if value in STANCE_NAMES else sign
    return str(value).capitalize()


def sentence(board: Board, change: Change) -> str | None:
    """One Change as an instruction; None for what is only noted."""
    if isinstance(change, Shift):
        return _shift_sentence(change)
    what = counted(change.piece, change.count, the=_is_single(change))
    if change.source == change.goal:
        return _turning(board, change)
    if change.goal in board.spaces:
        return _placing(board, change, what)
    source, goal = board.place_name(change.source), board.place_name(change.goal)
    if change.goal == "timeline":
        return f"Put {what} on the Timeline."
    if change.piece in CUBES:
        return f"Remove {what} from {source}."
    if change.piece in UNITS:
        return f"Remove {what} from {source} to {goal}."
    if change.piece in LEVERAGE and change.goal.startswith(WORKING):
        return f"Place {what} from {source} on {goal}."
    if change.source in board.spaces or change.source.startswith(WORKING):
        return f"Return {what} from {source} to {goal}."
    return f"Move {what} from {source} to {goal}."


def _is_single(move: Move) -> bool:
    """Whether a piece can be called "the": it lies alone in a box, or is no unit."""
    return ":" in move.source or move.piece not in UNITS


def _shift_sentence(change: Shift) -> str | None:
    if change.key == "momentum":
        return f"Move the Momentum marker to {value_name(change.key, change.after)}."
    if change.key not in TRACK_NAMES:
        return None
    before, after = value_name(change.key, change.before), value_name(change.key, change.after)
    return f"Shift {TRACK_NAMES[change.key]} from {before} to {after}."


def _turning(board: Board, move: Move) -> str:
    where = board.place_name(move.source)
    if move.face == "uprising":
        return f"Turn the Strike in {where} to its Uprising side."
    outcome = "a Rogue Freikorps" if move.face == "rogue_freikorps" else "a loyal Freikorps"
    return f"Turn over 1 unrevealed Freikorps in {where}: it is {outcome}."


def _placing(board: Board, move: Move, what: str) -> str:
    if move.piece in CUBES:
        return f"Place {what} in {board.place_name(move.goal)}."
    side = (
        f" with its {move.face.removeprefix('assassinations_').replace('_', '/')} side up"
        if move.face
        else ""
    )
    source = board.place_name(move.source)
    return f"Place {what} from {source} in {board.place_name(move.goal)}{side}."


def sentences(board: Board, changes: Iterable[Change]) -> Iterator[str]:
    """The instructions for Changes in order; equal single steps are counted together."""
    for change in merged(changes):
        said = sentence(board, change)
        if said:
            yield said


def merged(changes: Iterable[Change]) -> list[Change]:
    """Moves of the same piece between the same places, one after another, as one."""
    found: list[Change] = []
    for change in changes:
        last = found[-1] if found else None
        if (
            isinstance(change, Move)
            and isinstance(last, Move)
            and change.source != change.goal
            and (change.piece, change.source, change.goal, change.face)
            == (last.piece, last.source, last.goal, last.face)
        ):
            found[-1] = Move(last.piece, last.count + change.count, last.source, last.goal, last.face)
        else:
            found.append(change)
    return found


def deed_sentences(deed: Deed) -> list[str]:
    """One Action as instructions, one sentence each."""
    board = deed.before.board
    parts = list(sentences(board, deed.changes))
    return list(_assault_text(board, deed, deed.assault, parts)) if deed.assault else parts


def deed_text(deed: Deed) -> str:
    """One Action in words."""
    return " ".join(deed_sentences(deed))


def _assault_text(board: Board, deed: Deed, result: assault.Result, parts: list[str]) -> Iterator[str]:
    plan = result.plan
    attacker, defender = FACTION_NAMES[plan.attacker], FACTION_NAMES[plan.defender]
    free = "Free Assault (Sworn Enemies): " if plan.free else ""
    yield f"{free}{attacker} assaults {defender} in {board.spaces[plan.space].name}."
    if deed.potential:
        yield f"Potential Assault Strength {deed.potential[0]} against {deed.potential[1]}."
    if result.loyalty == "failed":
        yield "The Loyalty Check fails: Reichswehr stand aside and unrevealed Freikorps are turned over."
    turned = [part for part in parts if part.startswith("Turn over")]
    yield from turned
    if result.cancelled:
        yield "No loyal Coalition unit is left: the Assault is cancelled."
        return
    for side, name in enumerate((attacker, defender)):
        yield (
            f"{name}: strength {result.strength[side]} minus die {result.dice[side]}, "
            f"{result.hits[side]} hit{'' if result.hits[side] == 1 else 's'}."
        )
    yield from (part for part in parts if part not in turned)
    if result.attacker_cube:
        yield f"The last of these cubes is what {attacker} pays for attacking without Supremacy there."
    yield _supremacy_text(deed.after, plan.space)


def _supremacy_text(table: Table, space: str) -> str:
    """Who has Supremacy in a space, and by how much [5.9]."""
    held = sorted(((table.survival(space, f), name) for f, name in FACTION_NAMES.items()), reverse=True)
    values = ", ".join(f"{name} {value}" for value, name in held if value) or "no units"
    holder = table.supremacy(space)
    whose = f"{FACTION_NAMES[holder]} has" if holder else "Nobody has"
    return f"{whose} Supremacy in {table.board.spaces[space].name} now ({values})."
