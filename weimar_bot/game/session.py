"""A session: one game with exactly one thing pending, its inputs, undo and redo (no screen, no files).

A game is its start and its inputs in order; the same inputs give the same game. Every station of
the flow (a faction's turn, a step of the round) leaves a checkpoint, so that going back costs one turn.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from weimar_bot.bot.event_cards import EventCard, card_from
from weimar_bot.game.differences import differences
from weimar_bot.game.entry import parse
from weimar_bot.game.flow import flow
from weimar_bot.game.pending import REFRESH, Instruction, Pending, Question, label_of, read_answer
from weimar_bot.game.runtime import Game, LogLine, shuffle_deck
from weimar_bot.game.setup import scenarios
from weimar_bot.game.state import Deck, GameState, Settings, Victory
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import board_with
from weimar_bot.table.languages import named_as
from weimar_bot.table.table import Table


@dataclass(frozen=True, slots=True)
class Input:
    """What a person gave: an ``answer`` to what was pending, an ``entry`` that corrects the table, or a
    ``board``, whose text is that of a corrections file.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the game to go back to: how many inputs lead there, what was given then, what came of it.

    ``head`` is the turn or step that began with it, if one did; ``said`` the answer as people read it.
    """

    inputs: int
    given: Input
    log: tuple[LogLine, ...]
    head: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    inputs: int
    state: GameState
    log: int


@dataclass(slots=True)
class Session:
    """A game in progress. ``pending`` is None once it is over; ``setup`` are the answers that led to it."""

    settings: Settings
    start: GameState
    inputs: list[Input] = field(default_factory=list)
    undone: list[Input] = field(default_factory=list)
    pending: Pending | None = None
    setup: tuple[str, ...] = ()
    _game: Game = field(init=False)
    _flow: Generator[Pending, str, None] = field(init=False)
    _checkpoints: list[_Checkpoint] = field(default_factory=list)
    _log_before: list[int] = field(default_factory=list)  # how long the log was at each input
    _said: list[str] = field(default_factory=list)  # each answer as people read it

    def __post_init__(self) -> None:
        given, self.inputs = self.inputs, []
        self._begin(self.start, [])
        for one in given:
            self._take(one)

    @classmethod
    def new(cls, settings: Settings, table: Table, setup: Iterable[str] = ()) -> Session:
        """A new game from the table as it is laid out [2.0, 8.4]; ``setup`` is what was answered before."""
        return cls(settings, start_state(settings, table), setup=tuple(setup))

    # -- what there is to see --------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self._game.table

    @property
    def state(self) -> GameState:
        return self._game.state

    @property
    def cards(self) -> Mapping[int, EventCard]:
        """The Events the game knows, those described in it included."""
        return self._game.cards

    @property
    def log(self) -> tuple[LogLine, ...]:
        return tuple(self._game.log)

    @property
    def victory(self) -> Victory | None:
        return self._game.state.victory

    # -- going on --------------------------------------------------------------------------------

    def answer(self, text: str) -> None:
        """Answer what is pending and go on to the next thing.

        Raises :class:`~weimar_bot.reading.faults.InputError` for what is no answer; nothing changes then.
        """
        self._take(Input("answer", text))
        self.undone.clear()

    def enter(self, text: str) -> str:
        """Correct the table by a line of free entry; what it did in words. Raises as :meth:`answer`."""
        words = parse(text, self.table).words
        self._take(Input("entry", text))
        self.undone.clear()
        return words

    def correct_board(self, board: Board) -> None:
        """Go on with a board whose facts were corrected; a bot decides anew what is not done yet."""
        self._take(Input("board", board.corrections))
        self.undone.clear()

    def _take(self, one: Input) -> None:
        del self._log_before[len(self.inputs) :]
        del self._said[len(self.inputs) :]
        self._log_before.append(len(self._game.log))
        self._said.append(one.text)
        if one.kind == "entry":
            entry = parse(one.text, self.table)
            self._game.apply(entry.changes)
            self._corrected(one, f"by hand: {entry.words}")
        elif one.kind == "board":
            board = named_as(board_with(one.text, "the corrections of the board"), self.table.board)
            self._game.update(table=replace(self.table, board=board))
            self._corrected(one, "The facts of the board were corrected.")
        elif self.pending is None:
            raise UnreadableInput("the game is over")
        else:
            value = read_answer(self.pending, one.text)
            self._said[-1] = label_of(self.pending, value)
            self._send(value, one)

    def _corrected(self, one: Input, words: str) -> None:
        """What may be done now, or what a bot has decided and not done yet, can have changed with it."""
        self._game.note(words)
        pending = self.pending
        turn = isinstance(pending, Question) and pending.ident == "turn"
        if turn or (isinstance(pending, Instruction) and pending.anew):
            self._send(REFRESH, one)
        else:
            self.inputs.append(one)

    def _send(self, value: str, one: Input) -> None:
        self.inputs.append(one)
        try:
            self.pending = self._flow.send(value)
        except StopIteration:
            self.pending = None
        except BaseException:
            # A flow that broke off cannot go on: it is played anew up to here, and nothing has changed.
            self._go_back_to(len(self.inputs) - 1)
            raise

    def _begin(self, state: GameState, log: Iterable[LogLine]) -> None:
        self._game = Game(self.settings, state, list(log))
        self._flow = flow(self._game, self._at_station)
        try:
            self.pending = next(self._flow)
        except StopIteration:
            self.pending = None

    def _at_station(self) -> None:
        self._checkpoints.append(_Checkpoint(len(self.inputs), self._game.state, len(self._game.log)))

    # -- going back ------------------------------------------------------------------------------

    def undo(self, number: int = 1) -> list[str]:
        """Take back the last inputs; what to change on the real table, removals first."""
        number = min(number, len(self.inputs))
        before = self.table
        if number:
            self.undone += reversed(self.inputs[-number:])
            self._go_back_to(len(self.inputs) - number)
        return differences(before, self.table)

    def redo(self, number: int = 1) -> list[str]:
        """Give the inputs taken back once more; what to change on the real table."""
        before = self.table
        for _ in range(min(number, len(self.undone))):
            self._take(self.undone.pop())
        return differences(before, self.table)

    def _go_back_to(self, number: int) -> None:
        """The game after its first ``number`` inputs, played again from the checkpoint before."""
        inputs = self.inputs[:number]
        while len(self._checkpoints) > 1 and self._checkpoints[-1].inputs > number:
            self._checkpoints.pop()
        checkpoint = self._checkpoints.pop()
        log = self._game.log[: checkpoint.log]
        self.inputs = inputs[: checkpoint.inputs]
        self._begin(checkpoint.state, log)
        for one in inputs[checkpoint.inputs :]:
            self._take(one)

    def turns(self) -> Iterator[tuple[int, str]]:
        """Every point to go back to: how many inputs lead there, and what begins there."""
        for at, checkpoint in enumerate(self._checkpoints):
            after = self._checkpoints[at + 1 : at + 2]
            if after and after[0].inputs == checkpoint.inputs:
                continue  # nothing was asked there
            yield checkpoint.inputs, self._head(checkpoint)

    def moments(self) -> Iterator[Moment]:
        """Every input in order, each with what it brought about and the turn that began with it."""
        if not self.inputs:
            return
        heads = dict(self.turns())
        ends = [*self._log_before[1 : len(self.inputs)], len(self._game.log)]
        for at, (one, end) in enumerate(zip(self.inputs, ends, strict=True)):
            lines = tuple(self._game.log[self._log_before[at] : end])
            yield Moment(at, one, lines, heads.get(at, ""), self._said[at])

    def _head(self, checkpoint: _Checkpoint) -> str:
        line = next(iter(self._game.log[checkpoint.log :]), None)
        if line is not None and line.depth == 0:
            return line.text
        table = checkpoint.state.table
        return f"{checkpoint.state.phase.replace('_', ' ').capitalize()}, {table.year} {table.text('round')}"


def start_state(settings: Settings, table: Table) -> GameState:
    """What a game of the table as it is laid out begins with: bot decks shuffled, hands dealt [2.0, 8.4]."""
    state = GameState(
        table=table.with_state({"non_player": settings.non_player}),
        phase="turn_order",
        decks={faction: Deck() for faction in settings.non_player},
        stacks=dict.fromkeys(settings.non_player, scenarios()[settings.scenario].hand),
    )
    game = Game(settings, state)
    for faction in settings.non_player:
        shuffle_deck(game, faction)
    return game.state


def settings_data(settings: Settings) -> dict[str, Any]:
    """Settings as plain data, for a save."""
    return {
        "scenario": settings.scenario,
        "non_player": list(settings.non_player),
        "seed": settings.seed,
        "dice": settings.dice,
        "cards": settings.cards,
        "freikorps": settings.freikorps,
        "events": settings.events,
        "rulings": dict(settings.switches),
        "own_events": [dict(settings.own_events[number]) for number in sorted(settings.own_events)],
    }


def settings_from(data: Mapping[str, Any]) -> Settings:
    """Settings from plain data. Raises :class:`UnreadableInput` for an Event that is none any more."""
    own_events = {card_from(card).number: card for card in data.get("own_events", ())}
    return Settings(
        data["scenario"],
        tuple(data["non_player"]),
        data["seed"],
        data["dice"],
        data["cards"],
        data["freikorps"],
        data["events"],
        dict(data["rulings"]),
        own_events,
    )
