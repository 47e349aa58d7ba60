"""What keeps a game as it is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from weimar_bot.game.session import Session
from weimar_bot.game.state import EventData
from weimar_bot.reading.faults import InputError


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


@dataclass(slots=True)
class Kept:
    """A keeper together with whom to ``tell``, once, that something cannot be kept; the game goes on.

    ``unsaved`` is why the last input could not be saved, or nothing where it was.
    """

    keeper: Keeper
    tell: Callable[[str], None]
    unsaved: str = ""

    def begin(self, session: Session) -> None:
        """Begin to keep a game."""
        self._keeping(lambda: self.keeper.begin(session))

    def keep(self, kind: str, text: str) -> None:
        """Keep one input of a kind."""
        self._keeping(lambda: self.keeper.keep(kind, text))

    def save_as(self, path: Path) -> None:
        """Go on in another file. Raises :class:`InputError` where that cannot be."""
        self.keeper.save_as(path)
        self.unsaved = ""

    def keep_event(self, card: EventData) -> None:
        """Add an Event to the player's library; the game knows it in any case."""
        try:
            path = self.keeper.keep_event(card)
        except InputError as error:
            self.tell(f"Event #{card['number']} could not be kept for other games: {error}")
            self.tell("This game knows it and goes on.")
        else:
            if path is not None:
                self.tell(f"Event #{card['number']} is kept in {path}.")

    def _keeping(self, save: Callable[[], None]) -> None:
        try:
            save()
        except InputError as error:
            if str(error) != self.unsaved:
                self.unsaved = str(error)
                self.tell(f"Not saved: {error}")
                self.tell("The game goes on; `save FILE` keeps it elsewhere.")
        else:
            if self.unsaved:
                self.unsaved = ""
                self.tell("Saved again, nothing is lost.")
