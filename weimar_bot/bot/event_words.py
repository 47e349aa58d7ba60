"""The effects of an Event in plain words, for people who carry them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from weimar_bot.bot import event_model as model
from weimar_bot.table.board import SIDE_NAMES, TRACK_NAMES, Board
from weimar_bot.table.pieces import FACTION_NAMES, PIECES

_GROUP_NAMES: Mapping[str, tuple[str, str]] = {
    "influence": ("Influence", "Influence"),
    "unit": ("unit", "units"),
    "freikorps": ("loyal or unrevealed Freikorps", "loyal or unrevealed Freikorps"),
    "cadre": ("Cadre", "Cadres"),
    "leverage": ("Leverage of any colour", "Leverage of any colour"),
    "conservative_clique": ("Conservative Clique", "Conservative Cliques"),
    "assassinations": ("Assassinations marker", "Assassinations markers"),
    "strike_or_uprising": ("Strike or Uprising", "Strikes or Uprisings"),
    "piece": ("unit, cube or marker", "units, cubes or markers"),
}
_OWNER_NAMES = {
    "own": "own ",
    "opposing": "opposing ",
    "any": "",
    **{f: f"{n} " for f, n in FACTION_NAMES.items()},
}
_ELECTION_NAMES = {
    "special": "Hold a Special Election",
    "snap": "Hold a Snap Election",
    "current_pv": "Count the current PV",
}


def effects_in_words(event: model.EventCard, board: Board) -> list[str]:
    """One line for each effect of a card, in order, with who does it and whether it must be done."""
    return [effect_in_words(effect, board) for effect in event.effects]


def effect_in_words(effect: model.Effect, board: Board) -> str:
    """One effect: ``NSDAP may: place 2 SA in München.``"""
    names = {"active": "", "momentum": "The Momentum faction", **FACTION_NAMES}
    name = names[effect.by]
    what = act_in_words(effect.act, board)
    condition = _condition(effect.condition)
    may = f"{name or 'The active faction'} may: "
    must = f"{name}: " if name else ""
    head = must if effect.must else may
    said = f"{condition}{head}{_small(what) if head or condition else what}"
    return said if said.endswith(".") else f"{said}."


def act_in_words(act: model.Act, board: Board) -> str:
    """What is done, as an instruction without a full stop."""
    return _WORDS[type(act)](act, board)


def _small(text: str) -> str:
    """The text as it goes on after a colon; names in capitals stay as they are."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _condition(condition: model.Condition) -> str:
    found = []
    if condition.momentum:
        found.append(f"{_factions(condition.momentum)} has Momentum")
    if condition.reichstag_seats:
        found.append(f"{_factions(condition.reichstag_seats)} holds Reichstag Seats")
    found += [f"Event #{number} is in play" for number in condition.lingers]
    if condition.progress:
        found.append(f"Progress is at least {condition.progress}")
    if condition.reaction:
        found.append(f"Reaction is at least {condition.reaction}")
    return f"If {' and '.join(found)}: " if found else ""


def _factions(names: Iterable[str]) -> str:
    return " or ".join(FACTION_NAMES.get(name, f"{name} faction") for name in names)


def _part(part: model.Part) -> str:
    number = f"up to {part.count}" if part.up_to else str(part.count)
    if part.piece in _GROUP_NAMES:
        one, several = _GROUP_NAMES[part.piece]
        owner = _OWNER_NAMES[part.of]
    else:
        piece = PIECES[part.piece]
        one, several, owner = piece.name, piece.plural, ""
    return f"{number} {owner}{one if part.count == 1 else several}"


def _parts(parts: Iterable[model.Part]) -> str:
    return " and ".join(_part(part) for part in parts)


def where_in_words(where: model.Where, board: Board) -> str:
    """The spaces of an effect: ``a space with KPD Presence``."""
    if len(where.spaces) == 1 and where == model.Where(spaces=where.spaces):
        return board.spaces[where.spaces[0]].name
    kind = {True: "one City", False: "one space that is no City", None: "one space"}[where.city]
    return " ".join([kind, *_conditions(where, board)])


def _conditions(where: model.Where, board: Board) -> Iterator[str]:
    if where.spaces:
        yield "of " + ", ".join(board.spaces[space].name for space in where.spaces)
    if where.adjacent_to:
        yield "adjacent to " + " or ".join(board.spaces[space].name for space in where.adjacent_to)
    for factions, what in (
        (where.presence_of, "with Presence of"),
        (where.no_presence_of, "without Presence of"),
        (where.dominance_of, "under Dominance of"),
        (where.supremacy_of, "under Supremacy of"),
        (where.control_of, "under Parliamentary Control of"),
    ):
        if factions:
            yield f"{what} {_factions(factions)}"
    for pieces, what in ((where.holds, "holding"), (where.lacks, "without")):
        if pieces:
            yield f"{what} {' or '.join(piece_name(piece) for piece in pieces)}"


def piece_name(word: str) -> str:
    """A piece, or a word for several, as people call one of it."""
    return _GROUP_NAMES[word][0] if word in _GROUP_NAMES else PIECES[word].name


def _times(act: model.Place | model.Remove, said: str) -> str:
    if act.times == 1:
        return said
    return f"{said}, {act.times} times{', each time in another space' if act.different else ''}"


def _place(act: model.Place, board: Board) -> str:
    return _times(act, f"Place {_parts(act.parts)} in {where_in_words(act.where, board)}")


def _remove(act: model.Remove, board: Board) -> str:
    places = [f"the {TRACK_NAMES[track]} track" for track in act.tracks]
    places += [where_in_words(act.where, board)] if act.on_map else []
    return _times(act, f"Remove {_parts(act.parts)} from {' or '.join(places)}")


def _move(act: model.MovePieces, board: Board) -> str:
    origin, goal = where_in_words(act.origin, board), where_in_words(act.where, board)
    times = f", {act.times} times" if act.times > 1 else ""
    return f"Move {_part(act.part)} from {origin} to {goal}{times}"


def _pawn(act: model.Pawn, board: Board) -> str:
    number = f"{act.times} Middle Class Sympathies pawn{'s' if act.times > 1 else ''}"
    if act.how == "take":
        return f"Take {number} that {'are' if act.times > 1 else 'is'} Available"
    return f"Return {number} from opposing mats"


def _shift(act: model.ShiftTrack, board: Board) -> str:
    boxes = f"{abs(act.steps)} box{'es' if abs(act.steps) > 1 else ''}"
    name = TRACK_NAMES[act.track]
    if act.towards:
        towards = SIDE_NAMES.get(act.towards, "Stable")
    elif act.track == "unity":
        towards = "Strong" if act.steps > 0 else "Fragile"
    elif act.track.endswith("_stance"):
        towards = "Revolutionary" if act.steps > 0 else "Democratic"
    else:
        return f"{'Increase' if act.steps > 0 else 'Decrease'} {name} by {boxes}"
    return f"Shift {name} {boxes} towards {towards}"


def _action(act: model.GrantAction, board: Board) -> str:
    name = "any" if act.action == model.ANY_ACTION else act.action.replace("_", " ").title()
    number = "one" if act.times == 1 else str(act.times)
    where = "" if act.where == model.MAP else f", affecting {where_in_words(act.where, board)}"
    if name == "any":
        return f"Perform {number} Action{'s' if act.times > 1 else ''} of any kind{where}"
    return f"Perform {number} {name} Action{'s' if act.times > 1 else ''}{where}"


def _momentum(act: model.Momentum, board: Board) -> str:
    return f"Move the Momentum marker to {FACTION_NAMES.get(act.to, 'that faction')}"


def _control(act: model.Control, board: Board) -> str:
    areas = " or ".join(board.area_name(area) for area in act.areas)
    if act.to == "none":
        return f"Set the Parliamentary Control card of {areas} aside"
    to = FACTION_NAMES.get(act.to, "the same faction")
    return f"Give the Parliamentary Control card of {areas} to {to}"


def _victory(act: model.Victory, board: Board) -> str:
    name = FACTION_NAMES[act.faction]
    return f"{name} wins the game if it has {act.pv} PV or more" if act.pv else f"{name} wins the game"


def _cards(act: model.Cards, board: Board) -> str:
    found = [
        f"{word} {number} Event card{'s' if number > 1 else ''}"
        for word, number in (("draw", act.draw), ("discard", act.discard))
        if number
    ]
    text = " and ".join(found)
    return text[:1].upper() + text[1:]


def _one_of(act: model.OneOf, board: Board) -> str:
    options = [act_in_words(option.act, board) for option in act.options]
    return "; or ".join([options[0], *map(_small, options[1:])])


_WORDS: Mapping[type, Callable[[Any, Board], str]] = {
    model.Place: _place,
    model.Remove: _remove,
    model.MovePieces: _move,
    model.Pawn: _pawn,
    model.ShiftTrack: _shift,
    model.GrantAction: _action,
    model.Momentum: _momentum,
    model.Control: _control,
    model.HoldElection: lambda act, board: _ELECTION_NAMES[act.kind],
    model.Victory: _victory,
    model.Cards: _cards,
    model.ByHand: lambda act, board: act.text,
    model.OneOf: _one_of,
}
