"""Drawing charts, with what a walk took and tried marked on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from weimar_bot.flowchart.captions import Marks
from weimar_bot.flowchart.drawing_graph import dot, mermaid
from weimar_bot.flowchart.drawing_text import text_lines
from weimar_bot.flowchart.model import Chart, Charts
from weimar_bot.flowchart.trace import Trace
from weimar_bot.reading.names import did_you_mean

FORMATS: Mapping[str, Callable[[Chart, Marks | None], Iterable[str]]] = {
    "text": text_lines,
    "mermaid": mermaid,
    "dot": dot,
}


def draw(charts: Charts, chart_id: str, format: str = "text", taken: Trace | None = None) -> str:
    """The chart as ``text``, ``mermaid`` or ``dot``; the ways that ``taken`` went are marked.

    Raises :class:`LookupError` if there is no such chart, :class:`ValueError` if there is no
    such format.
    """
    if chart_id not in charts:
        raise LookupError(f"there is no chart {chart_id!r}{did_you_mean(chart_id, charts)}")
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}{did_you_mean(format, FORMATS)}")
    lines = FORMATS[format](charts[chart_id], None if taken is None else Marks(taken))
    return "\n".join(lines) + "\n"
