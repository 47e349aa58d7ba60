"""The screen on which the printed facts are confirmed or corrected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.tui.host import SIZES, Host
from weimar_bot import resources
from weimar_bot.table.board import Board
from weimar_bot.table.board_facts import groups, open_facts
from weimar_bot.table.board_file import load_board, shipped_board
from weimar_bot.table.languages import named
from weimar_bot.tui.board_check_screen import BoardCheckScreen, QuestionRow

BAYERN = ["pop.bayern", "adjacency.baden-bayern", "kpd.cadres.-1"]


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(resources.HOME_VARIABLE, str(tmp_path))
    yield tmp_path / "board.yaml"


def with_screen(
    look: Callable[[Host, Pilot[object]], Awaitable[None]],
    board: Board | None = None,
    facts: Sequence[str] | None = None,
    size: tuple[int, int] = (80, 24),
) -> list[object]:
    """What the screen is left with, after ``look`` has used it."""
    app = Host(BoardCheckScreen(board or shipped_board(), facts=facts))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await look(app, pilot)
            await pilot.pause()

    asyncio.run(run())
    return app.results


def pressed(*keys: str, **how: Any) -> list[object]:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        await pilot.press(*keys)

    return with_screen(look, **how)


def shown(app: Host, ident: str) -> str:
    return str(app.screen.query_one(ident, Static).content)


def test_what_is_as_shown_is_confirmed_by_a_key_and_written_at_once(file: Path) -> None:
    assert pressed("y", "y", "escape") == [True]
    board = load_board(file)
    assert board.is_confirmed("pop.schleswig_holstein") and board.is_confirmed("pv.schleswig_holstein")
    assert not board.is_confirmed("region.schleswig_holstein")


def test_leaving_without_an_answer_changes_nothing(file: Path) -> None:
    assert pressed("space", "down", "up", "right", "left", "escape") == [False]
    assert not file.exists()


def test_another_number_is_typed_and_holds(file: Path) -> None:
    assert pressed("n", "9", "enter", "escape") == [True]
    assert load_board(file).spaces["schleswig_holstein"].pop == 9


def test_an_answer_begun_can_be_left_without_leaving_the_screen(file: Path) -> None:
    assert pressed("n", "9", "escape") == []
    assert not file.exists()


def test_a_faulty_answer_is_refused_in_words_and_can_be_mended(file: Path) -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        await pilot.press("n", "x", "enter")
        assert "'x' is no answer here; it takes a number" in shown(app, "#check-told")
        assert isinstance(app.focused, Input)
        await pilot.press("backspace", "4", "enter")
        assert shown(app, "#check-told") == ""
        assert isinstance(app.focused, QuestionRow)

    with_screen(look)
    assert load_board(file).spaces["schleswig_holstein"].pop == 4


def test_what_contradicts_the_rulebook_is_refused_and_not_written(file: Path) -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        await pilot.press("n")
        assert "would be 5 spaces apart; the rulebook's examples have 4" in shown(app, "#check-told")

    with_screen(look, facts=["adjacency.bayern-sachsen"])
    assert not file.exists()


@pytest.mark.parametrize("size", SIZES)
def test_everything_can_be_confirmed_page_by_page(file: Path, size: tuple[int, int]) -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        for _ in groups(shipped_board()):
            if app.screen.query(QuestionRow):
                await pilot.press("a")
        assert "Everything asked here is confirmed" in str(
            app.screen.query_one("#check-page Static", Static).content
        )
        total = len(open_facts(shipped_board()))
        assert shown(app, "#check-progress") == f"{total} of {total} facts confirmed."
        await pilot.press("y", "n", "space", "a", "escape")

    assert with_screen(look, size=size) == [True]
    assert open_facts(load_board(file)) == []


def test_the_next_visit_goes_on_with_what_is_open(file: Path) -> None:
    pressed("a", "y", "escape")

    async def look(app: Host, pilot: Pilot[object]) -> None:
        assert shown(app, "#check-title") == "Mecklenburg: is it so on your board?"
        first = app.screen.query(QuestionRow).first().question
        assert first.ident == "pv.mecklenburg"
        done = len(open_facts(shipped_board())) - len(open_facts(load_board(file)))
        assert f"{done} of " in shown(app, "#check-progress") and done == 7

    with_screen(look, load_board(file))


def test_pages_that_neighbours_have_settled_are_not_asked_again(file: Path) -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        await pilot.press(*["a"] * 30)
        asked = [row.question.ident for row in app.screen.query(QuestionRow)]
        assert "neighbours.berlin" not in asked

    with_screen(look)


def test_only_the_facts_of_a_decision_are_asked_where_they_are_given(file: Path) -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        words = [row.question.words for row in app.screen.query(QuestionRow)]
        assert words[:2] == ["Baden and Bayern are adjacent", "Bayern, Population"]
        assert words[2].startswith("KPD mat, Boxes that hold a Cadre")
        await pilot.press("n", "y", "n", *["backspace"] * 10, "minus", "3", "enter", "escape")

    assert with_screen(look, facts=BAYERN) == [True]
    board = load_board(file)
    assert "bayern" not in board.neighbours["baden"]
    assert board.is_confirmed("pop.bayern") and board.tracks["kpd"]["cadres"] == (-3,)


def test_the_place_beside_the_questions_lists_the_neighbours_and_the_source() -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        assert app.screen.query_one("#map-beside")
        beside = shown(app, "#check-beside")
        assert beside.startswith("Schleswig-Holstein is next to") and "Hamburg" in beside
        assert "public transcription" in beside

    with_screen(look)


def test_names_stay_in_the_players_language_after_an_answer() -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        await pilot.press(*["right"] * 4, "y")
        assert shown(app, "#check-title") == "East Prussia: is it so on your board?"
        assert "Pomerania" in shown(app, "#check-beside")

    with_screen(look, named(shipped_board(), "english"))


def test_a_faulty_file_of_the_player_is_told_with_its_place_and_left_alone(file: Path) -> None:
    file.write_text("spcaes: {}\n", encoding="utf-8")

    async def look(app: Host, pilot: Pilot[object]) -> None:
        await pilot.press("y")
        assert f"{file}:1:1: the key 'spcaes' is not known here" in shown(app, "#check-told")

    with_screen(look)
    assert file.read_text(encoding="utf-8") == "spcaes: {}\n"


def test_a_click_takes_the_question_up() -> None:
    async def look(app: Host, pilot: Pilot[object]) -> None:
        rows = app.screen.query(QuestionRow)
        await pilot.click(rows[2])
        assert rows[2].has_focus
        marks = [str(row.query_one(".mark", Static).content) for row in rows]
        assert marks == ["  ?", "  ?", "› ?", "  ?"]

    with_screen(look)


def test_every_key_has_an_id_to_remap_it_by_and_a_tooltip() -> None:
    for binding in BoardCheckScreen.BINDINGS:
        assert isinstance(binding, Binding)
        assert binding.id and binding.id.startswith("check.") and binding.tooltip
