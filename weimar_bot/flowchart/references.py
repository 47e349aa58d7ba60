"""Entries of chart files by name, built once each, with references followed across charts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from weimar_bot.flowchart.fields import Field, FieldReader

SECTIONS = {
    "nodes": "node",
    "criteria": "criterion",
    "sequences": "sequence",
    "lists": "list",
    "sums": "sum",
}

_T = TypeVar("_T")


class Directory:
    """Where every entry of every chart is written.

    ``unreadable`` are charts whose files could not be read: a reference into them stands for
    nothing, but is no fault of its own.
    """

    def __init__(self, reader: FieldReader, unreadable: Collection[str] = ()) -> None:
        self.reader = reader
        self._unreadable = unreadable
        self._entries: dict[str, dict[str, dict[str, Field]]] = {}

    def add_chart(self, chart: str) -> None:
        self._entries.setdefault(chart, {section: {} for section in SECTIONS})

    def add(self, chart: str, section: str, entry: Field) -> None:
        self._entries[chart][section][entry.key] = entry

    def holds_chart(self, chart: str) -> bool:
        return chart in self._entries

    def entries(self, chart: str, section: str) -> dict[str, Field]:
        """The entries of one section, by id."""
        return self._entries[chart][section]

    def holds(self, reference: Field, chart: str, section: str) -> bool:
        """Whether ``reference``, written in ``chart``, names an entry of ``section``."""
        home, ident = _split(reference, chart)
        return ident in self._entries.get(home, {}).get(section, {})

    def find(self, reference: Field, chart: str, section: str) -> tuple[str, Field] | None:
        """The chart and the entry that ``reference`` names; a fault if it names none."""
        if not self.reader.expect(reference, str, f"the id of a {SECTIONS[section]}"):
            return None
        home, ident = _split(reference, chart)
        if self.holds(reference, chart, section):
            return home, self._entries[home][section][ident]
        if home in self._unreadable:
            return None
        if home in self._entries:
            self.reader.unknown(reference, SECTIONS[section], self._names(chart, section))
        else:
            named = Field(reference.source, reference.path, home)
            self.reader.unknown(named, "chart", self._entries)
        return None

    def _names(self, chart: str, section: str) -> list[str]:
        """Every name by which ``chart`` may refer to an entry of ``section``."""
        abroad = [
            f"{other}.{ident}" for other, sections in self._entries.items() for ident in sections[section]
        ]
        return [*self._entries[chart][section], *abroad]


def _split(reference: Field, chart: str) -> tuple[str, str]:
    home, dot, ident = str(reference.value).rpartition(".")
    return (home, ident) if dot else (chart, ident)


class Workshop(Generic[_T]):
    """Builds the entries of one section, each once; an entry that needs itself is a fault."""

    def __init__(self, directory: Directory, section: str, build: Callable[[str, Field], _T | None]) -> None:
        self._directory = directory
        self._section = section
        self._build = build
        self._built: dict[str, _T | None] = {}
        self._open: list[str] = []

    def follow(self, reference: Field, chart: str) -> _T | None:
        """What ``reference``, written in ``chart``, names; None after a fault."""
        found = self._directory.find(reference, chart, self._section)
        if found is None:
            return None
        home, entry = found
        ref = f"{home}.{entry.key}"
        if ref in self._open:
            loop = " -> ".join((*self._open[self._open.index(ref) :], ref))
            self._directory.reader.fault(reference.place, f"this reference has no end: {loop}")
            return None
        return self.make(home, entry)

    def make(self, chart: str, entry: Field) -> _T | None:
        """The thing that ``entry`` of ``chart`` describes; None after a fault."""
        ref = f"{chart}.{entry.key}"
        if ref not in self._built:
            self._open.append(ref)
            self._built[ref] = self._build(chart, entry)
            self._open.pop()
        return self._built[ref]

    def make_all(self, chart: str) -> dict[str, _T]:
        """All entries of ``chart`` in this section, without those at fault."""
        entries = self._directory.entries(chart, self._section)
        made = {ident: self.make(chart, entry) for ident, entry in entries.items()}
        return {ident: thing for ident, thing in made.items() if thing is not None}
