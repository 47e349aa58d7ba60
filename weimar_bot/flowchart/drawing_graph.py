"""A chart as a graph, in Mermaid's and in Graphviz's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap

from weimar_bot.flowchart.captions import (
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
_STATES = {"taken": "#b7e4c7", "tried": "#f4c7c3"}
_MERMAID_SPECIAL = '"#&<>`'


@dataclass(frozen=True, slots=True)
class _Box:
    name: str
    label: tuple[str, ...]
    shape: str
    state: str = ""


@dataclass(slots=True)
class _Graph:
    boxes: list[_Box] = field(default_factory=list)
    arrows: list[tuple[str, str, str]] = field(default_factory=list)

    def box(self, texts: Iterable[str], shape: str = "step", state: str = "") -> str:
        """Add a box; each text begins a line of its own. Returns the box's name."""
        lines = tuple(line for text in texts for line in wrap(text, LABEL_WIDTH))
        self.boxes.append(_Box(f"n{len(self.boxes)}", lines, shape, state))
        return self.boxes[-1].name

    def chain(self, heading: str, captions: Iterable[str]) -> None:
        """Add a box, and below it one after the other."""
        last = self.box([heading])
        for caption in captions:
            following = self.box([caption])
            self.arrows.append((last, following, ""))
            last = following


def mermaid(chart: Chart, visited: Mapping[str, bool] | None) -> Iterator[str]:
    """The chart as a Mermaid flowchart, line by line."""
    graph = _graph(chart, visited)
    yield "---"
    yield f"title: '{chart.title.replace(chr(39), chr(39) * 2)}'"
    yield "---"
    yield "flowchart TD"
    for box in graph.boxes:
        opening, closing, _ = _SHAPES[box.shape]
        yield f"    {box.name}{opening}{'<br/>'.join(map(_mermaid_text, box.label))}{closing}"
    for origin, target, label in graph.arrows:
        arrow = f'-->|"{_mermaid_text(label)}"|' if label else "-->"
        yield f"    {origin} {arrow} {target}"
    if visited is not None:
        yield from _mermaid_classes(graph)


def dot(chart: Chart, visited: Mapping[str, bool] | None) -> Iterator[str]:
    """The chart in Graphviz's dot language, line by line."""
    graph = _graph(chart, visited)
    yield f"digraph {_dot_text(chart.ident)} {{"
    yield f"    label={_dot_text(chart.title)};"
    for box in graph.boxes:
        colour = f', fillcolor="{_STATES[box.state]}"' if box.state else ""
        attributes = _filled(_SHAPES[box.shape][2]) if box.state else _SHAPES[box.shape][2]
        yield f"    {box.name} [label={_dot_text(*box.label)}, {attributes}{colour}];"
    for origin, target, label in graph.arrows:
        marked = f" [label={_dot_text(label)}]" if label else ""
        yield f"    {origin} -> {target}{marked};"
    yield "}"


def _graph(chart: Chart, visited: Mapping[str, bool] | None) -> _Graph:
    graph = _Graph()
    names: dict[Node, str] = {}
    for root in roots(chart):
        _add_boxes(graph, names, root, chart, visited or {})
    for node, name in names.items():
        if node.chart == chart.ident:
            graph.arrows += [(name, names[child], label) for label, child in edges(node)]
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


def _add_boxes(
    graph: _Graph, names: dict[Node, str], node: Node, chart: Chart, visited: Mapping[str, bool]
) -> None:
    """Add a box for a node and for all below it, once each; their names go to ``names``."""
    if node in names:
        return
    effect = visited.get(node.ref)
    state = "" if effect is None else "taken" if effect else "tried"
    if node.chart != chart.ident:
        names[node] = graph.box([f"-> {node.ref}"], "elsewhere", state)
        return
    texts = [f"{node.ident}: {deed(node)} {grounds(node)}", *details(node)]
    names[node] = graph.box(texts, node.kind if node.kind in _SHAPES else "step", state)
    for _, child in edges(node):
        _add_boxes(graph, names, child, chart, visited)


def _mermaid_classes(graph: _Graph) -> Iterator[str]:
    for state, colour in _STATES.items():
        yield f"    classDef {state} fill:{colour},color:#000"
        members = [box.name for box in graph.boxes if box.state == state]
        if members:
            yield f"    class {','.join(members)} {state}"


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
