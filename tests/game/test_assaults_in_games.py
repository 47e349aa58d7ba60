"""Assaults in a game: what people lend and spend, in their own and in those of bots (6.2, 8.1, R25)."""

from __future__ import annotations

from tests.game.mid_game import asked, game, go
from weimar_bot.game.pending import Question

# -- an Assault with loans ------------------------------------------------------------------------------

LOANS = """
year: 1925
turn_order: [kpd, coalition, nsdap, rc]
mats: {coalition: {middle_class: 1}}
spaces: {berlin: {units: {worker_militia: 1, rogue_freikorps: 2, sa: 3, reichswehr: 1}}}
"""


def test_people_lend_units_to_an_assault_and_bots_do_not() -> None:
    session = game(LOANS, bots=("nsdap", "coalition"))
    go(session, ("turn", "assault"), ("target", "NSDAP"), ("loan", "2"), ("die", "1"), ("die", "6"))
    assert session.table.count("berlin", "sa") < 3, "a Worker Militia alone hits nothing with a die of 1"
    assert session.table.count("berlin", "rogue_freikorps") == 2, "and NSDAP hits nothing with a die of 6"
    assert session.table.count("berlin", "reichswehr") == 1


def test_a_unit_lent_to_one_side_is_not_offered_to_the_other() -> None:
    session = game(LOANS, bots=("nsdap", "coalition"))
    go(session, ("turn", "assault"), ("target", "NSDAP"))
    asked_for = []
    while asked(session) == "loan":
        assert isinstance(session.pending, Question)
        asked_for.append(session.pending.high)
        session.answer("1")
    assert asked_for == [2, 1]


def test_without_loans_the_assault_goes_as_the_pieces_stand() -> None:
    session = game(LOANS, bots=("nsdap", "coalition"))
    go(session, ("turn", "assault"), ("target", "NSDAP"), *[("loan", "0")] * 2, ("die", "6"), ("die", "6"))
    assert session.table.count("berlin", "sa") == 3


# -- terms of an Assault a bot has announced -----------------------------------------------------------


BOT_ASSAULT = """
year: 1925
spaces:
  hamburg: {nsdap: 2, kpd: 1, units: {sa: 3, worker_militia: 1, freikorps_loyal: 2}}
mats: {kpd: {middle_class: 1}}
turn_order: [nsdap, kpd, coalition, rc]
"""


def test_r25_people_are_asked_for_loans_and_pawns_once_a_bot_has_announced_an_assault() -> None:
    session = game(
        BOT_ASSAULT + "turn: {performed: [place_influence]}\n",
        bots=("nsdap", "rc"),
        top={"nsdap": (19,)},
        events="none",
    )
    go(session, ("die", "1"), ("loan", "0"))
    assert asked(session) == "loan"


def test_r25_units_lent_to_the_defender_fight_for_it_and_a_pawn_adds_two() -> None:
    session = game(
        BOT_ASSAULT + "turn: {performed: [place_influence]}\n",
        bots=("nsdap", "rc"),
        top={"nsdap": (19,)},
        events="none",
    )
    go(session, ("die", "1"), ("loan", "0"), ("loan", "2"), ("pawn", "yes"), ("die", "6"), ("die", "1"))
    # KPD: its unit 1, two lent Freikorps 4, the pawn 2, less 1: six hits on three SA and two cubes.
    assert session.table.count("hamburg", "sa") == 0
    assert session.table.count("kpd", "middle_class") == 0
    assert session.table.text("momentum") == "kpd"
