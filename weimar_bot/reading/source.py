"""YAML files with the place of every key and value.

The text is built from parser events, so that depth, duplicate keys and aliases are
checked on the way and nothing in a file can run, fetch or swell. Words such as ``yes``
stay words: only ``true`` and ``false`` are truth values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from weimar_bot.reading.faults import Fault, Place, UnreadableInput
from weimar_bot.reading.names import quoted

MAX_BYTES = 4_000_000
MAX_DEPTH = 40

Key = str | int
Path_ = tuple[Key, ...]

_INT = re.compile(r"[-+]?[0-9]{1,18}\Z")
_FLOAT = re.compile(r"[-+]?[0-9]+\.[0-9]+\Z")
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None, "~": None, "": None}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Source:
    """A YAML text as plain data (dicts, lists, str, int, float, bool, None) with places."""

    file: str
    data: Any
    values: dict[Path_, Place] = field(default_factory=dict)
    keys: dict[Path_, Place] = field(default_factory=dict)

    def place(self, path: Path_) -> Place:
        """Where the value at ``path`` stands; of its nearest parent if it stands nowhere."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, Place(self.file))

    def key_place(self, path: Path_) -> Place:
        """Where the key that leads to ``path`` stands."""
        return self.keys.get(path) or self.place(path)


def read_file(path: Path | str, shown_as: str | None = None) -> Source:
    """Read a YAML file. Raises :class:`UnreadableInput` with its place if it cannot be."""
    name = shown_as or str(path)
    try:
        with open(path, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnreadableInput(Fault(f"cannot be opened: {reason}", Place(name))) from None
    except ValueError:
        raise UnreadableInput(Fault("is not a file name", Place(quoted(name)))) from None
    return read_bytes(raw, name)


def read_bytes(raw: bytes, name: str) -> Source:
    """Read YAML from bytes, which must be UTF-8 and of a sensible size."""
    if len(raw) > MAX_BYTES:
        message = f"is larger than {MAX_BYTES // 1_000_000} MB, far more than such a file needs"
        raise UnreadableInput(Fault(message, Place(name)))
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableInput(Fault("is UTF-16 text; save the file as UTF-8", Place(name)))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8 text"
        raise UnreadableInput(Fault(message, _place_after(before, name))) from None
    return read_text(text, name)


def read_text(text: str, name: str) -> Source:
    """Read YAML from a string; every syntax fault is an :class:`UnreadableInput`."""
    for at, char in enumerate(text):
        if not (char.isprintable() or char in "\n\r\t"):
            message = f"the invisible character U+{ord(char):04X} does not belong here; delete it"
            raise UnreadableInput(Fault(message, _place_after(text[:at], name)))
    builder = _Builder(Source(name, None))
    try:
        builder.build(yaml.parse(text, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        raise UnreadableInput(Fault(_syntax_message(error, text), place)) from None
    except yaml.YAMLError as error:
        raise UnreadableInput(Fault(f"is not well-formed YAML: {error}", Place(name))) from None
    if builder.faults:
        raise UnreadableInput(builder.faults)
    return builder.source


def _syntax_message(error: yaml.MarkedYAMLError, text: str) -> str:
    """What the parser objects to, with where the thing it was in began."""
    problem = error.problem or error.context or ""
    if "cannot start any token" in problem and error.problem_mark is not None:
        return f"is not well-formed YAML: {_cannot_begin(text, error.problem_mark)}"
    begun, at = error.context_mark, error.problem_mark
    if begun is not None and at is not None and begun.line != at.line and error.context:
        problem += f" ({error.context} that begins in line {begun.line + 1})"
    return f"is not well-formed YAML: {problem}"


def _cannot_begin(text: str, mark: Any) -> str:
    """What to do about a character that no key or value begins with."""
    line = text.split("\n")[mark.line : mark.line + 1]
    found = line[0][mark.column : mark.column + 1] if line else ""
    if not found or found.isspace():
        return "a tab cannot stand here; indent with spaces"
    return f"nothing begins with {quoted(found)} here; put the text in quotes"


def _place_after(text: str, name: str) -> Place:
    return Place(name, text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1)


def scalar(text: str) -> object:
    """What an unquoted scalar stands for: a truth value, nothing, a number, else itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text


@dataclass(slots=True)
class _Open:
    """A mapping or list still being filled."""

    data: Any
    path: Path_
    key: Key | None = None


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Fault] = []
        self.stack: list[_Open] = []
        self.documents = 0

    def build(self, events: Iterator[Any]) -> None:
        on: dict[type, Callable[[Any], None]] = {
            yaml.DocumentStartEvent: self._document,
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: lambda event: self._open(event, {}),
            yaml.SequenceStartEvent: lambda event: self._open(event, []),
            yaml.MappingEndEvent: self._close,
            yaml.SequenceEndEvent: self._close,
            yaml.AliasEvent: self._alias,
        }
        for event in events:
            handle = on.get(type(event))
            if handle:
                handle(event)

    def _here(self, event: Any) -> Place:
        return Place(self.source.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _stop(self, message: str, event: Any) -> None:
        raise UnreadableInput([*self.faults, Fault(message, self._here(event))])

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self._stop("a second document begins here; one file holds one", event)

    def _alias(self, event: Any) -> None:
        self._stop(f"the alias {quoted('*' + event.anchor)} is not used here; write it out", event)

    def _scalar(self, event: Any) -> None:
        if event.tag and not event.tag.startswith("tag:yaml.org,2002:str"):
            self._stop(f"the tag {quoted(event.tag)} is not used here", event)
        plain = event.implicit[0]
        value = scalar(event.value) if plain else event.value
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.data, dict) and top.key is None:
            self._key(top, value, event)
        else:
            self._put(value, event)

    def _key(self, top: _Open, found: object, event: Any) -> None:
        value: Key = event.value
        if isinstance(found, (str, int)) and not isinstance(found, bool):
            value = found
        path = (*top.path, value)
        if path in self.source.keys:
            first = self.source.keys[path].line
            message = f"the key {quoted(value)} stands here a second time (first in line {first})"
            self.faults.append(Fault(message, self._here(event)))
            value = f"{value} (again)"  # so that what stands below it is not a fault as well
        else:
            self.source.keys[path] = self._here(event)
        top.key = value

    def _next_path(self, event: Any) -> Path_:
        if not self.stack:
            return ()
        top = self.stack[-1]
        if isinstance(top.data, list):
            return (*top.path, len(top.data))
        if top.key is None:
            self._stop("a key must be a single word or number", event)
        assert top.key is not None
        return (*top.path, top.key)

    def _put(self, value: Any, event: Any) -> None:
        path = self._next_path(event)
        self.source.values.setdefault(path, self._here(event))
        if not self.stack:
            self.source.data = value
            return
        top = self.stack[-1]
        if isinstance(top.data, list):
            top.data.append(value)
        elif top.key is not None:
            top.data.setdefault(top.key, value)
            top.key = None

    def _open(self, event: Any, empty: Any) -> None:
        if event.tag:
            self._stop(f"the tag {quoted(event.tag)} is not used here", event)
        if len(self.stack) >= MAX_DEPTH:
            self._stop(f"is nested more than {MAX_DEPTH} deep", event)
        path = self._next_path(event)
        self._put(empty, event)
        self.stack.append(_Open(empty, path))

    def _close(self, event: Any) -> None:
        self.stack.pop()
