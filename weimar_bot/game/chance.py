"""Chance of a game: drawn by the program, or asked of the person at the table.

Where something has to be asked, deciding is broken off with :class:`Needed`; once the answer is
there, the decision is made again from the start with all answers given so far. Deciding is pure, so
nothing is done twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from weimar_bot.bot.chance import FLIPS, Chance, Untold
from weimar_bot.bot.event_words import piece_name
from weimar_bot.bot.words import object_, subject
from weimar_bot.game.state import Settings
from weimar_bot.rules import middle_class
from weimar_bot.rules.assault import Loan, Plan
from weimar_bot.table.board import Box
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import FACTIONS, PIECES, UNITS_OF
from weimar_bot.table.table import Table


class Needed(Untold):
    """What a person has to tell: a die, a Freikorps, a lot, the terms of an Assault, a loss, a box, a space.

    ``kind`` is ``die``, ``flip``, ``pick``, ``loan``, ``pawn``, ``loss``, ``box`` or ``removed``; ``number``
    the options of a choice or the units that may be lent; ``text`` is the question where there is more to
    it than its kind, ``options`` are its answers as (key, words). ``used`` of the answers given so far
    still count.
    """

    def __init__(
        self, kind: str, number: int, used: int, text: str = "", options: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.number = number
        self.used = used
        self.text = text
        self.options = options


@dataclass(frozen=True, slots=True)
class Told:
    """What a person told, and to what question."""

    kind: str
    number: int
    answer: str
    text: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def answers(self, kind: str, number: int, text: str, options: tuple[tuple[str, str], ...]) -> bool:
        """Whether this was told to that very question."""
        return (self.kind, self.number, self.text, self.options) == (kind, number, text, options)


class GameChance(Chance):
    """Answers given so far in order, then the program's own draws or :class:`Needed`.

    Once something else is asked than was answered, the table has been corrected meanwhile, and the
    answers from there on are void.
    """

    def __init__(self, settings: Settings, given: Sequence[Told], draw: Callable[[], Random]) -> None:
        super().__init__()
        self._settings = settings
        self._given = list(given)
        self._used = 0
        self._draw = draw

    def roll(self, purpose: str = "") -> int:
        return int(self._told("die", "dice", 6, purpose) or self._next().randint(1, 6))

    def flip(self) -> str:
        return self._told("flip", "freikorps", 2) or self._next().choice(FLIPS)

    def pick(self, number: int) -> int:
        told = self._told("pick", "dice", number)
        return int(told) if told is not None else self._next().randrange(number)

    def _told(self, kind: str, setting: str, number: int, text: str = "") -> str | None:
        """The next answer where people decide this; None where the program does."""
        if getattr(self._settings, setting) != "hand":
            return None
        return self._answer(kind, number, text)

    def _answer(
        self, kind: str, number: int, text: str = "", options: tuple[tuple[str, str], ...] = ()
    ) -> str:
        """The next answer, if it was given to this question; else it is :class:`Needed`."""
        told = self._given[self._used] if self._used < len(self._given) else None
        if told is None or not told.answers(kind, number, text, options):
            raise Needed(kind, number, self._used, text, options)
        self._used += 1
        return told.answer

    # -- terms of an Assault -----------------------------------------------------------------------

    def terms(self, table: Table, plan: Plan) -> Plan:
        """Ask people what they lend and spend in an Assault, the attacker first (6.2, R25)."""
        return replace(plan, loans=tuple(self._loans(table, plan)), pawns=self._pawns(table, plan))

    def _people(self) -> list[str]:
        return [faction for faction in FACTIONS if faction not in self._settings.non_player]

    def _loans(self, table: Table, plan: Plan) -> Iterator[Loan]:
        sides = (plan.attacker, plan.defender)
        lent: Counter[str] = Counter()
        for side in sides:
            for lender in (one for one in self._people() if one not in sides):
                for unit in UNITS_OF[lender]:
                    count = self._lent(table, plan, side, unit, table.count(plan.space, unit) - lent[unit])
                    lent[unit] += count
                    if count:
                        yield Loan(side, unit, count)

    def _lent(self, table: Table, plan: Plan, side: str, unit: str, most: int) -> int:
        if not most:
            return 0
        lender = object_(str(PIECES[unit].owner))
        what = f"How many {PIECES[unit].plural} does {lender} lend to {object_(side)}?"
        return int(self._answer("loan", most, f"{_announced(table, plan)} {what}"))

    def _pawns(self, table: Table, plan: Plan) -> dict[str, str]:
        """Where the pawn of each person who spends one for +2 goes."""
        spent: dict[str, str] = {}
        for side in (plan.attacker, plan.defender):
            boxes = middle_class.return_boxes(table)
            if side not in self._people() or not table.count(side, middle_class.PAWN) or not boxes:
                continue
            text = f"{_announced(table, plan)} Does {object_(side)} spend a Middle Class pawn for +2?"
            if self._answer("pawn", 1, text) == "yes":
                box = self._box_of_pawn(table, plan, boxes)
                spent[side] = box.id
                table = Move(middle_class.PAWN, 1, side, box.id).apply(table)
        return spent

    def _box_of_pawn(self, table: Table, plan: Plan, boxes: Sequence[Box]) -> Box:
        """The attacker is active and chooses the box; a bot takes the first (5.2, R09)."""
        if plan.attacker not in self._people():
            return boxes[0]
        return self.box(table, middle_class.PAWN, boxes)

    # -- what only turns up on the way ---------------------------------------------------------------

    def loss(self, table: Table, plan: Plan, side: str, faces: Sequence[str], hits: int) -> str | None:
        """Ask a person which unit its hits remove next; a bot goes by the order of losses (6.2, R22)."""
        if side not in self._people():
            return None
        left = "1 hit" if hits == 1 else f"{hits} hits"
        where = table.board.spaces[plan.space].name
        text = f"{subject(side)} has {left} left in {where}. Which unit of the enemy goes next?"
        return self._chosen("loss", text, [(face, PIECES[face].name) for face in faces])

    def box(self, table: Table, piece: str, boxes: Sequence[Box]) -> Box:
        """Ask which of several boxes a piece goes back to [5.2]."""
        text = f"Where does the {PIECES[piece].name} go back to?"
        named = {box.id: box for box in boxes}
        if len(named) == 1:
            return boxes[0]
        places = [(ident, table.board.place_name(ident, PIECES[piece].kind)) for ident in named]
        return named[self._chosen("box", text, places)]

    def space(self, table: Table, piece: str, spaces: Sequence[str]) -> str:
        """Ask where a piece is removed [6.4, 6.5]."""
        text = f"From where is a {piece_name(piece)} removed?"
        return self._chosen("removed", text, [(space, table.board.spaces[space].name) for space in spaces])

    def _chosen(self, kind: str, text: str, options: Sequence[tuple[str, str]]) -> str:
        return self._answer(kind, len(options), text, tuple(options))

    def _next(self) -> Random:
        self.drawn += 1
        return self._draw()


def _announced(table: Table, plan: Plan) -> str:
    space = table.board.spaces[plan.space].name
    return f"{subject(plan.attacker)} assaults {object_(plan.defender)} in {space}."
