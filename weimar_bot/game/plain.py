"""A game line by line: what a person types goes in, what is to be read comes out. No screen, no colour.

``play --plain`` and scripts drive it; every line is an answer to what is pending, a command, or a
correction of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from weimar_bot.game.entry import parse
from weimar_bot.game.log import as_markdown
from weimar_bot.game.new_game import Asking, Prepared, new_game
from weimar_bot.game.pending import Instruction, Pending, Question, options_of, read_answer, valid_answers
from weimar_bot.game.session import Session
from weimar_bot.game.setup import layout
from weimar_bot.reading.faults import AmbiguousInput, InputError, UnreadableInput
from weimar_bot.reading.names import quoted
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.position_write import write_position

CARRY_ON = "..."
MOST_STEPS = 100_000


class Keeper(Protocol):
    """What keeps a game as it is played: every input is handed over once it was good."""

    def begin(self, session: Session) -> None: ...

    def keep(self, kind: str, text: str) -> None: ...


@dataclass(slots=True)
class Conversation:
    """One game from the first question to the winner. ``say`` receives every line to be read."""

    board: Board
    say: Callable[[str], None]
    keeper: Keeper
    seed: int = 0
    session: Session | None = None
    over: bool = False
    _asking: Asking | None = None
    _question: Question | None = None
    _commands: dict[str, Callable[[str], None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._commands = {
            "undo": self._undo,
            "redo": self._redo,
            "back": self._back,
            "turns": self._turns,
            "why": self._why,
            "table": self._table,
            "log": self._log,
            "export": self._export,
            "help": self._help,
        }

    # -- beginning -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Ask the first question of a new game, or show where a resumed one stands."""
        if self.session is not None:
            self._show()
            return
        self._asking = new_game(self.board, self.seed)
        self._question = next(self._asking)
        self._show()

    @property
    def pending(self) -> Pending | None:
        if self.session is not None:
            return self.session.pending
        return self._question

    def _prepare(self, answer: str) -> None:
        assert self._asking is not None
        try:
            self._question = self._asking.send(answer)
        except StopIteration as done:
            self._start(done.value)

    def _start(self, prepared: Prepared) -> None:
        self.session = Session.new(prepared.settings, prepared.table)
        self.keeper.begin(self.session)
        self.say(f"== {prepared.scenario.title} ==")
        self.say("Lay this out:")
        for line in layout(prepared.table):
            self.say(f"  {line}")
        for doubt in prepared.scenario.doubts:
            self.say(f"  Not sure: {doubt}")
        self.say("Correct what differs by free entry, for example: kpd +1 hamburg")

    # -- lines -----------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Take one line. A line that is no answer, command or entry is told and changes nothing."""
        text = line.strip()
        try:
            if text == CARRY_ON:
                self._carry_on()
            elif text.startswith(":"):
                self._enter(text[1:])
            elif text.startswith("?") or not self._command(text):
                self._answer_or_enter(text)
        except InputError as error:
            for fault in error.faults:
                self.say(f"  ! {fault}")
        self._show()

    def _command(self, text: str) -> bool:
        word, _, rest = text.partition(" ")
        command = self._commands.get(word.lower())
        if command is None or self.session is None:
            return False
        command(rest.strip())
        return True

    def _answer_or_enter(self, text: str) -> None:
        if text == "?" or self.pending is None:
            self._what_fits(text)
            return
        try:
            read_answer(self.pending, text)
        except AmbiguousInput:
            raise
        except UnreadableInput as no_answer:
            if self.session is None or not text:
                raise
            self._enter_instead(text, no_answer)
            return
        self._answer(text)

    def _answer(self, text: str) -> None:
        if self.session is None:
            assert self._question is not None
            self._prepare(read_answer(self._question, text))
            return
        self.session.answer(text)
        self.keeper.keep("answer", text)

    def _enter_instead(self, text: str, no_answer: UnreadableInput) -> None:
        """A line that is no answer may be free entry; if it is neither, both reasons are told."""
        assert self.session is not None
        try:
            parse(text, self.session.table)
        except UnreadableInput as no_entry:
            raise UnreadableInput([*no_answer.faults, *no_entry.faults]) from None
        self._enter(text)

    def _enter(self, text: str) -> None:
        if self.session is None:
            raise UnreadableInput("the table can be corrected once the game has begun")
        words = self.session.enter(text)
        self.keeper.keep("entry", text)
        self.say(f"  Entered: {words}")

    def _carry_on(self) -> None:
        """Everything as told, until something is asked; before the game begins, every default."""
        while self.session is None and self._question is not None and self._question.default is not None:
            self._prepare(self._question.default)
        for _ in range(MOST_STEPS):
            if self.session is None or not isinstance(self.session.pending, Instruction):
                return
            self._say_instruction(self.session.pending)
            self._answer("")

    # -- commands --------------------------------------------------------------------------------

    def _undo(self, rest: str) -> None:
        assert self.session is not None
        number = _count(rest)
        back = self.session.undo(number)
        self.keeper.keep("undo", str(number))
        self._say_table_changes(back)

    def _redo(self, rest: str) -> None:
        assert self.session is not None
        number = _count(rest)
        forward = self.session.redo(number)
        self.keeper.keep("redo", str(number))
        self._say_table_changes(forward)

    def _back(self, rest: str) -> None:
        """Go back to the beginning of a turn, by its number in the list of turns."""
        assert self.session is not None
        turns = list(self.session.turns())
        number = _count(rest)
        if number > len(turns):
            raise UnreadableInput(f"there are {len(turns)} turns to go back to")
        steps = len(self.session.inputs) - turns[number - 1][0]
        self._undo(str(steps)) if steps else self.say("  The game is there already.")

    def _say_table_changes(self, lines: list[str]) -> None:
        self.say("  On the real table:" if lines else "  Nothing changes on the real table.")
        for line in lines:
            self.say(f"    {line}")

    def _turns(self, rest: str) -> None:
        assert self.session is not None
        for number, (_, head) in enumerate(self.session.turns(), 1):
            self.say(f"  {number:3} {head}")

    def _why(self, rest: str) -> None:
        pending = self.pending
        if isinstance(pending, Instruction) and pending.decision is not None:
            for line in pending.decision.trace.lines("  "):
                self.say(f"  {line}")
        elif pending is not None and pending.cites:
            self.say(f"  [{', '.join(pending.cites)}]")
        else:
            self.say("  Nothing was decided here.")

    def _table(self, rest: str) -> None:
        assert self.session is not None
        for line in write_position(self.session.table).splitlines():
            self.say(f"  {line}")

    def _log(self, rest: str) -> None:
        assert self.session is not None
        for line in self.session.log[-20:]:
            self.say(f"  {'  ' * line.depth}{line.text}")

    def _export(self, rest: str) -> None:
        assert self.session is not None
        try:
            Path(rest or "game.md").write_text(as_markdown(self.session), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise UnreadableInput(f"{quoted(rest)} cannot be written: {error}") from None
        self.say(f"  Written to {rest or 'game.md'}.")

    def _help(self, rest: str) -> None:
        known = ", ".join(sorted(self._commands))
        self.say(f"  Commands: {known}; ? for answers, : for free entry, {CARRY_ON} to carry on")

    # -- showing ---------------------------------------------------------------------------------

    def _what_fits(self, text: str) -> None:
        if self.pending is not None:
            self.say(f"  Answers: {valid_answers(self.pending)}")
        self._help("")

    def _say_instruction(self, pending: Instruction) -> None:
        self.say(pending.title)
        for line in pending.lines:
            self.say(f"  {line}")

    def _show(self) -> None:
        """The one thing pending, or the end."""
        pending = self.pending
        if isinstance(pending, Instruction):
            self._say_instruction(pending)
        elif isinstance(pending, Question):
            self.say(_asked(pending))
        elif self.session is not None and self.session.victory is not None:
            victory = self.session.victory
            self.over = True
            self.say(
                f"== {FACTION_NAMES[victory.faction]} wins: {victory.reason} [{', '.join(victory.cites)}] =="
            )


def _asked(question: Question) -> str:
    options = options_of(question)
    listed = "".join(f"\n  {at} {option.label}" for at, option in enumerate(options, 1))
    default = f" [{question.default}]" if question.default is not None else ""
    limits = f" ({question.low}-{question.high})" if question.low is not None else ""
    return f"{question.text}{limits}{default}{listed}"


def _count(text: str) -> int:
    if not text:
        return 1
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < MOST_STEPS:
        raise UnreadableInput(f"{quoted(text)} is no number of steps")
    return int(text)


def run(conversation: Conversation, lines: Iterable[str]) -> None:
    """Drive a conversation by lines until they end or the game is over."""
    conversation.begin()
    for line in lines:
        if conversation.over:
            return
        conversation.take(line)
