"""The steps of a round after the Action Step, for people and bots (4.0, 7.0, 8.3, 8.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from weimar_bot.bot.decide import Request, choose_space
from weimar_bot.bot.words import object_, subject
from weimar_bot.game.pending import Instruction, Option, Question
from weimar_bot.game.runtime import (
    Game,
    Step,
    end_bot_card,
    last_card,
    put_under,
    reveal_bot_card,
    shuffle_deck,
)
from weimar_bot.game.set_up_cards import stacks_of_a_new_era
from weimar_bot.game.setup import scenarios
from weimar_bot.rules import elections, timeline, victory
from weimar_bot.rules.draft import Draft
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS

LINGERING_DONE = "none"
NO_MORE = "none"
MOST_PV = 99
# The title by which a screen can tell that an Election Cycle begins.
REGIONAL_ELECTIONS = "Regional Elections"


def sudden_victory_step(game: Game) -> Step[None]:
    """Who has met the conditions of a marker on the Timeline wins; else the markers go back [3.1, 8.3]."""
    draft = game.draft(game.table.text("momentum"))
    winner = victory.sudden_victory_step(draft)
    if winner is not None:
        game.win(winner, "Sudden Victory", ("3.1",))
        return
    yield from game.carry_out("Sudden Victory Step: no victory", draft, ("3.1",))


# -- elections -----------------------------------------------------------------------------------------


def elections_step(game: Game) -> Step[None]:
    """A full Election Cycle where one is due this round [4.0, 7.0]."""
    if game.state.election_played or game.state.extra_election == "called":
        yield from election_cycle(game)
        held = "held" if game.state.extra_election == "called" else game.state.extra_election
        game.update(election_played=False, extra_election=held)


def election_cycle(game: Game, modified: bool = False) -> Step[None]:
    """Regional Elections, the General Election and what follows; may end the game [7.1-7.3].

    ``modified`` asks for the PV modifiers that a scenario prints for its last election.
    """
    regions = elections.all_regional(game.table)
    draft = game.draft(game.table.text("momentum"))
    elections.hand_out_control(draft, regions)
    lines = tuple(_regional_words(game, one) for one in regions)
    yield from game.instruct(Instruction(REGIONAL_ELECTIONS, lines, tuple(draft.changes), ("7.1",)))
    result = elections.general(game.table, regions)
    counted = (yield from _modified(game, result.totals)) if modified else dict(result.totals)
    totals, to, pv = yield from _transfer(game, counted)
    shown = ", ".join(f"{FACTION_NAMES[faction]} {totals[faction]}" for faction in FACTIONS)
    game.note(f"General Election: {shown}.", cites=("7.2",))
    winner = yield from _first(game, totals, FACTIONS, "the election")
    if winner != timeline.GOVERNMENT:
        _win_election(game, winner, totals, to, pv)
        return
    others = tuple(faction for faction in FACTIONS if faction != winner)
    runner_up = yield from _first(game, totals, others, "the second place")
    momentum = game.table.text("momentum")
    draft = yield from game.drafted(momentum, lambda draft: elections.end_election(draft, runner_up))
    game.note(f"The Coalition stays; {FACTION_NAMES[runner_up]} takes Reichstag Seats.", cites=("7.3",))
    yield from game.carry_out("After the General Election", draft, ("7.3", "5.11"))


def _win_election(game: Game, winner: str, totals: dict[str, int], to: str | None, pv: int) -> None:
    """Another faction than the Coalition has won, unless RC steals the victory [3.2, 7.3]."""
    stolen = elections.stolen_by_rc(game.table.text("momentum"), to, pv, totals)
    victor = victory.by_election(winner, stolen)
    assert victor is not None
    reason = "General Election" if victor == winner else "half or more of the winner's PV was its own"
    game.win(victor, reason, ("3.2", "7.3"))


def _regional_words(game: Game, one: elections.Regional) -> str:
    area = game.table.board.area_name(one.area)
    if one.void:
        return f"{area}: no election, an Assassinations or Uprising marker lies there; set the card aside."
    counted = ", ".join(f"{FACTION_NAMES[faction]} {pv}" for faction, pv in one.pv.items() if pv) or "no PV"
    won = f"{FACTION_NAMES[one.winner]} takes the card" if one.winner else "nobody wins; set the card aside"
    return f"{area}: {counted}; {won}."


def _modified(game: Game, totals: Mapping[str, int]) -> Step[dict[str, int]]:
    """The totals with what the Playbook adds or takes; the program does not know it."""
    after = dict(totals)
    for faction in FACTIONS:
        text = f"The scenario's PV modifier for {object_(faction)}, as the Playbook prints it?"
        number = yield Question("modifier", text, low=-MOST_PV, high=MOST_PV, default="0", cites=("3.4",))
        after[faction] = max(0, after[faction] + int(number))
    return after


def _transfer(game: Game, totals: dict[str, int]) -> Step[tuple[dict[str, int], str | None, int]]:
    """A human Momentum faction may hand over up to half of its PV; a bot never does (7.2, R44)."""
    momentum = game.table.text("momentum")
    most = elections.most_transferable(totals, momentum)
    if game.is_bot(momentum) or most < 1:
        return totals, None, 0
    shown = ", ".join(f"{FACTION_NAMES[faction]} {pv}" for faction, pv in totals.items())
    others = tuple(Option(f, FACTION_NAMES[f]) for f in FACTIONS if f != momentum)
    text = f"PV: {shown}. Does {object_(momentum)} transfer PV, and to whom?"
    to = yield Question(
        "transfer_to", text, (*others, Option("none", "none")), default="none", cites=("7.2",)
    )
    if to == "none":
        return totals, None, 0
    pv = int((yield Question("transfer", f"How many PV, up to {most}?", low=0, high=most, cites=("7.2",))))
    return elections.transferred(totals, momentum, to, pv), to, pv


def _first(game: Game, totals: dict[str, int], among: tuple[str, ...], what: str) -> Step[str]:
    return (yield from game.one_of(elections.leaders(game.table, totals, among), f"a tie for {what}"))


# -- Advance Timeline, New Year, New Era ---------------------------------------------------------------


def advance_timeline_step(game: Game) -> Step[None]:
    """Strikes, Assassinations, Hyperinflation, then the Turn marker [4.0]."""
    momentum = game.table.text("momentum")
    strikes = yield from _strikes_to_remove(game)

    def clear(draft: Draft) -> None:
        timeline.remove_strikes(draft, strikes)
        timeline.end_general_strike(draft)
        timeline.lift_assassinations(draft)

    draft = yield from game.drafted(momentum, clear)
    yield from game.carry_out("Advance Timeline Step", draft, ("4.0",))
    yield from _hyperinflation(game, momentum)
    scenario = scenarios()[game.settings.scenario]
    draft = game.draft(momentum)
    follows = timeline.turn_over(draft, scenario.last_year)
    yield from game.carry_out("Turn marker", draft, ("4.0",))
    game.update(acted=(), phase={"late_round": "action", "end": "end"}.get(follows, "new_year"))


def _strikes_to_remove(game: Game) -> Step[list[str]]:
    """KPD may take Strikes and Uprisings off; a bot keeps them (R45)."""
    owner, chosen = "kpd", []
    while not game.is_bot(owner):
        left = [space for space in timeline.removable_strikes(game.table) if space not in chosen]
        if not left:
            break
        options = (
            *(Option(space, game.table.board.spaces[space].name) for space in left),
            Option("none", "none"),
        )
        text = "KPD may remove a Strike or Uprising. Which one?"
        answer = yield Question("strike", text, options, default="none", cites=("4.0",))
        if answer == "none":
            break
        chosen.append(answer)
    return chosen


def _hyperinflation(game: Game, momentum: str) -> Step[None]:
    """At Hyperinflation the Momentum faction removes one Coalition cube (4.0, R46)."""
    spaces = timeline.hyperinflation_spaces(game.table)
    if not spaces:
        return
    text = "Hyperinflation: remove one Coalition cube. Where?"
    space = yield from _space_for_removal(game, momentum, timeline.GOVERNMENT, spaces, text)
    draft = game.draft(momentum)
    timeline.lose_to_hyperinflation(draft, space)
    yield from game.carry_out("Hyperinflation", draft, ("4.0",))


def _space_for_removal(
    game: Game, chooser: str, owner: str, spaces: list[str], text: str, may: bool = False
) -> Step[str]:
    """Where a cube of ``owner`` is taken: by 8.6-4 B and E (R42, R46), or as a person says.

    With ``may`` a person need not take any: the answer is then :data:`NO_MORE`.
    """
    if game.is_bot(chooser):
        card = yield from last_card(game, chooser)
        request = Request(game.table, chooser, card, switches=game.settings.switches, cards=game.cards)
        return (yield from game.asked(lambda chance: choose_space(request, chance, spaces, owner)))
    options = tuple(Option(space, game.table.board.spaces[space].name) for space in spaces)
    if may:
        options = (*options, Option(NO_MORE, "none"))
    return (yield Question("space", text, options, cites=("4.0",)))


def new_year_step(game: Game) -> Step[None]:
    """The Economy marker of the new year, then the Turn Order [4.0, 8.4]."""
    momentum = game.table.text("momentum")
    draft = game.draft(momentum)
    timeline.adjust_economy(draft)
    yield from game.carry_out(f"New Year {game.table.year}", draft, ("4.0",))
    yield from turn_order_step(game)
    game.update(phase="new_era" if game.table.year in timeline.NEW_ERA_YEARS else "action")


def turn_order_step(game: Game) -> Step[None]:
    """The Momentum faction sets the Turn Order: a bot by its top card with itself last (8.4, R43)."""
    momentum = game.table.text("momentum")
    if game.is_bot(momentum):
        card = yield from reveal_bot_card(game, momentum)
        order = timeline.turn_order_by_card(card.order, momentum)
        if game.settings.switches.get("R43") == "under":
            yield from put_under(game, card)
        else:
            end_bot_card(game, card)
    else:
        order = yield from _order_asked(game, momentum)
    draft = game.draft(momentum)
    timeline.set_turn_order(draft, order)
    game.apply(draft.changes)
    game.note(
        "Turn Order: " + ", ".join(FACTION_NAMES[faction] for faction in order) + ".", cites=("4.0", "8.4")
    )


def _order_asked(game: Game, momentum: str) -> Step[tuple[str, ...]]:
    order: list[str] = []
    while len(order) < len(FACTIONS) - 1:
        options = tuple(Option(f, FACTION_NAMES[f]) for f in FACTIONS if f not in order)
        text = f"{subject(momentum)} sets the Turn Order. Who is number {len(order) + 1}?"
        order.append((yield Question("turn_order", text, options, cites=("4.0",))))
    return (*order, next(f for f in FACTIONS if f not in order))


def new_era_step(game: Game) -> Step[None]:
    """Held cards, Lingering Events that end, new hands and bot decks [4.0, 8.4]."""
    momentum = game.table.text("momentum")
    stacks = {}
    for faction in game.table.listed("turn_order"):
        penalty = yield from _held_cards(game, faction)
        for _ in range(penalty.cubes):
            spaces = timeline.penalty_spaces(game.table, faction)
            if not spaces:
                break
            text = f"Held Card Penalty: remove a cube of {object_(faction)}. Where?"
            space = yield from _space_for_removal(game, momentum, faction, spaces, text, may=True)
            if space == NO_MORE:
                break
            draft = game.draft(momentum)
            timeline.pay_penalty(draft, faction, timeline.Penalty(1, 0), [space])
            yield from game.carry_out("Held Card Penalty", draft, ("4.0",))
        stacks[faction] = timeline.cards_to_draw(game.table, penalty)
    game.update(stacks=stacks)
    yield from _end_lingering(game)
    for faction in game.settings.non_player:
        shuffle_deck(game, faction)
    hands = ", ".join(f"{FACTION_NAMES[faction]} {cards}" for faction, cards in stacks.items())
    before, after = stacks_of_a_new_era(game.settings.non_player)
    lines = (*before, f"Deal new Event cards: {hands}.", *after)
    yield from game.instruct(Instruction("New Era", lines, cites=("4.0", "8.4")))
    game.update(phase="action")


def _held_cards(game: Game, faction: str) -> Step[timeline.Penalty]:
    if game.is_bot(faction):
        return timeline.Penalty()
    name = object_(faction)
    weighty = yield Question(
        "held_weighty",
        f"How many Election and Mandatory cards does {name} still hold?",
        low=0,
        high=20,
        default="0",
    )
    others = yield Question(
        "held_others", f"How many other Event cards does {name} still hold?", low=0, high=20, default="0"
    )
    return timeline.held_card_penalty(game.table, faction, int(weighty), int(others))


def _end_lingering(game: Game) -> Step[None]:
    """Ask which Lingering Events end with the Era, as printed on them [4.0]."""
    while game.settings.events == "ask" and (lingering := game.table.state["lingering"]):
        assert isinstance(lingering, tuple)
        options = (*(Option(str(n), f"#{n}") for n in lingering), Option(LINGERING_DONE, "none"))
        text = f"Which Lingering Event ends with the Era, as its card says?{_known_ends(game, lingering)}"
        answer = yield Question("lingering", text, options, default=LINGERING_DONE, cites=("4.0",))
        if answer == LINGERING_DONE:
            return
        draft = game.draft(game.table.text("momentum"))
        timeline.end_lingering(draft, [int(answer)])
        game.apply(draft.changes)


def _known_ends(game: Game, lingering: Iterable[object]) -> str:
    """What the library tells of the ends of Lingering Events."""
    cards = game.cards
    known = [cards[int(str(number))] for number in lingering if int(str(number)) in cards]
    told = "; ".join(f"#{card.number}: {card.ends}" for card in known if card.ends)
    return f" (Known: {told})" if told else ""


def scenario_end_step(game: Game) -> Step[None]:
    """After the last round: an Election Cycle or the Coalition's victory, as the scenario says [3.4]."""
    scenario = scenarios()[game.settings.scenario]
    owes = False
    if scenario.end == "coalition_unless_penalty":
        penalty = yield from _held_cards(game, timeline.GOVERNMENT)
        owes = penalty.cards > 0
    if not timeline.ends_in_election(scenario.end, owes):
        game.win(timeline.GOVERNMENT, "the scenario ends", ("3.4",))
        return
    yield from election_cycle(game, modified=scenario.end == "election_with_modifiers")
    if game.state.victory is None:
        game.win(timeline.GOVERNMENT, "it wins the last election", ("3.4",))
