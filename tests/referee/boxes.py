"""What is Available, in which order it is taken, and where it goes back [5.1-5.3, R09, R50, R64, R65]."""

from __future__ import annotations

from tests.referee.board import CLIQUE_HOMES, CLIQUES, HOLDING
from tests.referee.position import Position, stance


def _faces(kind: str) -> tuple[str, ...]:
    return CLIQUES if kind == "conservative_clique" else (kind,)


def occupied(position: Position, kind: str, box: str) -> bool:
    return any(box in position["lie"][face] for face in _faces(kind))


def available(position: Position, kind: str, faction: str) -> list[str]:
    """The boxes from which ``faction`` may take a piece, in the order in which it would (R09)."""
    return [
        box
        for row in HOLDING[kind]
        for box in row
        if occupied(position, kind, box) and _released(position, kind, box, faction)
    ]


def _released(position: Position, kind: str, box: str, faction: str) -> bool:
    """Whether the marker of its track has set the piece in ``box`` free for ``faction`` [5.1]."""
    track, _, number = box.partition(":")
    if track in ("kpd", "nsdap"):
        return faction == track and _between_pragmatic_and_stance(int(number), stance(position, track))
    if track == "rc":
        return faction == "rc" and _released_on_rc_mat(position, kind, box)
    if kind == "middle_class":
        if track == "economy":
            return bool(position["economy"] == number)  # 5.5
        marker = "progress" if faction in ("coalition", "kpd") else "reaction"  # 5.1, 5.7
        return bool(position[marker] >= int(number))
    return bool(position[track] >= int(number))


def _between_pragmatic_and_stance(box: int, marker: int) -> bool:
    return min(0, marker) <= box <= max(0, marker)  # 5.3


def _released_on_rc_mat(position: Position, kind: str, box: str) -> bool:
    leverage = [place for place in position["lie"]["black_leverage"] if place.startswith("rc:")]
    if kind == "black_leverage":
        return box == min(leverage)  # the left-most is Available, the next once it is gone [5.1]
    return box not in leverage  # what hangs under an emptied Leverage box [5.3]


def way_back(position: Position, face: str) -> list[str]:
    """The holding boxes a removed piece may go to: the first of R09; two only where R64 draws lots."""
    if face in CLIQUES:
        home = CLIQUE_HOMES[face]
        if not occupied(position, "conservative_clique", home):
            return [home]  # R65
    kind = "conservative_clique" if face in CLIQUES else face
    for row in HOLDING[kind]:
        empty = [box for box in row if not occupied(position, kind, box)]
        if empty and row[0].startswith("economy:"):
            return empty  # R64
        if empty:
            return [empty[-1]]  # 5.2: the highest-numbered empty box
    return []
