"""The project itself: layers, start-up, and files that must agree with one another."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import weimar_bot

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "weimar_bot").rglob("*.py"))


def test_the_layers_are_kept() -> None:
    pytest.importorskip("importlinter")
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout


def test_deciding_loads_no_terminal_library() -> None:
    code = """
import importlib, pkgutil, sys
import weimar_bot.bot
found = [m.name for m in pkgutil.walk_packages(weimar_bot.bot.__path__, "weimar_bot.bot.")]
assert "weimar_bot.bot.cards" in found
for name in found:
    importlib.import_module(name)
loaded = {name.partition(".")[0] for name in sys.modules} & {"rich", "textual"}
raise SystemExit(f"loaded: {loaded}" if loaded else 0)
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_cards_and_rulings_load_no_model_library() -> None:
    code = "import sys, weimar_bot.bot.cards; raise SystemExit('pydantic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_file_grows_beyond_600_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600


def test_the_readme_gives_one_test_command_and_ci_runs_that_line() -> None:
    pattern = re.search(r"grep -E '([^']+)' README\.md", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert pattern
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if re.search(pattern[1], line)]) == 1


def test_the_ci_script_is_executable_and_well_formed() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_changelog_tells_of_the_present_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{re.escape(weimar_bot.__version__)}\b", text)


def test_everything_the_package_needs_is_declared_with_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for wanted in tomllib.loads(text)["project"]["dependencies"]:
        assert re.search(rf'"{re.escape(wanted)}",\s+# \w', text), wanted


def test_data_beside_the_package_is_shipped_with_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    beside = ("flowcharts", "cards", "tests/data/osthilfe.yaml")
    assert shipped == {name: f"weimar_bot/shipped/{name.rpartition('/')[2]}" for name in beside}
