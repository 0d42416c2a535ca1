"""What the export of an account has of leisure races."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.secrecy.glass import Ear
from tests.server.clocked_process import Time, real_store
from tests.server.leisure_races.friends import NOON, Friends, friends


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Friends]:
    async with real_store(tmp_path) as redis, friends(redis, Time(NOON)) as made:
        yield made


async def exported(ear: Ear) -> list[dict[str, Any]]:
    answer = await ear.say("export_account")
    assert answer["type"] == "account_data", answer
    return list(answer["data"]["leisure_races"])


async def test_the_export_has_the_own_tries_and_what_the_account_has_made(at: Friends) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"])
    await at.ask(anna, "quit_leisure_race", None)
    room = await at.play(ben)
    await at.resign(ben, room)
    (mine,) = await exported(anna)
    assert (mine["code"], mine["is_organiser"], mine["results"]) == (at.code, True, [])
    (theirs,) = await exported(ben)
    (result,) = theirs["results"]
    assert (theirs["is_organiser"], theirs["status"], theirs["place"]) == (False, "told", 1)
    assert (result["deal"], result["code"]) == (1, room)
    assert result["standing"]["reason"] == "resigned"
    assert "Anna" not in json.dumps(theirs)
