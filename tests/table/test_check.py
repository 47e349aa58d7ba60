"""Tables that cannot be, and tables that are merely odd."""

from __future__ import annotations

import pytest

from weimar_bot.reading.faults import Place
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.check import doubts, homes, impossible
from weimar_bot.table.table import DEFAULTS, Table, Value

BOARD = shipped_board()


def table(places: dict[str, dict[str, int]] | None = None, **state: Value) -> Table:
    return Table(BOARD, places or {}, {**DEFAULTS, **state})


def messages(places: dict[str, dict[str, int]] | None = None, **state: Value) -> list[str]:
    return [str(fault) for fault in impossible(table(places, **state))]


def test_an_empty_table_has_no_fault_and_raises_no_doubt() -> None:
    assert not impossible(table()) and not doubts(table())


@pytest.mark.parametrize(
    "places, expected",
    [
        ({"berlin": {"kpd_cadre": 1, "nsdap_cadre": 1}}, "Berlin holds more than one Cadre [5.12]"),
        ({"berlin": {"kpd_cadre": 2}}, "Berlin holds more than one Cadre [5.12]"),
        ({"berlin": {"strike": 2}}, "Berlin holds more than one Strike or Uprising [5.12]"),
        ({"berlin": {"reform": 2}}, "Berlin holds more than one Reform [6.3]"),
        (
            {"berlin": {"middle_class": 1}},
            "a Middle Class Sympathies pawn does not lie in a space such as Berlin",
        ),
        ({"berlin": {"assassinations": 1}}, "does not lie in a space"),
        ({"kpd": {"sa": 1}}, "SA does not lie on the KPD mat"),
        ({"rc": {"kpd_influence": 1}}, "does not lie on the RC mat"),
        ({"timeline": {"reform": 1}}, "does not lie on the Timeline"),
        ({"kpd:1": {"uprising": 1}}, "KPD mat box 1 cannot hold an Uprising"),
        (
            {"reaction:2": {"assassinations_yellow_red": 1}},
            "Reaction box 2 cannot hold an Assassinations marker",
        ),
        (
            {"economy:stable": {"yellow_leverage": 1, "black_leverage": 1}},
            "holds 2 pieces of Leverage; a box holds one",
        ),
        (
            {"berlin": {"clique_a": 1}, "rc:4": {"clique_a": 1}},
            "the Conservative Clique A lies on Berlin and RC mat box 4; there is one [5.1, 8.4]",
        ),
        (
            {"berlin": {"clique_a": 2}},
            "the Conservative Clique A lies on Berlin more than once; there is one",
        ),
        ({"coalition": {"reichswehr": 1}}, "Reichswehr does not lie on the Coalition mat"),
    ],
)
def test_a_table_that_cannot_be_is_said_to_be_so(places: dict[str, dict[str, int]], expected: str) -> None:
    (message,) = messages(places)
    assert expected in message


def test_strikes_and_uprisings_are_counted_together() -> None:
    spaces = ("berlin", "baden", "hessen", "pommern", "sachsen")
    places = {space: {"strike" if at % 2 else "uprising": 1} for at, space in enumerate(spaces)}
    (message,) = messages(places)
    assert message.startswith("5 Strikes and Uprisings on the table; there are 4")


def test_every_face_of_an_assassinations_marker_counts() -> None:
    (message,) = messages(
        {
            "berlin": {"assassinations_yellow_red": 1, "assassinations_brown_black": 2},
            "rc:3": {"assassinations": 1},
        }
    )
    assert message.startswith("4 Assassinations markers on the table; there are 3")


def test_the_markers_of_progress_and_reaction_are_held_by_their_leverage() -> None:
    places = {"progress:2": {"yellow_leverage": 1}, "reaction:3": {"black_leverage": 1}}
    assert not messages(places, progress=2, reaction=3)
    assert len(messages(places, progress=3, reaction=4)) == 2
    assert len(messages({**places, "reaction:4": {"black_leverage": 1}}, progress=2, reaction=4)) == 1


def test_a_stance_in_a_scenario_without_stances_is_a_fault() -> None:
    found = messages(scenario="tutorial", kpd_stance=None)
    assert found == ["NSDAP has a Stance, but the scenario is played without [8.10, 8.11]"]


def test_faults_carry_the_place_of_the_entry_that_is_lowest_in_the_text() -> None:
    upper, lower = Place("p", 1, 1), Place("p", 2, 1)
    where = {("berlin", "kpd_influence"): lower, ("berlin", "rc_influence"): upper}
    (fault,) = impossible(table({"berlin": {"kpd_influence": 4, "rc_influence": 3}}), where)
    assert fault.place == lower


def test_every_holding_box_and_every_box_for_leverage_has_its_kinds() -> None:
    found = homes(BOARD)
    assert found["rc:2"] == {"black_leverage", "conservative_clique"}
    assert found["progress:3"] == {"reform", "yellow_leverage"}
    assert found["economy:right_1"] == {"yellow_leverage", "black_leverage", "dollar_dependence"}
    assert found["economy:hyperinflation"] == {"middle_class"}
    assert "progress:1" not in found


# -- doubts ------------------------------------------------------------------------------------------


def test_a_gap_in_leverage_is_doubted_and_not_refused() -> None:
    odd = table({"progress:4": {"yellow_leverage": 1}, "reaction:3": {"black_leverage": 1}})
    assert not impossible(odd)
    assert [doubt.partition(" holds")[0] for doubt in doubts(odd)] == [
        "Progress box 2",
        "Progress box 3",
        "Reaction box 2",
    ]


@pytest.mark.parametrize(
    "economy, leverage, doubted",
    [
        ("left_3", "left_2", True),
        ("left_2", "left_2", False),
        ("hyperinflation", "left_3", True),
        ("right_3", "left_2", False),
        ("mass_unemployment", "right_1", True),
        ("right_3", "stable", False),
    ],
)
def test_an_economy_marker_beyond_yellow_leverage_on_its_side_is_doubted(
    economy: str, leverage: str, doubted: bool
) -> None:
    odd = table({f"economy:{leverage}": {"yellow_leverage": 1}}, economy=economy)
    assert not impossible(odd)
    assert bool(doubts(odd)) is doubted


def test_black_leverage_does_not_hold_the_economy_marker() -> None:
    assert not doubts(table({"economy:left_1": {"black_leverage": 1}}, economy="left_3"))
