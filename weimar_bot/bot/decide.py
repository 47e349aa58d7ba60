"""What a Non-player faction does: from a table and a bot card to deeds (8.5-8.8).

:func:`decide` is pure: the same request and chance give the same decision, and the table
handed in is not touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from weimar_bot import resources
from weimar_bot.bot import events
from weimar_bot.bot.cards import BotCard
from weimar_bot.bot.chance import Chance, Untold
from weimar_bot.bot.event_model import EventCard
from weimar_bot.bot.events import Left
from weimar_bot.bot.naming import Attempt, passed_over, way_to
from weimar_bot.bot.scene import Deed, Scene
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.loader import load_charts
from weimar_bot.flowchart.model import Charts
from weimar_bot.flowchart.trace import Trace
from weimar_bot.flowchart.walker import Walker
from weimar_bot.reading.faults import Fault, UnreadableInput
from weimar_bot.rules.draft import Draft
from weimar_bot.table.changes import Shift
from weimar_bot.table.scenario import scenarios
from weimar_bot.table.table import Table

EVENT_BY_HAND = "none"
NO_EVENT_CARD = "empty"


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: ``event`` is ``none`` (done by hand), ``empty`` (no card left) or a number.

    ``action`` asks for one Action by its dotted name instead of the bot's whole turn. ``limit`` stops
    after so many Actions. ``only_spaces`` asks for one extra Action that affects one of these spaces: the
    search begins at the top of the list and leaves no record of what was performed (R41). ``active`` is who
    played the Event, if another faction did.
    """

    table: Table
    faction: str
    card: BotCard
    event: str | int = EVENT_BY_HAND
    action: str | None = None
    switches: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[int, EventCard] | None = None
    limit: int = 2
    only_spaces: frozenset[str] | None = None
    active: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """An Action passed over, and why."""

    name: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything decided, in order, and how it came about; ``left`` is what of an Event others see to."""

    request: Request
    deeds: tuple[Deed, ...]
    skipped: tuple[Skipped, ...]
    rolls: tuple[tuple[str, int], ...]
    trace: Trace
    after: Table
    charts: Charts
    left: tuple[Left, ...] = ()
    drawn: int = 0
    invented_flips: int = 0


@cache
def shipped_charts() -> Charts:
    """The charts of the ``flowcharts`` folder, loaded once."""
    return load_charts(sorted(resources.folder("flowcharts").glob("*.yaml")), vocabulary())


def decide(request: Request, chance: Chance, charts: Charts | None = None) -> Decision:
    """Decide one bot turn, or the one Action asked for.

    Raises :class:`UnreadableInput` for a card of another faction, an Action that is not one of the
    faction's, or an Event the library does not hold; an :class:`Untold` of the chance gets what was decided
    before it.
    """
    charts = charts or shipped_charts()
    _check(request)
    scene, trace = _scene(request, chance, charts)
    skipped: list[Skipped] = []
    try:
        _walk(scene, request, charts, skipped)
    except Untold as untold:
        untold.partial = _decision(request, scene, trace, skipped, charts, chance)
        raise
    return _decision(request, scene, trace, skipped, charts, chance)


def _walk(scene: Scene, request: Request, charts: Charts, skipped: list[Skipped]) -> None:
    if request.action is not None:
        _one_action(scene, charts, request, skipped)
    elif request.only_spaces is not None:
        scene.walker.priority(f"{scene.faction}.turn", 1)
    else:
        _turn(scene, request, skipped)


def _decision(
    request: Request,
    scene: Scene,
    trace: Trace,
    skipped: Iterable[Skipped],
    charts: Charts,
    chance: Chance,
) -> Decision:
    """What a scene has come to."""
    passed = list(_passed_over(trace, scene.deeds))
    known = {one.name for one in passed}
    return Decision(
        request,
        tuple(scene.deeds),
        (*passed, *(one for one in skipped if one.name not in known)),
        tuple(scene.rolls),
        trace,
        scene.table,
        charts,
        tuple(scene.left),
        chance.drawn,
        chance.invented_flips,
    )


def would_have_effect(request: Request, number: int) -> bool:
    """Whether the Event ``request.active`` played would change anything, as far as is known [8.7].

    Raises :class:`UnreadableInput` for an Event the library does not hold.
    """
    scene, _ = _scene(request, Chance(), shipped_charts())
    return events.has_effect(
        scene, number, request.cards, active=request.active, ignore_requires=_ignores_requires(scene.table)
    )


def choose_space(request: Request, chance: Chance, spaces: Iterable[str], cube_of: str | None = None) -> str:
    """One of ``spaces`` by the Order of Operations, for what no Action covers (R40, R46).

    With ``cube_of`` a cube of that faction is removed there, so B comes before E.
    """
    scene, _ = _scene(request, chance, shipped_charts())

    def removing(space: str) -> Callable[[Draft], None]:
        return lambda draft: draft.remove_influence(cube_of, space, 1) if cube_of else None

    options = [scene.choice(removing(space), space=space) for space in spaces]
    chosen = scene.choose(options, "influence" if cube_of else "any_space")
    assert chosen is not None and chosen.space is not None
    return chosen.space


def _scene(request: Request, chance: Chance, charts: Charts) -> tuple[Scene, Trace]:
    scene = Scene(request.table, request.faction, request.card, chance, request.switches)
    scene.only_spaces = request.only_spaces
    trace = Trace()
    scene.walker = Walker(charts, vocabulary(), scene, trace)
    return scene, trace


def _check(request: Request) -> None:
    card = request.card
    if card.faction != request.faction:
        message = f"bot card {card.number} is one of {card.faction}, not of {request.faction}"
        raise UnreadableInput(Fault(message, sections=("8.2",)))


def _turn(scene: Scene, request: Request, skipped: list[Skipped]) -> None:
    """The Event if the card says so, then one or two Actions [8.5]."""
    start = f"{scene.faction}.turn"
    own = {child.called_in(scene.faction) for child in scene.walker.charts.node(start).children}
    done = tuple(entry for entry in scene.table.listed("turn.performed") if entry in own)
    actions = _number_of_actions(request)
    if isinstance(request.event, int):
        if request.card.plays_event:
            scene.left += _perform_event(scene, request, request.event)
        else:
            skipped.append(Skipped(f"event.{request.event}", "the card plays no Event", ("8.5",)))
    left = min(actions - len(done), request.limit)
    if left < 1:
        skipped.append(Skipped("actions", f"the card allows {actions}, and that many are done", ("8.5",)))
        return
    while left > 0:
        scene.begin_action()
        outcomes = scene.walker.priority(start, 1, done)
        performed = [o.entry for o in outcomes if o.performed]
        if not performed:
            break
        done = _note_performed(scene, performed[0])
        left -= 1


def _perform_event(scene: Scene, request: Request, number: int) -> tuple[Left, ...]:
    """Carry an Event out; what is left for a person, the game or another faction [8.7]."""
    return events.perform(
        scene, number, request.cards, active=request.active, ignore_requires=_ignores_requires(scene.table)
    )


def _ignores_requires(table: Table) -> bool:
    scenario = table.state["scenario"]
    return isinstance(scenario, str) and scenarios()[scenario].ignores_requires


def _number_of_actions(request: Request) -> int:
    """Two where the card plays an Event and there is one, else one (8.5, R38)."""
    return 2 if request.card.plays_event and request.event != NO_EVENT_CARD else 1


def _note_performed(scene: Scene, entry: str) -> tuple[str, ...]:
    """Note the entry in the turn record, so that the next Action goes on after it (R01)."""
    done = scene.table.listed("turn.performed")
    after = (*done, entry)
    scene.table = Shift("turn.performed", done, after).apply(scene.table)
    return after


def _one_action(scene: Scene, charts: Charts, request: Request, skipped: list[Skipped]) -> None:
    assert request.action is not None
    number = request.action.removeprefix("event.")
    if number != request.action:
        scene.left += _perform_event(scene, request, events.number_of(number))
        return
    *above, node = way_to(charts, request.faction, request.action)
    outcome = scene.walker.walk_within(above, node)
    if outcome.performed:
        _note_performed(scene, request.action.partition(".")[0])
    else:
        skipped.append(Skipped(request.action, outcome.why, outcome.cites))


def _passed_over(trace: Trace, deeds: Iterable[Deed]) -> Iterable[Skipped]:
    """Actions that had no effect, by their dotted names, in the order in which they were tried (R02).

    One that was done in another way after all is not passed over; one tried in several ways has
    all their reasons.
    """
    done = {deed.doing.name for deed in deeds}
    attempts: dict[str, list[Attempt]] = {}
    for attempt in passed_over(trace):
        if attempt.name not in done:
            attempts.setdefault(attempt.name, []).append(attempt)
    for name, tried in attempts.items():
        # A way that was not even looked for says nothing where another one was.
        told = [one for one in tried if not one.by_condition] or tried
        why = "; ".join(dict.fromkeys(one.why for one in told))
        yield Skipped(name, why, tuple(dict.fromkeys(cite for one in told for cite in one.cites)))
