"""A chart as a graph, in Mermaid's and in Graphviz's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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

LABEL_WIDTH = 32

# For each shape: what opens and closes it in Mermaid, and its attributes in dot.
_SHAPES = {
    "step": ('["', '"]', "shape=box"),
    "do": ('(["', '"])', 'shape=box, style="rounded"'),
    "roll": ('{{"', '"}}', "shape=hexagon"),
    "elsewhere": ('[["', '"]]', 'shape=box, style="dashed"'),
}
# For what a walk took and tried: the colour of boxes, and of arrows.
_STATES = {"taken": ("#b7e4c7", "#2d6a4f"), "tried": ("#f4c7c3", "#b3261e")}
_MERMAID_SPECIAL = '"#&<>`'


@dataclass(slots=True)
class _Box:
    name: str
    label: tuple[str, ...]
    shape: str
    state: str = ""

    def reach(self, effect: bool | None) -> None:
        """Take over how one way to this box went; a single effect is enough."""
        if self.state != "taken":
            self.state = _state(effect) or self.state


@dataclass(frozen=True, slots=True)
class _Arrow:
    origin: str
    target: str
    label: str = ""
    state: str = ""


@dataclass(slots=True)
class _Graph:
    boxes: list[_Box] = field(default_factory=list)
    arrows: list[_Arrow] = field(default_factory=list)

    def box(self, texts: Iterable[str], shape: str = "step") -> _Box:
        """Add a box; each text begins a line of its own."""
        lines = tuple(line for text in texts for line in wrap(text, LABEL_WIDTH))
        self.boxes.append(_Box(f"n{len(self.boxes)}", lines, shape))
        return self.boxes[-1]

    def chain(self, heading: str, captions: Iterable[str]) -> None:
        """Add a box, and below it one after the other."""
        last = self.box([heading])
        for caption in captions:
            following = self.box([caption])
            self.arrows.append(_Arrow(last.name, following.name))
            last = following


def mermaid(chart: Chart, marks: Marks | None) -> Iterator[str]:
    """The chart as a Mermaid flowchart, line by line."""
    graph = _graph(chart, marks)
    yield "---"
    yield f"title: '{chart.title.replace(chr(39), chr(39) * 2)}'"
    yield "---"
    yield "flowchart TD"
    for box in graph.boxes:
        opening, closing, _ = _SHAPES[box.shape]
        yield f"    {box.name}{opening}{'<br/>'.join(map(_mermaid_text, box.label))}{closing}"
    for arrow in graph.arrows:
        line = f'-->|"{_mermaid_text(arrow.label)}"|' if arrow.label else "-->"
        yield f"    {arrow.origin} {line} {arrow.target}"
    if marks is not None:
        yield from _mermaid_classes(graph)


def dot(chart: Chart, marks: Marks | None) -> Iterator[str]:
    """The chart in Graphviz's dot language, line by line."""
    graph = _graph(chart, marks)
    yield f"digraph {_dot_text(chart.ident)} {{"
    yield f"    label={_dot_text(chart.title)};"
    for box in graph.boxes:
        colour = f', fillcolor="{_STATES[box.state][0]}"' if box.state else ""
        attributes = _filled(_SHAPES[box.shape][2]) if box.state else _SHAPES[box.shape][2]
        yield f"    {box.name} [label={_dot_text(*box.label)}, {attributes}{colour}];"
    for arrow in graph.arrows:
        attributes = f"label={_dot_text(arrow.label)}" if arrow.label else ""
        if arrow.state:
            attributes += f'{", " if attributes else ""}color="{_STATES[arrow.state][1]}", penwidth=2'
        yield f"    {arrow.origin} -> {arrow.target}{f' [{attributes}]' if attributes else ''};"
    yield "}"


def _graph(chart: Chart, marks: Marks | None) -> _Graph:
    graph = _Graph()
    boxes: dict[Node, _Box] = {}
    for root in roots(chart):
        _add_boxes(graph, boxes, root, chart)
        boxes[root].reach(marks.of_root(root) if marks else None)
    for node, box in boxes.items():
        for edge in edges(node) if node.chart == chart.ident else ():
            effect = marks.of_edge(edge) if marks else None
            graph.arrows.append(_Arrow(box.name, boxes[edge.child].name, edge.mark, _state(effect)))
            boxes[edge.child].reach(effect)
    for sequence in chart.sequences.values():
        captions = [part_caption(part, chart.ident) for part in sequence.parts]
        graph.chain(f"Sequence {sequence.ident} {grounds(sequence)}", captions)
    for criterion in loose_criteria(chart):
        graph.box([criterion_caption(criterion)])
    for one in chart.lists.values():
        graph.chain(f"List {one.ident} {grounds(one)}", one.items)
    for total in chart.sums.values():
        graph.box([f"Sum {total.ident} {grounds(total)}", *(f"+ {fact.words}" for fact in total.terms)])
    return graph


def _add_boxes(graph: _Graph, boxes: dict[Node, _Box], node: Node, chart: Chart) -> None:
    """Add a box for a node and for all below it, once each; they go to ``boxes``."""
    if node in boxes:
        return
    if node.chart != chart.ident:
        boxes[node] = graph.box([f"-> {node.ref}"], "elsewhere")
        return
    texts = [f"{node.ident}: {deed(node)} {grounds(node)}", *details(node)]
    boxes[node] = graph.box(texts, node.kind if node.kind in _SHAPES else "step")
    for edge in edges(node):
        _add_boxes(graph, boxes, edge.child, chart)


def _state(effect: bool | None) -> str:
    return "" if effect is None else "taken" if effect else "tried"


def _mermaid_classes(graph: _Graph) -> Iterator[str]:
    for state, (fill, stroke) in _STATES.items():
        yield f"    classDef {state} fill:{fill},color:#000"
        members = [box.name for box in graph.boxes if box.state == state]
        if members:
            yield f"    class {','.join(members)} {state}"
        numbers = [str(at) for at, arrow in enumerate(graph.arrows) if arrow.state == state]
        if numbers:
            yield f"    linkStyle {','.join(numbers)} stroke:{stroke},stroke-width:3px"


def _mermaid_text(text: str) -> str:
    return "".join(f"#{ord(c)};" if c in _MERMAID_SPECIAL else c for c in text)


def _dot_text(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def _filled(attributes: str) -> str:
    """The attributes of a shape, with its colour showing."""
    if "style=" in attributes:
        return attributes.replace('style="', 'style="filled,')
    return f'{attributes}, style="filled"'
