"""textual-serve, made to answer only pages of its own.

A page of any website could otherwise open a connection to a server on this machine and play in
the visitor's stead: browsers allow that for WebSockets, and tell only where the page came from.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server


class LocalServer(Server):
    """Shows the app to whoever asks by the server's own address."""

    def __init__(self, command: str, host: str, port: int, only_this_machine: bool) -> None:
        super().__init__(command, host.strip("[]"), port, title="weimar-bot")
        self.only_this_machine = only_this_machine

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: where the app is has been said already."""

    async def handle_index(self, request: web.Request) -> Any:
        """The page; its links go to the address by which this visitor came."""
        self._check(request)
        self.public_url = f"{request.scheme}://{request.host}"
        return await super().handle_index(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A session, for pages of this server only."""
        self._check(request)
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc.lower() != request.host.lower():
            raise web.HTTPForbidden(text="This page belongs to another site.")
        return await super().handle_websocket(request)

    def _check(self, request: web.Request) -> None:
        """On this machine alone no other name may lead here, as one made to point here by a website would."""
        name = urlsplit(f"//{request.host}").hostname or ""
        if self.only_this_machine and name not in ("localhost", "127.0.0.1", "::1", self.host):
            raise web.HTTPForbidden(text="The app is open to this machine only.")
