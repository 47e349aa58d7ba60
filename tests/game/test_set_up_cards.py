"""What is said of cards when a game and an Era begin (2.0, 4.0, 8.4)."""

from __future__ import annotations

import pytest

from tests.game.mid_game import game
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.set_up_cards import dealing
from weimar_bot.game.setup import scenarios
from weimar_bot.game.state import Settings


def told_to(scenario: str = "the_fate_of_the_republic", **settings: object) -> str:
    bots = settings.pop("non_player", ("kpd", "rc"))
    return "\n".join(dealing(scenarios()[scenario], Settings(scenario, bots, 1, **settings)))  # type: ignore[arg-type]


def test_hands_are_dealt_and_those_of_bots_become_stacks() -> None:
    said = told_to()
    assert "Deal 7 Event cards to each faction." in said
    assert "Shuffle those of KPD and RC unseen, each into a face-down stack" in said


def test_no_stack_is_spoken_of_without_bots_nor_hands_without_events() -> None:
    assert "stack" not in told_to(non_player=())
    assert "Event" not in told_to(events="none")


@pytest.mark.parametrize("cards, told", [("hand", True), ("app", False)])
def test_bot_decks_are_shuffled_by_who_draws_from_them(cards: str, told: bool) -> None:
    assert ("Shuffle the bot cards of KPD and RC" in told_to(cards=cards)) == told


def test_clique_markers_are_put_down_for_an_rc_bot_alone() -> None:
    assert "markers A, B, C" in told_to() and "markers" not in told_to(non_player=("kpd",))


def test_further_lingering_events_are_drawn_where_the_scenario_has_them() -> None:
    drawing = [name for name, one in scenarios().items() if one.lingering_to_draw]
    assert drawing and all("lingering +" in told_to(name) for name in drawing)
    assert "lingering +" not in told_to()


def test_a_new_era_discards_the_old_stacks_before_new_hands_are_dealt() -> None:
    session = game("year: 1930", bots=("kpd",), phase="new_era", events="none")
    while isinstance(session.pending, Question):  # the cards that people still hold
        session.answer("0")
    assert isinstance(session.pending, Instruction) and session.pending.title == "New Era"
    assert [line.partition(" ")[0] for line in session.pending.lines] == [
        "Discard",
        "Deal",
        "Shuffle",
        "Shuffle",
    ]
