"""The limits of an address, measured on a server that counts the loopback address."""

import asyncio
import contextlib
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from time import monotonic
from typing import Any

from server.access.rate_limits import ADDRESS
from tests.harness import LIMIT_S, Client, client

PASSWORD = "correct horse"
LIMITED = frozenset({"too_fast", "wait", "too_many_races"})
"""Codes of refusals by which somebody is throttled."""
FULL_S = ADDRESS.most / ADDRESS.per_s + 1
"""Seconds after which an empty bucket of an address is full, in a hall and elsewhere."""
BURST = 40
"""Connections of a burst. Each may ask for 1,000 credits at once, all of an address for 6,000."""


class Meter:
    """Somebody with an account who measures from the address of everybody, before and after."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._known = False

    async def newcomers(self) -> int:
        """Enter one guest after another into a new tournament until the address has to wait. Return
        how many came."""
        async with client(self.url) as link:
            entry = "log_in" if self._known else "sign_up"
            signed = await link.ask(entry, name="Meter", password=PASSWORD)
            assert signed["type"] == "signed_in", signed
            self._known = True
            plan = {"title": "Measured", "rounds": ["aces_up"], "guests": True}
            made = await link.ask("new_tournament", plan=plan)
            assert made["type"] == "tournament", made
            code = made["code"]
            opened = await link.ask("run_tournament", code=code, do={"verb": "open"})
            assert opened["type"] == "done", opened
        async with client(self.url) as link:
            for number in range(1_000):
                guest = {"name": f"New {number}", "token": secrets.token_urlsafe(24)}
                answer = await link.ask("enter_tournament", code=code, guest=guest)
                if answer["type"] == "refused":
                    assert answer["code"] == "wait", answer
                    return number
        raise AssertionError("nothing limits the guests of an address")


async def burst(url: str, factor: float = 1.0) -> int:
    """Ask on many connections at once until the address has no more credits; return how many its
    full buckets have, of all processes together. `factor` is that of the hall: so much faster a
    bucket refills meanwhile."""
    async with AsyncExitStack() as stack:
        links = [await stack.enter_async_context(client(url)) for _ in range(BURST)]
        began = monotonic()
        spent = sum(await asyncio.gather(*(_spend(link) for link in links)))
        return spent - int((monotonic() - began) * ADDRESS.per_s * factor)


async def _spend(link: Client) -> int:
    """Ask for the list of tournaments, ten credits each, until it is too much; the credits."""
    asked_for = 99
    for _ in range(asked_for):
        await link.send("list_tournaments")
    answers = [await link.until("tournaments", "refused") for _ in range(asked_for)]
    return 10 * [answer["type"] for answer in answers].count("tournaments")


async def raised(url: str, addresses: int) -> None:
    """Wait until the limits of so many addresses are raised."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            if f"patience_halls {float(addresses)}" in await _metrics(url):
                return
            await asyncio.sleep(0.2)


async def refusals(url: str) -> Counter[str]:
    """Refused requests so far, by code."""
    found = re.findall(r'patience_refusals_total\{code="(\w+)"\} ([\d.]+)', await _metrics(url))
    return Counter({code: int(float(count)) for code, count in found})


async def _metrics(url: str) -> str:
    async with asked(url) as line:
        status, text = await got(line, "/metrics")
        assert status == 200, status
        return text


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@contextlib.asynccontextmanager
async def asked(url: str) -> AsyncIterator[Line]:
    """An HTTP connection to the server."""
    port = int(url.removesuffix("/ws").rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def got(line: Line, path: str) -> tuple[int, str]:
    """The status and the body of the answer to a GET."""
    reader, writer = line
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = re.search(r"(?i)content-length: (\d+)", head)
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head.split(" ", 2)[1]), body.decode()


async def told(url: str, code: str) -> dict[str, Any]:
    """A tournament as anybody is told it."""
    async with client(url) as link:
        answer = await link.ask("get_tournament", code=code)
    assert answer["type"] == "tournament", answer
    return answer
