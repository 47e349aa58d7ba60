"""A session as the records of a journal, and back again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from weimar_bot.bot.event_cards import player_events, save_player_event
from weimar_bot.game.journal import Journal
from weimar_bot.game.saved_start import check_start
from weimar_bot.game.session import Input, Session, settings_data, settings_from
from weimar_bot.game.state import Deck, EventData, GameState
from weimar_bot.reading.faults import Fault, InputError, UnreadableInput
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
    """The session that a start and its records lead to, undo and redo included.

    Raises :class:`UnreadableInput` for a start that is not whole and a record that does not fit the game.
    """
    check_start(start)
    table = position_from_source(Source("the saved start", dict(start["position"])), board, force=True)
    state = GameState(
        table=table,
        phase="turn_order",
        decks={faction: Deck(tuple(pile)) for faction, pile in start["decks"].items()},
        stacks=dict(start["stacks"]),
        draws=start["draws"],
    )
    inputs, undone = _inputs(records)
    session = Session(settings_from(start), state)
    for number, one in inputs:
        _play_again(session, number, one)
    session.undone = [one for _, one in undone]
    return session


def _play_again(session: Session, number: int, one: Input) -> None:
    """One input of a save. Raises :class:`UnreadableInput` where it fits no longer, with its record."""
    try:
        if one.kind == "entry":
            session.enter(one.text)
        else:
            session.answer(one.text)
    except InputError as error:
        message = (
            f"record {number} does not fit the game any more ({error.faults[0].message}); perhaps the "
            f"program or its charts have changed: --up-to {number - 1} opens the game as it was before"
        )
        raise UnreadableInput(Fault(message)) from None


_Numbered = tuple[int, Input]


def _inputs(records: Iterable[Mapping[str, Any]]) -> tuple[list[_Numbered], list[_Numbered]]:
    """The inputs in force, and those taken back that could be given once more, by record."""
    inputs: list[_Numbered] = []
    undone: list[_Numbered] = []
    for at, record in enumerate(records, 1):
        kind, text = record["kind"], str(record.get("text", ""))
        if kind in ("answer", "entry"):
            inputs.append((at, Input(kind, text)))
            undone.clear()
        elif kind == "undo":
            number = min(_steps(text), len(inputs))
            undone += reversed(inputs[len(inputs) - number :])
            del inputs[len(inputs) - number :]
        elif kind == "redo":
            for _ in range(min(_steps(text), len(undone))):
                inputs.append(undone.pop())
    return inputs, undone


def _steps(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 1


class FileKeeper:
    """Keeps a game in a file: every input is on the disk before the next thing is shown.

    What cannot be written is kept in memory and tried again with the next input; each failure is raised
    as :class:`InputError`, once the game in memory is as it should be.
    """

    def __init__(self, path: Path, journal: Journal | None = None) -> None:
        self.path = path
        self.journal = journal

    def begin(self, session: Session) -> None:
        self.journal = Journal.in_memory(start_data(session))
        self.journal.save_as(self.path)

    def keep(self, kind: str, text: str) -> None:
        assert self.journal is not None
        self.journal.append({"kind": kind, "text": text})
        if self.journal.path is None:
            self.journal.save_as(self.path)

    def save_as(self, path: Path) -> None:
        """Go on in another file, with the whole game."""
        assert self.journal is not None
        self.journal.save_as(path)
        self.path = path

    def keep_event(self, card: EventData) -> Path | None:
        """Write an Event into the player's folder; the file. Raises :class:`InputError` if that fails."""
        try:
            return save_player_event(player_events(), card)
        except (OSError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise UnreadableInput(
                f"the folder of your own Events cannot be written to: {reason.lower()}"
            ) from None

    def close(self) -> str:
        """Let others open the game; why it is not saved, or nothing if it is."""
        if self.journal is None:
            return ""
        try:
            if self.journal.path is None:
                self.journal.save_as(self.path)
            self.journal.close()
        except InputError as error:
            return str(error)
        return ""


class NoKeeper:
    """Keeps nothing, for scripts and tests."""

    def begin(self, session: Session) -> None:
        """A game that is not kept."""

    def keep(self, kind: str, text: str) -> None:
        """An input that is not kept."""

    def keep_event(self, card: EventData) -> Path | None:
        """An Event that this game alone knows."""
        return None

    def save_as(self, path: Path) -> None:
        """Refused: there is nothing to save."""
        raise UnreadableInput("this game is not kept in a file")
