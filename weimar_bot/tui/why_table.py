"""How one option was chosen among many: who was in, and at which guideline each fell out."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import DataTable, Static

from weimar_bot.bot.comparing import measured, short_names, would_do
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.report import some
from weimar_bot.flowchart.trace import reason_in_words
from weimar_bot.flowchart.visits import Choosing, Turn
from weimar_bot.flowchart.vocabulary import Option, in_words

KEPT, FELL, OUT, NO_MATTER = "✓", "✗", " ", "·"
KEY = f"{KEPT} stays in   {FELL} falls out   {NO_MATTER} decided nothing"


def code(turn: Turn) -> str:
    """A guideline by its short name, as the charts have it."""
    return turn.criterion.ident.replace("_", " ") if turn.criterion else "chance"


def grounds(turn: Turn) -> tuple[str, ...]:
    """The sections and rulings a guideline rests on."""
    return (*turn.criterion.cites, *turn.criterion.rulings) if turn.criterion else ("8.1",)


def title(choosing: Choosing) -> str:
    """What was chosen, and among how many."""
    number = len(choosing.options)
    asked = choosing.asked
    what = f"{in_words(asked.verb.words, asked.args)}: " if asked else ""
    text = f"{what}{number} option{'' if number == 1 else 's'}"
    return text[:1].upper() + text[1:]


def cell(choosing: Choosing, option: Option, at: int) -> str:
    """What a turn did to an option: kept it, threw it out, found it gone, or made no difference."""
    fell = choosing.fell_at(option)
    if fell is not None and at > fell:
        return OUT
    if fell == at:
        return FELL
    return KEPT if choosing.turns[at].mattered else NO_MATTER


def fate(choosing: Choosing, option: Option) -> str:
    """In a sentence or two: where an option fell out, and by what; or that it was taken."""
    at = choosing.fell_at(option)
    turn = choosing.turns[at] if at is not None else None
    rivals = turn.before if turn else choosing.options
    names = dict(zip(map(id, rivals), short_names(list(rivals)), strict=True))
    name = names[id(option)]
    if turn is None:
        return f"{name} is taken." if choosing.taken is option else f"{name} stayed in."
    if turn.status is None:
        return f"{name} fell out at {code(turn)}: the lot fell on {names[id(turn.after[0])]}."
    asked = (
        f"{name} fell out at {code(turn)}, which asks: {turn.criterion.words() if turn.criterion else ''}."
    )
    how = measured(turn, option)
    if not (how and turn.after):
        return asked
    best = turn.after[0]
    return f"{asked} {name}: {how}; {names[id(best)]}: {measured(turn, best)}."


def runner_up(choosing: Choosing) -> tuple[Turn, Option] | None:
    """The option that held out longest beside the one taken, and the turn that parted the two."""
    turn = choosing.last_turn_that_mattered()
    return (turn, turn.fell[0]) if turn and turn.after and choosing.taken is not None else None


def runner_up_lines(decision: Decision, choosing: Choosing) -> Iterator[str]:
    """Who came second, what parted it from the winner, and what the bot would have done there."""
    found = runner_up(choosing)
    if found is None:
        return
    turn, second = found
    others = short_names(list(turn.fell))
    many = f" (with {some(others[1:], 4)})" if len(others) > 1 else ""
    yield f"Runner-up{many}: {fate(choosing, second)}"
    instead = would_do(decision, second)
    if instead:
        yield f"Had {others[0]} been taken: {' '.join(instead)}"


def guidelines(choosing: Choosing) -> Grid:
    """Every guideline in its order: what it asks for, on what grounds, and what it did."""
    grid = Grid(expand=True, box=None, padding=(0, 1, 0, 0), header_style="bold")
    grid.add_column("At", no_wrap=True)
    grid.add_column("What is asked", ratio=5)
    grid.add_column("Section", ratio=2)
    grid.add_column("What happened", ratio=4)
    for turn in choosing.turns:
        words = turn.criterion.words() if turn.criterion else "chance, as nothing tells them apart"
        grid.add_row(
            Text(code(turn), "bold" if turn.mattered else ""),
            Text(words),
            Text(", ".join(grounds(turn)), "dim"),
            Text(_happened(turn)),
        )
    return grid


def _happened(turn: Turn) -> str:
    failed = [test for test in turn.tests if not test.held]
    if failed:
        return f"{turn.status}: {reason_in_words(failed[0].test)}"
    if not turn.mattered:
        return turn.effect()
    return f"{turn.effect()}: {some(short_names(list(turn.after)), 3)}" if turn.after else turn.effect()


class ChoiceView(Vertical):
    """One choosing: the table of options against guidelines, and a sentence on the one pointed at."""

    DEFAULT_CSS = """
    ChoiceView {
        height: auto;
        & .heading { text-style: bold; color: $text-primary; margin-top: 1; }
        & DataTable { height: auto; max-height: 12; margin-top: 1; }
        & .fate { min-height: 2; color: $text-accent; }
        & .key { color: $text-muted; }
        & .guidelines { margin-top: 1; }
        & .second { margin-top: 1; border-left: thick $warning; padding-left: 1; }
    }
    """

    def __init__(self, decision: Decision, choosing: Choosing) -> None:
        super().__init__()
        self.decision = decision
        self.choosing = choosing
        self.rows = choosing.by_staying()
        self._begin_at = 0

    def point_at(self, name: str) -> bool:
        """Point at the option whose words end so, now or as soon as the table is there."""
        found = [at for at, option in enumerate(self.rows) if option.label.endswith(name)]
        if not found or not self.choosing.turns:
            return False
        self._begin_at = found[0]
        for table in self.query(DataTable):
            table.move_cursor(row=self._begin_at)
        return True

    def compose(self) -> ComposeResult:
        yield Static(Text(title(self.choosing)), classes="heading")
        if self.choosing.turns:
            table: DataTable[Text] = DataTable(cursor_type="row", zebra_stripes=True)
            table.tooltip = (
                "Options and guidelines in their order: move to an option to read where it fell out"
            )
            yield table
            yield Static(Text(KEY), classes="key")
            yield Static("", classes="fate")
        second = list(runner_up_lines(self.decision, self.choosing))
        if second:
            yield Static(Text("\n".join(second)), classes="second")
        if self.choosing.turns:
            yield Static(guidelines(self.choosing), classes="guidelines")

    def on_mount(self) -> None:
        if not self.choosing.turns:
            return
        table = self.query_one(DataTable)
        table.add_column(Text("Option"))
        for turn in self.choosing.turns:
            table.add_column(Text(code(turn)))
        for option, name in zip(self.rows, short_names(self.rows), strict=True):
            taken = option is self.choosing.taken
            cells = [Text(cell(self.choosing, option, at)) for at in range(len(self.choosing.turns))]
            table.add_row(Text(f"▶ {name}" if taken else f"  {name}", "bold" if taken else ""), *cells)
        table.move_cursor(row=self._begin_at)

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        if not 0 <= event.cursor_row < len(self.rows):
            return
        option = self.rows[event.cursor_row]
        lines = [fate(self.choosing, option)]
        instead = would_do(self.decision, option) if option is not self.choosing.taken else []
        if instead:
            lines.append(f"There: {' '.join(instead)}")
        self.query_one(".fate", Static).update(Text("\n".join(lines)))
