"""Every case of ``tests/cases``: the worked examples of the rules, and how gaps in them are read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import case_format as cases
from tests.case_format import Case
from weimar_bot.bot.decide import Decision
from weimar_bot.bot.decision_data import decision_data
from weimar_bot.reading.faults import InputError
from weimar_bot.rules import actions
from weimar_bot.rules.plays import IllegalPlay
from weimar_bot.table.changes import Change, apply_all, reversed_all
from weimar_bot.table.check import impossible
from weimar_bot.table.position import read_position_text
from weimar_bot.table.position_write import write_position
from weimar_bot.table.table import Table


def each(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases.all_cases(*kinds), ids=lambda case: case.id)


@pytest.mark.parametrize("path", cases.case_files(), ids=lambda path: path.stem)
def test_a_file_of_cases_has_no_typing_errors(path: Path) -> None:
    assert not cases.faults(path), "\n".join(cases.faults(path))


def test_a_misspelled_key_of_a_case_is_found_at_every_level() -> None:
    good = {
        "name": "a name",
        "section": ["6.4"],
        "decide": {"faction": "kpd", "card": 10},
        "expect": {"actions": [], "after": {"spaces": {"sachsen": {"strike": True}}}},
    }
    assert not list(cases.faults_of(good))
    every: tuple[cases.Data, ...] = (
        {"positoin": {}},
        {"base": "nowhere"},
        {"section": ["6.44"]},
        {"ruling": "R99"},
        {"decide": {"faction": "kpd", "crad": 10}},
        {"legal": {"faction": "kpd", "action": "assault"}},
        {"expect": {"actoins": []}},
        {"expect": {"actions": [{"nmae": "special"}]}},
        {"expect": {"actions": [{"space": "saxony"}]}},
        {"expect": {"after": {"space": {}}}},
        {"expect": {"after": {"spaces": {"saxony": {}}}}},
        {"expect": {"after": {"spaces": {"sachsen": {"srike": None}}}}},
        {"expect": {"after": {"mats": {"kpd": {"strike": [1]}}}}},
        {"otherwise": {"rulings": {"R19": "each"}}},
    )
    for wrong in every:
        assert len(list(cases.faults_of(good | wrong))) == 1, wrong


# -- decisions -----------------------------------------------------------------------------------------


@each("decide")
def test_a_bot_decides_as_the_case_says(case: Case) -> None:
    try:
        decision = cases.decision_of(case)
    except InputError as refusal:
        _check_refusal(case, refusal)
        return
    if "refused" in case.expect:
        wanted = case.expect["refused"]
        pytest.fail(f"expected a refusal with {wanted!r}, came\n{_told(decision)}", pytrace=False)
    found = [*_differences(case.expect, decision)]
    if found:
        pytest.fail("\n".join([*found, "", _told(decision)]), pytrace=False)


def _check_refusal(case: Case, refusal: Exception) -> None:
    wanted = case.expect.get("refused")
    if wanted is None:
        raise refusal
    assert wanted in str(refusal), f"expected a refusal with {wanted!r}, came {refusal}"


def _differences(expect: cases.Data, decision: Decision) -> Iterator[str]:
    data = decision_data(decision)
    for key in ("rolls", "random"):
        if key in expect:
            yield from cases.differences(expect[key], data[key], key)
    if "actions" in expect:
        yield from _action_differences(expect["actions"], data["actions"])
    if "after" in expect:
        yield from cases.differences(expect["after"], cases.whole_position(decision.after), "after")
    yield from _missing(expect, data)


def _missing(expect: cases.Data, data: cases.Data) -> Iterator[str]:
    """Entries of which others may stand beside, and which do not stand there."""
    for wanted in expect.get("skipped", []):
        if not any(
            one["name"] == wanted["name"] and wanted.get("why", "") in one["why"] for one in data["skipped"]
        ):
            yield f"skipped: expected {wanted!r}, came {data['skipped']!r}"
    for wanted in expect.get("assumed", []):
        if not any(wanted in one for one in data["assumed"]):
            yield f"assumed: expected {wanted!r}, came {data['assumed']!r}"
    for wanted in expect.get("shown", []):
        if wanted not in set(_grounds(data)):
            yield f"shown: {wanted} stands neither with the actions nor in the trace"


def _action_differences(expected: list[cases.Data], came: list[cases.Data]) -> Iterator[str]:
    names, others = [one.get("name") for one in expected], [one["name"] for one in came]
    if len(names) != len(others):
        yield f"actions: expected {names}, came {others}"
        return
    for at, (one, other) in enumerate(zip(expected, came, strict=True)):
        wanted = {key: value for key, value in one.items() if key != "says"}
        yield from cases.differences(wanted, other, f"actions[{at}]")
        for said in cases.listed(one.get("says")):
            if said not in other["text"]:
                yield f"actions[{at}].says: expected {said!r}, came {other['text']!r}"


def _grounds(data: Any) -> Iterator[str]:
    """Every section and ruling named anywhere in the data of a decision."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("cites", "rulings"):
                yield from value
            else:
                yield from _grounds(value)
    elif isinstance(data, list):
        for one in data:
            yield from _grounds(one)


def _told(decision: Decision) -> str:
    data = decision_data(decision)
    lines = [f"  {one['name']} {one['space'] or ''}: {one['text']}" for one in data["actions"]]
    lines += [f"  passed over {one['name']}: {one['why']}" for one in data["skipped"]]
    lines += [f"  rolls {data['rolls']}", f"  random {data['random']}"]
    return "\n".join(["decided:", *lines, "trace:", *decision.trace.lines("    ")])


@each("decide")
def test_a_decision_is_pure_and_can_be_undone_told_and_read_back(case: Case) -> None:
    if "refused" in case.expect:
        return
    decision, again = cases.decision_of(case), cases.decision_of(case)
    data = decision_data(decision)
    assert data == decision_data(again)
    assert json.loads(json.dumps(data)) == data
    before, after = decision.request.table, decision.after
    changes = [change for deed in decision.deeds for change in deed.changes]
    _check_table(before, after, changes)


def _check_table(before: Table, after: Table, changes: Iterable[Change]) -> None:
    """What holds of every table after something was done."""
    changes = list(changes)
    # Which entries of its list a bot has performed is noted beside the deeds.
    noted = {"turn.performed": after.state["turn.performed"]}
    start = before.with_state(noted)
    assert cases.settled(apply_all(start, changes)) == cases.settled(after)
    assert cases.settled(apply_all(after, reversed_all(changes))) == cases.settled(start)
    written = read_position_text(write_position(after), "after", after.board)
    assert cases.settled(written) == cases.settled(after)
    assert cases.pieces_of(before) == cases.pieces_of(after)
    assert not impossible(after)


# -- plays and questions ---------------------------------------------------------------------------------


@each("do")
def test_a_play_changes_the_table_as_the_case_says(case: Case) -> None:
    table = cases.table_of(case)
    *first, last = cases.steps_of(case)
    for step in first:
        table = actions.carry_out(table, step.play, step.chance, step.switches).table
    try:
        done = actions.carry_out(table, last.play, last.chance, last.switches)
    except IllegalPlay as refusal:
        _check_refusal(case, refusal)
        return
    assert "refused" not in case.expect, f"expected a refusal, came {done.changes}"
    assert not last.chance.dice and not last.chance.flips, "the case gives more dice or flips than are needed"
    _check_table(table, done.table, done.changes)
    found = [*cases.differences(case.expect.get("after", {}), cases.whole_position(done.table), "after")]
    if "assaults" in case.expect:
        fought = [cases.assault_data(result) for result in done.assaults]
        found += cases.differences(case.expect["assaults"], fought, "assaults")
    if found:
        came = [f"  {change}" for change in done.changes] + [f"  {result}" for result in done.assaults]
        pytest.fail("\n".join([*found, "", "done:", *came]), pytrace=False)


@each("legal")
def test_an_action_is_legal_where_the_case_says(case: Case) -> None:
    expect, table = case.expect, cases.table_of(case)
    faction, action = case.asked["faction"], case.asked["action"]
    legal = [cases.plain(play) for play in actions.plays(table, faction, action)]
    spaces = {play["space"] for play in legal}
    if "spaces" in expect:
        assert spaces == set(expect["spaces"])
    assert spaces >= set(expect.get("spaces_include", []))
    assert not spaces & set(expect.get("spaces_exclude", []))
    if expect.get("plays") == []:
        assert not legal
    for wanted in expect.get("plays", []):
        assert any(cases.fits(wanted, play) for play in legal), f"{wanted} is not among {legal}"
    for unwanted in expect.get("not_plays", []):
        assert not [play for play in legal if cases.fits(unwanted, play)]
    if "why" in expect:
        assert expect["why"] in (actions.why_not(table, faction, action) or "")


@each("available")
def test_pieces_are_available_from_the_boxes_the_case_says(case: Case) -> None:
    assert cases.boxes_of(case) == case.expect["boxes"]


@each("ask")
def test_a_question_about_the_table_has_the_answer_of_the_case(case: Case) -> None:
    assert cases.plain(cases.answer_of(case)) == case.expect["answer"]
