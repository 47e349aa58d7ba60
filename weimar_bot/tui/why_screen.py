"""Why a bot did what it did: the chart with the way taken, and how each choice fell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import DataTable, OptionList, Static, TabbedContent, TabPane, Tree
from textual.widgets.option_list import Option

from weimar_bot.bot.assumed import leaned_on
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.report import chances, fact_name, headline
from weimar_bot.bot.words import action_title
from weimar_bot.flowchart.drawing_text import LEGEND
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.why_detail import WhyDetail, section_lines
from weimar_bot.tui.why_tree import UNDER_WAY, Item, WhyTree

_WIDE = 110
NO_FACTS = "Nothing that is unconfirmed about your board mattered here."


class WhyScreen(Screen[str | None]):
    """Shows one decision; ``deed`` is the one to begin with, counted from 0.

    ``cards`` is another library of Events than the shipped one. :class:`FactChosen` is posted where the
    player wants to confirm or correct a fact of the board.
    """

    class FactChosen(Message):
        """The player wants to look at an unconfirmed fact, by its id such as ``pv.bayern``."""

        def __init__(self, fact: str) -> None:
            super().__init__()
            self.fact = fact

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "step_on(1)", "next", id="why.next", tooltip="Go to the next part", priority=True),
        Binding(
            "shift+tab",
            "step_on(-1)",
            "back",
            id="why.back",
            tooltip="Go back a part",
            show=False,
            priority=True,
        ),
        Binding("1", "tab('why')", "why", id="why.why", tooltip="The choice pointed at in the chart"),
        Binding("2", "tab('passed')", "passed over", id="why.passed", tooltip="Actions passed over, and why"),
        Binding("3", "tab('chance')", "chance", id="why.chance", tooltip="Dice rolled and lots drawn"),
        Binding("4", "tab('facts')", "facts", id="why.facts", tooltip="Board facts not yet confirmed"),
        Binding("c", "check_fact", "fact", id="why.check", tooltip="Confirm or correct the fact"),
        Binding("escape,q,w", "close", "close", id="why.close", tooltip="Back to where you were"),
    ]
    DEFAULT_CSS = """
    WhyScreen {
        & #head {
            height: 1; background: $panel; padding: 0 1;
            text-style: bold; text-wrap: nowrap; text-overflow: ellipsis;
        }
        & #tree { width: 46; height: 1fr; border-right: solid $panel; padding: 0; }
        & #legend { height: 1; color: $text-muted; padding: 0 1; }
        & TabbedContent { width: 1fr; height: 1fr; }
        & TabPane { padding: 0; height: 1fr; }
        & .page { padding: 0 1; height: 1fr; }
        & .page > Static { margin-bottom: 1; }
        & #fact-list { height: auto; max-height: 60%; border: none; }
        & #fact-told { padding: 0 1; margin-top: 1; color: $text-muted; }
    }
    WhyScreen.-narrow {
        & #tree { width: 1fr; border: none; display: none; }
        & #legend { display: none; }
        &.-chart #tree { display: block; }
        &.-chart #legend { display: block; }
        &.-chart TabbedContent { display: none; }
    }
    """

    def __init__(
        self, decision: Decision, *, cards: Mapping[int, EventCard] | None = None, deed: int = 0
    ) -> None:
        super().__init__()
        self.decision = decision
        self.cards = cards
        self.begin_with = decision.deeds[deed] if 0 <= deed < len(decision.deeds) else None
        self.facts = leaned_on(decision)

    # -- parts -----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        head = headline(self.decision)
        yield Static(Text(f"Why: {head.title}. {head.lines[0]}"), id="head")
        with Horizontal():
            yield WhyTree(self.decision, id="tree")
            with TabbedContent(initial="why"):
                with TabPane("Why", id="why"):
                    yield WhyDetail(self.decision, self.cards, id="detail")
                with TabPane(f"Passed over {len(self.decision.skipped)}", id="passed"):
                    yield _page(self._passed())
                with TabPane("Chance", id="chance"):
                    yield _page(self._chance())
                with TabPane(f"Facts {len(self.facts)}", id="facts"):
                    yield from self._fact_page()
        yield Static(Text(f"{LEGEND}   {UNDER_WAY} goes on", no_wrap=True, overflow="ellipsis"), id="legend")
        yield KeyLine()

    def _passed(self) -> Iterator[Text]:
        for one in self.decision.skipped:
            text = Text()
            text.append(action_title(one.name, self.cards), "bold")
            text.append(f"\n  {one.why} [{', '.join(one.cites)}]")
            for line in section_lines(one.cites):
                text.append("\n  ")
                text.append(line)
            yield text
        if not self.decision.skipped:
            yield Text("No Action was passed over: the first that was tried had an effect.")

    def _chance(self) -> Iterator[Text]:
        for purpose, die in self.decision.rolls:
            yield Text(f"Die for {purpose}: {die}")
        for line in chances(self.decision):
            yield Text(f"By lot: {line}")
        if self.decision.invented_flips:
            yield Text("What the Freikorps turned over show was drawn here; your own counters decide.")
        if not self.decision.rolls and not list(chances(self.decision)):
            yield Text("No die was rolled and no lot was drawn.")

    def _fact_page(self) -> Iterator[Widget]:
        board = self.decision.request.table.board
        if not self.facts:
            yield _page([Text(NO_FACTS)])
            return
        options = [Option(Text(": ".join(fact_name(fact, board)))) for fact in self.facts]
        found = OptionList(*options, id="fact-list")
        found.tooltip = "Facts of the board this decision leaned on: Enter or c to confirm or correct one"
        yield found
        yield Static(
            "The rulebook does not state these. Look at your board: Enter or c confirms or corrects one.",
            id="fact-told",
        )

    # -- what happens ----------------------------------------------------------------------------

    async def on_mount(self) -> None:
        tree = self.query_one(WhyTree)
        line = tree.line_of(self.begin_with)
        if line is not None and line.data is not None:
            self.call_after_refresh(tree.move_cursor, line)
            await self.query_one(WhyDetail).show(line.data)
        else:  # nothing was even looked for
            self.action_tab("passed")
            return
        self._to(self.query_one(WhyDetail) if self.app.size.width < _WIDE else tree)

    @on(Tree.NodeHighlighted)
    async def _point_at(self, event: Tree.NodeHighlighted[Item]) -> None:
        if event.node.data is not None:
            await self.query_one(WhyDetail).show(event.node.data)

    @on(Tree.NodeSelected)
    def _look(self, event: Tree.NodeSelected[Item]) -> None:
        """Enter on a line without anything below goes over to what is said of it."""
        if not event.node.children:
            self.action_tab("why")

    def action_tab(self, name: str) -> None:
        self.query_one(TabbedContent).active = name
        self._to(self._first_of(name))

    def _first_of(self, name: str) -> Widget:
        pane = self.query_one(f"#{name}", TabPane)
        return next(iter(pane.query("OptionList, VerticalScroll")))

    def action_step_on(self, by: int) -> None:
        """To the next part: the chart, what is said of a line, then each of its tables."""
        chain = list(self._chain())
        at = next((at for at, part in enumerate(chain) if part is self.focused), 0)
        self._to(chain[(at + by) % len(chain)])

    def _chain(self) -> Iterator[Widget]:
        yield self.query_one(WhyTree)
        active = self.query_one(TabbedContent).active
        yield self._first_of(active)
        yield from self.query_one(f"#{active}", TabPane).query(DataTable)

    def _to(self, part: Widget) -> None:
        """Focus a part; in a narrow terminal only the chart or the rest is shown."""
        self.set_class(isinstance(part, WhyTree), "-chart")
        part.focus()

    @on(OptionList.OptionSelected, "#fact-list")
    def _fact_picked(self, event: OptionList.OptionSelected) -> None:
        self.post_message(self.FactChosen(self.facts[event.option_index]))

    def action_check_fact(self) -> None:
        """On the list of facts: the one pointed at; elsewhere: to that list."""
        found = self.query("#fact-list").results(OptionList)
        listed = next(iter(found), None)
        if listed is None:
            self.notify(NO_FACTS)
        elif listed is not self.focused:
            self.action_tab("facts")
        elif listed.highlighted is not None:
            self.post_message(self.FactChosen(self.facts[listed.highlighted]))

    def action_close(self) -> None:
        self.dismiss(None)


def _page(lines: Iterable[Text]) -> VerticalScroll:
    return VerticalScroll(*(Static(line) for line in lines), classes="page")
