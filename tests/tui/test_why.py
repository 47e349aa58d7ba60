"""The Why: the way through the chart is lit, and the tables say where each option fell out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, OptionList, Static, TabbedContent

from tests.table.random_tables import random_table
from tests.tui.host import SIZES, Host, show
from tests.tui.printed_example import example_decision, example_table, kpd_decision
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.comparing import would_do
from weimar_bot.bot.decide import Request, decide
from weimar_bot.bot.event_cards import library
from weimar_bot.flowchart.visits import Choosing, visits
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui.why_detail import deeds_of
from weimar_bot.tui.why_screen import WhyScreen
from weimar_bot.tui.why_table import cell, fate, runner_up_lines
from weimar_bot.tui.why_tree import WhyTree

Steps = Callable[[WhyScreen, Pilot[object]], Awaitable[None]]


class FactHost(Host):
    """Keeps the facts that the player wants to look at."""

    def __init__(self, part: WhyScreen) -> None:
        super().__init__(part)
        self.facts: list[str] = []

    def on_why_screen_fact_chosen(self, message: WhyScreen.FactChosen) -> None:
        self.facts.append(message.fact)


def showing(screen: WhyScreen, size: tuple[int, int], steps: Steps) -> FactHost:
    app = FactHost(screen)
    show(app, size, steps)
    return app


def said(screen: WhyScreen) -> str:
    """Everything that stands in the right half, on all its pages."""
    return "\n".join(str(part.content) for part in screen.query("TabPane Static").results(Static))


def marks(tree: WhyTree) -> dict[str, str]:
    """Each line of the tree by its words, with its mark; where words come twice, the first."""
    labels = [line.data.label().plain for line in tree.lines() if line.data]
    return {label[2:]: label[0] for label in reversed(labels)}


def choosings() -> list[Choosing]:
    every = [visit for outer in visits(example_decision().trace.steps) for visit in outer.walk()]
    return [choosing for visit in every for choosing in visit.choosings() if choosing.options]


def name(option: object) -> str:
    return option.short  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("size", SIZES)
def test_the_way_taken_is_lit_and_what_was_left_alone_is_not(size: tuple[int, int]) -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        found = marks(screen.query_one(WhyTree))
        for taken in ("The Event", "1: special → rolled 4", "die 4: military", "place unit → Pommern"):
            assert found[taken] == "✓", taken
        assert found["2: assault → Pommern"] == "✓"
        assert found["2: place influence → Bayern"] == "✓"
        assert found["1: bloodhound assaults"] == "✗"
        for left in ("die 1-2: reform", "die 5-6: economic", "2: military deals", "3: remove influence"):
            assert found[left] == " ", left

    showing(WhyScreen(example_decision()), size, steps)


def test_where_each_option_of_osthilfe_fell_out() -> None:
    osthilfe = choosings()[0]
    rows = {
        name(option): "".join(cell(osthilfe, option, at) for at in range(len(osthilfe.turns)))
        for option in osthilfe.by_staying()
    }
    assert list(rows)[:2] == ["Pommern", "Ostpreußen"]  # those that stayed longest stand first
    assert rows == {
        "Pommern": "✓··✓",
        "Ostpreußen": "✓··✗",
        "Posen-Westpreußen": "✗   ",
        "Niederschlesien": "✗   ",
        "Oberschlesien": "✗   ",
    }


def test_the_runner_up_is_told_with_what_parted_it_and_what_would_have_been_done() -> None:
    first, *_, last = choosings()
    told = " ".join(runner_up_lines(example_decision(), first))
    assert "Ostpreußen fell out at E2" in told
    assert "Ostpreußen: 5 steps from the Impulse; Pommern: 4 steps from the Impulse" in told
    assert "Place 1 Coalition Influence in Ostpreußen." in told
    # Bayern is next to München; ten others lie farther off.
    assert last.taken is not None and name(last.taken) == "Bayern"
    assert "Bayern: 1 step from the Impulse" in fate(last, last.by_staying()[1])


def test_what_would_have_been_done_elsewhere_changes_nothing() -> None:
    decision = example_decision()
    before = decision.request.table.places
    option = choosings()[0].by_staying()[-1]
    assert would_do(decision, option)
    assert decision.request.table.places == before


@pytest.mark.parametrize("size", SIZES)
def test_pointing_at_an_option_tells_where_it_fell_out(size: tuple[int, int]) -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        screen.query_one(DataTable).focus()
        await pilot.press("down", "down")
        await pilot.pause()
        text = str(screen.query_one(".fate", Static).content)
        assert text.startswith("Posen-Westpreußen fell out at B1, which asks: gains Dominance.")

    showing(WhyScreen(example_decision()), size, steps)


@pytest.mark.parametrize("size", SIZES)
def test_it_begins_at_the_deed_asked_for_and_says_what_the_sections_say(size: tuple[int, int]) -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        text = said(screen)
        assert "The Coalition assaults RC in Pommern." in text
        assert "8.6-2" in text and "Loyalty" in text
        assert "NSDAP is number 3 in Faction Order" in text and "RC is number 2 in Faction Order" in text
        cursor = screen.query_one(WhyTree).cursor_node
        assert cursor is not None and cursor.data is not None
        assert cursor.data.label().plain == "✓ 2: assault → Pommern"

    showing(WhyScreen(example_decision(), deed=2), size, steps)


@pytest.mark.parametrize("size", SIZES)
def test_actions_passed_over_and_chance_are_told(size: tuple[int, int]) -> None:
    decision = kpd_decision()
    assert decision.skipped

    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        await pilot.press("2")
        assert screen.query_one(TabbedContent).active == "passed"
        text = said(screen)
        assert all(one.why in text for one in decision.skipped)
        await pilot.press("3")
        assert all(f"Die for {purpose}: {die}" in text for purpose, die in decision.rolls)

    showing(WhyScreen(decision), size, steps)


@pytest.mark.parametrize("size", SIZES)
def test_an_unconfirmed_fact_can_be_asked_for_on_the_spot(size: tuple[int, int]) -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        await pilot.press("c")  # to the list
        await pilot.pause()
        facts = screen.query_one("#fact-list", OptionList)
        assert facts.has_focus
        assert str(facts.get_option_at_index(1).prompt) == "adjacency: Bayern-Sachsen"
        await pilot.press("down", "c")
        await pilot.pause()

    app = showing(WhyScreen(example_decision()), size, steps)
    assert app.facts == ["adjacency.bayern-sachsen"]


def test_in_a_narrow_terminal_tab_goes_between_the_chart_and_what_is_said_of_it() -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        tree = screen.query_one(WhyTree)
        assert not tree.display  # the choice comes first
        await pilot.press("tab", "tab")
        await pilot.pause()
        assert tree.display and tree.has_focus and not screen.query_one(TabbedContent).display
        await pilot.press("tab")
        await pilot.pause()
        assert not tree.display

    showing(WhyScreen(example_decision()), (80, 24), steps)


@pytest.mark.parametrize("key", ["escape", "q", "w"])
def test_it_closes_with_one_key(key: str) -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        await pilot.press(key)

    assert showing(WhyScreen(example_decision()), (80, 24), steps).results == [None]


def test_every_line_of_the_tree_can_be_looked_at() -> None:
    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        tree = screen.query_one(WhyTree)
        for line in list(tree.lines()):
            assert line.data is not None
            await screen.query_one("#detail").show(line.data)  # type: ignore[attr-defined]
            assert len(said(screen)) > 40

    showing(WhyScreen(kpd_decision()), (140, 45), steps)


def test_on_any_table_every_deed_is_found_at_exactly_one_line_of_the_chart() -> None:
    board, cards, rng = shipped_board(), load_cards(), Random(5)
    for at in range(40):
        card = cards[rng.randint(1, len(cards))]
        event = rng.choice(["none", "empty", *library()])
        decision = decide(Request(random_table(rng, board), card.faction, card, event), Chance((), (), at))
        lines = [line.data for line in WhyTree(decision).lines() if line.data]
        found = [deed for line in lines for deed in deeds_of(decision, line)]
        assert sorted(map(id, found)) == sorted(map(id, decision.deeds)), (at, event)


def test_a_turn_in_which_nothing_was_looked_for_says_so() -> None:
    table = example_table().with_state({"turn.performed": ("special",)})
    decision = decide(Request(table, "coalition", load_cards()[5], "empty"), Chance())
    assert not decision.trace.steps

    async def steps(screen: WhyScreen, pilot: Pilot[object]) -> None:
        assert screen.query_one(TabbedContent).active == "passed"
        assert "the card allows 1, and that many are done" in said(screen)

    showing(WhyScreen(decision), (80, 24), steps)


def test_every_key_has_an_id_and_says_what_it_does() -> None:
    for binding in WhyScreen.BINDINGS:
        assert binding.id and binding.tooltip, binding  # type: ignore[union-attr]
