"""The map: every space at its place, the instruction marked without colour, keys that lead everywhere."""

from __future__ import annotations

import asyncio
import time
from itertools import combinations

import pytest
from textual.app import ComposeResult

from tests.tui.host import SIZES, Host
from tests.tui.screens import osthilfe, position, random_tables, text_in
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.languages import ENGLISH, GERMAN, LANGUAGES, named
from weimar_bot.tui import themes
from weimar_bot.tui.map_view import MapView
from weimar_bot.tui.map_ways import Instructed
from weimar_bot.tui.marks import MARKS, Palette
from weimar_bot.tui.tile_drawing import Look, content_of, draw
from weimar_bot.tui.tile_layout import (
    CONTROL_AREA,
    DIRECTIONS,
    KEY_AREA,
    NARROWEST,
    PLACES,
    ROLE_AREA,
    SEA_AREA,
    SHORT_NAMES,
    WIDEST,
    Grid,
    beyond,
    grid_for,
    short_name,
)
from weimar_bot.tui.tile_map import TileMap

PALETTE = Palette.of(themes.VARIABLES)
WHOLE, COMPACT, LIST = (86, 38), (60, 30), (46, 18)


class Chooser(Host):
    """Notes which spaces were chosen."""

    def __init__(self, part: MapView) -> None:
        super().__init__(part)
        self.map = part
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.map

    def on_map_view_space_chosen(self, message: MapView.SpaceChosen) -> None:
        self.chosen.append(message.space_id)


# -- where tiles lie -----------------------------------------------------------------------------------


def test_every_space_of_the_board_has_a_tile() -> None:
    assert set(PLACES) == set(shipped_board().spaces)


@pytest.mark.parametrize("grid", [NARROWEST, Grid(7, 5), WIDEST])
def test_no_two_tiles_or_legends_overlap(grid: Grid) -> None:
    areas = [grid.area(area) for area in (KEY_AREA, CONTROL_AREA, ROLE_AREA, SEA_AREA)]
    rects = [*(grid.tile(space) for space in PLACES), *areas]
    for one, other in combinations(rects, 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart = apart or one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart, (one, other)
    assert max(rect.x + rect.width for rect in rects) <= grid.width
    assert max(rect.y + rect.height for rect in rects) <= grid.height


def _apart(one: str, other: str) -> float:
    """How far two tiles lie from one another, in tiles."""
    (x, y), (column, row) = PLACES[one], PLACES[other]
    return abs(x - column) / 2 + abs(y - row)


def test_spaces_that_are_adjacent_lie_close_together() -> None:
    neighbours = shipped_board().neighbours
    near = [_apart(one, other) for one in PLACES for other in neighbours[one]]
    far = [_apart(*two) for two in combinations(PLACES, 2) if two[1] not in neighbours[two[0]]]
    assert max(near) <= 3
    assert sum(near) / len(near) < 0.5 * sum(far) / len(far)


def test_the_map_is_germany() -> None:
    def row(space: str) -> int:
        return PLACES[space][1]

    assert row("schleswig_holstein") == 0 and row("muenchen") == max(row(space) for space in PLACES)
    assert PLACES["ostpreussen"][0] == max(column for column, _ in PLACES.values())
    assert row("hamburg") < row("berlin") < row("thueringen") < row("bayern") < row("muenchen")
    assert PLACES["koeln"][0] < PLACES["hessenprovinz"][0] < PLACES["thueringen"][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_fit_and_no_two_spaces_share_one(language: str) -> None:
    spaces = named(shipped_board(), language).spaces
    for width in range(3, 20):
        names = [short_name(space, spaces[space].name, width) for space in spaces]
        assert all(len(name) <= width for name in names)
        assert len(set(names)) == len(names), (width, names)


def test_english_names_stay_english_on_the_narrowest_tile() -> None:
    german, english = (named(shipped_board(), language).spaces for language in (GERMAN, ENGLISH))
    for space in PLACES:
        if german[space].name != english[space].name:
            for width in range(8, 20):
                shown = short_name(space, english[space].name, width)
                assert shown not in SHORT_NAMES[space] or shown == "Posen-W", (space, shown)


def test_german_names_are_spelled_as_germans_spell_them() -> None:
    names = {space.name for space in shipped_board().spaces.values()}
    assert {"Ostpreußen", "Thüringen", "Württemberg", "Köln", "München"} <= names


def test_arrow_keys_lead_from_every_tile_to_every_other() -> None:
    for start in PLACES:
        found = [start]
        for space in found:
            found += [one for one in (beyond(space, way) for way in DIRECTIONS) if one not in found]
        assert set(found) == set(PLACES), start


def test_arrow_keys_lead_the_way_they_point() -> None:
    for space, (column, row) in PLACES.items():
        for way, (x, y) in DIRECTIONS.items():
            to = PLACES[beyond(space, way)]
            assert beyond(space, way) == space or (to[0] - column) * x + (to[1] - row) * y > 0
    assert beyond("hamburg", "up") == "schleswig_holstein"
    assert beyond("bayern", "down") == "muenchen"
    assert beyond("ostpreussen", "left") == "pommern"


# -- one tile ------------------------------------------------------------------------------------------


def _tile(text: str, space: str, look: Look | None = None, width: int = 14, height: int = 5) -> list[str]:
    table = position(f"spaces:\n  {space}: {text}")
    return [strip.text for strip in draw(content_of(table, space), look or Look(), width, height, PALETTE)]


def test_a_tile_shows_cubes_room_units_and_who_is_ahead() -> None:
    top, cubes, units, markers, bottom = _tile(
        "{kpd: 2, nsdap: 1, units: {worker_militia: 2, sa: 1}, cadre: kpd, strike: true}", "berlin"
    )
    assert top.startswith("┏●Berlin") and top.endswith("K┓")
    assert cubes.strip("┃ ") == "KKN···"
    assert units.strip("┃ ") == "SA 2WM" and markers.strip("┃ ") == "St kC"
    assert bottom.startswith("┗6/6") and bottom.endswith("▲K2:1┛")


def test_a_tile_where_strength_is_equal_gives_supremacy_to_nobody() -> None:
    assert _tile("{units: {worker_militia: 2, sa: 2}}", "hamburg")[-1].endswith("▲=2╯")


def test_many_cubes_are_counted_in_a_narrow_tile() -> None:
    assert "C8K2N1R3" in _tile("{coalition: 8, kpd: 2, nsdap: 1, rc: 3}", "bayern", width=10, height=4)[1]


def test_a_narrow_tile_shows_four_kinds_of_units_beside_its_cubes() -> None:
    units = "{freikorps_unrevealed: 1, freikorps_loyal: 1, rogue_freikorps: 2, sa: 1}"
    lines = _tile(f"{{coalition: 1, rc: 1, units: {units}}}", "pommern", width=10, height=4)
    assert [line[1:9].rstrip() for line in lines[1:3]] == ["CR··FKF?", "2RFSA"]


def test_a_tile_too_full_says_that_there_is_more() -> None:
    units = "{reichswehr: 2, freikorps_loyal: 3, rogue_freikorps: 4, sa: 5, worker_militia: 2}"
    lines = _tile(f"{{coalition: 1, units: {units}}}", "pommern", width=10, height=4)
    assert lines[2].rstrip("│┃ ").endswith("…")


@pytest.mark.parametrize("grid", [NARROWEST, Grid(7, 5), WIDEST])
def test_every_tile_fills_its_place_exactly_whatever_lies_there(grid: Grid) -> None:
    for table in random_tables(12):
        for space in PLACES:
            rect = grid.tile(space)
            for role in (None, "space", "source", "goal"):
                look = Look(role, "►1,2…12►" if role else "", cursor=role == "goal")
                strips = draw(content_of(table, space), look, rect.width, rect.height, PALETTE)
                assert [strip.cell_length for strip in strips] == [rect.width] * rect.height
                assert all(len(strip.text) == rect.width for strip in strips)


def test_every_piece_that_can_lie_in_a_space_has_its_own_letters() -> None:
    assert len(set(MARKS.values())) == len(MARKS)
    on_map = {piece for table in random_tables(20) for space in PLACES for piece in table.at(space)}
    assert {piece for piece in on_map if not piece.endswith("_influence")} <= set(MARKS)


# -- the instruction -----------------------------------------------------------------------------------


def test_spaces_of_the_instruction_are_marked_without_colour() -> None:
    roles = {"pommern": "space", "bayern": "source", "sachsen": "goal"}
    lines = TileMap(Grid(7, 5), PALETTE).lines(osthilfe(), Instructed.of(roles, ()), None)
    text = "\n".join(line.text for line in lines)
    assert "╔◆Pommern═" in text and "╔↗Bayern═" in text and "╔↘Sachsen═" in text
    assert text.count("╔") == 3


def test_ways_are_numbered_and_drawn_between_tiles_that_touch() -> None:
    ways = [("berlin", "brandenburg"), ("bayern", "wuerttemberg"), ("muenchen", "hamburg"), ("rc", "berlin")]
    lines = TileMap(Grid(7, 5), PALETTE).lines(osthilfe(), Instructed.of({}, ways), None)
    text = "\n".join(line.text for line in lines)
    for said in ("1►●Berlin", "►1Brandenb", "2►Bayern", "►2Württ", "3►●München", "►3●Hamburg", "►►", "▼"):
        assert said in text, said


@pytest.mark.parametrize("back", [False, True])
def test_the_arrow_between_two_tiles_points_to_the_goal(back: bool) -> None:
    for one, other, signs in (
        ("berlin", "brandenburg", "►◄"),
        ("bayern", "wuerttemberg", "▼▲"),
        ("bayern", "thueringen", "▲▼"),
        ("berlin", "hamburg", ""),
        ("hessenprovinz", "bayern", "↘↖"),
    ):
        way = (other, one) if back else (one, other)
        arrows = [
            sign for space in way for _, _, sign in Instructed.of({}, [way]).look(space, NARROWEST).arrows
        ]
        assert set(arrows) == set(signs[back : back + 1]), way


def test_what_is_not_on_the_map_is_left_out_of_an_instruction() -> None:
    found = Instructed.of({"us_deals:3": "goal", "berlin": "nonsense"}, [("coalition", "berlin")])
    assert not found.roles and not found.ways


# -- on the screen -------------------------------------------------------------------------------------


def _run(size: tuple[int, int], act: object) -> None:
    async def main() -> None:
        view = MapView(osthilfe())
        app = Chooser(view)
        async with app.run_test(size=size) as pilot:
            view.focus()
            await pilot.pause()
            await act(app, view, pilot)  # type: ignore[operator]

    asyncio.run(main())


@pytest.mark.parametrize("size", [WHOLE, COMPACT])
def test_the_drawn_map_shows_all_spaces_and_who_controls_what(size: tuple[int, int]) -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        text = "\n".join(text_in(view))
        assert not view.is_list
        grid = grid_for(*size)
        assert grid is not None
        for space in osthilfe().board.spaces.values():
            width = 2 * grid.column - 2 - bool(osthilfe().dominance(space.id)) - space.city
            assert short_name(space.id, space.name, width) in text
        assert "Parl" in text and "Prussian" in text and "▲=4" in text

    _run(size, act)


@pytest.mark.parametrize("size", [LIST, (54, 40), (90, 27), (20, 5)])
def test_a_small_window_shows_a_list(size: tuple[int, int]) -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        assert view.is_list
        view.show(osthilfe(), {"oberschlesien": "goal"})
        view.go_to("oberschlesien")
        lines = text_in(view)
        assert "PV" in lines[0] or size[0] < 30
        assert lines[1].startswith("❯↘O")

    _run(size, act)


def test_the_list_says_what_lies_in_a_space() -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        lines = text_in(view)
        pommern = next(line for line in lines if "Pommern" in line)
        assert pommern.split()[1:7] == ["1", "4", "1", "·", "·", "1"] and "FK F? 2RF SA" in pommern

    _run((60, 27), act)


def test_the_list_is_sorted_anew_with_z() -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        await pilot.press("z", "z")  # type: ignore[attr-defined]
        view.go_to("berlin")
        lines = text_in(view)
        assert "by PV" in lines[0] and "Berlin" in lines[1]
        await pilot.press("z")  # type: ignore[attr-defined]
        assert "by Pop" in text_in(view)[0]

    _run(LIST, act)


def test_keys_scroll_the_list_to_its_end_and_back() -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        await pilot.press(*["down"] * 40)  # type: ignore[attr-defined]
        assert view.cursor == list(osthilfe().board.spaces)[-1]
        assert any(line.startswith("❯ ") for line in text_in(view))
        await pilot.press(*["right", "left", "left"])  # type: ignore[attr-defined]
        assert view.cursor == list(osthilfe().board.spaces)[0]

    _run(LIST, act)


def test_the_cursor_moves_and_enter_chooses_its_space() -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        assert view.cursor == "berlin"
        assert any("▛●Berlin▀" in line for line in text_in(view))
        await pilot.press("right", "enter", "up", "enter")  # type: ignore[attr-defined]
        assert app.chosen[0] == "brandenburg" and PLACES[app.chosen[1]][1] == 1

    _run(WHOLE, act)


@pytest.mark.parametrize("size", [WHOLE, COMPACT, LIST])
def test_a_click_chooses_the_space_under_the_mouse(size: tuple[int, int]) -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        view.go_to("provinz_hannover")
        y, line = next((y, line) for y, line in enumerate(text_in(view)) if "Hannover" in line)
        await pilot.click(view, offset=(line.index("Hannover") + 2, y))  # type: ignore[attr-defined]
        assert app.chosen == ["provinz_hannover"]
        await pilot.hover(view, offset=(line.index("Hannover") + 2, y))  # type: ignore[attr-defined]
        assert "Population 7" in str(view.tooltip)

    _run(size, act)


def test_every_theme_is_drawn_in_its_own_colours() -> None:
    async def act(app: Chooser, view: MapView, pilot: object) -> None:
        grounds = set()
        for theme in themes.THEME_TITLES:
            app.theme = theme
            await pilot.pause()  # type: ignore[attr-defined]
            style = list(view.render_line(0))[0].style
            grounds.add(str(style.bgcolor) if style else "")
        assert len(grounds) == len(themes.THEME_TITLES)

    _run(WHOLE, act)


@pytest.mark.parametrize("size", SIZES)
def test_a_map_without_a_table_is_blank(size: tuple[int, int]) -> None:
    async def main() -> None:
        view = MapView()
        async with Host(view).run_test(size=size) as pilot:
            await pilot.press("tab", "down", "enter", "z")
            assert not "".join(text_in(view)).strip()

    asyncio.run(main())


def test_an_instruction_takes_the_cursor_along_while_the_map_is_not_in_use() -> None:
    async def main() -> None:
        view = MapView(osthilfe())
        async with Host(view).run_test(size=WHOLE) as pilot:
            view.screen.set_focus(None)
            await pilot.pause()
            view.show(osthilfe(), {"baden": "goal"})
            assert view.cursor == "baden"

    asyncio.run(main())


def test_showing_another_table_takes_a_few_milliseconds() -> None:
    drawing = TileMap(Grid(7, 5), PALETTE)
    spent = []
    for table in random_tables(9):
        start = time.perf_counter()
        drawing.lines(table, Instructed.of({"berlin": "goal"}, ()), "berlin")
        spent.append(time.perf_counter() - start)
    # Some 4 ms; the bound leaves room for a busy machine.
    assert sorted(spent)[len(spent) // 2] < 0.04


def test_every_key_of_the_map_has_a_name_and_an_explanation() -> None:
    for binding in MapView.BINDINGS:
        assert binding.id and binding.description and binding.tooltip  # type: ignore[union-attr]
