"""The rulings followed where the rulebook leaves room, and what the cited sections say.

Both are data of the package (``data/rulings.yaml``, ``data/sections.yaml``), read when first
asked for. ``R..`` are the rulings of section 8, ``P..`` the project's own on how to read those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from weimar_bot import resources
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import read_file


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling; ``alternatives`` maps the value of a switch to what then holds instead."""

    id: str
    title: str
    text: str
    cites: tuple[str, ...]
    alternatives: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Section:
    """What a section of the rulebook lays down, in short."""

    id: str
    title: str
    text: str


Rulings = Mapping[str, Ruling]


@cache
def load_rulings() -> Rulings:
    """All rulings by id, in the order of the file."""
    return MappingProxyType(
        {
            ident: Ruling(
                ident,
                entry["title"],
                entry["text"],
                tuple(entry["cites"]),
                MappingProxyType(dict(entry.get("alternatives", {}))),
            )
            for ident, entry in _entries("rulings.yaml")
        }
    )


@cache
def sections() -> Mapping[str, Section]:
    """All sections a chart, card or ruling may cite, by id."""
    return MappingProxyType(
        {ident: Section(ident, entry["title"], entry["text"]) for ident, entry in _entries("sections.yaml")}
    )


def _entries(name: str) -> Iterable[tuple[str, dict[str, Any]]]:
    data: dict[str, dict[str, Any]] = read_file(resources.data_file(name), name).data
    return data.items()


def parse_switches(written: Iterable[str]) -> dict[str, str]:
    """``["R19=each", ...]`` as a mapping of ruling ids to alternatives; case does not matter.

    Raises :class:`UnreadableInput` with every fault found.
    """
    switches: dict[str, str] = {}
    faults: list[Fault] = []
    for text in written:
        try:
            ident, value = _switch(text)
            if switches.setdefault(ident, value) != value:
                raise UnreadableInput(f"{ident} is switched twice, to {switches[ident]!r} and to {value!r}")
        except UnreadableInput as error:
            faults.extend(error.faults)
    if faults:
        raise UnreadableInput(faults)
    return switches


def ruling_id(text: str) -> str:
    """A ruling's id as people write it: ``r1`` for ``R01``."""
    letter, number = text.strip()[:1].upper(), text.strip()[1:]
    plain = number.isascii() and number.isdigit() and len(number) < 5
    return f"{letter}{int(number):02}" if plain else text.strip().upper()


def _switch(text: str) -> tuple[str, str]:
    ident, equals, value = (part.strip() for part in text.partition("="))
    if not (ident and equals and value):
        raise UnreadableInput(f"a ruling is switched as in R19=each, not as in {quoted(text)}")
    rulings = load_rulings()
    switchable = [ruling.id for ruling in rulings.values() if ruling.alternatives]
    ruling = rulings.get(ruling_id(ident))
    if ruling is None:
        raise UnreadableInput(f"unknown ruling {quoted(ident)}{did_you_mean(ident, switchable)}")
    if not ruling.alternatives:
        message = f"{ruling.id} has no alternative; those that have one: {', '.join(switchable)}"
        raise UnreadableInput(Fault(message, sections=ruling.cites))
    if value.lower() not in ruling.alternatives:
        hint = did_you_mean(value, ruling.alternatives)
        message = f"unknown alternative {quoted(value)} of {ruling.id}{hint}"
        raise UnreadableInput(Fault(message, sections=ruling.cites))
    return ruling.id, value.lower()
