"""Names as people write them: case, umlauts, spaces and hyphens do not matter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from weimar_bot.reading.faults import UnreadableInput

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def fold(name: str) -> str:
    """The letters and digits of ``name`` alone, small, umlauts written out (``Köln`` -> ``koeln``)."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return _bare(composed.translate(_GERMAN))


def fold_plain(name: str) -> str:
    """As :func:`fold`, but with umlauts losing their dots (``Köln`` -> ``koln``)."""
    split = unicodedata.normalize("NFD", name.casefold().replace("ß", "ss"))
    return _bare("".join(c for c in split if not unicodedata.combining(c)))


def _bare(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def index(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Every folded spelling of every name, to the id it stands for."""
    return {
        form: ident
        for ident, spellings in names.items()
        for spelling in (ident, *spellings)
        for form in (fold(spelling), fold_plain(spelling))
    }


def matches(word: str, spellings: Mapping[str, str]) -> list[str]:
    """The ids ``word`` may stand for: exactly one if spelled whole, else all that contain it.

    ``spellings`` comes from :func:`index`. No id at all gives an empty list; parts shorter
    than three letters are not searched for.
    """
    form = fold(word)
    if form in spellings:
        return [spellings[form]]
    if len(form) < 3:
        return []
    starting = {ident for name, ident in spellings.items() if name.startswith(form)}
    return sorted(starting or {ident for name, ident in spellings.items() if form in name})


def nearest(word: object, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The candidate spelled most like ``word``, if one is at least ``cutoff`` (0 to 1) like it."""
    from difflib import get_close_matches  # only needed once something is wrong

    by_form = {fold(candidate): candidate for candidate in candidates}
    close = get_close_matches(fold(str(word)), by_form, n=1, cutoff=cutoff)
    return by_form[close[0]] if close else None


def did_you_mean(word: object, candidates: Iterable[str]) -> str:
    """`` (did you mean X?)``, or what is valid where nothing is near and the list is short."""
    names = list(candidates)
    near = nearest(word, names)
    if near:
        return f"; did you mean {near!r}?"
    return f"; valid: {', '.join(names)}" if len(names) <= 12 else ""


def quoted(value: object, limit: int = 40) -> str:
    """``value`` as found, shortened, with control characters made visible."""
    text = value if isinstance(value, str) else repr(value)
    if value is None or isinstance(value, bool):
        text = "null" if value is None else str(value).lower()  # as a file has them
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return f"'{shown[: limit - 1]}…'" if len(shown) > limit else f"'{shown}'"


def whole_number(text: str, what: str) -> int:
    """A number as people write it. Raises :class:`UnreadableInput` if it is none."""
    bare = text.strip().removeprefix("-")
    if not bare.isascii() or not bare.isdigit() or len(bare) > 18:
        raise UnreadableInput(f"{what} is a whole number, not {quoted(text)}")
    return int(text)
