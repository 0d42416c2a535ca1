"""Sealed leisure races: every byte that is sent to those who have yet to play is the same however a
friend has played, and a planted leak is found.

The same two days are run again and again, with the same random numbers and at the same times. Only
the play of Anna differs. Ben and the guest Cid, who have yet to play, and a stranger send every
request that could tell something, also about the room in which Anna plays.
"""

import random
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.races.fairness import sub_secret
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leisure_races import table
from server.leisure_races.state import LeisureRace
from server.rooms import state as rooms
from server.store import keys
from tests.secrecy.glass import Ear
from tests.secrecy.referee import forms
from tests.server.clocked_process import Time, real_store
from tests.server.leisure_races.friends import DAY_MS, NOON, Friends, friends, guest_token
from tests.stores import RedisProcess, all_commands

MINUTE_MS = 60_000
GAME = "seven_and_sixes"
"""A great game, so that crowns could tell something too."""


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


class TwoDays:
    """What is sent to those who may not know how Anna plays. `plays` says how she does: `resigns`
    at once, `wins` after some minutes, or is `away` and has not begun to move."""

    def __init__(self, at: Friends, plays: str) -> None:
        self.at, self.plays = at, plays
        self.others: dict[str, Ear] = {}
        self.from_: dict[str, int] = {}
        self.room = ""
        self._read = "-"
        self.refusals = set[str]()

    async def run(self) -> dict[str, list[bytes]]:
        """Return what each of them was sent since Anna has begun to play."""
        at = self.at
        anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
        await at.befriend(anna, "Anna", ben, "Ben")
        await at.make(anna, invited=["Ben"], by_code=2, deals=2, game=GAME)
        cid, stranger = await at.one.ear("cid"), await at.one.person("Eve")
        await at.join(cid, "Cid", guest_token("cid"))
        self.others = {"Ben": ben, "Cid": cid, "Eve": stranger}
        for ear in (ben, stranger):
            await ear.say("go_online")
        self.room = await at.play(anna)
        self.from_ = {who: len(ear.told) for who, ear in self.others.items()}
        began = at.one.time.now
        await self._ask()
        if self.plays == "resigns":
            at.one.time.now = began + 1_000
            await at.one.resign(anna, self.room)
        elif self.plays == "wins":
            await at.win(anna, self.room, 5 * MINUTE_MS)
        await at.at(began + 10 * MINUTE_MS)
        await self._count()
        await self._ask()
        await at.at(NOON + DAY_MS)
        await self._count()
        await self._ask()
        if self.plays == "wins":
            await at.win(anna, await at.play(anna), 2 * MINUTE_MS)
            assert (await at.told(anna))["contestants"][0]["has_played"]
        await at.at(NOON + 2 * DAY_MS)
        await self._ask()
        return {who: ear.told[self.from_[who] :] for who, ear in self.others.items()}

    async def _count(self) -> None:
        """Do what a process does with results: log what may be logged, and count it."""
        one = self.at.one
        await one.seat_boards.quota.archiver.write_result(self.room, 1)
        projector = Projector(one.kept.others, Calendar(UTC), one.clock.now)
        await one.seat_boards.quota.archiver.results_log.release(one.time.now)
        await projector.open()
        await projector.catch_up()

    async def _tell_news(self) -> None:
        """Send the news of leisure races, as a process does when it has read the feed."""
        feed = self.at.one.kept.others
        for number, entry in await feed.xrange(keys.LEISURE_RACES_FEED, self._read):
            await self.at.one.leisure_races.notifier.tell(entry)
            self._read = f"({number}"

    async def _ask(self) -> None:
        """Send every request that could tell how Anna plays, and what is told without a request."""
        await self._tell_news()
        race, code = f"{self.room}-1", self.at.code
        board = {"game": GAME, "options": {}, "period": "day"}
        for who, ear in self.others.items():
            guest = {"guest": guest_token("cid")} if who == "Cid" else {}
            questions: list[tuple[str, dict[str, Any]]] = [
                ("get_leisure_race", {"code": code, **guest}),
                ("list_leisure_races", {}),
                ("watch", {"code": self.room}),
                ("watch_board", {"seat": 0}),
                ("watch_boards", {"seats": [0]}),
                ("join", {"code": self.room, "name": "Mallory", "token": "e" * 24}),
                ("resume", {"code": self.room, "token": "e" * 24}),
                ("get_record", {"race": race}),
                ("get_analysis", {"race": race}),
                ("get_replay", {"race": race, "seat": 0}),
                ("get_ghost", {"race": race, "seat": 0}),
                ("race_ghost", {"race": race, "seat": 0, "name": "Mallory", "token": "g" * 24}),
                ("rooms", {}),
                ("get_roll", {}),
                ("get_board", {"measure": "outs", **board}),
                ("get_board", {"measure": "best", **board}),
                ("get_board", {"measure": "rating", **board}),
                ("get_my_races", {}),
                ("get_rivals", {}),
                ("get_versus", {"other": "Anna"}),
                ("get_streaks", {"name": "Anna"}),
                ("get_friends", {}),
                ("get_calls", {}),
                ("export_account", {}),
            ]
            for kind, fields in questions:
                answer = await ear.say(kind, **fields)
                assert answer, kind
                if answer["type"] == "refused":
                    self.refusals.add(answer["code"])


def seeded(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], bytes]:
    """Make all random numbers of the server the same in each run, and return their source."""
    draw = random.Random(7)

    def drawn(n: int | None = None) -> bytes:
        return draw.randbytes(n or 32)

    monkeypatch.setattr(secrets, "token_bytes", drawn)
    monkeypatch.setattr(secrets, "token_hex", lambda n=None: drawn(n).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda n=None: drawn(n).hex()[:43])
    monkeypatch.setattr(secrets, "choice", draw.choice)
    return drawn


async def sent(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch, plays: str
) -> dict[str, list[bytes]]:
    """Return what is sent to the others if Anna plays in this way. The store is emptied first."""
    async with friends(redis, Time(NOON)) as at:
        await all_commands(at.one.kept.others).flushall()
        at.one.registry.random_bytes = seeded(monkeypatch)
        made = TwoDays(at, plays)
        told = await made.run()
        race = (await at.races.store.load(at.code)).race
        words = b"\n".join(data for each in told.values() for data in each).decode()
        needles = forms("the secret", bytes.fromhex(race.secret))
        for number in (1, 2):
            needles |= forms("the secret of a deal", sub_secret(bytes.fromhex(race.secret), number))
        told["secrets"] = [what.encode() for needle, what in needles.items() if needle in words]
        told["refusals"] = [code.encode() for code in sorted(made.refusals)]
        return told


class Runs:
    """Three runs, in which Anna plays in different ways."""

    def __init__(self, runs: list[dict[str, list[bytes]]]) -> None:
        self.runs = runs

    @property
    def leaks(self) -> set[str]:
        """Who is sent something that depends on how Anna plays, and which secrets are sent."""
        first = self.runs[0]
        found = {who for who in PEOPLE if any(run[who] != first[who] for run in self.runs)}
        return found | {what.decode() for run in self.runs for what in run["secrets"]}


PEOPLE = ("Ben", "Cid", "Eve")


async def runs(redis: RedisProcess, monkeypatch: pytest.MonkeyPatch) -> Runs:
    ways = ("resigns", "wins", "away")
    return Runs([await sent(redis, monkeypatch, plays) for plays in ways])


async def test_not_one_byte_depends_on_how_a_friend_has_played(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await runs(redis, monkeypatch)
    assert made.leaks == set()
    refused = {b"not_for_you", b"not_opened", b"locked", b"unknown_seat"}
    assert refused <= {*made.runs[1]["refusals"]}


# What is planted. -----------------------------------------------------------------------------


def opened_when_over(real: Any, self: rooms.Race, now: int) -> bool:
    del real, now
    return self.status == "over"


def told_at_once(real: Any, known: table.LeisureFacts, *who: Any) -> Any:
    return real(known._replace(race=known.race.model_copy(update={"told": True})), *who)


def counted_at_once(real: Any, self: LoggedRace) -> int:
    del real, self
    return 0


def never_sealed(real: Any, self: rooms.Race) -> bool:
    del real, self
    return False


def news_of_each_try(real: Any, self: LeisureRace, before: LeisureRace | None) -> Any:
    del real, before
    return {"news": "told", "to": " ".join(self.accounts)}


PLANTS: list[tuple[Any, str, Callable[..., Any], set[str]]] = [
    (rooms.Race, "opened", opened_when_over, {"Ben", "Cid", "Eve", "the secret of a deal"}),
    (rooms.Race, "is_sealed", never_sealed, {"Ben", "Cid", "Eve"}),
    (table, "message", told_at_once, {"Ben", "Cid", "the secret"}),
    (LoggedRace, "told_at", counted_at_once, {"Ben", "Eve"}),
    (LeisureRace, "news_since", news_of_each_try, {"Ben"}),
]


@pytest.mark.parametrize(
    ("owner", "name", "plant", "found"), PLANTS, ids=[plant.__name__ for _, _, plant, _ in PLANTS]
)
async def test_a_planted_leak_is_found(
    redis: RedisProcess,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    plant: Callable[..., Any],
    found: set[str],
) -> None:
    real = getattr(owner, name)

    def method(self: Any, *arguments: Any) -> Any:
        return plant(real, self, *arguments)

    planted = property(method) if isinstance(real, property) else method
    monkeypatch.setattr(owner, name, planted if isinstance(owner, type) else partial(plant, real))
    assert found <= (await runs(redis, monkeypatch)).leaks
