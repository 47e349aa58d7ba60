"""What is asked of the bots, read from what a person writes: faction, card, dice, Event.

The command line and the terminal app read the same words in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping

from weimar_bot.bot.cards import BotCard, load_cards
from weimar_bot.bot.decide import EVENT_BY_HAND, NO_EVENT_CARD, Request
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.events import event_called
from weimar_bot.reading.faults import AmbiguousInput, Fault, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted, whole_number
from weimar_bot.table.pieces import FACTIONS

Cards = Mapping[int, EventCard]


def read_faction(word: str) -> str:
    """A faction from its name or a unique beginning of it."""
    folded = word.strip().lower()
    found = [faction for faction in FACTIONS if folded and faction.startswith(folded)]
    if folded in FACTIONS:
        return folded
    if not found:
        raise UnreadableInput(f"unknown faction {quoted(word)}{did_you_mean(word, FACTIONS)}")
    if len(found) > 1:
        raise AmbiguousInput(f"the faction {quoted(word)} may be {' or '.join(found)}")
    return found[0]


def read_card(text: str) -> BotCard:
    """A bot card from its printed number."""
    cards = load_cards()
    number = whole_number(text, "a bot card")
    if number not in cards:
        raise UnreadableInput(
            Fault(f"bot cards are numbered from 1 to {len(cards)}, not {number}", sections=("8.2",))
        )
    return cards[number]


def read_dice(text: str) -> list[int]:
    """Results of dice, as in ``4,3,3``."""
    parts = text.replace(",", " , ").split()
    faces = [part for part in parts if part != ","]
    if parts.count(",") >= max(1, len(faces)):
        raise UnreadableInput(f"dice are written as in 4,3,3, not {quoted(text)}")
    return [whole_number(face, "a die") for face in faces]


def read_flips(text: str) -> list[str]:
    """What Freikorps turned over show, as in ``rogue,loyal``; judged where they are used."""
    return [part.strip().lower() for part in text.split(",") if part.strip()]


def read_event(text: str, what: str = "the Event", cards: Cards | None = None) -> str | int:
    """``none``, ``empty`` or the number of an Event; ``what`` is how a refusal begins."""
    word = text.strip().lower()
    if word in (EVENT_BY_HAND, NO_EVENT_CARD):
        return word
    if not word.lstrip("#").isdecimal():
        raise UnreadableInput(f"{what} takes none, empty or the number of an Event, not {quoted(text)}")
    return event_called(whole_number(word.lstrip("#"), "an Event"), cards).number


def event_notes(request: Request) -> list[str]:
    """What is odd about the Event asked for."""
    if not isinstance(request.event, int):
        return []
    if request.action:
        return ["the Event plays no part where a single Action is asked for"]
    era = event_called(request.event, request.cards).era
    if era == request.table.era:
        return []
    name = era.replace("_", " ").title()
    return [f"Event #{request.event} is of the {name} Era, and the year is {request.table.year}"]
