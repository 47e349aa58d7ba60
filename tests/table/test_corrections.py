"""Putting what a board says into a player's corrections, and asking for what is not confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from weimar_bot.game import board_corrections
from weimar_bot.game.board_corrections import record
from weimar_bot.reading.faults import ImpossibleInput, InputError, UnreadableInput
from weimar_bot.reading.source import read_text
from weimar_bot.table.board_file import corrected, shipped_board
from weimar_bot.table.corrections import HEAD, Line, Stated, Statement, with_statements

POP = Stated(("spaces", "bayern", "pop"), 13)
CADRES = Stated(("kpd", "cadres"), [-1, -2])
CUBES = Stated(("progress", "berlin_pv_bonus_per_cube"), {1: 0, 2: 1, 3: 1, 4: 2, 5: 4})
TOUCH = Line("thueringen", "hessen", True)
APART = Line("hessenprovinz", "bayern", False)
EVERY: tuple[Statement, ...] = (POP, CADRES, CUBES, TOUCH, APART, Stated(("clique_homes", "a"), "rc:4"))


def put(text: str, *statements: Statement) -> str:
    return with_statements(text, statements, shipped_board())


def data(text: str) -> object:
    return read_text(text, "mine.yaml").data


# -- the text ----------------------------------------------------------------------------------------


def test_into_an_empty_file_every_statement_goes_on_a_line_of_its_own() -> None:
    assert put("", *EVERY) == HEAD + (
        "spaces:\n  bayern: {pop: 13}\n"
        "kpd:\n  cadres: [-1, -2]\n"
        "progress:\n  berlin_pv_bonus_per_cube: {1: 0, 2: 1, 3: 1, 4: 2, 5: 4}\n"
        "adjacent:\n  - [thueringen, hessen]\n"
        "not_adjacent:\n  - [hessenprovinz, bayern]\n"
        'clique_homes:\n  a: "rc:4"\n'
    )


def test_what_the_player_wrote_by_hand_stays_as_it_is() -> None:
    text = (
        "# My board, second printing.\n"
        "spaces:\n"
        "    Bavaria:          # big\n"
        "        pv: 5         # checked\n"
        "    Berlin: {pop: 6}\n"
        "\n"
        "adjacent: [[sachsen, Bavaria]]   # one line\n"
        "not_adjacent:\n"
        "- [baden, hessen]     # faint\n"
        "# the end\n"
    )
    assert put(text, POP, Stated(("spaces", "koeln", "pv"), 3), TOUCH, APART) == (
        "# My board, second printing.\n"
        "spaces:\n"
        "    Bavaria:          # big\n"
        "        pv: 5         # checked\n"
        "        pop: 13\n"
        "    Berlin: {pop: 6}\n"
        "    koeln: {pv: 3}\n"
        "\n"
        "adjacent: [[sachsen, Bavaria], [thueringen, hessen]]   # one line\n"
        "not_adjacent:\n"
        "- [baden, hessen]     # faint\n"
        "- [hessenprovinz, bayern]\n"
        "# the end\n"
    )


def test_a_statement_made_already_changes_nothing() -> None:
    text = "spaces: {Bavaria: {pop: 13}}\nadjacent: [[Hessen, Thuringia]]  # mine\n"
    assert put(text, POP, TOUCH) == text


def test_a_pair_of_spaces_stands_in_one_of_the_two_lists_only() -> None:
    text = "adjacent:\n  - [baden, bayern]  # odd\n  - [Bavaria, Hessenprovinz]\n  - [hessen, baden]\n"
    assert put(text, APART) == (
        "adjacent:\n  - [baden, bayern]  # odd\n  - [hessen, baden]\n"
        "not_adjacent:\n  - [hessenprovinz, bayern]\n"
    )
    flow = "adjacent: [[hessenprovinz, bayern], [hessen, baden]]\n"
    assert put(flow, APART).startswith("adjacent: [[hessen, baden]]\n")
    assert data(put("adjacent: [[hessenprovinz, bayern]]\n", APART)) == {
        "adjacent": None,
        "not_adjacent": [["hessenprovinz", "bayern"]],
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a remark",
        "{}",
        "{spaces: {}, adjacent: []}",
        "spaces:\nadjacent:\nkpd:\n",
        "spaces: # none yet\nadjacent: # none yet\nnot_adjacent: []  # none\nkpd: {}\n",
        "spaces: {bayern: }\nkpd: {strikes: [0], }\nadjacent: [[baden, bayern], ]\n",
        "spaces:\n  'Bayern':\n    pop: 4\nkpd:\n  cadres:\n  - -1\n  - -2\n  strikes:\n  - 0\n",
        "spaces:\n  bayern:\n    pop: 14",
        "---\nspaces: {bayern: {pop: 14}}\n...\n",
        "adjacent:\n- - baden\n  - bayern\n- - hessenprovinz\n  - bayern\n",
        "adjacent: [\n  [baden, bayern], # one\n  [hessenprovinz, bayern], # two\n]\n",
        "kpd: {cadres: [-1]}\nprogress:\n  berlin_pv_bonus_per_cube:\n    1: 0\n    2: 5\n",
        "\ufeffspaces: {bayern: {pop: 14}}\r\nadjacent: [[baden, bayern]]\r\n",
        "? spaces\n: bayern: {pop: 3}\n",
        "clique_homes: {a: 'rc:2'}\n",
    ],
)
def test_in_every_layout_the_statements_come_to_hold_and_the_rest_stays(text: str) -> None:
    """The board is the one that the statements give when added to the data itself."""
    before = read_text(text.removeprefix("\ufeff"), "").data or {}
    after = put(text, *EVERY)
    board = corrected(shipped_board(), read_text(after, "mine.yaml"))
    assert board.spaces["bayern"].pop == 13
    assert board.tracks["kpd"]["cadres"] == (-1, -2)
    assert board.tracks["progress"]["berlin_pv_bonus_per_cube"][5] == 4
    assert "hessen" in board.neighbours["thueringen"] and "bayern" not in board.neighbours["hessenprovinz"]
    assert put(after, *EVERY) == after
    kept = read_text(after, "").data
    if "strikes" in (before.get("kpd") or {}):
        assert kept["kpd"]["strikes"] == before["kpd"]["strikes"]
    if ["baden", "bayern"] in (before.get("adjacent") or []):
        assert ["baden", "bayern"] in kept["adjacent"]
    assert after.count("\r\n") == (after.count("\n") if "\r\n" in text else 0)


# -- the file ----------------------------------------------------------------------------------------


def test_statements_are_written_into_the_players_file_and_hold_from_then_on(tmp_path: Path) -> None:
    file = tmp_path / "new" / "board.yaml"
    board = record(EVERY, file)
    assert board.spaces["bayern"].pop == 13
    assert [path.name for path in file.parent.iterdir()] == ["board.yaml"]
    assert record([Stated(("spaces", "bayern", "pop"), 14)], file).spaces["bayern"].pop == 14


def test_the_file_is_the_one_in_the_players_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path))
    record([POP])
    assert "pop: 13" in (tmp_path / "board.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "statement, message",
    [
        (Line("berlin", "sachsen", True), "contradicts the rulebook"),
        (Line("muenchen", "bayern", False), "no line leads from München"),
        (Stated(("reaction", "nsdap_cadres"), [4]), "has 3 for reaction.nsdap_cadres.3"),
        (Stated(("spaces", "bayern", "pop"), 0), "'0' is not a whole number from 1 to 99"),
    ],
)
def test_what_cannot_be_is_refused_and_the_file_left_as_it_was(
    tmp_path: Path, statement: Statement, message: str
) -> None:
    file = tmp_path / "board.yaml"
    record([POP], file)
    before = file.read_bytes()
    with pytest.raises((ImpossibleInput, UnreadableInput), match=message):
        record([CADRES, statement], file)
    assert file.read_bytes() == before


def test_a_file_that_was_faulty_before_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text("spcaes: {}\n", encoding="utf-8")
    with pytest.raises(UnreadableInput, match="did you mean 'spaces'"):
        record([POP], file)
    assert file.read_text(encoding="utf-8") == "spcaes: {}\n"


def test_where_a_remark_has_to_go_the_file_as_it_was_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    text = "kpd:\n  cadres:\n  - -1  # mine\n"
    file.write_text(text, encoding="utf-8")
    record([CADRES], file)
    assert file.with_name("board.yaml.old").read_text(encoding="utf-8") == text
    assert data(file.read_text(encoding="utf-8")) == {"kpd": {"cadres": [-1, -2]}}


def test_a_crash_while_writing_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.yaml"
    record([POP], file)
    before = file.read_bytes()

    def full(path: Path, raw: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(board_corrections, "write_whole", full)
    with pytest.raises(InputError, match="board.yaml: cannot be written: the disk is full"):
        record([CADRES], file)
    assert file.read_bytes() == before
