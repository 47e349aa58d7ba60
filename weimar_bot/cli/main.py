"""Commands and their exit status: 0 decided, 1 ``validate`` found faults or ``simulate`` a rule broken,
2 unusable input, 130 ended by Ctrl-C.

argparse reads the arguments: it starts in a few milliseconds and needs nothing installed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import IO, NoReturn

import weimar_bot
from weimar_bot.reading.faults import Fault, ImpossibleInput, InputError, UnreadableInput

UNUSABLE = 2
INTERRUPTED = 130

Run = Callable[[argparse.Namespace], int]

# Options with a value: the next word belongs to them even where it begins with a minus sign.
_WITH_VALUE = (
    "--faction",
    "--card",
    "--dice",
    "--flips",
    "--event",
    "--action",
    "--seed",
    "--format",
    "--decision",
    "--port",
    "--games",
    "--jobs",
)


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints look like all other faults."""

    def error(self, message: str) -> NoReturn:
        raise UnreadableInput(Fault(f"{message}; see {self.prog} --help"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; every fault ends in words on standard error, never in a traceback."""
    _prepare_streams()
    try:
        return _run(sys.argv[1:] if arguments is None else list(arguments))
    except InputError as error:
        _say_faults(error)
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_stdout()
        return 0
    except OSError as error:
        # Faults of files are InputErrors by now: what is left is the output that cannot be written.
        _leave_stdout()
        with contextlib.suppress(OSError):  # the terminal itself may be gone
            print(f"The output cannot be written: {error.strerror or error}.", file=sys.stderr, flush=True)
        return UNUSABLE


def _prepare_streams() -> None:
    """Make sure that there is somewhere to write to and that no character stops the output."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (lives as long as the program)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        _never_fail(stream)


def _never_fail(stream: IO[str]) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _leave_stdout() -> None:
    """Keep the interpreter from complaining when it closes a stream whose reader has gone."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    parsed = _parser().parse_args(_joined(arguments))
    run: Run = getattr(parsed, "run", _app)
    status = run(parsed)
    sys.stdout.flush()
    return status


def _app(arguments: argparse.Namespace) -> int:
    """The terminal app; where there is no terminal, what the commands are."""
    from weimar_bot.cli.app import at_a_terminal, run_app

    if not at_a_terminal():
        _parser().print_help()
        return 0
    return run_app()


def _joined(arguments: list[str]) -> list[str]:
    """``--dice -1,2`` as ``--dice=-1,2``, and every ``ID=VALUE`` after ``--ruling`` as one of its own."""
    joined: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--ruling" and rest:
            joined.append(f"--ruling={rest.pop(0)}")
            while rest and "=" in rest[0] and not rest[0].startswith("-"):
                joined.append(f"--ruling={rest.pop(0)}")
        elif word in _WITH_VALUE and rest and not rest[0].startswith("--"):
            joined.append(f"{word}={rest.pop(0)}")
        else:
            joined.append(word)
    return joined


def _say_faults(error: InputError) -> None:
    number = len(error.faults)
    head = {
        "unreadable": "This cannot be read",
        "impossible": "This cannot be so",
        "ambiguous": "This may mean several things",
    }.get(error.kind, "This cannot be used")
    print(f"{head} ({error.kind}, {number} fault{'' if number == 1 else 's'}):", file=sys.stderr)
    for fault in error.faults:
        print(f"  {fault}", file=sys.stderr)
    if isinstance(error, ImpossibleInput) and error.may_be_forced:
        print("Correct the position, or go on in spite of it with --force.", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    from weimar_bot.cli import commands

    parser = _Parser(prog="weimar-bot", description="Runs Non-player factions of The Weimar Republic.")
    parser.add_argument("--version", action="version", version=f"weimar-bot {weimar_bot.__version__}")
    sub = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    for name, about, with_trace in (
        ("decide", "what a bot does, from a position file and a bot card", False),
        ("explain", "the same decision with every step and its reason", True),
    ):
        command = sub.add_parser(name, help=about, description=about, epilog=_ACTIONS_HELP)
        command.add_argument("position", metavar="POSITION", help="a position file")
        _choice_arguments(command, required=True)
        command.add_argument(
            "--format", choices=("text", "json"), default="text", help="for people or for programs"
        )
        command.set_defaults(run=commands.decide, with_trace=with_trace)

    draw = sub.add_parser("draw", help="a flowchart as a tree, for Mermaid or for Graphviz")
    draw.add_argument("chart", metavar="CHART", help=_CHARTS_HELP)
    draw.add_argument("--format", choices=("text", "mermaid", "dot"), default="text", help="how to draw it")
    draw.add_argument("--decision", metavar="POSITION", help="mark the path of the decision on this position")
    _choice_arguments(draw, required=False)
    draw.set_defaults(run=commands.draw)

    validate = sub.add_parser(
        "validate", help="check flowcharts, cards, events, positions, board corrections"
    )
    validate.add_argument(
        "paths", metavar="PATH", nargs="*", help="files or folders; left out: all that is shipped"
    )
    validate.set_defaults(run=commands.validate)

    play = sub.add_parser("play", help="play a whole game, in the terminal app or line by line")
    play.add_argument("--plain", action="store_true", help="line by line in any terminal")
    play.add_argument("--script", metavar="FILE", help="play a written game")
    play.add_argument("--quiet", action="store_true", help="with --script: show nothing but what is wrong")
    play.add_argument("--save", metavar="FILE", help="where a new game is kept; left out: your games folder")
    play.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const="",
        help="go on with a saved game; left out: the last one",
    )
    play.add_argument(
        "--up-to", metavar="N", help="with --resume: as it was after record N, where the rest is damaged"
    )
    play.set_defaults(run=commands.play)

    serve = sub.add_parser("serve", help="the terminal app in a browser")
    serve.add_argument(
        "--host", metavar="H", default="127.0.0.1", help="where to listen; left out: this machine alone"
    )
    serve.add_argument("--port", metavar="N", default="8000", help="the port; left out: 8000")
    serve.add_argument("--yes", action="store_true", help="let others in without being asked")
    serve.set_defaults(run=commands.serve)

    desk = sub.add_parser("desk", help="the ruling desk of the terminal app, with a position on it")
    desk.add_argument("position", metavar="POSITION", nargs="?", help="a position file")
    desk.set_defaults(run=commands.desk)
    simulate = sub.add_parser("simulate", help="let four bots play games, and check every table of them")
    simulate.add_argument("--scenario", metavar="S", required=True, help="such as tutorial or a_new_hope")
    simulate.add_argument("--games", metavar="N", default="100", help="how many; left out: 100")
    simulate.add_argument(
        "--seed", metavar="S", default="0", help="of the first game, the next has the number after it"
    )
    simulate.add_argument("--jobs", metavar="J", help="how many processes; left out: one for each core")
    simulate.add_argument(
        "--format", choices=("text", "json"), default="text", help="for people or for programs"
    )
    simulate.set_defaults(run=commands.simulate)

    rules = sub.add_parser("rules", help="rulings and rule sections in short")
    rules.add_argument("id", metavar="ID", nargs="?", help="such as R19 or 8.6-4; left out: the list")
    rules.set_defaults(run=commands.rules)
    return parser


_ACTIONS_HELP = (
    "Actions: place_influence, remove_influence, place_conservative_clique, special, special.CATEGORY, "
    "special.CATEGORY.ACTION, event.NUMBER; a name that is not one is answered with those that are."
)
_CHARTS_HELP = "coalition, kpd, nsdap, rc, shared_actions, order_of_operations or potential_assault_strength"


def _choice_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    add = parser.add_argument
    add(
        "--faction",
        metavar="F",
        required=required,
        help="coalition, kpd, nsdap or rc; a unique beginning is enough",
    )
    add(
        "--card",
        metavar="N",
        required=required,
        help="the revealed bot card: 1-9 Coalition, 10-18 KPD, 19-27 NSDAP, 28-36 RC",
    )
    add("--dice", metavar="D,D,...", default="", help="dice in the order in which they are needed")
    add("--flips", metavar="F,F,...", default="", help="turned-over Freikorps, each rogue or loyal")
    add("--event", metavar="E", default="none", help="none: done by hand; empty: no card left; or its number")
    add("--action", metavar="NAME", help="decide just this one Action, such as special.strike")
    add("--seed", metavar="S", help="a number; the same seed gives the same chance")
    add(
        "--ruling",
        metavar="ID=VALUE",
        action="append",
        default=[],
        help="alternative rulings, as R19=each R16=count",
    )
    add("--force", action="store_true", help="go on with a position that cannot lie on a table")
