"""Games begun in mid-course, for tests: a small position, a phase, the decks; then answers by name."""

from __future__ import annotations

from collections.abc import Mapping

from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.session import Session
from weimar_bot.game.state import Deck, GameState, Settings
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position_text

LOT = "lot"
ALL = ("coalition", "kpd", "nsdap", "rc")


def game(
    position: str,
    *,
    bots: tuple[str, ...] = (),
    phase: str = "action",
    top: Mapping[str, tuple[int, ...]] | None = None,
    stacks: Mapping[str, int] | None = None,
    scenario: str = "the_fate_of_the_republic",
    events: str = "ask",
    dice: str = "hand",
    cards: str = "app",
    seed: int = 1,
    switches: Mapping[str, str] | None = None,
    **state: object,
) -> Session:
    """A session that goes on from ``position`` (a position file); ``top`` is what lies on the bot decks.

    ``state`` are other fields of the game's state, such as ``election_played``.
    """
    text = f"scenario: {scenario}\nnon_player: [{', '.join(bots)}]\n{position}"
    table = read_position_text(text, "position", shipped_board())
    settings = Settings(
        scenario, bots, seed, dice=dice, cards=cards, events=events, switches=dict(switches or {})
    )
    decks = {faction: Deck(pile=(top or {}).get(faction, ())) for faction in bots}
    start = GameState(table, phase, decks, {**dict.fromkeys(bots, 5), **(stacks or {})})
    return Session(settings, start.but(**state))


def go(session: Session, *answers: tuple[str, str]) -> list[str]:
    """Give each answer to the question of that name, carrying instructions out on the way.

    Instructions may be answered by their title as well; of equal options the first is taken, and Events
    that no library knows are carried out by hand. Returns the
    titles of all instructions that were carried out; what is pending afterwards is a question, or nothing.
    """
    titles: list[str] = []
    for ident, text in answers:
        titles += _carried_out(session, ident)
        assert _name(session) == ident, f"{_name(session)!r} is pending, not {ident!r}"
        if isinstance(session.pending, Instruction) and text != "skip":
            titles.append(session.pending.title)
        session.answer(text)
    return titles + _carried_out(session, None)


def _carried_out(session: Session, until: str | None) -> list[str]:
    titles = []
    while (name := _name(session)) != until:
        if isinstance(session.pending, Instruction):
            titles.append(session.pending.title)
            session.answer("done")
        elif name == LOT:
            session.answer("1")
        elif name == "describe":
            session.answer("by hand")
        else:
            break
    return titles


def _name(session: Session) -> str | None:
    pending = session.pending
    return pending.title if isinstance(pending, Instruction) else pending.ident if pending else None


def asked(session: Session) -> str | None:
    """The name of the question that is pending, if one is."""
    return session.pending.ident if isinstance(session.pending, Question) else None


def option_keys(session: Session) -> list[str]:
    """What the pending question offers."""
    assert isinstance(session.pending, Question)
    return [option.key for option in session.pending.options]


def told(session: Session) -> str:
    """The whole log as one text."""
    return "\n".join(line.text for line in session.log)
