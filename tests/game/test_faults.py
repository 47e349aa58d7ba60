"""Where the machine fails a game of ``play --plain``: full disks, no home, closed terminals, odd clocks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.game.test_plain import FOUR_BOTS, PROGRAM, ROOT, STARTED, Terminal, begun
from weimar_bot.game.journal import Journal, list_saves
from weimar_bot.game.plain import Conversation
from weimar_bot.game.saving import FileKeeper, restored
from weimar_bot.table.board_file import shipped_board

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of other systems")
GAME = [*FOUR_BOTS, "..."]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(
    lines: list[str], *arguments: str, before: Callable[[], None] | None = None, **environment: str | None
) -> subprocess.CompletedProcess[str]:
    """The program with ``lines`` typed; a variable of the environment that is None is not set."""
    given = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [*PROGRAM, *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        env={key: value for key, value in given.items() if value is not None},
        preexec_fn=before,
    )


def number_of_records(path: Path | str) -> int:
    with Journal.open(path) as journal:
        assert journal.lost_tail is None
        restored(journal.start, journal.records, shipped_board())
        return len(journal.records)


# The disk is full


def _room_for(size: int) -> Callable[[], None]:
    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_on_a_disk_that_fills_up_the_game_goes_on_and_what_fitted_is_whole() -> None:
    played(GAME, "--save", "whole.jsonl")
    whole = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    room = sum(map(len, whole[:6])) + 30  # the start, five records and part of one more
    done = played(GAME, "--save", "full.jsonl", before=_room_for(room))
    assert done.returncode == 2 and "Traceback" not in done.stdout + done.stderr
    assert done.stdout.count("Not saved: ") == 1 and " wins: " in done.stdout
    assert "full.jsonl: the game could not be saved: the file has become too large" in done.stderr
    assert Path("full.jsonl").read_bytes() == b"".join(whole[:6])
    assert number_of_records("full.jsonl") == 5
    done = played(["..."], "--resume", "full.jsonl")
    assert done.returncode == 0 and " wins: " in done.stdout
    assert number_of_records("full.jsonl") == len(whole) - 1


def test_a_disk_full_from_the_first_byte_still_lets_a_game_be_played() -> None:
    done = played(GAME, "--save", "full.jsonl", before=_room_for(0))
    assert done.returncode == 2 and " wins: " in done.stdout and "Traceback" not in done.stderr
    assert not Path("full.jsonl").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("lines", [GAME, STARTED], ids=["to its end", "a few lines"])
def test_output_that_cannot_be_written_ends_in_words_and_loses_nothing(lines: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "--save", "game.jsonl"],
            input="".join(f"{line}\n" for line in lines),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert done.returncode == 2 and "The output cannot be written: No space left" in done.stderr
    assert "Traceback" not in done.stderr
    if Path("game.jsonl").exists():
        assert played(["..."], "--resume", "game.jsonl").returncode == 0


# There is no home


@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": "/dev/null", "XDG_DATA_HOME": None, "WEIMAR_BOT_HOME": None},
        {"HOME": None, "XDG_DATA_HOME": "/dev/null/share", "WEIMAR_BOT_HOME": None},
        {"WEIMAR_BOT_HOME": "/dev/null"},
    ],
    ids=str,
)
def test_without_a_home_that_can_be_written_a_game_is_played_and_may_be_saved_elsewhere(
    environment: dict[str, str | None],
) -> None:
    lines = [*STARTED, "1", "save elsewhere.jsonl", "1"]
    done = played(lines, **environment)
    assert "Not saved: " in done.stdout and "The game goes on in elsewhere.jsonl." in done.stdout
    assert done.returncode == 0 and "Saved: elsewhere.jsonl" in done.stdout.splitlines()[-1]
    assert number_of_records("elsewhere.jsonl") >= 2
    done = played(GAME, **environment)
    assert done.returncode == 2 and " wins: " in done.stdout and "Not saved: " in done.stderr


def test_a_home_nobody_has_is_told_before_the_game_begins() -> None:
    done = played(GAME, WEIMAR_BOT_HOME="~nobody-of-this-name/games")
    assert done.returncode == 2 and "WEIMAR_BOT_HOME" in done.stderr and "Traceback" not in done.stderr


# The terminal is closed, the system shuts down


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal("--save", "game.jsonl")
    yield terminal
    if terminal.program.poll() is None:
        terminal.program.kill()
        terminal.program.wait()


def _send(terminal: Terminal, number: signal.Signals) -> None:
    """A signal, not in the very microsecond in which the program begins to wait for a line."""
    time.sleep(0.2)
    terminal.program.send_signal(number)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_to_leave_saves_and_frees_the_game(terminal: Terminal, number: signal.Signals) -> None:
    begun(terminal)
    before = Path("game.jsonl").read_bytes()
    _send(terminal, number)
    terminal.wait_for("Saved: game.jsonl")
    assert terminal.leave() == 0
    assert Path("game.jsonl").read_bytes() == before
    assert not Path("game.jsonl.lock").exists()


def test_a_closed_terminal_ends_the_program_and_loses_nothing(terminal: Terminal) -> None:
    begun(terminal)
    records = number_of_records_while_open("game.jsonl")
    os.close(terminal.master)
    assert terminal.program.wait(20) >= 0
    assert number_of_records("game.jsonl") == records
    assert "KPD: what next?" in played([], "--resume", "game.jsonl").stdout


def number_of_records_while_open(name: str) -> int:
    return len(Path(name).read_bytes().splitlines()) - 1


def test_a_signal_to_leave_still_writes_what_could_not_be_written_before() -> None:
    Path("folder").write_text("in the way")
    terminal = Terminal("--save", "folder/game.jsonl")
    try:
        begun(terminal)
        Path("folder").unlink()
        _send(terminal, signal.SIGHUP)
        terminal.wait_for("Saved: folder/game.jsonl")
        assert terminal.leave() == 0
    finally:
        terminal.program.kill()
        terminal.program.wait()
    assert "KPD: what next?" in played([], "--resume", "folder/game.jsonl").stdout


def test_a_signal_that_is_to_be_ignored_ends_no_game() -> None:
    with subprocess.Popen(
        [*PROGRAM, "--save", "game.jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),  # as nohup does
    ) as program:
        assert program.stdin and program.stdout
        program.stdin.write("".join(f"{line}\n" for line in STARTED))
        program.stdin.flush()
        while "KPD: what next?" not in program.stdout.readline():
            pass
        program.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert program.poll() is None
        out, _ = program.communicate("log\n", timeout=20)
    assert program.returncode == 0 and "Saved: game.jsonl" in out


# Clocks


def test_a_clock_that_goes_back_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(2_000_000_000, 0, -1000))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    keeper = FileKeeper(Path("game.jsonl"))
    conversation = Conversation(shipped_board(), lambda line: None, keeper)
    conversation.begin()
    for at, line in enumerate([*STARTED, *["1"] * 20]):
        conversation.take(line)
        if Path("game.jsonl").exists():
            os.utime("game.jsonl", (2_000_000_000 - at * 86_400,) * 2)
    assert keeper.close() == "" and conversation.session is not None
    with Journal.open("game.jsonl") as journal:
        again = restored(journal.start, journal.records, shipped_board())
    assert again.state == conversation.session.state and again.log == conversation.session.log


@pytest.mark.parametrize("when", [-10_000_000_000, 253_402_300_800], ids=str)
def test_a_save_of_an_impossible_time_is_listed_and_resumed(when: int, home: Path) -> None:
    played(GAME)
    [save] = list_saves()
    try:
        os.utime(save.path, (when, when))
    except (OSError, OverflowError):
        pytest.skip("this disk keeps no such time")
    listed: list[Any] = list_saves()
    assert [one.path for one in listed] == [save.path] and listed[0].fault is None
    assert played(["undo"], "--resume").returncode == 0
