"""Start the server on the loopback address."""

from __future__ import annotations

import http.client
import json
import os
import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Thread
from typing import Any

import uvicorn

from cotext.errors import CotextError, UsageError
from cotext.explorer.app import AppState, make_app
from cotext.explorer.auth import WHO, ServerAddress
from cotext.explorer.run_cache import CachedRun

HOST = "127.0.0.1"
PORTS = range(8765, 8785)
KNOCK = 1.0  # seconds to wait for another server on a port
GRACE = 2  # seconds for pending responses when the server ends
SETTINGS: dict[str, Any] = {"log_level": "critical", "access_log": False, "lifespan": "off", "ws": "none"}
SETTINGS |= {"server_header": False, "timeout_graceful_shutdown": GRACE}


def serve(state: AppState, *, port: int | None, browser: bool, say: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; call ``say`` with the address."""
    with state.at_end, listening_socket(port) as listener:
        address = ServerAddress(listener.getsockname()[1])
        config = uvicorn.Config(make_app(state, address), **SETTINGS)
        server = Ready(config, lambda: _welcome(address, browser, say))
        if state.run is not None:  # report one that cannot be read in the terminal
            cached = state.runs.open(state.run)
            cached.overview()
            Thread(target=_warm, args=[cached], daemon=True, name="cotext-warm").start()
        server.run(sockets=[listener])


def _warm(cached: CachedRun) -> None:
    """Compute the next values of the first page while the browser starts."""
    with suppress(CotextError):  # the page reports it
        cached.documents()
        cached.words()


class Ready(uvicorn.Server):
    """A server that calls a function when it is ready."""

    def __init__(self, config: uvicorn.Config, then: Callable[[], None]) -> None:
        super().__init__(config)
        self._then = then

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._then()


def _welcome(address: ServerAddress, browser: bool, say: Callable[[str], object]) -> None:
    say(address.url)
    if browser:  # some browsers do not return before they are closed
        Thread(target=webbrowser.open, args=[address.one_time_url()], daemon=True).start()


def listening_socket(port: int | None) -> socket.socket:
    """Return a socket of the loopback address, on this port or on the first free one of ``PORTS``."""
    if port is not None:
        try:
            return _bound(port)
        except (OSError, OverflowError) as error:
            raise UsageError(f"--port {port} cannot be used: {_reason(port, error)}.") from error
    for number in (*PORTS, 0):
        with suppress(OSError):
            return _bound(number)
    raise UsageError(f"no port of {HOST} is free; give one with --port.")


def _bound(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # other systems would share the port with another program
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


def _reason(port: int, error: Exception) -> str:
    server = who_is_there(port)
    if server is None:
        return f"{getattr(error, 'strerror', None) or error}; give another, or none for a free one"
    return f"{server} uses it; open the address that it printed, or give another port"


def who_is_there(port: int) -> str | None:
    """Return a description of the explorer on a port; None for anything else."""
    try:
        with closing(http.client.HTTPConnection(HOST, port, timeout=KNOCK)) as connection:
            connection.request("GET", WHO)
            answer = json.loads(connection.getresponse().read(10_000))
    except (OSError, ValueError, http.client.HTTPException, OverflowError):
        return None
    if not isinstance(answer, dict) or answer.get("app") != "cotext explore":
        return None
    run = answer.get("run")
    return f"cotext explore of the run {run!r}" if run else "cotext explore"
