"""Every other screen reached from the app itself, at both sizes; corrections of the board; settings."""

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Select

from tests.game.mid_game import ALL, game
from tests.tui.driving import SIZES, Driver, drive, only_save, play
from weimar_bot.game.session import Session
from weimar_bot.tui.board_check_screen import BoardCheckScreen
from weimar_bot.tui.desk_screen import DeskScreen
from weimar_bot.tui.election_screen import ElectionScreen
from weimar_bot.tui.history_screen import HistoryScreen
from weimar_bot.tui.home_screen import HomeScreen, OpenScreen
from weimar_bot.tui.learn_screen import LearnScreen
from weimar_bot.tui.list_screen import ListScreen
from weimar_bot.tui.settings_screen import SettingsScreen
from weimar_bot.tui.space_screen import SpaceScreen
from weimar_bot.tui.table_screen import TableScreen
from weimar_bot.tui.why_screen import WhyScreen

# The KPD can only place a Strike in Sachsen or Thüringen, alike but for their PV (8.6-4E3).
STRIKE_BY_PV = """
year: 1924
turn_order: [kpd, coalition, nsdap, rc]
kpd_stance: 0
turn: {placed_influence: [], performed: [place_influence]}
spaces:
  sachsen: {kpd: 2}
  thueringen: {kpd: 2}
mats:
  kpd: {strikes: [0], worker_militia: 0}
influence_supply: {kpd: 0}
"""


def strike_to_place() -> Session:
    """A game in which the KPD's bot places a Strike where the PV is highest."""
    session = game(STRIKE_BY_PV, bots=ALL, dice="hand", events="none", top={"kpd": (17,)})
    session.answer("4")
    return session


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("w", WhyScreen),
        ("d", DeskScreen),
        ("e", ElectionScreen),
        ("h", HistoryScreen),
        ("b", BoardCheckScreen),
        ("o", SettingsScreen),
        ("a", ListScreen),
        ("i", ListScreen),
        ("f1", ListScreen),
        ("question_mark", ListScreen),
    ],
)
def test_every_screen_opens_from_the_table_by_a_key_and_escape_leads_back(
    size: tuple[int, int], key: str, screen: type
) -> None:
    async def script(driver: Driver) -> None:
        before = driver.session.inputs.copy()
        await driver.press(key)
        assert isinstance(driver.app.screen, screen)
        await driver.press("escape")
        assert isinstance(driver.app.screen, TableScreen)
        assert driver.session.inputs == before

    play(strike_to_place(), script, size=size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("number", "screen"),
    [
        ("2", OpenScreen),
        ("3", DeskScreen),
        ("4", LearnScreen),
        ("5", BoardCheckScreen),
        ("6", SettingsScreen),
    ],
)
def test_every_screen_opens_from_home_by_its_number_and_escape_leads_back(
    size: tuple[int, int], number: str, screen: type
) -> None:
    async def script(driver: Driver) -> None:
        await driver.press(number)
        assert isinstance(driver.app.screen, screen)
        await driver.press("escape")
        assert isinstance(driver.app.screen, HomeScreen)

    drive(script, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_the_tracks_and_the_log_take_turns(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        for key, shown in (("t", "#tracks"), ("l", "#log"), ("m", "#map")):
            await driver.press(key)
            assert driver.app.screen.query_one(shown).display
            assert driver.app.screen.query_one(shown).size.height > 3

    play(strike_to_place(), script, size=size)


def test_a_number_given_by_one_digit_is_asked_with_its_limits() -> None:
    async def script(driver: Driver) -> None:
        assert "a number, 1 to 6" in driver.hint
        await driver.press("4")
        assert "a number" not in driver.hint

    play(game(STRIKE_BY_PV, bots=ALL, dice="hand", events="none", top={"kpd": (17,)}), script)


def test_on_the_map_the_last_line_promises_of_enter_only_what_it_does() -> None:
    async def script(driver: Driver) -> None:
        assert "Done" in driver.footer
        driver.app.screen.query_one("#map").focus()
        await driver.pilot.pause()
        assert "Look closer" in driver.footer and "Done" not in driver.footer

    play(strike_to_place(), script)


@pytest.mark.parametrize("size", SIZES)
def test_the_votes_open_at_their_top_and_offer_no_more_than_there_is(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("e")
        assert driver.app.screen.query_one(VerticalScroll).scroll_y == 0
        assert "All" not in driver.footer
        await driver.press("enter")
        assert isinstance(driver.app.screen, TableScreen)

    play(strike_to_place(), script, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_space_of_the_map_opens_to_all_that_lies_there(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        driver.app.screen.query_one("#map").focus()
        await driver.press("enter")
        assert isinstance(driver.app.screen, SpaceScreen)
        await driver.press("escape")
        assert isinstance(driver.app.screen, TableScreen)

    play(strike_to_place(), script, size=size)


# -- facts of the board --------------------------------------------------------------------------------


def test_a_fact_corrected_in_the_why_changes_what_the_bot_does_at_once(home: Path) -> None:
    async def script(driver: Driver) -> None:
        assert "Sachsen" in driver.said
        await driver.press("w", "4")
        facts = driver.app.screen.query_one("#fact-list", OptionList)
        words = [str(option.prompt) for option in facts.options]
        facts.highlighted = next(at for at, line in enumerate(words) if "PV" in line and "Thüringen" in line)
        await driver.press("c", "n")
        await driver.press("backspace", "3", "enter", "escape")
        assert isinstance(driver.app.screen, TableScreen)
        assert "Thüringen" in driver.said
        assert "decided anew" in driver.toasts
        await driver.press("enter")
        assert driver.session.table.count("thueringen", "strike") == 1
        await driver.press("u", "enter", "u", "enter")
        assert "Sachsen" in driver.said

    play(strike_to_place(), script)
    assert "thueringen" in (home / "board.yaml").read_text()


def test_a_corrected_fact_is_part_of_the_save(home: Path) -> None:
    seen: list[object] = []

    async def first(driver: Driver) -> None:
        await driver.press("enter", "2", "b", "enter")
        await driver.press("b", "n", "backspace", "9", "enter", "escape")
        seen.append(driver.session.table.board.spaces["schleswig_holstein"].pop)
        await driver.press("q")

    async def second(driver: Driver) -> None:
        await driver.press("1")
        assert driver.session.table.board.spaces["schleswig_holstein"].pop == seen[0] == 9

    drive(first)
    drive(second)


def test_a_correction_of_the_table_has_the_bot_decide_anew() -> None:
    async def script(driver: Driver) -> None:
        assert "Sachsen" in driver.said
        await driver.type(":kpd -2 sachsen")
        await driver.press("enter")
        assert "Thüringen" in driver.said
        await driver.press("enter")
        assert driver.session.table.count("thueringen", "strike") == 1
        assert driver.session.inputs[0].text == "4"
        assert "Die for special: 4." in [line.text for line in driver.session.log]

    play(strike_to_place(), script)


# -- the desk ------------------------------------------------------------------------------------------


def test_the_desk_leaves_the_game_as_it_is() -> None:
    async def script(driver: Driver) -> None:
        table = driver.session.table
        await driver.press("d")
        await driver.press("f8")
        await driver.type("kpd +3 hamburg")
        await driver.press("enter")
        await driver.press("escape")
        while not isinstance(driver.app.screen, TableScreen):
            await driver.press("escape")
        assert driver.session.table == table

    play(strike_to_place(), script)


def test_the_desk_asks_first_what_the_game_just_asked() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("d")
        fields = driver.app.screen.query(Select)
        assert [fields[0].value, fields[1].value] == ["kpd", "17"]

    play(strike_to_place(), script)


# -- settings ------------------------------------------------------------------------------------------


def test_a_setting_holds_the_next_time(home: Path) -> None:
    async def first(driver: Driver) -> None:
        await driver.press("6", "space", "escape")
        assert driver.app.preferences.dice == "hand"

    async def second(driver: Driver) -> None:
        assert driver.app.preferences.dice == "hand"
        await driver.press("enter", "2", "b", "enter")
        assert driver.session.settings.dice == "hand"

    drive(first)
    drive(second)


def test_faulty_settings_are_told_and_do_not_keep_the_app_from_starting(home: Path) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text("pase: all\n")

    async def script(driver: Driver) -> None:
        assert "settings.yaml:1:1" in driver.listed
        assert "pace" in driver.listed
        await driver.press("enter")
        assert isinstance(driver.app.screen, HomeScreen)

    drive(script)


def test_the_names_are_english_where_that_is_set(home: Path) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text("names: english\n")

    async def script(driver: Driver) -> None:
        await driver.press("enter", "1", "b", "enter")
        assert driver.session.table.board.spaces["sachsen"].name == "Saxony"

    drive(script)
    drive(lambda driver: _continue_in_english(driver))
    assert only_save(home)


async def _continue_in_english(driver: Driver) -> None:
    await driver.press("1")
    assert driver.session.table.board.spaces["sachsen"].name == "Saxony"


# -- damaged saves -------------------------------------------------------------------------------------


def test_a_damaged_save_is_offered_as_it_was_before_the_damage(home: Path) -> None:
    async def first(driver: Driver) -> None:
        await driver.press("enter", "2", "b", "enter")
        for _ in range(5):
            if driver.asked == "event":
                await driver.type("5")
            await driver.press("enter")
        await driver.press("q")

    drive(first)
    save = only_save(home)
    lines = save.read_bytes().splitlines(keepends=True)
    save.write_bytes(b"".join([*lines[:3], b"#" + lines[3][1:], *lines[4:]]))

    async def second(driver: Driver) -> None:
        await driver.press("1")
        assert "damaged" in driver.listed
        await driver.press("y")
        assert isinstance(driver.app.screen, TableScreen)
        assert len(driver.session.inputs) == 2

    drive(second)


def test_the_palette_offers_what_can_be_done_now_and_nothing_else() -> None:
    async def script(driver: Driver) -> None:
        titles = [one.title for one in driver.app.get_system_commands(driver.app.screen)]
        assert "Why" in titles
        assert "Redo" not in titles
        await driver.press("enter", "u", "enter")
        titles = [one.title for one in driver.app.get_system_commands(driver.app.screen)]
        assert "Redo" in titles

    play(strike_to_place(), script)
