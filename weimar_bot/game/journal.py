"""A game's file: one line of JSON for the start, one for every input, none ever changed.

Every line ends in a checksum over itself and the checksum before it, so damage is found where
it is. A line is written whole and synced before ``append`` returns; what could not be written
stays in memory and is tried again with the next line. ``docs/save-files.md`` describes the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, NamedTuple, Self

from weimar_bot import resources
from weimar_bot.game.journal_files import BINARY, GameInUse, Lock, free, plain, write_all, write_whole
from weimar_bot.reading.faults import Fault, InputError, Place, UnreadableInput
from weimar_bot.reading.names import did_you_mean, fold, quoted

__all__ = [
    "KINDS",
    "MIGRATIONS",
    "SUFFIX",
    "VERSION",
    "DamagedJournal",
    "GameInUse",
    "Journal",
    "Save",
    "SaveFailed",
    "list_saves",
    "new_path",
    "saves_folder",
]

VERSION: Final = 1
KINDS: Final = ("answer", "entry", "board", "undo", "redo", "note")
SUFFIX: Final = ".jsonl"

Record = dict[str, Any]
Migration = Callable[[Record, list[Record]], tuple[Record, list[Record]]]

# From a version to the next: takes the settings and the records (with ``n`` and ``kind``), and
# returns both as the next version has them. Lines and checksums look the same in every version.
MIGRATIONS: dict[int, Migration] = {}

_CHECK = re.compile(rb', "check": "([0-9a-f]{16})"\}')
_HEAD: Final = b'{"n": '
_NO_START: Final = "the first line is damaged, and without it the game cannot be rebuilt"
_RESERVED: Final = ("weimar_bot", "check")


class SaveFailed(InputError):
    """The game could not be written; it goes on in memory, and nothing half-written is kept."""

    kind = "not saved"


class DamagedJournal(UnreadableInput):
    """A line before the last is damaged; the first ``good`` records can be opened with ``up_to``."""

    def __init__(self, fault: Fault, good: int) -> None:
        super().__init__(fault)
        self.good = good


class _Line(NamedTuple):
    """One line of the file: what it says (without checksum), its bytes with line end, its checksum."""

    data: Record
    raw: bytes
    check: bytes


class Journal:
    """The file of one game, open for appending; one thread at a time.

    Made by :meth:`create`, :meth:`open` or :meth:`in_memory`. ``lost_tail`` says what opening
    had to leave out, if anything; the file itself stays as it is until the next record.
    """

    def __init__(self, path: Path | None, lines: list[_Line], lock: Lock | None = None) -> None:
        self.path = path
        self.lost_tail: Fault | None = None
        self._lines = lines
        self._lock = lock
        self._on_disk = (0, 0)  # how many lines and bytes the file holds; set in one step, see _add_line
        self._unsure = False  # whether a failed write may have left more than that
        self._rewrite = False  # whether the next write replaces the file
        self._keep_as = ""  # the suffix of the copy kept then, if one is
        self._closed = False
        self._seen: tuple[Record, ...] | None = None

    @classmethod
    def create(cls, path: Path | str, start: Mapping[str, Any]) -> Journal:
        """A new game with the settings ``start``, written at once; folders are made as needed.

        Raises :class:`SaveFailed` if the file exists or cannot be written.
        """
        journal = cls.in_memory(start)
        journal.save_as(path)
        return journal

    @classmethod
    def in_memory(cls, start: Mapping[str, Any]) -> Journal:
        """A game without a file, for where none can be written; :meth:`save_as` gives it one."""
        return cls(None, _encode_all(start, ()))

    @classmethod
    def open(cls, path: Path | str, up_to: int | None = None) -> Journal:
        """The game in a file, with at most ``up_to`` records.

        Raises :class:`DamagedJournal` for damage before the last line, :class:`UnreadableInput`
        for a file that is no game, newer or unknown, and :class:`GameInUse`. Where the folder
        cannot be written to, the game opens all the same, and appending raises :class:`SaveFailed`.
        """
        file = _whole_path(path)
        _must_be_there(file, str(path))
        try:
            lock = Lock.take(file)
        except OSError:
            lock = None  # taken before anything is written; reading needs none
        try:
            return cls._read(file, str(path), lock, up_to)
        except BaseException:
            if lock:
                lock.release()
            raise

    @classmethod
    def _read(cls, file: Path, name: str, lock: Lock | None, up_to: int | None) -> Journal:
        try:
            raw = file.read_bytes()
        except OSError as error:
            raise UnreadableInput(Fault(f"cannot be opened: {plain(error)}", Place(name))) from None
        reading = _parse(raw, name)
        lines = reading.usable(up_to)
        journal = cls(file, _brought_up_to_date(lines, reading.version), lock)
        journal._on_disk = (len(journal._lines), len(raw))
        journal.lost_tail = _left_out(reading, len(lines), name)
        if reading.version != VERSION:
            journal._keep_as = f".v{reading.version}"
        elif journal.lost_tail:
            journal._keep_as = ".damaged" if reading.bad else ".whole"
        # Also where only line ends differ, so that the next line does not join the last.
        journal._rewrite = raw != b"".join(line.raw for line in journal._lines)
        return journal

    @property
    def start(self) -> Mapping[str, Any]:
        """The settings the game was created with."""
        return MappingProxyType(_settings(self._lines[0].data))

    @property
    def records(self) -> tuple[Record, ...]:
        """All records, the n-th with ``n`` and its ``kind``, as they read back from the file."""
        if self._seen is None or len(self._seen) != len(self._lines) - 1:
            self._seen = tuple(line.data for line in self._lines[1:])
        return self._seen

    @property
    def unsaved(self) -> int:
        """How many lines are only in memory, the start included."""
        return len(self._lines) - self._on_disk[0]

    def append(self, record: Mapping[str, Any]) -> None:
        """Add a record, which needs a ``kind`` (:data:`KINDS`); its ``n`` is filled in.

        Once this returns, the record is on the disk. :class:`SaveFailed` means that it is not,
        but is part of the game in memory: do not append it again, the next ``append``, ``save``
        or ``close`` writes it. A game without a file just grows. Raises ValueError or TypeError,
        and changes nothing, for a record that no file can hold.
        """
        if self._closed:
            raise ValueError("the journal is closed")
        number = len(self._lines)
        if record.get("kind") not in KINDS:
            raise ValueError(f"no kind of record: {record.get('kind')!r}")
        if "check" in record or record.get("n", number) != number:
            raise ValueError("'check' and 'n' are the journal's own")
        # One step, so that Ctrl-C leaves the record either out or in.
        self._lines.append(_encode({**record, "n": number}, self._lines[-1].check))
        self.save()

    def save(self) -> None:
        """Write what is not yet in the file. Raises :class:`SaveFailed` if that fails."""
        if self.path is None or not self.unsaved:
            return
        try:
            if self._lock is None:
                self._lock = Lock.take(self.path)
            if self._still_ours(self.path) and not self._rewrite:
                self._add_lines(self.path)
            else:
                self._replace(self.path)
        except OSError as error:
            raise SaveFailed(_not_saved(self.path, plain(error))) from None
        except GameInUse as error:
            raise SaveFailed(error.faults) from None

    def save_as(self, path: Path | str) -> None:
        """Write the whole game to a new file and go on in that; the file so far stays as it is.

        Raises :class:`SaveFailed`, with nothing changed, if the file exists or cannot be written.
        """
        file = _whole_path(path)
        lock: Lock | None = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            lock = Lock.take(file)
            if os.path.lexists(file):
                raise SaveFailed(_not_saved(file, "a file of this name exists already"))
            write_whole(file, b"".join(line.raw for line in self._lines))
        except BaseException as error:
            if lock:
                lock.release()
            if isinstance(error, OSError):
                raise SaveFailed(_not_saved(file, plain(error))) from None
            raise
        old = self._lock
        self.path, self._lock = file, lock
        self._written()
        if old:
            old.release()

    def close(self) -> None:
        """Write what is left and let others open the game.

        Raises :class:`SaveFailed` if records stay unsaved; the file is free for others even then.
        """
        if self._closed:
            return
        try:
            self.save()
        finally:
            self._closed = True
            if self._lock:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _still_ours(self, path: Path) -> bool:
        """Whether the file is there; one that somebody else wrote to is left alone."""
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            return False
        known = self._on_disk[1]
        if size != known and not (self._unsure and (self._rewrite or size > known)):
            message = "another program has changed the file since; save the game under another name"
            raise SaveFailed(_not_saved(path, message))
        return True

    def _add_lines(self, path: Path) -> None:
        """Append line by line, each synced, so that a crash can spoil no more than one."""
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY)
        try:
            if self._unsure:
                os.ftruncate(descriptor, self._on_disk[1])
            while self.unsaved:
                self._add_line(descriptor)
        finally:
            os.close(descriptor)

    def _add_line(self, descriptor: int) -> None:
        saved, size = self._on_disk
        raw = self._lines[saved].raw
        self._unsure = True  # until all is done: Ctrl-C may come at any point
        try:
            write_all(descriptor, raw)
            os.fsync(descriptor)
        except BaseException:
            # After a failed sync the system may have forgotten the bytes: they are written anew next time.
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, size)
            raise
        # In one step: broken off before it, the line is cut off and written again; after it, it counts.
        self._on_disk = (saved + 1, size + len(raw))
        self._unsure = False

    def _replace(self, path: Path) -> None:
        """Put the whole game in the place of the file, which is kept beside it if it held more."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if self._keep_as and path.exists():
            write_whole(free(path, self._keep_as), path.read_bytes())
        self._keep_as = ""
        self._unsure = self._rewrite = True  # until all is done: Ctrl-C may come at any point
        write_whole(path, b"".join(line.raw for line in self._lines))
        self._written()

    def _written(self) -> None:
        self._on_disk = (len(self._lines), sum(len(line.raw) for line in self._lines))
        self._unsure, self._rewrite, self._keep_as = False, False, ""


# Lines


def _checksum(before: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=8).hexdigest().encode()


def _encode(data: Mapping[str, Any], before: bytes) -> _Line:
    """A line for ``data``; ASCII, so that any text at all can be written and read back."""
    first = [key for key in ("weimar_bot", "n", "kind") if key in data]
    ordered = {key: data[key] for key in (*first, *(key for key in data if key not in first))}
    body = json.dumps(ordered, allow_nan=False).encode("ascii")[:-1]
    check = _checksum(before, body)
    return _Line(json.loads(body + b"}"), body + b', "check": "' + check + b'"}\n', check)


def _encode_all(start: Mapping[str, Any], records: Iterable[Mapping[str, Any]]) -> list[_Line]:
    taken = [key for key in (*_RESERVED, "kind") if key in start]
    if taken:
        raise ValueError(f"{taken[0]!r} is the journal's own")
    lines = [_encode({"weimar_bot": VERSION, "kind": "start", **start}, b"")]
    for number, record in enumerate(records, 1):
        lines.append(_encode({**record, "n": number}, lines[-1].check))
    return lines


def _decode(piece: bytes, before: bytes) -> _Line | None:
    """The line that ``piece`` begins with, if it is whole; more may follow where a line end is damaged."""
    for match in _CHECK.finditer(piece):
        body, check = piece[: match.start()], match[1]
        if _checksum(before, body) == check:
            data = _json(body + b"}")
            return _Line(data, piece[: match.end()] + b"\n", check) if data is not None else None
    return None


def _json(text: bytes) -> Record | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _settings(header: Record) -> Record:
    return {key: value for key, value in header.items() if key not in ("weimar_bot", "kind")}


@dataclass(slots=True)
class _Reading:
    """The good lines of a file, and the pieces from the first bad one on, which is ``place``."""

    version: int
    lines: list[_Line]
    bad: list[bytes]
    place: Place
    strange: str = ""  # what is wrong with a bad line that is whole, and so no damage

    def usable(self, up_to: int | None) -> list[_Line]:
        """The lines to open. Raises :class:`DamagedJournal` where more than the tail is damaged."""
        good = len(self.lines) - 1
        if up_to is not None and up_to <= good:
            return self.lines[: max(up_to, 0) + 1]
        message = self.strange
        # A line cut in two by damage is still one line; only a later record shows that more is lost.
        if not message and any(piece.startswith(_HEAD) for piece in self.bad[1:]):
            message = f"this line is damaged ({quoted(_text(self.bad[0]))}) and others follow it"
        if message:
            message += f"; the game can be opened as it was after record {good}"
            raise DamagedJournal(Fault(message, self.place), good)
        return self.lines


def _text(raw: bytes) -> str:
    return raw[:200].decode("utf-8", "replace")


def _parse(raw: bytes, name: str) -> _Reading:
    """Split a file into good lines and the rest. Raises :class:`UnreadableInput` without a good start."""
    pieces = [(at, piece) for at, piece in enumerate(raw.split(b"\n"), 1) if piece.strip()]
    version = _version(pieces[0][1] if pieces else b"", name)
    reading = _Reading(version, [], [], Place(name, 1, 1))
    for index, (at, piece) in enumerate(pieces):
        line = _decode(piece, reading.lines[-1].check if reading.lines else b"")
        reading.strange = _strange(line.data, len(reading.lines), version) if line else ""
        rest = piece
        if line and not reading.strange:
            reading.lines.append(line)
            rest = piece[len(line.raw) - 1 :]
        if rest.strip():
            reading.bad = [rest, *(later for _, later in pieces[index + 1 :])]
            reading.place = Place(name, at, 1)
            break
    if not reading.lines:
        raise UnreadableInput(Fault(_NO_START, Place(name, 1, 1)))
    return reading


def _strange(data: Record, number: int, version: int) -> str:
    """What keeps a whole line from being record ``number``; nothing if all is well."""
    if number and data.get("n") != number:
        return f"this is record {quoted(data.get('n'))}, where record {number} belongs"
    kind = data.get("kind")
    if number and version == VERSION and kind not in KINDS:
        return f"a record of the kind {quoted(kind)} is not known{did_you_mean(kind, KINDS)}"
    return ""


def _version(first: bytes, name: str) -> int:
    """The version of the file, which may be one whose lines cannot be checked any more."""
    line = _decode(first, b"")
    header = line.data if line else _json(first)
    version = (header or {}).get("weimar_bot")
    if isinstance(version, bool) or not isinstance(version, int):
        message = _NO_START if first.startswith(b'{"weimar_bot"') else "this is not a saved game"
        raise UnreadableInput(Fault(message, Place(name, 1, 1)))
    if version > VERSION:
        message = (
            f"the game was saved by a newer version of the program (format {version}, "
            f"this one reads up to {VERSION}); update the program"
        )
        raise UnreadableInput(Fault(message, Place(name, 1, 1)))
    if any(step not in MIGRATIONS for step in range(version, VERSION)):
        raise UnreadableInput(Fault(f"format {version} of saved games is not known", Place(name, 1, 1)))
    return version


def _brought_up_to_date(lines: list[_Line], version: int) -> list[_Line]:
    """The lines as this version has them."""
    if version == VERSION:
        return lines
    start, records = _settings(lines[0].data), [line.data for line in lines[1:]]
    for step in range(version, VERSION):
        start, records = MIGRATIONS[step](start, records)
    return _encode_all(start, records)


def _left_out(reading: _Reading, used: int, name: str) -> Fault | None:
    """What opening left out: good records that were not asked for, and damage."""
    dropped = len(reading.lines) - used
    if not dropped and not reading.bad:
        return None
    parts = [f"{dropped} good record{'s' * (dropped > 1)}"] if dropped else []
    if reading.bad:
        lost = sum(map(len, reading.bad))
        parts.append(
            f"{lost} byte{'s' * (lost > 1)} from a damaged line on ({quoted(_text(reading.bad[0]))})"
        )
    message = f"left out: {' and '.join(parts)}; the game goes on after record {used - 1}"
    return Fault(message, Place(name, used + 1, 1) if dropped else reading.place)


# Files


def _whole_path(path: Path | str) -> Path:
    """The path with links followed, so that a game has one lock by whatever name it is opened."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError):
        raise UnreadableInput(Fault("is not a file name", Place(quoted(str(path))))) from None


def _must_be_there(file: Path, name: str) -> None:
    try:
        reason = "" if file.is_file() else "there is no saved game of this name"
    except OSError as error:
        reason = f"cannot be opened: {plain(error)}"
    if reason:
        raise UnreadableInput(Fault(reason, Place(name)))


def _not_saved(path: Path, reason: str) -> Fault:
    return Fault(f"the game could not be saved: {reason}", Place(str(path)))


# The player's saved games


@dataclass(frozen=True, slots=True)
class Save:
    """A saved game in a list; where ``fault`` says why it cannot be opened, ``start`` is empty."""

    path: Path
    start: Mapping[str, Any]
    last_played: datetime
    fault: Fault | None = None

    @property
    def scenario(self) -> str:
        """The scenario the game was started with, or nothing where that cannot be told."""
        return str(self.start.get("scenario", ""))


def saves_folder() -> Path:
    """The folder of the player's games; it need not exist.

    Raises :class:`SaveFailed` where there is no home folder.
    """
    try:
        folder = resources.data_folder() / "games"
    except (OSError, RuntimeError):
        folder = Path("~")
    if folder.parts[0].startswith("~"):  # nobody's home: a folder of that name would be made right here
        message = f"there is no home folder to save games in; name a folder in {resources.HOME_VARIABLE}"
        raise SaveFailed(message)
    return folder.absolute()


def new_path(name: str, folder: Path | None = None) -> Path:
    """A free file name for a new game called ``name``, such as ``golden_twenties-2.jsonl``."""
    words = (fold(word) for word in re.split(r"[\W_]+", name))
    stem = "_".join(word for word in words if word)[:40] or "game"
    folder, number = folder or saves_folder(), 1
    while os.path.lexists(folder / f"{stem}-{number}{SUFFIX}"):
        number += 1
    return folder / f"{stem}-{number}{SUFFIX}"


def list_saves(folder: Path | None = None) -> list[Save]:
    """All games in ``folder``, the last played first; only the first line of each is read."""
    try:
        files = [entry for entry in (folder or saves_folder()).iterdir() if entry.suffix == SUFFIX]
    except FileNotFoundError:
        return []
    except OSError as error:
        message = f"cannot be read: {plain(error)}"
        raise UnreadableInput(Fault(message, Place(str(folder or saves_folder())))) from None
    saves = [save for file in files if (save := _save(file))]
    return sorted(saves, key=lambda save: (save.last_played, save.path.name), reverse=True)


def _save(file: Path) -> Save | None:
    """One entry of the list; nothing for what is no file, or has just been removed."""
    try:
        played = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        if not file.is_file():
            return None
        with file.open("rb") as stream:
            first = stream.readline(1_000_000)
        reading = _parse(first, str(file))
        header = _brought_up_to_date(reading.lines, reading.version)[0].data
    except FileNotFoundError:
        return None
    except OSError as error:
        return Save(file, {}, played, Fault(f"cannot be opened: {plain(error)}", Place(str(file))))
    except UnreadableInput as error:
        return Save(file, {}, played, error.faults[0])
    return Save(file, MappingProxyType(_settings(header)), played)
