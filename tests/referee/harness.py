"""Puts a case to the product and to the referee, and lists where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from tests.referee.board import CLIQUES, cards
from tests.referee.bots import play
from tests.referee.cases import Case, table_of
from tests.referee.position import position_of, sorted_position
from tests.referee.turn import Turn
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Request, decide
from weimar_bot.bot.decision_data import decision_data
from weimar_bot.reading.faults import InputError
from weimar_bot.table.check import impossible

Answer = dict[str, Any]
_CARDS = load_cards()
_KINDS = {clique: "conservative_clique" for clique in CLIQUES}
_NUMBERS = ("potential", "strength", "dice", "hits")


class Disagreement(Exception):
    """The referee cannot follow the product's random picks."""


# -- the product ---------------------------------------------------------------------------------------


def ask_product(case: Case) -> Answer:
    """What the product decides, as its documented JSON data, and whether the result can be."""
    table = table_of(case.position)
    request = Request(table, case.faction, _CARDS[case.card], case.event, case.action, case.rulings)
    decision = decide(request, Chance(case.dice, case.flips, case.seed))
    answer = decision_data(decision)
    answer["impossible"] = [str(fault) for fault in impossible(decision.after)]
    return answer


# -- the referee ---------------------------------------------------------------------------------------


class Replay:
    """Follows the product's random picks, as long as the tied options are the same."""

    def __init__(self, picks: Sequence[dict[str, Any]]) -> None:
        self.picks = list(picks)

    def __call__(self, options: list[str]) -> str:
        if not self.picks:
            raise Disagreement(f"the referee draws lots among {options}, the product does not")
        pick = self.picks.pop(0)
        if sorted(pick["options"]) != sorted(options):
            raise Disagreement(f"lots are drawn among {options}, the product draws among {pick['options']}")
        return str(pick["taken"])


def ask_referee(case: Case, picks: Sequence[dict[str, Any]]) -> Turn:
    """What the referee does with the same case and the same picks."""
    card = cards()[case.card]
    replay = Replay(picks)
    turn = Turn(
        position_of(deepcopy(case.position)),
        case.faction,
        list(card["order"]),
        card["impulse"],
        replay,
        list(case.dice),
        list(case.flips),
        dict(case.rulings),
    )
    play(turn, card["plays_event"], case.event, case.action)
    if replay.picks:
        raise Disagreement(f"the product draws lots where the referee does not: {replay.picks}")
    return turn


# -- comparing -----------------------------------------------------------------------------------------


def differences(case: Case) -> list[str]:
    """Every difference between the two answers; empty if they agree."""
    product = ask_product(case)
    found = [f"the product's result cannot lie on a table: {fault}" for fault in product["impossible"]]
    try:
        turn = ask_referee(case, product["random"])
    except Disagreement as error:
        return [*found, str(error)]
    ours = [_of_referee(deed) for deed in turn.deeds]
    theirs = [_of_product(deed) for deed in product["actions"]]
    if ours != theirs:
        found += [f"actions: the referee {ours}", f"actions: the product {theirs}"]
    our_dice, their_dice = [roll["die"] for roll in turn.rolls], [roll["die"] for roll in product["rolls"]]
    if our_dice != their_dice:
        found.append(f"dice: the referee {turn.rolls}, the product {product['rolls']}")
    return found + _differing_places(turn, product)


def _differing_places(turn: Turn, product: Answer) -> list[str]:
    ours, theirs = sorted_position(turn.position), sorted_position(position_of(product["after"]))
    found = [
        f"after, {face}: the referee {ours['lie'][face]}, the product {theirs['lie'][face]}"
        for face in ours["lie"]
        if ours["lie"][face] != theirs["lie"][face]
    ]
    return found + [
        f"after, {key}: the referee {ours[key]}, the product {theirs[key]}"
        for key in ours
        if key != "lie" and ours[key] != theirs[key]
    ]


def _of_referee(deed: Answer) -> Answer:
    numbers = {key: deed[key] for key in _NUMBERS if key in deed}
    head = {"name": deed["name"], "space": deed["space"], "target": deed["target"]}
    return head | numbers | {"moves": _in_words(deed["moves"])}


def _of_product(deed: Answer) -> Answer:
    numbers = {key: deed[key] for key in _NUMBERS if deed.get(key) is not None}
    moves = [
        (piece["piece"], piece["from"], piece["to"], piece["piece"])
        for piece in deed["pieces"]
        for _ in range(piece["count"])
    ]
    moves += [(flip["piece"], flip["space"], flip["space"], flip["becomes"]) for flip in deed["flips"]]
    head = {"name": deed["name"], "space": deed["space"], "target": deed["target"]}
    return head | numbers | {"moves": _in_words(moves)}


def _in_words(moves: Sequence[Sequence[str]]) -> list[str]:
    """One line a piece; of a Clique only the kind: which one it was, the position after it tells."""
    lines = []
    for face, source, goal, shown in moves:
        turned = f" as {shown}" if shown != face and source == goal else ""
        lines.append(f"{_KINDS.get(face, face)} {source} > {goal}{turned}")
    return sorted(lines)


# -- making a disagreement small -----------------------------------------------------------------------


def smaller(case: Case) -> Case:
    """The case with everything left out that the disagreement does not need."""
    kinds = _kinds(differences(case))
    shrunk = True
    while shrunk:
        shrunk = False
        for path in _paths(case.position):
            candidate = deepcopy(case)
            _delete(candidate.position, path)
            if _still_differs(candidate, kinds):
                case, shrunk = candidate, True
    return case


def _kinds(found: list[str]) -> set[str]:
    return {line.split(":")[0] for line in found}


def _still_differs(case: Case, kinds: set[str]) -> bool:
    try:
        return bool(_kinds(differences(case)) & kinds)
    except InputError:
        return False


def _paths(data: Any, above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The keys of a position, outermost first."""
    if not isinstance(data, dict):
        return []
    return [path for key, value in data.items() for path in [(*above, key), *_paths(value, (*above, key))]]


def _delete(data: dict[str, Any], path: tuple[str, ...]) -> None:
    for key in path[:-1]:
        data = data.get(key, {})
    data.pop(path[-1], None)
