"""The log of a game beside the map: turns as headings, what happened below them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import RichLog

from weimar_bot.game.runtime import LogLine


class LogView(RichLog):
    """Shows a log and scrolls to its end; only what is new is drawn."""

    DEFAULT_CSS = """
    LogView { background: transparent; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, wrap=True, markup=False, highlight=False, min_width=20)
        self._log: list[LogLine] = []

    def show(self, log: Sequence[LogLine]) -> None:
        """Draw a log; where it goes on from what is shown, only the rest."""
        known = len(self._log)
        if list(log[:known]) != self._log:
            self.clear()
            known = 0
        for line in log[known:]:
            self.write(log_text(line))
        self._log = list(log)


def log_text(line: LogLine) -> Text:
    """One line of the log."""
    if line.depth == 0:
        return Text(f"\n{line.text}", "bold")
    text = Text(f"  {line.text}")
    if line.cites:
        text.append(f"  {', '.join(line.cites)}", "dim")
    return text
