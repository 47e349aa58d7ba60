"""How fast whole games are, and how fast files are read (``python -m pytest benchmarks``)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from weimar_bot import resources
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.event_cards import check_events, event_files
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.loader import load_charts
from weimar_bot.game.journal import Journal
from weimar_bot.game.saving import restored, start_data
from weimar_bot.game.selfplay import play_one
from weimar_bot.game.selfplay_tally import Tally
from weimar_bot.game.session import Session
from weimar_bot.game.setup import start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading.source import read_file
from weimar_bot.table.board_file import corrected, shipped_board
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.position import read_position
from weimar_bot.table.position_write import write_position

ROOT = Path(__file__).resolve().parents[1]
BOARD = shipped_board()
LONGEST = "the_fate_of_the_republic"


def _four_bots(seed: int = 3) -> Session:
    settings = Settings(LONGEST, FACTIONS, seed, freikorps="app", events="none")
    return Session.new(settings, start_table(LONGEST, BOARD, non_player=FACTIONS))


def _play(session: Session) -> Session:
    while session.pending is not None:
        session.answer("")
    return session


def test_a_game_of_thirty_rounds_with_four_bots(benchmark: BenchmarkFixture) -> None:
    """All rounds of the longest scenario as ``play`` has them: with log, reasons and ways back."""
    played = benchmark.pedantic(lambda: _play(_four_bots()), rounds=12, warmup_rounds=1)
    assert (played.table.year, played.table.text("round")) == (1933, "late")


def test_a_game_of_self_play_with_every_table_checked(benchmark: BenchmarkFixture) -> None:
    seeds = iter(range(10_000))
    benchmark.pedantic(lambda: play_one(LONGEST, next(seeds), BOARD, Tally()), rounds=25, warmup_rounds=1)


def test_resuming_a_whole_game(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    session = _play(_four_bots())
    with Journal.create(tmp_path / "game.jsonl", start_data(session)) as journal:
        for one in session.inputs:
            journal.append({"kind": one.kind, "text": one.text})

    def resume() -> Session:
        with Journal.open(tmp_path / "game.jsonl") as opened:
            return restored(opened.start, opened.records, BOARD)

    assert benchmark.pedantic(resume, rounds=10, warmup_rounds=1).state == session.state


@pytest.mark.parametrize("what", ["charts", "cards", "events", "position", "board", "writing a position"])
def test_reading(benchmark: BenchmarkFixture, what: str) -> None:
    charts = sorted(resources.folder("flowcharts").glob("*.yaml"))
    events = event_files(resources.folder("cards"))
    example = ROOT / "tests" / "data" / "osthilfe.yaml"
    table = read_position(example, BOARD)
    benchmark(
        {
            "charts": lambda: load_charts(charts, vocabulary()),
            "cards": load_cards,
            "events": lambda: check_events(events),
            "position": lambda: read_position(example, BOARD),
            "board": lambda: corrected(BOARD, read_file(ROOT / "tests" / "reading" / "corrections.yaml")),
            "writing a position": lambda: write_position(table),
        }[what]
    )
