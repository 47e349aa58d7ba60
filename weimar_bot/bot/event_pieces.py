"""Placing, removing and moving pieces by an Event: what is possible, and doing it (5.1, 5.2, 6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.event_model import MovePieces, Part, Place, Remove
from weimar_bot.bot.orderings import piece_rank
from weimar_bot.bot.scene import Scene, by_key
from weimar_bot.rules import influence, leverage
from weimar_bot.rules.draft import Draft
from weimar_bot.table.board import TRACK_ORDER
from weimar_bot.table.boxes import available, held_piece
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import CADRES, CUBES, PIECES, UNITS
from weimar_bot.table.table import Table

# Of each of these a space holds one [5.12, 6.3].
_ONE_PER_SPACE = (("strike", "uprising"), tuple(CADRES.values()), ("reform",))
UNLIMITED = 99
_TRACKS_BY_ORDER = {"progress": "progress_reaction", "reaction": "progress_reaction", "economy": "economy"}


# -- placing -----------------------------------------------------------------------------------------


def place_parts(draft: Draft, parts: Sequence[Part], lead: str | None, space: str, faction: str) -> list[int]:
    """Place what can be placed of each part in a space; returns how many of each.

    ``lead`` is the face to begin with where the first part leaves a choice.
    """
    return [_place_part(draft, part, None if at else lead, space, faction) for at, part in enumerate(parts)]


def _place_part(draft: Draft, part: Part, lead: str | None, space: str, faction: str) -> int:
    left = part.count
    for face in _lead_first(part.faces(faction), lead):
        left -= _place_face(draft, face, left, space, faction)
    return part.count - left


def _lead_first(faces: Iterable[str], lead: str | None) -> list[str]:
    return sorted(faces, key=lambda face: face != lead)


def _place_face(draft: Draft, face: str, wanted: int, space: str, faction: str) -> int:
    """Place up to so many of a face; loose units come from their mat, the rest from holding boxes."""
    owner = PIECES[face].owner or faction
    if face in CUBES:
        count = min(wanted, influence.room_to_place(draft.table, owner, space))
        if count > 0:
            draft.place_influence(owner, space, count)
        return max(count, 0)
    if not PIECES[face].kind:
        count = min(wanted, draft.table.count(owner, face))
        if count > 0:
            draft.do(Move(face, count, owner, space))
        return max(count, 0)
    return sum(_from_box(draft, face, space, owner) for _ in range(wanted))


def _from_box(draft: Draft, face: str, space: str, owner: str) -> int:
    """Place one piece that waits in a holding box, if one is Available and the space takes it."""
    if any(face in alone and any(draft.table.count(space, one) for one in alone) for alone in _ONE_PER_SPACE):
        return 0
    for box in available(draft.table, PIECES[face].kind, owner, draft.tracks):
        held = held_piece(draft.table, box)
        assert held is not None
        if held == face or PIECES[face].kind == held:
            draft.do(Move(held, 1, box.id, space, face if face != held else ""))
            return 1
    return 0


def placing_options(scene: Scene, act: Place, faction: str, used: Iterable[str] = ()) -> list[Choice]:
    """The spaces, and leading faces, where the most of the parts can be placed at all."""
    found: list[tuple[int, Choice]] = []
    for space in act.where.found(scene.table, faction):
        if space in used:
            continue
        for lead in _leads(act.parts, faction):
            draft = scene.draft()
            counts = place_parts(draft, act.parts, lead, space, faction)
            if lead is not None and not any(_comes(move, lead) for move in draft.changes):
                continue
            do = _ignoring(partial(place_parts, parts=act.parts, lead=lead, space=space, faction=faction))
            choice = scene.choice(do, space=space, piece=lead)
            found.append((sum(count > 0 for count in counts), choice))
    most = max((number for number, _ in found), default=0)
    return by_key(choice for number, choice in found if number == most) if most else []


def _leads(parts: Sequence[Part], faction: str) -> tuple[str | None, ...]:
    """The faces among which the first part leaves a choice; None where it does not."""
    faces = parts[0].faces(faction)
    return faces if len(faces) > 1 else (None,)


def _comes(change: object, face: str) -> bool:
    return isinstance(change, Move) and (change.face or change.piece) == face


def _ignoring(do: Callable[..., object]) -> Callable[[Draft], None]:
    """A deed of which the count does not matter."""

    def plainly(draft: Draft) -> None:
        do(draft)

    return plainly


# -- removing ----------------------------------------------------------------------------------------


def target_of(face: str, faction: str) -> str | None:
    """The opposing faction a piece belongs to, if it is one's."""
    owner = PIECES[face].owner
    return owner if owner != faction else None


def in_order(scene: Scene, face: str, faction: str) -> tuple[int, int]:
    """Where a piece stands by Faction Order and the order of pieces; own pieces come last."""
    order = list(scene.faction_order)
    target = target_of(face, faction)
    own = len(order) if PIECES[face].owner == faction else 0
    at = order.index(target) if target in order else own
    return at, scene.listed("pieces").index(piece_rank(face))


def remove_parts(draft: Draft, parts: Sequence[Sequence[str]], counts: Sequence[int], space: str) -> int:
    """Remove up to so many of each list of faces from a space, in their order; returns how many."""
    total = 0
    for faces, count in zip(parts, counts, strict=True):
        left = count
        for face in faces:
            left -= _remove_face(draft, face, left, space)
        total += count - left
    return total


def _remove_face(draft: Draft, face: str, wanted: int, space: str) -> int:
    here = min(wanted, draft.table.count(space, face))
    if here < 1:
        return 0
    if face in CUBES:
        if space in draft.table.listed("turn.placed_influence"):
            return 0  # not where the faction placed cubes this Action Step [6.0]
        owner = PIECES[face].owner
        assert owner is not None
        draft.remove_influence(owner, space, here)
        return here
    before = draft.table.count(space, face)
    for _ in range(here):
        draft.take_back(face, space)
    return before - draft.table.count(space, face)


def removing_options(scene: Scene, act: Remove, faction: str, used: Iterable[str] = ()) -> list[Choice]:
    """Every piece to begin with, in every space and Leverage box where it can be removed."""
    found = list(_on_tracks(scene, act, faction))
    if act.on_map:
        for space in act.where.found(scene.table, faction):
            if space not in used:
                found += _in_space(scene, act, faction, space)
    return by_key(found)


def _in_space(scene: Scene, act: Remove, faction: str, space: str) -> list[Choice]:
    found = []
    here = scene.table.at(space)
    counts = [1 if act.tracks else part.count for part in act.parts]
    lists = [
        sorted(part.faces(faction), key=lambda face: in_order(scene, face, faction)) for part in act.parts
    ]
    lead_part = next((at for at, faces in enumerate(lists) if any(face in here for face in faces)), None)
    if lead_part is None:
        return []
    for lead in [face for face in lists[lead_part] if face in here]:
        # Own pieces are not thrown in with those of others.
        own = PIECES[lead].owner == faction
        rest = [face for face in lists[lead_part] if own or PIECES[face].owner != faction]
        faces = [*lists[:lead_part], _lead_first(rest, lead), *lists[lead_part + 1 :]]
        do = partial(remove_parts, parts=faces, counts=counts, space=space)
        if do(scene.draft()):
            target = target_of(lead, faction)
            found.append(scene.choice(_ignoring(do), space=space, target=target, piece=lead))
    return found


def _on_tracks(scene: Scene, act: Remove, faction: str) -> Iterable[Choice]:
    """Leverage that can be taken from the tracks named, the highest of each [5.4]."""
    for part in act.parts if act.tracks else ():
        for face in part.faces(faction):
            for place in leverage.placed(scene.table, face):
                if place.partition(":")[0] in act.tracks and ":" in place:
                    do = partial(leverage.remove, colour=face, place=place)
                    target = target_of(face, faction)
                    yield scene.choice(_ignoring(do), target=target, piece=face, box=place)


def first_tracks(scene: Scene, options: Sequence[Choice], faction: str) -> list[Choice]:
    """Options on tracks, narrowed by Faction Order, piece and the order of tracks (8.6-2 to 8.6-4D)."""
    order = [track for track in scene.listed("tracks") if track in TRACK_ORDER]

    def place(option: Choice) -> tuple[int, int, int]:
        assert option.piece is not None and option.box is not None
        track = _TRACKS_BY_ORDER[option.box.partition(":")[0]]
        return (*in_order(scene, option.piece, faction), order.index(track))

    best = min(place(option) for option in options)
    return [option for option in options if place(option) == best]


# -- moving ------------------------------------------------------------------------------------------


def moving_options(scene: Scene, act: MovePieces, faction: str) -> list[Choice]:
    """Every piece, the space it leaves and the space it goes to."""
    goals = act.where.found(scene.table, faction)
    found = []
    for origin in act.origin.found(scene.table, faction):
        for face in act.part.faces(faction):
            if not scene.table.count(origin, face):
                continue
            for goal in goals:
                count = min(act.part.count, scene.table.count(origin, face), _room(scene.table, face, goal))
                if goal != origin and count > 0 and not _barred(scene.table, face, origin):
                    do = partial(_move, face=face, count=count, origin=origin, goal=goal)
                    target = target_of(face, faction)
                    found.append(scene.choice(do, space=goal, target=target, piece=face, box=origin))
    return by_key(found)


def _room(table: Table, face: str, space: str) -> int:
    """How many of a face may come to a space from another one, by the limits of 6.0."""
    owner = PIECES[face].owner
    if face in UNITS or owner is None:
        return UNLIMITED
    if influence.is_blocked(table, owner, space) or space in table.listed("turn.removed_influence"):
        return 0
    return table.room(space)


def _barred(table: Table, face: str, origin: str) -> bool:
    return face in CUBES and origin in table.listed("turn.placed_influence")


def _move(draft: Draft, face: str, count: int, origin: str, goal: str) -> None:
    draft.do(Move(face, count, origin, goal))
    if face in CUBES:
        draft.note("removed_influence", origin)
        draft.note("placed_influence", goal)
