"""``weimar-bot simulate`` as people and programs use it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from weimar_bot.cli import simulate as command
from weimar_bot.game import bot_turn
from weimar_bot.game.runtime import Game
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position_text

ROOT = Path(__file__).resolve().parents[2]
FEW = ("simulate", "--scenario", "tutorial", "--games", 6, "--seed", 5, "--jobs", 1)


def test_people_read_winners_length_nodes_chance_and_time(run: Run) -> None:
    ran = run(*FEW)
    assert ran.status == 0 and not ran.err
    assert ran.out.startswith("Tutorial: 6 of 6 games, seed 5\n")
    for words in (
        "Winners",
        "rounds",
        "instructions",
        "Left to chance:",
        "kpd.turn",
        "no rule was broken",
        "Time",
    ):
        assert words in ran.out


def test_programs_load_the_same_and_it_is_the_same_each_time_but_for_the_time(run: Run) -> None:
    one, other = (run(*FEW[:-1], jobs, "--format", "json").data for jobs in (1, 2))
    assert one.pop("time").keys() == other.pop("time").keys() == {"seconds", "games_per_second", "jobs"}
    assert one == other
    assert one["games"] == sum(winner["games"] for winner in one["winners"]) == 6
    assert one["broken"] is None and not one["interrupted"]
    assert one["nodes"]["kpd.turn"]["ran"] > 0
    assert {"lots", "dice", "flips", "draws"} == one["chance"].keys()


def test_the_beginning_of_a_scenario_is_enough_and_hyphens_do(run: Run) -> None:
    for word in ("tut", "Tutorial", "a-new-hope", "black"):
        assert run("simulate", "--scenario", word, "--games", 1, "--jobs", 1).status == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--scenario", "tutorail"), "did you mean 'tutorial'?"),
        (("--scenario", "nonsense"), "valid: tutorial, a_time_for_revolution"),
        (("--scenario", "a"), "may be a_time_for_revolution or a_new_hope"),
        (("--scenario", "tutorial", "--games", "0"), "the number of games is from 1 to"),
        (("--scenario", "tutorial", "--games", "-3"), "the number of games is from 1 to"),
        (("--scenario", "tutorial", "--games", "x"), "the number of games is a whole number"),
        (("--scenario", "tutorial", "--jobs", "0"), "the number of jobs is from 1 to 256"),
        (("--scenario", "tutorial", "--seed", "?"), "the seed is a whole number"),
        (("--games", "1"), "--scenario"),
    ],
)
def test_what_cannot_be_used_is_refused(run: Run, arguments: tuple[str, ...], told: str) -> None:
    ran = run("simulate", *arguments)
    assert ran.status == 2 and told in ran.err and not ran.out


def test_all_faults_of_the_arguments_are_told_at_once(run: Run) -> None:
    err = run("simulate", "--scenario", "x", "--games", "0", "--jobs", "0").err
    assert "3 faults" in err


def test_a_broken_rule_is_told_with_its_position_seed_and_step(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_a_cube(game: Game) -> None:
        here = dict(game.table.at("kpd"))
        here["kpd_influence"] -= 1
        game.update(table=game.table.with_places({"kpd": here}))

    monkeypatch.setattr(bot_turn, "clear_turn", lose_a_cube)
    ran = run(*FEW)
    assert ran.status == 1
    assert "A rule was broken: tutorial, seed 5, step" in ran.out
    assert "there were 35 kpd_influence, now there are 34 [5.1]" in ran.out
    assert "simulate --scenario tutorial --games 1 --seed 5" in ran.out
    position = ran.out.partition("The position just before it:\n\n")[2].rpartition("Time:")[0]
    assert read_position_text(position, "shown", shipped_board()).year == 1921
    data = run(*FEW, "--format", "json").data
    assert data["broken"]["seed"] == 5 and data["broken"]["position"] == position


def test_progress_is_shown_at_a_terminal_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command._Progress(20)(10)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with command._Progress(20) as progress:
        progress(10)
        progress(20)
    assert capsys.readouterr().err == "\r10 of 20 games\r20 of 20 games\n"


def _hear_ctrl_c() -> None:
    """Programs that a shell starts in the background are deaf to it, and so is what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_with_what_was_played(jobs: str) -> None:
    import pty

    code = "import sys\nfrom weimar_bot.cli.main import main\nif __name__ == '__main__': sys.exit(main())"
    arguments = [
        "simulate",
        "--scenario",
        "tutorial",
        "--games",
        "100000",
        "--format",
        "json",
        "--jobs",
        jobs,
    ]
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "WEIMAR_BOT_HOME": "/nonexistent"},
        stdout=subprocess.PIPE,
        stderr=end,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
    ) as process:
        os.close(end)
        shown = b""
        while b"20 of 100000 games" not in shown:  # so that there is something to leave with
            shown += os.read(terminal, 1000)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody gets it
        try:
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
        while True:
            try:
                shown += os.read(terminal, 1000)
            except OSError:
                break
    os.close(terminal)
    assert process.returncode == 130
    assert b"Traceback" not in shown and shown.endswith(b"\n")
    data = json.loads(out)
    assert data["interrupted"] and 20 <= data["games"] < 100_000
