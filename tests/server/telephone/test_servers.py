"""Calls between real server processes, over real sockets, with a real webhook receiver."""

import asyncio
from pathlib import Path

import pytest

from server.store.redis_client import connect
from tests.harness import LIMIT_S, Client, client
from tests.server.accounts.test_accounts import log_in, sign_up
from tests.server.telephone.rooms import SECRET, chat_room
from tests.server.telephone.telephone_process import give, number_of
from tests.server.two_servers import servers_on
from tests.stores import RedisProcess

pytestmark = pytest.mark.processes


async def missed(who: Client) -> tuple[list[str], int]:
    answer = await who.ask("get_calls")
    return [call["line"] for call in answer["calls"]], answer["missed"]


async def test_a_crown_is_rung_through_two_processes_and_found_by_those_who_were_away(
    redis: RedisProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    async with chat_room(500, 200) as room:
        monkeypatch.setenv("PATIENCE_CALLS_WEBHOOK", room.url)
        async with (
            servers_on(redis.url, tmp_path) as (one, two),
            client(one.url) as anna,
            client(two.url) as ben,
            client(two.url) as guest,
        ):
            await sign_up(anna)
            await sign_up(ben, "Ben")
            async with client(one.url) as cleo:
                await sign_up(cleo, "Cleo")
            direct = connect(redis.url, 2)
            award = await give(direct, await number_of(redis.url, "Anna"))
            call = (await anna.ask("ring", award=award, line="Hurrah!"))["call"]
            for who in (ben, guest):
                told = (await who.until("ringing"))["call"]
                assert (told["name"], told["line"], told["missed"]) == ("Anna", "Hurrah!", True)
            assert (await ben.ask("answer_call", call=call["call"], answer="show_me"))["id"]
            answered = await anna.until("call_answered")
            assert answered["answered"] == {"name": "Ben", "answer": "show_me"}

            async with client(two.url) as cleo:
                await log_in(cleo, "Cleo")
                assert await missed(cleo) == (["Hurrah!"], 1)
                await cleo.ask("hear_calls", up_to=call["call"])
                assert await missed(cleo) == (["Hurrah!"], 0)

            async with asyncio.timeout(LIMIT_S):
                while not room.asked:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            assert room.texts[0].startswith("☎ RING RING: Anna has the Triple Crown: ")
            assert room.texts[0].endswith(" “Hurrah!”")
            assert SECRET not in one.log + two.log

            second = await give(direct, await number_of(redis.url, "Anna"), 2)
            await anna.ask("ring", award=second, line="Again!")
            await one.kill()
            assert (await ben.until("ringing"))["call"]["line"] == "Again!"
            assert await missed(ben) == (["Again!", "Hurrah!"], 2)
            await direct.aclose()
