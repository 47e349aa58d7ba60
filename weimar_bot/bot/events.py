"""Performing Events of the library for a Non-player faction (6.1, 8.6, 8.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from weimar_bot.bot import event_acts, event_model, event_wishes
from weimar_bot.bot.event_cards import library
from weimar_bot.bot.event_model import Effect, EventCard, OneOf
from weimar_bot.bot.event_words import act_in_words, effect_in_words
from weimar_bot.bot.scene import Scene
from weimar_bot.flowchart.vocabulary import Doing
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import quoted
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import Shift
from weimar_bot.table.table import Table

Library = Mapping[int, EventCard]

OTHER_FACTION = "other_faction"
_KINDS: Mapping[type, str] = {
    event_model.HoldElection: "election",
    event_model.Victory: "victory",
    event_model.Cards: "cards",
    event_model.ByHand: "by_hand",
}


@dataclass(frozen=True, slots=True)
class Left:
    """An effect that was not carried out here, and by whom it is to be.

    ``at`` counts the card's effects from 0; ``kind`` is ``other_faction`` (``faction`` makes the
    choices), ``election``, ``victory``, ``cards`` or ``by_hand``. ``effect`` is the one to be carried
    out: of several alternatives the one chosen. ``text`` says it in words.
    """

    at: int
    kind: str
    faction: str
    effect: Effect
    text: str


def number_of(text: str) -> int:
    """An Event number as written. Raises :class:`UnreadableInput` if it is none."""
    if not text.isdecimal() or len(text) > 4:
        raise UnreadableInput(f"{quoted(text)} is no Event number; write for example event.120")
    return int(text)


def event_called(number: int, cards: Library | None = None) -> EventCard:
    """The Event of the library. Raises :class:`UnreadableInput` if the library does not hold it.

    ``cards`` is another library than the shipped one, such as a player's.
    """
    cards = library() if cards is None else cards
    if number not in cards:
        known = ", ".join(f"#{known}" for known in sorted(cards))
        message = (
            f"Event #{number} is not in the library (known: {known}); "
            "carry it out by hand and decide with the event 'none'"
        )
        raise UnreadableInput(Fault(message, sections=("8.7",)))
    return cards[number]


def is_resolved(event: EventCard, table: Table, ignore_requires: bool = False) -> bool:
    """Whether the card's instructions count: the Event it requires is in play, if it requires one [6.1].

    ``ignore_requires`` is for scenarios that take no heed of that [9.2].
    """
    return event.requires is None or ignore_requires or table.lingers(event.requires)


def perform(
    scene: Scene,
    number: int,
    cards: Library | None = None,
    *,
    active: str | None = None,
    ignore_requires: bool = False,
) -> tuple[Left, ...]:
    """Carry an Event out as far as the scene's faction can (R02, R03); each effect done becomes a deed.

    An effect the card leaves open is done only if 8.6-1 lists it for the faction. What the faction does
    not carry out itself is given back, in the card's order. ``active`` is who played the card, if it was
    another faction: then only the effects that ask for the scene's faction are done, and the card is not
    put into play.
    """
    event = event_called(number, cards)
    active = active or scene.faction
    if not is_resolved(event, scene.table, ignore_requires):
        return ()
    left = [perform_effect(scene, event, at, active) for at in range(len(event.effects))]
    if active == scene.faction:
        put_in_play(scene, event)
    return tuple(one for one in left if one is not None)


def perform_effect(scene: Scene, event: EventCard, at: int, active: str | None = None) -> Left | None:
    """Carry out one effect, counted from 0, if it is the scene's faction that does; else give it back.

    Nothing is left where the effect's condition does not hold or the bot passes the option by.
    """
    effect = event.effects[at]
    if not effect.condition.holds(scene.table):
        return None
    faction = effect.chooser(active or scene.faction, scene.table)
    if faction != scene.faction:
        return Left(at, OTHER_FACTION, faction, effect, effect_in_words(effect, scene.table.board))
    return _carry_out(scene, event, at, effect)


def _carry_out(scene: Scene, event: EventCard, at: int, effect: Effect) -> Left | None:
    if isinstance(effect.act, OneOf):
        chosen = _alternative(scene, effect, effect.act)
        return None if chosen is None else _carry_out(scene, event, at, chosen)
    if not _is_done(scene, effect, scene.faction):
        return None
    kind = _KINDS.get(type(effect.act))
    if kind is not None:
        return Left(at, kind, scene.faction, effect, effect_in_words(effect, scene.table.board))
    event_acts.do(scene, effect, Doing(f"event.{event.number}", event.cites))
    return None


def _is_done(scene: Scene, effect: Effect, faction: str) -> bool:
    """Whether a bot does an effect: it must, or its list has it [6.1, 8.6-1]."""
    if isinstance(effect.act, event_model.ByHand):
        return True  # only a person can tell what it is
    return event_acts.is_obliged(effect) or event_wishes.rank(scene, effect, faction) is not None


def _alternative(scene: Scene, effect: Effect, act: OneOf) -> Effect | None:
    """The alternative that stands highest on the bot's list among those with an effect [8.6-1].

    Chance decides between equals, and among all where the card must be obeyed and none is listed [8.1].
    """
    possible = [one for one in act.options if _would(scene, one, scene.faction)]
    ranks = [event_wishes.rank(scene, one, scene.faction) for one in possible]
    listed = [rank for rank in ranks if rank is not None]
    if not listed and any(isinstance(one.act, event_model.ByHand) for one in possible):
        # Only a person can tell whether the list has what is done by hand.
        text = act_in_words(act, scene.table.board)
        return Effect(effect.must, event_model.ByHand(text), condition=effect.condition)
    if not listed and not effect.must:
        return None
    best = min(listed, default=None)
    equals = [one for one, rank in zip(possible, ranks, strict=True) if rank == best]
    if len(equals) < 2:
        return equals[0] if equals else None
    return equals[scene.pick(len(equals))]


def put_in_play(scene: Scene, event: EventCard) -> None:
    """After its instructions: a Lingering Event stays in play, and the Events it cancels leave [6.1]."""
    before, after = scene.table.state["lingering"], lingering_after(event, scene.table)
    if after == before:
        return

    def do(draft: Draft) -> None:
        draft.do(Shift("lingering", before, after))

    cites = tuple(dict.fromkeys((*event.cites, "6.1")))
    scene.carry_out(scene.choice(do), Doing(f"event.{event.number}", cites))


def lingering_after(event: EventCard, table: Table) -> tuple[int, ...]:
    """The Lingering Events in play once a card has been resolved [6.1]."""
    in_play = {int(number) for number in table.listed("lingering")} - set(event.cancels)
    return tuple(sorted(in_play | ({event.number} if event.lingering else set())))


# -- Article 48 --------------------------------------------------------------------------------------


def has_effect(
    scene: Scene,
    number: int,
    cards: Library | None = None,
    *,
    active: str | None = None,
    ignore_requires: bool = False,
) -> bool:
    """Whether an Event would change anything, which a bot Coalition asks before Article 48 [8.7].

    ``active`` is who played the card (the scene's faction, if not given). Bots do what their lists say;
    of people it is taken that they might do anything the card lets them. What only a person can judge
    counts as an effect.
    """
    event = event_called(number, cards)
    table = scene.table
    if not is_resolved(event, table, ignore_requires):
        return False
    if lingering_after(event, table) != table.state["lingering"]:
        return True
    active = active or scene.faction
    return any(
        _might(scene, effect, effect.chooser(active, table))
        for effect in event.effects
        if effect.condition.holds(table)
    )


def _might(scene: Scene, effect: Effect, faction: str) -> bool:
    if faction in scene.table.listed("non_player") and not _is_listed(scene, effect, faction):
        return False
    return _would(scene, effect, faction)


def _is_listed(scene: Scene, effect: Effect, faction: str) -> bool:
    if isinstance(effect.act, OneOf) and not effect.must:
        return any(_is_listed(scene, replace(one, must=False), faction) for one in effect.act.options)
    return _is_done(scene, effect, faction)


def _would(scene: Scene, effect: Effect, faction: str) -> bool:
    """Whether an effect can change anything, whether or not it is wanted."""
    if not effect.condition.holds(scene.table):
        return False
    if isinstance(effect.act, OneOf):
        return any(_would(scene, one, faction) for one in effect.act.options)
    if isinstance(effect.act, event_model.OUTSIDE):
        return True
    return event_acts.is_possible(scene, effect.act, faction)
