"""The one thing to do now: the bot card, the steps of the turn, the instruction or the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Line

from weimar_bot.game.pending import Instruction, Option, Question, options_of
from weimar_bot.game.playing import Playing
from weimar_bot.game.session import Session
from weimar_bot.reading.names import fold_plain
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.tui import turn_view
from weimar_bot.tui.themes import LETTERS, faction_style

# Up to so many options are picked by one digit; longer lists are narrowed by typing.
MOST_DIGITS: Final = 9
MARKS: Final = {turn_view.DONE: "✓", turn_view.NOW: "▶", turn_view.LATER: "·"}
NO_SUCH_WORD: Final = "Nothing that can be chosen begins so."
_NUMBER: Final = re.compile(r"-?\d*")


class AnswerInput(Input):
    """Where a number or a few words are typed; only what can be part of an answer is taken.

    ``numbers`` lets all other keys through, so that they keep their meaning. With ``words`` letters are
    typed; Escape leaves the field then, and letters mean commands again.
    """

    BINDINGS = [
        Binding("escape", "leave", "Leave the field", id="now.leave", tooltip="Letters are commands again"),
    ]

    class LineWanted(Message):
        """A colon or slash was typed where nothing else was: the command line is wanted."""

    class BackWanted(Message):
        """Backspace where nothing stands: the page before is wanted, where there are pages."""

    class Left(Message):
        """The field was left without an answer."""

    class ListWanted(Message):
        """The list of options below is wanted, or its next or last line."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    numbers = False
    words = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.words if action == "leave" else super().check_action(action, parameters)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        if self.numbers:
            return character is not None and (character.isdecimal() or character == "-")
        return super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        char = event.character
        if self.numbers and char is not None and char.isprintable() and not (char.isdecimal() or char == "-"):
            event.prevent_default()  # not typed here: it goes on to the bindings of the screen
        elif event.key in ("down", "up"):
            event.stop()
            event.prevent_default()
            self.post_message(self.ListWanted(1 if event.key == "down" else -1))
        elif char in (":", "/") and not self.value:
            event.stop()
            event.prevent_default()
            self.post_message(self.LineWanted())
        elif event.key == "backspace" and not self.value:
            event.stop()
            event.prevent_default()
            self.post_message(self.BackWanted())

    def action_leave(self) -> None:
        self.post_message(self.Left())


class NowPanel(VerticalScroll, can_focus=True):
    """Draws what is pending in a game; posts :class:`Answered` for what a person gives."""

    DEFAULT_CSS = """
    NowPanel { padding: 0 1; border: round $primary; border-title-color: $primary; height: auto; }
    NowPanel:focus-within, NowPanel:focus { border: heavy $primary; }
    NowPanel > Static { height: auto; }
    NowPanel #now-said { margin: 1 0 0 0; }
    NowPanel #now-hint { color: $text-muted; margin: 1 0 0 0; }
    NowPanel #now-so-far { color: $text-muted; }
    NowPanel OptionList, NowPanel OptionList:focus {
        height: auto;
        max-height: 16;
        border: none;
        padding: 0;
        background: transparent;
    }
    NowPanel OptionList > .option-list--option-highlighted { background: $boost; text-style: bold; }
    NowPanel OptionList:focus > .option-list--option-highlighted { background: $primary 40%; }
    NowPanel Input, NowPanel Input:focus {
        border: none;
        height: 1;
        background: $boost;
        margin: 0 0 1 0;
        padding: 0 1;
    }
    """

    class Answered(Message):
        """An answer to what is pending; ``number`` instructions at once are carried out with it."""

        def __init__(self, text: str, number: int = 1) -> None:
            super().__init__()
            self.text = text
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._question: Question | None = None
        self._ahead: tuple[Instruction, ...] = ()
        self._hint = ""
        self._texts: dict[str, Text] = {}
        self._shown: list[tuple[str, str]] = []  # the options in the list: key and label

    def compose(self) -> ComposeResult:
        yield Static(id="now-turn")
        yield Static(id="now-card")
        yield Static(id="now-so-far")
        yield Static(id="now-said")
        yield AnswerInput(id="now-typed")
        yield OptionList(id="now-options", markup=False)
        yield Static(id="now-hint")

    @property
    def _typed(self) -> AnswerInput:
        return self.query_one("#now-typed", AnswerInput)

    @property
    def _options(self) -> OptionList:
        return self.query_one("#now-options", OptionList)

    # -- showing -----------------------------------------------------------------------------------

    def show(self, playing: Playing, all_at_once: bool) -> None:
        """Draw what is pending; ``all_at_once`` shows the rest of a bot's turn as one list."""
        session = playing.session
        pending = session.pending
        self._question = pending if isinstance(pending, Question) else None
        self._ahead = playing.ahead() if all_at_once and isinstance(pending, Instruction) else ()
        self.border_title = turn_view.heading(session)
        self._put("now-turn", self._turn(session))
        self._put("now-card", _card(session, self.size.width or 46))
        self._put("now-so-far", self._so_far(session))
        self._put("now-said", _said(session, self._ahead))
        self._hint = _hint(session, len(self._ahead))
        if self._by_digit:
            self._hint = f"{_placeholder(self._question, False)}   {self._hint}".rstrip()
        self._put("now-hint", Text(self._hint))
        self._show_answers()
        if self.scroll_y:
            self.scroll_home(animate=False)

    def _put(self, ident: str, text: Text) -> None:
        widget = self.query_one(f"#{ident}", Static)
        # What stays as it is costs no new layout.
        if self._texts.get(ident) != text:
            self._texts[ident] = text
            widget.display = bool(text.plain)
            widget.update(text)

    def _turn(self, session: Session) -> Text:
        """The acting faction's letter and the steps of its turn."""
        text = Text()
        faction = turn_view.acting(session)
        if faction is not None:
            style = faction_style(self.app.theme_variables, faction)
            text.append(f" {LETTERS[faction]} ", style)
        for stage in turn_view.stages(session):
            style_of = {turn_view.NOW: "bold reverse", turn_view.LATER: "dim"}.get(stage.state, "")
            text.append("  ")
            text.append(f"{MARKS[stage.state]} {stage.label}", style_of)
        return text

    def _so_far(self, session: Session) -> Text:
        """The last things that happened in this turn, so that nobody loses the thread."""
        lines = turn_view.so_far(session)[-3 if self.size.height and self.size.height < 14 else -6 :]
        return Text("\n").join(Text(f"✓ {line.text}", "dim") for line in lines)

    def _show_answers(self) -> None:
        question = self._question
        typed, options = self._typed, self._options
        typed.value = ""
        takes_number = question is not None and question.low is not None and not self._by_digit
        takes_words = question is not None and question.read is not None
        narrows = question is not None and len(question.options) > MOST_DIGITS and not takes_number
        typed.display = takes_number or takes_words or narrows
        typed.numbers = takes_number and not takes_words
        typed.words = not typed.numbers
        typed.placeholder = _placeholder(question, narrows)
        options.display = question is not None and bool(question.options)
        self._fill(question.options if question is not None else ())
        self.take_focus()

    def refuse(self) -> None:
        """What was typed is no answer: it stands there marked, so that typing replaces it."""
        self._typed.select_all()

    def take_focus(self) -> None:
        """Put the focus where the answer is given, so that Enter goes on."""
        wanted = self._typed if self._typed.display else self._options if self._options.display else self
        if not wanted.has_focus:
            wanted.focus(scroll_visible=False)

    def _fill(self, options: Sequence[object]) -> None:
        """The options as numbered lines, the proposed one marked."""
        question = self._question
        self._shown = [(one.key, one.label) for one in options]  # type: ignore[attr-defined]
        # Where numbers are answers themselves, they cannot mean places in the list.
        numbered = len(self._shown) <= MOST_DIGITS and (question is None or question.low is None)
        lines = [
            Line(Content(f"{at}  {label}" if numbered else label))
            for at, (_, label) in enumerate(self._shown, 1)
        ]
        if lines or self._options.option_count:
            self._options.clear_options()
            self._options.add_options(lines)
        if lines and question is not None:
            keys = [key for key, _ in self._shown]
            self._options.highlighted = keys.index(question.default) if question.default in keys else 0

    @property
    def _by_digit(self) -> bool:
        """Whether one digit is a whole answer, as of a die."""
        question = self._question
        return (
            question is not None
            and question.low is not None
            and question.low >= 0
            and question.high is not None
            and question.high <= MOST_DIGITS
            and not question.options
        )

    # -- answering ---------------------------------------------------------------------------------

    def accept(self) -> None:
        """Enter: the instruction is done, or the marked or proposed answer is given."""
        if self._question is None:
            self.post_message(self.Answered("", max(1, len(self._ahead))))
        elif self._options.display and self._options.highlighted is not None and not self._typed.has_focus:
            self._pick(self._options.highlighted)
        else:
            self.post_message(self.Answered(self._typed.value))

    def _pick(self, at: int) -> None:
        """Answer by an option of the list; its place in the question means it alone."""
        question = self._question
        if question is None or at >= len(self._shown):
            return
        key = self._shown[at][0]
        number = [option.key for option in options_of(question)].index(key) + 1
        # Where numbers are answers themselves, only the option's own word means it.
        self.post_message(self.Answered(key if question.low is not None else str(number)))

    def on_key(self, event: events.Key) -> None:
        """Digits pick an option, or are a die's face."""
        char = event.character
        if self._question is None or char is None or not char.isdecimal() or self._typed.has_focus:
            return
        if self._by_digit:
            event.stop()
            self.post_message(self.Answered(char))
        elif self._options.display and len(self._shown) <= MOST_DIGITS and 0 < int(char) <= len(self._shown):
            event.stop()
            self._pick(int(char) - 1)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._pick(event.option_index)

    @on(AnswerInput.Left)
    def _left(self, event: AnswerInput.Left) -> None:
        event.stop()
        (self._options if self._options.display else self).focus()

    @on(AnswerInput.ListWanted)
    def _to_list(self, event: AnswerInput.ListWanted) -> None:
        """Up and down go through the options, also while a long list is narrowed."""
        event.stop()
        question = self._question
        if question is not None and question.low is not None and self._options.display:
            self._options.focus()
        elif event.step > 0:
            self._options.action_cursor_down()
        else:
            self._options.action_cursor_up()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        question = self._question
        if question is not None and question.low is None and question.read is None:
            if self._options.highlighted is not None:
                self._pick(self._options.highlighted)
            return
        self.post_message(self.Answered(event.value))

    @on(Input.Changed)
    def _narrowed(self, event: Input.Changed) -> None:
        """Typing narrows a long list to the options that have a word beginning so.

        A digit that belongs to no word picks the line it stands before.
        """
        event.stop()
        question = self._question
        if question is None or question.low is not None or question.read is not None or not question.options:
            return
        left = _left_over(question, event.value)
        words, digit = event.value[:-1], event.value[-1:]
        if not left and words and digit.isdecimal():
            numbered = _left_over(question, words)
            if 0 < int(digit) <= len(numbered) <= MOST_DIGITS:
                self._fill(numbered)
                self._pick(int(digit) - 1)
                return
        self._fill(left)
        self._put("now-hint", Text(self._hint if left else NO_SUCH_WORD))
        if fold_plain(event.value) and left:
            self._options.highlighted = 0


def _left_over(question: Question, typed: str) -> list[Option]:
    wanted = fold_plain(typed)
    return [one for one in question.options if _begins(one.label, wanted)]


def _begins(label: str, wanted: str) -> bool:
    if not wanted or fold_plain(label).startswith(wanted):
        return True
    return any(fold_plain(word).startswith(wanted) for word in re.split(r"[\s-]+", label))


def _card(session: Session, width: int) -> Text:
    """The face of the bot card: whom the bot turns to first, where it looks, what it plays."""
    card = turn_view.bot_card(session)
    if card is None:
        return Text()
    order, impulse, plays = turn_view.card_lines(card, session.table.board)
    text = Text()
    parts = (("Order", order), ("Impulse", impulse), ("Plays", plays))
    for label, words in parts:
        # What belongs together stays in one line.
        broken = len(text.plain.rpartition("\n")[2]) + len(label) + len(words) + 1 > width
        text.append("\n" if broken and text.plain else "   " if text.plain else "")
        text.append(f"{label} ", "dim")
        text.append(words)
    return text


def _said(session: Session, ahead: Sequence[Instruction]) -> Text:
    """The instruction as sentences, the question, or who has won."""
    pending = session.pending
    if isinstance(pending, Question):
        return Text(pending.text, "bold")
    if isinstance(pending, Instruction):
        return Text("\n").join(_instructions(ahead or (pending,)))
    if session.victory is not None:
        victory = session.victory
        return Text(f"{FACTION_NAMES[victory.faction]} wins: {victory.reason}.", "bold")
    return Text()


def _instructions(instructions: Sequence[Instruction]) -> Iterator[Text]:
    for one in instructions:
        title = Text(one.title.partition(": ")[2] or one.title, "italic")
        dice = turn_view.rolls(one)
        if dice:
            title.append(f"   die: {', '.join(dice)}", "not italic dim")
        yield title
        for line in one.lines:
            yield Text(line, "bold")


def _hint(session: Session, ahead: int) -> str:
    pending = session.pending
    if isinstance(pending, Instruction):
        why = " · w why" if pending.decision is not None else ""
        done = f"Enter: all {ahead} done" if ahead > 1 else "Enter: done"
        enter = "" if pending.changes else " · : enter what changed"
        return f"{done}{why}{enter} · s leave undone · u undo"
    if isinstance(pending, Question):
        return f"[{', '.join(pending.cites)}]" if pending.cites else ""
    return "x export the log · u undo · q home"


def _placeholder(question: Question | None, narrows: bool) -> str:
    if question is None:
        return ""
    if narrows:
        return "type to narrow the list"
    if question.low is None:
        return "in your own words"
    limits = f"{question.low} to {question.high}" if question.high is not None else f"{question.low} or more"
    proposed = f", Enter: {question.default}" if question.default is not None else ""
    return f"a number, {limits}{proposed}"
