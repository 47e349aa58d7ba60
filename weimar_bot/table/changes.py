"""The one way to change a table: small typed Changes that apply, reverse and say themselves.

``apply`` raises :class:`IllegalChange` where a piece is not there, a space would break a
limit of 5.12, or a marker is not where the change says it is; nothing is ever half applied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from weimar_bot.table.pieces import CADRES, CUBES
from weimar_bot.table.table import Table, Value


class IllegalChange(Exception):
    """A change that would lose a piece, break a limit of 5.12 or contradict the table."""


@dataclass(frozen=True, slots=True)
class Move:
    """Take ``count`` of a piece from one place to another; ``face`` is its side at the goal."""

    piece: str
    count: int
    source: str
    goal: str
    face: str = ""

    def apply(self, table: Table) -> Table:
        here = dict(table.at(self.source))
        left = here.get(self.piece, 0) - self.count
        if left < 0 or self.count < 1:
            raise IllegalChange(f"{self.source} has no {self.count} {self.piece} to take")
        if left:
            here[self.piece] = left
        else:
            del here[self.piece]
        face = self.face or self.piece
        there = here if self.goal == self.source else dict(table.at(self.goal))
        there[face] = there.get(face, 0) + self.count
        if self.goal in table.board.spaces:
            _check_stacking(table, self.goal, there, face)
        return table.with_places({self.source: here, self.goal: there})

    def reverse(self) -> Move:
        face = self.face or self.piece
        return Move(face, self.count, self.goal, self.source, self.piece if self.face else "")


@dataclass(frozen=True, slots=True)
class Shift:
    """Move a marker, flip a card or note what was done: ``key`` goes from one value to another."""

    key: str
    before: Value
    after: Value

    def apply(self, table: Table) -> Table:
        if table.state[self.key] != self.before:
            raise IllegalChange(f"{self.key} is at {table.state[self.key]}, not at {self.before}")
        return table.with_state({self.key: self.after})

    def reverse(self) -> Shift:
        return Shift(self.key, self.after, self.before)


@dataclass(frozen=True, slots=True)
class Count:
    """Set how many of a loose unit lie on a mat: what was counted wrongly, no rule of the game."""

    piece: str
    mat: str
    before: int
    after: int

    def apply(self, table: Table) -> Table:
        if table.count(self.mat, self.piece) != self.before or self.after < 0:
            raise IllegalChange(f"{self.mat} has {table.count(self.mat, self.piece)} {self.piece}")
        here = {**table.at(self.mat), self.piece: self.after}
        return table.with_places({self.mat: {piece: count for piece, count in here.items() if count}})

    def reverse(self) -> Count:
        return Count(self.piece, self.mat, self.after, self.before)


Change = Move | Shift | Count


def _check_stacking(table: Table, space: str, there: dict[str, int], face: str) -> None:
    if face in CUBES and sum(there.get(cube, 0) for cube in CUBES) > table.board.spaces[space].pop:
        raise IllegalChange(f"{space} is full: its Population is {table.board.spaces[space].pop}")
    if face in ("strike", "uprising") and there.get("strike", 0) + there.get("uprising", 0) > 1:
        raise IllegalChange(f"{space} already has a Strike or an Uprising")
    if face in CADRES.values() and sum(there.get(cadre, 0) for cadre in CADRES.values()) > 1:
        raise IllegalChange(f"{space} already has a Cadre")


def apply_all(table: Table, changes: Iterable[Change]) -> Table:
    """The table after all ``changes``, in order."""
    for change in changes:
        table = change.apply(table)
    return table


def reversed_all(changes: Iterable[Change]) -> list[Change]:
    """What undoes ``changes``, in the order in which to do it."""
    return [change.reverse() for change in reversed(list(changes))]
