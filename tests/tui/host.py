"""An app that shows one screen or widget, as the real app would, for tests of single parts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from weimar_bot.tui import themes

SIZES = ((80, 24), (140, 45))


class Host(App[object]):
    """Shows ``part``; what a screen is dismissed with lies in ``results``, messages go on upwards."""

    def __init__(self, part: Screen[object] | Widget) -> None:
        super().__init__()
        self.part = part
        self.results: list[object] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.VARIABLES)

    def compose(self) -> ComposeResult:
        if not isinstance(self.part, Screen):
            yield self.part

    def on_mount(self) -> None:
        themes.register(self)
        if isinstance(self.part, Screen):
            self.push_screen(self.part, self.results.append)


def show(app: Host, size: tuple[int, int], steps: Callable[[Any, Pilot[object]], Awaitable[None]]) -> None:
    """Run an app at a size, and the steps on the part it shows."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(app.part, pilot)

    asyncio.run(run())
