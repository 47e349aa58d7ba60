"""The game's file: nothing acknowledged is lost, and damage is found, named and got around."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.five_records import ANSWERS, RECORDS, START, chained, names, read, written
from weimar_bot import resources
from weimar_bot.game import journal as journals
from weimar_bot.game.journal import (
    DamagedJournal,
    Journal,
    SaveFailed,
    list_saves,
    new_path,
    saves_folder,
)
from weimar_bot.reading.faults import UnreadableInput

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A closed game of five records."""
    return written(tmp_path / "game.jsonl")


# Writing and reading back


def test_what_was_appended_is_read_back(file: Path) -> None:
    with Journal.open(file) as journal:
        assert journal.start == START
        assert list(journal.records) == RECORDS
        assert journal.lost_tail is None
        assert journal.unsaved == 0
    assert names(file.parent) == ["game.jsonl"]  # no lock, no copy, no temporary file


def test_each_record_is_on_the_disk_before_append_returns(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "g.jsonl", START) as journal:
        for count, answer in enumerate(ANSWERS, 1):
            journal.append(answer)
            lines = (tmp_path / "g.jsonl").read_bytes().splitlines()
            assert [json.loads(line).get("n") for line in lines] == [None, *range(1, count + 1)]


def test_a_record_is_one_write_of_one_whole_line_and_one_sync(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[bytes | str] = []
    write, sync = os.write, os.fsync
    with Journal.open(file) as journal:
        monkeypatch.setattr(os, "write", lambda fd, raw: calls.append(raw) or write(fd, raw))
        monkeypatch.setattr(os, "fsync", lambda fd: calls.append("sync") or sync(fd))
        journal.append({"kind": "undo"})
        monkeypatch.undo()
    assert calls == [file.read_bytes().splitlines(keepends=True)[-1], "sync"]


def test_opening_and_closing_changes_nothing(file: Path) -> None:
    before = file.read_bytes()
    read(file)
    assert file.read_bytes() == before


def test_what_the_caller_changes_afterwards_does_not_change_the_game(tmp_path: Path) -> None:
    start = {"humans": ["kpd"]}
    record = {"kind": "answer", "given": [1]}
    with Journal.create(tmp_path / "g.jsonl", start) as journal:
        journal.append(record)
        start["humans"].append("rc")
        record["given"].append(2)  # type: ignore[attr-defined]
        assert journal.start == {"humans": ["kpd"]}
        assert journal.records[0]["given"] == [1]


@given(
    st.lists(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
            max_leaves=6,
        ).filter(lambda value: "inf" not in repr(value)),
        max_size=4,
    )
)
def test_any_text_and_any_value_comes_back_as_it_was(values: list[Any]) -> None:
    journal = Journal.in_memory(START)
    for value in values:
        journal.append({"kind": "note", "value": value})
    raw = b"".join(line.raw for line in journal._lines)
    reading = journals._parse(raw, "g")
    assert not reading.bad
    assert [line.data["value"] for line in reading.lines[1:]] == values


@pytest.mark.parametrize(
    "record",
    [
        {"text": "no kind"},
        {"kind": "anser"},
        {"kind": "start"},
        {"kind": "note", "n": 99},
        {"kind": "note", "check": "x"},
        {"kind": "note", "value": float("nan")},
        {"kind": "note", "value": object()},
    ],
)
def test_a_record_no_file_can_hold_is_refused_and_changes_nothing(file: Path, record: Any) -> None:
    before = file.read_bytes()
    with Journal.open(file) as journal:
        with pytest.raises((ValueError, TypeError)):
            journal.append(record)
        assert list(journal.records) == RECORDS
    assert file.read_bytes() == before


@pytest.mark.parametrize("key", ["weimar_bot", "check", "kind"])
def test_settings_cannot_take_the_journals_own_words(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match=key):
        Journal.create(tmp_path / "g.jsonl", {key: 1})
    assert names(tmp_path) == []


def test_a_new_game_never_replaces_an_old_one(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(SaveFailed, match="exists already"):
        Journal.create(file, {})
    assert file.read_bytes() == before
    assert names(file.parent) == ["game.jsonl"]


def test_nothing_is_appended_to_a_closed_journal(file: Path) -> None:
    journal = Journal.open(file)
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.append({"kind": "undo"})


def test_a_whole_file_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda fd: calls.append("sync") or sync(fd))
    monkeypatch.setattr(os, "replace", lambda *paths: calls.append("name") or replace(*paths))
    Journal.create(tmp_path / "g.jsonl", START).close()
    assert calls[:2] == ["sync", "name"]


# Damage


def test_a_file_cut_anywhere_loses_only_the_line_that_was_cut(tmp_path: Path) -> None:
    raw = written(tmp_path / "whole.jsonl").read_bytes()
    file = tmp_path / "cut.jsonl"
    for cut in range(len(raw) + 1):
        file.write_bytes(raw[:cut])
        # A line that lacks nothing but its line end is whole.
        whole = raw[:cut].count(b"\n") + (raw[cut : cut + 1] == b"\n")
        if whole == 0:
            with pytest.raises(UnreadableInput):
                Journal.open(file)
            continue
        with Journal.open(file) as journal:
            assert list(journal.records) == RECORDS[: whole - 1], cut
            torn = raw[:cut].rpartition(b"\n")[2] and raw[cut : cut + 1] != b"\n"
            assert bool(journal.lost_tail) == bool(torn), cut
            assert file.read_bytes() == raw[:cut]  # not touched before the next record
            journal.append({"kind": "undo"})
        assert read(file) == [*RECORDS[: whole - 1], {"n": whole, "kind": "undo"}]
        copy = tmp_path / "cut.jsonl.damaged"
        assert copy.exists() == bool(torn)
        if torn:
            assert copy.read_bytes() == raw[:cut]
            copy.unlink()


def test_any_byte_changed_is_found_in_its_line_and_the_records_before_it_can_be_opened(
    tmp_path: Path,
) -> None:
    raw = written(tmp_path / "whole.jsonl").read_bytes()
    file = tmp_path / "flipped.jsonl"
    for at, byte in enumerate(raw):
        line, is_end = raw[:at].count(b"\n") + 1, byte == 0x0A
        for new in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0x0A, 0x00} - {byte}:
            file.write_bytes(raw[:at] + bytes([new]) + raw[at + 1 :])
            good = line - 2 + is_end  # a damaged line end spoils the line after it
            check_damage(file, good, f"byte {at} of line {line} as {new:#x}")


def check_damage(file: Path, good: int, where: str) -> None:
    if good < 0:
        with pytest.raises(UnreadableInput):
            Journal.open(file)
    elif good >= len(RECORDS) - 1:  # the last line alone, or only its end
        with Journal.open(file) as journal:
            assert list(journal.records) == RECORDS[:good], where
            assert journal.lost_tail or good == len(RECORDS), where
    else:
        with pytest.raises(DamagedJournal) as caught:
            Journal.open(file)
        assert caught.value.good == good, where
        with Journal.open(file, up_to=good) as journal:
            assert list(journal.records) == RECORDS[:good], where
            assert journal.lost_tail


def test_a_damaged_middle_is_refused_with_its_line_and_the_last_good_state(file: Path) -> None:
    raw = file.read_bytes().replace(b"K\\u00f6ln", b"Kiel")
    file.write_bytes(raw)
    with pytest.raises(UnreadableInput, match=re.escape(f"{file}:3:1: ")) as caught:
        Journal.open(file)
    assert "after record 1" in str(caught.value)
    assert names(file.parent) == ["game.jsonl"]
    with pytest.raises(DamagedJournal):
        Journal.open(file, up_to=2)
    with Journal.open(file, up_to=1) as journal:
        assert list(journal.records) == RECORDS[:1]
        journal.append({"kind": "undo"})
    assert [record["kind"] for record in read(file)] == ["answer", "undo"]
    assert (file.parent / "game.jsonl.damaged").read_bytes() == raw


def test_a_line_taken_out_put_in_twice_or_swapped_is_found(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    for changed in (
        lines[:2] + lines[3:],
        lines[:3] + lines[2:],
        [*lines[:2], lines[3], lines[2], *lines[4:]],
    ):
        file.write_bytes(b"".join(changed))
        with pytest.raises(DamagedJournal):
            Journal.open(file)


def test_a_good_game_can_be_opened_as_it_was_earlier_and_is_kept_whole(file: Path) -> None:
    raw = file.read_bytes()
    with Journal.open(file, up_to=2) as journal:
        assert "3 good records" in str(journal.lost_tail)
        journal.append({"kind": "undo"})
    assert len(read(file)) == 3
    assert (file.parent / "game.jsonl.whole").read_bytes() == raw


def test_copies_of_damaged_files_never_replace_one_another(file: Path) -> None:
    for _ in range(2):
        file.write_bytes(file.read_bytes() + b"torn")
        with Journal.open(file) as journal:
            journal.append({"kind": "undo"})
    assert names(file.parent) == ["game.jsonl", "game.jsonl.damaged", "game.jsonl.damaged-2"]


def test_the_lost_tail_is_told_with_its_line(file: Path) -> None:
    with file.open("ab") as stream:
        stream.write(b'{"n": 6, "kind": "ans')
    with Journal.open(file) as journal:
        said = str(journal.lost_tail)
    assert said.startswith(f"{file}:7:1: ")
    assert "21 bytes" in said
    assert "after record 5" in said


def test_windows_line_ends_and_blank_lines_at_the_end_are_no_damage(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\n")
    with Journal.open(file) as journal:
        assert journal.lost_tail is None
        journal.append({"kind": "undo"})
    assert len(read(file)) == len(RECORDS) + 1
    assert names(file.parent) == ["game.jsonl"]


@pytest.mark.parametrize(
    "raw",
    [b"", b"\n", b"scenario: x\n", b"[1]\n", b"{}\n", b"\xff\xfe\0", b"[" * 9000],
)
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "g.jsonl").write_bytes(raw)
    with pytest.raises(UnreadableInput, match="not a saved game"):
        Journal.open(tmp_path / "g.jsonl")


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "no/folder.jsonl", "a\0b", "x" * 300])
def test_a_name_without_a_game_is_refused_and_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableInput):
        Journal.open(tmp_path / name)
    assert names(tmp_path) == []


@pytest.mark.parametrize("record", [{"n": 2, "kind": "dice"}, {"n": 5, "kind": "answer"}])
def test_a_whole_last_line_that_is_not_understood_is_never_thrown_away(
    tmp_path: Path, record: dict[str, Any]
) -> None:
    file = tmp_path / "g.jsonl"
    chained(file, {"weimar_bot": 1, "kind": "start"}, {"n": 1, "kind": "undo"}, record)
    with pytest.raises(DamagedJournal, match=r"g\.jsonl:3:1: .* after record 1"):
        Journal.open(file)
    with Journal.open(file, up_to=1) as journal:
        assert len(journal.records) == 1


# Versions


def test_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    chained(file, {"weimar_bot": 2, "kind": "start"}, {"n": 1, "kind": "dice"})
    for raw in (file.read_bytes(), b'{"weimar_bot": 2, "sum": "of another sort"}\n{"other": 1}\n'):
        file.write_bytes(raw)
        with pytest.raises(UnreadableInput, match=r"g\.jsonl:1:1: .*newer version.*format 2"):
            Journal.open(file)
        assert file.read_bytes() == raw


def test_an_older_version_is_migrated_and_the_old_file_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def migrate(start: Any, records: Any) -> Any:
        return {**start, "scenario": "new"}, [{**record, "kind": "answer"} for record in records]

    monkeypatch.setitem(journals.MIGRATIONS, 0, migrate)
    file = tmp_path / "g.jsonl"
    chained(file, {"weimar_bot": 0, "kind": "start", "scenario": "old"}, {"n": 1, "kind": "reply"})
    raw = file.read_bytes()
    assert list_saves(tmp_path)[0].scenario == "new"
    with Journal.open(file) as journal:
        assert journal.start == {"scenario": "new"}
        assert journal.records == ({"n": 1, "kind": "answer"},)
        assert journal.lost_tail is None
        assert file.read_bytes() == raw
        journal.append({"kind": "undo"})
    assert (tmp_path / "g.jsonl.v0").read_bytes() == raw
    assert json.loads(file.read_bytes().splitlines()[0])["weimar_bot"] == journals.VERSION
    assert [record["kind"] for record in read(file)] == ["answer", "undo"]


def test_a_version_nobody_can_migrate_is_refused(tmp_path: Path) -> None:
    chained(tmp_path / "g.jsonl", {"weimar_bot": -3, "kind": "start"})
    with pytest.raises(UnreadableInput, match="format -3"):
        Journal.open(tmp_path / "g.jsonl")


# The list of games


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(resources.HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


def test_without_games_the_list_is_empty_and_no_folder_is_made(home: Path) -> None:
    assert saves_folder() == home / "games"
    assert list_saves() == []
    assert not home.exists()


def test_the_list_has_the_last_played_game_first_and_says_what_is_wrong_with_others(home: Path) -> None:
    for at, name in enumerate(("old", "new")):
        path = new_path(name)
        Journal.create(path, {**START, "scenario": name}).close()
        os.utime(path, (1000 + at, 1000 + at))
    (home / "games" / "odd.jsonl").write_bytes(b"nonsense")
    os.utime(home / "games" / "odd.jsonl", (5, 5))
    (home / "games" / "folder.jsonl").mkdir()
    (home / "games" / "notes.txt").write_text("x")
    saves = list_saves()
    assert [(save.scenario, save.last_played.timestamp()) for save in saves] == [
        ("new", 1001),
        ("old", 1000),
        ("", 5),
    ]
    assert [save.fault is None for save in saves] == [True, True, False]
    assert "not a saved game" in str(saves[2].fault)


def test_a_new_game_gets_a_free_name_that_every_system_takes(home: Path) -> None:
    assert new_path("Golden Twenties / Köln").name == "golden_twenties_koeln-1.jsonl"
    Journal.create(new_path("golden_twenties"), START).close()
    assert new_path("golden_twenties").name == "golden_twenties-2.jsonl"
    assert new_path("../..").name == "game-1.jsonl"
    assert len(os.fsencode(new_path("я" * 300).name)) < 200


@pytest.mark.parametrize("found", [Path("~/.local/share/weimar-bot"), RuntimeError("no home")])
def test_without_a_home_folder_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch, found: Any) -> None:
    def data_folder() -> Path:
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(resources, "data_folder", data_folder)
    for call in (saves_folder, list_saves):
        with pytest.raises(SaveFailed, match=resources.HOME_VARIABLE):
            call()


def test_the_example_of_the_documentation_is_a_game(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "save-files.md").read_text(encoding="utf-8")
    example = re.search(r"```jsonl\n(.*?)```", text, re.DOTALL)
    assert example
    (tmp_path / "g.jsonl").write_text(example[1], encoding="utf-8")
    assert {record["kind"] for record in read(tmp_path / "g.jsonl")} == set(journals.KINDS)
