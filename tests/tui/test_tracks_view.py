"""Tracks and mats: where markers stand, what waits, and what is Available, all told without colour."""

from __future__ import annotations

import asyncio

import pytest

from tests.tui.host import SIZES, Host
from tests.tui.screens import osthilfe, position, random_tables, text_in
from weimar_bot.table.board import TRACK_NAMES
from weimar_bot.table.boxes import held_piece
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.table.table import Table
from weimar_bot.tui import themes
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.tracks_drawing import NARROW, WIDE, Tracks
from weimar_bot.tui.tracks_view import TracksView

PALETTE = Palette.of(themes.VARIABLES)


def _lines(table: Table, width: int = NARROW, lit: tuple[str, ...] = ()) -> list[str]:
    return [line.plain.rstrip() for line in Tracks(table, width, PALETTE, lit).lines()]


def _part(lines: list[str], title: str) -> list[str]:
    """The lines of one track or mat."""
    start = next(at for at, line in enumerate(lines) if title in line)
    return lines[start : lines.index("", start)]


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_no_line_is_wider_than_its_form(width: int) -> None:
    for table in (osthilfe(), *random_tables(15)):
        assert max(len(line) for line in _lines(table, width)) <= width


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_every_track_and_mat_is_there(width: int) -> None:
    text = "\n".join(_lines(osthilfe(), width))
    for name in ("Economy", "Progress", "Reaction", "U.S. Deals", "U.S.S.R. Deals", "Unity", "Middle Class"):
        assert name in text
    for name in FACTION_NAMES.values():
        assert f"{name} mat" in text
    assert text.count("Stance") == 2 and set(TRACK_NAMES) >= {"kpd_stance", "nsdap_stance"}


def test_the_marker_stands_in_brackets() -> None:
    assert _part(_lines(osthilfe()), "U.S. Deals")[1].split() == ["1", "2", "[3]", "4", "5"]
    assert "[Sound]" in "\n".join(_lines(osthilfe()))


def test_economy_names_its_box_and_points_to_it() -> None:
    title, boxes, at, *_ = _part(_lines(osthilfe()), "Economy")
    assert title == "Economy 2 right of Stable"
    assert at.index("▲") == boxes.index("[2]")


def test_available_pieces_have_a_plus_and_others_none() -> None:
    held = _part(_lines(osthilfe()), "U.S. Deals")[2]
    assert held.split()[-3:] == ["yL+", "yL", "yL"]
    strikes = next(line for line in _lines(osthilfe()) if line.startswith("Strk."))
    assert strikes.split()[1:] == ["St+", "St+", "St", "St"]


def test_every_held_piece_is_shown_once() -> None:
    for table in random_tables(10):
        words = " ".join(_lines(table, WIDE)).replace("+", "").replace("]", "] ").split()
        boxes = table.board.boxes
        for kind, mark in (("reform", "Re"), ("strike", "St"), ("reichswehr", "RW"), ("kpd_cadre", "kC")):
            held = sum(held_piece(table, box) is not None for box in boxes[kind])
            # The middle box of Economy is called "St" as well.
            assert words.count(mark) - (mark == "St") == held, (kind, words)


def test_what_is_pointed_out_has_a_sign() -> None:
    lines = _lines(osthilfe(), lit=("us_deals:3", "kpd:-1", "economy", "nsdap_stance"))
    assert lines[0].startswith("»Economy")
    assert "»[3]" in _part(lines, "U.S. Deals")[1]
    assert any("»-1" in line for line in _part(lines, "KPD mat"))
    assert any("»Stance" in line for line in _part(lines, "NSDAP mat"))
    assert "»" not in "".join(_lines(osthilfe()))


def test_mats_say_what_is_left_and_who_is_a_bot() -> None:
    mat = _part(_lines(osthilfe()), "Coalition mat")
    assert mat[0].endswith("(bot)") and "Cubes 33 of 45" in mat[1] and "3 F?" in mat[1] and "1 pawn" in mat[1]


def test_a_marker_on_the_timeline_is_said_to_be_there() -> None:
    table = position("year: 1920\nsudden_victory: [kpd]\ngeneral_strike: true")
    text = "\n".join(_part(_lines(table), "KPD mat"))
    assert "Revolution: on the Timeline" in text and "General Strike: on the Timeline" in text


def test_cards_are_told_with_who_holds_them() -> None:
    cards = _part(_lines(osthilfe()), "Cards")
    assert [line.strip() for line in cards[1:]] == [
        "Article 48: available",
        "Reichstag Seats: K",
        "Prussian Provinces: C",
    ]


@pytest.mark.parametrize("size", [*SIZES, (34, 20)])
def test_the_view_scrolls_to_what_is_pointed_out(size: tuple[int, int]) -> None:
    async def main() -> None:
        view = TracksView(osthilfe())
        async with Host(view).run_test(size=size) as pilot:
            assert text_in(view)[0].startswith("Economy 2 right of Stable")
            view.show(osthilfe(), ("rc:2",))
            await pilot.pause()
            assert any("»2" in line for line in text_in(view))
            view.focus()
            await pilot.press("home")
            await pilot.pause()
            assert text_in(view)[0].startswith("Economy")

    asyncio.run(main())


def test_the_view_is_drawn_anew_in_another_theme() -> None:
    async def main() -> None:
        view = TracksView(osthilfe())
        app = Host(view)
        async with app.run_test(size=SIZES[0]) as pilot:
            before = list(view.render_line(0))[0].style
            app.theme = "weimar-light"
            await pilot.pause()
            assert list(view.render_line(0))[0].style != before

    asyncio.run(main())
