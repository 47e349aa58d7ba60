"""The event library: what each known Event card does, as data (rulebook 6.1, 8.7).

A file holds one card::

    number: 120                 # the printed number
    title: Osthilfe
    era: decline                # crisis | golden_twenties | decline
    article_48: false           # the symbol that makes a Non-player Coalition cancel it
    cite: ["8.7"]
    effects:
      - must: true              # false: "may", so that 8.6-1 decides whether a bot does it
        one_space_of: [pommern, ostpreussen]
        place:                  # all in that one space
          - {piece: yellow_leverage, count: 1}

The library that comes with the program holds what the rulebook tells of the cards; a player's own
folder may add to it and takes its place where both know a card.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import yaml

from weimar_bot import resources
from weimar_bot.bot.event_model import ERAS, LAST_EVENT, PLACEABLE, EventCard
from weimar_bot.bot.event_reader import KEYS, OPTIONAL, EventReader
from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.reading.source import Source, read_file, read_text

__all__ = [
    "ERAS",
    "LAST_EVENT",
    "PLACEABLE",
    "EventCard",
    "card_from",
    "check_events",
    "event_files",
    "library",
    "player_data",
    "player_events",
    "player_library",
    "read_event",
    "save_player_event",
]

_HEAD: Final = "# What this Event does, in the player's own words.\n"


@cache
def library() -> Mapping[int, EventCard]:
    """The shipped Events by number. Raises :class:`UnreadableInput` with every fault."""
    return MappingProxyType(_read_whole(event_files(resources.folder("cards"))))


def player_library(folder: Path) -> Mapping[int, EventCard]:
    """The shipped Events with the player's own over them, by number.

    Raises :class:`UnreadableInput` with every fault of the files in ``folder``, which need not exist.
    """
    return MappingProxyType(dict(sorted({**library(), **_read_whole(_yaml_files(folder))}.items())))


def player_data(folder: Path) -> Mapping[int, Mapping[str, Any]]:
    """The player's own Events as the plain data of their files, by number.

    Raises :class:`UnreadableInput` with every fault of the files in ``folder``, which need not exist.
    """
    files = _yaml_files(folder)
    _read_whole(files)
    found = [read_file(path).data for path in files]
    return {data["number"]: data for data in sorted(found, key=lambda data: int(data["number"]))}


def card_from(data: Mapping[str, Any]) -> EventCard:
    """The card of plain data, with the keys of an Event file.

    Raises :class:`UnreadableInput` with every fault.
    """
    reader = EventReader(Source(f"Event #{data.get('number')}", dict(data)))
    found = reader.card()
    if found is None:
        raise UnreadableInput(reader.faults)
    return found


def player_events() -> Path:
    """The player's own folder of Event files; it need not exist yet."""
    return resources.data_folder() / "events"


def save_player_event(folder: Path, card: Mapping[str, Any]) -> Path:
    """Keep a card, with the keys of an Event file, in the player's folder; returns the file.

    A file of the same number is replaced, whole or not at all. Raises :class:`UnreadableInput` with
    every fault of the card, and :class:`OSError` if the folder cannot be written to.
    """
    order = {key: card[key] for key in (*KEYS[:-1], *OPTIONAL, KEYS[-1]) if key in card}
    text = _HEAD + yaml.dump(
        {**order, **card}, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100
    )
    name = f"{card.get('number')}.yaml"
    reader = EventReader(read_text(text, name))
    found = reader.card()
    if found is None:
        raise UnreadableInput(Fault(fault.message, None, fault.sections) for fault in reader.faults)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{found.number}.yaml"
    rest = [path for path in _yaml_files(folder) if path != target and _number(path) == found.number]
    half = folder / f".{found.number}.{os.getpid()}.tmp"
    try:
        half.write_text(text, encoding="utf-8")
        os.replace(half, target)
    finally:
        half.unlink(missing_ok=True)
    for path in rest:  # the same card under another file name
        path.unlink()
    return target


class _Dumper(yaml.SafeDumper):
    """Writes out what is used twice, since files hold no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _number(path: Path) -> int | None:
    card, _ = read_event(path)
    return card.number if card else None


def _read_whole(files: Iterable[Path]) -> dict[int, EventCard]:
    cards, faults = _read_all(files)
    if faults:
        raise UnreadableInput(faults)
    return cards


def _read_all(files: Iterable[Path]) -> tuple[dict[int, EventCard], list[Fault]]:
    """The Events of several files by number, and every fault; a number comes only once."""
    cards: dict[int, EventCard] = {}
    faults: list[Fault] = []
    for path in files:
        card, found = read_event(path)
        faults += found
        if card is not None and cards.setdefault(card.number, card) is not card:
            message = f"Event #{card.number} is given by another file already"
            faults.append(Fault(message, Place(str(path))))
    return dict(sorted(cards.items())), faults


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.yaml") if not path.name.startswith("."))


def event_files(folder: Path) -> list[Path]:
    """The event files beside the bot cards of ``folder``."""
    return _yaml_files(folder / "events")


def check_events(files: Iterable[Path]) -> list[Fault]:
    """Every fault of event files."""
    return _read_all(files)[1]


def read_event(path: Path) -> tuple[EventCard | None, list[Fault]]:
    """One event file: the card, or None, and every fault."""
    try:
        source = read_file(path)
    except UnreadableInput as error:
        return None, list(error.faults)
    reader = EventReader(source)
    return reader.card(), reader.faults
