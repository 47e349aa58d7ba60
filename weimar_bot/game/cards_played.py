"""Article 48, Reichstag Seats and Parliamentary Control cards, as people and bots play them (6.0, 8.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from weimar_bot.bot.decide import Request, would_have_effect
from weimar_bot.bot.words import sentences, subject
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.runtime import YES_NO, Game, Step, bot_cards
from weimar_bot.game.setup import scenarios
from weimar_bot.rules import timeline
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import IllegalChange
from weimar_bot.table.pieces import FACTION_NAMES

if TYPE_CHECKING:
    from weimar_bot.game.bot_turn import Revealed

CANCEL = "Cancel it with Article 48?"


def article_48(game: Game, active: str, event: Revealed) -> Step[None]:
    """Let the Coalition cancel an Event: a bot where the symbol shows, a person if asked to [6.0, 8.7]."""
    if not timeline.can_play_article_48(game.table) or event.mandatory or game.settings.events != "ask":
        return
    owner = timeline.GOVERNMENT
    if game.is_bot(owner):
        plays = event.article_48 and (yield from _would_have_effect(game, active, event))
    else:
        text = f"{subject(active)} plays an Event. {CANCEL}"
        plays = (yield Question("article_48", text, YES_NO, default="no", cites=("6.0",))) == "yes"
    if plays and (yield from _played(game, owner, "Article 48", timeline.play_article_48)):
        event.cancelled = True
        game.note("The Event is cancelled.", cites=("6.0",))


def shows_symbol(game: Game, number: int) -> Step[bool]:
    """Whether an Event not in the library has the Article 48 symbol; asked only if it matters [8.7]."""
    if not (game.is_bot(timeline.GOVERNMENT) and timeline.can_play_article_48(game.table)):
        return False
    text = f"Does Event #{number} show the Article 48 symbol?"
    return (yield Question("article_48_symbol", text, YES_NO, default="no", cites=("8.7",))) == "yes"


def _would_have_effect(game: Game, active: str, event: Revealed) -> Step[bool]:
    """A bot cancels only what would have some effect [8.7]; of an unknown Event a person has to tell."""
    if event.card is None:
        text = f"Would Event #{event.number} have any effect?"
        return (yield Question("has_effect", text, YES_NO, default="yes", cites=("8.7",))) == "yes"
    request = Request(
        game.table,
        active,
        next(iter(bot_cards().values())),  # nothing is chosen here, so that any card will do
        switches=game.settings.switches,
        cards=game.cards,
        active=active,
    )
    if would_have_effect(request, event.number):
        return True
    game.note("Article 48 stays: the Event has no effect.", cites=("8.7",))
    return False


def can_play_reichstag_seats(game: Game, faction: str) -> bool:
    """Whether a faction holds Reichstag Seats face-up [6.0]."""
    return timeline.can_play_seats(game.table, faction)


def play_reichstag_seats(game: Game, faction: str) -> Step[None]:
    """Unity falls, the faction gains Momentum, Clean Slate everywhere, the card is turned face-down [6.0]."""
    yield from _played(game, faction, "Reichstag Seats", timeline.play_seats)


def reichstag_seats_by_bot(game: Game, faction: str) -> Step[None]:
    """A bot plays Reichstag Seats whenever it has not got Momentum [8.7]."""
    if can_play_reichstag_seats(game, faction) and game.table.text("momentum") != faction:
        yield from play_reichstag_seats(game, faction)


def controls_held(game: Game, faction: str) -> list[str]:
    """The areas whose Parliamentary Control cards a faction may still play [6.0]."""
    return timeline.playable_controls(game.table, faction)


def use_control(game: Game, faction: str, area: str, reform: str | None = None) -> Step[None]:
    """After the bonus Action: the Reform if any, Clean Slate, the card is turned face-down [6.0]."""
    title = card_name(game, f"control.{area}")
    yield from _played(game, faction, title, lambda draft: timeline.play_control(draft, area, reform))


def can_call_extra_election(game: Game, faction: str) -> list[str]:
    """The cards (state keys) a person may spend on the one Extra Election, if there is any [7.7]."""
    allowed = scenarios()[game.settings.scenario].extra_election and game.state.extra_election == "no"
    return timeline.extra_election_cards(game.table, faction) if allowed else []


def call_extra_election(game: Game, faction: str, key: str) -> Step[None]:
    """Spend a card; an Election Cycle comes in the next Elections Step [7.7]."""
    called = yield from _played(
        game, faction, card_name(game, key), lambda draft: timeline.call_extra_election(draft, key)
    )
    if called:
        game.update(extra_election="called")
        game.note("An Extra Election is called: elections follow this round.", cites=("7.7",))


def card_name(game: Game, key: str) -> str:
    """A card beside the hand by its key in the table's state."""
    area = key.removeprefix("control.")
    if area == key:
        return "Reichstag Seats"
    return f"the Parliamentary Control card of {game.table.board.area_name(area)}"


def _played(game: Game, faction: str, card: str, play: Callable[[Draft], None]) -> Step[bool]:
    """Have a card carried out and turned face-down; False if that was left undone."""
    try:
        draft = yield from game.drafted(faction, play)
    except IllegalChange as gone:  # the table was changed by hand meanwhile
        game.note(f"no longer possible, and left: {gone}")
        return False
    game.note(f"{subject(faction)} plays {card}.", cites=("6.0",))
    lines = (*sentences(game.table.board, draft.changes), f"Turn {card} face-down.")
    title = f"{FACTION_NAMES[faction]}: {card[0].upper()}{card[1:]}"
    return (yield from game.instruct(Instruction(title, lines, tuple(draft.changes), ("6.0", "5.11"))))
