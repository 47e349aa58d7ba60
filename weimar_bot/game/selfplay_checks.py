"""What must hold of every table of a game, whoever plays it (5.1, 5.4, 5.6, 5.7, 5.12, 6.0).

The tests here are written against the rules, not against the code that plays: pieces are counted anew, and
the limits of the Action Step are kept by what was moved, not by the notes the table has of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from weimar_bot.bot.scene import Deed
from weimar_bot.game.pending import Instruction
from weimar_bot.table.board import ECONOMY_NAMES, STANCE_LIMIT, TOP_LEVEL, UNITY
from weimar_bot.table.changes import Change, IllegalChange, Move
from weimar_bot.table.check import FACES, doubts, impossible
from weimar_bot.table.pieces import CADRES, CUBES, FACTIONS, PIECES
from weimar_bot.table.table import CONTROLS, Table

# The faces one counter can show count as one kind; the three Cliques are told apart.
_FREIKORPS = dict.fromkeys(("freikorps_unrevealed", "freikorps_loyal", "rogue_freikorps"), "freikorps")
_KIND: Mapping[str, str] = {
    **{piece: piece for piece in PIECES},
    **{face: kind for kind, faces in FACES.items() for face in faces if kind != "conservative_clique"},
    **_FREIKORPS,
}
_NUMBERED = ("progress", "reaction", "us_deals", "ussr_deals")
_NEVER_BACK = ("us_deals", "ussr_deals", "year")


class Violation(Exception):
    """Something that must never be; ``faults`` says what, in words."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def pieces_of(table: Table) -> Counter[str]:
    """How many there are of each kind of piece, wherever they lie."""
    return _kinds(table, table.places)


def _kinds(table: Table, places: Iterable[str]) -> Counter[str]:
    found: dict[str, int] = {}
    for place in set(places):
        for face, count in table.at(place).items():
            kind = _KIND[face]
            found[kind] = found.get(kind, 0) + count
    return Counter(found)


def faults_of(table: Table, before: Table) -> Iterator[str]:
    """Everything that is wrong with a table which follows from ``before``."""
    yield from _lost(pieces_of(before), pieces_of(table))
    outside = list(_out_of_bounds(table))
    if outside:
        yield from outside
        return  # the others take for granted that markers stand on their tracks
    for key in _NEVER_BACK:
        if table.level(key) < before.level(key):
            yield f"{key} went back from {before.level(key)} to {table.level(key)} [5.6]"
    yield from (str(fault) for fault in impossible(table))
    yield from doubts(table)


def check_table(table: Table, before: Table) -> None:
    """Raise :class:`Violation` if a table that follows from ``before`` breaks any rule."""
    if table.places is before.places and not _markers_differ(table, before):
        return  # the same table, with other notes of what was done this turn
    faults = list(faults_of(table, before))
    if faults:
        raise Violation(faults)


def _markers_differ(table: Table, before: Table) -> bool:
    return any(
        before.state[key] != value for key, value in table.state.items() if not key.startswith("turn.")
    )


def carried_out(table: Table, changes: Iterable[Change]) -> Table:
    """The table after ``changes`` one by one, each as a person would carry it out.

    Raises :class:`Violation` for one that cannot be carried out, that loses a piece or that breaks a limit
    of 5.12, be it only until the next one.
    """
    for change in changes:
        try:
            after = change.apply(table)
        except IllegalChange as error:
            raise Violation([f"an instruction cannot be carried out: {error}"]) from None
        if isinstance(change, Move):
            touched = (change.source, change.goal)
            faults = [*_lost(_kinds(table, touched), _kinds(after, touched)), *_overfull(after, change.goal)]
            if faults:
                raise Violation(faults)
        table = after
    return table


def _lost(before: Counter[str], after: Counter[str]) -> Iterator[str]:
    """Pieces that are fewer or more than they were [5.1]."""
    if before == after:
        return
    for kind in sorted({*before, *after}):
        if before[kind] != after[kind]:
            yield f"there were {before[kind]} {kind}, now there are {after[kind]} [5.1]"


def _overfull(table: Table, place: str) -> Iterator[str]:
    """What a space holds beyond the limits of 5.12."""
    if place not in table.board.spaces:
        return
    here = table.at(place)
    if sum(here.get(cube, 0) for cube in CUBES) > table.board.spaces[place].pop:
        yield f"{place} holds more cubes than its Population [5.12]"
    if here.get("strike", 0) + here.get("uprising", 0) > 1:
        yield f"{place} holds more than one Strike or Uprising [5.12]"
    if sum(here.get(cadre, 0) for cadre in CADRES.values()) > 1:
        yield f"{place} holds more than one Cadre [5.12]"


def _out_of_bounds(table: Table) -> Iterator[str]:
    """Markers that stand where their track has no box, and cards nobody can hold."""
    for track in _NUMBERED:
        if not 1 <= table.level(track) <= TOP_LEVEL:
            yield f"{track} is at {table.level(track)}, not from 1 to {TOP_LEVEL} [5.7]"
    for faction in CADRES:
        if abs(table.stance(faction)) > STANCE_LIMIT:
            yield f"the Stance of {faction} is {table.stance(faction)} [8.10]"
    words = {
        "economy": tuple(ECONOMY_NAMES),
        "unity": UNITY,
        "momentum": FACTIONS,
        "round": ("early", "late"),
    }
    for key, allowed in words.items():
        if table.text(key) not in allowed:
            yield f"{key} is {table.text(key)}, which is none of {', '.join(allowed)}"
    if sorted(table.listed("turn_order")) != sorted(FACTIONS):
        yield f"the Turn Order is {', '.join(table.listed('turn_order'))} [5.8]"
    for key in ("reichstag_seats", *(f"control.{area}" for area in CONTROLS)):
        held = table.state[key]
        assert isinstance(held, tuple)
        holder, available = held
        if holder not in (None, *FACTIONS) or (holder is None and available):
            yield f"{key} is held by {holder}"


@dataclass(slots=True)
class ActionStep:
    """What one faction's Action Step has moved, for the limits of 6.0; begun anew with every turn."""

    placed: dict[str, set[str]] = field(default_factory=dict)
    removed: dict[str, set[str]] = field(default_factory=dict)
    assaulted: set[tuple[str, str]] = field(default_factory=set)

    def take(self, instruction: Instruction) -> None:
        """Note what a bot's instruction moves. Raises :class:`Violation` where 6.0 forbids it."""
        deeds = instruction.decision.deeds if instruction.decision is not None else ()
        deed = next((one for one in deeds if one.changes is instruction.changes), None)
        if deed is None or instruction.decision is None:
            return
        faction = instruction.decision.request.faction
        if deed.assault is not None:
            self._assault(faction, deed)
            return  # cubes lost in an Assault do not count (R16)
        for change in deed.changes:
            if isinstance(change, Move) and change.piece in CUBES:
                self._move(faction, change)
        both = self.placed.get(faction, set()) & self.removed.get(faction, set())
        if both:
            raise Violation([f"{faction} places and removes Influence in {', '.join(sorted(both))} [6.0]"])

    def _move(self, faction: str, change: Move) -> None:
        if change.source in FACTIONS:
            self.placed.setdefault(faction, set()).add(change.goal)
        elif change.goal in FACTIONS:
            self.removed.setdefault(faction, set()).add(change.source)

    def _assault(self, faction: str, deed: Deed) -> None:
        assert deed.assault is not None
        plan = deed.assault.plan
        if plan.free:
            return
        if (faction, plan.space) in self.assaulted:
            raise Violation([f"{faction} assaults twice in {plan.space} [6.0]"])
        self.assaulted.add((faction, plan.space))
