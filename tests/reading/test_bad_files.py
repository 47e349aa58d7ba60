"""Files with one fault each (``tests/data/bad``), and what must be said of it and where."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Ran
from tests.game.five_records import chained
from weimar_bot.cli import main
from weimar_bot.game.saving import start_data
from weimar_bot.game.session import Session
from weimar_bot.game.setup import start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading import source
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.reading.source import read_file, read_text
from weimar_bot.table.board_file import shipped_board

FOLDER = Path(__file__).parents[1] / "data" / "bad"
INDEX: dict[str, str] = yaml.safe_load((FOLDER / "index.yaml").read_text("utf-8"))
Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())

    def command(*arguments: object) -> Ran:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return command


# One fault a file


def test_the_index_has_every_file_and_at_least_sixty() -> None:
    assert {path.name for path in FOLDER.iterdir()} - {"index.yaml"} == set(INDEX)
    assert len(INDEX) >= 60
    assert {name.partition("_")[0] for name in INDEX} >= {
        "position",
        "chart",
        "cards",
        "event",
        "board",
        "text",
    }


@pytest.mark.parametrize("name", INDEX)
def test_a_fault_is_told_with_its_words_its_line_and_its_column(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    ran = run("validate", name)
    faults = ran.out.splitlines()[:-1]
    assert ran.status == 1 and not ran.err
    assert faults[0].startswith(name)
    assert INDEX[name] in faults[0].removeprefix(name).removeprefix(":").strip()
    assert len(faults) == 1 or name.endswith("all_missing.yaml")


@pytest.mark.parametrize("name", [name for name in INDEX if name.startswith(("position", "text"))])
def test_no_bad_position_is_ever_decided_on(name: str, run: Run) -> None:
    ran = run("decide", FOLDER / name, "--faction", "kpd", "--card", "12")
    assert ran.status == 2 and not ran.out
    assert str(FOLDER / name) in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize("name", [name for name in INDEX if name.startswith(("board", "text"))])
def test_no_bad_corrections_are_ever_played_with(name: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "board.yaml").write_bytes((FOLDER / name).read_bytes())
    ran = run("simulate", "--scenario", "tutorial", "--games", "1")
    assert ran.status == 2 and not ran.out
    assert "board.yaml" in ran.err


# Files too large to keep


@pytest.mark.parametrize("kind", ["position", "event", "journal"])
def test_a_hundred_megabytes_are_refused_at_once(kind: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / ("game.jsonl" if kind == "journal" else "huge.yaml")
    with file.open("wb") as stream:
        stream.write({"position": b"year: 1931\n", "event": b"number: 5\n", "journal": b"{"}[kind])
        stream.truncate(100_000_000)
    began = time.process_time()
    ran = run("play", "--resume", file) if kind == "journal" else run("validate", file)
    assert time.process_time() - began < 5
    if kind == "journal":
        assert ran.status == 2 and "this is not a saved game" in ran.err
    else:
        assert ran.status == 1 and "is larger than 4 MB" in ran.out


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "a: " + "x" * 1_000_000 + "\n",
        "a: [" + "1, " * 300_000 + "]",
        "? " * 50_000,
        '"' * 100_001,
        "a:\n" + " " * 1_000_000,
        "#" * 3_000_000,
        "&a " * 50_000,
    ],
    ids=lambda text: f"{text[:4].strip()}-{len(text)}",
)
def test_what_is_huge_or_deep_is_read_or_refused_and_takes_no_time(text: str) -> None:
    began = time.process_time()
    try:
        read_text(text, "huge.yaml")
    except UnreadableInput as error:
        assert error.faults[0].place is not None
    assert time.process_time() - began < 8


def test_an_empty_file_is_an_empty_table_and_nothing_else(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.yaml"
    empty.touch()
    assert run("validate", empty).status == 0
    assert run("decide", empty, "--faction", "kpd", "--card", "12").status == 0
    assert read_file(empty).data is None
    save = tmp_path / "empty.jsonl"
    save.touch()
    ran = run("play", "--resume", save)
    assert ran.status == 2 and "this is not a saved game" in ran.err


# Nothing in a file can run


def test_files_are_read_by_a_safe_loader_and_only_as_events(monkeypatch: pytest.MonkeyPatch) -> None:
    assert source._Loader in (yaml.SafeLoader, getattr(yaml, "CSafeLoader", None))
    for name in ("load", "load_all", "unsafe_load", "full_load", "compose"):
        monkeypatch.setattr(yaml, name, None)
    assert read_text("a: 1", "a.yaml").data == {"a": 1}


@pytest.mark.parametrize("program", ["weimar_bot", "flowcharts", "cards"])
def test_no_module_uses_what_could_run_something_in_a_file(program: str) -> None:
    forbidden = ("yaml.load(", "unsafe_load", "full_load", "pickle.load", "eval(", "exec(", "marshal")
    for path in (FOLDER.parents[2] / program).rglob("*.py"):
        text = path.read_text("utf-8")
        assert not [word for word in forbidden if word in text], path


def test_reading_a_hostile_file_opens_fetches_and_starts_nothing(tmp_path: Path) -> None:
    happened: list[str] = []
    watched = {"socket.connect", "subprocess.Popen", "os.system", "os.exec", "urllib.Request", "import"}
    files = [FOLDER / name for name in INDEX if "tag" in name or "alias" in name]
    for path in files:  # once before, so that nothing has to be imported any more
        _refused(path)

    def watch(event: str, arguments: Any) -> None:
        if event in watched and listening:
            happened.append(event)

    listening = True
    sys.addaudithook(watch)
    try:
        for path in files:
            _refused(path)
    finally:
        listening = False
    assert not happened
    assert not Path("/tmp/never").exists()


def _refused(path: Path) -> None:
    with pytest.raises(UnreadableInput):
        read_file(path)


# Saves with a sound checksum and a wrong content


def _start() -> dict[str, Any]:
    settings = Settings("tutorial", ("coalition", "nsdap", "rc"), 1)
    table = start_table("tutorial", shipped_board(), non_player=settings.non_player)
    return start_data(Session.new(settings, table))


@pytest.mark.parametrize(
    "change",
    [
        {"scenario": None},
        {"scenario": "tutorail"},
        {"scenario": 7},
        {"scenario": ["tutorial"]},
        {"non_player": None},
        {"non_player": "everybody"},
        {"non_player": ["spd"]},
        {"position": None},
        {"position": []},
        {"position": {"yaer": 3}},
        {"position": {"spaces": {"nowhere": {}}}},
        {"decks": None},
        {"decks": {"coalition": 3}},
        {"decks": {"coalition": ["x"], "nsdap": [], "rc": []}},
        {"decks": {}},
        {"decks": {"coalition": [99], "nsdap": [], "rc": []}},
        {"stacks": None},
        {"stacks": {"coalition": "many"}},
        {"draws": None},
        {"draws": "x"},
        {"rulings": [1]},
        {"rulings": None},
        {"own_events": [{}]},
        {"own_events": 7},
        {"own_events": [{"number": 5, "title": "x"}]},
    ],
    ids=str,
)
def test_a_save_whose_beginning_is_wrong_is_refused_in_words(
    change: dict[str, Any], run: Run, tmp_path: Path
) -> None:
    start = {key: value for key, value in (_start() | change).items() if value is not None}
    file = tmp_path / "game.jsonl"
    chained(file, {"weimar_bot": 1, "kind": "start", **start}, {"n": 1, "kind": "answer", "text": ""})
    before = file.read_bytes()
    ran = run("play", "--plain", "--resume", file)
    assert ran.status == 2, ran.out
    assert ran.err.startswith("This ") and "Traceback" not in ran.err
    assert file.read_bytes() == before


def test_a_save_whose_start_has_nothing_wrong_goes_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    chained(file, {"weimar_bot": 1, "kind": "start", **_start()})
    assert run("play", "--plain", "--resume", file).status == 0


@pytest.mark.parametrize(
    ("records", "told"),
    [
        ([{"n": 1, "kind": "answer", "text": "no such answer"}], "record 1 does not fit the game any more"),
        ([{"n": 1, "kind": "answer", "text": [7]}], "record 1 does not fit the game any more"),
        ([{"n": 1, "kind": "entry", "text": "coalition +9 nowhere"}], "record 1 does not fit"),
        ([{"n": 1, "kind": "answer"}, {"n": 2, "kind": "entry"}], "does not fit"),
        ([{"n": 2, "kind": "undo"}], "this is record '2', where record 1 belongs"),
        ([{"n": 1, "kind": "cheat"}], "a record of the kind 'cheat' is not known"),
    ],
    ids=str,
)
def test_a_save_whose_records_are_wrong_is_refused_with_their_number(
    records: list[dict[str, Any]], told: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    chained(file, {"weimar_bot": 1, "kind": "start", **_start()}, *records)
    ran = run("play", "--plain", "--resume", file)
    assert ran.status == 2 and told in ran.err
