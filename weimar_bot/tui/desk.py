"""What the ruling desk works with, without any screen: a question put to a bot, and two answers compared."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TypeVar

from weimar_bot.bot.asking import event_notes, read_card, read_dice, read_event, read_flips
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.report import NOTHING, deed_parts, further_parts, headline
from weimar_bot.bot.rulings import load_rulings, parse_switches
from weimar_bot.reading.faults import Collector, Fault, InputError, UnreadableInput
from weimar_bot.reading.names import whole_number
from weimar_bot.table.check import doubts
from weimar_bot.table.position_write import write_position
from weimar_bot.table.table import Table

T = TypeVar("T")
Cards = Mapping[int, EventCard]
WHOLE_TURN = ""
_AROUND = 2  # lines shown before and after one that differs


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is written: the words of the fields, not yet read."""

    faction: str
    card: str
    event: str = "none"
    action: str = WHOLE_TURN
    dice: str = ""
    flips: str = ""
    rulings: str = ""
    seed: str = "0"

    def command(self, path: str) -> str:
        """The command that asks the same of a position file."""
        words = ["weimar-bot", "decide", path, "--faction", self.faction, "--card", self.card]
        for option, word, default in (
            ("--event", self.event, "none"),
            ("--action", self.action, WHOLE_TURN),
            ("--dice", self.dice, ""),
            ("--flips", self.flips, ""),
            ("--ruling", self.rulings, ""),
        ):
            if word.strip() != default:
                words += [option, word.strip()]
        return shlex.join([*words, "--seed", self.seed.strip() or "0"])


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot does, with what is odd about the question."""

    decision: Decision
    notes: tuple[str, ...]


def answer(table: Table, asked: Asked, cards: Cards | None, also: Mapping[str, str] | None = None) -> Answer:
    """Decide what is asked; ``also`` are rulings switched besides. Raises :class:`InputError`."""
    faults = Collector()
    card = _read(faults, lambda: read_card(asked.card))
    dice = _read(faults, lambda: read_dice(asked.dice))
    seed = _read(faults, lambda: whole_number(asked.seed or "0", "the seed"))
    flips = read_flips(asked.flips)
    chance = _read(faults, lambda: Chance(dice or (), flips, seed or 0))
    event = _read(faults, lambda: read_event(asked.event or "none", cards=cards))
    switches = _read(faults, lambda: parse_switches(one for one in asked.rulings.split(",") if one.strip()))
    faults.raise_if_unusable()
    assert card and chance and event is not None and switches is not None
    action = asked.action or None
    request = Request(table, asked.faction, card, event, action, {**switches, **(also or {})}, cards)
    decision = _decided(request, chance)
    notes = [*doubts(table), *event_notes(request)]
    notes += [
        f"given but not needed: {left} {what}"
        for left, what in zip(chance.unused, _GIVEN, strict=True)
        if left
    ]
    if decision.invented_flips:
        notes.append("what the Freikorps turned over show was drawn here; your own counters decide")
    return Answer(decision, tuple(notes))


_GIVEN = ("of the dice", "of the Freikorps")


def _decided(request: Request, chance: Chance) -> Decision:
    try:
        return decide(request, chance)
    except InputError:
        raise
    except Exception as error:
        # Only a table that cannot be gets here, one the player went on with in spite of its faults.
        message = f"no bot can go by this table ({type(error).__name__}: {error})"
        raise UnreadableInput(Fault(message)) from error


def _read(faults: Collector, read: Callable[[], T]) -> T | None:
    try:
        return read()
    except InputError as error:
        getattr(faults, error.kind).extend(error.faults)
        return None


def lines_of(found: Answer, cards: Cards | None) -> Iterator[tuple[str, str]]:
    """A decision line by line, each with its kind: ``title``, ``line`` or ``grounds``."""
    head = headline(found.decision)
    yield "title", head.title
    yield from (("line", line) for line in head.lines)
    if not found.decision.deeds:
        yield "line", NOTHING
    for part in deed_parts(found.decision, cards):
        yield "title", part.title
        yield from (("line", line) for line in part.lines)
        yield "grounds", f"[{', '.join(part.grounds)}]"
    for part in further_parts(found.decision, found.notes, cards):
        yield "title", f"{part.title}:"
        yield from (("line", f"- {line}") for line in part.lines)


@dataclass(frozen=True, slots=True)
class Pair:
    """One line of two answers side by side; ``differs`` where they part."""

    left: str
    right: str
    differs: bool


def compared(left: Answer, right: Answer, cards: Cards | None) -> list[Pair]:
    """Two answers line by line, the grounds left out, lines that are alike beside each other."""
    first, second = (
        [line for kind, line in _alike(one, cards) if kind != "grounds"] for one in (left, right)
    )
    pairs: list[Pair] = []
    for kind, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        ours, theirs = first[a:b], second[c:d]
        for at in range(max(len(ours), len(theirs))):
            one = ours[at] if at < len(ours) else ""
            other = theirs[at] if at < len(theirs) else ""
            pairs.append(Pair(one, other, kind != "equal"))
    return pairs


def folded(pairs: list[Pair]) -> Iterator[Pair | int]:
    """The pairs that differ with a little around each; the number of those left out stands in their place."""
    near = {at + off for at, pair in enumerate(pairs) if pair.differs for off in range(-_AROUND, _AROUND + 1)}
    if not near:
        yield from pairs
        return
    left_out = 0
    for at, pair in enumerate(pairs):
        if at in near:
            if left_out:
                yield left_out
            left_out = 0
            yield pair
        else:
            left_out += 1
    if left_out:
        yield left_out


def _alike(found: Answer, cards: Cards | None) -> Iterator[tuple[str, str]]:
    """The lines that say what is done; which rulings were switched is no difference in itself."""
    for kind, line in lines_of(found, cards):
        if not line.startswith("Alternative rulings:"):
            yield kind, line


def alternatives() -> list[tuple[str, str]]:
    """Every ruling that can be switched: its title with the alternative, and ``R19=each``."""
    return [
        (f"{ruling.id}={value}: {ruling.title}", f"{ruling.id}={value}")
        for ruling in load_rulings().values()
        for value in ruling.alternatives
    ]


def position_text(table: Table, asked: Asked, path: Path) -> str:
    """A position file to share; its first line says how to ask the same again."""
    return f"# {asked.command(path.name)}\n{write_position(table)}"


def save_text(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises :class:`UnreadableInput` with the reason."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableInput(f"{path} cannot be written: {reason.lower()}") from None
