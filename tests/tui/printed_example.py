"""The printed example as the screens are given it."""

from __future__ import annotations

from weimar_bot import resources
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position
from weimar_bot.table.table import Table


def example_table() -> Table:
    return read_position(resources.example(), shipped_board())


def example_decision() -> Decision:
    request = Request(example_table(), "coalition", load_cards()[5], 120)
    return decide(request, Chance((4, 3, 3), ("rogue",), 1))


def kpd_decision() -> Decision:
    """A turn with Actions passed over and choices left to chance."""
    return decide(Request(example_table(), "kpd", load_cards()[12]), Chance((), (), 1))
