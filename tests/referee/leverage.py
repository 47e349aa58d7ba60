"""Leverage: placing it, removing it, and what it does to the markers [5.2, 5.4, 5.7]."""

from __future__ import annotations

from tests.referee.board import BOARD, ECONOMY, SIDE_BOXES, SPACES
from tests.referee.boxes import available
from tests.referee.choose import choose_by_nearness, prefer
from tests.referee.position import Position, count, cubes, era, on_map, reaction_limited
from tests.referee.turn import Turn

_STABLE = ECONOMY.index("stable")
_OWNER = {"yellow_leverage": "coalition", "black_leverage": "rc"}
_TRACK = {"yellow_leverage": "progress", "black_leverage": "reaction"}


def other_side(side: str) -> str:
    return "right" if side == "left" else "left"


def side_of_marker(position: Position) -> str | None:
    """The side of Stable on which the Economy marker stands [5.5]."""
    at = ECONOMY.index(position["economy"])
    if at == _STABLE:
        return None
    return "left" if at < _STABLE else "right"


def _on_economy(position: Position, colour: str) -> list[str]:
    return [box for box in ECONOMY if count(position, colour, f"economy:{box}")]


# -- placing on a track --------------------------------------------------------------------------------


def next_box(position: Position, side: str) -> str | None:
    """The lowest-numbered empty Leverage box of a side, then the centre [5.4]."""
    taken = _on_economy(position, "yellow_leverage") + _on_economy(position, "black_leverage")
    return next((box for box in SIDE_BOXES[side] if box not in taken), None)


def may_place(position: Position, colour: str, side: str) -> bool:
    """Yellow is barred by black on the side, the centre not counting [5.4, R60]."""
    black = _on_economy(position, "black_leverage")
    barred = colour == "yellow_leverage" and any(box in black for box in SIDE_BOXES[side][:3])
    return next_box(position, side) is not None and not barred


def pulled_to(position: Position, side: str) -> str:
    """Where the Economy marker stands after yellow Leverage is placed on ``side`` [5.4, R59]."""
    box, marker = next_box(position, side), ECONOMY.index(position["economy"])
    if box is None or side != side_of_marker(position):
        return str(position["economy"])
    goal = ECONOMY.index(box)
    if side == "left":
        return ECONOMY[max(marker, goal)]
    if era(position) == "decline":
        goal = max([goal] + [ECONOMY.index(place.partition(":")[2]) for place in _dollars(position)])
    return ECONOMY[min(marker, goal)]


def _dollars(position: Position) -> list[str]:
    return [place for place in position["lie"]["dollar_dependence"] if place.startswith("economy:")]


def place_on_economy(turn: Turn, colour: str, sides: list[str]) -> bool:
    """Place on the first of ``sides`` that allows it; with no order named see :func:`place_on_any_side`."""
    source = available(turn.position, colour, _OWNER[colour])
    legal = [side for side in sides if may_place(turn.position, colour, side)]
    if not source or not legal:
        return False
    turn.begin("place_leverage_on_track")
    _lay_on_side(turn, colour, source[0], legal[0])
    return True


def _lay_on_side(turn: Turn, colour: str, source: str, side: str) -> None:
    box = next_box(turn.position, side)
    economy = pulled_to(turn.position, side) if colour == "yellow_leverage" else turn.position["economy"]
    turn.move(colour, source, f"economy:{box}")
    turn.set("economy", economy)


def place_on_any_side(turn: Turn, colour: str) -> bool:
    """No side named: yellow where it pulls, otherwise at random among the legal sides (R29)."""
    position = turn.position
    legal = [side for side in ("left", "right") if may_place(position, colour, side)]
    if colour == "yellow_leverage":
        legal = prefer(legal, lambda side: pulled_to(position, side) != position["economy"])
    if len({next_box(position, side) for side in legal}) == 1:
        legal = legal[:1]  # both sides lead to the centre
    if not legal or not available(position, colour, _OWNER[colour]):
        return False
    boxes = {f"economy:{next_box(position, side)}": side for side in legal}
    return place_on_economy(turn, colour, [boxes[turn.one_of(list(boxes))]])


def place_on_track(turn: Turn, colour: str) -> bool:
    """Progress or Reaction if a Leverage box is empty there, else Economy (R28)."""
    track = _TRACK[colour]
    empty = [box for box in BOARD[track]["leverage"] if not count(turn.position, colour, f"{track}:{box}")]
    source = available(turn.position, colour, _OWNER[colour])
    if not empty:
        return place_on_any_side(turn, colour)
    if not source:
        return False
    turn.begin("place_leverage_on_track")
    turn.move(colour, source[0], f"{track}:{empty[0]}")
    return True


# -- removing ------------------------------------------------------------------------------------------


def highest_on_side(position: Position, colour: str, side: str) -> str | None:
    """The highest-numbered box of a side with that colour, the centre as its fourth (R52, R60)."""
    boxes = [box for box in SIDE_BOXES[side] if count(position, colour, f"economy:{box}")]
    return boxes[-1] if boxes else None


def remove_from_economy(turn: Turn, colour: str, sides: list[str]) -> bool:
    """Remove from the first of ``sides`` that has that colour [5.4]."""
    for side in sides:
        box = highest_on_side(turn.position, colour, side)
        if box is not None:
            turn.begin("remove_leverage")
            turn.put_back(colour, f"economy:{box}")
            return True
    return False


def remove_from_any_side(turn: Turn, colour: str) -> bool:
    """No side named: at random among those that have that colour (R29)."""
    found = {
        f"economy:{box}": side
        for side in ("left", "right")
        if (box := highest_on_side(turn.position, colour, side)) is not None
    }
    return bool(found) and remove_from_economy(turn, colour, [found[turn.one_of(list(found))]])


def remove_from_track(turn: Turn, colour: str) -> bool:
    """The highest Leverage of Progress or Reaction; the marker comes down with it [5.7]."""
    track = _TRACK[colour]
    boxes = [box for box in BOARD[track]["leverage"] if count(turn.position, colour, f"{track}:{box}")]
    if not boxes:
        return False
    turn.begin("remove_leverage")
    turn.put_back(colour, f"{track}:{boxes[-1]}")
    lower_to_leverage(turn, track, boxes[:-1])
    return True


def lower_to_leverage(turn: Turn, track: str, boxes: list[int]) -> None:
    """No marker above its highest Leverage; Reaction at most one above Progress [5.7, R61]."""
    limit = max([1, *boxes])
    if turn.position[track] <= limit:
        return
    turn.set(track, limit)
    if track == "progress" and reaction_limited(turn.position):
        turn.set("reaction", min(turn.position["reaction"], limit + 1))


def remove_black_somewhere(turn: Turn) -> bool:
    """NP Coalition's Remove Leverage: Reaction, then Economy, then the map (R28)."""
    return (
        remove_from_track(turn, "black_leverage")
        or remove_from_any_side(turn, "black_leverage")
        or _remove_from_map(turn, "black_leverage")
    )


def _remove_from_map(turn: Turn, colour: str) -> bool:
    spaces = [space for space in SPACES if count(turn.position, colour, space)]
    if not spaces:
        return False
    space = choose_by_nearness(turn, spaces)
    turn.begin("remove_leverage", space)
    turn.put_back(colour, space)
    return True


# -- whole entries of 8.9 and 8.12 ---------------------------------------------------------------------


def remedy_economy(turn: Turn) -> bool:
    """8.9, Economic 1: black Leverage away, yellow on; the marker's side first."""
    position = turn.position
    far = abs(ECONOMY.index(position["economy"]) - _STABLE) >= 2
    if not far and not _on_economy(position, "black_leverage"):
        return False
    side = side_of_marker(position)
    if side is None:
        removed = remove_from_any_side(turn, "black_leverage")
        return place_on_any_side(turn, "yellow_leverage") or removed
    sides = [side, other_side(side)]
    removed = remove_from_economy(turn, "black_leverage", sides)
    return place_on_economy(turn, "yellow_leverage", sides) or removed


def press_economy(turn: Turn) -> bool:
    """8.12, Economic: yellow Leverage away, black on the side of the Era."""
    side = "left" if era(turn.position) == "crisis" else "right"
    if turn.rulings.get("R29") == "next":
        removed = remove_from_economy(turn, "yellow_leverage", [side, other_side(side)])
    else:
        removed = remove_from_any_side(turn, "yellow_leverage")
    return place_on_economy(turn, "black_leverage", [side]) or removed


def place_on_map(turn: Turn) -> bool:
    """8.9, Economic 2: yellow Leverage where the Coalition is present, on a Strike first [6.3, R36]."""
    position = turn.position
    source = available(position, "yellow_leverage", "coalition")
    spaces = [space for space in SPACES if cubes(position, "coalition", space)]
    if not source or not spaces or "timeline" in position["lie"]["general_strike"]:
        return False
    strikes = on_map(position, "strike")
    space = choose_by_nearness(turn, prefer(spaces, lambda space: space in strikes))
    turn.begin("place_leverage_on_map", space)
    turn.move("yellow_leverage", source[0], space)
    for face in ("strike", "kpd_cadre"):
        if count(turn.position, face, space):
            turn.put_back(face, space)
    return True
