"""How a bot uses its Parliamentary Control cards (8.7, R40, R41)."""

from __future__ import annotations

from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.decide import Decision, Request, choose_space
from weimar_bot.game import cards_played, deeds
from weimar_bot.game.runtime import Game, Step
from weimar_bot.table.board import Board

# Whom the Reforms stand in the way of [8.7].
REFORM_REMOVERS = ("kpd", "nsdap", "rc")


def play(game: Game, card: BotCard) -> Step[None]:
    """Play one card: that which removes a Reform, else one for an extra Action, if any does."""
    held = cards_played.controls_held(game, card.faction)
    if not held:
        return
    reform = yield from _reform_to_remove(game, card, held)
    if reform is not None:
        yield from _play_against_reform(game, card, reform)
    else:
        yield from _play_for_action(game, card, held)


def _area_of(board: Board, space: str) -> str:
    return board.spaces[space].control


def _reform_to_remove(game: Game, card: BotCard, held: list[str]) -> Step[str | None]:
    """The space of the Reform one of the cards can remove; among several by E (R40)."""
    if card.faction not in REFORM_REMOVERS:
        return None
    table = game.table
    spaces = [space for space in table.spaces_with("reform") if _area_of(table.board, space) in held]
    if not spaces:
        return None
    request = Request(table, card.faction, card, switches=game.settings.switches, cards=game.cards)
    return (yield from game.asked(lambda chance: choose_space(request, chance, spaces)))


def _play_against_reform(game: Game, card: BotCard, space: str) -> Step[None]:
    """The card whole: bonus Action in its area, the Reform, the Clean Slate (R40; or without the Action)."""
    area = _area_of(game.table.board, space)
    reform: str | None = space
    if game.settings.switches.get("R40") != "none":
        yield from _extra_action(game, card, [area])
        # The bonus Action may have taken that Reform itself; then another one of the area goes.
        if not game.table.count(space, "reform"):
            reform = yield from _reform_to_remove(game, card, [area])
    yield from cards_played.use_control(game, card.faction, area, reform)


def _play_for_action(game: Game, card: BotCard, held: list[str]) -> Step[None]:
    """First the Action in any area of a held card, then the card that fits its space (R41)."""
    decision = yield from _extra_action(game, card, held)
    space = next((deed.choice.space for deed in decision.deeds if deed.choice.space), None)
    if space is not None:
        yield from cards_played.use_control(game, card.faction, _area_of(game.table.board, space))


def _extra_action(game: Game, card: BotCard, areas: list[str]) -> Step[Decision]:
    board = game.table.board
    spaces = frozenset(space for area in areas for space in board.members(area))
    request = Request(
        game.table, card.faction, card, switches=game.settings.switches, cards=game.cards, only_spaces=spaces
    )
    return (yield from deeds.carried(game, request))
