"""Carrying out single effects of Events for a bot: choices by 8.6, and what follows at once (6.0, 6.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from weimar_bot.bot import event_model as model
from weimar_bot.bot import event_pieces as pieces
from weimar_bot.bot.choice import Choice
from weimar_bot.bot.event_wishes import is_wished
from weimar_bot.bot.facts import RANK_OF_UNIT
from weimar_bot.bot.naming import names_of, way_to
from weimar_bot.bot.scene import Scene
from weimar_bot.flowchart.vocabulary import Doing
from weimar_bot.rules import assault, leverage, markers, middle_class, tracks, units
from weimar_bot.rules.draft import Draft
from weimar_bot.rules.listing import actions_of, plays
from weimar_bot.table.changes import Change, Move, Shift
from weimar_bot.table.pieces import CUBES, UNITS
from weimar_bot.table.table import Table

# Actions a bot never performs [8.1].
_NEVER: Final = ("move_units",)
# Actions that no chart of a faction holds: the verb, and the sequence that chooses.
_VERBS: Final[Mapping[str, str | None]] = {
    "place_leverage_on_map": "any_space",
    "place_sudden_victory_marker": None,
}


def is_obliged(effect: model.Effect) -> bool:
    """Whether an effect is no option: the card says it must be done, and how much [6.1]."""
    act = effect.act
    if isinstance(act, model.MovePieces):
        return effect.must and not act.part.up_to
    if isinstance(act, (model.Place, model.Remove)):
        return effect.must and not all(part.up_to for part in act.parts)
    return effect.must


def do(scene: Scene, effect: model.Effect, doing: Doing) -> None:
    """Carry out an effect on the table as far as it goes; each step becomes a deed."""
    _DOERS[type(effect.act)](scene, effect.act, doing, is_obliged(effect))


def is_possible(scene: Scene, act: model.Act, faction: str) -> bool:
    """Whether an effect could change anything if ``faction`` carried it out."""
    return bool(_POSSIBLE[type(act)](scene, act, faction))


# -- choosing ----------------------------------------------------------------------------------------


def _wanted(scene: Scene, verb: str, options: list[Choice], obliged: bool) -> list[Choice]:
    """Options that begin with a piece the bot wants; all if there is none and the card obliges it."""
    wanted = [
        option
        for option in options
        if option.piece is None or is_wished(scene, verb, option.piece, scene.faction)
    ]
    return wanted or (options if obliged else [])


def _chosen(scene: Scene, options: Sequence[Choice], sequence: str, doing: Doing) -> tuple[Choice, Doing]:
    """The option the Order of Operations picks, and the grounds with those of its criteria."""
    found = scene.walker.narrow(options, f"order_of_operations.{sequence}")
    assert isinstance(found.option, Choice)
    cites = (*doing.cites, *(cite for one in found.narrowed for cite in one.cites))
    rulings = (*doing.rulings, *(ruling for one in found.narrowed for ruling in one.rulings))
    rulings += found.settled_by
    return found.option, Doing(doing.name, _unique(cites), _unique(rulings))


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _sequence(faces: Iterable[str]) -> str:
    """What chooses the space: guidelines B for cubes, C for units, E for anything else [8.6-4]."""
    faces = set(faces)
    if faces & set(CUBES):
        return "influence"
    return "unit" if faces & set(UNITS) else "any_space"


# -- pieces ------------------------------------------------------------------------------------------


def _place(scene: Scene, act: model.Place, doing: Doing, obliged: bool) -> None:
    used: set[str] = set()
    sequence = _sequence(face for part in act.parts for face in part.faces(scene.faction))
    for _ in range(act.times):
        options = pieces.placing_options(scene, act, scene.faction, used)
        options = _wanted(scene, "place", options, obliged)
        if not options:
            return
        choice, grounds = _chosen(scene, options, sequence, doing)
        _settle(scene, choice, grounds)
        if act.different and choice.space:
            used.add(choice.space)


def _remove(scene: Scene, act: model.Remove, doing: Doing, obliged: bool) -> None:
    used: set[str] = set()
    # On tracks markers come off one by one, each time from the track that is then first.
    rounds = act.times * (sum(part.count for part in act.parts) if act.tracks else 1)
    for _ in range(rounds):
        options = pieces.removing_options(scene, act, scene.faction, used)
        options = _wanted(scene, "remove", options, obliged)
        if not options:
            return
        choice, grounds = _victim(scene, options, doing)
        _settle(scene, choice, grounds)
        if act.different and choice.space:
            used.add(choice.space)


def _victim(scene: Scene, options: list[Choice], doing: Doing) -> tuple[Choice, Doing]:
    """Whom it hits, which piece, and where: tracks before the map (8.6-2 to 8.6-4)."""
    grounds = Doing(doing.name, (*doing.cites, "8.6-2", "8.6-3"), doing.rulings)
    on_tracks = [option for option in options if option.space is None]
    if on_tracks:
        return _chosen(scene, pieces.first_tracks(scene, on_tracks, scene.faction), "side", grounds)
    opposing = [option for option in options if option.target]
    options = opposing or options
    faces = {option.piece for option in options if option.piece}
    if faces <= set(UNITS):
        first = min(pieces.in_order(scene, face, scene.faction)[0] for face in faces)
        hit = [o for o in options if o.piece and pieces.in_order(scene, o.piece, scene.faction)[0] == first]
        return _chosen(scene, hit, "unit", grounds)
    return _chosen(scene, options, "victim", grounds)


def _move(scene: Scene, act: model.MovePieces, doing: Doing, obliged: bool) -> None:
    for _ in range(act.times):
        options = pieces.moving_options(scene, act, scene.faction)
        if not options:
            return
        faces = act.part.faces(scene.faction)
        choice, grounds = _chosen(scene, options, _sequence(faces), doing)
        _settle(scene, choice, grounds)


def _settle(scene: Scene, choice: Choice, doing: Doing) -> None:
    """Do a choice, then what it brings on at once: a General Strike, free Assaults [1.5, 6.0]."""
    doing = Doing(doing.name, _unique((*doing.cites, "8.6-4D")), doing.rulings)
    draft = scene.draft()
    choice.do(draft)
    strikes = any(isinstance(change, Move) and change.piece == "strike" for change in draft.changes)
    if strikes and markers.general_strike_breaks_out(draft.table, scene.switches):
        doing = Doing(doing.name, doing.cites, _unique((*doing.rulings, "R35")))
        reforms = [
            scene.choice(lambda draft: None, space=space, piece="reform")
            for space in draft.table.spaces_with("reform")
        ]
        reform = scene.choose(reforms, "any_space")
        markers.start_general_strike(draft, reform.space if reform else None)
    scene.keep(choice, doing, draft)
    for unit, space in _come(draft.changes):
        _sworn_enemies(scene, unit, space)


def _come(changes: Iterable[Change]) -> list[tuple[str, str]]:
    """The units that came to a space, each kind once."""
    found = [(one.piece, one.goal) for one in changes if isinstance(one, Move) and one.source != one.goal]
    return [(unit, space) for unit, space in dict.fromkeys(found) if unit in units.SWORN_ENEMIES]


def _sworn_enemies(scene: Scene, unit: str, space: str) -> None:
    """The free Assault of Sworn Enemies: the bot attacks if it is one of them, else chance decides (R24)."""
    if space not in scene.table.board.spaces:
        return
    enemies = units.sworn_enemies(scene.table, unit, space)
    if not enemies:
        return
    attacker = scene.faction if scene.faction in enemies else enemies[scene.pick(2)]
    defender = next(faction for faction in enemies if faction != attacker)
    losses = scene.listed("losses")

    def rank(face: str, loaned: bool) -> int:
        return losses.index("loaned_unit" if loaned else RANK_OF_UNIT[face])

    draft = scene.draft()
    plan = scene.chance.terms(scene.table, assault.Plan(space, attacker, defender, free=True))
    result = assault.resolve(draft, plan, scene, rank, scene.chance.loss)
    choice = scene.choice(lambda draft: None, space=space, target=defender)
    scene.keep(choice, Doing("free_assault", ("6.0", "6.2"), ("R24",)), draft, result)


# -- pawns, tracks, Momentum, control ----------------------------------------------------------------


def _pawn(scene: Scene, act: model.Pawn, doing: Doing, obliged: bool) -> None:
    verb = scene.walker.vocabulary.verbs["take_pawn" if act.how == "take" else "return_pawn"]
    for _ in range(act.times):
        options = [one for one in verb.options(scene, {}).items if isinstance(one, Choice)]
        if not options:
            return
        scene.carry_out(*_chosen(scene, options, "pawn", doing))


def _pawn_possible(scene: Scene, act: model.Pawn, faction: str) -> bool:
    if act.how == "take":
        return bool(middle_class.available_pawns(scene.table, faction))
    return any(mat != faction for mat in middle_class.mats_with_pawns(scene.table))


def _shift(scene: Scene, act: model.ShiftTrack, doing: Doing, obliged: bool) -> None:
    if not obliged and "economy_to_stable" in scene.listed(f"{scene.faction}_wishes") and act.towards:
        # What it wants is Stable, so it does not go on to the other side [8.6-1].
        act = model.ShiftTrack(act.track, act.steps, "stable")
    draft = scene.draft()
    shift(draft, act)
    if draft.changes:
        scene.keep(scene.choice(partial(shift, act=act)), doing, draft)


def shift(draft: Draft, act: model.ShiftTrack) -> None:
    """Shift a marker as far as the limits of its track let it [5.3-5.7]."""
    step = 1 if act.steps > 0 else -1
    if act.track == "economy":
        leverage.shift_economy(draft, act.towards, act.steps)
        return
    for _ in range(abs(act.steps)):
        _SHIFT_ONCE[act.track](draft, act.track, step)


def _shift_level(draft: Draft, track: str, step: int) -> None:
    """Progress or Reaction: up as far as Leverage goes, down to 1; Reaction follows Progress [5.7]."""
    if step > 0:
        if tracks.why_not_advance(draft.table, track) is None:
            tracks.advance(draft, track)
        return
    draft.shift(track, max(1, draft.table.level(track) - 1))
    leverage.lower_reaction_to_progress(draft)


def _shift_stance(draft: Draft, track: str, step: int) -> None:
    faction = track.removesuffix("_stance")
    if tracks.can_shift_stance(draft.table, faction, step):
        tracks.shift_stance(draft, faction, step)


def _shift_deals(draft: Draft, track: str, step: int) -> None:
    if tracks.can_increase_deals(draft.table, track):
        tracks.increase_deals(draft, track)


_SHIFT_ONCE: Mapping[str, Callable[[Draft, str, int], None]] = {
    "progress": _shift_level,
    "reaction": _shift_level,
    "unity": lambda draft, track, step: tracks.shift_unity(draft, step),
    "kpd_stance": _shift_stance,
    "nsdap_stance": _shift_stance,
    "us_deals": _shift_deals,
    "ussr_deals": _shift_deals,
}


def _shift_possible(scene: Scene, act: model.ShiftTrack, faction: str) -> bool:
    draft = scene.draft()
    shift(draft, act)
    return bool(draft.changes)


def _momentum(scene: Scene, act: model.Momentum, doing: Doing, obliged: bool) -> None:
    to = act.to or scene.faction
    if scene.table.text("momentum") != to:
        scene.carry_out(scene.choice(lambda draft: tracks.gain_momentum(draft, to)), doing)


def _momentum_possible(scene: Scene, act: model.Momentum, faction: str) -> bool:
    return scene.table.text("momentum") != (act.to or faction)


def _control(scene: Scene, act: model.Control, doing: Doing, obliged: bool) -> None:
    options = [
        scene.choice(partial(_hand_over, area=area, to=_holder(act, scene.faction)), space=space)
        for area in _areas(scene.table, act, scene.faction)
        for space in scene.table.board.members(area)
    ]
    if options:
        scene.carry_out(*_chosen(scene, options, "any_space", doing))


def _holder(act: model.Control, faction: str) -> str | None:
    return {"none": None, "own": faction}.get(act.to, act.to)


def _areas(table: Table, act: model.Control, faction: str) -> list[str]:
    """The areas where the holder would change."""
    to = _holder(act, faction)
    return [area for area in act.areas if table.state[f"control.{area}"][0] != to]  # type: ignore[index]


def _hand_over(draft: Draft, area: str, to: str | None) -> None:
    key = f"control.{area}"
    draft.do(Shift(key, draft.table.state[key], (to, to is not None)))


# -- Actions -----------------------------------------------------------------------------------------


def _action(scene: Scene, act: model.GrantAction, doing: Doing, obliged: bool) -> None:
    """A granted Action is performed as on a turn of its own; those a bot never performs are skipped [8.1]."""
    before = scene.only_spaces
    if act.where != model.MAP:
        scene.only_spaces = frozenset(act.where.found(scene.table, scene.faction))
    try:
        for _ in range(act.times):
            scene.begin_action()
            if not _performed(scene, act.action, doing):
                return
    finally:
        scene.only_spaces = before


def _performed(scene: Scene, action: str, doing: Doing) -> bool:
    faction = scene.faction
    if action == model.ANY_ACTION:
        outcomes = scene.walker.priority(f"{faction}.turn", 1)
        return any(outcome.performed for outcome in outcomes)
    if action in _NEVER or action not in actions_of(faction):
        return False
    if action == "gain_momentum":
        before = len(scene.deeds)
        _momentum(scene, model.Momentum(), Doing(action, doing.cites), True)
        return len(scene.deeds) > before
    charts = scene.walker.charts
    for name in names_of(charts, faction):
        if name.rpartition(".")[2] == action:
            *_, node = way_to(charts, faction, name)
            if scene.walker.walk_within((), node).performed:
                return True
    return action in _VERBS and _by_verb(scene, action, doing)


def _by_verb(scene: Scene, action: str, doing: Doing) -> bool:
    """An Action of which the faction's chart has nothing to say: guideline E alone."""
    verb = scene.walker.vocabulary.verbs[action]
    options = [one for one in verb.options(scene, {}).items if isinstance(one, Choice) and scene.admits(one)]
    if not options:
        return False
    sequence = _VERBS[action]
    grounds = Doing(action, _unique((*verb.cite, *doing.cites)))
    choice = options[0]
    if sequence:
        choice, grounds = _chosen(scene, options, sequence, grounds)
    verb.perform(scene, choice, {}, grounds)
    return True


def _action_possible(scene: Scene, act: model.GrantAction, faction: str) -> bool:
    names = actions_of(faction) if act.action == model.ANY_ACTION else [act.action]
    spaces = None if act.where == model.MAP else set(act.where.found(scene.table, faction))
    bot = faction in scene.table.listed("non_player")
    return any(
        spaces is None or play.space in spaces
        for name in names
        if not (bot and name in _NEVER)
        for play in plays(scene.table, faction, name)
    )


_DOERS: Mapping[type, Callable[[Scene, Any, Doing, bool], None]] = {
    model.Place: _place,
    model.Remove: _remove,
    model.MovePieces: _move,
    model.Pawn: _pawn,
    model.ShiftTrack: _shift,
    model.GrantAction: _action,
    model.Momentum: _momentum,
    model.Control: _control,
}
_POSSIBLE: Mapping[type, Callable[[Scene, Any, str], object]] = {
    model.Place: pieces.placing_options,
    model.Remove: pieces.removing_options,
    model.MovePieces: pieces.moving_options,
    model.Pawn: _pawn_possible,
    model.ShiftTrack: _shift_possible,
    model.GrantAction: _action_possible,
    model.Momentum: _momentum_possible,
    model.Control: lambda scene, act, faction: _areas(scene.table, act, faction),
}
