"""The game's file where things go wrong: two programs, kills, Ctrl-C, full and read-only disks."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.game.five_records import ANSWERS, RECORDS, START, chained, names, read, written
from weimar_bot.game import journal as journals
from weimar_bot.game import journal_files
from weimar_bot.game.journal import (
    GameInUse,
    Journal,
    SaveFailed,
)
from weimar_bot.reading.faults import InputError, UnreadableInput

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A closed game of five records."""
    return written(tmp_path / "game.jsonl")


# Two programs


HOLD = """
import sys, time
from weimar_bot.game.journal import Journal
journal = Journal.open(sys.argv[1])
print("open", flush=True)
time.sleep(60)
"""
APPEND = """
import sys
from weimar_bot.game.journal import Journal
journal = Journal.open(sys.argv[1])
while True:
    journal.append({"kind": "answer", "text": "x" * 3000})
    print(len(journal.records), flush=True)
"""


@contextlib.contextmanager
def program(code: str, file: Path) -> Iterator[subprocess.Popen[str]]:
    arguments = [sys.executable, "-c", code, str(file)]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_two_programs_cannot_open_one_game_and_the_lock_of_a_dead_one_is_taken_over(file: Path) -> None:
    with program(HOLD, file) as other:
        assert other.stdout and other.stdout.readline() == "open\n"
        with pytest.raises(GameInUse, match=f"another program \\(process {other.pid}\\)"):
            Journal.open(file)
        other.kill()
        other.wait()
        assert (file.parent / "game.jsonl.lock").exists()
        assert read(file) == RECORDS
    assert names(file.parent) == ["game.jsonl"]


def test_one_program_cannot_open_a_game_twice_under_any_name(file: Path) -> None:
    link = file.parent / "link.jsonl"
    link.symlink_to(file)
    with Journal.open(file):
        for name in (file, link, file.parent / ".." / file.parent.name / file.name):
            with pytest.raises(GameInUse, match="this program itself"):
                Journal.open(name)
    assert read(link) == RECORDS


def test_a_game_that_cannot_be_opened_is_not_left_locked(file: Path) -> None:
    raw = file.read_bytes()
    file.write_bytes(b"nonsense")
    with pytest.raises(UnreadableInput):
        Journal.open(file)
    file.write_bytes(raw)
    assert read(file) == RECORDS


def test_a_lock_file_replaced_between_opening_and_locking_does_not_let_two_in(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock_file = file.parent / "game.jsonl.lock"
    lock = journal_files._lock_descriptor
    once = iter([lock_file.unlink])

    def owner_leaves_first(descriptor: int) -> None:
        for leave in once:
            leave()
        lock(descriptor)

    monkeypatch.setattr(journal_files, "_lock_descriptor", owner_leaves_first)
    with Journal.open(file), pytest.raises(GameInUse):
        Journal.open(file)


def test_a_disk_without_locks_still_lets_people_play(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_files, "_lock_descriptor", failing(errno.ENOLCK))
    with Journal.open(file) as one, Journal.open(file) as other:
        one.append({"kind": "undo"})
        with pytest.raises(SaveFailed, match="another program has changed the file"):
            other.append({"kind": "redo"})
        other.save_as(file.parent / "other.jsonl")
    assert read(file)[-1]["kind"] == "undo"
    assert read(file.parent / "other.jsonl")[-1]["kind"] == "redo"


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_program_killed_while_appending_loses_nothing_it_had_acknowledged(file: Path) -> None:
    dice = random.Random(1919)
    for _ in range(8):
        with program(APPEND, file) as writer:
            assert writer.stdout
            said = [writer.stdout.readline()]
            time.sleep(dice.uniform(0, 0.05))
            writer.kill()
            said += [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        acknowledged = int(said[-1])
        with Journal.open(file) as journal:
            assert acknowledged <= len(journal.records) <= acknowledged + 1
            assert list(journal.records[:5]) == RECORDS
            journal.append({"kind": "note"})
    assert [name for name in names(file.parent) if "tmp" in name or "lock" in name] == []


@pytest.mark.parametrize("before", ["sound", "torn", "earlier", "old"])
def test_whenever_the_machine_stops_the_file_holds_all_that_was_acknowledged(
    file: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    if before == "torn":
        file.write_bytes(file.read_bytes() + b"torn")
    if before == "old":
        monkeypatch.setitem(journals.MIGRATIONS, 0, lambda start, records: (start, records))
        chained(file, {"weimar_bot": 0, "kind": "start", **START}, *RECORDS)
    journal = Journal.open(file, up_to=3 if before == "earlier" else None)
    acknowledged = list(journal.records)
    moments = []

    def stop_here() -> None:
        stopped = file.parent / "stopped.jsonl"
        stopped.write_bytes(file.read_bytes())
        with Journal.open(stopped) as found:
            assert list(found.records)[: len(acknowledged)] == acknowledged
            moments.append(len(found.records))

    def watched(call: Callable[..., Any]) -> Callable[..., Any]:
        def watch(*arguments: Any) -> Any:
            result = call(*arguments)
            if not busy:
                busy.append(True)
                stop_here()
                busy.pop()
            return result

        return watch

    busy: list[bool] = []
    write = os.write
    monkeypatch.setattr(os, "write", watched(lambda fd, raw: write(fd, raw[:7])))  # in small parts
    for name in ("open", "fsync", "replace", "ftruncate", "close"):
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    for kind in ("undo", "redo", "note"):
        journal.append({"kind": kind})
        acknowledged = list(journal.records)
    journal.close()
    assert len(moments) > 30


# What the system refuses


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.skipif(sys.platform == "win32", reason="no limits to set")
def test_on_a_full_disk_nothing_half_written_is_kept_and_the_game_goes_on(file: Path) -> None:
    import resource  # not on Windows

    before = file.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal.open(file) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, hard))  # room for part of the line
        try:
            for kind in ("undo", "redo"):
                with pytest.raises(SaveFailed, match="too large"):
                    journal.append({"kind": kind})
                assert file.read_bytes() == before
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert [record["kind"] for record in journal.records[5:]] == ["undo", "redo"]
        assert journal.unsaved == 2
        journal.append({"kind": "note"})
        assert journal.unsaved == 0
    assert [record["kind"] for record in read(file)[5:]] == ["undo", "redo", "note"]


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "disk is full"), (errno.EROFS, "only be read"), (errno.EACCES, "may not write")],
)
@pytest.mark.parametrize("call", ["open", "write", "fsync", "ftruncate"])
def test_a_failure_is_told_in_plain_words_and_made_good_with_the_next_record(
    file: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str, call: str
) -> None:
    with Journal.open(file) as journal:
        monkeypatch.setattr(os, call, failing(number))
        if call == "ftruncate":  # the line cannot even be taken back
            monkeypatch.setattr(os, "fsync", failing(number))
        with pytest.raises(SaveFailed, match=words) as caught:
            journal.append({"kind": "undo"})
        assert isinstance(caught.value, InputError)
        monkeypatch.undo()
        journal.append({"kind": "redo"})
    assert [record["kind"] for record in read(file)[5:]] == ["undo", "redo"]


def test_closing_writes_what_could_not_be_written_before(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(file) as journal:
        monkeypatch.setattr(os, "write", failing(errno.ENOSPC))
        with pytest.raises(SaveFailed):
            journal.append({"kind": "undo"})
        monkeypatch.undo()
    assert read(file)[-1]["kind"] == "undo"


def test_closing_in_vain_says_so_and_still_frees_the_game(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.open(file)
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))
    with pytest.raises(SaveFailed, match="the disk reports an error"):
        journal.append({"kind": "undo"})
    with pytest.raises(SaveFailed):
        journal.close()
    monkeypatch.undo()
    assert read(file) == RECORDS


@pytest.mark.parametrize("call", ["open", "write", "fsync", "ftruncate", "close", "replace"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("torn", "nth"), [(False, 1), (True, 1), (True, 2), (True, 3)])
def test_ctrl_c_at_any_call_neither_loses_nor_doubles_a_record(
    file: Path, monkeypatch: pytest.MonkeyPatch, call: str, when: str, torn: bool, nth: int
) -> None:
    if torn:  # so that the next record rewrites the file
        file.write_bytes(file.read_bytes() + b"torn")
    real, calls = getattr(os, call), iter(range(1, 100))

    def interrupted(*arguments: Any) -> Any:
        now = next(calls) == nth
        if now and when == "before":
            raise KeyboardInterrupt
        result = real(*arguments)
        if now:
            raise KeyboardInterrupt
        return result

    with Journal.open(file) as journal:
        monkeypatch.setattr(os, call, interrupted)
        with contextlib.suppress(KeyboardInterrupt):
            journal.append({"kind": "undo"})
        monkeypatch.undo()
        journal.append({"kind": "redo"})
    assert [record["kind"] for record in read(file)[5:]] == ["undo", "redo"]


def test_a_failed_repair_leaves_the_damaged_file_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = file.read_bytes() + b"torn"
    file.write_bytes(raw)
    with Journal.open(file) as journal:
        for call in ("write", "replace"):
            monkeypatch.setattr(os, call, failing(errno.ENOSPC))
            with pytest.raises(SaveFailed):
                journal.append({"kind": "undo"})
            monkeypatch.undo()
            assert file.read_bytes() == raw
            assert names(file.parent) == ["game.jsonl", "game.jsonl.lock"]
        journal.save()
    assert [record["kind"] for record in read(file)[5:]] == ["undo", "undo"]
    assert (file.parent / "game.jsonl.damaged").read_bytes() == raw


def test_a_file_changed_from_outside_is_not_written_over(file: Path) -> None:
    with Journal.open(file) as journal:
        file.write_bytes(b"mine now")
        with pytest.raises(SaveFailed, match="another program has changed"):
            journal.append({"kind": "undo"})
        assert file.read_bytes() == b"mine now"
        journal.save_as(file.parent / "elsewhere" / "game.jsonl")
        journal.append({"kind": "redo"})
    found = read(file.parent / "elsewhere" / "game.jsonl")
    assert [record["kind"] for record in found[5:]] == ["undo", "redo"]


def test_a_game_saved_under_another_name_leaves_the_old_file_to_others(file: Path) -> None:
    with Journal.open(file) as journal:
        journal.save_as(file.parent / "other.jsonl")
        journal.append({"kind": "undo"})
        assert read(file) == RECORDS
        with pytest.raises(GameInUse):
            Journal.open(file.parent / "other.jsonl")


def test_a_file_removed_from_outside_is_written_anew(file: Path) -> None:
    with Journal.open(file) as journal:
        file.unlink()
        journal.append({"kind": "undo"})
    assert len(read(file)) == 6


def test_in_a_read_only_folder_a_game_can_be_looked_at_and_saved_elsewhere(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, folder = os.open, str(file.parent)

    def read_only(path: Any, flags: int, *mode: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR) and os.path.dirname(path) == folder:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, *mode)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(SaveFailed, match="only be read"):
        Journal.create(file.parent / "new.jsonl", START)
    journal = Journal.open(file)
    assert list(journal.records) == RECORDS
    with pytest.raises(SaveFailed, match="only be read"):
        journal.append({"kind": "undo"})
    journal.save_as(file.parent / "sub" / "copy.jsonl")
    journal.append({"kind": "redo"})
    journal.close()
    assert len(read(file.parent / "sub" / "copy.jsonl")) == 7
    assert names(file.parent) == ["game.jsonl", "sub"]


def test_a_game_without_a_file_goes_on_and_can_be_given_one_later(tmp_path: Path) -> None:
    with Journal.in_memory(START) as journal:
        journal.append(ANSWERS[0])
        assert journal.path is None
        assert journal.unsaved == 2
        journal.save_as(tmp_path / "g.jsonl")
        assert journal.unsaved == 0
        journal.append(ANSWERS[1])
    assert read(tmp_path / "g.jsonl") == RECORDS[:2]


def test_a_failed_save_as_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = file.parent / "other.jsonl"
    with Journal.open(file) as journal:
        monkeypatch.setattr(os, "replace", failing(errno.ENOSPC))
        with pytest.raises(SaveFailed, match="disk is full"):
            journal.save_as(other)
        monkeypatch.undo()
        assert journal.path == file
        journal.append({"kind": "undo"})
    assert len(read(file)) == 6
    assert names(file.parent) == ["game.jsonl"]
