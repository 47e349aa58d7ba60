"""The questions before a game begins: scenario, people and bots, chance, mats (2.0, 8.4)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from weimar_bot.game.pending import Option, Question
from weimar_bot.game.setup import Scenario, Unknown, scenarios, start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading.faults import InputError
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
    number = yield Question("seed", "Seed of chance?", low=0, high=MOST_SEEDS, default=str(seed))
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
