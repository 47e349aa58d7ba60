"""Settings: the file they are kept in, and the screen they are changed on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from weimar_bot import resources
from weimar_bot.reading.faults import InputError
from weimar_bot.tui.preferences import (
    Preferences,
    load_preferences,
    save_preferences,
    settings_file,
    written,
)

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
