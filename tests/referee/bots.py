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


# 8.9-8.12: category, the dice that call for it, its Special Actions in order. A Special Action names its
# Actions; where the rules tie them together, one function does them all under the names joined by "&".
Special = dict[str, Entry]
Category = tuple[str, tuple[int, ...], list[Special]]

_STANCED: list[Category] = [
    ("military", (1,), [{"place_unit": place_unit, "assault": assaults}]),
    ("stance", (2,), [{"change_stance": markers.change_stance}]),
]
_CADRED: list[Category] = [
    ("cadre", (5,), [{"place_cadre": markers.place_cadre}]),
    ("political", (6,), [{"move_middle_class": markers.move_middle_class}]),
]
SPECIAL: dict[str, list[Category]] = {
    "coalition": [
        (
            "reform",
            (1, 2),
            [
                {"place_sudden_victory_marker": markers.place_sudden_victory_marker},
                {"place_reform": markers.place_reform},
                {"advance_progress": markers.advance_progress},
                {
                    "place_leverage_on_track": place_leverage("yellow_leverage"),
                    "remove_leverage": leverage.remove_black_somewhere,
                },
                {"increase_deals": us_deals},
            ],
        ),
        (
            "political",
            (3,),
            [
                {"move_middle_class": markers.move_middle_class, "increase_unity": markers.increase_unity},
            ],
        ),
        (
            "military",
            (4,),
            [
                {"place_unit": place_unit, "assault": assaults},
                {"increase_deals": ussr_deals},
            ],
        ),
        (
            "economic",
            (5, 6),
            [
                {"remove_leverage&place_leverage_on_track": leverage.remedy_economy},
                {"place_leverage_on_map": leverage.place_on_map},
                {"increase_deals": us_deals},
            ],
        ),
    ],
    "kpd": [
        *_STANCED,
        ("strike", (3, 4), [{"flip_strike": markers.flip_strike}, {"place_strike": markers.place_strike}]),
        *_CADRED,
    ],
    "nsdap": [
        *_STANCED,
        ("assassination", (3, 4), [{"place_assassinations": markers.place_assassinations}]),
        *_CADRED,
    ],
    "rc": [
        (
            "military",
            (1,),
            [
                {"place_unit&test_coalition_loyalty": place_unit_or_test_loyalty, "assault": assaults},
            ],
        ),
        (
            "cultural",
            (2,),
            [
                {
                    "place_leverage_on_track": place_leverage("black_leverage"),
                    "remove_leverage": remove_yellow_from_progress,
                }
            ],
        ),
        ("economic", (3,), [{"remove_leverage&place_leverage_on_track": leverage.press_economy}]),
        ("political", (4,), [{"move_middle_class": markers.move_middle_class}]),
        (
            "agitation",
            (5, 6),
            [
                {"advance_reaction": markers.advance_reaction},
                {"place_assassinations": markers.place_assassinations},
            ],
        ),
    ],
}


def special(turn: Turn) -> bool:
    """The category rolled, then the following ones round the table, each once [8.8, R04]."""
    table = SPECIAL[turn.faction]
    die = turn.roll("special")
    first = next(at for at, (_, dice, _) in enumerate(table) if die in dice)
    return any(in_category(turn, category, listed) for category, _, listed in table[first:] + table[:first])


def in_category(turn: Turn, category: str, listed: list[Special]) -> bool:
    """The first Special Action of a category that has an effect [8.9-8.12]."""
    turn.heading = f"special.{category}."
    done = any(perform_all(turn, entry) for entry in listed)
    turn.heading = ""
    return done


def perform_all(turn: Turn, entry: Special) -> bool:
    """Every Action of a Special Action that can be performed; one is enough [8.8, R02]."""
    return any([effect(turn) for effect in entry.values()])


# 8.8: what each bot tries, in this order.
_PRIORITY: dict[str, list[tuple[str, Entry]]] = {
    "coalition": [
        ("special", special),
        ("place_influence", place_influence),
        ("remove_influence", remove_influence),
    ],
    "kpd": [
        ("place_influence", place_influence),
        ("special", special),
        ("remove_influence", remove_influence),
    ],
}
_PRIORITY["nsdap"] = _PRIORITY["kpd"]
_PRIORITY["rc"] = [("place_conservative_clique", markers.place_conservative_clique), *_PRIORITY["kpd"]]
PRIORITY = _PRIORITY


def take_actions(turn: Turn, number: int) -> None:
    """The first entries that have an effect, never going back up the list [8.5, R01]."""
    names = [name for name, _ in PRIORITY[turn.faction]]
    performed = [names.index(name) for name in turn.position["turn"]["performed"] if name in names]
    number -= len(performed)
    for name, entry in PRIORITY[turn.faction][max(performed, default=-1) + 1 :]:
        if number > 0 and entry(turn):
            turn.note("performed", name)
            number -= 1


# -- Event #120, the one the rulebook prints -----------------------------------------------------------

EASTERN = ("ostpreussen", "posen_westpreussen", "pommern", "niederschlesien", "oberschlesien")


def osthilfe(turn: Turn) -> bool:
    """Yellow Leverage and a Coalition cube, both in one of five spaces [Comprehensive example]."""
    position = turn.position
    moves = {space: _osthilfe_in(position, space) for space in EASTERN}
    most = max(len(placed) for placed in moves.values())
    spaces = [space for space in SPACES if space in EASTERN and len(moves[space]) == most]  # R03
    if not most:
        return False
    space = choose_by_influence(turn, spaces, lambda space: carried_out(position, moves[space]))
    turn.begin("event.120", space)
    for move in moves[space]:
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
    """``place_influence``, ``special``, ``special.strike`` or ``special.strike.place_strike``."""
    name, *deeper = action.split(".")
    if deeper:
        listed = next(listed for found, _, listed in SPECIAL[turn.faction] if found == deeper[0])
        done = in_category(turn, deeper[0], _only(listed, deeper[1:]))
    else:
        done = dict(PRIORITY[turn.faction])[name](turn)
    if done:
        turn.note("performed", name)


def _only(listed: list[Special], names: list[str]) -> list[Special]:
    """The Special Actions of a category, or the one Action of it that is named."""
    if not names:
        return listed
    return [{names[0]: effect} for entry in listed for name, effect in entry.items() if name == names[0]]
