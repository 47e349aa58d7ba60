"""What the commands of free entry share: moving pieces, reading numbers, refusing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from weimar_bot.game.entry_words import Number, place_words
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import PIECES


class Refused(Exception):
    """A command that cannot be carried out on this table."""

    def __init__(self, message: str, *sections: str) -> None:
        super().__init__(message[:1].upper() + message[1:])
        self.sections = sections


def move(draft: Draft, piece: str, count: int, source: str, goal: str, face: str = "") -> None:
    """Move pieces; raises :class:`Refused` where there are not so many [5.1]."""
    here = draft.table.count(source, piece)
    if here < count:
        place = place_words(draft.table.board, source, PIECES[piece].kind)
        has = f"only {here} {PIECES[piece].plural}" if here else f"no {PIECES[piece].name}"
        raise Refused(f"{place} has {has}; {count} cannot be taken from there", "5.1")
    if goal == source and face in ("", piece):
        return
    draft.do(Move(piece, count, source, goal, face if face != piece else ""))


def change_of(values: Mapping[str, Any], here: int) -> int:
    """By how much a number changes what is there: ``+2`` by two, ``3`` to three, none by one."""
    number: Number | None = values.get("count")
    sign = -1 if values.get("sign") == "-" else 1
    if number is None:
        return sign
    if "sign" in values:
        if number.signed:
            raise Refused("there are two signs; write one", "5.1")
        return sign * number.value
    return number.value if number.signed else number.value - here
