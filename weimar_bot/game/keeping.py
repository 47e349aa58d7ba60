"""What keeps a game as it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from weimar_bot.game.session import Session
from weimar_bot.game.state import EventData


class Keeper(Protocol):
    """What keeps a game as it is played: every input is handed over once it was good.

    Raises :class:`~weimar_bot.reading.faults.InputError` where it could not be saved; the game goes on.
    """

    def begin(self, session: Session) -> None: ...

    def keep(self, kind: str, text: str) -> None: ...

    def save_as(self, path: Path) -> None: ...

    def keep_event(self, card: EventData) -> Path | None:
        """Keep an Event that was described in the player's own library; the file, if there is one."""
        ...
