"""Events: the library, and how bots carry effects out (6.1, 8.6, 8.7)."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.table.random_tables import random_table
from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.chance import Chance
from weimar_bot.bot.decide import shipped_charts
from weimar_bot.bot.event_cards import library, read_event
from weimar_bot.bot.event_model import ByHand, EventCard
from weimar_bot.bot.event_words import effects_in_words
from weimar_bot.bot.events import Left, event_called, has_effect, perform, perform_effect
from weimar_bot.bot.scene import Scene
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.trace import Trace
from weimar_bot.flowchart.walker import Walker
from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.table.board_file import shipped_board
from weimar_bot.table.check import impossible
from weimar_bot.table.pieces import FACTIONS
from weimar_bot.table.position import read_position, read_position_text
from weimar_bot.table.table import Table

OSTHILFE = Path(__file__).parents[1] / "data" / "osthilfe.yaml"
PLACE = {"must": True, "place": [{"piece": "sa", "count": 1}], "where": "map"}
# The first bot card of each faction, by its own Faction Order and Impulse.
CARDS = {
    faction: next(card for card in load_cards().values() if card.faction == faction) for faction in FACTIONS
}
MINE = 150

Make = Callable[..., EventCard]


def scene(table: Table, faction: str, dice: tuple[int, ...] = (), seed: int = 1) -> Scene:
    made = Scene(table, faction, CARDS[faction], Chance(dice, seed=seed))
    made.walker = Walker(shipped_charts(), vocabulary(), made, Trace())
    return made


def table(text: str = "") -> Table:
    return read_position_text(text or "{}", "table.yaml", shipped_board())


@pytest.fixture
def event(tmp_path: Path) -> Make:
    """A card with the effects given, read as from a file."""

    def make(*effects: dict[str, Any], **keys: Any) -> EventCard:
        data = {"number": MINE, "title": "Mine", "era": "decline", "cite": ["8.7"], "effects": list(effects)}
        file = tmp_path / "mine.yaml"
        file.write_text(yaml.safe_dump({**data, **keys}), encoding="utf-8")
        card, faults = read_event(file)
        assert card is not None, [str(fault) for fault in faults]
        return card

    return make


def performed(faction: str, on: Table, card: EventCard, **options: Any) -> tuple[Scene, tuple[Left, ...]]:
    one = scene(on, faction, options.pop("dice", ()))
    return one, perform(one, card.number, {card.number: card}, **options)


def effective(faction: str, on: Table, card: EventCard, **options: Any) -> bool:
    return has_effect(scene(on, faction), card.number, {card.number: card}, **options)


# -- the library -------------------------------------------------------------------------------------


def test_the_library_holds_what_the_rulebook_tells_of() -> None:
    assert list(library()) == [5, 16, 20, 54, 55, 57, 82, 117, 118, 120, 122, 124, 132, 146, 147]
    assert [number for number, card in library().items() if card.lingering] == [16, 20, 54, 55, 57, 124]
    assert [number for number, card in library().items() if card.mandatory] == [57]
    assert [number for number, card in library().items() if card.article_48] == [124]
    assert {number for number, card in library().items() if card.article_48_known} == {120, 124}
    assert library()[117].requires == 124


@pytest.mark.parametrize(
    "first, last, era", [(1, 52, "crisis"), (53, 112, "golden_twenties"), (113, 151, "decline")]
)
def test_the_eras_of_the_library_follow_the_numbers(first: int, last: int, era: str) -> None:
    assert {card.era for number, card in library().items() if first <= number <= last} == {era}


def test_cards_of_which_too_little_is_known_are_left_to_a_person() -> None:
    assert [number for number, card in library().items() if not card.by_hand] == [120]


def test_an_unknown_card_is_not_invented() -> None:
    with pytest.raises(UnreadableInput, match="Event #133 is not in the library"):
        event_called(133)


def test_osthilfe_still_goes_where_the_printed_example_puts_it() -> None:
    one = scene(read_position(OSTHILFE, shipped_board()), "coalition")
    one.card = load_cards()[5]
    assert perform(one, 120) == ()
    (deed,) = one.deeds
    assert deed.choice.space == "pommern"
    assert [(change.piece, change.goal) for change in deed.changes if hasattr(change, "piece")] == [
        ("yellow_leverage", "pommern"),
        ("coalition_influence", "pommern"),
    ]


# -- must and may ------------------------------------------------------------------------------------


def test_an_option_that_is_not_on_the_list_is_skipped(event: Make) -> None:
    card = event({"must": False, "shift": {"track": "kpd_stance", "steps": 1}})
    one, left = performed("kpd", table(), card)
    assert (one.deeds, left) == ([], ())
    one, _ = performed("kpd", table(), event({"must": True, "shift": {"track": "kpd_stance", "steps": 1}}))
    assert one.table.stance("kpd") == 1


def test_up_to_is_an_option_even_where_the_card_must_be_obeyed(event: Make) -> None:
    own = {"must": True, "remove": [{"piece": "kpd_influence", "up_to": 2}], "where": "map"}
    on = table("spaces: {berlin: {kpd: 3}}")
    assert performed("kpd", on, event(own))[0].deeds == []
    assert performed("nsdap", on, event(own))[0].table.influence("berlin", "kpd") == 1


def test_the_alternative_that_stands_highest_is_taken(event: Make) -> None:
    """RC: removing comes before pawns, those before placing, Reaction after that."""
    options: list[dict[str, Any]] = [
        {"shift": {"track": "reaction", "steps": -1}},
        {"place": [{"piece": "influence", "count": 1}], "where": {"spaces": ["baden"]}},
        {"middle_class": "take"},
        {"remove": [{"piece": "influence", "count": 1, "of": "opposing"}], "where": "map"},
    ]
    card = event({"must": True, "one_of": options})
    pawn = "reaction: 1, holding: {middle_class: {levels: [1]}}"
    full = table(f"{{{pawn}, spaces: {{berlin: {{kpd: 1}}}}}}")
    assert performed("rc", full, card)[0].deeds[0].choice.piece == "kpd_influence"
    assert performed("rc", table(f"{{{pawn}}}"), card)[0].table.count("rc", "middle_class") == 1
    assert performed("rc", table(), card)[0].table.influence("baden", "rc") == 1


def test_a_choice_of_nothing_wanted_is_skipped_or_left_to_chance(event: Make) -> None:
    options = [{"shift": {"track": "us_deals", "steps": 1}}, {"shift": {"track": "ussr_deals", "steps": 1}}]
    assert performed("rc", table(), event({"must": False, "one_of": options}))[0].deeds == []
    one, _ = performed("rc", table(), event({"must": True, "one_of": options}))
    assert one.table.level("us_deals") + one.table.level("ussr_deals") == 3


def test_a_choice_between_unknown_things_is_left_to_a_person(event: Make) -> None:
    options = [{"by_hand": "This."}, {"by_hand": "That."}]
    _, (left,) = performed("rc", table(), event({"must": True, "one_of": options}))
    assert left.kind == "by_hand" and isinstance(left.effect.act, ByHand) and left.text == "This.; or that."


@pytest.mark.parametrize(
    "faction, economy, towards, steps, after",
    [
        ("coalition", "left_2", "right", 4, "stable"),  # stops there
        ("coalition", "stable", "right", 1, "stable"),
        ("kpd", "left_2", "right", 3, "right_1"),
        ("nsdap", "stable", "left", 1, "stable"),
        ("rc", "right_1", "left", 2, "left_1"),
        ("rc", "stable", "right", 1, "stable"),
    ],
)
def test_economy_goes_where_the_faction_wants_it(
    faction: str, economy: str, towards: str, steps: int, after: str, event: Make
) -> None:
    card = event({"must": False, "shift": {"track": "economy", "towards": towards, "steps": steps}})
    one, _ = performed(faction, table(f"economy: {economy}"), card)
    assert one.table.text("economy") == after


def test_rc_lowers_progress_only_while_reaction_is_not_greater(event: Make) -> None:
    card = event({"must": False, "shift": {"track": "progress", "steps": -1}})
    marks = "leverage: {{progress: [2, 3], reaction: [2, 3]}}, progress: {}, reaction: {}"
    higher = table("{" + marks.format(2, 3) + "}")
    assert performed("rc", higher, card)[0].table.level("progress") == 2
    equal = table("{" + marks.format(3, 3) + "}")
    assert performed("rc", equal, card)[0].table.level("progress") == 2


# -- who ---------------------------------------------------------------------------------------------


def test_what_another_faction_chooses_is_given_back_and_done_by_it(event: Make) -> None:
    effect = {"must": True, "by": "kpd", "place": [{"piece": "influence", "count": 1}], "where": "map"}
    card = event({"must": True, "momentum": "active"}, effect)
    one, (left,) = performed("rc", table(), card)
    assert (left.at, left.kind, left.faction) == (1, "other_faction", "kpd")
    assert one.table.text("momentum") == "rc"
    theirs = scene(one.table, "kpd")
    assert perform_effect(theirs, card, left.at, active="rc") is None
    assert theirs.table.on_map("kpd_influence") == 1
    both, _ = performed("kpd", one.table, card, active="rc")
    assert [deed.changes for deed in both.deeds] == [deed.changes for deed in theirs.deeds]


def test_the_momentum_faction_may_be_the_one_to_choose(event: Make) -> None:
    card = event({"must": True, "by": "momentum", "shift": {"track": "unity", "steps": 1}})
    assert performed("kpd", table("momentum: rc"), card)[1][0].faction == "rc"
    assert performed("rc", table("momentum: rc"), card)[0].table.text("unity") == "strong"


# -- pieces ------------------------------------------------------------------------------------------


def test_removal_goes_by_faction_order_then_by_piece_then_by_space(event: Make) -> None:
    card = event({"must": True, "remove": [{"piece": "piece", "count": 1, "of": "opposing"}], "where": "map"})
    first, second, _ = CARDS["nsdap"].order
    on = table(
        f"spaces: {{berlin: {{{first}: 2}}, baden: {{{first}: 1, strike: true, reform: true, {second}: 1}}}}"
    )
    one, _ = performed("nsdap", on, card)
    (deed,) = one.deeds
    assert deed.target == first
    wanted = {"coalition": "reform", "kpd": "strike", "rc": "rc_influence"}[first]
    assert deed.choice.piece == wanted


def test_a_number_is_filled_from_the_other_factions_in_the_same_space(event: Make) -> None:
    card = event(
        {"must": True, "remove": [{"piece": "influence", "count": 3, "of": "opposing"}], "where": "map"}
    )
    on = table("spaces: {berlin: {kpd: 1, rc: 1, coalition: 1, nsdap: 2}}")
    one, _ = performed("nsdap", on, card)
    assert dict(one.table.at("berlin")) == {"nsdap_influence": 2}


def test_own_pieces_are_removed_only_where_nothing_else_can_be(event: Make) -> None:
    card = event({"must": True, "remove": [{"piece": "influence", "count": 1, "of": "any"}], "where": "map"})
    on = table("spaces: {berlin: {nsdap: 1}, baden: {kpd: 1}}")
    assert performed("nsdap", on, card)[0].table.influence("baden", "kpd") == 0
    assert (
        performed("nsdap", table("spaces: {berlin: {nsdap: 1}}"), card)[0].table.on_map("nsdap_influence")
        == 0
    )
    may = event({"must": False, "remove": [{"piece": "influence", "count": 1, "of": "any"}], "where": "map"})
    assert performed("nsdap", table("spaces: {berlin: {nsdap: 1}}"), may)[0].deeds == []


def test_cubes_are_not_removed_where_some_were_placed_this_action_step(event: Make) -> None:
    place = {"must": True, "place": [{"piece": "kpd_influence", "count": 1}], "where": {"spaces": ["berlin"]}}
    remove = {"must": True, "remove": [{"piece": "kpd_influence", "count": 1}], "where": "map"}
    one, _ = performed("rc", table(), event(place, remove))
    assert one.table.influence("berlin", "kpd") == 1


def test_different_spaces_are_used_once_each(event: Make) -> None:
    effect = {
        "must": True,
        "place": [{"piece": "influence", "count": 1}],
        "where": {"city": True},
        "times": 4,
    }
    one, _ = performed("kpd", table(), event({**effect, "different": True}))
    assert len({deed.choice.space for deed in one.deeds}) == 4
    assert all(one.table.board.spaces[space].city for space in one.table.spaces_with("kpd_influence"))


@pytest.mark.parametrize(
    "where, spaces",
    [
        ({"presence_of": "kpd"}, {"berlin", "baden"}),
        ({"no_presence_of": "opposing", "spaces": ["berlin", "baden", "sachsen"]}, {"berlin", "sachsen"}),
        ({"dominance_of": "rc"}, {"baden"}),
        ({"supremacy_of": "own"}, {"berlin"}),
        ({"control_of": "nsdap"}, {"muenchen"}),
        ({"holds": ["unit"], "lacks": ["sa"]}, {"berlin"}),
        ({"adjacent_to": ["berlin"], "spaces": ["brandenburg", "berlin", "baden"]}, {"brandenburg"}),
        ({"spaces": ["southern_states"], "presence_of": "kpd"}, {"baden"}),
    ],
)
def test_spaces_are_narrowed_by_their_conditions(
    where: dict[str, Any], spaces: set[str], event: Make
) -> None:
    card = event({"must": True, "by_hand": "x"}, {**PLACE, "where": where})
    on = table(
        "cards: {parliamentary_control: {muenchen: {holder: nsdap, available: true}}}\n"
        "spaces: {berlin: {kpd: 1, units: {worker_militia: 1}}, baden: {kpd: 1, rc: 2},"
        " hamburg: {units: {sa: 1}}}"
    )
    act = card.effects[1].act
    assert set(act.where.found(on, "kpd")) == spaces  # type: ignore[union-attr]


def test_a_unit_placed_beside_its_sworn_enemy_is_fought(event: Make) -> None:
    card = event({**PLACE, "where": {"spaces": ["berlin"]}})
    on = table("{mats: {nsdap: {sa: 2}}, spaces: {berlin: {units: {worker_militia: 1}}}}")
    one, _ = performed("nsdap", on, card, dice=(1, 6))
    assert [deed.doing.name for deed in one.deeds] == [f"event.{MINE}", "free_assault"]
    assert one.deeds[1].assault is not None and one.deeds[1].assault.plan.attacker == "nsdap"
    other, _ = performed("rc", on, card, dice=(1, 6))
    assert other.deeds[1].assault is not None


def test_freikorps_are_placed_with_the_revealed_ones_first(event: Make) -> None:
    card = event(
        {"must": True, "place": [{"piece": "freikorps", "count": 2}], "where": {"spaces": ["berlin"]}}
    )
    on = table("mats: {coalition: {freikorps_loyal: 1, freikorps_unrevealed: 1}}")
    one, _ = performed("coalition", on, card)
    assert [change.piece for change in one.deeds[0].changes if hasattr(change, "piece")] == [
        "freikorps_loyal",
        "freikorps_unrevealed",
    ]


def test_a_third_strike_brings_the_general_strike(event: Make) -> None:
    card = event({"must": True, "place": [{"piece": "strike", "count": 1}], "where": {"spaces": ["berlin"]}})
    on = table(
        "{mats: {kpd: {strikes: [0], general_strike: true}},"
        " spaces: {sachsen: {strike: true}, baden: {strike: true}, hessen: {reform: true}}}"
    )
    one, _ = performed("kpd", on, card)
    assert one.table.count("timeline", "general_strike") == 1 and one.table.on_map("reform") == 0


def test_a_space_takes_no_second_strike_cadre_or_reform(event: Make) -> None:
    on = table(
        "{nsdap_stance: -2, mats: {kpd: {strikes: [0]}, nsdap: {cadres: [-2]}},"
        " spaces: {berlin: {strike: true, cadre: kpd}}}"
    )
    for piece, faction in (("strike", "kpd"), ("nsdap_cadre", "nsdap")):
        card = event({"must": True, "place": [{"piece": piece, "count": 1}], "where": {"spaces": ["berlin"]}})
        assert performed(faction, on, card)[0].deeds == []
        elsewhere = event({"must": True, "place": [{"piece": piece, "count": 1}], "where": {"city": True}})
        assert len(performed(faction, on, elsewhere)[0].deeds) == 1


def test_leverage_comes_off_tracks_before_spaces(event: Make) -> None:
    effect = {"must": True, "remove": [{"piece": "yellow_leverage", "count": 3}]}
    card = event({**effect, "tracks": ["progress", "economy"], "where": "map"})
    on = table(
        "{progress: 2, leverage: {progress: [2], economy: {left_3: yellow}},"
        " spaces: {berlin: {yellow_leverage: 1}}}"
    )
    one, _ = performed("rc", on, card)
    assert [deed.choice.box or deed.choice.space for deed in one.deeds][0] == "progress:2"
    assert [deed.choice.space for deed in one.deeds] == [None, None, "berlin"]
    assert one.table.level("progress") == 1


def test_units_are_moved_by_an_event_but_not_by_a_granted_action(event: Make) -> None:
    on = table("spaces: {berlin: {units: {sa: 2}}}")
    move = {"must": True, "move": {"piece": "sa", "count": 2}, "from": "map", "where": {"spaces": ["baden"]}}
    assert performed("nsdap", on, event(move))[0].table.count("baden", "sa") == 2
    assert performed("nsdap", on, event({"must": True, "action": "move_units"}))[0].deeds == []


# -- tracks, Momentum, control, Actions --------------------------------------------------------------


@pytest.mark.parametrize(
    "shift, before, after",
    [
        ({"track": "unity", "steps": -2}, "unity: strong", ("unity", "fragile")),
        ({"track": "progress", "steps": 2}, "{leverage: {progress: [2]}}", ("progress", 2)),
        ({"track": "reaction", "steps": -9 + 1}, "{leverage: {reaction: [2]}, reaction: 2}", ("reaction", 1)),
        ({"track": "nsdap_stance", "steps": 5}, "nsdap_stance: 1", ("nsdap_stance", 3)),
        ({"track": "us_deals", "steps": 2}, "us_deals: 4", ("us_deals", 5)),
    ],
)
def test_markers_are_shifted_as_far_as_their_track_lets_them(
    shift: dict[str, Any], before: str, after: tuple[str, Any], event: Make
) -> None:
    one, _ = performed("coalition", table(before), event({"must": True, "shift": shift}))
    assert one.table.state[after[0]] == after[1]


def test_reaction_falls_with_progress(event: Make) -> None:
    on = table("{leverage: {progress: [2, 3], reaction: [2, 3]}, progress: 3, reaction: 3}")
    one, _ = performed("kpd", on, event({"must": True, "shift": {"track": "progress", "steps": -2}}))
    assert (one.table.level("progress"), one.table.level("reaction")) == (1, 2)


def test_control_can_be_lost_and_gained(event: Make) -> None:
    on = table("cards: {parliamentary_control: {berlin: {holder: rc, available: true}}}")
    lost = event({"must": True, "control": {"areas": "berlin", "to": "none"}})
    assert performed("kpd", on, lost)[0].table.state["control.berlin"] == (None, False)
    gained = event({"must": False, "control": {"areas": ["berlin"], "to": "own"}})
    assert performed("kpd", on, gained)[0].table.state["control.berlin"] == ("kpd", True)
    assert performed("rc", on, gained)[0].deeds == []


def test_a_granted_action_is_performed_as_by_the_chart(event: Make) -> None:
    one, _ = performed("kpd", table(), event({"must": True, "action": "place_influence"}))
    assert [deed.doing.name for deed in one.deeds] == ["place_influence"]
    limited = event({"must": True, "action": "place_influence", "where": {"spaces": ["brandenburg"]}})
    assert performed("kpd", table(), limited)[0].deeds[0].choice.space == "brandenburg"
    assert performed("kpd", table(), event({"must": True, "action": "any", "times": 2}))[0].deeds != []


def test_every_action_of_every_faction_can_be_granted(event: Make) -> None:
    from weimar_bot.rules.listing import actions_of

    rng = random.Random(11)
    for faction in FACTIONS:
        for action in actions_of(faction):
            card = event({"must": True, "action": action})
            for _ in range(3):
                on = random_table(rng, shipped_board())
                one, _left = performed(faction, on, card)
                if action == "move_units":
                    assert one.deeds == []


# -- requires, lingering, cancels --------------------------------------------------------------------


def test_a_card_without_the_event_it_requires_does_nothing(event: Make) -> None:
    card = event({"must": True, "momentum": "active"}, requires=124, lingering=True)
    one, left = performed("rc", table(), card)
    assert (one.deeds, left) == ([], ())
    assert not effective("rc", table(), card)
    assert performed("rc", table(), card, ignore_requires=True)[0].table.text("momentum") == "rc"
    assert performed("rc", table("lingering: [124]"), card)[0].table.listed("lingering") == (124, MINE)


def test_a_card_comes_into_play_and_ends_those_it_cancels(event: Make) -> None:
    card = event({"must": True, "by_hand": "x"}, lingering=True, cancels=[16, 20])
    one, (left,) = performed("rc", table("lingering: [20, 55]"), card)
    assert one.table.listed("lingering") == (55, MINE)
    assert left.kind == "by_hand"


def test_conditions_are_looked_at_when_the_effect_comes_up() -> None:
    assert [left.kind for left in perform(scene(table("momentum: rc"), "kpd"), 82)] == ["election", "by_hand"]
    assert [left.kind for left in perform(scene(table("momentum: kpd"), "kpd"), 82)] == ["by_hand"]
    seats = "{momentum: nsdap, cards: {reichstag_seats: {holder: nsdap, available: true}}}"
    assert [left.kind for left in perform(scene(table(seats), "kpd"), 118)] == ["victory", "by_hand"]
    assert [left.kind for left in perform(scene(table("lingering: [124]"), "rc"), 117)] == [
        "election",
        "by_hand",
    ]
    assert perform(scene(table(), "rc"), 117) == ()


# -- Article 48 --------------------------------------------------------------------------------------


def test_an_event_has_an_effect_if_a_bot_would_do_some_of_it(event: Make) -> None:
    card = event({"must": False, "shift": {"track": "us_deals", "steps": 1}})
    assert not effective("rc", table("non_player: [rc, coalition]"), card)
    assert effective("rc", table("non_player: [coalition]"), card)  # a person might do it
    assert not effective("rc", table("us_deals: 5"), card)


def test_an_event_has_an_effect_only_where_something_can_change(event: Make) -> None:
    card = event({"must": True, "remove": [{"piece": "reform", "count": 1}], "where": "map"})
    assert not effective("kpd", table(), card)
    assert effective("kpd", table("spaces: {berlin: {reform: true}}"), card)
    assert effective("kpd", table(), event({"must": True, "by_hand": "x"}))
    assert effective(
        "kpd", table(), event({"must": True, "remove": card_parts(), "where": "map"}, lingering=True)
    )


def card_parts() -> list[dict[str, Any]]:
    return [{"piece": "reform", "count": 1}]


def test_an_option_only_a_person_can_judge_counts_as_an_effect(event: Make) -> None:
    on = table("non_player: [rc, coalition]")
    options = [{"by_hand": "x"}, {"shift": {"track": "us_deals", "steps": 1}}]
    assert effective("rc", on, event({"must": False, "one_of": options}))
    assert not effective("rc", on, event({"must": False, "one_of": [options[1], {"cards": {"draw": 1}}]}))


def test_asking_for_the_effect_changes_nothing_and_draws_nothing(event: Make) -> None:
    on = read_position(OSTHILFE, shipped_board())
    one = scene(on, "coalition")
    assert has_effect(one, 120)
    assert one.table is on and one.deeds == [] and one.chance.drawn == 0


# -- in words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "effect, words",
    [
        (
            {"must": False, "by": "kpd", "place": [{"piece": "strike", "count": 1}], "where": {"city": True}},
            "KPD may: place 1 Strike in one City.",
        ),
        (
            {"must": True, "remove": [{"piece": "unit", "up_to": 2, "of": "opposing"}], "where": "map"},
            "Remove up to 2 opposing units from one space.",
        ),
        (
            {"must": True, "if": {"momentum": "nsdap"}, "victory": {"faction": "nsdap", "pv": 15}},
            "If NSDAP has Momentum: NSDAP wins the game if it has 15 PV or more.",
        ),
        (
            {"must": True, "one_of": [{"middle_class": "give_back"}, {"cards": {"draw": 2, "discard": 1}}]},
            "Return 1 Middle Class Sympathies pawn from opposing mats; or draw 2 Event cards"
            " and discard 1 Event card.",
        ),
        (
            {"must": False, "shift": {"track": "economy", "towards": "right", "steps": 2}},
            "The active faction may: shift Economy 2 boxes towards Mass Unemployment.",
        ),
        (
            {"must": True, "by": "rc", "action": "place_unit", "where": {"spaces": ["berlin"]}},
            "RC: perform one Place Unit Action, affecting Berlin.",
        ),
    ],
)
def test_an_effect_is_told_in_words(effect: dict[str, Any], words: str, event: Make) -> None:
    assert effects_in_words(event(effect), shipped_board()) == [words]


# -- any table ---------------------------------------------------------------------------------------


def _effects() -> list[dict[str, Any]]:
    """Effects of every kind, with pieces of every kind."""
    from weimar_bot.bot.event_model import MOVABLE, PLACEABLE, REMOVABLE, SHIFTS

    found: list[dict[str, Any]] = []
    for piece in PLACEABLE:
        found.append({"place": [{"piece": piece, "count": 2}], "where": "map", "times": 2})
    for piece in REMOVABLE:
        found.append({"remove": [{"piece": piece, "up_to": 2}], "where": "map"})
    for piece in MOVABLE:
        found.append({"move": {"piece": piece, "count": 2}, "from": "map", "where": "map"})
    for track in SHIFTS:
        extra = {"towards": "right"} if track == "economy" else {}
        found.append({"shift": {"track": track, "steps": 2, **extra}})
    tracks = ["progress", "reaction", "economy"]
    found.append({"remove": [{"piece": "leverage", "count": 2}], "tracks": tracks, "where": "map"})
    found += [{"middle_class": "take", "times": 2}, {"middle_class": "give_back"}, {"action": "any"}]
    found += [{"control": {"areas": ["berlin", "bayern"], "to": "own"}}, {"momentum": "active"}]
    return found


@pytest.mark.parametrize("must", [True, False])
def test_whatever_an_event_does_leaves_a_table_that_can_be(must: bool, event: Make) -> None:
    rng = random.Random(5)
    cards = [event({**effect, "must": must}) for effect in _effects()]
    for at, card in enumerate(cards):
        for faction in FACTIONS:
            on = random_table(rng, shipped_board())
            on = on.with_state({"non_player": FACTIONS})
            asked = effective(faction, on, card)
            one, left = performed(faction, on, card)
            assert left == ()
            assert [str(fault) for fault in impossible(one.table)] == [], (at, card, faction)
            if one.deeds:
                assert asked, (card, faction)
            assert effects_in_words(card, shipped_board())[0].endswith(".")
