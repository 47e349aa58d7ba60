"""Reforms, Strikes, Cadres, Cliques, Assassinations, pawns and the tracks [5.5-5.7, 6.3-6.6]."""

from __future__ import annotations

from tests.referee.board import BOARD, CLIQUES, SIDES, SPACES, STANCE_END, TOP, UNITY, area_of, spaces_of
from tests.referee.boxes import available
from tests.referee.choose import choose_by_influence, choose_by_nearness
from tests.referee.influence import side_of
from tests.referee.position import (
    assassinated,
    controls,
    count,
    cubes,
    dominance,
    era,
    has_cadre,
    on_map,
    reaction_limited,
    stance,
    supremacy,
)
from tests.referee.turn import Move, Turn, carried_out

# -- Coalition [6.3, 8.9] ------------------------------------------------------------------------------


def place_sudden_victory_marker(turn: Turn) -> bool:
    """Not in the Crisis Era, and only with the Reforms a Sudden Victory takes [3.1, 8.9, R47]."""
    position = turn.position
    reforms = len(on_map(position, "reform"))
    meets = reforms >= 4 or (reforms == 3 and position["unity"] == "strong")
    if era(position) == "crisis" or not meets or "coalition" not in position["lie"]["reformation"]:
        return False
    turn.begin("place_sudden_victory_marker")
    turn.move("reformation", "coalition", "timeline")
    return True


def place_reform(turn: Turn) -> bool:
    source = available(turn.position, "reform", "coalition")
    spaces = [space for space in SPACES if _may_get_reform(turn, space)]
    if not source or not spaces or turn.position["unity"] == "fragile":
        return False
    space = choose_by_nearness(turn, spaces)
    turn.begin("place_reform", space)
    turn.move("reform", source[0], space)
    return True


def _may_get_reform(turn: Turn, space: str) -> bool:
    """6.3; and no Reform in the space or anywhere in its Region (8.9, R27)."""
    position = turn.position
    reformed = any(count(position, "reform", member) for member in spaces_of(area_of(space)))
    spoiled = any(count(position, face, space) for face in ("strike", "uprising", "black_leverage"))
    barred = reformed or spoiled or assassinated(position, space)
    return controls(position, "coalition", space) and not barred


def advance_progress(turn: Turn) -> bool:
    above = turn.position["progress"] + 1
    if not count(turn.position, "yellow_leverage", f"progress:{above}"):
        return False  # 6.3
    turn.begin("advance_progress")
    turn.set("progress", above)
    return True


def increase_deals(turn: Turn, track: str) -> bool:
    """One box; a Dollar Dependence marker in the box reached goes to the Economy track [5.5, 5.6]."""
    level = turn.position[track] + 1
    if level > TOP:
        return False
    turn.begin("increase_deals")
    turn.set(track, level)
    if count(turn.position, "dollar_dependence", f"{track}:{level}"):
        boxes = [f"economy:{box}" for box in BOARD["economy"]["dollar_dependence"]]
        free = [box for box in boxes if not count(turn.position, "dollar_dependence", box)]
        turn.move("dollar_dependence", f"{track}:{level}", free[0])
    return True


def increase_unity(turn: Turn) -> bool:
    """8.9, Political: no pawn is paid (R51)."""
    at = UNITY.index(turn.position["unity"])
    if at + 1 == len(UNITY):
        return False
    turn.begin("increase_unity")
    turn.set("unity", UNITY[at + 1])
    return True


# -- Middle Class Sympathies [6.3-6.6, R30] ------------------------------------------------------------


def take_pawn(turn: Turn) -> bool:
    source = available(turn.position, "middle_class", turn.faction)
    if not source:
        return False
    turn.begin("move_middle_class")
    turn.move("middle_class", source[0], turn.faction)
    return True


def strip_pawn(turn: Turn) -> bool:
    """Take a pawn off the first opposing mat in Faction Order; NSDAP keeps one of RC's (R30)."""
    for rival in turn.order:
        if count(turn.position, "middle_class", rival):
            turn.begin("move_middle_class", target=rival)
            if turn.faction == "nsdap" and rival == "rc":
                turn.move("middle_class", "rc", "nsdap")
            else:
                turn.put_back("middle_class", rival)
            return True
    return False


def move_middle_class(turn: Turn) -> bool:
    """Coalition: own mat first [8.9]; KPD, RC: strip first; NSDAP: once a Cadre on the map (R30)."""
    if turn.faction == "coalition":
        return take_pawn(turn) or strip_pawn(turn)
    times = len(on_map(turn.position, "nsdap_cadre")) if turn.faction == "nsdap" else 1
    return any([strip_pawn(turn) or take_pawn(turn) for _ in range(times)])


# -- Stances, Strikes, Cadres [6.4, 6.5, 8.10, 8.11] ---------------------------------------------------


def change_stance(turn: Turn) -> bool:
    """A die and the Cadres on the map: 4 or more towards Revolutionary (R05)."""
    marker = f"{turn.faction}_stance"
    if turn.position[marker] is None:
        return False
    result = turn.roll("stance") + len(on_map(turn.position, f"{turn.faction}_cadre"))
    goal = turn.position[marker] + (1 if result >= 4 else -1)
    if abs(goal) > STANCE_END:
        return False
    turn.begin("change_stance")
    turn.set(marker, goal)
    return True


def flip_strike(turn: Turn) -> bool:
    strikes = on_map(turn.position, "strike")
    if not strikes or "timeline" not in turn.position["lie"]["general_strike"]:
        return False
    space = choose_by_nearness(turn, [space for space in SPACES if space in strikes])
    turn.begin("flip_strike", space)
    turn.move("strike", space, space, "uprising")
    return True


def place_strike(turn: Turn) -> bool:
    """A Strike drives out the Leverage of its space, and may call the General Strike [6.4]."""
    position = turn.position
    source = available(position, "strike", "kpd")
    struck = on_map(position, "strike", "uprising")
    spaces = [
        space
        for space in SPACES
        if (dominance(position, space) == "kpd" or controls(position, "kpd", space)) and space not in struck
    ]
    if not source or not spaces:
        return False
    space = choose_by_nearness(turn, spaces)
    turn.begin("place_strike", space)
    turn.move("strike", source[0], space)
    _drive_out_leverage(turn, [space])
    if _calls_general_strike(turn):
        _general_strike(turn)
    return True


def _calls_general_strike(turn: Turn) -> bool:
    """Three Strikes and Uprisings and the marker still on the mat [1.5, 6.4, R35]."""
    position = turn.position
    if turn.rulings.get("R35") == "available" and stance(position, "kpd") < BOARD["kpd"]["general_strike"]:
        return False
    return len(on_map(position, "strike", "uprising")) >= 3 and "kpd" in position["lie"]["general_strike"]


def _general_strike(turn: Turn) -> None:
    """One Reform and all Leverage but that of Progress and Reaction leave [6.4]."""
    turn.move("general_strike", "kpd", "timeline")
    reforms = on_map(turn.position, "reform")
    if reforms:
        turn.put_back("reform", choose_by_nearness(turn, [space for space in SPACES if space in reforms]))
    _drive_out_leverage(turn, [*SPACES, *(f"economy:{box}" for box in BOARD["economy"]["boxes"])])


def _drive_out_leverage(turn: Turn, places: list[str]) -> None:
    for place in places:
        for colour in ("yellow_leverage", "black_leverage"):
            for _ in range(count(turn.position, colour, place)):
                turn.put_back(colour, place)


def place_cadre(turn: Turn) -> bool:
    position, faction = turn.position, turn.faction
    source = available(position, f"{faction}_cadre", faction)
    spaces = [
        space
        for space in SPACES
        if (dominance(position, space) == faction or controls(position, faction, space))
        and not has_cadre(position, space)
    ]
    if not source or not spaces:
        return False
    space = choose_by_nearness(turn, spaces)
    turn.begin("place_cadre", space)
    turn.move(f"{faction}_cadre", source[0], space)
    return True


# -- Assassinations [6.5, 6.6, R31, R32] ---------------------------------------------------------------


def place_assassinations(turn: Turn) -> bool:
    first = _assassinate(turn)
    second = turn.faction == "nsdap" and _assassinate_clique(turn)
    return first or second


def _assassinate(turn: Turn) -> bool:
    source = available(turn.position, "assassinations", turn.faction)
    for target in turn.order if source else []:
        for prize in _prizes(target):
            spaces = [space for space in SPACES if _may_take(turn, target, prize, space)]
            if spaces:
                _strike_down(turn, source[0], target, prize, spaces)
                return True
    return False


def _prizes(target: str) -> list[str]:
    """What may be taken from a target, in the order of 8.6-3 (R31)."""
    piece = {"coalition": "reform", "kpd": "kpd_cadre", "nsdap": "nsdap_cadre"}.get(target)
    return [*([piece] if piece else []), f"{target}_influence"]


def _victims(faction: str, target: str) -> list[str]:
    """The factions a marker against ``target`` is against, the acting one left out."""
    return [target] + [other for other in SIDES[side_of(target)] if other not in (target, faction)]


def _may_take(turn: Turn, target: str, prize: str, space: str) -> bool:
    position = turn.position
    present = any(cubes(position, victim, space) for victim in _victims(turn.faction, target))
    barred = prize.endswith("_influence") and space in position["turn"]["placed_influence"]  # 6.0
    return present and not barred and count(position, prize, space) > 0 and not assassinated(position, space)


def _strike_down(turn: Turn, source: str, target: str, prize: str, spaces: list[str]) -> None:
    def cubes_lost(space: str) -> list[Move]:
        there = [
            (f"{victim}_influence", space, victim, f"{victim}_influence")
            for victim in _victims(turn.faction, target)
            for _ in range(cubes(turn.position, victim, space))
        ]
        return there[:2]

    takes_cubes = prize.endswith("_influence")
    if takes_cubes:
        space = choose_by_influence(turn, spaces, lambda space: carried_out(turn.position, cubes_lost(space)))
    else:
        space = choose_by_nearness(turn, spaces)  # R68
    turn.begin("place_assassinations", space, target)
    turn.move("assassinations", source, space, f"assassinations_{side_of(target)}")
    if not takes_cubes:
        turn.put_back(prize, space)
        return
    for move in cubes_lost(space):
        turn.move(*move)
    turn.note("removed_influence", space)


def _assassinate_clique(turn: Turn) -> bool:
    """NSDAP's second marker, against a Clique (R32)."""
    position = turn.position
    source = available(position, "assassinations", "nsdap")
    cliques = on_map(position, *CLIQUES)
    spaces = [
        space
        for space in SPACES
        if space in cliques and supremacy(position, space) != "rc" and not assassinated(position, space)
    ]
    if not source or len(cliques) < 2 or not spaces:
        return False
    space = choose_by_nearness(turn, spaces)
    turn.begin("place_assassinations", space, "rc")
    turn.move("assassinations", source[0], space, "assassinations_brown_black")
    found = {f"{space}: {clique}": clique for clique in CLIQUES if count(position, clique, space)}
    turn.put_back(found[turn.one_of(list(found))], space)
    return True


# -- RC [6.6, 8.8, 8.12] -------------------------------------------------------------------------------


def place_conservative_clique(turn: Turn) -> bool:
    """The Clique of the card, if it is Available; Berlin is the Impulse Space (8.8, R33)."""
    position, clique = turn.position, turn.impulse
    free = available(position, "conservative_clique", "rc")
    source = [box for box in free if box in position["lie"][clique]]
    spaces = [
        space
        for space in SPACES
        if dominance(position, space) == "rc"
        and not assassinated(position, space, "brown_black")
        and not any(count(position, other, space) for other in CLIQUES)
    ]
    if not source or not spaces:
        return False
    space = choose_by_nearness(turn, spaces)
    turn.begin("place_conservative_clique", space)
    turn.move(clique, source[0], space)
    return True


def advance_reaction(turn: Turn) -> bool:
    """Only to a box with black Leverage, and at most one above Progress [5.7, 6.6, R61]."""
    position = turn.position
    above = position["reaction"] + 1
    too_high = reaction_limited(position) and above > position["progress"] + 1
    if too_high or not count(position, "black_leverage", f"reaction:{above}"):
        return False
    turn.begin("advance_reaction")
    turn.set("reaction", above)
    return True
