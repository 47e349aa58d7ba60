"""Place Influence and Remove Influence [6.0, 6.3-6.6, 8.8]."""

from __future__ import annotations

from tests.referee.board import BOARD, CLIQUES, SIDES, SPACES, within
from tests.referee.choose import choose_by_influence
from tests.referee.position import (
    Position,
    assassinated,
    count,
    cubes,
    dominance,
    on_map,
    room,
    supremacy,
)
from tests.referee.turn import Move, Turn, carried_out

_CADRE = {"kpd": "kpd_cadre", "nsdap": "nsdap_cadre"}


def side_of(faction: str) -> str:
    """The side of an Assassinations marker that is against a faction [1.5]."""
    return next(side for side, factions in SIDES.items() if faction in factions)


def number_of_cubes(position: Position, faction: str) -> int:
    """How many cubes one Action places or removes [6.3-6.6]."""
    if faction == "coalition":
        return 1
    if faction == "rc":
        return int(BOARD["reaction"]["rc_cubes"][position["reaction"]])
    return int(BOARD["economy"]["kpd_nsdap_cubes"][position["economy"]])


def _near_presence(position: Position, faction: str) -> set[str]:
    """Spaces with or adjacent to a faction's Presence [5.9]."""
    present = [space for space in SPACES if cubes(position, faction, space)]
    return {near for space in present for near in within(space, 1)}


def _near_cliques(position: Position) -> set[str]:
    """Spaces within RC's range of any Clique [6.6, R17]."""
    reach = max(1, count(position, "middle_class", "rc"))
    return {near for clique in on_map(position, *CLIQUES) for near in within(clique, reach)}


# -- placing -------------------------------------------------------------------------------------------


def reach_for_placing(position: Position, faction: str) -> set[str]:
    """Where each faction's own rule lets it place cubes [6.3-6.6]."""
    around_berlin = set(within("berlin", 1))
    if faction == "coalition":
        return around_berlin | _near_presence(position, faction)
    if faction == "kpd":
        return around_berlin | _near_presence(position, faction) | set(on_map(position, "kpd_cadre"))
    if faction == "nsdap":
        under_rc = {space for space in SPACES if dominance(position, space) == "rc"}
        cadres = set(on_map(position, "nsdap_cadre"))
        return {"muenchen", "bayern"} | _near_presence(position, faction) | cadres | under_rc
    return around_berlin | _near_cliques(position)


def may_hold_new_cube(position: Position, faction: str, space: str) -> bool:
    """The limits of 6.0 on placing a cube, whatever places it."""
    if faction == "coalition" and position["economy"] in BOARD["economy"]["no_coalition_influence"]:
        return False
    return (
        count(position, f"{faction}_influence", faction) > 0
        and room(position, space) > 0
        and not assassinated(position, space, side_of(faction))
        and space not in position["turn"]["removed_influence"]
    )


def place_influence(turn: Turn) -> bool:
    position, faction = turn.position, turn.faction
    reach = reach_for_placing(position, faction)
    spaces = [space for space in SPACES if space in reach and may_hold_new_cube(position, faction, space)]
    if not spaces:
        return False
    space = choose_by_influence(turn, spaces, lambda space: carried_out(position, _cubes_in(turn, space)))
    turn.begin("place_influence", space)
    for move in _cubes_in(turn, space):
        turn.move(*move)
    turn.note("placed_influence", space)
    return True


def _cubes_in(turn: Turn, space: str) -> list[Move]:
    """As many cubes as the Action gives, the supply has and the space can hold (R03)."""
    face = f"{turn.faction}_influence"
    most = min(
        number_of_cubes(turn.position, turn.faction),
        room(turn.position, space),
        count(turn.position, face, turn.faction),
    )
    return [(face, turn.faction, space, face)] * most


# -- removing ------------------------------------------------------------------------------------------


def reach_for_removing(position: Position, faction: str) -> set[str]:
    """Where each faction's own rule lets it remove cubes [6.3-6.6, R53]."""
    if faction == "rc":
        return _near_cliques(position)
    reach = _near_presence(position, faction)
    for cadre in on_map(position, _CADRE[faction]) if faction in _CADRE else []:
        reach |= within(cadre, 1)
    return reach


def may_lose_cubes(position: Position, target: str, space: str) -> bool:
    """Whether Remove Influence may hit a faction there: cubes and no Supremacy [6.3-6.6]."""
    return cubes(position, target, space) > 0 and supremacy(position, space) != target


def remove_influence(turn: Turn) -> bool:
    position = turn.position
    for target in turn.order:  # R06
        spaces = _spaces_to_remove_from(position, turn.faction, target)
        if spaces:
            _remove_from(turn, target, spaces)
            return True
    return False


def _spaces_to_remove_from(position: Position, faction: str, target: str) -> list[str]:
    reach = reach_for_removing(position, faction)
    return [
        space
        for space in SPACES
        if space in reach
        and may_lose_cubes(position, target, space)
        and not assassinated(position, space, side_of(faction))
        and space not in position["turn"]["placed_influence"]  # 6.0
    ]


def _remove_from(turn: Turn, target: str, spaces: list[str]) -> None:
    def lost(space: str) -> list[Move]:
        """The target's cubes first, then those of the next factions in order (R07)."""
        victims = [target] + [faction for faction in turn.order if faction != target]
        there = [
            (f"{victim}_influence", space, victim, f"{victim}_influence")
            for victim in victims
            if may_lose_cubes(turn.position, victim, space)
            for _ in range(cubes(turn.position, victim, space))
        ]
        return there[: number_of_cubes(turn.position, turn.faction)]

    space = choose_by_influence(turn, spaces, lambda space: carried_out(turn.position, lost(space)))
    turn.begin("remove_influence", space, target)
    for move in lost(space):
        turn.move(*move)
    turn.note("removed_influence", space)
