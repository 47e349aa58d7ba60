"""What happens between Action Steps (4.0, steps 4-6) and the cards kept beside a hand (6.0, 7.7).

Every function that changes the table works on a :class:`Draft`, whose ``faction`` chooses the holding
boxes pieces return to [5.2]: the active faction in its Action Step, the Momentum faction in the
steps after it. What a person or a bot has to choose is asked for as an argument; a choice that the
rules do not allow raises :class:`IllegalChange`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from weimar_bot.rules import leverage, tracks
from weimar_bot.rules.draft import Draft
from weimar_bot.rules.elections import clean_slate
from weimar_bot.rules.markers import STRIKES, has_any, holds_assassinations
from weimar_bot.table.changes import IllegalChange, Move, Shift
from weimar_bot.table.pieces import ASSASSINATIONS, FACTIONS, INFLUENCE
from weimar_bot.table.table import CONTROLS, DEFAULTS, Table

Follows = Literal["late_round", "new_year", "new_era", "end"]

ROUNDS: Final = ("early", "late")
GENERAL_STRIKE_NEEDS: Final = 3
CRISIS_SHIFT_YEARS: Final = range(1920, 1924)
DECLINE_SHIFT_YEARS: Final = range(1931, 1934)
DEPRESSION: Final = 1930
NEW_ERA_YEARS: Final = (1924, 1930)
LAST_YEARS_OF_ERAS: Final = (1923, 1929, 1933)
HAND: Final[Mapping[str, int]] = {"golden_twenties": 9, "decline": 6}
# Whose units drive out Assassinations, who pays for Hyperinflation, and who has Article 48.
GOVERNMENT: Final = "coalition"
SEATS: Final = "reichstag_seats"


# -- step 4: Advance Timeline --------------------------------------------------------------------------


def removable_strikes(table: Table) -> list[str]:
    """The spaces whose Strike or Uprising KPD may take off the map in this step [4.0]."""
    return table.spaces_with(*STRIKES)


def remove_strikes(draft: Draft, spaces: Iterable[str]) -> None:
    """Take the Strike or Uprising off each of the spaces [4.0]."""
    for space in spaces:
        piece = next((piece for piece in STRIKES if draft.table.count(space, piece)), None)
        if piece is None:
            raise IllegalChange(f"{space} has neither a Strike nor an Uprising")
        draft.take_back(piece, space)


def end_general_strike(draft: Draft) -> None:
    """Take the General Strike marker off the Timeline where fewer than three markers are left [4.0]."""
    too_few = draft.table.on_map(*STRIKES) < GENERAL_STRIKE_NEEDS
    if too_few and draft.table.count("timeline", "general_strike"):
        draft.take_back("general_strike", "timeline")


def guarded_assassinations(table: Table) -> list[str]:
    """The spaces with an Assassinations marker and a Coalition unit [4.0]."""
    return [
        space
        for space in table.board.spaces
        if holds_assassinations(table, space) and table.units(space, GOVERNMENT)
    ]


def lift_assassinations(draft: Draft) -> None:
    """Remove the Assassinations markers of spaces with Coalition units [4.0]."""
    for space in guarded_assassinations(draft.table):
        for face in ASSASSINATIONS.values():
            for _ in range(draft.table.count(space, face)):
                draft.take_back(face, space)


def hyperinflation_spaces(table: Table) -> list[str]:
    """Where the Momentum faction must take a Coalition cube from; empty if none is lost [4.0]."""
    if leverage.economy_index(table, table.text("economy")) != 0:
        return []
    return [space for space in table.board.spaces if table.has_presence(space, GOVERNMENT)]


def lose_to_hyperinflation(draft: Draft, space: str | None) -> None:
    """Remove one Coalition cube from ``space``, None where no cube is lost [4.0]."""
    spaces = hyperinflation_spaces(draft.table)
    if space is None and not spaces:
        return
    if space not in spaces:
        raise IllegalChange(f"Hyperinflation takes a Coalition cube from one of {spaces}, not {space}")
    _remove_cube(draft, GOVERNMENT, space)


def next_turn(year: int, round_: str) -> tuple[int, str]:
    """The year and round after ``year`` and ``round_`` [4.0]."""
    return (year, "late") if round_ == "early" else (year + 1, "early")


def what_follows(table: Table, last_year: int) -> Follows:
    """What comes after this round: its Late Year round, a New Year, a New Era after it, or the end."""
    if table.text("round") == "early":
        return "late_round"
    if table.year >= last_year:
        return "end"
    return "new_era" if table.year + 1 in NEW_ERA_YEARS else "new_year"


def turn_over(draft: Draft, last_year: int) -> Follows:
    """Flip the Turn marker, and advance the year after a Late Year round [4.0].

    After the scenario's last round the marker stays where it is: no year of the scenario follows.
    """
    follows = what_follows(draft.table, last_year)
    if follows != "end":
        year, round_ = next_turn(draft.table.year, draft.table.text("round"))
        draft.shift("year", year)
        draft.shift("round", round_)
    return follows


def advance_timeline(
    draft: Draft, last_year: int, strikes: Iterable[str] = (), cube_from: str | None = None
) -> Follows:
    """The whole Advance Timeline Step [4.0].

    ``strikes`` are the spaces KPD clears (none for a Non-player KPD, R45); ``cube_from`` is where
    Hyperinflation takes its cube, None where :func:`hyperinflation_spaces` is empty.
    """
    remove_strikes(draft, strikes)
    end_general_strike(draft)
    lift_assassinations(draft)
    lose_to_hyperinflation(draft, cube_from)
    return turn_over(draft, last_year)


# -- step 5: New Year ----------------------------------------------------------------------------------


def adjust_economy(draft: Draft) -> None:
    """Shift the Economy marker as the year just entered asks [4.0, 5.4, 5.5]."""
    year = draft.table.year
    if year in CRISIS_SHIFT_YEARS:
        leverage.shift_economy(draft, "left")
    elif year == DEPRESSION:
        _begin_depression(draft)
    elif year in DECLINE_SHIFT_YEARS:
        leverage.shift_economy(draft, "right")


def _begin_depression(draft: Draft) -> None:
    """Put the marker under the right-most Dollar Dependence and clear the track of Leverage [4.0]."""
    economy = draft.table.board.tracks["economy"]
    held = [
        box
        for box in economy["dollar_dependence"]
        if draft.table.count(f"economy:{box}", "dollar_dependence")
    ]
    if held:
        draft.shift("economy", max(held, key=lambda box: leverage.economy_index(draft.table, box)))
    leverage.sweep(draft, [f"economy:{box}" for box in economy["boxes"]])


def turn_order_by_card(faction_order: Sequence[str], momentum: str) -> tuple[str, ...]:
    """The Turn Order of a Non-player Momentum faction: its card's Faction Order, then itself [8.4]."""
    return (*(faction for faction in faction_order if faction != momentum), momentum)


def set_turn_order(draft: Draft, order: Sequence[str]) -> None:
    """Lay the Turn Order markers in ``order``, which names every faction once [4.0, 5.8]."""
    if sorted(order) != sorted(FACTIONS):
        raise IllegalChange(f"a Turn Order names every faction once, unlike {', '.join(order)}")
    before = draft.table.listed("turn_order")
    if before != tuple(order):
        draft.do(Shift("turn_order", before, tuple(order)))


def new_year(draft: Draft, order: Sequence[str]) -> None:
    """The whole New Year Step; ``order`` is the Momentum faction's choice [4.0]."""
    adjust_economy(draft)
    set_turn_order(draft, order)


# -- step 6: New Era -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Penalty:
    """A Held Card Penalty: up to ``cubes`` may be removed, ``cards`` fewer are drawn [4.0]."""

    cubes: int = 0
    cards: int = 0


def held_card_penalty(table: Table, faction: str, weighty: int, others: int) -> Penalty:
    """What ``faction`` pays for held cards: ``weighty`` Election or Mandatory ones, and others [4.0].

    A card that is both counts once. A Non-player faction pays nothing [8.1, 8.4].
    """
    if min(weighty, others) < 0:
        raise ValueError("a hand cannot hold fewer than no cards")
    if faction in table.listed("non_player"):
        return Penalty()
    owed = 2 * weighty + others
    return Penalty(owed, owed)


def penalty_spaces(table: Table, faction: str) -> list[str]:
    """Where the Momentum faction may remove a cube of ``faction`` for its penalty [4.0]."""
    return [space for space in table.board.spaces if table.has_presence(space, faction)]


def pay_penalty(draft: Draft, faction: str, penalty: Penalty, spaces: Sequence[str]) -> None:
    """Remove one cube of ``faction`` from each of ``spaces``; one named twice loses two [4.0].

    Fewer than the penalty allows may be named, even none.
    """
    if len(spaces) > penalty.cubes:
        raise IllegalChange(f"at most {penalty.cubes} cubes of {faction} may be removed, not {len(spaces)}")
    for space in spaces:
        _remove_cube(draft, faction, space)


def cards_to_draw(table: Table, penalty: Penalty) -> int:
    """How many Event cards a faction draws in the New Era Step of the era begun [4.0]."""
    return max(0, HAND[table.era] - penalty.cards)


def end_lingering(draft: Draft, events: Iterable[int]) -> None:
    """Take Lingering Events out of play; each must be in play [4.0, 6.1]."""
    before = draft.table.state["lingering"]
    ended = set(events)
    if missing := [event for event in sorted(ended) if not draft.table.lingers(event)]:
        raise IllegalChange(f"not in play as Lingering Events: {missing}")
    if ended:
        assert isinstance(before, tuple)
        left = [event for event in before if isinstance(event, int) and event not in ended]
        draft.do(Shift("lingering", before, tuple(left)))


def _remove_cube(draft: Draft, faction: str, space: str) -> None:
    # Not Draft.remove_influence: the ban of 6.0 it notes is about an Action Step.
    draft.do(Move(INFLUENCE[faction], 1, space, faction))


# -- the end of a scenario -----------------------------------------------------------------------------

# The ways a scenario ends, and whether an Election Cycle decides it, given whether the Coalition
# holds cards for which it owes a Held Card Penalty [3.4, 4.0 design note].
ENDS: Final[Mapping[str, Callable[[bool], bool]]] = {
    "election": lambda owes: True,
    "election_with_modifiers": lambda owes: True,
    "coalition_unless_penalty": lambda owes: owes,
}


def ends_in_election(end: str, coalition_owes: bool = False) -> bool:
    """Whether a scenario with this kind of end holds an Election Cycle after its last round [3.4].

    If it does not, the Coalition wins. Raises :class:`KeyError` for an end not in :data:`ENDS`.
    """
    return ENDS[end](coalition_owes)


# -- cards beside the hand -----------------------------------------------------------------------------


def begin_action_step(draft: Draft) -> None:
    """Forget what the last active faction did: the notes of 6.0 are about one Action Step."""
    for key, nothing in DEFAULTS.items():
        if key.startswith("turn.") and draft.table.state[key] != nothing:
            draft.do(Shift(key, draft.table.state[key], nothing))


def can_play_article_48(table: Table) -> bool:
    """Whether the card is Available; that the Event is neither Election nor Mandatory is apart [6.0]."""
    return table.state["article_48"] == "available"


def play_article_48(draft: Draft) -> None:
    """Momentum to the Coalition, a Clean Slate everywhere, the card face-down [6.0].

    Cancelling the Event is the caller's part.
    """
    if not can_play_article_48(draft.table):
        raise IllegalChange("Article 48 is not Available")
    tracks.gain_momentum(draft, GOVERNMENT)
    clean_slate(draft, draft.table.board.spaces)
    draft.shift("article_48", "used")


def can_play_seats(table: Table, faction: str) -> bool:
    """Whether ``faction``, when active, may play Reichstag Seats [6.0]."""
    return _is_face_up(table, SEATS, faction)


def play_seats(draft: Draft) -> None:
    """Reichstag Seats by the draft's faction: Unity towards Fragile, Momentum, a Clean Slate [6.0]."""
    _spend(draft, SEATS, lambda: _take_seats(draft))


def _take_seats(draft: Draft) -> None:
    tracks.shift_unity(draft, -1)
    tracks.gain_momentum(draft, draft.faction)
    clean_slate(draft, draft.table.board.spaces)


def playable_controls(table: Table, faction: str) -> list[str]:
    """The areas whose Parliamentary Control card ``faction`` holds face-up, in the order of 7.1 [6.0].

    That only one may be played in an Action Step is apart.
    """
    return [area for area in CONTROLS if _is_face_up(table, f"control.{area}", faction)]


def removable_reforms(table: Table, area: str) -> list[str]:
    """The spaces of an area from which its card may remove a Reform [6.0]."""
    return [space for space in table.board.members(area) if has_any(table, space, "reform")]


def play_control(draft: Draft, area: str, reform_from: str | None = None) -> None:
    """A Parliamentary Control card after its bonus Action: a Reform if wished, then a Clean Slate [6.0]."""
    if reform_from is not None and reform_from not in removable_reforms(draft.table, area):
        raise IllegalChange(f"the card of {area} cannot remove a Reform from {reform_from}")

    def carry_out() -> None:
        if reform_from is not None:
            draft.take_back("reform", reform_from)
        clean_slate(draft, draft.table.board.members(area))

    _spend(draft, f"control.{area}", carry_out)


def extra_election_cards(table: Table, faction: str) -> list[str]:
    """The cards (state keys) an active Momentum faction may spend on an Extra Election [7.7].

    That the scenario has Extra Elections, and only one in a game, is apart.
    """
    if table.text("momentum") != faction:
        return []
    keys = (SEATS, *(f"control.{area}" for area in CONTROLS))
    return [key for key in keys if _is_face_up(table, key, faction)]


def call_extra_election(draft: Draft, key: str) -> None:
    """Turn the card face-down; the Election Cycle comes in the next Elections Step [7.7]."""
    if key not in extra_election_cards(draft.table, draft.faction):
        raise IllegalChange(f"{draft.faction} cannot call an Extra Election with {key}")
    draft.do(Shift(key, (draft.faction, True), (draft.faction, False)))


def _is_face_up(table: Table, key: str, faction: str) -> bool:
    return table.state[key] == (faction, True)


def _spend(draft: Draft, key: str, carry_out: Callable[[], None]) -> None:
    """Carry out what a card of the draft's faction says, then turn it face-down [6.0]."""
    if not _is_face_up(draft.table, key, draft.faction):
        raise IllegalChange(f"{draft.faction} holds no Available {key}")
    carry_out()
    draft.do(Shift(key, (draft.faction, True), (draft.faction, False)))
