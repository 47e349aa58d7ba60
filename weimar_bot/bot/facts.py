"""Facts: the questions the charts of Section 8 ask about the table."""

from __future__ import annotations

from weimar_bot.bot.scene import Scene
from weimar_bot.bot.vocabulary import WORDS
from weimar_bot.flowchart.dice import Span
from weimar_bot.rules import leverage, strength, tracks, units
from weimar_bot.table.pieces import CADRES

# The names that the lists of 8.6-3 and 8.1 give to faces of Freikorps and units.
RANK_OF_UNIT = {
    "reichswehr": "reichswehr",
    "freikorps_loyal": "revealed_freikorps",
    "rogue_freikorps": "revealed_freikorps",
    "freikorps_unrevealed": "unrevealed_freikorps",
    "sa": "other_unit",
    "worker_militia": "other_unit",
}


@WORDS.fact("era", cite=["1.2"], words="the era", gives="word", values="era")
def era(scene: Scene) -> str:
    return scene.table.era


@WORDS.fact(
    "sudden_victory_met",
    cite=["3.1"],
    words="the Coalition meets the conditions of its Sudden Victory",
    gives="truth",
)
def sudden_victory_met(scene: Scene) -> bool:
    return tracks.meets_coalition_sudden_victory(scene.table)


@WORDS.fact(
    "economy_distance",
    cite=["5.5"],
    words="how many boxes the Economy marker is away from Stable",
    gives="number",
)
def economy_distance(scene: Scene) -> int:
    return leverage.distance_from_stable(scene.table)


@WORDS.fact(
    "black_leverage_on_economy",
    cite=["5.4"],
    words="black Leverage markers on the Economy track",
    gives="number",
)
def black_leverage_on_economy(scene: Scene) -> int:
    boxes = scene.table.board.tracks["economy"]["boxes"]
    return sum(scene.table.count(f"economy:{box}", "black_leverage") for box in boxes)


@WORDS.fact(
    "event_lingers",
    cite=["6.1"],
    words="Lingering Event #{number} is in play",
    gives="truth",
    arg_numbers={"number": Span(1, 151)},
)
def event_lingers(scene: Scene, number: int) -> bool:
    return scene.table.lingers(number)


@WORDS.fact(
    "general_strike", cite=["6.4"], words="the General Strike marker is on the Timeline", gives="truth"
)
def general_strike(scene: Scene) -> bool:
    return scene.table.count("timeline", "general_strike") > 0


@WORDS.fact(
    "stance_in_use", cite=["8.10", "8.11"], words="the scenario uses the Stance marker", gives="truth"
)
def stance_in_use(scene: Scene) -> bool:
    return scene.table.has_stance(scene.faction)


@WORDS.fact("own_cadres_on_map", cite=["8.10", "8.11"], words="own Cadres on the map", gives="number")
def own_cadres_on_map(scene: Scene) -> int:
    return scene.table.on_map(CADRES[scene.faction]) if scene.faction in CADRES else 0


@WORDS.fact("unit_available", cite=["8.12"], words="a unit of its own is Available", gives="truth")
def unit_available(scene: Scene) -> bool:
    return bool(units.placeable_units(scene.table, scene.faction))


@WORDS.fact(
    "card_clique_on_map", cite=["8.8"], words="the Clique named on the card is on the map", gives="truth"
)
def card_clique_on_map(scene: Scene) -> bool:
    return scene.clique is not None and bool(scene.table.spaces_with(scene.clique))


# -- terms of Potential Assault Strength [8.1] --------------------------------------------------------

_FIGHT = {"space": "space", "faction": "faction", "enemy": "faction"}


@WORDS.fact(
    "trusted_survival_value",
    cite=["8.1"],
    words="Survival Value of the units that can be counted on",
    gives="number",
    arg_values=_FIGHT,
)
def trusted_survival_value(scene: Scene, space: str, faction: str, enemy: str) -> int:
    without: tuple[str, ...] = ()
    if faction == "coalition" and strength.fails_loyalty(scene.table, space, faction, enemy):
        doubtful = scene.walker.charts.lists["potential_assault_strength.doubtful"]
        without = tuple(unit for unit, rank in RANK_OF_UNIT.items() if rank in doubtful)
    return strength.unit_strength(scene.table, space, faction, without=without)


def _modifier_fact(name: str, words: str) -> None:
    bonus = strength.MODIFIERS[name]

    @WORDS.fact(f"{name}_bonus", cite=["6.2"], words=words, gives="number", arg_values=_FIGHT)
    def read(scene: Scene, space: str, faction: str, enemy: str) -> int:
        return bonus(scene.table, space, faction, scene.switches)


for _name, _words in (
    ("parliamentary_control", "+2 for Parliamentary Control"),
    ("strike", "+1 for a Strike (KPD)"),
    ("uprising", "+2 for an Uprising (KPD)"),
    ("yellow_leverage", "+1 for yellow Leverage (Coalition)"),
    ("black_leverage", "+1 for black Leverage (RC)"),
    ("cadre", "+1 for an own Cadre"),
    ("schutzstaffel", "+1 for Event #55 (NSDAP)"),
):
    _modifier_fact(_name, _words)
