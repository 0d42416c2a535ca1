"""`--workers N`: several processes on one port act as one server and are restarted."""

import asyncio
import os
import re
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server.ops.supervisor import _reserved
from server.store.temp_dirs import temp_dir
from tests.bots import race
from tests.harness import LIMIT_S, ServerProcess, client
from tests.server.processes.test_killed_server import check

pytestmark = pytest.mark.processes


def pids(server: ServerProcess) -> list[int]:
    """Every worker the server has started so far."""
    return [int(pid) for pid in re.findall(r"worker_started +pid=(\d+)", server.log)]


def lives(pid: int) -> bool:
    """Whether it is still a worker: the system may have given its number to somebody else."""
    try:
        return b"server" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()


async def until(happened: Callable[[], Awaitable[bool]]) -> None:
    """Look again and again at what only looking tells."""
    async with asyncio.timeout(LIMIT_S):
        while not await happened():  # noqa: ASYNC110 # other processes set no event of ours
            await asyncio.sleep(0.05)


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServerProcess]:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    process = ServerProcess(tmp_path / "data")
    await process.start("--workers", "3")
    try:
        yield process
    finally:
        await process.stop()


async def test_a_worker_that_dies_is_replaced_and_nobody_loses_a_move(
    server: ServerProcess,
) -> None:
    begun = asyncio.Event()

    async def kill_two() -> None:
        await begun.wait()
        for victim in pids(server)[:2]:
            await asyncio.sleep(0.7)
            os.kill(victim, signal.SIGKILL)

    first = pids(server)
    assert len(set(first)) == 3
    bots, _ = await asyncio.gather(race(server, "aces_up", 8, pause=0.04, begun=begun), kill_two())
    check(bots)

    async def replaced() -> bool:
        return len(pids(server)) == 5

    await until(replaced)
    assert [lives(pid) for pid in pids(server)] == [False, False, True, True, True]


async def test_connections_are_spread_and_counted_together(server: ServerProcess) -> None:
    """The kernel spreads connections; forty all fall to one of three once in a billion billion."""
    own = await sockets_of(pids(server))
    async with asyncio.TaskGroup() as group:
        done = asyncio.Event()

        async def sit() -> None:
            async with client(server.url):
                await done.wait()

        sitting = [group.create_task(sit()) for _ in range(40)]

        async def all_in() -> bool:
            return "patience_connections 40.0" in await page(server, "/metrics")

        await until(all_in)
        busy = await sockets_of(pids(server))
        done.set()
        await asyncio.wait(sitting)
    more = [now - before for now, before in zip(busy, own, strict=True)]
    assert max(more) < 40
    numbers_of_all = await page(server, "/metrics")
    assert "patience_store_up 1.0" in numbers_of_all
    assert "patience_processes 3.0" in numbers_of_all


async def sockets_of(workers: list[int]) -> list[int]:
    """How many sockets each process has open, beyond the few it has of its own."""
    return [sum(os.readlink(link).startswith("socket:") for link in links(pid)) for pid in workers]


def links(pid: int) -> list[Path]:
    folder = Path(f"/proc/{pid}/fd")
    if not folder.exists():
        pytest.skip("no /proc on this system")
    return list(folder.iterdir())


async def page(server: ServerProcess, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return text


async def test_told_to_stop_they_all_say_goodbye(server: ServerProcess) -> None:
    workers = pids(server)
    async with client(server.url) as link:
        assert await server.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            await link.until("no such message")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert not any(map(lives, workers))


async def test_nothing_is_left_of_workers_when_the_one_that_started_them_was_killed(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = pids(server)
    assert numbers(tmp_path)
    await server.kill()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    async def gone() -> bool:
        with temp_dir("metrics"):  # as the next does
            pass
        return not any(map(lives, workers)) and not numbers(tmp_path)

    await until(gone)


def numbers(temporary: Path) -> list[Path]:
    """Where workers leave them for each other."""
    return list(temporary.glob("patience-metrics-*"))


async def test_a_taken_port_is_said_at_once(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = ServerProcess(tmp_path / "data")
        process.port = taken.getsockname()[1]
        with pytest.raises(AssertionError, match="another program uses this port; --port"):
            await process.start("--workers", "2")
        assert process.process is not None
        assert await process.process.wait() == 5


async def test_workers_take_the_port_of_a_single_process_that_has_just_closed_its_connections(
    tmp_path: Path,
) -> None:
    """The system keeps such connections for a minute (TIME_WAIT)."""
    server = ServerProcess(tmp_path / "data")
    await server.start()
    async with client(server.url):
        assert await server.stop() == 0
    await server.start("--workers", "2")
    assert await server.stop() == 0


async def test_a_port_is_kept_from_others_before_any_worker_listens() -> None:
    with (
        _reserved("127.0.0.1", 0) as port,
        pytest.raises(OSError, match="in use"),
        _reserved("127.0.0.1", port),
    ):
        pass


async def test_two_servers_never_share_a_port_unawares(
    server: ServerProcess, tmp_path: Path
) -> None:
    other = ServerProcess(tmp_path / "other")
    other.port = server.port
    with pytest.raises(AssertionError, match="Cannot listen"):
        await other.start("--workers", "2")


async def test_a_store_that_cannot_be_reached_ends_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "one", redis_url=f"unix://{tmp_path}/nothing.sock")
    with pytest.raises(AssertionError, match="The store cannot be reached"):
        await server.start("--workers", "2")
    assert server.process is not None
    assert await server.process.wait() == 5
