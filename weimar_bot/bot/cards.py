"""The bot cards (rulebook 8.2, 8.5): Faction Order, Impulse, and whether an Event is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from weimar_bot import resources
from weimar_bot.bot.rulings import sections
from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import Path_, Source, read_file
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import CLIQUES, FACTION_NAMES, FACTIONS

CARDS_IN_ALL: Final = 36
CARDS_PER_FACTION: Final = 9
# The number of each faction's first card.
FIRST_CARD: Final = {"coalition": 1, "kpd": 10, "nsdap": 19, "rc": 28}

_FILE_KEYS: Final = ("faction", "cite", "cards")
_CARD_KEYS: Final = ("order", "impulse", "plays_event")
_OPTIONAL_CARD_KEYS: Final = ("reshuffle",)


@dataclass(frozen=True, slots=True)
class BotCard:
    """One bot card. ``impulse`` is the id of a space, of a Region, or (RC) of a Clique."""

    number: int
    faction: str
    order: tuple[str, str, str]
    impulse: str
    plays_event: bool
    reshuffle: bool = False


def load_cards(folder: Path | None = None) -> Mapping[int, BotCard]:
    """All cards by number, from the ``*.yaml`` files of ``folder`` (the shipped cards if left out).

    Raises :class:`UnreadableInput` with every fault; a faction without a file is one.
    """
    folder = folder or resources.folder("cards")
    reader = _Reader()
    reader.read_all(card_files(folder))
    for faction in FACTIONS:
        # A file that cannot be read at all may be the one that is missed.
        if faction not in reader.factions and not reader.faults:
            message = f"no file here gives the bot cards of {faction}"
            reader.faults.append(Fault(message, Place(str(folder)), ("8.2",)))
    if reader.faults:
        raise UnreadableInput(reader.faults)
    return MappingProxyType(dict(sorted(reader.cards.items())))


def check_cards(files: Iterable[Path]) -> list[Fault]:
    """Every fault of card files; none of the files need be there for the sake of the others."""
    reader = _Reader()
    reader.read_all(files)
    return reader.faults


def card_files(folder: Path) -> list[Path]:
    """The files of a folder that hold bot cards."""
    return sorted(folder.glob("*.yaml"))


@dataclass
class _Reader:
    """Reads file after file, keeping what may not come twice."""

    faults: list[Fault] = field(default_factory=list)
    cards: dict[int, BotCard] = field(default_factory=dict)
    factions: dict[str, Place] = field(default_factory=dict)
    numbers: dict[int, Place] = field(default_factory=dict)

    def read_all(self, files: Iterable[Path]) -> None:
        for path in files:
            try:
                source = read_file(path)
            except UnreadableInput as error:
                self.faults.extend(error.faults)
            else:
                _File(self, source).read()


@dataclass
class _File:
    """One file being read. Every ``_check_...`` reports what is wrong and goes on."""

    reader: _Reader
    source: Source
    faction: str | None = None

    def read(self) -> None:
        data = self.source.data
        if not isinstance(data, dict):
            self._fault(f"a card file has the keys {_listed(_FILE_KEYS)}; this one has none", ())
            return
        self._check_keys(data, (), _FILE_KEYS)
        if "cite" in data:
            self._check_cite(data["cite"])
        if "faction" in data:
            self._check_faction(data["faction"])
        if "cards" in data:
            self._check_cards(data["cards"])

    def _fault(self, message: str, path: Path_, *, at_key: bool = False) -> None:
        place = self.source.key_place(path) if at_key else self.source.place(path)
        self.reader.faults.append(Fault(message, place, ("8.2",)))

    def _check_keys(
        self, data: Mapping[Any, Any], path: Path_, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> None:
        known = (*required, *optional)
        for key in data:
            if key not in known:
                self._fault(f"unknown key {quoted(key)}{did_you_mean(key, known)}", (*path, key), at_key=True)
        for key in required:
            if key not in data:
                self._fault(f"the key {key!r} is missing", path, at_key=True)

    def _check_cite(self, cite: object) -> None:
        if not isinstance(cite, list) or not cite:
            self._fault(f"'cite' lists rule sections, as in [\"8.2\"], and is not {quoted(cite)}", ("cite",))
            return
        for at, section in enumerate(cite):
            if not isinstance(section, str):
                message = f'a rule section stands in quotes, as in "8.2", and is not {quoted(section)}'
                self._fault(message, ("cite", at))
            elif section not in sections():
                message = f"unknown section {quoted(section)}{did_you_mean(section, sections())}"
                self._fault(message, ("cite", at))

    def _check_faction(self, faction: object) -> None:
        path = ("faction",)
        if faction not in FACTIONS:
            self._fault(f"unknown faction {quoted(faction)}{did_you_mean(faction, FACTIONS)}", path)
            return
        assert isinstance(faction, str)
        self.faction = faction
        first = self.reader.factions.setdefault(faction, self.source.place(path))
        if first != self.source.place(path):
            self._fault(f"the cards of {faction} are already given at {first}", path)

    def _check_cards(self, cards: object) -> None:
        path = ("cards",)
        if not isinstance(cards, dict):
            self._fault(f"'cards' gives each card under its number, not {quoted(cards)}", path)
            return
        for number, card in cards.items():
            self._check_card(number, card)
        if len(cards) != CARDS_PER_FACTION:
            message = f"a faction has exactly {CARDS_PER_FACTION} bot cards; {len(cards)} are given"
            self._fault(message, path, at_key=True)
        self._check_reshuffles(cards)

    def _check_reshuffles(self, cards: Mapping[Any, Any]) -> None:
        marked = [n for n, card in cards.items() if isinstance(card, dict) and card.get("reshuffle") is True]
        if not marked:
            message = "exactly one card of a faction has 'reshuffle: true'; none is given"
            self._fault(message, ("cards",), at_key=True)
        for number in marked[1:]:
            message = f"only one card of a faction has 'reshuffle: true', and card {marked[0]} has it already"
            self._fault(message, ("cards", number, "reshuffle"))

    def _check_card(self, number: int | str, card: object) -> None:
        path: Path_ = ("cards", number)
        before = len(self.reader.faults)
        self._check_number(number, path)
        if not isinstance(card, dict):
            self._fault(f"a card has the keys {_listed(_CARD_KEYS)}, not {quoted(card)}", path)
            return
        self._check_keys(card, path, _CARD_KEYS, _OPTIONAL_CARD_KEYS)
        if "order" in card:
            self._check_order(card["order"], (*path, "order"))
        if "impulse" in card:
            self._check_impulse(card["impulse"], (*path, "impulse"))
        for key in ("plays_event", "reshuffle"):
            if key in card and not isinstance(card[key], bool):
                self._fault(f"{key!r} is true or false, not {quoted(card[key])}", (*path, key))
        if self.faction and len(self.reader.faults) == before:
            assert isinstance(number, int)
            self._keep(number, card)

    def _keep(self, number: int, card: Mapping[str, Any]) -> None:
        assert self.faction
        first, second, third = card["order"]
        self.reader.cards[number] = BotCard(
            number,
            self.faction,
            (first, second, third),
            card["impulse"],
            card["plays_event"],
            card.get("reshuffle", False),
        )

    def _check_number(self, number: int | str, path: Path_) -> None:
        if not isinstance(number, int) or not 1 <= number <= CARDS_IN_ALL:
            message = f"bot cards are numbered from 1 to {CARDS_IN_ALL}; {quoted(number)} is no such number"
            self._fault(message, path, at_key=True)
            return
        if self.faction:
            lowest = FIRST_CARD[self.faction]
            if not lowest <= number < lowest + CARDS_PER_FACTION:
                highest = lowest + CARDS_PER_FACTION - 1
                message = f"the cards of {self.faction} have the numbers {lowest} to {highest}, not {number}"
                self._fault(message, path, at_key=True)
        first = self.reader.numbers.setdefault(number, self.source.key_place(path))
        if first != self.source.key_place(path):
            self._fault(f"card {number} is already given at {first}", path, at_key=True)

    def _check_order(self, order: object, path: Path_) -> None:
        if not isinstance(order, list):
            self._fault(f"'order' is a list of three factions, not {quoted(order)}", path)
            return
        unknown = [at for at, faction in enumerate(order) if faction not in FACTIONS]
        for at in unknown:
            message = f"unknown faction {quoted(order[at])}{did_you_mean(order[at], FACTIONS)}"
            self._fault(message, (*path, at))
        if unknown or not self.faction:
            return
        opposing = [faction for faction in FACTIONS if faction != self.faction]
        if sorted(order) != sorted(opposing):
            message = f"the Faction Order names {_listed(opposing)}, each once; here it is {_listed(order)}"
            self._fault(message, path)

    def _check_impulse(self, impulse: object, path: Path_) -> None:
        if impulse in CLIQUES and self.faction in (None, "rc"):
            return
        if impulse in CLIQUES:
            assert self.faction
            message = f"only RC cards name a Clique, and this is a card of the {FACTION_NAMES[self.faction]}"
            self._fault(message, path)
        elif impulse not in self._areas:
            valid = (*self._areas, *CLIQUES) if self.faction in (None, "rc") else self._areas
            message = f"unknown space or Region {quoted(impulse)}{did_you_mean(impulse, valid)}"
            self._fault(message, path)

    @cached_property
    def _areas(self) -> tuple[str, ...]:
        board = shipped_board()
        return (*board.spaces, *board.regions)


def _listed(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in words) or "empty"
