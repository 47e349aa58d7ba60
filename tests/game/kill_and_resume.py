"""Kill games at random moments, go on with what is saved, and compare with the game never killed.

``python -m tests.game.kill_and_resume N [--seed S]`` kills N times. The lines of a written game go
through a pipe to ``weimar-bot play --plain --save FILE``; SIGKILL comes when the file has grown to a
random size, and a random time later. What the file holds tells which lines are left for
``--resume FILE``. A game is killed once or several times in a row; the last run may end. Its table,
its log and its inputs must be those of the game never killed.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.game.random_games import BOARD, SCENARIOS, an_answer, an_entry
from weimar_bot.game.journal import Journal
from weimar_bot.game.plain import Conversation
from weimar_bot.game.saving import NoKeeper, restored, start_data
from weimar_bot.game.session import Session

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "games"
PROGRAM = (sys.executable, "-c", "from weimar_bot.cli import main; raise SystemExit(main())")
PATIENCE = 60.0  # seconds no single run may take
MOST_IN_A_ROW = 4


@dataclass(frozen=True)
class Script:
    """A game to be typed: its lines, how many records the save holds after each, and how it ends.

    ``records`` is -1 until the save is made; ``size`` is that of the whole save.
    """

    name: str
    lines: tuple[str, ...]
    records: tuple[int, ...]
    end: Session
    size: int

    def left(self, saved: int) -> tuple[str, ...]:
        """The lines still to be typed where the save holds ``saved`` records, a half-done ``...`` again."""
        done = sum(count <= saved for count in self.records)
        return self.lines[done:]


class _Counting(NoKeeper):
    """Counts what would be saved, and keeps it to know the size of the file."""

    def __init__(self) -> None:
        self.journal: Journal | None = None

    def begin(self, session: Session) -> None:
        self.journal = Journal.in_memory(start_data(session))

    def keep(self, kind: str, text: str) -> None:
        assert self.journal is not None
        self.journal.append({"kind": kind, "text": text})

    @property
    def records(self) -> int:
        return len(self.journal.records) if self.journal else -1


def written_script(path: Path) -> Script:
    """A game of ``tests/games``, without its comments and expectations."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    typed = ["" if line == "default" else line for line in lines if line and line[0] not in "#!"]
    return _played(path.stem, iter(typed))


def random_script(rng: Random, scenario: str, most: int = 150) -> Script:
    """A game of random people, answers, corrections and ways back, not always to its end."""
    conversation = _conversation()
    who = [rng.choice(("bot", "human")) for _ in range(4)]
    start = [
        scenario,
        *who,
        *("app" for _ in range(3)),
        rng.choice(("ask", "none")),
        str(rng.randrange(99_999)),
    ]

    def lines() -> Iterator[str]:
        yield from start
        for _ in range(most):
            pending = conversation.pending
            if pending is None:
                return
            yield _random_line(rng, conversation)

    return _played(f"random {scenario}", lines(), conversation)


def _random_line(rng: Random, conversation: Conversation) -> str:
    session, pending = conversation.session, conversation.pending
    assert pending is not None
    if session is None:
        return ""
    if session.inputs and rng.random() < 0.04:
        return f"undo {rng.randint(1, 5)}"
    if session.undone and rng.random() < 0.3:
        return f"redo {rng.randint(1, 5)}"
    if rng.random() < 0.08 and (entry := an_entry(rng, session.table)):
        return f":{entry}"
    return an_answer(rng, pending)


def _conversation() -> Conversation:
    return Conversation(BOARD, lambda line: None, _Counting())


def _played(name: str, lines: Iterator[str], conversation: Conversation | None = None) -> Script:
    """The script of a game that is played here without a file."""
    conversation = conversation or _conversation()
    keeper = conversation.keeper
    assert isinstance(keeper, _Counting)
    conversation.begin()
    typed: list[str] = []
    records: list[int] = []
    for line in lines:
        conversation.take(line)
        typed.append(line)
        records.append(keeper.records)
    assert conversation.session is not None and keeper.journal is not None
    with tempfile.TemporaryDirectory() as folder:
        keeper.journal.save_as(Path(folder) / "game.jsonl")
        size = (Path(folder) / "game.jsonl").stat().st_size
        keeper.journal.close()
    return Script(name, tuple(typed), tuple(records), conversation.session, size)


# -- killing -------------------------------------------------------------------------------------------


def saved_records(save: Path) -> int:
    """How many whole records a save holds; -1 if there is no save."""
    try:
        return save.read_bytes().count(b"\n") - 1
    except FileNotFoundError:
        return -1


def _run(save: Path, script: Script) -> tuple[subprocess.Popen[bytes], bytes]:
    """The program, and the lines still left for its pipe."""
    saved = saved_records(save)
    lines = script.lines if saved < 0 else script.left(saved)
    how = ("--save", str(save)) if saved < 0 else ("--resume", str(save))
    program = subprocess.Popen(
        (*PROGRAM, "play", "--plain", *how),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
        env={**os.environ, "WEIMAR_BOT_HOME": str(save.with_suffix(".home")), "PYTHONIOENCODING": "utf-8"},
    )
    return program, "".join(f"{line}\n" for line in lines).encode()


def kill_once(rng: Random, save: Path, script: Script) -> bool:
    """Run and kill at a random moment; False if the program was done before."""
    here = save.stat().st_size if save.exists() else 0
    # Mostly while the save grows; sometimes while the program starts.
    size = rng.randint(here, script.size) if rng.random() < 0.9 else 0
    wait = rng.random() * (0.004 if size else 0.4)
    program, lines = _run(save, script)
    reader = threading.Thread(target=program.communicate, args=(lines,), daemon=True)
    reader.start()
    until = time.monotonic() + PATIENCE
    while program.poll() is None and time.monotonic() < until:
        if size == 0 or (save.exists() and save.stat().st_size >= size):
            time.sleep(wait)
            break
        time.sleep(0.0003)
    program.kill()
    status = program.wait()
    reader.join()
    return status == -signal.SIGKILL


def finish(save: Path, script: Script) -> str:
    """Go on to the end of the lines; what went wrong, or nothing."""
    saved = saved_records(save)
    program, lines = _run(save, script)
    out, _ = program.communicate(lines, timeout=PATIENCE)
    said = out.decode("utf-8", "replace")
    if program.returncode != 0:
        return f"status {program.returncode} after {saved} records: {said[-500:]}"
    if "  ! " in said:
        refused = next(line for line in said.splitlines() if line.startswith("  ! "))
        return f"refused after {saved} records: {refused}"
    return compared(save, script.end)


def compared(save: Path, end: Session) -> str:
    """How the saved game differs from the one never killed, or nothing."""
    with Journal.open(save) as journal:
        if journal.lost_tail:
            return f"damaged: {journal.lost_tail}"
        session = restored(journal.start, journal.records, BOARD)
    for name in ("table", "state", "log", "inputs", "undone", "victory"):
        if getattr(session, name) != getattr(end, name):
            return f"another {name}: {getattr(session, name)} instead of {getattr(end, name)}"
    return ""


def kills(number: int, seed: int, folder: Path) -> Iterator[tuple[int, str]]:
    """Kill until ``number`` is reached; after each game how many kills it took and what went wrong."""
    rng = Random(seed)
    done = 0
    games = 0
    while done < number:
        games += 1
        script = _any_script(rng)
        save = folder / f"game-{games}.jsonl"
        killed = 0
        for _ in range(rng.randint(1, MOST_IN_A_ROW)):
            if done + killed < number:
                killed += kill_once(rng, save, script)
        fault = finish(save, script)
        done += killed
        yield killed, fault and f"{script.name}, game {games}, seed {seed}: {fault}"


def _any_script(rng: Random) -> Script:
    if rng.random() < 0.5:
        return written_script(rng.choice(sorted(GAMES.glob("*.txt"))))
    return random_script(rng, rng.choice(SCENARIOS))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Kill games at random moments and go on with them.")
    parser.add_argument("number", type=int, help="how many kills")
    parser.add_argument("--seed", type=int, default=1919)
    given = parser.parse_args(arguments)
    total = games = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for killed, fault in kills(given.number, given.seed, Path(folder)):
            total, games, bad = total + killed, games + 1, bad + bool(fault)
            if fault:
                print(fault)
    print(f"{total} kills in {games} games: {games - bad} ended as if never killed, {bad} did not.")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
