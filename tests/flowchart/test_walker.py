"""Walking nodes: each kind, conditions, names, resuming a priority list."""

import pytest

from tests.flowchart.harbour import Berth, Harbour, chart, load, shared, walker
from weimar_bot.flowchart.walker import Total

ONE = [Berth("east")]


def walk(text, scene, **charts):
    return walker(load(text, **charts), scene).walk("port.turn")


def test_a_do_node_performs_its_verb_with_its_arguments():
    scene = Harbour(ONE)
    outcome = walk(chart('turn: {cite: ["1.1"], do: signal, with: {flag: blue}}'), scene)
    assert (outcome.performed, outcome.why, outcome.cites) == (True, "", ("1.1",))
    [(name, option, _, args)] = scene.log
    assert (name, option.label, args) == ("signal", "East", {"flag": "blue"})


def test_a_verb_without_options_has_no_effect_and_says_why():
    outcome = walk(chart('turn: {cite: ["1.1"], do: moor}'), Harbour())
    assert (outcome.performed, outcome.why, outcome.cites) == (False, "no berth is in use", ("2.1",))


def test_the_sections_of_the_node_stand_in_where_the_verb_gives_none():
    assert walk(chart('turn: {cite: ["1.1"], do: unload, with: {cargo: grain}}'), Harbour()).cites == ("1.1",)


def test_options_that_nothing_tells_apart_are_picked_from_at_random():
    scene = Harbour([Berth("east"), Berth("west")], picks=[1])
    walk(chart('turn: {cite: ["1"], do: moor}'), scene)
    assert scene.done == ["moor: West"]


FIRST = """
turn: {cite: ["1"], first: [grain, timber, rest]}
grain: {cite: ["1"], do: unload, with: {cargo: grain}}
timber: {cite: ["1"], do: unload, with: {cargo: timber}}
rest: {cite: ["1"], do: wait}
"""


def test_first_stops_at_the_first_effect():
    scene = Harbour(stock={"timber": 1})
    assert walk(chart(FIRST), scene).performed
    assert scene.done == ["unload: Timber"]


def test_reordering_two_entries_changes_what_is_done():
    scene = Harbour(stock={"timber": 1})
    walk(chart(FIRST.replace("timber, rest]", "rest, timber]")), scene)
    assert scene.done == ["wait: Here"]


def test_first_without_any_effect_says_so():
    outcome = walk(
        chart(FIRST.replace(", rest]", "]").replace('rest: {cite: ["1"], do: wait}', "")), Harbour()
    )
    assert (outcome.performed, outcome.why) == (False, "none of its entries has an effect")


def test_all_takes_every_entry_and_counts_one_effect_as_enough():
    scene = Harbour(stock={"timber": 1})
    outcome = walk(chart(FIRST.replace("first:", "all:")), scene)
    assert scene.done == ["unload: Timber", "wait: Here"]
    assert outcome.performed


def test_use_goes_on_with_a_node_of_another_chart():
    scene = Harbour()
    other = shared('nodes:\n  rest: {cite: ["2"], do: wait}\n').replace("port", "pier", 1)
    outcome = walk(chart('turn: {cite: ["1"], use: pier.rest}'), scene, pier=other)
    assert outcome.cites == ("1", "2")
    assert scene.done == ["wait: Here"]


REPEAT = (
    'turn: {cite: ["1"], repeat: load, times: TIMES}\nload: {cite: ["1"], do: unload, with: {cargo: grain}}'
)


def test_repeat_goes_on_as_often_as_written():
    scene = Harbour(stock={"grain": 9})
    assert walk(chart(REPEAT.replace("TIMES", "3")), scene).performed
    assert scene.stock == {"grain": 6}


def test_repeat_stops_at_a_pass_without_effect_and_still_counts_the_others():
    scene = Harbour(stock={"grain": 2})
    assert walk(chart(REPEAT.replace("TIMES", "5")), scene).performed
    assert scene.stock == {"grain": 0}


@pytest.mark.parametrize("times", ["tide", "{fact: stock, of: timber}"])
def test_a_fact_may_say_how_often_to_repeat(times):
    scene = Harbour(stock={"grain": 9, "timber": 2}, tide=2)
    walk(chart(REPEAT.replace("TIMES", times)), scene)
    assert scene.stock["grain"] == 7


def test_repeating_no_times_has_no_effect():
    outcome = walk(chart(REPEAT.replace("TIMES", "tide")), Harbour(tide=0))
    assert (outcome.performed, outcome.why) == (False, "the tide: 0")


def test_a_fact_that_gives_no_number_cannot_count():
    with pytest.raises(TypeError, match="the fact 'broken' gave 'calm' where a number is needed"):
        walk(chart(REPEAT.replace("TIMES", "broken")), Harbour())


ROLL = """
turn: {cite: ["1"], roll: cargo, table: {"1-2": grain, "3": timber, "4-5": grain, "6": rest}, wrap: true}
grain: {cite: ["1"], do: unload, with: {cargo: grain}}
timber: {cite: ["1"], do: unload, with: {cargo: timber}}
rest: {cite: ["1"], when: [storm], do: wait}
"""


@pytest.mark.parametrize(("die", "done"), [(1, "Grain"), (3, "Timber"), (5, "Grain")])
def test_a_roll_takes_the_row_of_the_die(die, done):
    scene = Harbour(dice=[die], stock={"grain": 1, "timber": 1})
    walk(chart(ROLL), scene)
    assert scene.done == [f"unload: {done}"]


def test_a_row_without_effect_passes_on_to_the_rows_after_it_wrapping_round():
    scene = Harbour(dice=[6], stock={"timber": 1})
    driver = walker(load(chart(ROLL)), scene)
    assert driver.walk("port.turn").performed
    assert driver.trace.visited() == {
        "port.rest": False,
        "port.grain": False,
        "port.timber": True,
        "port.turn": True,
    }


def test_each_distinct_row_is_tried_once_when_all_are_without_effect():
    driver = walker(load(chart(ROLL)), Harbour(dice=[4]))
    assert driver.walk("port.turn").why == "none of its rows has an effect"
    entered = [step.node.ident for step in driver.trace.steps if type(step).__name__ == "EnterNode"]
    assert entered == ["turn", "grain", "rest", "timber"]


def test_without_wrap_a_row_without_effect_is_the_end():
    outcome = walk(chart(ROLL.replace(", wrap: true", "")), Harbour(dice=[3], stock={"grain": 1}))
    assert (outcome.performed, outcome.why) == (False, "there is no timber")


ADDED = """
turn: {cite: ["1"], roll: cargo, add: tide, table: {"..3": grain, "4..": rest}}
grain: {cite: ["1"], do: unload, with: {cargo: grain}}
rest: {cite: ["1"], do: wait}
"""


@pytest.mark.parametrize(("tide", "done"), [(0, "unload: Grain"), (4, "wait: Here"), (-9, "unload: Grain")])
def test_a_fact_may_be_added_to_the_die(tide, done):
    scene = Harbour(dice=[2], tide=tide, stock={"grain": 1})
    walk(chart(ADDED), scene)
    assert scene.done == [done]


def test_a_number_below_every_row_is_an_error_that_names_the_node():
    with pytest.raises(LookupError, match="port.turn has no row for -3"):
        walk(chart(ADDED.replace("..3", "1-3")), Harbour(dice=[2], tide=-5))


def test_a_condition_that_fails_keeps_the_node_from_acting_and_is_named():
    outcome = walk(chart('turn: {cite: ["1"], when: [{not: storm}], do: wait}'), Harbour(storm=True))
    assert (outcome.performed, outcome.why) == (False, "there is a storm")


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        ("storm", False),
        ("{not: storm}", True),
        ("{any: [storm, {fact: tide, at_least: 4}]}", True),
        ("{any: [storm, {fact: tide, at_least: 5}]}", False),
        ("{fact: tide}", True),
        ("{fact: tide, at_least: 4}", True),
        ("{fact: tide, at_most: 3}", False),
        ("{fact: tide, more_than: 4}", False),
        ("{fact: tide, less_than: 5}", True),
        ("{fact: tide, is: 4}", True),
        ("{fact: weather, is: [rough, calm]}", True),
        ("{fact: weather, is: rough}", False),
        ("{fact: stock, of: timber, is: 2}", True),
        ("{ruling: R1, is: strict}", True),
        ("{ruling: R2, is: settle}", False),
        ("{not: {ruling: R2, is: settle}}", True),
    ],
)
def test_conditions_of_every_form(condition, held):
    scene = Harbour(tide=4, stock={"timber": 2}, switches={"R1": "strict"})
    text = chart(f'turn: {{cite: ["1"], when: [{condition}], do: wait}}')
    assert walk(text, scene).performed is held


@pytest.mark.parametrize(
    ("key", "switches", "held"),
    [
        ("if_ruling", {"R1": "strict"}, True),
        ("if_ruling", {}, False),
        ("unless_ruling", {"R1": "strict"}, False),
        ("unless_ruling", {}, True),
    ],
)
def test_a_node_may_depend_on_a_ruling(key, switches, held):
    text = chart(f'turn: {{cite: ["1"], {key}: {{R1: strict}}, do: wait}}')
    assert walk(text, Harbour(switches=switches)).performed is held


def test_all_conditions_must_hold_and_none_is_read_after_the_first_that_fails():
    scene = Harbour(tide=1)
    driver = walker(
        load(chart('turn: {cite: ["1"], when: [tide, storm, {fact: stock, of: grain}], do: wait}')), scene
    )
    assert not driver.walk("port.turn").performed
    read = [step.held for step in driver.trace.steps if type(step).__name__ == "Condition"]
    assert read == [True, False]


NAMED = """
turn: {cite: ["1"], priority: [special], rulings: [R2]}
special: {cite: ["1.1"], name: special, all: [quiet, busy], rulings: [R1, R2]}
quiet: {cite: ["1", "1.2"], do: wait}
busy: {cite: ["2"], name: own, do: wait}
"""


def test_the_dotted_name_is_made_of_the_names_on_the_path():
    scene = Harbour()
    walk(chart(NAMED), scene)
    assert scene.done == ["special.wait: Here", "special.own: Here"]


def test_the_grounds_of_a_deed_are_gathered_along_the_path_each_once():
    scene = Harbour()
    outcome = walk(chart(NAMED), scene)
    doing = scene.log[0][2]
    assert (doing.cites, doing.rulings) == (("1", "1.1", "1.2"), ("R2", "R1"))
    assert outcome.cites == ("1", "1.1", "1.2", "2")


PRIORITY = FIRST.replace("first:", "priority:")


def test_a_priority_list_walked_whole_stops_at_the_first_effect():
    scene = Harbour(stock={"timber": 1})
    walk(chart(PRIORITY), scene)
    assert scene.done == ["unload: Timber"]


def test_a_priority_list_goes_on_until_enough_was_done():
    scene = Harbour(stock={"timber": 1})
    outcomes = walker(load(chart(PRIORITY)), scene).priority("port.turn", 2, ())
    assert [(one.entry, one.performed) for one in outcomes] == [
        ("grain", False),
        ("timber", True),
        ("rest", True),
    ]


@pytest.mark.parametrize(
    ("done", "tried"),
    [(["grain"], ["timber"]), (["timber"], ["rest"]), (["rest"], []), (["elsewhere"], ["grain", "timber"])],
)
def test_a_priority_list_is_resumed_after_the_last_entry_done(done, tried):
    outcomes = walker(load(chart(PRIORITY)), Harbour(stock={"timber": 1})).priority("port.turn", 1, done)
    assert [one.entry for one in outcomes] == tried


def test_a_priority_list_whose_condition_fails_tries_nothing():
    charts = load(chart(PRIORITY.replace("priority:", "when: [storm], priority:")))
    assert walker(charts, Harbour()).priority("port.turn", 1, ()) == []


def test_only_a_priority_list_can_be_resumed():
    with pytest.raises(ValueError, match="'port.turn' is of kind 'first', not a priority list"):
        walker(load(chart(FIRST)), Harbour()).priority("port.turn", 1, ())


def test_a_chart_is_walked_from_its_start():
    scene = Harbour()
    walker(load(chart('turn: {cite: ["1"], do: wait}')), scene).walk("port")
    assert scene.done == ["wait: Here"]


def test_an_unknown_node_is_refused_and_the_right_one_suggested():
    with pytest.raises(LookupError, match=r"there is no node 'port.trun'; did you mean 'port.turn'\?"):
        walker(load(chart('turn: {cite: ["1"], do: wait}')), Harbour()).walk("port.trun")


SUMS = shared('sums:\n  worth: {cite: ["1"], terms: [stock, demand]}\n')


def test_a_sum_adds_its_facts_and_shows_each():
    total = walker(load(SUMS), Harbour(stock={"timber": 3}, tide=2)).value("port.worth", of="timber")
    assert total == Total(5, [("stock", 3), ("demand", 2)])


def test_an_unknown_sum_is_refused():
    with pytest.raises(LookupError, match="there is no sum 'port.wroth'"):
        walker(load(SUMS), Harbour()).value("port.wroth")


def test_a_walk_that_breaks_off_leaves_the_walker_usable():
    charts = load(chart('turn: {cite: ["1"], name: outer, use: rest}\nrest: {cite: ["1"], do: moor}'))
    scene = Harbour([Berth("east"), Berth("west")])
    driver = walker(charts, scene)
    with pytest.raises(IndexError):
        driver.walk("port.turn")
    scene.picks = [0]
    driver.walk("port.turn")
    assert scene.done == ["outer.moor: East"]
