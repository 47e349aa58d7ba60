"""Written games: every one of ``tests/games`` runs to its end, and a faulty one is refused where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from weimar_bot.cli.main import main
from weimar_bot.game.setup import scenarios

GAMES = Path(__file__).resolve().parents[1] / "games"
SCRIPTS = sorted(GAMES.glob("*.txt"))
SHORT = GAMES / "four_bots_tutorial.txt"
HUMAN = GAMES / "one_human_tutorial.txt"

Captured = pytest.CaptureFixture[str]


def refused(lines: list[str], folder: Path, capsys: Captured) -> str:
    """What is said about a script that is refused, with ``FILE`` for its name."""
    script = folder / "script.txt"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["play", "--script", str(script), "--quiet"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.replace(str(script), "FILE")


def lines_of(script: Path) -> list[str]:
    return script.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_every_written_game_runs_to_its_end(script: Path, capsys: Captured) -> None:
    assert main(["play", "--script", str(script), "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_there_is_a_written_game_of_every_scenario_with_four_bots() -> None:
    assert {f"four_bots_{scenario}" for scenario in scenarios()} <= {script.stem for script in SCRIPTS}


def test_without_quiet_the_game_is_shown(capsys: Captured) -> None:
    assert main(["play", "--script", str(SHORT)]) == 0
    shown = capsys.readouterr().out
    assert "Which scenario?" in shown and "Lay this out:" in shown and " wins: " in shown


@pytest.mark.parametrize("at", [0, 3, 8])
def test_a_wrong_line_before_the_game_is_refused_with_its_number(
    at: int, tmp_path: Path, capsys: Captured
) -> None:
    lines = [line for line in lines_of(SHORT) if not line.startswith("#")]
    lines[at] = "nonsense"
    assert f"FILE:{at + 1}:1: refused: 'nonsense' is no answer" in refused(lines, tmp_path, capsys)


def test_a_wrong_line_in_the_game_is_refused_with_its_number(tmp_path: Path, capsys: Captured) -> None:
    lines = lines_of(HUMAN)
    at = lines.index("place influence")
    lines.insert(at, "nonsense")
    assert f"FILE:{at + 1}:1: refused: 'nonsense'" in refused(lines, tmp_path, capsys)


def test_a_correction_that_cannot_be_is_refused_with_its_number(tmp_path: Path, capsys: Captured) -> None:
    lines = lines_of(HUMAN)
    at = lines.index("place influence")
    lines.insert(at, "kpd +90 hamburg")
    said = refused(lines, tmp_path, capsys)
    assert f"FILE:{at + 1}:1: refused: " in said and "5.1" in said


def test_an_ambiguous_line_is_refused_with_its_number(tmp_path: Path, capsys: Captured) -> None:
    assert "FILE:2:1: refused: 'a' may be" in refused(["# which?", "a"], tmp_path, capsys)


def test_a_missing_expectation_is_refused_with_its_number_and_what_was_shown(
    tmp_path: Path, capsys: Captured
) -> None:
    lines = lines_of(SHORT)
    lines[lines.index("! wins")] = "! Nobody has won."
    said = refused(lines, tmp_path, capsys)
    assert f"FILE:{lines.index('! Nobody has won.') + 1}:1: this was to be shown: Nobody has won." in said


def test_an_expectation_looks_only_at_what_the_last_line_brought(tmp_path: Path, capsys: Captured) -> None:
    assert "FILE:2:1: this was to be shown" in refused(["tutorial", "! Which scenario"], tmp_path, capsys)


def test_an_expectation_without_a_text_is_refused(tmp_path: Path, capsys: Captured) -> None:
    assert "FILE:1:1: an expectation needs a text" in refused(["!"], tmp_path, capsys)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_that_ends_before_its_game_is_refused(
    script: Path, tmp_path: Path, capsys: Captured
) -> None:
    lines = lines_of(script)
    last = lines.index("...")
    said = refused(lines[:last], tmp_path, capsys)
    assert f"FILE:{last}:1: the script ends before the game does" in said


def test_an_empty_script_is_refused(tmp_path: Path, capsys: Captured) -> None:
    assert "the script ends before the game does" in refused([], tmp_path, capsys)


def test_an_answer_after_the_end_is_refused_with_its_number(tmp_path: Path, capsys: Captured) -> None:
    lines = [*lines_of(SHORT), "done"]
    assert f"FILE:{len(lines)}:1: refused: the game is over" in refused(lines, tmp_path, capsys)


def test_a_script_that_cannot_be_read_is_refused(tmp_path: Path, capsys: Captured) -> None:
    assert main(["play", "--script", str(tmp_path / "none.txt")]) == 2
    (tmp_path / "latin.txt").write_bytes(b"tutorial\n\xfc\n")
    assert main(["play", "--script", str(tmp_path / "latin.txt")]) == 2
    assert capsys.readouterr().err.count("cannot be read") >= 2


def test_a_script_of_windows_reads_the_same(tmp_path: Path) -> None:
    script = tmp_path / "windows.txt"
    script.write_bytes(b"\xef\xbb\xbf" + SHORT.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["play", "--script", str(script), "--quiet"]) == 0
