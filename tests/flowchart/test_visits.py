"""A trace as a tree of visits, with every choosing among options."""

from tests.flowchart.harbour import Berth, Harbour, chart, choosing, load, walker
from weimar_bot.flowchart.visits import visits

CHART = chart(
    """
    turn: {cite: ["1"], say: "the keeper", roll: cargo, table: {"1-3": grain, "4-6": berth}, wrap: true}
    grain: {cite: ["1.1"], when: [{not: storm}], do: unload, with: {cargo: grain}}
    berth: {cite: ["1.2"], do: moor, choose: [lit, deepest, chance]}
    """,
    'criteria:\n  lit: {cite: ["2"], prefer: is_lit}\n  deepest: {cite: ["2"], rank: deepest}\n'
    '  chance: {cite: ["3"], random: true}\n',
)
BERTHS = [Berth("east"), Berth("north", lit=True), Berth("west", lit=True)]


def walked(scene):
    driver = walker(load(CHART), scene)
    driver.walk("port.turn")
    driver.walk("port.berth")
    return visits(driver.trace.steps)


def stormy():
    return walked(Harbour(BERTHS, dice=[2], picks=[1, 0], storm=True))


def test_visits_stand_inside_one_another_as_the_nodes_were_entered():
    turn, again = stormy()
    assert (turn.node.ident, again.node.ident) == ("turn", "berth")
    grain, berth = turn.inner
    assert (grain.node.ident, grain.performed, berth.node.ident, berth.performed) == (
        "grain", False, "berth", True,
    )  # fmt: skip
    assert [visit.node.ident for visit in turn.walk()] == ["turn", "grain", "berth"]
    assert [one.held for one in grain.conditions()] == [False]
    assert [done.name for done in berth.does()] == ["moor"]


def test_each_visit_knows_the_row_that_led_to_it():
    turn, again = stormy()
    assert [visit.row.written for visit in turn.inner] == ["1-3", "4-6"]
    assert again.row is None


def test_a_choosing_tells_where_each_option_fell_out():
    [found] = stormy()[0].inner[1].choosings()
    labels = {option.label: found.fell_at(option) for option in found.options}
    assert labels == {"East": 0, "North": 2, "West": None}
    assert found.taken.label == "West"
    assert [option.label for option in found.by_staying()] == ["West", "North", "East"]
    lit, deepest, chance = found.turns
    assert (lit.mattered, deepest.mattered, chance.mattered) == (True, False, True)
    assert found.last_turn_that_mattered() is chance and chance.status is None
    assert (lit.effect(), deepest.effect(), chance.effect()) == ("3 → 2", "kept all", "2 → 1, by chance")


def test_what_a_criterion_made_of_an_option_is_kept():
    [found] = stormy()[0].inner[1].choosings()
    lit = found.turns[0]
    assert [lit.judgement(option) for option in found.options] == [False, True, True]
    assert found.turns[2].judgement(found.options[0]) is None


def test_choosings_outside_all_nodes_stand_in_a_visit_of_their_own():
    sequence = choosing("[lit]", '  lit: {cite: ["2"], prefer: is_lit}')
    driver = walker(load(sequence), Harbour(BERTHS))
    name = next(iter(driver.charts))
    [ref] = driver.charts[name].sequences
    for _ in range(2):
        driver.choose(BERTHS[:2], f"{name}.{ref}")
    [loose] = visits(driver.trace.steps)
    assert loose.node is None and [found.taken.label for found in loose.choosings()] == ["North", "North"]
