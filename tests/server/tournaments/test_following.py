"""Messages to followers of a tournament: the changes add up to its whole state."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol import from_server
from protocol.message import encode
from tests.secrecy.glass import Ear
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, plan
from tests.stores import RedisProcess

SHORT = {"game": "aces_up", "bell_ms": 60_000}
TIMES = ("ends_in_ms", "starts_in_ms", "ago_ms", "opens_in_ms", "closes_in_ms")


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


class Follower:
    """Keeps what it was told first, and puts in what was told since, as a client does."""

    def __init__(self, ear: Ear) -> None:
        self.ear, self.heard = ear, len(ear.told)
        self.whole: dict[str, Any] = {}

    async def follow(self, code: str) -> None:
        self.heard = len(self.ear.told)
        self.whole = await self.ear.say("follow_tournament", code=code)

    def listen(self) -> None:
        for data in self.ear.told[self.heard :]:
            message = json.loads(data) if data[:1] == b"{" else {}
            if message.get("type") == "tournament_changed":
                self._take(message)
            elif message.get("type") == "tournament" and message["id"] is None:
                self.whole = {**message, "mine": self.whole["mine"]}
        self.heard = len(self.ear.told)

    def _take(self, message: dict[str, Any]) -> None:
        assert message["seq"] == self.whole["seq"] + 1
        for name, part in message.items():
            if part is None or name in ("type", "code"):
                continue
            if name in ("entrants", "rounds"):
                known = {one["number"]: one for one in self.whole[name]}
                known |= {one["number"]: one for one in part}
                self.whole[name] = list(known.values())
            elif name == "bars":
                bars = {(one["round"], one["entrant"]): one for one in self.whole["bars"]}
                bars |= {(one["round"], one["entrant"]): one for one in part}
                self.whole["bars"] = list(bars.values())
            else:
                self.whole[name] = part
        racing = {one["number"] for one in self.whole["rounds"] if one["state"] == "racing"}
        self.whole["bars"] = [one for one in self.whole["bars"] if one["round"] in racing]


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in (*TIMES, "id", "seq")}
    if isinstance(value, list):
        return sorted((timeless(one) for one in value), key=repr)
    return value


class Followed(Hall):
    """After everything that happens, whoever follows knows all there is."""

    def __init__(self, one: Any) -> None:
        super().__init__(one)
        self.follower: Follower | None = None

    async def due(self) -> None:
        await super().due()
        await self.following.tell(self.code)
        if self.follower is not None:
            self.follower.listen()
            told = await self.follower.ear.say("get_tournament", code=self.code)
            mine = {**self.follower.whole, "mine": told["mine"]}
            assert timeless(mine) == timeless(told)


@pytest.mark.parametrize("format", ["series", "swiss"])
async def test_what_is_new_comes_to_all_there_is(
    redis: RedisProcess,
    format: str,  # noqa: A002
) -> None:
    async with hall(redis, Time(NOON)) as made:
        at = Followed(made.one)
        await at.draft(plan(format, games=[SHORT, SHORT], schedule={"starts_at": NOON + MINUTE}))
        at.follower = Follower(await at.one.ear("stranger"))
        await at.follower.follow(at.code)
        await at.enter("Ann", "Ben", "Cid")
        await at.run("announce", text="Cake at nine")
        await at.run("start")
        while (await at.kept()).status == "running":
            current = (await at.kept()).current
            assert current is not None
            here = {one["number"]: one["name"] for one in at.follower.whole["entrants"]}
            names = [here[number] for heat in current.heats for number in heat.entrants]
            if current.state == "lobby":
                await at.run("pause")
                await at.run("resume")
                await at.sit(names)
                await at.start_race()
                for name in names:
                    await at.play(name, 3)
                    await at.due()
                await at.leave(names)
            await at.run("start")
        assert at.follower.whole["opened"] is not None
        for data in at.follower.ear.told:
            assert encode(from_server.parse(data)) == data or b'"type":"tournament",' in data
        assert at.follower.whole["seq"] > 10
        assert any(b"Cake at nine" in data for data in at.follower.ear.told)


async def test_whoever_is_too_slow_gets_all_of_it_later(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=[SHORT]))
        ear = await at.one.ear("slow")
        follower = Follower(ear)
        await follower.follow(at.code)
        behind = True
        send = ear.send_progress
        ear.send_progress = lambda data: not behind and send(data)  # type: ignore[method-assign]
        await at.enter("Ann", "Ben")
        await at.following.tell(at.code)
        follower.listen()
        assert not follower.whole["entrants"]
        behind = False
        await at.following.tell()
        follower.listen()
        assert [one["name"] for one in follower.whole["entrants"]] == ["Ann", "Ben"]
        await at.enter("Cid")
        await at.following.tell(at.code)
        follower.listen()
        assert len(follower.whole["entrants"]) == 3


async def test_those_who_have_entered_are_reminded(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        starts_at = NOON + 60 * MINUTE
        await at.draft(plan(games=[SHORT], schedule={"starts_at": starts_at}))
        await at.enter("Ann")
        stranger = await at.one.person("Eve")
        await stranger.say("follow_tournament", code=at.code)
        elsewhere, gone = await at.one.again("Ann"), await at.one.again("Ann")
        assert (await gone.say("log_out"))["type"] == "done"
        await at.later(45 * MINUTE)
        await at.following.remind(at.code, 15 * MINUTE)  # as the stream has it
        [told] = [data for data in at.people["Ann"].told if b"tournament_reminder" in data]
        assert json.loads(told)["starts_in_ms"] == 15 * MINUTE
        assert any(b"tournament_reminder" in data for data in elsewhere.told)
        for ear in (stranger, gone):
            assert not any(b"tournament_reminder" in data for data in ear.told)
        feed = await at.one.kept.others.xrange("cp:{tournaments}:feed")
        assert [entry for _, entry in feed if "remind" in entry] == [
            {"code": at.code, "remind": str(15 * MINUTE)}
        ]


async def test_the_bell_that_is_told_is_that_which_rings(redis: RedisProcess) -> None:
    """Whatever has put it off: an absence of the server that the race was refunded, or the start of
    a room that came late; also in a pause, since a race is played to its end."""
    async with hall(redis, Time(NOON)) as made:
        at = Followed(made.one)
        await at.draft(plan(games=[SHORT]))
        at.follower = Follower(await at.one.ear("stranger"))
        await at.follower.follow(at.code)
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        assert (await at.told())["rounds"][0]["ends_in_ms"] == 60_000

        def told() -> Any:
            assert at.follower is not None
            return at.follower.whole["rounds"][0]["ends_in_ms"]

        await at.later(10_000)
        now = at.one.time.now
        room = (await at.kept()).rounds[0].heats[0].room
        await at.one.deadlines.hold(room, [(now - 4_000, now)])
        await at.due()
        assert told() == 54_000
        await at.run("pause")
        await at.later(30_000)
        assert (await at.told())["rounds"][0]["ends_in_ms"] == 24_000
        await at.run("resume")
        assert told() == 24_000
        await at.later(24_000)
        assert (await at.kept()).rounds[0].state == "table", "and then it rings"
