"""What goes wrong around a game: keys typed ahead, full disks, folders that cannot be, odd names in files."""

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList

from tests.tui.driving import Driver, drive, kpd_to_act, only_save, play
from tests.tui.random_keys import key_event, read_again, same
from tests.tui.screens import lines_of, shown
from weimar_bot import resources
from weimar_bot.bot.event_cards import player_events, save_player_event
from weimar_bot.tui import preferences
from weimar_bot.tui.command_line import CommandLine
from weimar_bot.tui.history_screen import HistoryScreen
from weimar_bot.tui.home_screen import HomeScreen, OpenScreen
from weimar_bot.tui.marks import Palette
from weimar_bot.tui.new_game_screen import NewGameScreen
from weimar_bot.tui.now_panel import AnswerInput
from weimar_bot.tui.space_list import SpaceList
from weimar_bot.tui.table_screen import TableScreen

ODD = "[bold]x[/"  # Textual and Rich would break on it, if they took it for markup


async def typed_ahead(driver: Driver, *keys: str) -> None:
    """Keys that all come before the app has looked at the first."""
    for key in keys:
        driver.app.post_message(key_event(key))
    await driver.pilot.pause()
    await driver.pilot.pause(0.2)


def test_the_history_of_a_game_with_nothing_in_it_yet_is_empty() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("h")
        assert isinstance(driver.app.screen, HistoryScreen)
        await driver.press("enter", "left", "right", "escape")
        assert isinstance(driver.app.screen, TableScreen)

    play(kpd_to_act(events="ask"), script)


# -- keys typed ahead ----------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "1"), ("1", "1", "enter", "enter")])
def test_keys_typed_ahead_ask_for_one_new_game_not_two(keys: tuple[str, ...]) -> None:
    async def script(driver: Driver) -> None:
        await typed_ahead(driver, *keys)
        assert [type(one) for one in driver.app.screen_stack].count(NewGameScreen) == 1

    drive(script)


def test_a_key_after_the_one_that_leaves_the_app_brings_no_traceback() -> None:
    async def script(driver: Driver) -> None:
        await typed_ahead(driver, "7", "6", "enter")
        assert driver.app.return_code == 0

    drive(script)


def test_enter_typed_ahead_after_the_last_page_of_a_new_game_breaks_nothing(home: Path) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "1")
        await typed_ahead(driver, "b", "enter", "1", "b")
        assert not isinstance(driver.app.screen, NewGameScreen)

    drive(script)


def test_a_page_down_in_a_list_with_no_room_is_passed_by() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "1")
        await driver.press("down", "pagedown", "pageup")
        assert isinstance(driver.app.screen, NewGameScreen)

    drive(script, size=(20, 5))


def test_a_list_of_spaces_that_is_not_drawn_yet_has_nowhere_to_go() -> None:
    async def script(driver: Driver) -> None:
        undrawn = SpaceList(20, 0, Palette.of(driver.app.theme_variables))
        assert undrawn.towards("berlin", "down") == "berlin"

    play(kpd_to_act(events="ask"), script)


# -- which key does what -------------------------------------------------------------------------------


def test_the_key_line_says_what_enter_does_in_a_list() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("enter", "2")
        assert "⏎ Next" in lines_of(driver.app)[-1]
        await driver.press("b")
        assert "⏎ It lies there: begin" in lines_of(driver.app)[-1]

    drive(script)


def test_escape_leaves_the_field_that_narrows_a_list_and_letters_are_commands_again() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1")  # place influence
        await driver.type("hamb")
        assert isinstance(driver.app.focused, AnswerInput)
        assert "Correct" not in lines_of(driver.app)[-1]  # its letter would only be typed
        assert "esc Leave the field" in lines_of(driver.app)[-1]
        await driver.press("escape")
        assert isinstance(driver.app.focused, OptionList)
        await driver.press("u")
        assert driver.asked == "turn"

    play(kpd_to_act(events="none"), script)


def test_a_slash_opens_the_command_line_also_from_an_empty_field() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "slash")
        assert driver.app.screen.query_one(CommandLine).has_class("-open")

    play(kpd_to_act(events="none"), script)


# -- disks and folders ---------------------------------------------------------------------------------


def test_on_a_full_disk_the_game_goes_on_and_is_saved_whole_once_there_is_room(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data)

    async def script(driver: Driver) -> None:
        await driver.press("enter", "1", "b", "enter")
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", full)
            await driver.press("enter")
            assert "Not saved: " in driver.toasts
            assert "the disk is full" in driver.toasts
            assert len(driver.session.inputs) == 1
        await driver.press("u", "enter")
        assert "Saved again, nothing is lost." in driver.toasts
        same(driver.session, read_again(only_save(home), driver.app.board, tmp_path))

    drive(script)


@pytest.mark.parametrize("found", [RuntimeError("no home"), PermissionError(errno.EACCES, "denied")])
def test_without_a_folder_to_save_in_the_app_starts_and_a_game_is_played(
    found: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def folder() -> Path:
        raise found

    for name in ("data_folder", "config_folder"):
        monkeypatch.setattr(resources, name, folder)

    async def script(driver: Driver) -> None:
        assert "Your settings cannot all be used" in driver.listed
        await driver.press("enter")
        await driver.press("enter", "1", "b", "enter")
        assert "This game is not saved" in driver.toasts
        await driver.press("enter")
        assert driver.session.inputs

    drive(script)


@pytest.mark.parametrize("line", ["save", "export", "position"])
def test_a_file_in_the_home_of_nobody_is_refused_in_words(line: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("colon")
        driver.app.screen.query_one("#line Input", Input).value = f"{line} ~nobody-of-this-name/x"
        await driver.press("enter")
        assert "home directory" in driver.toasts
        assert isinstance(driver.app.screen, TableScreen)

    play(kpd_to_act(events="ask"), script)


def test_a_game_in_the_home_of_nobody_is_refused_in_words() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("2")  # without any game the field has the focus
        driver.app.screen.query_one(Input).value = "~nobody-of-this-name/x"
        await driver.press("enter")
        assert "That is no file" in driver.toasts
        assert isinstance(driver.app.screen, OpenScreen)

    drive(script)


# -- text that looks like markup -----------------------------------------------------------------------


def test_settings_that_cannot_be_saved_are_told_whatever_their_folder_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(resources.HOME_VARIABLE, str(tmp_path / "[bold]x[") + "/")

    def full(path: Path, raw: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(preferences, "write_whole", full)

    async def script(driver: Driver) -> None:
        await driver.press("6", "enter", "escape")
        (told,) = driver.app._notifications
        assert "[bold]x[" in told.message
        assert not told.markup

    drive(script)


def test_settings_with_brackets_are_told_as_they_are_written(home: Path) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text(f'theme: "{ODD}"\n"{ODD}": 1\nkeymap: {{"{ODD}": "{ODD}"}}\n')

    async def script(driver: Driver) -> None:
        assert ODD in driver.listed
        await driver.press("enter")
        assert isinstance(driver.app.screen, HomeScreen)

    drive(script)


def test_a_save_is_listed_and_opened_whatever_it_is_called(home: Path) -> None:
    async def begin(driver: Driver) -> None:
        await driver.press("enter", "1", "b", "enter")
        await driver.press("colon")
        name = home / "games" / "[red].jsonl"
        driver.app.screen.query_one("#line Input", Input).value = f"save {name}"
        await driver.press("enter")
        assert name.is_file()

    async def go_on(driver: Driver) -> None:
        (home / "games" / "[bold]x[.jsonl").write_text("no game at all\n")
        await driver.press("3")
        assert "[red].jsonl" in shown(driver.app)
        assert "[bold]x[.jsonl" in shown(driver.app)
        await driver.press("escape", "1")
        await driver.pilot.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, TableScreen)

    drive(begin)
    drive(go_on)


def test_an_event_of_the_players_own_is_shown_whatever_its_title(home: Path) -> None:
    card: dict[str, Any] = {"number": 30, "title": ODD, "era": "crisis", "cite": ["8.7"]}
    placed = [{"piece": "nsdap_influence", "count": 2}]
    card["effects"] = [{"must": True, "one_space_of": ["hessen"], "place": placed}]
    seen: list[str] = []
    save_player_event(player_events(), card)

    async def script(driver: Driver) -> None:
        await driver.press("enter", "1", "b", "enter")
        while driver.asked != "event":
            await driver.press("enter")
        await driver.type("30")
        for _ in range(3):
            await driver.press("enter")
            seen.append(shown(driver.app))
        assert ODD in "".join(seen)

    drive(script)


def test_faults_of_a_position_with_brackets_are_told_on_the_desk(tmp_path: Path) -> None:
    position = tmp_path / "[red].yaml"
    position.write_text(f'spaces: {{"{ODD}": {{kpd: 1}}}}\n"{ODD}": 1\nscenario: "{ODD}"\n')

    async def script(driver: Driver) -> None:
        assert ODD in shown(driver.app)
        assert "[red].yaml" in shown(driver.app)

    drive(script, position=position)
