"""A game of four bots with nobody at the table: every table of it is checked as it comes about.

Chance, Event cards and the answers people would give follow from the seed alone. Events the library knows are
carried out; all others are without effect.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from weimar_bot.bot.decide import Decision
from weimar_bot.game.bot_turn import ELECTION, EMPTY
from weimar_bot.game.chance import GameChance, Needed, Told
from weimar_bot.game.flow import flow
from weimar_bot.game.pending import Instruction, Pending, Question, read_answer
from weimar_bot.game.runtime import Game, Step
from weimar_bot.game.selfplay_checks import ActionStep, Violation, carried_out, check_table, faults_of
from weimar_bot.game.selfplay_tally import Broken, Tally
from weimar_bot.game.session import start_state
from weimar_bot.game.setup import scenarios, start_table
from weimar_bot.game.state import GameState, Settings
from weimar_bot.table.board import Board
from weimar_bot.table.changes import Change
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.position_write import write_position
from weimar_bot.table.table import Table

T = TypeVar("T")

MOST_STEPS = 5_000
# The numbers of each Era's Events, and how many of the eight Election cards are shuffled in with them [1.6].
_ERAS = {"crisis": (range(1, 53), 3), "golden_twenties": (range(53, 113), 3), "decline": (range(113, 152), 2)}
_MOST_MODIFIER = 10
_LEFT = "no longer possible"


def play_one(scenario: str, seed: int, board: Board, tally: Tally) -> Broken | None:
    """Play one game and count it in ``tally``; what was broken, if a table or an instruction was wrong.

    The same scenario, seed and board always give the same game. A game that broke off is not counted.
    Raises :class:`~weimar_bot.reading.faults.UnreadableInput` for an unknown scenario.
    """
    own = Tally()
    game = _WatchedGame(*_beginning(scenario, seed, board), tally=own)
    people = _People(game, Random(f"{seed}:people"))
    steps = 0
    try:
        if faults := list(faults_of(game.table, game.table)):
            raise Violation(faults)
        for steps, pending in enumerate(_pending(game, people), 1):
            own.take(pending)
            if steps > MOST_STEPS:
                raise Violation([f"the game has no end after {MOST_STEPS} steps"])
        if game.state.victory is None:
            raise Violation(["nothing is pending, but nobody has won"])
    except Exception as error:  # whatever it is, it is a finding
        return _broken(error, game, scenario, seed, steps)
    own.end(game.state, scenarios()[scenario])
    tally.add(own)
    return None


def _beginning(scenario: str, seed: int, board: Board) -> tuple[Settings, GameState]:
    """The game as it is laid out, each bot with a stack of Events of its own size."""
    settings = Settings(scenario, FACTIONS, seed, freikorps="app")
    state = start_state(settings, start_table(scenario, board, non_player=FACTIONS))
    sizes, hand = Random(f"{seed}:stacks"), scenarios()[scenario].hand
    return settings, state.but(stacks={faction: sizes.randint(0, hand + 2) for faction in FACTIONS})


def _pending(game: _WatchedGame, people: _People) -> Generator[Pending, None, None]:
    """Everything that becomes pending, one thing at a time; each is answered once it was looked at."""
    running = flow(game, game.begin_station)
    try:
        pending = next(running)
        while True:
            yield pending
            _one_thing(game, pending)
            game.told = pending
            pending = running.send(read_answer(pending, people.answer(pending)))
    except StopIteration:
        return


def _one_thing(game: _WatchedGame, pending: object) -> None:
    """What is pending must be one instruction or question that can be answered, and the game not over."""
    if game.state.victory is not None:
        raise Violation(["something is pending, though the game is won"])
    if isinstance(pending, Instruction):
        if not any(line.strip() for line in pending.lines):
            raise Violation([f"the instruction {pending.title!r} says nothing"])
        carried_out(game.table, pending.changes)
        game.action_step.take(pending)
    elif not isinstance(pending, Question):
        raise Violation([f"{pending!r} is pending, which is neither an instruction nor a question"])
    elif not pending.options and pending.low is None and pending.read is None:
        raise Violation([f"there is no answer to the question {pending.text!r}"])


def _broken(error: Exception, game: _WatchedGame, scenario: str, seed: int, step: int) -> Broken:
    """A finding with all that is needed to look into it."""
    if isinstance(error, Violation):
        faults = error.faults
    else:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        faults = (f"the program broke off: {type(error).__name__}: {error} ({frame.name}, {frame.lineno})",)
    told = game.told
    doing = told.lines if isinstance(told, Instruction) else (told.text,) if told is not None else ()
    changes = tuple(map(str, told.changes)) if isinstance(told, Instruction) else ()
    head = next((line.text for line in reversed(game.log) if line.depth == 0), "")
    return Broken(scenario, seed, step, head, faults, doing, changes, _written(game.table))


def _written(table: Table) -> str:
    try:
        return write_position(table)
    except ValueError as error:
        return f"# This table cannot be written as a position: {error}\n"


@dataclass(slots=True)
class _WatchedGame(Game):
    """A game that looks at every table it comes to, and counts what is decided."""

    tally: Tally = field(default_factory=Tally)
    action_step: ActionStep = field(default_factory=ActionStep)
    told: Pending | None = None

    def begin_station(self) -> None:
        """Called between two turns: what an Action Step may do but once counts anew [6.0]."""
        self.action_step = ActionStep()
        self.tally.stations += 1

    def update(self, **changes: object) -> None:
        table = changes.get("table")
        if isinstance(table, Table) and table is not self.table:
            check_table(table, self.table)
        Game.update(self, **changes)

    def apply(self, changes: Iterable[Change]) -> None:
        self.update(table=carried_out(self.table, changes))

    def note(self, text: str, depth: int = 1, cites: tuple[str, ...] = ()) -> None:
        if text.startswith(_LEFT):
            raise Violation([text])
        Game.note(self, text, depth, cites)

    def asked(
        self,
        decide: Callable[[GameChance], T],
        given: list[Told] | None = None,
        meanwhile: Callable[[Needed], Step[None]] | None = None,
    ) -> Step[T]:
        result = yield from Game.asked(self, decide, given, meanwhile)
        if isinstance(result, Decision):
            self.tally.decide(result)
        return result


class _People:
    """Gives the answers people would give: what Event was revealed, and what is printed on it."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.decks: dict[str, list[str]] = {}

    def answer(self, pending: Pending) -> str:
        """A valid answer to what is pending."""
        if isinstance(pending, Instruction) or pending.ident == "describe":
            return ""
        if pending.ident == "event":
            return self._event(pending)
        if pending.ident == "modifier":
            return str(self.rng.randint(-_MOST_MODIFIER, _MOST_MODIFIER))
        if pending.options:
            return str(self.rng.randrange(len(pending.options)) + 1)
        return "" if pending.default is not None else str(pending.low)

    def _event(self, question: Question) -> str:
        """The top card of the Era's deck; where a stack is looked through, whether one is found in it."""
        looking = all(option.label != EMPTY for option in question.options)
        if looking and self.rng.random() < 0.7:
            return "none"
        deck = self.decks.setdefault(self.game.table.era, [])
        if not deck:
            numbers, elections = _ERAS[self.game.table.era]
            deck += [*map(str, numbers), *[ELECTION] * elections]
            self.rng.shuffle(deck)
        card = deck.pop()
        offered = {option.key for option in question.options}
        return card if card.isdigit() or card in offered else "none" if looking else EMPTY
