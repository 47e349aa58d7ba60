"""Describing an Event that no library knows, once, by questions with short answers (6.1, 8.7).

The result is the plain data of an Event file. It is checked by the reader of those files, becomes part of
the game, so that playing its inputs again finds it, and can be kept in the player's own library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from weimar_bot.bot import event_model as model
from weimar_bot.bot.event_cards import EventCard, card_from
from weimar_bot.bot.event_reader import ACTIONS, has_owners
from weimar_bot.bot.event_words import effects_in_words, piece_name
from weimar_bot.game import event_conditions
from weimar_bot.game.event_where import Data, other_space, whose_pieces
from weimar_bot.game.event_where import where as asked_where
from weimar_bot.game.pending import Option, Question, one_line
from weimar_bot.game.runtime import YES_NO, Game, Step
from weimar_bot.reading.faults import InputError
from weimar_bot.rules.listing import actions_of
from weimar_bot.rules.timeline import LAST_YEARS_OF_ERAS
from weimar_bot.table.board import TRACK_NAMES, Board
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS

BY_HAND: Final = "by_hand"
DESCRIBE: Final = "describe"
DONE: Final = "done"
NONE: Final = "none"
UNTITLED: Final = "Untitled"
AS_PRINTED: Final = "Carry out what the printed card says."
MOST_EFFECTS: Final = 10
LEAST_ALTERNATIVES: Final = 2
_DROP: Final = "drop."
_CITES: Final = ("6.1", "8.7")
_HOW: Final = (Option(BY_HAND, "by hand"), Option(DESCRIBE, "describe it"))
_SYMBOLS: Final = {
    "election": "Election",
    "mandatory": "Mandatory",
    "lingering": "Lingering",
    "article_48": "Article 48",
    "requires": "Requires another Event",
    "cancels": "Cancels Events",
}
_KINDS: Final = {
    "place": "place pieces",
    "remove": "remove pieces",
    "move": "move pieces",
    "shift": "shift a track",
    "action": "grant an Action",
    "momentum": "give Momentum",
    "middle_class": "Middle Class pawns",
    "election": "hold an election",
    "cards": "draw or discard Event cards",
    "control": "give a Parliamentary Control card",
    "victory": "let a faction win",
    "one_of": "one of several effects",
    BY_HAND: "something else: by hand",
}
_MUST: Final = (
    Option("must", "must"),
    Option("may", "may"),
    Option("must_if", "must, under a condition"),
    Option("may_if", "may, under a condition"),
)
_CHOOSERS: Final = {"active": "the active faction", "momentum": "the Momentum faction", **FACTION_NAMES}
_ELECTIONS: Final = {"special": "Special Election", "snap": "Snap Election", "current_pv": "count current PV"}
# Each track with the two ways it can be shifted: what a way is called, and what it says in the file.
_WAYS: Final[Mapping[str, Sequence[tuple[str, Data]]]] = {
    **dict.fromkeys(("progress", "reaction"), (("up", {"steps": 1}), ("down", {"steps": -1}))),
    **dict.fromkeys(("us_deals", "ussr_deals"), (("up", {"steps": 1}),)),
    **dict.fromkeys(
        ("kpd_stance", "nsdap_stance"),
        (("towards Revolutionary", {"steps": 1}), ("towards Democratic", {"steps": -1})),
    ),
    "unity": (("towards Strong", {"steps": 1}), ("towards Fragile", {"steps": -1})),
    "economy": (
        ("towards Hyperinflation", {"towards": "left", "steps": 1}),
        ("towards Mass Unemployment", {"towards": "right", "steps": 1}),
        ("towards Stable", {"towards": "stable", "steps": 1}),
    ),
}


def describe(game: Game, number: int) -> Step[EventCard | None]:
    """An Event as a person describes it, from then on known to the game; None if it is done by hand."""
    text = f"Event #{number} is not in the library. Carry it out by hand, or describe it once?"
    if (yield Question("describe", text, _HOW, default=BY_HAND, cites=_CITES)) == BY_HAND:
        return None
    data = yield from _Description(game, number).data()
    if data is None:
        game.note(f"Event #{number} is carried out by hand.")
        return None
    game.update(described={**game.state.described, number: data})
    game.note(f"Event #{number} was described.", cites=("6.1",))
    return card_from(data)


class _Description:
    """The questions about one card."""

    def __init__(self, game: Game, number: int) -> None:
        self.number = number
        self.table = game.table
        self.effects: list[Data] = []
        self.acts: Mapping[str, Callable[[str], Step[Data]]] = {
            "place": self._place,
            "remove": self._remove,
            "move": self._move,
            "shift": self._shift,
            "action": self._action,
            "momentum": self._momentum,
            "middle_class": self._pawns,
            "election": self._election,
            "cards": self._cards,
            "control": lambda by: event_conditions.control(self.board),
            "victory": lambda by: event_conditions.victory(),
            "one_of": self._one_of,
            BY_HAND: self._by_hand,
        }

    @property
    def board(self) -> Board:
        return self.table.board

    def data(self) -> Step[Data | None]:
        """The card as the data of an Event file; None if the person gives up."""
        title = yield Question("title", "Its title?", (Option(NONE, "none"),), default=NONE, read=one_line)
        symbols = yield from self._symbols()
        head = {"number": self.number, "title": UNTITLED if title == NONE else title, "era": self._era()}
        while True:
            yield from self._more()
            data = {**head, **symbols, "cite": ["8.7", "6.1"], "effects": self._listed(symbols)}
            answer = yield from self._whole(data)
            if answer == "right":
                return data
            if answer == BY_HAND:
                return None
            if answer.startswith(_DROP):
                del self.effects[int(answer.removeprefix(_DROP))]

    def _listed(self, symbols: Data) -> list[Data]:
        """The effects; only an Election card may have none."""
        if self.effects or symbols.get("election"):
            return list(self.effects)
        return [{"must": True, BY_HAND: AS_PRINTED}]

    def _era(self) -> str:
        """The deck of the present Era is the one that is played with [1.6]."""
        last = zip(model.ERAS, LAST_YEARS_OF_ERAS, strict=True)
        return next(era for era, year in last if self.table.year <= year)

    def _whole(self, data: Data) -> Step[str]:
        """Show what the card was taken to say: right, more, one effect left out, or by hand after all."""
        card = card_from(data)
        lines = effects_in_words(card, self.board)
        drops = [Option(f"{_DROP}{at}", f"leave out effect {at + 1}") for at, _ in enumerate(self.effects)]
        options = (
            Option("right", "yes"),
            *([Option("more", "more effects")] if len(self.effects) < MOST_EFFECTS else []),
            *drops,
            Option(BY_HAND, "give up: by hand"),
        )
        shown = [f"Event #{self.number} {card.title}{_marks(card)}"]
        shown += [f"  effect {at}: {line}" for at, line in enumerate(lines, 1)]
        return (yield _question("card_right", "\n".join([*shown, "Is that right?"]), options, "right"))

    # -- symbols ---------------------------------------------------------------------------------

    def _symbols(self) -> Step[Data]:
        found: Data = {"article_48": False}
        left = dict(_SYMBOLS)
        while left:
            options = (Option(DONE, "that is all"), *_options(left))
            text = "Which symbol or remark is printed on it?" if left == _SYMBOLS else "Which other one?"
            symbol = yield _question("symbol", text, options, DONE)
            if symbol == DONE:
                break
            del left[symbol]
            found.update((yield from self._symbol(symbol)))
            if found.get("mandatory"):
                left.pop("lingering", None)
        return found

    def _symbol(self, symbol: str) -> Step[Data]:
        if symbol == "requires":
            return {symbol: (yield from self._event("Which Event does it require?"))}
        if symbol == "cancels":
            return {symbol: (yield from self._cancelled())}
        if symbol not in ("lingering", "mandatory"):
            return {symbol: True}
        # Every Mandatory Event is Lingering as well [1.6].
        ends = yield Question(
            "ends",
            "It stays in play. When does it end, as printed at its top?",
            (Option(NONE, "not told"),),
            default=NONE,
            read=one_line,
        )
        return {symbol: True, "lingering": True, **({} if ends == NONE else {"ends": ends})}

    def _event(self, text: str) -> Step[int]:
        return int((yield Question("number", text, low=1, high=model.LAST_EVENT, cites=("6.1",))))

    def _cancelled(self) -> Step[list[int]]:
        found = [(yield from self._event("Which Event does it cancel?"))]
        while True:
            answer = yield Question(
                "number",
                "Which other one?",
                (Option(NONE, "none"),),
                low=1,
                high=model.LAST_EVENT,
                default=NONE,
                cites=("6.1",),
            )
            if answer == NONE:
                return found
            found = list(dict.fromkeys((*found, int(answer))))

    # -- effects ---------------------------------------------------------------------------------

    def _more(self) -> Step[None]:
        """One effect after another, until there are no more."""
        while len(self.effects) < MOST_EFFECTS:
            text = f"Event #{self.number}: {'what next?' if self.effects else 'what does it do?'}"
            options = (Option(DONE, "that is all"), *_options(_KINDS))
            kind = yield _question("effect", text, options, DONE)
            if kind == DONE:
                return
            effect = yield from self._effect(kind)
            if (yield from self._is_right(effect)):
                self.effects.append(effect)

    def _effect(self, kind: str) -> Step[Data]:
        by = yield _question("by", "Who carries it out and chooses?", _options(_CHOOSERS), "active")
        act = yield from self.acts[kind](by)
        must = yield _question("must", "Must it be done?", _MUST, "must")
        condition: Data = {}
        if must.endswith("_if"):
            condition = {"if": (yield from event_conditions.only_if())}
        return {"must": must.startswith("must"), **({} if by == "active" else {"by": by}), **condition, **act}

    def _is_right(self, effect: Data) -> Step[bool]:
        """Show an effect in words; what the reader of Event files refuses is told and left out."""
        trial = {"number": self.number, "title": UNTITLED, "era": self._era(), "cite": ["6.1"]}
        try:
            words = effects_in_words(card_from({**trial, "effects": [effect]}), self.board)[0]
        except InputError as error:
            told = "; ".join(fault.message for fault in error.faults)
            yield _question("refused", f"That cannot be: {told}.", (Option(DONE, "leave it out"),), DONE)
            return False
        return (yield _question("right", f"{words}\nIs that right?", YES_NO, "yes")) == "yes"

    def _place(self, by: str) -> Step[Data]:
        parts = yield from self._parts("place", model.PLACEABLE, "own")
        place = yield from asked_where("Where?", self.board)
        return {"place": parts, "where": place, **(yield from self._times(again=True))}

    def _remove(self, by: str) -> Step[Data]:
        parts = yield from self._parts("remove", model.REMOVABLE, "any")
        tracks: list[str] = []
        if all(part["piece"].endswith("leverage") for part in parts):
            tracks = yield from _from_tracks()
        data: Data = {"remove": parts}
        if tracks != [*model.LEVERAGE_TRACKS] and tracks:
            data["tracks"] = tracks
            return data
        data["where"] = yield from asked_where("Where?", self.board)
        if tracks:
            data["tracks"] = tracks
        return {**data, **(yield from self._times(again=True))}

    def _move(self, by: str) -> Step[Data]:
        part = yield from self._part("move", model.MOVABLE, "own")
        origin = yield from asked_where("From where?", self.board)
        goal = yield from asked_where("To where?", self.board)
        return {"move": part, "from": origin, "where": goal, **(yield from self._times())}

    def _parts(self, verb: str, pieces: Iterable[str], of: str) -> Step[list[Data]]:
        """Pieces that go together in one space."""
        known = tuple(pieces)
        parts = [(yield from self._part(verb, known, of))]
        text = "Anything else together with it in the same space?"
        while (yield _question("together", text, YES_NO, "no")) == "yes":
            parts.append((yield from self._part(verb, known, of)))
        return parts

    def _part(self, verb: str, pieces: Iterable[str], of: str) -> Step[Data]:
        options = tuple(Option(piece, piece_name(piece)) for piece in pieces)
        piece = yield Question("piece", f"Which piece to {verb}?", options)
        owner: Data = {}
        if has_owners(piece):
            owner = {"of": (yield _question("of", "Whose?", whose_pieces(), of))}
        count = yield Question("count", "How many?", low=1, high=10, default="1")
        exact = (Option("count", f"exactly {count}"), Option("up_to", f"up to {count}"))
        how = yield _question("up_to", "Exactly, or up to that many?", exact, "count")
        return {"piece": piece, how: int(count), **owner}

    def _times(self, again: bool = False) -> Step[Data]:
        text = "How many times, each with a new choice?"
        times = int((yield Question("times", text, low=1, high=10, default="1")))
        if times == 1:
            return {}
        if not again:
            return {"times": times}
        return {"times": times, "different": (yield from other_space())}

    def _shift(self, by: str) -> Step[Data]:
        tracks = tuple(Option(track, TRACK_NAMES[track]) for track in model.SHIFTS)
        track = yield Question("track", "Which track?", tracks)
        ways = _WAYS[track]
        at = "0"
        if len(ways) > 1:
            options = tuple(Option(str(one), words) for one, (words, _) in enumerate(ways))
            at = yield Question("towards", "Which way?", options)
        boxes = int((yield Question("count", "By how many boxes?", low=1, high=8, default="1")))
        said = ways[int(at)][1]
        return {"shift": {"track": track, **said, "steps": boxes * said["steps"]}}

    def _action(self, by: str) -> Step[Data]:
        names = (model.ANY_ACTION, *actions_of(by)) if by in FACTIONS else ACTIONS
        options = tuple(Option(name, name.replace("_", " ")) for name in names)
        action = yield Question("action", "Which Action?", options)
        place = yield from asked_where("Affecting which space?", self.board)
        return {"action": action, "where": place, **(yield from self._times())}

    def _momentum(self, by: str) -> Step[Data]:
        options = (Option("active", "who carries it out"), *_options(FACTION_NAMES))
        return {"momentum": (yield _question("momentum", "Who gains Momentum?", options, "active"))}

    def _pawns(self, by: str) -> Step[Data]:
        ways = (
            Option("take", "take an Available one"),
            Option("give_back", "return one from an opposing mat"),
        )
        how = yield Question("pawn", "What happens to a Middle Class pawn?", ways)
        return {"middle_class": how, **(yield from self._times())}

    def _election(self, by: str) -> Step[Data]:
        return {"election": (yield Question("election", "Which election?", _options(_ELECTIONS)))}

    def _cards(self, by: str) -> Step[Data]:
        draw = int((yield Question("draw", "How many Event cards are drawn?", low=0, high=10, default="0")))
        least = 0 if draw else 1
        text = "How many Event cards are discarded?"
        discard = int((yield Question("discard", text, low=least, high=10, default=str(least))))
        counts = {"draw": draw, "discard": discard}
        return {"cards": {key: count for key, count in counts.items() if count}}

    def _one_of(self, by: str) -> Step[Data]:
        """At least two alternatives, each an effect of its own, with a condition if it has one."""
        kinds = {kind: words for kind, words in _KINDS.items() if kind != "one_of"}
        found: list[Data] = []
        while len(found) < MOST_EFFECTS:
            enough = len(found) >= LEAST_ALTERNATIVES
            options = (*([Option(DONE, "that is all")] if enough else []), *_options(kinds))
            text = f"Alternative {len(found) + 1}: what does it do?"
            default = DONE if enough else None
            kind = yield Question("alternative", text, options, default=default, cites=_CITES)
            if kind == DONE:
                break
            act = yield from self.acts[kind](by)
            only = (yield _question("only_if", "Only under a condition?", YES_NO, "no")) == "yes"
            found.append({**({"if": (yield from event_conditions.only_if())} if only else {}), **act})
        return {"one_of": found}

    def _by_hand(self, by: str) -> Step[Data]:
        option = Option(NONE, "what the printed card says")
        text = "What else, in your own words?"
        said = yield Question("by_hand", text, (option,), default=NONE, read=one_line)
        return {BY_HAND: AS_PRINTED if said == NONE else said}


def _from_tracks() -> Step[list[str]]:
    """The tracks Leverage is taken from: none, one, or all of them beside the map."""
    options = (
        Option("map", "the map"),
        *(Option(track, f"the {TRACK_NAMES[track]} track") for track in model.LEVERAGE_TRACKS),
        Option("all", "the map or any track"),
    )
    answer = yield _question("from", "From where?", options, "map")
    if answer == "all":
        return list(model.LEVERAGE_TRACKS)
    return [] if answer == "map" else [answer]


def _marks(card: EventCard) -> str:
    """The symbols of a card, in brackets."""
    marks = [name for key, name in _SYMBOLS.items() if getattr(card, key) is True]
    marks += [f"ends: {card.ends}"] if card.ends else []
    marks += [f"requires #{card.requires}"] if card.requires else []
    marks += [f"cancels #{number}" for number in card.cancels]
    return f" ({'; '.join(marks)})" if marks else ""


def _question(ident: str, text: str, options: tuple[Option, ...], default: str) -> Question:
    return Question(ident, text, options, default=default, cites=_CITES)


def _options(names: Mapping[str, str]) -> tuple[Option, ...]:
    return tuple(Option(key, name) for key, name in names.items())


def newly_described(before: Mapping[int, Any], after: Mapping[int, Any]) -> list[Data]:
    """The Events of ``GameState.described`` that an answer has brought."""
    return [dict(after[number]) for number in after if before.get(number) != after[number]]
