"""Loading chart files: all faults of all files at once, or charts with nothing left to resolve."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeVar

from weimar_bot.flowchart.fields import HEAD_KEYS, Field, FieldReader
from weimar_bot.flowchart.load_choices import ChoiceLoader
from weimar_bot.flowchart.load_conditions import gives_number
from weimar_bot.flowchart.load_nodes import NodeLoader
from weimar_bot.flowchart.model import Chart, Charts, NamedList, Node, Sequence, Sum
from weimar_bot.flowchart.reach import adrift, unreached
from weimar_bot.flowchart.references import SECTIONS, Directory
from weimar_bot.flowchart.vocabulary import Vocabulary
from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.reading.names import quoted
from weimar_bot.reading.source import Source, read_file

CHART_KEYS = ("chart", "title", "cite", "start", "entry", *SECTIONS)

_IDENT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
_T = TypeVar("_T")


def load_charts(files: Iterable[Path], vocabulary: Vocabulary) -> Charts:
    """Load all charts that refer to each other.

    Raises :class:`UnreadableInput` with every fault of every file, in the order of the files' names.
    """
    return _charts_or_raise(*_load_files(files, vocabulary))


def check_charts(files: Iterable[Path], vocabulary: Vocabulary) -> list[Fault]:
    """Every fault of every file; an empty list means that they can be loaded."""
    return _load_files(files, vocabulary)[1]


def load_sources(sources: Iterable[Source], vocabulary: Vocabulary) -> Charts:
    """As :func:`load_charts`, for files already read."""
    return _charts_or_raise(*_load(sources, vocabulary))


def check_sources(sources: Iterable[Source], vocabulary: Vocabulary) -> list[Fault]:
    """As :func:`check_charts`, for files already read."""
    return _load(sources, vocabulary)[1]


def _charts_or_raise(charts: Charts, faults: list[Fault]) -> Charts:
    if faults:
        raise UnreadableInput(faults)
    return charts


def _load_files(files: Iterable[Path], vocabulary: Vocabulary) -> tuple[Charts, list[Fault]]:
    sources: list[Source] = []
    faults: list[Fault] = []
    unreadable: set[str] = set()
    for file in files:
        try:
            sources.append(read_file(file))
        except UnreadableInput as error:
            unreadable.add(Path(file).stem)
            faults += error.faults
    charts, others = _load(sources, vocabulary, unreadable)
    return charts, _in_order([*faults, *others])


def _load(
    sources: Iterable[Source], vocabulary: Vocabulary, unreadable: Collection[str] = ()
) -> tuple[Charts, list[Fault]]:
    reader = FieldReader(vocabulary)
    charts = Charts(_Loader(reader, unreadable).load(sources))
    # A misspelled reference would make half a chart look unreached, so this comes last.
    if not reader.faults and not unreadable:
        for chart in adrift(charts):
            message = f"'start' is missing: nothing leads to the nodes of the chart {quoted(chart.ident)}"
            reader.fault(chart.place, message)
        for kind, entry in unreached(charts):
            reader.fault(entry.place, f"the {kind} '{entry.ident}' is never reached from a start or an entry")
    return charts, _in_order(reader.faults)


def _in_order(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: fault.place or Place(""))


class _Loader:
    """Builds charts from sources: first all names are noted, then references are followed."""

    def __init__(self, reader: FieldReader, unreadable: Collection[str]) -> None:
        self._reader = reader
        self._directory = Directory(reader, unreadable)
        self._choices = ChoiceLoader(self._directory)
        self._nodes = NodeLoader(self._directory, self._choices).nodes
        self._sets = _sets_of_names(reader.vocabulary)

    def load(self, sources: Iterable[Source]) -> dict[str, Chart]:
        roots = {}
        for source in sources:
            root = Field(source, (), source.data)
            ident = self._declare(root)
            if ident is not None:
                roots[ident] = root
        return {ident: self._chart(ident, root) for ident, root in roots.items()}

    def _declare(self, root: Field) -> str | None:
        """Note the names of all entries of a file; its chart's id, or None if it is unusable."""
        if not self._reader.expect(root, dict, "a mapping"):
            return None
        self._reader.keys(root, CHART_KEYS, "a chart")
        ident = self._ident(root)
        if ident is None:
            return None
        self._directory.add_chart(ident)
        for section, kind in SECTIONS.items():
            for entry in self._reader.members(root.get(section)):
                if self._is_usable(entry, kind):
                    self._directory.add(ident, section, entry)
        return ident

    def _ident(self, root: Field) -> str | None:
        named = self._reader.needed(root, "chart", "a chart")
        if named is None or not self._reader.expect(named, str, "text"):
            return None
        stem = Path(root.source.file).stem
        if named.value != stem:
            message = f"the chart is called {quoted(named.value)}, its file {quoted(stem)}"
            self._reader.fault(named.place, message)
        if self._directory.holds_chart(named.value):
            self._reader.fault(named.place, f"there is already a chart {quoted(named.value)}")
            return None
        return str(named.value)

    def _is_usable(self, entry: Field, kind: str) -> bool:
        if not _IDENT.match(entry.key):
            message = f"{quoted(entry.key)} is no id: letters, digits, _ and -, a letter first"
            self._reader.fault(entry.key_place, message)
            return False
        return self._reader.expect(entry, dict, f"a {kind}, written as a mapping")

    def _chart(self, ident: str, root: Field) -> Chart:
        title = self._reader.needed(root, "title", "a chart")
        start = root.get("start")
        entries = [self._entry_point(one, ident) for one in self._reader.entries(root.get("entry"))]
        return Chart(
            ident,
            self._reader.text(title),
            self._reader.cites(root, "the chart"),
            root.place,
            start=self._nodes.follow(start, ident) if start else None,
            entries=tuple(entry for entry in entries if entry),
            nodes=self._nodes.make_all(ident),
            lists=self._each(ident, "lists", self._list),
            criteria=self._choices.criteria.make_all(ident),
            sequences=self._choices.sequences.make_all(ident),
            sums=self._each(ident, "sums", self._sum),
        )

    def _entry_point(self, field: Field, chart: str) -> Node | Sequence | None:
        if self._directory.holds(field, chart, "sequences"):
            return self._choices.sequences.follow(field, chart)
        return self._nodes.follow(field, chart)

    def _each(self, chart: str, section: str, build: Callable[[str, Field], _T]) -> dict[str, _T]:
        entries = self._directory.entries(chart, section)
        return {ident: build(chart, entry) for ident, entry in entries.items()}

    def _list(self, chart: str, field: Field) -> NamedList:
        owner = f"the list '{field.key}'"
        self._reader.keys(field, (*HEAD_KEYS, "items", "of", "complete"), owner)
        head = self._reader.head(field, chart, owner)
        written, of = self._reader.needed(field, "items", owner), field.get("of")
        names = self._reader.name(of, "set of names", self._sets) if of else None
        complete = self._reader.flag(field.get("complete"))
        if complete and of is None:
            self._reader.fault(field.key_place, f"{owner} is to be complete, so it needs the key 'of'")
        if names is None:
            listed = self._reader.distinct(self._reader.texts(written))
            return NamedList(head, tuple(str(one.value) for one in listed))
        items = self._reader.names(written, names, self._sets[names])
        if complete and written:
            self._check_complete(written, items, names)
        return NamedList(head, items, names)

    def _check_complete(self, written: Field, items: Collection[str], names: str) -> None:
        missing = sorted(self._sets[names].difference(items))
        # A name misspelled, which is a fault already, would be missing as well.
        unknown = set(map(str, written.value)) - self._sets[names] if isinstance(written.value, list) else ()
        if missing and not unknown:
            message = f"'{written.key}' must name every {names}; missing: {', '.join(missing)}"
            self._reader.fault(written.place, message)

    def _sum(self, chart: str, field: Field) -> Sum:
        owner = f"the sum '{field.key}'"
        self._reader.keys(field, (*HEAD_KEYS, "terms"), owner)
        head = self._reader.head(field, chart, owner)
        facts = self._reader.vocabulary.facts
        terms = [
            (one, facts[one.value])
            for one in self._reader.texts(self._reader.needed(field, "terms", owner))
            if self._reader.known(one, "fact", facts)
        ]
        terms = [(one, fact) for one, fact in terms if gives_number(self._reader, one, fact)]
        for one, fact in terms[1:]:
            first = terms[0][1]
            if fact.args != first.args:
                message = f"{owner} asks all its facts the same, but {fact.name!r} takes {_listed(fact.args)}"
                self._reader.fault(one.place, f"{message} and {first.name!r} takes {_listed(first.args)}")
        return Sum(head, tuple(fact for _, fact in terms))


def _listed(args: Collection[str]) -> str:
    return ", ".join(sorted(args)) or "nothing"


def _sets_of_names(vocabulary: Vocabulary) -> dict[str, frozenset[str]]:
    """The closed sets a list may draw on: those of text alone."""
    sets = {name: frozenset(map(str, values)) for name, values in vocabulary.names.items()}
    return {name: texts for name, texts in sets.items() if texts == vocabulary.names[name]}
