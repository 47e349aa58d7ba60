"""One way to carry out an Action: the options among which Section 8 lets a bot choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from weimar_bot.rules.draft import Draft
from weimar_bot.table.board import SIDE_NAMES, Board
from weimar_bot.table.pieces import FACTION_NAMES, PIECES
from weimar_bot.table.table import Table


@dataclass(slots=True)
class Choice:
    """An option: which target, piece, space, and box or side, and what it does to a draft.

    ``piece`` is a face of :mod:`weimar_bot.table.pieces`; ``box`` the holding or track box it is
    taken from or returned to, ``goal`` the track box it is placed in; ``side`` is ``left``, ``right`` or
    ``left+right`` of Economy; ``do`` carries the Action out.
    """

    board: Board = field(repr=False)
    do: Callable[[Draft], None] = field(repr=False)
    space: str | None = None
    target: str | None = None
    piece: str | None = None
    box: str | None = None
    goal: str | None = None
    side: str | None = None
    cubes: Mapping[str, int] = field(default_factory=dict)
    before: Table | None = field(default=None, repr=False)
    _after: Table | None = field(default=None, repr=False)

    @property
    def key(self) -> tuple[str, ...]:
        """Tells options apart; the same for the same option whatever the order of the input."""
        order = self.board.order
        return (
            self.target or "",
            self.piece or "",
            f"{order[self.space]:02}" if self.space else "",
            self.box or "",
            self.goal or "",
            self.side or "",
        )

    @property
    def ident(self) -> str:
        """The id of what the choice is about: a space, else the box a piece goes to or comes from."""
        return self.space or self.goal or self.box or self.label

    @property
    def short(self) -> str:
        """Where the option is, in words; enough where options differ in that alone."""
        if self.space:
            return self.board.spaces[self.space].name
        place = self.goal or self.box
        kind = PIECES[self.piece].kind if self.piece else ""
        return self.board.place_name(place, kind) if place else self.label

    @property
    def label(self) -> str:
        """The option in words, as short as it can be told apart."""
        what = PIECES[self.piece].name if self.piece else ""
        if self.side:
            what += " on the " + " and ".join(f"{SIDE_NAMES[side]} side" for side in self.side.split("+"))
        elif self.box:
            what += f" ({self.board.place_name(self.box)})"
        where = self.board.spaces[self.space].name if self.space else ""
        against = f"{FACTION_NAMES[self.target]}" if self.target else ""
        if self.piece == "middle_class" and against:
            what = f"{PIECES[self.piece].name} of {against}, to {self.board.place_name(self.box or '')}"
        if what and where:
            return f"{what} in {where}"
        return " in ".join(part for part in (what.strip() or against, where) if part) or "the only way"

    def after(self, faction: str, switches: Mapping[str, str]) -> Table:
        """The table as it would be after this option, done to its maximum (R11)."""
        if self._after is None:
            assert self.before is not None
            draft = Draft(self.before, faction, switches)
            self.do(draft)
            self._after = draft.table
        return self._after
