"""One websocket connection: handles its requests in order, and closes it if its client reads too
slowly.

A move that can be handled without waiting is handled in the read callback, without a task. Moves
cannot fill the memory this way: a seat (the numbered place of a player in a room) may have only a
limited number of moves that are not stored yet, and a connection with more than LOST unsent bytes
is closed.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import monotonic

import structlog
from websockets.exceptions import ConnectionClosed

from protocol.closing import Close
from protocol.from_client import Play, parse
from protocol.message import BadMessage, encode
from protocol.rooms.common_tables import PlayTable
from server.access.bans import Banned
from server.access.rate_limits import Allowance
from server.errors import Refusal, StoreAway
from server.handlers.dispatch import Dispatcher
from server.handlers.services import Services
from server.handlers.tournaments.plans import PlanRefused
from server.live_rooms.play_move import MoveRefused
from server.net.socket import Socket
from server.observability.logs import about
from server.observability.metrics import Metrics
from server.views.view_inputs import RefusedRequest, Viewer
from server.views.visibility import shown

LARGEST_FRAME = 16 * 1024
MOST_BAD_FRAMES = 50
BEHIND = 64 * 1024
"""A connection with this number of unsent bytes, or more, gets no messages about the progress of
races, which a later message would replace."""
LOST = 1024 * 1024
"""A connection with more unsent bytes than this is closed. The client may connect again and get its
seat back."""

HELLO_S = 30
"""Seconds after which a connection that has not sent `hello` is closed."""

MEASURE_S = 5.0
"""Least seconds between two pings that measure the delay of a connection."""

SLOW_S = 1.0
"""A request that takes more seconds than this is logged."""

TOO_FAST = ("too_fast", "You ask faster than this server answers; wait a moment.")

log = structlog.get_logger()


class Connections(set["Connection"]):
    """The open connections of a process."""

    def tell(self, data: bytes) -> None:
        """Send a message, which is encoded already, on every open connection."""
        for connection in tuple(self):
            connection.send(data)


class Connection:
    """A websocket connection: reads and handles its requests, and sends the messages of its room.

    `name` identifies the connection among those of all processes. `later` runs a coroutine in the
    background. `allowance` has the rate limits: each request takes its cost in credits from it, and
    a request that it cannot pay for is refused.
    """

    def __init__(
        self,
        name: str,
        socket: Socket,
        services: Services,
        metrics: Metrics,
        later: Callable[[Coroutine[object, object, None]], None],
        allowance: Allowance,
    ) -> None:
        self.name = name
        self.viewer = Viewer()
        self.allowance = allowance
        self._socket = socket
        self._metrics = metrics
        self._later = later
        self._closing = False
        self._bad_frames = 0
        self._fault: Exception | None = None
        self._turn = asyncio.Lock()
        self._is_leaving = False
        self._delay_ms: int | None = None
        self._measured_at = -MEASURE_S
        self._requests = Dispatcher(services, self, allowance)

    async def run(self) -> None:
        """Handle requests until the socket is closed. Then, and when cancelled, store that the
        connection's seat, if it has one, is no longer connected. An unexpected error of a handler
        is raised."""
        self._socket.handle_immediately, self._socket.on_cut = self._handle_immediately, self._cut
        late = asyncio.get_running_loop().call_later(HELLO_S, self._still_silent)
        about(connection=self.name)
        log.debug("came")
        try:
            async for frame in self._socket:
                if self._closing:  # ignore requests that come after `close`
                    break
                async with self._turn:
                    if not self._is_leaving:
                        await self._handle_frame(frame)
                self._socket.dealt_with()
        except ConnectionClosed:
            pass
        finally:
            late.cancel()
            self._socket.handle_immediately = self._socket.on_cut = None
            self.viewer = Viewer()
            await self._closed_by_client()
            if self._closing:  # the close frame may not have been sent yet
                await self._socket.wait_closed()

    @property
    def is_behind(self) -> bool:
        """Whether the client reads so slowly that it is sent no messages about the progress of
        races. A later message about the progress replaces those that were left out."""
        return self._socket.unsent >= BEHIND

    def send(self, data: bytes) -> None:
        if self._socket.unsent > LOST:
            if not self._closing:
                self._metrics.cut_off.inc()
                log.warning("slow_reader", connection=self.name)
            self.close(Close.RESYNC)
        elif not self._closing:
            self._socket.say(data)

    def send_progress(self, data: bytes) -> bool:
        if self.is_behind:
            return False
        self.send(data)
        return True

    def close(self, why: Close) -> None:
        if not self._closing:
            self._closing = True
            self._later(self._close(why))

    @property
    def delay_ms(self) -> int | None:
        return self._delay_ms

    def measure_delay(self) -> None:
        now = monotonic()
        if now - self._measured_at >= MEASURE_S and not self._closing:
            self._measured_at = now
            self._later(self._measure())

    async def _measure(self) -> None:
        with suppress(ConnectionClosed):
            began = monotonic()
            await (await self._socket.ping())
            self._delay_ms = round((monotonic() - began) * 1000)

    @property
    def is_seated(self) -> bool:
        return self.viewer.seat is not None

    async def close_gracefully(self, notice: bytes, within_s: float) -> None:
        """Accept no more requests, wait up to `within_s` seconds for the answers to those under
        way, send `notice`, and close with RESTART, so that the client reconnects."""
        self._socket.handle_immediately = None
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s), self._turn:
                self._is_leaving = True
                await self._requests.settled()
        self.send(notice)
        self.close(Close.RESTART)

    async def _close(self, why: Close) -> None:
        try:
            async with asyncio.timeout(5):
                await self._socket.close(why, why.name.lower())
        except TimeoutError:
            self._socket.transport.abort()

    def _handle_immediately(self, text: bytes) -> bool:
        """Handle a frame in the read callback if it is a move that need not wait. Return False if
        `_handle_frame` must handle the frame. A move that `_handle_frame` handles after this costs
        its rate-limit credits twice, because it causes more work."""
        if self._closing:
            return False
        try:
            message = parse(text)
        except BadMessage:
            return False
        if not isinstance(message, Play | PlayTable):
            return False
        if not self.allowance.take(message.type):
            self._too_fast(message.id)
            return True
        try:
            if isinstance(message, PlayTable):
                return self._requests.play_table_at_once(message)
            return self._requests.play_at_once(message)
        except Refusal as error:
            self._turn_down(message.id, error)
        except Exception as fault:  # raised again in `_handle_frame`, where it ends the connection
            self._fault = fault
            return False
        return True

    async def _handle_frame(self, frame: str | bytes) -> None:
        if self._fault is not None:
            raise self._fault
        if isinstance(frame, bytes):
            self.close(Close.UNSUPPORTED)
            return
        request: int | None = None
        started = monotonic()
        try:
            message = parse(frame)
            request = message.id
            about(request=request, type=message.type)
            if not self.allowance.take(message.type):
                self._too_fast(request)
                return
            await self._requests.handle(message)
        except BadMessage as error:
            self._bad_frames += 1
            self._refuse(RefusedRequest(error.request, "bad_message", str(error)))
            if self._bad_frames >= MOST_BAD_FRAMES:
                self.close(Close.POLICY)
        except Refusal as error:
            self._turn_down(request, error)
        except StoreAway as error:
            self._refuse(RefusedRequest(request, "storage_away", str(error)))
        took = monotonic() - started
        if took > SLOW_S:
            log.warning("slow_request", seconds=round(took, 3))
        about(request=None, type=None)  # not in a finally: an unexpected error is logged with them

    def _too_fast(self, request: int) -> None:
        self._refuse(RefusedRequest(request, *TOO_FAST))
        if self.allowance.note_too_fast():
            log.warning("too_fast", connection=self.name)
            self.close(Close.POLICY)

    def _still_silent(self) -> None:
        if not self._requests.greeted:
            log.info("no_hello", connection=self.name)
            self.close(Close.POLICY)

    def _cut(self) -> None:
        self._metrics.refusals.labels(TOO_FAST[0]).inc()
        log.warning("too_fast", connection=self.name)

    def _turn_down(self, request: int | None, error: Refusal) -> None:
        self._refuse(refused_request(request, error))
        if isinstance(error, Banned):
            self.close(Close.BANNED)

    def _refuse(self, refused: RefusedRequest) -> None:
        self._metrics.refusals.labels(refused.code).inc()
        # `_handle_immediately` runs outside the task for which `about` has set these.
        seat, asked = self.viewer.seat, refused.request
        log.debug("refused", code=refused.code, connection=self.name, seat=seat, request=asked)
        self.send(encode(shown(refused, self.viewer)))

    async def _closed_by_client(self) -> None:
        try:
            await self._requests.gone()
        except StoreAway:
            log.info("departure_not_stored")
        except Refusal:
            pass  # the room no longer exists


def refused_request(request: int | None, error: Refusal) -> RefusedRequest:
    """Return the refusal of request number `request`, in the form in which it is sent. For a
    refused move it has the ply, which is the number of moves before the move; for a refused
    tournament plan, the faults of the plan."""
    ply = error.ply if isinstance(error, MoveRefused) else None
    faults = error.faults if isinstance(error, PlanRefused) else ()
    return RefusedRequest(request, error.code, str(error), ply, faults)
