"""Section 8: the Action Priority lists, the Special Action tables, and a bot's whole turn."""

from __future__ import annotations

from collections.abc import Callable

from tests.referee import leverage, markers
from tests.referee.assault import assault
from tests.referee.board import SPACES
from tests.referee.boxes import available
from tests.referee.choose import choose_by_influence
from tests.referee.influence import may_hold_new_cube, place_influence, remove_influence
from tests.referee.position import Position
from tests.referee.turn import Move, Turn, carried_out
from tests.referee.units import place_unit, place_unit_or_test_loyalty

Entry = Callable[[Turn], bool]  # does what it can; False if that is nothing


def all_of(*effects: Entry) -> Entry:
    """Perform every effect that can be; one is enough [8.8, R02]."""
    return lambda turn: any([effect(turn) for effect in effects])


def assaults(turn: Turn) -> bool:
    """One Assault; two for the Coalition under Bloodhound Doctrine (R26)."""
    times = 2 if turn.faction == "coalition" and 16 in turn.position["lingering"] else 1
    return any([assault(turn) for _ in range(times)])


def place_leverage(colour: str) -> Entry:
    return lambda turn: leverage.place_on_track(turn, colour)


def remove_yellow_from_progress(turn: Turn) -> bool:
    return leverage.remove_from_track(turn, "yellow_leverage")


def us_deals(turn: Turn) -> bool:
    return markers.increase_deals(turn, "us_deals")


def ussr_deals(turn: Turn) -> bool:
    return markers.increase_deals(turn, "ussr_deals")


# 8.9-8.12: category, the dice that call for it, its Special Actions in order.
_STANCED = [
    ("military", (1,), [all_of(place_unit, assaults)]),
    ("stance", (2,), [markers.change_stance]),
]
_CADRED = [
    ("cadre", (5,), [markers.place_cadre]),
    ("political", (6,), [markers.move_middle_class]),
]
SPECIAL: dict[str, list[tuple[str, tuple[int, ...], list[Entry]]]] = {
    "coalition": [
        ("reform", (1, 2), [
            markers.place_sudden_victory_marker, markers.place_reform, markers.advance_progress,
            all_of(place_leverage("yellow_leverage"), leverage.remove_black_somewhere), us_deals,
        ]),
        ("political", (3,), [all_of(markers.move_middle_class, markers.increase_unity)]),
        ("military", (4,), [all_of(place_unit, assaults), ussr_deals]),
        ("economic", (5, 6), [leverage.remedy_economy, leverage.place_on_map, us_deals]),
    ],
    "kpd": [*_STANCED, ("strike", (3, 4), [markers.flip_strike, markers.place_strike]), *_CADRED],
    "nsdap": [*_STANCED, ("assassination", (3, 4), [markers.place_assassinations]), *_CADRED],
    "rc": [
        ("military", (1,), [all_of(place_unit_or_test_loyalty, assaults)]),
        ("cultural", (2,), [all_of(place_leverage("black_leverage"), remove_yellow_from_progress)]),
        ("economic", (3,), [leverage.press_economy]),
        ("political", (4,), [markers.move_middle_class]),
        ("agitation", (5, 6), [markers.advance_reaction, markers.place_assassinations]),
    ],
}


def special(turn: Turn) -> bool:
    """The category rolled, then the following ones round the table, each once [8.8, R04]."""
    table = SPECIAL[turn.faction]
    die = turn.roll("special")
    first = next(at for at, (_, dice, _) in enumerate(table) if die in dice)
    for category, _, entries in table[first:] + table[:first]:
        if in_category(turn, category, entries):
            return True
    return False


def in_category(turn: Turn, category: str, entries: list[Entry]) -> bool:
    """The first Special Action of a category that has an effect [8.9-8.12]."""
    turn.heading = f"special.{category}."
    done = any(entry(turn) for entry in entries)
    turn.heading = ""
    return done


# 8.8: what each bot tries, in this order.
_PRIORITY: dict[str, list[tuple[str, Entry]]] = {
    "coalition": [
        ("special", special), ("place_influence", place_influence), ("remove_influence", remove_influence),
    ],
    "kpd": [("place_influence", place_influence), ("special", special), ("remove_influence", remove_influence)],
}
_PRIORITY["nsdap"] = _PRIORITY["kpd"]
_PRIORITY["rc"] = [("place_conservative_clique", markers.place_conservative_clique), *_PRIORITY["kpd"]]
PRIORITY = _PRIORITY


def take_actions(turn: Turn, number: int) -> None:
    """The first entries that have an effect, never going back up the list [8.5, R01]."""
    names = [name for name, _ in PRIORITY[turn.faction]]
    performed = [names.index(name) for name in turn.position["turn"]["performed"] if name in names]
    number -= len(performed)
    for name, entry in PRIORITY[turn.faction][max(performed, default=-1) + 1:]:
        if number > 0 and entry(turn):
            turn.note("performed", name)
            number -= 1


# -- Event #120, the one the rulebook prints -----------------------------------------------------------

EASTERN = ("ostpreussen", "posen_westpreussen", "pommern", "niederschlesien", "oberschlesien")


def osthilfe(turn: Turn) -> bool:
    """Yellow Leverage and a Coalition cube, both in one of five spaces [Comprehensive example]."""
    spaces = [space for space in SPACES if space in EASTERN and _osthilfe_in(turn.position, space)]
    most = max((len(_osthilfe_in(turn.position, space)) for space in spaces), default=0)
    spaces = [space for space in spaces if len(_osthilfe_in(turn.position, space)) == most]  # R03
    if not spaces:
        return False
    position = turn.position
    space = choose_by_influence(turn, spaces, lambda space: carried_out(position, _osthilfe_in(position, space)))
    turn.begin("event.120", space)
    for move in _osthilfe_in(position, space):
        turn.move(*move)
        if move[0] == "coalition_influence":
            turn.note("placed_influence", space)
    return True


def _osthilfe_in(position: Position, space: str) -> list[Move]:
    source = available(position, "yellow_leverage", "coalition")
    moves: list[Move] = [("yellow_leverage", source[0], space, "yellow_leverage")] if source else []
    if may_hold_new_cube(position, "coalition", space):
        moves.append(("coalition_influence", "coalition", space, "coalition_influence"))
    return moves


# -- the whole turn [8.5] ------------------------------------------------------------------------------


def play(turn: Turn, plays_event: bool, event: str | int = "none", action: str | None = None) -> None:
    """The bot's turn, or the one Action asked for."""
    if action is not None:
        _single(turn, action)
        return
    has_event = plays_event and event != "empty"
    if has_event and event == 120:
        osthilfe(turn)
    take_actions(turn, 2 if has_event else 1)


def _single(turn: Turn, action: str) -> None:
    name, _, category = action.partition(".")
    if category:
        entries = next(entries for found, _, entries in SPECIAL[turn.faction] if found == category)
        done = in_category(turn, category, entries)
    else:
        done = dict(PRIORITY[turn.faction])[name](turn)
    if done:
        turn.note("performed", name)
