"""The websocket connection of the client: handshake, numbered requests, reconnects with growing
pauses."""

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from client_cli.exit_codes import Failure
from client_cli.net.connection_types import ConnectionLost, ConnectionState, RequestRefused
from engine.errors import EngineError
from protocol import SUBPROTOCOL, VERSION, from_server
from protocol.closing import MAY_RETURN, Close
from protocol.from_client import Hello, Request
from protocol.from_server import FromServer, Notice, Refused, Welcome
from protocol.message import BadMessage, encode
from protocol.texts import _

__all__ = ["Connection", "ConnectionLost", "ConnectionState", "RequestRefused"]

OPEN_TIMEOUT_S = 10.0
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
ANOTHER = _("Race friends starts one here; PATIENCE_SERVER or --server names another.")
LARGEST_MESSAGE = 16 * 2**20
"""Most bytes of a message. The largest messages are records of long races with many seats."""

FAREWELLS = {
    Close.TAKEN_OVER: _("The seat was taken over by another connection."),
    Close.KICKED: _("The host has sent you away."),
    Close.BANNED: _("You may not use this server any more, or not yet again."),
    Close.VERSION: _(
        "The server speaks another version of the protocol; one of us needs an update."
    ),
    Close.POLICY: _(
        "The server closed the line: it understood too little of what this client said."
    ),
}


class Connection:
    """A connection to a server, as an async context manager. Entering it connects, and raises
    Failure if the server cannot be reached. Leaving it closes the connection.

    The connection calls three functions. `hear` gets every received message in order, before the
    `ask` that waits for the message returns. `requests_on_reconnect` returns the requests to send
    first after a reconnect; their answers go only to `hear`. `changed` gets each new state of the
    connection. All three run in the event loop and must not block. Attempts to reconnect stop after
    `patience_s` seconds; if it is None, they never stop.
    """

    def __init__(
        self,
        url: str,
        hear: Callable[[FromServer], None],
        requests_on_reconnect: Callable[[], Sequence[Request]] = lambda: (),
        changed: Callable[[ConnectionState], None] = lambda _: None,
        patience_s: float | None = None,
    ) -> None:
        self.url = url
        self.server_program = ""
        """The name and version of the server program; empty until the server has told them."""
        self.farewell: str | None = None
        """A sentence that says why the connection is closed for good; None until then."""
        self._hear, self._requests_on_reconnect, self._changed = (
            hear,
            requests_on_reconnect,
            changed,
        )
        self._patience_s = patience_s
        self._last_id = 0
        self._outgoing: asyncio.Queue[Request] = asyncio.Queue()
        self._waiting: dict[int, asyncio.Future[FromServer]] = {}
        self._keeper: asyncio.Task[None] | None = None
        self._up = False
        self._banned: str | None = None
        self._gone = asyncio.Event()
        self._settled = asyncio.Event()
        """Set while the connection is up, and once it is closed for good."""

    async def __aenter__(self) -> Self:
        socket = await self._connect()
        self._open_socket()
        self._keeper = asyncio.create_task(self._keep(socket))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        self._give_up_waiting()

    @property
    def up(self) -> bool:
        return self._up

    async def gone(self) -> str:
        """Wait until the connection is closed for good. Return a sentence that says why."""
        await self._gone.wait()
        return self.farewell or _("The line is gone.")

    async def back(self) -> bool:
        """Wait while the connection is down. Return True once it is up again, and False if it is
        closed for good. If it is up now, return True at once."""
        await self._settled.wait()
        return self._up

    def next_id(self) -> int:
        """Return a new request id. Only this method allots ids, so no two requests on a connection
        share one."""
        self._last_id += 1
        return self._last_id

    def post(self, message: Request) -> None:
        """Send a request without waiting for its answer. Requests posted while the connection is
        down are dropped; `requests_on_reconnect` must supply what has to be sent then."""
        if self._up:
            self._outgoing.put_nowait(message)

    async def ask(self, message: Request) -> FromServer:
        """Send a request and return its answer.

        Raises RequestRefused if the server refuses it. Raises ConnectionLost if the connection is
        down or goes down before the answer comes; the server may then have carried the request out
        or not. If cancelled, the request may still be carried out.
        """
        if not self._up:
            raise ConnectionLost
        future = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = future
        self._outgoing.put_nowait(message)
        try:
            answer: FromServer = await future
        finally:
            self._waiting.pop(message.id, None)
        if isinstance(answer, Refused):
            raise RequestRefused(answer)
        return answer

    # The connection itself. -----------------------------------------------------------------

    async def _connect(self) -> ClientConnection:
        """Return a connected socket after the handshake. Raises Failure if no server of this
        project answers."""
        host = urlsplit(self.url).hostname or ""
        local = host in ("localhost", "::1") or host.startswith("127.")
        try:
            socket = await connect(
                self.url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=LARGEST_MESSAGE,
                open_timeout=OPEN_TIMEOUT_S,
                close_timeout=2,
                proxy=None if local else True,
            )
        except InvalidStatus as refused:
            raise Failure.unreachable(_turned_away(self.url, refused)) from None
        except (InvalidURI, InvalidHandshake):  # a redirect may lead to an invalid address
            raise Failure.unreachable(
                _("What answers at {url} is not our server.", url=self.url)
            ) from None
        except (OSError, TimeoutError, ConnectionClosed, EOFError):
            raise Failure.unreachable(
                _("No server answers at {url}. {another}", url=self.url, another=ANOTHER)
            ) from None
        try:
            await self._handshake(socket)
        except BaseException:
            await _close_socket(socket)
            raise
        return socket

    async def _handshake(self, socket: ClientConnection) -> None:
        hello = Hello(id=self.next_id(), protocol=[VERSION], client="patience")
        try:
            await socket.send(encode(hello).decode())
            async with asyncio.timeout(OPEN_TIMEOUT_S):
                answer = from_server.parse(await socket.recv())
        except (ConnectionClosed, TimeoutError):
            sentence = _("The server at {url} hung up.", url=self.url)
            if socket.close_code == Close.VERSION:
                sentence = FAREWELLS[Close.VERSION]
            raise Failure.unreachable(sentence) from None
        except BadMessage as error:
            raise Failure.unreachable(
                _("The server is not understood: {error}", error=error)
            ) from None
        if isinstance(answer, Refused):
            raise Failure.unreachable(_(answer.error))
        if not isinstance(answer, Welcome):
            raise Failure.unreachable(_("What answers at {url} is not our server.", url=self.url))
        self.server_program = answer.server
        self._hear(answer)

    async def _keep(self, socket: ClientConnection) -> None:
        """Exchange messages until the socket closes, then reconnect, and repeat both until the
        connection is closed for good."""
        try:
            while True:
                await self._exchange(socket)
                self._up = False
                self._settled.clear()
                self._give_up_waiting()
                code = socket.close_code or 1006
                if code not in MAY_RETURN:
                    known = FAREWELLS.get(Close(code)) if code in list(Close) else None
                    self._end(self._banned if code == Close.BANNED and self._banned else known)
                    return
                self._changed(ConnectionState.DOWN)
                socket = await self._reconnect()
                for message in self._requests_on_reconnect():
                    self._outgoing.put_nowait(message)
                self._open_socket()
        except* Failure as failures:
            self._end(str(failures.exceptions[0]))
        finally:
            self._up = False
            self._give_up_waiting()
            await _close_socket(socket)

    def _open_socket(self) -> None:
        self._up = True
        self._settled.set()
        self._changed(ConnectionState.UP)

    def _end(self, farewell: str | None) -> None:
        self.farewell = farewell or _("The server closed the line.")
        self._gone.set()
        self._settled.set()
        self._changed(ConnectionState.GONE)

    def _give_up_waiting(self) -> None:
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ConnectionLost())

    async def _reconnect(self) -> ClientConnection:
        """Return a new socket, with growing pauses between attempts. Raises Failure if none
        succeeds within `patience_s` seconds."""
        loop = asyncio.get_running_loop()
        pause, began = FIRST_PAUSE_S, loop.time()
        while True:
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))
            pause = min(2 * pause, LONGEST_PAUSE_S)
            try:
                return await self._connect()
            except Failure:
                if self._patience_s is not None and loop.time() + pause > began + self._patience_s:
                    raise

    async def _exchange(self, socket: ClientConnection) -> None:
        """Send and receive messages until the socket closes. Raises Failure for a message that
        cannot be parsed."""
        try:
            async with asyncio.TaskGroup() as tasks:
                speaker = tasks.create_task(self._speak(socket))
                try:
                    # Not a task of the group: an error raised while it is being cancelled
                    # would end the whole group.
                    with contextlib.suppress(ConnectionClosed):
                        await self._listen(socket)
                finally:
                    speaker.cancel()
        except* (BadMessage, EngineError) as strange:
            sentence = _("The server is not understood: {error}", error=strange.exceptions[0])
            raise Failure.unreachable(sentence) from None

    async def _speak(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = await self._outgoing.get()
                await socket.send(encode(message).decode())

    async def _listen(self, socket: ClientConnection) -> None:
        async for frame in socket:
            message = from_server.parse(frame)
            if isinstance(message, Notice | Refused) and message.code == "banned":
                self._banned = _(message.text if isinstance(message, Notice) else message.error)
            self._hear(message)
            request = getattr(message, "id", None)
            future = self._waiting.get(request) if request is not None else None
            if future is not None and not future.done():
                future.set_result(message)


def _turned_away(url: str, refused: InvalidStatus) -> str:
    """Return the sentence for the player when a server answers the websocket handshake with an HTTP
    error."""
    if refused.response.status_code == HTTPStatus.MISDIRECTED_REQUEST:
        return _(
            "The server at {url} does not go by that name; who runs it can add it to"
            " PATIENCE_ALLOWED_ORIGINS.",
            url=url,
        )
    return _("What answers at {url} is not our server.", url=url)


async def _close_socket(socket: ClientConnection) -> None:
    """Close the socket with a closing handshake; if cancelled meanwhile, abort it. The socket is
    closed in both cases."""
    closing = asyncio.ensure_future(socket.close())
    try:
        with contextlib.suppress(Exception):
            await asyncio.shield(closing)
    except asyncio.CancelledError:
        socket.transport.abort()
        with contextlib.suppress(Exception):
            await closing
        raise
