"""Place Influence and Remove Influence of all four factions (6.3-6.6, limits of 6.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weimar_bot.rules.draft import Draft
from weimar_bot.table.pieces import ASSASSINATIONS, CADRES, CLIQUES, FACTIONS, SIDE_AGAINST
from weimar_bot.table.table import Table

# Spaces where a faction may place without being near itself: the space alone, or with its
# neighbours [6.3, 6.4, 6.6: Berlin or one adjacent space; 6.5: München or Bayern].
_HOME_SPACES = {"nsdap": ("muenchen", "bayern")}
_HOME_WITH_NEIGHBOURS = {"coalition": ("berlin",), "kpd": ("berlin",), "rc": ("berlin",)}


def economy_forbids(table: Table, faction: str) -> bool:
    """Whether the Economy keeps the Coalition from placing Influence [6.0]."""
    return (
        faction == "coalition"
        and table.text("economy") in table.board.tracks["economy"]["no_coalition_influence"]
    )


def cubes_per_action(table: Table, faction: str) -> int:
    """How many cubes one Place or Remove Influence Action handles [6.3-6.6]."""
    tracks = table.board.tracks
    if faction == "coalition":
        return 1
    if faction == "rc":
        return int(tracks["reaction"]["rc_cubes"][table.level("reaction")])
    return int(tracks["economy"]["kpd_nsdap_cubes"][table.text("economy")])


def cubes_fact(table: Table, faction: str) -> str | None:
    """The board fact behind :func:`cubes_per_action`, if a printed number is read."""
    if faction == "coalition":
        return None
    if faction == "rc":
        return f"reaction.rc_cubes.{table.level('reaction')}"
    return f"economy.kpd_nsdap_cubes.{table.text('economy')}"


def is_blocked(table: Table, faction: str, space: str) -> bool:
    """Whether an Assassinations marker of the faction's colour lies in the space [6.0, 6.3-6.6]."""
    return table.count(space, ASSASSINATIONS[SIDE_AGAINST[faction]]) > 0


def room_to_place(table: Table, faction: str, space: str) -> int:
    """How many cubes may be placed in a space by the limits of 6.0, wherever the reach comes from."""
    if is_blocked(table, faction, space) or space in table.listed("turn.removed_influence"):
        return 0
    if economy_forbids(table, faction):
        return 0
    return min(table.room(space), table.supply(faction))


@dataclass(frozen=True, slots=True)
class Reach:
    """What an Influence Action reaches: spaces by themselves, spaces with their neighbours, RC's Cliques."""

    alone: frozenset[str] = frozenset()
    centres: frozenset[str] = frozenset()
    from_cliques: bool = False

    def spaces(self, table: Table) -> set[str]:
        """All spaces reached."""
        near = {near for centre in self.centres for near in table.board.neighbours[centre]}
        return near | self.alone | self.centres | (near_cliques(table) if self.from_cliques else set())


def clique_range(table: Table) -> int:
    """How far RC reaches from a Conservative Clique: its pawns, at least 1 (6.6, R17)."""
    return max(1, table.count("rc", "middle_class"))


def near_cliques(table: Table) -> set[str]:
    """The spaces within RC's range of any Clique on the map, its own included (R17)."""
    reach = clique_range(table)
    distances = table.board.distances
    cliques = table.spaces_with(*CLIQUES)
    return {
        space
        for space in table.board.spaces
        if any(distances[clique].get(space, 99) <= reach for clique in cliques)
    }


def _present(table: Table, faction: str) -> frozenset[str]:
    return frozenset(space for space in table.board.spaces if table.has_presence(space, faction))


def _cadres(table: Table, faction: str) -> frozenset[str]:
    return frozenset(table.spaces_with(CADRES[faction]) if faction in CADRES else ())


def place_reach(table: Table, faction: str) -> Reach:
    """Where a Place Influence Action may reach, before the limits of 6.0."""
    home = frozenset(_HOME_WITH_NEIGHBOURS.get(faction, ()))
    if faction == "rc":
        return Reach(centres=home, from_cliques=True)
    alone = _cadres(table, faction).union(_HOME_SPACES.get(faction, ()))
    if faction == "nsdap":
        alone |= {space for space in table.board.spaces if table.dominance(space) == "rc"}
    return Reach(alone, home | _present(table, faction))


def placing(table: Table, faction: str) -> dict[str, int]:
    """Legal spaces of a Place Influence Action and how many cubes each takes at most."""
    number = cubes_per_action(table, faction)
    reach = place_reach(table, faction).spaces(table)
    found = {
        space: min(number, room_to_place(table, faction, space))
        for space in table.board.spaces
        if space in reach
    }
    return {space: count for space, count in found.items() if count > 0}


def place(draft: Draft, space: str, count: int) -> None:
    """Place ``count`` cubes of the draft's faction [6.3-6.6]."""
    if count:
        draft.place_influence(draft.faction, space, count)


def remove_reach(table: Table, faction: str) -> Reach:
    """Where a Remove Influence Action may reach: near own Presence or an own Cadre (R53, R17)."""
    if faction == "rc":
        return Reach(from_cliques=True)
    return Reach(centres=_present(table, faction) | _cadres(table, faction))


def removable(table: Table, faction: str, target: str, space: str) -> int:
    """Cubes of ``target`` that 6.3-6.6 let ``faction`` remove in a space: none under its Supremacy."""
    if target == faction or table.supremacy(space) == target:
        return 0
    return table.influence(space, target)


def removing(table: Table, faction: str) -> list[str]:
    """Spaces where a Remove Influence Action is allowed and finds at least one cube."""
    reach = remove_reach(table, faction).spaces(table)
    return [
        space
        for space in table.board.spaces
        if space in reach
        and not is_blocked(table, faction, space)
        and space not in table.listed("turn.placed_influence")
        and any(removable(table, faction, other, space) for other in FACTIONS)
    ]


def targets_per_action(faction: str) -> int:
    """How many factions one Remove Influence Action may hit: the Coalition one, others any [6.3-6.6]."""
    return 1 if faction == "coalition" else len(FACTIONS)


def removal(table: Table, faction: str, space: str, targets: tuple[str, ...]) -> dict[str, int]:
    """Cubes to take per faction in ``space``, in the order of ``targets``, to the maximum (R03, R07)."""
    left = cubes_per_action(table, faction)
    taken: dict[str, int] = {}
    for target in targets[: targets_per_action(faction)]:
        count = min(left, removable(table, faction, target, space))
        if count:
            taken[target] = count
            left -= count
    return taken


def remove(draft: Draft, space: str, cubes: Mapping[str, int]) -> None:
    """Remove cubes by faction from a space [6.3-6.6]."""
    for target, count in cubes.items():
        if count:
            draft.remove_influence(target, space, count)
