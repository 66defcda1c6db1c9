"""Access control: only the browser that has this start's token, and only on our own address."""

from __future__ import annotations

import html
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cotext.explorer.http_errors import error_response

BODY = 1 << 20  # bytes of a request; uploads count for themselves
UPLOADS, WHO = "/api/uploads", "/api/who"
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
STRANGER = "Open the address that cotext explore printed in the terminal: it holds the key to this server."
ELSEWHERE = (
    "This server answers only pages of its own address: copy the address from the terminal into the browser."
)
TOO_LONG = f"the request is longer than {BODY:,} bytes, which no page sends"


@dataclass(frozen=True)
class ServerAddress:
    """The address of a server and the token of its start."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    _tickets: set[str] = field(default_factory=set, repr=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """What browsers call it."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def cookie(self) -> str:
        """Browsers send cookies to all ports of a host, so each has a name of its own."""
        return f"cotext-{self.port}"

    @property
    def url(self) -> str:
        """Opens it in a browser."""
        return f"http://{self.hosts[0]}/?token={self.token}"

    def one_time_url(self) -> str:
        """The same for one time: other users of a computer can see what a browser was started with."""
        ticket = secrets.token_urlsafe(24)
        self._tickets.add(ticket)
        return f"http://{self.hosts[0]}/?token={ticket}"

    def admits(self, given: str) -> bool:
        """Whether an address opens it; a ticket is gone then."""
        if given in self._tickets:
            self._tickets.discard(given)
            return True
        return self.fits(given)

    def is_ours(self, headers: Headers) -> bool:
        """Whether a request was sent to our name, by a page of ours or by a person."""
        origins = {f"http://{host}" for host in self.hosts}
        came_from = headers.get("referer")
        return (
            headers.getlist("host") in [[host] for host in self.hosts]
            and headers.get("origin", f"http://{self.hosts[0]}") in origins
            and (came_from is None or _origin(came_from) in origins)
            and headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        )

    def knows(self, headers: Headers) -> bool:
        """Whether the browser has shown the token before."""
        for line in headers.getlist("cookie"):
            try:
                given = SimpleCookie(line).get(self.cookie)
            except CookieError:
                continue
            if given is not None and self.fits(given.value):
                return True
        return False

    def fits(self, given: str) -> bool:
        """Whether a token is ours; takes as long for each."""
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


class Guard:
    """Stands before the app: checks each request, limits its body, puts safe headers on each answer."""

    def __init__(self, app: ASGIApp, address: ServerAddress) -> None:
        self.app, self.address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            refused = self._refused(scope)
            limited = receive if scope["path"] == UPLOADS else _limited(receive)
            await (refused or self.app)(scope, limited, _dressed(send))

    def _refused(self, scope: Scope) -> Response | None:
        """The answer to one who may not enter, or who enters by the token."""
        headers = Headers(scope=scope)
        if not self.address.is_ours(headers):
            return _told(scope, 403, ELSEWHERE)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] == "/" and scope["method"] == "GET" and given and self.address.admits(given[0]):
            welcome = RedirectResponse("/", status_code=303)
            welcome.set_cookie(self.address.cookie, self.address.token, httponly=True, samesite="strict")
            return welcome
        if scope["path"] != WHO and not self.address.knows(headers):
            return _told(scope, 401, STRANGER)
        length = headers.get("content-length", "0")
        if scope["path"] != UPLOADS and (not length.isdecimal() or int(length) > BODY):
            return _told(scope, 413, TOO_LONG)
        return None


def _limited(receive: Receive) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > BODY:
            raise HTTPException(413, TOO_LONG)  # the only kind that FastAPI hands on
        return message

    return counted


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return dressed


def _told(scope: Scope, status: int, sentence: str) -> Response:
    """A sentence, as a page reads it or as a person does."""
    if scope["path"].startswith("/api/"):
        return error_response(sentence, status)
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>cotext</title>'
        f"<h1>cotext explore</h1><p>{html.escape(sentence)}</p></html>",
        status,
    )


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
