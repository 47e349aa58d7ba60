"""Commands and their exit status: 0 decided, 1 ``validate`` found faults, 2 unusable input.

argparse reads the arguments: it starts in a few milliseconds, and ``--ruling`` takes several
values, which other command line libraries do not offer.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import weimar_bot
from weimar_bot.reading.faults import Fault, InputError, UnreadableInput
from weimar_bot.reading.names import quoted

UNUSABLE = 2

Run = Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints look like all other faults."""

    def error(self, message: str) -> NoReturn:
        raise UnreadableInput(Fault(f"{message}; see {self.prog} --help"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; every fault ends in words on standard error, never in a traceback."""
    try:
        return _run(sys.argv[1:] if arguments is None else list(arguments))
    except InputError as error:
        _say_faults(error)
        return UNUSABLE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone: keep the interpreter from complaining when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: list[str]) -> int:
    parsed = _parser().parse_args(arguments)
    run: Run | None = getattr(parsed, "run", None)
    if run is None:
        _parser().print_help()
        return 0
    status = run(parsed)
    sys.stdout.flush()
    return status


def _say_faults(error: InputError) -> None:
    number = len(error.faults)
    head = {
        "unreadable": "This cannot be read",
        "impossible": "This cannot lie on a table",
        "ambiguous": "This may mean several things",
    }.get(error.kind, "This cannot be used")
    print(f"{head} ({error.kind}, {number} fault{'' if number == 1 else 's'}):", file=sys.stderr)
    for fault in error.faults:
        print(f"  {fault}", file=sys.stderr)
    if error.kind == "impossible":
        print("Correct the position, or go on in spite of it with --force.", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    from weimar_bot.cli import commands

    parser = _Parser(prog="weimar-bot", description="Runs Non-player factions of The Weimar Republic.")
    parser.add_argument("--version", action="version", version=f"weimar-bot {weimar_bot.__version__}")
    sub = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    decide = sub.add_parser("decide", help="what a bot does, from a position file and a bot card")
    _decision_arguments(decide)
    decide.add_argument(
        "--format", choices=("text", "json"), default="text", help="text for people, json for programs"
    )
    decide.set_defaults(run=commands.decide, with_trace=False)

    explain = sub.add_parser("explain", help="the same decision with every step and its reason")
    _decision_arguments(explain)
    explain.add_argument(
        "--format", choices=("text", "json"), default="text", help="text for people, json for programs"
    )
    explain.set_defaults(run=commands.decide, with_trace=True)

    draw = sub.add_parser("draw", help="a flowchart as a tree, for Mermaid or for Graphviz")
    draw.add_argument("chart", metavar="CHART", help="coalition, kpd, nsdap, rc, order_of_operations ...")
    draw.add_argument("--format", choices=("text", "mermaid", "dot"), default="text", help="how to draw it")
    draw.add_argument("--decision", metavar="POSITION", help="mark the path of the decision on this position")
    _choice_arguments(draw, required=False)
    draw.set_defaults(run=commands.draw)

    validate = sub.add_parser("validate", help="check flowcharts, cards, events and positions")
    validate.add_argument(
        "paths", metavar="PATH", nargs="*", help="files or folders; left out: all that is shipped"
    )
    validate.set_defaults(run=commands.validate)

    rules = sub.add_parser("rules", help="rulings and rule sections in short")
    rules.add_argument("id", metavar="ID", nargs="?", help="such as R19 or 8.6-4; left out: the list")
    rules.set_defaults(run=commands.rules)
    return parser


def _decision_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position file")
    _choice_arguments(parser, required=True)


def _choice_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    add = parser.add_argument
    add(
        "--faction",
        metavar="F",
        required=required,
        help="coalition, kpd, nsdap or rc; a unique beginning is enough",
    )
    add("--card", metavar="N", required=required, help="the number of the revealed bot card")
    add("--dice", metavar="D,D,...", default="", help="dice in the order in which they are needed")
    add("--flips", metavar="F,F,...", default="", help="turned-over Freikorps, each rogue or loyal")
    add("--event", metavar="E", default="none", help="none: done by hand; empty: no card left; or its number")
    add("--action", metavar="NAME", help="decide just this one Action, such as special.strike")
    add("--seed", metavar="S", help="a number; the same seed gives the same chance")
    add(
        "--ruling",
        metavar="ID=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help="an alternative ruling, as R19=each",
    )
    add("--force", action="store_true", help="go on with a position that cannot lie on a table")


def whole_number(text: str, what: str) -> int:
    """A number from the command line. Raises :class:`UnreadableInput` if it is none."""
    bare = text.strip().removeprefix("-")
    if not bare.isascii() or not bare.isdigit() or len(bare) > 18:
        raise UnreadableInput(f"{what} is a whole number, not {quoted(text)}")
    return int(text)
