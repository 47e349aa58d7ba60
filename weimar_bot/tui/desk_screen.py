"""The ruling desk: any table, any bot card, and what the bot does; no game is touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static, TabbedContent, TabPane, TextArea

from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.rulings import load_rulings, parse_switches
from weimar_bot.game.entry import parse
from weimar_bot.reading.faults import Fault, ImpossibleInput, InputError
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.position import read_position, read_position_text
from weimar_bot.table.position_write import write_position
from weimar_bot.table.table import Table
from weimar_bot.tui.desk import (
    Answer,
    Asked,
    Pair,
    alternatives,
    answer,
    compared,
    folded,
    lines_of,
    position_text,
    save_text,
)
from weimar_bot.tui.desk_form import DeskForm
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.path_screen import PathScreen
from weimar_bot.tui.why_screen import WhyScreen

_WIDE = 110
_PAUSE = 0.3  # seconds after the last letter until a position being written is read
_MOST_FAULTS = 8
SAME, OTHER = " ", "≠"


class DeskScreen(Screen[None]):
    """Answers for any position: ``table`` as it lies, the file at ``path``, or an empty table."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "open", "open", id="desk.open", tooltip="Open a position file"),
        Binding("f3", "save", "save", id="desk.save", tooltip="Save the position as a file"),
        Binding(
            "f4", "share", "copy", id="desk.share", tooltip="Copy the position to the clipboard", show=False
        ),
        Binding("f5", "page('decision')", "answer", id="desk.decision", tooltip="What the bot does"),
        Binding("f6", "page('position')", "text", id="desk.position", tooltip="The position as text"),
        Binding("f7", "page('compare')", "compare", id="desk.compare", tooltip="Two rulings side by side"),
        Binding("f8", "entry", "entry", id="desk.entry", tooltip="Change the table by a line of free entry"),
        Binding("f9,w", "why", "why", id="desk.why", tooltip="Why the bot does this"),
        Binding(
            "f10", "force", "force", id="desk.force", tooltip="Go on with a table that cannot be", show=False
        ),
        Binding("escape", "close", "close", id="desk.close", tooltip="Leave the field, then the desk"),
    ]
    DEFAULT_CSS = """
    DeskScreen {
        & #head {
            height: 1; background: $panel; padding: 0 1;
            text-style: bold; text-wrap: nowrap; text-overflow: ellipsis;
        }
        & #ask { width: 46; height: 1fr; border-right: solid $panel; }
        & TabbedContent { width: 1fr; height: 1fr; }
        & TabPane { padding: 0; height: 1fr; }
        & .page { padding: 0 1; height: 1fr; }
        & TextArea { height: 1fr; border: none; }
        & #faults { height: auto; max-height: 8; color: $text-error; padding: 0 1; display: none; }
        & #faults.-shown { display: block; }
        & #line { height: 1; }
        & #line Static { width: 9; padding: 0 1; color: $text-muted; }
        & #entry { width: 1fr; }
    }
    DeskScreen.-narrow {
        & #ask { width: 36; }
        & DeskForm > Horizontal { margin-bottom: 0; }
        &.-page-position #ask { display: none; }
        &.-page-compare #ask { display: none; }
    }
    """

    def __init__(
        self,
        board: Board,
        table: Table | None = None,
        *,
        path: Path | None = None,
        seed: int = 0,
        card: BotCard | None = None,
        cards: Mapping[int, EventCard] | None = None,
    ) -> None:
        super().__init__()
        self.board = board
        self.cards = cards
        self._card = card
        self.table: Table | None = table
        self.source = "the table of the game, copied" if table else "an empty table"
        self.own: Path | None = None  # what this desk saved itself
        self.path = path
        self.forced = False
        self.answer: Answer | None = None
        self.other: Answer | None = None
        self._seed = seed
        self._text = ""  # what was last written into the text of the position by the desk itself
        self._pause: Timer | None = None
        self._position_faults: tuple[Fault, ...] = ()
        if table is None:
            self.table = read_position_text("{}", "position", board)

    # -- parts -----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        bots = self.table.listed("non_player") if self.table else ()
        yield Static("", id="head")
        with Horizontal():
            bot = self._card.faction if self._card else str(bots[0]) if bots else FACTIONS[0]
            number = self._card.number if self._card else None
            yield DeskForm(self.board, bot, self._seed, number, id="ask")
            with TabbedContent(initial="decision"):
                with TabPane("Decision", id="decision"), VerticalScroll(classes="page"):
                    yield Static("", id="told")
                with TabPane("Position", id="position"):
                    yield TextArea("", id="text", show_line_numbers=True)
                with TabPane("Compare", id="compare"), VerticalScroll(classes="page"):
                    yield Static("", id="compared")
        yield Static("", id="faults")
        with Horizontal(id="line"):
            yield Static("Entry")
            entry = Input(placeholder="change the table: kpd +2 hamburg; us 4", id="entry", compact=True)
            entry.tooltip = "A line of free entry, as in a game; '?' lists what may come next"
            yield entry
        yield KeyLine()

    def on_mount(self) -> None:
        if self.path is not None:
            self._open(self.path)
        else:
            self._take(self.table)
        self.query_one("#faction").focus()

    # -- the table on the desk -------------------------------------------------------------------

    def _take(self, table: Table | None, source: str | None = None) -> None:
        """Lay another table on the desk, and answer for it."""
        self.table = table
        self.source = source or self.source
        self._position_faults = ()
        if table is not None:
            self._text = _as_text(table)
            self.query_one(TextArea).load_text(self._text)
        self._decide()

    def _open(self, path: Path) -> None:
        try:
            self._take(read_position(path, self.board, self.forced), str(path))
            self.path = path
        except InputError as error:
            self._show_broken(path, error)

    def _show_broken(self, path: Path, error: InputError) -> None:
        """Put a file that cannot be used on the desk as text, so that it can be mended there."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            self._position_faults = error.faults  # the table stays as it was
            self._decide()
            return
        self.path, self.source, self.table = path, str(path), None
        self._text = text
        self.query_one(TextArea).load_text(text)
        self.action_page("position")
        self._position_faults = error.faults
        self._decide()

    @on(TextArea.Changed)
    def _written(self, event: TextArea.Changed) -> None:
        """Read the position a moment after the last letter."""
        if event.text_area.text == self._text:
            return
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(_PAUSE, self._read_text)

    def _read_text(self) -> None:
        text = self.query_one(TextArea).text
        self._text = text
        try:
            self.table = read_position_text(text, "position", self.board, self.forced)
            self._position_faults = ()
        except InputError as error:
            self.table = None
            self._position_faults = _with_hint(error)
        self._decide()

    @on(Input.Submitted, "#entry")
    def _entered(self, event: Input.Submitted) -> None:
        """Change the table by free entry."""
        if self.table is None:
            self._refuse([Fault("mend the position first: it cannot be read as it is")])
            return
        try:
            entry = parse(event.value, self.table)
        except InputError as error:
            self._refuse(error.faults)
            return
        if entry.listing:
            self._refuse([Fault(entry.words)])
            return
        event.input.value = ""
        self._take(entry.table, f"{self.source.removesuffix(', changed')}, changed")
        self.notify(Text(entry.words).plain, markup=False)

    # -- the answer ------------------------------------------------------------------------------

    @on(DeskForm.Changed)
    def _decide(self) -> None:
        """Answer what is asked now, in both readings, and say all that is wrong with it."""
        self.answer = self.other = None
        faults = list(self._position_faults)
        form = self.query_one(DeskForm)
        if self.table is not None:
            try:
                self._answer(self.table, form.asked(), form.compare_with)
            except InputError as error:
                faults += error.faults
        self._refuse(faults)
        self._show()

    def _answer(self, table: Table, asked: Asked, compare_with: str) -> None:
        self.answer = answer(table, asked, self.cards)
        if compare_with:
            self.other = answer(table, asked, self.cards, parse_switches([compare_with]))

    def _refuse(self, faults: Iterable[Fault]) -> None:
        """Show faults under the rest, or nothing if there are none."""
        lines = [str(fault) for fault in faults]
        if len(lines) > _MOST_FAULTS:
            lines[_MOST_FAULTS - 1 :] = [f"… and {len(lines) - _MOST_FAULTS + 1} more"]
        panel = self.query_one("#faults", Static)
        panel.update(Text("\n".join(lines)))
        panel.set_class(bool(lines), "-shown")

    def _show(self) -> None:
        forced = "   (faults of the table are waived)" if self.forced else ""
        head = Text(f"Ruling desk: {self.source}{forced}", no_wrap=True, overflow="ellipsis")
        self.query_one("#head", Static).update(head)
        self.query_one("#told", Static).update(self._told())
        self.query_one("#compared", Static).update(self._side_by_side())

    def _told(self) -> Text | Group:
        if self.answer is None:
            return Text("No answer: see below what is wrong.", "italic")
        return Group(*(_line(kind, line) for kind, line in lines_of(self.answer, self.cards)))

    def _side_by_side(self) -> Text | Group:
        """The two answers, if anybody is looking; what else could be compared, if nothing is chosen."""
        if self.answer is None or self.query_one(TabbedContent).active != "compare":
            return Text("")
        if self.other is None:
            return self._what_matters(self.answer)
        ident, _, value = self.query_one(DeskForm).compare_with.partition("=")
        ruling = load_rulings()[ident]
        pairs = compared(self.answer, self.other, self.cards)
        return Group(
            Text(f"{ident}. {ruling.title}", "bold"),
            Text(f"As it stands: {ruling.text}", "dim"),
            Text(f"{ident}={value}: {ruling.alternatives[value]}\n", "dim"),
            _grid(f"{ident} as it stands", f"{ident}={value}", pairs),
        )

    def _what_matters(self, found: Answer) -> Text:
        """Which rulings, read otherwise, would lead to another answer here."""
        text = Text("Choose under Compare (on the left, F5) a ruling to be read otherwise.\n\n")
        matter = [title for title, one in self._otherwise(found) if one]
        if not matter:
            text.append("No ruling that can be switched would change this answer.")
        else:
            text.append("Another answer would follow from:\n", "bold")
            text.append("\n".join(f"  {title}" for title in matter))
        return text

    def _otherwise(self, found: Answer) -> Iterator[tuple[str, bool]]:
        """Every ruling that can be switched, and whether that changes the answer."""
        table, asked = found.decision.request.table, self.query_one(DeskForm).asked()
        for title, switch in alternatives():
            other = answer(table, asked, self.cards, parse_switches([switch]))
            yield title, any(pair.differs for pair in compared(found, other, self.cards))

    # -- keys ------------------------------------------------------------------------------------

    def action_page(self, name: str) -> None:
        self.query_one(TabbedContent).active = name

    @on(TabbedContent.TabActivated)
    def _turned(self, event: TabbedContent.TabActivated) -> None:
        """In a narrow terminal the text and the comparison have it to themselves."""
        for name in ("decision", "position", "compare"):
            self.set_class(event.pane.id == name, f"-page-{name}")
        self._show()

    def action_entry(self) -> None:
        self.query_one("#entry").focus()

    def action_force(self) -> None:
        """Go on in spite of faults of the table, or no longer."""
        self.forced = not self.forced
        self._read_text()

    def action_why(self) -> None:
        if self.answer is None:
            self.notify("There is no answer to explain yet.", severity="warning")
        else:
            self.app.push_screen(WhyScreen(self.answer.decision, cards=self.cards))

    def action_open(self) -> None:
        self.app.push_screen(PathScreen("Open which position file?", self.path, saving=False), self._opened)

    def _opened(self, path: Path | None) -> None:
        if path is not None:
            self._open(path)

    def action_save(self) -> None:
        if self.table is None:
            self._refuse(
                [*self._position_faults, Fault("there is nothing to save: the position is not whole")]
            )
            return
        begin = self.own or self.path or Path("position.yaml")
        self.app.push_screen(
            PathScreen("Save to which file?", begin, saving=True, own=self.own), self._save_to
        )

    def _save_to(self, path: Path | None) -> None:
        if path is None or self.table is None:
            return
        try:
            save_text(path, position_text(self.table, self.query_one(DeskForm).asked(), path))
        except (InputError, ValueError) as error:
            self._refuse(error.faults if isinstance(error, InputError) else [Fault(str(error))])
            return
        self.own = self.path = path
        self.source = str(path)
        self.notify(f"Saved: {path}", markup=False)
        self._show()

    def action_share(self) -> None:
        if self.table is None:
            self.notify("The position is not whole yet.", severity="warning")
            return
        name = self.path or Path("position.yaml")
        self.app.copy_to_clipboard(position_text(self.table, self.query_one(DeskForm).asked(), name))
        self.notify("The position is on the clipboard.")

    def action_close(self) -> None:
        """Out of a text first, so that a stray Esc does not lose the desk."""
        if isinstance(self.focused, Input | TextArea):
            self.set_focus(None)
        else:
            self.dismiss(None)


def _as_text(table: Table) -> str:
    try:
        return write_position(table)
    except ValueError as error:  # a piece where no file has a place for it; only a forced table has one
        return f"# this table cannot be written: {error}\n"


def _with_hint(error: InputError) -> tuple[Fault, ...]:
    if isinstance(error, ImpossibleInput) and error.may_be_forced:
        return (*error.faults, Fault("F10 goes on in spite of this"))
    return error.faults


def _line(kind: str, line: str) -> Padding:
    """A line of an answer, indented under its title, with its further lines under its own beginning."""
    if kind == "title":
        return Padding(Text(line, "bold"), (0 if line.startswith("NP ") else 1, 0, 0, 0))
    return Padding(Text(line, "dim" if kind == "grounds" else ""), (0, 0, 0, 3))


def _grid(left: str, right: str, pairs: list[Pair]) -> Grid:
    """Two answers in two columns, every line that differs marked."""
    grid = Grid(expand=True, box=None, padding=(0, 1, 0, 0), header_style="bold underline")
    grid.add_column("", width=1)
    grid.add_column(Text(left), ratio=1)
    grid.add_column(Text(right), ratio=1)
    differing = sum(pair.differs for pair in pairs)
    lines = "1 line differs" if differing == 1 else f"{differing} lines differ"
    said = f"{lines}, marked {OTHER}" if differing else "Both readings lead to the same here"
    grid.add_row("", Text(said, "italic"), "")
    for pair in folded(pairs):
        if isinstance(pair, int):
            grid.add_row("", Text(f"⋯ {pair} lines alike", "dim"), "")
            continue
        style = "bold reverse" if pair.differs else ""
        grid.add_row(Text(OTHER if pair.differs else SAME), Text(pair.left, style), Text(pair.right, style))
    return grid
