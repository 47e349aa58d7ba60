"""From the fields of a file to criteria and sequences."""

from __future__ import annotations

from typing import cast

from weimar_bot.flowchart.conditions import NO_ARGS
from weimar_bot.flowchart.fields import HEAD_KEYS, Field, FieldReader
from weimar_bot.flowchart.load_conditions import CONDITION_KEYS, read_conditions
from weimar_bot.flowchart.model import Criterion, CriterionKind, Head, Sequence, Settle
from weimar_bot.flowchart.references import Directory, Workshop
from weimar_bot.flowchart.vocabulary import Ordering, OrderingKind

CRITERION_KINDS = ("only", "prefer", "rank", "random")


class ChoiceLoader:
    """Builds the criteria and sequences of all charts."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._reader: FieldReader = directory.reader
        self.criteria: Workshop[Criterion] = Workshop(directory, "criteria", self._criterion)
        self.sequences: Workshop[Sequence] = Workshop(directory, "sequences", self._sequence)

    def inline(self, field: Field, head: Head) -> Sequence:
        """The sequence written out in ``field``, under the name of the entry that holds it."""
        return Sequence(head, self._parts(field, head.chart), inline=True)

    def _criterion(self, chart: str, field: Field) -> Criterion | None:
        owner = f"the criterion '{field.key}'"
        head = self._reader.head(field, chart, owner)
        kinds = [kind for kind in CRITERION_KINDS if field.get(kind)]
        if len(kinds) != 1:
            found = " and ".join(f"'{kind}'" for kind in kinds) or "none"
            valid = ", ".join(f"'{kind}'" for kind in CRITERION_KINDS)
            self._reader.fault(field.key_place, f"{owner} must have one of {valid}; it has {found}")
            return None
        kind = cast(CriterionKind, kinds[0])
        own = (kind,) if kind == "random" else (kind, "with")
        self._reader.keys(field, (*HEAD_KEYS, *CONDITION_KEYS, "letter", *own), owner)
        when, letter = read_conditions(self._reader, field), self._reader.text(field.get("letter"))
        if kind == "random":
            self._check_random(field)
            return Criterion(head, kind, None, NO_ARGS, when, letter)
        named = field.get(kind)
        ordering = self._ordering(named, kind) if named else None
        if named is None or ordering is None:
            return None
        args = self._reader.args(self._reader.members(field.get("with")), ordering, "ordering", named)
        return Criterion(head, kind, ordering, args, when, letter)

    def _check_random(self, field: Field) -> None:
        flag = field.get("random")
        if flag and flag.value is not True:
            self._reader.fault(flag.place, "'random' must be true; leave the criterion out instead")

    def _ordering(self, named: Field, kind: str) -> Ordering | None:
        known = self._reader.name(named, "ordering", self._reader.vocabulary.orderings)
        if known is None:
            return None
        ordering = self._reader.vocabulary.orderings[known]
        wanted: OrderingKind = "rank" if kind == "rank" else "test"
        if ordering.kind != wanted:
            self._reader.fault(named.place, f"'{kind}' needs a {wanted}, but '{known}' is a {ordering.kind}")
        return ordering

    def _sequence(self, chart: str, field: Field) -> Sequence:
        owner = f"the sequence '{field.key}'"
        self._reader.keys(field, (*HEAD_KEYS, "steps", "settle"), owner)
        head = self._reader.head(field, chart, owner)
        steps = self._reader.needed(field, "steps", owner)
        parts = self._parts(steps, chart) if steps else ()
        letters = {step.criterion.letter for step in Sequence(head, parts).steps} - {""}
        return Sequence(head, parts, self._settle(field.get("settle"), letters))

    def _parts(self, field: Field, chart: str) -> tuple[Criterion | Sequence, ...]:
        parts: list[Criterion | Sequence] = []
        written = self._reader.entries(field)
        for at, one in enumerate(written, 1):
            part = self._part(one, chart)
            if part is None:
                continue
            parts.append(part)
            if at < len(written) and _ends_by_chance(part):
                message = f"'{part.ident}' leaves the choice to chance, so it must come last"
                self._reader.fault(one.place, message)
        return tuple(parts)

    def _part(self, field: Field, chart: str) -> Criterion | Sequence | None:
        if isinstance(field.value, dict):
            self._reader.keys(field, ["use"], "a step")
            used = self._reader.needed(field, "use", "a step")
            return self.sequences.follow(used, chart) if used else None
        is_criterion = self._directory.holds(field, chart, "criteria")
        if not is_criterion and self._directory.holds(field, chart, "sequences"):
            self._reader.fault(field.place, f"'{field.value}' is a sequence; write {{use: {field.value}}}")
            return None
        return self.criteria.follow(field, chart)

    def _settle(self, field: Field | None, in_use: set[str]) -> Settle | None:
        if field is None or not self._reader.expect(field, dict, "a mapping"):
            return None
        self._reader.keys(field, ["ruling", "is", "letters"], "'settle'")
        ruling, alternative, listed = (
            self._reader.needed(field, key, "'settle'") for key in ("ruling", "is", "letters")
        )
        switch = self._reader.switch(ruling, alternative) if ruling and alternative else None
        letters = self._reader.names(listed, "criterion here with the letter", in_use)
        return Settle(*switch, frozenset(letters)) if switch else None


def _ends_by_chance(part: Criterion | Sequence) -> bool:
    if isinstance(part, Criterion):
        return part.kind == "random"
    return any(step.criterion.kind == "random" for step in part.steps)
