"""A guest's races enter an account's history once the seat is claimed."""

from typing import Any

import pytest

from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import PASSWORD, sign_up
from tests.server.archive.test_retention import resign
from tests.server.two_servers import begin, moves

pytestmark = pytest.mark.processes


async def raced(*links: Client) -> None:
    """A race under way to its end: everybody makes two moves, and gives up in turn."""
    for link in links:
        await moves(link, 2)
    for link in links:
        table = await link.ask("look")
        await link.ask("play", race=table["race"], ply=table["ply"], move="resign")
    for link in links:
        await link.until("over")


async def again(*links: Client) -> None:
    """The next race in the same room."""
    await links[0].ask("rematch")
    for link in links:
        await link.ready()
    for link in links:
        await link.until("table", "frame")
    await raced(*links)


async def history(who: Client, **page: Any) -> list[tuple[str, int, str]]:
    told = await who.ask("get_my_races", **page)
    assert told["type"] == "my_races", told
    assert told["total"] >= len(told["races"])
    for race in told["races"]:
        assert (race["daily"], race["voided"]) == (None, False)
        assert 0 <= race["ago_ms"] < 600_000
    return [(race["race"], race["seat"], race["game"]) for race in told["races"]]


async def test_races_of_a_guest_come_along_when_the_seat_is_claimed(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as anna:
        code = await begin(host, anna)
        await raced(host, anna)
        await again(host, anna)
        await sign_up(anna)
        assert await history(anna) == []
        held = [{"code": code, "token": anna.token}]
        for _ in range(2):  # a client claims at every log-in what it knows
            assert (await anna.ask("claim_seats", seats=held))["codes"] == [code]
        two, one = (f"{code}-2", 1, "aces_up"), (f"{code}-1", 1, "aces_up")
        assert await history(anna) == [two, one]
        # The seat stays a guest's in its room; what it races from now on comes along as well.
        await again(host, anna)
        three = (f"{code}-3", 1, "aces_up")
        assert await history(anna) == [three, two, one]

        await anna.ask("leave")
        own = await begin(anna)
        await raced(anna)
        whole: list[Any] = []
        while len(whole) < 4:  # the last may be on its way
            whole = await history(anna)
        four = (f"{own}-1", 0, "aces_up")
        assert whole == [four, three, two, one]
        assert [await history(anna, offset=n, count=1) for n in range(5)] == [
            *([race] for race in whole),
            [],
        ]

        # A guest's races are on no board and in no book: whom they were raced against knew nobody.
        board = await anna.ask("get_board", game="aces_up", measure="best")
        assert board["total"] == 1
        data = (await anna.ask("export_account"))["data"]
        exported = [race["race"] for race in data["races_as_guest"]]
        assert exported == [f"{code}-{n}" for n in (3, 2, 1)]


async def test_the_place_of_a_guest_is_that_of_the_record(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as anna:
        code = await begin(host, anna)
        await moves(host, 4)
        await resign(anna)
        await resign(host)
        await host.until("over")
        await sign_up(anna)
        await anna.ask("claim_seats", seats=[{"code": code, "token": anna.token}])
        (race,) = (await anna.ask("get_my_races"))["races"]
        record = (await anna.ask("get_record", race=race["race"]))["record"]
        places = {result["seat"]: result["place"] for result in record["results"]}
        assert places == {0: 1, 1: 2}
        assert (race["seat"], race["place"]) == (1, 2)


async def test_one_race_stands_once_in_a_history(server: ServerProcess) -> None:
    """Also where a guest raced against the account that has claimed the seat since."""
    async with client(server.url) as anna, client(server.url) as guest:
        await sign_up(anna)
        code = await begin(anna, guest)
        await raced(anna, guest)
        held = [{"code": code, "token": guest.token}]
        assert (await anna.ask("claim_seats", seats=held))["codes"] == [code]
        found: list[Any] = []
        while not found:
            found = await history(anna)
        assert found == [(f"{code}-1", 0, "aces_up")]


async def test_a_deleted_account_leaves_nothing_of_what_it_claimed(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as anna:
        code = await begin(host, anna)
        await sign_up(anna)
        held = [{"code": code, "token": anna.token}]
        await anna.ask("claim_seats", seats=held)
        await raced(host, anna)
        assert await history(anna) == [(f"{code}-1", 1, "aces_up")]
        await anna.ask("delete_account", password=PASSWORD)
        await sign_up(anna)
        assert await history(anna) == []
        await anna.ask("claim_seats", seats=held)
        assert await history(anna) == [(f"{code}-1", 1, "aces_up")]


@pytest.mark.parametrize("game", ["aces_up", "racing_demon"])
async def test_a_guest_who_claims_a_name_takes_the_race_along(
    game: str, server: ServerProcess
) -> None:
    """At a common table as in any race. The record has the name that the guest had in the race,
    also when the account gets another name and when it is deleted; the history is the account's."""
    async with client(server.url) as host, client(server.url) as anna:
        code = await begin(host, anna, game=game)
        for link in (anna, host):
            if game == "aces_up":
                await moves(link, 1)
                await link.ask("play", race=1, ply=1, move="resign")
            else:
                for key, move in enumerate(("turn", "resign"), 1):
                    await link.ask("play_table", race=1, key=key, move=move)
        if not any(
            '"type":"over"' in frame for frame in host.frames
        ):  # it may come before an answer
            await host.until("over")
        record = (await host.ask("get_record", race=code))["record"]
        places = {result["seat"]: result["place"] for result in record["results"]}
        await sign_up(anna)
        held = [{"code": code, "token": anna.token}]
        assert (await anna.ask("claim_seats", seats=held))["codes"] == [code]
        assert await history(anna) == [(f"{code}-1", 1, game)]
        (race,) = (await anna.ask("get_my_races"))["races"]
        assert race["place"] == places[1]
        data = (await anna.ask("export_account"))["data"]
        assert [each["race"] for each in data["races_as_guest"]] == [f"{code}-1"]
        (kept,) = (await anna.ask("get_my_seats"))["seats"]
        assert (kept["code"], kept["seat"]) == (code, 1)

        renamed = await anna.ask("rename", name="Bertha")
        assert renamed["account"]["name"] == "Bertha", renamed
        assert await history(anna) == [(f"{code}-1", 1, game)]
        assert (await anna.ask("get_record", race=code))["record"] == record
        await anna.ask("delete_account", password=PASSWORD)
        assert (await host.ask("get_record", race=code))["record"] == record
        await sign_up(anna)
        assert await history(anna) == []
