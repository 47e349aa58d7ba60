"""The scene of one bot's turn: table, card, chance, and what has been done so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.choice import Choice
from weimar_bot.flowchart.vocabulary import Doing
from weimar_bot.flowchart.walker import Walker
from weimar_bot.rules import assault
from weimar_bot.rules.draft import Draft
from weimar_bot.table.boxes import available, held_piece
from weimar_bot.table.changes import Change
from weimar_bot.table.table import Table


@dataclass(frozen=True, slots=True)
class Deed:
    """One Action carried out: its dotted name, what was chosen, and the Changes, in order."""

    doing: Doing
    choice: Choice
    before: Table
    after: Table
    changes: tuple[Change, ...]
    assault: assault.Result | None = None
    potential: tuple[int, int] | None = None
    target: str | None = None


def impulse_spaces(card: BotCard, table: Table) -> tuple[str, ...]:
    """The Impulse Space of a card, or all spaces of its Impulse Region, on a table [8.2]."""
    if card.impulse.startswith("clique_"):
        return tuple(table.spaces_with(card.impulse)) or ("berlin",)
    return table.board.members(card.impulse)


@dataclass(slots=True)
class Scene:
    """What the words of the charts see. ``table`` is replaced as Actions are carried out."""

    table: Table
    faction: str
    card: BotCard
    chance: Chance
    switches: Mapping[str, str] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    rolls: list[tuple[str, int]] = field(default_factory=list)
    used_spaces: set[str] = field(default_factory=set)
    only_spaces: frozenset[str] | None = None
    left: list[Any] = field(default_factory=list)
    walker: Walker = field(init=False)

    def roll(self, purpose: str) -> int:
        die = self.chance.roll(purpose)
        self.rolls.append((purpose, die))
        return die

    def flip(self) -> str:
        return self.chance.flip()

    def pick(self, n: int) -> int:
        return self.chance.pick(n)

    def admits(self, option: object) -> bool:
        """Whether an option affects a space that is allowed, where an extra Action is limited so [6.0]."""
        return self.only_spaces is None or getattr(option, "space", None) in self.only_spaces

    # -- what the card says ----------------------------------------------------------------------

    @property
    def faction_order(self) -> tuple[str, ...]:
        """The opposing factions as listed on the card [8.2]."""
        return self.card.order

    @property
    def impulse(self) -> tuple[str, ...]:
        """The Impulse Space, or all spaces of the Impulse Region, as the table stands (8.2, R54).

        A Clique on the map is where it stands; one off the map means Berlin.
        """
        return impulse_spaces(self.card, self.table)

    @property
    def clique(self) -> str | None:
        """The Clique whose letter the card names, if it names one."""
        return self.card.impulse if self.card.impulse.startswith("clique_") else None

    # -- lists of the charts ---------------------------------------------------------------------

    def listed(self, name: str) -> tuple[str, ...]:
        """A list of the Order of Operations chart [8.6]."""
        return self.walker.charts.lists[f"order_of_operations.{name}"]

    # -- doing -----------------------------------------------------------------------------------

    def begin_action(self) -> None:
        """Forget what only matters within one bot Action."""
        self.used_spaces.clear()

    def draft(self) -> Draft:
        return Draft(self.table, self.faction, self.switches, self.listed("tracks"))

    def choice(self, do: Callable[[Draft], None], **what: object) -> Choice:
        return Choice(self.table.board, do, before=self.table, **what)  # type: ignore[arg-type]

    def source_of(self, kind: str) -> str | None:
        """The holding box a piece is taken from, by 8.6-4D; None if none is Available."""
        boxes = available(self.table, kind, self.faction, self.listed("tracks"))
        return boxes[0].id if boxes else None

    def source_of_clique(self, clique: str) -> str | None:
        """The holding box with that very Clique, if it is Available."""
        boxes = available(self.table, "conservative_clique", self.faction)
        return next((box.id for box in boxes if held_piece(self.table, box) == clique), None)

    def choose(self, options: Sequence[Choice], sequence: str) -> Choice | None:
        """Choose by a sequence of the Order of Operations chart."""
        if not options:
            return None
        chosen = self.walker.choose(options, f"order_of_operations.{sequence}")
        assert chosen is None or isinstance(chosen, Choice)
        return chosen

    def carry_out(self, choice: Choice, doing: Doing) -> Deed:
        """Do a choice on the table and keep it as a deed."""
        draft = self.draft()
        choice.do(draft)
        return self.keep(choice, doing, draft)

    def keep(
        self,
        choice: Choice,
        doing: Doing,
        draft: Draft,
        result: assault.Result | None = None,
        potential: tuple[int, int] | None = None,
    ) -> Deed:
        """Take over what a draft changed as one deed."""
        deed = Deed(
            doing, choice, self.table, draft.table, tuple(draft.changes), result, potential, choice.target
        )
        self.table = draft.table
        self.deeds.append(deed)
        self._keep_to_area(choice.space)
        return deed

    def _keep_to_area(self, space: str | None) -> None:
        """The extra Action of a Parliamentary Control card stays in the area it has begun in [6.0]."""
        if self.only_spaces is not None and space in self.only_spaces:
            board = self.table.board
            self.only_spaces &= frozenset(board.members(board.spaces[space].control))


def by_key(choices: Iterable[Choice]) -> list[Choice]:
    """Options in an order that does not depend on the input, one of each key."""
    return [choice for _, choice in sorted({choice.key: choice for choice in choices}.items())]
