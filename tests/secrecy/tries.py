"""Tries of the daily deals by players who look for the results of others before they are done."""

import asyncio
import random
import secrets
from datetime import UTC, datetime
from typing import Any

from engine.races.verify import verify
from server.app import App
from server.archive import record_builder
from server.daily.store import DailyStore
from server.rooms import daily_deals
from tests.secrecy.company import account_name
from tests.secrecy.plans import Plan, Room
from tests.secrecy.racers import Racer, watch
from tests.secrecy.recorder import Pages
from tests.secrecy.referee import forms

DAY_S = 86_400
LAST_S = 120
"""Seconds before midnight in which no try is begun, because the next day publishes it."""


class Trier(Racer):
    """A player with an account and their one try."""

    async def begin(self) -> None:
        await self._connect()
        await self._ask_for_boards()
        to_come = (await self.ask("list_dailies"))["tomorrow"][0]["name"]
        fields = {"token": self.tape.token, "legal": True}
        await self.ask("try_daily", name=to_come, **fields)
        answer = await self.ask("try_daily", name=self.room.plan.daily, **fields)
        assert answer["type"] == "room", answer
        self.room.record.code = answer["code"]
        self.room.opened.set()
        self.room.seated.set()

    async def _move(self) -> None:
        if self.rng.random() < 0.3:
            await self._ask_for_boards()
        await super()._move()

    async def _afterwards(self) -> None:
        await self.look()
        await self.talk()
        await self.peep()
        await self.ask("rematch")
        await self._ask_for_boards()
        await self.ask("get_record", race=self.room.record.code)
        await self.ask("get_analysis", race=self.room.record.code)
        await self.ask("get_traveller", deal=self.room.plan.daily)
        await self.ask("get_replay", race=self.room.record.code, seat=0)
        await self.ask("leave")
        await self.ask("try_daily", name=self.room.plan.daily, token=secrets.token_urlsafe(24))

    async def _ask_for_boards(self) -> None:
        told = await self.ask("list_dailies")
        for deal in (*told["today"], *told["tomorrow"]):
            await self.ask("get_daily_board", name=deal["name"])


async def play_tries(app: App, url: str, pages: Pages, seeds: range) -> list[Room]:
    """Run so many tries of either deal of today at once. The records are those that nobody gets
    yet."""
    left = DAY_S - datetime.now(UTC).timestamp() % DAY_S
    await asyncio.sleep(left + 1 if left < LAST_S else 0)
    await app.link.up()
    today = daily_deals.today(app.clock.now())
    deals = daily_deals.of_day(today)
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(_play_try(deal, seed, url, pages)) for deal in deals for seed in seeds
        ]
    rooms = [task.result() for task in tasks]
    store = DailyStore(app.store, 400)
    to_come: dict[str, str] = {}
    for deal in daily_deals.of_day(daily_deals.next_day(today)):
        secret = await store.secret(deal)
        assert secret is not None
        to_come |= forms("the secret of a deal of tomorrow", secret)
    for room in rooms:
        room.record.secrets = to_come
        room.record.races.append(await _record(app, room.record.code))
    return rooms


async def _play_try(deal: daily_deals.DailyDeal, seed: int, url: str, pages: Pages) -> Room:
    rules = deal.game
    plan = Plan(rules.slug, dict(rules.chosen), seed, seats=1, bell_ms=deal.bell_ms)
    plan.most_moves = 6 + 12 * (seed % 3)  # one is done while the next still plays
    plan.daily = deal.name
    room = Room(plan, url, pages)
    room.record.daily = deal.name
    trier = Trier(room, "p0", random.Random(f"{deal.slot}/{seed}"))
    trier.has_account, trier.name = True, f"{account_name(plan, 0)} {deal.slot}"
    async with room.group as group:
        group.create_task(watch(room))
        group.create_task(trier.run())
    return room


async def _record(app: App, code: str) -> dict[str, Any]:
    live = await app.registry.find(code)
    document = (
        await record_builder.record(app.store, live.room, live.race, app.clock.now())
    ).to_json()
    assert all(step.ok for step in verify(document))
    return dict(document)
