"""The shipped board and a player's corrections of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from weimar_bot.reading.faults import AmbiguousInput, ImpossibleInput, InputError, UnreadableInput
from weimar_bot.reading.source import read_file, read_text
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import SHIPPED, TRACKS, corrected, load_board, shipped_board


def with_corrections(text: str) -> Board:
    return corrected(shipped_board(), read_text(text, "mine.yaml"))


def refused(text: str, kind: type[InputError]) -> str:
    with pytest.raises(kind) as caught:
        with_corrections(text)
    return str(caught.value)


def test_the_shipped_board_gives_every_printed_distance() -> None:
    board = shipped_board()
    for one, other, steps in read_file(SHIPPED).data["distances"]:
        assert board.distances[one][other] == steps


def test_the_shipped_board_is_connected_and_adjacency_goes_both_ways() -> None:
    board = shipped_board()
    assert len(board.spaces) == 26
    assert all(len(board.distances[space]) == 26 for space in board.spaces)
    assert all(one in board.neighbours[other] for one, all_ in board.neighbours.items() for other in all_)


def test_every_track_has_its_facts() -> None:
    board = shipped_board()
    assert set(board.tracks) == set(TRACKS)
    assert board.tracks["middle_class"] == {"levels": (1, 2, 3, 4, 5)}
    assert [box.id for box in board.boxes["conservative_clique"]] == ["rc:2", "rc:4", "reaction:5"]


def test_pairs_from_the_rulebook_are_confirmed_whether_adjacent_or_not() -> None:
    board = shipped_board()
    assert board.is_confirmed("adjacency.berlin-brandenburg")
    assert board.is_confirmed("adjacency.berlin-sachsen")
    assert not board.is_confirmed("adjacency.bayern-sachsen")
    assert board.source("adjacency.bayern-sachsen") == "border"


@pytest.mark.parametrize(
    "word, ident",
    [
        ("München", "muenchen"),
        ("Munchen", "muenchen"),
        ("MUNICH", "muenchen"),
        ("Koeln", "koeln"),
        ("East Prussia", "ostpreussen"),
        ("Preußen", "prussian_provinces"),
        ("Northern states", "northern_states"),
    ],
)
def test_spaces_and_regions_are_known_by_every_spelling(word: str, ident: str) -> None:
    from weimar_bot.reading import names

    assert names.matches(word, shipped_board().spellings) == [ident]


def test_the_board_is_read_once() -> None:
    assert load_board() is shipped_board()


def test_what_a_player_gives_counts_as_confirmed(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(
        "spaces: {Munich: {pop: 5}}\nadjacent: [[thüringen, Hessen]]\n"
        "not_adjacent: [[hessenprovinz, Bavaria]]\n"
        "economy: {kpd_nsdap_cubes: {left_3: 3}}\nprogress: {reforms: [3, 4, 5]}\npieces: {strike: 5}\n",
        encoding="utf-8",
    )
    board = load_board(file)
    assert board.spaces["muenchen"].pop == 5
    assert "hessen" in board.neighbours["thueringen"] and "bayern" not in board.neighbours["hessenprovinz"]
    assert board.tracks["economy"]["kpd_nsdap_cubes"]["left_3"] == 3
    assert board.pieces["strike"] == 5
    for fact in (
        "pop.muenchen",
        "adjacency.hessen-thueringen",
        "adjacency.bayern-hessenprovinz",
        "economy.kpd_nsdap_cubes.left_3",
        "progress.reforms.3",
        "pieces.strike",
    ):
        assert board.source(fact) == "player", fact
    assert not board.is_confirmed("economy.kpd_nsdap_cubes.left_2")


def test_giving_a_fact_as_it_is_printed_confirms_it() -> None:
    board = with_corrections(
        "spaces: {bayern: {pop: 14}}\nadjacent: [[bayern, sachsen]]\nkpd: {cadres: [-1, -2]}"
    )
    assert board.is_confirmed("pop.bayern")
    assert board.is_confirmed("adjacency.bayern-sachsen")
    assert board.is_confirmed("kpd.cadres.-1")


def test_the_shipped_board_stays_as_it_is_when_corrected() -> None:
    with_corrections("spaces: {bayern: {pop: 9}}\nprogress: {reforms: [5]}")
    assert shipped_board().spaces["bayern"].pop == 14
    assert shipped_board().tracks["progress"]["reforms"] == (2, 3, 4, 5)


def test_an_empty_corrections_file_changes_nothing() -> None:
    assert with_corrections("") == shipped_board()


def test_moved_clique_boxes_take_clique_a_along() -> None:
    board = with_corrections("rc: {conservative_cliques: [2, 5]}")
    assert board.tracks["clique_homes"] == {"a": "rc:5", "b": "rc:2", "c": "reaction:5"}


@pytest.mark.parametrize(
    "text, message",
    [
        ("adjacent: [[berlin, sachsen]]", "mine.yaml:1:12: contradicts the rulebook"),
        ("not_adjacent: [[brandenburg, berlin]]", "contradicts the rulebook"),
        ("reaction: {nsdap_cadres: [4]}", "has 3 for reaction.nsdap_cadres.3"),
        ("reaction: {rc_cubes: {3: 2}}", "has 1 for reaction.rc_cubes.3"),
        ("spaces: {berlin: {region: southern_states}}", "has none for region.berlin"),
        ("pieces: {influence: {kpd: 40}}", "has 35 for pieces.influence.kpd"),
        ("clique_homes: {b: 'rc:4'}", "has rc:2 for clique_homes.b"),
        ("middle_class: [1, 2]", "contradicts the rulebook"),
        (
            "adjacent: [[baden, hamburg]]\nnot_adjacent: [[hamburg, baden]]",
            "both as adjacent and as not adjacent",
        ),
    ],
)
def test_a_fact_against_the_rulebook_is_refused(text: str, message: str) -> None:
    assert message in refused(text, ImpossibleInput)


def test_every_unreadable_entry_of_a_corrections_file_is_reported_with_its_place() -> None:
    text = (
        "spcaes: 1\nspaces: {bayren: {pop: 3}, berlin: {pop: 0, pvv: 2}, Bavaria: 3, bayern: {}}\n"
        "adjacent: [[baden], [hessen, hessen], 3]\nreaction: {assassinations: [7, 2, 2]}\n"
        "kpd: {revolution: true}\neconomy: {boxes: [stable], leverage: {left: [lft_3]}}\nsources: {}\n"
    )
    message = refused(text, UnreadableInput)
    for part in (
        "mine.yaml:1:1: the key 'spcaes' is not known here; did you mean 'spaces'?",
        "mine.yaml:2:10: 'bayren' is not a space of the map; did you mean 'Bayern'?",
        "mine.yaml:2:42: '0' is not a whole number from 1 to 99",
        "the key 'pvv' is not known here",
        "'bayern' is bayern a second time",
        "is not a pair of spaces",
        "hessen is paired with itself",
        "'7' cannot stand here",
        "'2' stands here a second time",
        "'true' is not a whole number",
        "needs all of its boxes",
        "did you mean 'left_3'?",
        "the key 'sources'",
    ):
        assert part in message


def test_a_name_that_fits_several_spaces_is_ambiguous() -> None:
    message = refused("spaces: {schlesien: {pop: 3}}", AmbiguousInput)
    assert "Niederschlesien or Oberschlesien" in message


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "3",
        "spaces: []",
        "spaces: {3: {}}",
        "adjacent: 3",
        "economy: 3",
        "kpd: {cadres: 3}",
        "clique_homes: 3",
        "clique_homes: {a: 3}",
        "middle_class: {levels: [1]}",
        "pieces: {influence: 3}",
        "spaces: {bayern: {region: sth}}",
        "progress: {reforms: [1.0]}",
        "progress: {reforms: [[1]]}",
        "spaces: {prussia: {pop: 3}}",
        "clique_homes: {a: 'rc:3'}",
    ],
)
def test_wrong_shapes_are_unreadable_and_never_anything_else(text: str) -> None:
    assert refused(text, UnreadableInput).startswith("mine.yaml:1:")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("adjacent: [[pommern, muenchen]]", "would be 1 spaces apart; the rulebook's examples have 4"),
        ("not_adjacent: [[muenchen, bayern]]", "no line leads from München to the other spaces any more"),
    ],
)
def test_a_map_that_contradicts_the_printed_examples_is_refused(
    tmp_path: Path, text: str, expected: str
) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(ImpossibleInput, match="board.yaml:1:1") as refused:
        load_board(file)
    assert expected in str(refused.value)
