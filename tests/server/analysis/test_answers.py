"""A race of three ends, and soon every process of the server has the same analysis of it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from tests.client_cli.command import here
from tests.harness import LIMIT_S, Client, client
from tests.server.two_servers import begin, moves, servers_on
from tests.stores import RedisProcess, engines


async def no_longer_waiting(link: Client, race: str) -> dict[str, Any]:
    async with asyncio.timeout(LIMIT_S):
        while (answer := await link.ask("get_analysis", race=race))["status"] == "waiting":
            assert answer["analysis"] is None
            await asyncio.sleep(0.5)
    return answer


async def analysis_of(link: Client, race: str) -> bytes:
    """The analysis as the server has sent it, as soon as there is one."""
    answer = await no_longer_waiting(link, race)
    assert answer["status"] == "done", answer
    return link.frames[-1].partition('"analysis":')[2].removesuffix("}").encode()


@pytest.mark.long(30)
async def test_the_analysis_is_soon_there_and_equal_on_every_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_ANALYSIS_NODES", "2000")
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, tmp_path) as pair,
        client(pair.one.url) as ann,
        client(pair.one.url) as ben,
        client(pair.one.url) as eve,
        client(pair.two.url) as stranger,
    ):
        code = await begin(ann, ben, eve, game="bakers-dozen")
        for number, link in enumerate((ann, ben, eve)):
            ply = len(await moves(link, 5 * number))
            await link.ask("play", race=1, ply=ply, move="resign")
        await ann.until("over")
        text = await analysis_of(ann, code)
        assert await analysis_of(stranger, code) == text
        record = (await ann.ask("get_record", race=code))["record"]
        assert all(check.ok for check in verify(record))
        asked = ["analyse", f"{code}-1", "--nodes", "2000", "--json"]
        [made_here] = (await here(tmp_path, *asked, server=pair.two.url)).json()
        assert made_here == json.loads(text)
        [of_server] = (
            await here(tmp_path, asked[0], asked[1], "--json", server=pair.two.url)
        ).json()
        assert of_server == json.loads(text)


async def test_a_server_that_does_not_analyse_says_so(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, tmp_path) as pair,
        client(pair.one.url) as ann,
    ):
        code = await begin(ann)
        await ann.ask("play", race=1, ply=0, move="resign")
        await ann.until("over")
        assert (await no_longer_waiting(ann, code))["status"] == "none"
