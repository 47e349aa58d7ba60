"""Performing Events of the library for a Non-player faction (6.1, 8.6, 8.7)."""

from __future__ import annotations

from collections.abc import Callable

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.event_cards import EventCard, Part, PlaceTogether, library
from weimar_bot.bot.scene import Scene, by_key
from weimar_bot.flowchart.vocabulary import Doing
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import quoted
from weimar_bot.rules import influence
from weimar_bot.rules.draft import Draft
from weimar_bot.table.boxes import available
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import CUBES, PIECES
from weimar_bot.table.table import Table


def number_of(text: str) -> int:
    """An Event number as written. Raises :class:`UnreadableInput` if it is none."""
    if not text.isdecimal() or len(text) > 4:
        raise UnreadableInput(f"{quoted(text)} is no Event number; write for example event.120")
    return int(text)


def event_called(number: int) -> EventCard:
    """The Event of the library. Raises :class:`UnreadableInput` if the library does not hold it."""
    if number not in library():
        known = ", ".join(f"#{known}" for known in sorted(library()))
        message = (
            f"Event #{number} is not in the library (known: {known}); "
            "carry it out by hand and decide with the event 'none'"
        )
        raise UnreadableInput(Fault(message, sections=("8.7",)))
    return library()[number]


def perform(scene: Scene, number: int) -> None:
    """Carry an Event out as far as it can be (R02, R03); each effect done becomes a deed.

    An effect the card leaves open is done only if 8.6-1 lists it for the faction.
    """
    event = event_called(number)
    for effect in event.effects:
        if effect.must or any(wish_of(part, scene.faction) in _wishes(scene) for part in effect.parts):
            _place_together(scene, event, effect)


def _wishes(scene: Scene) -> tuple[str, ...]:
    return scene.listed(f"{scene.faction}_wishes")


def wish_of(part: Part, faction: str) -> str:
    """The wish of 8.6-1 that placing a piece fulfils."""
    if PIECES[part.piece].owner == faction and part.piece in CUBES:
        return "place_own"
    return f"place_{part.piece}"


def _place_together(scene: Scene, event: EventCard, effect: PlaceTogether) -> None:
    """Choose the one space by 8.6-4 and place there what can be placed."""
    possible = {
        space: tuple(part for part in effect.parts if _count_possible(scene.table, part, space))
        for space in effect.spaces
    }
    most = max(len(parts) for parts in possible.values())
    if not most:
        return
    options = by_key(
        scene.choice(_placing(scene, parts, space), space=space)
        for space, parts in possible.items()
        if len(parts) == most
    )
    chosen = scene.walker.narrow(options, "order_of_operations.influence")
    assert isinstance(chosen.option, Choice)
    cites = tuple(dict.fromkeys((*event.cites, *(c for one in chosen.narrowed for c in one.cites), "8.6-4D")))
    rulings = tuple(dict.fromkeys(ruling for one in chosen.narrowed for ruling in one.rulings))
    scene.carry_out(chosen.option, Doing(f"event.{event.number}", cites, rulings))


def _count_possible(table: Table, part: Part, space: str) -> int:
    """How many of a part can go to a space, by Availability and the limits of 6.0."""
    owner = PIECES[part.piece].owner
    assert owner is not None
    if part.piece in CUBES:
        return min(part.count, influence.room_to_place(table, owner, space))
    return min(part.count, len(available(table, part.piece, owner)))


def _placing(scene: Scene, parts: tuple[Part, ...], space: str) -> Callable[[Draft], None]:
    tracks = scene.listed("tracks")

    def do(draft: Draft) -> None:
        for part in parts:
            owner = PIECES[part.piece].owner
            assert owner is not None
            count = _count_possible(draft.table, part, space)
            if part.piece in CUBES:
                draft.place_influence(owner, space, count)
                continue
            for box in available(draft.table, part.piece, owner, tracks)[:count]:
                draft.do(Move(part.piece, 1, box.id, space))

    return do
