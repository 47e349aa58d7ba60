"""What a trace keeps of a walk, and how it is shown."""

import json

import pytest

from tests.flowchart.harbour import Berth, Harbour, chart, load, walker
from weimar_bot.flowchart.trace import Trace

CHART = chart(
    """
    turn: {cite: ["1"], say: "the keeper", roll: cargo, table: {"1-3": grain, "4-6": berth}, wrap: true}
    grain: {cite: ["1.1"], when: [{not: storm}, {fact: tide, at_least: 2}], do: unload, with: {cargo: grain}}
    berth: {cite: ["1.2"], do: moor, choose: [lit, chance]}
    """,
    'criteria:\n  lit: {cite: ["2"], prefer: is_lit, rulings: [R1]}\n  chance: {cite: ["3"], random: true}\n',
)
BERTHS = [Berth("east"), Berth("north", lit=True), Berth("west", lit=True)]


def walked(scene, trace=None, text=CHART):
    driver = walker(load(text), scene, trace)
    driver.walk("port.turn")
    return driver.trace


def storm():
    return walked(Harbour(BERTHS, dice=[2], picks=[1], storm=True))


def test_a_trace_reads_as_indented_text():
    assert list(storm().lines()) == [
        "port.turn: the keeper [1]",
        "  rolled for cargo: 2, row 1-3",
        "  port.grain [1.1]",
        "    fails: not: there is a storm (there is a storm: yes)",
        "    no effect: there is a storm",
        "  no effect: on to row 4-6",
        "  port.berth [1.2]",
        "    moor a boat: 3 options: East, North, West",
        "    prefer where: it is lit [2, R1]: 3 -> 2: North, West",
        "    at random [3]: 2 -> 1: West",
        "    does moor: West",
        "    done",
        "  done",
    ]


def test_of_many_options_only_the_first_are_shown():
    berths = [Berth(f"b{at:02}") for at in range(26)]
    trace = walked(Harbour(berths, dice=[5], picks=[0]))
    [line] = [line for line in trace.lines() if "moor a boat" in line]
    assert line.endswith("26 options: B00, B01, B02, B03, B04, B05, …")


def test_of_many_options_that_are_left_only_the_first_are_shown():
    berths = [Berth("dark"), *(Berth(f"b{at:02}", lit=True) for at in range(7))]
    trace = walked(Harbour(berths, dice=[5], picks=[0]))
    [line] = [line for line in trace.lines() if "it is lit" in line]
    assert line.endswith(": 8 -> 7: B00, B01, B02, B03, B04, B05, …")


def test_what_was_added_to_a_die_is_shown():
    text = CHART.replace("roll: cargo,", "roll: cargo, add: tide,").replace("4-6", "4..")
    trace = walked(Harbour(BERTHS, dice=[3], picks=[0], tide=2), text=text)
    assert "  rolled for cargo: 3 +2 = 5, row 4.." in trace.lines()


def test_a_trace_is_plain_data_too():
    data = json.loads(json.dumps(storm().as_data()))
    assert [step["step"] for step in data] == [
        "EnterNode", "Rolled", "EnterNode", "Condition", "LeftNode", "Wrapped", "EnterNode", "Considered",
        "Narrowed", "Picked", "Performed", "LeftNode", "LeftNode",
    ]  # fmt: skip
    assert data[8] == {
        "step": "Narrowed",
        "criterion": "port.lit",
        "kind": "prefer",
        "before": ["East", "North", "West"],
        "after": ["North", "West"],
        "status": "narrowed",
        "cites": ["2"],
        "rulings": ["R1"],
    }


def test_visited_tells_which_nodes_had_an_effect():
    assert storm().visited() == {"port.grain": False, "port.berth": True, "port.turn": True}


def test_edges_tell_which_ways_were_taken_and_whether_with_effect():
    assert storm().edges() == {("port", "turn", "row", "1-3"): False, ("port", "turn", "row", "4-6"): True}


def test_a_way_taken_twice_had_an_effect_if_it_once_had():
    text = chart(
        'turn: {cite: ["1"], repeat: unload, times: 5}\n'
        'unload: {cite: ["1"], do: unload, with: {cargo: grain}}'
    )
    trace = walked(Harbour(stock={"grain": 2}), text=text)
    assert trace.edges() == {("port", "turn", "child", "unload"): True}


def test_ways_are_told_right_after_a_walk_that_an_error_broke_off():
    text = chart('turn: {cite: ["1"], use: berth}\nberth: {cite: ["1"], do: moor}')
    driver = walker(load(text), Harbour([Berth("east"), Berth("west")]))
    with pytest.raises(IndexError):
        driver.walk("port")
    assert driver.trace.edges() == {}
    driver.scene.picks = [0]
    driver.walk("port")
    assert driver.trace.edges() == {("port", "turn", "child", "berth"): True}


def test_branches_taken_are_among_those_there_are():
    taken, every = storm().branches(), load(CHART).branches()
    assert taken == {
        ("port", "turn", "row", "1-3"),
        ("port", "turn", "row", "4-6"),
        ("port", "grain", "when", False),
        ("port.lit", "narrowed"),
        ("port.chance", "random"),
    }
    assert every - taken == {("port", "grain", "when", True)}


def test_a_condition_counts_as_held_only_if_all_of_them_held():
    held = ("port", "grain", "when", True)
    assert held not in walked(Harbour(BERTHS, dice=[2], picks=[0], tide=1)).branches()
    assert held in walked(Harbour(dice=[2], tide=2, stock={"grain": 1})).branches()


def test_branches_into_listed_nodes_and_conditions_of_criteria_are_told():
    text = chart(
        'top: {cite: ["1"], first: [turn]}\nturn: {cite: ["1"], do: moor, choose: [lit]}',
        'criteria:\n  lit: {cite: ["1"], prefer: is_lit, when: [storm]}\n',
        start="top",
    )
    driver = walker(load(text), Harbour(BERTHS, picks=[0]))
    driver.walk("port")
    assert driver.trace.branches() == {("port", "top", "child", "turn"), ("port.lit", "when", False)}
    assert driver.charts.branches() - driver.trace.branches() == {
        ("port.lit", "when", True),
        ("port.lit", "narrowed"),
    }


def test_a_trace_that_is_not_enabled_keeps_nothing():
    assert walked(Harbour(BERTHS, dice=[2], picks=[0], storm=True), Trace(enabled=False)).steps == []


class Unlabelled(Berth):
    @property
    def label(self):
        raise AssertionError("a label was asked for while walking")


def test_no_label_is_asked_for_while_walking():
    trace = walked(Harbour([Unlabelled("a"), Unlabelled("b")], dice=[5], picks=[0]))
    with pytest.raises(AssertionError, match="asked for while walking"):
        list(trace.lines())


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("{fact: tide, at_least: 9}", "the tide at least 9 (the tide: 1)"),
        ("{fact: weather, is: rough}", "the weather is rough (the weather: calm)"),
        ("{any: [storm, {fact: stock, of: timber}]}",
         "there is a storm or the stock of timber (there is a storm: no, the stock of timber: 0)"),
        ("{ruling: R1, is: strict}", "the alternative R1=strict is chosen (alternative of R1: nothing)"),
    ],
)  # fmt: skip
def test_a_condition_that_fails_is_shown_with_what_it_read(condition, words):
    trace = walked(Harbour(tide=1), text=chart(f'turn: {{cite: ["1"], when: [{condition}], do: wait}}'))
    assert f"  fails: {words}" in trace.lines()
