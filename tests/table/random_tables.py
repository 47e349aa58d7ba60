"""Random tables that could lie on a table, for tests that must hold on any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from weimar_bot.table.board import ECONOMY_NAMES, STANCE_LIMIT, TOP_LEVEL, UNITY, Board
from weimar_bot.table.check import CARD_STATES, LEVERAGE, PERFORMABLE
from weimar_bot.table.pieces import (
    ASSASSINATIONS,
    CADRES,
    CLIQUES,
    FACTIONS,
    INFLUENCE,
    SUDDEN_VICTORY,
)
from weimar_bot.table.scenario import reaction_limited, scenarios, stances_in_use
from weimar_bot.table.table import CONTROLS, DEFAULTS, Table, Value

# Units are not limited by the board file; these are amounts a table may well show.
_UNITS = {
    "freikorps_loyal": ("coalition", 5),
    "freikorps_unrevealed": ("coalition", 8),
    "rogue_freikorps": ("rc", 8),
    "sa": ("nsdap", 10),
    "worker_militia": ("kpd", 10),
}

_FACES = {"strike": ("strike", "uprising"), "assassinations": tuple(ASSASSINATIONS.values())}
# Pieces that share no place with any of these.
_ALONE = {
    "strike": _FACES["strike"],
    "reform": ("reform",),
    "dollar_dependence": ("dollar_dependence",),
    **dict.fromkeys(CADRES.values(), tuple(CADRES.values())),
}


def random_table(rng: Random, board: Board) -> Table:
    """A table that nothing in :func:`weimar_bot.table.check.impossible` objects to.

    Cubes are conserved, and so is every other counted piece, save for a few kept out of play.
    """
    return _Random(rng, board).table()


class _Random:
    def __init__(self, rng: Random, board: Board) -> None:
        self.rng = rng
        self.board = board
        self.spaces = list(board.spaces)
        self.places: dict[str, dict[str, int]] = {}
        self.state: dict[str, Value] = dict(DEFAULTS)
        self.fullness = rng.random()

    def table(self) -> Table:
        self._markers()
        self._leverage()
        self._levels()
        self._held_pieces()
        self._units()
        self._single_markers()
        self._cliques()
        self._cubes()
        self._cards_and_notes()
        return Table(self.board, self.places, self.state)

    def _put(self, place: str, piece: str, count: int = 1) -> None:
        if count:
            here = self.places.setdefault(place, {})
            here[piece] = here.get(piece, 0) + count

    def _some(self, items: Iterable[str]) -> list[str]:
        return [item for item in items if self.rng.random() < 0.4]

    def _often(self) -> bool:
        return self.rng.random() < 0.5

    def _shuffled(self, items: Sequence[str]) -> list[str]:
        return self.rng.sample(list(items), len(items))

    # -- markers ---------------------------------------------------------------------------------

    def _markers(self) -> None:
        rng, state = self.rng, self.state
        state["scenario"] = rng.choice([None, *scenarios()])
        state["year"] = rng.randint(1919, 1933)
        state["round"] = rng.choice(["early", "late"])
        state["turn_order"] = tuple(self._shuffled(FACTIONS))
        state["momentum"] = rng.choice(FACTIONS)
        state["non_player"] = tuple(self._some(FACTIONS))
        state["economy"] = rng.choice(list(ECONOMY_NAMES))
        state["us_deals"] = rng.randint(1, TOP_LEVEL)
        state["ussr_deals"] = rng.randint(1, TOP_LEVEL)
        state["unity"] = rng.choice(UNITY)
        scenario = state["scenario"]
        for faction in CADRES:
            used = not isinstance(scenario, str) or stances_in_use(scenario)
            played = used and rng.random() < 0.9
            state[f"{faction}_stance"] = rng.randint(-STANCE_LIMIT, STANCE_LIMIT) if played else None

    def _leverage(self) -> None:
        self.leverage = {colour: self.board.pieces[colour] for colour in LEVERAGE}
        for track, colour in (("progress", "yellow_leverage"), ("reaction", "black_leverage")):
            boxes = self.board.tracks[track]["leverage"]
            placed = list(boxes[: self.rng.randint(0, len(boxes))])
            if placed and self.rng.random() < 0.2:
                placed.pop(self.rng.randrange(len(placed)))
            for box in placed:
                self._lay_leverage(f"{track}:{box}", colour)
        for side in self.board.tracks["economy"]["leverage"].values():
            for box in side[: self.rng.randint(0, len(side))]:
                if f"economy:{box}" not in self.places:
                    self._lay_leverage(f"economy:{box}", self.rng.choice(LEVERAGE))
        for colour in LEVERAGE:
            for space in self.rng.choices(self.spaces, k=self.rng.randint(0, self.leverage[colour])):
                if self._often():
                    self._lay_leverage(space, colour)

    def _lay_leverage(self, place: str, colour: str) -> None:
        if self.leverage[colour]:
            self.leverage[colour] -= 1
            self._put(place, colour)

    def _levels(self) -> None:
        limits = {}
        for track, colour in (("progress", "yellow_leverage"), ("reaction", "black_leverage")):
            boxes = self.board.tracks[track]["leverage"]
            limits[track] = max(
                (box for box in boxes if self.places.get(f"{track}:{box}", {}).get(colour)), default=1
            )
        progress = self.rng.randint(1, limits["progress"])
        top = limits["reaction"]
        if reaction_limited(Table(self.board, {}, self.state)):
            top = min(top, progress + 1)
        self.state |= {"progress": progress, "reaction": self.rng.randint(1, top)}

    # -- pieces ----------------------------------------------------------------------------------

    def _held_pieces(self) -> None:
        """Every counted piece but cubes: some on the map or a mat, some waiting, some out of play."""
        for kind in ("yellow_leverage", "black_leverage"):
            self._wait(kind, self.leverage[kind])
        for kind in (
            "reform",
            "reichswehr",
            "strike",
            "kpd_cadre",
            "nsdap_cadre",
            "assassinations",
            "middle_class",
            "dollar_dependence",
        ):
            total = self.board.pieces[kind]
            laid = self.rng.randint(0, total)
            self._wait(kind, total - sum(self._lay(kind) for _ in range(laid)))

    def _wait(self, kind: str, left: int) -> None:
        boxes = self._shuffled([box.id for box in self.board.boxes.get(kind, ())])
        for box in boxes[: min(left, self.rng.randint(0, len(boxes)))]:
            self._put(box, kind)

    def _lay(self, kind: str) -> bool:
        """Lay one piece where it is in play; False if the place that came up is taken."""
        faces = _FACES.get(kind, (kind,))
        if kind == "middle_class":
            place = self.rng.choice(FACTIONS)
        elif kind == "dollar_dependence":
            place = f"economy:{self.rng.choice(self.board.tracks['economy']['dollar_dependence'])}"
        else:
            place = self.rng.choice(self.spaces)
        if any(face in self.places.get(place, {}) for face in _ALONE.get(kind, ())):
            return False
        self._put(place, self.rng.choice(faces))
        return True

    def _units(self) -> None:
        for unit, (faction, most) in _UNITS.items():
            for _ in range(self.rng.randint(0, most)):
                self._put(faction if self._often() else self.rng.choice(self.spaces), unit)

    def _single_markers(self) -> None:
        for faction, marker in SUDDEN_VICTORY.items():
            place = self.rng.choice([faction, "timeline", None])
            if place:
                self._put(place, marker)
        place = self.rng.choice(["kpd", "timeline", None])
        if place:
            self._put(place, "general_strike")

    def _cliques(self) -> None:
        boxes = self._shuffled([box.id for box in self.board.boxes["conservative_clique"]])
        for clique in CLIQUES:
            place = self.rng.choice([boxes.pop(), self.rng.choice(self.spaces), None])
            if place:
                self._put(place, clique)

    def _cubes(self) -> None:
        left = {faction: self.board.pieces["influence"][faction] for faction in FACTIONS}
        for space in self._shuffled(self.spaces):
            for _ in range(self.board.spaces[space].pop):
                faction = self.rng.choice(FACTIONS)
                if self.rng.random() < self.fullness and left[faction]:
                    left[faction] -= 1
                    self._put(space, INFLUENCE[faction])
        given = self._some(FACTIONS)
        for faction in FACTIONS:
            if faction in given:
                left[faction] = self.rng.randint(0, left[faction])
            self._put(faction, INFLUENCE[faction], left[faction])
        self.state["supply_given"] = tuple(given)

    # -- cards and notes -------------------------------------------------------------------------

    def _card(self) -> tuple[str | None, bool]:
        holder = self.rng.choice([None, *FACTIONS])
        return holder, holder is not None and self._often()

    def _cards_and_notes(self) -> None:
        state = self.state
        state["article_48"] = self.rng.choice(CARD_STATES)
        state["reichstag_seats"] = self._card()
        state |= {f"control.{area}": self._card() for area in CONTROLS}
        state["lingering"] = tuple(sorted(self.rng.sample(range(1, 160), self.rng.randint(0, 5))))
        if self._often():
            for note in ("placed_influence", "removed_influence", "assaulted"):
                state[f"turn.{note}"] = tuple(self.rng.sample(self.spaces, self.rng.randint(0, 3)))
            state["turn.performed"] = tuple(self._some(PERFORMABLE))


def all_pieces(table: Table) -> set[str]:
    """Every face that lies somewhere on ``table``."""
    return {piece for here in table.places.values() for piece, count in here.items() if count}
