"""Cases as data: the files of ``tests/cases``, read, checked for typing errors, and run.

A file holds a list ``cases``. A case names itself in a sentence, cites its ``section`` (and ``ruling``),
lays a table and asks one thing of it; ``expect`` says what must come. All that is compared is compared
by the keys given: what a case does not mention may be anything. Lists are compared whole.

The table: ``base`` is one of the ``tables`` of the same file, or a file of ``tests/data`` without its ending;
``position`` is laid over it (mappings are merged, lists and single values replace). Without both it is the
empty table.

What is asked, and what may be expected of it:

* ``decide``: {faction, card, dice, flips, event, action, rulings, seed}. ``actions`` (all, in order;
  ``says`` is text contained in the words of one), ``after`` (``null``: not there), ``skipped`` ({name, why};
  ``why`` is contained text), ``rolls``, ``random``, ``assumed`` (contained texts), ``shown`` (sections and
  rulings that stand somewhere in actions or trace), ``refused`` (text contained in the refusal).
* ``do``: a play of a human, with all keys of ``weimar_bot.rules.plays.Play`` and besides {dice, flips,
  rulings}; or a list of plays, one after another. ``after``; of the last play ``assaults``, ``refused``.
* ``legal``: {faction, action}. ``spaces`` (all), ``spaces_include``, ``spaces_exclude``, ``plays`` (each fits
  a legal play; an empty list: there is none), ``not_plays`` (none fits), ``why`` (why there is none).
* ``available``: {faction, piece}. ``boxes``, in the order in which they are taken.
* ``ask``: one of :data:`QUESTIONS`. ``answer``.

``otherwise``: {rulings, expect}, beside ``decide`` or ``do``, asks the same again with other rulings.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from weimar_bot.bot import decide as deciding
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.orderings import potential
from weimar_bot.bot.rulings import load_rulings, parse_switches, sections
from weimar_bot.bot.scene import Scene
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.trace import Trace
from weimar_bot.flowchart.walker import Walker
from weimar_bot.reading.faults import InputError
from weimar_bot.reading.source import read_file
from weimar_bot.rules import strength
from weimar_bot.rules.assault import Loan, Result
from weimar_bot.rules.plays import Play
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.boxes import available
from weimar_bot.table.pieces import PIECES, UNITS
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_models import Position, SpaceEntry
from weimar_bot.table.position_write import position_data
from weimar_bot.table.table import Table

FOLDER = Path(__file__).parent
Data = dict[str, Any]

_PLAY_KEYS = frozenset(field.name for field in dataclasses.fields(Play))
_RESULT_KEYS = frozenset(field.name for field in dataclasses.fields(Result)) - {"plan"}
_PLAN_KEYS = frozenset({"space", "attacker", "defender", "free"})
_ACTION_KEYS = frozenset(
    {
        "name",
        "space",
        "target",
        "pieces",
        "flips",
        "shifts",
        "text",
        "says",
        "cites",
        "rulings",
        "attacker",
        "potential",
        "loyalty",
        "cancelled",
        "strength",
        "modifiers",
        "dice",
        "hits",
        "losses",
        "momentum",
    }
)

KINDS: Mapping[str, frozenset[str]] = {
    "decide": frozenset({"faction", "card", "dice", "flips", "event", "action", "rulings", "seed"}),
    "do": _PLAY_KEYS | {"dice", "flips", "rulings"},
    "legal": frozenset({"faction", "action"}),
    "available": frozenset({"faction", "piece"}),
    "ask": frozenset(),
}
EXPECTED: Mapping[str, frozenset[str]] = {
    "decide": frozenset(
        {
            "actions",
            "after",
            "skipped",
            "rolls",
            "random",
            "assumed",
            "shown",
            "refused",
        }
    ),
    "do": frozenset({"after", "assaults", "refused"}),
    "legal": frozenset({"spaces", "spaces_include", "spaces_exclude", "plays", "not_plays", "why"}),
    "available": frozenset({"boxes"}),
    "ask": frozenset({"answer"}),
}
_CASE_KEYS = frozenset({"name", "section", "ruling", "base", "position", "expect", "otherwise", *KINDS})


@dataclass(frozen=True)
class Case:
    """One case of one file; ``variant`` holds the rulings of its ``otherwise``, if it is that."""

    file: str
    data: Data
    position: Data
    expect: Data
    variant: Mapping[str, str]

    @property
    def kind(self) -> str:
        return next(kind for kind in KINDS if kind in self.data)

    @property
    def asked(self) -> Any:
        return self.data[self.kind]

    @property
    def id(self) -> str:
        variant = "".join(f" [{key}={value}]" for key, value in self.variant.items())
        return f"{self.file}: {self.data['name']}{variant}"


# -- reading -------------------------------------------------------------------------------------------


def case_files() -> list[Path]:
    return sorted((FOLDER / "cases").glob("*.yaml"))


@cache
def cases_of(path: Path) -> tuple[Case, ...]:
    """The cases of a file, each ``otherwise`` as one of its own; faulty ones are left to :func:`faults`."""
    try:
        data = read_file(path).data
    except InputError:
        return ()
    found = []
    for entry in data.get("cases") or [] if isinstance(data, dict) else []:
        tables = data.get("tables") or {}
        if list(faults_of(entry, tables)):
            continue
        position = _position_of(entry, tables)
        found.append(Case(path.stem, entry, position, entry["expect"], {}))
        if "otherwise" in entry:
            other = entry["otherwise"]
            found.append(Case(path.stem, entry, position, other["expect"], other["rulings"]))
    return tuple(found)


def all_cases(*kinds: str) -> list[Case]:
    return [case for path in case_files() for case in cases_of(path) if not kinds or case.kind in kinds]


def faults(path: Path) -> list[str]:
    """Every typing error of a file of cases."""
    try:
        data = read_file(path).data
    except InputError as error:
        return [str(fault) for fault in error.faults]
    if not isinstance(data, dict) or not isinstance(data.get("cases"), list):
        return ["a file of cases holds a list under the key 'cases'"]
    found, names = list(_unknown(data, frozenset({"cases", "tables"}), "a file of cases")), set()
    for number, entry in enumerate(data["cases"], 1):
        name = entry.get("name", f"case {number}") if isinstance(entry, dict) else f"case {number}"
        found += [f"{name}: {fault}" for fault in faults_of(entry, data.get("tables") or {})]
        if name in names:
            found.append(f"{name}: two cases bear this name")
        names.add(name)
    return found


def faults_of(entry: Any, tables: Data | None = None) -> Iterator[str]:
    """Unknown or missing keys of a case, at every level but those the position reader looks at."""
    if not isinstance(entry, dict):
        yield "is no mapping"
        return
    yield from _unknown(entry, _CASE_KEYS, "a case")
    yield from (f"has no {key!r}" for key in ("name", "section", "expect") if key not in entry)
    yield from _unknown_grounds(entry)
    if "base" in entry and entry["base"] not in (tables or {}) and not _data_file(entry).is_file():
        yield f"unknown base {entry['base']!r}"
    kinds = [kind for kind in KINDS if kind in entry]
    if len(kinds) != 1:
        yield f"must ask exactly one of {', '.join(KINDS)}"
        return
    kind = kinds[0]
    yield from _faults_of_question(kind, entry[kind])
    yield from _faults_of_expectation(kind, entry.get("expect"))
    if "otherwise" in entry:
        other = entry["otherwise"]
        if kind not in ("decide", "do") or not isinstance(other, dict) or set(other) != {"rulings", "expect"}:
            yield "otherwise holds rulings and expect, and stands beside decide or do"
            return
        yield from _faults_of_expectation(kind, other["expect"])


def _unknown(data: Any, known: Iterator[str] | frozenset[str], where: str) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{where} is no mapping"
        return
    yield from (f"unknown key {key!r} in {where}" for key in data if key not in known)


def _unknown_grounds(entry: Data) -> Iterator[str]:
    cited, followed = listed(entry.get("section")), listed(entry.get("ruling"))
    yield from (f"unknown section {one!r}" for one in cited if one not in sections())
    yield from (f"unknown ruling {one!r}" for one in followed if one not in load_rulings())


def listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _faults_of_question(kind: str, asked: Any) -> Iterator[str]:
    if kind == "ask":
        known = [name for name in QUESTIONS if isinstance(asked, dict) and name in asked]
        if len(known) != 1:
            yield f"ask must hold exactly one of {', '.join(QUESTIONS)}"
            return
        yield from _unknown(asked, frozenset({known[0], *QUESTIONS[known[0]][0]}), "ask")
        yield from (f"ask {known[0]} needs {key!r}" for key in QUESTIONS[known[0]][0] if key not in asked)
        return
    for one in asked if kind == "do" and isinstance(asked, list) else [asked]:
        yield from _unknown(one, KINDS[kind], kind)


def _faults_of_expectation(kind: str, expect: Any) -> Iterator[str]:
    yield from _unknown(expect, EXPECTED[kind], "expect")
    if not isinstance(expect, dict):
        return
    if not expect:
        yield "expects nothing"
    for action in expect.get("actions") or []:
        yield from _unknown(action, _ACTION_KEYS, "an expected action")
        if action.get("space", "berlin") not in {*shipped_board().spaces, None}:
            yield f"unknown space {action['space']!r} in an expected action"
    for one in expect.get("skipped") or []:
        yield from _unknown(one, frozenset({"name", "why"}), "skipped")
    for one in expect.get("assaults") or []:
        yield from _unknown(one, _RESULT_KEYS | _PLAN_KEYS, "an expected Assault")
    for key in ("spaces", "spaces_include", "spaces_exclude"):
        yield from _unknown(dict.fromkeys(expect.get(key) or []), frozenset(shipped_board().spaces), key)
    for one in (expect.get("plays") or []) + (expect.get("not_plays") or []):
        yield from _unknown(one, _PLAY_KEYS, "an expected play")
    yield from _faults_of_after(expect.get("after") or {}, Position, "after")


def _faults_of_after(data: Any, model: Any, where: str) -> Iterator[str]:
    """Keys of ``after`` that a position file has not, or not in the spelling in which it is written."""
    yield from _unknown(data, frozenset(model.model_fields), where)
    for key, value in data.items() if isinstance(data, dict) else ():
        below = f"{where}.{key}"
        if key == "spaces" and isinstance(value, dict):
            yield from _unknown(value, frozenset(shipped_board().spaces), below)
            for space, entry in value.items():
                yield from _faults_of_after(entry, SpaceEntry, f"{below}.{space}")
        elif key in model.model_fields and hasattr(model.model_fields[key].annotation, "model_fields"):
            yield from _faults_of_after(value, model.model_fields[key].annotation, below)


# -- the table -----------------------------------------------------------------------------------------


def laid_over(below: Any, above: Any) -> Any:
    """Mappings merged deeply; everything else replaced."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {key: laid_over(below.get(key), value) for key, value in above.items()}


def _data_file(entry: Data) -> Path:
    return FOLDER / "data" / f"{entry['base']}.yaml"


def _position_of(entry: Data, tables: Data) -> Data:
    """The data of the position a case lays."""
    base: Any = {}
    if "base" in entry:
        base = tables.get(entry["base"])
        if base is None:
            base = read_file(_data_file(entry)).data
    position: Data = laid_over(base, entry.get("position") or {})
    return position


@cache
def _table(text: str) -> Table:
    return read_position_text(text, "the case's position", shipped_board())


def table_of(case: Case) -> Table:
    """The table a case lays. A position no table can hold is an error of the case."""
    return _table(yaml.safe_dump(case.position, allow_unicode=True))


def whole_position(table: Table) -> Data:
    """A table as the data of a position file with every default written out."""
    board = table.board
    data: Data = Position.model_validate(position_data(table), context={"board": board}).model_dump()
    empty = SpaceEntry().model_dump()
    data["spaces"] = {space: data["spaces"].get(space, empty) for space in board.spaces}
    return data


def settled(table: Table) -> Table:
    """The same table without places on which nothing lies, so that equal tables compare equal."""
    places = {place: dict(here) for place, here in table.places.items() if here}
    return Table(table.board, places, dict(table.state))


def pieces_of(table: Table) -> dict[str, int]:
    """How many of each piece there are, whatever side they show."""
    counts: dict[str, int] = {}
    for here in table.places.values():
        for face, count in here.items():
            piece = "freikorps" if "freikorps" in face else PIECES[face].kind or face
            counts[piece] = counts.get(piece, 0) + count
    return counts


# -- asking --------------------------------------------------------------------------------------------


class GivenChance:
    """The dice and flips of a case, and no others."""

    def __init__(self, dice: Sequence[int], flips: Sequence[str]) -> None:
        self.dice = list(dice)
        self.flips = list(flips)

    def roll(self, purpose: str) -> int:
        assert self.dice, f"the case gives no die for {purpose}"
        return self.dice.pop(0)

    def flip(self) -> str:
        assert self.flips, "the case does not say what the Freikorps turned over shows"
        return self.flips.pop(0)


def decision_of(case: Case) -> deciding.Decision:
    """What the bot of a ``decide`` case does."""
    asked = case.asked
    switches = _switches({**asked.get("rulings", {}), **case.variant})
    event, action = asked.get("event", "none"), asked.get("action")
    card = load_cards()[asked["card"]]
    request = deciding.Request(table_of(case), asked["faction"], card, event, action, switches)
    chance = Chance(asked.get("dice", ()), asked.get("flips", ()), asked.get("seed", 0))
    return deciding.decide(request, chance)


def _switches(rulings: Mapping[str, str]) -> Mapping[str, str]:
    return parse_switches(f"{key}={value}" for key, value in rulings.items())


@dataclass(frozen=True)
class Step:
    """One play of a ``do`` case, ready to be carried out."""

    play: Play
    chance: GivenChance
    switches: Mapping[str, str]


def steps_of(case: Case) -> list[Step]:
    """The plays of a ``do`` case, in order."""
    return [_step(one, case.variant) for one in listed(case.asked)]


def _step(asked: Data, variant: Mapping[str, str]) -> Step:
    play = {key: value for key, value in asked.items() if key in _PLAY_KEYS}
    if "moves" in play:
        play["moves"] = tuple(tuple(move) for move in play["moves"])
    if "spaces" in play:
        play["spaces"] = tuple(play["spaces"])
    if "loans" in play:
        play["loans"] = tuple(Loan(**loan) for loan in play["loans"])
    chance = GivenChance(asked.get("dice", ()), asked.get("flips", ()))
    return Step(Play(**play), chance, _switches({**asked.get("rulings", {}), **variant}))


def boxes_of(case: Case) -> list[str]:
    piece, faction = case.asked["piece"], case.asked["faction"]
    if piece in UNITS and piece != "reichswehr":
        return [faction] if table_of(case).count(faction, piece) else []
    return [box.id for box in available(table_of(case), piece, faction)]


def _potential(table: Table, asked: Data) -> list[int]:
    """Potential Assault Strength of attacker and target."""
    faction = asked["attacker"]
    card = next(card for card in load_cards().values() if card.faction == faction)
    scene = Scene(table, faction, card, Chance(), {})
    scene.walker = Walker(deciding.shipped_charts(), vocabulary(), scene, Trace())
    option = scene.choice(lambda draft: None, space=asked["potential"], target=asked["target"])
    return list(potential(scene, option))


def _modifiers(table: Table, asked: Data) -> dict[str, int]:
    return strength.modifiers(table, asked["modifiers"], asked["faction"])


def _adjacent(table: Table, asked: Data) -> bool:
    return asked["to"] in table.board.neighbours[asked["adjacent"]]


# A question's name also holds what it is about, mostly a space; then what else must be said.
QUESTIONS: Mapping[str, tuple[tuple[str, ...], Callable[[Table, Data], Any]]] = {
    "dominance": ((), lambda table, asked: table.dominance(asked["dominance"])),
    "supremacy": ((), lambda table, asked: table.supremacy(asked["supremacy"])),
    "control": ((), lambda table, asked: table.controller(asked["control"])),
    "potential": (("attacker", "target"), _potential),
    "modifiers": (("faction",), _modifiers),
    "adjacent": (("to",), _adjacent),
    "distance": (("to",), lambda table, asked: table.board.distances[asked["distance"]][asked["to"]]),
}


def answer_of(case: Case) -> Any:
    name = next(name for name in QUESTIONS if name in case.asked)
    return QUESTIONS[name][1](table_of(case), case.asked)


# -- comparing -----------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Dataclasses, tuples and mappings as dicts and lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def assault_data(result: Result) -> Data:
    """An Assault with its place and sides beside its numbers."""
    data: Data = plain(result)
    plan = data.pop("plan")
    return {key: plan[key] for key in _PLAN_KEYS} | data


def differences(expected: Any, came: Any, where: str) -> Iterator[str]:
    """What was expected and did not come; keys not expected do not matter."""
    if expected is None:
        if came:
            yield f"{where}: expected nothing, came {came!r}"
    elif isinstance(expected, dict) and isinstance(came, Mapping):
        for key, value in expected.items():
            yield from differences(value, came.get(key), f"{where}.{key}" if where else str(key))
    elif isinstance(expected, list) and isinstance(came, list):
        if len(expected) != len(came):
            yield f"{where}: expected {expected!r}, came {came!r}"
            return
        for at, (one, other) in enumerate(zip(expected, came, strict=True)):
            yield from differences(one, other, f"{where}[{at}]")
    elif came == [expected] and not isinstance(expected, list):
        return  # a single side of an Assassinations marker
    elif expected != came or isinstance(expected, bool) != isinstance(came, bool):
        yield f"{where}: expected {expected!r}, came {came!r}"


def fits(expected: Any, came: Any) -> bool:
    return not list(differences(expected, came, ""))
