"""The app driven by keys, from the first screen to the last instruction."""

from pathlib import Path

import pytest
from textual.widgets import Static

from tests.game.mid_game import ALL, game
from tests.tui.driving import SIZES, Driver, drive, kpd_to_act, only_save, play
from weimar_bot.game.pending import Instruction
from weimar_bot.game.runtime import bot_cards
from weimar_bot.game.state import Deck
from weimar_bot.tui.home_screen import HomeScreen
from weimar_bot.tui.list_screen import ListScreen
from weimar_bot.tui.table_screen import TableScreen


def bots_turn(faction: str, **more: object):  # type: ignore[no-untyped-def]
    """A late 1924 in which ``faction`` is next, a bot with a card that plays an Event."""
    others = [one for one in ALL if one != faction]
    position = f"""
year: 1924
round: late
turn_order: [{", ".join([faction, *others])}]
spaces:
  sachsen: {{kpd: 2, coalition: 1, units: {{worker_militia: 1}}}}
  bayern: {{rc: 3, nsdap: 2, coalition: 2, units: {{sa: 1}}}}
  berlin: {{coalition: 2, kpd: 2}}
mats:
  coalition: {{middle_class: 1, freikorps_unrevealed: 2}}
  kpd: {{worker_militia: 3, strikes: [0, 1, 2], cadres: [-1]}}
  nsdap: {{sa: 3, cadres: [-2], assassinations: [1]}}
  rc: {{rogue_freikorps: 1, leverage: [3, 4]}}
"""
    cards = (number for number, card in bot_cards().items() if card.faction == faction and card.plays_event)
    return game(position, bots=ALL, dice="app", top={faction: (next(cards),)}, **more)


# -- a new game ----------------------------------------------------------------------------------------


def test_the_first_bot_instruction_comes_within_twelve_keys_of_an_empty_start(home: Path) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter")  # New game
        await driver.press("2")  # the scenario
        await driver.press("b")  # everything else as proposed
        await driver.press("enter")  # it lies there
        while not driver.instructed:
            if driver.asked == "event":
                await driver.type("5")
            await driver.press("enter")
        assert driver.presses <= 12
        assert isinstance(driver.pending, Instruction)
        assert driver.pending.lines[0] in driver.said.replace("\n", " ")

    drive(script)
    assert only_save(home).is_file()


@pytest.mark.parametrize("size", SIZES)
def test_a_new_game_goes_page_by_page_and_back(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "1", "2")  # Tutorial; the Coalition is played by a person
        await driver.press("1", "left")  # KPD is a bot; on second thoughts:
        await driver.press("2", "b")
        await driver.press("space", "s", "space", "enter")
        assert driver.session.settings.non_player == ("nsdap", "rc")
        assert driver.session.settings.scenario == "tutorial"

    drive(script, size=size)


def test_backspace_in_an_empty_number_of_a_new_game_goes_a_page_back() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "1", *["enter"] * 8)
        asked = driver.app.screen.query_one("#new-asked", Static)
        assert "A number" in str(asked.render())
        await driver.press("7", "backspace", "backspace")
        assert "Event cards" in str(asked.render())

    drive(script)


def test_a_superscript_two_of_the_keyboard_is_no_digit() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("²")
        await driver.press("enter", "²", "1", "b", "enter")
        while driver.asked:
            await driver.press("²")
            await driver.type("5" if driver.asked == "event" else "1")
            await driver.press("enter")

    drive(script)


def test_cancelling_a_new_game_begins_none(home: Path) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "1", "escape")
        assert isinstance(driver.app.screen, HomeScreen)
        await driver.press("enter", "1", "b", "escape")
        assert isinstance(driver.app.screen, HomeScreen)

    drive(script)
    assert not (home / "games").exists()


# -- a bot's turn --------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", ALL)
def test_a_whole_turn_of_a_bot_takes_one_key_an_instruction(faction: str) -> None:
    session = bots_turn(faction, events="none")

    async def script(driver: Driver) -> None:
        told: list[str] = []
        while driver.session.state.next_to_act == faction:
            assert isinstance(driver.pending, Instruction)
            told += driver.pending.lines
            await driver.press("enter")
        assert driver.presses <= len(told)
        assert [line.text for line in driver.session.log if line.text in told] == told
        assert f"{told[0]}" in "\n".join(line.text for line in driver.session.log)

    play(session, script)


def test_all_at_once_shows_the_whole_turn_and_takes_one_key(home: Path) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text("pace: all\n")
    session = bots_turn("kpd", events="none")

    async def script(driver: Driver) -> None:
        ahead = driver.app.playing.ahead() if driver.app.playing else ()
        assert len(ahead) > 1
        assert all(line in driver.said for one in ahead for line in one.lines)
        await driver.press("enter")
        assert driver.session.state.next_to_act != "kpd"
        assert len(driver.session.inputs) == len(ahead)

    play(session, script)


def test_an_instruction_left_undone_changes_nothing_and_is_logged() -> None:
    session = bots_turn("kpd", events="none")

    async def script(driver: Driver) -> None:
        assert isinstance(driver.pending, Instruction)
        line = driver.pending.lines[0]
        before = driver.session.table.places
        await driver.press("s")
        assert driver.session.table.places == before
        assert f"left undone by choice: {line}" in [one.text for one in driver.session.log]
        assert "Left undone" in driver.toasts

    play(session, script)


# -- a person's turn -----------------------------------------------------------------------------------


def test_a_person_acts_by_the_menu() -> None:
    async def script(driver: Driver) -> None:
        assert driver.asked == "turn"
        await driver.press("1")  # place influence
        await driver.type("hamb")
        await driver.press("enter")
        while driver.asked and driver.asked != "turn":
            await driver.press("enter")
        assert isinstance(driver.pending, Instruction)
        assert "Hamburg" in driver.said
        await driver.press("enter")
        assert driver.session.table.influence("hamburg", "kpd") > 1

    play(kpd_to_act(), script)


def test_a_digit_picks_from_a_list_that_typing_made_short() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1")  # place influence
        await driver.type("sach")
        assert driver.options[:2] == ["1  Provinz Sachsen", "2  Sachsen"]
        await driver.press("2")
        assert "in Sachsen" in driver.said

    play(kpd_to_act(), script)


def test_where_nothing_begins_as_typed_it_is_said() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1")
        await driver.type("zz")
        assert "Nothing" in driver.hint
        await driver.press("backspace", "backspace")
        assert "Nothing" not in driver.hint

    play(kpd_to_act(), script)


def test_two_influence_in_hamburg_are_recorded_by_hand_in_at_most_16_keys() -> None:
    async def script(driver: Driver) -> None:
        await driver.type(":kpd +2 ham")
        await driver.completions()
        await driver.press("tab", "enter")
        assert driver.presses <= 16
        assert driver.session.table.influence("hamburg", "kpd") == 3
        assert "Entered" in driver.toasts

    play(kpd_to_act(), script)


def test_a_whole_turn_of_a_person_can_be_entered_by_hand() -> None:
    async def script(driver: Driver) -> None:
        labels = [option.label for option in driver.pending.options]  # type: ignore[union-attr]
        await driver.press(str(labels.index("an Action by hand") + 1))
        await driver.type(":kpd +1 thueringen; strike sachsen")
        await driver.press("enter")
        assert driver.session.table.count("sachsen", "strike") == 1
        await driver.press("enter")  # the Action is done
        labels = [option.label for option in driver.pending.options]  # type: ignore[union-attr]
        await driver.press(str(labels.index("end the turn") + 1))
        assert driver.session.state.next_to_act == "coalition"

    play(kpd_to_act(), script)


def test_a_line_that_cannot_be_is_refused_and_can_be_mended() -> None:
    async def script(driver: Driver) -> None:
        before = driver.session.table
        await driver.type(":kpd +9 hamburg")
        await driver.press("enter")
        assert driver.session.table == before
        assert "Hamburg" in driver.toasts
        await driver.press(*["backspace"] * 9)
        await driver.type("1 hamburg")
        await driver.press("enter")
        assert driver.session.table.influence("hamburg", "kpd") == 2

    play(kpd_to_act(), script)


def test_an_ambiguous_line_offers_what_it_may_mean() -> None:
    async def script(driver: Driver) -> None:
        await driver.type(":kpd +1 h")
        await driver.press("enter")
        await driver.press("tab")
        await driver.press("enter")
        assert driver.session.inputs[-1].kind == "entry"

    play(kpd_to_act(), script)


def test_text_of_a_player_is_never_read_as_markup() -> None:
    async def script(driver: Driver) -> None:
        await driver.type(":[red]boo[")
        await driver.press("enter")
        assert "[red]boo[" in driver.toasts

    play(kpd_to_act(), script)


# -- back and forth ------------------------------------------------------------------------------------


def test_undo_says_how_to_change_the_real_table_and_redo_goes_on_again() -> None:
    session = bots_turn("kpd", events="none")

    async def script(driver: Driver) -> None:
        await driver.press("enter", "enter")
        after = driver.session.table
        await driver.press("u")
        assert "Change your real table like this" in driver.listed
        await driver.press("enter", "r")
        await driver.press("enter")
        assert driver.session.table == after

    play(session, script)


def test_history_goes_back_to_any_turn_and_tells_what_changes_first() -> None:
    session = bots_turn("kpd", events="none")
    begun = session.table

    async def script(driver: Driver) -> None:
        for _ in range(6):
            await driver.press("enter")
        await driver.press("h", "home", "enter")
        assert "Go back 6 inputs? On the real table:" in driver.listed
        assert len(driver.session.inputs) == 6
        await driver.press("y")
        assert driver.session.table == begun
        assert isinstance(driver.app.screen, ListScreen)
        await driver.press("enter", "r")
        assert len(driver.session.inputs) == 1

    play(session, script)


def test_staying_in_the_history_changes_nothing() -> None:
    session = bots_turn("kpd", events="none")

    async def script(driver: Driver) -> None:
        await driver.press("enter", "enter", "h", "home", "enter", "enter", "escape")
        assert isinstance(driver.app.screen, TableScreen)
        assert len(driver.session.inputs) == 2

    play(session, script)


def test_a_game_left_in_mid_turn_goes_on_exactly_there(home: Path) -> None:
    seen: list[object] = []

    async def first(driver: Driver) -> None:
        await driver.press("enter", "1", "b", "enter")
        for _ in range(3):
            if driver.asked == "event":
                await driver.type("5")
            await driver.press("enter")
        seen.append((driver.session.table, driver.session.pending, driver.session.log))
        await driver.press("q")
        assert isinstance(driver.app.screen, HomeScreen)

    async def second(driver: Driver) -> None:
        await driver.press("1")  # Continue
        assert (driver.session.table, driver.session.pending, driver.session.log) == seen[0]

    drive(first)
    drive(second)


def test_a_game_open_elsewhere_is_told_and_not_opened(home: Path) -> None:
    async def outer(driver: Driver) -> None:
        await driver.press("enter", "1", "b", "enter")
        driver.app.push_screen(HomeScreen())
        await driver.pilot.pause()
        await driver.press("1")
        assert "open in" in driver.listed

    drive(outer)


# -- elections -----------------------------------------------------------------------------------------


def test_an_election_is_shown_region_by_region_before_it_is_carried_out() -> None:
    session = game(
        "year: 1924\nround: late\nspaces:\n  berlin: {kpd: 3, coalition: 1}\n  bayern: {rc: 2}\n",
        bots=ALL,
        phase="elections",
        events="none",
        election_played=True,
        decks={faction: Deck() for faction in ALL},
    )

    async def script(driver: Driver) -> None:
        table = str(driver.app.screen.query_one("#election-table").render())
        assert "election" in type(driver.app.screen).__name__.lower()
        await driver.press("a", "enter")
        assert isinstance(driver.app.screen, TableScreen)
        assert isinstance(driver.pending, Instruction)
        assert driver.pending.title == "Regional Elections"
        assert table

    play(session, script)
