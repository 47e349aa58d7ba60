"""The words a chart may use: what a game has to bring before its charts can be walked.

*Facts* answer questions, *verbs* offer options and carry one out, *orderings* judge options.
Each is registered under a name, with the sections of the rulebook it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from weimar_bot.flowchart.dice import Span

Value: TypeAlias = bool | int | str | None
Args: TypeAlias = Mapping[str, Any]
OrderingKind: TypeAlias = Literal["test", "rank"]
Gives: TypeAlias = Literal["number", "truth", "word"]

_NO_VALUES: Mapping[str, str] = {}
_NO_NUMBERS: Mapping[str, Span] = {}


class Scene(Protocol):
    """What a walk happens in: chance, switches, and whatever else the game's functions need."""

    @property
    def switches(self) -> Mapping[str, str]:
        """The alternative chosen for each ruling that is not left at its default."""

    def roll(self, purpose: str) -> int:
        """The die rolled for ``purpose``, from 1 to 6."""

    def pick(self, n: int) -> int:
        """A number from 0 to ``n`` - 1, by chance."""


class Option(Protocol):
    """Something that can be chosen. ``label`` is asked for only when a trace is rendered."""

    @property
    def key(self) -> Any:
        """Hashable and orderable; tells options apart."""

    @property
    def label(self) -> str:
        """The option in words for people."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options a verb has, in the game's order; ``why`` says why there are none."""

    items: Sequence[Option]
    why: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doing:
    """On what grounds something is done: its dotted name, and the sections and rulings behind it."""

    name: str
    cites: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


# The functions below take the game's own scene and option types, of which nothing is
# known here; ``...`` stands for them. Of ``args``, those in ``arg_values`` come from a set in
# Vocabulary.names, those in ``arg_numbers`` are whole numbers; the others may be anything.


@dataclass(frozen=True, slots=True)
class Fact:
    """A question about the scene: ``read(scene, **args)`` gives a number, a truth value or a word.

    ``values`` names the set in Vocabulary.names that its words come from, if that is closed.
    """

    name: str
    read: Callable[..., Value]
    cite: tuple[str, ...]
    words: str
    gives: Gives
    args: frozenset[str] = frozenset()
    arg_values: Mapping[str, str] = field(default_factory=dict)
    arg_numbers: Mapping[str, Span] = field(default_factory=dict)
    values: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can be done: ``options(scene, args)``, ``perform(scene, option, args, doing)``."""

    name: str
    options: Callable[..., Options]
    perform: Callable[..., None]
    cite: tuple[str, ...]
    words: str
    args: frozenset[str] = frozenset()
    arg_values: Mapping[str, str] = field(default_factory=dict)
    arg_numbers: Mapping[str, Span] = field(default_factory=dict)
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Ordering:
    """A judgement on one option: ``judge(scene, option, **args)``.

    A ``test`` answers true or false; a ``rank`` answers something orderable, lowest is best.
    """

    name: str
    kind: OrderingKind
    judge: Callable[..., Any]
    cite: tuple[str, ...]
    words: str
    args: frozenset[str] = frozenset()
    arg_values: Mapping[str, str] = field(default_factory=dict)
    arg_numbers: Mapping[str, Span] = field(default_factory=dict)


class VerbParts(Protocol):
    """A class (or module) with the two functions of a verb."""

    def options(self, scene: Any, args: Any, /) -> Options: ...

    def perform(self, scene: Any, option: Any, args: Any, doing: Doing, /) -> None: ...


Word: TypeAlias = Fact | Verb | Ordering
_Read = TypeVar("_Read", bound=Callable[..., Value])
_Judge = TypeVar("_Judge", bound=Callable[..., Any])
_Parts = TypeVar("_Parts", bound=VerbParts)


@dataclass(slots=True)
class Vocabulary:
    """All words of one game, and the closed sets of names its charts are checked against.

    ``sections`` are the valid cites, ``rulings`` the alternatives of each ruling, ``names``
    the closed sets that lists, arguments and facts draw their values from. In every
    registration, ``arg_values`` maps an argument to the set in ``names`` its values come from,
    ``arg_numbers`` to the numbers it may be; their keys need not be repeated in ``args``. A
    chart has to give every argument. ``words`` may hold ``{argument}`` for an argument's value.
    """

    sections: frozenset[str] = frozenset()
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, frozenset[Value]] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict, init=False)
    verbs: dict[str, Verb] = field(default_factory=dict, init=False)
    orderings: dict[str, Ordering] = field(default_factory=dict, init=False)

    def add(self, word: Word) -> None:
        """Register a ready-made word.

        Raises :class:`ValueError` if its kind has that name already, or if ``arg_values`` or
        ``values`` speaks of a set that ``names`` does not hold.
        """
        if isinstance(word, Fact):
            _register(self.facts, word, "fact")
        elif isinstance(word, Verb):
            _register(self.verbs, word, "verb")
        else:
            _register(self.orderings, word, "ordering")
        for arg, names in word.arg_values.items():
            if names not in self.names:
                raise ValueError(f"argument {arg!r} of {word.name!r} draws on unknown names {names!r}")
        if isinstance(word, Fact) and word.values and word.values not in self.names:
            raise ValueError(f"the fact {word.name!r} draws on unknown names {word.values!r}")

    def fact(
        self,
        name: str,
        *,
        cite: Iterable[str],
        words: str,
        gives: Gives,
        args: Iterable[str] = (),
        arg_values: Mapping[str, str] = _NO_VALUES,
        arg_numbers: Mapping[str, Span] = _NO_NUMBERS,
        values: str = "",
    ) -> Callable[[_Read], _Read]:
        """Decorate a function ``(scene, **args) -> Value``; it is returned unchanged."""
        accepted = _all_args(args, arg_values, arg_numbers)

        def register(read: _Read) -> _Read:
            fact = Fact(name, read, _cites(cite), words, gives, accepted, arg_values, arg_numbers, values)
            self.add(fact)
            return read

        return register

    def verb(
        self,
        name: str,
        *,
        cite: Iterable[str],
        words: str,
        args: Iterable[str] = (),
        arg_values: Mapping[str, str] = _NO_VALUES,
        arg_numbers: Mapping[str, Span] = _NO_NUMBERS,
        reads: Iterable[str] = (),
    ) -> Callable[[_Parts], _Parts]:
        """Decorate a class with the static methods ``options`` and ``perform`` (see :class:`Verb`)."""

        def register(parts: _Parts) -> _Parts:
            verb = Verb(
                name,
                parts.options,
                parts.perform,
                _cites(cite),
                words,
                _all_args(args, arg_values, arg_numbers),
                arg_values,
                arg_numbers,
                frozenset(reads),
            )
            self.add(verb)
            return parts

        return register

    def ordering(
        self,
        name: str,
        kind: OrderingKind,
        *,
        cite: Iterable[str],
        words: str,
        args: Iterable[str] = (),
        arg_values: Mapping[str, str] = _NO_VALUES,
        arg_numbers: Mapping[str, Span] = _NO_NUMBERS,
    ) -> Callable[[_Judge], _Judge]:
        """Decorate a function ``(scene, option, **args)``; it is returned unchanged."""
        accepted = _all_args(args, arg_values, arg_numbers)

        def register(judge: _Judge) -> _Judge:
            self.add(Ordering(name, kind, judge, _cites(cite), words, accepted, arg_values, arg_numbers))
            return judge

        return register


_AnyWord = TypeVar("_AnyWord", Fact, Verb, Ordering)


def _register(words: dict[str, _AnyWord], word: _AnyWord, kind: str) -> None:
    if word.name in words:
        raise ValueError(f"the {kind} {word.name!r} is registered already")
    words[word.name] = word


def _cites(cite: Iterable[str]) -> tuple[str, ...]:
    """A lone section is taken as one, not as its letters."""
    return (cite,) if isinstance(cite, str) else tuple(cite)


def _all_args(
    args: Iterable[str], arg_values: Mapping[str, str], arg_numbers: Mapping[str, Span]
) -> frozenset[str]:
    return frozenset(args) | arg_values.keys() | arg_numbers.keys()


def is_among(value: object, allowed: Collection[Value]) -> bool:
    """Whether ``allowed`` holds ``value`` itself: ``true`` is not 1 here, as it is to Python."""
    return any(type(one) is type(value) and one == value for one in allowed)


def in_words(words: str, args: Args) -> str:
    """``words`` with its ``{argument}`` slots filled; arguments without a slot follow in brackets."""
    beside = []
    for name, value in args.items():
        slot = "{" + name + "}"
        if slot in words:
            words = words.replace(slot, value_in_words(value))
        else:
            beside.append(f"{name} {value_in_words(value)}")
    return f"{words} ({', '.join(beside)})" if beside else words


def value_in_words(value: object) -> str:
    """A fact's or argument's value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(value_in_words(item) for item in value)
    return "nothing" if value is None else str(value).replace("_", " ")
