"""Ctrl-C that breaks nothing off: it takes effect between two lines, never within one.

A KeyboardInterrupt may come at any point of a program: after an answer was taken and before it was saved,
or where Python swallows it (in a ``__del__``, say). So while a line is worked on it is only noted, and the
program leaves at the next prompt. A second Ctrl-C does break off, for a program that hangs.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Whether Ctrl-C was pressed; ``waiting`` is set while the program waits for a line."""

    def __init__(self) -> None:
        self.pressed = False
        self._waiting = False

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note Ctrl-C from here on; where it is ignored, or in another thread, all stays as it is."""
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return
        try:
            signal.signal(signal.SIGINT, self._press)
        except ValueError:  # only the main thread may say what a signal does
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While a line is waited for. Raises KeyboardInterrupt for Ctrl-C pressed before or meanwhile."""
        self._waiting = True
        try:
            if self.pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self._waiting = False

    def _press(self, number: int, frame: FrameType | None) -> None:
        again, self.pressed = self.pressed, True
        if again or self._waiting:
            self._waiting = False
            raise KeyboardInterrupt
