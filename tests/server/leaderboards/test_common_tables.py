"""Rounds at a common table that a server counts: boards, ratings, rivals, own races, exports."""

import secrets
from typing import Any

from tests.harness import Client, ServerProcess, client
from tests.server.accounts.test_accounts import PASSWORD, sign_up
from tests.server.leaderboards.conftest import house
from tests.server.leaderboards.made import House
from tests.server.leaderboards.test_requests import counted, server

__all__ = ["house", "server"]

OPTIONS = {"piles": 5}


async def asked(link: Client, **fields: Any) -> list[tuple[int, str | None, int]]:
    board = await link.ask("get_board", game="racing-demon", options=OPTIONS, **fields)
    assert board["type"] == "board", board
    return [(row["place"], row["name"], row["amount"]) for row in board["places"]]


async def test_a_round_counts_on_boards_and_is_kept_for_its_contestants(
    house: House, server: ServerProcess
) -> None:
    async with client(server.url) as ann, client(server.url) as ben, client(server.url) as guest:
        await sign_up(ann, "Ann")
        await sign_up(ben, "Ben")
        room = await ann.create("racing_demon", options=OPTIONS)
        await ben.join(room["code"], "Ben")
        await guest.join(room["code"], "Gus")
        for link in (ann, ben, guest):
            await link.ask("ready", nonce=secrets.token_hex(16))
        for link in (ann, ben, guest):
            await link.until("started")
            await link.ask("play_table", race=1, key=1, move="turn")
        await guest.ask("play_table", race=1, key=2, move="resign")
        await ben.ask("play_table", race=1, key=2, move="resign")
        over = await ann.until("over")
        points = {one["standing"]["seat"]: one["standing"]["points"] for one in over["results"]}
        assert set(points.values()) == {-13}, "no card was laid, and thirteen are left of each"
        await counted(house, 1)
        assert await asked(ann) == [(1, "Ann", -13)], "who has left has no best result"
        assert await asked(ann, measure="outs") == []
        rated = await ann.ask("get_board", game="racing_demon", measure="rating")
        assert (rated["game"], [row["name"] for row in rated["places"]]) == (
            "table",
            ["Ann", "Ben"],
        )
        versus = await ann.ask("get_versus", other="Ben")
        assert [(one["game"], one["tally"]["wins"]) for one in versus["games"]] == [
            ("racing_demon", 1)
        ]
        for link, place in ((ann, 1), (ben, 2)):
            (mine,) = (await link.ask("get_my_races"))["races"]
            assert (mine["game"], mine["place"], mine["race"]) == (
                "racing_demon",
                place,
                f"{room['code']}-1",
            )
            (kept,) = (await link.ask("export_account"))["data"]["races"]
            assert (kept["game"], kept["place"]) == ("racing_demon", place)


async def test_a_round_follows_the_names_of_its_contestants_as_other_races_do(
    house: House, server: ServerProcess
) -> None:
    """On a board somebody has the present name, and none after deleting the account. The record has
    the name that they had in the round."""
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Ann")
        await sign_up(ben, "Ben")
        room = await ann.create("racing_demon", options=OPTIONS)
        await ben.join(room["code"], "Ben")
        for link in (ann, ben):
            await link.ask("ready", nonce=secrets.token_hex(16))
        for link in (ann, ben):
            await link.until("started")
            await link.ask("play_table", race=1, key=1, move="turn")
        await ben.ask("play_table", race=1, key=2, move="resign")
        await ann.until("over")
        await counted(house, 1)
        record = (await ben.ask("get_record", race=room["code"]))["record"]
        assert [each["name"] for each in record["seats"]] == ["Ann", "Ben"]
        assert await asked(ben) == [(1, "Ann", -13)]
        assert (await ann.ask("rename", name="Anne"))["type"] == "account"
        assert await asked(ben) == [(1, "Anne", -13)]
        assert (await ann.ask("delete_account", password=PASSWORD))["type"] == "done"
        assert await asked(ben) == [(1, None, -13)]
        (mine,) = (await ben.ask("get_my_races"))["races"]
        assert (mine["race"], mine["place"]) == (f"{room['code']}-1", 2)
        assert (await ben.ask("get_record", race=room["code"]))["record"] == record
