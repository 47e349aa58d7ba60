"""How entries of a chart are called in drawings, whatever their format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from weimar_bot.flowchart.conditions import Reading
from weimar_bot.flowchart.model import (
    Branch,
    Chart,
    Criterion,
    Do,
    Entry,
    Listing,
    Node,
    Repeat,
    Roll,
    Sequence,
    Use,
    child_branch,
    row_branch,
)
from weimar_bot.flowchart.trace import Trace
from weimar_bot.flowchart.vocabulary import in_words

LISTING_WORDS = {"first": "the first with an effect", "all": "all of these", "priority": "in this order"}


def deed(node: Node) -> str:
    """What a node does, in words."""
    match node.body:
        case Do() as do:
            return in_words(do.verb.words, do.args)
        case Listing() as listing:
            return LISTING_WORDS[listing.kind]
        case Roll() as roll:
            added = f" + {roll.add.words()}" if roll.add else ""
            return f"roll for {roll.purpose}{added}{', then the rows after it' if roll.wrap else ''}"
        case Repeat(times=Reading() as times):
            return f"as many times as {times.words()}"
        case Repeat() as repeat:
            return f"{repeat.times} times"
        case Use():
            return "go on with"


def details(node: Node) -> Iterator[str]:
    """What else there is to say of a node: its words, its conditions, how it chooses."""
    if node.say:
        yield node.say
    yield from (f"if {test.words()}" for test in node.when)
    sequence = node.body.sequence if isinstance(node.body, Do) else None
    if sequence:
        yield f"chosen by {_chooser(sequence, node)}"


def _chooser(sequence: Sequence, node: Node) -> str:
    if sequence.inline:
        return ", ".join(part.called_in(node.chart) for part in sequence.parts)
    return sequence.called_in(node.chart)


def grounds(entry: Entry | Chart) -> str:
    """The sections and rulings of an entry, in brackets."""
    rulings = entry.rulings if isinstance(entry, Entry) else ()
    return f"[{', '.join((*entry.cites, *rulings))}]"


def criterion_caption(criterion: Criterion) -> str:
    """A criterion on one line."""
    conditions = "".join(f", if {test.words()}" for test in criterion.when)
    return f"{criterion.ident}: {criterion.kind}, {criterion.words()}{conditions} {grounds(criterion)}"


def part_caption(part: Criterion | Sequence, chart: str) -> str:
    """A step of a sequence on one line."""
    return criterion_caption(part) if isinstance(part, Criterion) else f"all steps of {part.called_in(chart)}"


class Edge(NamedTuple):
    """A line from a node to ``child``: what it is marked with, and the branch it stands for."""

    mark: str
    child: Node
    branch: Branch


def edges(node: Node) -> list[Edge]:
    """The lines from a node to those it leads to."""
    if isinstance(node.body, Roll):
        return [Edge(row.written, row.node, row_branch(node, row)) for row in node.body.rows]
    numbered = isinstance(node.body, Listing) and node.kind != "all"
    return [
        Edge(str(at) if numbered else "", child, child_branch(node, child))
        for at, child in enumerate(node.children, 1)
    ]


class Marks:
    """What a walk took (true) and tried in vain (false); None stands for what it left alone."""

    def __init__(self, taken: Trace) -> None:
        self._nodes = taken.visited()
        self._edges = taken.edges()

    def of_edge(self, edge: Edge) -> bool | None:
        return self._edges.get(edge.branch)

    def of_root(self, node: Node) -> bool | None:
        """For a node without a line that leads to it: wherever it was come from."""
        return self._nodes.get(node.ref)


def roots(chart: Chart) -> list[Node]:
    """Where a drawing begins: the start, the entry points, and nodes only other charts lead to."""
    inner = {child for node in chart.nodes.values() for child in node.children}
    entries = [entry for entry in chart.entries if isinstance(entry, Node)]
    outer = [node for node in chart.nodes.values() if node not in inner]
    found = [*([chart.start] if chart.start else []), *entries, *outer]
    return [node for node in dict.fromkeys(found) if node.chart == chart.ident]


def loose_criteria(chart: Chart) -> list[Criterion]:
    """The criteria of a chart that no sequence of the same chart lists."""
    listed = {part for sequence in chart.sequences.values() for part in sequence.parts}
    return [criterion for criterion in chart.criteria.values() if criterion not in listed]
