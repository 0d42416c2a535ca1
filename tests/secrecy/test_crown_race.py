"""Crown races: everything sent to racers and others before they reach its deals is searched for
secrets, and a planted leak is found."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.races.fairness import sub_secret
from engine.races.verify import verify
from server.crown_races import standings, subscriptions
from server.rooms import state as rooms
from server.views import board_view
from tests.secrecy.glass import Ear
from tests.secrecy.referee import forms
from tests.secrecy.words import cards_in
from tests.server.clocked_process import Time, real_store
from tests.server.crown_races.table import NOON, Table, table
from tests.stores import RedisProcess

DEALS = 5


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


class Evening:
    """Anna is ahead in a crown race, Ben is a deal behind her, and Cid has quit; a stranger
    watches. Anna also asks on a second connection."""

    def __init__(self, at: Table, deals: int) -> None:
        self.at, self.deals = at, deals
        self.people: dict[str, Ear] = {}
        self.played: dict[str, list[str]] = {"Anna": [], "Ben": [], "Cid": []}
        self.heard: dict[str, int] = {}
        self.answers: list[dict[str, Any]] = []
        self.leaks: set[str] = set()

    async def run(self) -> None:
        """Run so many deals; leaks are collected in `leaks`."""
        at, people = self.at, self.people
        people |= dict(zip(self.played, await at.open(*self.played), strict=True))
        people["Anna again"] = await at.one.again("Anna")
        people["stranger"] = await at.one.ear("stranger")
        self.heard = {who: len(ear.told) for who, ear in people.items()}
        self.played["Cid"].append(await at.play(people["Cid"]))
        await at.resign(people["Cid"], self.played["Cid"][0])
        await people["Cid"].say("quit_crown_race", code=at.code)
        for number in range(self.deals + 1):
            if number < self.deals:
                self.played["Anna"].append(await at.play(people["Anna"]))
            await self._ask()
            if number:
                self.played["Ben"].append(await at.play(people["Ben"]))
                await self._ask()
            if number < self.deals:
                await at.resign(people["Anna"], self.played["Anna"][number])
                await self._ask()
            await self._search()
            if number:
                await at.one.resign(people["Ben"], self.played["Ben"][number - 1])
                await self._ask()
                await self._search()
                await people["Ben"].say("leave")
        for who in ("Anna", "Ben"):
            await people[who].say("quit_crown_race", code=at.code)
        await at.due()

    async def _ask(self) -> None:
        """Everybody sends every request about every room."""
        codes = [code for played in self.played.values() for code in played]
        for who, ear in self.people.items():
            for code in codes[-3:]:
                questions: list[tuple[str, dict[str, Any]]] = [
                    ("get_record", {"race": f"{code}-1"}),
                    ("get_analysis", {"race": f"{code}-1"}),
                    ("get_traveller", {"deal": f"{code}-1"}),
                    ("get_replay", {"race": f"{code}-1", "seat": 0}),
                    ("look", {}),
                    ("join", {"code": code, "name": "Eve", "token": "e" * 24}),
                    ("resume", {"code": code, "token": "e" * 24}),
                ]
                if who in ("stranger", "Anna again", "Cid"):
                    questions += [("watch", {"code": code}), ("watch_board", {"seat": 0})]
                    questions += [("leave", {})]
                for kind, fields in questions:
                    if kind in ("join", "resume") and who in ("Anna", "Ben", "Cid", "Anna again"):
                        continue  # Anna would take her own seat along
                    self.answers.append(await ear.say(kind, **fields))
            for kind in ("follow_crown_race", "join_crown_race", "start_crown_race"):
                with_it = {"nonce": "c3" * 16} if kind == "join_crown_race" else {}
                self.answers.append(await ear.say(kind, code=self.at.code, **with_it))
            await ear.say("get_my_races")
            await ear.say("get_my_seats")
            await ear.say("export_account")
            await ear.say("rooms")
        await self.at.one.crown_races.following.followed.tell()

    async def _search(self) -> None:
        """Check that nobody knows a secret before the end."""
        race = (await self.at.races.store.load(self.at.code)).race
        if race.told:
            return
        secret, page = bytes.fromhex(race.secret), self.at.one.metrics.page().decode()
        needles = forms("the secret of the session", secret)
        for number in range(1, DEALS + 1):
            needles |= forms("the secret of a deal", sub_secret(secret, number))
        for live in self.at.one.registry.rooms.values():
            needles |= forms("the seed of a deal", live.room.seed(live.race))
        for who in self.people:
            text = self._words(who)
            self.leaks |= {what for needle, what in needles.items() if needle in text + page}
            if any(cards_in(line) for line in text.splitlines() if not self._own_board(who, line)):
                self.leaks.add("cards on no board of one's own")
            rooms_of_others = [
                code for name, played in self.played.items() if name not in who for code in played
            ]
            raw = b"\n".join(
                data
                for data in self.people[who].told[self.heard[who] :]
                if b'"type":"crown_race"' in data
            ).decode()
            if any(code in raw for code in rooms_of_others):
                self.leaks.add("the room of somebody else")

    def _own_board(self, who: str, line: str) -> bool:
        """Whether this is a board of somebody's own deal, dealt to them by now."""
        kinds = ("table", "frame", "moved", "room")
        return who in self.played and any(f'"type":"{kind}"' in line for kind in kinds)

    def _words(self, who: str) -> str:
        """Everything somebody was told since they had their account, without codes, which may spell
        cards, and commitments."""
        text = b"\n".join(self.people[who].told[self.heard[who] :]).decode()
        for code in (self.at.code, *(c for played in self.played.values() for c in played)):
            text = text.replace(code, "").replace(f"{code[:3]}-{code[3:]}", "")
        return text


async def evening(redis: RedisProcess, deals: int) -> Evening:
    async with table(redis, Time(NOON)) as at:
        made = Evening(at, deals)
        await made.run()
        if not made.leaks:
            await _told_at_the_end(made)
        return made


async def _told_at_the_end(made: Evening) -> None:
    """Check that everybody is told everything at the end."""
    stranger, at = made.people["stranger"], made.at
    told = await stranger.say("follow_crown_race", code=at.code)
    assert told["status"] == "over"
    for played in made.played.values():
        for code in played:
            record = (await stranger.say("get_record", race=code))["record"]
            assert all(check.ok for check in verify(record, told["commitment"]))
            await stranger.say("watch", code=code)
            assert (await stranger.say("watch_board", seat=0))["type"] == "watched_table"
            await stranger.say("leave")


async def test_nothing_of_a_deal_is_told_to_those_who_have_yet_to_play_it(
    redis: RedisProcess,
) -> None:
    made = await evening(redis, DEALS)
    assert not made.leaks
    refused = {answer.get("code") for answer in made.answers if answer["type"] == "refused"}
    assert {"not_opened", "race_not_over", "not_for_you", "locked", "no_account"} <= refused


# What is planted. -----------------------------------------------------------------------------


def opened_when_over(real: Any, self: rooms.Race, now: int) -> bool:
    del real, now
    return self.status == "over"


def as_of_one_deal(real: Any, room: rooms.Room, *who: Any) -> Any:
    races = {n: replace(race, session=None) for n, race in room.races.items()}
    settings = room.settings.model_copy(update={"boards": "everybody"})
    return real(replace(room, races=races, settings=settings), *who)


def told_at_once(real: Any, known: standings.CrownRaceFacts, *who: Any) -> Any:
    return real(known._replace(race=known.race.model_copy(update={"told": True})), *who)


PLANTS: list[tuple[Any, str, Callable[..., Any], set[str]]] = [
    (rooms.Race, "opened", opened_when_over, {"the secret of a deal", "the seed of a deal"}),
    (board_view, "why_boards_closed", as_of_one_deal, {"cards on no board of one's own"}),
    (
        subscriptions,
        "CrownRaceMessages",
        told_at_once,
        {"the secret of the session", "the room of somebody else"},
    ),
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

    monkeypatch.setattr(owner, name, method if isinstance(owner, type) else partial(plant, real))
    assert found <= (await evening(redis, 2)).leaks
