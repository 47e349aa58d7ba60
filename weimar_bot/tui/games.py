"""Games as files, for the app: beginning one, opening one, leaving it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from weimar_bot.bot.players_files import own_events
from weimar_bot.game.journal import Journal, new_path
from weimar_bot.game.new_game import SetUp
from weimar_bot.game.playing import News, Playing
from weimar_bot.game.saving import FileKeeper, NoKeeper, opening_notes, restored
from weimar_bot.game.session import Session
from weimar_bot.game.setup import scenarios
from weimar_bot.reading.faults import InputError
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.tui import turn_view


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that was begun or opened, with what is to be told first."""

    playing: Playing
    news: News


def begun(setup: SetUp, rulings: dict[str, str], folder: Path | None) -> Opened:
    """A new game, kept in a file of its own; where none can be made, the game goes on without.

    ``rulings`` are the alternatives chosen; the player's own Events are taken over as they are.
    """
    prepared = setup.prepared
    assert prepared is not None
    settings = replace(prepared.settings, switches=rulings)
    notices: tuple[str, ...] = ()
    if settings.events == "ask":
        try:
            settings = replace(settings, own_events=own_events())
        except InputError as error:
            notices = (f"Your own Events are not used: {error}",)
    session = Session.new(settings, prepared.table, setup.answers)
    try:
        keeper: FileKeeper | NoKeeper = FileKeeper(new_path(settings.scenario, folder))
    except InputError as error:
        keeper = NoKeeper()
        notices = (*notices, f"This game is not saved: {error}")
    playing = Playing(session, keeper)
    news = playing.begin()
    return Opened(playing, replace(news, notices=(*notices, *news.notices)))


def opened(path: Path, board: Board, up_to: int | None = None) -> Opened:
    """A saved game.

    Raises :class:`~weimar_bot.game.journal.DamagedJournal` where its middle is damaged (``up_to`` then opens
    what is good), and other :class:`InputError` where it is in use, too new, or no game at all.
    """
    journal = Journal.open(path, up_to)
    keeper = FileKeeper(path, journal)
    try:
        session = restored(journal.start, journal.records, board)
    except BaseException:
        keeper.close()
        raise
    lost = journal.lost_tail
    told = (f"Part of the save was left out: {lost}",) if lost else ()
    notices = (*told, *opening_notes(journal.start, board))
    return Opened(Playing(session, keeper), News(notices=notices))


def closed(playing: Playing) -> str:
    """Let others open the game; why it is not saved, or nothing if it is."""
    keeper = playing.keeper
    return keeper.close() if isinstance(keeper, FileKeeper) else ""


def standing(session: Session) -> str:
    """Where a game stands: scenario, year, whose turn."""
    return " · ".join(_standing(session))


def _standing(session: Session) -> Iterator[str]:
    table = session.table
    yield scenarios()[session.settings.scenario].title
    if session.victory is not None:
        yield f"won by {FACTION_NAMES[session.victory.faction]}"
        return
    yield f"{table.year} {table.text('round')}"
    yield turn_view.heading(session).replace(" · ", ", ")
