"""A whole table on one line, to be pasted into tests, reports and messages.

Eleven fields with one blank between them, always in this order; ``-`` is an empty field::

    wr1 the_fate_of_the_republic 1931-late cknr/c/c
    eco.r2,pro.1,rea.2,usd.3,sov.3,uni.sound,kpd.0,nsd.0
    art=available,seats=k+,BER=c+ 16,20 placed=POM,supply=k
    eco.l3=Yl/eco.r1=Dd/pro.2=Yl/rea.2=BlAs/sov.3=RwBl/rc.2=Qb
    coa=c43Fu3Mc/kpd=k30Wm5/nsd=n35Sa4/rc=r34Fr2 POM=c2r1RwFr2Sa/BAY=Qa

(broken over several lines here only). They are

1.  ``wr1``, the version of the notation;
2.  the scenario's id;
3.  year and round;
4.  turn order, Momentum, non-player factions: ``c`` Coalition, ``k`` KPD, ``n`` NSDAP, ``r`` RC;
5.  the markers: Economy (``hy l3 l2 l1 st r1 r2 r3 mu``), Progress, Reaction, U.S. Deals, U.S.S.R.
    Deals, Unity, both Stances (``x``: not in use);
6.  cards: Article 48, Reichstag Seats and the Parliamentary Control of ``HAM MUE KOE BER BAY NST SST
    PRP``, each with its holder and ``+`` available or ``-`` used; cards set aside are left out;
7.  Lingering Events;
8.  what was done in this Action Step: ``placed=POM+BAY,removed=..,assaulted=..,performed=special``,
    and ``supply=ck`` for factions whose supply was counted and not reckoned;
9.  the boxes of tracks and mats with what lies in them: ``pro rea usd sov eco mid`` (the pawns between
    Progress and Reaction) and ``kpd nsd rc``, a dot, the box;
10. the mats (``coa kpd nsd rc``) with loose pieces and the cubes in supply, and ``time``, the Timeline;
11. the map, a space by three capital letters (:data:`SPACE_CODES`).

Pieces are cubes ``c k n r``, always with their number, and two letters for the rest
(:data:`PIECE_CODES`), with a number where there are several.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from weimar_bot.reading import names
from weimar_bot.reading.faults import Collector, Fault, Place
from weimar_bot.table import check
from weimar_bot.table.board import ECONOMY_NAMES, STANCE_LIMIT, TOP_LEVEL, UNITY, Board
from weimar_bot.table.pieces import CUBES, FACTIONS, PIECES
from weimar_bot.table.scenario import scenarios, stances_in_use
from weimar_bot.table.table import CONTROLS, DEFAULTS, Table, Value

VERSION: Final = "wr1"
FIELDS: Final = (
    "version",
    "scenario",
    "time",
    "order",
    "markers",
    "cards",
    "lingering",
    "notes",
    "boxes",
    "mats",
    "map",
)

SPACE_CODES: Final = {
    "schleswig_holstein": "SHO",
    "mecklenburg": "MEK",
    "pommern": "POM",
    "posen_westpreussen": "POS",
    "ostpreussen": "OPR",
    "oldenburg": "OLD",
    "provinz_hannover": "HAN",
    "provinz_sachsen": "PSA",
    "brandenburg": "BRA",
    "provinz_westfalen": "WES",
    "waldeck_lippe": "WAL",
    "braunschweig_anhalt": "BAN",
    "sachsen": "SAC",
    "niederschlesien": "NSL",
    "oberschlesien": "OSL",
    "rheinprovinz": "RHE",
    "hessenprovinz": "HNA",
    "thueringen": "THU",
    "hessen": "HES",
    "baden": "BAD",
    "wuerttemberg": "WUE",
    "bayern": "BAY",
    "hamburg": "HAM",
    "koeln": "KOE",
    "muenchen": "MUE",
    "berlin": "BER",
}
AREA_CODES: Final = {
    **{area: SPACE_CODES[area] for area in CONTROLS if area in SPACE_CODES},
    "northern_states": "NST",
    "southern_states": "SST",
    "prussian_provinces": "PRP",
}
PIECE_CODES: Final = {
    "coalition_influence": "c",
    "kpd_influence": "k",
    "nsdap_influence": "n",
    "rc_influence": "r",
    "reichswehr": "Rw",
    "freikorps_loyal": "Fl",
    "freikorps_unrevealed": "Fu",
    "rogue_freikorps": "Fr",
    "sa": "Sa",
    "worker_militia": "Wm",
    "strike": "St",
    "uprising": "Up",
    "reform": "Re",
    "yellow_leverage": "Yl",
    "black_leverage": "Bl",
    "kpd_cadre": "Ck",
    "nsdap_cadre": "Cn",
    "assassinations": "As",
    "assassinations_yellow_red": "Ay",
    "assassinations_brown_black": "Ab",
    "clique_a": "Qa",
    "clique_b": "Qb",
    "clique_c": "Qc",
    "middle_class": "Mc",
    "dollar_dependence": "Dd",
    "general_strike": "Gs",
    "reformation": "Rf",
    "revolution": "Rv",
    "brown_putsch": "Pn",
    "black_putsch": "Pb",
}
ECONOMY_CODES: Final = {
    "hyperinflation": "hy",
    "left_3": "l3",
    "left_2": "l2",
    "left_1": "l1",
    "stable": "st",
    "right_1": "r1",
    "right_2": "r2",
    "right_3": "r3",
    "mass_unemployment": "mu",
}
FACTION_CODES: Final = {faction: faction[0] for faction in FACTIONS}
TRACK_CODES: Final = {
    "economy": "eco",
    "progress": "pro",
    "reaction": "rea",
    "us_deals": "usd",
    "ussr_deals": "sov",
    "middle_class": "mid",
    "kpd": "kpd",
    "nsdap": "nsd",
    "rc": "rc",
}
MAT_CODES: Final = {"coalition": "coa", "kpd": "kpd", "nsdap": "nsd", "rc": "rc", "timeline": "time"}
_MARKER_CODES: Final = {
    "economy": "eco",
    "progress": "pro",
    "reaction": "rea",
    "us_deals": "usd",
    "ussr_deals": "sov",
    "unity": "uni",
    "kpd_stance": "kpd",
    "nsdap_stance": "nsd",
}
_NOTE_CODES: Final = {
    "turn.placed_influence": "placed",
    "turn.removed_influence": "removed",
    "turn.assaulted": "assaulted",
    "turn.performed": "performed",
    "supply_given": "supply",
}
_PIECE: Final = re.compile(r"([cknr]|[A-Z][a-z])([0-9]{0,3})")


# -- writing -----------------------------------------------------------------------------------------


def to_notation(table: Table) -> str:
    """``table`` on one line; see the module for how to read it."""
    state = table.state
    order, bots = _letters(table.listed("turn_order")), _letters(table.listed("non_player"))
    people = f"{order}/{FACTION_CODES[table.text('momentum')]}/{bots}"
    spaces = {place: SPACE_CODES[place] for place in table.board.spaces}
    boxed = sorted((place for place in table.places if ":" in place), key=_box_order)
    boxes = {place: _box_code(place) for place in boxed}
    fields = (
        VERSION,
        state["scenario"],
        f"{state['year']}-{state['round']}",
        people,
        ",".join(f"{code}.{_marker(key, state[key])}" for key, code in _MARKER_CODES.items()),
        _cards(state),
        ",".join(str(event) for event in table.listed("lingering")),
        _notes(table),
        _places(table, boxes),
        _places(table, MAT_CODES),
        _places(table, spaces),
    )
    return " ".join(str(part or "-") for part in fields)


def _letters(factions: Iterable[str]) -> str:
    return "".join(FACTION_CODES[faction] for faction in factions) or "-"


def _marker(key: str, value: Value) -> str:
    if key == "economy":
        return ECONOMY_CODES[str(value)]
    return "x" if value is None else str(value)


def _cards(state: Mapping[str, Value]) -> str:
    parts = [f"art={state['article_48']}"] if state["article_48"] != DEFAULTS["article_48"] else []
    codes = {"reichstag_seats": "seats", **{f"control.{area}": code for area, code in AREA_CODES.items()}}
    for key, code in codes.items():
        card = state[key]
        assert isinstance(card, tuple)
        holder, available = card
        if holder is not None:
            parts.append(f"{code}={FACTION_CODES[str(holder)]}{'+' if available else '-'}")
    return ",".join(parts)


def _notes(table: Table) -> str:
    parts = []
    for key, code in _NOTE_CODES.items():
        words = table.listed(key)
        if words and key == "supply_given":
            parts.append(f"{code}={_letters(words)}")
        elif words:
            parts.append(f"{code}={'+'.join(SPACE_CODES.get(word, word) for word in words)}")
    return ",".join(parts)


def _box_order(place: str) -> tuple[int, int, str]:
    track, _, box = place.partition(":")
    at = list(ECONOMY_NAMES).index(box) if track == "economy" else int(box)
    return list(TRACK_CODES).index(track), at, box


def _box_code(place: str) -> str:
    track, _, box = place.partition(":")
    return f"{TRACK_CODES[track]}.{ECONOMY_CODES[box] if track == 'economy' else box}"


def _places(table: Table, codes: Mapping[str, str]) -> str:
    parts = []
    for place, code in codes.items():
        here = table.at(place)
        pieces = "".join(
            f"{short}{here[piece] if here[piece] > 1 or piece in CUBES else ''}"
            for piece, short in PIECE_CODES.items()
            if here.get(piece)
        )
        if pieces:
            parts.append(f"{code}={pieces}")
    return "/".join(parts)


# -- reading -----------------------------------------------------------------------------------------


def from_notation(text: str, board: Board, force: bool = False) -> Table:
    """The table a line of notation stands for.

    Raises :class:`UnreadableInput` for what cannot be understood, with its column, and
    :class:`ImpossibleInput` for a table that cannot be, unless ``force`` is set.
    """
    reading = _Reading(board)
    reading.read(text)
    reading.faults.raise_if_unusable()
    table = Table(board, reading.places, reading.state)
    if not force:
        whole = Place(_NAME, 1, 1)
        for fault in check.impossible(table, reading.where):
            reading.faults.impossible.append(Fault(fault.message, fault.place or whole, fault.sections))
        reading.faults.raise_if_unusable()
    return table


_NAME: Final = "notation"


@dataclass(frozen=True, slots=True)
class _Bit:
    """A stretch of the text and the column where it begins."""

    text: str
    column: int

    def split(self, by: str) -> list[_Bit]:
        bits, column = [], self.column
        for part in self.text.split(by):
            bits.append(_Bit(part, column))
            column += len(part) + len(by)
        return bits

    def parted(self, by: str) -> tuple[_Bit, _Bit] | None:
        head, found, tail = self.text.partition(by)
        return (_Bit(head, self.column), _Bit(tail, self.column + len(head) + len(by))) if found else None


@dataclass
class _Reading:
    board: Board
    faults: Collector = field(default_factory=Collector)
    state: dict[str, Value] = field(default_factory=lambda: dict(DEFAULTS))
    places: dict[str, dict[str, int]] = field(default_factory=dict)
    where: dict[tuple[str, str], Place] = field(default_factory=dict)

    def read(self, text: str) -> None:
        bits = _Bit(text.rstrip("\r\n"), 1).split(" ")
        if len(bits) != len(FIELDS):
            message = f"{len(bits)} fields where there must be {len(FIELDS)}: {', '.join(FIELDS)}"
            self._fault(message, bits[min(len(bits), len(FIELDS)) - 1])
            return
        if bits[0].text != VERSION:
            self._fault(f"{names.quoted(bits[0].text)} is not the version {VERSION!r}", bits[0])
            return
        readers: tuple[Callable[[_Bit], None], ...] = (
            self._scenario,
            self._time,
            self._order,
            self._markers,
            self._cards,
            self._lingering,
            self._notes,
            self._boxes,
            self._mats,
            self._map,
        )
        for bit, reader in zip(bits[1:], readers, strict=True):
            if bit.text == "-" and reader not in (self._time, self._order, self._markers):
                continue
            reader(bit)

    # -- small things ----------------------------------------------------------------------------

    def _fault(self, message: str, bit: _Bit) -> None:
        self.faults.unreadable.append(Fault(message, Place(_NAME, 1, bit.column)))

    def _id(self, bit: _Bit, codes: Mapping[str, str], what: str) -> str | None:
        """The id whose code ``bit`` is."""
        found = next((ident for ident, code in codes.items() if code == bit.text), None)
        if found is None:
            hint = names.did_you_mean(bit.text, codes.values())
            self._fault(f"{names.quoted(bit.text)} is not {what}{hint}", bit)
        return found

    def _word(self, bit: _Bit, valid: Iterable[str], what: str) -> str | None:
        return self._id(bit, {word: word for word in valid}, what)

    def _number(self, bit: _Bit, low: int, high: int) -> int | None:
        if re.fullmatch(r"-?[0-9]{1,6}", bit.text) and low <= int(bit.text) <= high:
            return int(bit.text)
        self._fault(f"{names.quoted(bit.text)} is not a whole number from {low} to {high}", bit)
        return None

    def _factions(self, bit: _Bit, every: bool = False) -> tuple[str, ...]:
        """Factions by their letters, none twice; with ``every`` all four."""
        if bit.text == "-" and not every:
            return ()
        letters = [_Bit(letter, bit.column + at) for at, letter in enumerate(bit.text)]
        found = [self._id(letter, FACTION_CODES, "a faction") for letter in letters]
        once = len(set(found)) == len(found) > 0
        if None not in found and not (once and (len(found) == len(FACTIONS) or not every)):
            how = "each faction once" if every else "factions, each once"
            self._fault(f"{names.quoted(bit.text)} does not name {how}", bit)
        return tuple(faction for faction in found if faction)

    def _put(self, key: str, value: Value, bit: _Bit) -> None:
        if value is not None:
            self.state[key] = value
        self.where["", key] = Place(_NAME, 1, bit.column)

    def _pairs(self, bit: _Bit, by: str, sign: str) -> list[tuple[_Bit, _Bit]]:
        """``a=1,b=2`` as pairs; one without its sign, or a first half twice, is a fault."""
        found: list[tuple[_Bit, _Bit]] = []
        for part in bit.split(by):
            pair = part.parted(sign)
            if pair is None:
                self._fault(f"{names.quoted(part.text)} lacks its {sign!r}", part)
            elif any(pair[0].text == head.text for head, _ in found):
                self._fault(f"{names.quoted(pair[0].text)} stands here a second time", pair[0])
            else:
                found.append(pair)
        return found

    # -- the fields ------------------------------------------------------------------------------

    def _scenario(self, bit: _Bit) -> None:
        self._put("scenario", self._word(bit, scenarios(), "a scenario"), bit)

    def _time(self, bit: _Bit) -> None:
        pair = bit.parted("-")
        if pair is None:
            self._fault(f"{names.quoted(bit.text)} is not a year and round such as '1919-early'", bit)
            return
        self._put("year", self._number(pair[0], 1919, 1933), pair[0])
        self._put("round", self._word(pair[1], ("early", "late"), "a round"), pair[1])

    def _order(self, bit: _Bit) -> None:
        parts = bit.split("/")
        if len(parts) != 3:
            message = "is not turn order, Momentum and non-player factions such as 'cknr/c/-'"
            self._fault(f"{names.quoted(bit.text)} {message}", bit)
            return
        self._put("turn_order", self._factions(parts[0], every=True), parts[0])
        self._put("momentum", self._id(parts[1], FACTION_CODES, "a faction"), parts[1])
        self._put("non_player", self._factions(parts[2]), parts[2])

    def _markers(self, bit: _Bit) -> None:
        found: set[str] = set()
        before = len(self.faults.unreadable)
        for head, value in self._pairs(bit, ",", "."):
            key = self._id(head, _MARKER_CODES, "a marker")
            if key is not None:
                found.add(key)
                self._marker(key, value)
        missing = [code for key, code in _MARKER_CODES.items() if key not in found]
        if missing and len(self.faults.unreadable) == before:
            self._fault(f"markers are missing: {', '.join(missing)}", bit)
        scenario = self.state["scenario"]
        if isinstance(scenario, str) and not stances_in_use(scenario):
            self.state |= {"kpd_stance": None, "nsdap_stance": None}

    def _marker(self, key: str, bit: _Bit) -> None:
        if key == "economy":
            self._put(key, self._id(bit, ECONOMY_CODES, "a box of the Economy track"), bit)
        elif key == "unity":
            self._put(key, self._word(bit, UNITY, "a level of Unity"), bit)
        elif not key.endswith("_stance"):
            self._put(key, self._number(bit, 1, TOP_LEVEL), bit)
        elif bit.text == "x":
            self.state[key] = None
        else:
            self._put(key, self._number(bit, -STANCE_LIMIT, STANCE_LIMIT), bit)

    def _cards(self, bit: _Bit) -> None:
        codes = {"article_48": "art", "reichstag_seats": "seats"}
        codes |= {f"control.{area}": code for area, code in AREA_CODES.items()}
        for head, value in self._pairs(bit, ",", "="):
            key = self._id(head, codes, "a card")
            if key == "article_48":
                self._put(key, self._word(value, check.CARD_STATES, "a state of Article 48"), value)
            elif key is not None:
                holder = self._id(_Bit(value.text[:-1], value.column), FACTION_CODES, "a faction")
                if value.text[-1:] not in ("+", "-"):
                    self._fault(f"{names.quoted(value.text)} does not end in '+' or '-'", value)
                self._put(key, (holder, value.text.endswith("+")), value)

    def _lingering(self, bit: _Bit) -> None:
        events = [self._number(part, 1, 999999) for part in bit.split(",")]
        self._put("lingering", tuple(sorted({event for event in events if event})), bit)

    def _notes(self, bit: _Bit) -> None:
        for head, value in self._pairs(bit, ",", "="):
            key = self._id(head, _NOTE_CODES, "a note")
            if key == "supply_given":
                self._put(key, self._factions(value), value)
            elif key == "turn.performed":
                words = [self._word(part, check.PERFORMABLE, "an Action") for part in value.split("+")]
                self._put(key, tuple(word for word in words if word), value)
            elif key is not None:
                spaces = [self._id(part, SPACE_CODES, "a space") for part in value.split("+")]
                self._put(key, tuple(space for space in spaces if space), value)

    def _boxes(self, bit: _Bit) -> None:
        for head, pieces in self._pairs(bit, "/", "="):
            pair = head.parted(".")
            if pair is None:
                self._fault(f"{names.quoted(head.text)} is not a box such as 'pro.3'", head)
                continue
            track = self._id(pair[0], TRACK_CODES, "a track or mat")
            box: str | int | None
            if track == "economy":
                box = self._id(pair[1], ECONOMY_CODES, "a box of the Economy track")
            else:
                box = self._number(pair[1], -STANCE_LIMIT, TOP_LEVEL)
            if track is not None and box is not None:
                self._pieces(f"{track}:{box}", pieces)

    def _mats(self, bit: _Bit) -> None:
        for head, pieces in self._pairs(bit, "/", "="):
            mat = self._id(head, MAT_CODES, "a mat")
            if mat is not None:
                self._pieces(mat, pieces)

    def _map(self, bit: _Bit) -> None:
        for head, pieces in self._pairs(bit, "/", "="):
            space = self._id(head, SPACE_CODES, "a space")
            if space is not None:
                self._pieces(space, pieces)

    def _pieces(self, place: str, bit: _Bit) -> None:
        here: dict[str, int] = {}
        at = 0
        while at < len(bit.text) or not here:
            here_bit = _Bit(bit.text[at:], bit.column + at)
            match = _PIECE.match(bit.text, at)
            if match is None:
                self._fault(f"{names.quoted(here_bit.text)} does not begin with a piece", here_bit)
                return
            piece = self._id(_Bit(match[1], here_bit.column), PIECE_CODES, "a piece")
            if piece is None:
                return
            self._piece(here, piece, match[2], here_bit)
            self.where[place, piece] = Place(_NAME, 1, here_bit.column)
            at = match.end()
        self.places[place] = here

    def _piece(self, here: dict[str, int], piece: str, digits: str, bit: _Bit) -> None:
        count = int(digits or piece not in CUBES)
        if piece in here:
            self._fault(f"{PIECES[piece].plural} stand here a second time", bit)
        elif count == 0:
            self._fault(f"{names.quoted(bit.text)} needs the number of {PIECES[piece].plural}", bit)
        here[piece] = count
