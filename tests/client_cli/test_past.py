"""Remote history: the account's races are fetched on other computers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.features.remote_history import MOST, FetchResult, fetch, fetch_sentences
from client_cli.local.record_store import all_records, holds, keep_race
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from tests.client_cli.command import NOBODY, Ended, Player, patience
from tests.client_cli.played import race
from tests.client_cli.screens.test_account_pages import at_home
from tests.harness import ServerProcess, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.archive.test_retention import resign
from tests.server.two_servers import begin, moves

PASSWORD = "correct horse\n"
SERVER = "ws://127.0.0.1:8765/ws"


@pytest.fixture
def person(tmp_path: Path, server: ServerProcess) -> Callable[..., Ended]:
    """Runs commands as somebody with a computer of their own."""

    def run(whose: str, *words: str, typed: str = "", url: str = server.url) -> Ended:
        data = tmp_path / whose
        data.mkdir(exist_ok=True)
        return patience(data, *words, typed=typed, server=url)

    return run


async def race_alone(data: Path, url: str, *name: str) -> None:
    """Host a race for one, and give it up."""
    player = await Player.start(data, url, "host", "aces-up", *name, "--plain")
    await player.until("Code ")
    player.type("ready", "start", "wait", "resign")
    await player.until("The race is over")
    assert await player.end() == exit_codes.DONE


def test_what_was_fetched_in_words() -> None:
    assert fetch_sentences(FetchResult(0, more=False)) == []
    assert fetch_sentences(FetchResult(1, more=False)) == ["Fetched from the server: 1 record."]
    assert fetch_sentences(FetchResult(2, more=True))[1] == "There may be more; ask again."


def test_what_is_on_the_shelf(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    keep_race(storage, SERVER, race(code="KQ74TX-2").to_json(), 1, 12_345)
    assert [kept.at for kept in all_records(storage)] == [12_345]
    assert holds(storage, SERVER, "KQ74TX-2")
    assert holds(storage, SERVER, "KQ74TX")
    assert not holds(storage, SERVER, "KQ74TX-1")
    assert not holds(storage, "ws://elsewhere/ws", "KQ74TX")


@pytest.mark.processes
async def test_races_come_along_those_of_a_guest_claimed_later_too(
    tmp_path: Path, server: ServerProcess, person: Callable[..., Ended]
) -> None:
    (tmp_path / "one").mkdir()
    await race_alone(tmp_path / "one", server.url, "--name", "Anna")
    assert person("one", "login", "--new", "Anna", typed=PASSWORD * 2).code == exit_codes.DONE
    await race_alone(tmp_path / "one", server.url)
    here = {kept["race"] for kept in person("one", "history", "--json").json()}
    assert len(here) == 2

    assert person("two", "history", "--json").json() == []
    assert person("two", "login", "Anna", typed=PASSWORD).code == exit_codes.DONE
    first = person("two", "history")
    assert "Fetched from the server: 2 records." in first.out
    there = person("two", "history", "--json").json()
    assert {kept["race"] for kept in there} == here
    assert all(kept["place"] == 1 for kept in there)
    assert "FetchResult" not in person("two", "history").out

    assert person("three", "login", "Anna", typed=PASSWORD).code == exit_codes.DONE
    async with at_home(tmp_path / "three", server.url) as anna:
        await anna.opens("History")
        await anna.sees("Fetched from the server: 2 records.")
        await anna.sees("Aces Up")
    assert "2 played" in person("two", "stats").out

    assert person("four", "login", "Anna", typed=PASSWORD).code == exit_codes.DONE
    first = person("four", "stats")
    assert "2 played" in first.out
    assert "Fetched from the server: 2 records." in first.out
    [tally] = person("four", "stats", "--json").json()
    assert tally["played"] == 2

    away = person("two", "stats", "--server", NOBODY)
    assert (away.code, away.out.count("2 played")) == (exit_codes.DONE, 1)
    away = person("two", "history", "--server", NOBODY)
    assert (away.code, len(away.out.splitlines())) == (exit_codes.DONE, 2)
    await server.stop()
    away = person("two", "history")
    assert away.code == exit_codes.DONE
    assert "Only what is kept here: No server answers" in away.out


@pytest.mark.processes
async def test_so_many_are_fetched_at_a_time_the_latest_first(
    tmp_path: Path, server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST * 30 < 1_000, "as much as a connection may ask at once"
    monkeypatch.setattr("client_cli.features.remote_history.MOST", 2)
    async with client(server.url) as anna:
        await sign_up(anna)
        for _ in range(3):
            await begin(anna)
            await moves(anna, 2)
            await resign(anna)
            await anna.until("over")
            await anna.ask("leave")
        races: list[dict[str, Any]] = []
        while len(races) < 3:  # the last may be on its way
            races = (await anna.ask("get_my_races"))["races"]
    storage = Storage(tmp_path / "data")
    assert patience(storage.root, "login", "Anna", typed=PASSWORD, server=server.url).code == 0
    assert await with_connection(server.url, storage, fetch) == FetchResult(2, more=True)
    assert {kept.record.race for kept in all_records(storage)} == {one["race"] for one in races[:2]}
    assert await with_connection(server.url, storage, fetch) == FetchResult(1, more=False)
    assert await with_connection(server.url, storage, fetch) == FetchResult(0, more=False)
    assert [kept.record.race for kept in all_records(storage)] == [
        one["race"] for one in races[::-1]
    ]
