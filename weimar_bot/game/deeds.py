"""Having what a bot decided carried out, deed by deed."""

from __future__ import annotations

from dataclasses import replace

from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.bot.scene import Deed
from weimar_bot.bot.words import action_title, deed_sentences
from weimar_bot.game.chance import Told
from weimar_bot.game.pending import Instruction
from weimar_bot.game.runtime import DecideAnew, Game, Step
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table


def act(game: Game, request: Request) -> Step[bool]:
    """Decide a request and have every deed carried out."""
    decision = yield from carried(game, request)
    note_performed(game, decision.after)
    return bool(decision.deeds)


def carried(game: Game, request: Request) -> Step[Decision]:
    """Decide a request and have every deed carried out, with the dice it took.

    Where the table is corrected before the first deed is done, it is decided anew, with the same dice.
    """
    draws = game.state.draws
    given: list[Told] = []
    while True:
        game.update(draws=draws)
        decision = yield from _decided(game, request, given)
        try:
            yield from _carry_deeds(game, decision)
        except DecideAnew:
            continue
        return decision


def _decided(game: Game, request: Request, given: list[Told]) -> Step[Decision]:
    """The decision on the table as it is when the last die has been told, corrections included."""
    return (yield from game.asked(lambda chance: decide(replace(request, table=game.table), chance), given))


def _carry_deeds(game: Game, decision: Decision) -> Step[None]:
    dice = tuple(f"Die for {purpose}: {die}." for purpose, die in decision.rolls)
    for at, deed in enumerate(decision.deeds):
        yield from carry_deed(game, decision, deed, () if at else dice, anew=not at)
    if not decision.deeds:
        for line in dice:
            game.note(line)


def carry_deed(
    game: Game, decision: Decision, deed: Deed, notes: tuple[str, ...] = (), *, anew: bool = False
) -> Step[None]:
    """Have one deed carried out; ``anew`` where nothing of the decision is done yet."""
    faction = decision.request.faction
    title = f"{FACTION_NAMES[faction]}: {action_title(deed.doing.name, game.cards)}"
    lines = tuple(deed_sentences(deed))
    yield from game.instruct(Instruction(title, lines, deed.changes, deed.doing.cites, decision, notes, anew))


def note_performed(game: Game, after: Table) -> None:
    """Take the record of what was done over, so that the second Action goes on from there (R01)."""
    game.update(table=game.table.with_state({"turn.performed": after.state["turn.performed"]}))
