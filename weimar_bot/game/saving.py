"""A session as the records of a journal, and back again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from weimar_bot.game.journal import Journal
from weimar_bot.game.session import Input, Session, settings_data, settings_from
from weimar_bot.game.state import Deck, GameState
from weimar_bot.reading.source import Source
from weimar_bot.table.board import Board
from weimar_bot.table.position import position_from_source
from weimar_bot.table.position_write import position_data

Data = dict[str, Any]


def start_data(session: Session) -> Data:
    """What a game begins with: its settings, the table as laid out, the decks, the draws made so far."""
    start = session.start
    return {
        **settings_data(session.settings),
        "position": position_data(start.table),
        "decks": {faction: list(deck.pile) for faction, deck in start.decks.items()},
        "stacks": dict(start.stacks),
        "draws": start.draws,
    }


def restored(start: Mapping[str, Any], records: Iterable[Mapping[str, Any]], board: Board) -> Session:
    """The session that a start and its records lead to, undo and redo included."""
    table = position_from_source(Source("the saved start", dict(start["position"])), board, force=True)
    state = GameState(
        table=table,
        phase="turn_order",
        decks={faction: Deck(tuple(pile)) for faction, pile in start["decks"].items()},
        stacks=dict(start["stacks"]),
        draws=start["draws"],
    )
    inputs, undone = _inputs(records)
    session = Session(settings_from(start), state, inputs)
    session.undone = undone
    return session


def _inputs(records: Iterable[Mapping[str, Any]]) -> tuple[list[Input], list[Input]]:
    """The inputs in force, and those taken back that could be given once more."""
    inputs: list[Input] = []
    undone: list[Input] = []
    for record in records:
        kind, text = record["kind"], str(record.get("text", ""))
        number = int(text) if kind in ("undo", "redo") and text else 1
        if kind in ("answer", "entry"):
            inputs.append(Input(kind, text))
            undone.clear()
        elif kind == "undo":
            number = min(number, len(inputs))
            undone += reversed(inputs[len(inputs) - number :])
            del inputs[len(inputs) - number :]
        elif kind == "redo":
            for _ in range(min(number, len(undone))):
                inputs.append(undone.pop())
    return inputs, undone


class FileKeeper:
    """Keeps a game in a file: every input is on the disk before the next thing is shown."""

    def __init__(self, path: Path, journal: Journal | None = None) -> None:
        self.path = path
        self.journal = journal

    def begin(self, session: Session) -> None:
        self.journal = Journal.create(self.path, start_data(session))

    def keep(self, kind: str, text: str) -> None:
        assert self.journal is not None
        self.journal.append({"kind": kind, "text": text})

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()


class NoKeeper:
    """Keeps nothing, for scripts and tests."""

    def begin(self, session: Session) -> None:
        """A game that is not kept."""

    def keep(self, kind: str, text: str) -> None:
        """An input that is not kept."""
