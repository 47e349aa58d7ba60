"""What a player has set for good: read from ``settings.yaml``, and written back to it.

A faulty file never stops the app: what is wrong is told with its place, the defaults hold in its
stead, and the file is kept under another name before a new one takes its place.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from weimar_bot import resources
from weimar_bot.bot.rulings import parse_switches
from weimar_bot.game.journal_files import free, plain, write_whole
from weimar_bot.reading.faults import Fault, InputError, Place, UnreadableInput
from weimar_bot.reading.names import did_you_mean, quoted
from weimar_bot.reading.source import Path_, Source, read_file, scalar
from weimar_bot.table.languages import LANGUAGES
from weimar_bot.tui.themes import DEFAULT_THEME, THEME_TITLES

FILE: Final = "settings.yaml"
BY_WHOM: Final = ("app", "hand")
# The values of every setting that is one word.
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "dice": BY_WHOM,
    "cards": BY_WHOM,
    "freikorps": BY_WHOM,
    "events": ("ask", "none"),
    "theme": tuple(THEME_TITLES),
    "names": LANGUAGES,
    "pace": ("steps", "all"),
}
_HEAD: Final = (
    "# Settings of weimar-bot. The settings screen writes this file; it may also be edited by hand.\n"
)


@dataclass(frozen=True)
class Preferences:
    """What the player has set; anything not set is as here."""

    theme: str = DEFAULT_THEME
    names: str = "german"
    pace: str = "steps"
    dice: str = "app"
    cards: str = "app"
    freikorps: str = "hand"
    events: str = "ask"
    rulings: Mapping[str, str] = field(default_factory=dict)
    keymap: Mapping[str, str] = field(default_factory=dict)


def settings_file() -> Path:
    """Where the settings are kept. Raises :class:`InputError` if the home folder cannot be told."""
    try:
        return resources.config_folder() / FILE
    except (OSError, RuntimeError) as error:
        message = f"the folder of the settings cannot be told: {error} (WEIMAR_BOT_HOME names another)"
        raise UnreadableInput(message) from None


def load_preferences() -> tuple[Preferences, list[Fault]]:
    """The player's settings, and everything that is wrong with their file; faulty ones are as if not set."""
    try:
        path = settings_file()
        if not _there(path):
            return Preferences(), []
        source = read_file(path)
    except InputError as error:
        return Preferences(), list(error.faults)
    return _read(source)


def save_preferences(preferences: Preferences) -> None:
    """Write the settings, all of them or none, at whatever moment the machine stops.

    A file that says more than the settings now in it (remarks, or what cannot be read) is kept
    under another name first. Raises :class:`InputError` where the file cannot be written.
    """
    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _there(path) and _says_more(path):
            shutil.copy2(path, free(path, ".old"))
        write_whole(path, written(preferences).encode())
    except OSError as error:
        raise InputError(Fault(f"the settings cannot be saved: {plain(error)}", Place(str(path)))) from None


def written(preferences: Preferences) -> str:
    """The settings as the text of a file; only what differs from the defaults."""
    lines = [_HEAD]
    for one in fields(Preferences):
        value = getattr(preferences, one.name)
        if isinstance(value, Mapping):
            inner = [f"  {_word(key)}: {_word(item)}\n" for key, item in sorted(value.items())]
            lines += [f"{one.name}:\n", *inner] if inner else []
        elif value != one.default:
            lines.append(f"{one.name}: {_word(value)}\n")
    return "".join(lines)


def _word(text: str) -> str:
    """A word as YAML: in quotes unless it plainly stays that word, as ``null`` and ``?`` do not."""
    bare = text.replace("_", "").replace("-", "").replace(".", "")
    if bare.isalnum() and text[0].isalpha() and scalar(text) == text:
        return text
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _there(path: Path) -> bool:
    """Whether there is a file; one that may not be looked at is there: reading it says why."""
    try:
        return path.exists()
    except OSError:
        return True


def _says_more(path: Path) -> bool:
    """Whether anything would be lost if the file were written again from the settings in it."""
    try:
        source = read_file(path)
        preferences, faults = _read(source)
        return bool(faults) or path.read_text(encoding="utf-8") != written(preferences)
    except (InputError, OSError, ValueError):
        return True


def _read(source: Source) -> tuple[Preferences, list[Fault]]:
    reading = _Reading(source)
    return reading.result(), reading.faults


class _Reading:
    """One reading of a settings file: what it sets, and what is wrong with it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def result(self) -> Preferences:
        known = [one.name for one in fields(Preferences)]
        given = self._mapping(self.source.data, (), "settings (key: value)")
        found: dict[str, Any] = {}
        for key, value in given.items():
            if key not in known:
                self._fault(f"the setting {quoted(key)} is not known{did_you_mean(key, known)}", (key,), True)
            elif key in CHOICES:
                found |= self._choice(key, value)
            else:
                found[key] = self._rulings(value) if key == "rulings" else self._keymap(value)
        return Preferences(**found)

    def _fault(self, message: str, path: Path_, at_key: bool = False) -> None:
        place = self.source.key_place(path) if at_key else self.source.place(path)
        self.faults.append(Fault(message, place))

    def _mapping(self, value: Any, path: Path_, what: str) -> dict[Any, Any]:
        if isinstance(value, dict):
            return value
        if value is not None:
            self._fault(f"{quoted(value)} is no list of {what}", path)
        return {}

    def _choice(self, key: str, value: Any) -> dict[str, str]:
        if isinstance(value, str) and value in CHOICES[key]:
            return {key: value}
        self._fault(f"{quoted(value)} is no setting of {key}{did_you_mean(value, CHOICES[key])}", (key,))
        return {}

    def _rulings(self, value: Any) -> dict[str, str]:
        """Switches as a mapping, or as a list of the form of the command line (``[R19=each]``)."""
        if isinstance(value, list):
            return self._each(((("rulings", at), str(item)) for at, item in enumerate(value)), parse_switches)
        given = self._mapping(value, ("rulings",), "rulings such as R19: each")
        written_ = ((("rulings", key), f"{key}={item}") for key, item in given.items())
        return self._each(written_, parse_switches)

    def _each(
        self, texts: Iterable[tuple[Path_, str]], read: Callable[[list[str]], dict[str, str]]
    ) -> dict[str, str]:
        """Each text read by itself, so that every fault has its place and the others still hold."""
        found: dict[str, str] = {}
        for path, text in texts:
            try:
                found |= read([text])
            except InputError as error:
                place = self.source.place(path)
                self.faults += [Fault(fault.message, place, fault.sections) for fault in error.faults]
        return found

    def _keymap(self, value: Any) -> dict[str, str]:
        found: dict[str, str] = {}
        for ident, keys in self._mapping(value, ("keymap",), "bindings such as settings.leave: f10").items():
            listed = keys if isinstance(keys, list) else [keys]
            parts = [
                part.strip()
                for item in listed
                if isinstance(item, (str, int))
                for part in str(item).split(",")
            ]
            if (
                isinstance(ident, str)
                and parts
                and all(parts)
                and not any(isinstance(k, bool) for k in listed)
            ):
                found[ident] = ",".join(parts)
            else:
                self._fault(
                    f"{quoted(keys)} is no key; write one such as f10, or several: f10, ctrl+s",
                    ("keymap", ident),
                )
        return found
