"""``draw``, ``validate``, ``rules`` and the bare command."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"


@pytest.mark.parametrize(
    "chart", ["coalition", "kpd", "nsdap", "rc", "order_of_operations", "shared_actions"]
)
@pytest.mark.parametrize("form", ["text", "mermaid", "dot"])
def test_every_chart_is_drawn_in_every_format(run: Run, chart: str, form: str) -> None:
    ran = run("draw", chart, "--format", form)
    assert ran.status == 0
    assert len(ran.out.splitlines()) > 10


def test_a_drawn_tree_fits_80_columns(run: Run) -> None:
    for chart in ("coalition", "kpd", "nsdap", "rc", "order_of_operations"):
        assert max(map(len, run("draw", chart).out.splitlines())) <= 80


def test_the_path_of_a_decision_is_marked_in_the_drawing(run: Run) -> None:
    call = ("draw", "coalition", "--decision", OSTHILFE, "--faction", "coalition", "--card", 5)
    marked = run(*call, "--dice", "4,3,3", "--flips", "rogue").out.splitlines()
    assert any("✓" in line and "military" in line for line in marked)
    assert not any("✓" in line and "economic" in line for line in marked)


def test_an_unknown_chart_is_refused_and_the_name_suggested(run: Run) -> None:
    ran = run("draw", "coaliton")
    assert ran.status == 2
    assert "did you mean 'coalition'?" in ran.err


def test_a_drawing_with_a_decision_needs_a_card_and_takes_the_faction_from_the_chart(run: Run) -> None:
    ran = run("draw", "kpd", "--decision", OSTHILFE)
    assert ran.status == 2
    assert "also needs --card" in ran.err
    assert "--faction and --card" in run("draw", "order_of_operations", "--decision", OSTHILFE).err


def test_a_card_without_a_position_to_mark_is_refused_in_a_drawing(run: Run) -> None:
    ran = run("draw", "kpd", "--card", 10)
    assert ran.status == 2
    assert "--decision" in ran.err


@pytest.mark.parametrize(
    ("written", "meant"), [("r1", "R01"), ("R18", "R18"), ("8.6-4b1", "8.6-4B1"), ("p2", "P02")]
)
def test_rulings_and_sections_are_found_as_people_write_them(run: Run, written: str, meant: str) -> None:
    assert run("rules", written).out.startswith(meant)


def test_all_shipped_data_is_without_faults(run: Run) -> None:
    ran = run("validate")
    assert ran.status == 0
    assert "no faults" in ran.out


def test_a_fault_in_a_chart_is_told_with_file_line_and_column(run: Run, tmp_path: Path) -> None:
    chart = tmp_path / "kpd.yaml"
    shipped = Path(__file__).parents[2] / "flowcharts" / "kpd.yaml"
    chart.write_text(
        shipped.read_text(encoding="utf-8").replace("do: place_strike", "do: place_strik"), encoding="utf-8"
    )
    ran = run("validate", chart)
    assert ran.status == 1
    assert f"{chart}:" in ran.out and "did you mean 'place_strike'?" in ran.out


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("event.yaml", "number: 152\ntitle: x\nera: crisis\ncite: ['8.7']\neffects: []\n", "from 1 to 151"),
        ("cards.yaml", "faction: kpd\ncite: ['8.2']\ncards: {10: {order: [rc]}}\n", "impulse"),
        ("table.yaml", "yaer: 1920\n", "did you mean 'year'?"),
        ("empty.yaml", "", None),
        ("broken.yaml", "a: [", "not well-formed"),
        (
            "board.yaml",
            "spaces: {bayern: {pop: 13}}\nadjacent: [[berlin, sachsen]]\n",
            "contradicts the rulebook",
        ),
        ("other.yaml", "colour: blue\n", "is no chart, card file, event, position or board corrections"),
    ],
)
def test_each_kind_of_file_is_told_apart_and_checked(
    run: Run, tmp_path: Path, name: str, text: str, words: str | None
) -> None:
    file = tmp_path / name
    file.write_text(text)
    ran = run("validate", file)
    assert ran.status == (0 if words is None else 1)
    if words:
        assert words in ran.out and f"{file}:" in ran.out


def test_a_missing_file_is_a_fault_and_no_traceback(run: Run, tmp_path: Path) -> None:
    ran = run("validate", tmp_path / "none.yaml")
    assert ran.status == 1
    assert "no such file" in ran.out


def test_a_ruling_is_shown_with_its_alternatives(run: Run) -> None:
    assert "--ruling R18=margin" in run("rules", "r18").out


def test_a_section_is_shown_in_short(run: Run) -> None:
    assert "Faction Order" in run("rules", "8.6-2").out


def test_every_ruling_and_section_is_listed(run: Run) -> None:
    shown = run("rules").out
    assert all(f"R{number:02}" in shown for number in range(1, 71))
    assert "8.6-4E2" in shown


def test_an_unknown_ruling_is_refused_and_the_id_suggested(run: Run) -> None:
    ran = run("rules", "R199")
    assert ran.status == 2
    assert "did you mean" in ran.err


def test_the_bare_command_helps(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert "decide" in ran.out and "explain" in ran.out


def test_an_unknown_command_is_refused(run: Run) -> None:
    assert run("decid").status == 2
