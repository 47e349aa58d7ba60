"""What an Event card does, as values: effects, where they happen, and to which pieces (6.1, 8.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from weimar_bot.table.board import Board
from weimar_bot.table.pieces import (
    ASSASSINATIONS,
    CADRES,
    CLIQUES,
    CUBES,
    FACTIONS,
    PIECES,
    UNITS,
)
from weimar_bot.table.table import Table

ERAS: Final = ("crisis", "golden_twenties", "decline")
LAST_EVENT: Final = 151

# Words that stand for several faces of pieces; the owner tells them apart.
GROUPS: Final = {
    "influence": CUBES,
    "unit": UNITS,
    "freikorps": ("freikorps_loyal", "freikorps_unrevealed"),
    "cadre": tuple(CADRES.values()),
    "leverage": ("yellow_leverage", "black_leverage"),
    "conservative_clique": CLIQUES,
    "assassinations": tuple(ASSASSINATIONS.values()),
    "strike_or_uprising": ("strike", "uprising"),
    "piece": ("reform", "uprising", *CLIQUES, "strike", *CADRES.values(), *UNITS, *CUBES),
}
PLACEABLE: Final = (
    *CUBES,
    "yellow_leverage",
    "black_leverage",
    *UNITS,
    "reform",
    "strike",
    *CADRES.values(),
    *ASSASSINATIONS.values(),
    "influence",
    "unit",
    "freikorps",
    "cadre",
    "conservative_clique",
)
REMOVABLE: Final = tuple(dict.fromkeys((*PLACEABLE, "uprising", *GROUPS)))
MOVABLE: Final = (*CUBES, *UNITS, "influence", "unit", "freikorps")

# Whose pieces: a faction, or as seen from whoever carries the effect out.
OWNERS: Final = (*FACTIONS, "own", "opposing", "any")
# Who carries an effect out and makes its choices.
CHOOSERS: Final = ("active", "momentum", *FACTIONS)
LEVERAGE_TRACKS: Final = ("progress", "reaction", "economy")
SHIFTS: Final = (
    "progress",
    "reaction",
    "economy",
    "unity",
    "kpd_stance",
    "nsdap_stance",
    "us_deals",
    "ussr_deals",
)
TOWARDS: Final = ("left", "right", "stable")
ELECTIONS: Final = ("special", "snap", "current_pv")
ANY_ACTION: Final = "any"


@dataclass(frozen=True, slots=True)
class Part:
    """``count`` of a piece, exactly or ``up_to``; ``piece`` is a face or a word of :data:`GROUPS`."""

    piece: str
    count: int
    up_to: bool = False
    of: str = "any"

    def faces(self, chooser: str) -> tuple[str, ...]:
        """The faces meant, as seen from who carries the effect out."""
        faces = GROUPS.get(self.piece, (self.piece,))
        return tuple(face for face in faces if _belongs(face, self.of, chooser))


def _belongs(face: str, of: str, chooser: str) -> bool:
    owner = PIECES[face].owner
    match of:
        case "any":
            return True
        case "own":
            return owner == chooser
        case "opposing":
            return owner not in (None, chooser)
    return owner == of


@dataclass(frozen=True, slots=True)
class Where:
    """The spaces of an effect: all of the map, narrowed by each condition that is given.

    Conditions on factions hold if any of them fits; ``own`` and ``opposing`` are as seen from who
    carries the effect out.
    """

    spaces: tuple[str, ...] = ()
    city: bool | None = None
    adjacent_to: tuple[str, ...] = ()
    presence_of: tuple[str, ...] = ()
    no_presence_of: tuple[str, ...] = ()
    dominance_of: tuple[str, ...] = ()
    supremacy_of: tuple[str, ...] = ()
    control_of: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def found(self, table: Table, chooser: str) -> list[str]:
        """The spaces that fit, in board order."""
        return [space for space in table.board.spaces if self._fits(table, chooser, space)]

    def _fits(self, table: Table, chooser: str, space: str) -> bool:
        return self._lies(table.board, space) and self._stands(table, chooser, space)

    def _lies(self, board: Board, space: str) -> bool:
        if self.spaces and space not in self.spaces:
            return False
        if self.city is not None and board.spaces[space].city != self.city:
            return False
        return not self.adjacent_to or any(space in board.neighbours[near] for near in self.adjacent_to)

    def _stands(self, table: Table, chooser: str, space: str) -> bool:
        if any(table.has_presence(space, faction) for faction in _named(self.no_presence_of, chooser)):
            return False
        present = [faction for faction in FACTIONS if table.has_presence(space, faction)]
        for wanted, real in (
            (self.presence_of, present),
            (self.dominance_of, [table.dominance(space)]),
            (self.supremacy_of, [table.supremacy(space)]),
            (self.control_of, [table.controller(space)]),
        ):
            if wanted and not set(_named(wanted, chooser)) & set(real):
                return False
        here = {face for face, count in table.at(space).items() if count}
        return (not self.holds or bool(_faces(self.holds) & here)) and not _faces(self.lacks) & here


def _named(words: Iterable[str], chooser: str) -> list[str]:
    """The factions behind words such as ``own`` and ``opposing``."""
    found: list[str] = []
    for word in words:
        if word == "opposing":
            found += [faction for faction in FACTIONS if faction != chooser]
        else:
            found.append(chooser if word == "own" else word)
    return found


def _faces(words: Iterable[str]) -> set[str]:
    return {face for word in words for face in GROUPS.get(word, (word,))}


MAP: Final = Where()


# -- what is done ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Place all ``parts`` together in one space, ``times`` over, each time elsewhere if ``different``."""

    parts: tuple[Part, ...]
    where: Where = MAP
    times: int = 1
    different: bool = False


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove ``parts`` from one space, ``times`` over; Leverage also, or only, from ``tracks``."""

    parts: tuple[Part, ...]
    where: Where = MAP
    tracks: tuple[str, ...] = ()
    on_map: bool = True
    times: int = 1
    different: bool = False


@dataclass(frozen=True, slots=True)
class MovePieces:
    """Move a part from one space of ``origin`` to one of ``where``, ``times`` over."""

    part: Part
    origin: Where = MAP
    where: Where = MAP
    times: int = 1


@dataclass(frozen=True, slots=True)
class Pawn:
    """``take`` an Available Middle Class pawn, or ``give_back`` one from an opposing mat."""

    how: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class ShiftTrack:
    """Shift a marker by ``steps`` (negative: down), the Economy marker ``towards`` a side or Stable."""

    track: str
    steps: int
    towards: str = ""


@dataclass(frozen=True, slots=True)
class GrantAction:
    """Perform an Action, or ``any``, ``times`` over, affecting a space of ``where`` if that is given."""

    action: str
    times: int = 1
    where: Where = MAP


@dataclass(frozen=True, slots=True)
class Momentum:
    """Make a faction the Momentum faction; empty: who carries the effect out."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """Give the control of one of ``areas`` to a faction, or to nobody if ``to`` is ``none``."""

    areas: tuple[str, ...]
    to: str


@dataclass(frozen=True, slots=True)
class HoldElection:
    """Hold a Special or Snap Election, or count current PV (7.4-7.6)."""

    kind: str


@dataclass(frozen=True, slots=True)
class Victory:
    """``faction`` wins the game at once if its current PV is at least ``pv`` (3.3, 7.6)."""

    faction: str
    pv: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Draw and discard Event cards."""

    draw: int = 0
    discard: int = 0


@dataclass(frozen=True, slots=True)
class ByHand:
    """Something else, told in words."""

    text: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several effects, chosen by who carries it out."""

    options: tuple[Effect, ...]


Act = (
    Place
    | Remove
    | MovePieces
    | Pawn
    | ShiftTrack
    | GrantAction
    | Momentum
    | Control
    | HoldElection
    | Victory
    | Cards
    | ByHand
    | OneOf
)
# What is not done on the table: the game, the players' hands or a person see to it.
OUTSIDE: Final = (HoldElection, Victory, Cards, ByHand)


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold for an effect; an empty field asks for nothing."""

    momentum: tuple[str, ...] = ()
    reichstag_seats: tuple[str, ...] = ()
    lingers: tuple[int, ...] = ()
    progress: int = 0
    reaction: int = 0

    def holds(self, table: Table) -> bool:
        """Whether the Momentum faction and the holder of Reichstag Seats are among those named, every
        Event named lingers, and Progress and Reaction are at least so high."""
        holder = table.state["reichstag_seats"][0]  # type: ignore[index]
        return (
            (not self.momentum or table.text("momentum") in self.momentum)
            and (not self.reichstag_seats or holder in self.reichstag_seats)
            and all(table.lingers(number) for number in self.lingers)
            and table.level("progress") >= self.progress
            and table.level("reaction") >= self.reaction
        )


@dataclass(frozen=True, slots=True)
class Effect:
    """One instruction of a card: ``must`` is false where the card says "may" [6.1]."""

    must: bool
    act: Act
    by: str = "active"
    condition: Condition = Condition()
    say: str = ""

    def chooser(self, active: str, table: Table) -> str:
        """The faction that carries the effect out and makes its choices."""
        if self.by == "momentum":
            return table.text("momentum")
        return active if self.by == "active" else self.by


@dataclass(frozen=True, slots=True)
class EventCard:
    """One Event card of the library; ``ends`` tells when a Lingering Event leaves the game.

    ``article_48_known`` is false where the file does not say whether the card has that symbol.
    """

    number: int
    title: str
    era: str
    cites: tuple[str, ...]
    effects: tuple[Effect, ...]
    article_48: bool = False
    election: bool = False
    mandatory: bool = False
    lingering: bool = False
    ends: str = ""
    requires: int | None = None
    cancels: tuple[int, ...] = ()
    note: str = ""
    say: str = ""
    article_48_known: bool = True

    @property
    def by_hand(self) -> bool:
        """Whether a person has to see to some of it."""
        return any(_by_hand(effect) for effect in self.effects)


def _by_hand(effect: Effect) -> bool:
    if isinstance(effect.act, OneOf):
        return any(_by_hand(option) for option in effect.act.options)
    return isinstance(effect.act, ByHand)
