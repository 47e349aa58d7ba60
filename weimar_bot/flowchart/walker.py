"""Walking charts: what they say, done with a game's vocabulary in one scene."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from weimar_bot.flowchart.conditions import Reading, as_number
from weimar_bot.flowchart.model import Charts, Criterion, Do, Listing, Node, Repeat, Roll, Row, Use
from weimar_bot.flowchart.narrowing import NO_OPTIONS, Choice, choose, failing
from weimar_bot.flowchart.trace import (
    Considered,
    EnterNode,
    LeftNode,
    Performed,
    Reason,
    Rolled,
    Trace,
    Wrapped,
    reason_in_words,
)
from weimar_bot.flowchart.vocabulary import Doing, Option, Options, Scene, Vocabulary

NO_ENTRY = "none of its entries has an effect"
NO_ROW = "none of its rows has an effect"
NOT_ADMITTED = "none of its options is allowed here"
NO_PASS = "it is to be done no times"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a node went: whether anything was done, else the reason; and the sections behind that.

    ``entry`` is the entry's id among those of a priority list, if it was walked as one.
    """

    performed: bool
    reason: Reason = ""
    cites: tuple[str, ...] = ()
    entry: str = ""

    @property
    def why(self) -> str:
        """The reason in words; empty if something was done."""
        return reason_in_words(self.reason)


class Total(NamedTuple):
    """A sum, and the value of each fact in it."""

    total: int
    terms: list[tuple[str, int]]


class Walker:
    """Walks ``charts`` in ``scene``, noting every step in ``trace``.

    A verb's ``perform`` may walk and choose again with the same walker: what it walks counts
    as inside the node that is being performed.
    """

    def __init__(
        self, charts: Charts, vocabulary: Vocabulary, scene: Scene, trace: Trace | None = None
    ) -> None:
        self.charts = charts
        self.vocabulary = vocabulary
        self.scene = scene
        self.trace = Trace(enabled=False) if trace is None else trace
        self._path: list[Node] = []

    def walk(self, node_ref: str) -> Outcome:
        """Go through the node ``chart.id`` (or the start of ``chart``).

        Raises :class:`LookupError` if there is no such node, or a die table no such row.
        """
        return self._walk(self.charts.node(node_ref))

    def walk_within(self, above: Iterable[Node], node: Node) -> Outcome:
        """Go through ``node`` alone, as what stands below the nodes ``above``, outermost first.

        Those give it its name and grounds; their own conditions and dice are passed by.
        """

        def act() -> Outcome:
            return self._walk(node)

        for parent in reversed(list(above)):
            act = partial(self._inside, parent, act, asked=False)
        return act()

    def priority(self, node_ref: str, count: int, done: Collection[str] = ()) -> list[Outcome]:
        """Go on in a priority list after the last entry in ``done``, until ``count`` had an effect.

        Returns one outcome for every entry tried, in order, each with its ``entry`` id. The
        list is empty if the node's own conditions fail. Ids in ``done`` that are not entries
        are ignored. Raises :class:`ValueError` if the node is not a priority list.
        """
        node = self.charts.node(node_ref)
        if node.kind != "priority":
            raise ValueError(f"{node_ref!r} is of kind {node.kind!r}, not a priority list")
        outcomes: list[Outcome] = []
        self._inside(node, lambda: self._resume(node, count, done, outcomes))
        return outcomes

    def narrow(self, options: Sequence[Option], sequence_ref: str) -> Choice:
        """Choose among ``options`` by the sequence ``chart.id``, and say on what grounds.

        Raises :class:`LookupError` if there is no such sequence.
        """
        return choose(self.scene, self.trace, options, self.charts.sequence(sequence_ref).steps)

    def choose(self, options: Sequence[Option], sequence_ref: str) -> Option | None:
        """As :meth:`narrow`, but the option alone; None if a strict filter leaves none."""
        return self.narrow(options, sequence_ref).option

    def value(self, sum_ref: str, **args: Any) -> Total:
        """Add up the sum ``chart.id``, asking each of its facts with ``args``.

        Raises :class:`LookupError` if there is no such sum, :class:`TypeError` if one of its
        facts gives no number.
        """
        facts = self.charts.sum(sum_ref).terms
        terms = [(fact.name, as_number(fact, fact.read(self.scene, **args))) for fact in facts]
        return Total(sum(value for _, value in terms), terms)

    def _walk(self, node: Node) -> Outcome:
        return self._inside(node, lambda: self._act(node))

    def _inside(self, node: Node, act: Callable[[], Outcome], asked: bool = True) -> Outcome:
        """Do ``act`` as part of ``node``, if the node's conditions hold or are not asked."""
        self.trace.note(EnterNode, node, len(self._path))
        self._path.append(node)
        try:
            fails = failing(self.scene, self.trace, node) if node.when and asked else None
            outcome = act() if fails is None else Outcome(False, node.otherwise or fails, node.cites)
        finally:
            self._path.pop()
        self.trace.note(LeftNode, node, outcome.performed, outcome.reason, outcome.cites)
        return outcome

    def _act(self, node: Node) -> Outcome:
        match node.body:
            case Do() as do:
                return self._do(node, do)
            case Listing(kind="all") as listing:
                return _all_effects([self._walk(child) for child in listing.children], node)
            case Listing() as listing:
                return self._first(listing.children, Outcome(False, NO_ENTRY, node.cites))
            case Roll() as roll:
                return self._roll(node, roll)
            case Repeat() as repeat:
                return self._repeat(node, repeat)
            case Use() as use:
                return self._walk(use.node)

    def _do(self, node: Node, do: Do) -> Outcome:
        options = self._admitted(do.verb.options(self.scene, do.args))
        self.trace.note(Considered, do.verb, do.args, tuple(options.items), options.why)
        if not options.items:
            return Outcome(False, options.why or NO_OPTIONS, options.cites or node.cites)
        steps = do.sequence.steps if do.sequence else ()
        choice = choose(self.scene, self.trace, options.items, steps)
        if choice.option is None:
            return Outcome(False, choice.reason, _reason_cites(choice.reason, node))
        doing = self._doing(choice)
        self.trace.note(Performed, doing.name, choice.option)
        do.verb.perform(self.scene, choice.option, do.args, doing)
        return Outcome(True, cites=doing.cites)

    def _admitted(self, options: Options) -> Options:
        """The options that the scene admits, if it is one that turns some away."""
        admits = getattr(self.scene, "admits", None)
        if admits is None:
            return options
        items = [option for option in options.items if admits(option)]
        if len(items) == len(options.items):
            return options
        return Options(items, options.why or "" if items else NOT_ADMITTED, options.cites)

    def _doing(self, choice: Choice) -> Doing:
        grounds = (*self._path, *choice.narrowed)
        return Doing(
            ".".join(node.name for node in self._path if node.name),
            _unique(cite for one in grounds for cite in one.cites),
            _unique((*(ruling for one in grounds for ruling in one.rulings), *choice.settled_by)),
        )

    def _first(self, nodes: Iterable[Node], otherwise: Outcome) -> Outcome:
        for node in nodes:
            outcome = self._walk(node)
            if outcome.performed:
                return outcome
        return otherwise

    def _resume(self, node: Node, count: int, done: Collection[str], outcomes: list[Outcome]) -> Outcome:
        """Walk the entries after the last one in ``done``; what became of each goes to ``outcomes``."""
        entries = [(child.called_in(node.chart), child) for child in node.children]
        after = max((at for at, (entry, _) in enumerate(entries, 1) if entry in done), default=0)
        for entry, child in entries[after:]:
            if sum(outcome.performed for outcome in outcomes) >= count:
                break
            outcomes.append(replace(self._walk(child), entry=entry))
        return _all_effects(outcomes, node)

    def _roll(self, node: Node, roll: Roll) -> Outcome:
        die = self.scene.roll(roll.purpose)
        added = roll.add.number(self.scene) if roll.add else 0
        row, *others = _rows_from(roll, die + added, node)
        self.trace.note(Rolled, node, roll.purpose, die, added, row)
        outcome = self._walk(row.node)
        if outcome.performed or not roll.wrap:
            return outcome
        for other in others:
            self.trace.note(Wrapped, node, other)
            outcome = self._walk(other.node)
            if outcome.performed:
                return outcome
        return Outcome(False, NO_ROW, node.cites)

    def _repeat(self, node: Node, repeat: Repeat) -> Outcome:
        """Go through the node until a pass has no effect; the first pass speaks for all."""
        times = self._times(repeat.times)
        if times < 1:
            return Outcome(False, self._no_pass(repeat.times, times), node.cites)
        first = outcome = self._walk(repeat.node)
        for _ in range(times - 1):
            if not outcome.performed:
                break
            outcome = self._walk(repeat.node)
        return first

    @staticmethod
    def _no_pass(asked: int | Reading, times: int) -> str:
        """Why nothing is repeated: in the words of the fact that gave the number."""
        return f"{asked.words()}: {times}" if isinstance(asked, Reading) else NO_PASS

    def _times(self, times: int | Reading) -> int:
        return times.number(self.scene) if isinstance(times, Reading) else times


def _all_effects(outcomes: Sequence[Outcome], node: Node) -> Outcome:
    """One outcome for several: done if any was, with the sections of all that were."""
    effects = [outcome for outcome in outcomes if outcome.performed]
    if not effects:
        return Outcome(False, NO_ENTRY, node.cites)
    return Outcome(True, cites=_unique(cite for outcome in effects for cite in outcome.cites))


def _rows_from(roll: Roll, number: int, node: Node) -> list[Row]:
    """The row that ``number`` falls in, then those after it, wrapping; each node once."""
    rows = roll.rows
    at = next((at for at, row in enumerate(rows) if row.low <= number <= row.high), None)
    if at is None:
        raise LookupError(f"{node.ref} has no row for {number}")
    distinct: dict[Node, Row] = {}
    for row in (*rows[at:], *rows[:at]):
        distinct.setdefault(row.node, row)
    return list(distinct.values())


def _reason_cites(reason: Reason, node: Node) -> tuple[str, ...]:
    return reason.cites if isinstance(reason, Criterion) else node.cites


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
