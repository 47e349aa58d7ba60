"""Decisions in words: each Change and each Action as short imperative sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from weimar_bot.bot import event_cards
from weimar_bot.bot.scene import Deed
from weimar_bot.rules import assault, leverage
from weimar_bot.table.board import ECONOMY_NAMES, TRACK_NAMES, Board
from weimar_bot.table.changes import Change, Count, Move, Shift
from weimar_bot.table.pieces import CUBES, FACTION_NAMES, INFLUENCE, PIECES, UNITS, counted
from weimar_bot.table.table import Table

# These pieces are at work on the following tracks; everywhere else they wait.
AT_WORK = ("yellow_leverage", "black_leverage", "dollar_dependence")
WORKING = ("progress:", "reaction:", "economy:")
MODIFIER_NAMES = {
    "parliamentary_control": "Parliamentary Control",
    "strike": "Strike",
    "uprising": "Uprising",
    "yellow_leverage": "yellow Leverage",
    "black_leverage": "black Leverage",
    "cadre": "Cadre",
    "schutzstaffel": "Event #55",
    "middle_class": "Middle Class pawn",
}
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
    if isinstance(change, Count):
        units = counted(change.piece, change.after)
        return f"Let {units} lie on {board.place_name(change.mat)}, instead of {change.before}."
    what = counted(change.piece, change.count, the=_is_single(change))
    if change.source == change.goal:
        return _turning(board, change)
    if change.goal in board.spaces:
        return _placing(board, change, what)
    kind = PIECES[change.piece].kind
    source, goal = board.place_name(change.source, kind), board.place_name(change.goal, kind)
    if change.goal == "timeline":
        return f"Put {what} on the Timeline."
    if change.piece in CUBES:
        return f"Remove {what} from {source}."
    if change.piece in UNITS:
        return f"Remove {what} from {source} to {goal}."
    if kind in AT_WORK and change.goal.startswith(WORKING):
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
    if change.key == "lingering":
        return _lingering_sentence(change)
    if change.key not in TRACK_NAMES:
        return None
    before, after = value_name(change.key, change.before), value_name(change.key, change.after)
    marker = " marker" if change.key == "economy" else ""
    return f"Shift the {TRACK_NAMES[change.key]}{marker} from {before} to {after}."


def _lingering_sentence(change: Shift) -> str:
    """Which Events come into the Lingering Events box, and which are discarded from it."""
    assert isinstance(change.before, tuple) and isinstance(change.after, tuple)
    come = [
        f"Put Event #{number} in the Lingering Events box." for number in _new(change.before, change.after)
    ]
    go = [
        f"Discard Event #{number} from the Lingering Events box."
        for number in _new(change.after, change.before)
    ]
    return " ".join([*go, *come])


def _new(before: tuple[object, ...], after: tuple[object, ...]) -> list[object]:
    return [number for number in after if number not in before]


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
    source = board.place_name(move.source, PIECES[move.piece].kind)
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


def action_title(name: str, cards: Mapping[int, event_cards.EventCard] | None = None) -> str:
    """An Action for people: ``special.military.place_unit`` as ``Special Action, Military: place unit``.

    ``cards`` is another library of Events than the shipped one.
    """
    first, *rest = [part.replace("_", " ") for part in name.split(".")]
    if first == "event":
        known = event_cards.library() if cards is None else cards
        return f"Event #{rest[0]} {known[int(rest[0])].title}"
    if first != "special":
        return first.capitalize()
    titles = ["Special Action", *(part.capitalize() for part in rest[:1])]
    return ", ".join(titles) + "".join(f": {part}" for part in rest[1:])


def deed_sentences(deed: Deed) -> list[str]:
    """One Action as instructions, one sentence each."""
    board = deed.before.board
    if deed.assault:
        return list(_assault_sentences(board, deed, deed.assault))
    return [*sentences(board, deed.changes), *_why_no_pull(deed)]


def deed_text(deed: Deed) -> str:
    """One Action in words."""
    return " ".join(deed_sentences(deed))


def _why_no_pull(deed: Deed) -> Iterator[str]:
    """Says why yellow Leverage on the marker's side leaves the Economy marker where it is [5.4]."""
    for change in deed.changes:
        if isinstance(change, Move) and leverage.pull_is_blocked(deed.before, change.piece, change.goal):
            yield "The Economy marker stays where it is: Dollar Dependence holds it."


def subject(faction: str) -> str:
    """A faction as the subject of a sentence."""
    return "The Coalition" if faction == "coalition" else FACTION_NAMES[faction]


def object_(faction: str) -> str:
    """A faction within a sentence."""
    return "the Coalition" if faction == "coalition" else FACTION_NAMES[faction]


def _assault_sentences(board: Board, deed: Deed, result: assault.Result) -> Iterator[str]:
    plan = result.plan
    space = board.spaces[plan.space].name
    free = "Free Assault of Sworn Enemies: " if plan.free else ""
    yield f"{free}{subject(plan.attacker)} assaults {object_(plan.defender)} in {space}."
    if deed.potential:
        yield f"Potential Assault Strength {deed.potential[0]} against {deed.potential[1]}."
    if result.loyalty == "failed":
        yield from _loyalty_sentences(deed, plan.space)
    flips = [change for change in deed.changes if isinstance(change, Move) and change.source == change.goal]
    yield from sentences(board, flips)
    if result.cancelled:
        yield "No loyal Coalition unit is left: the Assault is cancelled."
        return
    for at, side in enumerate((plan.attacker, plan.defender)):
        yield _hits_sentence(result, at, side)
    yield from _outcome_sentences(board, deed, result, flips)
    yield _supremacy_sentence(deed.after, plan.space)


def _loyalty_sentences(deed: Deed, space: str) -> Iterator[str]:
    yield "The Coalition units fail the Loyalty Check."
    number = deed.before.count(space, "reichswehr")
    if number:
        yield f"Leave {counted('reichswehr', number)} there out of this Assault."


def _hits_sentence(result: assault.Result, at: int, side: str) -> str:
    """Strength with all that makes it up, the die, the hits, and those that find nothing."""
    bonuses = result.modifiers[at]
    units = result.strength[at] - sum(bonuses.values())
    parts = [f"units {units}", *(f"{MODIFIER_NAMES[name]} {bonus}" for name, bonus in bonuses.items())]
    made_up = f" ({', '.join(parts)})" if bonuses else ""
    hits, lost = result.hits[at], result.lost_hits.get(side, 0)
    wasted = f", {lost} of them without effect" if lost else ""
    shown = f"strength {result.strength[at]}{made_up} minus die {result.dice[at]}"
    return f"{subject(side)}: {shown}: {hits} hit{'' if hits == 1 else 's'}{wasted}."


def _outcome_sentences(board: Board, deed: Deed, result: assault.Result, flips: list[Move]) -> Iterator[str]:
    """Losses, Momentum, the attacker's cube and the Stance, in the order in which they happen."""
    changes = [change for change in deed.changes if not (isinstance(change, Move) and change in flips)]
    plan, cost = result.plan, None
    if result.attacker_cube:
        cube = INFLUENCE[plan.attacker]
        cost = max(at for at, one in enumerate(changes) if isinstance(one, Move) and one.piece == cube)
    yield from sentences(board, changes[:cost])
    if result.momentum is None:
        yield "The results are equal: Momentum does not move."
    if cost is not None:
        name = board.spaces[plan.space].name
        whose = FACTION_NAMES[plan.attacker]
        yield f"Remove 1 {whose} Influence from {name}, for attacking without Supremacy there."
        yield from sentences(board, changes[cost + 1 :])


def _supremacy_sentence(table: Table, space: str) -> str:
    """Who has Supremacy in a space, and by how much [5.9]."""
    held = sorted(((table.survival(space, f), name) for f, name in FACTION_NAMES.items()), reverse=True)
    values = ", ".join(f"{name} {value}" for value, name in held if value) or "no units"
    holder = table.supremacy(space)
    whose = subject(holder) + " has" if holder else "Nobody has"
    return f"{whose} Supremacy in {table.board.spaces[space].name} now ({values})."
