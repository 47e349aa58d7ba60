"""Orderings: the criteria by which Section 8 prefers one option to another (8.6)."""

from __future__ import annotations

from collections.abc import Callable

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.facts import RANK_OF_UNIT
from weimar_bot.bot.scene import Scene
from weimar_bot.bot.vocabulary import WORDS
from weimar_bot.rules import assault, leverage, markers
from weimar_bot.table.pieces import CADRES, CLIQUES, CUBES, PIECES, UNITS
from weimar_bot.table.table import Table

POTENTIAL = "potential_assault_strength.potential"


@WORDS.ordering("faction_order", kind="rank", cite=["8.6-2"], words="first in Faction Order")
def faction_order(scene: Scene, option: Choice) -> int:
    return scene.faction_order.index(option.target) if option.target else 0


def piece_rank(piece: str) -> str:
    """The name under which 8.6-3 lists a face of a piece."""
    if piece in CUBES:
        return "influence"
    if piece in UNITS:
        return RANK_OF_UNIT[piece]
    if piece in CLIQUES:
        return "conservative_clique"
    if piece in CADRES.values():
        return "cadre"
    if piece.endswith("_leverage"):
        return "leverage"
    return piece if piece == "uprising" else PIECES[piece].kind


@WORDS.ordering("piece_order", kind="rank", cite=["8.6-3"], words="highest in the order of pieces")
def piece_order(scene: Scene, option: Choice) -> int:
    return scene.listed("pieces").index(piece_rank(option.piece)) if option.piece else 0


# -- B: Influence ------------------------------------------------------------------------------------


def _after(scene: Scene, option: Choice) -> Table:
    return option.after(scene.faction, scene.switches)


def _gains(scene: Scene, option: Choice, holder_in: Callable[[Table, str], str | None]) -> bool:
    """Whether the bot holds a space after the option and not before (R11)."""
    assert option.space is not None
    if holder_in(scene.table, option.space) == scene.faction:
        return False
    return holder_in(_after(scene, option), option.space) == scene.faction


def _takes_away(scene: Scene, option: Choice, holder_in: Callable[[Table, str], str | None]) -> bool:
    """Whether an opposing faction holds a space before the option and not after; a tie is enough (R12)."""
    assert option.space is not None
    holder = holder_in(scene.table, option.space)
    if holder in (None, scene.faction):
        return False
    return holder_in(_after(scene, option), option.space) != holder


@WORDS.ordering("gains_dominance", kind="test", cite=["8.6-4B1"], words="gains Dominance")
def gains_dominance(scene: Scene, option: Choice) -> bool:
    return _gains(scene, option, Table.dominance)


@WORDS.ordering(
    "removes_dominance", kind="test", cite=["8.6-4B2"], words="takes Dominance from an opposing faction"
)
def removes_dominance(scene: Scene, option: Choice) -> bool:
    return _takes_away(scene, option, Table.dominance)


# -- C: units ----------------------------------------------------------------------------------------


def _units_of_others(table: Table, space: str, faction: str | None) -> bool:
    here = table.at(space)
    return any(unit in here and PIECES[unit].owner != faction for unit in UNITS)


@WORDS.ordering(
    "gains_supremacy_over_units",
    kind="test",
    cite=["8.6-4C1"],
    words="gains Supremacy where opposing units are",
)
def gains_supremacy_over_units(scene: Scene, option: Choice) -> bool:
    assert option.space is not None
    return _units_of_others(scene.table, option.space, scene.faction) and _gains(
        scene, option, Table.supremacy
    )


@WORDS.ordering(
    "removes_supremacy", kind="test", cite=["8.6-4C2"], words="takes Supremacy from an opposing faction"
)
def removes_supremacy(scene: Scene, option: Choice) -> bool:
    return _takes_away(scene, option, Table.supremacy)


@WORDS.ordering(
    "gains_supremacy_in_empty_space", kind="test", cite=["8.6-4C3"], words="gains Supremacy where no unit is"
)
def gains_supremacy_in_empty_space(scene: Scene, option: Choice) -> bool:
    assert option.space is not None
    return not _units_of_others(scene.table, option.space, None) and _gains(scene, option, Table.supremacy)


# -- E: any space ------------------------------------------------------------------------------------


@WORDS.ordering(
    "in_impulse", kind="test", cite=["8.6-4E1"], words="is the Impulse Space or in the Impulse Region"
)
def in_impulse(scene: Scene, option: Choice) -> bool:
    return option.space in scene.impulse


@WORDS.ordering("impulse_distance", kind="rank", cite=["8.6-4E2"], words="closest to the Impulse")
def impulse_distance(scene: Scene, option: Choice) -> int:
    assert option.space is not None
    steps = scene.table.board.distances[option.space]
    return min(steps.get(space, 99) for space in scene.impulse)


@WORDS.ordering("political_value", kind="rank", cite=["8.6-4E3"], words="the most PV")
def political_value(scene: Scene, option: Choice) -> int:
    assert option.space is not None
    return -scene.table.board.spaces[option.space].pv


@WORDS.ordering("population", kind="rank", cite=["8.6-4E4"], words="the most Population")
def population(scene: Scene, option: Choice) -> int:
    assert option.space is not None
    return -scene.table.board.spaces[option.space].pop


# -- A: what single Special Actions ask for [8.9-8.12] -----------------------------------------------


@WORDS.ordering("has_strike", kind="test", cite=["8.9"], words="has a Strike")
def has_strike(scene: Scene, option: Choice) -> bool:
    return option.space is not None and scene.table.count(option.space, "strike") > 0


@WORDS.ordering("has_rogue_freikorps", kind="test", cite=["8.12"], words="has a Rogue Freikorps")
def has_rogue_freikorps(scene: Scene, option: Choice) -> bool:
    return option.space is not None and scene.table.count(option.space, "rogue_freikorps") > 0


@WORDS.ordering(
    "no_assassinations", kind="test", cite=["8.11", "8.12"], words="has no Assassinations marker yet"
)
def no_assassinations(scene: Scene, option: Choice) -> bool:
    return option.space is not None and not markers.holds_assassinations(scene.table, option.space)


@WORDS.ordering(
    "area_without_reform", kind="test", cite=["8.9"], words="has no Reform in the space or its Region yet"
)
def area_without_reform(scene: Scene, option: Choice) -> bool:
    assert option.space is not None
    board = scene.table.board
    return not any(
        scene.table.count(space, "reform") for space in board.members(board.spaces[option.space].control)
    )


@WORDS.ordering("space_without_clique", kind="test", cite=["8.8"], words="has no Conservative Clique yet")
def space_without_clique(scene: Scene, option: Choice) -> bool:
    return option.space is not None and not markers.has_any(scene.table, option.space, *CLIQUES)


def potential(scene: Scene, option: Choice) -> tuple[int, int]:
    """Potential Assault Strength of the bot and of the target in the option's space [8.1]."""
    own, target, space = scene.faction, option.target, option.space
    attack = scene.walker.value(POTENTIAL, space=space, faction=own, enemy=target).total
    defence = scene.walker.value(POTENTIAL, space=space, faction=target, enemy=own).total
    return attack, defence


@WORDS.ordering("assault_has_effect", kind="test", cite=["6.2"], words="the Assault changes something")
def assault_has_effect(scene: Scene, option: Choice) -> bool:
    assert option.space is not None and option.target is not None
    return not assault.would_be_pointless(scene.table, option.space, scene.faction, option.target)


@WORDS.ordering(
    "potential_exceeds",
    kind="test",
    cite=["8.1"],
    words="its Potential Assault Strength is greater than the target's",
)
def potential_exceeds(scene: Scene, option: Choice) -> bool:
    attack, defence = potential(scene, option)
    return attack > defence


@WORDS.ordering(
    "potential_margin", kind="rank", cite=["8.1"], words="the greatest margin of Potential Assault Strength"
)
def potential_margin(scene: Scene, option: Choice) -> int:
    attack, defence = potential(scene, option)
    return defence - attack


# -- sides of the Economy track [8.9, 8.12] ----------------------------------------------------------


@WORDS.ordering("on_marker_side", kind="test", cite=["8.9"], words="is on the side of the Economy marker")
def on_marker_side(scene: Scene, option: Choice) -> bool:
    side = leverage.economy_side(scene.table)
    return side is not None and side in (option.side or "").split("+")


@WORDS.ordering(
    "pulls_marker", kind="test", cite=["8.6-1", "5.4"], words="pulls the Economy marker towards Stable"
)
def pulls_marker(scene: Scene, option: Choice) -> bool:
    return _after(scene, option).text("economy") != scene.table.text("economy")


@WORDS.ordering(
    "on_side", kind="test", cite=["8.12"], words="is on the {side} side", arg_values={"side": "side"}
)
def on_side(scene: Scene, option: Choice, side: str) -> bool:
    return side in (option.side or "").split("+")


@WORDS.ordering("keeps_the_pawn", kind="test", cite=["6.5"], words="brings the pawn to the own mat")
def keeps_the_pawn(scene: Scene, option: Choice) -> bool:
    return option.box == scene.faction
