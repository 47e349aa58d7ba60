"""Charts hold section 8: changing YAML alone changes what a bot does (8.5-8.12)."""

from pathlib import Path

import pytest

from tests.bot.shipped import sources_with
from weimar_bot import resources
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import Decision, Request, decide
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.loader import load_sources
from weimar_bot.flowchart.model import Charts
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.position import read_position

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"


def _charts(changed: str, before: str, after: str) -> Charts:
    """The shipped charts with one piece of text of one chart exchanged."""
    return load_sources(sources_with(changed, before, after), vocabulary())


def _decided(charts: Charts | None = None, *dice: int) -> Decision:
    table = read_position(OSTHILFE, shipped_board())
    chance = Chance(dice or (4, 3, 3), ["rogue"], seed=1)
    return decide(Request(table, "coalition", load_cards()[5]), chance, charts)


def _names(decision: Decision) -> list[str]:
    return [deed.doing.name for deed in decision.deeds]


def test_exchanging_two_entries_of_the_action_priority_changes_the_order_of_actions() -> None:
    charts = _charts(
        "coalition",
        "priority: [special, place_influence, remove_influence]",
        "priority: [place_influence, special, remove_influence]",
    )
    assert _names(_decided())[0] == "special.military.place_unit"
    assert _names(_decided(charts))[0] == "place_influence"


def test_exchanging_two_special_actions_of_a_category_changes_which_one_is_done() -> None:
    charts = _charts(
        "coalition", "first: [unit_and_assault, military_deals]", "first: [military_deals, unit_and_assault]"
    )
    assert _names(_decided(charts))[0] == "special.military.increase_deals"


def test_exchanging_two_pieces_of_the_piece_order_changes_the_unit_that_is_placed() -> None:
    charts = _charts(
        "order_of_operations",
        "loaned_unit, reichswehr, revealed_freikorps, unrevealed_freikorps, other_unit, influence]",
        "loaned_unit, unrevealed_freikorps, revealed_freikorps, reichswehr, other_unit, influence]",
    )
    assert _decided().deeds[0].choice.piece == "reichswehr"
    assert _decided(charts).deeds[0].choice.piece == "freikorps_unrevealed"


def test_exchanging_two_tracks_of_the_track_order_changes_where_leverage_is_taken_from() -> None:
    charts = _charts(
        "order_of_operations", "economy, us_deals, ussr_deals]", "economy, ussr_deals, us_deals]"
    )
    taken = [_decided(chosen, 1).deeds[0].choice.box for chosen in (None, charts)]
    assert taken == ["us_deals:3", "ussr_deals:2"]


def test_exchanging_two_space_criteria_changes_the_space() -> None:
    charts = _charts("order_of_operations", "steps: [piece, C1, C2, C3,", "steps: [piece, C3, C1, C2,")
    assert _decided().deeds[0].choice.space == "pommern"
    assert _decided(charts).deeds[0].choice.space == "muenchen"


@pytest.mark.parametrize(
    "stem", [file.stem for file in sorted(resources.folder("flowcharts").glob("*.yaml"))]
)
def test_every_shipped_chart_bears_the_name_of_its_file(stem: str) -> None:
    assert stem in {chart.ident for chart in _charts(stem, f"chart: {stem}\n", f"chart: {stem}\n").values()}
