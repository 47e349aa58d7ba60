"""``weimar-bot serve``: the terminal app in a browser, for this machine alone unless told otherwise."""

from __future__ import annotations

import argparse
import ipaddress
import shlex
import socket
import subprocess
import sys
from typing import Protocol

from weimar_bot.reading.faults import Fault, InputError, UnreadableInput
from weimar_bot.reading.names import quoted, whole_number

MISSING = "textual-serve is needed to show the app in a browser: pip install 'weimar-bot[web]'"
LAST_PORT = 65535


class Serving(Protocol):
    """What of a server is used here."""

    def serve(self) -> None: ...


def serve(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl+C. Everyone else is let in only after a yes."""
    host, port = arguments.host.strip(), _port(arguments.port)
    if not host:
        raise UnreadableInput("--host is the name or number of a machine, such as 127.0.0.1; none was given")
    server = make_server(host, port)
    if not is_this_machine(host) and not (arguments.yes or _agreed(host, port)):
        print("Nothing was started.")
        return 0
    _check_free(host, port)
    print(f"Open {address(host, port)} in a browser; Ctrl+C ends it.", flush=True)
    try:
        server.serve()
    except OSError as error:
        raise _not_possible(host, port, error) from None
    return 0


def make_server(host: str, port: int) -> Serving:
    """The server. Raises :class:`InputError` where textual-serve is not installed."""
    try:
        from weimar_bot.cli.web_server import LocalServer
    except ModuleNotFoundError as error:
        raise InputError(Fault(f"{MISSING} ({error.name} is missing)")) from None
    server: Serving = LocalServer(app_command(), host, port, is_this_machine(host))
    return server


def app_command() -> str:
    """The command line a visitor's session runs: this very program, whatever is on the path."""
    words = [sys.executable, "-m", "weimar_bot"]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def is_this_machine(host: str) -> bool:
    """Whether only programs on this machine can reach ``host``."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False  # a name may stand for anything


def address(host: str, port: int) -> str:
    """What to type into a browser; for every address of this machine stands its name."""
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _port(text: str) -> int:
    port = whole_number(text, "--port")
    if not 1 <= port <= LAST_PORT:
        raise UnreadableInput(f"--port is a number from 1 to {LAST_PORT}, not {quoted(text)}")
    return port


def _agreed(host: str, port: int) -> bool:
    """Whether the one at the terminal wants others let in, having been told what it means."""
    print(
        f"This opens the app on {address(host, port)} to others. Anyone who can reach this machine there\n"
        "can play, and see, alter and delete your games and settings: there is no password, and nothing is\n"
        "encrypted. Do it only in a network in which you trust everyone."
    )
    if not sys.stdin.isatty():
        message = f"nobody is here to agree to that: add --yes to open {quoted(host)} to others all the same"
        raise InputError(Fault(message))
    try:
        return input("Go on? (yes/no) ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _check_free(host: str, port: int) -> None:
    """Raises :class:`InputError` if nothing can listen there, before anything is started."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            if sys.platform != "win32":  # as the server itself does; on Windows it would mean something else
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as error:
        raise _not_possible(host, port, error) from None


def _not_possible(host: str, port: int, error: OSError) -> InputError:
    reason = (error.strerror or str(error)).lower()
    return InputError(
        Fault(f"cannot listen on {host} port {port}: {reason}; choose another --port or --host")
    )
