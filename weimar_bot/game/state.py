"""The state of a game between two turns: an immutable value from which play can go on.

Everything that must survive is here; what happens within a turn is made again from the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from weimar_bot.table.table import Table

PHASES: Final = (
    "turn_order",
    "action",
    "sudden_victory",
    "elections",
    "advance_timeline",
    "new_year",
    "new_era",
    "over",
)

# An Event as plain data, with the keys of an Event file.
EventData = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a game is played; fixed when it starts.

    ``dice`` and ``cards``: ``app`` lets the program roll and shuffle, ``hand`` asks. ``freikorps``: ``hand``
    asks what a counter turned over shows, ``app`` draws it. ``events``: ``ask`` asks for every Event
    card of a bot, ``none`` plays them without effect. ``own_events`` is the player's own library as it was
    at the start, by number with the keys of an Event file: what is in the folder later changes no game.
    """

    scenario: str
    non_player: tuple[str, ...]
    seed: int
    dice: str = "app"
    cards: str = "app"
    freikorps: str = "hand"
    events: str = "ask"
    switches: Mapping[str, str] = field(default_factory=dict)
    own_events: Mapping[int, EventData] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deck:
    """A bot deck: cards face-down from the top, cards revealed before, and the last one revealed (R42)."""

    pile: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    revealed: int | None = None


@dataclass(frozen=True, slots=True)
class Victory:
    """Who has won, how, and the sections that say so; ``faction`` is None for a drawn-out end."""

    faction: str
    reason: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two steps. ``acted`` are the factions done this round, ``stacks`` the sizes of hands.

    ``draws`` counts how often chance was asked, so that it goes on the same after a resume. ``described``
    are the Events that were described during the game, as ``Settings.own_events``.
    """

    table: Table
    phase: str
    decks: Mapping[str, Deck]
    stacks: Mapping[str, int]
    acted: tuple[str, ...] = ()
    election_played: bool = False
    extra_election: str = "no"  # no | called | held
    draws: int = 0
    victory: Victory | None = None
    described: Mapping[int, EventData] = field(default_factory=dict)

    def but(self, **changes: object) -> GameState:
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def next_to_act(self) -> str | None:
        """The first faction in Turn Order that has not acted this round [4.0]."""
        return next((f for f in self.table.listed("turn_order") if f not in self.acted), None)
