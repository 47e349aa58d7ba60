"""A game of five records, and files that no program would write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from weimar_bot.game import journal as journals
from weimar_bot.game.journal import Journal

START = {"scenario": "black_sun_rising", "humans": ["kpd"], "seed": 7}
ANSWERS = [{"kind": "answer", "text": text} for text in ("4", "Köln", 'a "check": "b"', "\udc80\n", "end")]
RECORDS = [{"n": number, **answer} for number, answer in enumerate(ANSWERS, 1)]


def written(path: Path) -> Path:
    with Journal.create(path, START) as journal:
        for answer in ANSWERS:
            journal.append(answer)
    return path


def read(path: Path) -> list[dict[str, Any]]:
    with Journal.open(path) as journal:
        assert journal.lost_tail is None
        return list(journal.records)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def chained(path: Path, *lines: dict[str, Any]) -> None:
    """A file of whole lines that this version would not write."""
    encoded: list[Any] = []
    for line in lines:
        encoded.append(journals._encode(line, encoded[-1].check if encoded else b""))
    path.write_bytes(b"".join(line.raw for line in encoded))
