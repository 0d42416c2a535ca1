"""Rate limits: who asks too fast is refused, then disconnected; nobody else is slowed down."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from ipaddress import ip_network
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus

from protocol import SUBPROTOCOL
from server.access import rate_limits
from server.access.client_address import AllowedHosts, client_address, paying_address
from server.access.rate_limits import Allowance, Buckets, Rate, RateLimits, spent
from tests.harness import LIMIT_S, Client, ServerProcess, client, connected


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


# Buckets. ---------------------------------------------------------------------------------------


def test_a_bucket_gives_what_it_holds_and_fills_again() -> None:
    watch = Watch()
    buckets = Buckets(Rate(10, 2), watch)
    assert [buckets.take("a", 4) for _ in range(3)] == [True, True, False]
    assert buckets.take("b", 10), "one owner has spent what is another's"
    watch.now += 0.99
    assert not buckets.take("a", 4)
    watch.now += 0.01
    assert buckets.take("a", 4)
    watch.now += 3_600
    assert [buckets.take("a", 5) for _ in range(3)] == [True, True, False], "it holds too much"


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(1, 12)), max_size=60))
def test_nobody_gets_more_than_a_bucket_and_what_comes_back(asks: list[tuple[float, int]]) -> None:
    rate, now, full_at, given_ = Rate(20, 4), 50.0, 0.0, 0
    for pause, cost in asks:
        now += pause
        after = spent(full_at, rate, cost, now)
        if after is None:
            continue
        full_at, given_ = after, given_ + cost
        assert given_ <= rate.most + rate.per_s * (now - 50.0) + 1e-6


def test_buckets_that_are_full_again_are_forgotten() -> None:
    watch = Watch()
    buckets = Buckets(Rate(10, 1), watch)
    for i in range(3 * rate_limits.SWEEP_AT):
        watch.now += 0.01
        assert buckets.take(str(i), 5)
    assert len(buckets) <= rate_limits.SWEEP_AT + 1


def test_every_request_has_a_cost_that_a_bucket_can_bear() -> None:
    dearest = max(*rate_limits.COSTS.values(), rate_limits.OTHER_COST, rate_limits.OPENING_COST)
    assert all(
        dearest < rate.most
        for rate in (rate_limits.CONNECTION, rate_limits.ACCOUNT, rate_limits.ADDRESS)
    )


def test_a_connection_pays_from_each_of_its_buckets() -> None:
    watch = Watch()
    known = RateLimits(clock=watch)
    one = [Allowance(known, "192.0.2.1") for _ in range(12)]
    for allowance in one:
        allowance.account = "ann"
    moves = 0
    while one[moves % 12].take("play"):
        moves += 1
    assert moves == rate_limits.ACCOUNT.most
    one[0].account = None
    assert one[0].take("play"), "an account's bucket was asked of somebody who has none"
    other = [Allowance(known, "192.0.2.1") for _ in range(12)]
    while all(allowance.take("play") for allowance in other):
        moves += 12
    assert moves <= rate_limits.ADDRESS.most
    assert not other[0].take("ping")
    assert Allowance(known, "192.0.2.2").take("create")
    assert Allowance(known, None).take("create")
    watch.now += 1
    assert other[0].take("ping")


def test_a_few_requests_too_many_are_forgiven_and_many_are_not() -> None:
    watch = Watch()
    allowance = Allowance(RateLimits(clock=watch), None)
    assert [allowance.note_too_fast() for _ in range(101)] == [False] * 100 + [True]
    watch.now += 60
    assert not allowance.note_too_fast()


def test_frames_that_ask_for_nothing_are_paid_for_as_well() -> None:
    watch = Watch()
    known = RateLimits(clock=watch)
    for address, most in (
        ("192.0.2.1", rate_limits.CONNECTION.most + rate_limits.EXCESS.most),
        (None, rate_limits.UNCOUNTED_FRAMES.most),
    ):
        allowance, frames = Allowance(known, address), 0
        while allowance.take_frame():
            frames += 1
        assert frames == pytest.approx(most, abs=1)  # credits are fractions
        assert allowance.take("ping") is (address is None), "requests are paid for by themselves"


def test_nobody_is_cut_off_since_another_has_spent_the_credits_of_an_address() -> None:
    watch = Watch()
    known = RateLimits(clock=watch)
    assert known.pay("192.0.2.1", rate_limits.ADDRESS.most)
    calm = Allowance(known, "192.0.2.1")
    for _ in range(300):
        watch.now += 0.5
        assert known.pay("192.0.2.1", rate_limits.ADDRESS.per_s / 2)
        assert calm.take_frame()


# Addresses. -------------------------------------------------------------------------------------

TRUSTED = [ip_network("10.0.0.0/8"), ip_network("::1")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"),  # not from a proxy of ours
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),  # the first is an invention
        ("10.0.0.1", ["6.6.6.6", "198.51.100.1, 10.1.1.1"], "198.51.100.1"),
        ("::1", ["nonsense"], "nonsense"),
        ("10.0.0.1", ["10.2.2.2"], "10.2.2.2"),
    ],
)
def test_where_a_connection_comes_from(peer: str, forwarded: list[str], found: str) -> None:
    assert client_address(peer, forwarded, TRUSTED) == found


def test_whose_credits_an_address_spends() -> None:
    assert paying_address("192.0.2.1", []) == "192.0.2.1"
    assert paying_address("::ffff:192.0.2.1", []) == "192.0.2.1"
    assert paying_address("2001:db8:0:1::5", []) == paying_address("2001:db8:0:1:ffff::9", [])
    assert paying_address("2001:db8:0:1::5", []) != paying_address("2001:db8:0:2::5", [])
    assert paying_address("10.1.2.3", TRUSTED) is None
    assert len(paying_address("x" * 9_999, []) or "") < 100


# Over sockets. ----------------------------------------------------------------------------------


@pytest.fixture
async def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServerProcess]:
    """A server with the usual limits, that counts nobody's address but behind a proxy."""
    monkeypatch.setenv("PATIENCE_LIMITS", "1")
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1, ::1")
    async with ServerProcess(tmp_path / "data") as process:
        yield process
        assert "traceback" not in process.log.lower(), process.log


@contextlib.asynccontextmanager
async def via(server: ServerProcess, forwarded: str) -> AsyncIterator[Client]:
    """A connection that a proxy says to be from somewhere."""
    headers = {"X-Forwarded-For": forwarded}
    async with await connected(server.url, additional_headers=headers) as socket:
        yield Client(socket)


async def flooded(link: Client, frames: list[str]) -> tuple[list[str], int, float]:
    """The answers to frames that are sent without waiting, by code or type, the close code, and
    how long it took."""
    began = monotonic()
    sending = asyncio.create_task(sent(link, frames))
    answers: list[str] = []
    try:
        while True:
            message = await link.receive()
            answers.append(message.get("code") or message["type"])
    except ConnectionClosed as ending:
        return answers, ending.rcvd.code if ending.rcvd else 1006, monotonic() - began
    finally:
        await sending


async def sent(link: Client, frames: list[str]) -> None:
    with contextlib.suppress(ConnectionClosed):
        for frame in frames:
            await link.socket.send(frame)


def credits_of(rate: Rate, seconds: float) -> float:
    """What may be spent in so long at most; a second more, for nobody stops exactly."""
    return rate.most + rate.per_s * (seconds + 1)


def requests(count: int, kind: str, **fields: object) -> list[str]:
    return [json.dumps({"type": kind, "id": i, **fields}) for i in range(count)]


@pytest.mark.processes
async def test_who_asks_too_fast_is_told_so_and_then_closed(usual: ServerProcess) -> None:
    async with client(usual.url) as calm, client(usual.url) as link:
        await calm.create("aces_up", name="Ann")
        answers, code, took = await flooded(link, requests(20_000, "ping"))
        assert code == 1008
        assert 990 <= answers.count("pong") <= credits_of(rate_limits.CONNECTION, took)
        assert 100 <= answers.count("too_fast") <= credits_of(rate_limits.EXCESS, took)
        assert (await calm.ask("ping"))["type"] == "pong"
    assert "too_fast" in usual.log


@pytest.mark.processes
async def test_moves_are_counted_as_they_arrive(usual: ServerProcess) -> None:
    async with client(usual.url) as link:
        await link.create("aces_up", name="Ann")
        await link.ready()
        await link.ask("start")
        await link.until("table")
        moves = requests(20_000, "play", race=1, ply=99, move="deal")
        answers, code, took = await flooded(link, moves)
        assert code == 1008
        assert 900 <= answers.count("ply_ahead") <= credits_of(rate_limits.CONNECTION, took)
        async with client(usual.url) as again:
            room = await again.ask("resume", code=link_code(link), token=link.token)
            assert room["seat"] == 0, "a seat was lost with its connection"


def link_code(link: Client) -> str:
    return next(str(m["code"]) for m in map(json.loads, link.frames) if m["type"] == "room")


@pytest.mark.processes
async def test_who_waits_a_moment_may_go_on(usual: ServerProcess) -> None:
    async with client(usual.url) as link:
        answers: list[str] = []
        while "too_fast" not in answers:
            for frame in requests(60, "get_record", race="ZZZZZZ"):
                await link.socket.send(frame)
            answers = [(await link.receive())["code"] for _ in range(60)]
        assert set(answers) == {"unknown_room", "too_fast"}
        await asyncio.sleep(0.4)  # what comes back meanwhile is what is tested
        assert (await link.ask("get_record", race="ZZZZZZ"))["code"] == "unknown_room"


@pytest.mark.processes
async def test_an_address_has_but_so_many_connections(usual: ServerProcess) -> None:
    most = rate_limits.CONNECTIONS_PER_ADDRESS
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(most):
            await stack.enter_async_context(via(usual, "192.0.2.1"))
        with pytest.raises(InvalidStatus) as refused:
            await stack.enter_async_context(via(usual, "192.0.2.1"))
        assert refused.value.response.status_code == 429
        with pytest.raises(InvalidStatus):
            await stack.enter_async_context(via(usual, "6.6.6.6, 192.0.2.1"))
        await stack.enter_async_context(via(usual, "192.0.2.2"))
        await stack.enter_async_context(client(usual.url))
    async with asyncio.timeout(LIMIT_S):
        while True:
            with contextlib.suppress(InvalidStatus):
                async with via(usual, "192.0.2.1"):
                    break
            await asyncio.sleep(0.1)


@pytest.mark.processes
async def test_opening_connections_again_and_again_is_asking_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factor = 0.1  # so that no machine is too slow to open them faster than they come back
    monkeypatch.setenv("PATIENCE_LIMITS", str(factor))
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1, ::1")
    opened, refused = 0, None
    async with ServerProcess(tmp_path / "data") as server:
        while refused is None:
            try:
                async with via(server, "192.0.2.7"):
                    opened += 1
            except InvalidStatus as error:
                refused = error.response.status_code
    assert refused == 429
    each = rate_limits.OPENING_COST + rate_limits.FRAME_COST  # it is closed by a frame
    assert opened >= factor * rate_limits.ADDRESS.most / each - 1


@pytest.mark.processes
async def test_nobody_is_believed_who_is_no_trusted_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.0/24")
    monkeypatch.setenv("PATIENCE_LIMITS", "0.02")
    async with ServerProcess(tmp_path / "data") as server, contextlib.AsyncExitStack() as stack:
        for i in range(int(0.02 * rate_limits.CONNECTIONS_PER_ADDRESS)):
            await stack.enter_async_context(via(server, f"192.0.2.{i}"))
        with pytest.raises(InvalidStatus) as refused:
            await stack.enter_async_context(via(server, "192.0.2.99"))
        assert refused.value.response.status_code == 429


# From which page. -------------------------------------------------------------------------------


@pytest.mark.processes
async def test_pages_of_other_origins_are_turned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_ALLOWED_ORIGINS", "https://cards.example.org, http://b.example/")
    async with ServerProcess(tmp_path / "data") as server:
        here = urlsplit(server.url).netloc

        async def status(*origins: str) -> int:
            headers = [("Origin", origin) for origin in origins]
            try:
                async with await connected(server.url, additional_headers=headers):
                    return 101
            except InvalidStatus as refused:
                return refused.response.status_code

        assert await status() == 101
        assert await status(f"http://{here}") == 101
        assert await status("https://cards.example.org") == 101
        assert await status("https://CARDS.example.org") == 101
        assert await status("http://b.example") == 101
        assert await status("https://evil.example") == 403
        assert await status("http://cards.example.org") == 403
        assert await status("https://cards.example.org.evil.example") == 403
        assert await status("null") == 403
        assert await status("") == 403
        assert await status(f"file://{here}") == 403
        assert await status("https://cards.example.org", "https://evil.example") == 403


# By which name. ---------------------------------------------------------------------------------


def asking_by(*hosts: str) -> Headers:
    return Headers([("Host", host) for host in hosts])


def test_by_which_names_a_server_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Annas-Box.home.arpa")
    monkeypatch.setattr("socket.getfqdn", lambda: "annas-box.lan.example.")
    names = AllowedHosts(["https://cards.example.org", "http://other.example:8000/"])
    for host in (
        *("127.0.0.1", "127.0.0.1:8765", "192.0.2.7:80", "[::1]:8765", "[2001:db8::5]"),
        *("localhost", "LOCALHOST:8765", "localhost.:1", "cards.localhost:8765"),
        *("annas-box.home.arpa", "Annas-Box:8765", "annas-box.local:8765", "annas-box.local."),
        *("cards.example.org", "Cards.Example.org:443", "other.example"),
    ):
        assert names.have(asking_by(host)), host
    for host in (
        *("evil.example", "evil.example:8765", "cards.example.org.evil.example", "example.org"),
        *("127.0.0.1.evil.example", "localhost.evil.example", "annas-box.evil.example", "local"),
        *("annas-box.lan.example", "[::1", "127.0.0.1:x@evil.example", "", "."),
    ):
        assert not names.have(asking_by(host)), host
    assert names.have(asking_by()), "it is no browser's"
    assert not names.have(asking_by("127.0.0.1", "evil.example"))
    names._learn()
    assert names.have(asking_by("annas-box.lan.example:8765"))


@pytest.mark.processes
async def test_a_page_whose_name_leads_here_is_turned_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_ALLOWED_ORIGINS", "https://cards.example.org")
    async with ServerProcess(tmp_path / "data") as server:
        here = urlsplit(server.url)

        async def asked(path: str, host: str, *origin: str) -> tuple[int, str]:
            lines = [f"GET {path} HTTP/1.1", f"Host: {host}", *(f"Origin: {one}" for one in origin)]
            if path == "/ws":
                lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
                lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
                lines += [f"Sec-WebSocket-Protocol: {SUBPROTOCOL}"]
            reader, writer = await asyncio.open_connection(here.hostname, here.port)
            writer.write("\r\n".join([*lines, "", ""]).encode())
            async with asyncio.timeout(LIMIT_S):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = head.lower().partition("content-length: ")[2].partition("\r\n")[0]
                body = (await reader.readexactly(int(length or 0))).decode()
            writer.close()
            return int(head.split()[1]), body

        evil = f"evil.example:{here.port}"
        for path in ("/ws", "/", "/metrics", "/j/KQ7-4TX"):
            for origin in ((), (f"http://{evil}",)):
                code, said = await asked(path, evil, *origin)
                assert code == 421, path
                assert "PATIENCE_ALLOWED_ORIGINS" in said
                assert "evil" not in said
        assert (await asked("/ws", "cards.example.org", "https://cards.example.org"))[0] == 101
        assert (await asked("/ws", "cards.example.org"))[0] == 101
        assert (await asked("/ws", "cards.example.org", f"http://{evil}"))[0] == 403
        assert (await asked("/", f"localhost:{here.port}"))[0] == 200
        for path in ("/healthz", "/readyz"):
            assert (await asked(path, "crown-patience-server-1:8765"))[0] == 200
