"""Seats of accounts: an account's own name in a room, the mark beside claimed names, a guest's
history."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.closing import Close
from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import code_of, sign_up
from tests.server.two_servers import begin, moves

pytestmark = pytest.mark.processes


async def seats_of(who: Client) -> list[tuple[str, int]]:
    data = (await who.ask("export_account"))["data"]
    return [(held["room"], held["seat"]) for held in data["seats"]]


def marks(room: dict[str, Any]) -> list[tuple[str, bool, bool]]:
    return [(m["name"], m["claimed"], m["bot"]) for m in room["members"]]


async def test_an_account_sits_down_under_its_own_name_and_everybody_sees_it(
    server: ServerProcess,
) -> None:
    async with client(server.url) as anna, client(server.url) as guest, client(server.url) as bot:
        await sign_up(anna)
        await sign_up(bot, "Machine", bot=True)
        room = await guest.create("aces_up", name="Grete")
        seen = await anna.join(room["code"], "Somebody else")
        assert marks(seen) == [("Grete", False, False), ("Anna", True, False)]
        joined = await guest.until("joined")
        assert (joined["name"], joined["claimed"]) == ("Anna", True)
        seen = await bot.join(room["code"], "Machine")
        assert marks(seen)[2] == ("Machine", True, True)
        assert await seats_of(anna) == [(room["code"], 1)]
        assert "account" not in "".join(guest.frames)


async def test_a_bot_s_account_stays_out_where_bots_are_not_wanted(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as bot:
        await sign_up(bot, "Machine", bot=True)
        room = await host.create("aces_up", settings={"bots": False})
        assert await code_of(bot.join(room["code"], "Nice person")) == "no_bots"
        made = await bot.create("aces_up")
        assert marks(made) == [("Machine", True, True)]
        assert await seats_of(bot) == [(made["code"], 0)]


async def test_a_guest_cannot_take_a_claimed_name(server: ServerProcess) -> None:
    async with client(server.url) as anna, client(server.url) as guest:
        await sign_up(anna)
        room = await anna.create("aces_up")
        for name in ("Anna", "ANNA", "\u0410nna"):
            assert await code_of(guest.join(room["code"], name)) == "name_claimed"
            assert await code_of(guest.create("aces_up", name=name)) == "name_claimed"
        await anna.ask("log_out")
        assert (await guest.join(room["code"], "Anne"))["type"] == "room"


async def test_who_has_logged_out_elsewhere_is_a_guest_here(server: ServerProcess) -> None:
    async with client(server.url) as anna, client(server.url) as other:
        session = (await sign_up(anna))["session"]
        await other.ask("authenticate", session=session)
        await other.ask("log_out", everywhere=True)
        assert await code_of(anna.create("aces_up", name="Anna")) == "name_claimed"
        made = await anna.create("aces_up", name="Norah")
        assert marks(made) == [("Norah", False, False)]


async def test_a_guest_s_seats_become_an_account_s_by_their_tokens(server: ServerProcess) -> None:
    async with client(server.url) as guest, client(server.url) as thief:
        room = await guest.create("aces_up", name="Anna")
        await sign_up(thief, "Thief")
        held = {"code": room["code"], "token": guest.token}
        wrong = {"code": room["code"], "token": thief.token}
        nowhere = {"code": "ZZZZZZ", "token": guest.token}
        assert (await thief.ask("claim_seats", seats=[wrong, nowhere]))["codes"] == []
        async with client(server.url) as anna:
            await sign_up(anna)
            for _ in range(2):
                claimed = await anna.ask("claim_seats", seats=[held, nowhere])
                assert claimed["codes"] == [room["code"]]
            assert await seats_of(anna) == [(room["code"], 0)]
        assert (await thief.ask("claim_seats", seats=[held]))["codes"] == [], "it is Anna's now"
        assert await seats_of(thief) == []


async def test_an_account_sees_no_board_of_a_deal_it_plays_by_no_line_of_its_own(
    server: ServerProcess,
) -> None:
    async with client(server.url) as host, client(server.url) as anna, client(server.url) as second:
        session = (await sign_up(anna))["session"]
        name = await begin(host, anna)
        await second.ask("authenticate", session=session)
        await second.ask("watch", code=name)
        assert await code_of(second.ask("watch_board", seat=0)) == "not_for_you"
        await anna.ask("play", race=1, ply=0, move="resign")
        assert (await second.ask("watch_board", seat=0))["type"] == "watched_table"


async def test_an_account_goes_on_from_another_device(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as anna, client(server.url) as phone:
        session = (await sign_up(anna))["session"]
        name = await begin(host, anna)
        (moved,) = await moves(anna, 1)
        await phone.ask("authenticate", session=session)
        room = await phone.join(name, "Anna")
        assert (room["type"], room["seat"], len(room["members"])) == ("room", 1, 2)
        assert (await phone.until("table"))["ply"] == moved["ply"]
        assert (await phone.ask("play", race=1, ply=1, move="resign"))["type"] == "moved"
        with pytest.raises(ConnectionClosed):
            await anna.until("never")
        assert anna.socket.close_code == Close.TAKEN_OVER


async def test_who_watched_and_sits_down_again_is_counted_no_more(server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as other:
        room = await host.create("aces_up")
        await other.join(room["code"], "Otto")
        async with client(server.url) as back:
            await back.ask("watch", code=room["code"])
            while (await host.until("watchers"))["watchers"] != 1:
                pass
            await back.ask("resume", code=room["code"], token=other.token)
            assert (await host.until("watchers"))["watchers"] == 0
