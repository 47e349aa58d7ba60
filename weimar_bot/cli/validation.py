"""``weimar-bot validate``: every fault of flowcharts, cards, events and positions, with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from weimar_bot import resources
from weimar_bot.bot import cards, event_cards
from weimar_bot.bot.vocabulary import vocabulary
from weimar_bot.flowchart.loader import check_charts
from weimar_bot.reading.faults import Fault, InputError, Place
from weimar_bot.reading.source import read_file
from weimar_bot.table.board_file import shipped_board
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
    keys = set(data) if isinstance(data, dict) else set()
    if "chart" in keys or keys & {"nodes", "criteria", "sequences"}:
        return "chart"
    if "cards" in keys and keys <= {"faction", "cite", "cards"}:
        return "cards"
    if keys & {"number", "effects"}:
        return "event"
    return "position"


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


def _check_positions(files: Iterable[Path]) -> list[Fault]:
    faults: list[Fault] = []
    for file in files:
        try:
            position_from_source(read_file(file), shipped_board())
        except InputError as error:
            faults += error.faults
    return faults


_CHECKS: dict[str, Callable[[list[Path]], list[Fault]]] = {
    "chart": _check_charts,
    "cards": cards.check_cards,
    "event": event_cards.check_events,
    "position": _check_positions,
}
