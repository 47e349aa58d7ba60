"""The documentation says what is so: its examples are read, its commands run, its tables are whole.

``python -m tests.house.test_docs`` brings the tables of words, keys and bindings in ``docs`` up to date.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from tests.tui.bindings import all_bindings
from weimar_bot import resources
from weimar_bot.bot import decide as deciding
from weimar_bot.bot.event_cards import ERAS, LAST_EVENT, PLACEABLE, check_events
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.cli import main
from weimar_bot.flowchart.fields import HEAD_KEYS
from weimar_bot.flowchart.load_conditions import CONDITION_KEYS
from weimar_bot.flowchart.load_nodes import KIND_KEYS
from weimar_bot.flowchart.loader import CHART_KEYS, check_sources
from weimar_bot.flowchart.references import SECTIONS
from weimar_bot.flowchart.vocabulary import Fact, Ordering, Value, Word
from weimar_bot.reading.source import read_file, read_text
from weimar_bot.table.board_file import load_board, shipped_board
from weimar_bot.table.notation import to_notation
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_models import Position
from weimar_bot.tui.marks import MARKS
from weimar_bot.tui.preferences import CHOICES, Preferences, load_preferences, settings_file
from weimar_bot.tui.table_commands import COMMANDS
from weimar_bot.tui.themes import LETTERS

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
DOCS = {path.name: path for path in (README, *sorted((ROOT / "docs").glob("*.md")))}

# How a YAML example without a comment above it is to be taken, by its heading.
_HEADINGS = {"The position file": "position", "Your own board": "board"}
_FENCE = re.compile(
    r"^(?:<!-- *(?P<mark>[\w-]+)(?:: *(?P<name>[\w./-]+))? *-->\n)?```(?P<lang>[\w-]*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: what it is (its mark), the file name it goes by, and its text."""

    doc: str
    line: int
    lang: str
    mark: str
    name: str
    body: str

    @property
    def ident(self) -> str:
        return f"{self.doc}:{self.line}"


def _blocks() -> Iterator[Block]:
    for doc, path in DOCS.items():
        text = path.read_text(encoding="utf-8")
        for found in _FENCE.finditer(text):
            headings = ["", *_HEADING.findall(_FENCE.sub("", text[: found.start()]))]
            mark = found["mark"] or (_HEADINGS.get(headings[-1], "") if found["lang"] == "yaml" else "")
            line = text[: found.start("body")].count("\n") + 1
            yield Block(doc, line, found["lang"], mark, found["name"] or "", found["body"])


BLOCKS = list(_blocks())
NAMED = {block.name: block for block in BLOCKS if block.mark == "position" and block.name}


def _marked(*marks: str) -> Any:
    found = [block for block in BLOCKS if block.mark in marks]
    return pytest.mark.parametrize("block", found, ids=lambda block: block.ident)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No corrections of the board, and relative paths as in a clone."""
    monkeypatch.setenv(resources.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(ROOT)


# -- examples ----------------------------------------------------------------------------------------


def test_every_yaml_example_says_what_it_is_and_every_kind_has_one() -> None:
    refused = {"unreadable", "ambiguous", "impossible", "refused-event"}
    known = {"position", "board", "settings", "event", "chart", *refused, *SECTIONS}
    examples = [block for block in BLOCKS if block.lang == "yaml"]
    assert [block.ident for block in examples if block.mark not in known] == []
    assert known <= {block.mark for block in examples}


@_marked("position")
def test_every_position_is_read_without_faults(block: Block) -> None:
    read_position_text(block.body, block.ident, shipped_board())


@_marked("unreadable", "ambiguous", "impossible")
def test_every_refused_position_gives_the_message_below_it(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    message = BLOCKS[BLOCKS.index(block) + 1]
    assert message.lang == "text"
    (tmp_path / "position.yaml").write_text(block.body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["decide", "position.yaml", "--faction", "kpd", "--card", "12"]) == 2
    assert capsys.readouterr().err == message.body


@_marked("board")
def test_every_board_file_is_read_without_faults(block: Block, tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text(block.body, encoding="utf-8")
    load_board(tmp_path / "board.yaml")


@_marked("settings")
def test_every_settings_file_is_read_without_faults(block: Block) -> None:
    file = settings_file()
    file.parent.mkdir()
    file.write_text(block.body, encoding="utf-8")
    preferences, faults = load_preferences()
    assert faults == [] and preferences != Preferences()


def test_every_setting_is_documented_with_its_values_and_its_default() -> None:
    rows = {row[0].strip("`"): row for row in _rows("settings.md", "Setting")}
    assert set(rows) == set(CHOICES)
    for key, values in CHOICES.items():
        assert re.findall(r"`([\w-]+)`", rows[key][1]) == list(values)
        assert rows[key][2].strip("`") == getattr(Preferences(), key)


@_marked("notation")
def test_the_line_of_notation_is_that_of_its_example(block: Block) -> None:
    example = NAMED[block.name]
    assert block.body.strip() == to_notation(read_position_text(example.body, example.name, shipped_board()))


@_marked("event")
def test_every_event_is_read_without_faults(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "event.yaml"
    file.write_text(block.body, encoding="utf-8")
    assert check_events([file]) == []


@_marked("refused-event")
def test_every_refused_event_gives_the_message_below_it(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "event.yaml").write_text(block.body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["validate", "event.yaml"]) == 1
    assert capsys.readouterr().out == BLOCKS[BLOCKS.index(block) + 1].body


@_marked("chart", *SECTIONS)
def test_every_piece_of_a_chart_is_read_without_faults(block: Block) -> None:
    """Pieces are put into a chart of their own; that nothing leads to them is no fault of theirs."""
    text = block.body
    if block.mark != "chart":
        inner = "".join(f"  {line}" for line in text.splitlines(keepends=True))
        text = f"chart: sample\ntitle: Sample\ncite: ['8.5']\n{block.mark}:\n{inner}"
        if block.mark == "nodes":
            text += f"start: {block.body.partition(':')[0]}\n"
    charts = [read_file(file) for file in sorted(resources.folder("flowcharts").glob("*.yaml"))]
    faults = check_sources([*charts, read_text(text, "sample.yaml")], vocabulary())
    assert [str(fault) for fault in faults if "is never reached" not in str(fault)] == []


# -- commands ----------------------------------------------------------------------------------------


def _calls() -> Iterator[tuple[str, str]]:
    """Every call that can be made as it stands: no placeholders, and not a command's mere name."""
    for doc, path in DOCS.items():
        text = path.read_text(encoding="utf-8")
        code = [found["body"] for found in _FENCE.finditer(text) if found["lang"] in ("console", "sh")]
        code += re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))
        for line in "\n".join(code).splitlines():
            found = re.match(r"(?:.*[ /])?weimar-bot((?: .*)?)$", line.removeprefix("$ "))
            words = found[1].strip() if found else ""
            if not words or re.search(r"\[|\.\.\.|\b[A-Z]{4,}\b|\b(ID|F|N)\b", words):
                continue
            if words not in ("decide", "explain", "draw"):
                yield doc, words


def _run(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """A call as in a clone; examples with a name lie beside it."""
    arguments = []
    for word in shlex.split(words):
        if word in NAMED:
            file = tmp_path / word
            file.write_text(NAMED[word].body, encoding="utf-8")
            word = str(file)
        arguments.append(word)
    try:
        status = main(arguments)
    except SystemExit as exit_:  # --version and --help
        status = int(exit_.code or 0)
    return status, capsys.readouterr().out


CALLS = sorted(set(_calls()))


@pytest.mark.parametrize("doc, words", CALLS, ids=[f"{doc} {words}" for doc, words in CALLS])
def test_every_command_line_runs(
    doc: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert _run(words, tmp_path, capsys)[0] == 0


def _shown() -> Iterator[Any]:
    """Every call of a console block with the output below it."""
    for block in BLOCKS:
        if block.lang == "console" and block.mark != "changed":
            for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
                call, _, output = part.partition("\n")
                if call.startswith("weimar-bot ") and output:
                    yield pytest.param(call.removeprefix("weimar-bot "), output, id=f"{block.ident} {call}")


def _assert_shown(output: str, real: str) -> None:
    """``...`` on a line of its own stands for all that follows."""
    shown, cut, _ = output.partition("\n...\n")
    if cut:
        real = "\n".join(real.splitlines()[: len(shown.splitlines())])
    assert shown.strip() == real.strip()


@pytest.mark.parametrize("words, output", list(_shown()))
def test_every_output_shown_is_the_real_one(
    words: str, output: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _assert_shown(output, _run(words, tmp_path, capsys)[1])


def test_the_readme_begins_with_a_picture_and_a_start_of_two_lines() -> None:
    first = next(block for block in BLOCKS if block.doc == "README.md")
    above = README.read_text(encoding="utf-8").splitlines()[: first.line]
    assert any(line.startswith("![") and "(docs/pictures/table.svg)" in line for line in above)
    make, start = first.body.splitlines()
    assert make.endswith("pip install -q .") and start.endswith("bin/weimar-bot")


def _changes() -> Iterator[Any]:
    """Every ``diff`` with the output that follows from it, further down on its page."""
    for at, block in enumerate(BLOCKS):
        if block.lang == "diff":
            after = next(one for one in BLOCKS[at:] if one.mark == "changed")
            assert after.doc == block.doc
            yield pytest.param(block, after, id=block.ident)


@pytest.mark.parametrize("change, after", list(_changes()))
def test_every_worked_change_has_the_effect_shown_and_no_fault(
    change: Block,
    after: Block,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The lines of the ``diff`` are exchanged in a copy of the chart it names."""
    chart = re.findall(r"^--- flowcharts/(\w+\.yaml)$", change.body, re.MULTILINE)
    old = re.findall(r"^-(?!--)(.*)$", change.body, re.MULTILINE)
    new = re.findall(r"^\+(?!\+\+)(.*)$", change.body, re.MULTILINE)
    folders = {name: tmp_path / name for name in ("flowcharts", "cards")}
    for name, copy in folders.items():
        shutil.copytree(ROOT / name, copy)
    file = folders["flowcharts"] / chart[0]
    text = file.read_text(encoding="utf-8")
    for before, line in zip(old, new, strict=True):
        assert text.count(f"{before}\n") == 1
        text = text.replace(before, line)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(resources, "folder", folders.__getitem__)
    assert _run(f"validate {shlex.quote(str(file))}", tmp_path, capsys)[0] == 0
    deciding.shipped_charts.cache_clear()
    try:
        call, _, output = after.body.partition("\n")
        _assert_shown(output, _run(call.removeprefix("$ weimar-bot "), tmp_path, capsys)[1])
    finally:
        deciding.shipped_charts.cache_clear()


# -- tables ------------------------------------------------------------------------------------------


def _rows(doc: str, first: str) -> list[list[str]]:
    """The rows of every table of a document whose first column has that heading."""
    rows: list[list[str]] = []
    wanted = False
    for line in DOCS[doc].read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            wanted = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if wanted and not set(cells[0]) <= set("-:"):
            rows.append(cells)
        wanted = wanted or cells[0] == first
    return rows


def _names(doc: str, first: str) -> list[str]:
    return [row[0].strip("`") for row in _rows(doc, first)]


def _keys(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every key of a position file by its dotted name, with its default."""
    below = {"cards.parliamentary_control": "AREA", "spaces": "SPACE"}
    for name, field in model.model_fields.items():
        path, kind = f"{prefix}{name}", field.annotation
        entry = next((one for one in getattr(kind, "__args__", ()) if _is_model(one)), kind)
        if _is_model(entry):
            yield from _keys(entry, f"{path}.{below[path]}." if path in below else f"{path}.")
        else:
            yield path, field.default


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def test_every_key_of_a_position_is_documented_with_its_default() -> None:
    documented = {row[0].strip("`"): row[2].strip("`") for row in _rows("position-file.md", "Key")}
    assert len(documented) == len(_rows("position-file.md", "Key"))
    real = dict(_keys(Position))
    assert sorted(documented) == sorted(real)
    for key, default in real.items():
        assert read_text(f"value: {documented[key]}", key).data == {"value": default}, key


def test_every_space_is_documented_as_it_is_on_the_board() -> None:
    board = shipped_board()
    rows = _rows("position-file.md", "Id")
    assert [row[0].strip("`") for row in rows] == list(board.spaces)
    for ident, name, region, population, value, also in rows:
        space = board.spaces[ident.strip("`")]
        assert (name, int(population), int(value)) == (space.name, space.pop, space.pv)
        outside = "none (City)" if space.city else "none"
        assert region == (board.regions[space.region] if space.region else outside)
        for spelling in filter(None, also.split(", ")):
            read_position_text(f"spaces: {{{spelling}: {{kpd: 1}}}}", ident, board)


def test_the_keys_and_words_of_the_key_table_are_accepted() -> None:
    """Every value in the column "Allowed" that is written as code and is no family of values."""
    for key, allowed, *_ in _rows("position-file.md", "Key"):
        path = key.strip("`").replace("AREA", "berlin").replace("SPACE", "pommern").split(".")
        for value in re.findall(r"`([^`]+)`", allowed):
            if path[0] in ("leverage", "holding"):
                continue  # boxes, tried by the examples
            listed = path[-1] in ("performed", "economy_dollar_dependence")
            text = "".join(f"{'  ' * at}{name}:\n" for at, name in enumerate(path)).rstrip("\n")
            text += f" [{value}]\n" if listed else f" {value}\n"
            read_position_text(text, key, shipped_board(), force=True)


_PRINT = "python -m tests.house.test_docs brings the tables up to date"


def _word_row(word: Word) -> str:
    def described(arg: str) -> str:
        if arg in word.arg_values:
            return f"`{arg}` (`{word.arg_values[arg]}`)"
        return f"`{arg}` ({word.arg_numbers[arg].words()})" if arg in word.arg_numbers else f"`{arg}`"

    args = ", ".join(described(arg) for arg in sorted(word.args)) or "none"
    kind = word.gives if isinstance(word, Fact) else word.kind if isinstance(word, Ordering) else ""
    middle = f"{kind} | {word.words}" if kind else word.words
    return f"| `{word.name}` | {middle} | {args} | {', '.join(word.cite)} |"


def _set_row(name: str, names: Collection[Value]) -> str:
    if name == "space":
        return "| `space` | the ids of the [spaces](position-file.md#all-spaces) |"
    return f"| `{name}` | {', '.join(f'`{one}`' for one in sorted(names, key=str))} |"


def _key_name(key: str) -> str:
    """A key as a person calls it: ``Enter``, ``:``, ``Ctrl+Q``."""
    signs = {"colon": ":", "slash": "/", "question_mark": "?"}
    return signs.get(key) or (
        key if len(key) == 1 else "+".join(part.capitalize() for part in key.split("+"))
    )


def _command_rows() -> list[str]:
    """The commands of the main screen: key, word, what it does, binding."""
    rows = []
    for one in COMMANDS:
        keys = " ".join(f"`{_key_name(key)}`" for key in one.keys.split(",") if key)
        word = f"`{' '.join(filter(None, (one.word, one.takes)))}`" if one.word else ""
        rows.append(f"| {keys} | {word} | {one.about} | {f'`table.{one.ident}`' if keys else ''} |")
    return rows


def _binding_rows() -> list[str]:
    """Every binding of the app with its keys, by screen."""
    found = dict.fromkeys(f"| `{one.id}` | `{one.key}` | {one.tooltip} |" for one in all_bindings())
    return sorted(found, key=lambda row: row.partition(".")[0])


def tables() -> dict[tuple[str, str], list[str]]:
    """The tables that are made from the program, by their page and the heading of their first column."""
    words = vocabulary()
    found = {
        ("charts.md", "Fact"): (
            "| Fact | Gives | In words | Arguments | Sections |",
            [_word_row(word) for word in words.facts.values()],
        ),
        ("charts.md", "Verb"): (
            "| Verb | In words | Arguments | Sections |",
            [_word_row(word) for word in words.verbs.values()],
        ),
        ("charts.md", "Ordering"): (
            "| Ordering | Kind | In words | Arguments | Sections |",
            [_word_row(word) for word in words.orderings.values()],
        ),
        ("charts.md", "Set"): (
            "| Set | Names |",
            [_set_row(name, names) for name, names in words.names.items()],
        ),
        ("settings.md", "Binding"): ("| Binding | Keys | What it does |", _binding_rows()),
        ("guide.md", "Table key"): ("| Table key | Word | What it does | Binding |", _command_rows()),
    }
    return {
        place: [head, "|---" * (head.count("|") - 1) + "|", *rows] for place, (head, rows) in found.items()
    }


@pytest.mark.parametrize("place", list(tables()), ids=" ".join)
def test_every_table_made_from_the_program_is_up_to_date(place: tuple[str, str]) -> None:
    """Every word of the charts, every binding and every command is documented, and no other."""
    text = DOCS[place[0]].read_text(encoding="utf-8")
    assert "\n".join(tables()[place]) + "\n" in text, _PRINT


def test_every_sign_of_a_piece_on_the_map_is_explained() -> None:
    assert sorted(_names("guide.md", "Letters")) == sorted([*MARKS.values(), *LETTERS.values()])


def test_every_key_of_a_chart_is_documented() -> None:
    assert set(_names("charts.md", "Chart key")) == set(CHART_KEYS)
    assert set(_names("charts.md", "Key of every entry")) == set(HEAD_KEYS)
    assert set(_names("charts.md", "Node")) == set(KIND_KEYS)
    text = DOCS["charts.md"].read_text(encoding="utf-8")
    for key in {*CONDITION_KEYS, *(key for keys in KIND_KEYS.values() for key in keys)}:
        assert f"`{key}`" in text, key


def test_what_an_event_can_hold_is_documented() -> None:
    text = DOCS["events.md"].read_text(encoding="utf-8")
    for word in (*ERAS, *PLACEABLE):
        assert f"`{word}`" in text, word
    assert f"1 to {LAST_EVENT}" in text


# -- links -------------------------------------------------------------------------------------------


def _anchors(path: Path) -> set[str]:
    headings = _HEADING.findall(_FENCE.sub("", path.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_every_link_inside_the_project_leads_somewhere() -> None:
    for path in DOCS.values():
        text = _FENCE.sub("", path.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if "://" in target:
                continue
            file, _, anchor = target.partition("#")
            found = (path.parent / file).resolve() if file else path
            assert found.exists(), f"{path.name}: {target}"
            if anchor:
                assert anchor in _anchors(found), f"{path.name}: {target}"


def _bring_up_to_date() -> None:
    for (doc, first), lines in tables().items():
        path = DOCS[doc]
        text = path.read_text(encoding="utf-8")
        found = re.search(rf"^\| {first} \|(?:.*\n\|)*.*$", text, re.MULTILINE)
        assert found, first
        path.write_text(text[: found.start()] + "\n".join(lines) + text[found.end() :], encoding="utf-8")


if __name__ == "__main__":
    _bring_up_to_date()
