"""Described Events kept in the player's own library, and what is told of the Lingering ones in play."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from tests.game.mid_game import asked, go
from tests.game.random_games import BOARD
from tests.game.test_event_entry import MADE_UP, UNKNOWN, bot_turn, described, influence_in, play, whole_game
from weimar_bot.bot.event_cards import check_events, player_data, save_player_event
from weimar_bot.game.plain import Conversation
from weimar_bot.game.saving import FileKeeper, NoKeeper
from weimar_bot.game.session import Session

# -- the player's own library ---------------------------------------------------------------------------


class Talk:
    """A conversation in a game that has begun, and what it said."""

    def __init__(self, keeper: FileKeeper | NoKeeper, session: Session) -> None:
        self.said: list[str] = []
        self.talk = Conversation(BOARD, self.said.append, keeper, session=session)
        if isinstance(keeper, FileKeeper):
            keeper.begin(session)

    def type(self, answers: Iterable[tuple[str, str]]) -> None:
        for ident, text in answers:
            assert self.talk.session is not None and asked(self.talk.session) == ident
            self.talk.take(text)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_described_card_is_kept_in_the_players_folder_and_known_in_the_next_game(
    home: Path, tmp_path: Path
) -> None:
    keeper = FileKeeper(tmp_path / "game.jsonl")
    talk = Talk(keeper, bot_turn())
    talk.type(play(UNKNOWN))
    file = home / "events" / f"{UNKNOWN}.yaml"
    assert f"  Event #{UNKNOWN} is kept in {file}." in talk.said
    assert check_events([file]) == []
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["title"] == "A made-up card"
    next_game = whole_game(own_events=player_data(home / "events"))
    next_game.answer(str(UNKNOWN))
    assert asked(next_game) != "describe"
    keeper.close()


def test_what_is_played_again_writes_nothing(home: Path, tmp_path: Path) -> None:
    keeper = FileKeeper(tmp_path / "game.jsonl")
    talk = Talk(keeper, bot_turn())
    talk.type(play(UNKNOWN))
    file = home / "events" / f"{UNKNOWN}.yaml"
    file.unlink()
    for line in ("undo", "redo", "undo 5", "redo 5"):
        talk.talk.take(line)
    assert talk.talk.session is not None and UNKNOWN in talk.talk.session.cards
    assert not file.exists()
    keeper.close()


def test_a_folder_that_cannot_be_written_to_is_told_and_the_game_goes_on(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (home / "events").write_text("in the way")
    keeper = FileKeeper(tmp_path / "game.jsonl")
    talk = Talk(keeper, bot_turn())
    talk.type(play(UNKNOWN))
    assert any("could not be kept for other games" in line for line in talk.said)
    assert talk.talk.session is not None and UNKNOWN in talk.talk.session.cards
    assert "Place 1 KPD Influence in Hamburg." in " ".join(talk.said)
    keeper.close()


def test_a_game_that_is_not_kept_writes_no_library(home: Path) -> None:
    talk = Talk(NoKeeper(), bot_turn())
    talk.type(play(UNKNOWN))
    assert not home.exists()


def test_the_folder_plays_no_part_once_the_game_has_begun(home: Path) -> None:
    session = bot_turn()
    (home / "events").mkdir(parents=True)
    save_player_event(home / "events", MADE_UP)
    session.answer(str(UNKNOWN))
    assert asked(session) == "describe"


def test_a_new_game_takes_the_players_library_over(home: Path) -> None:
    talk = Conversation(BOARD, lambda line: None, NoKeeper(), own_events={UNKNOWN: MADE_UP})
    talk.begin()
    talk.take("tutorial")
    talk.take("...")
    assert talk.session is not None
    assert talk.session.settings.own_events == {UNKNOWN: MADE_UP}
    assert talk.session.cards[UNKNOWN].title == "Mine"


def test_words_that_begin_like_a_command_are_words_where_words_are_asked_for() -> None:
    talk = Talk(NoKeeper(), bot_turn())
    talk.type((("event", str(UNKNOWN)), ("describe", "describe it"), ("title", "Back to the Table")))
    talk.type(described()[2:])
    assert talk.talk.session is not None
    assert talk.talk.session.cards[UNKNOWN].title == "Back to the Table"


# -- Lingering Events in play ---------------------------------------------------------------------------


def lines_of(session: Session, *lines: str) -> list[str]:
    talk = Talk(NoKeeper(), session)
    for line in lines:
        talk.talk.take(line)
    return talk.said


def test_the_command_events_lists_what_lingers_with_what_is_known_of_it() -> None:
    session = bot_turn()
    symbols = (("symbol", "Lingering"), ("ends", "with the Era"), ("symbol", ""))
    go(session, *play(UNKNOWN, described(influence_in("hamburg"), symbols=symbols)))
    said = lines_of(session, "lingering +20; lingering +1", "events")
    at = said.index("  #1: nothing is known of it; read the card.")
    assert said[at + 1].startswith("  #20 Militarism.") and "The program minds it." in said[at + 1]
    at = said.index(f"  #{UNKNOWN} A made-up card.")
    assert said[at + 1 : at + 3] == [
        "    Ends: with the Era",
        "    Played as: Place 1 own Influence in Hamburg.",
    ]


def test_the_command_events_says_if_nothing_lingers() -> None:
    assert "  No Lingering Event is in play." in lines_of(bot_turn(), "events")
