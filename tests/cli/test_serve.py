"""``weimar-bot serve``: on this machine alone unless the player agrees to more."""

from __future__ import annotations

import builtins
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from weimar_bot.cli import serve as serving


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Where a server was started; none is in truth."""
    served: list[tuple[str, int]] = []

    class Fake:
        def __init__(self, host: str, port: int) -> None:
            self.place = host, port

        def serve(self) -> None:
            served.append(self.place)

    monkeypatch.setattr(serving, "make_server", Fake)
    monkeypatch.setattr(serving, "_check_free", lambda host, port: None)
    return served


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Somebody at the keyboard, who answers what is put in here."""
    answers: list[str] = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", lambda prompt: answers.pop(0))
    return answers


def test_it_listens_on_this_machine_alone_unless_told_otherwise(run: Run, started: list[Any]) -> None:
    ran = run("serve")
    assert (ran.status, ran.err) == (0, "")
    assert started == [("127.0.0.1", 8000)]
    assert ran.out == "Open http://127.0.0.1:8000 in a browser; Ctrl+C ends it.\n"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "::1"])
def test_other_names_of_this_machine_are_not_asked_about(run: Run, started: list[Any], host: str) -> None:
    assert run("serve", "--host", host, "--port", 9000).status == 0
    assert started == [(host, 9000)]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.7", "my-machine", "::"])
def test_others_are_let_in_only_after_a_yes(
    run: Run, started: list[Any], terminal: list[str], host: str
) -> None:
    terminal[:] = ["no", "", "yes"]
    for _ in range(2):
        refused = run("serve", "--host", host)
        assert refused.status == 0 and "Nothing was started" in refused.out and started == []
    agreed = run("serve", "--host", host)
    assert started == [(host, 8000)]
    for words in ("Anyone who can reach this machine", "see, alter and delete your games", "no password"):
        assert words in " ".join(agreed.out.split())


def test_without_a_terminal_others_are_let_in_only_with_yes_written(run: Run, started: list[Any]) -> None:
    ran = run("serve", "--host", "0.0.0.0")
    assert ran.status == 2 and "add --yes" in ran.err and started == []
    assert run("serve", "--host", "0.0.0.0", "--yes").status == 0
    assert started == [("0.0.0.0", 8000)]


@pytest.mark.parametrize("port", ["0", "-1", "65536", "http", "80.5"])
def test_a_port_that_is_none_is_refused(run: Run, started: list[Any], port: str) -> None:
    ran = run("serve", "--port", port)
    assert ran.status == 2 and "--port is a" in ran.err and started == []


def test_without_textual_serve_it_is_said_how_to_install_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "weimar_bot.cli.web_server", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    ran = run("serve")
    assert ran.status == 2
    assert "pip install 'weimar-bot[web]'" in ran.err


def test_a_port_in_use_is_told_before_anything_is_started(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "make_server", lambda host, port: pytest.fail)
    with socket.create_server(("127.0.0.1", 0)) as busy:
        ran = run("serve", "--port", busy.getsockname()[1])
    assert ran.status == 2
    assert "in use" in ran.err and "another --port" in ran.err


def _get(url: str, host: str | None = None) -> tuple[int, str]:
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def _upgrade(port: int, origin: str) -> str:
    """The first line of the answer to a page of ``origin`` that wants to open a session."""
    head = (
        f"GET /ws?width=80&height=24 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head.encode())
        return connection.recv(200).decode().splitlines()[0]


def test_the_page_is_really_served_to_this_machine_and_to_its_own_pages_only(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "weimar_bot", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            _wait_until_open(port, server)
            status, page = _get(f"http://127.0.0.1:{port}/")
            assert status == 200 and "weimar-bot" in page
            assert re.search(rf"ws://127\.0\.0\.1:{port}/ws", page)
            assert _get(f"http://127.0.0.1:{port}/", host="elsewhere.example")[0] == 403
            assert " 403 " in _upgrade(port, "https://elsewhere.example")
        finally:
            server.terminate()
            out = server.communicate(timeout=10)[0]
    assert out.decode().startswith(f"Open http://127.0.0.1:{port} in a browser")


def _wait_until_open(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the server did not start")
