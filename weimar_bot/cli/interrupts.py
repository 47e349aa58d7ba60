"""Ctrl-C that breaks nothing off: it takes effect between two lines, never within one.

A KeyboardInterrupt may come at any point of a program: after an answer was taken and before it was saved,
or where Python swallows it (in a ``__del__``, say). So while a line is worked on it is only noted, and the
program leaves at the next prompt. A second Ctrl-C does break off, for a program that hangs.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

# SIGHUP, of a closed terminal, is not known everywhere.
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]


class Interrupts:
    """Whether Ctrl-C was pressed; ``waiting`` is set while the program waits for a line."""

    def __init__(self) -> None:
        self.pressed = False
        self._waiting = False

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note Ctrl-C from here on, and likewise a closed terminal and a system that shuts down.

        What is to be ignored (nohup) stays so, and in another thread than the main one all stays as it is.
        """
        before = {}
        for number in _SIGNALS:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                with suppress(ValueError):  # only the main thread may say what a signal does
                    before[number] = signal.signal(number, self._press)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

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
