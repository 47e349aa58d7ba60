"""Corners random tables seldom reach: small positions, each with what the rules make of them."""

from __future__ import annotations

from tests.referee.cases import Case

Expected = dict[str, object]  # marker or "face@place" -> its value or number afterwards
_YELLOW_ON_DEALS = {"us_deals": {"yellow_leverage": [1]}}


def _decline(year: int) -> Case:
    """Yellow under right_2 would pull the Economy marker past the Dollar Dependence marker at right_3."""
    position = {
        "year": year,
        "economy": "right_3",
        "leverage": {"economy": {"right_3": "yellow"}},
        "economy_dollar_dependence": ["right_3"],
        "holding": _YELLOW_ON_DEALS,
    }
    return Case(position, card=5, action="special.economic")


def _black_leverage_twice(rulings: dict[str, str]) -> Case:
    """A Rogue Freikorps and two black Leverage against three Worker Militia."""
    space = {"units": {"rogue_freikorps": 1, "worker_militia": 3}, "black_leverage": 2}
    position = {"spaces": {"koeln": space}}
    return Case(position, card=28, dice=[6, 6], action="special.military", rulings=rulings)


def _cliques(cliques: dict[str, str | None]) -> Case:
    """NSDAP has a marker and no cube to hit; RC holds Köln with a unit."""
    position = {
        "nsdap_stance": 1,
        "mats": {"nsdap": {"assassinations": [1]}},
        "cliques": {"a": None, "b": None, "c": None} | cliques,
        "spaces": {"koeln": {"units": {"rogue_freikorps": 1}}},
    }
    return Case(position, card=26, action="special.assassination")


_FULL_TRACK = [2, 3, 4, 5]
_BOTH_SIDES = {f"{side}_{number}": "yellow" for side in ("left", "right") for number in (1, 2, 3)}
_REFORM_CONTROL = {area: {"holder": "coalition"} for area in ("koeln", "hamburg")}

CORNERS: dict[str, tuple[Case, Expected]] = {
    "in the Decline Era a pull stops at Dollar Dependence (5.5, R59)": (
        _decline(1931),
        {"economy": "right_3", "yellow_leverage@economy:right_2": 1},
    ),
    "before it the pull goes on (5.4)": (
        _decline(1929),
        {"economy": "right_2", "yellow_leverage@economy:right_2": 1},
    ),
    "the Coalition prefers the side where its Leverage pulls (R29)": (
        Case(
            {
                "economy": "hyperinflation",
                "leverage": {"progress": _FULL_TRACK},
                "holding": _YELLOW_ON_DEALS,
            },
            card=5,
            action="special.reform.place_leverage_on_track",
        ),
        {"economy": "left_3", "yellow_leverage@economy:left_3": 1},
    ),
    "two full sides both lead to the centre, so no lot is drawn (5.4)": (
        Case(
            {
                "leverage": {"reaction": _FULL_TRACK, "economy": _BOTH_SIDES},
                "mats": {"rc": {"leverage": [5]}},
            },
            card=28,
            action="special.cultural",
        ),
        {"black_leverage@economy:stable": 1},
    ),
    "no Reform is placed beside black Leverage (6.3)": (
        Case(
            {
                "progress": 2,
                "leverage": {"progress": [2]},
                "holding": {"progress": {"reforms": [2]}},
                "cards": {"parliamentary_control": _REFORM_CONTROL},
                "spaces": {"koeln": {"black_leverage": 1}},
            },
            card=7,
            action="special.reform",
        ),
        {"reform@hamburg": 1, "reform@koeln": 0},
    ),
    "black Leverage adds one however many markers (R19)": (
        _black_leverage_twice({}),
        {"momentum": "coalition", "worker_militia@koeln": 3},
    ),
    "by its alternative it adds one each (R19)": (
        _black_leverage_twice({"R19": "each"}),
        {"momentum": "rc"},
    ),
    "a Clique falls though nothing else could be hit, but not under RC Supremacy (6.5, R32)": (
        _cliques({"a": "koeln", "b": "hamburg"}),
        {"assassinations_brown_black@hamburg": 1, "clique_b@rc:2": 1, "clique_a@koeln": 1},
    ),
    "a single Clique on the map is safe (6.5, R32)": (
        _cliques({"b": "hamburg"}),
        {"clique_b@hamburg": 1, "assassinations@nsdap:1": 1},
    ),
}
