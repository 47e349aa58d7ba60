"""Free entry of how many units lie on a faction's mat: ``sa 4 nsdap mat``.

How many units a game box holds no source tells, so their number is counted once and may have been counted
wrongly. It is the one thing free entry makes and takes away instead of moving it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from weimar_bot.game import entry_words as words
from weimar_bot.game.entry_doing import Refused, change_of
from weimar_bot.game.entry_words import Counting, Form, Named, Sign, form
from weimar_bot.reading import names
from weimar_bot.rules.draft import Draft
from weimar_bot.table.board import Board
from weimar_bot.table.changes import Count
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS, PIECES, UNITS

MOST_UNITS: Final = 99
OWN: Final = "own"
_WORDS: Final = {
    piece: called for piece, called in {**words.LOOSE_WORDS, **words.HELD_WORDS}.items() if piece in UNITS
}


class Mat(Named):
    """A mat by its whole name, so that no beginning of a space's name may be one as well."""

    def offers(self, begun: Sequence[str]) -> list[str]:
        typed = names.fold(" ".join(begun))
        return [shown for shown, *_ in self.known.values() if names.fold(shown).startswith(typed)]


def mat_forms(board: Board) -> Iterable[Form]:
    """Units on mats, raised, lowered or set."""
    mats = {faction: (f"{faction} mat", f"{faction}s mat") for faction in FACTIONS}
    mat = Mat("mat", "a mat", {**mats, OWN: ("mat",)}, whole=True)
    piece, count = Named("unit", "a piece", _WORDS), Counting("count")
    return [form("sa 4 nsdap mat", _count, Sign(), piece, count, mat)]


def _count(draft: Draft, values: Mapping[str, Any]) -> None:
    unit = values["unit"]
    owner = str(PIECES[unit].owner)
    mat = owner if values["mat"] == OWN else values["mat"]
    if PIECES[unit].kind:
        homes = ", ".join(draft.table.board.place_name(box.id) for box in draft.table.board.boxes[unit])
        name = PIECES[unit].plural
        raise Refused(f"{name} wait in {homes}, on no mat; `move rw pommern ussr3` puts one there", "5.1")
    if mat != owner:
        raise Refused(f"{PIECES[unit].plural} lie on the {FACTION_NAMES[owner]} mat", "5.1")
    before = draft.table.count(mat, unit)
    after = before + change_of(values, before)
    if not 0 <= after <= MOST_UNITS:
        raise Refused(f"{draft.table.board.place_name(mat)} has {before}; {after} cannot lie there", "5.1")
    if after != before:
        draft.do(Count(unit, mat, before, after))
