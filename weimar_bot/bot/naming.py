"""Dotted names of Actions, such as ``special.strike.place_strike``, and the chart nodes behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from weimar_bot.flowchart.model import Charts, Node
from weimar_bot.flowchart.trace import EnterNode, LeftNode, Trace, reason_in_words
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import nearest, quoted


def _leaves(node: Node, prefix: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The dotted names of everything a node can do."""
    path = (*prefix, node.name) if node.name else prefix
    if not node.children:
        yield path
    for child in node.children:
        yield from _leaves(child, path)


def _outermost(node: Node, above: tuple[Node, ...], wanted: tuple[str, ...]) -> tuple[Node, ...] | None:
    """The way down to the outermost node under which everything bears the wanted name."""
    way = (*above, node)
    prefix = tuple(one.name for one in above if one.name)
    if all(leaf[: len(wanted)] == wanted for leaf in _leaves(node, prefix)):
        return way
    ways = (_outermost(child, way, wanted) for child in node.children)
    return next((found for found in ways if found is not None), None)


def names_of(charts: Charts, chart: str) -> list[str]:
    """Every name that can be asked for: whole Special Action, categories, single Actions."""
    found: dict[str, None] = {}
    for leaf in _leaves(charts.node(chart), ()):
        for end in range(1, len(leaf) + 1):
            found[".".join(leaf[:end])] = None
    return list(found)


def way_to(charts: Charts, chart: str, name: str) -> tuple[Node, ...]:
    """The nodes of a faction's chart that lead to the one with a dotted name, which comes last.

    Raises :class:`UnreadableInput` with the nearest name if there is none.
    """
    found = _outermost(charts.node(chart), (), tuple(name.split(".")))
    if found is None:
        raise UnreadableInput(
            Fault(f"{chart} has no Action {quoted(name)}{_meant(name, names_of(charts, chart))}")
        )
    return found


def _meant(name: str, valid: list[str]) -> str:
    """The Action that ends so or is spelled nearly so, else all there are."""
    ending = [one for one in valid if name and one.endswith(f".{name}")]
    if ending:
        return f"; did you mean {' or '.join(repr(one) for one in ending)}?"
    near = nearest(name, valid, cutoff=0.85)
    return f"; did you mean {near!r}?" if near else f"; it has: {', '.join(valid)}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An Action tried in vain; ``by_condition``: it was not even looked for."""

    name: str
    why: str
    cites: tuple[str, ...]
    by_condition: bool


def passed_over(trace: Trace) -> Iterator[Attempt]:
    """Every entry of the Action Priority and every single Special Action tried in vain, in order."""
    path: list[Node] = []
    entered: Node | None = None
    for step in trace.steps:
        if isinstance(step, EnterNode):
            del path[step.depth :]
            path.append(step.node)
            entered = step.node
        elif isinstance(step, LeftNode):
            path.pop()
            if not step.performed:
                yield from _attempts(step, path, step.node is entered)


def _attempts(step: LeftNode, above: list[Node], left_at_once: bool) -> Iterator[Attempt]:
    """What a node tried in vain stands for; ``left_at_once``: nothing below it was tried."""
    node, why = step.node, reason_in_words(step.reason)
    by_condition = any(step.reason is test for test in node.when) or (
        bool(node.otherwise) and step.reason == node.otherwise
    )
    if above and above[-1].kind == "priority":
        yield Attempt(node.called_in(above[-1].chart), why, step.cites, by_condition)
    elif not node.children or left_at_once:
        prefix = tuple(one.name for one in above if one.name)
        for name in dict.fromkeys(_leaves(node, prefix)):
            if len(name) > 1:
                yield Attempt(".".join(name), why, step.cites, by_condition)
