"""The rules a scenario brings with it: whether Stances are in use, and the Reaction limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from weimar_bot.reading.source import read_file
from weimar_bot.table.table import Table

_FILE: Final = Path(__file__).parents[1] / "data" / "scenario_rules.yaml"


@dataclass(frozen=True, slots=True)
class ScenarioRules:
    """What a scenario changes about the rules."""

    id: str
    title: str
    section: str
    stances_in_use: bool
    reaction_limited_by_progress: bool
    ignores_requires: bool = False


@cache
def scenarios() -> Mapping[str, ScenarioRules]:
    """Every scenario of the Playbook by its id."""
    return {ident: ScenarioRules(ident, **entry) for ident, entry in read_file(_FILE).data.items()}


def stances_in_use(scenario: str | None) -> bool:
    """Whether the Stances are played with; without a scenario they are [8.10, 8.11]."""
    return scenario is None or scenarios()[scenario].stances_in_use


def reaction_limited(table: Table) -> bool:
    """Whether Reaction may stand at most one level above Progress; without a scenario it may not
    stand higher [5.7, R61]."""
    scenario = table.state["scenario"]
    return not isinstance(scenario, str) or scenarios()[scenario].reaction_limited_by_progress
