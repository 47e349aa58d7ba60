"""What is decided is told before more is asked, and decided anew once the table is corrected (8.6, R48)."""

from __future__ import annotations

from pathlib import Path

from tests.game.mid_game import game
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.saving import restored, start_data
from weimar_bot.game.session import Session
from weimar_bot.table.board_file import board_with, shipped_board

EXAMPLE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"
STRIKE_BY_PV = """
year: 1924
turn_order: [kpd, coalition, nsdap, rc]
turn: {performed: [place_influence]}
spaces:
  sachsen: {kpd: 2}
  thueringen: {kpd: 2}
mats:
  kpd: {strikes: [0], worker_militia: 0}
influence_supply: {kpd: 0}
"""
PV_OF_THUERINGEN = "spaces:\n  thueringen: {pv: 3}\n"


def example(dice: str = "hand") -> Session:
    """The printed example as a game in which the Coalition's bot acts, its Event carried out by hand."""
    lines = EXAMPLE.read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith(("scenario:", "non_player:")))
    return game(text, bots=("coalition",), top={"coalition": (5,)}, events="none", dice=dice)


def strike(dice: str = "hand") -> Session:
    return game(STRIKE_BY_PV, bots=("kpd",), dice=dice, events="none", top={"kpd": (17,)})


def said(session: Session) -> str:
    pending = session.pending
    return " ".join(pending.lines) if isinstance(pending, Instruction) else pending.text if pending else ""


def test_a_unit_is_placed_before_the_dice_of_its_assault_are_asked_for() -> None:
    session = example()
    assert said(session) == "Roll a die for special. What does it show?"
    session.answer("4")
    assert "Place the Reichswehr" in said(session)
    session.answer("")
    assert session.table.count("pommern", "reichswehr") == 1
    while isinstance(session.pending, Question) and session.pending.ident != "die":
        session.answer("")
    assert said(session) == "Roll a die for assault attacker. What does it show?"
    session.answer("3")
    assert said(session) == "Roll a die for assault defender. What does it show?"


def test_each_die_is_noted_once_with_what_it_decided() -> None:
    session = example()
    for answer in ("4", "", "", "", "3", "3"):
        if isinstance(session.pending, Question) and session.pending.ident == "die" and not answer:
            break
        session.answer(answer)
    notes = [line.text for line in session.log if line.text.startswith("Die for")]
    assert notes.count("Die for special: 4.") == 1


def test_asked_in_between_or_not_the_turn_comes_to_the_same() -> None:
    by_app, by_hand = example("app"), example("hand")
    while isinstance(by_app.pending, (Instruction, Question)) and by_app.state.next_to_act == "coalition":
        by_app.answer("" if not _is_flip(by_app) else "loyal")
    dice = [line.text.rstrip(".")[-1] for line in by_app.log if line.text.startswith("Die for")]
    while by_hand.pending is not None and by_hand.state.next_to_act == "coalition":
        pending = by_hand.pending
        if isinstance(pending, Question) and pending.ident == "die":
            by_hand.answer(dice.pop(0))
        elif isinstance(pending, Question) and pending.ident == "lot":
            by_hand.answer("1")
        else:
            by_hand.answer("" if not _is_flip(by_hand) else "loyal")
    assert not dice
    assert by_hand.table.at("pommern") == by_app.table.at("pommern")


def _is_flip(session: Session) -> bool:
    return isinstance(session.pending, Question) and session.pending.ident == "flip"


def test_p16_a_corrected_table_is_decided_on_anew_with_the_same_die() -> None:
    session = strike()
    session.answer("4")
    assert said(session) == "Place the Strike from KPD mat box 0 in Sachsen."
    session.enter("kpd 0 sachsen")
    assert said(session) == "Place the Strike from KPD mat box 0 in Thüringen."
    session.answer("")
    assert session.table.count("thueringen", "strike") == 1


def test_dice_of_the_program_stay_the_same_where_it_is_decided_anew() -> None:
    session = strike("app")
    before, draws = said(session), session.state.draws
    session.enter("rc +1 ostpreussen")
    assert (said(session), session.state.draws) == (before, draws)


def test_a_corrected_fact_of_the_board_is_decided_on_anew_and_kept_in_the_save() -> None:
    session = strike()
    start = start_data(session)
    session.answer("4")
    board = board_with(PV_OF_THUERINGEN, "board.yaml")
    session.correct_board(board)
    assert "Thüringen" in said(session)
    records = [{"kind": "answer", "text": "4"}, {"kind": "board", "text": board.corrections}]
    start["position"]["turn_order"] = ["kpd", "coalition", "nsdap", "rc"]
    again = restored(start, [], shipped_board())
    assert again.table.board.spaces["thueringen"].pv == 1
    again.correct_board(board)
    assert again.table.board.spaces["thueringen"].pv == 3
    assert again.inputs[-1].text == records[-1]["text"]


def test_a_correction_of_the_board_is_taken_back_like_any_input() -> None:
    session = strike()
    session.answer("4")
    session.correct_board(board_with(PV_OF_THUERINGEN, "board.yaml"))
    session.undo()
    assert "Sachsen" in said(session)
    session.redo()
    assert "Thüringen" in said(session)


def test_p16_what_is_half_done_is_not_decided_anew() -> None:
    session = example()
    session.answer("4")
    session.answer("")  # the unit is placed
    told = said(session)
    session.enter("rc +1 ostpreussen")
    assert said(session) == told
