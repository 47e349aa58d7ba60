"""Carrying out the Event of a turn: what the library knows, elections, victories, the rest by hand (6.1).

A bot's choices are made for it, whoever plays the card (R42); what only people can see to is told to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from weimar_bot.bot import event_model, events
from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.decide import Decision, Request
from weimar_bot.bot.event_cards import EventCard
from weimar_bot.bot.event_words import effect_in_words
from weimar_bot.game import deeds, round_steps
from weimar_bot.game.pending import Instruction
from weimar_bot.game.runtime import Game, Step, last_card
from weimar_bot.game.setup import scenarios
from weimar_bot.rules import elections, victory
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import Shift
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS

# What the game sees to itself, whoever has played the card.
SEEN_TO = (event_model.HoldElection, event_model.Victory)


def ignores_requires(game: Game) -> bool:
    """Whether the scenario takes no heed of what an Event requires [6.1]."""
    return scenarios()[game.settings.scenario].ignore_requires


def by_bot(game: Game, card: BotCard, known: EventCard) -> Step[None]:
    """An Event of the library, played by a bot: its own choices, then what is left to others."""
    if _not_resolved(game, known):
        return
    decision = yield from _decided(game, card, known, card.faction)
    yield from _left(game, card.faction, known, decision.left)


def by_person(game: Game, faction: str, known: EventCard) -> Step[None]:
    """An Event of the library, played by a person: theirs is done by hand, bots choose for themselves."""
    if _not_resolved(game, known):
        return
    holding = [effect for effect in known.effects if effect.condition.holds(game.table)]
    theirs = [effect for effect in holding if not _is_for_others(game, effect, faction)]
    if theirs:
        lines = [effect_in_words(effect, game.table.board) for effect in theirs]
        yield from _by_hand(game, faction, known, (*lines, "Enter what changed, then answer done."))
    rest = [effect for effect in holding if effect not in theirs]
    left = [
        events.Left(
            known.effects.index(effect),
            "seen_to" if isinstance(effect.act, SEEN_TO) else events.OTHER_FACTION,
            effect.chooser(faction, game.table),
            effect,
            effect_in_words(effect, game.table.board),
        )
        for effect in rest
    ]
    yield from _left(game, faction, known, left)
    if game.state.victory is None:
        yield from _into_play(game, faction, known)


def _not_resolved(game: Game, known: EventCard) -> bool:
    if events.is_resolved(known, game.table, ignores_requires(game)):
        return False
    game.note(f"Event #{known.number} requires #{known.requires}, which is not in play.", cites=("6.1",))
    return True


def _is_for_others(game: Game, effect: event_model.Effect, active: str) -> bool:
    if isinstance(effect.act, SEEN_TO):
        return True
    chooser = effect.chooser(active, game.table)
    return chooser != active and game.is_bot(chooser)


def _decided(game: Game, card: BotCard, known: EventCard, active: str) -> Step[Decision]:
    """What a bot does of an Event, carried out."""
    request = Request(
        game.table,
        card.faction,
        card,
        action=f"event.{known.number}",
        switches=game.settings.switches,
        cards=game.cards,
        active=active,
    )
    return (yield from deeds.carried(game, request))


def _left(game: Game, active: str, known: EventCard, left: Iterable[events.Left]) -> Step[None]:
    """What the active bot has not done itself, in the order of the card, until the game is won."""
    bots: set[str] = set()
    for one in left:
        if game.state.victory is not None:
            return
        if isinstance(one.effect.act, SEEN_TO):
            yield from _seen_to(game, one.effect.act)
        elif one.kind != events.OTHER_FACTION or not game.is_bot(one.faction):
            yield from _by_hand(game, one.faction, known, (one.text,))
        elif one.faction not in bots:  # it does all of its effects at once
            bots.add(one.faction)
            card = yield from last_card(game, one.faction)
            decision = yield from _decided(game, card, known, active)
            own = [more for more in decision.left if more.kind != events.OTHER_FACTION]
            yield from _left(game, active, known, own)


def _by_hand(game: Game, faction: str, known: EventCard, lines: tuple[str, ...]) -> Step[None]:
    title = f"{FACTION_NAMES[faction]}: Event #{known.number} {known.title}"
    yield from game.instruct(Instruction(title, lines, cites=known.cites))


def _into_play(game: Game, faction: str, known: EventCard) -> Step[None]:
    """A Lingering Event stays in play, and those the card cancels leave [6.1]."""
    before, after = game.table.state["lingering"], events.lingering_after(known, game.table)
    if after != before:
        draft: Draft = game.draft(faction)
        draft.do(Shift("lingering", before, after))
        yield from game.carry_out(f"Event #{known.number} {known.title}", draft, ("6.1",))


# -- elections and victories ---------------------------------------------------------------------------


def _seen_to(game: Game, act: object) -> Step[None]:
    if isinstance(act, event_model.Victory):
        _victory(game, act)
        return
    assert isinstance(act, event_model.HoldElection)
    yield from _ELECTIONS[act.kind](game)


def _victory(game: Game, act: event_model.Victory) -> None:
    """The faction wins if its current PV suffices [3.3, 7.6]."""
    pv = elections.current_pv(game.table)[act.faction]
    name = FACTION_NAMES[act.faction]
    if pv >= act.pv:
        game.win(act.faction, f"an Event, with {pv} current PV", ("3.3", "7.6"))
    else:
        game.note(f"{name} has {pv} current PV, too few to win.", cites=("3.3", "7.6"))


def _special_election(game: Game) -> Step[None]:
    """RC wins the game if it has the most PV; nothing changes otherwise [3.3, 7.4]."""
    totals = elections.special(game.table).totals
    game.note(f"Special Election: {_shown(totals)}.", cites=("7.4",))
    leaders = elections.leaders(game.table, totals)
    first = yield from game.one_of(leaders, "a tie for the Special Election")
    winner = victory.by_referendum(first)
    if winner is not None:
        game.win(winner, "Special Election", ("3.3", "7.4"))


def _count_pv(game: Game) -> Step[None]:
    game.note(f"Current PV: {_shown(elections.current_pv(game.table))}.", cites=("7.6",))
    yield from ()


def _shown(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{FACTION_NAMES[faction]} {totals[faction]}" for faction in FACTIONS)


_ELECTIONS: Mapping[str, Callable[[Game], Step[None]]] = {
    "snap": round_steps.election_cycle,
    "special": _special_election,
    "current_pv": _count_pv,
}
