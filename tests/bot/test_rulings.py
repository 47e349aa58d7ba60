"""Rulings and sections as data, and the switches written on a command line."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from weimar_bot.bot.rulings import load_rulings, parse_switches, sections
from weimar_bot.reading.faults import UnreadableInput

ALTERNATIVES = {
    "R16": "count",
    "R18": "margin",
    "R19": "each",
    "R29": "next",
    "R35": "available",
    "R40": "none",
    "R43": "under",
    "R49": "settle",
}
GUIDELINES = ("A", "B", "B1", "B2", "C", "C1", "C2", "C3", "D", "E", "E1", "E2", "E3", "E4", "E5")


def test_the_rulings_are_r01_to_r70_and_the_projects_own() -> None:
    ids = list(load_rulings())
    assert ids[:70] == [f"R{number:02}" for number in range(1, 71)]
    assert ids[70:] == [f"P{number:02}" for number in range(1, len(ids) - 69)]
    assert "P01" in ids


def test_exactly_eight_rulings_have_an_alternative() -> None:
    found = {
        ident: list(ruling.alternatives) for ident, ruling in load_rulings().items() if ruling.alternatives
    }
    assert found == {ident: [value] for ident, value in ALTERNATIVES.items()}


@pytest.mark.parametrize("ident", load_rulings())
def test_every_ruling_cites_known_sections_under_a_short_title(ident: str) -> None:
    ruling = load_rulings()[ident]
    assert ruling.cites
    assert set(ruling.cites) <= set(sections())
    assert 1 <= len(ruling.title.split()) <= 8
    assert ruling.text.endswith(".")
    assert all(text.endswith(".") for text in ruling.alternatives.values())


@pytest.mark.parametrize("ident", sections())
def test_every_section_says_something_in_few_words(ident: str) -> None:
    section = sections()[ident]
    assert section.id == ident
    assert section.title
    assert section.text.endswith(".")
    assert len(section.text) < 450


def test_every_ruling_named_in_a_text_exists() -> None:
    for ruling in load_rulings().values():
        for text in (ruling.text, *ruling.alternatives.values()):
            assert set(re.findall(r"\b[RP]\d\d\b", text)) <= set(load_rulings()) - {ruling.id}


def test_the_sections_reach_from_1_1_to_8_12_with_every_guideline_of_8_6() -> None:
    expected = [
        *(f"1.{n}" for n in range(1, 7)),
        "2.0",
        *(f"3.{n}" for n in range(5)),
        "4.0",
        *(f"5.{n}" for n in range(1, 13)),
        *(f"6.{n}" for n in range(7)),
        *(f"7.{n}" for n in range(8)),
        *(f"8.{n}" for n in range(13)),
        *(f"8.6-{n}" for n in range(1, 5)),
        *(f"8.6-4{mark}" for mark in GUIDELINES),
        "example",
    ]
    assert sorted(sections()) == sorted(expected)


def test_nothing_is_read_before_it_is_asked_for() -> None:
    code = (
        "from weimar_bot.bot import rulings as r\n"
        "assert r.load_rulings.cache_info().currsize == r.sections.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rulings_and_their_alternatives_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        load_rulings()["R19"].alternatives["none"] = ""  # type: ignore[index]


# -- switches ----------------------------------------------------------------------------------------


def test_switches_are_read_whatever_their_case_and_spaces() -> None:
    assert parse_switches(["R19=each", " r49 = Settle "]) == {"R19": "each", "R49": "settle"}
    assert parse_switches([]) == {}


def test_every_alternative_can_be_switched_on() -> None:
    assert parse_switches(f"{ident}={value}" for ident, value in ALTERNATIVES.items()) == ALTERNATIVES


def test_an_unknown_ruling_is_refused_and_one_with_an_alternative_suggested() -> None:
    with pytest.raises(UnreadableInput, match="unknown ruling 'R119'; did you mean 'R19'?"):
        parse_switches(["R119=each"])


def test_an_unknown_alternative_is_refused_and_the_name_suggested() -> None:
    with pytest.raises(UnreadableInput, match="unknown alternative 'eech' of R19; did you mean 'each'?"):
        parse_switches(["R19=eech"])


@pytest.mark.parametrize("value", ["default", "off", "true", "one"])
def test_the_default_has_no_word_of_its_own(value: str) -> None:
    with pytest.raises(UnreadableInput, match=f"unknown alternative '{value}' of R35; valid: available"):
        parse_switches([f"R35={value}"])


def test_a_ruling_without_an_alternative_is_refused_and_those_with_one_listed() -> None:
    with pytest.raises(UnreadableInput, match="R01 has no alternative; those that have one: R16, R18"):
        parse_switches(["R01=count"])


@pytest.mark.parametrize("text", ["R19", "R19=", "=each", "=", "", "R19:each"])
def test_a_switch_without_both_halves_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UnreadableInput, match=re.escape(f"as in R19=each, not as in '{text}'")):
        parse_switches([text])


def test_all_faults_are_reported_together() -> None:
    with pytest.raises(UnreadableInput) as caught:
        parse_switches(["R19", "R01=x", "R49=settel", "R18=margin"])
    assert len(caught.value.faults) == 3


def test_the_same_switch_twice_is_no_fault() -> None:
    assert parse_switches(["R19=each", "r19=EACH"]) == {"R19": "each"}
