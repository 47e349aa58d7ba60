"""Drawing charts as text, Mermaid and dot."""

import re

import pytest

from tests.flowchart.harbour import Berth, Harbour, chart, load, shared, walker
from weimar_bot.flowchart.drawing import draw

ELSEWHERE = shared('nodes:\n  tow: {cite: ["3"], do: wait}\n').replace("port", "pier", 1)
CHART = chart(
    """
    turn: {cite: ["1"], say: "the \\"keeper\\" <acts>", priority: [cargo, berth, tow]}
    cargo: {cite: ["1.1"], roll: cargo, add: tide, table: {"..3": grain, "4..": berth}, wrap: true}
    grain: {cite: ["1.2"], rulings: [R1], when: [{not: storm}], do: unload, with: {cargo: grain}}
    berth: {cite: ["2"], do: moor, choose: berth}
    tow: {cite: ["2.1"], repeat: pier.tow, times: 2}
    """,
    'criteria:\n  lit: {cite: ["1"], prefer: is_lit}\n'
    'sequences:\n  berth: {cite: ["2"], steps: [lit]}\n'
    'lists:\n  order: {cite: ["1"], items: [timber, grain]}\n'
    'sums:\n  worth: {cite: ["1"], terms: [tide, broken]}\n',
)


def charts(text=CHART):
    return load(text, pier=ELSEWHERE)


def taken():
    driver = walker(charts(), Harbour([Berth("east")], dice=[1], storm=True))
    driver.walk("port")
    return driver.charts, driver.trace


def test_a_chart_is_drawn_as_a_tree():
    assert draw(charts(), "port").splitlines() == [
        "Port (port) [1]",
        "",
        "turn: in this order [1]",
        '│   the "keeper" <acts>',
        "├─ 1: cargo: roll for cargo + the tide, then the rows after it [1.1]",
        "│  ├─ ..3: grain: unload grain [1.2, R1]",
        "│  │      if not: there is a storm",
        "│  └─ 4..: berth: moor a boat [2]",
        "│         chosen by berth",
        "├─ 2: -> berth (above)",
        "└─ 3: tow: 2 times [2.1]",
        "   └─ -> pier.tow",
        "",
        "Sequence berth [2]",
        "   1. lit: prefer, it is lit [1]",
        "",
        "List order [1]",
        "   1. timber",
        "   2. grain",
        "",
        "Sum worth [1]",
        "   1. the tide",
        "   2. the broken gauge",
    ]


def test_what_a_walk_took_and_tried_is_marked_with_a_legend():
    found, trace = taken()
    lines = draw(found, "port", taken=trace).splitlines()
    assert lines[2] == "✓ turn: in this order [1]"
    assert "│  ├─ ✗ ..3: grain: unload grain [1.2, R1]" in lines
    assert "│  └─ ✓ 4..: berth: moor a boat [2]" in lines
    assert "└─   3: tow: 2 times [2.1]" in lines
    assert lines[-1] == "✓ had an effect   ✗ tried without effect   unmarked: not tried here"


SHARED = chart("""
    turn: {cite: ["1"], first: [squall, calm]}
    squall: {cite: ["1"], when: [storm], use: pier.tow}
    calm: {cite: ["1"], first: [squall, pier.tow]}
""")


def shared_node_walked_from_the_second_place():
    driver = walker(charts(SHARED), Harbour())
    driver.walk("port")
    return driver.charts, driver.trace


def test_a_shared_node_is_marked_only_below_the_node_it_was_walked_from():
    found, trace = shared_node_walked_from_the_second_place()
    assert draw(found, "port", taken=trace).splitlines()[2:-2] == [
        "✓ turn: the first with an effect [1]",
        "├─ ✗ 1: squall: go on with [1]",
        "│  │   if there is a storm",
        "│  └─   -> pier.tow",
        "└─ ✓ 2: calm: the first with an effect [1]",
        "   ├─ ✗ 1: -> squall (above)",
        "   └─ ✓ 2: -> pier.tow",
    ]


def test_a_root_is_marked_wherever_it_was_walked_from():
    found, trace = shared_node_walked_from_the_second_place()
    assert "✓ tow: wait [3]" in draw(found, "pier", taken=trace)


def test_in_a_mermaid_drawing_only_the_arrows_that_were_walked_are_marked():
    lines = draw(*_order(shared_node_walked_from_the_second_place(), "mermaid")).splitlines()
    arrows = [line.split() for line in lines if "-->" in line]
    styles = {state: _arrows_in(lines, state) for state in ("#2d6a4f", "#b3261e")}
    ends = {state: [(arrows[at][0], arrows[at][-1]) for at in found] for state, found in styles.items()}
    turn, squall, tow, calm = (f"n{at}" for at in range(4))
    assert ends == {"#2d6a4f": [(turn, calm), (calm, tow)], "#b3261e": [(turn, squall), (calm, squall)]}
    assert f"    class {turn},{tow},{calm} taken" in lines


def test_in_a_dot_drawing_only_the_arrows_that_were_walked_are_marked():
    lines = draw(*_order(shared_node_walked_from_the_second_place(), "dot")).splitlines()
    assert "    n1 -> n2;" in lines
    assert '    n3 -> n2 [label="2", color="#2d6a4f", penwidth=2];' in lines
    assert '    n3 -> n1 [label="1", color="#b3261e", penwidth=2];' in lines


def _order(walk, kind):
    found, trace = walk
    return found, "port", kind, trace


def _arrows_in(lines, colour):
    """The numbers of the arrows that a Mermaid drawing gives a colour."""
    [numbers] = [
        match[1] for line in lines if (match := re.match(rf"    linkStyle (\S+) stroke:{colour}", line))
    ]
    return [int(number) for number in numbers.split(",")]


def test_of_two_rows_that_lead_to_one_node_only_the_one_rolled_is_marked():
    text = chart("""
        turn: {cite: ["1"], roll: cargo, table: {"1-2": rest, "3-4": moor, "5-6": rest}}
        rest: {cite: ["1"], do: wait}
        moor: {cite: ["1"], do: moor}
    """)
    driver = walker(load(text), Harbour(dice=[6]))
    driver.walk("port")
    lines = draw(driver.charts, "port", taken=driver.trace).splitlines()
    assert lines[3:6] == [
        "├─   1-2: rest: wait [1]",
        "├─   3-4: moor: moor a boat [1]",
        "└─ ✓ 5-6: -> rest (above)",
    ]


def test_a_row_gone_into_without_a_roll_is_marked_too():
    driver = walker(charts(), Harbour([Berth("east")]))
    roll = driver.charts.node("port.cargo")
    driver.walk_within([driver.charts.node("port"), roll], roll.body.rows[1].node)
    lines = draw(driver.charts, "port", taken=driver.trace).splitlines()
    assert "│  ├─   ..3: grain: unload grain [1.2, R1]" in lines
    assert "│  └─ ✓ 4..: berth: moor a boat [2]" in lines


def test_a_text_drawing_fits_80_columns_however_long_the_words():
    text = CHART.replace('say: "the', 'say: "' + "a very long remark " * 20 + "the")
    lines = draw(charts(text), "port").splitlines()
    assert max(map(len, lines)) <= 80
    assert sum("very long remark" in line for line in lines) > 4


def test_criteria_written_out_in_a_node_are_drawn_with_it():
    text = CHART.replace("choose: berth", "choose: [lit]").replace("nodes:", "entry: [berth]\nnodes:")
    assert "chosen by lit" in draw(charts(text), "port")


def test_a_criterion_in_no_sequence_is_drawn_by_itself():
    text = CHART.replace("choose: berth", "choose: [dark, lit]").replace("nodes:", "entry: [berth]\nnodes:")
    text = text.replace("criteria:\n", 'criteria:\n  dark: {cite: ["3"], prefer: is_free}\n')
    assert "Other criteria\n   1. dark: prefer, it is free [3]\n" in draw(charts(text), "port")
    assert "dark: prefer, it is free [3]" in draw(charts(text), "port", "dot")


@pytest.mark.parametrize(
    ("node", "caption"),
    [
        ('{cite: ["1"], use: pier.tow}', "turn: go on with [1]"),
        ('{cite: ["1"], repeat: pier.tow, times: tide}', "turn: as many times as the tide [1]"),
        ('{cite: ["1"], all: [pier.tow]}', "turn: all of these [1]"),
    ],
)
def test_every_kind_of_node_is_called_by_what_it_does(node, caption):
    assert caption in draw(charts(chart(f"turn: {node}")), "port")


def test_a_chart_without_a_start_is_drawn_as_lists():
    text = shared(
        "entry: [all]\n"
        'criteria:\n  lit: {cite: ["1"], prefer: is_lit, when: [storm]}\n'
        '  deep: {cite: ["1"], only: deep, with: {least: 3}}\n  chance: {cite: ["3"], random: true}\n'
        'sequences:\n  all: {cite: ["2"], say: "everything", steps: [lit, {use: tail}]}\n'
        '  tail: {cite: ["2.1"], steps: [deep, chance]}\n'
    )
    assert draw(load(text), "port").splitlines() == [
        "Port (port) [1]",
        "",
        "Sequence all [2] everything",
        "   1. lit: prefer, it is lit, if there is a storm [1]",
        "   2. all steps of tail",
        "",
        "Sequence tail [2.1]",
        "   1. deep: only, it is 3 deep [1]",
        "   2. chance: random, by chance [3]",
    ]


MERMAID_LINES = [
    r"---",
    r"title: '.*'",
    r"flowchart TD",
    r'    n\d+(\["[^"]*"\]|\(\["[^"]*"\]\)|\{\{"[^"]*"\}\}|\[\["[^"]*"\]\])',
    r'    n\d+ -->(\|"[^"]*"\|)? n\d+',
    r"    classDef (taken|tried) fill:#\w+,color:#000",
    r"    class n\d+(,n\d+)* (taken|tried)",
    r"    linkStyle \d+(,\d+)* stroke:#\w+,stroke-width:3px",
]


def test_every_line_of_a_mermaid_drawing_is_well_formed():
    found, trace = taken()
    lines = draw(found, "port", "mermaid", trace).splitlines()
    assert [line for line in lines if not any(re.fullmatch(form, line) for form in MERMAID_LINES)] == []
    assert _joined(lines) <= _defined(lines)


def test_a_mermaid_drawing_escapes_what_means_something_to_mermaid():
    drawn = draw(charts(), "port", "mermaid")
    assert "the #34;keeper#34; #60;acts#62;" in drawn
    assert '["turn: in this order [1]<br/>' in drawn
    assert "classDef" not in drawn


def test_a_mermaid_drawing_classes_what_was_taken_and_tried():
    found, trace = taken()
    drawn = draw(found, "port", "mermaid", trace)
    names = {label: name for name, label in re.findall(r'(n\d+)\S?\W+"(\w+): ', drawn)}
    [members] = re.findall(r"class (\S+) taken", drawn)
    assert set(members.split(",")) == {names[ident] for ident in ("turn", "cargo", "berth")}
    assert re.findall(r"class (\S+) tried", drawn) == [names["grain"]]


QUOTED = r'"(?:[^"\\]|\\.)*"'
DOT_LINES = [
    rf"digraph {QUOTED} \{{",
    rf"    label={QUOTED};",
    rf"    n\d+ \[label={QUOTED}, shape=\w+(, style={QUOTED})?(, fillcolor={QUOTED})?\];",
    rf"    n\d+ -> n\d+( \[(label={QUOTED})?(, )?(color={QUOTED}, penwidth=2)?\])?;",
    r"\}",
]


@pytest.mark.parametrize("marked", [False, True])
def test_every_line_of_a_dot_drawing_is_well_formed(marked):
    found, trace = taken()
    lines = draw(found, "port", "dot", trace if marked else None).splitlines()
    assert [line for line in lines if not any(re.fullmatch(form, line) for form in DOT_LINES)] == []
    assert _joined(lines) <= _defined(lines)
    assert any("fillcolor" in line for line in lines) is marked


def test_a_dot_drawing_escapes_quotes_and_backslashes():
    text = CHART.replace("title: Port", "title: 'Port \\ \"old\"'")
    assert r'label="Port \\ \"old\"";' in draw(charts(text), "port", "dot")


def _defined(lines):
    return {match[1] for line in lines if (match := re.match(r"    (n\d+)[ ]?[\[({]", line))}


def _joined(lines):
    """The names of boxes that arrows come from or lead to."""
    arrows = [match for line in lines if (match := re.match(r"    (n\d+) --?>.*?\b(n\d+)\b", line))]
    return {name for match in arrows for name in match.groups()}


def test_nodes_of_other_charts_are_drawn_as_references():
    for kind in ("mermaid", "dot"):
        assert "wait" not in draw(charts(), "port", kind)


@pytest.mark.parametrize("kind", ["text", "mermaid", "dot"])
def test_nodes_that_only_other_charts_use_are_drawn_in_their_own(kind):
    assert "tow: wait [3]" in draw(charts(), "pier", kind)


def test_an_unknown_chart_or_format_is_refused():
    with pytest.raises(LookupError, match="there is no chart 'prot'; did you mean 'port'"):
        draw(charts(), "prot")
    with pytest.raises(ValueError, match="there is no format 'svg'; valid: text, mermaid, dot"):
        draw(charts(), "port", "svg")
