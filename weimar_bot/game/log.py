"""The log of a game as Markdown: turns as headings, what happened with its sections."""

from __future__ import annotations

from collections.abc import Iterator

from weimar_bot.game.session import Session
from weimar_bot.game.setup import scenarios
from weimar_bot.table.pieces import FACTION_NAMES


def as_markdown(session: Session) -> str:
    """The whole log so far."""
    return "\n".join(_lines(session)) + "\n"


def _lines(session: Session) -> Iterator[str]:
    settings = session.settings
    yield f"# {scenarios()[settings.scenario].title}"
    yield ""
    bots = ", ".join(FACTION_NAMES[faction] for faction in settings.non_player) or "none"
    yield f"Non-player: {bots}. Seed {settings.seed}."
    for line in session.log:
        cites = f" [{', '.join(line.cites)}]" if line.cites else ""
        if line.depth == 0:
            yield f"\n## {_plain(line.text)}\n"
        else:
            yield f"- {_plain(line.text)}{cites}"
    if session.victory is not None:
        yield f"\n**{FACTION_NAMES[session.victory.faction]} wins: {_plain(session.victory.reason)}.**"


def _plain(text: str) -> str:
    """Text that Markdown does not read as markup."""
    return "".join(f"\\{char}" if char in "\\`*_<>#[]|" else char for char in text)
