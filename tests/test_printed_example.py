"""The printed Comprehensive Example of Play, whole, through the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from weimar_bot.cli.main import main

POSITION = Path(__file__).parent / "data" / "osthilfe.yaml"
ARGUMENTS = [
    "decide",
    str(POSITION),
    "--faction",
    "coalition",
    "--card",
    "5",
    "--event",
    "120",
    "--dice",
    "4,3,3",
    "--flips",
    "rogue",
    "--seed",
    "1",
]


@pytest.fixture(autouse=True)
def _no_corrections_of_a_player(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WEIMAR_BOT_HOME", str(tmp_path))


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*ARGUMENTS, *arguments]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def move(piece: str, source: str, goal: str, count: int = 1) -> dict[str, Any]:
    return {"piece": piece, "count": count, "from": source, "to": goal}


def loss(faction: str, piece: str) -> dict[str, Any]:
    return {"faction": faction, "piece": piece, "count": 1}


def test_the_printed_example_comes_out_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    decision = json.loads(told(capsys, "--format", "json"))
    assert (decision["faction"], decision["card"], decision["impulse"]) == ("coalition", 5, "muenchen")
    assert [action["name"] for action in decision["actions"]] == [
        "event.120",
        "special.military.place_unit",
        "special.military.assault",
        "place_influence",
    ]
    event, unit, assault, influence = decision["actions"]

    # Osthilfe: the Leverage of the U.S. Deals and a cube, in Pommern: four spaces from München, not five.
    assert event["space"] == "pommern"
    assert event["pieces"] == [
        move("yellow_leverage", "us_deals:3", "pommern"),
        move("coalition_influence", "coalition", "pommern"),
    ]

    # The Reichswehr of the U.S.S.R. Deals, where it gains Supremacy among opposing units.
    assert unit["space"] == "pommern"
    assert unit["pieces"] == [move("reichswehr", "ussr_deals:3", "pommern")]

    # The Assault on RC: no KPD unit stands beside Coalition units, and the loyalty of Reichswehr and
    # unrevealed Freikorps is not counted on.
    assert (assault["space"], assault["target"], assault["attacker"]) == ("pommern", "rc", "coalition")
    assert assault["potential"] == [5, 4]
    assert (assault["loyalty"], assault["cancelled"]) == ("failed", False)
    assert assault["flips"] == [
        {"space": "pommern", "piece": "freikorps_unrevealed", "becomes": "rogue_freikorps"}
    ]
    assert assault["modifiers"] == [{"parliamentary_control": 2, "yellow_leverage": 1}, {}]
    assert (assault["strength"], assault["dice"], assault["hits"]) == ([5, 6], [3, 3], [2, 3])
    assert assault["losses"][:3] == [
        loss("rc", "rogue_freikorps"),
        loss("coalition", "freikorps_loyal"),
        loss("coalition", "coalition_influence"),
    ]
    assert assault["momentum"] == "rc"
    assert [one for one in assault["pieces"] if one["piece"] == "coalition_influence"] == [
        move("coalition_influence", "pommern", "coalition"),  # the last of the three hits
        move("coalition_influence", "pommern", "coalition"),  # the attacker's, for want of Supremacy
    ]

    # Dominance where it is nearest to München, where the Coalition has it already.
    assert influence["space"] == "bayern"
    assert influence["pieces"] == [move("coalition_influence", "coalition", "bayern")]

    assert [(roll["for"], roll["die"]) for roll in decision["rolls"]] == [
        ("special", 4),
        ("assault attacker", 3),
        ("assault defender", 3),
    ]
    assert decision["random"] == []
    after = decision["after"]
    assert after["momentum"] == "rc"
    # RC holds Supremacy by four against three and one, and no Coalition cube is left.
    assert after["spaces"]["pommern"] == {
        "rc": 1,
        "units": {"reichswehr": 1, "rogue_freikorps": 2, "sa": 1},
        "yellow_leverage": 1,
    }
    assert after["spaces"]["bayern"]["coalition"] == 4
    assert after["holding"]["us_deals"]["yellow_leverage"] == [4, 5]
    assert after["holding"]["ussr_deals"]["reichswehr"] == [5]
    assert after["mats"]["rc"]["rogue_freikorps"] == 3
    assert after["mats"]["coalition"]["freikorps_loyal"] == 1
    assert after["turn"] == {
        "placed_influence": ["pommern", "bayern"],
        "assaulted": ["pommern"],
        "performed": ["special", "place_influence"],
    }


def test_the_printed_example_is_told_in_sentences_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(told(capsys).split())
    at = 0
    for sentence in (
        "NP Coalition, bot card 5",
        "Dice: special 4, assault attacker 3, assault defender 3.",
        "Place the yellow Leverage from U.S. Deals box 3 in Pommern.",
        "Place 1 Coalition Influence in Pommern.",
        "Place the Reichswehr from U.S.S.R. Deals box 3 in Pommern.",
        "Coalition assaults RC in Pommern.",
        "Potential Assault Strength 5 against 4.",
        "fail the Loyalty Check",
        "Turn over 1 unrevealed Freikorps in Pommern: it is a Rogue Freikorps.",
        "strength 5 (units 2, Parliamentary Control 2, yellow Leverage 1) minus die 3: 2 hits.",
        "RC: strength 6 minus die 3: 3 hits.",
        "Remove 1 Rogue Freikorps from Pommern to the RC mat.",
        "Remove 1 revealed loyal Freikorps from Pommern to the Coalition mat.",
        "Remove 1 Coalition Influence from Pommern.",
        "Move the Momentum marker to RC.",
        "Remove 1 Coalition Influence from Pommern, for attacking without Supremacy there.",
        "RC has Supremacy in Pommern now (RC 4, Coalition 3, NSDAP 1).",
        "Place 1 Coalition Influence in Bayern.",
    ):
        found = text.find(sentence, at)
        assert found >= 0, f"{sentence!r} does not follow in:\n{text[at:]}"
        at = found + len(sentence)
    for section in ("8.6-4B1", "8.6-4C1", "8.6-3", "8.6-4E2", "8.1"):
        assert section in text
