"""A session as the records of a journal, and back again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from weimar_bot import __version__
from weimar_bot.bot.event_cards import player_events, save_player_event
from weimar_bot.game.journal import Journal, new_path
from weimar_bot.game.saved_start import check_start
from weimar_bot.game.session import Input, Session, settings_data, settings_from
from weimar_bot.game.state import Deck, EventData, GameState
from weimar_bot.reading.faults import Fault, InputError, UnreadableInput
from weimar_bot.reading.source import Source
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import board_with
from weimar_bot.table.languages import named_as
from weimar_bot.table.position import position_from_source
from weimar_bot.table.position_write import position_data

Data = dict[str, Any]
CORRECTIONS = "the board corrections in the save"


def start_data(session: Session) -> Data:
    """What a game begins with: its settings, the table as laid out, the decks, the draws made so far.

    Besides, what it was begun with: the version of the program, the player's board corrections as the text
    of their file, and the answers of the set-up.
    """
    start = session.start
    return {
        "program": __version__,
        "board_corrections": start.table.board.corrections,
        "setup": list(session.setup),
        **settings_data(session.settings),
        "position": position_data(start.table),
        "decks": {faction: list(deck.pile) for faction, deck in start.decks.items()},
        "stacks": dict(start.stacks),
        "draws": start.draws,
    }


def restored(start: Mapping[str, Any], records: Iterable[Mapping[str, Any]], board: Board) -> Session:
    """The session that a start and its records lead to, undo and redo included.

    ``board`` is the player's board now. The board corrections that the game began with hold, if the save has
    them (saves of earlier versions have not). Raises :class:`UnreadableInput` for a record that does not fit
    the game, and :class:`~weimar_bot.reading.faults.InputError` for corrections that are none any more.
    """
    check_start(start)
    board = board_of(start, board)
    table = position_from_source(Source("the saved start", dict(start["position"])), board, force=True)
    state = GameState(
        table=table,
        phase="turn_order",
        decks={faction: Deck(tuple(pile)) for faction, pile in start["decks"].items()},
        stacks=dict(start["stacks"]),
        draws=start["draws"],
    )
    inputs, undone = _inputs(records)
    session = Session(settings_from(start), state, setup=tuple(map(str, start.get("setup", ()))))
    for number, one in inputs:
        _play_again(session, number, one)
    session.undone = [one for _, one in undone]
    return session


def board_of(start: Mapping[str, Any], board: Board) -> Board:
    """The board a saved game goes on with: that of its own corrections, else the player's ``board``.

    Raises :class:`~weimar_bot.reading.faults.InputError` for corrections in the save that are none any more.
    """
    text = start.get("board_corrections")
    if text is None or text == board.corrections:
        return board
    own = named_as(board_with(str(text), CORRECTIONS), board)
    return board if own == board else own


def opening_notes(start: Mapping[str, Any], board: Board) -> list[str]:
    """What a player should know when a saved game is opened with another program or other corrections.

    Raises as :func:`board_of`.
    """
    notes = []
    program = start.get("program")
    if program not in (None, __version__):
        notes.append(f"This game was begun with version {program} of the program; this is {__version__}.")
    if board_of(start, board) is not board:
        notes.append(
            "Your board corrections have changed since this game began; those it began with hold for it."
        )
    return notes


def _play_again(session: Session, number: int, one: Input) -> None:
    """One input of a save. Raises :class:`UnreadableInput` where it fits no longer, with its record."""
    try:
        if one.kind == "entry":
            session.enter(one.text)
        elif one.kind == "board":
            session.correct_board(board_with(one.text, CORRECTIONS))
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
        if kind in ("answer", "entry", "board"):
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
        """Begin a file. A game begun before keeps its own, if anything was put in since its set-up."""
        if self.journal is not None:
            self.journal.close()
            if self.journal.records:
                self.path = new_path(self.path.stem, self.path.parent)
            elif self.journal.path is not None:
                self.path.unlink(missing_ok=True)
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
