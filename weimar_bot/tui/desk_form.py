"""The question on the ruling desk: which bot, which card, what dice, what rulings."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Label, Select

from weimar_bot.bot.cards import load_cards
from weimar_bot.bot.decide import shipped_charts
from weimar_bot.bot.naming import names_of
from weimar_bot.bot.words import action_title
from weimar_bot.table.board import Board
from weimar_bot.table.pieces import FACTION_NAMES, FACTIONS
from weimar_bot.tui.desk import WHOLE_TURN, Asked, alternatives

_TEXTS = (
    ("event", "Event", "none", "none: by hand · empty: no card left · or the number of an Event"),
    ("dice", "Dice", "", "Results in the order in which they are needed, as in 4,3,3"),
    ("flips", "Freikorps", "", "What Freikorps turned over show, as in rogue,loyal"),
    ("rulings", "Rulings", "", "Rulings switched for both answers, as in R19=each"),
    ("seed", "Seed", "0", "What chance goes by where no dice are given"),
)


class DeskForm(VerticalScroll):
    """The fields of a question; posts :class:`Changed` whenever one of them changes."""

    class Changed(Message):
        """The question is another one now."""

    DEFAULT_CSS = """
    DeskForm {
        padding: 0 1;
        & > Horizontal { height: 1; margin-bottom: 1; }
        & Label { width: 10; color: $text-muted; }
        & Select { width: 1fr; }
        & Input { width: 1fr; }
    }
    """

    def __init__(
        self, board: Board, faction: str, seed: int, card: int | None = None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id, can_focus=False)
        self.board = board
        self.faction = faction
        self.seed = seed
        self.card = card

    def compose(self) -> ComposeResult:
        factions = [(Text(FACTION_NAMES[faction]), faction) for faction in FACTIONS]
        yield self._row("Bot", self._select("faction", factions, self.faction, "Which faction decides"))
        cards = self._cards(self.faction)
        known = [value for _, value in cards]
        card = str(self.card) if str(self.card) in known else known[0]
        yield self._row("Bot card", self._select("card", cards, card, "Which bot card it goes by"))
        actions = self._actions(self.faction)
        yield self._row(
            "Action", self._select("action", actions, WHOLE_TURN, "The whole turn, or one Action")
        )
        for ident, name, value, tooltip in _TEXTS:
            given = str(self.seed) if ident == "seed" else value
            field = Input(given, id=ident, compact=True, placeholder=tooltip.partition(" · ")[0])
            field.tooltip = tooltip
            yield self._row(name, field)
        switched = [(Text("nothing"), ""), *((Text(title), value) for title, value in alternatives())]
        yield self._row(
            "Compare", self._select("compare", switched, "", "A ruling to read otherwise beside this")
        )

    @staticmethod
    def _row(name: str, field: Widget) -> Horizontal:
        return Horizontal(Label(name), field)

    @staticmethod
    def _select(ident: str, options: list[tuple[Text, str]], value: str, tooltip: str) -> Select[str]:
        return Select(options, value=value, allow_blank=False, compact=True, id=ident, tooltip=tooltip)

    def _cards(self, faction: str) -> list[tuple[Text, str]]:
        return [
            (
                Text(f"{card.number}  {self._order(card.order)}  {self._impulse(card.impulse)}"),
                str(card.number),
            )
            for card in load_cards().values()
            if card.faction == faction
        ]

    @staticmethod
    def _order(order: tuple[str, ...]) -> str:
        return ">".join(FACTION_NAMES[faction][:1] for faction in order)

    def _impulse(self, impulse: str) -> str:
        if impulse.startswith("clique_"):
            return f"Clique {impulse[-1].upper()}"
        return self.board.area_name(impulse)

    @staticmethod
    def _actions(faction: str) -> list[tuple[Text, str]]:
        names = names_of(shipped_charts(), faction)
        return [(Text("whole turn"), WHOLE_TURN), *((Text(action_title(name)), name) for name in names)]

    # -- what is asked ---------------------------------------------------------------------------

    def asked(self) -> Asked:
        """The question as it is written now."""
        chosen = {select.id: str(select.value) for select in self._selects()}
        texts = {field.id: field.value for field in self.query(Input)}
        return Asked(
            faction=chosen["faction"],
            card=chosen["card"],
            action=chosen["action"],
            event=texts["event"],
            dice=texts["dice"],
            flips=texts["flips"],
            rulings=texts["rulings"],
            seed=texts["seed"],
        )

    @property
    def compare_with(self) -> str:
        """The ruling to be read otherwise, such as ``R19=each``, or nothing."""
        return str(self.query_one("#compare", Select).value)

    def _selects(self) -> Iterator[Select[str]]:
        yield from self.query(Select)

    @on(Select.Changed, "#faction")
    def _other_faction(self, event: Select.Changed) -> None:
        """Another bot has other cards and other Actions."""
        faction = str(event.value)
        if faction == self.faction:
            return
        self.faction = faction
        cards = self._cards(faction)
        for ident, options in (("#card", cards), ("#action", self._actions(faction))):
            select = self.query_one(ident, Select)
            select.set_options(options)
            select.value = options[0][1]

    @on(Select.Changed)
    @on(Input.Changed)
    def _changed(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Changed())
