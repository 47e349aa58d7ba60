"""Choosing among options: each kind of criterion, and how they follow each other."""

import pytest

from tests.flowchart.harbour import Berth, Harbour, choosing, load, walker
from weimar_bot.flowchart.trace import Narrowed, Picked

LIT = 'lit: {cite: ["1.1"], prefer: is_lit, letter: B, rulings: [R1]}'
FREE = 'free: {cite: ["1.2"], only: is_free, say: "free berths alone"}'
DEEP = 'deep: {cite: ["2"], rank: deepest}'
CHANCE = 'chance: {cite: ["3"], random: true, rulings: [R2]}'


def choose(text, berths, **scene):
    """The berth chosen, and for each criterion that had its turn what it did."""
    driver = walker(load(text), Harbour(list(berths), **scene))
    outcome = driver.walk("port.turn")
    told = [
        (step.criterion.ident, str(step.status)) for step in driver.trace.steps if isinstance(step, Narrowed)
    ]
    return driver.scene.done or outcome.why, told


def test_prefer_keeps_those_that_satisfy():
    chosen, told = choose(choosing("[lit]", LIT), [Berth("a"), Berth("b", lit=True)])
    assert (chosen, told) == (["moor: B"], [("lit", "narrowed")])


def test_prefer_is_skipped_where_none_satisfies():
    chosen, told = choose(choosing("[lit]", LIT), [Berth("a"), Berth("b")], picks=[1])
    assert (chosen, told) == (["moor: B"], [("lit", "skipped: none satisfies")])


def test_prefer_that_all_satisfy_makes_no_difference():
    berths = [Berth("a", lit=True), Berth("b", lit=True)]
    assert choose(choosing("[lit]", LIT), berths, picks=[0])[1] == [("lit", "kept all")]


def test_only_leaves_nothing_where_none_satisfies():
    chosen, told = choose(choosing("[free]", FREE), [Berth("a", free=False), Berth("b", free=False)])
    assert (chosen, told) == ("nothing fits this: free berths alone", [("free", "nothing left")])


def test_only_is_asked_of_a_single_option_too():
    assert (
        choose(choosing("[free]", FREE), [Berth("a", free=False)])[0]
        == "nothing fits this: free berths alone"
    )


def test_a_strict_filter_gives_its_own_sections_as_the_reason():
    outcome = walker(load(choosing("[free]", FREE)), Harbour([Berth("a", free=False)])).walk("port.turn")
    assert outcome.cites == ("1.2",)


def test_rank_keeps_the_lowest():
    chosen, told = choose(choosing("[deep]", DEEP), [Berth("a", 1), Berth("b", 3), Berth("c", 3)], picks=[1])
    assert (chosen, told) == (["moor: C"], [("deep", "narrowed")])


def test_random_picks_one_of_those_left():
    text = choosing("[lit, chance]", f"{LIT}\n{CHANCE}")
    berths = [Berth("a"), Berth("b", lit=True), Berth("c", lit=True)]
    driver = walker(load(text), Harbour(berths, picks=[1]))
    driver.walk("port.turn")
    [picked] = [step for step in driver.trace.steps if isinstance(step, Picked)]
    assert picked.criterion.ident == "chance"
    assert [option.key for option in picked.options] == ["b", "c"]
    assert driver.scene.done == ["moor: C"]


def test_once_one_option_is_left_only_strict_filters_are_asked():
    text = choosing("[lit, deep, free]", f"{LIT}\n{DEEP}\n{FREE}")
    told = choose(text, [Berth("a"), Berth("b", lit=True)])[1]
    assert told == [("lit", "narrowed"), ("free", "kept all")]


def test_reordering_two_criteria_changes_the_choice():
    criteria, berths = f"{LIT}\n{DEEP}", [Berth("a", 9), Berth("b", 1, lit=True)]
    assert choose(choosing("[lit, deep]", criteria), berths)[0] == ["moor: B"]
    assert choose(choosing("[deep, lit]", criteria), berths)[0] == ["moor: A"]


def test_a_criterion_hands_its_arguments_to_its_ordering():
    text = choosing("[least]", 'least: {cite: ["1"], prefer: deep, with: {least: 3}}')
    assert choose(text, [Berth("a", 2), Berth("b", 3)])[0] == ["moor: B"]


def test_a_criterion_whose_condition_fails_is_skipped():
    text = choosing("[lit]", LIT.replace("prefer", "when: [storm], prefer"))
    chosen, told = choose(text, [Berth("a"), Berth("b", lit=True)], picks=[0])
    assert (chosen, told) == (["moor: A"], [("lit", "skipped: does not apply")])


def test_a_sequence_may_include_another():
    text = choosing("[lit, {use: tail}]", f"{LIT}\n{DEEP}") + '  tail: {cite: ["1"], steps: [deep]}\n'
    assert choose(text, [Berth("a", 1), Berth("b", 2)])[1] == [
        ("lit", "skipped: none satisfies"),
        ("deep", "narrowed"),
    ]


def test_a_node_may_write_its_criteria_out():
    text = choosing("[lit, deep]", f"{FREE}\n{LIT}\n{DEEP}")
    text = text.replace("choose: berth", "choose: [free, {use: berth}]")
    assert choose(text, [Berth("a", 1), Berth("b", 2, free=False)])[0] == ["moor: A"]


def test_criteria_that_made_a_difference_are_grounds_of_the_deed():
    text = choosing("[free, lit, deep, chance]", f"{FREE}\n{LIT}\n{DEEP}\n{CHANCE}")
    scene = Harbour([Berth("a"), Berth("b", lit=True), Berth("c", lit=True)], picks=[0])
    walker(load(text), scene).walk("port.turn")
    doing = scene.log[0][2]
    assert (doing.cites, doing.rulings) == (("1", "1.1", "3"), ("R1", "R2"))


SETTLE = ", settle: {ruling: R2, is: settle, letters: [B]}"
LOW = 'low: {cite: ["1"], prefer: deep, with: {least: 2}, letter: B}'
TWICE = f'{LIT}\n{LOW}\nfinal: {{cite: ["1"], rank: deepest}}'
BERTHS = [Berth("a", 1, lit=True), Berth("b", 2, lit=True), Berth("c", 3)]


def test_a_settle_switch_skips_later_criteria_of_a_letter_that_found_something():
    text = choosing("[lit, low, final]", TWICE, SETTLE)
    assert choose(text, BERTHS, switches={"R2": "settle"})[1] == [
        ("lit", "narrowed"),
        ("low", "skipped: already settled"),
        ("final", "narrowed"),
    ]


@pytest.mark.parametrize(
    ("settle", "switches"), [(SETTLE, {}), ("", {"R2": "settle"}), (SETTLE, {"R2": "default"})]
)
def test_without_the_switch_or_the_clause_nothing_is_settled(settle, switches):
    told = choose(choosing("[lit, low, final]", TWICE, settle), BERTHS, switches=switches)[1]
    assert told == [("lit", "narrowed"), ("low", "narrowed")]


def test_a_preference_that_found_nothing_settles_nothing():
    dark = [Berth("a", 1), Berth("b", 2)]
    told = choose(choosing("[lit, low, final]", TWICE, SETTLE), dark, switches={"R2": "settle"})[1]
    assert told == [("lit", "skipped: none satisfies"), ("low", "narrowed")]


def test_a_settle_clause_reaches_into_included_sequences():
    text = choosing("[lit, {use: tail}]", TWICE, SETTLE) + '  tail: {cite: ["1"], steps: [low, final]}\n'
    told = choose(text, BERTHS, switches={"R2": "settle"})[1]
    assert ("low", "skipped: already settled") in told


def test_events_may_choose_by_a_sequence_and_learn_the_grounds():
    driver = walker(load(choosing("[free, lit]", f"{FREE}\n{LIT}")), Harbour())
    berths = [Berth("a"), Berth("b", lit=True)]
    assert driver.choose(berths, "port.berth") == berths[1]
    assert [one.ident for one in driver.narrow(berths, "port.berth").narrowed] == ["lit"]
    assert driver.choose([Berth("a", free=False)], "port.berth") is None
    assert driver.choose([], "port.berth") is None


def test_an_unknown_sequence_is_refused():
    with pytest.raises(LookupError, match="there is no sequence 'port.birth'; did you mean 'port.berth'"):
        walker(load(choosing("[lit]", LIT)), Harbour()).choose([], "port.birth")
