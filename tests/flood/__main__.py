"""`python -m tests.flood`: measure the effect of floods on players; prints a table. See
`--help`."""

import argparse
import asyncio
import json
import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.contestant import Party
from bench.meter import Delays, Meter
from tests.flood.attacker import Job, Tally
from tests.harness import client

ROOT = Path(__file__).parents[2]
ROOMS, SEATS, PAUSE_S = 3, 2, 0.05
"""The players meanwhile: rooms, seats in each, and seconds between two moves."""
GAME = "uncle_remus"
QUICK = 20
"""A server that answers this often within a tenth of a second is idle again."""


class Attack(NamedTuple):
    """An attack: what is sent, on how many connections from how many addresses, after which
    greeting."""

    what: str
    lines: int
    addresses: int = 1
    greet: bool = False
    log_in: bool = False

    @property
    def name(self) -> str:
        after = ", logged in" if self.log_in else ", after hello" if self.greet else ""
        lines = f"{self.lines} lines" if self.lines > 1 else "one line"
        places = f" of {self.addresses} addresses" if self.addresses > 1 else ""
        return f"{self.what}{after}: {lines}{places}"

    def job(self, url: str, seconds: float, session: str) -> Job:
        """The attack as a job, against the server at this address."""
        session = session if self.log_in else ""
        return Job(url, self.what, self.lines, self.addresses, seconds, self.greet, session)


ATTACKS = [
    Attack("pings", 1),
    Attack("empty-pings", 1),
    Attack("pings", 1, greet=True),
    Attack("pings", 1, log_in=True),
    Attack("pongs", 1),
    Attack("fragments", 1, greet=True),
    Attack("pings", 3, 3),
    Attack("empty-pings", 8),
    Attack("pings", 8, log_in=True),
    Attack("pongs", 8),
    Attack("fragments", 8),
    Attack("texts", 8, greet=True),
    Attack("page", 1),
    Attack("page", 3, 3),
    Attack("nothing", 1),
    Attack("nothing", 8, 8),
]


def main() -> int:
    """Run all attacks and print the table. Return 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.flood", description=__doc__)
    parser.add_argument("--server", help="ws://127.0.0.1:8765/ws; without it one is started")
    parser.add_argument("--workers", type=int, default=1, help="processes of the one started")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each attack lasts")
    parser.add_argument("--only", default="", help="attacks whose name has this in it")
    parser.add_argument(
        "--counted", action="store_true", help="the one started counts loopback addresses, too"
    )
    given = parser.parse_args()
    asyncio.run(_measure(given))
    return 0


async def _measure(given: argparse.Namespace) -> None:
    print("| attack | moves | p50 ms | p99 ms | longest ms | sent MB | lines | closed |")
    print("|---|---:|---:|---:|---:|---:|---:|---|")
    async with _served(given) as url:
        session = await _session(url)
        for attack in (None, *(one for one in ATTACKS if given.only in one.name)):
            await _quiet(url)
            meter = Meter()
            parties = [Party(GAME, meter, PAUSE_S, legal=False) for _ in range(ROOMS)]
            for number, party in enumerate(parties):
                await party.gather(url, SEATS, Random(number))
            job = attack and attack.job(url, given.seconds, session)
            done = asyncio.create_task(_attacked(job)) if job else None
            delays = await _window(url, meter, given.seconds)
            for party in parties:
                party.close()
            _show(attack.name if attack else "nobody attacks", delays, await done if done else None)
            if meter.errors:
                print(f"turned down: {dict(meter.errors)}", file=sys.stderr)


@asynccontextmanager
async def _served(given: argparse.Namespace) -> AsyncIterator[str]:
    if given.server:
        yield given.server
        return
    with TemporaryDirectory(prefix="patience-flood-") as folder:
        environment = {**os.environ, "PATIENCE_COUNTDOWN_MS": "0", "REDIS_URL": ""}
        if given.counted:
            environment["PATIENCE_UNLIMITED"] = "192.0.2.0/24"
        words = ["--port", "0", "--data-dir", folder, "--workers", str(given.workers)]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "server", *words),
            cwd=ROOT,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            assert process.stdout is not None
            line = (await process.stdout.readline()).decode().strip()
            yield line.rpartition(" ")[2]
        finally:
            process.terminate()
            await process.wait()


async def _session(url: str) -> str:
    """The session of a new account."""
    async with client(url) as link:
        name, password = f"Flood {secrets.token_hex(3)}", secrets.token_urlsafe(12)
        answer = await link.ask("sign_up", name=name, password=password)
        return str(answer["session"])


async def _attacked(job: Job) -> Tally:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.flood.attacker", json.dumps(asdict(job))),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return Tally(**json.loads(said))


async def _window(url: str, meter: Meter, seconds: float) -> tuple[int, Delays]:
    """(number of moves due within this time, their delays), including those answered later."""
    meter.open = True
    await asyncio.sleep(seconds)
    await _quiet(url)
    await asyncio.sleep(10 * PAUSE_S)
    meter.open = False
    return len(meter.seconds), Delays.of(meter.seconds)


async def _quiet(url: str) -> None:
    """Wait until the server answers at once."""
    loop, quick = asyncio.get_running_loop(), 0
    async with client(url) as link:
        while quick < QUICK:
            began = loop.time()
            await link.ask("ping")
            quick = quick + 1 if loop.time() - began < 0.1 else 0


def _show(name: str, measured: tuple[int, Delays], tally: Tally | None) -> None:
    moves, delays = measured
    row = f"| {name} | {moves} | {delays.p50:.0f} | {delays.p99:.0f} | {delays.most:.0f} |"
    if tally is None:
        print(f"{row} | | |", flush=True)
        return
    closed = ", ".join(f"{times} × {how}" for how, times in sorted(tally.closed.items()))
    refused = f" + {tally.refused} refused" if tally.refused else ""
    print(f"{row} {tally.sent_bytes / 1e6:.1f} | {tally.opened}{refused} | {closed} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
