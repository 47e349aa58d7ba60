"""What there is to say of one line of the Why: its conditions, dice, choices, and what the sections say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from weimar_bot.bot.decide import Decision
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.rulings import load_rulings, sections
from weimar_bot.bot.rulings_at_work import rulings_of
from weimar_bot.bot.scene import Deed
from weimar_bot.bot.words import action_title, deed_sentences
from weimar_bot.flowchart.captions import deed as deed_of_node
from weimar_bot.flowchart.trace import Rolled, Wrapped, reason_in_words
from weimar_bot.flowchart.visits import Visit
from weimar_bot.tui.why_table import ChoiceView, grounds
from weimar_bot.tui.why_tree import Item, event_number, led_to

Cards = Mapping[int, EventCard]


def section_lines(cites: Iterable[str]) -> Iterator[Text]:
    """What sections and rulings say, each once, in our own words."""
    for ident in dict.fromkeys(cites):
        section, ruling = sections().get(ident), load_rulings().get(ident)
        found = section or ruling
        if found is not None:
            line = Text(f"{ident}  ", "bold")
            line.append(found.title, "bold")
            line.append(f". {found.text}", "not bold")
            if ruling and ruling.alternatives:
                others = ", ".join(f"{ident}={value}" for value in ruling.alternatives)
                line.append(f" It can be switched: {others}.", "italic")
            yield line


def deeds_of(decision: Decision, item: Item) -> list[Deed]:
    """What came of a line: the deeds whose option was chosen there, and what followed from them."""
    if item.event:
        return list(item.deeds)
    chosen = [done for visit in item.visits for done in visit.does()]
    found: list[Deed] = []
    for deed in decision.deeds:
        follows = bool(found) and found[-1].after is deed.before and deed.doing.name == "free_assault"
        if follows or any(led_to(done, deed) for done in chosen):
            found.append(deed)
    return found


class WhyDetail(VerticalScroll):
    """The right half: all about the line pointed at."""

    DEFAULT_CSS = """
    WhyDetail {
        padding: 0 1;
        & > .title { text-style: bold; color: $text-primary; }
        & > .done { border-left: thick $success; padding-left: 1; margin-top: 1; }
        & > .vain { border-left: thick $warning; padding-left: 1; margin-top: 1; }
        & > .heading { text-style: bold; margin-top: 1; }
        & > .grounds { color: $text-muted; }
        & > .facts { margin-top: 1; }
        & > .section { padding-left: 2; }
    }
    """

    def __init__(self, decision: Decision, cards: Cards | None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.decision = decision
        self.cards = cards
        self.item: Item | None = None

    async def show(self, item: Item) -> None:
        """Show another line, from its top."""
        if item is self.item:
            return
        self.item = item
        async with self.batch():
            await self.remove_children()
            await self.mount_all(list(self._widgets(item)))
        self.scroll_home(animate=False)

    def _widgets(self, item: Item) -> Iterator[Widget]:
        cites = list(dict.fromkeys(_cites(item)))
        deeds = deeds_of(self.decision, item)
        choosings = [one for visit in item.visits for one in visit.choosings() if one.options]
        yield Static(Text(self._title(item)), classes="title")
        if cites:
            yield Static(Text(f"[{', '.join(cites)}]"), classes="grounds")
        yield from self._came_of(item, deeds)
        yield from (ChoiceView(self.decision, choosing) for choosing in choosings)
        cites += [cite for choosing in choosings for turn in choosing.turns for cite in grounds(turn)]
        for deed in deeds:
            cites += [*deed.doing.cites, *rulings_of(deed, self.decision.request.faction)]
        said = list(section_lines(cites))
        if said:
            yield Static("What the sections and rulings say", classes="heading")
            yield from (Static(line, classes="section") for line in said)

    def _came_of(self, item: Item, deeds: list[Deed]) -> Iterator[Widget]:
        """What was done, what is left to people, what was tested and rolled, and why nothing came of it."""
        if deeds:
            yield Static(Text("\n".join(self._deed_lines(deeds))), classes="done")
        if item.event and self.decision.left:
            by_hand = "\n".join(f"  {one.text}" for one in self.decision.left)
            yield Static(Text(f"Left to be carried out by hand:\n{by_hand}"), classes="facts")
        told = [line for visit in item.visits for line in _told(visit)]
        if told:
            yield Static(Text("\n".join(told)), classes="facts")
        if item.effect is not True:
            yield Static(Text(_in_vain(item)), classes="vain")

    def _title(self, item: Item) -> str:
        if item.event:
            number = event_number(self.decision)
            return item.title if number is None else action_title(f"event.{number}", self.cards)
        node = item.node
        if node is None:
            return item.title
        words = node.say or deed_of_node(node)
        return f"{node.ident.replace('_', ' ').capitalize()}: {words}"

    def _deed_lines(self, deeds: Iterable[Deed]) -> Iterator[str]:
        for deed in deeds:
            yield f"{action_title(deed.doing.name, self.cards)}:"
            yield from (f"  {line}" for line in deed_sentences(deed))


def _cites(item: Item) -> Iterator[str]:
    if item.node is not None:
        yield from (*item.node.cites, *item.node.rulings)
    for visit in item.visits:
        yield from visit.cites if not visit.performed else ()
    for deed in item.deeds:
        yield from deed.doing.cites


def _told(visit: Visit) -> Iterator[str]:
    """Conditions that were tested and dice that were rolled, in their order."""
    for step in (*visit.conditions(), *(s for s in visit.steps if isinstance(s, Rolled | Wrapped))):
        text = step.text()
        yield text[:1].upper() + text[1:]


def _in_vain(item: Item) -> str:
    if item.effect is None:
        return "Not tried here: something before it was done, or the way led elsewhere."
    reasons = dict.fromkeys(
        reason_in_words(visit.reason) for visit in item.visits if not visit.performed and visit.reason
    )
    return "Tried without effect: " + "; ".join(reasons) if reasons else "Tried without effect."
