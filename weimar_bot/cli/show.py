"""Decisions and rules for people: readable at 80 columns, without colour, and plain when piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from weimar_bot.bot.assumed import assumed
from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.decision_data import random_choices
from weimar_bot.bot.rulings import load_rulings, sections
from weimar_bot.bot.words import deed_sentences
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES

WIDTH = 80


def _console() -> Console:
    """Never wider than a terminal of 80 columns when piped; colour only where it is wanted."""
    wide = sys.stdout.isatty()
    return Console(width=None if wide else WIDTH, highlight=False, markup=False, emoji=False, soft_wrap=False)


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
    impulse = impulse_name(request.table.board, request.card)
    _line(console, f"Faction Order: {order}. Impulse: {impulse}.", 2)
    if decision.rolls:
        _line(
            console, "Dice: " + ", ".join(f"{purpose} {die}" for purpose, die in decision.rolls) + ".", 2, 2
        )


def impulse_name(board: Board, card: BotCard) -> str:
    if card.impulse.startswith("clique_"):
        return f"where Clique {card.impulse[-1].upper()} stands, Berlin if off the map"
    return board.area_name(card.impulse)


def show_decision(decision: Decision, seed: int, notes: list[str], *, with_trace: bool = False) -> None:
    """The instructions, each with its grounds, then what was passed over and left open."""
    console = _console()
    _header(console, decision)
    console.print()
    if not decision.deeds:
        _line(console, "Nothing can be done.")
    for number, deed in enumerate(decision.deeds, 1):
        head = Text(f"{number}. {deed.doing.name}", "bold")
        _line(console, head)
        for said in deed_sentences(deed):
            _line(console, said, 3, 2)
        grounds = ", ".join((*deed.doing.cites, *deed.doing.rulings))
        _line(console, Text(f"[{grounds}]", "dim"), 3, 1)
    _footer(console, decision, seed, notes)
    if with_trace:
        _show_trace(console, decision)


def _footer(console: Console, decision: Decision, seed: int, notes: list[str]) -> None:
    skipped = [f"{one.name}: {one.why} [{', '.join(one.cites)}]" for one in decision.skipped]
    _section(console, "Passed over", skipped)
    chances = [f"{one['taken']} out of {', '.join(one['options'])}" for one in random_choices(decision)]
    _section(console, "Left to chance", chances)
    _section(console, "Not confirmed on your board", [_fact(one) for one in assumed(decision)])
    _section(console, "Note", notes + _chance_notes(decision, seed, bool(chances)))


def _fact(sentence: str) -> str:
    return sentence.removesuffix(" is not confirmed on your board")


def _chance_notes(decision: Decision, seed: int, chances: bool) -> list[str]:
    notes = []
    if decision.invented_flips:
        notes.append("what the Freikorps turned over show was drawn here; your own counters decide (--flips)")
    if decision.rolls or chances or decision.invented_flips:
        notes.append(f"chance came from seed {seed} wherever no dice were given")
    return notes


def _section(console: Console, title: str, lines: Iterable[str]) -> None:
    shown = list(lines)
    if not shown:
        return
    console.print()
    _line(console, Text(f"{title}:", "bold"))
    for line in shown:
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
    ruling = load_rulings().get(ident.upper())
    section = sections().get(ident) or sections().get(ident.lower())
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
