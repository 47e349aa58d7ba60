"""A table being worked on: Changes are applied one after another and kept in order.

Knock-ons that several Actions share live here: giving pieces back to holding boxes (5.2) and
noting what the active faction did this Action Step (6.0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from weimar_bot.table.board import TRACK_ORDER, Box
from weimar_bot.table.boxes import clique_home, empty_boxes
from weimar_bot.table.changes import Change, Move, Shift
from weimar_bot.table.pieces import CLIQUES, INFLUENCE, PIECES
from weimar_bot.table.table import Table

# The side shown once a piece is back in its holding box [5.3].
_FACE_IN_BOX: Mapping[str, str] = {
    "uprising": "strike",
    "assassinations_yellow_red": "assassinations",
    "assassinations_brown_black": "assassinations",
}


# The table, the piece that goes back and the boxes it may go to: one of them, or None for R09's [5.2].
BoxChooser = Callable[[Table, str, Sequence[Box]], "Box | None"]


class Draft:
    """Collects the Changes of one Action; ``table`` is the position after them.

    ``switches`` are the chosen alternatives of rulings, by id; ``tracks`` is the order in which
    holding boxes are filled again, ``returns`` names boxes to be filled before that. ``choose_box`` is
    asked where several tracks or mats have an empty box and none of them is named.
    """

    def __init__(
        self,
        table: Table,
        faction: str,
        switches: Mapping[str, str] | None = None,
        tracks: Sequence[str] = TRACK_ORDER,
        returns: Sequence[str] = (),
        choose_box: BoxChooser | None = None,
    ) -> None:
        self.table = table
        self.faction = faction
        self.tracks = tracks
        self.returns = list(returns)
        self.choose_box = choose_box
        self.switches: Mapping[str, str] = switches or {}
        self.changes: list[Change] = []

    def do(self, change: Change) -> None:
        self.table = change.apply(self.table)
        self.changes.append(change)

    def shift(self, key: str, value: int | str) -> None:
        """Move a marker; nothing happens if it is there already."""
        if self.table.state[key] != value:
            self.do(Shift(key, self.table.state[key], value))

    def note(self, key: str, space: str) -> None:
        """Note a space under ``turn.<key>``, once [6.0]."""
        noted = self.table.listed(f"turn.{key}")
        if space not in noted:
            self.do(Shift(f"turn.{key}", noted, (*noted, space)))

    def place_influence(self, faction: str, space: str, count: int) -> None:
        """Put cubes from the supply in a space and note it for the ban of 6.0."""
        self.do(Move(INFLUENCE[faction], count, faction, space))
        self.note("placed_influence", space)

    def remove_influence(self, faction: str, space: str, count: int) -> None:
        """Put cubes back into their supply and note it for the ban of 6.0 (R16)."""
        self.do(Move(INFLUENCE[faction], count, space, faction))
        self.note("removed_influence", space)

    def take_back(self, piece: str, place: str, box: Box | None = None) -> None:
        """Return one piece to ``box``, else to the first empty box in the order of R09 (5.2).

        Loose pieces go to their owner's mat. If no box is empty (more pieces than a real table
        has) nothing is taken.
        """
        face = _FACE_IN_BOX.get(piece, "")
        kind = PIECES[piece].kind
        if not kind:
            owner = PIECES[piece].owner
            assert owner is not None
            self.do(Move(piece, 1, place, owner, face))
            return
        if box is None:
            box = self.box_for(piece)
        if box is not None:
            self.do(Move(piece, 1, place, box.id, face))

    def box_for(self, piece: str) -> Box | None:
        """The holding box a piece goes back to [5.2]."""
        empty = empty_boxes(self.table, PIECES[piece].kind, self.faction, self.tracks)
        highest = {(box.track, box.mat): box for box in reversed(empty)}
        wanted = next((box for box in highest.values() if box.id in self.returns), None)
        if wanted is not None:
            self.returns.remove(wanted.id)
            return wanted
        if self.choose_box is not None and len(highest) > 1:
            chosen = self.choose_box(self.table, piece, list(highest.values())[::-1])
            if chosen is not None:
                return chosen
        if piece in CLIQUES:
            return clique_home(self.table, piece, self.tracks)
        return empty[0] if empty else None
