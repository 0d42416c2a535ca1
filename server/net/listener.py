"""The listening port: accepts websockets, answers requests for pages, health and metrics."""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import NamedTuple
from weakref import WeakSet

import structlog
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol import PATH, SUBPROTOCOL
from protocol.closing import Close
from protocol.network import lan_host
from server.access.client_address import AllowedHosts, is_loopback, origin_allowed
from server.access.rate_limits import METRICS_COST, Allowance
from server.handlers.services import Services
from server.net.connection import LARGEST_FRAME, Connection, Connections
from server.net.connection_limits import OPEN_S, ConnectionLimits
from server.net.drain import Drain
from server.net.http_keepalive import TurnQueue
from server.net.socket import Socket
from server.observability import error_log
from server.observability.metrics import Metrics
from server.settings import ServerSettings
from server.store.availability import StoreAvailability
from server.web import pages
from server.web.export import export
from server.web.pages import Pages
from server.web.static_files import StaticFiles, read_tree

BACKLOG = 4_096
"""The length of the queue of connections that wait to be accepted, if the system allows it. It is
long because all players of a tournament race connect at once, and a client that finds the queue
full retries after longer and longer pauses."""

BY_ANY_NAME = ("/healthz", "/readyz")
"""Paths that are answered whatever the Host header is, because proxies and containers use names of
their own."""
NOT_THAT_NAME = (
    "this server does not go by that name; who runs it can add it to PATIENCE_ALLOWED_ORIGINS\n"
)
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 # compared, not bound
"""The addresses to which a socket is bound if it listens at all addresses of this computer."""

log = structlog.get_logger()


def _hand_out(tree: StaticFiles, folder: Path) -> None:
    """Write the browser client's files into a folder, from which a proxy serves them. Log whether
    that succeeded."""
    try:
        log.info("web_exported", place=str(export(tree, folder)))
    except OSError as error:
        log.warning("web_not_exported", place=str(folder), why=error.strerror)


class Visitors(NamedTuple):
    """The open connections of a process, and the object (`Drain`) that closes them when the process
    is to stop."""

    connections: Connections
    drain: Drain


class PortListener:
    """Listens on the port of a process, for websockets and for HTTP requests.

    `port` is the port number, 0 until the port is open. `occupied` is set while there are websocket
    connections. `emptied` is set after the last websocket connection has closed, until another one
    opens. `look` brings the metrics up to date; it is called for each request for the metrics page.
    """

    def __init__(
        self,
        settings: ServerSettings,
        metrics: Metrics,
        link: StoreAvailability,
        services: Services,
        visitors: Visitors,
        *,
        connection_limits: ConnectionLimits,
        look: Callable[[], None],
    ) -> None:
        self.port = 0
        self._hosts: set[str] = set()
        self.connections, self.drain = visitors
        self.occupied = asyncio.Event()
        self.emptied = asyncio.Event()
        self._settings, self._metrics, self._link = settings, metrics, link
        self._services, self._registry = services, services.registry
        self._connection_limits = connection_limits
        self._look = look
        self._names = AllowedHosts(settings.allowed_origins)
        tree = read_tree(settings.web_folder)
        self._pages = Pages(tree)
        if settings.web_export is not None:
            _hand_out(tree, settings.web_export)
        self._own: dict[str, Callable[[], Response]] = {
            "/healthz": lambda: pages.text(HTTPStatus.OK, "ok\n"),
            "/readyz": self._ready,
            "/metrics": self._metrics_page,
        }
        self._visits: WeakSet[Socket] = WeakSet()
        self._numbers = count(1)

    async def serve(self, stop: asyncio.Event, listening: asyncio.Event) -> None:
        """Accept connections until `stop` is set, then drain them (close them so that clients
        reconnect to other processes) and close the port. Sets `listening` once the port is open.
        Raises OSError if it cannot be opened."""
        async with serve(
            self._connected,
            self._settings.host,
            self._settings.port,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            open_timeout=None,  # `Socket` has a timeout of its own: `open_s`
            create_connection=partial(  # type: ignore[arg-type] # no class, but called like one
                Socket,
                observer=self._connection_limits,
                answer=self._answer,
                open_s=OPEN_S,
                page_turns=TurnQueue(),
                frame_turns=TurnQueue(),
            ),
            compression=None,  # `Socket.say` relies on it
            max_size=LARGEST_FRAME,
            server_header=None,
            reuse_port=self.drain.shares_port or None,
            backlog=BACKLOG,
        ) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            self._hosts = {each.getsockname()[0] for each in server.sockets}
            self._names.look_up()
            listening.set()
            await stop.wait()
            await self.drain.end(partial(server.close, close_connections=False))
            for visit in tuple(self._visits):
                visit.end()

    async def _connected(self, socket: ServerConnection) -> None:
        if not isinstance(socket, Socket):
            raise TypeError("not a socket of ours")
        if self.drain.is_shut:  # the port was closed during its handshake
            await socket.close(Close.RESTART, Close.RESTART.name.lower())
            return
        name = f"{self._registry.process}:{next(self._numbers)}"
        if socket.allowance is None:
            raise TypeError("this socket was not accepted by the listener")
        connection = Connection(
            name, socket, self._services, self._metrics, self._registry.later, socket.allowance
        )
        self.connections.add(connection)
        self._registry.connections.add(name)
        self._counted()
        try:
            await connection.run()
        except Exception as error:
            error_log.note("connection_failed", error, connection=name)
            await socket.close(CloseCode.INTERNAL_ERROR)
        finally:
            self.connections.discard(connection)
            self._registry.connections.discard(name)
            self._counted()

    def _counted(self) -> None:
        somebody = bool(self.connections)
        (self.occupied if somebody else self.emptied).set()
        (self.emptied if somebody else self.occupied).clear()
        self._metrics.connections.set(len(self.connections))

    def _answer(self, socket: Socket, request: Request) -> Response | None:
        try:
            return self._answered(socket, request)
        except Exception as error:
            error_log.note("page_failed", error)
            return pages.text(HTTPStatus.INTERNAL_SERVER_ERROR, "this is a fault of the server\n")

    def _answered(self, socket: Socket, request: Request) -> Response | None:
        """Return the response to a request; None if the request may open a websocket."""
        self._visits.add(socket)
        path = request.path.partition("?")[0]
        cost = METRICS_COST if path == "/metrics" else 0
        if not self._connection_limits.asked(socket, request, cost, visit=path != PATH):
            socket.stays = False
            self._metrics.refusals.labels("too_fast").inc()
            said = "too much is asked from your address; try again in a minute\n"
            return pages.text(HTTPStatus.TOO_MANY_REQUESTS, said)
        if path not in BY_ANY_NAME and not self._names.have(request.headers):
            self._metrics.refusals.labels("foreign_host").inc()
            return pages.text(HTTPStatus.MISDIRECTED_REQUEST, NOT_THAT_NAME)
        if path == PATH:
            if origin_allowed(request.headers, self._settings.allowed_origins):
                limits = self._connection_limits.limits
                socket.allowance = Allowance(limits, socket.owner, socket.address)
                return None
            self._metrics.refusals.labels("foreign_origin").inc()
            return pages.text(HTTPStatus.FORBIDDEN, "this page may not connect here\n")
        if request.method not in ("GET", "HEAD"):
            return pages.method_not_allowed()
        if path == "/reach":
            return self._reach(socket.address)
        own = self._own.get(path)
        return self._pages.answer(request) if own is None else own()

    def _reach(self, client: str) -> Response:
        """Return the answer to the request `/reach`: the URL at which other computers of the local
        network reach this server, or an empty line if they cannot. `client` is the address of the
        computer that asks. Another computer than the server's gets an empty line, because the URL
        in its browser already works for others."""
        host = lan_host() if is_loopback(client) else None
        found = host is not None and not self._hosts.isdisjoint({host, *EVERY_ADDRESS})
        return pages.text(HTTPStatus.OK, f"http://{host}:{self.port}\n" if found else "\n")

    def _ready(self) -> Response:
        if self.drain.wanted:
            return pages.text(HTTPStatus.SERVICE_UNAVAILABLE, "this server is about to stop\n")
        if self._link.is_up:
            return pages.text(HTTPStatus.OK, "ready\n")
        return pages.text(HTTPStatus.SERVICE_UNAVAILABLE, "the store is away\n")

    def _metrics_page(self) -> Response:
        self._look()
        headers = Headers()
        headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
        return pages.respond(HTTPStatus.OK, headers, self._metrics.page())
