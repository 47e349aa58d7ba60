"""A game as a person plays it: the session, what keeps it, and what each input brought about.

The terminal app draws this; nothing of a game is kept elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from weimar_bot.game.event_entry import newly_described
from weimar_bot.game.keeping import Keeper, Kept
from weimar_bot.game.pending import Instruction, Pending
from weimar_bot.game.runtime import LogLine
from weimar_bot.game.session import Session
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.table.board import Board

# More instructions in a row than any turn has.
MOST_AHEAD = 500


@dataclass(frozen=True, slots=True)
class News:
    """What an input brought: new lines of the log, what was ``said`` of it, and saves that failed.

    ``on_table`` is what to change on the real table, removals first; None where nothing was taken back
    or given again.
    """

    log: tuple[LogLine, ...] = ()
    said: tuple[str, ...] = ()
    on_table: tuple[str, ...] | None = None
    notices: tuple[str, ...] = ()


@dataclass(slots=True)
class Playing:
    """One game and its keeper. Every method that raises leaves the game as it was.

    They raise :class:`~weimar_bot.reading.faults.InputError` for what is no answer, no entry or not possible;
    a save that fails does not stop the game, it is told in :attr:`News.notices`.
    """

    session: Session
    keeper: Keeper
    _notices: list[str] = field(default_factory=list)
    _kept: Kept = field(init=False)

    def __post_init__(self) -> None:
        self._kept = Kept(self.keeper, self._notices.append)

    @property
    def pending(self) -> Pending | None:
        return self.session.pending

    @property
    def unsaved(self) -> str:
        """Why the last input could not be saved; nothing where it was."""
        return self._kept.unsaved

    def begin(self) -> News:
        """Begin to keep a new game."""
        self._kept.begin(self.session)
        return self._news(0)

    def answer(self, text: str) -> News:
        """Answer what is pending; an empty text means what it proposes."""
        before, known = len(self.session.log), self.session.state.described
        self.session.answer(text)
        self._kept.keep("answer", text)
        for card in newly_described(known, self.session.state.described):
            self._kept.keep_event(card)
        return self._news(before)

    def answer_all(self, number: int) -> News:
        """Answer so many instructions in a row as carried out."""
        before = len(self.session.log)
        for _ in range(number):
            if not isinstance(self.pending, Instruction):
                break
            self.answer("")
        return self._news(before)

    def enter(self, text: str) -> News:
        """Correct the table by a line of free entry."""
        before = len(self.session.log)
        words = self.session.enter(text)
        self._kept.keep("entry", text)
        return self._news(before, said=(f"Entered: {words}",))

    def correct_board(self, board: Board) -> News:
        """Go on with a board whose facts were corrected."""
        before = len(self.session.log)
        self.session.correct_board(board)
        self._kept.keep("board", board.corrections)
        return self._news(before)

    def undo(self, number: int = 1) -> News:
        """Take back the last inputs."""
        if not self.session.inputs:
            raise UnreadableInput("there is nothing to take back")
        changes = self.session.undo(number)
        self._kept.keep("undo", str(number))
        return self._news(len(self.session.log), on_table=tuple(changes))

    def redo(self, number: int = 1) -> News:
        """Give what was taken back once more."""
        if not self.session.undone:
            raise UnreadableInput("nothing was taken back that could be given again")
        before = len(self.session.log)
        changes = self.session.redo(number)
        self._kept.keep("redo", str(number))
        return self._news(before, on_table=tuple(changes))

    def back_to(self, inputs: int) -> News:
        """Go back to where the game stood after so many inputs."""
        steps = len(self.session.inputs) - inputs
        return self.undo(steps) if steps > 0 else News(on_table=())

    def changes_back_to(self, inputs: int) -> tuple[str, ...]:
        """What going back would change on the real table; the game stays where it is."""
        undone = list(self.session.undone)
        steps = max(0, len(self.session.inputs) - inputs)
        changes = self.session.undo(steps) if steps else []
        self.session.redo(steps)
        self.session.undone[:] = undone
        return tuple(changes)

    def ahead(self) -> tuple[Instruction, ...]:
        """The instructions up to the next question or the next turn, the pending one first.

        The game is played on and taken back; what may be given again stays as it was.
        """
        if not isinstance(self.pending, Instruction):
            return ()
        undone = list(self.session.undone)
        found: list[Instruction] = []
        acted = self.session.state.acted
        while (
            isinstance(one := self.pending, Instruction)
            and self.session.state.acted == acted
            and len(found) < MOST_AHEAD
        ):
            found.append(one)
            self.session.answer("")
        self.session.undo(len(found))
        self.session.undone[:] = undone
        return tuple(found)

    def save_as(self, path: Path) -> None:
        """Go on in another file. Raises :class:`InputError` where that cannot be."""
        self._kept.save_as(path)

    def _news(self, before: int, said: tuple[str, ...] = (), on_table: tuple[str, ...] | None = None) -> News:
        notices, self._notices[:] = tuple(self._notices), []
        return News(self.session.log[before:], said, on_table, notices)
