"""Article 48, Reichstag Seats and Parliamentary Control cards, as people and bots play them (6.0, 8.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from weimar_bot.bot.words import subject
from weimar_bot.game.pending import Question
from weimar_bot.game.runtime import YES_NO, Game, Step
from weimar_bot.rules import timeline
from weimar_bot.rules.draft import Draft

if TYPE_CHECKING:
    from weimar_bot.game.bot_turn import Revealed

CANCEL = "Cancel it with Article 48?"


def article_48(game: Game, active: str, event: Revealed) -> Step[None]:
    """Let the Coalition cancel an Event: a bot where the symbol shows, a person if asked to [6.0, 8.7]."""
    if not timeline.can_play_article_48(game.table) or event.mandatory or game.settings.events != "ask":
        return
    owner = timeline.GOVERNMENT
    if game.is_bot(owner):
        plays = event.article_48
    else:
        text = f"{subject(active)} plays an Event. {CANCEL}"
        plays = (yield Question("article_48", text, YES_NO, default="no", cites=("6.0",))) == "yes"
    if plays:
        event.cancelled = True
        yield from _played(game, owner, "Article 48", timeline.play_article_48)
        game.note("The Event is cancelled.", cites=("6.0",))


def can_play_reichstag_seats(game: Game, faction: str) -> bool:
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
    title = f"the Parliamentary Control card of {game.table.board.area_name(area)}"
    yield from _played(game, faction, title, lambda draft: timeline.play_control(draft, area, reform))


def _played(game: Game, faction: str, card: str, play: Callable[[Draft], None]) -> Step[None]:
    game.note(f"{subject(faction)} plays {card}: turn it face-down.", cites=("6.0",))
    draft = game.draft(faction)
    play(draft)
    yield from game.carry_out(card[0].upper() + card[1:], draft, ("6.0", "5.11"))
