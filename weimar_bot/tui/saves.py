"""The saved games as they are listed; nothing here needs the rules or the charts."""

from __future__ import annotations

from pathlib import Path

from weimar_bot.game.journal import Save, list_saves
from weimar_bot.reading.faults import InputError
from weimar_bot.table.scenario import scenarios


def saves(folder: Path | None) -> list[Save]:
    """All saved games, the last played first; none where they cannot be looked for."""
    try:
        return list_saves(folder)
    except InputError:
        return []


def save_words(save: Save) -> str:
    """A saved game in one line."""
    if save.fault is not None:
        return f"{save.path.name}: {save.fault.message}"
    known = scenarios().get(save.scenario)
    title = known.title if known is not None else save.scenario
    return f"{title} · {save.last_played.astimezone():%d %b %Y, %H:%M} · {save.path.name}"
