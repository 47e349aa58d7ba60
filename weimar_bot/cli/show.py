"""Decisions and rules for people: readable at 80 columns, without colour, and plain when piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from weimar_bot.bot.decide import Decision
from weimar_bot.bot.report import NOTHING, Part, deed_parts, further_parts, headline
from weimar_bot.bot.rulings import load_rulings, ruling_id, sections
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted

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


def _part(console: Console, part: Part) -> None:
    """A numbered Action with its sentences and grounds."""
    _line(console, Text(part.title, "bold"))
    for said in part.lines:
        _line(console, said, 3, 2)
    _line(console, Text(f"[{', '.join(part.grounds)}]", "dim"), 3, 1)


def show_decision(decision: Decision, seed: int, notes: list[str], *, with_trace: bool = False) -> None:
    """The instructions, each with its grounds, then what was passed over and left open."""
    console = _console()
    head = headline(decision)
    _line(console, Text(head.title, "bold"))
    for line in head.lines:
        _line(console, line, 2, 2)
    console.print()
    if not decision.deeds:
        _line(console, NOTHING)
    for part in deed_parts(decision):
        _part(console, part)
    for part in further_parts(decision, notes + _chance_notes(decision, seed)):
        _section(console, part.title, part.lines)
    if with_trace:
        _show_trace(console, decision)


def _chance_notes(decision: Decision, seed: int) -> list[str]:
    notes = []
    if decision.invented_flips:
        notes.append("what the Freikorps turned over show was drawn here; your own counters decide (--flips)")
    if decision.drawn:
        notes.append(f"chance where no dice were given: --seed {seed}")
    return notes


def _section(console: Console, title: str, lines: Iterable[str]) -> None:
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
