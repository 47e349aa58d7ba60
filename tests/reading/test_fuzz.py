"""Good files spoilt at random: whatever comes, it is read or refused, and never takes long.

The runs are the same each time: the seed is the number of the run. ``FUZZ_TIMES=50`` makes them 50 times as
many.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.game.five_records import chained
from weimar_bot import resources
from weimar_bot.bot.cards import card_files, check_cards
from weimar_bot.bot.event_cards import check_events, event_files
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.cli import main
from weimar_bot.flowchart.loader import check_sources
from weimar_bot.game.journal import Journal
from weimar_bot.game.saving import restored, start_data
from weimar_bot.game.session import Session
from weimar_bot.game.setup import start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading.faults import InputError
from weimar_bot.reading.source import Source, read_bytes, read_file
from weimar_bot.table.board_file import corrected, shipped_board
from weimar_bot.table.position import position_from_source

ROOT = Path(__file__).resolve().parents[2]
BOARD = shipped_board()
SECONDS = 10.0
TIMES = int(os.environ.get("FUZZ_TIMES", "1"))
# What is apt to upset a reader.
_SPLINTERS = (
    *(
        b"null",
        b"true",
        b"~",
        b"-1",
        b"0",
        b"1e9",
        b"0x1f",
        b"1_000",
        b".inf",
        b".nan",
        b"99999999999999999999",
    ),
    *(
        b"[]",
        b"{}",
        b"[[",
        b"]",
        b"}",
        b": ",
        b"- ",
        b"? ",
        b"| ",
        b"> ",
        b"&a ",
        b"*a",
        b"!!str ",
        b"!!python/name:os.system ",
    ),
    *(
        b"<<: ",
        b"---\n",
        b"...\n",
        b"%YAML 1.1\n",
        b"#",
        b"\n",
        b"\t",
        b"\r",
        b"\x00",
        b"\x85",
        b"\xff",
        b"\xef\xbb\xbf",
    ),
    *("\u2028ö ß\u0301".encode(), b'"', b"'", b"{{", b"%s", b"{0}", b"__class__", b"a" * 3000, b"[" * 60),
)


def spoilt(raw: bytes, rng: Random) -> bytes:
    """``raw`` with one to four random changes."""
    for _ in range(rng.randint(1, 4)):
        raw = rng.choice(_CHANGES)(raw, rng)
    return raw


def _place(raw: bytes, rng: Random) -> tuple[int, int]:
    begin = rng.randrange(len(raw) + 1)
    return begin, min(len(raw), begin + rng.choice((1, 2, 5, 20, 100)))


def _cut(raw: bytes, rng: Random) -> bytes:
    begin, end = _place(raw, rng)
    return raw[:begin] + raw[end:]


def _double(raw: bytes, rng: Random) -> bytes:
    begin, end = _place(raw, rng)
    return raw[:end] + raw[begin:]


def _splinter(raw: bytes, rng: Random) -> bytes:
    begin = rng.randrange(len(raw) + 1)
    return raw[:begin] + rng.choice(_SPLINTERS) + raw[begin:]


def _other_byte(raw: bytes, rng: Random) -> bytes:
    begin = rng.randrange(len(raw) + 1)
    return raw[:begin] + bytes([rng.randrange(256)]) + raw[begin + 1 :]


def _other_value(raw: bytes, rng: Random) -> bytes:
    """What stands after a colon replaced by something else, or by what stands after another one."""
    parts = raw.split(b": ")
    if len(parts) > 2:
        at = rng.randrange(1, len(parts))
        _, line, rest = parts[at].partition(b"\n")
        value = rng.choice((rng.choice(_SPLINTERS), rng.choice(parts).partition(b"\n")[0]))
        parts[at] = value + line + rest
    return b": ".join(parts)


def _swapped_lines(raw: bytes, rng: Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    if len(lines) > 1:
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _end(raw: bytes, rng: Random) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)]


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_cut, _double, _splinter, _splinter, _other_byte, _other_value, _other_value, _swapped_lines, _end),
)


# The loaders, each given a spoilt file


def _read_position(file: Path) -> object:
    return position_from_source(read_bytes(file.read_bytes(), file.name), BOARD)


def _read_board(file: Path) -> object:
    return corrected(BOARD, read_bytes(file.read_bytes(), file.name))


@cache
def _other_charts(stem: str) -> list[Source]:
    return [read_file(path) for path in resources.folder("flowcharts").glob("*.yaml") if path.stem != stem]


def _read_chart(file: Path) -> object:
    return check_sources([*_other_charts(file.stem), read_bytes(file.read_bytes(), file.name)], vocabulary())


def _read_journal(file: Path) -> object:
    with Journal.open(file) as journal:
        return restored(journal.start, journal.records, BOARD)


def _read_script(file: Path) -> object:
    with redirect_stdout(io.StringIO()):
        return main(["play", "--script", str(file), "--quiet"])


def _saved(file: Path) -> Path:
    """A real game with a few answers."""
    with Journal.create(file, _start()) as journal:
        for text in ("14", "", "no", "", "2"):
            journal.append({"kind": "answer", "text": text})
    return file


def _start() -> dict[str, Any]:
    settings = Settings("tutorial", ("coalition", "nsdap", "rc"), 1, freikorps="app", events="none")
    return start_data(Session.new(settings, start_table("tutorial", BOARD, non_player=settings.non_player)))


def _goods(kind: str, tmp_path: Path) -> list[Path]:
    return {
        "position": [ROOT / "tests/data/osthilfe.yaml"],
        "board": [ROOT / "weimar_bot/data/board.yaml", ROOT / "tests/reading/corrections.yaml"],
        "chart": sorted(resources.folder("flowcharts").glob("*.yaml")),
        "cards": card_files(resources.folder("cards")),
        "event": event_files(resources.folder("cards")),
        "journal": [_saved(tmp_path / "game.jsonl")],
        "script": [ROOT / "tests/games/one_human_tutorial.txt"],
    }[kind]


@pytest.mark.parametrize(
    ("kind", "read", "runs"),
    [
        ("position", _read_position, 250),
        ("board", _read_board, 250),
        ("chart", _read_chart, 120),
        ("cards", lambda file: check_cards([file]), 250),
        ("event", lambda file: check_events([file]), 400),
        ("journal", _read_journal, 250),
        ("script", _read_script, 60),
    ],
)
def test_a_spoilt_file_is_read_or_refused_and_nothing_else(
    kind: str, read: Callable[[Path], object], runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path))
    goods, refused = _goods(kind, tmp_path), 0
    for run in range(runs * TIMES):
        rng = Random(run)
        good = rng.choice(goods)
        file = tmp_path / "spoilt" / good.name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(spoilt(good.read_bytes(), rng))
        began = time.process_time()
        try:
            refused += bool(read(file))
        except InputError as error:
            assert error.faults
            refused += 1
        except Exception as error:
            error.add_note(f"{kind}, run {run}: {file}")
            raise
        assert time.process_time() - began < SECONDS, f"{kind}, run {run}"
    assert refused > runs * TIMES / 4


_JUNK = (
    None,
    True,
    -1,
    0,
    7,
    10**20,
    1.5,
    "",
    "kpd",
    "nowhere",
    [],
    ["kpd"],
    [[1]],
    {},
    {"kpd": 1},
    {"": {}},
)


def _with_junk(data: Any, rng: Random) -> Any:
    """``data`` with one value somewhere in it replaced, or a key left out or added."""
    if not isinstance(data, (dict, list)) or not data or rng.random() < 0.15:
        return rng.choice(_JUNK)
    if isinstance(data, list):
        at = rng.randrange(len(data))
        return [*data[:at], _with_junk(data[at], rng), *data[at + 1 :]]
    key = rng.choice(list(data))
    if rng.random() < 0.15:
        return {name: value for name, value in data.items() if name != key}
    return data | {rng.choice((key, key, key, "colour")): _with_junk(data[key], rng)}


def test_a_save_with_a_sound_checksum_and_any_content_goes_on_or_is_refused(tmp_path: Path) -> None:
    start, file, refused, runs = _start(), tmp_path / "game.jsonl", 0, 300 * TIMES
    for run in range(runs):
        rng = Random(run)
        changed = _with_junk(start, rng)
        records = [
            {"kind": rng.choice(("answer", "entry", "undo", "redo", "note")), "text": rng.choice(_JUNK)}
        ]
        if not isinstance(changed, dict):
            continue
        numbered = [{"n": at, **record} for at, record in enumerate(records * rng.randint(0, 2), 1)]
        chained(file, {"weimar_bot": 1, "kind": "start", **changed}, *numbered)
        try:
            _read_journal(file)
        except InputError:
            refused += 1
        except Exception as error:
            error.add_note(f"run {run}: {changed} {numbered}")
            raise
    assert runs / 4 < refused < runs
