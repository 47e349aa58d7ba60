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


def _outermost(node: Node, prefix: tuple[str, ...], wanted: tuple[str, ...]) -> Node | None:
    """The outermost node under which everything bears the wanted name."""
    if all(leaf[: len(wanted)] == wanted for leaf in _leaves(node, prefix)):
        return node
    path = (*prefix, node.name) if node.name else prefix
    return next(
        (found for child in node.children if (found := _outermost(child, path, wanted)) is not None), None
    )


def names_of(charts: Charts, chart: str) -> list[str]:
    """Every name that can be asked for: whole Special Action, categories, single Actions."""
    found: dict[str, None] = {}
    for leaf in _leaves(charts.node(chart), ()):
        for end in range(1, len(leaf) + 1):
            found[".".join(leaf[:end])] = None
    return list(found)


def node_called(charts: Charts, chart: str, name: str) -> Node:
    """The node of a faction's chart that bears a dotted name.

    Raises :class:`UnreadableInput` with the nearest name if there is none.
    """
    wanted = tuple(name.split("."))
    root = charts.node(chart)
    found = next(
        (node for child in root.children if (node := _outermost(child, (), wanted)) is not None), None
    )
    if found is None:
        valid = names_of(charts, chart)
        raise UnreadableInput(Fault(f"{chart} has no Action {quoted(name)}{did_you_mean(name, valid)}"))
    return found


def passed_over(trace: Trace) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name, reason and sections of every single Action that was tried in vain."""
    path: list[Node] = []
    for step in trace.steps:
        if isinstance(step, EnterNode):
            del path[step.depth :]
            path.append(step.node)
        elif isinstance(step, LeftNode):
            parts = [node.name for node in path if node.name]
            if not step.performed and not step.node.children and len(parts) > 1:
                yield ".".join(parts), reason_in_words(step.reason), step.node.cites
            path.pop()
