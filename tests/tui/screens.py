"""What a part of the app shows, as plain text, and the tables to show it with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from textual.app import App
from textual.widget import Widget

from tests.table.random_tables import random_table
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position, read_position_text
from weimar_bot.table.table import Table

DATA = Path(__file__).resolve().parents[1] / "data"


@cache
def osthilfe() -> Table:
    return read_position(DATA / "osthilfe.yaml", shipped_board())


def position(text: str) -> Table:
    return read_position_text(text, "position", shipped_board())


def random_tables(number: int) -> list[Table]:
    return [random_table(Random(seed), shipped_board()) for seed in range(number)]


def lines_of(app: App[object]) -> list[str]:
    """The whole screen as lines of text, without any colour."""
    return ["".join(one.text for one in strip) for strip in app.screen._compositor.render_strips()]


def shown(app: App[object]) -> str:
    return "\n".join(lines_of(app))


def text_in(part: Widget) -> list[str]:
    """The lines of one widget, without any colour."""
    return [part.render_line(y).text for y in range(part.size.height)]
