"""Reading one Event file: every fault with its place, or the card (6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from weimar_bot.bot import event_model as model
from weimar_bot.bot.rulings import sections
from weimar_bot.reading.faults import Fault
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import Path_, Source
from weimar_bot.rules.listing import actions_of
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.pieces import FACTIONS, PIECES
from weimar_bot.table.table import CONTROLS

KEYS: Final = ("number", "title", "era", "cite", "effects")
OPTIONAL: Final = (
    "article_48",
    "election",
    "mandatory",
    "lingering",
    "ends",
    "requires",
    "cancels",
    "note",
    "say",
)
_SYMBOLS: Final = ("article_48", "election", "mandatory", "lingering")
_TEXTS: Final = ("title", "ends", "note", "say")

EFFECT_KEYS: Final = ("must", "by", "if", "say")
# What can be done, each with the keys that may stand beside it.
ACT_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "place": ("one_space_of", "where", "times", "different"),
    "remove": ("one_space_of", "where", "tracks", "times", "different"),
    "move": ("from", "where", "times"),
    "middle_class": ("times",),
    "shift": (),
    "action": ("where", "times"),
    "momentum": (),
    "control": (),
    "election": (),
    "victory": (),
    "cards": (),
    "by_hand": (),
    "one_of": (),
}
WHERE_KEYS: Final = (
    "spaces",
    "city",
    "adjacent_to",
    "presence_of",
    "no_presence_of",
    "dominance_of",
    "supremacy_of",
    "control_of",
    "holds",
    "lacks",
)
CONDITION_KEYS: Final = ("momentum", "reichstag_seats", "lingers", "progress", "reaction")
ACTIONS: Final = (
    model.ANY_ACTION,
    *dict.fromkeys(action for faction in FACTIONS for action in actions_of(faction)),
)
_BY_FACTIONS: Final = ("presence_of", "no_presence_of", "dominance_of", "supremacy_of", "control_of")
_SEEN: Final = (*FACTIONS, "own", "opposing")
_MOST: Final = 10
_MOST_STEPS: Final = 8
_MOST_PV: Final = 99


@dataclass(slots=True)
class EventReader:
    """Checks one file; every part that is wrong is a fault, and reading goes on."""

    source: Source
    faults: list[Fault] = field(default_factory=list)

    def card(self) -> model.EventCard | None:
        """The card, or None if there is any fault."""
        data = self.source.data
        if not isinstance(data, dict):
            self._fault("an event file has the keys " + ", ".join(KEYS), ())
            return None
        self._keys(data, (), KEYS, OPTIONAL)
        if data.get("number") is not None:
            self._event_number(data["number"], ("number",))
        self._word(data, "era", model.ERAS, ())
        for key in _SYMBOLS:
            self._truth(data, key, ())
        for key in _TEXTS:
            self._text(data, key, ())
        cites = self._cites(data.get("cite"))
        requires = data.get("requires")
        if "requires" in data:
            self._event_number(requires, ("requires",))
        cancels = self._event_numbers(data.get("cancels"), ("cancels",))
        effects = self._effects(data.get("effects"), data.get("election") is True)
        if self.faults:
            return None
        return model.EventCard(
            number=data["number"],
            title=data["title"],
            era=data["era"],
            cites=cites,
            effects=effects,
            **{key: data.get(key, False) for key in _SYMBOLS},
            ends=data.get("ends", ""),
            requires=requires,
            cancels=cancels,
            note=data.get("note", ""),
            say=data.get("say", ""),
            article_48_known="article_48" in data,
        )

    # -- small things --------------------------------------------------------------------------------

    def _fault(self, message: str, path: Path_, at_key: bool = False) -> None:
        place = self.source.key_place(path) if at_key else self.source.place(path)
        self.faults.append(Fault(message, place, ("6.1",)))

    def _keys(
        self, data: Mapping[Any, Any], path: Path_, needed: Iterable[str], optional: Iterable[str] = ()
    ) -> None:
        known = (*needed, *optional)
        for key in data:
            if key not in known:
                self._fault(f"unknown key {quoted(key)}{did_you_mean(key, known)}", (*path, key), at_key=True)
        for key in needed:
            if key not in data:
                self._fault(f"the key {key!r} is missing", path)

    def _word(self, data: Mapping[Any, Any], key: str, valid: Iterable[str], path: Path_) -> str:
        """The word under a key, which may be missing."""
        value = data.get(key)
        if key in data and (not isinstance(value, str) or value not in tuple(valid)):
            self._fault(f"unknown {key} {quoted(value)}{did_you_mean(value, valid)}", (*path, key))
        return str(value or "")

    def _truth(self, data: Mapping[Any, Any], key: str, path: Path_, otherwise: bool = False) -> bool:
        value = data.get(key, otherwise)
        if not isinstance(value, bool):
            self._fault(f"{key!r} is true or false, not {quoted(value)}", (*path, key))
        return value is True

    def _text(self, data: Mapping[Any, Any], key: str, path: Path_) -> str:
        value = data.get(key, "")
        if key in data and (not isinstance(value, str) or not value.strip()):
            self._fault(f"{key!r} is a text, not {quoted(value)}", (*path, key))
        elif not all(char.isprintable() or char == "\n" for char in value):
            self._fault(f"{key!r} has an invisible character: {quoted(value)}", (*path, key))
        return str(value)

    def _count(self, value: object, path: Path_, most: int, what: str = "a count", least: int = 1) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self._fault(f"{what} is a number from {least} to {most}, not {quoted(value)}", path)
        return least

    def _event_number(self, number: object, path: Path_) -> int:
        if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= model.LAST_EVENT:
            return number
        self._fault(f"Events are numbered from 1 to {model.LAST_EVENT}, not {quoted(number)}", path)
        return 0

    def _event_numbers(self, numbers: object, path: Path_) -> tuple[int, ...]:
        if numbers is None:
            return ()
        listed = numbers if isinstance(numbers, list) else [numbers]
        return tuple(self._event_number(number, (*path, at)) for at, number in enumerate(listed))

    def _names(self, value: object, valid: Iterable[str], path: Path_, what: str) -> tuple[str, ...]:
        """One name or a list of names."""
        if value is None:
            return ()
        listed = value if isinstance(value, list) else [value]
        known = tuple(valid)
        for at, name in enumerate(listed):
            place = (*path, at) if isinstance(value, list) else path
            if name in listed[:at]:
                self._fault(f"{quoted(name)} is named twice", place)
            if name not in known:
                self._fault(f"unknown {what} {quoted(name)}{did_you_mean(name, known)}", place)
        return tuple(str(name) for name in listed)

    def _cites(self, cites: object) -> tuple[str, ...]:
        if cites is None:
            return ()
        if not isinstance(cites, list) or not cites:
            self._fault("'cite' is a list of rule sections", ("cite",))
            return ()
        return self._names(cites, sections(), ("cite",), "section")

    # -- effects -------------------------------------------------------------------------------------

    def _effects(self, effects: object, may_be_none: bool) -> tuple[model.Effect, ...]:
        if effects is None or (effects == [] and may_be_none):
            return ()
        if not isinstance(effects, list) or not effects:
            self._fault("'effects' is a list with at least one effect", ("effects",))
            return ()
        found = [self._effect(effect, ("effects", at)) for at, effect in enumerate(effects)]
        return tuple(effect for effect in found if effect is not None)

    def _effect(self, data: object, path: Path_, must: bool | None = None) -> model.Effect | None:
        """An effect; within ``one_of`` the ``must`` of the whole holds."""
        if not isinstance(data, dict):
            self._fault(f"an effect has the key 'must' and what is done, not {quoted(data)}", path)
            return None
        kinds = [key for key in ACT_KEYS if key in data]
        beside = ACT_KEYS[kinds[0]] if kinds else ()
        head = EFFECT_KEYS if must is None else ("if", "say")
        self._keys(data, path, ("must",) if must is None else (), (*head, *beside, *ACT_KEYS))
        if len(kinds) != 1:
            told = f"has both {kinds[0]!r} and {kinds[1]!r}" if kinds else "does nothing"
            self._fault(f"the effect {told}; it needs one of: {', '.join(ACT_KEYS)}", path)
            return None
        act = self._act(kinds[0], data, path)
        return model.Effect(
            must=self._truth(data, "must", path) if must is None else must,
            act=act,
            by=self._word(data, "by", model.CHOOSERS, path) or "active",
            condition=self._condition(data.get("if"), (*path, "if")),
            say=self._text(data, "say", path),
        )

    def _condition(self, data: object, path: Path_) -> model.Condition:
        if data is None:
            return model.Condition()
        if not isinstance(data, dict) or not data:
            self._fault(f"'if' has keys of {', '.join(CONDITION_KEYS)}", path)
            return model.Condition()
        self._keys(data, path, (), CONDITION_KEYS)
        return model.Condition(
            momentum=self._names(data.get("momentum"), FACTIONS, (*path, "momentum"), "faction"),
            reichstag_seats=self._names(
                data.get("reichstag_seats"), FACTIONS, (*path, "reichstag_seats"), "faction"
            ),
            lingers=self._event_numbers(data.get("lingers"), (*path, "lingers")),
            progress=self._count(data.get("progress", 0), (*path, "progress"), 5, "a level", 0),
            reaction=self._count(data.get("reaction", 0), (*path, "reaction"), 5, "a level", 0),
        )

    def _act(self, kind: str, data: Mapping[str, Any], path: Path_) -> model.Act:
        readers: Mapping[str, Callable[[Mapping[str, Any], Path_], model.Act]] = {
            "place": self._place,
            "remove": self._remove,
            "move": self._move,
            "middle_class": self._pawn,
            "shift": self._shift,
            "action": self._action,
            "momentum": self._momentum,
            "control": self._control,
            "election": self._election,
            "victory": self._victory,
            "cards": self._cards,
            "by_hand": lambda data, path: model.ByHand(self._text(data, "by_hand", path)),
            "one_of": self._one_of,
        }
        return readers[kind](data, path)

    def _times(self, data: Mapping[str, Any], path: Path_) -> int:
        return self._count(data.get("times", 1), (*path, "times"), _MOST, "'times'")

    def _place(self, data: Mapping[str, Any], path: Path_) -> model.Place:
        return model.Place(
            self._parts(data["place"], (*path, "place"), model.PLACEABLE, "own"),
            self._where(data, path, needed=True),
            self._times(data, path),
            self._truth(data, "different", path),
        )

    def _remove(self, data: Mapping[str, Any], path: Path_) -> model.Remove:
        parts = self._parts(data["remove"], (*path, "remove"), model.REMOVABLE, "any")
        tracks = self._names(data.get("tracks"), model.LEVERAGE_TRACKS, (*path, "tracks"), "track")
        if tracks and any(not face.endswith("_leverage") for part in parts for face in part.faces("")):
            self._fault("only Leverage is removed from tracks", (*path, "tracks"))
        where = self._where(data, path, needed=not tracks)
        return model.Remove(
            parts,
            where,
            tracks,
            on_map=not tracks or "where" in data or "one_space_of" in data,
            times=self._times(data, path),
            different=self._truth(data, "different", path),
        )

    def _move(self, data: Mapping[str, Any], path: Path_) -> model.MovePieces:
        parts = self._parts([data["move"]], (*path, "move"), model.MOVABLE, "own", listed=False)
        return model.MovePieces(
            parts[0] if parts else model.Part("unit", 1),
            self._place_conditions(data.get("from"), (*path, "from")),
            self._place_conditions(data.get("where"), (*path, "where")),
            self._times(data, path),
        )

    def _pawn(self, data: Mapping[str, Any], path: Path_) -> model.Pawn:
        how = self._word(data, "middle_class", ("take", "give_back"), path)
        return model.Pawn(how, self._times(data, path))

    def _shift(self, data: Mapping[str, Any], path: Path_) -> model.ShiftTrack:
        shift, path = data["shift"], (*path, "shift")
        if not isinstance(shift, dict):
            self._fault(f"a shift is written {{track: ..., steps: ...}}, not {quoted(shift)}", path)
            return model.ShiftTrack("unity", 1)
        economy = shift.get("track") == "economy"
        self._keys(shift, path, ("track", "steps", *(("towards",) if economy else ())))
        track = self._word(shift, "track", model.SHIFTS, path)
        towards = self._word(shift, "towards", model.TOWARDS, path) if economy else ""
        steps = shift.get("steps", 1)
        # Deals never go back [5.6], and Economy is told its direction in words.
        least = 1 if economy or track.endswith("_deals") else -_MOST_STEPS
        steps = self._count(steps, (*path, "steps"), _MOST_STEPS, "'steps'", least)
        if steps == 0:
            self._fault("a shift of 0 steps shifts nothing", (*path, "steps"))
        return model.ShiftTrack(track, steps, towards)

    def _action(self, data: Mapping[str, Any], path: Path_) -> model.GrantAction:
        by = data.get("by", "active")
        action = self._word(data, "action", ACTIONS, path)
        if by in FACTIONS and action in ACTIONS[1:] and action not in actions_of(by):
            self._fault(f"{action} is no Action of {by}", (*path, "action"))
        where = self._place_conditions(data.get("where"), (*path, "where"))
        return model.GrantAction(action, self._times(data, path), where)

    def _momentum(self, data: Mapping[str, Any], path: Path_) -> model.Momentum:
        to = self._word(data, "momentum", ("active", *FACTIONS), path)
        return model.Momentum("" if to == "active" else to)

    def _control(self, data: Mapping[str, Any], path: Path_) -> model.Control:
        control, path = data["control"], (*path, "control")
        if not isinstance(control, dict):
            self._fault(f"control is written {{areas: ..., to: ...}}, not {quoted(control)}", path)
            return model.Control((), "none")
        self._keys(control, path, ("areas", "to"))
        areas = self._names(control.get("areas"), CONTROLS, (*path, "areas"), "area")
        return model.Control(areas, self._word(control, "to", ("none", "own", *FACTIONS), path))

    def _election(self, data: Mapping[str, Any], path: Path_) -> model.HoldElection:
        return model.HoldElection(self._word(data, "election", model.ELECTIONS, path))

    def _victory(self, data: Mapping[str, Any], path: Path_) -> model.Victory:
        victory, path = data["victory"], (*path, "victory")
        if not isinstance(victory, dict):
            self._fault(f"a victory is written {{faction: ..., pv: ...}}, not {quoted(victory)}", path)
            return model.Victory("", 0)
        self._keys(victory, path, ("faction",), ("pv",))
        faction = self._word(victory, "faction", FACTIONS, path)
        return model.Victory(faction, self._count(victory.get("pv", 0), (*path, "pv"), _MOST_PV, "'pv'", 0))

    def _cards(self, data: Mapping[str, Any], path: Path_) -> model.Cards:
        cards, path = data["cards"], (*path, "cards")
        if not isinstance(cards, dict) or not cards:
            self._fault(f"cards are written {{draw: ..., discard: ...}}, not {quoted(cards)}", path)
            return model.Cards()
        self._keys(cards, path, (), ("draw", "discard"))
        counts = {
            key: self._count(cards[key], (*path, key), _MOST) for key in ("draw", "discard") if key in cards
        }
        return model.Cards(**counts)

    def _one_of(self, data: Mapping[str, Any], path: Path_) -> model.OneOf:
        options, path = data["one_of"], (*path, "one_of")
        if not isinstance(options, list) or len(options) < 2:
            self._fault("'one_of' is a list of at least two effects", path)
            return model.OneOf(())
        found = [self._effect(option, (*path, at), must=True) for at, option in enumerate(options)]
        return model.OneOf(tuple(effect for effect in found if effect is not None))

    # -- where and what ------------------------------------------------------------------------------

    def _where(self, data: Mapping[str, Any], path: Path_, needed: bool) -> model.Where:
        """``one_space_of`` is the short way to write a list of spaces."""
        if "one_space_of" in data and "where" in data:
            self._fault("'one_space_of' and 'where' exclude each other", (*path, "where"))
        if "one_space_of" in data:
            return model.Where(spaces=self._spaces(data["one_space_of"], (*path, "one_space_of")))
        if needed and "where" not in data:
            self._fault("the key 'where' or 'one_space_of' is missing", path)
        return self._place_conditions(data.get("where"), (*path, "where"))

    def _spaces(self, spaces: object, path: Path_) -> tuple[str, ...]:
        if not isinstance(spaces, list) or not spaces:
            self._fault(f"{path[-1]!r} is a list of spaces", path)
            return ()
        return self._names(spaces, shipped_board().spaces, path, "space")

    def _place_conditions(self, data: object, path: Path_) -> model.Where:
        if data is None or data == "map":
            return model.MAP
        if not isinstance(data, dict) or not data:
            self._fault(f"{path[-1]!r} is 'map' or has keys of {', '.join(WHERE_KEYS)}", path)
            return model.MAP
        self._keys(data, path, (), WHERE_KEYS)
        board = shipped_board()
        areas = self._names(data.get("spaces"), (*board.spaces, *board.regions), (*path, "spaces"), "space")
        known = [area for area in areas if area in board.spaces or area in board.regions]
        return model.Where(
            spaces=tuple(space for area in known for space in board.members(area)),
            city=self._truth(data, "city", path) if "city" in data else None,
            adjacent_to=self._names(data.get("adjacent_to"), board.spaces, (*path, "adjacent_to"), "space"),
            **{key: self._names(data.get(key), _SEEN, (*path, key), "faction") for key in _BY_FACTIONS},
            **{
                key: self._names(data.get(key), model.REMOVABLE, (*path, key), "piece")
                for key in ("holds", "lacks")
            },
        )

    def _parts(
        self, parts: object, path: Path_, valid: Iterable[str], of: str, listed: bool = True
    ) -> tuple[model.Part, ...]:
        if not isinstance(parts, list) or not parts:
            self._fault(f"{path[-1]!r} is a list of pieces with their count", path)
            return ()
        found = [
            self._part(part, (*path, at) if listed else path, tuple(valid), of)
            for at, part in enumerate(parts)
        ]
        return tuple(part for part in found if part is not None)

    def _part(self, part: object, path: Path_, valid: tuple[str, ...], of: str) -> model.Part | None:
        if not isinstance(part, dict):
            self._fault(f"a part is written {{piece: ..., count: ...}}, not {quoted(part)}", path)
            return None
        count = "up_to" if "up_to" in part else "count"
        self._keys(part, path, ("piece", count), ("of",))
        piece = part.get("piece")
        if piece not in valid:
            self._fault(f"unknown piece {quoted(piece)}{did_you_mean(piece, valid)}", (*path, "piece"))
            return None
        group = piece in model.GROUPS
        if "of" in part and not group:
            self._fault(f"'of' goes with {', '.join(model.GROUPS)}", (*path, "of"), at_key=True)
        owner = self._word(part, "of", model.OWNERS, path) or (of if has_owners(str(piece)) else "any")
        if count not in part:
            return None  # reported as missing
        number = self._count(part[count], (*path, count), _MOST)
        return model.Part(str(piece), number, count == "up_to", owner)


def has_owners(piece: str) -> bool:
    """Whether a word stands for pieces of several factions, so that it matters whose."""
    return len({PIECES[face].owner for face in model.GROUPS.get(piece, ())}) > 1
