"""All Actions of all factions: what is legal, and carrying it out (6.2-6.6).

:func:`plays` lists every legal play of an Action, :func:`carry_out` does one. A bot chooses
among the same plays; nothing here asks who is human.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from weimar_bot.rules import assault, influence, leverage, markers, middle_class, tracks, units
from weimar_bot.rules.draft import Draft
from weimar_bot.rules.plays import Done, IllegalPlay, Play
from weimar_bot.table.boxes import available, held_piece
from weimar_bot.table.pieces import CADRES, FACTIONS, SIDE_AGAINST
from weimar_bot.table.table import Table

Switches = Mapping[str, str]
Lister = Callable[[Table, str], Iterable[Play]]

_COMMON = (
    "assault",
    "gain_momentum",
    "move_middle_class",
    "move_units",
    "place_influence",
    "place_sudden_victory_marker",
    "place_unit",
    "remove_influence",
)

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "coalition": (
        *_COMMON,
        "advance_progress",
        "increase_deals",
        "increase_unity",
        "place_leverage_on_map",
        "place_leverage_on_track",
        "place_reform",
        "remove_leverage",
    ),
    "kpd": (*_COMMON, "change_stance", "flip_strike", "place_cadre", "place_strike"),
    "nsdap": (*_COMMON, "change_stance", "place_assassinations", "place_cadre"),
    "rc": (
        *_COMMON,
        "advance_reaction",
        "place_assassinations",
        "place_conservative_clique",
        "place_leverage_on_map",
        "place_leverage_on_track",
        "remove_leverage",
        "test_coalition_loyalty",
    ),
}  # 6.3-6.6


def plays(table: Table, faction: str, action: str) -> list[Play]:
    """Every legal play of an Action that changes something, in board order.

    Cubes are given to the maximum; Move Units lists single moves, up to three of which make one
    play; Test Coalition Loyalty lists single spaces, likewise.
    """
    if action not in ACTIONS[faction]:
        return []
    return list(_LISTERS[action](table, faction))


def why_not(table: Table, faction: str, action: str) -> str | None:
    """Why an Action offers nothing; None if it does."""
    if action not in ACTIONS[faction]:
        return f"{action} is no Action of this faction"
    if plays(table, faction, action):
        return None
    if action == "place_influence" and influence.economy_forbids(table, faction):
        return "Economy forbids Coalition Influence"
    if action in ("advance_progress", "advance_reaction"):
        return tracks.why_not_advance(table, action.removeprefix("advance_"))
    return "nothing on the table allows it"


# -- what is legal -------------------------------------------------------------------------------------


def _place_influence(table: Table, faction: str) -> Iterator[Play]:
    for space, count in influence.placing(table, faction).items():
        yield Play("place_influence", faction, space=space, cubes={faction: count})


def _remove_influence(table: Table, faction: str) -> Iterator[Play]:
    for space in influence.removing(table, faction):
        for target in FACTIONS:
            if influence.removable(table, faction, target, space):
                others = (target, *(other for other in FACTIONS if other not in (target, faction)))
                cubes = influence.removal(table, faction, space, others)
                yield Play("remove_influence", faction, space=space, target=target, cubes=cubes)


def _place_unit(table: Table, faction: str) -> Iterator[Play]:
    for unit, source in units.placeable_units(table, faction):
        for space in units.placing_spaces(table, faction):
            yield Play("place_unit", faction, space=space, piece=unit, source=source)


def _move_units(table: Table, faction: str) -> Iterator[Play]:
    for unit, origin, goal in units.single_moves(table, faction):
        yield Play("move_units", faction, moves=((unit, origin, goal),))


def _assault(table: Table, faction: str) -> Iterator[Play]:
    for space in table.board.spaces:
        for target in FACTIONS:
            if assault.may_assault(table, space, faction, target):
                yield Play("assault", faction, space=space, target=target)


def _place_leverage_on_map(table: Table, faction: str) -> Iterator[Play]:
    for source in leverage.sources(table, faction):
        for space in leverage.may_place_on_map(table, faction):
            yield Play("place_leverage_on_map", faction, space=space, source=source)


def _place_leverage_on_track(table: Table, faction: str) -> Iterator[Play]:
    colour = leverage.LEVERAGE[faction]
    own = next(track for track, of in leverage.COLOUR_OF_TRACK.items() if of == colour)
    for source in leverage.sources(table, faction):
        if leverage.track_box_for(table, own) is not None:
            yield Play("place_leverage_on_track", faction, source=source, goal=own)
        for side in leverage.SIDES:
            if leverage.economy_box_for(table, colour, side) is not None:
                yield Play("place_leverage_on_track", faction, source=source, goal="economy", side=side)


def _remove_leverage(table: Table, faction: str) -> Iterator[Play]:
    for colour in leverage.LEVERAGE.values():
        for place in leverage.placed(table, colour):
            yield Play("remove_leverage", faction, piece=colour, source=place)


def _place_held(action: str, kind: str, spaces: Iterable[str], table: Table, faction: str) -> Iterator[Play]:
    boxes = available(table, kind, faction)
    for box in boxes:
        for space in spaces:
            yield Play(action, faction, space=space, piece=held_piece(table, box), source=box.id)


def _place_reform(table: Table, faction: str) -> Iterator[Play]:
    if table.text("unity") != "fragile":
        yield from _place_held("place_reform", "reform", markers.reform_spaces(table), table, faction)


def _place_cadre(table: Table, faction: str) -> Iterator[Play]:
    spaces = markers.cadre_spaces(table, faction)
    yield from _place_held("place_cadre", CADRES[faction], spaces, table, faction)


def _place_clique(table: Table, faction: str) -> Iterator[Play]:
    spaces = markers.clique_spaces(table)
    yield from _place_held("place_conservative_clique", "conservative_clique", spaces, table, faction)


def _place_strike(table: Table, faction: str) -> Iterator[Play]:
    yield from _place_held("place_strike", "strike", markers.strike_spaces(table), table, faction)


def _flip_strike(table: Table, faction: str) -> Iterator[Play]:
    for space in table.spaces_with("strike"):
        yield Play("flip_strike", faction, space=space)


def _advance(action: str, track: str) -> Lister:
    def lister(table: Table, faction: str) -> Iterator[Play]:
        if tracks.why_not_advance(table, track) is None:
            yield Play(action, faction, goal=track)

    return lister


def _increase_deals(table: Table, faction: str) -> Iterator[Play]:
    for track in ("us_deals", "ussr_deals"):
        if tracks.can_increase_deals(table, track):
            yield Play("increase_deals", faction, goal=track)


def _increase_unity(table: Table, faction: str) -> Iterator[Play]:
    """A human pays a pawn from the Coalition mat; section 8.9 spares the bot (R51) [6.3]."""
    if tracks.can_increase_unity(table) and table.count(faction, middle_class.PAWN):
        for box in middle_class.return_boxes(table):
            yield Play("increase_unity", faction, goal=box.id)


def _move_middle_class(table: Table, faction: str) -> Iterator[Play]:
    if not middle_class.moves_per_action(table, faction):
        return
    action = "move_middle_class"
    for source in middle_class.available_pawns(table, faction):
        yield Play(action, faction, source=source, goal=faction)
    for mat in middle_class.mats_with_pawns(table):
        for box in middle_class.return_boxes(table):
            yield Play(action, faction, target=mat, source=mat, goal=box.id)
        if middle_class.may_move_from_mat(faction, mat):
            yield Play(action, faction, target=mat, source=mat, goal=faction)


def _sudden_victory(table: Table, faction: str) -> Iterator[Play]:
    if tracks.can_place_sudden_victory(table, faction):
        yield Play("place_sudden_victory_marker", faction)


def _gain_momentum(table: Table, faction: str) -> Iterator[Play]:
    if table.text("momentum") != faction:
        yield Play("gain_momentum", faction)


def _change_stance(table: Table, faction: str) -> Iterator[Play]:
    for side, step in (("left", -1), ("right", 1)):
        if tracks.can_shift_stance(table, faction, step):
            yield Play("change_stance", faction, side=side)


def _place_assassinations(table: Table, faction: str) -> Iterator[Play]:
    for box in available(table, "assassinations", faction):
        for target in markers.assassination_targets(faction):
            for space in markers.assassination_spaces(table, faction, target):
                base = Play("place_assassinations", faction, space=space, target=target, source=box.id)
                for piece in markers.assassination_pieces(table, target, space):
                    yield replace(base, piece=piece)
                cubes = markers.assassination_cubes(table, faction, target, space)
                yield replace(base, cubes=cubes or {target: 0})
        for space in markers.exposed_cliques(table, faction):
            yield Play("place_assassinations", faction, source=box.id, clique=space)


def _test_loyalty(table: Table, faction: str) -> Iterator[Play]:
    for space in units.loyalty_test_spaces(table):
        yield Play("test_coalition_loyalty", faction, spaces=(space,))


_LISTERS: Mapping[str, Lister] = {
    "place_influence": _place_influence,
    "remove_influence": _remove_influence,
    "place_unit": _place_unit,
    "move_units": _move_units,
    "assault": _assault,
    "place_leverage_on_map": _place_leverage_on_map,
    "place_leverage_on_track": _place_leverage_on_track,
    "remove_leverage": _remove_leverage,
    "place_reform": _place_reform,
    "place_cadre": _place_cadre,
    "place_conservative_clique": _place_clique,
    "place_strike": _place_strike,
    "flip_strike": _flip_strike,
    "advance_progress": _advance("advance_progress", "progress"),
    "advance_reaction": _advance("advance_reaction", "reaction"),
    "increase_deals": _increase_deals,
    "increase_unity": _increase_unity,
    "move_middle_class": _move_middle_class,
    "place_sudden_victory_marker": _sudden_victory,
    "gain_momentum": _gain_momentum,
    "change_stance": _change_stance,
    "place_assassinations": _place_assassinations,
    "test_coalition_loyalty": _test_loyalty,
}


# -- carrying out --------------------------------------------------------------------------------------

_SECTIONS = {
    "coalition": ("6.0", "6.2", "6.3"),
    "kpd": ("6.0", "6.2", "6.4"),
    "nsdap": ("6.0", "6.2", "6.5"),
    "rc": ("6.0", "6.2", "6.6"),
}
_COMPARED = ("space", "target", "piece", "source", "goal", "side")
_SEVERAL = {"move_units": "moves", "test_coalition_loyalty": "spaces"}


def carry_out(table: Table, play: Play, chance: assault.Chance, switches: Switches | None = None) -> Done:
    """The table after a play and everything that follows at once.

    What the play leaves empty is taken from the first legal play that agrees with it. Raises
    :class:`IllegalPlay` if none does (fewer cubes than offered, or another split of them, is legal,
    and so are up to three of the single moves or spaces offered).
    """
    full = completed(table, play)
    draft = Draft(table, full.faction, switches)
    fights = _DOERS[full.action](draft, full, chance)
    return Done(draft.table, tuple(draft.changes), tuple(fights or ()))


def completed(table: Table, play: Play) -> Play:
    """The play with everything it leaves empty filled in. Raises :class:`IllegalPlay`."""
    legal = plays(table, play.faction, play.action)
    if play.action in _SEVERAL:
        _check_several(table, play, legal, _SEVERAL[play.action])
        return play
    agreeing = [one for one in legal if _agrees(one, play)]
    if not agreeing:
        why = why_not(table, play.faction, play.action)
        raise IllegalPlay(why or "the rules do not allow this there", _SECTIONS[play.faction])
    # Filled in, an Assassinations marker takes what it can: the bare one comes last.
    full = replace(
        max(agreeing, key=_is_worth_something),
        loans=play.loans,
        pawns=play.pawns,
        reform=play.reform,
        clique=play.clique,
    )
    if not play.cubes:
        return full
    _check_cubes(table, play)
    return replace(full, cubes=dict(play.cubes))


def _is_worth_something(play: Play) -> bool:
    return play.action != "place_assassinations" or play.piece is not None or any(play.cubes.values())


def _agrees(offered: Play, wanted: Play) -> bool:
    """Whether an offered play is the wanted one as far as that is specified."""
    named = (name for name in _COMPARED if getattr(wanted, name) is not None)
    if not all(getattr(wanted, name) == getattr(offered, name) for name in named):
        return False
    return not wanted.cubes or (bool(offered.cubes) and _fits_target(offered, wanted))


def _fits_target(offered: Play, wanted: Play) -> bool:
    """Whether some of the cubes wanted are of a faction that the offered marker can hit."""
    hit = {faction for faction, count in wanted.cubes.items() if count}
    if offered.action != "place_assassinations" or offered.target is None:
        return True
    return not hit or bool(hit & set(markers.assassination_side(offered.faction, offered.target)))


def _check_cubes(table: Table, play: Play) -> None:
    """A human may place or remove fewer cubes, and split them over factions where 6.4-6.6 allow it."""
    assert play.space is not None
    if play.action == "place_influence":
        most = {play.faction: influence.placing(table, play.faction)[play.space]}
        number = influence.cubes_per_action(table, play.faction)
    elif play.action == "remove_influence":
        most = {other: influence.removable(table, play.faction, other, play.space) for other in FACTIONS}
        number = influence.cubes_per_action(table, play.faction)
    else:
        target = play.target or next(iter(play.cubes))
        side = markers.assassination_side(play.faction, target)
        barred = play.space in table.listed("turn.placed_influence")
        most = {other: 0 if barred else table.influence(play.space, other) for other in side}
        number = markers.CUBES_PER_MARKER
    if sum(play.cubes.values()) > number:
        raise IllegalPlay(f"at most {number} cubes in all", _SECTIONS[play.faction])
    if (
        sum(1 for count in play.cubes.values() if count) > 1
        and influence.targets_per_action(play.faction) == 1
    ):
        raise IllegalPlay("only one faction's cubes", _SECTIONS[play.faction])
    for faction, count in play.cubes.items():
        if not 0 <= count <= most.get(faction, 0):
            raise IllegalPlay(f"at most {most.get(faction, 0)} cubes of {faction}", _SECTIONS[play.faction])


def _check_several(table: Table, play: Play, legal: list[Play], field: str) -> None:
    wanted = getattr(play, field)
    offered = {getattr(one, field)[0] for one in legal}
    if not 1 <= len(wanted) <= units.MOVES_PER_ACTION:
        raise IllegalPlay("from one to three of them", _SECTIONS[play.faction])
    if field == "spaces" and len(set(wanted)) < len(wanted):
        raise IllegalPlay("only one Freikorps in each space", ("6.6",))
    for one in wanted:
        if one not in offered:
            shown = " ".join(one) if isinstance(one, tuple) else one
            raise IllegalPlay(f"{shown} is not possible", _SECTIONS[play.faction])
    for (unit, origin), number in Counter(move[:2] for move in play.moves).items():
        if number > table.count(origin, unit):
            raise IllegalPlay(
                f"{origin} has only {table.count(origin, unit)} {unit}", _SECTIONS[play.faction]
            )


def _given(value: str | None) -> str:
    """A part of a completed play that its Action always has."""
    assert value is not None
    return value


def _one_of(named: str | None, spaces: list[str], otherwise: str) -> str | None:
    """The named space if it is one of ``spaces``, the first if none is named, None if there is none."""
    if named is not None and named not in spaces:
        raise IllegalPlay(f"{named} {otherwise}", ("6.4", "6.5"))
    return named or next(iter(spaces), None)


def _do_place_unit(draft: Draft, play: Play, chance: assault.Chance) -> list[assault.Result]:
    units.place_unit(draft, _given(play.piece), _given(play.source), _given(play.space))
    return _sworn_enemies(draft, play, _given(play.piece), _given(play.space), chance)


def _do_move_units(draft: Draft, play: Play, chance: assault.Chance) -> list[assault.Result]:
    for unit, origin, goal in play.moves:
        units.move_unit(draft, unit, origin, goal)
    fights = []
    for unit, goal in dict.fromkeys((unit, goal) for unit, _, goal in play.moves):
        fights += _sworn_enemies(draft, play, unit, goal, chance)
    return fights


def _sworn_enemies(
    draft: Draft, play: Play, unit: str, space: str, chance: assault.Chance
) -> list[assault.Result]:
    """The free Assault that placing or moving a unit to its Sworn Enemies brings on [6.0, R24]."""
    enemies = units.sworn_enemies(draft.table, unit, space)
    if not enemies:
        return []
    return [_fought(draft, assault.Plan(space, *enemies, True, play.loans, play.pawns), chance)]


def _do_assault(draft: Draft, play: Play, chance: assault.Chance) -> list[assault.Result]:
    plan = assault.Plan(_given(play.space), play.faction, _given(play.target), False, play.loans, play.pawns)
    return [_fought(draft, plan, chance)]


def _fought(draft: Draft, plan: assault.Plan, chance: assault.Chance) -> assault.Result:
    """An Assault on the terms of a plan, which must be allowed."""
    why = assault.why_not_terms(draft.table, plan)
    if why:
        raise IllegalPlay(why, ("6.2",))
    return assault.resolve(draft, plan, chance)


def _do_leverage_on_track(draft: Draft, play: Play, chance: assault.Chance) -> None:
    if play.goal == "economy":
        colour = leverage.LEVERAGE[play.faction]
        leverage.place_on_economy(draft, colour, _given(play.source), _given(play.side))
    else:
        leverage.place_on_track(draft, _given(play.goal), _given(play.source))


def _do_place_strike(draft: Draft, play: Play, chance: assault.Chance) -> None:
    markers.place_strike(draft, _given(play.source), _given(play.space))
    if markers.general_strike_breaks_out(draft.table, draft.switches):
        reforms = draft.table.spaces_with("reform")
        markers.start_general_strike(draft, _one_of(play.reform, reforms, "has no Reform to remove"))


def _do_increase_unity(draft: Draft, play: Play, chance: assault.Chance) -> None:
    middle_class.give_back(draft, play.faction, _given(play.goal))
    tracks.shift_unity(draft, 1)


def _do_middle_class(draft: Draft, play: Play, chance: assault.Chance) -> None:
    if play.goal == play.faction:
        middle_class.take(draft, _given(play.source))
    else:
        middle_class.give_back(draft, _given(play.source), _given(play.goal))


def _do_assassinations(draft: Draft, play: Play, chance: assault.Chance) -> None:
    """The marker and its victims, then the one against a Clique where it is due [6.5, 6.6]."""
    if play.space is not None:
        side = SIDE_AGAINST[_given(play.target)]
        markers.place_assassinations(draft, _given(play.source), play.space, side)
        if play.piece:
            draft.take_back(play.piece, play.space)
        influence.remove(draft, play.space, play.cubes)
    exposed = markers.exposed_cliques(draft.table, play.faction)
    source = markers.first_source(draft.table, "assassinations", play.faction)
    space = _one_of(play.clique, exposed, "has no Clique that can be hit")
    if space is not None and source is not None:
        markers.place_assassinations(draft, source, space, SIDE_AGAINST["rc"])
        draft.take_back(markers.cliques_in(draft.table, space)[0], space)


def _do_test_loyalty(draft: Draft, play: Play, chance: assault.Chance) -> None:
    for space in play.spaces:
        units.reveal_freikorps(draft, space, chance.flip())


Doer = Callable[[Draft, Play, assault.Chance], "list[assault.Result] | None"]


def _plainly(do: Callable[[Draft, Play], None]) -> Doer:
    """A doer that needs no chance."""
    return lambda draft, play, chance: do(draft, play)


def _place_held_piece(draft: Draft, play: Play) -> None:
    markers.place_held(draft, _given(play.piece), _given(play.source), _given(play.space))


_DOERS: Mapping[str, Doer] = {
    "place_influence": _plainly(lambda d, p: influence.place(d, _given(p.space), p.cubes.get(p.faction, 0))),
    "remove_influence": _plainly(lambda d, p: influence.remove(d, _given(p.space), p.cubes)),
    "place_unit": _do_place_unit,
    "move_units": _do_move_units,
    "assault": _do_assault,
    "place_leverage_on_map": _plainly(
        lambda d, p: leverage.place_on_map(d, _given(p.source), _given(p.space))
    ),
    "place_leverage_on_track": _do_leverage_on_track,
    "remove_leverage": _plainly(lambda d, p: leverage.remove(d, _given(p.piece), _given(p.source))),
    "place_reform": _plainly(_place_held_piece),
    "place_cadre": _plainly(_place_held_piece),
    "place_conservative_clique": _plainly(_place_held_piece),
    "place_strike": _do_place_strike,
    "flip_strike": _plainly(lambda d, p: markers.flip_strike(d, _given(p.space))),
    "advance_progress": _plainly(lambda d, p: tracks.advance(d, "progress")),
    "advance_reaction": _plainly(lambda d, p: tracks.advance(d, "reaction")),
    "increase_deals": _plainly(lambda d, p: tracks.increase_deals(d, _given(p.goal))),
    "increase_unity": _do_increase_unity,
    "move_middle_class": _do_middle_class,
    "place_sudden_victory_marker": _plainly(lambda d, p: tracks.place_sudden_victory(d, p.faction)),
    "gain_momentum": _plainly(lambda d, p: tracks.gain_momentum(d, p.faction)),
    "change_stance": _plainly(lambda d, p: tracks.shift_stance(d, p.faction, 1 if p.side == "right" else -1)),
    "place_assassinations": _do_assassinations,
    "test_coalition_loyalty": _do_test_loyalty,
}
