"""What is known of the Lingering Events in play, for people who have to mind them (1.6, 6.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from weimar_bot.bot.event_cards import EventCard
from weimar_bot.bot.event_words import effects_in_words
from weimar_bot.table.table import Table

NONE_IN_PLAY: Final = "No Lingering Event is in play."
# Those whose rule the program minds itself: the charts and the Assaults see to them.
MINDED: Final = (16, 20, 55)


def reminders(table: Table, cards: Mapping[int, EventCard]) -> list[str]:
    """Every Lingering Event in play with what is known of it, one line each and more below."""
    found: list[str] = []
    for word in table.listed("lingering"):
        number = int(word)
        card = cards.get(number)
        if card is None:
            found.append(f"#{number}: nothing is known of it; read the card.")
            continue
        minded = " The program minds it." if number in MINDED else ""
        found.append(f"#{number} {card.title}.{minded}")
        found += [f"  {line}" for line in _known_of(table, card)]
    return found or [NONE_IN_PLAY]


def _known_of(table: Table, card: EventCard) -> list[str]:
    lines = [card.note] if card.note else []
    lines += [f"Ends: {card.ends}"] if card.ends else []
    lines += [f"Played as: {line}" for line in effects_in_words(card, table.board)]
    lines += [card.say] if card.say else []
    return [line.strip() for line in lines] or ["Read the card for what it changes."]
