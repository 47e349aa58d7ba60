"""The lesson goes through the printed example, and what it says is so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.tui.host import SIZES, Host, show
from tests.tui.printed_example import example_decision
from weimar_bot.bot.rulings import load_rulings, sections
from weimar_bot.table.board_file import load_board
from weimar_bot.table.boxes import available
from weimar_bot.tui.learn_screen import LearnScreen, line_called
from weimar_bot.tui.lesson import example, lesson
from weimar_bot.tui.why_detail import WhyDetail
from weimar_bot.tui.why_table import ChoiceView
from weimar_bot.tui.why_tree import WhyTree

Steps = Callable[[LearnScreen, Pilot[object]], Awaitable[None]]


def learning(size: tuple[int, int], steps: Steps, screen: LearnScreen | None = None) -> Host:
    screen = screen or LearnScreen()
    app = Host(screen)
    show(app, size, steps)
    return app


def text(screen: LearnScreen, name: str) -> str:
    return str(screen.query_one(name, Static).content)


@pytest.mark.parametrize("size", SIZES)
def test_it_goes_from_the_first_step_to_the_last_and_back_and_every_text_can_be_seen_whole(
    size: tuple[int, int],
) -> None:
    async def steps(screen: LearnScreen, pilot: Pilot[object]) -> None:
        last = len(lesson()) - 1
        for at, step in enumerate(lesson()):
            assert text(screen, "#title") == f"{at + 1}/{last + 1}  {step.title}"
            assert text(screen, "#text") == step.text
            line = screen.query_one(WhyTree).cursor_node
            assert line is line_called(screen.query_one(WhyTree), step.light)
            assert screen.query_one("#said").max_scroll_y == 0, step.title
            below = screen.query_one(WhyTree if screen.has_class("-chart") else WhyDetail)
            assert below.region.height >= 9, step.title
            await pilot.press("enter")
            await pilot.pause()
        assert screen.at == last  # nothing lies beyond
        await pilot.press("backspace")
        assert screen.at == last - 1
        await screen.action_go(-2 * last)
        assert screen.at == 0
        await pilot.press("escape")

    assert learning(size, steps).results == [None]


def test_every_step_names_sections_there_are_and_the_lesson_is_neither_short_nor_long() -> None:
    assert 10 <= len(lesson()) <= 14
    for step in lesson():
        assert step.sections and all(one in sections() or one in load_rulings() for one in step.sections)
        assert step.pane in ("chart", "choice") and step.show in ("", "card", "facts")
        assert len(step.text) < 480


def test_the_option_a_step_speaks_of_is_pointed_at_among_as_many_as_the_text_says() -> None:
    async def steps(screen: LearnScreen, pilot: Pilot[object]) -> None:
        numbers = {}
        for step in lesson():
            await pilot.pause(0.1)
            numbers[step.light] = [len(view.rows) for view in screen.query(ChoiceView)]
            if step.option:
                fates = [str(one.content) for one in screen.query(".fate").results(Static)]
                assert any(step.option in fate for fate in fates), step.title
            await pilot.press("enter")
        assert (numbers["event"], numbers["1.place_unit"], numbers["2.place_influence"]) == ([5], [26], [16])

    learning((140, 45), steps)


def test_the_card_and_the_unconfirmed_facts_are_shown_where_they_are_spoken_of() -> None:
    async def steps(screen: LearnScreen, pilot: Pilot[object]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert "Faction Order: KPD, RC, NSDAP. Impulse: München." in text(screen, "#shown")
        await screen.action_go(len(lesson()))
        await pilot.pause()
        assert "U.S.S.R. Deals: reichswehr 3" in text(screen, "#shown")

    learning((80, 24), steps)


def test_what_the_lesson_says_of_the_example_is_so() -> None:
    """The figures in the texts, against the decision itself."""
    decision = example()
    assert [deed.changes for deed in decision.deeds] == [deed.changes for deed in example_decision().deeds]
    event, unit, fight, influence = decision.deeds
    assert decision.request.card.number == 5 and decision.request.card.order[0] == "kpd"
    table = event.before
    assert table.state["ussr_deals"] == 3
    waiting = [box for box in table.board.boxes["reichswehr"] if table.count(box.id, "reichswehr")]
    assert [box.id for box in waiting] == ["ussr_deals:3", "ussr_deals:5"]
    assert [box.id for box in available(table, "reichswehr", "coalition")] == ["ussr_deals:3"]
    assert not any(table.count("pommern", piece) for piece in ("worker_militia", "strike", "uprising"))
    assert fight.potential == (5, 4) and fight.assault is not None
    assert (fight.assault.strength, fight.assault.dice, fight.assault.hits) == ((5, 6), (3, 3), (2, 3))
    assert table.board.distances["pommern"]["muenchen"] == 4
    assert table.board.distances["ostpreussen"]["muenchen"] == 5
    assert table.board.distances["bayern"]["muenchen"] == 1
    assert unit.choice.box == "ussr_deals:3" and influence.choice.space == "bayern"


def test_a_board_on_which_the_example_would_come_out_otherwise_is_left_aside(tmp_path: Path) -> None:
    facts = tmp_path / "board.yaml"
    facts.write_text("spaces: {bayern: {pop: 8}}\n", encoding="utf-8")  # no room for another cube
    decision = example(load_board(facts))
    assert [deed.changes for deed in decision.deeds] == [deed.changes for deed in example().deeds]


def test_a_fact_the_player_has_confirmed_is_no_longer_on_the_list(tmp_path: Path) -> None:
    facts = tmp_path / "board.yaml"
    facts.write_text("adjacent: [[bayern, sachsen]]\n", encoding="utf-8")

    async def steps(screen: LearnScreen, pilot: Pilot[object]) -> None:
        await screen.action_go(len(lesson()))
        await pilot.pause()
        assert "Bayern-München" in text(screen, "#shown")
        assert "Bayern-Sachsen" not in text(screen, "#shown")

    learning((80, 24), steps, LearnScreen(load_board(facts)))


def test_the_chart_can_be_looked_round_in_at_any_step() -> None:
    async def steps(screen: LearnScreen, pilot: Pilot[object]) -> None:
        tree = screen.query_one(WhyTree)
        assert tree.has_focus
        await pilot.press("down", "down")
        await pilot.pause()
        assert screen.at == 0
        await pilot.press("tab")
        await pilot.pause()
        assert not tree.display and screen.query_one(WhyDetail).display

    learning((80, 24), steps)


def test_every_key_has_an_id_and_says_what_it_does() -> None:
    for binding in LearnScreen.BINDINGS:
        assert binding.id and binding.tooltip, binding  # type: ignore[union-attr]
