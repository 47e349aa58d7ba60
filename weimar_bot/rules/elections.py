"""Elections (7.0-7.7), Clean Slate (5.11), whether RC steals one (3.2); ``victory`` says who wins the game.

Everything is counted on a table and comes out as plain values; what an election changes on the
table is done by :func:`hand_out_control` and, where the Coalition won, :func:`end_election`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from weimar_bot.rules import leverage
from weimar_bot.rules.draft import Draft
from weimar_bot.rules.markers import has_any, holds_assassinations
from weimar_bot.rules.middle_class import PAWN
from weimar_bot.table.changes import Shift
from weimar_bot.table.pieces import ASSASSINATIONS, CADRES, FACTIONS
from weimar_bot.table.table import CONTROLS, Table

MOMENTUM_BONUS = 3
PAWN_BONUS = 2
REFORM_BONUS = 3
CADRE_BONUS = 2
LEVERAGE_BONUS = 1
# While it is in play the Coalition is without Article 48 [6.0, the example].
HINDENBURG_RUNS_AGAIN = 124


@dataclass(frozen=True, slots=True)
class Regional:
    """A Regional Election: PV by faction; ``void`` where an Assassinations or Uprising marker bars it.

    ``winner`` is None after a tie, without any PV, and where it is void [7.1].
    """

    area: str
    pv: Mapping[str, int]
    winner: str | None
    void: bool = False
    dominance: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class General:
    """A General Election: PV from the regions, each bonus by faction, and the totals [7.2]."""

    regional: Mapping[str, int]
    bonuses: Mapping[str, Mapping[str, int]]
    totals: Mapping[str, int]


def is_void(table: Table, area: str) -> bool:
    """Whether a marker in the area bars its Regional Election [7.1]."""
    return any(
        holds_assassinations(table, space) or has_any(table, space, "uprising")
        for space in table.board.members(area)
    )


def regional(table: Table, area: str) -> Regional:
    """The Regional Election in a City, Bayern or a Region [7.1]."""
    if is_void(table, area):
        return Regional(area, dict.fromkeys(FACTIONS, 0), None, void=True)
    spaces = table.board.members(area)
    dominance = {space: table.dominance(space) for space in spaces}
    pv = dict.fromkeys(FACTIONS, 0)
    for space, holder in dominance.items():
        if holder is not None:
            pv[holder] += table.board.spaces[space].pv
        for faction, bonus in _bonus(table, space).items():
            pv[faction] += bonus
    return Regional(area, pv, _sole_highest(pv), dominance=dominance)


def _bonus(table: Table, space: str) -> dict[str, int]:
    """Bonus PV for pieces in a space, whoever has Dominance [7.1]."""
    return {
        "coalition": LEVERAGE_BONUS * table.count(space, "yellow_leverage")
        + REFORM_BONUS * table.count(space, "reform"),
        "rc": LEVERAGE_BONUS * table.count(space, "black_leverage"),
        **{faction: CADRE_BONUS * table.count(space, cadre) for faction, cadre in CADRES.items()},
    }


def _sole_highest(pv: Mapping[str, int]) -> str | None:
    best = max(pv.values())
    leaders = [faction for faction in FACTIONS if pv[faction] == best]
    return leaders[0] if len(leaders) == 1 else None


def all_regional(table: Table) -> list[Regional]:
    """Every Regional Election, in the order of 7.1."""
    return [regional(table, area) for area in CONTROLS]


def general(table: Table, regions: Iterable[Regional]) -> General:
    """The General Election after the regional ones, before any transfer [7.2]."""
    gained = dict.fromkeys(FACTIONS, 0)
    for one in regions:
        for faction, pv in one.pv.items():
            gained[faction] += pv
    return _with_bonuses(table, gained)


def special(table: Table) -> General:
    """The Special Election of Event #82: Dominance alone, in areas free of barring markers [7.4]."""
    gained = dict.fromkeys(FACTIONS, 0)
    for area in CONTROLS:
        if is_void(table, area):
            continue
        for space in table.board.members(area):
            holder = table.dominance(space)
            if holder is not None:
                gained[holder] += table.board.spaces[space].pv
    return _with_bonuses(table, gained)


def _with_bonuses(table: Table, gained: Mapping[str, int]) -> General:
    per_cube = table.board.tracks["progress"]["berlin_pv_bonus_per_cube"][table.level("progress")]
    bonuses = {
        "momentum": {table.text("momentum"): MOMENTUM_BONUS},
        "middle_class": {faction: PAWN_BONUS * table.count(faction, PAWN) for faction in FACTIONS},
        "berlin": {"coalition": int(per_cube) * table.influence("berlin", "coalition")},
    }
    totals = {
        faction: gained[faction] + sum(bonus.get(faction, 0) for bonus in bonuses.values())
        for faction in FACTIONS
    }
    return General(dict(gained), bonuses, totals)


def most_transferable(totals: Mapping[str, int], momentum: str) -> int:
    """How many PV the Momentum faction may hand to another: half of its own, rounded down [7.2]."""
    return totals[momentum] // 2


def transferred(totals: Mapping[str, int], momentum: str, to: str, pv: int) -> dict[str, int]:
    """The totals after a transfer. Raises :class:`ValueError` for more than half or to itself."""
    if to == momentum or to not in totals or not 0 <= pv <= most_transferable(totals, momentum):
        raise ValueError(f"{momentum} cannot transfer {pv} PV to {to}")
    return {**totals, momentum: totals[momentum] - pv, to: totals[to] + pv}


def leaders(table: Table, totals: Mapping[str, int], among: Sequence[str] = FACTIONS) -> list[str]:
    """Who has the most PV; among equals who has the most pawns; several are left to chance [7.2]."""
    best = max((totals[faction], table.count(faction, PAWN)) for faction in among)
    return [faction for faction in among if (totals[faction], table.count(faction, PAWN)) == best]


def runners_up(table: Table, totals: Mapping[str, int], winner: str) -> list[str]:
    """Who comes second after ``winner``, with the tie-breaks of :func:`leaders` [7.2]."""
    return leaders(table, totals, [faction for faction in FACTIONS if faction != winner])


def current_pv(table: Table) -> dict[str, int]:
    """Each faction's current PV: a whole Election Cycle that changes nothing, without a transfer [7.6]."""
    return dict(general(table, all_regional(table)).totals)


def stolen_by_rc(momentum: str, to: str | None, pv: int, totals: Mapping[str, int]) -> bool:
    """Whether RC steals an NSDAP victory: at least half of NSDAP's PV came from RC [3.2].

    ``totals`` are those after the transfer; that NSDAP won is apart.
    """
    return momentum == "rc" and to == "nsdap" and pv > 0 and 2 * pv >= totals["nsdap"]


# -- what an election changes --------------------------------------------------------------------------


def hand_out_control(draft: Draft, regions: Iterable[Regional]) -> None:
    """Give every Parliamentary Control card to its winner, face-up, or set it aside [7.0, 7.1]."""
    for one in regions:
        key = f"control.{one.area}"
        after = (one.winner, one.winner is not None)
        if draft.table.state[key] != after:
            draft.do(Shift(key, draft.table.state[key], after))


def hand_out_cards(draft: Draft, runner_up: str) -> None:
    """After a Coalition victory: Article 48 face-up, Reichstag Seats to the runner-up [7.3].

    An Event in play that has taken Article 48 away keeps it away.
    """
    before = draft.table.state["reichstag_seats"]
    if before != (runner_up, True):
        draft.do(Shift("reichstag_seats", before, (runner_up, True)))
    if draft.table.state["article_48"] != "out" or not draft.table.lingers(HINDENBURG_RUNS_AGAIN):
        draft.shift("article_48", "available")


def end_election(draft: Draft, runner_up: str) -> None:
    """What follows a Coalition victory: the cards of 7.3 and a Clean Slate in every space [5.11].

    ``draft`` is worked on for the Momentum faction, and control has been handed out before.
    """
    hand_out_cards(draft, runner_up)
    clean_slate(draft, draft.table.board.spaces)


# -- Clean Slate ---------------------------------------------------------------------------------------


def clean_slate(draft: Draft, spaces: Iterable[str]) -> None:
    """Remove Strikes, Assassinations and Leverage from spaces, with the exceptions of 5.11."""
    for space in spaces:
        for piece in _swept(draft.table, space):
            for _ in range(draft.table.count(space, piece)):
                draft.take_back(piece, space)


def _swept(table: Table, space: str) -> list[str]:
    """The faces a Clean Slate removes from a space."""
    found = list(ASSASSINATIONS.values())
    if not _holds(table, space, "kpd") and not table.count(space, CADRES["kpd"]):
        found.append("strike")
    found += [colour for owner, colour in leverage.LEVERAGE.items() if not _holds(table, space, owner)]
    return found


def _holds(table: Table, space: str, faction: str) -> bool:
    return table.dominance(space) == faction or table.controller(space) == faction
