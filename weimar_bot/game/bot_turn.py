"""A Non-player faction's turn in the Action Step (8.5, 8.7, R37-R41)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.decide import Request
from weimar_bot.bot.event_cards import EventCard
from weimar_bot.bot.words import subject
from weimar_bot.game import cards_played, control_by_bot, deeds, event_entry, events_played
from weimar_bot.game.pending import Instruction, Option, Question
from weimar_bot.game.runtime import Game, Step, end_bot_card, reveal_bot_card
from weimar_bot.rules.timeline import LAST_YEARS_OF_ERAS
from weimar_bot.table.pieces import FACTION_NAMES

EMPTY = "empty"
ELECTION = "election"
OTHER_LAST_EVENT = 151


@dataclass(slots=True)
class Revealed:
    """The Event card played: its number (0: not told) or an Election, and what is printed on it.

    ``card`` is what is known of it, if anything is.
    """

    number: int = 0
    election: bool = False
    mandatory: bool = False
    article_48: bool = False
    cancelled: bool = False
    card: EventCard | None = None

    @property
    def title(self) -> str:
        return f"Event #{self.number}" if self.number else "The Election card"


def bot_turn(game: Game, faction: str) -> Step[None]:
    """Everything a bot does when its turn comes."""
    game.note(f"{FACTION_NAMES[faction]}, {game.table.year} {game.table.text('round')}", depth=0)
    card = yield from reveal_bot_card(game, faction)
    game.note(f"Bot card {card.number}.", cites=("8.5",))
    event = yield from _event_step(game, card)
    if game.state.victory is not None:
        return
    actions = 2 if event is not None else 1
    for _ in range(actions):
        done = yield from _one_action(game, card, actions)
        if not done:
            break
    clear_turn(game)
    end_bot_card(game, card)


def clear_turn(game: Game) -> None:
    """Forget what was done in this Action Step once the turn is over [6.0]."""
    blank = {key: () for key in game.table.state if key.startswith("turn.")}
    game.update(table=game.table.with_state(blank))


def _one_action(game: Game, card: BotCard, actions: int) -> Step[bool]:
    """Decide the next Action on the table as it now is and have it carried out; False if there is none."""
    request = Request(
        game.table,
        card.faction,
        card,
        "none" if actions == 2 else "empty",
        switches=game.settings.switches,
        cards=game.cards,
    )
    return (yield from deeds.act(game, replace(request, limit=1)))


# -- the Event -----------------------------------------------------------------------------------------


def _event_step(game: Game, card: BotCard) -> Step[Revealed | None]:
    """Reveal the Event, let cards be played on it, perform it; None if only one Action follows (R37, R38)."""
    faction = card.faction
    if not card.plays_event:
        return None
    event = yield from _revealed_event(game, faction)
    if event is None:
        game.note("No Event card is left: one Action.", cites=("8.7",))
        return None
    if event.election:
        game.update(election_played=True)
        game.note("An Election card is played: elections follow this round.", cites=("7.0",))
    else:
        yield from cards_played.article_48(game, faction, event)
    yield from cards_played.reichstag_seats_by_bot(game, faction)
    yield from control_by_bot.play(game, card)
    if not _is_mere_election(event) and not event.cancelled and game.settings.events == "ask":
        yield from _perform(game, card, event)
    return event


def _is_mere_election(event: Revealed) -> bool:
    return event.election and (event.card is None or not event.card.effects)


def _perform(game: Game, card: BotCard, event: Revealed) -> Step[None]:
    if event.card is not None:
        yield from events_played.by_bot(game, card, event.card)
        return
    what = f"Event #{event.number}" if event.number else "the Event"
    lines = (
        f"Carry {what} out as far as it can be done, with the choices of 8.6-1, and enter what changed.",
    )
    yield from game.instruct(
        Instruction(f"{FACTION_NAMES[card.faction]}: {what}", lines, cites=("8.6-1", "8.7"))
    )


def _revealed_event(game: Game, faction: str) -> Step[Revealed | None]:
    """The card a bot plays from its stack, last-year check included [8.7, R39]; None with none left."""
    left = game.state.stacks.get(faction, 0)
    if left < 1:
        return None
    if game.settings.events == "none":
        _take_from_stack(game, faction)
        return Revealed()
    if game.table.year in LAST_YEARS_OF_ERAS:
        event = yield from _searched_event(game, faction, left)
        if event is not None:
            _take_from_stack(game, faction)
            return event
    question = f"Reveal the top Event card of {subject(faction)} ({left} left). What is it?"
    while True:
        event = yield from _asked_event(game, faction, question, searching=False)
        if event is None:
            return None
        if not (event.election and game.state.election_played):
            _take_from_stack(game, faction)
            return event
        question = (
            "An Election was played this round already: shuffle that card back in and reveal another. "
            "What is it? (empty: only Elections are left)"
        )


def _searched_event(game: Game, faction: str, left: int) -> Step[Revealed | None]:
    """A Mandatory or Election card of the stack, which must be played before the Era ends; by lot if there
    are several [8.7]."""
    kinds = "Mandatory card" if game.state.election_played else "Mandatory or Election card"
    text = f"Look through all {left} Event cards of {subject(faction)}: is there a {kinds}?"
    found: list[Revealed] = []
    while len(found) < left:
        event = yield from _asked_event(game, faction, text, searching=True)
        if event is None:
            break
        if event.election and game.state.election_played:
            continue  # not one of those looked for
        found.append(event)
        text = f"Is there another {kinds}? (One of them is drawn by lot.)"
    if not found:
        return None
    event = yield from game.one_of(found, "Which of them is played")
    game.note(f"{event.title} is played: it must be, before the Era ends.", cites=("8.7",))
    if event.number and event.card is None:
        event.card = yield from event_entry.describe(game, event.number)
        event.election = event.card is not None and event.card.election
    return event


def _asked_event(game: Game, faction: str, text: str, searching: bool) -> Step[Revealed | None]:
    none = Option(EMPTY, "none" if searching else "empty")
    no_election = searching and game.state.election_played
    options = (none,) if no_election else (Option(ELECTION, "election"), none)
    answer = yield Question("event", text, options, low=1, high=OTHER_LAST_EVENT, cites=("8.7",))
    if answer == EMPTY:
        return None
    if answer == ELECTION:
        return Revealed(election=True)
    number = int(answer)
    if searching:
        known = game.event(number)
        election = known is not None and known.election
        return Revealed(number, election, mandatory=not election, card=known)
    return (yield from identified(game, number))


def identified(game: Game, number: int) -> Step[Revealed]:
    """The card of a number, described if no library knows it; its symbol is asked for if not known [8.7]."""
    card = game.event(number) or (yield from event_entry.describe(game, number))
    symbol = card is not None and card.article_48
    if card is None or not card.article_48_known:
        symbol = yield from cards_played.shows_symbol(game, number)
    if card is None:
        return Revealed(number, article_48=symbol)
    return Revealed(number, card.election, card.mandatory, symbol, card=card)


def _take_from_stack(game: Game, faction: str) -> None:
    left = game.state.stacks.get(faction, 0)
    game.update(stacks={**game.state.stacks, faction: max(0, left - 1)})
