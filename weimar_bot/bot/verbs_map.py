"""Verbs for pieces on the map: what a bot may do there, by the rules of section 6.

``options`` lists every legal way that changes something; the charts narrow them. ``perform``
carries one out, with whatever follows at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.facts import RANK_OF_UNIT
from weimar_bot.bot.orderings import potential
from weimar_bot.bot.scene import Scene, by_key
from weimar_bot.bot.vocabulary import WORDS
from weimar_bot.flowchart.vocabulary import Doing, Options
from weimar_bot.rules import assault, influence, leverage, markers, units
from weimar_bot.rules.draft import Draft
from weimar_bot.table.pieces import CADRES, FACTION_NAMES, INFLUENCE, SIDE_AGAINST

Args = Mapping[str, Any]

_NO_SPACE = "no space allows it"


def options_of(choices: list[Choice], why: str, *cites: str) -> Options:
    """Choices in the order that does not depend on the input, or why there are none."""
    return Options(by_key(choices), "" if choices else why, cites)


class Plain:
    """A verb whose option says all there is to do."""

    @staticmethod
    def perform(scene: Scene, choice: Choice, args: Args, doing: Doing) -> None:
        scene.carry_out(choice, doing)


# -- Influence ---------------------------------------------------------------------------------------


@WORDS.verb("place_influence", cite=["6.3", "6.4", "6.5", "6.6"], words="place Influence")
class PlaceInfluence(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        table, faction = scene.table, scene.faction
        if influence.economy_forbids(table, faction):
            return Options((), "Economy forbids Coalition Influence", ("6.0",))
        if not table.supply(faction):
            return Options((), f"no {FACTION_NAMES[faction]} cube is left in the supply", ("5.1",))
        choices = [
            scene.choice(_placing(space, count), space=space, cubes={faction: count})
            for space, count in influence.placing(table, faction).items()
        ]
        return options_of(choices, "no space in reach has room and is free of bans", "6.0", "5.12")


def _placing(space: str, count: int) -> Callable[[Draft], None]:
    return lambda draft: influence.place(draft, space, count)


@WORDS.verb("remove_influence", cite=["6.3", "6.4", "6.5", "6.6"], words="remove Influence")
class RemoveInfluence(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        table, faction, order = scene.table, scene.faction, scene.faction_order
        choices = []
        for space in influence.removing(table, faction):
            for at, target in enumerate(order):
                if not influence.removable(table, faction, target, space):
                    continue
                cubes = influence.removal(table, faction, space, order[at:])
                do = _removing(space, cubes)
                choices.append(
                    scene.choice(do, space=space, target=target, piece=INFLUENCE[target], cubes=cubes)
                )
        return options_of(choices, "no opposing cube can be removed anywhere in reach", "6.0")


def _removing(space: str, cubes: dict[str, int]) -> Callable[[Draft], None]:
    return lambda draft: influence.remove(draft, space, cubes)


# -- Cliques, Reforms, Cadres ------------------------------------------------------------------------


@WORDS.verb("place_conservative_clique", cite=["6.6", "8.8"], words="place the Clique named on the card")
class PlaceConservativeClique(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        clique = scene.clique
        source = scene.source_of_clique(clique) if clique else None
        if clique is None or source is None:
            return Options((), "the Clique named on the card is not Available", ("5.1",))
        choices = [
            scene.choice(_holding(clique, source, space), space=space, piece=clique, box=source)
            for space in markers.clique_spaces(scene.table)
        ]
        return options_of(choices, "no space with RC Dominance is free for it", "6.6")


def _holding(piece: str, source: str, space: str) -> Callable[[Draft], None]:
    return lambda draft: markers.place_held(draft, piece, source, space)


def _held_options(scene: Scene, piece: str, spaces: list[str], what: str, *cites: str) -> Options:
    """Options to put one Available piece of a kind in a space."""
    source = scene.source_of(piece)
    if source is None:
        return Options((), f"no {what} is Available", ("5.1",))
    choices = [
        scene.choice(_holding(piece, source, space), space=space, piece=piece, box=source) for space in spaces
    ]
    return options_of(choices, f"no space allows a {what}", *cites)


@WORDS.verb("place_reform", cite=["6.3"], words="place a Reform")
class PlaceReform(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        if scene.table.text("unity") == "fragile":
            return Options((), "Unity is Fragile", ("5.3", "6.3"))
        return _held_options(scene, "reform", markers.reform_spaces(scene.table), "Reform", "6.3")


@WORDS.verb("place_cadre", cite=["6.4", "6.5"], words="place a Cadre")
class PlaceCadre(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        spaces = markers.cadre_spaces(scene.table, scene.faction)
        return _held_options(scene, CADRES[scene.faction], spaces, "Cadre", "6.4", "6.5", "5.12")


# -- units and Assaults ------------------------------------------------------------------------------


@WORDS.verb("place_unit", cite=["6.3", "6.4", "6.5", "6.6"], words="place a unit")
class PlaceUnit:
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        found = units.placeable_units(scene.table, scene.faction, scene.listed("tracks"))
        if not found:
            return Options((), "no unit is Available", ("5.1",))
        choices = [
            scene.choice(_placing_unit(unit, source, space), space=space, piece=unit, box=source)
            for unit, source in found
            for space in units.placing_spaces(scene.table, scene.faction)
        ]
        return options_of(choices, "no space allows a unit", "6.3", "6.4", "6.5", "6.6")

    @staticmethod
    def perform(scene: Scene, choice: Choice, args: Args, doing: Doing) -> None:
        scene.carry_out(choice, doing)
        assert choice.piece is not None and choice.space is not None
        enemies = units.sworn_enemies(scene.table, choice.piece, choice.space)
        if enemies:
            plan = assault.Plan(choice.space, *enemies, free=True)
            _fight(scene, plan, Doing("free_assault", ("6.0", "6.2"), ("R24",)))


def _placing_unit(unit: str, source: str, space: str) -> Callable[[Draft], None]:
    return lambda draft: units.place_unit(draft, unit, source, space)


@WORDS.verb("assault", cite=["6.2"], words="Assault")
class Assault:
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        table, own = scene.table, scene.faction
        choices = [
            scene.choice(_nothing, space=space, target=target)
            for target in scene.faction_order
            for space in table.board.spaces
            if assault.may_assault(table, space, own, target)
        ]
        return options_of(choices, "no space with own units and a target is left to assault", "6.2")

    @staticmethod
    def perform(scene: Scene, choice: Choice, args: Args, doing: Doing) -> None:
        assert choice.space is not None and choice.target is not None
        _fight(scene, assault.Plan(choice.space, scene.faction, choice.target), doing)


def _nothing(draft: Draft) -> None:
    """An Assault is not foreseen (R67); it is fought only once chosen."""


def _fight(scene: Scene, plan: assault.Plan, doing: Doing) -> None:
    """Fight an Assault on the table, by the bots' order of losses."""
    losses = scene.listed("losses")

    def rank(unit: str, loaned: bool) -> int:
        return losses.index("loaned_unit" if loaned else RANK_OF_UNIT[unit])

    choice = scene.choice(_nothing, space=plan.space, target=plan.defender)
    foreseen = None if plan.free else potential(scene, choice)
    draft = scene.draft()
    plan = scene.chance.terms(scene.table, plan)
    result = assault.resolve(draft, plan, scene, rank, scene.chance.loss)
    scene.keep(choice, doing, draft, result, foreseen)


@WORDS.verb("test_coalition_loyalty", cite=["6.6", "8.12"], words="turn a Freikorps over")
class TestCoalitionLoyalty:
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        choices = [
            scene.choice(_nothing, space=space, target="coalition", piece="freikorps_unrevealed")
            for space in units.loyalty_test_spaces(scene.table)
            if space not in scene.used_spaces
        ]
        return options_of(choices, "no space with a Freikorps to turn over is left", "6.6")

    @staticmethod
    def perform(scene: Scene, choice: Choice, args: Args, doing: Doing) -> None:
        assert choice.space is not None
        scene.used_spaces.add(choice.space)
        draft = scene.draft()
        units.reveal_freikorps(draft, choice.space, scene.flip())
        scene.keep(choice, doing, draft)


# -- Strikes -----------------------------------------------------------------------------------------


@WORDS.verb("flip_strike", cite=["6.4"], words="turn a Strike to an Uprising")
class FlipStrike(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        choices = [
            scene.choice(_flipping(space), space=space, piece="strike")
            for space in scene.table.spaces_with("strike")
        ]
        return options_of(choices, "no Strike is on the map", "6.4")


def _flipping(space: str) -> Callable[[Draft], None]:
    return lambda draft: markers.flip_strike(draft, space)


@WORDS.verb("place_strike", cite=["6.4"], words="place a Strike")
class PlaceStrike:
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        source = scene.source_of("strike")
        if source is None:
            return Options((), "no Strike is Available", ("5.1", "5.3"))
        choices = [
            scene.choice(_striking(source, space), space=space, piece="strike", box=source)
            for space in markers.strike_spaces(scene.table)
        ]
        return options_of(choices, "no space with KPD Dominance or control is free for a Strike", "6.4")

    @staticmethod
    def perform(scene: Scene, choice: Choice, args: Args, doing: Doing) -> None:
        draft = scene.draft()
        choice.do(draft)
        if markers.general_strike_breaks_out(draft.table, scene.switches):
            reforms = [
                scene.choice(_nothing, space=space, piece="reform")
                for space in draft.table.spaces_with("reform")
            ]
            reform = scene.choose(reforms, "any_space")
            markers.start_general_strike(draft, reform.space if reform else None)
            doing = Doing(doing.name, doing.cites, (*doing.rulings, "R35"))
        scene.keep(choice, doing, draft)


def _striking(source: str, space: str) -> Callable[[Draft], None]:
    return lambda draft: markers.place_strike(draft, source, space)


# -- Assassinations ----------------------------------------------------------------------------------


@WORDS.verb("place_assassinations", cite=["6.5", "6.6"], words="place an Assassinations marker")
class PlaceAssassinations(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        source = scene.source_of("assassinations")
        if source is None:
            return Options((), "no Assassinations marker is Available", ("5.1",))
        choices = [
            choice
            for target in scene.faction_order
            if target in markers.assassination_targets(scene.faction)
            for space in markers.assassination_spaces(scene.table, scene.faction, target)
            for choice in _victims(scene, source, target, space)
        ]
        return options_of(choices, "nothing can be taken with it", "6.5", "6.6")


def _victims(scene: Scene, source: str, target: str, space: str) -> list[Choice]:
    """What an Assassinations marker may take from ``target`` in a space (R31)."""
    side = SIDE_AGAINST[target]
    found = [
        scene.choice(
            _murdering(source, space, side, piece), space=space, target=target, piece=piece, box=source
        )
        for piece in markers.assassination_pieces(scene.table, target, space)
    ]
    cubes = markers.assassination_cubes(scene.table, scene.faction, target, space)
    if cubes:
        do = _bleeding(source, space, side, cubes)
        found.append(
            scene.choice(do, space=space, target=target, piece=INFLUENCE[target], box=source, cubes=cubes)
        )
    return found


def _murdering(source: str, space: str, side: str, piece: str) -> Callable[[Draft], None]:
    def do(draft: Draft) -> None:
        markers.place_assassinations(draft, source, space, side)
        draft.take_back(piece, space)

    return do


def _bleeding(source: str, space: str, side: str, cubes: dict[str, int]) -> Callable[[Draft], None]:
    def do(draft: Draft) -> None:
        markers.place_assassinations(draft, source, space, side)
        influence.remove(draft, space, cubes)

    return do


@WORDS.verb("assassinate_clique", cite=["6.5"], words="place an Assassinations marker against a Clique")
class AssassinateClique:
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        source = scene.source_of("assassinations")
        if source is None:
            return Options((), "no Assassinations marker is Available", ("5.1",))
        choices = [
            _against_clique(scene, source, space, markers.cliques_in(scene.table, space)[0])
            for space in markers.exposed_cliques(scene.table, scene.faction)
        ]
        why = "there are not two Cliques on the map, one of them without RC Supremacy"
        return options_of(choices, why, "6.5")

    @staticmethod
    def perform(scene: Scene, choice: Choice, args: Args, doing: Doing) -> None:
        """The space is chosen; of several Cliques in it one goes by lot [8.1]."""
        assert choice.space is not None and choice.box is not None
        cliques = markers.cliques_in(scene.table, choice.space)
        options = by_key(_against_clique(scene, choice.box, choice.space, clique) for clique in cliques)
        chosen = scene.choose(options, "lot")
        assert chosen is not None
        scene.carry_out(chosen, doing)


def _against_clique(scene: Scene, source: str, space: str, clique: str) -> Choice:
    do = _murdering(source, space, SIDE_AGAINST["rc"], clique)
    return scene.choice(do, space=space, target="rc", piece=clique, box=source)


# -- Leverage ----------------------------------------------------------------------------------------


@WORDS.verb("place_leverage_on_map", cite=["6.3", "6.6"], words="place Leverage on the map")
class PlaceLeverageOnMap(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        colour = leverage.LEVERAGE[scene.faction]
        source = scene.source_of(colour)
        if source is None:
            return Options((), "no Leverage is Available", ("5.1",))
        if scene.table.count("timeline", "general_strike"):
            return Options((), "the General Strike is on", ("6.3", "6.6"))
        choices = [
            scene.choice(_levering(source, space), space=space, piece=colour, box=source)
            for space in leverage.may_place_on_map(scene.table, scene.faction)
        ]
        return options_of(choices, _NO_SPACE, "6.3", "6.6")


def _levering(source: str, space: str) -> Callable[[Draft], None]:
    return lambda draft: leverage.place_on_map(draft, source, space)
