"""Assaults in a game: what people lend and spend, in their own and in those of bots (6.2, 8.1, R25)."""

from __future__ import annotations

import pytest

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


# -- the order of losses: whoever hits chooses (6.2) ---------------------------------------------------

TWO_KINDS = """
year: 1925
turn_order: [kpd, coalition, nsdap, rc]
spaces: {berlin: {units: {worker_militia: 4, reichswehr: 1, freikorps_loyal: 1}}}
"""
OTHERS = ("coalition", "nsdap", "rc")
# Four Militia less a die of one: three hits. The bot's die of six makes none.
ATTACK = (("turn", "assault"), ("die", "1"), ("die", "6"))


@pytest.mark.parametrize(
    "first, left", [("revealed loyal Freikorps", "reichswehr"), ("Reichswehr", "freikorps_loyal")]
)
def test_a_person_says_which_enemy_unit_its_hits_remove(first: str, left: str) -> None:
    session = game(TWO_KINDS, bots=OTHERS)
    go(session, *ATTACK, ("loss", first))
    assert {unit for unit in session.table.at("berlin") if unit != "worker_militia"} == {left}


def test_nothing_is_asked_where_all_enemy_units_go_anyhow() -> None:
    session = game(TWO_KINDS.replace("worker_militia: 4", "worker_militia: 6"), bots=OTHERS)
    go(session, *ATTACK)
    assert asked(session) == "turn" and session.table.units("berlin", "coalition") == 0


def test_nothing_is_asked_where_the_hits_suffice_for_one_kind_only() -> None:
    session = game(TWO_KINDS.replace("worker_militia: 4", "worker_militia: 3"), bots=OTHERS)
    go(session, *ATTACK)
    assert asked(session) == "turn"
    assert session.table.at("berlin") == {"worker_militia": 3, "reichswehr": 1}


def test_the_hits_of_a_bot_fall_by_its_own_order() -> None:
    text = TWO_KINDS.replace("worker_militia: 4", "worker_militia: 2, sa: 2")
    session = game(text, bots=OTHERS)
    go(session, ("turn", "assault"), ("target", "Coalition"), ("die", "6"), ("die", "1"))
    assert asked(session) == "turn" and session.table.count("berlin", "worker_militia") == 0


def test_a_person_assaulted_by_a_bot_says_which_unit_its_own_hits_remove() -> None:
    session = game(
        BOT_ASSAULT + "turn: {performed: [place_influence]}\n",
        bots=("nsdap", "rc"),
        top={"nsdap": (19,)},
        events="none",
    )
    terms = (("loan", "2"), ("pawn", "yes"))  # the Coalition lends NSDAP its two Freikorps
    go(session, ("die", "1"), *terms, ("die", "6"), ("die", "1"), ("loss", "SA"))
    assert session.table.count("hamburg", "sa") == 1
    assert session.table.count("hamburg", "freikorps_loyal") == 2


SWORN_ENEMIES = """
turn_order: [kpd, coalition, nsdap, rc]
mats: {kpd: {worker_militia: 1, middle_class: 1}}
holding: {middle_class: {levels: [2, 3, 4, 5]}}
spaces: {berlin: {kpd: 1, units: {sa: 1, rogue_freikorps: 1}}}
"""


def test_the_free_assault_of_a_persons_new_unit_asks_for_terms_and_losses_too() -> None:
    session = game(SWORN_ENEMIES, bots=("coalition", "nsdap"))
    go(session, ("turn", "place unit"), ("loan", "0"), ("loan", "1"))
    assert asked(session) == "pawn"
    go(session, ("pawn", "yes"), ("box", "level 1"), ("die", "1"), ("die", "6"))
    # One Militia and the pawn less 1: two hits, on the Freikorps lent to NSDAP or on the SA.
    assert asked(session) == "loss"
