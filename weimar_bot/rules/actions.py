"""Carrying out any Action of any faction, for humans and bots alike (6.2-6.6).

:func:`plays` lists what is legal, :func:`carry_out` does it. Nothing here asks who is human.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from weimar_bot.rules import assault, influence, leverage, markers, middle_class, tracks, units
from weimar_bot.rules.draft import Draft
from weimar_bot.rules.listing import actions_of, plays
from weimar_bot.rules.plays import Done, IllegalPlay, People, Play
from weimar_bot.table.pieces import FACTIONS, SIDE_AGAINST
from weimar_bot.table.table import Table

__all__ = [
    "Done",
    "IllegalPlay",
    "People",
    "Play",
    "actions_of",
    "carry_out",
    "completed",
    "plays",
    "why_not",
]

Switches = Mapping[str, str]


class _Luck(NamedTuple):
    """Where dice and the choices of people come from while a play is carried out."""

    chance: assault.Chance
    people: People | None


_SECTIONS = {
    "coalition": ("6.0", "6.2", "6.3"),
    "kpd": ("6.0", "6.2", "6.4"),
    "nsdap": ("6.0", "6.2", "6.5"),
    "rc": ("6.0", "6.2", "6.6"),
}
_COMPARED = ("space", "target", "piece", "source", "goal", "side")
# What a play says besides being one of those offered.
_CHOSEN_BESIDES = ("loans", "pawns", "losses", "returns", "reform", "clique")
_SEVERAL = {"move_units": "moves", "test_coalition_loyalty": "spaces"}


def why_not(table: Table, faction: str, action: str) -> str | None:
    """Why an Action offers nothing; None if it does."""
    if action not in actions_of(faction):
        return f"{action} is no Action of {faction}"
    if plays(table, faction, action):
        return None
    if action == "place_influence" and influence.economy_forbids(table, faction):
        return "Economy forbids Coalition Influence"
    if action in ("advance_progress", "advance_reaction"):
        return tracks.why_not_advance(table, action.removeprefix("advance_"))
    return "nothing on the table allows it"


def carry_out(
    table: Table,
    play: Play,
    chance: assault.Chance,
    switches: Switches | None = None,
    people: People | None = None,
) -> Done:
    """The table after a play and everything that follows at once.

    What the play leaves empty is taken from the first legal play that agrees with it; what only turns up
    on the way (loans, losses, boxes, further victims) from ``people``, if they are there to be asked. Raises
    :class:`IllegalPlay` if none does (fewer cubes than offered, or another split of them, is legal,
    and so are up to three of the single moves or spaces offered).
    """
    full = completed(table, play)
    choose_box = people.box if people else None
    draft = Draft(table, full.faction, switches, returns=full.returns, choose_box=choose_box)
    fights = _DOERS[full.action](draft, full, _Luck(chance, people))
    return Done(draft.table, tuple(draft.changes), tuple(fights or ()))


def completed(table: Table, play: Play) -> Play:
    """The play with everything it leaves empty filled in. Raises :class:`IllegalPlay`."""
    legal = plays(table, play.faction, play.action)
    if play.action == "move_middle_class" and play.moves:
        _check_pawns(table, play)
        return play
    if play.action in _SEVERAL:
        _check_several(table, play, legal, _SEVERAL[play.action])
        return play
    agreeing = [one for one in legal if _agrees(one, play)]
    if not agreeing:
        why = why_not(table, play.faction, play.action)
        raise IllegalPlay(why or "the rules do not allow this there", _SECTIONS[play.faction])
    # Filled in, an Assassinations marker takes what it can: the bare one comes last.
    full = replace(
        max(agreeing, key=_is_worth_something), **{name: getattr(play, name) for name in _CHOSEN_BESIDES}
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
    if play.space is None:
        raise IllegalPlay("cubes need a space", _SECTIONS[play.faction])
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


def _check_pawns(table: Table, play: Play) -> None:
    """Several pawns of one Action, each move judged on the table the ones before it leave [6.5]."""
    if len(play.moves) > middle_class.moves_per_action(table, play.faction):
        raise IllegalPlay("one pawn for each own Cadre on the map", _SECTIONS[play.faction])
    draft = Draft(table, play.faction)
    for one in _pawn_plays(play):
        completed(draft.table, one)
        _move_pawn(draft, one)


def _pawn_plays(play: Play) -> list[Play]:
    """The single pawns of a Move Middle Class Sympathies Action."""
    if not play.moves:
        return [play]
    return [Play(play.action, play.faction, source=source, goal=goal) for _, source, goal in play.moves]


def _given(value: str | None) -> str:
    """A part of a completed play that its Action always has."""
    assert value is not None
    return value


def _one_of(
    draft: Draft, named: str | None, spaces: list[str], piece: str, otherwise: str, luck: _Luck
) -> str | None:
    """The named space if it is one of ``spaces``; None if there is none.

    If none is named, people choose, and without them the first.
    """
    if named is not None and named not in spaces:
        raise IllegalPlay(f"{named} {otherwise}", ("6.4", "6.5"))
    if named is None and luck.people is not None and len(spaces) > 1:
        named = luck.people.space(draft.table, piece, spaces)
    return named or next(iter(spaces), None)


def _do_place_unit(draft: Draft, play: Play, luck: _Luck) -> list[assault.Result]:
    units.place_unit(draft, _given(play.piece), _given(play.source), _given(play.space))
    return _sworn_enemies(draft, play, _given(play.piece), _given(play.space), luck)


def _do_move_units(draft: Draft, play: Play, luck: _Luck) -> list[assault.Result]:
    for unit, origin, goal in play.moves:
        units.move_unit(draft, unit, origin, goal)
    fights = []
    for unit, goal in dict.fromkeys((unit, goal) for unit, _, goal in play.moves):
        fights += _sworn_enemies(draft, play, unit, goal, luck)
    return fights


def _sworn_enemies(draft: Draft, play: Play, unit: str, space: str, luck: _Luck) -> list[assault.Result]:
    """The free Assault that placing or moving a unit to its Sworn Enemies brings on [6.0, R24]."""
    enemies = units.sworn_enemies(draft.table, unit, space)
    if not enemies:
        return []
    return [_fought(draft, play, assault.Plan(space, *enemies, True, play.loans, play.pawns), luck)]


def _do_assault(draft: Draft, play: Play, luck: _Luck) -> list[assault.Result]:
    plan = assault.Plan(_given(play.space), play.faction, _given(play.target), False, play.loans, play.pawns)
    return [_fought(draft, play, plan, luck)]


def _fought(draft: Draft, play: Play, plan: assault.Plan, luck: _Luck) -> assault.Result:
    """An Assault on the terms of a plan, which must be allowed; the hits fall in the order chosen."""
    people = luck.people
    if people is not None and not plan.loans and not plan.pawns:
        plan = people.terms(draft.table, plan)
    why = assault.why_not_terms(draft.table, plan)
    if why:
        raise IllegalPlay(why, ("6.2",))

    def rank(unit: str, loaned: bool) -> int:
        chosen = play.losses.index(unit) - len(play.losses) if unit in play.losses else 0
        return chosen or assault.loss_rank(unit, loaned) + 1

    chooser = people.loss if people is not None and not play.losses else None
    return assault.resolve(draft, plan, luck.chance, rank, chooser)


def _do_leverage_on_track(draft: Draft, play: Play, luck: _Luck) -> None:
    if play.goal == "economy":
        colour = leverage.LEVERAGE[play.faction]
        leverage.place_on_economy(draft, colour, _given(play.source), _given(play.side))
    else:
        leverage.place_on_track(draft, _given(play.goal), _given(play.source))


def _do_place_strike(draft: Draft, play: Play, luck: _Luck) -> None:
    markers.place_strike(draft, _given(play.source), _given(play.space))
    if markers.general_strike_breaks_out(draft.table, draft.switches):
        reforms = draft.table.spaces_with("reform")
        reform = _one_of(draft, play.reform, reforms, "reform", "has no Reform to remove", luck)
        markers.start_general_strike(draft, reform)


def _do_increase_unity(draft: Draft, play: Play, luck: _Luck) -> None:
    middle_class.give_back(draft, play.faction, _given(play.goal))
    tracks.shift_unity(draft, 1)


def _do_middle_class(draft: Draft, play: Play, luck: _Luck) -> None:
    for one in _pawn_plays(play):
        _move_pawn(draft, one)


def _move_pawn(draft: Draft, play: Play) -> None:
    if play.goal == play.faction:
        middle_class.take(draft, _given(play.source))
    else:
        middle_class.give_back(draft, _given(play.source), _given(play.goal))


def _do_assassinations(draft: Draft, play: Play, luck: _Luck) -> None:
    """The marker and its victims, then the one against a Clique where it is due [6.5, 6.6]."""
    if play.space is not None:
        side = SIDE_AGAINST[_given(play.target)]
        markers.place_assassinations(draft, _given(play.source), play.space, side)
        if play.piece:
            draft.take_back(play.piece, play.space)
        influence.remove(draft, play.space, play.cubes)
    exposed = markers.exposed_cliques(draft.table, play.faction)
    source = markers.first_source(draft.table, "assassinations", play.faction)
    if source is None:
        return
    why_not = "has no Clique that can be hit"
    space = _one_of(draft, play.clique, exposed, "conservative_clique", why_not, luck)
    if space is not None:
        markers.place_assassinations(draft, source, space, SIDE_AGAINST["rc"])
        draft.take_back(markers.cliques_in(draft.table, space)[0], space)


def _do_test_loyalty(draft: Draft, play: Play, luck: _Luck) -> None:
    for space in play.spaces:
        units.reveal_freikorps(draft, space, luck.chance.flip())


Doer = Callable[[Draft, Play, _Luck], "list[assault.Result] | None"]


def _plainly(do: Callable[[Draft, Play], None]) -> Doer:
    """A doer that needs no chance."""
    return lambda draft, play, luck: do(draft, play)


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
