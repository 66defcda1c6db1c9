"""Access control: only a browser with the token of this start, and only at our own address."""

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

BODY = 1 << 20  # bytes of a request; uploads have their own limit
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
STRANGER = "Open the address that cotext explore printed in the terminal: it contains the key to this server."
ELSEWHERE = (
    "This server answers pages of a single address: copy the address from the terminal into the browser."
)
TOO_LONG = f"the request is longer than {BODY:,} bytes, more than any page sends"


@dataclass(frozen=True)
class ServerAddress:
    """The address of a server and the token of its start."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    _tickets: set[str] = field(default_factory=set, repr=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Host names in browsers."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    @property
    def cookie(self) -> str:
        """Name of the cookie, with the port, because browsers send cookies to all ports of a host."""
        return f"cotext-{self.port}"

    @property
    def url(self) -> str:
        """URL with the token."""
        return f"http://{self.hosts[0]}/?token={self.token}"

    def one_time_url(self) -> str:
        """Return a URL that works once, because other users of a computer see the arguments of programs."""
        ticket = secrets.token_urlsafe(24)
        self._tickets.add(ticket)
        return f"http://{self.hosts[0]}/?token={ticket}"

    def admits(self, key: str) -> bool:
        """Whether the key of a URL is valid; this uses up a ticket."""
        if key in self._tickets:
            self._tickets.discard(key)
            return True
        return self.fits(key)

    def is_ours(self, headers: Headers) -> bool:
        """Whether a request was sent to our host name, by one of our pages or by a person."""
        origins = {f"http://{host}" for host in self.hosts}
        referer = urlsplit(headers.get("referer", f"http://{self.hosts[0]}"))
        return (
            headers.getlist("host") in [[host] for host in self.hosts]
            and headers.get("origin", f"http://{self.hosts[0]}") in origins
            and f"{referer.scheme}://{referer.netloc}" in origins
            and headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        )

    def knows(self, headers: Headers) -> bool:
        """Whether the browser has shown the token before."""
        for line in headers.getlist("cookie"):
            try:
                cookie = SimpleCookie(line).get(self.cookie)
            except CookieError:
                continue
            if cookie is not None and self.fits(cookie.value):
                return True
        return False

    def fits(self, token: str) -> bool:
        """Whether a token is ours, in constant time."""
        return secrets.compare_digest(token.encode("utf-8", "replace"), self.token.encode())


class Guard:
    """Checks each request before the app, limits its body, and adds safe headers to each response."""

    def __init__(self, app: ASGIApp, address: ServerAddress) -> None:
        self.app, self.address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            response = self._response(scope)
            limited = receive if scope["path"] == UPLOADS else _limited(receive)
            await (response or self.app)(scope, limited, _with_headers(send))

    def _response(self, scope: Scope) -> Response | None:
        """Return a refusal, or the redirect after a valid key; None for requests that the app answers."""
        headers = Headers(scope=scope)
        if not self.address.is_ours(headers):
            return _refusal(scope, 403, ELSEWHERE)
        keys = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] == "/" and scope["method"] == "GET" and keys and self.address.admits(keys[0]):
            welcome = RedirectResponse("/", status_code=303)
            welcome.set_cookie(self.address.cookie, self.address.token, httponly=True, samesite="strict")
            return welcome
        if scope["path"] != WHO and not self.address.knows(headers):
            return _refusal(scope, 401, STRANGER)
        length = headers.get("content-length", "0")
        if scope["path"] != UPLOADS and (not length.isdecimal() or int(length) > BODY):
            return _refusal(scope, 413, TOO_LONG)
        return None


def _limited(receive: Receive) -> Receive:
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > BODY:
            raise HTTPException(413, TOO_LONG)  # FastAPI passes on no other exception
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return send_with_headers


def _refusal(scope: Scope, status: int, sentence: str) -> Response:
    """Return a sentence, as JSON for a page or as HTML for a person."""
    if scope["path"].startswith("/api/"):
        return error_response(sentence, status)
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>cotext</title>'
        f"<h1>cotext explore</h1><p>{html.escape(sentence)}</p></html>",
        status,
    )
