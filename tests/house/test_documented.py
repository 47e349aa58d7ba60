"""Every public function says what it does, and the package says that it is typed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "weimar_bot"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
# Small makers of words that only its neighbour uses; the file has no line to spare.
LEFT_OUT = {"game/entry_words.py"}


def _says_itself(function: ast.FunctionDef) -> bool:
    """Whether a function is registered as a word of the charts, with its words."""
    return any(
        isinstance(one, ast.Call) and any(keyword.arg == "words" for keyword in one.keywords)
        for one in function.decorator_list
    )


@pytest.mark.parametrize("module", MODULES)
def test_every_module_and_every_public_function_is_documented(module: str) -> None:
    tree = ast.parse((PACKAGE / module).read_text("utf-8"))
    assert ast.get_docstring(tree), module
    if module in LEFT_OUT:
        return
    silent = [
        f"{module}:{node.lineno} {node.name}"
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
        and not _says_itself(node)
    ]
    assert silent == []


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
