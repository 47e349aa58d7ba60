"""A game in motion: its state, its chance and its log. Steps are generators that yield what is pending."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import TypeVar

from weimar_bot.bot.cards import BotCard, load_cards
from weimar_bot.bot.event_cards import EventCard, card_from, library
from weimar_bot.bot.words import object_, sentences
from weimar_bot.game.chance import GameChance, Needed, Told
from weimar_bot.game.pending import REFRESH, SKIP, Instruction, Option, Pending, Question
from weimar_bot.game.state import EventData, GameState, Settings, Victory
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import Change, IllegalChange, apply_all
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table

T = TypeVar("T")
Step = Generator[Pending, str, T]

FLIP_OPTIONS = (Option("rogue", "rogue"), Option("loyal", "loyal"))
_CITES_OF = {"loss": ("6.2",), "box": ("5.2",), "removed": ("6.4", "6.5")}
YES_NO = (Option("yes", "yes"), Option("no", "no"))


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the game's log; ``depth`` 0 heads a turn, 1 is what happened in it."""

    text: str
    depth: int = 1
    cites: tuple[str, ...] = ()


class DecideAnew(Exception):
    """The table was corrected before what had been decided was carried out."""


@dataclass(slots=True)
class Game:
    """What the steps of a game work on. ``state`` is replaced, never changed."""

    settings: Settings
    state: GameState
    log: list[LogLine] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.state.table

    def update(self, **changes: object) -> None:
        self.state = self.state.but(**changes)

    def is_bot(self, faction: str) -> bool:
        return faction in self.settings.non_player

    # -- Events ----------------------------------------------------------------------------------

    @property
    def cards(self) -> Mapping[int, EventCard]:
        """The Events this game knows: shipped, the player's own at its start, described since."""
        return {
            **library(),
            **{number: _card(data) for number, data in self.settings.own_events.items()},
            **{number: _card(data) for number, data in self.state.described.items()},
        }

    def event(self, number: int) -> EventCard | None:
        """An Event by its number, if this game knows it."""
        return self.cards.get(number)

    def note(self, text: str, depth: int = 1, cites: tuple[str, ...] = ()) -> None:
        self.log.append(LogLine(text, depth, cites))

    # -- chance ----------------------------------------------------------------------------------

    def random(self) -> Random:
        """The generator of the next draw; the same after a resume."""
        source = Random(f"{self.settings.seed}:{self.state.draws}")
        self.update(draws=self.state.draws + 1)
        return source

    def shuffled(self, cards: Iterable[int]) -> tuple[int, ...]:
        pile = sorted(cards)
        self.random().shuffle(pile)
        return tuple(pile)

    def asked(
        self,
        decide: Callable[[GameChance], T],
        given: list[Told] | None = None,
        meanwhile: Callable[[Needed], Step[None]] | None = None,
    ) -> Step[T]:
        """Decide with chance, asking people for what they roll, turn over or choose by lot.

        ``decide`` is called anew after each answer; it should look at the table as it then is. ``given`` are
        answers from before, which still count as long as the same is asked; what is asked now is added.
        ``meanwhile`` is what comes before a question, as what is decided already.
        """
        given = [] if given is None else given
        before = self.state.draws
        while True:
            self.update(draws=before)
            try:
                return decide(GameChance(self.settings, given, self.random))
            except Needed as needed:
                del given[needed.used :]
                if meanwhile is not None:
                    yield from meanwhile(needed)
                answer = yield _question_for(needed)
                given.append(Told(needed.kind, needed.number, answer, needed.text, needed.options))

    def one_of(self, options: Sequence[T], what: str) -> Step[T]:
        """One of several equal options, by lot [8.1]."""
        if len(options) == 1:
            return options[0]
        at = yield from self.asked(lambda chance: chance.pick(len(options)))
        self.note(f"{what}: decided by lot")
        return options[at]

    # -- the table -------------------------------------------------------------------------------

    def draft(self, faction: str) -> Draft:
        return Draft(self.table, faction, self.settings.switches)

    def drafted(self, faction: str, work: Callable[[Draft], None]) -> Step[Draft]:
        """What ``work`` does for a faction; a person says where pieces go back to, if that is open [5.2].

        Raises :class:`IllegalChange` as ``work`` does.
        """
        if self.is_bot(faction):
            draft = self.draft(faction)
            work(draft)
            return draft

        def decide(chance: GameChance) -> Draft:
            draft = Draft(self.table, faction, self.settings.switches, choose_box=chance.box)
            work(draft)
            return draft

        return (yield from self.asked(decide))

    def apply(self, changes: Iterable[Change]) -> None:
        self.update(table=apply_all(self.table, changes))

    def instruct(self, instruction: Instruction) -> Step[bool]:
        """Have an instruction carried out; False if it was left undone or is no longer possible.

        Changes made by hand meanwhile are respected: what no longer fits is told and left.
        """
        answer = yield instruction
        if answer == REFRESH:
            raise DecideAnew
        for note in instruction.notes:
            self.note(note)
        if answer == SKIP:
            self.note(f"left undone by choice: {' '.join(instruction.lines)}", cites=("8.6",))
            return False
        try:
            self.apply(instruction.changes)
        except IllegalChange:
            self.note(f"no longer possible, and left: {' '.join(instruction.lines)}")
            return False
        for line in instruction.lines:
            self.note(line, cites=instruction.cites)
        return True

    def carry_out(self, title: str, draft: Draft, cites: tuple[str, ...]) -> Step[bool]:
        """Have the Changes of a draft carried out, if there are any to be seen."""
        lines = tuple(sentences(self.table.board, draft.changes))
        if not lines:
            self.apply(draft.changes)
            return True
        return (yield from self.instruct(Instruction(title, lines, tuple(draft.changes), cites)))

    def win(self, faction: str, reason: str, cites: tuple[str, ...]) -> None:
        """End the game."""
        self.note(f"{FACTION_NAMES[faction]} wins: {reason}", cites=cites)
        self.update(victory=Victory(faction, reason, cites), phase="over")


def _card(data: EventData) -> EventCard:
    return _read_card(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=512)
def _read_card(text: str) -> EventCard:
    return card_from(json.loads(text))


def _question_for(needed: Needed) -> Question:
    if needed.kind == "die":
        purpose = f" for {needed.text}" if needed.text else ""
        return Question("die", f"Roll a die{purpose}. What does it show?", low=1, high=6)
    if needed.kind == "flip":
        return Question("flip", "Turn the Freikorps over. What does it show?", FLIP_OPTIONS)
    if needed.kind == "loan":
        return Question("loan", needed.text, low=0, high=needed.number, default="0", cites=("6.2", "8.1"))
    if needed.kind == "pawn":
        return Question("pawn", needed.text, YES_NO, default="no", cites=("6.2",))
    if needed.options:
        named = tuple(Option(key, words) for key, words in needed.options)
        return Question(needed.kind, needed.text, named, cites=_CITES_OF[needed.kind])
    options = tuple(Option(str(at), str(at + 1)) for at in range(needed.number))
    return Question(
        "lot", f"Draw lots among {needed.number} equal options. Which one?", options, cites=("8.6-4E5",)
    )


@cache
def bot_cards() -> Mapping[int, BotCard]:
    """The shipped bot cards by number, read once."""
    return load_cards()


def _deck_of(faction: str) -> list[int]:
    return [number for number, card in bot_cards().items() if card.faction == faction]


def reveal_bot_card(game: Game, faction: str) -> Step[BotCard]:
    """Reveal the top card of a bot deck; an empty pile is shuffled anew [8.5]."""
    deck = game.state.decks[faction]
    own = _deck_of(faction)
    if game.settings.cards == "hand":
        question = Question(
            "bot_card",
            f"Reveal the top bot card of {object_(faction)}. Its number?",
            low=min(own),
            high=max(own),
        )
        number = int((yield question))
    else:
        pile = deck.pile or game.shuffled(own)
        number, deck = pile[0], type(deck)(pile[1:], deck.discards, deck.revealed)
    deck = type(deck)(deck.pile, (*deck.discards, number), number)
    game.update(decks={**game.state.decks, faction: deck})
    return bot_cards()[number]


def end_bot_card(game: Game, card: BotCard) -> None:
    """Follow the reshuffle instruction of a card once it is used (8.5, R43)."""
    if card.reshuffle:
        shuffle_deck(game, card.faction)


def put_under(game: Game, card: BotCard) -> Step[None]:
    """Put the card just revealed back under its deck (R43); a deck of cards in hand needs to be told so."""
    deck = game.state.decks[card.faction]
    pile = (*deck.pile, card.number) if game.settings.cards == "app" else ()
    deck = type(deck)(pile, deck.discards[:-1], deck.revealed)
    game.update(decks={**game.state.decks, card.faction: deck})
    if game.settings.cards == "hand":
        lines = (f"Put bot card {card.number} of {object_(card.faction)} back under its deck.",)
        yield from game.instruct(Instruction("Turn Order card", lines, cites=("8.4", "R43")))


def shuffle_deck(game: Game, faction: str) -> None:
    """Shuffle all nine bot cards of a faction into a new deck [8.4, 8.5]."""
    own = _deck_of(faction)
    deck = game.state.decks[faction]
    pile = game.shuffled(own) if game.settings.cards == "app" else ()
    game.update(decks={**game.state.decks, faction: type(deck)(pile, (), deck.revealed)})
    if game.settings.cards == "hand":
        game.note(f"Shuffle all bot cards of {object_(faction)} into a new deck.")


def last_card(game: Game, faction: str) -> Step[BotCard]:
    """The card an NP faction that is not active goes by: its last one, else its top card (R42)."""
    number = game.state.decks[faction].revealed
    if number is not None:
        return bot_cards()[number]
    return (yield from reveal_bot_card(game, faction))
