"""What a position file is refused for, and how that is said."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.table.random_tables import random_table
from weimar_bot.reading.faults import AmbiguousInput, Fault, ImpossibleInput, InputError, UnreadableInput
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_write import position_data, write_position

BOARD = shipped_board()


def faults(text: str, kind: type[InputError], force: bool = False) -> tuple[Fault, ...]:
    with pytest.raises(kind) as caught:
        read_position_text(text, "p.yaml", BOARD, force)
    assert type(caught.value) is kind
    return caught.value.faults


def only(text: str, kind: type[InputError]) -> str:
    (fault,) = faults(text, kind)
    return str(fault)


# -- unreadable --------------------------------------------------------------------------------------


def test_a_misspelled_space_is_refused_and_the_name_suggested() -> None:
    message = only("spaces:\n  pomern: {kpd: 1}", UnreadableInput)
    assert message == "p.yaml:2:3: 'pomern' is not a space of the map; did you mean 'Pommern'?"


def test_a_region_is_not_a_space() -> None:
    assert "is a Region, not a space" in only("spaces: {Preußen: {kpd: 1}}", UnreadableInput)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("yaer: 1919", "p.yaml:1:1: the key 'yaer' is not known here; did you mean 'year'?"),
        ("year: two", "p.yaml:1:7: 'two' is not a whole number"),
        ("year: 1950", "p.yaml:1:7: '1950' is too large: 1933 or less"),
        ("progress: 0", "p.yaml:1:11: '0' is too small: 1 or more"),
        ("momentum: KPDD", "p.yaml:1:11: 'KPDD' is not known here; did you mean 'kpd'?"),
        ("momentum: null", "p.yaml:1:11: 'null' is not known here; valid: coalition, kpd, nsdap, rc"),
        ("scenario: a_new_hop", "p.yaml:1:11: 'a_new_hop' is not known here; did you mean 'a_new_hope'?"),
        ("turn_order: [kpd, rc]", "each faction must stand here once; missing: coalition, nsdap"),
        ("turn_order: [kpd, rc, kpd, nsdap]", "p.yaml:1:23: 'kpd' stands here a second time"),
        (
            "mats: {kpd: {strike: [1]}}",
            "p.yaml:1:14: the key 'strike' is not known here; did you mean 'strikes'?",
        ),
        ("mats: {kpd: {strikes: 1}}", "p.yaml:1:23: '1' is not a list such as [2, 3]"),
        ("mats: {kpd: 3}", "p.yaml:1:13: '3' is not a mapping (key: value)"),
        ("mats: {kpd: {worker_militia: -1}}", "'-1' is too small: 0 or more"),
        ("mats: {kpd: {worker_militia: 1.5}}", "'1.5' is not a whole number"),
        ("mats: {kpd: {revolution: yes}}", "'yes' is not true or false"),
        ("spaces: {pommern: {units: {reichswer: 1}}}", "did you mean 'reichswehr'?"),
        ("spaces: {pommern: {kpd: true}}", "'true' is not a whole number"),
        ("spaces: {pommern: {cadre: rc}}", "valid: kpd, nsdap"),
        ("spaces: {pommern: {assassinations: [yellow]}}", "did you mean 'yellow_red'?"),
        ("spaces: {pommern: {KPD: 1, kpd: 2}}", "the key 'KPD' is 'kpd' a second time"),
        ("spaces: []", "'[]' is not a mapping"),
        ("spaces: {3: {}}", "p.yaml:1:10: '3' is not a space of the map"),
        ("cards: {parliamentary_control: {sachsen: {holder: kpd}}}", "has no Parliamentary Control card"),
        ("cards: {reichstag_seats: {hodler: kpd}}", "did you mean 'holder'?"),
        ("turn: {performed: [spezial]}", "did you mean 'special'?"),
        ("turn: {assaulted: [pomern]}", "did you mean 'Pommern'?"),
        ("cliques: {a: pomern}", "did you mean 'Pommern'?"),
        ("cliques: {d: pommern}", "the key 'd' is not known here; valid: a, b, c"),
        ("leverage: {economy: {left_3: red}}", "valid: yellow, black"),
        ("leverage: {economy: {left_4: yellow}}", "did you mean 'left_3'?"),
        ("holding: {middle_class: {levels: [high]}}", "'high' is not a whole number"),
        ("influence_supply: {kdp: 3}", "did you mean 'kpd'?"),
        ("- 1", "is not a position: it must be a mapping"),
        ("year", "'year' is not a position"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_its_place(text: str, expected: str) -> None:
    message = only(text, UnreadableInput)
    assert expected in message
    assert message.startswith("p.yaml:1:")


def test_the_same_space_under_two_spellings_is_refused() -> None:
    message = only("spaces:\n  Munich: {kpd: 1}\n  München: {kpd: 1}", UnreadableInput)
    assert message == "p.yaml:3:3: 'München' is the same as 'Munich' in line 2"


def test_the_same_area_or_faction_under_two_spellings_is_refused() -> None:
    text = "cards: {parliamentary_control: {Munich: {}, muenchen: {}}}\ninfluence_supply: {KPD: 1, kpd: 2}"
    assert len(faults(text, UnreadableInput)) == 2


def test_every_unreadable_entry_is_reported_at_once_in_the_order_of_the_file() -> None:
    text = (
        "foo: 1\nyear: two\nspaces: {Munich: {kpd: x}, muenchen: {}, bayren: {}}\n"
        "holding: {reaction: 3}\nlingering: [0, '3']\n"
    )
    found = faults(text, UnreadableInput)
    assert [fault.place.line if fault.place else 0 for fault in found] == [1, 2, 3, 3, 3, 4, 5, 5]


def test_a_name_that_fits_several_spaces_is_ambiguous_and_lists_them() -> None:
    message = only("spaces: {schlesien: {kpd: 1}}", AmbiguousInput)
    assert message == ("p.yaml:1:10: 'schlesien' may be Niederschlesien or Oberschlesien; write one of them")


def test_force_does_not_help_what_cannot_be_read() -> None:
    assert faults("yaer: 1919", UnreadableInput, force=True)


def test_braces_in_a_name_are_quoted_and_nothing_else() -> None:
    assert "'{x}'" in only("momentum: '{x}'", UnreadableInput)


# -- impossible --------------------------------------------------------------------------------------


def test_five_cubes_in_pommern_are_refused_with_the_section() -> None:
    message = only("spaces:\n  pommern: {coalition: 2,\n    rc: 3}", ImpossibleInput)
    assert message.startswith("p.yaml:3:9: 5 Influence cubes in Pommern, where Population is 4")
    assert message.endswith("[5.12]")


def test_a_population_the_player_has_confirmed_is_not_called_into_doubt() -> None:
    assert "not confirmed" in only("spaces: {pommern: {kpd: 5}}", ImpossibleInput)


@pytest.mark.parametrize(
    "text, expected",
    [
        (
            "spaces: {pommern: {strike: true, uprising: true}}",
            "Pommern holds more than one Strike or Uprising [5.12]",
        ),
        ("progress: 2", "p.yaml:1:11: Progress is at 2, but its track holds no yellow Leverage"),
        ("progress: 3\nleverage: {progress: [2]}", "its highest yellow Leverage is in box 2 [5.4, 5.7]"),
        ("reaction: 2", "its track holds no black Leverage"),
        (
            "reaction: 3\nleverage: {reaction: [2, 3]}",
            "Reaction is at 3, more than one level above Progress at 1 [5.7]",
        ),
        ("holding: {progress: {reforms: [1]}}", "p.yaml:1:32: Progress box 1 cannot hold a Reform"),
        (
            "holding: {progress: {reforms: [2, 2]}}",
            "p.yaml:1:35: Progress box 2 holds 2 Reforms; a box holds one",
        ),
        ("holding: {middle_class: {economy: [stable]}}", "cannot hold a Middle Class Sympathies pawn"),
        ("leverage: {progress: [2, 2]}", "Progress box 2 holds 2 yellow Leverage; a box holds one"),
        (
            "leverage: {economy: {hyperinflation: yellow}}",
            "end of Economy cannot hold yellow Leverage",
        ),
        ("economy_dollar_dependence: [left_1]", "cannot hold a Dollar Dependence marker"),
        ("mats: {rc: {assassinations: 2}}", "RC mat box 3 holds 2 Assassinations markers"),
        ("mats: {kpd: {strikes: [-1]}}", "KPD mat box -1 cannot hold a Strike"),
        (
            "mats: {kpd: {revolution: true}}\nsudden_victory: [kpd]",
            "p.yaml:2:18: the Revolution marker lies on the KPD mat and the Timeline; there is one",
        ),
        (
            "mats: {kpd: {general_strike: true}}\ngeneral_strike: true",
            "p.yaml:2:17: the General Strike marker",
        ),
        ("cliques: {a: 'rc:3'}", "p.yaml:1:14: RC mat box 3 cannot hold Conservative Clique A"),
        ("cliques: {a: 'rc:2', b: 'rc:2'}", "RC mat box 2 holds 2 Conservative Cliques"),
        (
            "cliques: {a: bayern, b: bayern, c: null}\nmats: {rc: {conservative_cliques: [2]}}",
            "p.yaml:2:36: no letter is left for the Conservative Clique in RC mat box 2 [1.5, 8.4]",
        ),
        (
            "influence_supply: {kpd: 35}\nspaces: {berlin: {kpd: 1}}",
            "p.yaml:1:25: 35 KPD Influence cubes in supply and 1 on the map; there are 35 in all [1.5, 5.1]",
        ),
        (
            "mats: {coalition: {middle_class: 4}, rc: {middle_class: 4}}",
            "p.yaml:1:57: 8 Middle Class Sympathies pawns on the table; there are 7",
        ),
        (
            "spaces: {pommern: {assassinations: [yellow_red, yellow_red]}}\n"
            "holding: {reaction: {assassinations: [2]}}\nmats: {nsdap: {assassinations: [1]}}",
            "p.yaml:3:33: 4 Assassinations markers on the table; there are 3",
        ),
        (
            "mats: {kpd: {strikes: [0, 1, 2, 3]}}\nspaces: {pommern: {uprising: true}}",
            "p.yaml:2:30: 5 Strikes and Uprisings on the table; there are 4",
        ),
        ("spaces: {pommern: {units: {reichswehr: 4}}}", "4 Reichswehr on the table; there are 3"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused_with_place_and_section(text: str, expected: str) -> None:
    assert expected in only(text, ImpossibleInput)


def test_more_cubes_than_a_faction_has_are_refused_where_the_count_goes_over() -> None:
    text = "spaces:\n  bayern: {kpd: 14}\n  rheinprovinz: {kpd: 14}\n  provinz_westfalen: {kpd: 8}\n"
    message = only(text, ImpossibleInput)
    assert message == "p.yaml:4:28: 36 KPD Influence cubes on the map; there are 35 [1.5, 5.1]"


def test_fewer_pieces_than_the_game_has_are_fine() -> None:
    read_position_text("influence_supply: {kpd: 0, rc: 3}", "p.yaml", BOARD)


def test_dollar_dependence_may_lie_in_any_of_its_boxes() -> None:
    read_position_text("economy_dollar_dependence: [right_3]", "p.yaml", BOARD)


def test_reaction_may_stand_high_where_the_scenario_does_not_limit_it() -> None:
    text = "scenario: a_time_for_revolution\nreaction: 4\nleverage: {reaction: [2, 3, 4]}"
    assert read_position_text(text, "p.yaml", BOARD).level("reaction") == 4


def test_every_impossible_thing_is_reported_at_once_each_with_its_section() -> None:
    text = (
        "progress: 3\nspaces: {pommern: {kpd: 9, strike: true, uprising: true}}\n"
        "mats: {kpd: {strikes: [7]}}\ncliques: {a: 'rc:5'}"
    )
    found = faults(text, ImpossibleInput)
    assert len(found) == 5
    assert all(fault.sections and fault.place and fault.place.line for fault in found)


# -- anything at all ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_a_garbled_file_is_refused_or_read_but_breaks_nothing(seed: int) -> None:
    rng = Random(seed)
    text = list(write_position(random_table(rng, BOARD)))
    for _ in range(8):
        for _ in range(rng.randint(1, 3)):
            text[rng.randrange(len(text))] = rng.choice("ab019-:,[]{}\n \"'#&*!?ä")
        try:
            read_position_text("".join(text), "p.yaml", BOARD)
        except InputError as error:
            assert all(fault.place for fault in error.faults)


def _paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = list(enumerate(data))
    return [path, *(found for key, value in inner for found in _paths(value, (*path, key)))]


@pytest.mark.parametrize("seed", range(40))
def test_a_wrong_value_anywhere_is_refused_or_read_but_breaks_nothing(seed: int) -> None:
    rng = Random(seed)
    data = position_data(random_table(rng, BOARD))
    values = ["null", "true", "-1", "0", "9", "1.5", '"kpd"', '"rc:2"', '"Munich"', "[]", "{}", "[[]]"]
    for _ in range(10):
        *path, last = rng.choice([path for path in _paths(data) if path])
        changed = json.loads(json.dumps(data))
        inner = changed
        for key in path:
            inner = inner[key]
        inner[last] = json.loads(rng.choice(values))
        try:
            table = read_position_text(json.dumps(changed), "p.yaml", BOARD)
        except InputError as error:
            assert all(fault.place and fault.place.line for fault in error.faults)
        else:
            assert read_position_text(write_position(table), "p.yaml", BOARD) == table
