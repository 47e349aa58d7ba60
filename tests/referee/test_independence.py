"""The referee shares nothing with what it judges, judges every Action, and tells a disagreement briefly."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.referee import __main__ as command
from tests.referee import harness
from tests.referee.bots import PRIORITY, SPECIAL
from tests.referee.cases import random_case
from tests.referee.harness import ask_product, differences
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.position import read_position_text

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
# What lays the questions before both sides and compares the answers.
BETWEEN = ("__main__", "cases", "harness", "corners")
JUDGING = sorted(
    path.stem for path in FOLDER.glob("*.py") if path.stem not in BETWEEN and "test_" not in path.stem
)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module
            yield node.module


def test_what_judges_imports_nothing_of_the_program() -> None:
    assert {"assault", "bots", "influence", "leverage", "markers", "choose", "position"} <= set(JUDGING)
    for name in JUDGING:
        imported = list(_imported(FOLDER / f"{name}.py"))
        assert not [module for module in imported if module.startswith("weimar_bot")], name


def test_what_stands_between_asks_the_program_only_as_people_do() -> None:
    for path in FOLDER.glob("*.py"):
        if path.stem.startswith("test_"):
            continue
        imported = {module for module in _imported(path) if module.startswith("weimar_bot")}
        assert not [module for module in imported if module.startswith("weimar_bot.rules")], path
        if path.stem != "harness":
            assert not [module for module in imported if module.startswith("weimar_bot.bot")], path


def test_judging_loads_no_module_of_the_program() -> None:
    code = (
        f"import sys\nfor name in {JUDGING!r}:\n    __import__('tests.referee.' + name)\n"
        "print([name for name in sys.modules if name.startswith('weimar_bot')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def _every_action(faction: str) -> set[str]:
    singles = {
        f"special.{category}.{name}"
        for category, _, listed in SPECIAL[faction]
        for entry in listed
        for name in entry
        if "&" not in name
    }
    return singles | {name for name, _ in PRIORITY[faction]} - {"special"}


@pytest.fixture(scope="module")
def done() -> dict[str, set[str]]:
    """The names of what bots did in random cases, as many as are needed, but not more than a thousand."""
    found: dict[str, set[str]] = {faction: set() for faction in FACTIONS}
    for number in range(1000):
        if all(_every_action(faction) <= found[faction] for faction in FACTIONS):
            break
        case = random_case(number, 1933, False)
        found[case.faction] |= {str(deed["name"]) for deed in ask_product(case)["actions"]}
    return found


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_random_cases_bring_about_every_action_of_each_faction(
    faction: str, done: dict[str, set[str]]
) -> None:
    assert len(_every_action(faction)) >= 7
    assert _every_action(faction) - done[faction] == set()


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.booleans())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_both_sides_agree_on_any_case(number: int, seed: int, rulings: bool) -> None:
    assert differences(random_case(number, seed, rulings)) == []


def test_a_disagreement_is_printed_as_a_small_position_with_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = harness._of_product

    def wrong(deed: harness.Answer) -> harness.Answer:
        return honest(deed) | ({"space": "nowhere"} if deed["name"] == "place_influence" else {})

    monkeypatch.setattr(harness, "_of_product", wrong)
    monkeypatch.setattr(sys, "argv", ["referee", "12", "--seed", "3"])
    assert command.main() == 1
    out = capsys.readouterr().out
    assert re.search(r"12 cases, [1-9]\d* disagreements \(seed 3\)", out)
    block = out.split("--- case ")[1]
    shown = re.search(r"weimar-bot decide \S+ .*\n((?:.*\n)*?)actions: the referee", block)
    assert shown and shown[1].count("\n") <= 8
    read_position_text(shown[1], "printed", shipped_board())


def test_agreement_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["referee", "5", "--seed", "3", "--rulings"])
    assert command.main() == 0
    assert capsys.readouterr().out == "5 cases, 0 disagreements (seed 3)\n"
