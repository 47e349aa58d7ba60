"""The status strip: year, step, whose turn it is, Momentum, and what lingers."""

from __future__ import annotations

import asyncio

import pytest

from tests.tui.host import SIZES, Host
from tests.tui.screens import osthilfe, position, random_tables, text_in
from weimar_bot.table.table import Table
from weimar_bot.tui.status_bar import StatusBar

BUSY = """
year: 1923
round: late
turn_order: [rc, kpd, nsdap, coalition]
momentum: kpd
non_player: [coalition, kpd, nsdap]
sudden_victory: [kpd, rc]
general_strike: true
lingering: [16, 20, 55, 124]
"""


def _shown(table: Table, acted: tuple[str, ...], phase: str, width: int) -> list[str]:
    found: list[str] = []

    async def main() -> None:
        bar = StatusBar()
        async with Host(bar).run_test(size=(width, 24)) as pilot:
            bar.show(table, acted, phase)
            await pilot.pause()
            found.extend(line.rstrip() for line in text_in(bar))

    asyncio.run(main())
    return found


@pytest.mark.parametrize("size", SIZES)
def test_it_says_when_we_are_and_who_has_acted(size: tuple[int, int]) -> None:
    text = " ".join(_shown(osthilfe(), ("coalition",), "action", size[0]))
    assert "1931 late" in text and "Action" in text
    assert ("✓ Coalition" in text and "► KPD" in text) or ("✓C" in text and "►K" in text)
    assert "bot" in text


def test_a_wide_strip_says_all_in_one_line_of_words() -> None:
    (line,) = _shown(osthilfe(), ("coalition",), "action", 140)
    assert "Decline" in line and "Momentum Coalition" in line and "Coalition  bot" in line


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
def test_nothing_that_holds_is_left_out(width: int) -> None:
    text = " ".join(_shown(position(BUSY), ("rc",), "action", width))
    for said in ("1923 late", "#16", "#20", "#55", "#124", "Strike", "K"):
        assert said in text, (width, said)


def test_nobody_is_next_outside_the_action_step() -> None:
    text = " ".join(_shown(position(BUSY), (), "elections", 140))
    assert "►" not in text and "Elections" in text


@pytest.mark.parametrize("width", [30, 80, 140])
def test_it_never_takes_more_than_two_lines(width: int) -> None:
    for table in random_tables(6):
        lines = _shown(table, ("rc",), "action", width)
        assert 1 <= len(lines) <= 2 and all(len(line) <= width for line in lines)


def test_an_unknown_phase_is_shown_as_it_is() -> None:
    assert "[b]Setup[/b]" in _shown(osthilfe(), (), "[b]Setup[/b]", 140)[0]
