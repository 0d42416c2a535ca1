"""Halls: the limits of an address are raised for a tournament, and are as before after it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol.tournaments.requests import MOST_IN_HALL
from server.access.halls import HallAddress, HallList, Halls
from server.access.rate_limits import ADDRESS, COSTS, Allowance, RateLimits
from server.accounts import login_throttle
from server.net.connection_limits import ConnectionLimits
from server.settings import ServerSettings
from server.tournaments import organiser_commands, transitions
from server.tournaments.effects import RaiseLimits
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.clocked_process import Time, real_store
from tests.server.net.test_socket_count import MANY, made_by
from tests.server.tournaments.evenings import ORGANISER, Evening
from tests.server.tournaments.evenings import plan as made_plan
from tests.server.tournaments.tournament_process import NOON, Hall, hall, plan
from tests.stores import RedisProcess

HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


def opened(people: int, tournament: str = "KQ74TX", organiser: str = "olga") -> HallAddress:
    return HallAddress(HERE, people, tournament, organiser, NOON, NOON + 1_000)


# The copy in a process. -----------------------------------------------------------------------


def test_a_hall_raises_the_limits_of_its_address_until_its_end() -> None:
    clock = Time(NOON)
    halls = Halls(lambda: clock.now)
    assert (halls.people(HERE), halls.factor(HERE), len(halls)) == (0, 1.0, 0)
    halls.replace([opened(60)])
    assert (halls.people(HERE), halls.factor(HERE), len(halls)) == (60, 2.0, 1)
    assert (halls.people(ELSEWHERE), halls.factor(ELSEWHERE), halls.factor(None)) == (0, 1.0, 1.0)
    clock.now = NOON + 1_000
    assert (halls.people(HERE), halls.factor(HERE), len(halls)) == (0, 1.0, 0)


def test_small_halls_lower_nothing_and_several_do_not_add_up() -> None:
    halls = Halls(lambda: NOON)
    halls.replace([opened(3)])
    assert halls.factor(HERE) == 1.0
    halls.replace([opened(90, "A"), opened(60, "B", "otto"), opened(30, "C", "ann")])
    assert (halls.people(HERE), len(halls)) == (90, 1)


def test_credits_and_connections_are_those_of_the_hall_and_then_as_before() -> None:
    clock = Time(NOON)
    halls = Halls(lambda: clock.now)
    limits = RateLimits(clock=lambda: clock.now / 1_000, halls=halls)

    def asked(address: str) -> int:
        """How often one may ask from an address at once, each on a connection of its own."""
        done = 0
        while Allowance(limits, address).take("get_tournament"):
            done += 1
        return done

    ordinary = asked(ELSEWHERE)
    assert abs(ordinary - ADDRESS.most // COSTS["get_tournament"]) <= 1
    assert limits.most_open(ELSEWHERE) == 250
    halls.replace([opened(60)])
    assert abs(asked(HERE) - 2 * ordinary) <= 2
    assert limits.most_open(HERE) == 500
    assert (asked(ELSEWHERE), limits.most_open(ELSEWHERE)) == (0, 250)
    halls.replace([])
    assert limits.most_open(HERE) == 250
    assert asked(HERE) == 0
    clock.now += 10_000  # after ten seconds a bucket is full again
    assert abs(asked(HERE) - ordinary) <= 1


def test_a_hall_has_more_sockets_and_still_no_more_than_a_quarter_of_the_descriptors() -> None:
    halls = Halls(lambda: NOON)
    settings = ServerSettings(unlimited=())

    def welcome(descriptors: int) -> int:
        counted = ConnectionLimits(RateLimits(0.2, lambda: 5.0, halls), settings, descriptors)
        sockets = [made_by(HERE) for _ in range(300)]
        for socket in sockets:
            counted.made(socket)
        return sum(socket.welcome for socket in sockets)

    assert welcome(MANY) == 50
    halls.replace([opened(120)])
    assert (welcome(MANY), welcome(400)) == (200, 100)


def test_newcomers_in_a_hall_are_counted_apart_and_no_more_than_it_has() -> None:
    for bucket in (login_throttle.of_sign_ups, login_throttle.of_guests):
        usual, raised = bucket(HERE), bucket(HERE, 60)
        assert (usual.free, raised.free) == (20, 60)
        assert usual.owner != raised.owner
        assert raised.owner == bucket(HERE, 120).owner  # not one for each hall
        assert login_throttle.delay_ms(raised, 61) == login_throttle.MINUTE
    assert login_throttle.of_address(HERE, 60).free == 60
    assert login_throttle.of_address(HERE, 3).free == 20


# The list in the store. -----------------------------------------------------------------------


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def test_an_organiser_has_one_hall(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        halls = HallList(at.one.kept.others)
        await halls.open(opened(60, "A"))
        await halls.open(opened(90, "B"))
        await halls.open(opened(30, "C", "otto"))
        await halls.open(opened(30, "C", "otto"))
        assert [(one.tournament, one.people) for one in await halls.load()] == [
            ("B", 90),
            ("C", 30),
        ]
        await halls.close("A", NOON)
        await halls.close("B", NOON)
        assert [one.tournament for one in await halls.load()] == ["C"]
        await halls.open(opened(1, "D")._replace(since_ms=NOON + 1_000, until_ms=NOON + 9_000))
        assert [one.tournament for one in await halls.load()] == ["D"]  # the other has ended


# The organiser. -------------------------------------------------------------------------------


async def told(at: Hall) -> list[tuple[str, int]]:
    return [(one.address, one.people) for one in await HallList(at.one.kept.others).load()]


async def test_a_hall_is_open_until_the_tournament_is_over(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann")
        await at.run("open_hall", address=HERE, people=60)
        assert await told(at) == [(HERE, 60)]
        assert (await at.told("Ann"))["hall"] == 60
        assert HERE not in str(await at.told("Ann"))  # the address is nobody's business
        await at.run("open_hall", address="2001:db8:1:2:3:4:5:6", people=MOST_IN_HALL)
        assert await told(at) == [("2001:db8:1:2::", MOST_IN_HALL)]
        await at.run("close_hall")
        assert (await told(at), (await at.told())["hall"]) == ([], 0)
        await at.run("open_hall", address=HERE, people=60)
        await at.run("stop")
        assert (await told(at), (await at.told())["hall"]) == ([], 0)


async def test_who_may_open_a_hall_and_where(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann")

        async def refusal(who: str, **fields: Any) -> str:
            do = {"verb": "open_hall", **fields}
            answer = await at.people[who].say("run_tournament", code=at.code, do=do)
            return str(answer["code"])

        assert await refusal("Ann", address=HERE) == "not_organiser"
        assert await refusal("Olga") == "no_limits"  # these connections have no address
        for wrong in ("10.0.0.0/8", "the hall", ""):
            assert await refusal("Olga", address=wrong) == "bad_address"
        await at.run("stop")
        assert await refusal("Olga", address=HERE) == "tournament_over"
        draft = await at.people["Olga"].say("new_tournament", plan=plan())
        at.code = draft["code"]
        assert await refusal("Olga", address=HERE) == "tournament_draft"
        assert await told(at) == []


async def test_the_process_that_ended_the_tournament_dies_before_the_hall_is_closed(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(NOON)
    async with hall(redis, time) as at, hall(redis, time, "two") as two:
        await at.draft(plan())
        await at.run("open_hall", address=HERE, people=60)

        async def dies(*_: object) -> None:
            raise ConnectionResetError

        with monkeypatch.context() as patched:
            patched.setattr(HallList, "close", dies)
            with pytest.raises(ConnectionResetError):
                await at.run("stop")
        assert await told(at) == [(HERE, 60)]
        assert at.code in await two.tournaments.store.due()  # so another process looks at it
        await two.tournaments.meet(at.code)
        assert await told(at) == []


def test_a_hall_ends_by_itself_after_half_a_day() -> None:
    held = Evening(made_plan(), 2, Random(1))
    after = organiser_commands.open_hall(held.t, ORGANISER, HERE, 60, held.now)
    assert after.hall is not None
    assert after.hall.until - held.now == 12 * 3_600_000
    assert isinstance(after.to_do[-1], RaiseLimits)
    over = transitions.finished(after, "stopped", held.now, held.fresh)
    assert sum(isinstance(each, RaiseLimits) for each in over.to_do) == 2
    assert over.people_in_hall == 0


# Over sockets. --------------------------------------------------------------------------------


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ServerProcess]:
    """A server behind a proxy on this machine, with the limits it has on the open internet."""
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1")
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.1")
    monkeypatch.setenv("PATIENCE_LIMITS", "1")
    async with ServerProcess(tmp_path / "server") as started:
        yield started


async def guest(url: str, code: str, number: int, stack: AsyncExitStack, at: str = HERE) -> str:
    """Enter as a guest from an address; the code of the refusal, or "done"."""
    link = await stack.enter_async_context(client(url, headers={"X-Forwarded-For": at}))
    entry = {"name": f"Guest {number}", "token": f"{number:024x}"}
    answer = await link.ask("enter_tournament", code=code, guest=entry)
    return str(answer.get("code", answer["type"]))


async def organised(link: Client, code: str, verb: str, **fields: Any) -> None:
    answer = await link.ask("run_tournament", code=code, do={"verb": verb, **fields})
    assert answer["type"] == "done", answer


async def opened_by(link: Client) -> str:
    made = await link.ask("new_tournament", plan=plan(guests=True))
    await organised(link, made["code"], "open")
    return str(made["code"])


async def test_a_hall_outlasts_the_process(server: ServerProcess) -> None:
    """And the process that comes after closes it when the tournament is over."""
    async with client(server.url, headers={"X-Forwarded-For": HERE}) as olga:
        await olga.ask("sign_up", name="Olga", password="correct horse")
        code = await opened_by(olga)
        await organised(olga, code, "open_hall", people=60)
        await raised(server, 1)
    await server.kill()
    await server.start()
    await raised(server, 1)
    async with client(server.url, headers={"X-Forwarded-For": ELSEWHERE}) as olga:
        await olga.ask("log_in", name="Olga", password="correct horse")
        assert (await olga.ask("get_tournament", code=code))["hall"] == 60
        await organised(olga, code, "stop")
        await raised(server, 0)


async def raised(server: ServerProcess, addresses: int) -> None:
    """Wait until the process says that the limits of so many addresses are raised."""
    async with asyncio.timeout(LIMIT_S):
        while True:
            if f"patience_halls {float(addresses)}" in await page(server.port):
                return
            await asyncio.sleep(0.1)


async def page(port: int) -> str:
    """The page of metrics."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return (await reader.read()).decode()
    finally:
        writer.close()


@pytest.mark.long(20)
async def test_a_flood_of_guests_waits_and_a_hall_comes_in(server: ServerProcess) -> None:
    url = server.url
    async with AsyncExitStack() as stack, client(url, headers={"X-Forwarded-For": HERE}) as olga:
        assert (await olga.ask("sign_up", name="Olga", password="correct horse"))[
            "type"
        ] == "signed_in"
        code = await opened_by(olga)
        flood = [await guest(url, code, number, stack) for number in range(24)]
        assert flood == ["done"] * 21 + ["wait"] * 3  # what comes after 20 makes others wait
        assert await guest(url, code, 100, stack, ELSEWHERE) == "done"
        await organised(olga, code, "open_hall", people=30)  # the organiser's own address
        await raised(server, 1)
        come = [await guest(url, code, number, stack) for number in range(21, 54)]
        assert come == ["done"] * 31 + ["wait"] * 2
        assert await guest(url, code, 5, stack) == "done"  # who is in already is not counted
        # Another hall at the same place lets in nobody more today.
        await organised(olga, code, "stop")
        await raised(server, 0)
        again = await opened_by(olga)
        assert await guest(url, again, 200, stack) == "wait"
        await organised(olga, again, "open_hall", people=30)
        await raised(server, 1)
        assert await guest(url, again, 200, stack) == "wait"
