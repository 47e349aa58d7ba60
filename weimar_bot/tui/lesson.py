"""The lesson of the Learn screen: steps read from ``data/learn.yaml`` and the turn they go through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from weimar_bot import resources
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.reading.faults import InputError
from weimar_bot.reading.source import read_file
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position

# The dice and the Freikorps as the rulebook's example tells them.
_CARD: Final = 5
_EVENT: Final = 120
_DICE: Final = (4, 3, 3)
_FLIPS: Final = ("rogue",)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what to say, and which line of the chart and option to point at meanwhile."""

    title: str
    text: str
    light: str
    sections: tuple[str, ...]
    pane: str
    option: str = ""
    show: str = ""


@cache
def lesson() -> tuple[Step, ...]:
    """All steps in order."""
    entries: list[dict[str, Any]] = read_file(resources.data_file("learn.yaml"), "learn.yaml").data
    return tuple(Step(**{**entry, "sections": tuple(entry["sections"])}) for entry in entries)


def example(board: Board | None = None) -> Decision:
    """The worked example; on the player's own board, unless that would make it come out otherwise."""
    printed = _played(shipped_board())
    if board is None:
        return printed
    try:
        own = _played(board)
    except InputError:
        return printed
    alike = [deed.changes for deed in own.deeds] == [deed.changes for deed in printed.deeds]
    return own if alike else printed


def _played(board: Board) -> Decision:
    card = load_cards()[_CARD]
    request = Request(read_position(resources.example(), board), card.faction, card, _EVENT)
    return decide(request, Chance(_DICE, _FLIPS))
