"""Dotted names of Actions, such as ``special.strike.place_strike``, and the chart nodes behind them."""

from __future__ import annotations

from collections.abc import Iterator

from weimar_bot.flowchart.model import Charts, Node
from weimar_bot.flowchart.trace import EnterNode, LeftNode, Trace, reason_in_words
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted


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
        valid = names_of(charts, chart)
        raise UnreadableInput(Fault(f"{chart} has no Action {quoted(name)}{did_you_mean(name, valid)}"))
    return found


def passed_over(trace: Trace) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name, reason and sections of every single Action of a Special Action that was tried in vain."""
    path: list[Node] = []
    for step in trace.steps:
        if isinstance(step, EnterNode):
            del path[step.depth :]
            path.append(step.node)
        elif isinstance(step, LeftNode):
            path.pop()
            if not step.performed and _stopped_here(step):
                prefix = tuple(node.name for node in path if node.name)
                for name in dict.fromkeys(_leaves(step.node, prefix)):
                    if len(name) > 1:
                        yield ".".join(name), reason_in_words(step.reason), step.node.cites


def _stopped_here(step: LeftNode) -> bool:
    """Whether the reason lies in the node itself: it is a single Action, or a condition failed."""
    return not step.node.children or (bool(step.node.when) and not isinstance(step.reason, str))
