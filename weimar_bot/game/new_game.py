"""The questions before a game begins: scenario, people and bots, chance, mats (2.0, 8.4)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from weimar_bot.game.pending import Option, Question, read_answer
from weimar_bot.game.setup import Scenario, Unknown, scenarios, start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading.faults import InputError, UnreadableInput
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS
from weimar_bot.table.table import Table

Asking = Generator[Question, str, "Prepared"]

_APP_OR_HAND = (
    Option("app", "app: the program does it"),
    Option("hand", "hand: I do it and tell the result"),
)
_HAND_FIRST = (_APP_OR_HAND[1], _APP_OR_HAND[0])
MOST_SEEDS = 999_999


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game ready to begin: how it is played and what lies on the table."""

    settings: Settings
    table: Table
    scenario: Scenario


class SetUp:
    """The questions of a new game one by one, with undo and redo.

    ``question`` is what is pending, None once everything is ``prepared``; ``answers`` are those in force,
    ``undone`` those taken back, the next one to be given again last. With ``answers`` it begins
    after them; raises :class:`~weimar_bot.reading.faults.InputError` for one that is none.
    """

    def __init__(self, board: Board, seed: int, answers: Iterable[str] = ()) -> None:
        self.board = board
        self.seed = seed
        self.answers: list[str] = []
        self.undone: list[str] = []
        self._begin(list(answers))

    def _begin(self, answers: list[str]) -> None:
        self.prepared: Prepared | None = None
        self._asking = new_game(self.board, self.seed)
        self.question: Question | None = next(self._asking)
        self.answers = []
        for answer in answers:
            self._give(answer)

    def _give(self, text: str) -> None:
        if self.question is None:
            raise UnreadableInput("the set-up is complete: there is nothing more to answer")
        value = read_answer(self.question, text)
        self.answers.append(value)
        try:
            self.question = self._asking.send(value)
        except StopIteration as done:
            self.question, self.prepared = None, done.value

    def given(self) -> Iterator[tuple[Question, str]]:
        """Every question answered so far, with its answer."""
        asking = new_game(self.board, self.seed)
        question = next(asking)
        for at, answer in enumerate(self.answers, 1):
            yield question, answer
            if at < len(self.answers):
                question = asking.send(answer)

    def answer(self, text: str) -> None:
        """Answer the question; raises :class:`~weimar_bot.reading.faults.InputError` for what is none."""
        self._give(text)
        self.undone.clear()

    def undo(self, number: int = 1) -> None:
        """Take back the last answers, as many as there are at most."""
        number = min(number, len(self.answers))
        if number:
            self.undone += reversed(self.answers[-number:])
            self._begin(self.answers[:-number])

    def redo(self, number: int = 1) -> None:
        """Give the answers taken back once more, as many as there are at most."""
        for _ in range(min(number, len(self.undone))):
            self._give(self.undone.pop())


def new_game(board: Board, seed: int) -> Asking:
    """Ask everything a new game needs; ``seed`` is offered as the default."""
    titles = tuple(Option(one.id, one.title) for one in scenarios().values())
    scenario = scenarios()[(yield Question("scenario", "Which scenario?", titles))]
    bots = []
    for faction in FACTIONS:
        who = (Option("bot", "bot"), Option("human", "human"))
        if (yield Question("who", f"Who plays {FACTION_NAMES[faction]}?", who, default="bot")) == "bot":
            bots.append(faction)
    dice = yield Question("dice", "Who rolls dice?", _APP_OR_HAND, default="app")
    cards = yield Question("cards", "Who shuffles and draws the bot cards?", _APP_OR_HAND, default="app")
    flips = yield Question("freikorps", "Who turns Freikorps over?", _HAND_FIRST, default="hand")
    events = yield Question(
        "events",
        "Are Event cards played?",
        (
            Option("ask", "ask: each card is told to the program"),
            Option("none", "none: Events have no effect"),
        ),
        default="ask",
    )
    number = yield Question(
        "seed",
        "A number that all chance of this game follows from?",
        low=0,
        high=MOST_SEEDS,
        default=str(seed),
    )
    settings = Settings(scenario.id, tuple(bots), int(number), dice, cards, flips, events)
    table = yield from _table(scenario, board, settings)
    return Prepared(settings, table, scenario)


def _table(scenario: Scenario, board: Board, settings: Settings) -> Generator[Question, str, Table]:
    """The table, with the numbers that no source gives as they are counted; asked again if impossible."""
    while True:
        units: dict[str, int] = {}
        pawns: dict[str, int] = {}
        for unknown in scenario.unknown:
            number = int((yield _count_question(unknown)))
            if unknown.piece == "middle_class":
                pawns[unknown.place] = number
            else:
                units[unknown.piece] = number
        try:
            return start_table(
                scenario.id, board, non_player=settings.non_player, units_left=units, pawns=pawns
            )
        except InputError:
            continue  # more pawns than there are: count again


def _count_question(unknown: Unknown) -> Question:
    text = f"How many {unknown.words}?"
    return Question("count", text, low=0, high=99, default=str(unknown.guess), cites=("2.0",))
