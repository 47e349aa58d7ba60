"""Having what a bot decided carried out, deed by deed."""

from __future__ import annotations

from dataclasses import replace

from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.bot.scene import Deed
from weimar_bot.bot.words import action_title, deed_sentences
from weimar_bot.game.pending import Instruction
from weimar_bot.game.runtime import Game, Step
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table


def act(game: Game, request: Request) -> Step[bool]:
    """Decide a request and have every deed carried out."""
    decision = yield from decided(game, request)
    yield from carry_deeds(game, decision)
    note_performed(game, decision.after)
    return bool(decision.deeds)


def decided(game: Game, request: Request) -> Step[Decision]:
    """The decision on the table as it is when the last die has been told, corrections included."""
    return (yield from game.asked(lambda chance: decide(replace(request, table=game.table), chance)))


def carry_deeds(game: Game, decision: Decision) -> Step[None]:
    """Have everything that was decided carried out, with the dice it took."""
    for purpose, die in decision.rolls:
        game.note(f"Die for {purpose}: {die}.")
    for deed in decision.deeds:
        yield from carry_deed(game, decision, deed)


def carry_deed(game: Game, decision: Decision, deed: Deed) -> Step[None]:
    """Have one deed of a decision carried out, told in sentences."""
    faction = decision.request.faction
    title = f"{FACTION_NAMES[faction]}: {action_title(deed.doing.name, game.cards)}"
    lines = tuple(deed_sentences(deed))
    yield from game.instruct(Instruction(title, lines, deed.changes, deed.doing.cites, decision))


def note_performed(game: Game, after: Table) -> None:
    """Take the record of what was done over, so that the second Action goes on from there (R01)."""
    game.update(table=game.table.with_state({"turn.performed": after.state["turn.performed"]}))
