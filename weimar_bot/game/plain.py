"""A game line by line: what a person types goes in, what is to be read comes out. No screen, no colour.

``play --plain`` and scripts drive it; every line is an answer to what is pending, a command, or a
correction of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from weimar_bot.game.entry import AmbiguousEntry, parse
from weimar_bot.game.event_entry import newly_described
from weimar_bot.game.event_reminders import reminders
from weimar_bot.game.keeping import Keeper, Kept
from weimar_bot.game.log import as_markdown
from weimar_bot.game.new_game import Prepared, SetUp
from weimar_bot.game.pending import (
    AmbiguousAnswer,
    Instruction,
    Pending,
    Question,
    options_of,
    read_answer,
    valid_answers,
)
from weimar_bot.game.session import Session
from weimar_bot.game.set_up_cards import dealing
from weimar_bot.game.setup import layout
from weimar_bot.game.state import EventData
from weimar_bot.reading.faults import AmbiguousInput, InputError, UnreadableInput
from weimar_bot.reading.names import quoted
from weimar_bot.table.board import Board
from weimar_bot.table.changes import IllegalChange
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.position_write import write_position

CARRY_ON = "..."
MOST_STEPS = 100_000
EXPORT_HEAD = "# "
IN_SET_UP = ("help", "quit", "undo", "redo")
OVER = "The game is over: undo, log and export still work."


@dataclass(slots=True)
class Conversation:
    """One game from the first question to the winner. ``say`` receives every line to be read.

    ``own_events`` is the player's own library, which a new game takes over as it is. Undo goes back through
    the set-up as well; the game that was left so goes on if the same answers are given again. While
    ``interrupted`` says so, nothing is carried on by itself.
    """

    board: Board
    say: Callable[[str], None]
    keeper: Keeper
    seed: int = 0
    session: Session | None = None
    left: bool = False
    own_events: Mapping[int, EventData] = field(default_factory=dict)
    interrupted: Callable[[], bool] = lambda: False
    _setup: SetUp | None = None
    _left: Session | None = None  # the game from which undo went back into the set-up
    _commands: dict[str, Callable[[str], None]] = field(default_factory=dict)
    _menu: list[tuple[str, str]] = field(default_factory=list)  # lines to choose from, and their words
    _kept: Kept = field(init=False)

    def __post_init__(self) -> None:
        self._kept = Kept(self.keeper, lambda line: self.say(f"  {line}"))
        self._commands = {
            "undo": self._undo,
            "redo": self._redo,
            "back": self._back,
            "turns": self._turns,
            "why": self._why,
            "table": self._table,
            "events": self._events,
            "log": self._log,
            "export": self._export,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }

    # -- beginning -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Ask the first question of a new game, or show where a resumed one stands."""
        if self.session is not None:
            self._show()
            return
        self._setup = SetUp(self.board, self.seed)
        self._show()

    @property
    def pending(self) -> Pending | None:
        if self.session is not None:
            return self.session.pending
        return self._setup.question if self._setup is not None else None

    @property
    def over(self) -> bool:
        """Whether the game has its winner."""
        return self.session is not None and self.session.pending is None

    def _prepare(self, answer: str) -> None:
        assert self._setup is not None
        self._setup.answer(answer)
        self._left = None
        if self._setup.prepared is not None:
            self._start(self._setup.prepared)

    def _start(self, prepared: Prepared) -> None:
        assert self._setup is not None
        settings = prepared.settings
        if settings.events == "ask":
            settings = replace(settings, own_events=self.own_events)
        self.session = Session.new(settings, prepared.table, self._setup.answers)
        begun = self.session
        self._kept.begin(begun)
        self._say_layout(prepared)

    def _say_layout(self, prepared: Prepared) -> None:
        self.say(f"== {prepared.scenario.title} ==")
        self.say("Lay this out:")
        for line in layout(prepared.table):
            self.say(f"  {line}")
        for line in dealing(prepared.scenario, prepared.settings):
            self.say(f"  {line}")
        for doubt in prepared.scenario.doubts:
            self.say(f"  Not sure: {doubt}")
        self.say("Correct what differs by free entry, for example: kpd +1 hamburg")

    # -- lines -----------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Take one line. A line that is no answer, command or entry is told and changes nothing."""
        text = self._from_menu(line.strip())
        try:
            self._understand(text)
        except IllegalChange as error:
            # The table was corrected after the question was asked.
            self.say(f"  ! this is not possible any more: {error}")
        except InputError as error:
            for fault in error.faults:
                self.say(f"  ! {fault}")
            if self._offer(error, text):
                return
        if not self.left:
            self._show()

    def _understand(self, text: str) -> None:
        if text == CARRY_ON:
            self._carry_on()
        elif text.startswith(":"):
            self._enter(text[1:].strip())
        elif text == "?":
            self._what_fits()
        elif not self._command(text):
            self._answer_or_enter(text)

    def _command(self, text: str) -> bool:
        word, _, rest = text.partition(" ")
        command = self._commands.get(word.lower())
        if command is None or (self.session is None and word.lower() not in IN_SET_UP):
            return False
        if self.pending is not None and text.lower() in (
            one.label.lower() for one in options_of(self.pending)
        ):
            return False  # an answer that is called like a command
        if isinstance(self.pending, Question) and self.pending.read and rest and not rest.strip().isdigit():
            return False  # words that begin like a command
        command(rest.strip())
        return True

    def _offer(self, error: InputError, text: str) -> bool:
        """Where a line may mean several things, those as a menu: the next line may be a number in it."""
        if isinstance(error, AmbiguousAnswer):
            self._menu = [(answer, option.label) for answer, option in error.choices]
        elif isinstance(error, AmbiguousEntry):
            colon = ":" if text.startswith(":") else ""
            self._menu = [(colon + line, line) for line in error.choices]
        for number, (_, words) in enumerate(self._menu, 1):
            self.say(f"    {number} {words}")
        return bool(self._menu)

    def _from_menu(self, text: str) -> str:
        """The line meant by a number, right after a menu."""
        menu, self._menu = self._menu, []
        if text.isascii() and text.isdigit() and len(text) < 4 and 0 < int(text) <= len(menu):
            return menu[int(text) - 1][0]
        return text

    def _answer_or_enter(self, text: str) -> None:
        if self.pending is None:
            raise UnreadableInput(f"{OVER[0].lower()}{OVER[1:]}")
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
            self._prepare(text)
            return
        known, told = self.session.state.described, self.session.pending
        before = len(self.session.log)
        self.session.answer(text)
        self._kept.keep("answer", text)
        self._say_news(before, told)
        # Only here, where a person has just told it: what is played again writes nothing.
        for card in newly_described(known, self.session.state.described):
            self._kept.keep_event(card)

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
        entry = parse(text, self.session.table)
        if text.endswith("?"):
            self.say(f"  {entry.words}")
            return
        words = self.session.enter(text)
        self._kept.keep("entry", text)
        self.say(f"  Entered: {words}")

    def _say_news(self, before: int, told: Pending | None) -> None:
        """What went into the log with an answer: turns, bot cards, dice; not what was just told."""
        assert self.session is not None
        shown = (*told.notes, *told.lines) if isinstance(told, Instruction) else ()
        news = self.session.log[before:]
        if self.session.victory is not None:
            news = news[:-1]  # who has won is shown as what there is now
        for line in news:
            if line.depth == 0:
                self.say(f"-- {line.text} --")
            elif line.text not in shown:
                self.say(f"  {line.text}")

    def _carry_on(self) -> None:
        """Everything as told, until something is asked; before the game begins, every default."""
        while self.session is None and isinstance(self.pending, Question):
            if self.pending.default is None:
                return
            self._prepare(self.pending.default)
        for _ in range(MOST_STEPS):
            if self.session is None or not isinstance(self.session.pending, Instruction):
                return
            if self.interrupted():
                return
            self._say_instruction(self.session.pending)
            self._answer("")

    # -- commands --------------------------------------------------------------------------------

    def _undo(self, rest: str) -> None:
        """Take back; the first input of the game once gone, the answers of the set-up follow."""
        number = _count(rest)
        if self.session is not None and self.session.inputs:
            self._go_back(number)
            return
        setup = self._setup if self.session is None else self._setup_of(self.session)
        if setup is None or not setup.answers:
            raise UnreadableInput("there is nothing to take back")
        setup.undo(number)
        if self.session is not None:
            self.own_events = self.own_events or self.session.settings.own_events
            self._setup, self._left, self.session = setup, self.session, None
            self.say("  Back in the set-up.")

    def _setup_of(self, session: Session) -> SetUp | None:
        """The set-up that led to a game, as far as it is known and still leads there."""
        if self._setup is None:
            try:
                self._setup = SetUp(self.board, self.seed, session.setup)
            except InputError:
                return None
        return self._setup if self._setup.prepared is not None else None

    def _go_back(self, number: int) -> None:
        assert self.session is not None
        if not self.session.inputs:
            raise UnreadableInput("there is nothing to take back")
        back = self.session.undo(number)
        self._kept.keep("undo", str(number))
        self._say_table_changes(back)

    def _redo(self, rest: str) -> None:
        number = _count(rest)
        if self.session is None:
            self._redo_set_up(number)
            return
        if not self.session.undone:
            raise UnreadableInput("nothing was taken back that could be given again")
        forward = self.session.redo(number)
        self._kept.keep("redo", str(number))
        self._say_table_changes(forward)

    def _redo_set_up(self, number: int) -> None:
        """Give answers of the set-up again; after the last of them the game that was left goes on."""
        assert self._setup is not None
        if not self._setup.undone:
            raise UnreadableInput("nothing was taken back that could be given again")
        self._setup.redo(number)
        prepared = self._setup.prepared
        if prepared is None:
            return
        if self._left is None:
            self._start(prepared)
            return
        self.session, self._left = self._left, None
        self._say_layout(prepared)

    def _back(self, rest: str) -> None:
        """Go back to the beginning of a turn, by its number in the list of turns."""
        assert self.session is not None
        turns = list(self.session.turns())
        number = _count(rest) if rest else 0
        if not 0 < number <= len(turns):
            raise UnreadableInput(
                f"back goes to a turn by its number, 1 to {len(turns)}, as `turns` lists them"
            )
        steps = len(self.session.inputs) - turns[number - 1][0]
        if steps:
            self._go_back(steps)
        else:
            self.say("  The game is there already.")

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

    def _events(self, rest: str) -> None:
        """The Lingering Events in play, with what is known of them."""
        assert self.session is not None
        for line in reminders(self.session.table, self.session.cards):
            self.say(f"  {line}")

    def _log(self, rest: str) -> None:
        assert self.session is not None
        for line in self.session.log[-20:]:
            self.say(f"  {'  ' * line.depth}{line.text}")

    def _export(self, rest: str) -> None:
        assert self.session is not None
        name = rest or "game.md"
        try:
            _never_over_other_files(Path(name))
            Path(name).write_text(as_markdown(self.session), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise UnreadableInput(f"{quoted(name)} cannot be written: {error}") from None
        self.say(f"  Written to {name}.")

    def _save(self, rest: str) -> None:
        """Go on in another file; without a name, say that nothing needs to be done."""
        if not rest:
            self.say("  Every line is saved as it is taken; `save FILE` goes on in another file.")
            return
        self._kept.save_as(Path(rest))
        self.say(f"  The game goes on in {rest}.")

    def _quit(self, rest: str) -> None:
        self.left = True

    def _help(self, rest: str) -> None:
        self.say(f"  Commands: {', '.join(sorted(self._commands))}")
        self.say("  ? shows what may be answered, : begins free entry, ... carries on")

    # -- showing ---------------------------------------------------------------------------------

    def _what_fits(self) -> None:
        if self.pending is not None:
            self.say(f"  Answers: {valid_answers(self.pending)}")
        self._help("")

    def _say_instruction(self, pending: Instruction) -> None:
        self.say(pending.title)
        for line in (*pending.notes, *pending.lines):
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
            self.say(
                f"== {FACTION_NAMES[victory.faction]} wins: {victory.reason} [{', '.join(victory.cites)}] =="
            )
            self.say(OVER)


def _asked(question: Question) -> str:
    options = options_of(question)
    listed = "".join(f"\n  {at} {option.label}" for at, option in enumerate(options, 1))
    default = f" [{question.default}]" if question.default is not None else ""
    limits = f" ({question.low}-{question.high})" if question.low is not None else ""
    return f"{question.text}{limits}{default}{listed}"


def _never_over_other_files(path: Path) -> None:
    """Only an earlier export is written over."""
    if path.exists() and not path.read_text(encoding="utf-8").startswith(EXPORT_HEAD):
        raise ValueError("another file lies there")


def _count(text: str) -> int:
    if not text:
        return 1
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < MOST_STEPS:
        raise UnreadableInput(f"{quoted(text)} is no number of steps")
    return int(text)
