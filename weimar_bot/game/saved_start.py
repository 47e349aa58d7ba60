"""Whether the beginning of a saved game is whole: that of another program may hold anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from weimar_bot.game.runtime import bot_cards
from weimar_bot.game.setup import scenarios
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.table.pieces import FACTIONS


def check_start(start: Mapping[str, Any]) -> None:
    """Raise :class:`UnreadableInput` with every key of a start that is missing or of the wrong shape.

    Keys that are not known here are left alone. What the position and the Events say is not looked into.
    """
    faults = [Fault(f"the beginning of the saved game: {message}") for message in _faults(start)]
    if faults:
        raise UnreadableInput(faults)


def _faults(start: Mapping[str, Any]) -> Iterator[str]:
    for key, (fits, wanted) in _SHAPES.items():
        if key not in start:
            yield f"{quoted(key)} is missing"
        elif not fits(start[key]):
            yield f"{quoted(key)} is {wanted}, not {quoted(start[key])}"
    for key, fits in _OPTIONAL.items():
        if key in start and not fits(start[key]):
            yield f"{quoted(key)} is a list of Events, not {quoted(start[key])}"
    scenario = start.get("scenario")
    if isinstance(scenario, str) and scenario not in scenarios():
        yield f"{quoted(scenario)} is not a scenario{did_you_mean(scenario, scenarios())}"
    yield from _bots_without(start)
    yield from _foreign_cards(start.get("decks"))


def _foreign_cards(decks: object) -> Iterator[str]:
    """Cards in the deck of a bot that are not its own."""
    for bot, pile in decks.items() if isinstance(decks, Mapping) else ():
        own = {number for number, card in bot_cards().items() if card.faction == bot}
        for number in pile if _are_numbers(pile) else ():
            if number not in own:
                yield f"{number} is no bot card of {quoted(bot)}"


def _bots_without(start: Mapping[str, Any]) -> Iterator[str]:
    """The bots that have no deck or no stack."""
    bots = start.get("non_player")
    for key in ("decks", "stacks"):
        held = start.get(key)
        if _are_factions(bots) and isinstance(held, Mapping):
            for bot in bots or ():
                if bot not in held:
                    yield f"{quoted(key)} says nothing of {bot}"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_factions(value: object) -> bool:
    return isinstance(value, list) and all(one in FACTIONS for one in value) and len(set(value)) == len(value)


def _is_mapping_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, Mapping) and all(fits(one) for one in value.values())


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(_is_number(one) for one in value)


def _is_word(value: object) -> bool:
    return isinstance(value, str)


_Shape = tuple[Callable[[object], bool], str]
_SHAPES: Final[Mapping[str, _Shape]] = {
    "scenario": (_is_word, "the name of a scenario"),
    "non_player": (_are_factions, "a list of factions"),
    "seed": (_is_number, "a whole number"),
    "dice": (_is_word, "a word"),
    "cards": (_is_word, "a word"),
    "freikorps": (_is_word, "a word"),
    "events": (_is_word, "a word"),
    "rulings": (_is_mapping_of(_is_word), "the alternatives chosen, by ruling"),
    "position": (lambda value: isinstance(value, Mapping), "a position"),
    "decks": (_is_mapping_of(_are_numbers), "a list of card numbers for each bot"),
    "stacks": (_is_mapping_of(_is_number), "a number of cards for each bot"),
    "draws": (_is_number, "a whole number"),
}
_OPTIONAL: Final[Mapping[str, Callable[[object], bool]]] = {
    "own_events": lambda value: isinstance(value, list) and all(isinstance(one, Mapping) for one in value),
}
