"""``weimar-bot validate``: every fault of flowcharts, cards, events and positions, with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from weimar_bot import resources
from weimar_bot.bot import cards, event_cards
from weimar_bot.bot.players_files import players_board
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.loader import check_charts
from weimar_bot.reading.faults import Fault, InputError, Place
from weimar_bot.reading.names import nearest
from weimar_bot.reading.source import read_file
from weimar_bot.table.board_file import load_board
from weimar_bot.table.position import position_from_source

_SUFFIXES = (".yaml", ".yml")


def check_paths(paths: list[Path]) -> tuple[int, list[Fault]]:
    """How many files were checked, and every fault; without paths all shipped data."""
    faults: list[Fault] = []
    if not paths:
        paths = [resources.folder("flowcharts"), resources.folder("cards")]
    files: list[Path] = []
    for path in paths:
        files += _files_of(path, faults)
    by_kind: dict[str, list[Path]] = {}
    for file in dict.fromkeys(files):
        kind = _kind_of(file, faults)
        if kind:
            by_kind.setdefault(kind, []).append(file)
    for kind, found in by_kind.items():
        faults += _CHECKS[kind](found)
    return len(set(files)), faults


def _files_of(path: Path, faults: list[Fault]) -> list[Path]:
    try:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES and file.is_file())
            if not files:
                faults.append(Fault("holds no .yaml file", Place(str(path))))
            return files
    except (OSError, ValueError):
        pass  # reading it says why
    return [path]


def _kind_of(path: Path, faults: list[Fault]) -> str | None:
    """What a file is, told by its top keys; a file that cannot be read is a fault."""
    try:
        data = read_file(path).data
    except InputError as error:
        faults.extend(error.faults)
        return None
    if not isinstance(data, dict):
        return "position"  # an empty file is an empty table; anything else is refused as one
    keys = set(data)
    for kind, tells in _TOLD_BY.items():
        if tells(keys, data):
            return kind
    if keys and not any(nearest(key, map(str, _position_keys())) for key in keys):
        kinds = "chart, card file, event, position or board corrections"
        faults.append(
            Fault(f"is no {kinds}: its keys are {', '.join(sorted(map(str, keys))[:6])}", Place(str(path)))
        )
        return None
    return "position"


def _is_board(keys: set[object], data: Any) -> bool:
    """Whether a file has what only board corrections have; spaces tell by what is said of them."""
    spaces = data.get("spaces")
    facts = isinstance(spaces, dict) and any(
        isinstance(entry, dict) and entry.keys() & {"pop", "pv", "region"} for entry in spaces.values()
    )
    return facts or bool(keys & (_BOARD_KEYS - _position_keys()))


@cache
def _position_keys() -> frozenset[object]:
    """The keys of a position file; asking for them loads what checks one, so only ``validate`` does."""
    from weimar_bot.table.position_models import Position

    return frozenset(Position.model_fields)


_BOARD_KEYS: frozenset[object] = frozenset(
    {"adjacent", "not_adjacent", "kpd", "nsdap", "rc", "clique_homes", "middle_class", "pieces"}
)
_TOLD_BY: dict[str, Callable[[set[object], Any], bool]] = {
    "chart": lambda keys, data: bool(keys & {"chart", "nodes", "criteria", "sequences"}),
    "cards": lambda keys, data: "cards" in keys and "faction" in keys,
    "event": lambda keys, data: bool(keys & {"number", "effects"}),
    "board": _is_board,
}


def _check_charts(files: list[Path]) -> list[Fault]:
    """Charts refer to each other: files given alone are checked together with the shipped rest."""
    stems = {file.stem for file in files}
    others = [
        file for file in sorted(resources.folder("flowcharts").glob("*.yaml")) if file.stem not in stems
    ]
    names = {str(file) for file in files}
    return [
        f for f in check_charts([*files, *others], vocabulary()) if f.place is None or f.place.file in names
    ]


def _check_boards(files: Iterable[Path]) -> list[Fault]:
    faults: list[Fault] = []
    for file in files:
        try:
            load_board(file)
        except InputError as error:
            faults += error.faults
    return faults


def _check_positions(files: Iterable[Path]) -> list[Fault]:
    faults: list[Fault] = []
    board = players_board()
    for file in files:
        try:
            position_from_source(read_file(file), board)
        except InputError as error:
            faults += error.faults
    return faults


_CHECKS: dict[str, Callable[[list[Path]], list[Fault]]] = {
    "chart": _check_charts,
    "cards": cards.check_cards,
    "event": event_cards.check_events,
    "board": _check_boards,
    "position": _check_positions,
}
