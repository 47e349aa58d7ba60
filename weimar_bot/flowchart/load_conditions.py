"""From the fields of a file to conditions and readings of facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from weimar_bot.flowchart.conditions import (
    COMPARISONS,
    NO_ARGS,
    AnyOf,
    Comparison,
    Negation,
    Reading,
    RulingTest,
    Test,
    Truth,
)
from weimar_bot.flowchart.fields import Field, FieldReader, subject
from weimar_bot.flowchart.vocabulary import Fact, Gives
from weimar_bot.reading.names import quoted

CONDITION_KEYS = ("when", "if_ruling", "unless_ruling")
FORMS = ("fact", "not", "any", "ruling")
GIVEN: Mapping[Gives, tuple[type, str]] = {
    "number": (int, "a whole number"),
    "truth": (bool, "true or false"),
    "word": (str, "text"),
}


def read_conditions(reader: FieldReader, field: Field) -> tuple[Test, ...]:
    """All conditions of an entry: its ``if_ruling``, ``unless_ruling`` and ``when``, in that order."""
    when = field.get("when")
    tests = [
        *_switches(reader, field.get("if_ruling")),
        *(Negation(test) for test in _switches(reader, field.get("unless_ruling"))),
        *(_condition(reader, one) for one in reader.entries(when)),
    ]
    return tuple(test for test in tests if test is not None)


def read_reading(reader: FieldReader, field: Field) -> Reading | None:
    """A fact by its name, or as ``{fact: NAME, ARGUMENT: VALUE}``."""
    if not isinstance(field.value, dict):
        return _reading(reader, field, [])
    fact = reader.needed(field, "fact", "a reading")
    return _reading(reader, fact, [one for one in field.members() if one.key != "fact"]) if fact else None


def read_number(reader: FieldReader, field: Field) -> Reading | None:
    """As :func:`read_reading`, for a fact that gives a number."""
    reading = read_reading(reader, field)
    return reading if reading and gives_number(reader, field, reading.fact) else None


def gives_number(reader: FieldReader, field: Field, fact: Fact) -> bool:
    """Whether ``fact`` gives the number that ``field`` needs; a fault if it does not."""
    if fact.gives == "number":
        return True
    given = GIVEN[fact.gives][1]
    reader.fault(field.place, f"{subject(field)} needs a number; the fact {quoted(fact.name)} gives {given}")
    return False


def _reading(reader: FieldReader, name: Field, args: list[Field]) -> Reading | None:
    known = reader.name(name, "fact", reader.vocabulary.facts)
    if known is None:
        return None
    fact = reader.vocabulary.facts[known]
    taken = reader.args(args, fact, "fact", name)
    return Reading(fact, taken or NO_ARGS)


def _switches(reader: FieldReader, field: Field | None) -> list[RulingTest]:
    """``{RULING: ALTERNATIVE}``; each ruling is a key, so its fault stands where the key does."""
    tests = []
    for alternative in reader.members(field):
        # The key is read as if it were a value, to be checked like one.
        ruling = Field(alternative.source, alternative.path, alternative.key)
        switch = reader.switch(ruling, alternative)
        if switch:
            tests.append(RulingTest(*switch))
    return tests


def _condition(reader: FieldReader, field: Field) -> Test | None:
    if isinstance(field.value, str):
        reading = _reading(reader, field, [])
        return _truth(reader, reading, field) if reading else None
    if not reader.expect(field, dict, "the name of a fact or a mapping"):
        return None
    forms = [form for form in FORMS if field.get(form)]
    if len(forms) != 1:
        found = " and ".join(f"'{form}'" for form in forms) or "none"
        reader.fault(field.place, f"a condition has one of 'fact', 'not', 'any', 'ruling'; this has {found}")
        return None
    readers: dict[str, Callable[[FieldReader, Field], Test | None]] = {
        "fact": _fact_condition,
        "not": _negation,
        "any": _any_of,
        "ruling": _ruling_condition,
    }
    return readers[forms[0]](reader, field)


def _negation(reader: FieldReader, field: Field) -> Test | None:
    reader.keys(field, ["not"], "this condition")
    inner = field.get("not")
    test = _condition(reader, inner) if inner else None
    return Negation(test) if test else None


def _any_of(reader: FieldReader, field: Field) -> Test:
    reader.keys(field, ["any"], "this condition")
    tests = [_condition(reader, one) for one in reader.entries(field.get("any"))]
    return AnyOf(tuple(test for test in tests if test))


def _ruling_condition(reader: FieldReader, field: Field) -> Test | None:
    reader.keys(field, ["ruling", "is"], "this condition")
    ruling, alternative = field.get("ruling"), reader.needed(field, "is", "a condition on a ruling")
    switch = reader.switch(ruling, alternative) if ruling and alternative else None
    return RulingTest(*switch) if switch else None


def _fact_condition(reader: FieldReader, field: Field) -> Test | None:
    fact = field.get("fact")
    others = [one for one in field.members() if one.key != "fact"]
    reading = _reading(reader, fact, [one for one in others if one.key not in COMPARISONS]) if fact else None
    comparisons = [one for one in others if one.key in COMPARISONS]
    if len(comparisons) > 1:
        second = comparisons[1]
        reader.fault(second.key_place, f"a second comparison, '{second.key}'; a condition has one at most")
    if reading is None or fact is None:
        return None
    return _comparison(reader, reading, comparisons[0]) if comparisons else _truth(reader, reading, fact)


def _truth(reader: FieldReader, reading: Reading, named: Field) -> Truth:
    if reading.fact.gives == "word":
        reader.fault(named.place, f"the fact {quoted(reading.fact.name)} gives text; say what it 'is'")
    return Truth(reading)


def _comparison(reader: FieldReader, reading: Reading, field: Field) -> Test | None:
    if field.key == "is":
        given = list(reader.entries(field)) if isinstance(field.value, list) else [field]
        if not all([_may_be(reader, reading.fact, one) for one in given]):
            return None
        return Comparison(reading, "is", COMPARISONS["is"], tuple(one.value for one in given))
    if not gives_number(reader, field, reading.fact) or not reader.expect(field, int, "a whole number"):
        return None
    return Comparison(reading, field.key, COMPARISONS[field.key], field.value)


def _may_be(reader: FieldReader, fact: Fact, field: Field) -> bool:
    """Whether ``fact`` may have the value in ``field``."""
    if fact.values:
        return reader.value_among(field, fact.values, reader.vocabulary.names[fact.values])
    return reader.expect(field, *GIVEN[fact.gives])
