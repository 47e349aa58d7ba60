"""A trace as a tree: every visit to a node, and every choosing among options on the way.

Only what the steps say is put together here; nothing is judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from weimar_bot.flowchart.model import Criterion, Node, Row
from weimar_bot.flowchart.trace import (
    Condition,
    Considered,
    EnterNode,
    LeftNode,
    Narrowed,
    Performed,
    Picked,
    Reason,
    Rolled,
    Status,
    Step,
    Wrapped,
)
from weimar_bot.flowchart.vocabulary import Option


@dataclass(frozen=True, slots=True)
class Turn:
    """One criterion's turn in a choosing; without ``status`` chance decided, perhaps for want of any."""

    criterion: Criterion | None
    status: Status | None
    before: tuple[Option, ...]
    after: tuple[Option, ...]
    judged: tuple[object, ...] = ()
    tests: tuple[Condition, ...] = ()

    @property
    def fell(self) -> tuple[Option, ...]:
        """The options that went out here."""
        kept = {id(option) for option in self.after}
        return tuple(option for option in self.before if id(option) not in kept)

    @property
    def mattered(self) -> bool:
        return len(self.after) < len(self.before)

    def effect(self) -> str:
        """What it did to the options, in words."""
        if self.mattered:
            return f"{len(self.before)} → {len(self.after)}{'' if self.status else ', by chance'}"
        return str(self.status or "")

    def judgement(self, option: Option) -> object:
        """What its ordering made of an option; None where nothing was judged."""
        pairs = zip(self.before, self.judged, strict=False)
        return next((judged for one, judged in pairs if one is option), None)


@dataclass(slots=True)
class Choosing:
    """How one option was chosen; ``asked`` is the verb that offered them, if a verb did."""

    options: tuple[Option, ...]
    asked: Considered | None = None
    turns: list[Turn] = field(default_factory=list)

    @property
    def left(self) -> tuple[Option, ...]:
        return self.turns[-1].after if self.turns else self.options

    @property
    def taken(self) -> Option | None:
        """The option that was left in the end."""
        return self.left[0] if len(self.left) == 1 else None

    def fell_at(self, option: Option) -> int | None:
        """The number of the turn at which an option went out; None if it never did."""
        found = (at for at, turn in enumerate(self.turns) if any(one is option for one in turn.fell))
        return next(found, None)

    def by_staying(self) -> list[Option]:
        """All options, those that stayed longest first."""
        last = len(self.turns)

        def went(option: Option) -> int:
            at = self.fell_at(option)
            return last if at is None else at

        return sorted(self.options, key=went, reverse=True)

    def last_turn_that_mattered(self) -> Turn | None:
        """The turn that parted the option taken from the last others."""
        return next((turn for turn in reversed(self.turns) if turn.mattered), None)


@dataclass(slots=True)
class Visit:
    """One visit to ``node``, or what happened outside all nodes. ``row`` is the one that led here."""

    node: Node | None
    row: Row | None = None
    steps: list[Step] = field(default_factory=list)
    inner: list[Visit] = field(default_factory=list)
    performed: bool = False
    reason: Reason = ""
    cites: tuple[str, ...] = ()
    left: bool = False

    @property
    def under_way(self) -> bool:
        """Whether the walk is still inside: something has to be told before it can go on."""
        return self.node is not None and not self.left

    def choosings(self) -> list[Choosing]:
        """Every choosing among options in this visit itself, in order."""
        return list(_choosings(self.steps))

    def conditions(self) -> list[Condition]:
        """The conditions of the node that were tested."""
        return [step for step in self.steps if isinstance(step, Condition) and step.owner is self.node]

    def does(self) -> list[Performed]:
        return [step for step in self.steps if isinstance(step, Performed)]

    def walk(self) -> Iterator[Visit]:
        """This visit and all inside it, outermost first."""
        yield self
        for visit in self.inner:
            yield from visit.walk()


def visits(steps: Iterable[Step]) -> list[Visit]:
    """The outermost visits of a trace, in order; choosings outside all nodes stand in ones of their own."""
    outermost: list[Visit] = []
    inside: list[Visit] = []
    for step in steps:
        if isinstance(step, EnterNode):
            del inside[step.depth :]  # nodes that an error broke off were never left
            above = inside[-1] if inside else None
            visit = Visit(step.node, _row(above))
            (above.inner if above else outermost).append(visit)
            inside.append(visit)
        elif isinstance(step, LeftNode):
            visit = inside.pop()
            visit.performed, visit.reason, visit.cites = step.performed, step.reason, step.cites
            visit.left = True
        elif inside:
            inside[-1].steps.append(step)
        else:
            if not outermost or outermost[-1].node is not None:
                outermost.append(Visit(None, performed=True))
            outermost[-1].steps.append(step)
    return outermost


def _row(above: Visit | None) -> Row | None:
    """The row that a node above rolled or wrapped to last."""
    rows = [step.row for step in above.steps if isinstance(step, Rolled | Wrapped)] if above else []
    return rows[-1] if rows else None


def _choosings(steps: Sequence[Step]) -> Iterator[Choosing]:
    choosing: Choosing | None = None
    tests: list[Condition] = []
    for step in steps:
        if isinstance(step, Considered):
            if choosing:
                yield choosing
            choosing = Choosing(step.options, step)
        elif isinstance(step, Condition) and isinstance(step.owner, Criterion):
            tests.append(step)
        elif isinstance(step, Narrowed | Picked):
            turn = _turn(step, tests)
            tests = []
            if choosing is None or not _same(choosing.left, turn.before):
                if choosing:
                    yield choosing
                choosing = Choosing(turn.before)
            choosing.turns.append(turn)
    if choosing:
        yield choosing


def _turn(step: Narrowed | Picked, tests: Sequence[Condition]) -> Turn:
    if isinstance(step, Picked):
        return Turn(step.criterion, None, step.options, (step.taken,), (), tuple(tests))
    return Turn(step.criterion, step.status, step.before, step.after, step.judged, tuple(tests))


def _same(one: Sequence[Option], other: Sequence[Option]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
