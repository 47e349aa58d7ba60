"""Choosing among options: criteria one after another, until a single option is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from weimar_bot.flowchart.conditions import Seen
from weimar_bot.flowchart.model import Criterion, Node, Step
from weimar_bot.flowchart.trace import Condition, Narrowed, Picked, Reason, Status, Trace
from weimar_bot.flowchart.vocabulary import Option, Scene

NO_OPTIONS = "there are no options"


@dataclass(frozen=True, slots=True)
class Choice:
    """The option chosen, and the criteria that made a difference; or ``reason`` why there is none.

    ``settled_by`` are rulings that kept a criterion from its turn.
    """

    option: Option | None
    narrowed: tuple[Criterion, ...] = ()
    reason: Reason = ""
    settled_by: tuple[str, ...] = ()


def failing(scene: Scene, trace: Trace, owner: Node | Criterion) -> Reason | None:
    """The first condition of ``owner`` that does not hold, or None; each one tested is traced."""
    for test in owner.when:
        seen: list[Seen] = []
        held = test.holds(scene, seen)
        trace.note(Condition, owner, test, tuple(seen), held)
        if not held:
            return test
    return None


def choose(scene: Scene, trace: Trace, options: Sequence[Option], steps: Iterable[Step]) -> Choice:
    """Narrow ``options`` by ``steps``; chance decides among those that no criterion tells apart."""
    narrowing = _Narrowing(scene, trace, tuple(options))
    for step in steps:
        narrowing.apply(step)
        if not narrowing.left:
            return Choice(None, tuple(narrowing.narrowed), step.criterion)
    if not narrowing.left:
        return Choice(None, reason=NO_OPTIONS)
    if len(narrowing.left) > 1:
        narrowing.pick(None)
    return Choice(narrowing.left[0], tuple(narrowing.narrowed), settled_by=tuple(narrowing.settled_by))


class _Narrowing:
    """The options still left, and what has happened to them so far."""

    def __init__(self, scene: Scene, trace: Trace, options: tuple[Option, ...]) -> None:
        self.scene = scene
        self.trace = trace
        self.left = options
        self.narrowed: list[Criterion] = []
        self.settled_by: dict[str, None] = {}
        self._settled: dict[str, str] = {}

    def apply(self, step: Step) -> None:
        """Give a criterion its turn; once a single option is left, only strict filters have one."""
        criterion = step.criterion
        if not self.left or (len(self.left) == 1 and criterion.kind != "only"):
            return
        if criterion.letter in self._settled:
            self._leave_all(criterion, Status.SETTLED)
            self.settled_by[self._settled[criterion.letter]] = None
        elif criterion.when and failing(self.scene, self.trace, criterion) is not None:
            self._leave_all(criterion, Status.NOT_APPLICABLE)
        elif criterion.kind == "random":
            self.pick(criterion)
        else:
            self._judge(step)

    def pick(self, criterion: Criterion | None) -> None:
        """Take one of the options left at random."""
        taken = self.left[self.scene.pick(len(self.left))]
        self.trace.note(Picked, self.left, taken, criterion)
        self.left = (taken,)
        if criterion:
            self.narrowed.append(criterion)

    def _leave_all(self, criterion: Criterion, status: Status) -> None:
        self.trace.note(Narrowed, criterion, self.left, self.left, status)

    def _judge(self, step: Step) -> None:
        criterion, before = step.criterion, self.left
        judged = self._judgements(criterion)
        best = self._best(criterion, judged)
        if not best and criterion.kind == "prefer":
            self._leave_all(criterion, Status.NONE_SATISFIES)
            return
        self.left = best
        self.trace.note(Narrowed, criterion, before, best, _status(before, best), judged)
        if len(best) < len(before):
            self.narrowed.append(criterion)
        if criterion.kind == "prefer":
            self._settle(step)

    def _judgements(self, criterion: Criterion) -> tuple[Any, ...]:
        """What the criterion's ordering makes of each option left."""
        assert criterion.ordering is not None  # only criteria of kind random have none
        judge, args = criterion.ordering.judge, criterion.args
        return tuple(judge(self.scene, option, **args) for option in self.left)

    def _best(self, criterion: Criterion, judged: tuple[Any, ...]) -> tuple[Option, ...]:
        """The options that satisfy a test, or those of the lowest rank."""
        if criterion.kind == "rank":
            lowest = min(judged)
            return tuple(o for o, rank in zip(self.left, judged, strict=True) if rank == lowest)
        return tuple(o for o, good in zip(self.left, judged, strict=True) if good)

    def _settle(self, step: Step) -> None:
        """After a preference some option satisfied: later criteria of its letter may be settled."""
        settle, letter = step.settle, step.criterion.letter
        if settle is None or letter not in settle.letters:
            return
        if self.scene.switches.get(settle.ruling) == settle.alternative:
            self._settled[letter] = settle.ruling


def _status(before: Sequence[Option], after: Sequence[Option]) -> Status:
    if not after:
        return Status.NOTHING_LEFT
    return Status.NARROWED if len(after) < len(before) else Status.KEPT_ALL
