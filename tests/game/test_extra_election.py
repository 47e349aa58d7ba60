"""The Extra Election of A Time for Revolution? (7.7)."""

from __future__ import annotations

import pytest

from tests.game.mid_game import asked, game, go, option_keys, told
from weimar_bot.game.session import Session

CONTROL_OF_BERLIN = "parliamentary_control: {berlin: {holder: kpd, available: true}}"

# -- the Extra Election ---------------------------------------------------------------------------------

EXTRA = f"""
year: 1921
momentum: kpd
turn_order: [kpd, coalition, nsdap, rc]
cards: {{{CONTROL_OF_BERLIN}}}
spaces: {{berlin: {{coalition: 3}}, hamburg: {{coalition: 1}}}}
"""


def extra(**more: object) -> Session:
    return game(EXTRA, scenario="a_time_for_revolution", **more)  # type: ignore[arg-type]


def rest_of_the_round(session: Session) -> None:
    """Everybody passes, and the steps of the round go by without anybody doing more than needed."""
    while session.state.phase in ("action", "sudden_victory", "elections"):
        if session.pending is None:
            return
        default = "end" if asked(session) == "turn" else ""
        session.answer({"transfer_to": "none"}.get(asked(session) or "", default))


def test_the_momentum_faction_may_spend_a_card_on_an_extra_election() -> None:
    session = extra()
    go(session, ("turn", "extra_election"), ("extra_election", "control.berlin"))
    assert session.table.state["control.berlin"] == ("kpd", False)
    assert session.state.extra_election == "called"
    assert "extra_election" not in option_keys(session)
    rest_of_the_round(session)
    assert told(session).count("General Election:") == 1
    assert session.state.extra_election == "held"
    assert session.table.state["control.berlin"] == ("coalition", True)


def test_with_an_election_card_in_the_same_round_there_is_only_one_election() -> None:
    session = extra()
    go(session, ("turn", "event"), ("event", "election"))
    go(session, ("turn", "extra_election"), ("extra_election", "control.berlin"))
    rest_of_the_round(session)
    assert told(session).count("General Election:") == 1
    assert (session.state.election_played, session.state.extra_election) == (False, "held")


@pytest.mark.parametrize("before", ["called", "held"])
def test_there_is_only_one_extra_election_in_a_game(before: str) -> None:
    assert "extra_election" not in option_keys(extra(extra_election=before))


def test_only_the_momentum_faction_calls_it_in_a_scenario_that_has_it() -> None:
    other = game(EXTRA.replace("momentum: kpd", "momentum: rc"), scenario="a_time_for_revolution")
    assert "extra_election" not in option_keys(other)
    assert "extra_election" not in option_keys(game(EXTRA))


def test_a_card_spent_on_it_is_the_control_card_of_the_turn() -> None:
    position = EXTRA.replace("control: {", "control: {koeln: {holder: kpd, available: true}, ")
    session = game(position, scenario="a_time_for_revolution")
    assert {"control", "extra_election"} <= set(option_keys(session))
    go(session, ("turn", "extra_election"), ("extra_election", "control.koeln"))
    assert "control" not in option_keys(session)


def test_a_bot_never_calls_an_extra_election() -> None:
    position = EXTRA.replace(CONTROL_OF_BERLIN, "reichstag_seats: {holder: kpd, available: true}")
    session = game(position, bots=("kpd",), top={"kpd": (10,)}, scenario="a_time_for_revolution", dice="app")
    while asked(session) != "turn":
        session.answer("election" if asked(session) == "event" else "")
    assert session.state.extra_election == "no"
    assert session.table.state["reichstag_seats"] == ("kpd", True)
