"""A TCP proxy between two programs that can be cut, fall silent, become slow or trickle."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

ENOUGH = 64 * 1024
"""Bytes in flight after which a connection takes no more until some have arrived."""
DROP = 64
"""Bytes that arrive at a time on a trickling connection."""


class Wire:
    """Forwards bytes between its clients and the port `there` of this machine. `delay_s` and
    `per_s` (bytes a second, None for no limit) may be changed at any time."""

    def __init__(self, there: int) -> None:
        self.there = there
        self.port = 0
        self.delay_s = 0.0
        self.per_s: float | None = None
        self.open = True
        self.silent = False
        self.lines: set[Line] = set()
        self.cuts = 0
        """Connections that were cut or lost in silence."""
        self.turned_away = 0
        """Connections refused while it was not open."""
        self._left: int | None = None
        self._then: Callable[[], None] | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def redis_url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Close all connections at once, so that both sides notice."""
        for line in tuple(self.lines):
            self.cuts += 1
            line.abort()

    def after(self, times: int, then: Callable[[], None]) -> None:
        """After the client side has sent this many more times, and it has arrived, fall silent so
        that no answer comes, and call `then`."""
        self._left, self._then = times, then

    def passed(self) -> None:
        """Count data in flight."""
        if self._left is None:
            return
        self._left -= 1
        if not self._left and self._then is not None:
            self._left = None
            self.fall_silent()
            self._then()

    def fall_silent(self) -> None:
        """From now on nothing arrives and nobody is told, on current and new connections."""
        self.silent = True
        for line in self.lines:
            line.lost = True

    def speak_again(self) -> None:
        """Let new connections work. The client side drops those lost in silence, as a client does
        that hears nothing; the server side has to find out by itself."""
        self.silent = False
        for line in tuple(self.lines):
            if line.lost:
                self.cuts += 1
                line.give_up()

    @property
    def forgotten(self) -> int:
        """Connections lost in silence that the server side still holds."""
        return sum(line.lost for line in self.lines)


class Line:
    """One connection through a wire: a near end, of the client, and a far one."""

    def __init__(self, wire: Wire) -> None:
        self.lost = wire.silent
        self._wire = wire
        self.near, self.far = End(self), End(self)
        self.near.other, self.far.other = self.far, self.near
        wire.lines.add(self)

    @property
    def delay_s(self) -> float:
        return self._wire.delay_s

    @property
    def per_s(self) -> float | None:
        return self._wire.per_s

    def passed(self) -> None:
        self._wire.passed()

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(10):
                await loop.create_connection(lambda: self.far, "127.0.0.1", self._wire.there)
        except (OSError, TimeoutError):  # nobody listens there
            self.abort()

    def abort(self) -> None:
        self.near.abort()
        self.far.abort()
        self._wire.lines.discard(self)

    def give_up(self) -> None:
        self.near.abort()

    def ended(self, end: "End") -> None:
        """One side has closed; the other is closed when everything before has arrived."""
        if not self.lost:
            end.other.finish()
        if self.near.gone and (self.far.gone or self.far.transport is None):
            self._wire.lines.discard(self)
        elif self.far.gone and self.lost:  # it found out by itself
            self.abort()


class End(asyncio.Protocol):
    """One end of a connection: reads from its side, and writes what comes from the other."""

    other: "End"

    def __init__(self, line: Line) -> None:
        self._line = line
        self.transport: asyncio.Transport | None = None
        self.gone = False
        self._coming: deque[tuple[float, bytes]] = deque()
        self._bytes = 0
        self._free_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._finishing = False
        self._full = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if self.gone:
            transport.abort()
            return
        self._deliver()

    def data_received(self, data: bytes) -> None:
        if not self._line.lost:
            self.other.bring(data)
            if self is self._line.near:
                self._line.passed()

    def connection_lost(self, error: Exception | None) -> None:
        self.gone = True
        self._line.ended(self)

    def pause_writing(self) -> None:
        self._full = True
        self._hold()

    def resume_writing(self) -> None:
        self._full = False
        self._let_come()

    def _hold(self) -> None:
        if self.other.transport is not None:
            self.other.transport.pause_reading()

    def _let_come(self) -> None:
        if self.other.transport is not None:
            self.other.transport.resume_reading()

    def bring(self, data: bytes) -> None:
        """Deliver data to this end, in order and when it is due."""
        delay_s, per_s = self._line.delay_s, self._line.per_s
        if not (delay_s or per_s or self._coming) and self.transport is not None:
            self._write(data)
            return
        now = asyncio.get_running_loop().time()
        size = DROP if per_s else len(data)
        for at in range(0, len(data), size):
            drop = data[at : at + size]
            self._free_at = max(self._free_at, now) + (len(drop) / per_s if per_s else 0)
            self._coming.append((self._free_at + delay_s, drop))
        self._bytes += len(data)
        if self._bytes > ENOUGH:
            self._hold()
        self._deliver()

    def _deliver(self) -> None:
        if self.transport is None or self._timer is not None:
            return
        now = asyncio.get_running_loop().time()
        while self._coming and self._coming[0][0] <= now:
            _, data = self._coming.popleft()
            self._bytes -= len(data)
            if not self._line.lost:
                self._write(data)
        if self._bytes <= ENOUGH // 2 and not self._full:
            self._let_come()
        if self._coming:
            self._timer = asyncio.get_running_loop().call_at(self._coming[0][0], self._due)
        elif self._finishing:
            self.transport.close()

    def _write(self, data: bytes) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(data)

    def _due(self) -> None:
        self._timer = None
        self._deliver()

    def finish(self) -> None:
        """Close after everything in flight has arrived."""
        self._finishing = True
        if self.transport is None:
            self.gone = True
        else:
            self._deliver()

    def abort(self) -> None:
        self._coming.clear()
        if self.transport is None:
            self.gone = True
        else:
            self.transport.abort()


@asynccontextmanager
async def laid(there: int) -> AsyncIterator[Wire]:
    """A wire to a port."""
    wire = Wire(there)
    loop = asyncio.get_running_loop()
    connecting = set[asyncio.Task[None]]()

    def connected() -> End:
        line = Line(wire)
        if not wire.open:
            wire.turned_away += 1
            loop.call_soon(line.abort)
        else:
            task = loop.create_task(line.connect())
            connecting.add(task)
            task.add_done_callback(connecting.discard)
        return line.near

    server = await loop.create_server(connected, "127.0.0.1", 0)
    wire.port = server.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        server.close()
        for task in tuple(connecting):
            task.cancel()
        await asyncio.gather(*connecting, return_exceptions=True)
        wire.cut()
        await asyncio.sleep(0)
        await server.wait_closed()
