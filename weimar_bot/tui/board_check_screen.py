"""The screen on which a player confirms or corrects what is printed on the board, a few facts at a time.

Every answer is in the player's corrections file as soon as it is given, so there is nothing to
keep on leaving, and the next visit begins with what is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from weimar_bot.game.board_corrections import record
from weimar_bot.reading.faults import InputError
from weimar_bot.table.board import Board, pair
from weimar_bot.table.board_facts import (
    Group,
    Question,
    answering,
    confirming,
    groups,
    open_facts,
)
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.corrections import Statement
from weimar_bot.table.languages import named_as
from weimar_bot.table.table import Table
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.map_view import MapView

_SOURCES: Final = {
    "transcription": "Taken from a public transcription of the board.",
    "border": "Taken from the borders of the 1920s.",
    "derived": "Follows from the rulebook by counting.",
    "assumed": "A guess.",
}


class QuestionRow(Widget, can_focus=True):
    """A question with the value that holds so far, or with the answer given here."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self.answer = ""

    def compose(self) -> ComposeResult:
        yield Static(classes="mark", markup=False)
        yield Static(classes="words", markup=False)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Draw it anew, unless it is just being taken away."""
        if not self.children:
            return
        style = "bold" if self.has_focus else ""
        state = ("✓", "bold $success") if self.answer else ("?", "$warning")
        mark = Content.assemble(("› " if self.has_focus else "  ", style), state)
        shown = self.answer or self.question.shown
        self.query_one(".mark", Static).update(mark)
        self.query_one(".words", Static).update(
            Content.assemble((f"{self.question.words}: ", style), (shown, "bold"))
        )

    def settle(self, answer: str) -> None:
        """Show the answer that was given."""
        self.answer = answer
        self.show()

    def on_click(self, event: Click) -> None:
        self.focus()

    def watch_has_focus(self, value: bool) -> None:
        super().watch_has_focus(value)
        self.show()


class _Page(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls along with the question in focus; its keys are left to the screen."""


class BoardCheckScreen(Screen[bool]):
    """Dismissed with whether anything was written; the app then reads the board anew.

    With ``facts`` only the questions that settle one of these are asked.
    """

    TITLE = "Your board"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (44, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "same", "As here", id="check.same", tooltip="Your board has it as it stands here"),
        Binding("n,enter", "edit", "Different", id="check.edit", tooltip="Type what your own board says"),
        Binding("space", "skip", "Skip", id="check.skip", tooltip="Leave this one for another time"),
        Binding(
            "a",
            "all_same",
            "All as here",
            id="check.all",
            tooltip="Everything on this page is as it stands here",
        ),
        Binding("right,pagedown", "page(1)", "Next", id="check.next_page", tooltip="The next group of facts"),
        Binding(
            "left,pageup",
            "page(-1)",
            "Page before",
            id="check.previous_page",
            show=False,
            tooltip="The group of facts before",
        ),
        Binding("down", "move(1)", "Down", id="check.down", show=False, tooltip="The next fact on the page"),
        Binding("up", "move(-1)", "Up", id="check.up", show=False, tooltip="The fact above"),
        Binding("escape", "stop", "Stop", id="check.stop", tooltip="Leave; what was answered is kept"),
    ]
    CSS = """
    BoardCheckScreen { background: $background; layout: vertical; }
    BoardCheckScreen #check-title { height: 1; padding: 0 1; color: $primary; text-style: bold; }
    BoardCheckScreen #check-progress { height: 1; padding: 0 1; color: $secondary; }
    BoardCheckScreen #check-body { height: 1fr; }
    BoardCheckScreen #check-page { width: 1fr; height: 1fr; padding: 1 1 0 1; scrollbar-size-vertical: 1; }
    BoardCheckScreen QuestionRow { height: auto; margin: 0 0 1 0; layout: horizontal; }
    BoardCheckScreen QuestionRow .mark { width: 4; }
    BoardCheckScreen QuestionRow .words { width: 1fr; height: auto; }
    BoardCheckScreen QuestionRow:focus { background: $surface; }
    BoardCheckScreen #map-beside {
        width: 32%; min-width: 26; height: 1fr; padding: 1; border-left: solid $panel;
    }
    BoardCheckScreen #check-map { display: none; }
    BoardCheckScreen.-wide.-high #map-beside { width: 62; }
    BoardCheckScreen.-wide.-high #check-map { display: block; height: 1fr; margin-top: 1; }
    BoardCheckScreen #check-told { height: auto; max-height: 4; padding: 0 1; color: $foreground; }
    BoardCheckScreen #check-told.wrong { color: $error; text-style: bold; }
    BoardCheckScreen #check-answer { display: none; height: 3; border: round $primary; }
    BoardCheckScreen.editing #check-answer { display: block; }
    """

    def __init__(self, board: Board, *, facts: Sequence[str] | None = None) -> None:
        super().__init__()
        self.board = board
        self.facts = None if facts is None else tuple(facts)
        self.pages: list[Group] = groups(board, self.facts)
        self.at = 0
        self.changed = False
        asked = {fact for page in self.pages for one in page.questions for fact in one.facts}
        self._all = len(open_facts(shipped_board())) if facts is None else len(asked)
        self._asked = asked

    def compose(self) -> ComposeResult:
        yield Static(id="check-title", markup=False)
        yield Static(id="check-progress", markup=False)
        with Horizontal(id="check-body"):
            yield _Page(id="check-page")
            with Container(id="map-beside"):
                yield Static(id="check-beside", markup=False)
                drawn = MapView(Table(self.board, {}), id="check-map")
                drawn.can_focus = False
                yield drawn
        yield Static(id="check-told", markup=False)
        yield Input(id="check-answer")
        yield KeyLine()

    async def on_mount(self) -> None:
        await self._open_page(1)

    # -- pages ---------------------------------------------------------------------------------------

    async def _open_page(self, step: int) -> None:
        """Show the page that is due; pages settled meanwhile (lines, from their other end) are passed."""
        while 0 <= self.at < len(self.pages) and not self._open_questions():
            self.at += step
        self.at = min(max(self.at, 0), len(self.pages))
        questions = self._open_questions()
        page = self.query_one("#check-page", _Page)
        await page.remove_children()
        await page.mount_all([QuestionRow(one) for one in questions] or [Static(self._end(), markup=False)])
        self._tell("")
        rows = self._rows()
        if rows:
            rows[0].focus()
        else:
            self.set_focus(None)
            self._beside(None)
        self._head()

    def _open_questions(self) -> tuple[Question, ...]:
        """The questions of this page as the board now has them, without those that are settled."""
        if not 0 <= self.at < len(self.pages):
            return ()
        wanted = {one.ident for one in self.pages[self.at].questions}
        now = groups(self.board, self.facts)
        return tuple(one for group in now for one in group.questions if one.ident in wanted)

    def _end(self) -> str:
        left = self._open_number()
        if not left:
            return "Everything asked here is confirmed. Thank you!"
        them = "1 fact is" if left == 1 else f"{left} facts are"
        return f"That was the last page. {them} still open: PgUp goes back to them, and they can wait."

    def _rows(self) -> list[QuestionRow]:
        return list(self.query(QuestionRow))

    def _row(self) -> QuestionRow | None:
        return self.focused if isinstance(self.focused, QuestionRow) else None

    # -- what is shown -------------------------------------------------------------------------------

    def _open_number(self) -> int:
        still = set(open_facts(self.board))
        return len(still) if self.facts is None else len(self._asked & still)

    def _head(self) -> None:
        over = self.at >= len(self.pages)
        where = "" if over else f"{self.pages[self.at].title}: "
        self.query_one("#check-title", Static).update(f"{where}{'I' if over else 'i'}s it so on your board?")
        page = "" if over else f"Page {self.at + 1} of {len(self.pages)}. "
        done = self._all - self._open_number()
        self.query_one("#check-progress", Static).update(f"{page}{done} of {self._all} facts confirmed.")

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        told = self.query_one("#check-told", Static)
        told.set_class(wrong, "wrong")
        told.update(text)

    def _beside(self, question: Question | None) -> None:
        """Where the value comes from, and the neighbours of the space it is about."""
        parts: list[Content] = []
        if question is not None:
            if question.subject in self.board.spaces:
                parts += [self._neighbours(question.subject), Content("")]
            source = self.board.source(question.facts[0]) if question.facts else ""
            parts.append(Content.styled(_SOURCES.get(source, ""), "dim"))
        self.query_one("#check-beside", Static).update(Content("\n").join(parts))
        lit: dict[str, str] = {}
        if question is not None and question.subject in self.board.spaces:
            lit = {
                **dict.fromkeys(self.board.neighbours[question.subject], "goal"),
                question.subject: "space",
            }
        self.query_one(MapView).show(Table(self.board, {}), lit)

    def _neighbours(self, space: str) -> Content:
        lines = [Content.styled(f"{self.board.spaces[space].name} is next to", "bold")]
        for other in self.board.neighbours[space]:
            known = self.board.is_confirmed(pair(space, other))
            mark = ("✓ ", "$success") if known else ("? ", "$warning")
            lines.append(Content.assemble(mark, self.board.spaces[other].name))
        return Content("\n").join(lines)

    def on_descendant_focus(self) -> None:
        row = self._row()
        if row is not None:
            self._beside(row.question)

    # -- what the player does ------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While an answer is typed, only leaving it makes sense."""
        return action == "stop" or not self.has_class("editing")

    async def action_same(self) -> None:
        row = self._row()
        if row is not None and self._written(confirming(self.board, row.question)):
            row.settle(row.question.shown)
            await self._go_on()

    async def action_all_same(self) -> None:
        rows = [row for row in self._rows() if not row.answer]
        if self._written([one for row in rows for one in confirming(self.board, row.question)]):
            for row in rows:
                row.settle(row.question.shown)
            await self.action_page(1)

    async def action_edit(self) -> None:
        row = self._row()
        if row is None:
            return
        if row.question.kind == "line":  # there is but one other answer
            await self._take("no" if row.question.value else "yes", row)
            return
        self._edited = row
        self.add_class("editing")
        self._tell(f"{row.question.words}: {row.question.hint}.")
        answer = self.query_one("#check-answer", Input)
        answer.value = "" if row.question.kind == "neighbours" else row.answer or row.question.shown
        answer.focus()
        self.refresh_bindings()

    @on(Input.Submitted, "#check-answer")
    async def answered(self, event: Input.Submitted) -> None:
        await self._take(event.value, self._edited)

    async def _take(self, text: str, row: QuestionRow) -> None:
        """An answer typed: written, or refused in words and left to be changed."""
        try:
            statements = answering(self.board, row.question, text)
        except InputError as error:
            self._refuse(error)
            return
        if self._written(statements):
            row.settle(self._as_answered(row.question, text))
            self._leave_answer(row)
            await self._go_on()

    def _as_answered(self, question: Question, text: str) -> str:
        """The answer in the words in which such values are shown."""
        if question.kind == "neighbours":
            near = self.board.neighbours[question.subject]
            return ", ".join(self.board.spaces[other].name for other in near)
        return text.strip()

    def _leave_answer(self, row: QuestionRow) -> None:
        self.remove_class("editing")
        row.focus()
        self.refresh_bindings()

    async def action_skip(self) -> None:
        self._tell("")
        await self._go_on()

    async def action_page(self, step: int) -> None:
        self.at += step
        await self._open_page(step)

    def action_move(self, step: int) -> None:
        rows, row = self._rows(), self._row()
        if row is not None:
            rows[(rows.index(row) + step) % len(rows)].focus()

    def action_stop(self) -> None:
        if self.has_class("editing"):
            self._tell("")
            self._leave_answer(self._edited)
        else:
            self.dismiss(self.changed)

    async def _go_on(self) -> None:
        """To the next question of the page, or the next page after its last."""
        rows, row = self._rows(), self._row()
        at = rows.index(row) + 1 if row is not None else len(rows)
        if at < len(rows):
            rows[at].focus()
            self._head()
        else:
            await self.action_page(1)

    def _written(self, statements: Sequence[Statement]) -> bool:
        """Write statements into the player's file; False, and why, if they cannot be."""
        try:
            self.board = named_as(record(statements), self.board)
        except InputError as error:
            self._refuse(error)
            return False
        self.changed = True
        self._tell("")
        return True

    def _refuse(self, error: InputError) -> None:
        self._tell("\n".join(str(fault) for fault in error.faults), wrong=True)
