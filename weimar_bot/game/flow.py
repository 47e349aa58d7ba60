"""A whole game as one generator: it yields what is pending and takes the answers (4.0, 8.4)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping

from weimar_bot.game import round_steps
from weimar_bot.game.bot_turn import bot_turn
from weimar_bot.game.human_turn import human_turn
from weimar_bot.game.pending import Pending
from weimar_bot.game.runtime import Game, Step

Station = Callable[[Game], Step[None]]


def _first_turn_order(game: Game) -> Step[None]:
    yield from round_steps.turn_order_step(game)
    game.update(phase="action")


def _action(game: Game) -> Step[None]:
    """One faction's turn; after the last one the round goes on."""
    faction = game.state.next_to_act
    if faction is None:
        game.update(phase="sudden_victory")
        return
    yield from (bot_turn if game.is_bot(faction) else human_turn)(game, faction)
    game.update(acted=(*game.state.acted, faction))


def _then(step: Station, phase: str) -> Station:
    """A station that goes on with ``phase`` unless the game is over."""

    def station(game: Game) -> Step[None]:
        yield from step(game)
        if game.state.victory is None:
            game.update(phase=phase)

    return station


STATIONS: Mapping[str, Station] = {
    "turn_order": _first_turn_order,
    "action": _action,
    "sudden_victory": _then(round_steps.sudden_victory_step, "elections"),
    "elections": _then(round_steps.elections_step, "advance_timeline"),
    "advance_timeline": round_steps.advance_timeline_step,
    "new_year": round_steps.new_year_step,
    "new_era": round_steps.new_era_step,
    "end": round_steps.scenario_end_step,
}


def flow(game: Game, at_station: Callable[[], None]) -> Generator[Pending, str, None]:
    """Play on from the game's state to its end; ``at_station`` is called where play could be resumed."""
    while game.state.victory is None:
        at_station()
        yield from STATIONS[game.state.phase](game)
