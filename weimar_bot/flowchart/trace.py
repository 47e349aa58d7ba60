"""What a walk did, step by step: as typed steps, as plain data, as lines of text.

Steps keep references; words are made only when a trace is rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, ParamSpec, TypeAlias

from weimar_bot.flowchart.conditions import Negation, Seen, Test
from weimar_bot.flowchart.model import (
    Branch,
    Criterion,
    Node,
    Roll,
    Row,
    child_branch,
    criterion_branch,
    row_branch,
    when_branch,
)
from weimar_bot.flowchart.vocabulary import Args, Option, Verb, in_words, value_in_words

LABELS_SHOWN = 6

Reason: TypeAlias = str | Test | Criterion
Data: TypeAlias = dict[str, Any]
_P = ParamSpec("_P")


_KIND_WORDS = {"only": "only where:", "prefer": "prefer where:", "rank": "best by:", "random": "by chance:"}


class Status(StrEnum):
    """What a criterion did to the options."""

    NARROWED = "narrowed"
    KEPT_ALL = "kept all"
    NONE_SATISFIES = "skipped: none satisfies"
    NOT_APPLICABLE = "skipped: does not apply"
    SETTLED = "skipped: already settled"
    NOTHING_LEFT = "nothing left"


@dataclass(frozen=True, slots=True)
class EnterNode:
    """A node was entered; ``depth`` is 0 for the outermost."""

    node: Node
    depth: int

    def text(self) -> str:
        said = f": {self.node.say}" if self.node.say else ""
        return f"{self.node.ref}{said}{_grounds(self.node.cites, self.node.rulings)}"

    def data(self) -> Data:
        return {
            **_node_data(self.node),
            "depth": self.depth,
            "kind": self.node.kind,
            "cites": list(self.node.cites),
            "rulings": list(self.node.rulings),
        }


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of ``owner`` was tested; ``seen`` is what it read."""

    owner: Node | Criterion
    test: Test
    seen: tuple[Seen, ...]
    held: bool

    def text(self) -> str:
        read = ", ".join(f"{one.what.asked()}: {value_in_words(one.value)}" for one in self.seen)
        return f"{'holds' if self.held else 'fails'}: {self.test.words()} ({read})"

    def data(self) -> Data:
        seen = [{"words": one.what.words(), "value": one.value} for one in self.seen]
        return {"owner": self.owner.ref, "words": self.test.words(), "seen": seen, "held": self.held}


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die was rolled, ``added`` was added to it, and ``row`` taken."""

    node: Node
    purpose: str
    die: int
    added: int
    row: Row

    def text(self) -> str:
        total = f" {self.added:+d} = {self.die + self.added}" if self.added else ""
        return f"rolled for {self.purpose}: {self.die}{total}, row {self.row.written}"

    def data(self) -> Data:
        return {
            **_node_data(self.node),
            "purpose": self.purpose,
            "die": self.die,
            "added": self.added,
            "row": self.row.written,
        }


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The row before had no effect, so ``row`` is tried."""

    node: Node
    row: Row

    def text(self) -> str:
        return f"no effect: on to row {self.row.written}"

    def data(self) -> Data:
        return {**_node_data(self.node), "row": self.row.written}


@dataclass(frozen=True, slots=True)
class Considered:
    """A verb was asked for its options; ``why`` says why it has none."""

    verb: Verb
    args: Args
    options: tuple[Option, ...]
    why: str

    def text(self) -> str:
        found = _options_text(self.options) if self.options else self.why or "no options"
        return f"{in_words(self.verb.words, self.args)}: {found}"

    def data(self) -> Data:
        return {
            "verb": self.verb.name,
            "args": dict(self.args),
            "options": _labels(self.options),
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A criterion had its turn, whether or not it made a difference.

    ``judged`` are the judgements on ``before``, one by one, where any were made.
    """

    criterion: Criterion
    before: tuple[Option, ...]
    after: tuple[Option, ...]
    status: Status
    judged: tuple[object, ...] = ()

    def text(self) -> str:
        criterion = self.criterion
        named = f"{_KIND_WORDS[criterion.kind]} {criterion.words()}"
        return f"{named}{_grounds(criterion.cites, criterion.rulings)}: {self._effect()}"

    def _effect(self) -> str:
        if self.status is Status.NARROWED:
            return f"{len(self.before)} -> {len(self.after)}: {_labels_text(self.after)}"
        return str(self.status)

    def data(self) -> Data:
        return {
            "criterion": self.criterion.ref,
            "kind": self.criterion.kind,
            "before": _labels(self.before),
            "after": _labels(self.after),
            "status": str(self.status),
            "cites": list(self.criterion.cites),
            "rulings": list(self.criterion.rulings),
        }


@dataclass(frozen=True, slots=True)
class Picked:
    """One option was taken at random, by ``criterion`` or for want of any."""

    options: tuple[Option, ...]
    taken: Option
    criterion: Criterion | None = None

    def text(self) -> str:
        grounds = _grounds(self.criterion.cites, self.criterion.rulings) if self.criterion else ""
        return f"at random{grounds}: {len(self.options)} -> 1: {self.taken.label}"

    def data(self) -> Data:
        return {
            "criterion": self.criterion.ref if self.criterion else None,
            "options": _labels(self.options),
            "taken": self.taken.label,
        }


@dataclass(frozen=True, slots=True)
class Performed:
    """Something is done: ``name`` is its dotted name."""

    name: str
    option: Option

    def text(self) -> str:
        return f"does {self.name}: {self.option.label}"

    def data(self) -> Data:
        return {"name": self.name, "option": self.option.label}


@dataclass(frozen=True, slots=True)
class LeftNode:
    """A node was left; ``reason`` says why it had no effect."""

    node: Node
    performed: bool
    reason: Reason
    cites: tuple[str, ...] = ()

    def text(self) -> str:
        return "done" if self.performed else f"no effect: {reason_in_words(self.reason)}"

    def data(self) -> Data:
        why = "" if self.performed else reason_in_words(self.reason)
        return {**_node_data(self.node), "performed": self.performed, "why": why}


Step: TypeAlias = (
    EnterNode | Condition | Rolled | Wrapped | Considered | Narrowed | Picked | Performed | LeftNode
)


@dataclass(slots=True)
class Trace:
    """The steps of one or more walks; with ``enabled=False`` nothing is kept."""

    enabled: bool = True
    steps: list[Step] = field(default_factory=list)

    def note(self, step: Callable[_P, Step], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Make a step and keep it; a trace that is not enabled does not even make it."""
        if self.enabled:
            self.steps.append(step(*args, **kwargs))

    def visited(self) -> dict[str, bool]:
        """Every node that was left, by ref, and whether it ever had an effect."""
        effects: dict[str, bool] = {}
        for step in self.steps:
            if isinstance(step, LeftNode):
                effects[step.node.ref] = effects.get(step.node.ref, False) or step.performed
        return effects

    def edges(self) -> dict[Branch, bool]:
        """Every way taken from a node to one below it, and whether that ever had an effect.

        The ways are those of :meth:`Charts.branches`. Where a row was entered without its roll,
        all rows that lead to the same node count.
        """
        effects: dict[Branch, bool] = {}
        for way in _ways(self.steps):
            for branch in way.branches():
                effects[branch] = effects.get(branch, False) or way.performed
        return effects

    def branches(self) -> set[Branch]:
        """Every branch taken, in the form of :meth:`Charts.branches`."""
        return {*_child_branches(self.steps), *_other_branches(self.steps)}

    def as_data(self) -> list[Data]:
        """The steps as JSON-able dicts; ``step`` names the kind, options stand as their labels."""
        return [{"step": type(step).__name__, **step.data()} for step in self.steps]

    def lines(self, indent: str = "  ") -> Iterator[str]:
        """The steps as text, each indented by the depth of its node."""
        depth = 0
        for step in self.steps:
            if isinstance(step, EnterNode):
                depth = step.depth
            yield indent * depth + step.text()
            if isinstance(step, EnterNode):
                depth += 1
            elif isinstance(step, LeftNode):
                depth -= 1


def reason_in_words(reason: Reason) -> str:
    """Why something had no effect, in words."""
    if isinstance(reason, str):
        return reason
    if isinstance(reason, Criterion):
        return f"nothing fits this: {reason.words()}"
    return reason.test.words() if isinstance(reason, Negation) else f"not so: {reason.words()}"


class _Way(NamedTuple):
    """A way from a node to ``child``; ``row`` is the one taken, if ``parent`` rolled for it."""

    parent: Node
    row: Row | None
    child: Node
    performed: bool

    def branches(self) -> list[Branch]:
        if isinstance(self.parent.body, Roll):
            rows = [self.row] if self.row else self.parent.body.rows
            return [row_branch(self.parent, row) for row in rows if row.node is self.child]
        return [child_branch(self.parent, self.child)] if self.child in self.parent.children else []


def _ways(steps: Sequence[Step]) -> Iterator[_Way]:
    """The ways taken from node to node, each as its child is left."""
    inside: list[Node] = []
    rows: dict[int, Row] = {}  # by the depth of the node that rolled
    for step in steps:
        match step:
            case EnterNode():
                del inside[step.depth :]
                rows.pop(step.depth, None)
                inside.append(step.node)
            case Rolled() | Wrapped():
                rows[len(inside) - 1] = step.row
            case LeftNode():
                # Nodes that an error broke off were never left.
                while inside and inside.pop() is not step.node:
                    pass
                if inside:
                    yield _Way(inside[-1], rows.get(len(inside) - 1), step.node, step.performed)


def _child_branches(steps: Sequence[Step]) -> Iterator[Branch]:
    for way in _ways(steps):
        # Two rows may lead to one node: which was taken, only the roll itself can tell.
        if way.parent.kind != "roll":
            yield from way.branches()


def _other_branches(steps: Sequence[Step]) -> Iterator[Branch]:
    for step in steps:
        match step:
            case Rolled() | Wrapped():
                yield row_branch(step.node, step.row)
            case Picked(criterion=Criterion() as criterion):
                yield criterion_branch(criterion)
            case Narrowed(status=Status.NARROWED):
                yield criterion_branch(step.criterion)
            case Condition() if not step.held or step.test is step.owner.when[-1]:
                # Only with the last condition is it known that all of them held together.
                yield when_branch(step.owner, step.held)


def _node_data(node: Node) -> Data:
    return {"chart": node.chart, "node": node.ident}


def _labels(options: Sequence[Option]) -> list[str]:
    return [option.label for option in options]


def _options_text(options: Sequence[Option]) -> str:
    """``26 options: A, B, …``."""
    return f"{len(options)} option{'' if len(options) == 1 else 's'}: {_labels_text(options)}"


def _labels_text(options: Sequence[Option]) -> str:
    """``A, B, …``; all labels if there are few."""
    shown = ", ".join(option.label for option in options[:LABELS_SHOWN])
    return f"{shown}, …" if len(options) > LABELS_SHOWN else shown


def _grounds(cites: Sequence[str], rulings: Sequence[str]) -> str:
    grounds = (*cites, *rulings)
    return f" [{', '.join(grounds)}]" if grounds else ""
