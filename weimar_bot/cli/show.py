"""Decisions and rules for people: readable at 80 columns, without colour, and plain when piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from weimar_bot.bot.assumed import fact_words, leaned_on
from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.decision_data import random_labels
from weimar_bot.bot.rulings import load_rulings, ruling_id, sections
from weimar_bot.bot.rulings_at_work import rulings_of
from weimar_bot.bot.scene import impulse_spaces
from weimar_bot.bot.words import action_title, deed_sentences
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table

WIDTH = 80


class _Console(Console):
    """A console that leaves a reader who has gone to the program as a whole."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console() -> Console:
    """Never wider than a terminal of 80 columns when piped; colour only where it is wanted."""
    wide = sys.stdout.isatty()
    return _Console(
        width=None if wide else WIDTH, highlight=False, markup=False, emoji=False, soft_wrap=False
    )


def _line(console: Console, text: str | Text, indent: int = 0, hang: int = 0) -> None:
    """A paragraph; further lines of it are indented by ``hang`` more."""
    shown = text if isinstance(text, Text) else Text(text)
    lines = shown.wrap(console, console.width - indent - hang)
    for at, line in enumerate(lines):
        line.rstrip()
        console.print(Padding(line, (0, 0, 0, indent + (hang if at else 0)), expand=False))


def _header(console: Console, decision: Decision) -> None:
    request = decision.request
    order = ", ".join(FACTION_NAMES[faction] for faction in request.card.order)
    _line(console, Text(f"NP {FACTION_NAMES[request.faction]}, bot card {request.card.number}", "bold"))
    _line(console, f"Faction Order: {order}. Impulse: {impulse_name(request.table, request.card)}.", 2, 2)
    if request.switches:
        chosen = ", ".join(f"{ruling}={value}" for ruling, value in request.switches.items())
        _line(console, f"Alternative rulings: {chosen}.", 2, 2)
    if decision.rolls:
        _line(
            console, "Dice: " + ", ".join(f"{purpose} {die}" for purpose, die in decision.rolls) + ".", 2, 2
        )


def impulse_name(table: Table, card: BotCard) -> str:
    """The Impulse in words; for a Clique also where it is as the turn begins."""
    if not card.impulse.startswith("clique_"):
        return table.board.area_name(card.impulse)
    where = table.board.spaces[impulse_spaces(card, table)[0]].name
    on_map = bool(table.spaces_with(card.impulse))
    return f"Clique {card.impulse[-1].upper()} ({where if on_map else where + ', while it is off the map'})"


def show_decision(decision: Decision, seed: int, notes: list[str], *, with_trace: bool = False) -> None:
    """The instructions, each with its grounds, then what was passed over and left open."""
    console = _console()
    _header(console, decision)
    console.print()
    if not decision.deeds:
        _line(console, "Nothing can be done.")
    cards = decision.request.cards
    for number, deed in enumerate(decision.deeds, 1):
        _line(console, Text(f"{number}. {action_title(deed.doing.name, cards)}", "bold"))
        for said in deed_sentences(deed):
            _line(console, said, 3, 2)
        grounds = ", ".join((*deed.doing.cites, *rulings_of(deed, decision.request.faction)))
        _line(console, Text(f"[{grounds}]", "dim"), 3, 1)
    _footer(console, decision, seed, notes)
    if with_trace:
        _show_trace(console, decision)


def _footer(console: Console, decision: Decision, seed: int, notes: list[str]) -> None:
    cards = decision.request.cards
    skipped = [
        f"{action_title(one.name, cards)}: {one.why} [{', '.join(one.cites)}]" for one in decision.skipped
    ]
    _section(console, "Left of the Event, to be carried out by hand", [one.text for one in decision.left])
    _section(console, "Passed over", skipped)
    _section(console, "Left to chance", list(_chances(decision)))
    _section(
        console, "Not confirmed on your board", _grouped(leaned_on(decision), decision.request.table.board)
    )
    _section(console, "Note", notes + _chance_notes(decision, seed))


def _chances(decision: Decision) -> Iterator[str]:
    """Each choice among equals with the die faces that stand for each option (R15)."""
    for labels, taken in random_labels(decision):
        faces = die_faces(len(labels))
        shown = ", ".join(f"{face} {label}" for face, label in zip(faces, labels, strict=True))
        yield f"{taken} (by die: {shown})"


def die_faces(number: int) -> list[str]:
    """The faces of a die, or of two dice read one after the other, for each of ``number`` equal options.

    Faces that are left over are rolled again. More than 36 options are just numbered.
    """
    faces = [str(face) for face in range(1, 7)]
    if number > len(faces):
        faces = [f"{first}{second}" for first in range(1, 7) for second in range(1, 7)]
    each = len(faces) // number
    if not each:
        return [str(at) for at in range(1, number + 1)]
    groups = [faces[at * each : (at + 1) * each] for at in range(number)]
    return [group[0] if each == 1 else f"{group[0]}-{group[-1]}" for group in groups]


def _grouped(facts: Iterable[str], board: Board) -> list[str]:
    """Unconfirmed facts with what they have in common said once: ``PV: Bayern, Baden``."""
    groups: dict[str, list[str]] = {}
    for fact in facts:
        head, rest = fact_words(fact)
        spaces = [board.spaces[part].name for part in rest.split("-") if part in board.spaces]
        groups.setdefault(head, []).append("-".join(spaces) or rest)
    return [f"{head}: {_some(rests)}" for head, rests in groups.items()]


def _some(words: list[str], most: int = 6) -> str:
    """A list in words, cut short where it is long; the JSON has all."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def _chance_notes(decision: Decision, seed: int) -> list[str]:
    notes = []
    if decision.invented_flips:
        notes.append("what the Freikorps turned over show was drawn here; your own counters decide (--flips)")
    if decision.drawn:
        notes.append(f"chance where no dice were given: --seed {seed}")
    return notes


def _section(console: Console, title: str, lines: list[str]) -> None:
    if not lines:
        return
    console.print()
    _line(console, Text(f"{title}:", "bold"))
    for line in lines:
        _line(console, f"- {line}", 2, 2)


def _show_trace(console: Console, decision: Decision) -> None:
    """Every step of the walk, indented by the depth of its node."""
    console.print()
    _line(console, Text("Step by step:", "bold"))
    for line in decision.trace.lines("  "):
        text = line.lstrip(" ")
        _line(console, text, min(len(line) - len(text), 30), 4)


# -- rules ---------------------------------------------------------------------------------------------


def show_rules() -> None:
    """Every ruling and section by its id and title."""
    console = _console()
    _line(console, Text("Rulings: how gaps in section 8 are read", "bold"))
    for ruling in load_rulings().values():
        others = (
            f" (or {', '.join(f'{ruling.id}={value}' for value in ruling.alternatives)})"
            if ruling.alternatives
            else ""
        )
        _line(console, f"{ruling.id}  {ruling.title}{others}", 2, 5)
    console.print()
    _line(console, Text("Rule sections, in the program's own words", "bold"))
    for section in sections().values():
        _line(console, f"{section.id:8} {section.title}", 2, 9)


def show_rule(ident: str) -> None:
    """One ruling or section. Raises :class:`UnreadableInput` with the nearest id."""
    console = _console()
    ruling = load_rulings().get(ruling_id(ident))
    by_folded = {name.casefold(): section for name, section in sections().items()}
    section = by_folded.get(ident.strip().casefold())
    if ruling:
        _line(console, Text(f"{ruling.id}  {ruling.title}", "bold"))
        _line(console, f"[{', '.join(ruling.cites)}] {ruling.text}", 2)
        for value, text in ruling.alternatives.items():
            _line(console, f"--ruling {ruling.id}={value}: {text}", 2, 2)
    elif section:
        _line(console, Text(f"{section.id}  {section.title}", "bold"))
        _line(console, section.text, 2)
    else:
        raise UnreadableInput(
            f"unknown ruling or section {quoted(ident)}{did_you_mean(ident, [*load_rulings(), *sections()])}"
        )
