"""The cache of entrants' names."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import NOON, hall, plan
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def test_nobody_loses_their_name_while_another_is_read(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann")
        await at.following.known(at.code)
        await at.enter("Ben")
        names = at.following._names

        async def slow(accounts: Iterable[str]) -> dict[str, tuple[str, bool]]:
            found = await names(accounts)
            at.following._named.clear()  # all are looked at again, now and then
            return found

        monkeypatch.setattr(at.following, "_names", slow)
        known = await at.following.known(at.code)
        assert sorted(known.names.values()) == ["Ann", "Ben", "Olga"]
