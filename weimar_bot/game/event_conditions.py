"""Asking for the condition of an effect, for control and for victory, as Event files have it (6.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from weimar_bot.bot import event_model as model
from weimar_bot.game.pending import Option, Question
from weimar_bot.game.runtime import Step
from weimar_bot.table.board import TOP_LEVEL, Board
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import CONTROLS

Data = dict[str, Any]

_DONE: Final = Option("done", "that is all")
_CITES: Final = ("6.1", "8.7")
_CONDITIONS: Final = {
    "momentum": "a certain faction has Momentum",
    "reichstag_seats": "a certain faction holds Reichstag Seats",
    "lingers": "a certain Event is in play",
    "progress": "Progress is at least so high",
    "reaction": "Reaction is at least so high",
}
_MOST_PV: Final = 99


def only_if() -> Step[Data]:
    """One condition after another, all of which must hold; the value of ``if`` in an Event file."""
    found: Data = {}
    left, text = dict(_CONDITIONS), "Under which condition?"
    while left:
        options = tuple(Option(key, words) for key, words in left.items())
        options = (*options, _DONE) if found else options
        default = _DONE.key if found else None
        key = yield Question("if", text, options, default=default, cites=_CITES)
        if key == _DONE.key:
            break
        del left[key]
        found[key] = yield from _condition(key)
        text = "And under which other one?"
    return found


def _condition(key: str) -> Step[Any]:
    if key in ("progress", "reaction"):
        return int((yield Question("level", "How high at least?", low=1, high=TOP_LEVEL, cites=_CITES)))
    if key == "lingers":
        text = "Which Event has to be in play? Its number"
        return [int((yield Question("number", text, low=1, high=model.LAST_EVENT, cites=_CITES)))]
    return (yield from _several("faction", "Which faction?", FACTION_NAMES))


def _several(ident: str, text: str, names: Mapping[str, str]) -> Step[list[str]]:
    """One or more of some names, any of which will do."""
    left, found = dict(names), list[str]()
    while left:
        options = tuple(Option(key, name) for key, name in left.items())
        options = (*options, _DONE) if found else options
        default = _DONE.key if found else None
        key = yield Question(ident, text, options, default=default, cites=_CITES)
        if key == _DONE.key:
            break
        del left[key]
        found.append(key)
        text = "Or which other one?"
    return found


def control(board: Board) -> Step[Data]:
    """A Parliamentary Control card that changes hands: of which areas, and who gets it."""
    names = {area: board.area_name(area) for area in CONTROLS}
    areas = yield from _several("area", "Whose Parliamentary Control card?", names)
    factions = tuple(Option(faction, name) for faction, name in FACTION_NAMES.items())
    options = (Option("own", "who carries it out"), *factions, Option("none", "nobody: set it aside"))
    to = yield Question("to", "Who gets it?", options, default="own", cites=_CITES)
    return {"control": {"areas": areas, "to": to}}


def victory() -> Step[Data]:
    """A faction that wins, if its current PV suffices."""
    options = tuple(Option(faction, name) for faction, name in FACTION_NAMES.items())
    faction = yield Question("faction", "Which faction wins?", options, cites=_CITES)
    text = "With how many current PV at least? (0: in any case)"
    pv = int((yield Question("pv", text, low=0, high=_MOST_PV, default="0", cites=_CITES)))
    return {"victory": {"faction": faction, **({"pv": pv} if pv else {})}}
