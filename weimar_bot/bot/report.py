"""A decision as titled lines, whatever shows them: the command line and the terminal app alike.

Nothing here wraps or colours; each line is a paragraph of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from weimar_bot.bot.assumed import fact_words, leaned_on
from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.decision_data import random_labels
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.rulings_at_work import rulings_of
from weimar_bot.bot.scene import impulse_spaces
from weimar_bot.bot.words import action_title, deed_sentences
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table

NOTHING = "Nothing can be done."


@dataclass(frozen=True, slots=True)
class Part:
    """A titled part of a report; ``grounds`` are the sections and rulings behind all its lines."""

    title: str
    lines: tuple[str, ...]
    grounds: tuple[str, ...] = ()


def headline(decision: Decision) -> Part:
    """Whose turn was decided, and what card, rulings and dice it rests on."""
    request = decision.request
    order = ", ".join(FACTION_NAMES[faction] for faction in request.card.order)
    lines = [f"Faction Order: {order}. Impulse: {impulse_name(request.table, request.card)}."]
    if request.switches:
        chosen = ", ".join(f"{ruling}={value}" for ruling, value in request.switches.items())
        lines.append(f"Alternative rulings: {chosen}.")
    if decision.rolls:
        lines.append("Dice: " + ", ".join(f"{purpose} {die}" for purpose, die in decision.rolls) + ".")
    title = f"NP {FACTION_NAMES[request.faction]}, bot card {request.card.number}"
    return Part(title, tuple(lines))


def impulse_name(table: Table, card: BotCard) -> str:
    """The Impulse in words; for a Clique also where it is as the turn begins."""
    if not card.impulse.startswith("clique_"):
        return table.board.area_name(card.impulse)
    where = table.board.spaces[impulse_spaces(card, table)[0]].name
    on_map = bool(table.spaces_with(card.impulse))
    return f"Clique {card.impulse[-1].upper()} ({where if on_map else where + ', while it is off the map'})"


def deed_parts(decision: Decision, cards: Mapping[int, EventCard] | None = None) -> Iterator[Part]:
    """Every Action in order, numbered; ``cards`` is another library of Events than that of the request."""
    cards = decision.request.cards if cards is None else cards
    for number, deed in enumerate(decision.deeds, 1):
        yield Part(
            f"{number}. {action_title(deed.doing.name, cards)}",
            tuple(deed_sentences(deed)),
            (*deed.doing.cites, *rulings_of(deed, decision.request.faction)),
        )


def further_parts(
    decision: Decision, notes: Iterable[str], cards: Mapping[int, EventCard] | None = None
) -> Iterator[Part]:
    """What was passed over, left to chance or left open; parts without a line are left out."""
    cards = decision.request.cards if cards is None else cards
    board = decision.request.table.board
    skipped = [
        f"{action_title(one.name, cards)}: {one.why} [{', '.join(one.cites)}]" for one in decision.skipped
    ]
    for title, lines in (
        ("Left of the Event, to be carried out by hand", [one.text for one in decision.left]),
        ("Passed over", skipped),
        ("Left to chance", list(chances(decision))),
        ("Not confirmed on your board", grouped_facts(leaned_on(decision), board)),
        ("Note", list(notes)),
    ):
        if lines:
            yield Part(title, tuple(lines))


def chances(decision: Decision) -> Iterator[str]:
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


def fact_name(fact: str, board: Board) -> tuple[str, str]:
    """A board fact in words: what it is about and which one it is, with spaces by their names."""
    head, rest = fact_words(fact)
    spaces = [board.spaces[part].name for part in rest.split("-") if part in board.spaces]
    return head, "-".join(spaces) or rest


def grouped_facts(facts: Iterable[str], board: Board) -> list[str]:
    """Board facts with what they have in common said once: ``PV: Bayern, Baden``."""
    groups: dict[str, list[str]] = {}
    for fact in facts:
        head, rest = fact_name(fact, board)
        groups.setdefault(head, []).append(rest)
    return [f"{head}: {some(rests)}" for head, rests in groups.items()]


def some(words: list[str], most: int = 6) -> str:
    """A list in words, cut short where it is long; the JSON has all."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
