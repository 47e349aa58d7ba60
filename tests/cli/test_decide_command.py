"""``weimar-bot decide`` and ``explain`` from the command line: output, exit status, faults."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"
PRINTED = (
    OSTHILFE,
    "--faction",
    "coalition",
    "--card",
    5,
    "--event",
    120,
    "--dice",
    "4,3,3",
    "--flips",
    "rogue",
)
ROOT = Path(__file__).parents[2]


def _as_program(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from weimar_bot.cli import main; sys.exit(main())"]
    return subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        errors="replace",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


def _in_shell(line: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -c 'import sys; from weimar_bot.cli import main; sys.exit(main())'"
    return subprocess.run(
        ["sh", "-c", f"{program} {line}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_the_json_has_every_key_of_the_documented_interface(run: Run) -> None:
    data = run("decide", *PRINTED, "--format", "json").data
    documented = {
        "faction",
        "card",
        "impulse",
        "actions",
        "skipped",
        "rolls",
        "random",
        "assumed",
        "after",
        "trace",
    }
    assert documented <= set(data)
    for action in data["actions"]:
        assert {"name", "space", "target", "pieces", "text", "cites", "rulings"} <= set(action)
    fight = data["actions"][2]
    assert {"potential", "strength", "dice", "hits", "losses", "momentum"} <= set(fight)


def test_the_unit_is_told_with_its_box_and_its_space(run: Run) -> None:
    action = run("decide", *PRINTED, "--format", "json").data["actions"][1]
    assert action["text"] == "Place the Reichswehr from U.S.S.R. Deals box 3 in Pommern."
    assert action["pieces"] == [{"piece": "reichswehr", "count": 1, "from": "ussr_deals:3", "to": "pommern"}]


def test_output_that_is_piped_has_no_colour_and_at_most_80_columns() -> None:
    for command in ("decide", "explain"):
        shown = _as_program(command, *PRINTED).stdout
        assert "\x1b" not in shown
        assert max(map(len, shown.splitlines())) <= 80


def test_no_color_is_honoured_where_colour_would_be_forced() -> None:
    shown = _as_program("decide", *PRINTED, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[3" not in shown


def test_the_same_seed_gives_the_same_decision(run: Run) -> None:
    first, second = (run("decide", OSTHILFE, "--faction", "kpd", "--card", 10, "--seed", 7).out for _ in "ab")
    assert first == second


def test_the_seed_is_told_so_that_a_decision_can_be_repeated(run: Run) -> None:
    data = run("decide", OSTHILFE, "--faction", "kpd", "--card", 10, "--format", "json").data
    again = run(
        "decide", OSTHILFE, "--faction", "kpd", "--card", 10, "--format", "json", "--seed", data["seed"]
    )
    assert again.data == data


def test_nothing_to_do_is_a_decision_with_its_reasons(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "done.yaml"
    table.write_text("turn: {performed: [special]}\n")
    ran = run("decide", table, "--faction", "coalition", "--card", 3, "--format", "json")
    assert ran.status == 0
    assert ran.data["actions"] == []
    assert "1" in ran.data["skipped"][0]["why"]


@pytest.mark.parametrize("word", ["coalition", "Coalition", "coal", "c", "K", "nsdap", "r"])
def test_any_unique_beginning_names_a_faction(run: Run, word: str) -> None:
    cards = {"c": 5, "k": 10, "n": 20, "r": 28}
    assert run("decide", OSTHILFE, "--faction", word, "--card", cards[word[0].lower()]).status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--faction", "coaliton", "--card", 5], "unknown faction 'coaliton'; did you mean 'coalition'?"),
        (["--faction", "", "--card", 5], "unknown faction ''"),
        (["--faction", "kpd", "--card", 37], "bot cards are numbered from 1 to 36, not 37"),
        (["--faction", "kpd", "--card", "ten"], "a bot card is a whole number, not 'ten'"),
        (["--faction", "kpd", "--card", 5], "bot card 5 is one of coalition, not of kpd"),
        (["--faction", "kpd", "--card", 10, "--dice", "7"], "'7' is no face of a die; dice show 1 to 6"),
        (["--faction", "kpd", "--card", 10, "--dice", "0x1"], "a die is a whole number, not '0x1'"),
        (["--faction", "kpd", "--card", 10, "--flips", "rouge"], "did you mean 'rogue'?"),
        (["--faction", "kpd", "--card", 10, "--event", "133"], "Event #133 is not in the library"),
        (["--faction", "kpd", "--card", 10, "--event", "maybe"], "--event takes none, empty or the number"),
        (["--faction", "kpd", "--card", 10, "--action", "special.strikes"], "did you mean 'special.strike'?"),
        (["--faction", "kpd", "--card", 10, "--action", "event.x"], "'x' is no Event number"),
        (["--faction", "kpd", "--card", 10, "--ruling", "R19=all"], "unknown alternative 'all' of R19"),
        (["--faction", "kpd", "--card", 10, "--ruling", "R20=each"], "R20 has no alternative"),
        (["--faction", "kpd", "--card", 10, "--seed", "x"], "the seed is a whole number, not 'x'"),
        (["--faction", "kpd"], "--card"),
        (["--faction", "kpd", "--card", 10, "--formt", "json"], "--formt"),
    ],
)
def test_an_unusable_argument_is_told_with_what_would_be_right(
    run: Run, arguments: list[object], words: str
) -> None:
    ran = run("decide", OSTHILFE, *arguments)
    assert ran.status == 2
    assert words in ran.err
    assert ran.out == ""


def test_all_faults_of_all_arguments_are_told_at_once(run: Run) -> None:
    ran = run("decide", "nowhere.yaml", "--faction", "x", "--card", 99, "--dice", "9", "--ruling", "R99=a")
    assert all(words in ran.err for words in ("nowhere.yaml", "'x'", "99", "'9'", "R99"))


def test_several_rulings_are_taken_after_one_option_or_several(run: Run) -> None:
    call = ("decide", OSTHILFE, "--faction", "kpd", "--card", 10, "--seed", 1, "--ruling")
    once = run(*call, "R19=each", "R16=count")
    twice = run(*call, "R19=each", "--ruling", "R16=count")
    assert (once.status, once.out) == (0, twice.out)


def test_an_impossible_table_is_refused_and_force_goes_on(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "full.yaml"
    table.write_text("spaces:\n  pommern: {coalition: 5}\n")
    call = ("decide", table, "--faction", "kpd", "--card", 10, "--seed", 1)
    refused = run(*call)
    assert refused.status == 2
    assert "full.yaml:2" in refused.err and "5.12" in refused.err and "--force" in refused.err
    assert run(*call, "--force").status == 0


def test_a_space_that_may_be_several_is_an_error_of_its_own(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "which.yaml"
    table.write_text("spaces:\n  schlesien: {coalition: 1}\n")
    ran = run("decide", table, "--faction", "kpd", "--card", 10)
    assert ran.status == 2
    assert "ambiguous" in ran.err and "Niederschlesien or Oberschlesien" in ran.err


def test_explain_shows_every_criterion_with_its_section(run: Run) -> None:
    shown = run("explain", *PRINTED).out
    assert "8.6-4C1" in shown and "gains Supremacy where opposing units are" in shown
    assert "8.6-4E2" in shown and "closest to the Impulse" in shown


def test_a_reader_that_goes_away_brings_no_traceback() -> None:
    ran = _in_shell(f"explain {OSTHILFE} --faction coalition --card 5 --format json --seed 1 | head -c 10")
    assert "Traceback" not in ran.stderr


def test_a_players_own_board_changes_a_decision_and_confirms_it(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    call = ("decide", *PRINTED, "--format", "json", "--seed", 1)
    assert any("U.S. Deals yellow leverage 3" in fact for fact in run(*call).data["assumed"])
    (home / "board.yaml").write_text("us_deals: {yellow_leverage: [1, 2, 3, 4, 5]}\n")
    assert not any("U.S. Deals yellow leverage 3" in fact for fact in run(*call).data["assumed"])


def test_a_faulty_board_of_the_player_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "board.yaml").write_text("spaces: {bayern: {popp: 14}}\n")
    ran = run("decide", *PRINTED)
    assert ran.status == 2
    assert "board.yaml:1" in ran.err and "popp" in ran.err


def test_a_position_after_several_rulings_is_not_taken_for_a_ruling(run: Run) -> None:
    assert (
        run("decide", "--faction", "c", "--card", 5, "--ruling", "R19=each", "R16=count", OSTHILFE).status
        == 0
    )


def test_a_value_that_begins_with_a_minus_sign_is_told_as_what_it_is(run: Run) -> None:
    ran = run("decide", OSTHILFE, "--faction", "c", "--card", 5, "--dice", "-1,2")
    assert ran.status == 2
    assert "'-1' is no face of a die" in ran.err


@pytest.mark.parametrize("dice", ["4,3,3", "4, 3, 3", "4 3 3"])
def test_dice_may_be_parted_by_commas_or_spaces(run: Run, dice: str) -> None:
    ran = run(
        "decide",
        OSTHILFE,
        "--faction",
        "c",
        "--card",
        5,
        "--dice",
        dice,
        "--flips",
        "rogue",
        "--format",
        "json",
    )
    assert [roll["die"] for roll in ran.data["rolls"]] == [4, 3, 3]


@pytest.mark.parametrize("dice", ["4,,3", ",", "4,3,"])
def test_a_missing_die_between_commas_is_refused(run: Run, dice: str) -> None:
    assert run("decide", OSTHILFE, "--faction", "c", "--card", 5, "--dice", dice).status == 2


@pytest.mark.parametrize(
    "action", ["special.military.place_unit", "Special.Military", "special", "place_influence"]
)
def test_every_level_of_an_action_can_be_asked_for_in_any_case(run: Run, action: str) -> None:
    assert run("decide", OSTHILFE, "--faction", "c", "--card", 5, "--action", action, "--seed", 1).status == 0


def test_an_action_named_by_its_end_is_answered_with_its_whole_name(run: Run) -> None:
    ran = run("decide", OSTHILFE, "--faction", "c", "--card", 5, "--action", "assault")
    assert ran.status == 2
    assert "did you mean 'special.military.assault'?" in ran.err


def test_an_empty_action_is_refused(run: Run) -> None:
    assert run("decide", OSTHILFE, "--faction", "c", "--card", 5, "--action", "").status == 2


def test_every_skipped_name_of_any_length_has_a_title(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.yaml"
    empty.write_text("us_deals: 5\nussr_deals: 5\nkpd_stance: null\nunity: strong\n")
    for faction, card in (("coalition", 5), ("kpd", 10), ("nsdap", 20), ("rc", 28)):
        for action in ("special", "special.military", "special.political", "place_influence"):
            assert (
                run(
                    "decide", empty, "--faction", faction, "--card", card, "--action", action, "--force"
                ).status
                == 0
            )


def test_what_force_went_on_in_spite_of_is_told(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "full.yaml"
    table.write_text("spaces:\n  pommern: {coalition: 5}\n")
    shown = run("decide", table, "--faction", "kpd", "--card", 10, "--seed", 1, "--force").out
    assert "in spite of this (--force): 5 Influence cubes in Pommern" in shown


def test_a_board_that_contradicts_the_rulebook_cannot_be_forced(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "board.yaml").write_text("adjacent: [[berlin, sachsen]]\n")
    ran = run("decide", *PRINTED, "--force")
    assert ran.status == 2
    assert "--force" not in ran.err


@pytest.mark.parametrize("home", ["/dev/null/x", "~nosuchuser/x", "x" * 5000])
def test_a_data_folder_that_cannot_be_is_told_or_passed_by_without_a_traceback(home: str) -> None:
    ran = _as_program("decide", *PRINTED, WEIMAR_BOT_HOME=home)
    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 2)


def test_an_event_of_another_era_is_noted(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "early.yaml"
    table.write_text("year: 1921\n")
    assert (
        "Event #120 is of the Decline Era"
        in run("decide", table, "--faction", "c", "--card", 5, "--event", 120).out
    )


@pytest.mark.parametrize("command", ["explain", "decide"])
@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", "| head -n 1"])
def test_an_output_that_cannot_be_written_brings_no_traceback(command: str, redirection: str) -> None:
    ran = _in_shell(f"{command} {OSTHILFE} --faction coalition --card 5 --seed 1 {redirection}")
    assert "Traceback" not in ran.stderr
    assert ran.returncode == (2 if redirection == ">/dev/full" else 0)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_terminal_that_knows_few_letters_still_shows_everything_else(encoding: str) -> None:
    for arguments in (("draw", "kpd"), ("decide", *PRINTED)):
        ran = _as_program(*arguments, PYTHONIOENCODING=encoding)
        assert (ran.returncode, ran.stderr) == (0, "")


# -- the player's own Events ----------------------------------------------------------------------------

OWN = """\
number: {number}
title: My own card
era: decline
cite: ["8.7"]
effects:
  - must: true
    one_space_of: [pommern]
    place: [{{piece: coalition_influence, count: 1}}]
"""


def _own_event(tmp_path: Path, number: int, text: str = OWN) -> Path:
    file = tmp_path / "home" / "events" / f"{number}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.format(number=number), encoding="utf-8")
    return file


@pytest.mark.parametrize("number", [120, 133])
def test_an_event_of_the_players_own_library_is_played(number: int, run: Run, tmp_path: Path) -> None:
    _own_event(tmp_path, number)
    arguments = ("decide", OSTHILFE, "--faction", "coalition", "--card", 5)
    for chosen in (("--event", number), ("--action", f"event.{number}")):
        ran = run(*arguments, *chosen)
        assert ran.status == 0 and f"Event #{number} My own card" in ran.out
        assert "Place 1 Coalition Influence in Pommern." in ran.out


def test_a_faulty_event_of_the_players_own_is_told_where_an_event_is_asked_for(
    run: Run, tmp_path: Path
) -> None:
    file = _own_event(tmp_path, 133, "number: 133\n")
    arguments = ("decide", OSTHILFE, "--faction", "coalition", "--card", 5)
    ran = run(*arguments, "--event", 120)
    assert ran.status == 2 and str(file) in ran.err
    assert run(*arguments).status == 0, "nothing is read where no Event is asked for"


def test_a_script_knows_the_players_own_events(run: Run, tmp_path: Path) -> None:
    _own_event(tmp_path, 1)
    script = tmp_path / "game.txt"
    begun = "the fate\n" + "human\n" * 4 + "default\n" * 4 + "7\n...\nkpd\nrc\nnsdap\n...\n"
    script.write_text(f"{begun}event\n1\nno\n! My own card\n", encoding="utf-8")
    assert "ends before the game does" in run("play", "--script", script, "--quiet").err
