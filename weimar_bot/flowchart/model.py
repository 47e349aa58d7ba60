"""Loaded charts: nodes, criteria, sequences, sums and lists, with every reference resolved.

Charts hold no endless reference (the loader refuses them), so everything here is built from
the leaves up and never changes. Entries are compared by identity.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from weimar_bot.flowchart.conditions import Reading, Test
from weimar_bot.flowchart.vocabulary import Args, Fact, Ordering, Verb, in_words
from weimar_bot.reading.faults import Place
from weimar_bot.reading.names import did_you_mean

NodeKind: TypeAlias = Literal["do", "first", "all", "priority", "roll", "repeat", "use"]
ListingKind: TypeAlias = Literal["first", "all", "priority"]
CriterionKind: TypeAlias = Literal["only", "prefer", "rank", "random"]
Branch: TypeAlias = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """What every entry of a chart has: its names, its grounds, its words, its place in the file."""

    chart: str
    ident: str
    cites: tuple[str, ...]
    rulings: tuple[str, ...]
    say: str
    place: Place
    ref: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ref", f"{self.chart}.{self.ident}")


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """An entry of a chart; ``ref`` is its id with the chart's before it."""

    head: Head

    @property
    def chart(self) -> str:
        return self.head.chart

    @property
    def ident(self) -> str:
        return self.head.ident

    @property
    def ref(self) -> str:
        return self.head.ref

    @property
    def cites(self) -> tuple[str, ...]:
        return self.head.cites

    @property
    def rulings(self) -> tuple[str, ...]:
        return self.head.rulings

    @property
    def say(self) -> str:
        return self.head.say

    @property
    def place(self) -> Place:
        return self.head.place

    def called_in(self, chart: str) -> str:
        """How ``chart`` writes a reference to this entry: without its chart's id if it is at home."""
        return self.head.ident if self.head.chart == chart else self.head.ref


@dataclass(frozen=True, slots=True, eq=False)
class NamedList(Entry):
    """Names in an order that matters; ``of`` is the closed set they come from, or empty."""

    items: tuple[str, ...]
    of: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Sum(Entry):
    """Facts whose values are added up."""

    terms: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Criterion(Entry):
    """One way to narrow options; ``ordering`` is missing only for kind ``random``."""

    kind: CriterionKind
    ordering: Ordering | None
    args: Args
    when: tuple[Test, ...]
    letter: str = ""

    def words(self) -> str:
        """Its own words, else those of its ordering."""
        if self.say or self.ordering is None:
            return self.say or "by chance"
        return in_words(self.ordering.words, self.args)


@dataclass(frozen=True, slots=True)
class Settle:
    """A switch that lets a preferred option end all later criteria of the same letter."""

    ruling: str
    alternative: str
    letters: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A criterion at its turn, with the settle rule of the innermost sequence that has one."""

    criterion: Criterion
    settle: Settle | None


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Entry):
    """Criteria in order; ``parts`` as written, ``steps`` with included sequences unfolded.

    An ``inline`` sequence is written out in a node, whose names it bears.
    """

    parts: tuple[Criterion | Sequence, ...]
    settle: Settle | None = None
    inline: bool = False
    steps: tuple[Step, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self._unfold(None)))

    def _unfold(self, inherited: Settle | None) -> Iterator[Step]:
        settle = self.settle or inherited
        for part in self.parts:
            if isinstance(part, Criterion):
                yield Step(part, settle)
            else:
                yield from part._unfold(settle)


@dataclass(frozen=True, slots=True, eq=False)
class Do:
    """Carry out a verb on the option that ``sequence`` chooses."""

    verb: Verb
    args: Args
    sequence: Sequence | None = None

    @property
    def kind(self) -> NodeKind:
        return "do"

    @property
    def children(self) -> tuple[Node, ...]:
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """Several nodes in order: the first with an effect, all of them, or by priority."""

    kind: ListingKind
    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A row of a die table: the numbers ``low`` to ``high`` (both may be infinite), as ``written``."""

    written: str
    low: float
    high: float
    node: Node


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """Roll a die, add a number, go on with a row; with ``wrap``, try the rows after it too."""

    purpose: str
    add: Reading | None
    rows: tuple[Row, ...]
    wrap: bool = False

    @property
    def kind(self) -> NodeKind:
        return "roll"

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(dict.fromkeys(row.node for row in self.rows))


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """Go through a node several times, until a pass has no effect."""

    node: Node
    times: int | Reading

    @property
    def kind(self) -> NodeKind:
        return "repeat"

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.node,)


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """Go on with another node."""

    node: Node

    @property
    def kind(self) -> NodeKind:
        return "use"

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.node,)


Body: TypeAlias = Do | Listing | Roll | Repeat | Use


@dataclass(frozen=True, slots=True, eq=False)
class Node(Entry):
    """A node: its conditions, what it does (``body``), its part of the dotted name (or empty).

    ``otherwise`` says in words why it has no effect where its conditions fail.
    """

    body: Body
    when: tuple[Test, ...] = ()
    name: str = ""
    otherwise: str = ""

    @property
    def kind(self) -> NodeKind:
        return self.body.kind

    @property
    def children(self) -> tuple[Node, ...]:
        return self.body.children


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """One chart file. ``entries`` are the further entry points besides ``start``."""

    ident: str
    title: str
    cites: tuple[str, ...]
    place: Place
    start: Node | None = None
    entries: tuple[Node | Sequence, ...] = ()
    nodes: Mapping[str, Node] = field(default_factory=dict)
    lists: Mapping[str, NamedList] = field(default_factory=dict)
    criteria: Mapping[str, Criterion] = field(default_factory=dict)
    sequences: Mapping[str, Sequence] = field(default_factory=dict)
    sums: Mapping[str, Sum] = field(default_factory=dict)


class Charts(Mapping[str, Chart]):
    """All charts that were loaded together, by id; entries of any chart by ``chart.id``."""

    def __init__(self, charts: Mapping[str, Chart]) -> None:
        self._charts = dict(charts)
        every = self._charts.values()
        self._nodes = {node.ref: node for chart in every for node in chart.nodes.values()}
        self._nodes |= {chart.ident: chart.start for chart in every if chart.start}
        self._sequences = {one.ref: one for chart in every for one in chart.sequences.values()}
        self.lists: Mapping[str, tuple[str, ...]] = {
            one.ref: one.items for chart in every for one in chart.lists.values()
        }
        self.sums: Mapping[str, Sum] = {one.ref: one for chart in every for one in chart.sums.values()}

    def __getitem__(self, ident: str) -> Chart:
        return self._charts[ident]

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    def node(self, ref: str) -> Node:
        """The node ``chart.id``, or the start of ``chart``. Raises :class:`LookupError` if there is none."""
        try:
            return self._nodes[ref]
        except KeyError:
            raise LookupError(f"there is no node {ref!r}{did_you_mean(ref, self._nodes)}") from None

    def sequence(self, ref: str) -> Sequence:
        """The sequence ``chart.id``. Raises :class:`LookupError` if there is none."""
        try:
            return self._sequences[ref]
        except KeyError:
            raise LookupError(f"there is no sequence {ref!r}{did_you_mean(ref, self._sequences)}") from None

    def sum(self, ref: str) -> Sum:
        """The sum ``chart.id``. Raises :class:`LookupError` if there is none."""
        try:
            return self.sums[ref]
        except KeyError:
            raise LookupError(f"there is no sum {ref!r}{did_you_mean(ref, self.sums)}") from None

    def branches(self) -> set[Branch]:
        """Every branch a walk can take, in the form of :meth:`Trace.branches`."""
        return {
            branch
            for chart in self.values()
            for entries in (chart.nodes, chart.criteria)
            for entry in entries.values()
            for branch in _branches_of(entry)
        }


def _branches_of(entry: Node | Criterion) -> Iterator[Branch]:
    if isinstance(entry, Criterion):
        yield criterion_branch(entry)
    elif isinstance(entry.body, Roll):
        yield from (row_branch(entry, row) for row in entry.body.rows)
    else:
        yield from (child_branch(entry, child) for child in entry.children)
    if entry.when:
        yield from (when_branch(entry, held) for held in (True, False))


def when_branch(entry: Node | Criterion, held: bool) -> Branch:
    """The branch of conditions that held, or did not."""
    if isinstance(entry, Criterion):
        return (entry.ref, "when", held)
    return (entry.chart, entry.ident, "when", held)


def child_branch(node: Node, child: Node) -> Branch:
    """The branch from a node to one it lists."""
    return (node.chart, node.ident, "child", child.called_in(node.chart))


def row_branch(node: Node, row: Row) -> Branch:
    """The branch from a roll to one of its rows."""
    return (node.chart, node.ident, "row", row.written)


def criterion_branch(criterion: Criterion) -> Branch:
    """The branch of a criterion that made a difference."""
    return (criterion.ref, "random" if criterion.kind == "random" else "narrowed")
