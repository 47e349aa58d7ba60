"""Where the program finds its own files and the player's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from weimar_bot import resources

ROOT = Path(__file__).resolve().parents[2]


def test_a_checkout_reads_the_folders_beside_the_package() -> None:
    assert resources.folder("cards") == ROOT / "cards"
    assert resources.folder("flowcharts") == ROOT / "flowcharts"


def test_an_installed_package_reads_its_own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "weimar_bot")
    (tmp_path / "cards").mkdir()  # some other project's folder in the same place
    assert resources.folder("cards") == tmp_path / "weimar_bot" / "shipped" / "cards"


def test_the_printed_example_is_read_from_the_tests_or_from_what_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert resources.example() == ROOT / "tests" / "data" / "osthilfe.yaml"
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "weimar_bot")
    assert resources.example() == tmp_path / "weimar_bot" / "shipped" / "osthilfe.yaml"


def test_data_files_come_with_the_package() -> None:
    for name in ("board.yaml", "rulings.yaml", "sections.yaml"):
        assert resources.data_file(name).is_file()


def test_the_players_folder_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "mine"))
    assert resources.data_folder() == tmp_path / "mine"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WEIMAR_BOT_HOME", "~/games")
    assert resources.data_folder() == tmp_path / "games"


def test_the_players_folder_is_named_after_the_program_and_is_not_made_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WEIMAR_BOT_HOME", raising=False)
    for variable in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))
    folder = resources.data_folder()
    assert folder.name == "weimar-bot"
    assert not (tmp_path / "weimar-bot").exists()


def test_platformdirs_is_loaded_only_when_the_folder_is_asked_for() -> None:
    code = "import sys, weimar_bot.resources; assert 'platformdirs' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_settings_lie_in_the_players_folder_too_or_where_the_system_keeps_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "mine"))
    assert resources.config_folder() == resources.data_folder() == tmp_path / "mine"
    monkeypatch.delenv("WEIMAR_BOT_HOME")
    for variable in ("HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))
    assert resources.config_folder().name == "weimar-bot"
