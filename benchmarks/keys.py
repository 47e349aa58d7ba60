"""How long a key takes to be answered on the main screen: ``python -m benchmarks.keys [TURNS]``.

Plays bot turns in the real app at 140x45, without a terminal, and times every key until the screen has been
drawn again: first, when what changed is seen, and last, when nothing moves any more. Prints the median, the
99th percentile and the slowest, in milliseconds.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
from statistics import quantiles
from time import perf_counter
from typing import Any

from rich.console import RenderableType
from textual.screen import Screen

from weimar_bot.game.pending import Instruction
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui.app import WeimarApp

KEYS = 600
# Keys that draw much: the views, the log, the map's cursor.
EXTRA = ("t", "l", "m", "u", "escape", "r", "escape")


class Watched(WeimarApp):
    """The app, which notes when it draws."""

    def __init__(self, board: Board, seed: int) -> None:
        super().__init__(board, seed=seed)
        self.drawn: list[float] = []

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        self.drawn.append(perf_counter())


async def timed(app: Watched, number: int) -> list[tuple[float, float]]:
    """Seconds from each key to the first and to the last drawing it led to."""
    found: list[tuple[float, float]] = []
    async with app.run_test(size=(140, 45)) as pilot:
        for key in ("enter", "2", "b", "enter"):
            await pilot.press(key)
        await app.workers.wait_for_complete()
        gc.collect()
        while len(found) < number and app.playing is not None and app.playing.session.pending is not None:
            playing = app.playing
            if isinstance(playing.session.pending, Instruction):
                keys = EXTRA if playing.session.inputs and not len(found) % 5 else ("enter",)
            else:
                keys = ("5", "enter")
            for key in keys:
                app.drawn.clear()
                start = perf_counter()
                app.simulate_key(key)
                await pilot.pause()
                if app.drawn:
                    found.append((app.drawn[0] - start, app.drawn[-1] - start))
    return found


def main(arguments: list[str]) -> None:
    number = int(arguments[0]) if arguments else KEYS
    os.environ["WEIMAR_BOT_HOME"] = tempfile.mkdtemp()
    times = asyncio.run(timed(Watched(shipped_board(), seed=1), number))
    for name, seconds in zip(("first", "last"), zip(*times, strict=True), strict=True):
        cuts = [1000 * one for one in quantiles(seconds, n=100)]
        print(
            f"{len(seconds)} keys to the {name} drawing: median {cuts[49]:.1f} ms, "
            f"99th percentile {cuts[98]:.1f} ms, slowest {1000 * max(seconds):.1f} ms"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
