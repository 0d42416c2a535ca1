"""Server addresses: make a websocket address from a typed host, a link or the environment."""

import os
from urllib.parse import urlsplit

from client_cli.exit_codes import Failure
from protocol import DEFAULT_PORT, PATH, codes
from protocol.texts import _

ENVIRONMENT = "PATIENCE_SERVER"
DEFAULT = f"ws://127.0.0.1:{DEFAULT_PORT}{PATH}"
SECURE = {"ws": "ws", "http": "ws", "wss": "wss", "https": "wss"}
ROOM_PATHS = ("j", "w", "r")
"""First path segments of links to rooms: join, watch, results."""


def server_address(given: str | None) -> str:
    """Return the websocket address of a server: `given`, or else the address in the environment
    variable PATIENCE_SERVER, or else that of this computer. Raises Failure if the address is
    invalid.

    `given` may be `host`, `host:port`, or an http(s) or ws(s) address. Without a port, a bare host
    gets this project's default port, and a full address gets the default port of its scheme.
    """
    text = (given or os.environ.get(ENVIRONMENT) or DEFAULT).strip()
    bare = "://" not in text
    scheme, host, port = _split(f"ws://{text}" if bare else text)
    if port is None and bare:
        port = DEFAULT_PORT
    return f"{scheme}://{host}{f':{port}' if port else ''}{PATH}"


def room_address(text: str, server: str | None) -> tuple[str, str]:
    """Return (server address, room code) of a typed room code or link. A link contains the address
    of its server. For a code, the address is what `server_address` returns for `server`. Raises
    Failure if the code, link or address is invalid."""
    if "://" in text:
        scheme, host, port = _split(text.strip())
        parts = [part for part in urlsplit(text.strip()).path.split("/") if part]
        if not 2 <= len(parts) <= 3 or parts[0] not in ROOM_PATHS:
            raise Failure.usage(_("A link to a room looks like http://host:8765/j/KQ7-4TX."))
        address = f"{scheme}://{host}{f':{port}' if port else ''}{PATH}"
        return address, room_code(parts[1])
    return server_address(server), room_code(text)


def room_code(text: str) -> str:
    code = codes.normal(text)
    if code is None:
        raise Failure.usage(
            _("{text} is not a code: six letters and digits, as in KQ7-4TX.", text=repr(text[:40]))
        )
    return code


def invite_of(text: str) -> str | None:
    """Return the invitation word of a link such as `/j/KQ7-4TX/WORD`, in upper case; None if it has
    none. A room that only invited people may enter asks for this word."""
    parts = [part for part in urlsplit(text.strip()).path.split("/") if part]
    return parts[2].upper() if "://" in text and len(parts) == 3 else None


def link(server: str, code: str, invite: str | None = None) -> str:
    """Return the link to join a room, with the invitation word if there is one. The word is a path
    segment and not a query, because many shells require a question mark to be quoted."""
    parts = urlsplit(server)
    scheme = "https" if parts.scheme == "wss" else "http"
    word = f"/{invite}" if invite else ""
    return f"{scheme}://{parts.netloc}/j/{codes.spoken(code)}{word}"


def tournament_link(server: str, code: str) -> str:
    """Return the link to a tournament."""
    return link(server, code).replace("/j/", "/t/", 1)


def leisure_link(server: str, code: str) -> str:
    """Return the link to a leisure race, a race on the same deals that a closed circle plays within
    days."""
    return link(server, code).replace("/j/", "/l/", 1)


def spoken(server: str) -> str:
    """Return a server's address as a user types it after `--server`: `192.168.1.5:8765`, or the
    full address if its scheme is wss."""
    parts = urlsplit(server)
    return parts.netloc if parts.scheme == "ws" else server


def port_of(server: str) -> int:
    parts = urlsplit(server)
    return parts.port or (443 if parts.scheme == "wss" else 80)


def is_local(server: str) -> bool:
    """Return whether the address names this computer."""
    host = urlsplit(server).hostname or ""
    return host in ("localhost", "::1", "0.0.0.0") or host.startswith("127.")  # noqa: S104 # only compared, not listened on


def _split(text: str) -> tuple[str, str, int | None]:
    """Return (websocket scheme, host, port or None) of an address. Raises Failure if it is
    invalid."""
    try:
        parts = urlsplit(text)
        port, host = parts.port, parts.hostname
        (host or "").encode("idna")  # ValueError if it cannot be a host name
    except ValueError:
        port, host, parts = None, None, urlsplit("")
    if host is not None and not (host.isprintable() and host.split() == [host]):
        host = None
    if parts.scheme not in SECURE or not host or parts.username is not None:
        raise Failure.usage(_("{text} is not the address of a server.", text=repr(text[:60])))
    return SECURE[parts.scheme], f"[{host}]" if ":" in host else host, port
