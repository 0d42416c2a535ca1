"""A bare `websockets` server, `python -m bench.echo`, which shows what the library alone costs.

It answers every text message with a text of the length that the address asks for (`/?reply=300`).
It has the settings of the real server: the same event loop, no compression. It parses nothing and
keeps nothing. A connection to an address with `crowd` (`/?reply=300&crowd=1`) first gets a
greeting, and then also every answer to other such connections.
"""

import asyncio
import signal
import sys
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from bench import machine
from protocol import SUBPROTOCOL

LARGEST_FRAME = 16 * 1024


CROWD: set[ServerConnection] = set()


async def _answer(socket: ServerConnection) -> None:
    query = parse_qs(urlsplit(socket.request.path).query if socket.request else "")
    reply = "e" * int(query.get("reply", ["1"])[0])
    crowd = "crowd" in query
    try:
        if crowd:
            CROWD.add(socket)
            await socket.send(reply)
        async for _ in socket:
            await socket.send(reply)
            if crowd:
                broadcast(CROWD - {socket}, reply)
    except ConnectionClosed:
        pass
    finally:
        CROWD.discard(socket)


async def main() -> None:
    """Serve on a free port, whose address is printed, until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with serve(
        _answer,
        "127.0.0.1",
        0,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        max_size=LARGEST_FRAME,
        server_header=None,
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"listening on ws://127.0.0.1:{port}/", flush=True)
        await stop.wait()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=machine.new_loop) as runner:
        sys.exit(runner.run(main()))
