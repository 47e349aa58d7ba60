"""What of an Event a bot wants: the always-chooses lists of 8.6-1, applied to effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from weimar_bot.bot.event_model import (
    ANY_ACTION,
    Act,
    Control,
    Effect,
    GrantAction,
    OneOf,
    Pawn,
    Place,
    Remove,
    ShiftTrack,
)
from weimar_bot.bot.scene import Scene
from weimar_bot.rules.leverage import economy_side
from weimar_bot.rules.listing import actions_of
from weimar_bot.table.pieces import ASSASSINATION_SIDES, PIECES
from weimar_bot.table.table import Table

# The wishes an Action fulfils, whoever performs it; those of Leverage depend on its colour.
_OF_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "place_influence": ("place_own",),
    "remove_influence": ("remove_opposing",),
    "place_unit": ("place_own",),
    "assault": ("remove_opposing",),
    "move_middle_class": ("move_middle_class",),
    "place_sudden_victory_marker": ("place_own",),
    "place_reform": ("place_own",),
    "place_cadre": ("place_own",),
    "place_conservative_clique": ("place_own",),
    "place_strike": ("place_own",),
    "flip_strike": ("place_own",),
    "place_assassinations": ("remove_opposing", "place_own"),
    "advance_progress": ("increase_progress",),
    "advance_reaction": ("increase_reaction",),
    "increase_unity": ("unity_right",),
    "place_leverage_on_map": ("place_yellow_leverage", "place_black_leverage"),
    "place_leverage_on_track": ("place_yellow_leverage", "place_black_leverage"),
    "remove_leverage": ("remove_yellow_leverage", "remove_black_leverage"),
}


def wishes(scene: Scene, faction: str) -> tuple[str, ...]:
    """The always-chooses list of a faction, the upper ones first [8.6-1]."""
    return scene.listed(f"{faction}_wishes")


def rank(scene: Scene, effect: Effect, faction: str) -> int | None:
    """How high on the faction's list the best of an effect stands; None if nothing of it is there."""
    listed = wishes(scene, faction)
    found = [listed.index(wish) for wish in _wishes_of(scene.table, effect.act, faction) if wish in listed]
    return min(found, default=None)


def is_wished(scene: Scene, verb: str, face: str, faction: str) -> bool:
    """Whether a faction wants to ``place`` or ``remove`` a piece."""
    fulfilled = wish_to_place(face, faction) if verb == "place" else wish_to_remove(face, faction)
    return fulfilled in wishes(scene, faction)


def wish_to_place(face: str, faction: str) -> str:
    """The wish that placing a piece fulfils; Leverage is listed by its colour."""
    if face.endswith("_leverage"):
        return f"place_{face}"
    return "place_own" if _is_own(face, faction) else f"place_{face}"


def wish_to_remove(face: str, faction: str) -> str:
    """The wish that removing a piece fulfils.

    Leverage counts as an opposing piece only for factions that have no use for Leverage themselves:
    the lists of the others name it by its colour.
    """
    if face.endswith("_leverage") and "remove_leverage" in actions_of(faction):
        return f"remove_{face}"
    return f"remove_{face}" if _is_own(face, faction) else "remove_opposing"


def _is_own(face: str, faction: str) -> bool:
    """Assassinations belong to those who may place them, save where they are aimed at the faction."""
    owner = PIECES[face].owner
    if PIECES[face].kind != "assassinations":
        return owner == faction
    side = face.removeprefix("assassinations_")
    aimed_at = faction in ASSASSINATION_SIDES.get(side, ())
    return "place_assassinations" in actions_of(faction) and not aimed_at


# -- effects -----------------------------------------------------------------------------------------


def _of_place(table: Table, act: Place, faction: str) -> Iterator[str]:
    yield from (wish_to_place(face, faction) for part in act.parts for face in part.faces(faction))


def _of_remove(table: Table, act: Remove, faction: str) -> Iterator[str]:
    yield from (wish_to_remove(face, faction) for part in act.parts for face in part.faces(faction))


def _of_shift(table: Table, act: ShiftTrack, faction: str) -> Iterator[str]:
    up = act.steps > 0
    match act.track:
        case "economy":
            yield from _of_economy(table, act.towards)
        case "unity":
            yield "unity_right" if up else "unity_left"
        case "progress" if not up:
            yield "decrease_progress"
            if table.level("reaction") <= table.level("progress"):
                yield "decrease_progress_unless_reaction_greater"
        case "progress" | "reaction":
            yield f"{'increase' if up else 'decrease'}_{act.track}"


def _of_economy(table: Table, towards: str) -> Iterator[str]:
    """A shift from the other side also goes towards Stable, one towards Stable also to a side."""
    side = economy_side(table)
    other = {"left": "right", "right": "left"}.get(side or "", "")
    if towards == "stable":
        yield from ("economy_to_stable", f"economy_to_{other}") if side else ()
        return
    yield f"economy_to_{towards}"
    if towards == other:
        yield "economy_to_stable"


def _of_action(table: Table, act: GrantAction, faction: str) -> Iterator[str]:
    """An Action left open fulfils what any of the faction's Actions would."""
    allowed = actions_of(faction)
    for action in allowed if act.action == ANY_ACTION else [act.action]:
        if action in allowed:
            yield from _OF_ACTIONS.get(action, ())


def _of_control(table: Table, act: Control, faction: str) -> Iterator[str]:
    if act.to in ("own", faction):
        yield "gain_parliamentary_control"


def _of_pawn(table: Table, act: Pawn, faction: str) -> Iterator[str]:
    yield "move_middle_class"


def _of_one_of(table: Table, act: OneOf, faction: str) -> Iterator[str]:
    for option in act.options:
        yield from _wishes_of(table, option.act, faction)


_OF: Mapping[type, Callable[..., Iterator[str]]] = {
    Place: _of_place,
    Remove: _of_remove,
    ShiftTrack: _of_shift,
    GrantAction: _of_action,
    Control: _of_control,
    Pawn: _of_pawn,
    OneOf: _of_one_of,
}


def _wishes_of(table: Table, act: Act, faction: str) -> Iterator[str]:
    """The wishes an effect fulfils; moving pieces, Stance, Deals and Momentum fulfil none [8.6-1]."""
    of = _OF.get(type(act))
    return of(table, act, faction) if of else iter(())
