"""Verbs for tracks and mats: Leverage, levels, Deals, Unity, Stance, pawns (5.3-5.7, 6.3-6.6)."""

from __future__ import annotations

from collections.abc import Callable

from weimar_bot.bot.choice import Choice
from weimar_bot.bot.scene import Scene
from weimar_bot.bot.verbs_map import Args, Plain, options_of
from weimar_bot.bot.vocabulary import WORDS
from weimar_bot.flowchart.vocabulary import Options
from weimar_bot.rules import leverage, middle_class, tracks
from weimar_bot.rules.draft import Draft
from weimar_bot.table.board import TRACK_NAMES, Box
from weimar_bot.table.pieces import PIECES, SUDDEN_VICTORY


@WORDS.verb("place_sudden_victory_marker", cite=["6.3"], words="place the Sudden Victory marker")
class PlaceSuddenVictoryMarker(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        faction = scene.faction
        if not tracks.can_place_sudden_victory(scene.table, faction):
            return Options((), f"the {PIECES[SUDDEN_VICTORY[faction]].name} is not Available", ("5.1",))
        do: Callable[[Draft], None] = lambda draft: tracks.place_sudden_victory(draft, faction)  # noqa: E731
        return Options([scene.choice(do, piece=SUDDEN_VICTORY[faction], box="timeline")])


@WORDS.verb(
    "advance_track", cite=["6.3", "6.6", "5.7"], words="advance {track}", arg_values={"track": "level_track"}
)
class AdvanceTrack(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        track = args["track"]
        why = tracks.why_not_advance(scene.table, track)
        if why:
            return Options((), why, ("5.7",))
        return Options([scene.choice(lambda draft: tracks.advance(draft, track))])


@WORDS.verb("increase_deals", cite=["6.3", "5.6"], words="increase {track}", arg_values={"track": "deals"})
class IncreaseDeals(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        track = args["track"]
        if not tracks.can_increase_deals(scene.table, track):
            return Options((), f"{TRACK_NAMES[track]} is at its last box", ("5.6",))
        return Options([scene.choice(lambda draft: tracks.increase_deals(draft, track))])


@WORDS.verb("increase_unity", cite=["6.3", "8.9"], words="shift Unity to the right")
class IncreaseUnity(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        if not tracks.can_increase_unity(scene.table):
            return Options((), "Unity is already Strong", ("5.3",))
        return Options([scene.choice(lambda draft: tracks.shift_unity(draft, 1))])


@WORDS.verb(
    "change_stance", cite=["6.4", "6.5"], words="shift the Stance by {step}", arg_values={"step": "step"}
)
class ChangeStance(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        faction, step = scene.faction, args["step"]
        if not tracks.can_shift_stance(scene.table, faction, step):
            end = "Revolutionary" if step > 0 else "Democratic"
            return Options((), f"the Stance cannot shift further towards {end}", ("5.3",))
        return Options([scene.choice(lambda draft: tracks.shift_stance(draft, faction, step))])


# -- Leverage ----------------------------------------------------------------------------------------


@WORDS.verb(
    "place_leverage_on_track",
    cite=["6.3", "6.6", "5.4"],
    words="place Leverage on {track}",
    arg_values={"track": "leverage_track"},
)
class PlaceLeverageOnTrack(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        track, colour = args["track"], leverage.LEVERAGE[scene.faction]
        source = scene.source_of(colour)
        if source is None:
            return Options((), f"no {PIECES[colour].name} is Available", ("5.1",))
        if track != "economy":
            return _on_level_track(scene, track, colour, source)
        choices = [
            scene.choice(
                _on_economy(colour, source, side.partition("+")[0]),
                piece=colour,
                side=side,
                box=source,
                goal=goal,
            )
            for side, goal in leverage.openings_on_economy(scene.table, colour)
        ]
        return options_of(choices, "no side of the Economy track takes it", "5.4")


def _on_level_track(scene: Scene, track: str, colour: str, source: str) -> Options:
    if leverage.track_box_for(scene.table, track) is None:
        return Options((), f"every Leverage box of {TRACK_NAMES[track]} is taken", ("5.4",))
    return Options(
        [scene.choice(lambda draft: leverage.place_on_track(draft, track, source), piece=colour, box=source)]
    )


def _on_economy(colour: str, source: str, side: str) -> Callable[[Draft], None]:
    return lambda draft: leverage.place_on_economy(draft, colour, source, side)


@WORDS.verb(
    "remove_leverage",
    cite=["6.3", "6.6", "5.4"],
    words="remove {colour} from {place}",
    arg_values={"colour": "colour", "place": "place_kind"},
)
class RemoveLeverage(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        colour, kind = args["colour"], args["place"]
        choices = [
            _removal(scene, colour, place)
            for place in leverage.placed(scene.table, colour)
            if _kind_of(place) == kind
        ]
        where = "the map" if kind == "map" else f"the {TRACK_NAMES[kind]} track"
        return options_of(choices, f"no {PIECES[colour].name} is on {where}", "5.4")


def _kind_of(place: str) -> str:
    return place.partition(":")[0] if ":" in place else "map"


def _removal(scene: Scene, colour: str, place: str) -> Choice:
    space = None if ":" in place else place
    sides = [
        side
        for side in leverage.SIDES
        if place == f"economy:{leverage.removable_on_economy(scene.table, colour, side)}"
    ]
    return scene.choice(
        lambda draft: leverage.remove(draft, colour, place),
        piece=colour,
        space=space,
        box=None if space else place,
        side="+".join(sides) or None,
    )


# -- Middle Class Sympathies -------------------------------------------------------------------------


@WORDS.verb("take_pawn", cite=["6.3", "6.4", "6.5", "6.6"], words="take an Available Middle Class pawn")
class TakePawn(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        boxes = middle_class.available_pawns(scene.table, scene.faction, scene.listed("tracks"))
        if not boxes:
            return Options((), "no Middle Class pawn is Available", ("5.1", "5.7"))
        source = boxes[0]
        do: Callable[[Draft], None] = lambda draft: middle_class.take(draft, source)  # noqa: E731
        return Options([scene.choice(do, piece=middle_class.PAWN, box=source)])


@WORDS.verb(
    "return_pawn", cite=["6.3", "6.4", "6.5", "6.6"], words="take a Middle Class pawn off an opposing mat"
)
class ReturnPawn(Plain):
    @staticmethod
    def options(scene: Scene, args: Args) -> Options:
        mats = [mat for mat in middle_class.mats_with_pawns(scene.table) if mat != scene.faction]
        choices = [
            scene.choice(_giving_back(mat, box.id), target=mat, piece=middle_class.PAWN, box=box.id)
            for mat in mats
            for box in _first_track(scene, middle_class.return_boxes(scene.table))
        ]
        choices += [
            scene.choice(_seizing(mat), target=mat, piece=middle_class.PAWN, box=scene.faction)
            for mat in mats
            if middle_class.may_move_from_mat(scene.faction, mat)
        ]
        return options_of(choices, "no opposing mat has a Middle Class pawn", "5.5")


def _first_track(scene: Scene, boxes: list[Box]) -> list[Box]:
    """The boxes on the track that comes first by 8.6-4D (R09, R64)."""
    order = scene.listed("tracks")
    first = min((order.index(box.track) for box in boxes), default=0)
    return [box for box in boxes if order.index(box.track) == first]


def _giving_back(mat: str, box: str) -> Callable[[Draft], None]:
    return lambda draft: middle_class.give_back(draft, mat, box)


def _seizing(mat: str) -> Callable[[Draft], None]:
    return lambda draft: middle_class.take(draft, mat)
