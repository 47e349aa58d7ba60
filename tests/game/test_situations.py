"""Situations easily got wrong: cards against Events, last years, new Eras, victories, corrections."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.game.mid_game import ALL, LOT, asked, game, go, option_keys, told
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.session import Session
from weimar_bot.game.state import Deck, Victory
from weimar_bot.table.table import Table

WITH_SYMBOL = "124"
UNKNOWN = "1"
ARTICLE = "Coalition: Article 48"
CONTROL_OF_BERLIN = "parliamentary_control: {berlin: {holder: kpd, available: true}}"
NO_HELD_CARDS = (("held_weighty", "0"), ("held_others", "0"))


# -- Article 48 -----------------------------------------------------------------------------------------


def human_kpd(article: str = "available", **more: object) -> Session:
    """KPD is a person and acts first; the Coalition is a bot."""
    position = f"""
        year: 1931
        momentum: rc
        turn_order: [kpd, nsdap, rc, coalition]
        cards: {{article_48: {article}}}
        spaces: {{baden: {{kpd: 1, assassinations: brown_black}}}}
    """
    return game(dedent(position), bots=("coalition",), top={"coalition": (1,)}, **more)  # type: ignore[arg-type]


def test_a_coalition_bot_cancels_a_persons_event_with_the_symbol() -> None:
    session = human_kpd()
    titles = go(session, ("turn", "event"), ("event", WITH_SYMBOL))
    assert titles == [ARTICLE]
    assert session.table.state["article_48"] == "used"
    assert session.table.text("momentum") == "coalition"
    assert not session.table.lingers(124), "the Event is not put into play"
    assert session.table.spaces_with("assassinations_brown_black") == [], "a Clean Slate was made"


def test_the_person_still_takes_two_actions_after_a_cancelled_event() -> None:
    session = human_kpd()
    go(session, ("turn", "event"), ("event", WITH_SYMBOL), ("turn", "by_hand"), ("turn", "by_hand"))
    assert "by_hand" not in option_keys(session) and "event" not in option_keys(session)


@pytest.mark.parametrize("article", ["used", "out"])
def test_article_48_cancels_nothing_while_it_is_not_available(article: str) -> None:
    session = human_kpd(article)
    titles = go(session, ("turn", "event"), ("event", WITH_SYMBOL))
    assert ARTICLE not in titles and session.table.lingers(124)


def test_a_coalition_bot_lets_an_event_without_the_symbol_pass() -> None:
    session = human_kpd()
    go(session, ("turn", "event"), ("event", "54"), ("article_48_symbol", "no"))
    assert session.table.state["article_48"] == "available"
    go(session, ("turn", "end"), ("turn", "event"), ("event", UNKNOWN), ("article_48_symbol", "no"))
    assert session.table.state["article_48"] == "available"


@pytest.mark.parametrize("effect, after", [("yes", "used"), ("no", "available")])
def test_a_coalition_bot_cancels_only_what_would_have_an_effect(effect: str, after: str) -> None:
    session = human_kpd()
    unknown = (("event", UNKNOWN), ("article_48_symbol", "yes"), ("has_effect", effect))
    go(session, ("turn", "event"), *unknown)
    assert session.table.state["article_48"] == after


def bot_kpd(position: str = "", **more: object) -> Session:
    """KPD is a bot and acts first, everybody else is a person."""
    rest = dedent(position) or "spaces: {berlin: {kpd: 1}}"
    head = "year: 1931\nturn_order: [kpd, coalition, nsdap, rc]\nmats: {kpd: {strikes: [0, 1, 2, 3]}}\n"
    more.setdefault("top", {"kpd": (10, 12)})
    return game(head + rest, bots=("kpd",), **more)  # type: ignore[arg-type]


AVAILABLE = "cards: {article_48: available}\nspaces: {berlin: {kpd: 1}}"


def test_a_person_cancels_a_bots_event_which_still_takes_two_actions() -> None:
    session = bot_kpd(AVAILABLE)
    titles = go(session, ("event", UNKNOWN), ("article_48", "yes"), ("die", "3"))
    assert titles == [ARTICLE, "KPD: Place influence", "KPD: Special Action, Strike: place strike"]
    assert session.table.state["article_48"] == "used"


def test_a_person_need_not_cancel_a_bots_event() -> None:
    session = bot_kpd(AVAILABLE)
    titles = go(session, ("event", UNKNOWN), ("article_48", "no"), ("die", "3"))
    assert titles[0] == "KPD: Event #1" and session.table.state["article_48"] == "available"


def test_article_48_left_undone_cancels_nothing() -> None:
    session = bot_kpd(AVAILABLE)
    titles = go(session, ("event", UNKNOWN), ("article_48", "yes"), (ARTICLE, "skip"), ("die", "3"))
    assert titles[0] == "KPD: Event #1" and session.table.state["article_48"] == "available"


def test_a_mandatory_event_cannot_be_cancelled() -> None:
    session = bot_kpd(AVAILABLE)
    titles = go(session, ("event", "57"), ("die", "3"))
    assert titles[0].startswith("KPD: Event #57") and session.table.lingers(57)


# -- a bot card with one Action -------------------------------------------------------------------------


def test_a_card_with_one_action_plays_neither_an_event_nor_a_card_beside_the_hand() -> None:
    cards = f"cards: {{reichstag_seats: {{holder: kpd, available: true}}, {CONTROL_OF_BERLIN}}}"
    session = bot_kpd(f"{cards}\nspaces: {{berlin: {{kpd: 1}}}}", top={"kpd": (15,)})
    assert go(session) == ["KPD: Place influence"] and asked(session) == "turn"
    assert session.table.state["reichstag_seats"] == ("kpd", True)
    assert session.table.state["control.berlin"] == ("kpd", True)
    assert session.state.stacks["kpd"] == 5


def test_a_bot_with_momentum_keeps_reichstag_seats() -> None:
    cards = "momentum: kpd\ncards: {reichstag_seats: {holder: kpd, available: true}}"
    session = bot_kpd(f"{cards}\nspaces: {{berlin: {{kpd: 1}}}}")
    go(session, ("event", "election"), ("die", "3"))
    assert session.table.state["reichstag_seats"] == ("kpd", True)


# -- the last year of an Era ----------------------------------------------------------------------------

LATE_1929 = """
year: 1929
round: late
turn_order: [kpd, coalition, nsdap, rc]
cards: {article_48: available}
spaces: {berlin: {kpd: 1}}
"""


def in_late_1929(**more: object) -> Session:
    return game(LATE_1929, bots=("kpd",), top={"kpd": (10,)}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("lot, election", [("1", True), ("2", False)])
def test_late_1929_with_an_election_and_a_mandatory_card_the_lot_decides(lot: str, election: bool) -> None:
    session = in_late_1929()
    go(session, ("event", "election"), ("event", "57"), ("event", "none"), ("lot", lot), ("die", "2"))
    assert session.state.election_played == election
    assert session.table.lingers(57) != election
    assert session.state.stacks["kpd"] == 4, "the other one stays in the stack"
    assert session.table.state["article_48"] == "available", "neither can be cancelled"


def test_late_1929_a_single_mandatory_card_is_played_without_a_lot() -> None:
    session = in_late_1929()
    go(session, ("event", "57"), ("event", "none"), ("die", "2"))
    assert session.table.lingers(57)


def test_late_1929_an_election_card_is_not_looked_for_if_one_was_played_this_round() -> None:
    session = in_late_1929(election_played=True)
    assert option_keys(session) == ["empty"]
    session.answer("57")
    assert isinstance(session.pending, Question) and "another Mandatory card" in session.pending.text


def test_late_1929_without_such_cards_the_top_card_is_revealed() -> None:
    session = in_late_1929()
    session.answer("none")
    assert isinstance(session.pending, Question) and session.pending.text.startswith("Reveal the top")
    go(session, ("event", UNKNOWN), ("article_48", "no"), ("die", "2"))
    assert session.state.stacks["kpd"] == 4


@pytest.mark.parametrize("year", [1919, 1922, 1924, 1928, 1930, 1932])
def test_in_other_years_the_stack_is_not_searched(year: int) -> None:
    session = game(LATE_1929.replace("1929", str(year)), bots=("kpd",), top={"kpd": (10,)})
    assert isinstance(session.pending, Question) and session.pending.text.startswith("Reveal the top")


@pytest.mark.parametrize("year", [1923, 1929, 1933])
@pytest.mark.parametrize("round_", ["early", "late"])
def test_in_both_rounds_of_the_last_year_of_each_era_it_is(year: int, round_: str) -> None:
    position = LATE_1929.replace("1929", str(year)).replace("late", round_)
    session = game(position, bots=("kpd",), top={"kpd": (10,)})
    assert isinstance(session.pending, Question) and session.pending.text.startswith("Look through all 5")


# -- a bot with Momentum enters 1930 --------------------------------------------------------------------


def test_a_bot_with_momentum_enters_1930() -> None:
    position = """
        year: 1929
        round: late
        momentum: rc
        economy: left_1
        leverage: {economy: {left_3: yellow, right_3: black}}
        economy_dollar_dependence: [right_1, right_2]
        turn_order: [coalition, kpd, nsdap, rc]
        lingering: [54]
        spaces: {hamburg: {coalition: 3, rc: 1}, koeln: {coalition: 1}}
    """
    session = game(
        dedent(position),
        bots=("kpd", "rc"),
        phase="advance_timeline",
        decks={"rc": Deck(pile=(31, 32), discards=(30,), revealed=30), "kpd": Deck(pile=(10,))},
        stacks={"kpd": 3, "rc": 4},
        dice="app",
    )
    human = (*NO_HELD_CARDS, ("held_weighty", "0"), ("held_others", "2"))  # NSDAP, the Coalition
    titles = go(session, *human, ("lingering", "54"))
    table = session.table
    assert (table.year, table.text("round")) == (1930, "early")
    assert table.text("economy") == "right_2", "under the right-most Dollar Dependence"
    assert not table.count("economy:left_3", "yellow_leverage")
    assert not table.count("economy:right_3", "black_leverage")
    assert table.listed("turn_order") == ("nsdap", "kpd", "coalition", "rc"), "card 31, RC last"
    assert titles.count("Held Card Penalty") == 2
    assert table.influence("koeln", "coalition") == 0, "first the Dominance there"
    assert table.influence("hamburg", "coalition") == 2
    assert session.state.stacks == {"coalition": 4, "kpd": 6, "nsdap": 6, "rc": 6}
    assert [len(session.state.decks[bot].pile) for bot in ("kpd", "rc")] == [9, 9]
    assert not table.listed("lingering")
    assert asked(session) == "turn" and "NSDAP" in session.pending.text  # type: ignore[union-attr]


# -- Clean Slate ----------------------------------------------------------------------------------------


def after_an_election(space: str, pieces: str) -> Table:
    """The Coalition wins. It gets the Prussian Provinces, KPD the South, RC München; the North is barred."""
    spaces = {
        "berlin": "coalition: 3",
        "koeln": "coalition: 2",
        "rheinprovinz": "coalition: 2",
        "provinz_westfalen": "coalition: 2",
        "sachsen": "kpd: 1",
        "muenchen": "rc: 1",
        "oldenburg": "uprising: true",
    }
    spaces[space] = ", ".join(filter(None, (spaces.get(space), pieces)))
    listed = "".join(f"  {name}: {{{held}}}\n" for name, held in spaces.items())
    position = (
        "year: 1925\nprogress: 2\nleverage: {progress: [2], reaction: [2], economy: {right_1: black}}\n"
    )
    bots = ("coalition",)  # it has Momentum, and so sees to the Clean Slate
    session = game(f"{position}spaces:\n{listed}", bots=bots, phase="elections", election_played=True)
    go(session)
    assert session.victory is None and session.table.state["control.southern_states"] == ("kpd", True)
    return session.table


@pytest.mark.parametrize(
    "space, pieces, piece, stays",
    [
        ("berlin", "strike: true", "strike", False),
        ("ostpreussen", "strike: true, cadre: nsdap", "strike", False),
        ("ostpreussen", "strike: true, cadre: kpd", "strike", True),
        ("ostpreussen", "strike: true, kpd: 1", "strike", True),
        ("baden", "strike: true", "strike", True),
        ("oldenburg", "", "uprising", True),
        ("mecklenburg", "assassinations: yellow_red, nsdap: 1", "assassinations_yellow_red", False),
        ("pommern", "yellow_leverage: 1, kpd: 1", "yellow_leverage", True),
        ("hamburg", "yellow_leverage: 1, kpd: 1", "yellow_leverage", False),
        ("mecklenburg", "yellow_leverage: 1, coalition: 1", "yellow_leverage", True),
        ("baden", "yellow_leverage: 1", "yellow_leverage", False),
        ("pommern", "black_leverage: 1", "black_leverage", False),
        ("pommern", "black_leverage: 1, rc: 1", "black_leverage", True),
        ("muenchen", "black_leverage: 1, kpd: 1", "black_leverage", True),
    ],
)
def test_a_clean_slate_has_its_exceptions(space: str, pieces: str, piece: str, stays: bool) -> None:
    assert bool(after_an_election(space, pieces).count(space, piece)) == stays


def test_a_clean_slate_leaves_leverage_on_tracks_alone() -> None:
    table = after_an_election("hamburg", "yellow_leverage: 1")
    assert table.count("progress:2", "yellow_leverage") == 1
    assert (
        table.count("reaction:2", "black_leverage") == table.count("economy:right_1", "black_leverage") == 1
    )


def test_a_control_card_clears_its_own_area_alone() -> None:
    session = bot_kpd(f"""
        cards: {{{CONTROL_OF_BERLIN}}}
        spaces: {{berlin: {{kpd: 1, yellow_leverage: 1}}, hamburg: {{yellow_leverage: 1}}}}
    """)
    go(session, ("event", "election"), ("die", "3"))
    assert session.table.spaces_with("yellow_leverage") == ["hamburg"]


# -- victory, the moment it happens ---------------------------------------------------------------------


def won(session: Session) -> tuple[str, str]:
    """Who has won, and why; nothing is pending any more."""
    assert session.pending is None and isinstance(session.victory, Victory)
    assert f"wins: {session.victory.reason}" in told(session) and session.victory.cites
    return session.victory.faction, session.victory.reason


def test_a_coalition_bot_wins_by_sudden_victory_after_the_crisis() -> None:
    spaces = ", ".join(f"{space}: {{reform: true}}" for space in ("berlin", "hamburg", "koeln", "bayern"))
    position = f"""
        year: 1924
        turn_order: [coalition, kpd, nsdap, rc]
        mats: {{coalition: {{reformation: true}}}}
        spaces: {{{spaces}}}
    """
    session = game(dedent(position), bots=("coalition",), top={"coalition": (3,)})
    go(session, ("die", "1"), *[("turn", "end")] * 3)
    assert won(session) == ("coalition", "Sudden Victory")


UPRISINGS = """
year: 1925
sudden_victory: [kpd, coalition]
spaces:
  berlin: {uprising: true}
  sachsen: {uprising: true, reform: true}
  baden: {uprising: true, reform: true}
  hessen: {uprising: true, reform: true}
unity: strong
"""


@pytest.mark.parametrize("first, second", [("kpd", "coalition"), ("coalition", "kpd")])
def test_of_two_sudden_victories_the_first_in_turn_order_counts(first: str, second: str) -> None:
    position = f"{UPRISINGS}turn_order: [{first}, {second}, nsdap, rc]"
    session = game(position, phase="sudden_victory")
    assert won(session) == (first, "Sudden Victory")


def test_without_a_sudden_victory_the_markers_go_back_and_the_game_goes_on() -> None:
    session = game("year: 1925\nsudden_victory: [kpd, rc]", phase="sudden_victory")
    go(session)
    assert session.victory is None and not session.table.at("timeline")
    assert session.table.count("kpd", "revolution") == session.table.count("rc", "black_putsch") == 1


def test_a_sudden_victory_comes_before_the_elections_of_the_round() -> None:
    position = f"{UPRISINGS}turn_order: [kpd, coalition, nsdap, rc]"
    session = game(position, phase="sudden_victory", election_played=True)
    assert "Regional" not in told(session) and won(session)[0] == "kpd"


def test_whoever_but_the_coalition_wins_an_election_wins_the_game() -> None:
    session = game(
        "year: 1925\nspaces: {hamburg: {kpd: 1}}", bots=ALL, phase="elections", election_played=True
    )
    go(session)
    assert won(session) == ("kpd", "General Election")


STOLEN = "year: 1925\nmomentum: rc\nspaces: {bayern: {rc: 1}, hamburg: {nsdap: 1}}"


def test_rc_steals_an_election_that_nsdap_wins_by_its_pv() -> None:
    session = game(STOLEN, phase="elections", election_played=True)  # RC 8, NSDAP 4
    go(session, ("transfer_to", "nsdap"), ("transfer", "4"))
    assert won(session) == ("rc", "half or more of the winner's PV was its own")


def test_an_election_is_not_stolen_with_less_than_half() -> None:
    session = game(STOLEN, phase="elections", election_played=True)
    go(session, ("transfer_to", "nsdap"), ("transfer", "3"))  # RC 5, NSDAP 7
    assert won(session) == ("nsdap", "General Election")


LATE_1933 = "year: 1933\nround: late\nspaces: {hamburg: {kpd: 1}}"


def test_the_coalition_wins_when_the_scenario_ends() -> None:
    session = game(LATE_1933, bots=("coalition",), phase="advance_timeline")
    go(session)
    assert won(session) == ("coalition", "the scenario ends")


@pytest.mark.parametrize("held, winner", [("0", "coalition"), ("1", "kpd")])
def test_a_coalition_that_holds_cards_at_the_end_faces_an_election(held: str, winner: str) -> None:
    session = game(LATE_1933, bots=("kpd", "nsdap", "rc"), phase="advance_timeline")
    answers = [("held_weighty", "0"), ("held_others", held)]
    go(session, *answers, *([("transfer_to", "none")] if held == "1" else []))
    assert won(session)[0] == winner


def test_a_scenario_that_ends_in_an_election_may_be_won_by_the_coalition() -> None:
    position = "year: 1923\nround: late\nspaces: {hamburg: {coalition: 1}}"
    session = game(position, bots=ALL, phase="advance_timeline", scenario="tutorial")
    go(session)
    assert won(session) == ("coalition", "it wins the last election")


def until_the_next_turn(session: Session, event: str) -> None:
    """A bot's turn with this Event, whatever it asks."""
    while session.pending is not None and asked(session) != "turn":
        session.answer({"event": event, "die": "2", LOT: "1"}.get(asked(session) or "", ""))


SNAP = """
year: 1932
turn_order: [kpd, coalition, nsdap, rc]
lingering: [124]
spaces: {hamburg: {kpd: 1}}
"""


def test_a_snap_election_ends_the_game_in_the_middle_of_a_bots_turn() -> None:
    session = game(SNAP, bots=ALL, top={"kpd": (10,)}, dice="app")
    titles = go(session, ("event", "117"))
    assert won(session) == ("kpd", "General Election")
    assert titles == ["Regional Elections"], "no Action is done any more"


def test_a_snap_election_ends_the_game_in_the_middle_of_a_persons_turn() -> None:
    session = game(SNAP, bots=("coalition", "nsdap", "rc"))
    go(session, ("turn", "event"), ("event", "117"))
    assert won(session) == ("kpd", "General Election")


def test_a_snap_election_needs_its_event_to_be_in_play() -> None:
    session = game(SNAP.replace("[124]", "[]"), bots=("kpd",), top={"kpd": (10,)})
    until_the_next_turn(session, event="117")
    assert session.victory is None and "requires #124" in told(session)


def test_the_game_goes_on_after_a_snap_election_of_the_coalition_and_an_election_card_is_not_barred() -> None:
    position = SNAP.replace("{kpd: 1}", "{coalition: 1, kpd: 1}, berlin: {coalition: 1}")
    session = game(position, bots=("kpd",), top={"kpd": (10,)})
    until_the_next_turn(session, event="117")
    assert "General Election:" in told(session)
    assert session.victory is None and not session.state.election_played


ENABLING = """
year: 1933
momentum: nsdap
turn_order: [nsdap, coalition, kpd, rc]
cards: {reichstag_seats: {holder: nsdap, available: false}}
"""


@pytest.mark.parametrize(
    "spaces, victory", [("{berlin: {nsdap: 1}, hamburg: {nsdap: 1}, koeln: {nsdap: 1}}", True), ("{}", False)]
)
def test_the_enabling_act_is_noticed_at_once(spaces: str, victory: bool) -> None:
    session = game(f"{ENABLING}spaces: {spaces}", bots=("coalition",))
    go(session, ("turn", "event"), ("event", "118"))
    if victory:
        assert won(session) == ("nsdap", "an Event, with 16 current PV")
    else:
        assert session.victory is None and "too few to win" in told(session)


@pytest.mark.parametrize("momentum, victory", [("rc", True), ("kpd", False)])
def test_a_referendum_is_won_by_rc_alone_and_only_with_momentum(momentum: str, victory: bool) -> None:
    order = "turn_order: [kpd, rc, coalition, nsdap]"
    position = f"year: 1928\nmomentum: {momentum}\n{order}\nspaces: {{bayern: {{rc: 1}}}}"
    session = game(position, bots=("kpd",), top={"kpd": (10,)})
    until_the_next_turn(session, event="82")
    assert (session.victory is not None) == victory
    if victory:
        assert won(session) == ("rc", "Special Election")


def test_a_victory_can_be_undone() -> None:
    session = game(
        "year: 1925\nspaces: {hamburg: {kpd: 1}}", bots=ALL, phase="elections", election_played=True
    )
    go(session)
    session.undo()
    assert session.victory is None and session.pending is not None


# -- Parliamentary Control cards of people --------------------------------------------------------------

HUMAN_CONTROL = f"""
year: 1925
turn_order: [kpd, coalition, nsdap, rc]
cards: {{{CONTROL_OF_BERLIN}}}
mats: {{kpd: {{worker_militia: 2}}}}
spaces: {{berlin: {{kpd: 1, reform: true}}, hamburg: {{kpd: 2, rc: 1, units: {{worker_militia: 1, sa: 1}}}}}}
"""


def test_the_bonus_action_is_limited_to_the_area_of_the_card() -> None:
    session = game(HUMAN_CONTROL)
    go(session, ("turn", "control"), ("control", "berlin"))
    offered = option_keys(session)
    assert "place_influence" in offered and "place_unit" in offered
    assert "assault" not in offered and "remove_influence" not in offered, "only in Hamburg"
    assert "gain_momentum" not in offered, "it must affect a space"
    go(session, ("bonus_action", "place_influence"), ("reform", "berlin"))
    assert session.table.influence("berlin", "kpd") > 1 and session.table.influence("hamburg", "kpd") == 2
    assert session.table.on_map("reform") == 0
    assert session.table.state["control.berlin"] == ("kpd", False)


def test_units_may_come_from_elsewhere_for_the_bonus_action() -> None:
    session = game(HUMAN_CONTROL)
    go(session, ("turn", "control"), ("control", "berlin"), ("bonus_action", "move_units"))
    assert session.table.units("berlin", "kpd") == 1


def test_the_bonus_action_is_none_of_the_turns_own() -> None:
    session = game(HUMAN_CONTROL)
    bonus = (("bonus_action", "place_influence"), ("reform", "no"))
    go(session, ("turn", "control"), ("control", "berlin"), *bonus, ("turn", "by_hand"))
    assert session.table.state["control.berlin"] == ("kpd", False)
    assert "control" not in option_keys(session) and "by_hand" in option_keys(session)


# -- the order of a person's operations -----------------------------------------------------------------


def test_an_event_does_not_come_between_two_actions() -> None:
    session = game("year: 1925\nturn_order: [kpd, coalition, nsdap, rc]")
    go(session, ("turn", "by_hand"))
    assert "event" not in option_keys(session)
    go(session, ("turn", "by_hand"))
    assert "event" in option_keys(session) and "by_hand" not in option_keys(session)


def test_after_a_card_played_behind_the_first_action_there_is_no_second_one() -> None:
    cards = "cards: {reichstag_seats: {holder: kpd, available: true}}"
    session = game(f"year: 1925\nturn_order: [kpd, coalition, nsdap, rc]\n{cards}")
    go(session, ("turn", "by_hand"), ("turn", "seats"))
    assert "by_hand" not in option_keys(session)


# -- corrections in the middle of a turn ----------------------------------------------------------------


STRIKES_LEFT = "kpd_stance: 3\nspaces: {berlin: {kpd: 1}}"


def test_the_second_action_is_looked_for_on_the_table_as_corrected_after_the_first() -> None:
    session = bot_kpd(STRIKES_LEFT)
    go(session, ("event", "election"), ("die", "3"))
    assert session.table.spaces_with("strike") == ["berlin"], "the Impulse Space"
    corrected = bot_kpd(STRIKES_LEFT)
    corrected.answer("election")
    corrected.answer("1")
    assert isinstance(corrected.pending, Instruction)
    corrected.enter("strike berlin")
    go(corrected, ("die", "3"))
    assert len(corrected.table.spaces_with("strike")) == 2, "one by hand, and one elsewhere"


def test_a_correction_while_a_die_is_asked_for_still_counts() -> None:
    session = bot_kpd(STRIKES_LEFT)
    go(session, ("event", "election"))
    assert asked(session) == "die"
    session.enter("strike berlin")
    go(session, ("die", "3"))
    assert len(session.table.spaces_with("strike")) == 2
    assert "no longer possible" not in told(session)


# -- the last election of A Time for Revolution? -------------------------------------------------------


def test_the_last_election_counts_the_modifiers_the_playbook_prints() -> None:
    position = "year: 1923\nround: late\nmomentum: coalition\nspaces: {berlin: {coalition: 2}}\n"
    session = game(position, bots=ALL, phase="end", scenario="a_time_for_revolution")
    go(session, *[("modifier", "0")] * 3, ("modifier", "40"))
    assert session.victory is not None
    assert (session.victory.faction, session.victory.reason) == ("rc", "General Election")


# -- several units of one Action -----------------------------------------------------------------------


def test_a_person_moves_up_to_three_units_with_one_action() -> None:
    position = dedent(
        """
        year: 1925
        turn_order: [kpd, coalition, nsdap, rc]
        spaces: {berlin: {units: {worker_militia: 2}}}
        """
    )
    session = game(position, events="none")
    go(session, ("turn", "move units"), ("moves", "1"), ("another", "yes"), ("moves", "2"))
    assert session.table.count("berlin", "worker_militia") == 0
    assert session.table.on_map("worker_militia") == 2
