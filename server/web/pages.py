"""HTTP responses for browsers: the client's page and files, with security headers, and errors."""

import json
import re
from email.utils import formatdate
from http import HTTPStatus
from urllib.parse import unquote

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from engine.games import nearest_name
from server.web.static_files import STATIC, StaticFile, StaticFiles, with_values

PAGES = frozenset(
    {
        "/",
        "/boards",
        "/calls",
        "/crowns",
        "/crowns/races",
        "/crowns/roll",
        "/daily",
        "/history",
        "/leisure",
        "/leisure/new",
        "/host",
        "/against",
        "/live",
        "/me",
        "/options",
        "/play",
        "/rivals",
        "/rooms",
        "/rules",
        "/tournaments",
        "/tournaments/new",
    }
)
UNDER = (
    "/j/",
    "/w/",
    "/t/",
    "/l/",
    "/r/",
    "/deals/",
    "/g/",
    "/o/",
    "/play/",
    "/boards/",
    "/rules/",
    "/crowns/races/",
    "/live/",
)
"""Prefixes of further paths at which the client's page is served. The script of the page reads the
rest of the path, such as the code of a room."""

PREVIEWS = {
    "/j/": ("You are invited to race", "Open the link, type your name and race on the same deal."),
    "/r/": ("The result of a race", "See the places, the times and the moves of a finished race."),
    "/t/": ("A patience tournament", "See the tournament, its rounds and its standings."),
    "/daily": ("Today's deals", "Everybody plays the same deals today: see how you compare."),
}
"""The title and the sentence with which other programs, such as messengers, show a link, by the
beginning of its path. They depend on nothing else, so that a preview tells nothing of a race."""
ANY_PREVIEW = (
    "Crown Patience",
    "Race your friends at patience: the same deal for everybody, at the same moment.",
)

EMBEDDED = "/embed/"
"""Prefix of the pages that other sites may put into a frame. These pages show only public data:
their script logs nobody in, and their links do not open in the frame."""

NEAREST = "/games/nearest/"
"""Prefix of paths whose rest is a misspelt name of a game. The answer, in JSON, is the name of the
most similar game."""

OTHERS = {"/manifest.webmanifest": "manifest.webmanifest", "/robots.txt": "robots.txt"}
OFFLINE = {"/offline": "offline.html", "/worker.js": "worker.js"}
"""The page that says that the server cannot be reached, and the service worker that shows it."""
ICON = "icon.svg"

FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
ASK_AGAIN = "no-cache"

CAPABILITIES = ("camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment")
"""Browser features that the page does not use, and that Permissions-Policy therefore forbids."""
WORKER_POLICY = "worker"
"""The only Trusted Types policy that a page may make. `main.js` makes it first, and with it nothing
but the service worker can be loaded; a second policy of the same name is refused."""
HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?")

NOTHING = "there is nothing here\n"
ANOTHER_VERSION = "this file is of another version of the page; load the page again\n"


class Pages:
    """Answers the HTTP requests of browsers for pages and files."""

    def __init__(self, tree: StaticFiles) -> None:
        self._tree = tree
        self._etag = f'W/"{tree.root.removeprefix(STATIC)}"'
        index = tree.templates["index.html"]
        self._index = {
            start: with_values(index, {"preview_title": title, "preview_text": said})
            for start, (title, said) in {**PREVIEWS, "/": ANY_PREVIEW}.items()
        }

    def answer(self, request: Request) -> Response:
        """Return the response to a request: a page, a file, or 404."""
        path = request.path.partition("?")[0]
        if path.startswith(STATIC):
            return self._static(request, path)
        if path in PAGES or path.startswith((*UNDER, EMBEDDED)):
            return self._page(request, HTTPStatus.OK)
        if path.startswith(NEAREST):
            return _nearest(path)
        if path in OTHERS:
            return _sent(request, self._tree.templates[OTHERS[path]], A_DAY)
        if path in OFFLINE:
            return self._secured(
                request, _sent(request, self._tree.templates[OFFLINE[path]], ASK_AGAIN)
            )
        if path == "/favicon.ico" and ICON in self._tree.files:
            return _sent(request, self._tree.files[ICON], A_DAY)
        if any("text/html" in accepted for accepted in request.headers.get_all("Accept")):
            return self._page(request, HTTPStatus.NOT_FOUND)
        return text(HTTPStatus.NOT_FOUND, NOTHING)

    def _static(self, request: Request, path: str) -> Response:
        root, _, name = path[len(STATIC) :].partition("/")
        if STATIC + root != self._tree.root:
            return text(HTTPStatus.NOT_FOUND, ANOTHER_VERSION)
        file = self._tree.files.get(name)
        if file is None:
            return text(HTTPStatus.NOT_FOUND, NOTHING)
        return _sent(request, file, FOR_EVER)

    def _page(self, request: Request, status: HTTPStatus) -> Response:
        known = ", ".join(request.headers.get_all("If-None-Match"))
        fresh = status == HTTPStatus.OK and self._etag.removeprefix("W/") in known
        if fresh:
            response = respond(HTTPStatus.NOT_MODIFIED, Headers(), b"")
        else:
            start = next((each for each in PREVIEWS if request.path.startswith(each)), "/")
            response = _sent(request, self._index[start], ASK_AGAIN, status)
        headers = response.headers
        if status == HTTPStatus.OK:
            headers["ETag"] = self._etag
        if fresh:
            headers["Cache-Control"] = ASK_AGAIN
        return self._secured(request, response)

    def _secured(self, request: Request, response: Response) -> Response:
        headers = response.headers
        headers["Content-Security-Policy"] = policy(
            request.headers.get_all("Host"), framed=request.path.startswith(EMBEDDED)
        )
        headers["Referrer-Policy"] = "no-referrer"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Permissions-Policy"] = ", ".join(f"{name}=()" for name in CAPABILITIES)
        return response


def _nearest(path: str) -> Response:
    headers = Headers()
    headers["Content-Type"] = "application/json"
    headers["Cache-Control"] = A_DAY
    near = nearest_name(unquote(path[len(NEAREST) :]))
    return respond(HTTPStatus.OK, headers, json.dumps({"near": near}).encode())


def policy(hosts: list[str], *, framed: bool) -> str:
    """Return the Content-Security-Policy of a page. `hosts` are the Host headers of the request.
    `framed`: other sites may put the page into a frame.

    The policy names the address of the websocket, because for older browsers `self` does not
    include it.
    """
    host = hosts[0] if len(hosts) == 1 and HOST.fullmatch(hosts[0]) else None
    lines = f" ws://{host} wss://{host}" if host else ""
    framers = "*" if framed else "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{lines}; manifest-src 'self'; font-src 'self'; base-uri 'none'; "
        f"form-action 'none'; frame-ancestors {framers}; "
        f"require-trusted-types-for 'script'; trusted-types {WORKER_POLICY}"
    )


def text(status: HTTPStatus, said: str) -> Response:
    """Return a response whose body is the plain text `said`, for programs rather than people."""
    headers = Headers()
    headers["Content-Type"] = "text/plain; charset=utf-8"
    return respond(status, headers, said.encode())


def _sent(
    request: Request, file: StaticFile, keep: str, status: HTTPStatus = HTTPStatus.OK
) -> Response:
    headers = Headers()
    headers["Content-Type"] = file.type
    headers["Cache-Control"] = keep
    body = file.plain
    if file.packed is not None:
        headers["Vary"] = "Accept-Encoding"
        if takes_gzip(request.headers.get_all("Accept-Encoding")):
            headers["Content-Encoding"] = "gzip"
            body = file.packed
    return respond(status, headers, body)


def takes_gzip(accepted: list[str]) -> bool:
    """Return whether the Accept-Encoding headers of a request allow gzip."""
    for one in ",".join(accepted).lower().split(","):
        name, _, quality = one.partition(";")
        if name.strip() in ("gzip", "x-gzip", "*"):
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality)
    return False


def method_not_allowed() -> Response:
    """Return the response (405) to methods other than GET and HEAD."""
    response = text(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are allowed\n")
    response.headers["Allow"] = "GET, HEAD"
    return response


def respond(status: HTTPStatus, headers: Headers, body: bytes) -> Response:
    """Return a response with `headers`, to which the headers that all responses have are added."""
    headers["Date"] = formatdate(usegmt=True)
    if status != HTTPStatus.NOT_MODIFIED:
        headers["Content-Length"] = str(len(body))
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return Response(status.value, status.phrase, headers, body)
