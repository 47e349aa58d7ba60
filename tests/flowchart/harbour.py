"""A toy game for the flowcharts: a harbour keeper who moors boats at berths."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from weimar_bot.flowchart.dice import Span
from weimar_bot.flowchart.loader import check_sources, load_sources
from weimar_bot.flowchart.model import Charts
from weimar_bot.flowchart.trace import Trace
from weimar_bot.flowchart.vocabulary import Doing, Options, Vocabulary
from weimar_bot.flowchart.walker import Walker
from weimar_bot.reading.source import read_text


@dataclass(frozen=True)
class Berth:
    key: str
    depth: int = 1
    lit: bool = False
    free: bool = True

    @property
    def label(self) -> str:
        return self.key.title()


@dataclass
class Harbour:
    """The scene: chance given beforehand, berths, the weather, and what was done."""

    berths: list[Berth] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    picks: list[int] = field(default_factory=list)
    switches: dict[str, str] = field(default_factory=dict)
    storm: bool = False
    tide: int = 0
    stock: dict[str, int] = field(default_factory=dict)
    log: list[tuple[str, Berth, Doing, dict[str, Any]]] = field(default_factory=list)

    def roll(self, purpose: str) -> int:
        return self.dice.pop(0)

    def pick(self, n: int) -> int:
        return self.picks.pop(0)

    @property
    def done(self) -> list[str]:
        return [f"{name}: {option.label}" for name, option, _, _ in self.log]


vocabulary = Vocabulary(
    sections=frozenset({"1", "1.1", "1.2", "2", "2.1", "3"}),
    rulings={"R1": ("default", "strict"), "R2": ("default", "settle")},
    names={
        "cargo": frozenset({"grain", "timber"}),
        "weather": frozenset({"rough", "calm"}),
        "turn": frozenset({-1, 1}),
    },
)


@vocabulary.fact("storm", cite=["1"], words="there is a storm", gives="truth")
def storm(scene: Harbour) -> bool:
    return scene.storm


@vocabulary.fact("tide", cite=["1"], words="the tide", gives="number")
def tide(scene: Harbour) -> int:
    return scene.tide


@vocabulary.fact("weather", cite=["1"], words="the weather", gives="word", values="weather")
def weather(scene: Harbour) -> str:
    return "rough" if scene.storm else "calm"


@vocabulary.fact("keeper", cite=["1"], words="the keeper", gives="word")
def keeper(scene: Harbour) -> str:
    return "Ada"


@vocabulary.fact("stock", cite=["1"], words="the stock of {of}", gives="number", arg_values={"of": "cargo"})
def stock(scene: Harbour, of: str) -> int:
    return scene.stock.get(of, 0)


@vocabulary.fact(
    "demand", cite=["1"], words="the demand for {of}", gives="number", arg_values={"of": "cargo"}
)
def demand(scene: Harbour, of: str) -> int:
    return scene.tide


@vocabulary.fact("broken", cite=["1"], words="the broken gauge", gives="number")
def broken(scene: Harbour) -> str:
    return "calm"


@vocabulary.verb("moor", cite=["2"], words="moor a boat", reads=["berths"])
class Moor:
    @staticmethod
    def options(scene: Harbour, args: dict[str, Any]) -> Options:
        return Options(scene.berths, "no berth is in use", ("2.1",))

    @staticmethod
    def perform(scene: Harbour, option: Berth, args: dict[str, Any], doing: Doing) -> None:
        scene.log.append((doing.name, option, doing, args))


vocabulary.verb("signal", cite=["2"], words="show a flag", args=["flag"])(Moor)
vocabulary.verb("turn", cite=["2"], words="turn a boat", arg_values={"by": "turn"})(Moor)


@vocabulary.verb("unload", cite=["2"], words="unload {cargo}", arg_values={"cargo": "cargo"})
class Unload:
    """Takes one unit from the stock, for as long as there is any."""

    @staticmethod
    def options(scene: Harbour, args: dict[str, Any]) -> Options:
        cargo = args["cargo"]
        return Options([Berth(cargo)] if scene.stock.get(cargo) else [], f"there is no {cargo}")

    @staticmethod
    def perform(scene: Harbour, option: Berth, args: dict[str, Any], doing: Doing) -> None:
        scene.stock[option.key] -= 1
        scene.log.append((doing.name, option, doing, args))


@vocabulary.verb("wait", cite=["2"], words="wait")
class Wait:
    @staticmethod
    def options(scene: Harbour, args: dict[str, Any]) -> Options:
        return Options([Berth("here")])

    @staticmethod
    def perform(scene: Harbour, option: Berth, args: dict[str, Any], doing: Doing) -> None:
        scene.log.append((doing.name, option, doing, args))


@vocabulary.ordering("is_lit", "test", cite=["2"], words="it is lit")
def is_lit(scene: Harbour, option: Berth) -> bool:
    return option.lit


@vocabulary.ordering("is_free", "test", cite=["2"], words="it is free")
def is_free(scene: Harbour, option: Berth) -> bool:
    return option.free


@vocabulary.ordering(
    "deep", "test", cite=["2"], words="it is {least} deep", arg_numbers={"least": Span(low=0)}
)
def deep(scene: Harbour, option: Berth, least: int) -> bool:
    return option.depth >= least


@vocabulary.ordering("deepest", "rank", cite=["2"], words="the deepest first")
def deepest(scene: Harbour, option: Berth) -> int:
    return -option.depth


def load(*texts: str, **named: str) -> Charts:
    """Charts from YAML; a text without a name is the chart ``port``."""
    return load_sources(_sources(*texts, **named), vocabulary)


def faults(*texts: str, **named: str) -> list[str]:
    """All faults of charts, as they are shown to people."""
    return [str(fault) for fault in check_sources(_sources(*texts, **named), vocabulary)]


def _sources(*texts: str, **named: str) -> list[Any]:
    files = [*(("port", text) for text in texts), *named.items()]
    return [read_text(text, f"{name}.yaml") for name, text in files]


def chart(nodes: str, rest: str = "", start: str = "turn") -> str:
    """A chart with a start; every line of ``nodes`` is one node, ``rest`` more sections."""
    return _HEADER + f"start: {start}\n" + _section("nodes", nodes) + rest


def shared(sections: str) -> str:
    """A chart without a start; ``sections`` is YAML at top level."""
    return _HEADER + sections


_HEADER = 'chart: port\ntitle: Port\ncite: ["1"]\n'


def _section(name: str, entries: str) -> str:
    return f"{name}:\n" + "".join(f"  {line.strip()}\n" for line in entries.strip().splitlines())


def choosing(steps: str, criteria: str, settle: str = "") -> str:
    """A chart whose turn moors at a berth chosen by ``steps``."""
    return (
        chart('turn: {cite: ["1"], do: moor, choose: berth}')
        + _section("criteria", criteria)
        + f'sequences:\n  berth: {{cite: ["1"], steps: {steps}{settle}}}\n'
    )


def walker(charts: Charts, scene: Harbour, trace: Trace | None = None) -> Walker:
    return Walker(charts, vocabulary, scene, Trace() if trace is None else trace)
