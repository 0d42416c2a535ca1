"""Read CPU time and memory of the server from its page /metrics."""

import asyncio
import re
from time import time
from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

from client_cli.net.addresses import is_local
from protocol.texts import _

CPU, MEMORY = "process_cpu_seconds_total", "process_resident_memory_bytes"
SAMPLE = re.compile(rf"^({CPU}|{MEMORY})(?:\{{.*\}})? ([0-9.eE+-]+)", re.MULTILINE)
EVERY_S, LIMIT_S = 1.0, 5.0


class MetricsReading(NamedTuple):
    """CPU seconds and resident memory in bytes of all server processes together, at a Unix time."""

    at: float
    cpu_s: float
    rss: float


class ServerMetrics:
    """Collects readings of the server's metrics page. `missing` is the reason of the latest failure
    to read the page; None if there was no failure."""

    def __init__(self, url: str) -> None:
        self.readings: list[MetricsReading] = []
        self.missing: str | None = None
        self._url = url
        self._opener = build_opener(*([ProxyHandler({})] if is_local(url) else []))

    async def watch(self) -> None:
        """Read the metrics page once a second until cancelled."""
        while True:
            await self.read()
            await asyncio.sleep(EVERY_S)

    async def read(self) -> None:
        """Read the metrics page once. A failure is only noted in `missing`, because the server may
        be restarting."""
        page = await asyncio.to_thread(self._page)
        if page is None:
            return
        reading = read(page, time())
        if reading is None:
            self.missing = _(
                "{url} does not tell {cpu} and {memory}.", url=self._url, cpu=CPU, memory=MEMORY
            )
        else:
            self.readings.append(reading)

    def _page(self) -> str | None:
        try:
            with self._opener.open(self._url, timeout=LIMIT_S) as answer:
                return str(answer.read().decode(errors="replace"))
        except (OSError, URLError, ValueError) as error:
            self.missing = _(
                "{url} cannot be read ({error}).",
                url=self._url,
                error=getattr(error, "reason", error),
            )
            return None


def metrics_url(server: str) -> str:
    """Return the address of the metrics page of the server with this websocket address."""
    parts = urlsplit(server)
    return f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}/metrics"


def read(page: str, at: float) -> MetricsReading | None:
    """Return the CPU time and memory on a metrics page, summed over all server processes on it;
    None if one of the two is missing."""
    sums: dict[str, float] = {}
    for name, value in SAMPLE.findall(page):
        sums[name] = sums.get(name, 0.0) + float(value)
    return MetricsReading(at, sums[CPU], sums[MEMORY]) if len(sums) == 2 else None
