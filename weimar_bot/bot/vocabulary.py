"""The vocabulary of Section 8's charts: registered facts, verbs and orderings.

Importing this module alone registers nothing; :func:`vocabulary` brings in all words.
"""

from __future__ import annotations

from functools import cache

from weimar_bot.bot.rulings import load_rulings, sections
from weimar_bot.flowchart.vocabulary import Vocabulary
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTIONS, SUDDEN_VICTORY

# The kinds of piece as 8.6-3 lists them, and the units among them.
UNIT_RANKS = ("loaned_unit", "reichswehr", "revealed_freikorps", "unrevealed_freikorps", "other_unit")
PIECE_RANKS = (
    "reform",
    "uprising",
    "middle_class",
    "conservative_clique",
    "strike",
    "assassinations",
    "leverage",
    "cadre",
    *UNIT_RANKS,
    "influence",
)
# What 8.6-1 lets a bot always choose; ``own`` and ``opposing`` are seen from the bot.
WISHES = (
    "remove_opposing",
    "place_own",
    "gain_parliamentary_control",
    "increase_progress",
    "decrease_progress",
    "decrease_progress_unless_reaction_greater",
    "increase_reaction",
    "decrease_reaction",
    "unity_right",
    "economy_to_stable",
    "economy_to_left",
    "economy_to_right",
    "move_middle_class",
    "place_yellow_leverage",
    "remove_yellow_leverage",
    "place_black_leverage",
    "remove_black_leverage",
)

WORDS = Vocabulary(
    names={
        "piece_rank": frozenset(PIECE_RANKS),
        "wish": frozenset(WISHES),
        "track_rank": frozenset({"mat", "progress_reaction", "economy", "us_deals", "ussr_deals"}),
        "level_track": frozenset({"progress", "reaction"}),
        "deals": frozenset({"us_deals", "ussr_deals"}),
        "side": frozenset({"left", "right"}),
        "colour": frozenset({"yellow_leverage", "black_leverage"}),
        "leverage_track": frozenset({"progress", "reaction", "economy"}),
        "place_kind": frozenset({"progress", "reaction", "economy", "map"}),
        "faction": frozenset(FACTIONS),
        "sudden_victory": frozenset(SUDDEN_VICTORY.values()),
        "unit_rank": frozenset(UNIT_RANKS),
        "doubtful": frozenset({"reichswehr", "unrevealed_freikorps"}),
        "era": frozenset({"crisis", "golden_twenties", "decline"}),
        "step": frozenset({-1, 1}),
        "space": frozenset(),  # those of the board, which vocabulary() reads
    }
)


@cache
def vocabulary() -> Vocabulary:
    """All words, with the sections and rulings that charts may cite."""
    from weimar_bot.bot import facts, orderings, verbs_map, verbs_track  # noqa: F401  (they register words)

    WORDS.names = {**WORDS.names, "space": frozenset(shipped_board().spaces)}
    WORDS.sections = frozenset(sections())
    WORDS.rulings = {ruling.id: tuple(ruling.alternatives) for ruling in load_rulings().values()}
    return WORDS
