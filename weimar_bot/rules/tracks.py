"""Actions on tracks: levels, Deals, Unity, Stance, Momentum, Timeline (5.3, 5.6, 5.7, 6.3-6.6)."""

from __future__ import annotations

from weimar_bot.rules.draft import Draft
from weimar_bot.rules.leverage import COLOUR_OF_TRACK
from weimar_bot.table.board import STANCE_LIMIT, TOP_LEVEL, UNITY
from weimar_bot.table.changes import Move
from weimar_bot.table.pieces import SUDDEN_VICTORY
from weimar_bot.table.scenario import reaction_limited
from weimar_bot.table.table import Table


def why_not_advance(table: Table, track: str) -> str | None:
    """Why Progress or Reaction cannot go up one box by its Action [6.3, 6.6, 5.7]; None if it can."""
    level = table.level(track)
    if level >= TOP_LEVEL:
        return f"{track.capitalize()} is at its last box"
    if not table.count(f"{track}:{level + 1}", COLOUR_OF_TRACK[track]):
        colour = COLOUR_OF_TRACK[track].partition("_")[0]
        return f"there is no {colour} Leverage in the box above {track.capitalize()} {level}"
    if track == "reaction" and reaction_limited(table) and level + 1 > table.level("progress") + 1:
        return "Reaction is already one box above Progress"
    return None


def advance(draft: Draft, track: str) -> None:
    """Raise Progress or Reaction by one box [5.7]."""
    draft.shift(track, draft.table.level(track) + 1)


def can_increase_deals(table: Table, track: str) -> bool:
    """Whether U.S. or U.S.S.R. Deals can still rise [5.6]."""
    return table.level(track) < TOP_LEVEL


def increase_deals(draft: Draft, track: str) -> None:
    """Raise U.S. or U.S.S.R. Deals; Dollar Dependence reached goes to the Economy track [5.6]."""
    level = draft.table.level(track) + 1
    draft.shift(track, level)
    held = f"{track}:{level}"
    if not draft.table.count(held, "dollar_dependence"):
        return
    for box in draft.table.board.tracks["economy"]["dollar_dependence"]:
        if not draft.table.count(f"economy:{box}", "dollar_dependence"):
            draft.do(Move("dollar_dependence", 1, held, f"economy:{box}"))
            return


def can_increase_unity(table: Table) -> bool:
    """Whether Coalition Unity can still rise [5.3]."""
    return table.text("unity") != UNITY[-1]


def shift_unity(draft: Draft, step: int) -> None:
    """Shift Coalition Unity: +1 towards Strong, -1 towards Fragile, within its track [5.3]."""
    at = UNITY.index(draft.table.text("unity")) + step
    if 0 <= at < len(UNITY):
        draft.shift("unity", UNITY[at])


def can_shift_stance(table: Table, faction: str, step: int) -> bool:
    """Whether a Stance in use can shift: +1 towards Revolutionary, -1 towards Democratic [5.3]."""
    return table.has_stance(faction) and abs(table.stance(faction) + step) <= STANCE_LIMIT


def shift_stance(draft: Draft, faction: str, step: int) -> None:
    """Shift a Stance: +1 towards Revolutionary, -1 towards Democratic."""
    draft.shift(f"{faction}_stance", draft.table.stance(faction) + step)


def gain_momentum(draft: Draft, faction: str) -> None:
    """Make a faction the Momentum faction [5.8]."""
    draft.shift("momentum", faction)


def meets_coalition_sudden_victory(table: Table) -> bool:
    """Four Reforms on the map, or three with Unity Strong [3.1]."""
    reforms = table.on_map("reform")
    return reforms >= 4 or (reforms == 3 and table.text("unity") == "strong")


def can_place_sudden_victory(table: Table, faction: str) -> bool:
    """Whether the faction's marker is on its mat and Available [5.3, 6.3-6.6]."""
    if not table.count(faction, SUDDEN_VICTORY[faction]):
        return False
    tracks = table.board.tracks
    if faction == "coalition":
        return True
    if faction == "rc":
        return table.count(f"rc:{tracks['rc']['putsch']}", "black_leverage") == 0
    return table.stance(faction) >= int(tracks[faction]["revolution" if faction == "kpd" else "putsch"])


def place_sudden_victory(draft: Draft, faction: str) -> None:
    """Put a faction's Sudden Victory marker from its mat on the Timeline [3.1]."""
    draft.do(Move(SUDDEN_VICTORY[faction], 1, faction, "timeline"))
