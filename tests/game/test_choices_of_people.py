"""What a person chooses within an Action: boxes, cubes, pawns, victims (5.2, 6.3-6.6)."""

from __future__ import annotations

import pytest

from tests.game.mid_game import asked, game, go, option_keys
from weimar_bot.game.pending import Question
from weimar_bot.game.session import Session

ALL = ("coalition", "kpd", "nsdap", "rc")


def person(faction: str, position: str, **more: object) -> Session:
    """A game in which a faction is a person and acts first, the others are bots."""
    others = tuple(one for one in ALL if one != faction)
    head = f"turn_order: [{', '.join((faction, *others))}]\n"
    return game(head + position, bots=others, **more)  # type: ignore[arg-type]


def limits(session: Session) -> tuple[int | None, int | None]:
    assert isinstance(session.pending, Question)
    return session.pending.low, session.pending.high


# -- holding boxes (5.2) --------------------------------------------------------------------------------

LEVERAGE = """
spaces: {berlin: {yellow_leverage: 1, coalition: 1}}
holding: {us_deals: {yellow_leverage: [4]}, ussr_deals: {yellow_leverage: [%s]}}
"""


@pytest.mark.parametrize("box", ["us_deals:5", "ussr_deals:4"])
def test_a_person_says_to_which_track_a_returned_piece_goes(box: str) -> None:
    session = person("coalition", LEVERAGE % "")
    go(session, ("turn", "remove leverage"))
    assert asked(session) == "box" and option_keys(session) == ["us_deals:5", "ussr_deals:4"]
    go(session, ("box", str(option_keys(session).index(box) + 1)))
    assert session.table.count(box, "yellow_leverage") == 1


def test_no_box_is_asked_for_where_one_track_alone_has_room() -> None:
    session = person("coalition", LEVERAGE % "2, 4")
    go(session, ("turn", "remove leverage"))
    assert asked(session) == "turn" and session.table.count("us_deals:5", "yellow_leverage") == 1


def test_a_person_says_from_which_box_a_unit_is_taken() -> None:
    session = person(
        "coalition",
        "ussr_deals: 3\nholding: {ussr_deals: {reichswehr: [1, 3]}}\nspaces: {berlin: {coalition: 1}}",
    )
    go(session, ("turn", "place unit"), ("source", "U.S.S.R. Deals box 3"))
    assert session.table.count("ussr_deals:1", "reichswehr") == 1
    assert session.table.count("berlin", "reichswehr") == 1


def test_a_bot_asks_nobody_for_the_boxes_of_its_action() -> None:
    position = """
turn_order: [kpd, rc, nsdap, coalition]
cards: {reichstag_seats: {holder: kpd, available: true}}
spaces: {berlin: {kpd: 1}, baden: {assassinations: brown_black}}
"""
    session = game(position, bots=("kpd",), top={"kpd": (10,)})
    go(session, ("event", "election"))
    assert asked(session) == "die" and not session.table.spaces_with("assassinations_brown_black")


def test_p15_a_person_says_where_the_pieces_of_a_clean_slate_go_back_to() -> None:
    session = person(
        "rc",
        "cards: {reichstag_seats: {holder: rc, available: true}}\n"
        "spaces: {baden: {assassinations: brown_black}}",
    )
    go(session, ("turn", "play Reichstag Seats"))
    assert asked(session) == "box"
    go(session, ("box", "Reaction"))
    assert session.table.count("reaction:2", "assassinations") == 1


def test_p15_the_momentum_person_says_where_markers_lifted_with_the_timeline_go() -> None:
    session = person(
        "rc",
        "momentum: rc\nspaces: {baden: {assassinations: brown_black, units: {reichswehr: 1}}}",
        phase="advance_timeline",
    )
    assert asked(session) == "box"


def test_a_person_says_where_the_pawn_spent_in_its_assault_goes() -> None:
    session = person(
        "kpd",
        "mats: {kpd: {middle_class: 1}}\nspaces: {berlin: {units: {worker_militia: 1, sa: 1}}}",
        dice="app",
    )
    go(session, ("turn", "assault"), ("pawn", "yes"), ("box", "the Hyperinflation end of Economy"))
    assert session.table.count("economy:hyperinflation", "middle_class") == 1


# -- cubes ("up to") -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1", "2"])
def test_fewer_cubes_than_the_track_allows_may_be_placed(number: str) -> None:
    session = person("kpd", "economy: right_2\nspaces: {sachsen: {kpd: 1}}\ninfluence_supply: {kpd: 9}")
    most = limits_of_placing(session)
    go(session, ("cubes", number))
    assert most == (1, 2)
    assert session.table.influence("berlin", "kpd") == int(number)


def limits_of_placing(session: Session) -> tuple[int | None, int | None]:
    go(session, ("turn", "place influence"), ("space", "Berlin"))
    return limits(session)


def test_one_cube_alone_is_placed_without_a_question() -> None:
    session = person("coalition", "spaces: {sachsen: {coalition: 1}}")
    go(session, ("turn", "place influence"), ("space", "Berlin"))
    assert asked(session) == "turn" and session.table.influence("berlin", "coalition") == 1


def test_cubes_are_removed_from_several_factions_in_any_split() -> None:
    session = person("kpd", "economy: right_2\nspaces: {berlin: {kpd: 1, coalition: 1, rc: 2}}")
    go(session, ("turn", "remove influence"), ("target", "RC"))
    assert limits(session) == (1, 2)
    go(session, ("cubes", "1"))
    assert limits(session) == (0, 1), "one is left for the Coalition's"
    go(session, ("cubes", "1"))
    assert [session.table.influence("berlin", one) for one in ("coalition", "rc")] == [0, 1]


def test_an_assassinations_marker_takes_its_two_cubes_in_any_combination() -> None:
    session = person(
        "nsdap",
        "mats: {nsdap: {assassinations: [1]}}\nnsdap_stance: 3\nspaces: {baden: {coalition: 2, kpd: 1}}",
    )
    go(session, ("turn", "place assassinations"), ("target", "Coalition"), ("cubes", "1"), ("cubes", "1"))
    assert session.table.influence("baden", "coalition") == 1
    assert session.table.influence("baden", "kpd") == 0


# -- pawns, further victims -------------------------------------------------------------------------------

PAWNS = """
mats: {rc: {middle_class: 1}, kpd: {middle_class: 1}}
holding: {middle_class: {levels: [1, 2]}}
spaces: {bayern: {nsdap: 1, cadre: nsdap}, baden: {nsdap: 1, cadre: nsdap}}
"""


def test_nsdap_moves_one_pawn_for_each_of_its_cadres() -> None:
    session = person("nsdap", PAWNS)
    go(session, ("turn", "move middle class"), ("target", "RC"), ("goal", "NSDAP"))
    assert asked(session) == "another"
    go(session, ("another", "yes"), ("target", "none"))
    assert asked(session) == "turn", "two Cadres move two pawns and no more"
    assert session.table.count("nsdap", "middle_class") == 2
    assert session.table.count("rc", "middle_class") == 0


def test_one_pawn_is_enough_if_the_person_says_so() -> None:
    session = person("nsdap", PAWNS)
    go(session, ("turn", "move middle class"), ("target", "RC"), ("goal", "NSDAP"), ("another", "no"))
    assert session.table.count("nsdap", "middle_class") == 1


def test_other_factions_move_one_pawn() -> None:
    session = person("kpd", PAWNS)
    go(session, ("turn", "move middle class"), ("target", "none"))
    assert asked(session) == "turn"


def test_kpd_says_which_reform_the_general_strike_removes() -> None:
    session = person(
        "kpd",
        "kpd_stance: 3\nmats: {kpd: {strikes: [0], general_strike: true}}\n"
        "spaces: {berlin: {kpd: 1}, sachsen: {strike: true}, thueringen: {uprising: true},"
        " baden: {reform: true}, bayern: {reform: true}}",
    )
    go(session, ("turn", "place strike"), ("removed", "Bayern"))
    assert session.table.spaces_with("reform") == ["baden"]


def test_nsdap_says_which_clique_its_second_marker_removes() -> None:
    session = person(
        "nsdap",
        "mats: {nsdap: {assassinations: [1]}, rc: {assassinations: 1}}\nnsdap_stance: 3\nreaction: 2\n"
        "leverage: {reaction: [2]}\n"
        "holding: {reaction: {assassinations: [2]}}\ncliques: {a: bayern, b: berlin}\n"
        "spaces: {baden: {coalition: 1}}",
    )
    go(session, ("turn", "place assassinations"), ("space", "Baden"), ("target", "Coalition"))
    go(session, ("source", "Reaction box 2"))
    go(session, ("cubes", "1"), ("removed", "Berlin"), ("box", "Reaction box 5"))
    assert session.table.spaces_with("clique_a", "clique_b") == ["bayern"]
