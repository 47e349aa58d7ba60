"""Every legal play of every Action (6.2-6.6); see :mod:`weimar_bot.rules.actions` for doing one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from weimar_bot.rules import assault, influence, leverage, markers, middle_class, tracks, units
from weimar_bot.rules.plays import Play
from weimar_bot.table.boxes import available, held_piece
from weimar_bot.table.pieces import CADRES, FACTIONS
from weimar_bot.table.table import Table

Lister = Callable[[Table, str], Iterable[Play]]


def plays(table: Table, faction: str, action: str) -> list[Play]:
    """Every legal play of an Action that changes something, in board order.

    Cubes are given to the maximum. Move Units lists single moves, up to three of which make one
    play; Test Coalition Loyalty lists single spaces, likewise; NSDAP's Move Middle Class Sympathies
    lists single pawns, of which one for each Cadre makes a play.
    """
    lister = _OF[faction].get(action)
    return list(lister(table, faction)) if lister else []


def actions_of(faction: str) -> list[str]:
    """The names of a faction's Actions [6.3-6.6]."""
    return list(_OF[faction])


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
    for unit, source in units.placeable_units(table, faction, every_box=True):
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


_COMMON: Mapping[str, Lister] = {
    "place_influence": _place_influence,
    "remove_influence": _remove_influence,
    "place_unit": _place_unit,
    "move_units": _move_units,
    "assault": _assault,
    "move_middle_class": _move_middle_class,
    "place_sudden_victory_marker": _sudden_victory,
    "gain_momentum": _gain_momentum,
}
_LEVERAGE: Mapping[str, Lister] = {
    "place_leverage_on_map": _place_leverage_on_map,
    "place_leverage_on_track": _place_leverage_on_track,
    "remove_leverage": _remove_leverage,
}
# Which Actions each faction has [6.3-6.6].
_OF: Mapping[str, Mapping[str, Lister]] = {
    "coalition": {
        **_COMMON,
        **_LEVERAGE,
        "place_reform": _place_reform,
        "advance_progress": _advance("advance_progress", "progress"),
        "increase_deals": _increase_deals,
        "increase_unity": _increase_unity,
    },
    "kpd": {
        **_COMMON,
        "change_stance": _change_stance,
        "flip_strike": _flip_strike,
        "place_strike": _place_strike,
        "place_cadre": _place_cadre,
    },
    "nsdap": {
        **_COMMON,
        "change_stance": _change_stance,
        "place_assassinations": _place_assassinations,
        "place_cadre": _place_cadre,
    },
    "rc": {
        **_COMMON,
        **_LEVERAGE,
        "advance_reaction": _advance("advance_reaction", "reaction"),
        "place_assassinations": _place_assassinations,
        "place_conservative_clique": _place_clique,
        "test_coalition_loyalty": _test_loyalty,
    },
}
