"""Which entries of loaded charts can be reached from a start or another entry point."""

from __future__ import annotations

from collections.abc import Iterator

from weimar_bot.flowchart.model import Chart, Charts, Do, Entry, Node, Sequence


def adrift(charts: Charts) -> list[Chart]:
    """Charts with nodes but without any way in: no start, no entry point, no node that another leads to."""
    led_to = {
        child.chart
        for chart in charts.values()
        for node in chart.nodes.values()
        for child in node.children
        if child.chart != node.chart
    }
    return [
        chart
        for chart in charts.values()
        if chart.nodes and not chart.start and not chart.entries and chart.ident not in led_to
    ]


def unreached(charts: Charts) -> Iterator[tuple[str, Entry]]:
    """Nodes, criteria and sequences that nothing leads to, each with its kind in words.

    In a chart that is :func:`adrift` all nodes count as reached: what it lacks is one way in.
    """
    reached: set[Entry] = set()
    for chart in charts.values():
        for entry in (chart.start, *chart.entries):
            if entry:
                _reach(entry, reached)
    for chart in adrift(charts):
        for node in chart.nodes.values():
            _reach(node, reached)
    for chart in charts.values():
        yield from (("node", one) for one in chart.nodes.values() if one not in reached)
        yield from (("criterion", one) for one in chart.criteria.values() if one not in reached)
        yield from (("sequence", one) for one in chart.sequences.values() if one not in reached)


def _reach(entry: Entry, reached: set[Entry]) -> None:
    if entry in reached:
        return
    reached.add(entry)
    for other in _leads_to(entry):
        _reach(other, reached)


def _leads_to(entry: Entry) -> tuple[Entry, ...]:
    match entry:
        case Sequence():
            return entry.parts
        case Node(body=Do(sequence=Sequence() as sequence)):
            return (sequence,)
        case Node():
            return entry.children
        case _:
            return ()
