"""What a new game does with its cards: hands, the stacks and decks of Non-player factions (2.0, 8.4)."""

from __future__ import annotations

from collections.abc import Iterable

from weimar_bot.game.setup import Scenario
from weimar_bot.game.state import Settings
from weimar_bot.table.pieces import CLIQUES, FACTION_NAMES, FACTIONS


def dealing(scenario: Scenario, settings: Settings) -> list[str]:
    """The cards to deal and shuffle before the first round, in sentences."""
    bots = _named(one for one in FACTIONS if one in settings.non_player)
    lines = []
    if settings.events == "ask":
        lines.append(f"Deal {scenario.hand} Event cards to each faction.")
        if bots:
            lines.append(
                f"Shuffle those of {bots} unseen, each into a face-down stack beside the mat of its faction."
            )
        if scenario.lingering_to_draw:
            lines.append(
                f"Draw {scenario.lingering_to_draw} more Lingering Events at random and enter each, for "
                "example: lingering +20"
            )
    if bots and settings.cards == "hand":
        lines.append(f"Shuffle the bot cards of {bots}, each into a face-down deck of its own.")
    if "rc" in settings.non_player:
        letters = ", ".join(clique[-1].upper() for clique in CLIQUES)
        lines.append(f"Put the markers {letters} on the Conservative Cliques as laid out above.")
    return lines


def stacks_of_a_new_era(non_player: Iterable[str]) -> tuple[list[str], list[str]]:
    """What is done with Event stacks and bot decks before and after dealing for a new Era [8.4]."""
    bots = _named(one for one in FACTIONS if one in tuple(non_player))
    if not bots:
        return [], []
    after = [
        "Shuffle each of their new hands unseen into a face-down stack.",
        "Shuffle the bot decks of all Non-player factions.",
    ]
    return [f"Discard what is left of the Event stacks of {bots}."], after


def _named(factions: Iterable[str]) -> str:
    names = [FACTION_NAMES[faction] for faction in factions]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
