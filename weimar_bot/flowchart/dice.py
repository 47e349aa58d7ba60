"""Die tables: which numbers a row stands for, and whether every number has one row."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

SIDES = 6

_SINGLE = re.compile(r"-?\d+\Z")
_RANGE = re.compile(r"(\d+)-(\d+)\Z")
_UP_TO = re.compile(r"\.\.(-?\d+)\Z")
_FROM = re.compile(r"(-?\d+)\.\.\Z")


class Span(NamedTuple):
    """The whole numbers from ``low`` to ``high``, which may be infinite."""

    low: float = -math.inf
    high: float = math.inf

    def words(self) -> str:
        if self.low == self.high:
            return f"{self.low:.0f}"
        if self.high == math.inf:
            return f"{self.low:.0f} or more"
        return f"{self.high:.0f} or less" if self.low == -math.inf else f"{self.low:.0f}-{self.high:.0f}"


def read_span(written: str) -> Span | None:
    """``3``, ``1-2``, ``..3`` or ``4..``; None for anything else, also for a range turned round."""
    if _SINGLE.match(written):
        return Span(int(written), int(written))
    if found := _RANGE.match(written):
        low, high = int(found[1]), int(found[2])
        return Span(low, high) if low <= high else None
    if found := _UP_TO.match(written):
        return Span(-math.inf, int(found[1]))
    if found := _FROM.match(written):
        return Span(int(found[1]), math.inf)
    return None


def span_faults(spans: Sequence[Span], added: bool) -> list[str]:
    """What is wrong with a table: numbers no row holds, numbers two rows hold, numbers never rolled.

    Rows have to hold 1 to 6 exactly once; if something is added to the die, every number from 1 on.
    """
    faults = []
    end = math.inf if added else SIDES + 1
    ordered = sorted(spans)
    free: float = min(1, ordered[0].low) if ordered else 1
    for span in ordered:
        if span.low > free:
            faults.append(f"no row holds {Span(free, span.low - 1).words()}")
        elif span.low < free:
            faults.append(f"two rows hold {Span(span.low, min(span.high, free - 1)).words()}")
        free = max(free, span.high + 1)
    if free < end:
        faults.append(f"no row holds {Span(free, end - 1).words()}")
    if not added:
        faults += [f"{span.words()} cannot be rolled with one die" for span in spans if _beyond_die(span)]
    return faults


def _beyond_die(span: Span) -> bool:
    return any(math.isfinite(end) and not 1 <= end <= SIDES for end in span)
