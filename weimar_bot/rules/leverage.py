"""Leverage on the map and on tracks, and what its coming and going moves (5.4, 5.7)."""

from __future__ import annotations

from weimar_bot.rules.draft import Draft
from weimar_bot.table.boxes import available
from weimar_bot.table.changes import Move
from weimar_bot.table.scenario import reaction_limited
from weimar_bot.table.table import Table

LEVERAGE = {"coalition": "yellow_leverage", "rc": "black_leverage"}
COLOUR_OF_TRACK = {"progress": "yellow_leverage", "reaction": "black_leverage"}
SIDES = ("left", "right")


# -- Economy ---------------------------------------------------------------------------------------


def economy_index(table: Table, box: str) -> int:
    """How far a box of the Economy track is from its left end, the first being 0."""
    boxes = table.board.tracks["economy"]["boxes"]
    return int(boxes.index(box))


def economy_side(table: Table, box: str | None = None) -> str | None:
    """``left`` towards Hyperinflation, ``right`` towards Mass Unemployment, None for Stable."""
    at = economy_index(table, box or table.text("economy"))
    stable = economy_index(table, "stable")
    if at == stable:
        return None
    return "left" if at < stable else "right"


def distance_from_stable(table: Table, box: str | None = None) -> int:
    """How many boxes the Economy marker, or ``box``, is away from Stable [5.5]."""
    return abs(economy_index(table, box or table.text("economy")) - economy_index(table, "stable"))


def side_boxes(table: Table, side: str) -> list[str]:
    """The Leverage boxes of a side from box 1 at the end of the track to the one under Stable."""
    return list(table.board.tracks["economy"]["leverage"][side])


def economy_leverage(table: Table, box: str) -> str | None:
    """The colour of Leverage in an Economy box, if any."""
    here = table.at(f"economy:{box}")
    return next((colour for colour in LEVERAGE.values() if colour in here), None)


def side_has(table: Table, side: str, colour: str) -> bool:
    """Whether a side holds Leverage of a colour; the box under Stable belongs to neither (R60)."""
    return any(economy_leverage(table, box) == colour for box in side_boxes(table, side)[:-1])


def economy_box_for(table: Table, colour: str, side: str) -> str | None:
    """The box Leverage placed on a side goes to, or None if it may not go there [5.4].

    Black Leverage on a side bars yellow there, never black.
    """
    if colour == "yellow_leverage" and side_has(table, side, "black_leverage"):
        return None
    return next((box for box in side_boxes(table, side) if economy_leverage(table, box) is None), None)


def openings_on_economy(table: Table, colour: str) -> list[tuple[str, str]]:
    """Sides that take Leverage of a colour, each with the place it goes to.

    Where both sides mean the box under Stable and neither pulls, they are one: ``left+right``.
    """
    found = [(side, f"economy:{box}") for side in SIDES if (box := economy_box_for(table, colour, side))]
    alike = len(found) == 2 and found[0][1] == found[1][1]
    if alike and (colour == "black_leverage" or not any(pulled_to(table, "stable", side) for side in SIDES)):
        return [("+".join(SIDES), found[0][1])]
    return found


def removable_on_economy(table: Table, colour: str, side: str) -> str | None:
    """The highest box of a side with Leverage of ``colour`` (R52); Stable counts as its fourth (R60)."""
    return next(
        (box for box in reversed(side_boxes(table, side)) if economy_leverage(table, box) == colour), None
    )


def pulled_to(table: Table, box: str, side: str) -> str | None:
    """Where yellow Leverage newly put in ``box`` for ``side`` pulls the Economy marker, if it does.

    In the Decline Era the marker never passes the right-most Dollar Dependence to the left; it
    goes as far as it may (R59).
    """
    if economy_side(table) != side or distance_from_stable(table) <= distance_from_stable(table, box):
        return None
    boxes = table.board.tracks["economy"]["boxes"]
    goal = economy_index(table, box)
    if side == "right":
        goal = max(goal, leftmost_allowed(table))
        if goal >= economy_index(table, table.text("economy")):
            return None
    return str(boxes[goal])


def pull_is_blocked(table: Table, colour: str, place: str) -> bool:
    """Whether yellow Leverage newly put in ``place`` would pull, but for Dollar Dependence (R59)."""
    box = place.removeprefix("economy:")
    if colour != "yellow_leverage" or box == place or box not in side_boxes(table, "right")[:-1]:
        return False
    farther = distance_from_stable(table) > distance_from_stable(table, box)
    return economy_side(table) == "right" and farther and pulled_to(table, box, "right") is None


def leftmost_allowed(table: Table) -> int:
    """The index of the left-most Economy box the marker may shift to [5.5, 6.0]."""
    if table.era != "decline":
        return 0
    return max(
        (
            economy_index(table, box)
            for box in table.board.tracks["economy"]["dollar_dependence"]
            if table.count(f"economy:{box}", "dollar_dependence")
        ),
        default=0,
    )


def farthest_allowed(table: Table, side: str) -> int:
    """The index of the box nearest the end of a side the marker may shift to [5.4, 6.0]."""
    boxes = table.board.tracks["economy"]["boxes"]
    yellow = [
        economy_index(table, box)
        for box in side_boxes(table, side)[:-1]
        if economy_leverage(table, box) == "yellow_leverage"
    ]
    if side == "left":
        return max([0, *yellow])
    return min([len(boxes) - 1, *yellow])


def shift_economy(draft: Draft, towards: str, steps: int = 1) -> None:
    """Shift the Economy marker towards ``left``, ``right`` or ``stable``, as far as allowed [5.4, 5.5].

    Towards Stable it stops there [8.6-1].
    """
    for _ in range(steps):
        table = draft.table
        at = economy_index(table, table.text("economy"))
        side = (
            towards if towards in SIDES else {"left": "right", "right": "left", None: ""}[economy_side(table)]
        )
        goal = at + {"left": -1, "right": 1, "": 0}[side]
        boxes = table.board.tracks["economy"]["boxes"]
        if not 0 <= goal < len(boxes) or goal == at:
            return
        if side == "left" and goal < leftmost_allowed(table):
            return
        beyond = economy_side(table, boxes[goal])
        limit = farthest_allowed(table, beyond) if beyond else goal
        if beyond == side and ((side == "left" and goal < limit) or (side == "right" and goal > limit)):
            return
        draft.shift("economy", boxes[goal])


def place_on_economy(draft: Draft, colour: str, source: str, side: str) -> None:
    """Put Leverage on a side of Economy; yellow pulls the marker [5.4]."""
    box = economy_box_for(draft.table, colour, side)
    assert box is not None
    pull = pulled_to(draft.table, box, side) if colour == "yellow_leverage" else None
    draft.do(Move(colour, 1, source, f"economy:{box}"))
    if pull is not None:
        draft.shift("economy", pull)


# -- Progress and Reaction -------------------------------------------------------------------------


def leverage_levels(table: Table, track: str) -> list[int]:
    """The boxes of Progress or Reaction that hold Leverage, ascending."""
    colour = COLOUR_OF_TRACK[track]
    return [n for n in table.board.tracks[track]["leverage"] if table.count(f"{track}:{n}", colour)]


def track_box_for(table: Table, track: str) -> int | None:
    """The lowest empty Leverage box of Progress or Reaction [5.4]."""
    taken = leverage_levels(table, track)
    return next((n for n in table.board.tracks[track]["leverage"] if n not in taken), None)


def place_on_track(draft: Draft, track: str, source: str) -> None:
    """Put Leverage of the track's colour in its lowest empty box; no marker moves [5.4]."""
    box = track_box_for(draft.table, track)
    assert box is not None
    draft.do(Move(COLOUR_OF_TRACK[track], 1, source, f"{track}:{box}"))


def settle_tracks(draft: Draft) -> None:
    """Lower Progress and Reaction to their Leverage, and Reaction to one above Progress [5.7, R61]."""
    for track in ("progress", "reaction"):
        limit = max(leverage_levels(draft.table, track), default=1)
        if draft.table.level(track) > limit:
            draft.shift(track, limit)
    lower_reaction_to_progress(draft)


def lower_reaction_to_progress(draft: Draft) -> None:
    """Keep Reaction at most one above Progress, where the scenario asks for it [5.7, R61]."""
    limit = draft.table.level("progress") + 1
    if reaction_limited(draft.table) and draft.table.level("reaction") > limit:
        draft.shift("reaction", limit)


# -- anywhere --------------------------------------------------------------------------------------


def sources(table: Table, faction: str) -> list[str]:
    """Holding boxes with Leverage Available to the Coalition or RC, in taking order."""
    return [box.id for box in available(table, LEVERAGE[faction], faction)]


def placed(table: Table, colour: str) -> list[str]:
    """Every place from which a Remove Leverage Action may take Leverage of ``colour`` [5.4, 6.3].

    On Progress and Reaction that is the highest one, on each side of Economy likewise, in spaces any.
    """
    found = []
    for track, own in COLOUR_OF_TRACK.items():
        levels = leverage_levels(table, track)
        if own == colour and levels:
            found.append(f"{track}:{levels[-1]}")
    for side in SIDES:
        box = removable_on_economy(table, colour, side)
        if box is not None and f"economy:{box}" not in found:
            found.append(f"economy:{box}")
    return found + table.spaces_with(colour)


def remove(draft: Draft, colour: str, place: str) -> None:
    """Return one Leverage from a track box or a space; Progress and Reaction settle [5.4, 5.7]."""
    draft.take_back(colour, place)
    if place.startswith(("progress:", "reaction:")):
        settle_tracks(draft)


def sweep(draft: Draft, places: list[str]) -> None:
    """Return all Leverage of both colours from the places (a Strike, a General Strike, a Clean Slate)."""
    for place in places:
        for colour in LEVERAGE.values():
            for _ in range(draft.table.count(place, colour)):
                draft.take_back(colour, place)


def may_place_on_map(table: Table, faction: str) -> list[str]:
    """Spaces for Place Leverage on the Map: own Presence, and no General Strike [6.3, 6.6]."""
    if table.count("timeline", "general_strike") or not sources(table, faction):
        return []
    return [space for space in table.board.spaces if table.has_presence(space, faction)]


def place_on_map(draft: Draft, source: str, space: str) -> None:
    """Put Leverage in a space; it drives out what 6.3 and 6.6 name for its colour."""
    faction = draft.faction
    draft.do(Move(LEVERAGE[faction], 1, source, space))
    swept = {
        "coalition": ("strike", "kpd_cadre"),
        "rc": ("assassinations_yellow_red", "assassinations_brown_black", "nsdap_cadre"),
    }[faction]
    for piece in swept:
        for _ in range(draft.table.count(space, piece)):
            draft.take_back(piece, space)
