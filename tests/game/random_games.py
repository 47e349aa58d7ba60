"""Games nobody would play: random people, bots and settings, random answers and corrections."""

from __future__ import annotations

from random import Random

from weimar_bot.game.entry import examples, parse
from weimar_bot.game.human_turn import END
from weimar_bot.game.pending import Instruction, Pending, Question, options_of
from weimar_bot.game.session import Session
from weimar_bot.game.setup import scenarios, start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading.faults import InputError
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.table import Table

SCENARIOS = tuple(scenarios())
BOARD: Board = shipped_board()


def new_session(rng: Random, scenario: str, humans: tuple[str, ...] | None = None) -> Session:
    """A game of ``scenario`` with random settings, and random people where none are given."""
    if humans is None:
        humans = tuple(faction for faction in FACTIONS if rng.random() < 0.4)
    bots = tuple(faction for faction in FACTIONS if faction not in humans)
    settings = Settings(
        scenario,
        bots,
        rng.randrange(1_000_000),
        dice=rng.choice(("app", "hand")),
        cards=rng.choice(("app", "hand")),
        freikorps=rng.choice(("app", "hand")),
        events=rng.choice(("ask", "none")),
    )
    return Session.new(settings, start_table(scenario, BOARD, non_player=bots))


def an_answer(rng: Random, pending: Pending) -> str:
    """Any answer that is valid; turns of people end soon, so that games do."""
    if isinstance(pending, Instruction):
        return rng.choices(("", "done", "skip"), (6, 3, 1))[0]
    options = options_of(pending)
    if pending.read is not None and not options:
        return "" if pending.default is not None else "words of a person"
    if pending.ident == "describe" and rng.random() < 0.7:
        return ""  # or else games are all questions about cards
    if pending.ident == "turn" and rng.random() < 0.3:
        return END
    if pending.default is not None and rng.random() < 0.2:
        return ""
    if pending.low is not None and (not options or rng.random() < 0.6):
        return str(rng.randint(pending.low, pending.high or pending.low + 5))
    at = rng.randrange(len(options))
    return options[at].key if pending.low is not None else str(at + 1)


def an_entry(rng: Random, table: Table) -> str | None:
    """A line of free entry that is possible now, if a few tries find one."""
    lines = examples(table.board)
    for _ in range(6):
        line = rng.choice(lines)
        try:
            parse(line, table)
        except InputError:
            continue
        return line
    return None


def one_input(rng: Random, session: Session, entries: float = 0.08) -> tuple[str, str]:
    """Give the session one random input; its kind and text."""
    assert session.pending is not None
    if rng.random() < entries and (line := an_entry(rng, session.table)):
        session.enter(line)
        return "entry", line
    text = an_answer(rng, session.pending)
    session.answer(text)
    return "answer", text


def play_out(rng: Random, session: Session, most: int = 5_000) -> None:
    """Play to the end."""
    for _ in range(most):
        if session.pending is None:
            return
        one_input(rng, session)
    raise AssertionError(f"no end after {most} inputs, at {_told(session.pending)}")


def _told(pending: Pending | None) -> str:
    return pending.text if isinstance(pending, Question) else str(pending)
