"""What the words of section 8 take and give, so that a changed chart is refused before it is walked."""

import pytest

from tests.bot.shipped import sources_with
from weimar_bot.bot.event_cards import ERAS
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.loader import check_sources
from weimar_bot.table.board_file import shipped_board


def _faults(changed: str, before: str, after: str) -> list[str]:
    """What is said of the shipped charts with one piece of text of one chart exchanged."""
    return [fault.message for fault in check_sources(sources_with(changed, before, after), vocabulary())]


@pytest.mark.parametrize(
    ("chart", "before", "after", "message"),
    [
        ("kpd", "step: -1", "step: 2", "'step' must be '-1' or '1', not the number '2'"),
        ("kpd", "with: {step: 1}", "with: {}", "the verb 'change_stance' needs the argument 'step'"),
        ("coalition", "number: 16", "number: x", "'number' must be a whole number, not the text 'x'"),
        ("coalition", "number: 16", "number: 152", "'number' must be 1-151, not 152"),
        ("coalition", ", number: 16", "", "the fact 'event_lingers' needs the argument 'number'"),
        ("coalition", "[golden_twenties, decline]", "[golden_twentys, decline]",
         "there is no era 'golden_twentys'; did you mean 'golden_twenties'?"),
        ("coalition", "- sudden_victory_met", "- era", "the fact 'era' gives text; say what it 'is'"),
        ("nsdap", "times: own_cadres_on_map", "times: stance_in_use",
         "'times' needs a number; the fact 'stance_in_use' gives true or false"),
        ("rc", "with: {track: reaction}\n  leverage_on_economy", "with: {track: map}\n  leverage_on_economy",
         "there is no leverage_track 'map'; valid: economy, progress, reaction"),
        ("rc", "when: [{not: unit_available}]",
         "when: [{fact: cadre_bonus, space: atlantis, faction: kpd, enemy: rc, at_least: 1}]",
         "there is no space 'atlantis'"),
    ],
)  # fmt: skip
def test_a_chart_that_would_break_off_a_turn_is_at_fault(
    chart: str, before: str, after: str, message: str
) -> None:

    assert message in _faults(chart, before, after)


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("reform, uprising, ", "'items' must name every piece_rank; missing: reform, uprising"),
        ("[loaned_unit, ", "'items' must name every unit_rank; missing: loaned_unit"),
        ("[mat, ", "'items' must name every track_rank; missing: mat"),
    ],
)
def test_an_order_that_leaves_something_out_is_at_fault(before: str, message: str) -> None:
    assert _faults("order_of_operations", before, "[" if before.startswith("[") else "") == [message]


def test_the_eras_and_spaces_charts_may_name_are_those_of_the_game() -> None:
    assert vocabulary().names["era"] == set(ERAS)
    assert vocabulary().names["space"] == set(shipped_board().spaces)
