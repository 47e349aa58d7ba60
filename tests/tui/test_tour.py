"""The tour in the README does what it says, key by key."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tui.driving import Driver, drive, only_save
from weimar_bot.game.pending import Instruction
from weimar_bot.tui.history_screen import HistoryScreen
from weimar_bot.tui.home_screen import HomeScreen
from weimar_bot.tui.why_screen import WhyScreen

README = Path(__file__).resolve().parents[2] / "README.md"
NAMES = {"Enter": "enter", "Esc": "escape"}


def tour() -> dict[str, list[str]]:
    """What is to be pressed or typed in each step of the tour, by the words it begins with."""
    text = (
        README.read_text(encoding="utf-8").partition("## A tour of sixty seconds\n")[2].partition("\n## ")[0]
    )
    steps = re.findall(r"^\d+\. \*\*(.+?)\.?\*\*(.*?)(?=^\d+\. |\Z|\n\n)", text, re.MULTILINE | re.DOTALL)
    return {name: re.findall(r"`([^`]+)`", words) for name, words in steps}


async def give(driver: Driver, *inputs: str) -> None:
    for one in inputs:
        if one in NAMES:
            await driver.press(NAMES[one])
        else:
            await driver.type(one)


def test_the_tour_of_the_readme_can_be_taken(home: Path) -> None:
    steps = tour()
    assert len(steps) == 8

    async def script(driver: Driver) -> None:
        await give(driver, *steps["Begin"])
        assert driver.presses == 4
        assert steps["Read"] == [] and isinstance(driver.pending, Instruction)
        why, back = steps["Ask why"]
        await give(driver, why)
        assert isinstance(driver.app.screen, WhyScreen)
        await give(driver, back)
        await give(driver, *steps["Do it"])
        assert len(driver.session.inputs) == 1
        before = driver.session.table.influence("hamburg", "kpd")
        await give(driver, *steps["Correct"])
        assert driver.session.table.influence("hamburg", "kpd") == before + 1
        undo, enter, redo, again = steps["Take back"]
        await give(driver, undo)
        assert "Change your real table like this" in driver.listed
        await give(driver, enter)
        assert driver.session.table.influence("hamburg", "kpd") == before
        await give(driver, redo, again)
        assert driver.session.table.influence("hamburg", "kpd") == before + 1
        history, back = steps["Look back"]
        await give(driver, history)
        assert isinstance(driver.app.screen, HistoryScreen)
        await give(driver, back)
        told = driver.pending
        leave, go_on = steps["Leave"]
        await give(driver, leave)
        assert isinstance(driver.app.screen, HomeScreen) and only_save(home).is_file()
        await give(driver, go_on)
        assert driver.pending == told

    drive(script)
