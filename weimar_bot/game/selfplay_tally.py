"""What many games of self-play have come to: counts that can be added, as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from weimar_bot.bot.decide import Decision
from weimar_bot.flowchart.trace import LeftNode, Picked
from weimar_bot.game.pending import Instruction, Pending
from weimar_bot.game.setup import Scenario, rounds
from weimar_bot.game.state import GameState
from weimar_bot.table.changes import Change, Move

Data = dict[str, Any]

UNREVEALED = "freikorps_unrevealed"


@dataclass(frozen=True, slots=True)
class Broken:
    """A game that broke a rule: where, how, and the table as it was before the step that did it."""

    scenario: str
    seed: int
    step: int
    turn: str
    faults: tuple[str, ...]
    doing: tuple[str, ...]
    changes: tuple[str, ...]
    position: str

    def data(self) -> Data:
        """The finding as plain data."""
        return {
            "scenario": self.scenario,
            "seed": self.seed,
            "step": self.step,
            "turn": self.turn,
            "faults": list(self.faults),
            "doing": list(self.doing),
            "changes": list(self.changes),
            "position": self.position,
        }


@dataclass(slots=True)
class Tally:
    """Counts of games; adding two gives what counting all their games in one would have given."""

    games: int = 0
    stations: int = 0
    decisions: int = 0
    deeds: int = 0
    lots: int = 0
    dice: int = 0
    flips: int = 0
    draws: int = 0
    winners: Counter[tuple[str, str]] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    instructions: Counter[int] = field(default_factory=Counter)
    ran: Counter[str] = field(default_factory=Counter)
    had_effect: Counter[str] = field(default_factory=Counter)
    _instructions_now: int = 0

    def take(self, pending: Pending) -> None:
        """Count one thing that is pending."""
        self._instructions_now += isinstance(pending, Instruction)

    def decide(self, decision: Decision) -> None:
        """Count a decision: the nodes it went through and what was left to chance."""
        self.decisions += 1
        self.deeds += len(decision.deeds)
        self.dice += len(decision.rolls)
        self.flips += sum(_turned_over(change) for deed in decision.deeds for change in deed.changes)
        for step in decision.trace.steps:
            if isinstance(step, LeftNode):
                self.ran[step.node.ref] += 1
                self.had_effect[step.node.ref] += step.performed
            elif isinstance(step, Picked):
                self.lots += len(step.options) > 1

    def end(self, state: GameState, scenario: Scenario) -> None:
        """Count the game as won."""
        assert state.victory is not None
        self.games += 1
        self.draws += state.draws
        self.winners[state.victory.faction, state.victory.reason.partition(",")[0]] += 1
        when = (state.table.year, state.table.text("round"))
        self.rounds[1 + list(rounds(scenario)).index(when)] += 1
        self.instructions[self._instructions_now] += 1
        self._instructions_now = 0

    def add(self, other: Tally) -> None:
        """Count the games of another tally as well."""
        for name in ("games", "stations", "decisions", "deeds", "lots", "dice", "flips", "draws"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("winners", "rounds", "instructions", "ran", "had_effect"):
            getattr(self, name).update(getattr(other, name))

    def data(self, nodes: list[str]) -> Data:
        """The counts as plain data; ``nodes`` are those that could have run."""
        won = sorted(self.winners.items(), key=lambda item: (-item[1], item[0]))
        return {
            "games": self.games,
            "winners": [{"faction": who, "by": how, "games": number} for (who, how), number in won],
            "rounds": _spread(self.rounds),
            "instructions": _spread(self.instructions),
            "decisions": self.decisions,
            "deeds": self.deeds,
            "chance": {"lots": self.lots, "dice": self.dice, "flips": self.flips, "draws": self.draws},
            "nodes": {ref: {"ran": self.ran[ref], "had_effect": self.had_effect[ref]} for ref in nodes},
        }


def _turned_over(change: Change) -> int:
    """How many Freikorps a change turns over."""
    return change.count if isinstance(change, Move) and change.piece == UNREVEALED and change.face else 0


def _spread(counts: Counter[int]) -> Data:
    """The shortest, the mean and the longest of what was counted; nothing of no games."""
    if not counts:
        return {"shortest": None, "mean": None, "longest": None}
    mean = sum(length * number for length, number in counts.items()) / counts.total()
    return {"shortest": min(counts), "mean": round(mean, 2), "longest": max(counts)}
