"""One space in words."""

from __future__ import annotations

import asyncio

import pytest

from tests.tui.host import SIZES, Host
from tests.tui.screens import osthilfe, position, random_tables, shown
from weimar_bot.rules.influence import placing
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.tui.space_screen import SpaceScreen
from weimar_bot.tui.space_words import space_sections


def _words(text: str, space: str) -> dict[str, str]:
    table = position(text) if text else osthilfe()
    return {title: "\n".join(lines) for title, lines in space_sections(table, space)}


def test_pieces_are_counted_and_the_room_left_is_told() -> None:
    here = _words("", "pommern")["Here"]
    assert "1 Coalition Influence, 1 RC Influence" in here and "2 Rogue Freikorps" in here
    assert "Room for 2 more cubes" in here


def test_dominance_and_supremacy_come_with_their_numbers() -> None:
    rules = _words("", "pommern")["Who rules"]
    assert "Dominance: nobody (cubes: Coalition 1, RC 1)" in rules
    assert "Supremacy: nobody (Survival Values: Coalition 4, RC 4, NSDAP 1)" in rules
    assert "Parliamentary Control of Prussian Provinces: Coalition" in rules


def test_what_is_not_confirmed_has_a_question_mark() -> None:
    said = _words("", "berlin")
    assert said["Neighbours"].splitlines()[0] == "Provinz Sachsen, Brandenburg"
    assert "transcription, not confirmed?" in said["Printed"]
    assert "Sachsen?" in _words("", "bayern")["Neighbours"]


def test_who_may_place_is_what_the_rules_say() -> None:
    for table in random_tables(6):
        for space in table.board.spaces:
            said = dict(space_sections(table, space))["Place Influence"][0]
            for faction, name in FACTION_NAMES.items():
                number = placing(table, faction).get(space, 0)
                assert (f"{name} ({number})" in said) == bool(number)


def test_assassinations_that_bar_are_named() -> None:
    said = _words("spaces: {berlin: {assassinations: [yellow_red]}}", "berlin")["Place Influence"]
    assert "Assassinations bar: Coalition, KPD" in said


@pytest.mark.parametrize("key", ["escape", "enter", "q"])
@pytest.mark.parametrize("size", SIZES)
def test_it_opens_and_each_closing_key_goes_back(size: tuple[int, int], key: str) -> None:
    async def main() -> None:
        app = Host(SpaceScreen(osthilfe(), "bayern"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            text = shown(app)
            assert "Bayern" in text and "Population 14" in text and "May place here" in text
            await pilot.press(key)
            assert app.results == [None]

    asyncio.run(main())
