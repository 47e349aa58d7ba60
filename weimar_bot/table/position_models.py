"""The shape of a position file, checked by pydantic.

Only structure and words are checked here; what cannot lie on a table is found by
:mod:`weimar_bot.table.check`. Words are taken as people write them and come out as ids. Lists and
counts keep the order of the file, so that a fault can be traced back to its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from weimar_bot.reading import names
from weimar_bot.table.board import ECONOMY_NAMES, STANCE_LIMIT, TOP_LEVEL, UNITY, Board
from weimar_bot.table.board_file import space_fault, spaces_named
from weimar_bot.table.check import CARD_STATES, PERFORMABLE
from weimar_bot.table.pieces import ASSASSINATION_SIDES, CADRES, FACTIONS, UNITS
from weimar_bot.table.scenario import scenarios
from weimar_bot.table.table import CONTROLS

_CLIQUE_BOX = re.compile(r"\s*(rc|reaction)\s*:\s*([0-9]{1,3})\s*\Z", re.IGNORECASE)


# -- words -------------------------------------------------------------------------------------------


def _fault(kind: str, message: str, *at: int) -> PydanticCustomError:
    """An error that says ``message``; ``at`` leads from the checked value to the one at fault."""
    # Handed over as a value: braces in what people write are no template.
    return PydanticCustomError(kind, "{message}", {"message": message, "at": at})


def _word(valid: Iterable[str]) -> BeforeValidator:
    """One of a few words, whatever its case, with blanks or hyphens as well as underscores."""
    by_form = {names.fold(word): word for word in valid}

    def resolve(value: Any) -> str:
        found = by_form.get(names.fold(value)) if isinstance(value, str) else None
        if found is None:
            hint = names.did_you_mean(value, by_form.values())
            raise _fault("unknown_word", f"{names.quoted(value)} is not known here{hint}")
        return found

    return BeforeValidator(resolve)


def _board(info: ValidationInfo) -> Board:
    assert info.context is not None
    board = info.context["board"]
    assert isinstance(board, Board)
    return board


def _space(value: Any, info: ValidationInfo) -> str:
    board = _board(info)
    found = spaces_named(value, board)
    if len(found) != 1:
        raise _fault("ambiguous" if found else "unknown_word", space_fault(value, found, board))
    return found[0]


def _clique_place(value: Any, info: ValidationInfo) -> str:
    box = _CLIQUE_BOX.match(value) if isinstance(value, str) else None
    return f"{box[1].lower()}:{int(box[2])}" if box else _space(value, info)


def _area(value: Any, info: ValidationInfo) -> str:
    """An area with a Parliamentary Control card of its own [5.10]."""
    board = _board(info)
    found = names.matches(value, board.spellings) if isinstance(value, str) else []
    areas = [area for area in found if area in CONTROLS]
    if len(areas) == 1:
        return areas[0]
    if areas:
        several = " or ".join(board.area_name(area) for area in areas)
        raise _fault("ambiguous", f"{names.quoted(value)} may be {several}; write one of them")
    near = names.nearest(value, CONTROLS)
    hint = f"did you mean {near!r}?" if near else f"valid: {', '.join(CONTROLS)}"
    raise _fault("unknown_word", f"{names.quoted(value)} has no Parliamentary Control card; {hint}")


def _no_repeats(values: list[Any]) -> list[Any]:
    for at, value in enumerate(values):
        if value in values[:at]:
            raise _fault("repeated", f"{names.quoted(value)} stands here a second time", at)
    return values


def _all_factions(values: list[str]) -> list[str]:
    missing = [faction for faction in FACTIONS if faction not in values]
    if missing:
        raise _fault("missing", f"each faction must stand here once; missing: {', '.join(missing)}")
    return values


def _as_list(value: Any) -> Any:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _nothing_is_empty(value: Any) -> Any:
    return {} if value is None else value


Faction = Annotated[str, _word(FACTIONS)]
Factions = Annotated[list[Faction], AfterValidator(_no_repeats)]
Side = Annotated[str, _word(ASSASSINATION_SIDES)]
EconomyBox = Annotated[str, _word(ECONOMY_NAMES)]
SpaceName = Annotated[str, BeforeValidator(_space)]
Count = Annotated[int, Field(ge=0)]
Level = Annotated[int, Field(ge=1, le=TOP_LEVEL)]
Stance = Annotated[int, Field(ge=-STANCE_LIMIT, le=STANCE_LIMIT)] | None
# Numbers of boxes: whether there is such a box is for the check to say, since the board may differ.
Boxes = list[int]


class _Model(BaseModel):
    """Strict, without unknown keys; keys are taken in any case, an empty entry as one without keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if data is None:
            return {}
        if not isinstance(data, dict):
            return data
        return {known_key(cls, key, data): value for key, value in data.items()}


def known_key(model: type[BaseModel], key: Any, data: dict[Any, Any]) -> Any:
    """The field ``key`` stands for; the key itself if there is none, or if it is there already."""
    if not isinstance(key, str) or key in model.model_fields:
        return str(key)
    form = names.fold(key)
    field = next((field for field in model.model_fields if names.fold(field) == form), key)
    first = next((other for other in data if isinstance(other, str) and names.fold(other) == form), key)
    return key if field in data or first != key else field


# -- the map -----------------------------------------------------------------------------------------


class Units(_Model):
    reichswehr: Count = 0
    freikorps_loyal: Count = 0
    freikorps_unrevealed: Count = 0
    rogue_freikorps: Count = 0
    sa: Count = 0
    worker_militia: Count = 0


class SpaceEntry(_Model):
    coalition: Count = 0
    kpd: Count = 0
    nsdap: Count = 0
    rc: Count = 0
    units: Units = Units()
    strike: bool = False
    uprising: bool = False
    reform: bool = False
    yellow_leverage: Count = 0
    black_leverage: Count = 0
    assassinations: Annotated[list[Side], BeforeValidator(_as_list)] = []
    cadre: Annotated[str, _word(CADRES)] | None = None


# -- tracks and mats ---------------------------------------------------------------------------------


class Leverage(_Model):
    progress: Boxes = []
    reaction: Boxes = []
    economy: Annotated[
        dict[EconomyBox, Annotated[str, _word(("yellow", "black"))]], BeforeValidator(_nothing_is_empty)
    ] = {}


class HeldPawns(_Model):
    levels: Boxes = []
    economy: list[EconomyBox] = []


class HeldProgress(_Model):
    reforms: Boxes = []


class HeldReaction(_Model):
    assassinations: Boxes = []
    nsdap_cadres: Boxes = []
    conservative_clique: Boxes = []


class HeldUsDeals(_Model):
    yellow_leverage: Boxes = []
    dollar_dependence: Boxes = []


class HeldUssrDeals(_Model):
    reichswehr: Boxes = []
    yellow_leverage: Boxes = []
    black_leverage: Boxes = []
    kpd_cadres: Boxes = []


class Holding(_Model):
    middle_class: HeldPawns = HeldPawns()
    progress: HeldProgress = HeldProgress()
    reaction: HeldReaction = HeldReaction()
    us_deals: HeldUsDeals = HeldUsDeals()
    ussr_deals: HeldUssrDeals = HeldUssrDeals()


class CoalitionMat(_Model):
    middle_class: Count = 0
    freikorps_unrevealed: Count = 0
    freikorps_loyal: Count = 0
    reformation: bool = False


class KpdMat(_Model):
    middle_class: Count = 0
    worker_militia: Count = 0
    strikes: Boxes = []
    cadres: Boxes = []
    general_strike: bool = False
    revolution: bool = False


class NsdapMat(_Model):
    middle_class: Count = 0
    sa: Count = 0
    cadres: Boxes = []
    assassinations: Boxes = []
    putsch: bool = False


class RcMat(_Model):
    middle_class: Count = 0
    rogue_freikorps: Count = 0
    leverage: Boxes = []
    conservative_cliques: Boxes = []
    assassinations: Count = 0
    putsch: bool = False


class Mats(_Model):
    coalition: CoalitionMat = CoalitionMat()
    kpd: KpdMat = KpdMat()
    nsdap: NsdapMat = NsdapMat()
    rc: RcMat = RcMat()


# -- cards, notes, everything ------------------------------------------------------------------------


class Card(_Model):
    """A card used once between Elections; without a holder it is set aside [5.1]."""

    holder: Faction | None = None
    available: bool = True


class Cards(_Model):
    article_48: Annotated[str, _word(CARD_STATES)] = "out"
    reichstag_seats: Card = Card()
    parliamentary_control: Annotated[
        dict[Annotated[str, BeforeValidator(_area)], Card], BeforeValidator(_nothing_is_empty)
    ] = {}


class Cliques(_Model):
    a: Annotated[str, BeforeValidator(_clique_place)] | None = None
    b: Annotated[str, BeforeValidator(_clique_place)] | None = None
    c: Annotated[str, BeforeValidator(_clique_place)] | None = None


class Turn(_Model):
    placed_influence: list[SpaceName] = []
    removed_influence: list[SpaceName] = []
    assaulted: list[SpaceName] = []
    performed: list[Annotated[str, _word(PERFORMABLE)]] = []


class Position(_Model):
    scenario: Annotated[str, _word(scenarios())] | None = None
    year: Annotated[int, Field(ge=1919, le=1933)] = 1919
    round: Annotated[str, _word(("early", "late"))] = "early"
    turn_order: Annotated[Factions, AfterValidator(_all_factions)] = list(FACTIONS)
    momentum: Faction = "coalition"
    non_player: Factions = []
    economy: EconomyBox = "stable"
    progress: Level = 1
    reaction: Level = 1
    us_deals: Level = 1
    ussr_deals: Level = 1
    unity: Annotated[str, _word(UNITY)] = "sound"
    kpd_stance: Stance = 0
    nsdap_stance: Stance = 0
    leverage: Leverage = Leverage()
    economy_dollar_dependence: list[EconomyBox] = []
    holding: Holding = Holding()
    mats: Mats = Mats()
    influence_supply: Annotated[dict[Faction, Count], BeforeValidator(_nothing_is_empty)] = {}
    cards: Cards = Cards()
    lingering: list[Annotated[int, Field(ge=1)]] = []
    general_strike: bool = False
    sudden_victory: Factions = []
    cliques: Cliques = Cliques()
    turn: Turn = Turn()
    spaces: Annotated[dict[SpaceName, SpaceEntry], BeforeValidator(_nothing_is_empty)] = {}


assert set(Units.model_fields) == set(UNITS)
