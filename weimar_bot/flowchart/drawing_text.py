"""A chart as a text tree that fits 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from weimar_bot.flowchart.captions import (
    Marks,
    criterion_caption,
    deed,
    details,
    edges,
    grounds,
    loose_criteria,
    part_caption,
    roots,
)
from weimar_bot.flowchart.model import Chart, Node

WIDTH = 80
NARROWEST = 20
EFFECT, NO_EFFECT, UNTOUCHED = "✓", "✗", " "
LEGEND = f"{EFFECT} had an effect   {NO_EFFECT} tried without effect   unmarked: not tried here"


def text_lines(chart: Chart, marks: Marks | None) -> Iterator[str]:
    """The chart line by line, each node marked by how it went when come to from the one above it."""
    yield from wrap(f"{chart.title} ({chart.ident}) {grounds(chart)}", WIDTH)
    tree = _Tree(chart, marks)
    for root in roots(chart):
        yield ""
        yield from tree.lines(root, marks.of_root(root) if marks else None)
    yield from _sequences(chart)
    yield from _lists_and_sums(chart)
    if marks is not None:
        yield ""
        yield LEGEND


class _Tree:
    """Draws each node of the chart once; where it is met again, a reference stands."""

    def __init__(self, chart: Chart, marks: Marks | None) -> None:
        self._chart = chart
        self._marks = marks
        self._drawn: set[Node] = set()

    def lines(
        self, node: Node, effect: bool | None, label: str = "", stem: str = "", branch: str = ""
    ) -> Iterator[str]:
        """The node and all below it; ``branch`` leads to its first line, ``stem`` to the others."""
        lead = self._mark(effect) + (f"{label}: " if label else "")
        if node.chart != self._chart.ident:
            yield from _wrapped(f"{lead}-> {node.ref}", stem + branch, stem + _below(branch))
            return
        if node in self._drawn:
            yield from _wrapped(f"{lead}-> {node.ident} (above)", stem + branch, stem + _below(branch))
            return
        self._drawn.add(node)
        below, children = stem + _below(branch), edges(node)
        inner = below + ("│   " if children else "    ")
        headline = f"{lead}{node.ident}: {deed(node)} {grounds(node)}"
        yield from _wrapped(headline, stem + branch, inner)
        for detail in details(node):
            yield from _wrapped(detail, inner, inner + "  ")
        for at, edge in enumerate(children, 1):
            reached = self._marks.of_edge(edge) if self._marks else None
            leading = "└─ " if at == len(children) else "├─ "
            yield from self.lines(edge.child, reached, edge.mark, below, leading)

    def _mark(self, effect: bool | None) -> str:
        if self._marks is None:
            return ""
        return f"{UNTOUCHED if effect is None else EFFECT if effect else NO_EFFECT} "


def _below(branch: str) -> str:
    """What continues a branch on the lines below it."""
    return {"├─ ": "│  ", "└─ ": "   "}.get(branch, "")


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    # Leading spaces are a mark of their own (untouched) and must outlive the wrapping.
    bare = text.lstrip(" ")
    first += text[: len(text) - len(bare)]
    width = max(WIDTH, len(max(first, rest, key=len)) + NARROWEST)
    return [line.rstrip() for line in wrap(bare, width, initial_indent=first, subsequent_indent=rest)]


def _sequences(chart: Chart) -> Iterator[str]:
    for sequence in chart.sequences.values():
        yield from _heading("Sequence", sequence.ident, grounds(sequence), sequence.say)
        yield from _numbered(part_caption(part, chart.ident) for part in sequence.parts)
    loose = loose_criteria(chart)
    if loose:
        yield from _heading("Other criteria")
        yield from _numbered(criterion_caption(criterion) for criterion in loose)


def _lists_and_sums(chart: Chart) -> Iterator[str]:
    for one in chart.lists.values():
        yield from _heading("List", one.ident, grounds(one), one.say)
        yield from _numbered(one.items)
    for total in chart.sums.values():
        yield from _heading("Sum", total.ident, grounds(total), total.say)
        yield from _numbered(fact.words for fact in total.terms)


def _heading(*words: str) -> Iterator[str]:
    yield ""
    yield from wrap(" ".join(word for word in words if word), WIDTH)


def _numbered(items: Iterable[str]) -> Iterator[str]:
    for at, item in enumerate(items, 1):
        yield from wrap(item, WIDTH, initial_indent=f"{at:>4}. ", subsequent_indent=" " * 6)
