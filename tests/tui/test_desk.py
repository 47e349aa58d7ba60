"""The ruling desk answers for any position, says what is wrong with it, and touches no game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static, TabbedContent, TextArea

from tests.tui.host import SIZES, Host, show
from tests.tui.printed_example import example_decision, example_table
from weimar_bot import resources
from weimar_bot.table.board_file import shipped_board
from weimar_bot.tui.desk import Asked, answer, compared, lines_of
from weimar_bot.tui.desk_screen import DeskScreen
from weimar_bot.tui.path_screen import PathScreen
from weimar_bot.tui.why_screen import WhyScreen

Steps = Callable[[DeskScreen, Pilot[object]], Awaitable[None]]
EXAMPLE = Asked("coalition", "5", "120", dice="4,3,3", flips="rogue", seed="1")


def at_the_desk(screen: DeskScreen, size: tuple[int, int], steps: Steps) -> Host:
    app = Host(screen)
    show(app, size, steps)
    return app


def desk(**others: object) -> DeskScreen:
    return DeskScreen(shipped_board(), example_table(), **others)  # type: ignore[arg-type]


def text_of(screen: DeskScreen, name: str) -> str:
    """What a part of the desk shows, unwrapped."""
    console = Console(width=300)
    with console.capture() as capture:
        console.print(screen.query_one(name, Static).content, markup=False)
    return capture.get()


async def ask_the_example(screen: DeskScreen, pilot: Pilot[object]) -> None:
    screen.query_one("#card", Select).value = "5"
    for name, value in (("event", "120"), ("dice", "4,3,3"), ("flips", "rogue"), ("seed", "1")):
        screen.query_one(f"#{name}", Input).value = value
    await pilot.pause()


async def write(screen: DeskScreen, pilot: Pilot[object], text: str) -> None:
    screen.query_one(TextArea).text = text
    await pilot.pause(0.5)


@pytest.mark.parametrize("size", SIZES)
def test_the_printed_example_comes_out_on_the_desk(size: tuple[int, int]) -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await ask_the_example(screen, pilot)
        told = text_of(screen, "#told")
        for line in (
            "1. Event #120 Osthilfe",
            "Place the Reichswehr from U.S.S.R. Deals box 3 in Pommern.",
            "RC: strength 6 minus die 3: 3 hits.",
            "Place 1 Coalition Influence in Bayern.",
        ):
            assert line in told

    at_the_desk(desk(), size, steps)


@pytest.mark.parametrize("size", SIZES)
def test_a_broken_position_is_told_with_line_and_column_and_mending_it_answers_again(
    size: tuple[int, int],
) -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await pilot.press("f6")
        good = screen.query_one(TextArea).text
        line = next(at for at, text in enumerate(good.splitlines(), 1) if text.startswith("  pommern:"))
        await write(screen, pilot, good.replace("  pommern:", "  pomern:"))
        assert f"position:{line}:3: 'pomern' is not a space of the map" in text_of(screen, "#faults")
        assert screen.table is None and "No answer" in text_of(screen, "#told")
        for unreadable in ("[", "\t- x", "year: nineteen\n", "- a list\n"):
            await write(screen, pilot, unreadable)
            assert re.search(r"position:\d+:\d+: ", text_of(screen, "#faults")), unreadable
        await write(screen, pilot, good)
        assert not screen.query_one("#faults").has_class("-shown")
        assert "NP Coalition, bot card 1" in text_of(screen, "#told")

    at_the_desk(desk(), size, steps)


def test_a_table_that_cannot_be_is_refused_with_all_its_faults_until_they_are_waived() -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await write(
            screen, pilot, "spaces:\n  lippe: {coalition: 9}\n  pommern: {strike: true, uprising: true}\n"
        )
        faults = text_of(screen, "#faults")
        assert "position:" in faults and "F10" in faults
        await pilot.press("f10")
        await pilot.pause()
        assert "NP Coalition" in text_of(screen, "#told")
        assert "waived" in text_of(screen, "#head")

    at_the_desk(desk(), (80, 24), steps)


@pytest.mark.parametrize(
    ("field", "written", "said"),
    [
        ("dice", "4,7", "'7' is no face of a die"),
        ("dice", "four", "a die is a whole number, not 'four'"),
        ("event", "999", "Event #999 is not in the library"),
        ("rulings", "R19=twice", "unknown alternative 'twice' of R19"),
        ("flips", "[red]rouge", "not '[red]rouge'"),
        ("seed", "x", "the seed is a whole number, not 'x'"),
    ],
)
def test_what_is_wrong_with_a_field_is_told_in_place(field: str, written: str, said: str) -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        screen.query_one(f"#{field}", Input).value = written
        await pilot.pause()
        assert said in text_of(screen, "#faults")
        assert screen.answer is None

    at_the_desk(desk(), (80, 24), steps)


def test_another_bot_brings_its_own_cards_and_actions() -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        screen.query_one("#faction", Select).value = "rc"
        await pilot.pause()
        await pilot.pause()
        assert screen.query_one("#card", Select).value == "28"
        screen.query_one("#action", Select).value = "place_conservative_clique"
        await pilot.pause()
        assert screen.answer is not None
        assert screen.answer.decision.request.action == "place_conservative_clique"
        assert "NP RC, bot card 28" in text_of(screen, "#told")

    at_the_desk(desk(), (80, 24), steps)


@pytest.mark.parametrize("size", SIZES)
def test_two_rulings_differ_side_by_side(size: tuple[int, int]) -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await ask_the_example(screen, pilot)
        # A second yellow marker: one point in all, or one each.
        await pilot.press("f8")
        await pilot.press(*"yellow leverage +1 pommern", "enter")
        await pilot.pause()
        await pilot.press("f7")
        await pilot.pause()
        assert "R19=each" in text_of(screen, "#compared")  # the desk says which rulings matter here
        assert "R43" not in text_of(screen, "#compared")
        screen.query_one("#compare", Select).value = "R19=each"
        await pilot.pause()
        shown = text_of(screen, "#compared")
        marked = [line for line in shown.splitlines() if line.startswith("≠")]
        assert any("yellow Leverage 1" in line and "yellow Leverage 2" in line for line in marked)
        same = [line for line in shown.splitlines() if "The Coalition assaults RC" in line]
        assert same and not same[0].startswith("≠")
        assert "lines alike" in shown and "Event #120" not in shown  # far from any difference

    at_the_desk(desk(), size, steps)


def test_a_ruling_that_makes_no_difference_is_said_to_make_none() -> None:
    table = example_table()
    found = answer(table, EXAMPLE, None)
    other = answer(table, EXAMPLE, None, {"R43": "under"})
    assert not any(pair.differs for pair in compared(found, other, None))


def test_free_entry_changes_the_table_of_the_desk_alone() -> None:
    table = example_table()

    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await pilot.press("f8", *"kpd +1 hamburg", "enter")
        await pilot.pause()
        assert screen.table is not None and screen.table.count("hamburg", "kpd_influence") == 1
        assert "hamburg: {kpd: 1}" in screen.query_one(TextArea).text
        assert table.count("hamburg", "kpd_influence") == 0
        await pilot.press(*"reaction 3", "enter")  # its Leverage lies lower
        await pilot.pause()
        assert "Reaction is at 3" in text_of(screen, "#faults")
        await pilot.press(*"nonsense", "enter")
        await pilot.pause()
        assert "nonsense" in text_of(screen, "#faults")

    at_the_desk(DeskScreen(shipped_board(), table), (80, 24), steps)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_saved_and_opened_again_gives_the_same_decision(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "shared.yaml"

    async def save(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await ask_the_example(screen, pilot)
        await pilot.press("f3")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await pilot.pause()

    async def check(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await ask_the_example(screen, pilot)
        assert screen.answer is not None
        again = list(lines_of(screen.answer, None))
        assert again == list(lines_of(answer(example_table(), EXAMPLE, None), None))

    at_the_desk(desk(), size, save)
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# weimar-bot decide shared.yaml --faction coalition --card 5 --event 120")
    at_the_desk(DeskScreen(shipped_board(), path=path), size, check)


def test_no_other_file_is_written_over_without_being_asked_twice(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("keep me", encoding="utf-8")

    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await pilot.press("f3")
        await pilot.pause()
        asking = pilot.app.screen
        assert isinstance(asking, PathScreen)
        asking.query_one(Input).value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is asking
        assert path.read_text(encoding="utf-8") == "keep me"
        await pilot.press("enter")
        await pilot.pause()
        assert path.read_text(encoding="utf-8").startswith("# weimar-bot decide")
        await pilot.press("f3", "enter")  # its own file by now
        await pilot.pause()
        assert pilot.app.screen is screen

    at_the_desk(desk(), (80, 24), steps)


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await pilot.press("f3")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = str(tmp_path / "file" / "below.yaml")
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be written" in text_of(screen, "#faults")

    at_the_desk(desk(), (80, 24), steps)


def test_a_file_that_cannot_be_read_is_put_on_the_desk_to_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("yaer: 1931\n", encoding="utf-8")

    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        assert "broken.yaml:1:1" in text_of(screen, "#faults")
        assert screen.query_one(TabbedContent).active == "position"
        await write(screen, pilot, "year: 1931\n")
        assert screen.answer is not None

    at_the_desk(DeskScreen(shipped_board(), path=path), (80, 24), steps)

    async def missing(screen: DeskScreen, pilot: Pilot[object]) -> None:
        assert "nowhere.yaml" in text_of(screen, "#faults")

    at_the_desk(DeskScreen(shipped_board(), path=tmp_path / "nowhere.yaml"), (80, 24), missing)


def test_the_why_of_the_answer_is_one_key_away_and_escape_comes_back() -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        await ask_the_example(screen, pilot)
        await pilot.press("f9")
        await pilot.pause()
        why = pilot.app.screen
        assert isinstance(why, WhyScreen)
        assert [deed.doing for deed in why.decision.deeds] == [
            deed.doing for deed in example_decision().deeds
        ]
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is screen
        screen.query_one("#dice").focus()
        await pilot.press("escape")  # leaves the field
        assert pilot.app.screen is screen
        await pilot.press("escape")

    assert at_the_desk(desk(), (80, 24), steps).results == [None]


def test_every_field_can_be_reached_with_tab() -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        met = set()
        for _ in range(16):
            met.add(screen.focused.id if screen.focused else None)
            await pilot.press("tab")
        assert met >= {
            "faction",
            "card",
            "action",
            "event",
            "dice",
            "flips",
            "rulings",
            "seed",
            "compare",
            "entry",
        }

    at_the_desk(desk(), (80, 24), steps)


def test_every_key_has_an_id_and_says_what_it_does() -> None:
    for binding in (*DeskScreen.BINDINGS, *PathScreen.BINDINGS):
        assert binding.id and binding.tooltip, binding  # type: ignore[union-attr]


def test_the_desk_begins_with_an_empty_table_where_nothing_is_given() -> None:
    async def steps(screen: DeskScreen, pilot: Pilot[object]) -> None:
        assert "an empty table" in text_of(screen, "#head")
        assert screen.answer is not None

    at_the_desk(DeskScreen(shipped_board()), (80, 24), steps)
    assert resources.example().is_file()
