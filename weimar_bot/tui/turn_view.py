"""What the main screen tells of the present turn, as plain values: no widgets, no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from weimar_bot.bot.cards import BotCard
from weimar_bot.game.pending import Instruction, Pending, Question
from weimar_bot.game.runtime import LogLine, bot_cards
from weimar_bot.game.session import Session
from weimar_bot.table.board import Board
from weimar_bot.table.changes import Move, Shift
from weimar_bot.table.pieces import FACTION_NAMES
from weimar_bot.tui.status_bar import phase_name

DONE, NOW, LATER = "done", "now", "later"
# Questions that come up while an Action is decided; all others of a bot's turn belong to its Event.
_OF_ACTIONS: Final = frozenset({"die", "flip", "loan", "pawn", "lot"})


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of a turn and where it stands: ``done``, ``now`` or ``later``."""

    label: str
    state: str


@dataclass(frozen=True, slots=True)
class Lit:
    """The places an instruction or a question is about.

    ``spaces`` gives each space its role (``space``, ``source``, ``goal``), ``ways`` the moves between two
    places, ``boxes`` the boxes, mats and tracks.
    """

    spaces: Mapping[str, str] = field(default_factory=dict)
    ways: tuple[tuple[str, str], ...] = ()
    boxes: frozenset[str] = frozenset()


def acting(session: Session) -> str | None:
    """The faction whose turn it is in the Action Step, if one is."""
    return session.state.next_to_act if session.state.phase == "action" else None


def bot_card(session: Session) -> BotCard | None:
    """The bot card by which the acting faction plays, once it is revealed."""
    faction = acting(session)
    deck = session.state.decks.get(faction) if faction else None
    pending = session.pending
    if deck is None or deck.revealed is None or _is_asked(pending, "bot_card"):
        return None
    return bot_cards()[deck.revealed]


def card_lines(card: BotCard, board: Board) -> tuple[str, str, str]:
    """The face of a bot card in words: Faction Order, Impulse, and what is played [8.2, 8.5]."""
    order = " > ".join(FACTION_NAMES[faction] for faction in card.order)
    if card.impulse.startswith("clique_"):
        impulse = f"Clique {card.impulse[-1].upper()}"
    else:
        impulse = board.area_name(card.impulse)
    plays = "Event and two Actions" if card.plays_event else "one Action"
    return order, impulse, f"{plays}{', then shuffle the deck' if card.reshuffle else ''}"


def stages(session: Session) -> list[Stage]:
    """The steps of a bot's turn in order, with what is done; empty at any other time."""
    faction = acting(session)
    if faction is None or faction not in session.settings.non_player:
        return []
    card = bot_card(session)
    if card is None:
        return [Stage("Bot card", NOW)]
    labels = ["Event", "1st Action", "2nd Action"] if card.plays_event else ["Action"]
    at = _stage(session, card)
    states = [DONE if here < at else NOW if here == at else LATER for here in range(len(labels))]
    return [Stage(f"Card {card.number}", DONE), *map(Stage, labels, states)]


def _stage(session: Session, card: BotCard) -> int:
    """Where among Event and Actions the pending thing belongs."""
    actions = len(session.table.listed("turn.performed"))
    if not card.plays_event:
        return 0
    pending = session.pending
    if isinstance(pending, Instruction) and pending.decision is not None:
        request = pending.decision.request
        of_event = request.action is not None or request.only_spaces is not None
        return 0 if of_event else 1 + actions
    if isinstance(pending, Question) and pending.ident in _OF_ACTIONS:
        return 1 + actions
    return 0 if not actions else 1 + actions


def _is_asked(pending: Pending | None, ident: str) -> bool:
    return isinstance(pending, Question) and pending.ident == ident


def heading(session: Session) -> str:
    """What is going on, in a few words."""
    faction = acting(session)
    if session.victory is not None:
        return phase_name("over")
    if faction is None:
        return phase_name(session.state.phase)
    who = "Non-player" if faction in session.settings.non_player else "your turn"
    return f"{FACTION_NAMES[faction]} · {who}"


def so_far(session: Session) -> list[LogLine]:
    """What has happened since the present turn or step began."""
    log = session.log
    start = next((at for at in range(len(log) - 1, -1, -1) if log[at].depth == 0), -1)
    return list(log[start + 1 :])


def rolls(pending: Instruction) -> list[str]:
    """The dice behind an instruction, as ``special 4``."""
    decision = pending.decision
    return [f"{purpose} {die}" for purpose, die in decision.rolls] if decision is not None else []


# -- where it happens ----------------------------------------------------------------------------------


def lit(session: Session) -> Lit:
    """The places the pending instruction or question is about."""
    pending = session.pending
    if isinstance(pending, Instruction):
        return _of_instruction(pending, session.table.board)
    if isinstance(pending, Question):
        found = dict(spaces_asked(pending, session.table.board))
        return Lit(spaces=dict.fromkeys(found, "space"))
    return Lit()


def _of_instruction(pending: Instruction, board: Board) -> Lit:
    spaces: dict[str, str] = {}
    boxes: set[str] = set()
    ways: dict[tuple[str, str], None] = {}
    for change in pending.changes:
        match change:
            case Move(source=source, goal=goal):
                for place, role in ((source, "source"), (goal, "goal")):
                    if place in board.spaces:
                        spaces[place] = "goal" if spaces.get(place) == "goal" else role
                    else:
                        boxes.add(place)
                if source != goal:
                    ways[source, goal] = None
            case Shift(key=key):
                boxes.add(key)
    for space in _spaces_of_deed(pending):
        spaces.setdefault(space, "space")
    return Lit(spaces, tuple(ways), frozenset(boxes))


def _spaces_of_deed(pending: Instruction) -> Iterator[str]:
    decision = pending.decision
    if decision is None:
        return
    for deed in decision.deeds:
        if deed.changes == pending.changes and deed.choice.space:
            yield deed.choice.space


def spaces_asked(question: Question, board: Board) -> Iterator[tuple[str, str]]:
    """The spaces among the answers to a question, each with the answer that means it."""
    names = {space.name: space.id for space in board.spaces.values()}
    for option in question.options:
        space = option.key if option.key in board.spaces else names.get(option.label)
        if space is not None:
            yield space, option.key
