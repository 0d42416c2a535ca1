"""Daily deals: everything sent during the try, after it, after the day and after publication is
searched for secrets."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.cards import names
from engine.games import GAMES
from engine.races.verify import verify
from engine.takeback import read_move
from server.archive.archiver import Archiver
from server.rooms import daily_deals
from server.rooms.daily_deals import DailyDeal
from tests.secrecy.glass import Ear
from tests.secrecy.sight import marked, never_seen
from tests.secrecy.words import cards_in
from tests.server.clocked_process import DAY, Process, Time, process, real_store
from tests.stores import RedisProcess

MOVES = 12


def with_game(slug: str) -> DailyDeal:
    """The first daily deal of a game from a day on."""
    days = (DAY + timedelta(days=n) for n in range(60))
    return next(deal for day in days for deal in daily_deals.of_day(day) if deal.game.slug == slug)


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


class Asked:
    """A try of Anna's, and everybody who asks about it. Ben is her friend, the stranger is not;
    both know the code of her room. Cid has finished the deal himself. Anna also asks on a second
    connection."""

    def __init__(self, one: Process, deal: DailyDeal) -> None:
        self.one, self.deal = one, deal
        self.code = ""
        self.codes: list[str] = []
        self.people: dict[str, Ear] = {}
        self.heard: dict[str, int] = {}

    async def begin(self) -> None:
        one = self.one
        for name in ("Anna", "Ben", "Cid"):
            self.people[name] = await one.person(name)
        await self.people["Anna"].say("befriend", name="Ben", what="add")
        await self.people["Ben"].say("befriend", name="Anna", what="accept")
        self.people |= {
            "Anna again": await one.again("Anna"),
            "stranger": await one.ear("stranger"),
        }
        self.heard = {who: len(ear.told) for who, ear in self.people.items()}
        done = await one.try_it(self.people["Cid"], self.deal)
        await one.resign(self.people["Cid"], done)
        self.code = await one.try_it(self.people["Anna"], self.deal)
        self.codes = [done, self.code]

    async def play(self) -> None:
        """Some moves of Anna's, after watching the deal."""
        anna, live = self.people["Anna"], self.one.registry.rooms[self.code]
        for frame in range(2, 10):
            await anna.say("next_frame", race=1, frame=frame)
        seat_board = await self.one.registry.tables.seat_board(live, 0)
        for ply in range(MOVES):
            move = next(iter(live.race.game.legal(seat_board.state).moves), None)
            if move is not None:
                text = live.race.game.codec.to_text(move)
                self.one.time.now += 1_000
                assert (await anna.say("play", race=1, ply=ply, move=text))["type"] == "moved"

    async def end(self) -> None:
        """Anna resigns."""
        anna, live = self.people["Anna"], self.one.registry.rooms[self.code]
        seat_board = await self.one.registry.tables.seat_board(live, 0)
        if seat_board.state.over is None:
            resigned = await anna.say("play", race=1, ply=seat_board.ply, move="resign")
            assert resigned["type"] == "moved"
        await self.one.deadlines.meet(self.code)
        assert live.race.status == "over"
        await Archiver(self.one.kept, self.one.kept.kept_s).look()  # the tries are stored

    async def midnight(self) -> None:
        await self.one.at(self.deal.closes_at)

    async def last_moment(self) -> None:
        await self.one.at(self.deal.told_at - 1)

    async def ask(self) -> dict[str, list[dict[str, Any]]]:
        """Everybody sends every request. Return the answers by request."""
        name, code = self.deal.name, self.code
        questions: list[tuple[str, dict[str, Any]]] = [
            ("list_dailies", {}),
            ("get_daily_board", {"name": name}),
            ("get_record", {"race": f"{code}-1"}),
            ("get_replay", {"race": f"{code}-1", "seat": 0}),
            ("get_traveller", {"deal": f"{code}-1"}),
            ("get_traveller", {"deal": name}),
            ("watch", {"code": code}),
            ("watch_board", {"seat": 0}),
            ("look", {}),
            ("join", {"code": code, "name": "Eve", "token": "e" * 24}),
            ("resume", {"code": code, "token": "e" * 24}),
            ("get_friends", {}),
            ("export_account", {}),
            ("rooms", {}),
        ]
        answers: dict[str, list[dict[str, Any]]] = {}
        for who, ear in self.people.items():
            for kind, fields in questions:
                if who in ("Anna", "Cid") and kind in ("watch", "join", "resume"):
                    continue  # they are in rooms of their own
                answers.setdefault(kind, []).append(await ear.say(kind, **fields))
        return answers

    def words(self, who: str) -> str:
        """Everything somebody was told since they had their account, without room codes, which may
        spell cards."""
        text = b"\n".join(self.people[who].told[self.heard[who] :]).decode()
        for code in self.codes:
            text = text.replace(code, "").replace(f"{code[:3]}-{code[3:]}", "")
        return text

    def search(self) -> None:
        """Check that nobody knows a secret before the deal is published."""
        live = self.one.registry.rooms[self.code]
        race = live.race
        secrets = [race.secret.hex(), live.room.seed(race).hex()]
        page = self.one.metrics.page().decode()
        for who in self.people:
            for secret in secrets:
                assert secret not in self.words(who) + page, f"{who} was told a secret"
        for who in ("Ben", "stranger", "Anna again"):
            assert not cards_in(self.words(who)), f"{who} was told cards"
        for who in ("Ben", "stranger"):
            assert '"daily_board"' not in self.words(who), f"{who} was told results"

    async def unseen(self) -> set[str]:
        """The names of cards no copy of which Anna has seen."""
        live = self.one.registry.rooms[self.code]
        rules, pack = live.race.game, marked(live.room.pack(live.race))
        states = [rules.deal(pack)]
        for entry in await self.one.registry.tables.entries(live, 0):
            states.append(rules.play(states[-1], read_move(rules, entry.text)).state)
        hidden = never_seen(rules, pack, [*states, rules.showdown(states[-1])])
        return set(names(pack)) - set(names(c for n, c in enumerate(pack) if n not in hidden))


def kinds(answers: list[dict[str, Any]]) -> set[str]:
    return {answer["type"] for answer in answers}


@pytest.mark.parametrize("slug", [slug for slug, rules in GAMES.items() if rules.has_choice()])
async def test_nothing_of_a_day_is_told_before_its_time(redis: RedisProcess, slug: str) -> None:
    deal = with_game(slug)
    async with process(redis, Time(deal.closes_at - 60_000)) as one:
        await one.draw()
        asked = Asked(one, deal)
        await asked.begin()
        for step in (asked.play, asked.end, asked.midnight, asked.last_moment):
            await step()
            answers = await asked.ask()
            asked.search()
            assert kinds(answers["get_record"]) == {"refused"}
            assert kinds(answers["get_replay"]) == {"refused"}
            assert kinds(answers["get_traveller"]) == {"refused"}
            assert kinds(answers["watch_board"]) == {"refused"}
            boards = [told for told in answers["get_daily_board"] if told["type"] != "refused"]
            assert [told["opened"] for told in boards] == [None] * (1 if step == asked.play else 3)
        assert not await asked.unseen() & set(cards_in(asked.words("Anna")))
        await one.at(deal.told_at)
        answers = await asked.ask()
        assert kinds(answers["get_daily_board"]) == {"daily_board"}
        assert kinds(answers["get_record"]) == {"record"}
        assert kinds(answers["get_replay"]) == {"replay"}
        assert kinds(answers["get_traveller"]) == {"traveller"}
        counts = {(one["total"], one["left_out"]) for one in answers["get_traveller"]}
        assert len(counts) == 1, "the day and its race have the same traveller"
        assert sum(next(iter(counts))) == 2, "Cid has given up at once, so his try never got going"
        for told in answers["get_daily_board"]:
            assert told["opened"]["secret"] == one.registry.rooms[asked.code].race.secret.hex()
        record = answers["get_record"][0]["record"]
        assert all(check.ok for check in verify(record))
