"""How long a key takes to be answered on the main screen: ``python -m benchmarks.keys [TURNS]``.

Plays bot turns in the real app at 140x45, without a terminal, and times every key until the screen has been
drawn again. Prints the median, the 99th percentile and the slowest, in milliseconds.
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
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui.app import WeimarApp

KEYS = 600
# Keys that draw much: the views, the log, the map's cursor.
EXTRA = ("t", "l", "m", "u", "escape", "r", "escape")


class Watched(WeimarApp):
    """The app, which notes when it last drew."""

    drawn = 0.0

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        self.drawn = perf_counter()


async def timed(app: Watched, number: int) -> list[float]:
    """Seconds from each key to the last drawing it led to."""
    found: list[float] = []
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
                start = perf_counter()
                app.simulate_key(key)
                await pilot.pause()
                found.append(max(0.0, app.drawn - start))
    return found


def main(arguments: list[str]) -> None:
    number = int(arguments[0]) if arguments else KEYS
    os.environ["WEIMAR_BOT_HOME"] = tempfile.mkdtemp()
    times = sorted(asyncio.run(timed(Watched(shipped_board(), seed=1), number)))
    cuts = [1000 * one for one in quantiles(times, n=100)]
    print(
        f"{len(times)} keys: median {cuts[49]:.1f} ms, 99th percentile {cuts[98]:.1f} ms, "
        f"slowest {1000 * times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
