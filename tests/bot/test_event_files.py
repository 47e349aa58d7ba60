"""Event files: the player's own library, and faults told with their place (6.1)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from weimar_bot.bot.event_cards import check_events, library, player_library, read_event, save_player_event
from weimar_bot.reading.faults import UnreadableInput

MINE = 150

# -- the player's own --------------------------------------------------------------------------------

OWN: dict[str, Any] = {
    "number": 120,
    "title": "My Osthilfe",
    "era": "decline",
    "cite": ["8.7"],
    "effects": [{"must": True, "by_hand": "Something else."}],
}


def test_an_event_that_was_saved_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    folder = tmp_path / "not yet there"
    assert player_library(folder) == library()
    file = save_player_event(folder, OWN)
    assert check_events([file]) == []
    cards = player_library(folder)
    assert cards[120].title == "My Osthilfe" and library()[120].title == "Osthilfe"
    assert list(cards) == list(library())


def test_saving_again_leaves_one_file_of_a_number(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(OWN), encoding="utf-8")
    save_player_event(tmp_path, OWN)
    save_player_event(tmp_path, {**OWN, "title": "Again: “yes” ✓"})
    assert [path.name for path in tmp_path.iterdir()] == ["120.yaml"]
    assert player_library(tmp_path)[120].title == "Again: “yes” ✓"


def test_a_card_with_faults_is_not_saved(tmp_path: Path) -> None:
    save_player_event(tmp_path, OWN)
    with pytest.raises(UnreadableInput, match="unknown era") as caught:
        save_player_event(tmp_path, {**OWN, "era": "weimar", "mandatory": 3})
    assert len(caught.value.faults) == 2
    assert player_library(tmp_path)[120].era == "decline"


def test_what_is_used_twice_is_written_out(tmp_path: Path) -> None:
    where = {"presence_of": ["kpd"]}
    part = {"piece": "kpd_influence", "count": 1}
    effects = [
        {"must": True, "remove": [part], "where": where},
        {"must": False, "remove": [part], "where": where},
    ]
    assert "&" not in save_player_event(tmp_path, {**OWN, "effects": effects}).read_text(encoding="utf-8")


# -- faults ------------------------------------------------------------------------------------------

PLACE = {"must": True, "place": [{"piece": "sa", "count": 1}], "where": "map"}


@pytest.mark.parametrize(
    "effect, message",
    [
        ({"must": True}, "the effect does nothing; it needs one of: place"),
        ({**PLACE, "by_hand": "x"}, "the effect has both 'place' and 'by_hand'"),
        ({**PLACE, "must": "maybe"}, "'must' is true or false, not 'maybe'"),
        ({"place": PLACE["place"], "where": "map"}, "the key 'must' is missing"),
        ({"must": True, "place": PLACE["place"]}, "the key 'where' or 'one_space_of' is missing"),
        ({**PLACE, "by": "spd"}, "unknown by 'spd'"),
        ({**PLACE, "place": [{"piece": "panzer", "count": 1}]}, "unknown piece 'panzer'"),
        ({**PLACE, "place": [{"piece": "sa", "count": 0}]}, "a count is a number from 1 to 10, not '0'"),
        ({**PLACE, "place": [{"piece": "sa"}]}, "the key 'count' is missing"),
        ({**PLACE, "place": [{"piece": "sa", "count": 1, "of": "own"}]}, "'of' goes with influence"),
        ({**PLACE, "where": {"presence_of": "spd"}}, "unknown faction 'spd'"),
        ({**PLACE, "where": {"spaces": ["berlni"]}}, "unknown space 'berlni'; did you mean 'berlin'?"),
        ({**PLACE, "where": {"holds": ["tank"]}}, "unknown piece 'tank'"),
        ({**PLACE, "times": 0}, "'times' is a number from 1 to 10"),
        (
            {"must": True, "remove": PLACE["place"], "tracks": ["progress"]},
            "only Leverage is removed from tracks",
        ),
        (
            {"must": True, "shift": {"track": "us_deals", "steps": -1}},
            "'steps' is a number from 1 to 8, not '-1'",
        ),
        ({"must": True, "shift": {"track": "progress", "steps": 0}}, "a shift of 0 steps"),
        ({"must": True, "shift": {"track": "economy", "steps": 1}}, "the key 'towards' is missing"),
        ({"must": True, "by": "kpd", "action": "place_reform"}, "place_reform is no Action of kpd"),
        ({"must": True, "one_of": [{"by_hand": "x"}]}, "'one_of' is a list of at least two effects"),
        ({"must": True, "victory": {"faction": "spd"}}, "unknown faction 'spd'"),
        ({"must": True, "cards": {}}, "cards are written"),
        ({"must": True, "control": {"areas": "elsass", "to": "none"}}, "unknown area 'elsass'"),
        ({"must": True, "election": "extra"}, "unknown election 'extra'"),
        ({"must": True, "by_hand": "ring \a"}, "'by_hand' has an invisible character"),
        ({**PLACE, "if": {"lingers": 200}}, "Events are numbered from 1 to 151, not '200'"),
    ],
)
def test_a_fault_of_an_effect_is_told_with_its_place(
    effect: dict[str, Any], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    data = {**OWN, "number": MINE, "effects": [effect]}
    file.write_text(yaml.safe_dump(data), encoding="utf-8")
    faults = check_events([file])
    assert any(message in fault.message for fault in faults), [str(fault) for fault in faults]
    assert all(fault.place and fault.place.line for fault in faults)


def test_no_text_makes_the_reader_stumble(tmp_path: Path) -> None:
    """Any part of a card may be anything; faults are told, nothing else is raised."""
    rng = random.Random(3)
    odd: list[Any] = [None, [], {}, "x", -1, True, [[]], {"a": 1}, 99, ["kpd"], {"piece": "sa"}]
    whole = {
        **OWN,
        "requires": 1,
        "cancels": [2],
        "effects": [
            {
                **PLACE,
                "where": {"spaces": ["berlin"], "city": True, "holds": ["unit"]},
                "if": {"momentum": "rc"},
            },
            {"must": True, "shift": {"track": "economy", "towards": "left", "steps": 1}},
            {"must": True, "one_of": [{"action": "any"}, {"cards": {"draw": 1}}]},
            {"must": True, "control": {"areas": ["berlin"], "to": "none"}},
            {"must": True, "move": {"piece": "unit", "count": 1}, "from": "map", "where": "map"},
        ],
    }
    file = tmp_path / "mine.yaml"
    for _ in range(400):
        data = yaml.safe_load(yaml.safe_dump(whole))
        spot = data
        while True:
            keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
            key = rng.choice(keys)
            if not isinstance(spot[key], (dict, list)) or not spot[key] or rng.random() < 0.3:
                break
            spot = spot[key]
        spot[key] = rng.choice(odd)
        file.write_text(yaml.safe_dump(data), encoding="utf-8")
        card, faults = read_event(file)
        assert (card is None) == bool(faults)
