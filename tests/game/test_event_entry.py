"""Events that no library knows, described once by the person who reads them off the card."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from tests.game.mid_game import asked, game, go, option_keys, told
from tests.game.random_games import BOARD, an_answer
from weimar_bot.bot.event_cards import card_from, check_events, player_data, player_library, save_player_event
from weimar_bot.bot.event_words import effects_in_words
from weimar_bot.game import event_entry
from weimar_bot.game.pending import Question, one_line, read_answer
from weimar_bot.game.runtime import Game
from weimar_bot.game.saving import restored, start_data
from weimar_bot.game.session import Session
from weimar_bot.game.setup import start_table
from weimar_bot.game.state import Settings
from weimar_bot.reading.faults import InputError, UnreadableInput

Answers = tuple[tuple[str, str], ...]

KNOWN = 118  # the library that comes with the program has it
UNKNOWN = 133
OPENING: Answers = (("describe", "describe it"), ("title", "A made-up card"))
NO_SYMBOL: Answers = (("symbol", ""),)
ALL_RIGHT: Answers = (("effect", ""), ("card_right", "yes"))


def influence_in(space: str, must: str = "must", of: str = "own") -> Answers:
    """One effect: a cube in a space."""
    return (
        ("effect", "place pieces"),
        ("by", ""),
        ("piece", "Influence"),
        ("of", of),
        ("count", ""),
        ("up_to", ""),
        ("together", ""),
        ("where", "in spaces or Regions by name"),
        ("spaces", space),
        ("where", ""),
        ("times", ""),
        ("must", must),
        ("right", ""),
    )


def described(*effects: Answers, symbols: Answers = NO_SYMBOL) -> Answers:
    return (*OPENING, *symbols, *(one for effect in effects for one in effect), *ALL_RIGHT)


CARD = described(influence_in("hamburg", "may"), influence_in("pommern", "may", "nsdap"))


def bot_turn(bots: tuple[str, ...] = ("kpd",), article: str = "used", **more: object) -> Session:
    """KPD is a bot, acts first, and its card plays an Event; then comes the Coalition."""
    position = f"""
        year: 1931
        momentum: kpd
        turn_order: [kpd, coalition, nsdap, rc]
        cards: {{article_48: {article}}}
        spaces: {{berlin: {{kpd: 1}}}}
    """
    top = {"kpd": (10, 11, 12), "coalition": (1,)}
    return game(dedent(position), bots=bots, top={bot: top.get(bot, ()) for bot in bots}, **more)  # type: ignore[arg-type]


def person_turn(article: str = "used", bots: tuple[str, ...] = ("coalition",), **more: object) -> Session:
    position = f"""
        year: 1931
        momentum: rc
        turn_order: [kpd, nsdap, rc, coalition]
        cards: {{article_48: {article}}}
        spaces: {{berlin: {{kpd: 1}}}}
    """
    return game(dedent(position), bots=bots, top={"coalition": (1,)}, **more)  # type: ignore[arg-type]


def play(number: int, card: Answers = CARD) -> Answers:
    return (("event", str(number)), *card)


# -- in a bot's turn ------------------------------------------------------------------------------------


def test_a_card_described_in_a_bots_turn_is_performed_as_its_wishes_have_it() -> None:
    session = bot_turn()
    titles = go(session, *play(UNKNOWN))
    assert titles[0] == f"KPD: Event #{UNKNOWN} A made-up card"
    assert "Place 1 KPD Influence in Hamburg." in told(session)
    assert session.table.count("pommern", "nsdap_influence") == 0, "no wish of KPD"


def test_what_must_be_done_is_done_whether_it_is_wished_for_or_not() -> None:
    session = bot_turn()
    go(session, *play(UNKNOWN, described(influence_in("pommern", "must", "nsdap"))))
    assert session.table.count("pommern", "nsdap_influence") == 1


def test_a_described_card_is_not_asked_about_again() -> None:
    session = bot_turn()
    go(session, *play(UNKNOWN))
    while asked(session) == "die":
        go(session, ("die", "3"))
    go(session, ("turn", "event"))
    session.answer(str(UNKNOWN))
    assert asked(session) != "describe"
    assert session.cards[UNKNOWN].title == "A made-up card"


def test_a_bot_does_its_part_of_a_card_that_a_person_described_and_played() -> None:
    session = person_turn()
    theirs = influence_in("hamburg")
    for_the_bot = tuple(("by", "coalition") if one == ("by", "") else one for one in influence_in("berlin"))
    titles = go(session, ("turn", "event"), *play(UNKNOWN, described(theirs, for_the_bot)))
    assert titles == [f"{name}: Event #{UNKNOWN} A made-up card" for name in ("KPD", "Coalition")]
    assert session.table.count("berlin", "coalition_influence") == 1
    assert session.table.count("hamburg", "kpd_influence") == 0, "for the person to enter"


def test_by_hand_is_the_default_and_nothing_is_known_of_the_card_then() -> None:
    session = bot_turn()
    go(session, ("event", str(UNKNOWN)), ("describe", ""), (f"KPD: Event #{UNKNOWN}", "done"))
    assert UNKNOWN not in session.cards and session.state.described == {}


def test_a_known_card_is_not_asked_about() -> None:
    session = bot_turn()
    session.answer(str(KNOWN))
    assert asked(session) != "describe"


def test_a_card_found_in_the_last_year_is_described_once_it_is_played() -> None:
    position = "year: 1929\nmomentum: kpd\nturn_order: [kpd, coalition, nsdap, rc]"
    session = game(position, bots=("kpd",), top={"kpd": (10, 11)})
    go(session, ("event", str(UNKNOWN)), ("event", "none"), *described(influence_in("hamburg")))
    assert session.table.count("hamburg", "kpd_influence") == 1
    assert session.cards[UNKNOWN].era == "golden_twenties"


# -- the same game again --------------------------------------------------------------------------------


def seen(session: Session) -> tuple[object, ...]:
    pending = session.pending if isinstance(session.pending, Question) else str(session.pending)
    return session.state, session.log, pending


def answers_of(session: Session) -> list[dict[str, str]]:
    return [{"kind": one.kind, "text": one.text} for one in session.inputs]


def test_undoing_a_description_forgets_it_and_redoing_knows_it_again() -> None:
    session = bot_turn()
    moments = [seen(session)]
    for ident, text in play(UNKNOWN):
        assert asked(session) == ident
        session.answer(text)
        moments.append(seen(session))
    assert UNKNOWN in session.cards
    for moment in reversed(moments[:-1]):
        session.undo()
        assert seen(session) == moment
    assert UNKNOWN not in session.cards
    session.redo(100)
    assert seen(session) == moments[-1]


def test_a_resumed_game_knows_what_was_described_and_what_the_library_held(tmp_path: Path) -> None:
    session = whole_game(own_events={UNKNOWN: dict(MADE_UP)})
    go(session, *play(134))
    start = json.loads(json.dumps(start_data(session)))
    again = restored(start, answers_of(session), BOARD)
    assert seen(again) == seen(session)
    assert again.cards[UNKNOWN].title == "Mine" and again.cards[134].title == "A made-up card"


def test_a_save_without_a_library_is_read_as_well() -> None:
    start = start_data(whole_game())
    assert start.pop("own_events") == []
    assert restored(start, [], BOARD).settings.own_events == {}


def test_a_save_whose_library_is_broken_is_refused() -> None:
    start = start_data(whole_game(own_events={UNKNOWN: dict(MADE_UP)}))
    start["own_events"][0]["era"] = "weimar"
    with pytest.raises(UnreadableInput, match="unknown era"):
        restored(start, [], BOARD)


MADE_UP = {
    "number": UNKNOWN,
    "title": "Mine",
    "era": "decline",
    "cite": ["8.7"],
    "effects": [{"must": True, "shift": {"track": "reaction", "steps": 1}}],
}


def whole_game(**settings: object) -> Session:
    """A game from its set-up, at the first Event of KPD, the only bot."""
    plain = Settings("tutorial", ("kpd",), 4, dice="hand", cards="hand")
    begun = Session.new(replace(plain, **settings), start_table("tutorial", BOARD, non_player=("kpd",)))  # type: ignore[arg-type]
    while asked(begun) != "event":
        begun.answer({"turn": "end", "bot_card": "10"}.get(asked(begun) or "", "1"))
    return begun


# -- what is printed on it ------------------------------------------------------------------------------


def test_a_described_election_card_brings_the_elections() -> None:
    session = bot_turn()
    go(session, *play(UNKNOWN, described(symbols=(("symbol", "Election"), ("symbol", "")))))
    assert session.state.election_played
    assert session.state.described[UNKNOWN]["effects"] == []


def test_a_second_election_card_goes_back_into_the_stack_of_a_bot() -> None:
    session = bot_turn(election_played=True)
    go(session, *play(UNKNOWN, described(symbols=(("symbol", "Election"), ("symbol", "")))))
    assert asked(session) == "event" and "shuffle that card back in" in session.pending.text  # type: ignore[union-attr]


def test_a_second_election_card_is_not_played_by_a_person() -> None:
    session = person_turn(election_played=True)
    election = described(symbols=(("symbol", "Election"), ("symbol", "")))
    go(session, ("turn", "event"), *play(UNKNOWN, election))
    assert asked(session) == "turn" and "event" in option_keys(session)
    assert "played this round already" in told(session)


def test_a_described_mandatory_card_cannot_be_cancelled_and_lingers() -> None:
    session = bot_turn(article="available")
    symbols = (("symbol", "Mandatory"), ("ends", "with the Era"), ("symbol", ""))
    titles = go(session, *play(UNKNOWN, described(influence_in("hamburg"), symbols=symbols)))
    assert f"KPD: Event #{UNKNOWN} A made-up card" in titles and "Coalition: Article 48" not in titles
    assert session.table.lingers(UNKNOWN)
    assert session.cards[UNKNOWN].ends == "with the Era"


@pytest.mark.parametrize("symbol, after", [("Article 48", "used"), ("Lingering", "available")])
def test_a_coalition_bot_cancels_a_described_card_with_the_symbol(symbol: str, after: str) -> None:
    session = person_turn("available")
    ends = (("ends", ""),) if symbol == "Lingering" else ()
    card = described(influence_in("hamburg"), symbols=(("symbol", symbol), *ends, ("symbol", "")))
    go(session, ("turn", "event"), *play(UNKNOWN, card))
    assert session.table.state["article_48"] == after
    assert session.table.lingers(UNKNOWN) is (after == "available")


def test_a_described_card_does_nothing_without_the_event_it_requires() -> None:
    session = bot_turn()
    symbols = (("symbol", "Requires"), ("number", "124"), ("symbol", ""))
    go(session, *play(UNKNOWN, described(influence_in("hamburg"), symbols=symbols)))
    assert "requires #124" in told(session)
    assert session.table.count("hamburg", "kpd_influence") == 0


def test_a_described_card_cancels_events_in_play() -> None:
    session = bot_turn()
    session.enter("lingering +20")
    session.enter("lingering +55")
    symbols = (("symbol", "Cancels"), ("number", "20"), ("number", "55"), ("number", ""), ("symbol", ""))
    go(session, *play(UNKNOWN, described(influence_in("hamburg"), symbols=symbols)))
    assert session.table.state["lingering"] == ()


def test_what_was_told_of_its_end_is_shown_when_the_era_ends() -> None:
    position = "year: 1929\nround: late\nmomentum: kpd\nlingering: [133, 20]"
    session = game(position, phase="new_era", described={UNKNOWN: {**MADE_UP, "ends": "with the Era"}})
    while asked(session) != "lingering":
        assert session.pending is not None
        session.answer("done" if asked(session) is None else "0")
    assert session.pending.text.endswith("(Known: #133: with the Era)")  # type: ignore[union-attr]


# -- what can be told -----------------------------------------------------------------------------------

SPACE: Answers = (("where", "in a City"), ("where", ""))
PARTS: Answers = (("count", "2"), ("up_to", "up to 2"))
EFFECTS: dict[str, tuple[Answers, str]] = {
    "place": (
        (("effect", "place"), ("by", "kpd"), ("piece", "strike"), ("count", ""), ("up_to", ""))
        + (("together", "yes"), ("piece", "kpd cadre"), ("count", ""), ("up_to", ""), ("together", "no"))
        + (("where", ""), ("times", "2"), ("different", "yes"), ("must", "may")),
        "KPD may: place 1 Strike and 1 KPD Cadre in one space, 2 times, each time in another space.",
    ),
    "remove": (
        (("effect", "remove"), ("by", ""), ("piece", "unit"), ("of", "opposing"), *PARTS, ("together", ""))
        + (
            ("where", "presence_of"),
            ("faction", "kpd"),
            ("where", "lacks"),
            ("piece", "reform"),
            ("where", ""),
        )
        + (("times", ""), ("must", "")),
        "Remove up to 2 opposing units from one space with Presence of KPD without Reform.",
    ),
    "remove from a track": (
        (("effect", "remove"), ("by", ""), ("piece", "yellow_leverage"), ("count", ""), ("up_to", ""))
        + (("together", ""), ("from", "the Progress track"), ("must", "")),
        "Remove 1 yellow Leverage from the Progress track.",
    ),
    "remove from anywhere": (
        (("effect", "remove"), ("by", ""), ("piece", "leverage"), ("of", ""), *PARTS)
        + (("together", ""), ("from", "all"), ("where", ""), ("times", ""), ("must", "")),
        "Remove up to 2 Leverage of any colour from the Progress track or the Reaction track or "
        "the Economy track or one space.",
    ),
    "move": (
        (("effect", "move"), ("by", "nsdap"), ("piece", "sa"), *PARTS, *SPACE)
        + (
            ("where", "adjacent_to"),
            ("spaces", "Berlin, bayern"),
            ("where", ""),
            ("times", ""),
            ("must", ""),
        ),
        "NSDAP: move up to 2 SA from one City to one space adjacent to Berlin or Bayern.",
    ),
    "shift": (
        (("effect", "shift"), ("by", ""), ("track", "economy"), ("towards", "towards stable"), ("count", "2"))
        + (("must", ""),),
        "Shift Economy 2 boxes towards Stable.",
    ),
    "shift down": (
        (
            ("effect", "shift"),
            ("by", ""),
            ("track", "progress"),
            ("towards", "down"),
            ("count", ""),
            ("must", ""),
        ),
        "Decrease Progress by 1 box.",
    ),
    "shift a deal": (
        (("effect", "shift"), ("by", ""), ("track", "us_deals"), ("count", ""), ("must", "")),
        "Increase U.S. Deals by 1 box.",
    ),
    "action": (
        (("effect", "grant"), ("by", "rc"), ("action", "place influence"), ("where", ""), ("times", "2"))
        + (("must", "must"),),
        "RC: perform 2 Place Influence Actions.",
    ),
    "momentum": (
        (("effect", "give Momentum"), ("by", ""), ("momentum", "rc"), ("must", "")),
        "Move the Momentum marker to RC.",
    ),
    "pawns": (
        (("effect", "Middle Class"), ("by", ""), ("pawn", "take"), ("times", ""), ("must", "")),
        "Take 1 Middle Class Sympathies pawn that is Available.",
    ),
    "election": (
        (("effect", "hold"), ("by", ""), ("election", "snap election"), ("must", "")),
        "Hold a Snap Election.",
    ),
    "cards": (
        (("effect", "draw"), ("by", ""), ("draw", "2"), ("discard", ""), ("must", "")),
        "Draw 2 Event cards.",
    ),
    "by hand": (
        (
            ("effect", "something else"),
            ("by", "momentum"),
            ("by_hand", "Undo what you did: 2 things"),
            ("must", ""),
        ),
        "The Momentum faction: undo what you did: 2 things.",
    ),
}


@pytest.mark.parametrize("kind", EFFECTS)
def test_every_kind_of_effect_can_be_told_and_is_shown_in_words(kind: str) -> None:
    answers, words = EFFECTS[kind]
    session = person_turn()
    go(session, ("turn", "event"), ("event", str(UNKNOWN)), *OPENING, *NO_SYMBOL, *answers)
    assert asked(session) == "right" and session.pending.text.startswith(f"{words}\n")  # type: ignore[union-attr]
    go(session, ("right", "yes"), *ALL_RIGHT)
    card = session.cards[UNKNOWN]
    assert effects_in_words(card, BOARD) == [words]


def test_a_card_without_effects_is_one_that_is_carried_out_as_printed() -> None:
    session = person_turn()
    go(session, ("turn", "event"), ("event", str(UNKNOWN)), ("describe", "2"), ("title", ""), *NO_SYMBOL)
    titles = go(session, *ALL_RIGHT)
    assert titles == [f"KPD: Event #{UNKNOWN} Untitled"]
    assert effects_in_words(session.cards[UNKNOWN], BOARD) == [event_entry.AS_PRINTED]


def test_a_wrong_effect_is_left_out_at_once_or_at_the_end() -> None:
    session = person_turn()
    *wrong, _ = influence_in("pommern")
    go(session, ("turn", "event"), ("event", str(UNKNOWN)), *OPENING, *NO_SYMBOL)
    go(session, *wrong, ("right", "no"), *influence_in("berlin"), *influence_in("hamburg"), ("effect", ""))
    go(session, ("card_right", "leave out effect 1"), ("effect", ""), ("card_right", "yes"))
    assert effects_in_words(session.cards[UNKNOWN], BOARD) == ["Place 1 own Influence in Hamburg."]


def test_a_person_may_give_up_at_the_end_and_carry_the_card_out_by_hand() -> None:
    session = person_turn()
    go(session, ("turn", "event"), ("event", str(UNKNOWN)), *OPENING, *NO_SYMBOL, *influence_in("berlin"))
    titles = go(session, ("effect", ""), ("card_right", "give up"))
    assert titles == [f"Event #{UNKNOWN}"] and session.state.described == {}


@pytest.mark.parametrize("text", ["atlantis", "berlin, atlantis", "n", ","])
def test_a_space_that_is_none_is_refused_and_nothing_is_lost(text: str) -> None:
    session = person_turn()
    go(session, ("turn", "event"), ("event", str(UNKNOWN)), *OPENING, *NO_SYMBOL, *influence_in("berlin")[:8])
    assert asked(session) == "spaces"
    with pytest.raises(InputError):
        session.answer(text)
    assert asked(session) == "spaces"


def test_words_may_be_anything_in_one_line() -> None:
    options = (event_entry.Option("none", "nothing at all"),)
    question = Question("title", "Its title?", options, default="none", read=one_line)
    assert read_answer(question, "  Der Übergang ") == "Der Übergang"
    assert read_answer(question, "nothing") == "nothing", "only a whole name is the option"
    assert read_answer(question, "nothing at all") == read_answer(question, "1") == "none"
    assert read_answer(question, "") == "none"
    assert read_answer(question, "1933") == "1933" and read_answer(question, "!?") == "!?"
    for bad in ("a\x1b[2J", "x" * 301, "a\u202eb"):
        with pytest.raises(UnreadableInput):
            read_answer(question, bad)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_answered_the_card_can_be_kept_and_read_again(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    session = person_turn()
    current = Game(session.settings, session.state)
    asking = event_entry.describe(current, UNKNOWN)
    question = next(asking)
    assert isinstance(question, Question)
    text = "describe it"
    while True:
        try:
            question = asking.send(read_answer(question, text))
        except StopIteration as done:
            card = done.value
            break
        text = an_answer(rng, question)
    if card is None:
        assert current.state.described == {}
        return
    data = current.state.described[UNKNOWN]
    assert card_from(json.loads(json.dumps(data))) == card
    file = save_player_event(tmp_path, data)
    assert check_events([file]) == []
    assert player_library(tmp_path)[UNKNOWN] == card
    assert player_data(tmp_path)[UNKNOWN] == data


# -- conditions, alternatives, control, victory ----------------------------------------------------------

PROGRESS_DOWN: Answers = (("track", "Progress"), ("towards", "down"), ("count", ""))


def card_of(*answers: tuple[str, str]) -> dict[str, object]:
    """The only effect of a card described by ``answers``, as its file has it."""
    session = bot_turn()
    session.answer(str(UNKNOWN))
    for ident, text in (*OPENING, *NO_SYMBOL, *answers, ("right", ""), *ALL_RIGHT):
        assert asked(session) == ident, f"{asked(session)} is asked, not {ident}"
        session.answer(text)
    (effect,) = session.state.described[UNKNOWN]["effects"]
    return dict(effect)


def test_an_effect_may_hang_on_conditions_all_of_which_must_hold() -> None:
    effect = card_of(
        ("effect", "shift a track"),
        ("by", ""),
        *PROGRESS_DOWN,
        ("must", "must, under a condition"),
        ("if", "a certain faction has Momentum"),
        ("faction", "KPD"),
        ("faction", "RC"),
        ("faction", ""),
        ("if", "a certain Event is in play"),
        ("number", "16"),
        ("if", "Progress is"),
        ("level", "2"),
        ("if", "Reaction is"),
        ("level", "3"),
        ("if", "that is all"),
    )
    assert effect["if"] == {"momentum": ["kpd", "rc"], "lingers": [16], "progress": 2, "reaction": 3}
    assert effect["must"] is True


def test_an_option_may_hang_on_a_condition_as_well() -> None:
    effect = card_of(
        ("effect", "shift a track"),
        ("by", ""),
        *PROGRESS_DOWN,
        ("must", "may, under a condition"),
        ("if", "a certain faction holds"),
        ("faction", "NSDAP"),
        ("faction", ""),
        ("if", ""),
    )
    assert effect["must"] is False and effect["if"] == {"reichstag_seats": ["nsdap"]}


def test_a_control_card_may_be_given_to_who_carries_the_event_out() -> None:
    effect = card_of(
        ("effect", "give a Parliamentary"),
        ("by", "KPD"),
        ("area", "Berlin"),
        ("area", "Hamburg"),
        ("area", ""),
        ("to", ""),
        ("must", ""),
    )
    assert effect["control"] == {"areas": ["berlin", "hamburg"], "to": "own"} and effect["by"] == "kpd"


@pytest.mark.parametrize("pv, told_in_file", [("0", {"faction": "rc"}), ("15", {"faction": "rc", "pv": 15})])
def test_a_faction_may_win_by_an_event(pv: str, told_in_file: dict[str, object]) -> None:
    effect = card_of(("effect", "let a faction win"), ("by", ""), ("faction", "RC"), ("pv", pv), ("must", ""))
    assert effect["victory"] == told_in_file


def test_one_of_several_effects_is_described_alternative_by_alternative() -> None:
    effect = card_of(
        ("effect", "one of several"),
        ("by", ""),
        ("alternative", "shift a track"),
        *PROGRESS_DOWN,
        ("only_if", ""),
        ("alternative", "give Momentum"),
        ("momentum", "KPD"),
        ("only_if", "yes"),
        ("if", "Reaction is"),
        ("level", "2"),
        ("if", ""),
        ("alternative", ""),
        ("must", "may"),
    )
    assert effect["one_of"] == [
        {"shift": {"track": "progress", "steps": -1}},
        {"if": {"reaction": 2}, "momentum": "kpd"},
    ]


def test_a_bot_heeds_the_condition_of_a_described_event() -> None:
    momentum = ("if", "a certain faction has Momentum")
    nobody = (*influence_in("hamburg")[:-2], ("must", "must, under a condition"), momentum, ("faction", "RC"))
    session = bot_turn()
    go(session, *play(UNKNOWN, described((*nobody, ("faction", ""), ("if", ""), ("right", "")))))
    assert session.table.influence("hamburg", "kpd") == 0, "KPD has Momentum, not RC"
