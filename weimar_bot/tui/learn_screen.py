"""Learn: the rulebook's long example, played step by step with its Why open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static, Tree
from textual.widgets.tree import TreeNode

from weimar_bot.bot.assumed import leaned_on
from weimar_bot.bot.report import grouped_facts, headline
from weimar_bot.bot.rulings import load_rulings, sections
from weimar_bot.table.board import Board
from weimar_bot.tui.key_line import KeyLine
from weimar_bot.tui.lesson import Step, example, lesson
from weimar_bot.tui.why_detail import WhyDetail
from weimar_bot.tui.why_table import ChoiceView
from weimar_bot.tui.why_tree import Item, WhyTree

_WIDE = 110


class LearnScreen(Screen[None]):
    """Goes through the lesson; ``board`` is the player's own."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go(1)", "next", id="learn.next", tooltip="The next step", priority=True),
        Binding("backspace", "go(-1)", "back", id="learn.back", tooltip="The step before", priority=True),
        Binding("home", "go(-99)", "first", id="learn.first", tooltip="The first step", show=False),
        Binding(
            "tab", "other_part", "chart or choice", id="learn.part", tooltip="Chart or choice", priority=True
        ),
        Binding("escape,q", "close", "leave", id="learn.close", tooltip="Leave the lesson"),
    ]
    DEFAULT_CSS = """
    LearnScreen {
        & #said { height: auto; max-height: 60%; padding: 0 1; background: $panel; }
        & #said > Static { height: auto; }
        & #title { text-style: bold; color: $text-primary; }
        & #shown { color: $text-accent; }
        & #read { color: $text-muted; }
        & #tree { width: 46; height: 1fr; border-right: solid $panel; }
        & #detail { width: 1fr; height: 1fr; }
    }
    LearnScreen.-narrow {
        & #tree { width: 1fr; border: none; display: none; }
        &.-chart #tree { display: block; }
        &.-chart #detail { display: none; }
    }
    """

    def __init__(self, board: Board | None = None) -> None:
        super().__init__()
        self.decision = example(board)
        self.steps = lesson()
        self.at = 0

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="said", can_focus=False):
            yield Static("", id="title")
            yield Static("", id="text")
            yield Static("", id="shown")
            yield Static("", id="read")
        with Horizontal():
            yield WhyTree(self.decision, id="tree")
            yield WhyDetail(self.decision, None, id="detail")
        yield KeyLine()

    async def on_mount(self) -> None:
        await self._show()

    @property
    def step(self) -> Step:
        return self.steps[self.at]

    # -- one step --------------------------------------------------------------------------------

    async def action_go(self, by: int) -> None:
        """Some steps on or back; nothing happens beyond the ends."""
        at = min(max(self.at + by, 0), len(self.steps) - 1)
        if at != self.at:
            self.at = at
            await self._show()

    async def _show(self) -> None:
        step = self.step
        self.query_one("#title", Static).update(Text(f"{self.at + 1}/{len(self.steps)}  {step.title}"))
        self.query_one("#text", Static).update(Text(step.text))
        shown = self.query_one("#shown", Static)
        lines = list(self._shown(step.show))
        shown.update(Text("\n".join(lines)))
        shown.display = bool(lines)
        self.query_one("#read", Static).update(Text("To read on: " + "; ".join(_named(step.sections))))
        self.query_one("#said").scroll_home(animate=False)
        await self._light(step)

    def _shown(self, what: str) -> Iterator[str]:
        if what == "card":
            head = headline(self.decision)
            yield from (head.title, head.lines[0])
            yield "An Event is played." if self.decision.request.card.plays_event else "No Event is played."
        elif what == "facts":
            yield from grouped_facts(leaned_on(self.decision), self.decision.request.table.board)

    async def _light(self, step: Step) -> None:
        """Point at the line and at the option the step speaks of."""
        tree, line = self.query_one(WhyTree), line_called(self.query_one(WhyTree), step.light)
        self._to(step.pane == "chart")
        assert line.data is not None
        self.call_after_refresh(tree.move_cursor, line)
        await self._tell(line.data)

    async def _tell(self, item: Item) -> None:
        await self.query_one(WhyDetail).show(item)
        if self.step.option:
            view = next((one for one in self.query(ChoiceView) if one.point_at(self.step.option)), None)
            if view is not None:
                self.call_after_refresh(view.scroll_visible, animate=False, top=True)

    @on(Tree.NodeHighlighted)
    async def _walked(self, event: Tree.NodeHighlighted[Item]) -> None:
        """The player looks round in the chart; the step stays."""
        if event.node.data is not None:
            await self._tell(event.node.data)

    # -- keys ------------------------------------------------------------------------------------

    def _to(self, chart: bool) -> None:
        self.set_class(chart, "-chart")
        self.query_one(WhyTree if chart else WhyDetail).focus()

    def action_other_part(self) -> None:
        self._to(not isinstance(self.focused, WhyTree))

    def action_close(self) -> None:
        self.dismiss(None)


def line_called(tree: WhyTree, light: str) -> TreeNode[Item]:
    """The line that a step means: ``event``, or the number of the Action and the node, as ``1.special``.

    Raises :class:`LookupError` if there is none.
    """
    if light == "event":
        return next(line for line in tree.lines() if line.data and line.data.event)
    number, _, ident = light.partition(".")
    actions = [line for line in tree.root.children if line.data and not line.data.event]
    waiting = [actions[int(number) - 1]]
    met: list[TreeNode[Item]] = []
    while waiting:
        line = waiting.pop(0)
        if line.data and line.data.node and line.data.node.ident == ident:
            met.append(line)
        waiting += line.children
    # Where a node can be come to in several ways, the way that was taken is meant.
    met.sort(key=lambda line: not (line.data and line.data.effect))
    if not met:
        raise LookupError(f"the chart has no line {light!r}")
    return met[0]


def _named(idents: tuple[str, ...]) -> Iterator[str]:
    for ident in idents:
        found = sections().get(ident) or load_rulings().get(ident)
        yield f"{ident} {found.title}" if found else ident
