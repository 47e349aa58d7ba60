"""Having what a bot decided carried out, deed by deed."""

from __future__ import annotations

from dataclasses import replace

from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.bot.scene import Deed
from weimar_bot.bot.words import action_title, deed_sentences
from weimar_bot.game.chance import GameChance, Needed, Told
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

    What is decided already is carried out before people are asked for what comes after it. Where the table
    is corrected before the first deed is done, it is decided anew, with the same dice.
    """
    draws = game.state.draws
    given: list[Told] = []
    while True:
        game.update(draws=draws)
        try:
            return (yield from _Carrying(game, request).run(given))
        except DecideAnew:
            continue


class _Carrying:
    """One decision on its way to the table: ``done`` of its deeds are carried out, ``told`` dice are noted.

    Deciding is pure: made anew with one more answer, a decision begins with the same deeds.
    """

    def __init__(self, game: Game, request: Request) -> None:
        self.game = game
        self.request = request
        self.done = 0
        self.told = 0

    def run(self, given: list[Told]) -> Step[Decision]:
        decision = yield from self.game.asked(self._decide, given, self._meanwhile)
        yield from self._carry(decision)
        for line in self._new_dice(decision):
            self.game.note(line)
        return decision

    def _decide(self, chance: GameChance) -> Decision:
        """The decision on the table as it is now, corrections included, until something of it is done."""
        if not self.done:
            self.request = replace(self.request, table=self.game.table)
        return decide(self.request, chance)

    def _meanwhile(self, needed: Needed) -> Step[None]:
        if needed.partial is not None:
            yield from self._carry(needed.partial)

    def _carry(self, decision: Decision) -> Step[None]:
        for deed in decision.deeds[self.done :]:
            dice = self._new_dice(decision)
            yield from carry_deed(self.game, decision, deed, dice, anew=not self.done)
            self.done += 1

    def _new_dice(self, decision: Decision) -> tuple[str, ...]:
        rolls, self.told = decision.rolls[self.told :], len(decision.rolls)
        return tuple(f"Die for {purpose}: {die}." for purpose, die in rolls)


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
