"""What an instruction asks of the map: which spaces it is about, and the ways pieces take between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from weimar_bot.tui.marks import ROLES
from weimar_bot.tui.tile_drawing import ROLE_SIGNS, Look
from weimar_bot.tui.tile_layout import PLACES, Grid, Rect

Way = tuple[str, str]
MOST_NUMBERS = 2


@dataclass(frozen=True)
class Instructed:
    """Roles by space, and the ways that lead from one space to another."""

    roles: Mapping[str, str] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()

    @classmethod
    def of(cls, lit: Mapping[str, str], ways: Sequence[Way]) -> Instructed:
        """Only what lies on the map; the ends of a way count as named too."""
        on_map = tuple(dict.fromkeys(way for way in ways if way[0] in PLACES and way[1] in PLACES))
        roles = {space: role for space, role in lit.items() if space in PLACES and role in ROLES}
        for source, goal in on_map:
            roles.setdefault(source, "source")
            roles.setdefault(goal, "goal")
        return cls(roles, on_map)

    def sign(self, space: str) -> str:
        """What stands before a space's name: numbers of its ways, else the sign of its role."""
        role = self.roles.get(space)
        if role is None:
            return ""
        out = _numbers(at for at, way in enumerate(self.ways, 1) if way[0] == space)
        into = _numbers(at for at, way in enumerate(self.ways, 1) if way[1] == space)
        return (f"►{into}" if into else "") + (f"{out}►" if out else "") or ROLE_SIGNS[role]

    def look(self, space: str, grid: Grid, *, cursor: bool = False) -> Look:
        arrows = tuple(arrow for way in self.ways for arrow in arrows_on(space, way, grid))
        return Look(self.roles.get(space), self.sign(space), arrows, cursor)


def _numbers(found: object) -> str:
    numbers = [str(number) for number in found]  # type: ignore[attr-defined]
    return ",".join(numbers[:MOST_NUMBERS]) + ("…" if len(numbers) > MOST_NUMBERS else "")


def arrows_on(space: str, way: Way, grid: Grid) -> list[tuple[int, int, str]]:
    """The arrow a way draws on the edge of a tile, where its two tiles touch."""
    source, goal = grid.tile(way[0]), grid.tile(way[1])
    here = grid.tile(space)
    if source.y == goal.y:
        return _sideways(space, way, source, goal, here)
    upper = way[0] if source.y < goal.y else way[1]
    top, low = grid.tile(upper), grid.tile(way[1] if upper == way[0] else way[0])
    if top.y + top.height != low.y:
        return []
    apart = max(top.x, low.x) - min(top.x + top.width, low.x + low.width)
    if apart < 0 and space == upper:
        # On the lower edge of the upper tile: the upper edge of the lower one bears its name.
        return [(grid.column, here.height - 1, "▼" if upper == way[0] else "▲")]
    if apart == 0 and space == way[0]:
        return [_corner(source, goal, here)]
    return []


def _sideways(space: str, way: Way, source: Rect, goal: Rect, here: Rect) -> list[tuple[int, int, str]]:
    if abs(source.x - goal.x) != here.width or space not in way:
        return []
    sign = "►" if source.x < goal.x else "◄"
    left_one = here.x == min(source.x, goal.x)
    return [(here.width - 1 if left_one else 0, here.height // 2, sign)]


def _corner(source: Rect, goal: Rect, here: Rect) -> tuple[int, int, str]:
    down, right = goal.y > source.y, goal.x > source.x
    sign = {(True, True): "↘", (True, False): "↙", (False, True): "↗", (False, False): "↖"}[down, right]
    return (here.width - 1 if right else 0, here.height - 1 if down else 0, sign)
