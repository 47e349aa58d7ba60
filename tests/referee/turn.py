"""One bot turn being worked out: the position so far, chance, and the deeds done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.referee import board
from tests.referee.boxes import way_back
from tests.referee.position import Position, copied, on_map

Move = tuple[str, str, str, str]  # face, from, to, face it shows there
Pick = Callable[[list[str]], str]  # chooses among equals: names of options -> the one taken [8.6-4E5]

# What a face becomes when it goes back to its holding box [5.3].
_BOXED = {
    "uprising": "strike",
    "assassinations_yellow_red": "assassinations",
    "assassinations_brown_black": "assassinations",
}


@dataclass
class Turn:
    """The acting faction, its card, the chance handed in, and what came of it."""

    position: Position
    faction: str
    order: list[str]
    impulse: str
    pick: Pick
    dice: list[int] = field(default_factory=list)
    flips: list[str] = field(default_factory=list)
    rulings: dict[str, str] = field(default_factory=dict)
    deeds: list[dict[str, Any]] = field(default_factory=list)
    rolls: list[dict[str, Any]] = field(default_factory=list)
    heading: str = ""

    def roll(self, purpose: str) -> int:
        die = self.dice.pop(0)
        self.rolls.append({"for": purpose, "die": die})
        return die

    def begin(self, name: str, space: str | None = None, target: str | None = None) -> dict[str, Any]:
        """Start a deed; the moves that follow belong to it."""
        deed = {"name": self.heading + name, "space": space, "target": target, "moves": []}
        self.deeds.append(deed)
        return deed

    def move(self, face: str, source: str, goal: str, shown: str = "") -> None:
        moved = (face, source, goal, shown or face)
        self.position = carried_out(self.position, [moved])
        self.deeds[-1]["moves"].append(moved)

    def set(self, marker: str, value: Any) -> None:
        self.position = {**self.position, marker: value}

    def note(self, what: str, space: str) -> None:
        """Write down what 6.0 limits for the rest of this Action Step."""
        self.position = copied(self.position)
        self.position["turn"][what].append(space)

    def put_back(self, face: str, source: str) -> None:
        """Return a piece to its holding box [5.2]."""
        shown = _BOXED.get(face, face)
        boxes = way_back(self.position, shown)
        self.move(face, source, self.one_of(boxes), shown)

    def one_of(self, options: list[str]) -> str:
        """The only option, or one at random [8.1]."""
        return options[0] if len(options) == 1 else self.pick(options)

    def impulse_spaces(self) -> list[str]:
        """The Impulse Space, or every space of the Impulse Region [8.2, R54]."""
        if self.impulse.startswith("clique_"):
            return on_map(self.position, self.impulse) or ["berlin"]
        return board.spaces_of(self.impulse)


def carried_out(position: Position, moves: list[Move]) -> Position:
    """The position after the moves."""
    after = copied(position)
    for face, source, goal, shown in moves:
        after["lie"][face].remove(source)
        after["lie"][shown].append(goal)
    return after
