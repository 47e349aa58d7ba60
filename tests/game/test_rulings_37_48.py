"""The rulings on Events, cards and the rest of the year (R37-R48), each in a game begun in mid-course."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.game.mid_game import ALL, asked, game, go, option_keys, told
from weimar_bot.bot.cards import load_cards
from weimar_bot.game.pending import Instruction
from weimar_bot.game.session import Session

KPD_FIRST = "turn_order: [kpd, coalition, nsdap, rc]"
KPD_MAT = "mats: {kpd: {strikes: [0, 1, 2, 3]}}"
KPD_CARDS = """
cards:
  article_48: available
  reichstag_seats: {holder: kpd, available: true}
  parliamentary_control: {berlin: {holder: kpd, available: true}}
"""
NUMBERS = {faction: [n for n, card in load_cards().items() if card.faction == faction] for faction in ALL}
CONTROL = "KPD: The Parliamentary Control card of Berlin"
NO_SUCH = "151"  # an Event that the library does not hold


def kpd_turn(spaces: str, cards: str = KPD_CARDS, top: int = 10, **more: object) -> Session:
    """KPD is a bot and acts first; the others are people. The Coalition acts next."""
    position = f"year: 1925\n{KPD_FIRST}\n{KPD_MAT}\n{cards}\nspaces: {spaces}"
    return game(position, bots=("kpd",), top={"kpd": (top, 12)}, **more)  # type: ignore[arg-type]


# -- R37: the order of a turn ---------------------------------------------------------------------------


def test_r37_a_turn_goes_from_the_bot_card_over_the_cards_beside_it_to_the_actions() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}")
    assert "Bot card 10." in told(session) and asked(session) == "event"
    titles = go(session, ("event", NO_SUCH), ("article_48", "no"), ("die", "3"))
    assert titles == [
        "KPD: Reichstag Seats",
        "KPD: Place influence",
        CONTROL,
        "KPD: Event #151",
        "KPD: Place influence",
        "KPD: Special Action, Strike: place strike",
    ]
    log = told(session)
    seats, control = log.index("plays Reichstag Seats"), log.index("plays the Parliamentary Control card")
    assert seats < control < log.index("Carry Event #151 out")
    assert session.table.state["control.berlin"] == ("kpd", False)
    assert asked(session) == "turn", "then the next faction acts"


def test_r37_the_last_year_is_checked_after_the_bot_card_and_before_a_card_is_revealed() -> None:
    position = f"year: 1923\n{KPD_FIRST}\nspaces: {{berlin: {{kpd: 1}}}}"
    session = game(position, bots=("kpd",), top={"kpd": (10,)})
    assert "Bot card 10." in told(session)
    assert session.pending is not None and "Look through all 5" in session.pending.text  # type: ignore[union-attr]
    session.answer("none")
    assert "Reveal the top" in session.pending.text  # type: ignore[union-attr]


def test_r37_article_48_takes_the_momentum_before_seats_take_it_back() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}")
    titles = go(session, ("event", NO_SUCH), ("article_48", "yes"), ("die", "3"))
    assert titles[:2] == ["Coalition: Article 48", "KPD: Reichstag Seats"]
    assert not [title for title in titles if "Event" in title]
    assert session.table.text("momentum") == "kpd"
    assert session.table.state["article_48"] == "used"


# -- R38: an empty stack --------------------------------------------------------------------------------


@pytest.mark.parametrize("told_empty", [True, False])
def test_r38_without_an_event_card_one_action_is_done_and_no_card_is_played(told_empty: bool) -> None:
    session = kpd_turn("{berlin: {kpd: 1}}", stacks={"kpd": 5 if told_empty else 0})
    titles = go(session, *([("event", "empty")] if told_empty else []))
    assert titles == ["KPD: Place influence"] and asked(session) == "turn"
    assert session.table.state["reichstag_seats"] == ("kpd", True)
    assert session.table.state["control.berlin"] == ("kpd", True)
    assert "No Event card is left: one Action." in told(session)


# -- R39: a second Election card ------------------------------------------------------------------------


def test_r39_a_second_election_card_goes_back_and_another_card_is_revealed() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}", election_played=True)
    session.answer("election")
    assert asked(session) == "event" and "shuffle that card back in" in session.pending.text  # type: ignore[union-attr]
    assert session.state.stacks["kpd"] == 5
    go(session, ("event", "54"), ("article_48", "no"), ("die", "3"))
    assert session.state.stacks["kpd"] == 4
    assert session.state.election_played, "the one played by somebody before"


def test_r39_with_only_elections_left_it_is_as_if_there_were_no_card() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}", election_played=True)
    titles = go(session, ("event", "election"), ("event", "empty"))
    assert titles == ["KPD: Place influence"] and asked(session) == "turn"
    assert session.table.state["reichstag_seats"] == ("kpd", True)
    assert session.state.stacks["kpd"] == 5


def test_r39_the_first_election_card_of_a_round_is_played() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}")
    titles = go(session, ("event", "election"), ("die", "3"))
    assert session.state.election_played and session.state.stacks["kpd"] == 4
    assert titles[1:3] == ["KPD: Place influence", CONTROL] and len(titles) == 5, "one extra, two Actions"


# -- R40: a Control card that removes a Reform ----------------------------------------------------------

REFORM_IN_BERLIN = "{berlin: {kpd: 1, reform: true, yellow_leverage: 1}}"
ONLY_BERLIN = "cards: {parliamentary_control: {berlin: {holder: kpd, available: true}}}"
BERLIN_AND_HAMBURG = """
cards:
  parliamentary_control:
    hamburg: {holder: kpd, available: true}
    berlin: {holder: kpd, available: true}
"""


def test_r40_the_card_brings_the_bonus_action_the_reform_and_the_clean_slate() -> None:
    session = kpd_turn(REFORM_IN_BERLIN, ONLY_BERLIN)
    titles = go(session, ("event", "election"), ("die", "3"))
    assert titles[:2] == ["KPD: Place influence", CONTROL]
    assert len(titles) == 4, "two more Actions follow"
    berlin = session.table.at("berlin")
    assert "reform" not in berlin and "yellow_leverage" not in berlin
    assert session.table.count("progress:5", "reform") == 1


def test_r40_none_leaves_the_bonus_action_out() -> None:
    session = kpd_turn(REFORM_IN_BERLIN, ONLY_BERLIN, switches={"R40": "none"})
    titles = go(session, ("event", "election"), ("die", "3"))
    assert titles[0] == CONTROL and len(titles) == 3
    berlin = session.table.at("berlin")
    assert "reform" not in berlin and "yellow_leverage" not in berlin


@pytest.mark.parametrize("top, taken, left", [(10, "berlin", "hamburg"), (14, "hamburg", "berlin")])
def test_r40_of_two_reforms_the_one_nearer_to_the_impulse_goes(top: int, taken: str, left: str) -> None:
    spaces = "{berlin: {kpd: 1, reform: true}, hamburg: {kpd: 1, reform: true}}"
    session = kpd_turn(spaces, BERLIN_AND_HAMBURG, top, switches={"R40": "none"})
    go(session, ("event", "election"), ("die", "3"))
    assert session.table.spaces_with("reform") == [left]
    assert session.table.state[f"control.{taken}"] == ("kpd", False)
    assert session.table.state[f"control.{left}"] == ("kpd", True)


def test_r40_a_reform_that_the_bonus_action_took_already_is_not_taken_twice() -> None:
    position = """
        year: 1925
        turn_order: [nsdap, coalition, kpd, rc]
        nsdap_stance: 2
        influence_supply: {nsdap: 0}
        mats: {nsdap: {assassinations: [1]}}
        cards: {parliamentary_control: {berlin: {holder: nsdap, available: true}}}
        spaces: {berlin: {coalition: 1, nsdap: 1, reform: true}}
    """
    session = game(dedent(position), bots=("nsdap",), top={"nsdap": (22,)})
    titles = go(session, ("event", "election"), ("die", "3"))
    assert titles[0] == "NSDAP: Special Action, Assassination: place assassinations"
    assert session.table.on_map("reform") == 0
    assert session.table.state["control.berlin"] == ("nsdap", False)
    assert asked(session) == "die" or asked(session) == "turn", "and the game goes on"


# -- R41: the extra Action ------------------------------------------------------------------------------


def test_r41_the_extra_action_is_looked_for_from_the_top_and_the_others_begin_there_again() -> None:
    session = kpd_turn("{berlin: {kpd: 1}, hamburg: {kpd: 1}}", ONLY_BERLIN, top=14)
    titles = go(session, ("event", "election"), ("die", "3"))
    assert titles == [
        "KPD: Place influence",
        CONTROL,
        "KPD: Place influence",
        "KPD: Special Action, Strike: place strike",
    ]


def test_r41_the_extra_action_affects_a_space_of_a_card_though_another_space_is_better() -> None:
    session = kpd_turn("{berlin: {kpd: 1}, hamburg: {kpd: 1, rc: 1}}", ONLY_BERLIN, top=14)
    session.answer("election")
    assert isinstance(session.pending, Instruction) and "in Berlin" in session.pending.lines[0]
    session.answer("done")
    session.answer("done")
    assert session.table.state["control.berlin"] == ("kpd", False)
    assert isinstance(session.pending, Instruction) and "in Hamburg" in session.pending.lines[0]


def test_r41_a_card_lying_face_down_gives_nothing() -> None:
    cards = "cards: {parliamentary_control: {berlin: {holder: kpd, available: false}}}"
    session = kpd_turn("{berlin: {kpd: 1}}", cards)
    assert len(go(session, ("event", "election"), ("die", "3"))) == 2


def test_r41_where_nothing_can_be_done_in_its_spaces_the_card_is_kept() -> None:
    cards = "cards: {parliamentary_control: {bayern: {holder: kpd, available: true}}}"
    position = f"year: 1925\n{KPD_FIRST}\n{cards}\nspaces: {{hamburg: {{kpd: 1}}}}"
    session = game(position, bots=("kpd",), top={"kpd": (10,)}, dice="app")
    titles = go(session, ("event", "election"))
    assert titles[0] == "KPD: Place influence" and session.table.at("bayern") == {}
    assert session.table.state["control.bayern"] == ("kpd", True)


def test_r41_an_extra_action_in_several_spaces_keeps_to_the_area_of_one_card() -> None:
    position = """
        year: 1925
        turn_order: [kpd, coalition, nsdap, rc]
        influence_supply: {kpd: 0}
        mats: {kpd: {worker_militia: 2}}
        cards:
          parliamentary_control:
            berlin: {holder: kpd, available: true}
            hamburg: {holder: kpd, available: true}
        spaces: {berlin: {kpd: 1}, hamburg: {units: {worker_militia: 4, sa: 1}}}
    """
    session = game(dedent(position), bots=("kpd",), top={"kpd": (10,)})
    titles = go(session, ("event", "election"), ("die", "1"))
    assert titles == ["KPD: Special Action, Military: place unit", CONTROL]
    assert session.table.units("berlin", "kpd") == 1 and session.table.units("hamburg", "nsdap") == 1


# -- R42: the card of a bot that is not active ----------------------------------------------------------

HYPERINFLATION = """
year: 1922
momentum: kpd
economy: hyperinflation
spaces: {hamburg: {coalition: 1, rc: 1}, koeln: {coalition: 1, rc: 1}}
"""


def test_r42_a_bot_out_of_turn_goes_by_the_card_it_revealed_last() -> None:
    session = game(HYPERINFLATION, bots=("kpd",), phase="advance_timeline", top={"kpd": (17,)})
    revealed = game(
        HYPERINFLATION,
        bots=("kpd",),
        phase="advance_timeline",
        decks={"kpd": type(session.start.decks["kpd"])((17,), (14,), 14)},
    )
    go(revealed)
    assert revealed.table.influence("hamburg", "coalition") == 0
    assert revealed.state.decks["kpd"].pile == (17,), "nothing more was revealed"


def test_r42_without_one_its_top_card_is_revealed() -> None:
    session = game(HYPERINFLATION, bots=("kpd",), phase="advance_timeline", top={"kpd": (17, 14)})
    go(session)
    assert session.table.influence("koeln", "coalition") == 0
    deck = session.state.decks["kpd"]
    assert (deck.pile, deck.discards, deck.revealed) == ((14,), (17,), 17)


# -- R43: the card for the turn order -------------------------------------------------------------------


def turn_order_by(card: int, **more: object) -> Session:
    position = "year: 1926\nmomentum: kpd"
    session = game(position, bots=("kpd",), phase="new_year", top={"kpd": (card, 17)}, **more)  # type: ignore[arg-type]
    assert asked(session) == "turn"
    return session


def test_r43_the_card_for_the_turn_order_is_discarded() -> None:
    session = turn_order_by(12)
    assert session.table.listed("turn_order") == ("coalition", "nsdap", "rc", "kpd")
    deck = session.state.decks["kpd"]
    assert (deck.pile, deck.discards) == ((17,), (12,))


def test_r43_its_reshuffle_instruction_applies() -> None:
    deck = turn_order_by(11).state.decks["kpd"]
    assert sorted(deck.pile) == NUMBERS["kpd"] and deck.discards == ()


@pytest.mark.parametrize("card", [11, 12])
def test_r43_under_puts_it_back_under_the_deck(card: int) -> None:
    deck = turn_order_by(card, switches={"R43": "under"}).state.decks["kpd"]
    assert (deck.pile, deck.discards) == ((17, card), ())


def test_r43_under_tells_who_draws_the_cards_by_hand_to_put_it_back() -> None:
    position = "year: 1925\nmomentum: kpd"
    told_of = {}
    for switches in ({}, {"R43": "under"}):
        session = game(position, bots=("kpd",), phase="turn_order", cards="hand", switches=switches)
        told_of[len(switches)] = go(session, ("bot_card", "12"))
        assert session.state.decks["kpd"].pile == (), "the cards are in the player's hands"
    assert "Turn Order card" in told_of[1] and "Turn Order card" not in told_of[0]
    assert "Put bot card 12 of KPD back under its deck." in told(session)


# -- R44: no transfer by a bot --------------------------------------------------------------------------

TRANSFER = """
year: 1925
momentum: rc
spaces: {bayern: {rc: 2}, hamburg: {coalition: 2}, berlin: {coalition: 3}}
"""


def test_r44_a_bot_with_momentum_transfers_nothing() -> None:
    session = game(TRANSFER, bots=("rc",), phase="elections", election_played=True, top={"rc": (28,)})
    go(session)
    assert "General Election: Coalition 10, KPD 0, NSDAP 0, RC 8." in told(session)


def test_r44_a_person_with_momentum_is_asked() -> None:
    session = game(TRANSFER, phase="elections", election_played=True)
    go(session, ("transfer_to", "coalition"), ("transfer", "4"))
    assert "General Election: Coalition 14, KPD 0, NSDAP 0, RC 4." in told(session)


# -- R45: Strikes stay ----------------------------------------------------------------------------------

STRIKES = "year: 1925\nspaces: {sachsen: {strike: true}, berlin: {uprising: true}}"


def test_r45_a_kpd_bot_keeps_its_strikes_and_uprisings() -> None:
    session = game(STRIKES, bots=("kpd",), phase="advance_timeline")
    go(session)
    assert session.table.spaces_with("strike", "uprising") == ["sachsen", "berlin"]
    assert session.table.text("round") == "late"


def test_r45_a_person_may_take_them_off() -> None:
    session = game(STRIKES, phase="advance_timeline")
    go(session, ("strike", "berlin"), ("strike", "none"))
    assert session.table.spaces_with("strike", "uprising") == ["sachsen"]


# -- R46: whose cubes a bot removes ---------------------------------------------------------------------


def test_r46_at_hyperinflation_a_dominance_is_ended_before_the_impulse_counts() -> None:
    position = """
        year: 1922
        momentum: kpd
        economy: hyperinflation
        spaces: {hamburg: {coalition: 3}, koeln: {coalition: 1}, baden: {coalition: 2, kpd: 1}}
    """
    session = game(dedent(position), bots=("kpd",), phase="advance_timeline", top={"kpd": (14,)})
    go(session)
    assert session.table.influence("koeln", "coalition") == 0, "2 to 1 falls to a tie in Baden, too: by E"


def test_r46_a_held_card_penalty_is_taken_in_full_cube_by_cube() -> None:
    position = """
        year: 1924
        momentum: kpd
        turn_order: [coalition, kpd, nsdap, rc]
        spaces: {hamburg: {coalition: 3}, koeln: {coalition: 1}, baden: {coalition: 2, kpd: 1}}
    """
    session = game(
        dedent(position), bots=("kpd", "nsdap", "rc"), phase="new_era", top={"kpd": (14,)}, dice="app"
    )
    titles = go(session, ("held_weighty", "1"), ("held_others", "1"))
    assert titles.count("Held Card Penalty") == 3
    left = {space: session.table.influence(space, "coalition") for space in ("hamburg", "koeln", "baden")}
    # Köln's Dominance, then that of Baden, and then the cube whose loss gives KPD Dominance in Baden.
    assert left == {"hamburg": 3, "koeln": 0, "baden": 0}
    assert session.state.stacks["coalition"] == 6


def test_r46_a_person_with_momentum_may_take_fewer() -> None:
    position = "year: 1924\nmomentum: kpd\nspaces: {hamburg: {coalition: 3}}"
    session = game(position, bots=("nsdap", "rc"), phase="new_era")
    one_election = (("held_weighty", "1"), ("held_others", "0"))
    nothing = (("held_weighty", "0"), ("held_others", "0"))
    go(session, *one_election, ("space", "hamburg"), ("space", "none"), *nothing)
    assert session.table.influence("hamburg", "coalition") == 2
    assert session.state.stacks["coalition"] == 7, "fewer cards are drawn all the same"


# -- R47: Sudden Victory markers of bots ----------------------------------------------------------------

WITHIN_REACH = {
    "kpd": "kpd_stance: 3\nmats: {kpd: {revolution: true}}\nspaces: {sachsen: {uprising: true}, "
    "berlin: {uprising: true, kpd: 2}, hamburg: {uprising: true}, koeln: {uprising: true}}",
    "nsdap": "nsdap_stance: 3\nmats: {nsdap: {putsch: true, middle_class: 3}}\n"
    "spaces: {berlin: {nsdap: 2, units: {sa: 3}}}",
    "rc": "mats: {rc: {putsch: true, middle_class: 4}}\nspaces: {berlin: {rc: 2}}",
}


@pytest.mark.parametrize("faction", WITHIN_REACH)
@pytest.mark.parametrize("die", "123456")
def test_r47_the_other_bots_never_place_their_marker(faction: str, die: str) -> None:
    order = ", ".join([faction, *(other for other in ALL if other != faction)])
    position = f"year: 1925\nturn_order: [{order}]\n{WITHIN_REACH[faction]}"
    session = game(position, bots=(faction,), top={faction: (NUMBERS[faction][0],)})
    session.answer("election")
    while asked(session) != "turn":
        session.answer({"die": die, "lot": "1", "flip": "rogue"}.get(asked(session) or "", ""))
    assert not session.table.at("timeline")
    assert session.state.victory is None


REFORMS = """
turn_order: [coalition, kpd, nsdap, rc]
mats: {coalition: {reformation: true}}
spaces: {berlin: {reform: true}, hamburg: {reform: true}, koeln: {reform: true}, bayern: {reform: true}}
"""


@pytest.mark.parametrize("year, placed", [(1923, False), (1924, True)])
def test_r47_the_coalition_bot_places_its_marker_only_after_the_crisis(year: int, placed: bool) -> None:
    position = f"year: {year}\n{REFORMS}"
    session = game(position, bots=("coalition",), stacks={"coalition": 0}, top={"coalition": (1,)})
    go(session, ("die", "1"))
    assert bool(session.table.count("timeline", "reformation")) == placed


# -- R48: overriding a bot ------------------------------------------------------------------------------


def test_r48_a_decision_overridden_is_left_undone_and_logged_as_such() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}", cards="", stacks={"kpd": 0})
    session.answer("1")
    before = session.table
    assert isinstance(session.pending, Instruction)
    line = session.pending.lines[0]
    session.answer("skip")
    assert session.table.places == before.places
    logged = next(entry for entry in session.log if line in entry.text)
    assert logged.text.startswith("left undone by choice") and logged.cites == ("8.6",)
    assert asked(session) == "turn"


def test_r48_an_override_is_undone_like_anything_else() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}", cards="", stacks={"kpd": 0})
    session.answer("1")
    assert isinstance(session.pending, Instruction)
    lines = session.pending.lines
    session.answer("skip")
    session.undo()
    assert isinstance(session.pending, Instruction) and session.pending.lines == lines
    assert "left undone" not in told(session)
    session.answer("done")
    assert session.table.on_map("kpd_influence") > 1


def test_r48_an_overridden_action_counts_and_the_second_one_goes_on_after_it() -> None:
    session = kpd_turn("{berlin: {kpd: 1}}", cards="")
    titles = go(session, ("event", "election"), ("KPD: Place influence", "skip"), ("die", "3"))
    assert titles == ["KPD: Special Action, Strike: place strike"]
    assert option_keys(session)[-1] == "end"
