"""``play --plain`` by a pipe and at a terminal: nothing typed and no fault of the disk loses a turn."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from weimar_bot.game.journal import Journal
from weimar_bot.game.pending import Instruction, Question
from weimar_bot.game.plain import Conversation
from weimar_bot.game.saving import FileKeeper, NoKeeper, restored
from weimar_bot.table.board_file import shipped_board

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [
    sys.executable,
    "-c",
    "from weimar_bot.cli import main; raise SystemExit(main())",
    "play",
    "--plain",
]
KPD_IS_HUMAN = ["tutorial", "bot", "human", "bot", "bot", "app", "app", "app", "none", "7"]
STARTED = [*KPD_IS_HUMAN, "..."]  # up to the first question in the game
FOUR_BOTS = ["tutorial", "bot", "bot", "bot", "bot", "app", "app", "app", "none", "1919"]
TURN = "KPD: what next?"


class Talk:
    """A conversation within the test, and what it said to the last line."""

    def __init__(self, conversation: Conversation | None = None) -> None:
        self.said: list[str] = []
        self.conversation = conversation or Conversation(shipped_board(), self.said.append, NoKeeper())
        self.conversation.say = self.said.append
        self.conversation.begin()

    def type(self, *lines: str) -> str:
        for line in lines:
            self.said.clear()
            self.conversation.take(line)
        return "\n".join(self.said)

    @property
    def session(self):  # type: ignore[no-untyped-def]
        assert self.conversation.session is not None
        return self.conversation.session

    @property
    def pending(self) -> object:
        return self.conversation.pending


@pytest.fixture
def talk() -> Talk:
    """A game in which a person who plays KPD is asked for an Action."""
    talk = Talk()
    assert TURN in talk.type(*STARTED)
    return talk


def kept(path: Path) -> Talk:
    """The same game, kept in a file."""
    keeper = FileKeeper(path)
    talk = Talk(Conversation(shipped_board(), lambda line: None, keeper))
    talk.type(*STARTED)
    return talk


# -- lines ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "0",
        "99",
        "-1",
        "1e3",
        "kpd",
        "kpd +90 hamburg",
        "kpd +1 nowhere",
        ":",
        "?x",
        "\0",
        "\udc80",
        "٣",
    ]
    + ["!", "  ", "undo 0", "undo x", "redo", "back", "back 0", "back 99", "back x", "x" * 100_000, "; ; ;"],
)
def test_a_wrong_line_is_told_and_never_loses_the_turn(talk: Talk, line: str) -> None:
    pending, state, log = talk.pending, talk.session.state, talk.session.log
    said = talk.type(line)
    assert "  ! " in said and len(said) < 3_000
    assert talk.pending is pending
    assert (talk.session.state, talk.session.log) == (state, log)
    assert TURN in talk.type("why")


@pytest.mark.parametrize("at", range(len(KPD_IS_HUMAN)))
def test_a_wrong_answer_before_the_game_is_asked_again(at: int) -> None:
    talk = Talk()
    talk.type(*KPD_IS_HUMAN[:at])
    asked = talk.pending
    for wrong in ("nonsense", "-3", "undo 0", "redo", "kpd +1 hamburg", "save x", ":kpd +1 hamburg"):
        assert "  ! " in talk.type(wrong)
        assert talk.pending is asked
    talk.type(*KPD_IS_HUMAN[at:], "...", "...")
    assert isinstance(talk.pending, Question) and talk.pending.ident == "turn"


def test_a_question_mark_lists_the_valid_answers(talk: Talk) -> None:
    said = talk.type("?")
    assert "Answers: place influence, " in said and ", pass" in said
    assert "Commands: " in said and "export" in said
    assert TURN in said
    talk = Talk()
    assert "Answers: The Tutorial" in talk.type("?") or "Answers: Tutorial" in talk.type("?")


def test_a_question_mark_after_words_lists_what_fits_and_changes_nothing(talk: Talk) -> None:
    talk.type("kpd +1 hamburg", "undo")
    inputs, undone = list(talk.session.inputs), list(talk.session.undone)
    said = talk.type("kpd +1 ha?")
    assert "Hamburg" in said or "hamburg" in said
    assert (talk.session.inputs, talk.session.undone) == (inputs, undone)
    assert "Place 1 KPD Influence in Hamburg." in talk.type("redo")


def test_an_ambiguous_answer_offers_a_menu_and_takes_its_number(talk: Talk) -> None:
    said = talk.type("p")
    assert "  ! 'p' may be " in said and "    1 place influence" in said
    assert TURN not in said  # the menu is the last thing shown
    assert "which space?" in talk.type("1")


def test_the_menu_counts_only_for_the_next_line(talk: Talk) -> None:
    talk.type("p")
    talk.type("nonsense")
    by_number = talk.type("2")
    other = Talk()
    other.type(*STARTED)
    assert other.type("2") == by_number


def test_a_menu_of_numbers_in_a_list_that_asks_for_a_number() -> None:
    talk = Talk()
    talk.type("tutorial", "human", "human", "human", "human", "app", "app", "app", "ask", "7", "...")
    talk.type("1", "1", "1")  # the Turn Order
    talk.type("event")
    assert isinstance(talk.pending, Question) and talk.pending.ident == "event"
    assert "  ! " in talk.type("152")
    talk.type("elec")
    assert talk.session.state.election_played


def test_an_ambiguous_entry_offers_whole_lines(talk: Talk) -> None:
    said = talk.type(":kpd +1 ha")
    assert "  ! " in said and "    1 kpd +1 " in said
    line = next(part.strip()[2:] for part in said.splitlines() if part.startswith("    1 "))
    entered = talk.type("1")
    assert "Entered: " in entered and talk.session.inputs[-1].text == line


def test_an_answer_called_like_a_command_is_an_answer(talk: Talk) -> None:
    before = list(talk.session.inputs)
    talk.type("place influence")
    assert isinstance(talk.pending, Question) and talk.pending.options[-1].label == "back"
    assert TURN in talk.type("back")
    assert len(talk.session.inputs) == len(before) + 2


def test_a_correction_needs_no_colon_and_is_told(talk: Talk) -> None:
    here = talk.session.table.influence("hamburg", "kpd")
    assert "Entered: " in talk.type("kpd +1 hamburg")
    assert talk.session.table.influence("hamburg", "kpd") == here + 1
    assert "Entered: " in talk.type(": kpd -1 hamburg")
    assert talk.session.table.influence("hamburg", "kpd") == here


def test_undo_and_redo_tell_what_to_change_on_the_real_table(talk: Talk) -> None:
    talk.type("kpd +1 hamburg")
    said = talk.type("undo")
    assert "On the real table:" in said and "Remove 1 KPD Influence from Hamburg." in said
    assert "Place 1 KPD Influence in Hamburg." in talk.type("redo")
    assert "  ! nothing was taken back" in talk.type("redo")
    talk.type("undo 9999", "undo 9999")
    assert "  ! there is nothing to take back" in talk.type("undo")


def test_turns_are_listed_and_one_goes_back_to_any_by_its_number(talk: Talk) -> None:
    talk.type("pass", "...", "none", "...")
    listed = talk.type("turns").splitlines()
    number, head = next(line.split(maxsplit=1) for line in listed if "KPD, 1921 early" in line)
    assert "On the real table:" in talk.type(f"back {number}")
    assert isinstance(talk.pending, Question) and talk.pending.text.startswith(TURN)
    assert talk.session.log[-1].text == "KPD, 1921 early"
    assert "The game is there already." in talk.type(f"back {number}")
    talk.type("redo 999")
    assert "Late" in talk.type("table") or "late" in talk.type("table")


def test_why_shows_the_reasons_of_a_decision() -> None:
    talk = Talk()
    talk.type(*FOUR_BOTS)
    while not isinstance(talk.pending, Instruction) or talk.pending.decision is None:
        talk.type("")
    said = talk.type("why")
    assert "8." in said and len(said.splitlines()) > 5


def test_the_log_is_shown_and_exported(talk: Talk, tmp_path: Path) -> None:
    assert "KPD, 1921 early" in talk.type("log")
    file = tmp_path / "our game.md"
    assert f"Written to {file}." in talk.type(f"export {file}")
    assert "## KPD, 1921 early" in file.read_text(encoding="utf-8")
    assert f"Written to {file}." in talk.type(f"export {file}")


def test_an_export_writes_over_no_other_file(talk: Talk, tmp_path: Path) -> None:
    other = tmp_path / "game.jsonl"
    other.write_text("{}")
    for name in (str(other), str(tmp_path), str(tmp_path / "none" / "game.md"), "\0"):
        assert "  ! " in talk.type(f"export {name}")
    assert other.read_text() == "{}"


def test_the_end_can_be_taken_back() -> None:
    talk = Talk()
    assert " wins: " in talk.type(*FOUR_BOTS, "...", "...")
    assert talk.conversation.over
    assert "  ! the game is over" in talk.type("done")
    assert "  ! the game is over" in talk.type("")
    talk.type("undo")
    assert not talk.conversation.over and talk.pending is not None
    assert " wins: " in talk.type("...")


# -- keeping -------------------------------------------------------------------------------------------


def test_every_line_is_in_the_file_before_the_next_thing_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    talk = kept(file)
    for line in ("place influence", "1", "undo", "redo", "kpd +1 hamburg", "nonsense", "?", "kpd ?", "why"):
        talk.type(line)
        lines = file.read_bytes().splitlines()
        assert file.read_bytes().endswith(b"\n")
    assert [record.get("text") for record in _records(lines)][-5:] == [
        "place influence",
        "1",
        "1",
        "1",
        "kpd +1 hamburg",
    ]


def _records(lines: list[bytes]) -> list[dict[str, str]]:
    return [json.loads(line) for line in lines]


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    said: list[str] = []
    keeper = FileKeeper(blocked / "game.jsonl")
    talk = Talk(Conversation(shipped_board(), said.append, keeper))
    talk.type(*KPD_IS_HUMAN)
    told = []
    while talk.conversation.session is None:
        told.append(talk.type(""))
    assert "Not saved: " in told[-1] and "The game goes on" in told[-1]
    assert "Not saved" not in talk.type("...")  # told once, not with every line
    assert "  ! " in talk.type(f"save {blocked}")
    elsewhere = tmp_path / "elsewhere.jsonl"
    assert f"The game goes on in {elsewhere}." in talk.type(f"save {elsewhere}")
    talk.type("kpd +1 hamburg")
    assert keeper.close() == ""
    with Journal.open(elsewhere) as journal:
        assert restored(journal.start, journal.records, shipped_board()).state == talk.session.state


def test_a_disk_that_has_room_again_gets_the_whole_game(tmp_path: Path) -> None:
    blocked = tmp_path / "folder"
    blocked.write_text("in the way")
    keeper = FileKeeper(blocked / "game.jsonl")
    talk = Talk(Conversation(shipped_board(), lambda line: None, keeper))
    talk.type(*STARTED, "kpd +1 hamburg")
    blocked.unlink()
    assert "Saved again" in talk.type("kpd +1 hamburg")
    assert keeper.close() == ""
    with Journal.open(blocked / "game.jsonl") as journal:
        assert restored(journal.start, journal.records, shipped_board()).state == talk.session.state


def test_a_file_that_vanishes_or_changes_in_the_game_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    talk = kept(file)
    file.write_bytes(file.read_bytes() + b"{}\n")
    said = talk.type("kpd +1 hamburg")
    assert "Entered: " in said and "Not saved: " in said and "another program" in said
    assert "On the real table:" in talk.type("undo")
    assert "The game goes on in" in talk.type(f"save {tmp_path / 'other.jsonl'}")
    with Journal.open(file, up_to=1):
        pass  # the other program's file is free


# -- the program ---------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def piped(lines: list[str], *arguments: str, raw: bytes = b"") -> subprocess.CompletedProcess[str]:
    typed = "".join(f"{line}\n" for line in lines).encode() + raw
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in out + err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def test_the_end_of_a_pipe_saves_and_leaves_with_the_way_to_go_on(home: Path) -> None:
    done = piped(STARTED, "--save", "game.jsonl")
    assert done.returncode == 0 and done.stderr == ""
    last = done.stdout.splitlines()[-1]
    assert last == "Saved: game.jsonl. Go on with: weimar-bot play --plain --resume game.jsonl"


def test_a_pipe_that_ends_before_the_game_begins_leaves_no_file(home: Path) -> None:
    done = piped(KPD_IS_HUMAN[:4], "--save", "game.jsonl")
    assert done.returncode == 0 and "Saved" not in done.stdout
    assert not list(home.glob("game*"))


def test_a_game_without_a_name_is_kept_among_the_players_games_and_the_last_one_resumed(home: Path) -> None:
    piped(STARTED)
    assert [file.suffix for file in (home / "home" / "games").iterdir()] == [".jsonl"]
    done = piped([], "--resume")
    assert done.returncode == 0 and TURN in done.stdout


def test_a_resumed_game_stands_in_mid_turn_with_the_same_dice_to_come(home: Path) -> None:
    lines = [*STARTED, "place influence", "Rheinprovinz", "", "done", "end the turn", "..."]
    whole = piped([*lines, "table"], "--save", "whole.jsonl").stdout
    piped(lines[:-3], "--save", "game.jsonl")
    done = piped([*lines[-3:], "table"], "--resume", "game.jsonl").stdout
    assert done.startswith("KPD: ") and "Place 2 KPD Influence in Rheinprovinz." in done
    assert done.splitlines()[-40:-2] == whole.splitlines()[-40:-2]
    assert (home / "game.jsonl").read_bytes() == (home / "whole.jsonl").read_bytes()


def test_undo_and_redo_go_on_after_a_resume(home: Path) -> None:
    piped([*STARTED, "kpd +1 hamburg", "undo"], "--save", "game.jsonl")
    done = piped(["redo", "undo 2", "redo 2"], "--resume", "game.jsonl")
    assert done.stdout.count("Place 1 KPD Influence in Hamburg.") == 2 and "  ! " not in done.stdout


def test_what_is_no_text_in_a_pipe_does_no_harm(home: Path) -> None:
    done = piped(STARTED, "--save", "game.jsonl", raw=b"\xff\xfe\nkpd +1 hamburg\n\x00\npass")
    assert done.returncode == 0
    assert done.stdout.count("  ! ") >= 2 and "Entered: " in done.stdout


def test_two_programs_cannot_open_one_game_at_once(home: Path) -> None:
    piped(STARTED, "--save", "game.jsonl")
    with Journal.open(home / "game.jsonl"):
        done = piped(["pass"], "--resume", "game.jsonl")
    assert done.returncode == 2 and "is open in another program" in done.stderr
    assert piped([], "--resume", "game.jsonl").returncode == 0


def test_a_new_game_never_writes_over_a_file(home: Path) -> None:
    (home / "game.jsonl").write_text("precious")
    done = piped(STARTED, "--save", "game.jsonl")
    assert done.returncode == 2 and "--resume game.jsonl" in done.stderr
    assert (home / "game.jsonl").read_text() == "precious"


def test_a_damaged_tail_is_told_and_only_its_line_lost(home: Path) -> None:
    piped([*STARTED, "kpd +1 hamburg", "reaction 2"], "--save", "game.jsonl")
    file = home / "game.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    done = piped(["log"], "--resume", "game.jsonl")
    assert done.returncode == 0
    assert "left out: " in done.stdout.splitlines()[0] and "game.jsonl:" in done.stdout.splitlines()[0]
    by_hand = [line for line in done.stdout.splitlines() if "by hand: " in line]
    assert len(by_hand) == 1 and "Hamburg" in by_hand[0]


def test_a_damaged_middle_is_refused_and_the_last_good_state_offered(home: Path) -> None:
    piped([*STARTED, "kpd +1 hamburg", "pass", "done"], "--save", "game.jsonl")
    file = home / "game.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"answer", b"answar")
    file.write_bytes(b"".join(lines))
    done = piped([], "--resume", "game.jsonl")
    assert done.returncode == 2 and "game.jsonl:3:1: " in done.stderr and "--up-to 1" in done.stderr
    done = piped([], "--resume", "game.jsonl", "--up-to", "1")
    assert done.returncode == 0 and "Saved: game.jsonl" in done.stdout


def test_a_game_that_cannot_be_saved_leaves_with_words_and_a_status(home: Path) -> None:
    (home / "folder").write_text("in the way")
    done = piped([*STARTED, "pass"], "--save", "folder/game.jsonl")
    assert done.returncode == 2 and "Not saved: " in done.stderr
    assert "The game goes on" in done.stdout and "RC: Place influence" in done.stdout


def test_a_missing_save_is_told(home: Path) -> None:
    assert "there is no saved game of this name" in piped([], "--resume", "none.jsonl").stderr
    assert "there is no saved game to go on with" in piped([], "--resume").stderr


def test_quit_leaves_as_the_end_of_the_pipe_does(home: Path) -> None:
    done = piped([*STARTED, "quit", "kpd +1 hamburg"], "--save", "game.jsonl")
    assert done.returncode == 0 and "Entered" not in done.stdout and "Go on with: " in done.stdout


def test_a_finished_game_can_be_resumed_and_taken_back(home: Path) -> None:
    done = piped([*FOUR_BOTS, "...", "..."], "--save", "game.jsonl")
    assert " wins: " in done.stdout and done.stdout.splitlines()[-1] == "Saved: game.jsonl"
    done = piped(["undo", "..."], "--resume", "game.jsonl")
    assert done.stdout.count(" wins: ") == 2 and "  ! " not in done.stdout


# -- at a terminal -------------------------------------------------------------------------------------

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self.master, slave = pty.openpty()
        self.program = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_own_terminal,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        os.close(slave)
        self.shown = ""

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """What was shown up to and with ``text``."""
        until = time.monotonic() + seconds
        while text not in self.shown:
            ready, _, _ = select.select([self.master], [], [], max(0, until - time.monotonic()))
            assert ready, f"{text!r} was not shown: {self.shown[-800:]}"
            try:
                new = os.read(self.master, 65_536)
            except OSError:
                new = b""
            assert new, f"the program left without {text!r}: {self.shown[-800:]}"
            self.shown += new.decode("utf-8", "replace").replace("\r\n", "\n")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def press(self, key: str) -> None:
        """A key no person presses in the very microsecond in which the program begins to wait for one."""
        time.sleep(0.1)
        self.type(key)

    def leave(self) -> int:
        status = self.program.wait(20)
        os.close(self.master)
        return status


def _own_terminal() -> None:
    """Make the terminal the one whose Ctrl-C reaches the program."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    # Where the tests themselves run in the background, these are ignored, and that is inherited.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    terminal = Terminal("--save", "game.jsonl")
    yield terminal
    if terminal.program.poll() is None:
        terminal.program.kill()
        terminal.program.wait()


def begun(terminal: Terminal) -> None:
    terminal.wait_for("> ")
    for line in STARTED:
        terminal.type(f"{line}\n")
    terminal.wait_for(TURN)
    terminal.wait_for("> ")


@needs_terminal
@pytest.mark.parametrize("key", ["\x04", "\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_ctrl_d_and_ctrl_c_save_and_leave_with_the_way_to_go_on(terminal: Terminal, key: str) -> None:
    begun(terminal)
    terminal.type("kpd +1 hamburg\n")
    terminal.wait_for("Entered: ")
    terminal.wait_for("> ")
    terminal.press(key)
    terminal.wait_for("Saved: game.jsonl. Go on with: weimar-bot play --plain --resume game.jsonl")
    assert terminal.leave() == 0
    done = piped(["undo"], "--resume", "game.jsonl")
    assert "Remove 1 KPD Influence from Hamburg." in done.stdout


@needs_terminal
def test_ctrl_c_in_the_middle_of_a_line_saves_what_was_said_before(terminal: Terminal) -> None:
    begun(terminal)
    terminal.type("kpd +1 ham")
    terminal.press("\x03")
    terminal.wait_for("Saved: game.jsonl.")
    assert terminal.leave() == 0
    assert TURN in piped([], "--resume", "game.jsonl").stdout


@needs_terminal
@pytest.mark.parametrize("key", ["\x04", "\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_leaving_before_the_game_begins_leaves_nothing(terminal: Terminal, key: str, home: Path) -> None:
    terminal.wait_for("> ")
    terminal.type("tutorial\n")
    terminal.wait_for("> ")
    terminal.press(key)
    assert terminal.leave() == 0
    assert not list(home.glob("game*"))


@needs_terminal
def test_a_person_at_a_terminal_may_mistype_and_go_on(terminal: Terminal) -> None:
    begun(terminal)
    terminal.type("nonsense\n")
    terminal.wait_for("  ! 'nonsense'")
    terminal.wait_for(TURN)
    terminal.type("p\n")
    terminal.wait_for("    1 place influence")
    terminal.type("1\n")
    terminal.wait_for("which space?")
    terminal.wait_for("> ")
    terminal.press("\x04")
    terminal.wait_for("Saved: ")
    assert terminal.leave() == 0


@needs_terminal
def test_a_second_program_is_turned_away_while_the_first_plays_on(terminal: Terminal) -> None:
    begun(terminal)
    done = piped(["pass"], "--resume", "game.jsonl")
    assert done.returncode == 2 and "is open in another program" in done.stderr
    terminal.type("pass\n")
    terminal.wait_for("RC: Place influence")
    terminal.program.send_signal(signal.SIGKILL)
    terminal.leave()
    assert piped([], "--resume", "game.jsonl").stdout.startswith("RC: Place influence")
