"""Renamed accounts: the owner of an account that the server has renamed is told, in both modes."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from client_cli import exit_codes
from tests.client_cli.command import Player, patience
from tests.client_cli.screens.test_account_pages import at_home
from tests.harness import ServerProcess
from tests.server.stores import HERE, PASSWORD, load
from tests.stores import RedisProcess, engines

pytestmark = pytest.mark.processes

TOLD = "The server has named you Bob 2: your former name, Bob, looks like that of an older account"
BOB = f"{PASSWORD} 4"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A server with the store of one that compared names by earlier rules."""
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        async with Redis.from_url(redis.url) as store:
            await load(store, (HERE / "schema-1-names.jsonl").read_text())
        async with ServerProcess(tmp_path / "data", redis_url=redis.url) as server:
            yield server


async def test_who_logs_in_is_told_of_a_new_name_until_they_rename(
    house: ServerProcess, tmp_path: Path
) -> None:
    one = tmp_path / "one"
    one.mkdir()
    entered = patience(one, "login", "Bob", typed=f"{BOB}\n", server=house.url)
    assert entered.code == exit_codes.DONE, entered.err
    assert "You are Bob 2." in entered.out
    assert TOLD in " ".join(entered.out.split())
    assert "patience me rename NAME" in entered.out
    (told,) = patience(one, "login", "Bob", "--json", typed=f"{BOB}\n", server=house.url).json()
    assert (told["name"], told["former_name"]) == ("Bob 2", "Bob")

    playing = await Player.start(one, house.url, "host", "aces-up", "--plain")
    await playing.until("The server has named you Bob 2")
    await playing.end()
    assert TOLD in " ".join(patience(one, "me", server=house.url).out.split())
    assert patience(one, "me", "rename", "Bob 2", server=house.url).code == exit_codes.DONE
    assert "former name" not in patience(one, "me", server=house.url).out
    refused = patience(one, "login", "Bob", typed=f"{BOB}\n", server=house.url)
    assert refused.code == exit_codes.REFUSED


async def test_the_full_screen_tells_of_a_new_name(house: ServerProcess, tmp_path: Path) -> None:
    async with at_home(tmp_path / "one", house.url) as bob:
        await bob.opens("Your name")
        await bob.opens("Log in")
        await bob.fills("Bob", BOB)
        await bob.pilot.press("enter")
        await bob.sees("You are Bob 2: ")
        await bob.sees(TOLD)
        await bob.sees("or to keep this one: Rename.")
    async with at_home(tmp_path / "one", house.url) as bob:  # with the session of the time before
        await bob.sees("The server has named you Bob 2")
