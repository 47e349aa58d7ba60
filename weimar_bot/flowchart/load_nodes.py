"""From the fields of a file to nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from weimar_bot.flowchart.conditions import Reading
from weimar_bot.flowchart.dice import Span, read_span, span_faults
from weimar_bot.flowchart.fields import HEAD_KEYS, Field
from weimar_bot.flowchart.load_choices import ChoiceLoader
from weimar_bot.flowchart.load_conditions import CONDITION_KEYS, read_conditions, read_number
from weimar_bot.flowchart.model import (
    Body,
    Do,
    Head,
    Listing,
    ListingKind,
    Node,
    Repeat,
    Roll,
    Row,
    Sequence,
    Use,
)
from weimar_bot.flowchart.references import Directory, Workshop
from weimar_bot.reading.names import quoted

KIND_KEYS: dict[str, tuple[str, ...]] = {
    "do": ("do", "with", "choose"),
    "first": ("first",),
    "all": ("all",),
    "priority": ("priority",),
    "roll": ("roll", "add", "table", "wrap"),
    "repeat": ("repeat", "times"),
    "use": ("use",),
}
COMMON_KEYS = (*HEAD_KEYS, *CONDITION_KEYS, "name", "otherwise")


class NodeLoader:
    """Builds the nodes of all charts."""

    def __init__(self, directory: Directory, choices: ChoiceLoader) -> None:
        self._reader = directory.reader
        self._choices = choices
        self.nodes: Workshop[Node] = Workshop(directory, "nodes", self._node)

    def _node(self, chart: str, field: Field) -> Node | None:
        owner = f"the node '{field.key}'"
        head = self._reader.head(field, chart, owner)
        kind = self._kind(field, owner)
        self._reader.keys(field, (*COMMON_KEYS, *_keys_of(kind)), owner)
        when, name = read_conditions(self._reader, field), self._reader.text(field.get("name"))
        body = self._body(kind, field, head) if kind else None
        if body is None:
            return None
        reason = field.get("otherwise")
        otherwise = self._reader.text(reason)
        if reason and not when:
            self._reader.fault(reason.place, f"{owner} has 'otherwise' but no conditions")
        return Node(head, body, when, name or (body.verb.name if isinstance(body, Do) else ""), otherwise)

    def _kind(self, field: Field, owner: str) -> str | None:
        kinds = [member for member in field.members() if member.key in KIND_KEYS]
        valid = ", ".join(f"'{kind}'" for kind in KIND_KEYS)
        if not kinds:
            self._reader.fault(field.key_place, f"{owner} must have one of {valid}")
            return None
        for other in kinds[1:]:
            message = f"{owner} is of kind '{kinds[0].key}' already and cannot have '{other.key}' as well"
            self._reader.fault(other.key_place, message)
        return kinds[0].key if len(kinds) == 1 else None

    def _body(self, kind: str, field: Field, head: Head) -> Body | None:
        bodies: dict[str, Callable[[Field, Field, Head], Body | None]] = {
            "do": self._do,
            "roll": self._roll,
            "repeat": self._repeat,
            "use": self._use,
        }
        main = field.get(kind)
        return bodies.get(kind, self._listing)(field, main, head) if main else None

    def _do(self, field: Field, verb_name: Field, head: Head) -> Do | None:
        sequence = self._chosen_by(field.get("choose"), head)
        known = self._reader.name(verb_name, "verb", self._reader.vocabulary.verbs)
        if known is None:
            return None
        verb = self._reader.vocabulary.verbs[known]
        args = self._reader.args(self._reader.members(field.get("with")), verb, "verb", verb_name)
        return Do(verb, args, sequence)

    def _chosen_by(self, field: Field | None, head: Head) -> Sequence | None:
        if field is None:
            return None
        if isinstance(field.value, list):
            return self._choices.inline(field, replace(head, place=field.place))
        return self._choices.sequences.follow(field, head.chart)

    def _listing(self, field: Field, listed: Field, head: Head) -> Listing:
        children: list[Node] = []
        for one in self._reader.entries(listed):
            child = self.nodes.follow(one, head.chart)
            if child in children and listed.key != "all":
                self._reader.repeated(one)
            elif child:
                children.append(child)
        return Listing(cast(ListingKind, listed.key), tuple(children))

    def _roll(self, field: Field, purpose: Field, head: Head) -> Roll | None:
        added = field.get("add")
        reading = read_number(self._reader, added) if added else None
        table = self._reader.needed(field, "table", f"the node '{field.key}'")
        rows = self._rows(table, head.chart, added is not None) if table else ()
        wrap = self._reader.flag(field.get("wrap"))
        return Roll(self._reader.text(purpose), reading, rows, wrap)

    def _rows(self, table: Field, chart: str, added: bool) -> tuple[Row, ...]:
        rows, spans = [], []
        for one in self._reader.members(table):
            node = self.nodes.follow(one, chart)
            span = self._span(one)
            if span:
                spans.append(span)
            if span and node:
                rows.append(Row(one.key, *span, node))
        if isinstance(table.value, dict) and len(spans) == len(table.value):
            for message in span_faults(spans, added):
                self._reader.fault(table.key_place, message)
        return tuple(sorted(rows, key=lambda row: row.low))

    def _span(self, row: Field) -> Span | None:
        span = read_span(row.key)
        if span is None:
            message = f"{quoted(row.key)} is no row of a die table; write 3, 1-2, ..3 or 4.."
            self._reader.fault(row.key_place, message)
        return span

    def _repeat(self, field: Field, repeated: Field, head: Head) -> Repeat | None:
        times = self._reader.needed(field, "times", f"the node '{field.key}'")
        count = self._times(times) if times else None
        node = self.nodes.follow(repeated, head.chart)
        return Repeat(node, count) if node and count else None

    def _times(self, field: Field) -> int | Reading | None:
        if isinstance(field.value, (str, dict)):
            return read_number(self._reader, field)
        if not self._reader.expect(field, int, "a whole number or a fact"):
            return None
        if field.value < 1:
            self._reader.fault(field.place, f"'times' must be 1 or more, not {field.value}")
            return None
        return int(field.value)

    def _use(self, field: Field, used: Field, head: Head) -> Use | None:
        node = self.nodes.follow(used, head.chart)
        return Use(node) if node else None


def _keys_of(kind: str | None) -> tuple[str, ...]:
    """The keys a kind has of its own; where the kind is in doubt, those of every kind."""
    return KIND_KEYS[kind] if kind else tuple(key for keys in KIND_KEYS.values() for key in keys)
