"""A person's turn in the Action Step (6.0): Event before or after two Actions, one Action, or a pass.

Every Action is chosen from what is legal, step by step; "by hand" takes whatever the person enters.
"""

from __future__ import annotations

from collections.abc import Callable

from weimar_bot.bot.chance import Chance
from weimar_bot.bot.words import sentences
from weimar_bot.game import cards_played, choosing, events_played
from weimar_bot.game.bot_turn import clear_turn, identified
from weimar_bot.game.pending import REFRESH, Instruction, Option, Question
from weimar_bot.game.runtime import Game, Step
from weimar_bot.rules import actions as rules
from weimar_bot.rules import timeline
from weimar_bot.rules.plays import IllegalPlay, Play
from weimar_bot.table.pieces import FACTION_NAMES

BY_HAND = "by_hand"
END = "end"
NONE = "none"
EXTRA_ELECTION = "extra_election"
Spaces = frozenset[str]
LAST_EVENT = 151


def human_turn(game: Game, faction: str) -> Step[None]:
    """Let a person act: any order of Event, Actions and cards that 6.0 allows."""
    game.note(f"{FACTION_NAMES[faction]}, {game.table.year} {game.table.text('round')}", depth=0)
    turn = _Turn(game, faction)
    yield from turn.run()
    clear_turn(game)


class _Turn:
    """What a person may still do this turn."""

    def __init__(self, game: Game, faction: str) -> None:
        self.game = game
        self.faction = faction
        self.actions = 0
        self.event = False
        self.control = False
        # Two Actions are one operation: once another one has begun after the first, no second follows.
        self.no_more_actions = False

    def run(self) -> Step[None]:
        steps: dict[str, Callable[[], Step[None]]] = {
            "event": self._event,
            "seats": self._seats,
            "control": self._control,
            EXTRA_ELECTION: self._extra_election,
        }
        while self.game.state.victory is None:
            answer = yield self._menu()
            if answer == END:
                return
            if answer == REFRESH:
                continue
            if answer in steps:
                self.no_more_actions = self.actions > 0
                yield from steps[answer]()
            else:
                self.actions += yield from self._action(answer)

    def _menu(self) -> Question:
        """What may be done now. Two Actions are allowed only with an Event [6.0]."""
        options = []
        if self.actions < 2 and not self.no_more_actions:
            options += [Option(name, choosing.title(name)) for name in self._possible_actions()]
            options.append(Option(BY_HAND, "an Action by hand"))
        if not self.event and self.actions != 1:
            options.append(Option("event", "play an Event"))
        options += self._cards()
        options.append(Option(END, "end the turn" if self.actions or self.event else "pass"))
        text = f"{FACTION_NAMES[self.faction]}: what next?{self._reminder()}"
        return Question("turn", text, tuple(options), cites=("6.0",))

    def _cards(self) -> list[Option]:
        """The cards beside the hand that may be played [6.0, 7.7]."""
        options = []
        if cards_played.can_play_reichstag_seats(self.game, self.faction):
            options.append(Option("seats", "play Reichstag Seats"))
        if not self.control and cards_played.controls_held(self.game, self.faction):
            options.append(Option("control", "play a Parliamentary Control card"))
        if self._for_extra_election():
            options.append(Option(EXTRA_ELECTION, "call the Extra Election"))
        return options

    def _for_extra_election(self) -> list[str]:
        """The cards that may be spent on an Extra Election; of the Control cards one a turn [6.0, 7.7]."""
        keys = cards_played.can_call_extra_election(self.game, self.faction)
        return [key for key in keys if not (self.control and key.startswith("control."))]

    def _reminder(self) -> str:
        if self.actions == 2 and not self.event:
            return " (Two Actions go with an Event: play it now.)"
        if self.actions == 1 and not self.event:
            return " (A second Action needs an Event, before or after.)"
        return ""

    def _possible_actions(self, within: Spaces | None = None) -> list[str]:
        return [name for name in rules.actions_of(self.faction) if self._plays(name, within)]

    def _plays(self, name: str, within: Spaces | None) -> list[Play]:
        """The legal plays of an Action; a bonus Action affects spaces ``within`` and no others [6.0]."""
        plays = rules.plays(self.game.table, self.faction, name)
        return [play for play in plays if _allowed(play, within)]

    # -- Actions ---------------------------------------------------------------------------------

    def _action(self, name: str, within: Spaces | None = None) -> Step[bool]:
        """One Action, chosen part by part; False if none was done."""
        if name == BY_HAND:
            lines = ("Do the Action on the table and enter what changed, then answer done.",)
            return (
                yield from self.game.instruct(
                    Instruction(f"{FACTION_NAMES[self.faction]}: an Action", lines, cites=("6.0",))
                )
            )
        play = yield from choosing.play(self.game, self._plays(name, within))
        if play is None:
            return False
        play = yield from choosing.to_the_full(self.game, play, lambda one: _allowed(one, within))
        try:
            done_play = yield from self.game.asked(
                lambda chance: rules.carry_out(
                    self.game.table, play, _Dice(chance), self.game.settings.switches, chance
                )
            )
        except IllegalPlay as refusal:
            self.game.note(f"refused: {refusal}", cites=refusal.sections)
            return False
        told = tuple(sentences(self.game.table.board, done_play.changes)) or ("Nothing changes.",)
        title = f"{FACTION_NAMES[self.faction]}: {choosing.title(name)}"
        return (yield from self.game.instruct(Instruction(title, told, done_play.changes, ("6.0",))))

    # -- cards -----------------------------------------------------------------------------------

    def _event(self) -> Step[None]:
        """Play an Event: what it says is done by hand; an Election is noted [6.1, 7.0]."""
        game = self.game
        options = () if game.state.election_played else (Option("election", "election"),)
        question = Question(
            "event", "Which Event is played? Its number", options, low=1, high=LAST_EVENT, cites=("6.1",)
        )
        answer = yield question
        if answer == "election":
            self._election()
            return
        event = yield from identified(game, int(answer))
        if event.election:
            if not self._election():
                return
        else:
            self.event = True
            yield from cards_played.article_48(game, self.faction, event)
        if event.cancelled:
            return
        if event.card is not None:
            yield from events_played.by_person(game, self.faction, event.card)
            return
        lines = (f"Carry Event #{answer} out and enter what changed, then answer done.",)
        yield from game.instruct(Instruction(f"Event #{answer}", lines, cites=("6.1",)))

    def _election(self) -> bool:
        """Play an Election card; False if one was played this round already [7.0]."""
        if self.game.state.election_played:
            self.game.note("An Election card was played this round already.", cites=("7.0",))
            return False
        self.event = True
        self.game.update(election_played=True)
        self.game.note("An Election card is played: elections follow this round.", cites=("7.0",))
        return True

    def _seats(self) -> Step[None]:
        yield from cards_played.play_reichstag_seats(self.game, self.faction)

    def _control(self) -> Step[None]:
        """Play a Parliamentary Control card: bonus Action, Reform if wanted, Clean Slate [6.0]."""
        game, board = self.game, self.game.table.board
        held = cards_played.controls_held(game, self.faction)
        area = yield Question(
            "control", "Which one?", tuple(Option(one, board.area_name(one)) for one in held)
        )
        self.control = True
        yield from self._bonus_action(area)
        reform = yield from self._reform(area)
        yield from cards_played.use_control(game, self.faction, area, reform)

    def _bonus_action(self, area: str) -> Step[None]:
        """The Action of a Parliamentary Control card, which must affect its area [6.0]."""
        board = self.game.table.board
        within = frozenset(board.members(area))
        text = f"Bonus Action in {board.area_name(area)}: which?"
        done = False
        while not done:
            names = self._possible_actions(within)
            options = (
                *(Option(name, choosing.title(name)) for name in names),
                Option(BY_HAND, "an Action by hand"),
                Option(NONE, "none"),
            )
            answer = yield Question("bonus_action", text, options, cites=("6.0",))
            if answer == NONE:
                return
            done = yield from self._action(answer, within)

    def _extra_election(self) -> Step[None]:
        """Spend a card on the one Extra Election of the game [7.7]."""
        keys = self._for_extra_election()
        options = tuple(Option(key, cards_played.card_name(self.game, key)) for key in keys)
        key = yield Question("extra_election", "Which card is spent on it?", options, cites=("7.7",))
        self.control = self.control or key.startswith("control.")
        yield from cards_played.call_extra_election(self.game, self.faction, key)

    def _reform(self, area: str) -> Step[str | None]:
        """The Reform the card removes, if the person wants one removed [6.0]."""
        spaces = timeline.removable_reforms(self.game.table, area)
        if not spaces:
            return None
        named = tuple(Option(space, self.game.table.board.spaces[space].name) for space in spaces)
        question = Question(
            "reform", "Remove a Reform?", (*named, Option("no", "no")), default="no", cites=("6.0",)
        )
        answer = yield question
        return None if answer == "no" else answer


class _Dice:
    """The game's chance in the form the rules want."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def roll(self, purpose: str) -> int:
        return self._chance.roll(purpose)

    def flip(self) -> str:
        return self._chance.flip()


def _allowed(play: Play, within: Spaces | None) -> bool:
    """Whether a play may be chosen, where a bonus Action is limited to spaces."""
    return within is None or _lies_within(play, within)


def _lies_within(play: Play, spaces: Spaces) -> bool:
    """Whether a play affects the spaces and no others; units may come from elsewhere [6.0]."""
    on_map = play.source if play.space is None and play.action == "remove_leverage" else play.space
    affected = {*([on_map] if on_map else []), *(goal for _, _, goal in play.moves), *play.spaces}
    return bool(affected) and affected <= spaces
