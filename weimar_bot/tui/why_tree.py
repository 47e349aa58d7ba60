"""The chart as a tree, with the way that was taken lit: the left half of the Why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.scene import Deed
from weimar_bot.flowchart.captions import Edge, edges
from weimar_bot.flowchart.drawing_text import EFFECT, NO_EFFECT, UNTOUCHED
from weimar_bot.flowchart.model import Node, Use
from weimar_bot.flowchart.trace import Performed, Rolled
from weimar_bot.flowchart.visits import Visit, visits

# The bot is in the midst of it, and people have to tell something before it can go on.
UNDER_WAY = "…"
ORDINALS = ("First", "Second", "Third", "Fourth")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the tree: a node of a chart and how it was gone through there, if it was."""

    title: str
    node: Node | None
    visits: tuple[Visit, ...] = ()
    deeds: tuple[Deed, ...] = ()
    event: bool = False

    @property
    def effect(self) -> bool | None:
        """True where it had an effect, false where it was tried in vain, None where it was left alone."""
        if self.event:
            return bool(self.deeds)
        return any(visit.performed for visit in self.visits) if self.visits else None

    @property
    def under_way(self) -> bool:
        """Whether the bot is in the midst of it: people have to tell something first."""
        return not self.effect and any(visit.under_way for visit in self.visits)

    def label(self) -> Text:
        mark = UNTOUCHED if self.effect is None else EFFECT if self.effect else NO_EFFECT
        mark = UNDER_WAY if self.under_way else mark
        text = f"{mark} {self.title}"
        came = dict.fromkeys(said for visit in self.visits for said in _came_of(visit))
        return Text(text + (f" → {', '.join(came)}" if came else ""))


def _came_of(visit: Visit) -> Iterator[str]:
    """What a line can say of itself in a word or two: the number rolled, the place chosen."""
    for step in visit.steps:
        if isinstance(step, Rolled):
            yield f"rolled {step.die + step.added}"
        elif isinstance(step, Performed):
            yield _short(step)


def _short(done: Performed) -> str:
    return done.option.short if isinstance(done.option, Choice) else done.option.label


class WhyTree(Tree[Item]):
    """Every walk of a decision as its chart, opened along the way taken; ``lit`` are those lines."""

    COMPONENT_CLASSES = Tree.COMPONENT_CLASSES | {"why--taken", "why--vain", "why--untouched"}
    DEFAULT_CSS = """
    WhyTree {
        & > .why--taken { color: $text-success; text-style: bold; }
        & > .why--vain { color: $text-warning; }
        & > .why--untouched { color: $secondary; }
    }
    """

    def __init__(self, decision: Decision, *, id: str | None = None) -> None:
        super().__init__(Text("The decision"), id=id)
        self.show_root = False
        self.guide_depth = 2
        self.decision = decision
        for item in _outermost(decision):
            self._grow(self.root, item)
        self.root.expand()

    def render_label(self, node: TreeNode[Item], base_style: Style, style: Style) -> Text:
        label = super().render_label(node, base_style, style)
        if node.data is not None and node is not self.cursor_node:
            effect = node.data.effect
            going = effect or node.data.under_way
            name = "untouched" if effect is None else "taken" if going else "vain"
            label.stylize(self.get_component_rich_style(f"why--{name}", partial=True))
        return label

    def lines(self) -> Iterator[TreeNode[Item]]:
        """Every line below the root, whether or not it is folded away."""
        waiting = list(reversed(self.root.children))
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def line_of(self, deed: Deed | None) -> TreeNode[Item] | None:
        """The line at which a deed was chosen, else the first that did anything, else the first of all."""
        found = list(self.lines())
        for node in found:
            if deed is not None and node.data and _led_to(node.data, deed):
                return node
        done = (node for node in found if node.data and (_does(node.data) or node.data.event))
        return next(done, next(iter(found), None))

    def _grow(self, above: TreeNode[Item], item: Item) -> None:
        below = list(_below(item))
        if not below:
            above.add_leaf(item.label(), item)
            return
        node = above.add(item.label(), item, expand=item.effect is not None)
        for inner in below:
            self._grow(node, inner)


def _led_to(item: Item, deed: Deed) -> bool:
    """Whether a deed was chosen at this line; what an Event does is all chosen at one."""
    if item.event:
        return any(one is deed for one in item.deeds)
    return any(led_to(done, deed) for visit in item.visits for done in visit.does())


def led_to(done: Performed, deed: Deed) -> bool:
    """Whether a deed is what was chosen there; an Assault is only fought once it is chosen."""
    option, choice = done.option, deed.choice
    if option is choice or not isinstance(option, Choice):
        return option is choice
    same_place = (option.space, option.target) == (choice.space, choice.target)
    return deed.assault is not None and done.name == deed.doing.name and same_place


def _does(item: Item) -> bool:
    return any(visit.does() for visit in item.visits)


def _outermost(decision: Decision) -> Iterator[Item]:
    """The Event, then every walk through the chart in order."""
    found = visits(decision.trace.steps)
    loose = tuple(visit for visit in found if visit.node is None)
    walks = [visit for visit in found if visit.node is not None]
    of_event = tuple(_deeds_of_event(decision))
    if loose or of_event or decision.left or event_number(decision) is not None:
        yield Item("The Event", None, loose, of_event, event=True)
    for at, visit in enumerate(walks):
        title = f"{ORDINALS[at]} Action" if len(walks) > 1 and at < len(ORDINALS) else "The Action"
        yield Item(title, visit.node, (visit,))


def event_number(decision: Decision) -> int | None:
    """The Event that was to be carried out, if one was."""
    request = decision.request
    if request.action is not None:
        number = request.action.removeprefix("event.")
        return int(number) if number != request.action and number.isdecimal() else None
    return request.event if isinstance(request.event, int) and request.card.plays_event else None


def _deeds_of_event(decision: Decision) -> Iterator[Deed]:
    """The deeds of the Event, with a free Assault it brought about."""
    for deed in decision.deeds:
        if deed.doing.name.startswith("event."):
            yield deed
        elif deed.doing.name != "free_assault":
            return


def _below(item: Item) -> Iterator[Item]:
    """The lines below one: the ways its chart has on from there, and what was done inside besides."""
    if item.node is None:
        return
    inner = [one for visit in item.visits for one in visit.inner]
    met: list[Visit] = []
    for edge in edges(item.node):
        led = [visit for visit in inner if _by_way_of(edge, visit)]
        met += led
        mark = f"die {edge.mark}" if item.node.kind == "roll" else edge.mark
        yield _item(mark, edge.child, led)
    for visit in inner:
        if visit.node is not None and not any(visit is one for one in met):
            yield _item("", visit.node, [visit])


def _by_way_of(edge: Edge, visit: Visit) -> bool:
    same_row = visit.row is None or visit.row.written == edge.mark
    return visit.node is edge.child and same_row


def _item(mark: str, node: Node, led: Sequence[Visit]) -> Item:
    """The line for a node; one that only goes on with another stands for that one."""
    title = f"{mark}: {_words(node)}" if mark else _words(node)
    while isinstance(node.body, Use) and not node.when and node.body.node.ident == node.ident:
        led = [inner for visit in led for inner in visit.inner]
        node = node.body.node
    return Item(title, node, tuple(led))


def _words(node: Node) -> str:
    return node.ident.replace("_", " ")
