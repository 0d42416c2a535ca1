"""Crown races over real sockets and real server processes."""

from pathlib import Path
from typing import Any

from engine.races.fairness import commitment
from engine.races.verify import verify
from tests.harness import Client, ServerProcess, client
from tests.stores import RedisProcess, engines

NONCE = "5a" * 16


async def sign_up(link: Client, name: str) -> None:
    answer = await link.ask("sign_up", name=name, password="correct horse")
    assert answer["type"] == "signed_in", answer


async def told(link: Client, **expected: Any) -> dict[str, Any]:
    """The next news of the race that is followed of which this is true."""
    while True:
        race = await link.until("crown_race")
        if all(race[name] == value for name, value in expected.items()):
            return race


async def deal(link: Client, code: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    """Play the next deal, or go on, up to the table; the code of its room, and the table."""
    token = fields.pop("token", link.token)
    room = await link.ask("play_crown_deal", code=code, token=token, legal=True, **fields)
    assert room["type"] == "room", room
    board = await link.until("table", "frame")
    while board["type"] == "frame" and board["frame"] < board["of"]:
        await link.send("next_frame", race=1, frame=board["frame"] + 1)
        board = await link.until("frame")
    return room["code"], board if board["type"] == "table" else await link.until("table")


async def give_up(link: Client, table: dict[str, Any]) -> dict[str, Any]:
    await link.send("play", race=1, ply=table["ply"], move="resign")
    over = await link.until("over")
    await link.ask("leave")
    return over


async def test_two_candidates_race_for_crowns(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Anna")
        await sign_up(ben, "Ben")
        games = ["kings", "uncle_remus", "auntie_allis", "senior_wrangler", "seven_and_sixes"]
        nonces = ["a1" * 16, "b2" * 16]
        opened = await ann.ask("open_crown_race", games=games, nonce=nonces[0])
        code, promised = opened["code"], opened["commitment"]
        assert (opened["status"], opened["host"], opened["games"]) == ("lobby", "Anna", games)
        assert (await ann.ask("play_crown_deal", code=code, token=ann.token))["code"] == (
            "crown_race_not_begun"
        )
        await ann.ask("follow_crown_race", code=code)
        joined = await ben.ask("join_crown_race", code=code, nonce=nonces[1])
        assert [racer["name"] for racer in joined["racers"]] == ["Anna", "Ben"]
        assert (await ben.ask("start_crown_race", code=code))["code"] == "not_host"
        started = await ann.ask("start_crown_race", code=code)
        assert started["status"] == "running"
        rooms, seen = {}, {}
        for number in range(5):
            for link, who in ((ann, "Anna"), (ben, "Ben")):
                rooms[who, number], table = await deal(link, code)
                seen[who, number] = table["view"]
                over = await give_up(link, table)
                assert over["opened"] is None or (who, number) == ("Ben", 4)
                if who == "Anna":
                    refused = await ben.ask("get_record", race=rooms[who, number])
                    assert refused["code"] == "not_opened"
            assert seen["Anna", number] == seen["Ben", number]
        over = await told(ann, status="over")
        assert commitment(bytes.fromhex(over["opened"]["secret"])) == promised
        assert over["opened"]["nonces"] == dict(zip("01", nonces, strict=True))
        for (who, number), room in rooms.items():
            record = (await ann.ask("get_record", race=room))["record"]
            assert record["session"] == {
                "name": f"crown-{code}",
                "deal": number + 1,
                "commitment": promised,
                "secret": over["opened"]["secret"],
            }
            assert record["seats"][0]["name"] == who
            assert record["nonces"] == over["opened"]["nonces"]
            assert verify(record, promised)[-1].ok, verify(record, promised)[-1]
        assert [racer["place"] for racer in over["racers"]] == [1, 1]
        assert [g["code"] for g in over["racers"][1]["games"]] == [
            rooms["Ben", number] for number in range(5)
        ]


async def test_a_deal_goes_on_elsewhere_and_everybody_hears_of_it(tmp_path: Path) -> None:
    """Two processes, one of which is killed while a deal is played there."""
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as one,
        ServerProcess(tmp_path / "two", redis_url=redis.url) as two,
        client(two.url) as ben,
        client(two.url) as again,
    ):
        async with client(one.url) as ann:
            await sign_up(ann, "Anna")
            await sign_up(ben, "Ben")
            code = (await ann.ask("open_crown_race", nonce=NONCE))["code"]
            await ben.ask("follow_crown_race", code=code)
            await ben.ask("join_crown_race", code=code, nonce=NONCE)
            await ann.ask("start_crown_race", code=code)
            await told(ben, status="running")
            room, table = await deal(ann, code)
            heard = await told(ben)
            while not heard["racers"][0]["games"]:
                heard = await told(ben)
            (game,) = heard["racers"][0]["games"]
            assert (game["result"], game["code"]) == ("playing", None)
            await one.kill()
        await again.ask("log_in", name="Anna", password="correct horse")
        back, other = await deal(again, code)
        assert (back, other["view"]) == (room, table["view"])
        await give_up(again, other)
        while heard["racers"][0]["games"][0]["result"] != "resigned":
            heard = await told(ben)
        for link in (again, ben):
            await link.send("quit_crown_race", code=code)
        heard = await told(ben, status="over")
        assert heard["racers"][0]["games"][0]["code"] == room
        assert (await ben.ask("unfollow_crown_race"))["type"] == "done"
