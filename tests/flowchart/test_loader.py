"""Every fault a chart file can have: what is said of it, and where."""

import pytest

from tests.flowchart.harbour import chart, choosing, faults, load, shared, vocabulary
from weimar_bot.flowchart.loader import check_charts, load_charts
from weimar_bot.reading.faults import UnreadableInput

WAIT = 'turn: {cite: ["1"], do: wait}'


def node(text):
    """The faults of a chart whose only node, ``turn``, is in line 6."""
    return faults(chart(f"turn: {{{text}}}"))


def test_a_chart_without_faults_loads():
    assert faults(chart(WAIT)) == []
    assert load(chart(WAIT))["port"].title == "Port"


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (
            'cite: ["1"], do: wait, wehn: [storm]',
            "6:33: the node 'turn' has no key 'wehn'; did you mean 'when'?",
        ),
        ('cite: ["1"], first: [turn], wrap: true', "6:38: the node 'turn' has no key 'wrap'"),
        ('cite: ["1"], do: wiat', "6:27: there is no verb 'wiat'; did you mean 'wait'?"),
        ('cite: ["9"], do: wait', "6:17: there is no section '9'; valid: 1, 1.1, 1.2, 2, 2.1, 3"),
        ("cite: [1.1], do: wait", "6:17: an entry of 'cite' must be text, not the number '1.1'"),
        ('cite: "1", do: wait', "6:16: 'cite' must be a list, not the text '1'"),
        ("cite: [], do: wait", "6:16: 'cite' is an empty list; leave it out or fill it"),
        ("do: wait", "6:3: the node 'turn' cites no section; add cite: [\"...\"]"),
        (
            'cite: ["1"]',
            "6:3: the node 'turn' must have one of 'do', 'first', 'all', 'priority', 'roll', 'repeat', 'use'",
        ),
        (
            'cite: ["1"], do: wait, first: [turn]',
            "6:33: the node 'turn' is of kind 'do' already and cannot have 'first' as well",
        ),
        (
            'cite: ["1"], do: wait, when: [strom]',
            "6:40: there is no fact 'strom'; did you mean 'storm'?",
        ),
        ('cite: ["1"], do: wait, when: storm', "6:39: 'when' must be a list, not the text 'storm'"),
        (
            'cite: ["1"], do: wait, when: [3]',
            "6:40: an entry of 'when' must be the name of a fact or a mapping, not the number '3'",
        ),
        (
            'cite: ["1"], do: wait, when: [{is: 3}]',
            "6:40: a condition has one of 'fact', 'not', 'any', 'ruling'; this has none",
        ),
        (
            'cite: ["1"], do: wait, when: [{not: storm, any: [storm]}]',
            "6:40: a condition has one of 'fact', 'not', 'any', 'ruling'; this has 'not' and 'any'",
        ),
        (
            'cite: ["1"], do: wait, when: [{not: storm, is: 3}]',
            "6:53: this condition has no key 'is'; valid: not",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: tide, at_least: 1, at_most: 3}]',
            "6:66: a second comparison, 'at_most'; a condition has one at most",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: tide, at_least: much}]',
            "6:63: 'at_least' must be a whole number, not the text 'much'",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: tide, is: {a: 1}}]',
            "6:57: 'is' must be a whole number, not a mapping",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: tide, at_laest: 1}]',
            "6:53: the fact 'tide' takes no argument 'at_laest'",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: stock, fo: grain}]',
            "6:54: the fact 'stock' takes no argument 'fo'; valid: of",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: stock, of: grian}]',
            "6:58: there is no cargo 'grian'; did you mean 'grain'?",
        ),
        (
            'cite: ["1"], do: wait, when: [{fact: stock, of: {a: 1}}]',
            "6:58: 'of' must be text, not a mapping",
        ),
        (
            'cite: ["1"], do: signal, with: {falg: 1}',
            "6:42: the verb 'signal' takes no argument 'falg'; did you mean 'flag'?",
        ),
        (
            'cite: ["1"], do: signal, with: {flag: {a: 1}}',
            "6:48: 'flag' must be a single value or a list, not a mapping",
        ),
        ('cite: ["1"], do: wait, rulings: [R7]', "6:43: there is no ruling 'R7'; valid: R1, R2"),
        (
            'cite: ["1"], do: wait, when: [{ruling: R1, is: strickt}]',
            "6:57: there is no alternative of ruling R1 'strickt'; did you mean 'strict'?",
        ),
        (
            'cite: ["1"], do: wait, when: [{ruling: R1}]',
            "6:40: a condition on a ruling needs the key 'is'",
        ),
        ('cite: ["1"], do: wait, if_ruling: {Q: x}', "6:48: there is no ruling 'Q'; valid: R1, R2"),
        ('cite: ["1"], do: wait, say: [1]', "6:38: 'say' must be text, not a list"),
        (
            'cite: ["1"], do: wait, choose: brth',
            "6:41: there is no sequence 'brth'",
        ),
        ('cite: ["1"], use: trun', "6:28: there is no node 'trun'; did you mean 'turn'?"),
        ('cite: ["1"], use: prot.turn', "6:28: there is no chart 'prot'; did you mean 'port'?"),
        ('cite: ["1"], use: 3', "6:28: 'use' must be the id of a node, not the number '3'"),
        ('cite: ["1"], use: turn', "6:28: this reference has no end: port.turn -> port.turn"),
        ('cite: ["1"], repeat: turn', "6:3: the node 'turn' needs the key 'times'"),
        ('cite: ["1"], repeat: x, times: 0', "6:41: 'times' must be 1 or more, not 0"),
        (
            'cite: ["1"], repeat: x, times: [1]',
            "6:41: 'times' must be a whole number or a fact, not a list",
        ),
        ('cite: ["1"], repeat: x, times: tied', "6:41: there is no fact 'tied'; did you mean 'tide'?"),
        ('cite: ["1"], roll: x', "6:3: the node 'turn' needs the key 'table'"),
        (
            'cite: ["1"], roll: x, table: [a]',
            "6:39: 'table' must be a mapping, not a list",
        ),
        (
            'cite: ["1"], roll: x, table: {"1-6": turn}, wrap: maybe',
            "6:60: 'wrap' must be true or false, not the text 'maybe'",
        ),
    ],
)
def test_a_fault_in_a_node_is_named_with_its_place(written, fault):
    # A fault may be one of several: a node that refers to nothing is at fault for that as well.
    assert f"port.yaml:{fault}" in [found[: len(f"port.yaml:{fault}")] for found in node(written)]


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("do: unload", "6:27: the verb 'unload' needs the argument 'cargo'"),
        ("do: unload, with: {}", "6:27: the verb 'unload' needs the argument 'cargo'"),
        ("do: unload, with: {crago: grain}",
         "6:42: the verb 'unload' takes no argument 'crago'; did you mean 'cargo'?"),
        ("do: wait, when: [stock]", "6:40: the fact 'stock' needs the argument 'of'"),
        ("do: wait, when: [{not: stock}]", "6:46: the fact 'stock' needs the argument 'of'"),
        ("do: wait, when: [{fact: stock, at_least: 2}]", "6:47: the fact 'stock' needs the argument 'of'"),
        ('roll: x, add: stock, table: {"..3": x, "4..": x}',
         "6:37: the fact 'stock' needs the argument 'of'"),
        ("repeat: x, times: {fact: stock}", "6:48: the fact 'stock' needs the argument 'of'"),
        ("do: moor, choose: [least]", "9:30: the ordering 'deep' needs the argument 'least'"),
    ],
)  # fmt: skip
def test_an_argument_that_is_missing_is_a_fault_where_the_word_stands(written, fault):
    criteria = 'criteria:\n  least: {cite: ["1"], only: deep}\n' if "[least]" in written else ""
    text = chart(f'turn: {{cite: ["1"], {written}}}\nx: {{cite: ["1"], do: wait}}', criteria)
    assert faults(text) == [f"port.yaml:{fault}"]


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("do: unload, with: {cargo: 3}", "49: 'cargo' must be text, not the number '3'"),
        ("do: unload, with: {cargo: [grain]}", "49: 'cargo' must be text, not a list"),
        ("do: unload, with: {cargo: sand}", "49: there is no cargo 'sand'; valid: grain, timber"),
        ("do: turn, with: {by: 2}", "44: 'by' must be '-1' or '1', not the number '2'"),
        ("do: turn, with: {by: true}", "44: 'by' must be '-1' or '1', not the truth value 'true'"),
        ('do: turn, with: {by: "1"}', "44: 'by' must be '-1' or '1', not the text '1'"),
    ],
)
def test_an_argument_must_have_a_value_of_its_set(written, fault):
    assert node(f'cite: ["1"], {written}') == [f"port.yaml:6:{fault}"]


@pytest.mark.parametrize("by", [-1, 1])
def test_an_argument_may_be_one_of_a_set_of_numbers(by):
    assert node(f'cite: ["1"], do: turn, with: {{by: {by}}}') == []


@pytest.mark.parametrize(
    ("least", "fault"),
    [
        ("x", "8:49: 'least' must be a whole number, not the text 'x'"),
        ("1.5", "8:49: 'least' must be a whole number, not the number '1.5'"),
        ("true", "8:49: 'least' must be a whole number, not the truth value 'true'"),
        ("-1", "8:49: 'least' must be 0 or more, not -1"),
    ],
)
def test_an_argument_that_is_a_number_must_be_one_in_its_range(least, fault):
    text = choosing("[it]", f'it: {{cite: ["1"], prefer: deep, with: {{least: {least}}}}}')
    assert faults(text) == [f"port.yaml:{fault}"]


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("do: wait, when: [{fact: storm, at_least: 1}]",
         "64: 'at_least' needs a number; the fact 'storm' gives true or false"),
        ("do: wait, when: [{fact: keeper, less_than: 1}]",
         "66: 'less_than' needs a number; the fact 'keeper' gives text"),
        ("repeat: x, times: storm", "41: 'times' needs a number; the fact 'storm' gives true or false"),
        ("repeat: x, times: {fact: keeper}", "41: 'times' needs a number; the fact 'keeper' gives text"),
        ('roll: x, add: keeper, table: {"..3": x, "4..": x}',
         "37: 'add' needs a number; the fact 'keeper' gives text"),
        ("do: wait, when: [keeper]", "40: the fact 'keeper' gives text; say what it 'is'"),
        ("do: wait, when: [{fact: keeper}]", "47: the fact 'keeper' gives text; say what it 'is'"),
        ("do: wait, when: [{fact: tide, is: high}]", "57: 'is' must be a whole number, not the text 'high'"),
        ("do: wait, when: [{fact: tide, is: [1, true]}]",
         "61: an entry of 'is' must be a whole number, not the truth value 'true'"),
        ("do: wait, when: [{fact: storm, is: 1}]", "58: 'is' must be true or false, not the number '1'"),
        ("do: wait, when: [{fact: keeper, is: 1}]", "59: 'is' must be text, not the number '1'"),
        ("do: wait, when: [{fact: keeper, is: null}]", "59: 'is' must be text, not nothing"),
        ("do: wait, when: [{fact: weather, is: ruogh}]",
         "60: there is no weather 'ruogh'; did you mean 'rough'?"),
        ("do: wait, when: [{fact: weather, is: [calm, wild]}]",
         "67: there is no weather 'wild'; valid: calm, rough"),
    ],
)  # fmt: skip
def test_a_fact_must_give_what_it_is_used_for(written, fault):
    text = chart(f'turn: {{cite: ["1"], {written}}}\nx: {{cite: ["1"], do: wait}}')
    at, _, message = fault.partition(":")
    assert faults(text) == [f"port.yaml:6:{at}:{message}"]


def test_a_word_without_a_closed_set_may_be_compared_with_any_text():
    assert (
        node('cite: ["1"], do: wait, when: [{fact: keeper, is: [Ada, Bob]}, {fact: storm, is: true}]') == []
    )


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('cite: ["1", "1"], do: wait', "22: '1' stands in this list a second time"),
        ('cite: ["1"], do: wait, rulings: [R1, R2, R1]', "51: 'R1' stands in this list a second time"),
        ('cite: ["1"], do: wait, say: ""', "38: 'say' is empty; leave it out or fill it"),
        ('cite: ["1"], do: wait, name: " "', "39: 'name' is empty; leave it out or fill it"),
        (
            'cite: ["1"], do: wait, when: [storm], otherwise: ""',
            "59: 'otherwise' is empty; leave it out or fill it",
        ),
    ],
)
def test_grounds_given_twice_and_words_that_say_nothing_are_faults(written, fault):
    assert node(written) == [f"port.yaml:6:{fault}"]


@pytest.mark.parametrize(
    ("rows", "added", "found"),
    [
        (["1-2", "4-6"], False, ["6:32: no row holds 3"]),
        (["2-3", "4-5"], False, ["6:32: no row holds 1", "6:32: no row holds 6"]),
        (["1-4", "3-6"], False, ["6:32: two rows hold 3-4"]),
        (["1-4", "..4", "5.."], False, ["6:32: two rows hold 1-4"]),
        (["1-7"], False, ["6:32: 1-7 cannot be rolled with one die"]),
        (["..3", "4.."], False, []),
        (["..3", "4.."], True, []),
        (["1-3", "4.."], True, []),
        (["..-1", "0", "1.."], True, []),
        (["1-3", "4-6"], True, ["6:43: no row holds 7 or more"]),
        (["..3", "3.."], True, ["6:43: two rows hold 3"]),
        (["4..", "5.."], True, ["6:43: no row holds 1-3", "6:43: two rows hold 5 or more"]),
        (["..2", "..3", "4.."], True, ["6:43: two rows hold 2 or less"]),
        (["1-x"], False, ["6:40: '1-x' is no row of a die table; write 3, 1-2, ..3 or 4.."]),
        (["6-1"], False, ["6:40: '6-1' is no row of a die table; write 3, 1-2, ..3 or 4.."]),
    ],
)
def test_a_die_table_must_hold_every_number_once(rows, added, found):
    table = ", ".join(f'"{row}": {"abcdef"[at]}' for at, row in enumerate(rows))
    add = "add: tide, " if added else ""
    targets = "".join(f'\n{"abcdef"[at]}: {{cite: ["1"], do: wait}}' for at in range(len(rows)))
    text = chart(f'turn: {{cite: ["1"], roll: x, {add}table: {{{table}}}}}{targets}')
    assert faults(text) == [f"port.yaml:{one}" for one in found]


def test_an_endless_loop_of_references_is_shown_whole():
    text = chart("""
    turn: {cite: ["1"], first: [left]}
    left: {cite: ["1"], use: right}
    right: {cite: ["1"], repeat: left, times: 2}
    """)
    assert faults(text) == ["port.yaml:8:32: this reference has no end: port.left -> port.right -> port.left"]


def test_a_loop_through_two_charts_is_found():
    other = shared('nodes:\n  back: {cite: ["1"], use: port.turn}\n').replace("port", "pier", 1)
    found = faults(chart('turn: {cite: ["1"], use: pier.back}'), pier=other)
    assert found == ["pier.yaml:5:28: this reference has no end: port.turn -> pier.back -> port.turn"]


def test_a_loop_of_sequences_is_found():
    text = choosing("[{use: tail}]", 'lit: {cite: ["1"], prefer: is_lit}')
    text += '  tail: {cite: ["1"], steps: [lit, {use: berth}]}\n'
    assert faults(text) == [
        "port.yaml:11:42: this reference has no end: port.berth -> port.tail -> port.berth"
    ]


def test_an_entry_listed_twice_is_refused():
    assert faults(chart(f'start: {{cite: ["1"], first: [turn, turn]}}\n{WAIT}')) == [
        "port.yaml:6:38: 'turn' stands in this list a second time"
    ]


def test_all_may_list_an_entry_twice():
    text = chart(f'outer: {{cite: ["1"], all: [turn, turn]}}\n{WAIT}')
    assert faults(text.replace("start: turn", "start: outer")) == []


def test_what_nothing_leads_to_is_reported_but_not_before_the_rest_is_right():
    text = chart(f'{WAIT}\nleft: {{cite: ["1"], do: wait}}') + (
        'criteria:\n  lit: {cite: ["1"], prefer: is_lit}\nsequences:\n  berth: {cite: ["1"], steps: [lit]}\n'
    )
    assert faults(text) == [
        "port.yaml:7:3: the node 'left' is never reached from a start or an entry",
        "port.yaml:9:3: the criterion 'lit' is never reached from a start or an entry",
        "port.yaml:11:3: the sequence 'berth' is never reached from a start or an entry",
    ]
    assert len(faults(text.replace("do: wait}\n  left", "do: wiat}\n  left"))) == 1


def test_a_chart_without_any_way_in_is_one_fault():
    text = shared(
        'nodes:\n  left: {cite: ["1"], do: moor, choose: berth}\n  right: {cite: ["1"], use: left}\n'
        'criteria:\n  lit: {cite: ["1"], prefer: is_lit}\n'
        'sequences:\n  berth: {cite: ["1"], steps: [lit]}\n'
    )
    missing = "'start' is missing: nothing leads to the nodes of the chart 'port'"
    assert faults(text) == [f"port.yaml:1:1: {missing}"]
    # What would not be reached with a start either is told all the same.
    assert faults(text.replace("choose: berth", "choose: [lit]")) == [
        f"port.yaml:1:1: {missing}",
        "port.yaml:10:3: the sequence 'berth' is never reached from a start or an entry",
    ]


def test_a_chart_that_another_leads_into_needs_no_start():
    other = shared('nodes:\n  left: {cite: ["1"], do: wait}\n  right: {cite: ["1"], do: wait}\n')
    assert faults(chart('turn: {cite: ["1"], use: pier.left}'), pier=other.replace("port", "pier", 1)) == [
        "pier.yaml:6:3: the node 'right' is never reached from a start or an entry"
    ]


def test_an_entry_point_may_be_a_node_or_a_sequence():
    text = shared(
        "entry: [left, berth]\n"
        'nodes:\n  left: {cite: ["1"], do: wait}\n'
        'criteria:\n  lit: {cite: ["1"], prefer: is_lit}\n'
        'sequences:\n  berth: {cite: ["1"], steps: [lit]}\n'
    )
    assert faults(text) == []
    assert "port.yaml:4:9: there is no node 'elft'; did you mean 'left'?" in faults(
        text.replace("[left", "[elft")
    )


@pytest.mark.parametrize(
    ("criterion", "fault"),
    [
        ("prefer: is_lti", "8:29: there is no ordering 'is_lti'; did you mean 'is_lit'?"),
        ("prefer: deepest", "8:29: 'prefer' needs a test, but 'deepest' is a rank"),
        ("rank: is_lit", "8:27: 'rank' needs a rank, but 'is_lit' is a test"),
        (
            "say: none",
            "8:3: the criterion 'it' must have one of 'only', 'prefer', 'rank', 'random'; it has none",
        ),
        (
            "only: is_lit, rank: deepest",
            "8:3: the criterion 'it' must have one of 'only', 'prefer', 'rank', 'random'; "
            "it has 'only' and 'rank'",
        ),
        ("random: false", "8:29: 'random' must be true; leave the criterion out instead"),
        ("random: true, with: {a: 1}", "8:35: the criterion 'it' has no key 'with'"),
        ("prefer: is_lit, with: {a: 1}", "8:44: the ordering 'is_lit' takes no argument 'a'"),
        ("prefer: is_lit, lettre: A", "8:37: the criterion 'it' has no key 'lettre'; did you mean 'letter'?"),
    ],
)
def test_a_fault_in_a_criterion_is_named_with_its_place(criterion, fault):
    text = choosing("[it]", f'it: {{cite: ["1"], {criterion}}}')
    assert [found[: len(f"port.yaml:{fault}")] for found in faults(text)] == [f"port.yaml:{fault}"]


CRITERIA = 'lit: {cite: ["1"], prefer: is_lit, letter: A}\nchance: {cite: ["1"], random: true}'


@pytest.mark.parametrize(
    ("steps", "settle", "fault"),
    [
        ("[lti]", "", "11:32: there is no criterion 'lti'; did you mean 'lit'?"),
        ("[berth]", "", "11:32: 'berth' is a sequence; write {use: berth}"),
        ("[{use: brth}]", "", "11:38: there is no sequence 'brth'; did you mean 'berth'?"),
        ("[{using: berth}]", "", "11:33: a step has no key 'using'; valid: use"),
        ("[3]", "", "11:32: an entry of 'steps' must be the id of a criterion, not the number '3'"),
        ("[chance, lit]", "", "11:32: 'chance' leaves the choice to chance, so it must come last"),
        ("[]", "", "11:31: 'steps' is an empty list; leave it out or fill it"),
        ("[lit]", ", settle: true", "11:46: 'settle' must be a mapping, not the truth value 'true'"),
        ("[lit]", ", settle: {ruling: R2, is: settle}", "11:38: 'settle' needs the key 'letters'"),
        (
            "[lit]",
            ", settle: {ruling: R9, is: settle, letters: [A]}",
            "11:55: there is no ruling 'R9'; valid: R1, R2",
        ),
        (
            "[lit]",
            ", settle: {ruling: R2, is: settle, letters: [Z]}",
            "11:81: there is no criterion here with the letter 'Z'; valid: A",
        ),
    ],
)
def test_a_fault_in_a_sequence_is_named_with_its_place(steps, settle, fault):
    assert f"port.yaml:{fault}" in faults(choosing(steps, CRITERIA, settle))


def test_an_included_sequence_that_ends_by_chance_must_come_last():
    text = choosing("[{use: tail}, lit]", CRITERIA) + '  tail: {cite: ["1"], steps: [chance]}\n'
    assert faults(text) == ["port.yaml:11:32: 'tail' leaves the choice to chance, so it must come last"]


@pytest.mark.parametrize(
    ("sections", "fault"),
    [
        ("lists:\n  order: {cite: ['1'], items: [grian], of: cargo}\n", "5:32: there is no cargo 'grian'"),
        (
            "lists:\n  order: {cite: ['1'], items: [grain], of: crago}\n",
            "5:44: there is no set of names 'crago'",
        ),
        ("lists:\n  order: {cite: ['1']}\n", "5:3: the list 'order' needs the key 'items'"),
        ("lists:\n  order: [grain]\n", "5:10: 'order' must be a list, written as a mapping, not a list"),
        (
            "sums:\n  all: {cite: ['1'], terms: [stcok]}\n",
            "5:30: there is no fact 'stcok'; did you mean 'stock'?",
        ),
        ("sums:\n  all: {cite: ['1'], terms: [stock, tide]}\n",
         "5:37: the sum 'all' asks all its facts the same, but 'tide' takes nothing and 'stock' takes of"),
        ("sums:\n  all: {cite: ['1'], terms: [stock, storm]}\n",
         "5:37: an entry of 'terms' needs a number; the fact 'storm' gives true or false"),
        ("lists:\n  order: {cite: ['1'], items: [grain, timber, grain], of: cargo}\n",
         "5:47: 'grain' stands in this list a second time"),
        ("lists:\n  order: {cite: ['1'], items: [a, b, a]}\n", "5:38: 'a' stands in this list a second time"),
        ("lists:\n  order: {cite: ['1'], items: [grain], of: cargo, complete: true}\n",
         "5:31: 'items' must name every cargo; missing: timber"),
        ("lists:\n  order: {cite: ['1'], items: [timebr], of: cargo, complete: true}\n",
         "5:32: there is no cargo 'timebr'; did you mean 'timber'?"),
        ("lists:\n  order: {cite: ['1'], items: [grain], complete: true}\n",
         "5:3: the list 'order' is to be complete, so it needs the key 'of'"),
        ("lists:\n  order: {cite: ['1'], items: [grain], of: turn}\n",
         "5:44: there is no set of names 'turn'"),
        ("sums:\n  all: {terms: [stock]}\n", "5:3: the sum 'all' cites no section"),
        ("sums:\n  a.b: {cite: ['1'], terms: [stock]}\n", "5:3: 'a.b' is no id"),
        ("nodes: [a]\n", "4:8: 'nodes' must be a mapping, not a list"),
        ("node: {}\n", "4:1: a chart has no key 'node'; did you mean 'nodes'?"),
        ("start: turn\n", "4:8: there is no node 'turn'"),
    ],
)  # fmt: skip
def test_a_fault_in_another_section_is_named_with_its_place(sections, fault):
    [found] = faults(shared(sections))
    assert found.startswith(f"port.yaml:{fault}")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- a\n", ["port.yaml:1:1: the file must be a mapping, not a list"]),
        ('title: Port\ncite: ["1"]\n', ["port.yaml:1:1: a chart needs the key 'chart'"]),
        ('chart: port\ncite: ["1"]\n', ["port.yaml:1:1: a chart needs the key 'title'"]),
        ("chart: port\ntitle: Port\n", ['port.yaml:1:1: the chart cites no section; add cite: ["..."]']),
        (
            'chart: prot\ntitle: Port\ncite: ["1"]\n',
            ["port.yaml:1:8: the chart is called 'prot', its file 'port'"],
        ),
        ('chart: 3\ntitle: Port\ncite: ["1"]\n', ["port.yaml:1:8: 'chart' must be text, not the number '3'"]),
    ],
)
def test_a_fault_in_the_chart_as_a_whole(text, found):
    assert faults(text) == found


def test_two_charts_may_not_share_an_id():
    assert "pier.yaml:1:8: there is already a chart 'port'" in faults(shared(""), pier=shared(""))


def test_all_faults_of_all_files_come_at_once_in_order(tmp_path):
    (tmp_path / "port.yaml").write_text(chart("turn: {do: wiat, when: [strom], first: 3}"))
    (tmp_path / "broken.yaml").write_text("chart: [\n")
    (tmp_path / "pier.yaml").write_text(shared("strat: x\n").replace("port", "pier", 1))
    found = check_charts(sorted(tmp_path.glob("*.yaml")), vocabulary)
    assert [f"{fault.place}"[len(str(tmp_path)) + 1 :] for fault in found] == [
        "broken.yaml:2:1",
        "pier.yaml:4:1",
        "port.yaml:6:3",
        "port.yaml:6:27",
        "port.yaml:6:35",
    ]


def test_a_reference_into_a_file_that_cannot_be_read_is_no_fault_of_its_own(tmp_path):
    (tmp_path / "port.yaml").write_text(chart('turn: {cite: ["1"], use: broken.turn}'))
    (tmp_path / "broken.yaml").write_text("chart: [\n")
    assert len(check_charts(tmp_path.glob("*.yaml"), vocabulary)) == 1


def test_loading_files_raises_with_every_fault(tmp_path):
    good, bad = tmp_path / "port.yaml", tmp_path / "pier.yaml"
    good.write_text(chart(WAIT))
    bad.write_text("chart: pier\n")
    assert list(load_charts([good], vocabulary)) == ["port"]
    with pytest.raises(UnreadableInput) as caught:
        load_charts([good, bad], vocabulary)
    assert len(caught.value.faults) == 2


def test_a_complete_list_may_have_any_order():
    text = "lists:\n  order: {cite: ['1'], items: [timber, grain], of: cargo, complete: true}\n"
    assert faults(shared(text)) == []


def test_lists_are_found_by_their_full_name():
    charts = load(shared("lists:\n  order: {cite: ['1'], items: [timber, grain], of: cargo}\n"))
    assert charts.lists["port.order"] == ("timber", "grain")
    assert charts["port"].lists["order"].of == "cargo"
