"""Settings: the file they are kept in, and the screen they are changed on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import wrap

import pytest
from textual.binding import Binding
from textual.widgets import Static

from tests.tui.host import SIZES, Host
from weimar_bot import resources
from weimar_bot.bot.rulings import load_rulings, parse_switches
from weimar_bot.reading.faults import InputError
from weimar_bot.tui.preferences import (
    CHOICES,
    Preferences,
    load_preferences,
    save_preferences,
    settings_file,
    written,
)
from weimar_bot.tui.settings_screen import SETTINGS, SettingRow, SettingsScreen, value_of

PLAIN = Preferences()

ALL = Preferences(
    theme="weimar-light",
    names="english",
    pace="all",
    dice="hand",
    cards="hand",
    freikorps="app",
    events="none",
    rulings={"R19": "each", "R49": "settle"},
    keymap={"settings.leave": "f10,ctrl+s", "check.same": "?", "check.skip": "1", "check.stop": "null"},
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(resources.HOME_VARIABLE, str(tmp_path / "home"))
    yield tmp_path / "home"


def put(text: str) -> Path:
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# -- the file ----------------------------------------------------------------------------------------


def test_without_a_file_the_defaults_hold_and_nothing_is_made(home: Path) -> None:
    assert load_preferences() == (Preferences(), [])
    assert not home.exists()


def test_everything_saved_is_read_again(home: Path) -> None:
    save_preferences(ALL)
    assert load_preferences() == (ALL, [])
    assert settings_file() == home / "settings.yaml"
    save_preferences(Preferences())
    assert load_preferences() == (Preferences(), [])
    assert [path.name for path in home.iterdir()] == ["settings.yaml"]


def test_every_fault_is_told_with_its_place_and_the_rest_still_holds() -> None:
    path = put(
        "theme: weimar-lihgt\npcae: all\nnames: english\nrulings: {R19: eahc, R49: settle, R01: x}\n"
        "dice: [app]\nkeymap: {settings.leave: true, check.same: [y, f4]}\n"
    )
    preferences, faults = load_preferences()
    assert preferences == Preferences(
        names="english", rulings={"R49": "settle"}, keymap={"check.same": "y,f4"}
    )
    told = [str(fault) for fault in faults]
    assert len(told) == 6
    for part in (
        f"{path}:1:8: 'weimar-lihgt' is no setting of theme; did you mean 'weimar-light'?",
        f"{path}:2:1: the setting 'pcae' is not known; did you mean 'pace'?",
        f"{path}:4:16: unknown alternative 'eahc' of R19; did you mean 'each'?",
        f"{path}:4:40: R01 has no alternative",
        f"{path}:5:7: '['app']' is no setting of dice",
        f"{path}:6:26: 'true' is no key",
    ):
        assert any(part in line for line in told), (part, told)


@pytest.mark.parametrize(
    "text", ["theme: [", "- theme", "3", "a: 1\na: 2", "rulings: 3", "keymap: [x]", "\x07"]
)
def test_a_broken_file_is_told_of_and_never_stops_the_app(text: str) -> None:
    path = put(text)
    preferences, faults = load_preferences()
    assert preferences == Preferences()
    assert faults and all(str(fault).startswith(f"{path}:") for fault in faults)


def test_an_empty_file_is_no_fault() -> None:
    put("# nothing yet\n")
    assert load_preferences() == (Preferences(), [])


def test_rulings_may_be_written_as_on_the_command_line() -> None:
    put("rulings: [R19=each, r16=count]\n")
    assert load_preferences()[0].rulings == {"R19": "each", "R16": "count"}


@pytest.mark.parametrize("text", ["theme: [", "unknown: 1\n", "# my remark\ntheme: weimar-light\n"])
def test_a_file_with_more_in_it_than_settings_is_kept_before_a_new_one_is_written(
    home: Path, text: str
) -> None:
    put(text)
    save_preferences(ALL)
    assert load_preferences() == (ALL, [])
    assert (home / "settings.yaml.old").read_text(encoding="utf-8") == text
    put(text)
    save_preferences(ALL)
    assert (home / "settings.yaml.old-2").read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written_is_told_in_words(home: Path) -> None:
    home.write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(InputError, match="the settings cannot be saved: "):
        save_preferences(ALL)


def test_only_what_differs_from_the_defaults_is_written() -> None:
    text = written(Preferences(pace="all"))
    assert text.splitlines()[1:] == ["pace: all"]


# -- the screen --------------------------------------------------------------------------------------


def used(
    keys: Sequence[str], preferences: Preferences = PLAIN, size: tuple[int, int] = (80, 24)
) -> tuple[list[object], str]:
    """What the screen is left with after these keys, and the colours the app then has."""

    async def run() -> tuple[list[object], str]:
        app = Host(SettingsScreen(preferences))
        async with app.run_test(size=size) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return app.results, app.theme

    return asyncio.run(run())


def keys_to(key: str) -> list[str]:
    """The keys that lead from the first setting to another."""
    return ["down"] * [setting.key for setting in SETTINGS].index(key)


@pytest.mark.parametrize("size", SIZES)
def test_every_setting_can_be_reached_and_changed_by_keys(size: tuple[int, int]) -> None:
    keys = [key for _ in SETTINGS for key in ("space", "down")]
    (result,), theme = used([*keys, "escape"], size=size)
    assert isinstance(result, Preferences)
    for setting in SETTINGS:
        assert value_of(result, setting) == list(setting.values)[1], setting.key
    assert theme == result.theme == "weimar-light"
    assert parse_switches(f"{key}={value}" for key, value in result.rulings.items()) == result.rulings


def test_leaving_at_once_keeps_everything_as_it_was() -> None:
    assert used(["escape"], ALL)[0] == [ALL]


def test_discarding_gives_nothing_and_puts_the_colours_back() -> None:
    results, theme = used([*keys_to("theme"), "space", "space", "ctrl+z"])
    assert results == [None] and theme == "weimar-dark"


def test_values_go_round_in_both_directions() -> None:
    assert used([*keys_to("theme"), "left", "escape"])[0] == [replace(PLAIN, theme="weimar-colour-blind")]
    assert used([*keys_to("R19"), "enter", "right", "escape"])[0] == [PLAIN]
    assert used(["up", "space", "escape"])[0] == [replace(PLAIN, rulings={"R49": "settle"})]


def test_what_is_set_by_hand_beside_the_screen_is_kept_by_it() -> None:
    (result,), _ = used(["space", "escape"], replace(PLAIN, keymap={"settings.leave": "f10,escape"}))
    assert result == replace(PLAIN, dice="hand", keymap={"settings.leave": "f10,escape"})


@pytest.mark.parametrize("size", SIZES)
def test_the_setting_in_focus_is_explained_value_by_value_and_seen(size: tuple[int, int]) -> None:
    async def run() -> None:
        app = Host(SettingsScreen(PLAIN))
        async with app.run_test(size=size) as pilot:
            for setting in SETTINGS:
                await pilot.pause()
                row = app.screen.query_one(f"#setting-{setting.key}", SettingRow)
                assert row.has_focus and app.screen.region.contains_region(row.region)
                assert app.screen.query_one("#settings-list").region.contains_region(row.region)
                shown = str(app.screen.query_one("#settings-about", Static).content)
                for word, meaning in setting.values.values():
                    assert f"{word}: {meaning}" in shown
                room = app.screen.query_one("#settings-about").content_size
                lines = sum(len(wrap(line, room.width)) or 1 for line in shown.splitlines())
                assert lines <= room.height, setting.key
                await pilot.press("down")

    asyncio.run(run())


def test_a_click_changes_a_setting() -> None:
    async def run() -> None:
        app = Host(SettingsScreen(PLAIN))
        async with app.run_test(size=(140, 45)) as pilot:
            await pilot.click("#setting-pace")
            await pilot.press("escape")
            await pilot.pause()
            assert app.results == [replace(PLAIN, pace="all")]

    asyncio.run(run())


def test_every_ruling_with_an_alternative_is_on_the_screen() -> None:
    wanted = {
        ruling.id: set(ruling.alternatives) for ruling in load_rulings().values() if ruling.alternatives
    }
    shown = {one.key: set(one.values) - {""} for one in SETTINGS if one.key[1:].isdigit()}
    assert shown == wanted
    assert {one.key for one in SETTINGS} - set(shown) == set(CHOICES)
    assert all(set(one.values) == set(CHOICES[one.key]) for one in SETTINGS if one.key in CHOICES)


@pytest.mark.parametrize("part", [SettingRow, SettingsScreen])
def test_every_key_has_an_id_to_remap_it_by_and_a_tooltip(part: type[SettingRow | SettingsScreen]) -> None:
    for binding in part.BINDINGS:
        assert isinstance(binding, Binding)
        assert binding.id and binding.id.startswith("settings.") and binding.tooltip


def test_keys_can_be_remapped_by_the_settings() -> None:
    async def run() -> None:
        app = Host(SettingsScreen(PLAIN))
        async with app.run_test() as pilot:
            app.set_keymap({"settings.leave": "f10"})
            await pilot.press("space", "f10")
            await pilot.pause()
            assert app.results == [replace(PLAIN, dice="hand")]

    asyncio.run(run())
