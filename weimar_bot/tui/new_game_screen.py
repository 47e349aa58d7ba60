"""A new game: one decision a page, back and forth, then what to lay out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from weimar_bot.game.new_game import Prepared, SetUp
from weimar_bot.game.pending import Question, read_answer
from weimar_bot.game.set_up_cards import dealing
from weimar_bot.game.setup import layout, scenarios
from weimar_bot.reading.faults import InputError
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.now_panel import AnswerInput

MOST_PAGES: Final = 60


class NewGameScreen(Screen[SetUp | None]):
    """Asks what a new game needs; ``proposed`` are the player's own defaults by question.

    Every page shows what was answered before; going back forgets the last answer. Dismissed with the
    set-up once it is complete.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", "Next", id="new.next", tooltip="Take the marked or proposed answer"),
        Binding("left,backspace", "back", "Back", id="new.back", tooltip="The page before"),
        Binding("b", "rest", "Begin", id="new.rest", tooltip="Take what is proposed for all that is left"),
        Binding("escape,q", "leave", "Cancel", id="new.close", tooltip="Begin no game"),
    ]
    DEFAULT_CSS = """
    NewGameScreen { align: center middle; }
    NewGameScreen #new { width: 76; max-width: 98%; height: auto; max-height: 96%; }
    NewGameScreen #new-title { text-style: bold; color: $primary; }
    NewGameScreen #new-given { color: $text-muted; }
    NewGameScreen #new-asked { text-style: bold; margin-top: 1; }
    NewGameScreen #new-about { color: $text-muted; }
    NewGameScreen OptionList { height: auto; max-height: 12; border: round $primary; padding: 0 1; }
    NewGameScreen Input, NewGameScreen Input:focus { border: none; height: 1; background: $boost; }
    """

    def __init__(self, setup: SetUp, proposed: Mapping[str, str]) -> None:
        super().__init__()
        self._setup = setup
        self._proposed = proposed

    @property
    def _question(self) -> Question:
        """What is asked, with the player's own default where there is one."""
        question = self._setup.question
        assert question is not None
        own = self._proposed.get(question.ident)
        known = {option.key for option in question.options}
        return replace(question, default=own) if own in known else question

    @property
    def _answered(self) -> bool:
        """Whether the last page is behind; a key typed ahead, or a late message, finds nothing to do then."""
        return self._setup.question is None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self._answered or not self.is_mounted

    def compose(self) -> ComposeResult:
        with Vertical(id="new"):
            yield Static("New game", id="new-title", markup=False)
            yield Static(id="new-given", markup=False)
            yield Static(id="new-asked", markup=False)
            yield OptionList(markup=False)
            yield AnswerInput(id="new-typed")
            yield Static(id="new-about", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        if self._setup.prepared is not None:  # come back to: the last page is asked once more
            self._setup.undo()
        self._show()

    def _show(self) -> None:
        question = self._question
        self.query_one("#new-given", Static).update("\n".join(self._told()))
        self.query_one("#new-asked", Static).update(question.text)
        lines, typed = self.query_one(OptionList), self.query_one(AnswerInput)
        lines.display = bool(question.options)
        typed.display = not question.options
        typed.numbers = True
        typed.value = ""
        typed.placeholder = f"Enter: {question.default}" if question.default is not None else "a number"
        lines.clear_options()
        lines.add_options(
            [
                Option(Content(f"{at}  {option.label}"), id=option.key)
                for at, option in enumerate(question.options, 1)
            ]
        )
        keys = [option.key for option in question.options]
        if keys:
            lines.highlighted = keys.index(question.default) if question.default in keys else 0
        self._explain()
        (lines if question.options else typed).focus()

    def _told(self) -> list[str]:
        """What was answered so far, the last answers where there are many."""
        room = max(3, self.app.size.height - 16)
        return [f"{question.text}  {_label(question, answer)}" for question, answer in self._setup.given()][
            -room:
        ]

    def _explain(self) -> None:
        """A scenario is told in a line; a number that no source gives is said to be one."""
        about = self.query_one("#new-about", Static)
        at = self.query_one(OptionList).highlighted
        text = ""
        if self._question.ident == "scenario" and at is not None:
            one = scenarios()[self._question.options[at].key]
            years = (
                f"{one.first_year}"
                if one.first_year == one.last_year
                else f"{one.first_year}-{one.last_year}"
            )
            text = f"{years}. {one.end_words}"
        elif self._question.ident == "count":
            text = "No source gives this number: count them on your table, or take the guess."
        about.update(text)

    @on(OptionList.OptionHighlighted)
    def _marked(self) -> None:
        if self.is_mounted and not self._answered:
            self._explain()

    # -- answering ---------------------------------------------------------------------------------

    def action_accept(self) -> None:
        lines = self.query_one(OptionList)
        if lines.display and lines.highlighted is not None:
            self._answer(self._question.options[lines.highlighted].key)
        else:
            self._answer(self.query_one(AnswerInput).value)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self._answered:
            self._answer(self._question.options[event.option_index].key)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if not self._answered:
            self._answer(event.value)

    @on(AnswerInput.BackWanted)
    def _back_wanted(self, event: AnswerInput.BackWanted) -> None:
        event.stop()
        if not self._answered:
            self.action_back()

    def on_key(self, event: events.Key) -> None:
        char = event.character
        options = () if self._answered else self._question.options
        if options and char is not None and char.isdecimal() and 0 < int(char) <= len(options):
            event.stop()
            self._answer(options[int(char) - 1].key)

    def _answer(self, text: str) -> None:
        try:
            self._give(text or self._question.default or "")
        except InputError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        self._go_on()

    def _give(self, text: str) -> None:
        self._setup.answer(read_answer(self._question, text))

    def _go_on(self) -> None:
        if self._setup.prepared is not None:
            self.dismiss(self._setup)
        else:
            self._show()

    def action_rest(self) -> None:
        """Everything as proposed from here on; the scenario is the marked one."""
        for _ in range(MOST_PAGES):
            question = self._question
            value = question.default
            if value is None:
                at = self.query_one(OptionList).highlighted
                value = question.options[at or 0].key
            self._give(value)
            if self._setup.prepared is not None:
                break
        self._go_on()

    def action_back(self) -> None:
        """Forget the last answer."""
        if not self._setup.answers:
            self.dismiss(None)
            return
        self._setup.undo()
        self._show()

    def action_leave(self) -> None:
        self.dismiss(None)


def _label(question: Question, answer: str) -> str:
    return next((option.label for option in question.options if option.key == answer), answer)


class LayoutScreen(Screen[bool]):
    """What to lay out, to be ticked off; dismissed with whether the game begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "It lies there: begin", id="layout.begin", tooltip="Begin the game"),
        Binding("space", "tick", "Tick off", id="layout.tick", tooltip="This lies on the table now"),
        Binding(
            "s", "sort", "By space or piece", id="layout.sort", tooltip="Sort by space or by kind of piece"
        ),
        Binding("escape", "leave", "Cancel", id="layout.close", tooltip="Begin no game"),
    ]
    DEFAULT_CSS = """
    LayoutScreen #layout-title { text-style: bold; color: $primary; padding: 0 1; }
    LayoutScreen #layout-doubts { color: $warning; padding: 0 1; max-height: 6; }
    LayoutScreen OptionList { height: 1fr; border: round $primary; }
    """

    def __init__(self, prepared: Prepared) -> None:
        super().__init__()
        self._prepared = prepared
        self._by_piece = False
        self._ticked: dict[bool, set[int]] = {False: set(), True: set()}

    def compose(self) -> ComposeResult:
        yield Static(f"{self._prepared.scenario.title}: lay this out", id="layout-title", markup=False)
        doubts = "\n".join(f"Not sure: {doubt}" for doubt in self._prepared.scenario.doubts)
        yield Static(doubts, id="layout-doubts", markup=False)
        yield OptionList(markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self._show(0)

    def _lines(self) -> list[str]:
        prepared = self._prepared
        laid = layout(prepared.table, "piece" if self._by_piece else "space")
        return [*laid, *dealing(prepared.scenario, prepared.settings)]

    def _show(self, marked: int) -> None:
        ticked = self._ticked[self._by_piece]
        lines = self.query_one(OptionList)
        lines.clear_options()
        lines.add_options(
            [
                Option(Text(f"{'[✓]' if at in ticked else '[ ]'} {line}", "dim" if at in ticked else ""))
                for at, line in enumerate(self._lines())
            ]
        )
        lines.highlighted = min(marked, lines.option_count - 1)
        lines.focus()

    def action_tick(self) -> None:
        """Tick the marked line and go on to the next."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._ticked[self._by_piece] ^= {at}
            self._show(at + 1)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_begin()

    def action_sort(self) -> None:
        self._by_piece = not self._by_piece
        self._show(0)

    def action_begin(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
