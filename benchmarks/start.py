"""How long the app takes to its first screen: ``python -m benchmarks.start [TIMES]``.

Starts it in a terminal of its own, and in turn an app of Textual's that shows two widgets and nothing else.
Prints the median of both, in seconds, from the start of the process to the words on the screen.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter

TIMES = 7
PATIENCE = 30.0
WORD = b"Quit"
EMPTY = """
from textual.app import App
from textual.widgets import OptionList, Static
class Empty(App):
    def compose(self):
        yield Static("Quit")
        yield OptionList("one")
Empty().run()
"""


def seconds(*arguments: str) -> float:
    """Seconds from the start of a Python with these arguments to :data:`WORD` on its screen."""
    master, slave = pty.openpty()
    home = {"WEIMAR_BOT_HOME": tempfile.mkdtemp(), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    start = perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **home},
        start_new_session=True,
    )
    os.close(slave)
    shown = b""
    try:
        while WORD not in shown:
            if not select.select([master], [], [], PATIENCE)[0]:
                raise TimeoutError(f"nothing was shown in {PATIENCE:.0f} s")
            shown += os.read(master, 65536)
        return perf_counter() - start
    finally:
        process.kill()
        process.wait()
        os.close(master)


def main(arguments: list[str]) -> None:
    number = int(arguments[0]) if arguments else TIMES
    pairs = [(seconds("-m", "weimar_bot"), seconds("-c", EMPTY)) for _ in range(number)]
    own, empty = (median(times) for times in zip(*pairs, strict=True))
    print(f"first screen after {own:.2f} s, an empty app's after {empty:.2f} s: {own / empty:.1f} times")


if __name__ == "__main__":
    main(sys.argv[1:])
