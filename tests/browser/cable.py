"""A TCP proxy between a browser and its server that can be slow, or fall silent as a lost network
does."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

CHUNK = 65_536


class Cable:
    """Passes everything on, until it is cut: then nothing arrives any more and nobody is told, on
    the lines there are and on all that are begun meanwhile."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self.delay_s = 0.0
        """So long everything is on its way, in each direction."""
        self._held: list[tuple[asyncio.StreamWriter | None, bytes]] | None = None
        self._whole = True
        self._ways: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._dead: set[asyncio.StreamWriter] = set()
        self.port = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """The network is gone; lines that stand now never pass anything on again."""
        self._whole = False
        self._dead |= self._ends

    def mend(self) -> None:
        """Another network is there, for new lines."""
        self._whole = True

    def hold(self) -> None:
        """Let nothing arrive until `release`; nothing is lost."""
        self._held = []

    def release(self) -> None:
        """Let arrive what was held, in its order."""
        held, self._held = self._held or [], None
        for to, some in held:
            self._arrive(to, some)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        task = asyncio.current_task()
        if task is not None:
            self._ways.add(task)
            task.add_done_callback(self._ways.discard)
        if not self._whole:
            self._dead.add(writer)
            self._pass(reader, None)
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:  # the server is away
            writer.close()
            return
        self._ends.add(back)
        self._pass(reader, back)
        self._pass(there, writer)

    def _pass(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter | None) -> None:
        task = asyncio.create_task(self._passing(reader, to))
        self._ways.add(task)
        task.add_done_callback(self._ways.discard)

    async def _passing(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter | None) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ConnectionError):
            while some := await reader.read(CHUNK):
                loop.call_later(self.delay_s, self._arrive, to, some)
        loop.call_later(self.delay_s, self._arrive, to, b"")

    def _arrive(self, to: asyncio.StreamWriter | None, some: bytes) -> None:
        """Pass on what was read some time ago; nothing means the end."""
        if self._held is not None:
            self._held.append((to, some))
            return
        if to is None or to in self._dead or to.is_closing():
            return
        if some:
            to.write(some)
        else:
            to.close()

    async def close(self) -> None:
        """Let go of all lines, and of whoever is still being connected."""
        for way in tuple(self._ways):
            way.cancel()
        for writer in self._ends:
            writer.transport.abort()
        await asyncio.gather(*self._ways, return_exceptions=True)
        for writer in self._ends:
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def listen(self) -> asyncio.Server:
        server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server


@asynccontextmanager
async def cable(server_port: int) -> AsyncIterator[Cable]:
    """A cable to the server on this port."""
    laid = Cable(server_port)
    server = await laid.listen()
    try:
        yield laid
    finally:
        server.close()
        await asyncio.sleep(0)  # whoever has just been let in is known then
        await laid.close()
        await server.wait_closed()
