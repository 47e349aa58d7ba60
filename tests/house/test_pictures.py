"""The pictures in the documentation are those the script makes, and are all shown somewhere."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
FILES = sorted(FOLDER.iterdir())


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """``docs/make_pictures.py``, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("make_pictures", ROOT / "docs" / "make_pictures.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def shown() -> set[Path]:
    """Every picture that a page shows with words for those who cannot see it."""
    found = set()
    for page in PAGES:
        for words, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            assert words, f"{page.name}: {target}"
            found.add((page.parent / target).resolve())
    return found


def test_the_script_makes_just_the_pictures_that_are_there(script: ModuleType) -> None:
    names = [picture.file for picture in script.PICTURES]
    assert len(set(names)) == len(names)
    assert sorted(names) == [file.name for file in FILES]


def test_every_picture_is_shown_and_every_picture_shown_is_there() -> None:
    assert shown() == set(FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_picture_is_whole_and_loads_nothing_from_elsewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert not re.search(r"url\((?!#)|href=|<script", text)


def test_a_picture_shows_what_its_way_leads_to(script: ModuleType) -> None:
    (table,) = [picture for picture in script.PICTURES if picture.name == "table"]
    svg = script.make(table).replace("&#160;", " ")
    assert "Place the Reichswehr from U.S.S.R. Deals box 3 in" in svg
    assert "Pommern" in svg and "Leverage" in svg
