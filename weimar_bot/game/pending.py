"""The one thing a game waits for: an instruction to carry out, or a question to answer.

Answers are strings, as people type them; :func:`read_answer` turns one into the value the game
goes on with, or refuses it with what would be valid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from weimar_bot.bot.decide import Decision
from weimar_bot.reading.faults import AmbiguousInput, UnreadableInput
from weimar_bot.reading.names import did_you_mean, fold, fold_plain, quoted
from weimar_bot.table.changes import Change

DONE = "done"
# Sent instead of an answer where the table was corrected, so that what is pending is made anew.
REFRESH = "\0refresh"
SKIP = "skip"
MOST_LETTERS = 300


@dataclass(frozen=True, slots=True)
class Instruction:
    """Carry ``lines`` out on the table; ``changes`` are what the program then takes over.

    ``decision`` is what explains it, if a bot decided it; ``notes`` are the dice behind it. ``skip`` as an
    answer leaves it undone (R48). ``anew`` says that it is decided anew where the table is corrected before
    it is carried out.
    """

    title: str
    lines: tuple[str, ...]
    changes: tuple[Change, ...] = ()
    cites: tuple[str, ...] = ()
    decision: Decision | None = None
    notes: tuple[str, ...] = ()
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question: ``key`` is what it means to the game, ``label`` what people read."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """Asks for one of ``options``, or, where ``low`` is given, for a number from ``low`` to ``high``.

    With ``read`` anything may be written as well, one line of it: ``read`` turns it into the answer, or
    raises :class:`UnreadableInput`; ``options`` are then meant only by their number or whole name. An
    empty answer means ``default``, if there is one. ``ident`` names the question in records.
    """

    ident: str
    text: str
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    default: str | None = None
    cites: tuple[str, ...] = ()
    read: Callable[[str], str] | None = field(default=None, compare=False)


Pending = Instruction | Question


class AmbiguousAnswer(AmbiguousInput):
    """A beginning that fits several options: ``choices``, each with an answer that means it alone."""

    def __init__(self, message: str, choices: Sequence[tuple[str, Option]]) -> None:
        super().__init__(message)
        self.choices = tuple(choices)


_INSTRUCTION_OPTIONS = (Option(DONE, "done"), Option(SKIP, "leave it undone"))


def options_of(pending: Pending) -> tuple[Option, ...]:
    """What can be chosen: an instruction is carried out or left undone."""
    return _INSTRUCTION_OPTIONS if isinstance(pending, Instruction) else pending.options


def label_of(pending: Pending, value: str) -> str:
    """An answer's value as people read it: the label of the option it means, if it means one."""
    return next((option.label for option in options_of(pending) if option.key == value), value)


def read_answer(pending: Pending, text: str) -> str:
    """The value of an answer: an option's key, or a number as digits.

    Raises :class:`UnreadableInput` for what is no answer, :class:`AmbiguousAnswer` for a beginning
    that fits several options.
    """
    word = text.strip()
    if not word:
        default = DONE if isinstance(pending, Instruction) else pending.default
        if default is None:
            raise UnreadableInput(f"an answer is needed: {valid_answers(pending)}")
        return default
    if isinstance(pending, Question) and pending.low is not None:
        number = _number(word)
        if number is not None and pending.low <= number <= (pending.high or number):
            return str(number)
        if not pending.options:
            raise UnreadableInput(f"{quoted(word)} is no answer: {valid_answers(pending)}")
    if isinstance(pending, Question) and pending.read is not None:
        return _written(pending, word, pending.read)
    return _option(pending, word)


def one_line(text: str) -> str:
    """A text as it is written, for ``read``. Raises :class:`UnreadableInput` for what no file can keep."""
    if not text.isprintable():
        raise UnreadableInput(f"{quoted(text)} has an invisible character; write it anew")
    if len(text) > MOST_LETTERS:
        raise UnreadableInput(f"that is longer than {MOST_LETTERS} letters; say it in fewer words")
    return text


def _written(question: Question, word: str, read: Callable[[str], str]) -> str:
    """What is written, unless it is the number or the whole name of an option."""
    number = _number(word)
    if number is not None and 0 < number <= len(question.options):
        return question.options[number - 1].key
    forms = {fold(word), fold_plain(word)} - {""}
    found = _fitting(question.options, lambda name: name in forms)
    return found[0].key if found else read(word)


def _number(word: str) -> int | None:
    bare = word.removeprefix("-")
    return int(word) if bare.isascii() and bare.isdigit() and len(bare) < 10 else None


def _option(pending: Pending, word: str) -> str:
    """The option meant: by its place in the list, its whole name, or a unique beginning of it."""
    options = options_of(pending)
    number = _number(word)
    has_numbers = isinstance(pending, Question) and pending.low is not None
    if number is not None and not has_numbers:
        # Past the list it can only be what is written there itself, as the number of a card.
        placed = options[number - 1 : number] if number > 0 else ()
        found = list(placed) or [option for option in options if option.label.lstrip("#") == word]
    else:
        found = _named_so(options, word)
    if len(found) > 1:
        labels = ", ".join(quoted(option.label) for option in found)
        # A place in the list means one option alone, where numbers are not answers themselves.
        meant = [option.key if has_numbers else str(options.index(option) + 1) for option in found]
        raise AmbiguousAnswer(f"{quoted(word)} may be {labels}", list(zip(meant, found, strict=True)))
    if not found:
        hint = did_you_mean(word, [option.label for option in options])
        raise UnreadableInput(f"{quoted(word)} is no answer{hint or ': ' + valid_answers(pending)}")
    return found[0].key


def _named_so(options: Sequence[Option], word: str) -> list[Option]:
    forms = {fold(word), fold_plain(word)}
    exact = _fitting(options, lambda name: name in forms)
    return exact or _fitting(options, lambda name: any(form and name.startswith(form) for form in forms))


def _fitting(options: Sequence[Option], fits) -> list[Option]:  # type: ignore[no-untyped-def]
    return [
        option
        for option in options
        if any(fits(name) for text in (option.key, option.label) for name in (fold(text), fold_plain(text)))
    ]


def valid_answers(pending: Pending) -> str:
    """What may be answered, in words."""
    parts = []
    if isinstance(pending, Question) and pending.low is not None:
        parts.append(
            f"a number from {pending.low} to {pending.high}"
            if pending.high
            else f"a number, {pending.low} or more"
        )
    parts += [option.label for option in options_of(pending)]
    if isinstance(pending, Question) and pending.read is not None:
        parts.append(
            "anything in your own words" if pending.read is one_line else "names, as they are asked for"
        )
    return ", ".join(parts)
