"""A screen that tells the command palette what can be done on it now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar, cast

from textual.app import SystemCommand
from textual.screen import Screen

if TYPE_CHECKING:
    from weimar_bot.tui.app import WeimarApp

T = TypeVar("T")


class CommandScreen(Screen[T]):
    """Base of the screens with commands of their own."""

    @property
    def weimar(self) -> WeimarApp:
        """The app, by its own type."""
        return cast("WeimarApp", self.app)

    def palette(self) -> Iterable[SystemCommand]:
        """What can be done now: title, explanation, and what does it."""
        return ()
