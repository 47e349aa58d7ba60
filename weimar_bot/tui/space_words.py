"""Everything there is to say about one space, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weimar_bot.rules.influence import placing
from weimar_bot.rules.strength import MODIFIERS
from weimar_bot.table.board import Board, pair
from weimar_bot.table.pieces import (
    CUBES,
    FACTION_NAMES,
    FACTIONS,
    PIECES,
    SIDE_AGAINST,
    UNITS,
    counted,
)
from weimar_bot.table.table import Table

# A heading and what is said under it.
Section = tuple[str, tuple[str, ...]]

UNCONFIRMED = "?"


def space_sections(table: Table, space: str) -> list[Section]:
    """What a space is, what lies there, who rules it, what is near, and who may place there."""
    return [
        ("Printed", tuple(_printed(table.board, space))),
        ("Here", tuple(_here(table, space))),
        ("Who rules", tuple(_rules(table, space))),
        ("Neighbours", tuple(_neighbours(table.board, space))),
        ("Place Influence", tuple(_placing(table, space))),
    ]


def _printed(board: Board, space: str) -> Iterator[str]:
    printed = board.spaces[space]
    for name, value, fact in (
        ("Political Value", printed.pv, f"pv.{space}"),
        ("Population", printed.pop, f"pop.{space}"),
    ):
        yield f"{name} {value} ({_source(board, fact)})"
    if printed.city:
        yield "City, with a Parliamentary Control card of its own"
    elif printed.region:
        yield f"Region: {board.regions[printed.region]} ({_source(board, f'region.{space}')})"
    else:
        yield "In no Region, with a Parliamentary Control card of its own"


def _source(board: Board, fact: str) -> str:
    """Where a printed fact comes from, and whether that counts as confirmed."""
    if board.is_confirmed(fact):
        return "your board" if board.source(fact) == "player" else "rulebook"
    return f"{board.source(fact)}, not confirmed{UNCONFIRMED}"


def _here(table: Table, space: str) -> Iterator[str]:
    here = table.at(space)
    for pieces in (CUBES, UNITS):
        said = [counted(piece, here[piece]) for piece in pieces if here.get(piece)]
        if said:
            yield ", ".join(said)
    markers = {piece: count for piece, count in here.items() if piece not in (*CUBES, *UNITS)}
    rest = [PIECES[piece].name if count == 1 else counted(piece, count) for piece, count in markers.items()]
    if rest:
        yield ", ".join(rest)
    if not here:
        yield "Nothing"
    room = table.room(space)
    yield f"Room for {room} more cube{'' if room == 1 else 's'}" if room > 0 else "No room for another cube"


def _rules(table: Table, space: str) -> Iterator[str]:
    board = table.board
    cubes = [table.influence(space, faction) for faction in FACTIONS]
    strengths = [table.survival(space, faction) for faction in FACTIONS]
    yield _holder("Dominance", table.dominance(space), cubes, "cubes")
    yield _holder("Supremacy", table.supremacy(space), strengths, "Survival Values")
    area = board.spaces[space].control
    holder = table.controller(space)
    yield f"Parliamentary Control of {board.area_name(area)}: {FACTION_NAMES[holder] if holder else 'nobody'}"
    for faction in FACTIONS:
        bonuses = {name: bonus(table, space, faction, {}) for name, bonus in MODIFIERS.items()}
        total = sum(bonuses.values())
        if total and table.units(space, faction):
            names = ", ".join(f"{name.replace('_', ' ')} {bonus}" for name, bonus in bonuses.items() if bonus)
            yield f"{FACTION_NAMES[faction]} in an Assault here: +{total} ({names})"


def _holder(what: str, holder: str | None, values: Sequence[int], of: str) -> str:
    counts = sorted(zip(values, FACTION_NAMES.values(), strict=True), key=lambda item: -item[0])
    shown = ", ".join(f"{name} {value}" for value, name in counts if value) or "none"
    return f"{what}: {FACTION_NAMES[holder] if holder else 'nobody'} ({of}: {shown})"


def _neighbours(board: Board, space: str) -> Iterator[str]:
    names = []
    for near in board.neighbours[space]:
        sure = board.is_confirmed(pair(space, near))
        names.append(board.spaces[near].name + ("" if sure else UNCONFIRMED))
    yield ", ".join(names) or "None"
    if any(name.endswith(UNCONFIRMED) for name in names):
        yield f"{UNCONFIRMED} not confirmed on your board"


def _placing(table: Table, space: str) -> Iterator[str]:
    """Which factions the Action lets place here now, and how many cubes."""
    may = {faction: placing(table, faction).get(space, 0) for faction in FACTIONS}
    able = [f"{FACTION_NAMES[faction]} ({number})" for faction, number in may.items() if number]
    yield f"May place here: {', '.join(able)}" if able else "Nobody may place here"
    blocked = [one for one in FACTIONS if table.count(space, f"assassinations_{SIDE_AGAINST[one]}")]
    if blocked:
        names = ", ".join(FACTION_NAMES[one] for one in blocked)
        yield f"Assassinations bar: {names}"
