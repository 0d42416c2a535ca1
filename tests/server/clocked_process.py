"""A server process without sockets, with a real store and a clock that tests set: for midnight, and
for times without any process."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, date
from functools import partial
from pathlib import Path
from typing import Any

from engine.crowns.time_limits import Limits
from server.accounts.credentials import Passwords
from server.accounts.store import AccountStore
from server.archive.archiver import Archiver
from server.archive.record_cache import RecordCache
from server.archive.replays import ReplayCache
from server.bots.service import Bots, RoomsToAttend
from server.crown_races.state import CrownRace
from server.crowns.notifier import CrownNotifier
from server.crowns.service import CrownService
from server.daily.store import DailyStore
from server.handlers.accounts import AccountServices
from server.handlers.crown_races import crown_race_services
from server.handlers.crowns import CrownServices
from server.handlers.dailies import DailyServices, draw, note_end
from server.handlers.leisure_races import leisure_race_services
from server.handlers.public_rooms import PublicRooms
from server.handlers.services import Services
from server.handlers.session_deals import SessionServices
from server.handlers.telephone import TelephoneServices as Telephones
from server.handlers.tournaments.requests import tournament_services
from server.leaderboards.account_rankings import Rankings
from server.leaderboards.periods import Calendar
from server.leaderboards.queries import BoardReader
from server.leaderboards.results_log import ResultsLog
from server.leaderboards.subscriptions import BoardSubscriptions
from server.leisure_races.state import LeisureRace
from server.live_rooms.common_tables.play_table import TablePath
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.deal_searches import DealSearches
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.move_writer import MoveWriter
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.live_rooms.play_move import MovePath
from server.live_rooms.race_quota import RaceQuota
from server.live_rooms.registry import LiveRooms, RegistryProcess, RoomRegistry
from server.live_rooms.room_callbacks import RoomCallbacks
from server.live_rooms.timers import Timers
from server.observability.metrics import Metrics
from server.presence.service import FriendPresence
from server.rooms.daily_deals import DailyDeal
from server.rooms.state import How, Race, Room
from server.rooms.store import RoomStore
from server.store.clock import Clock
from server.telephone.messages import CallMessages
from server.telephone.store import CallStore
from server.telephone.subscriptions import CallSubscriptions
from server.tournaments.state import PREFIX as TOURNAMENT
from server.travellers.cache import TravellerCache
from server.travellers.store import TryStore
from tests.secrecy.glass import COUNTDOWN_MS, Ear, Reached, World
from tests.stores import RedisProcess, engines

DAY = date(2026, 11, 21)
PASSWORD = "correct horse"
KEEP_DAYS = 400


class Time:
    """Server time, the same for all processes."""

    def __init__(self, now: int) -> None:
        self.now = now


class RoomEventDispatcher(RoomCallbacks):
    """What a process does with what it hears of its rooms; tests set what is done."""

    def __init__(self, dailies: DailyStore, sessions: list[SessionSchedule]) -> None:
        self.note_daily: Callable[[LiveRoom], Awaitable[None]] = partial(note_end, dailies)
        self.note_seen: Callable[[Room, Race, Iterable[str], How], Awaitable[None]] | None = None
        self.sessions = sessions

    async def daily_ended(self, live: LiveRoom) -> None:
        await self.note_daily(live)

    def session_deal_ended(self, room: Room) -> None:
        for schedule in self.sessions:
            schedule.deal_ended(room)

    async def deal_seen(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        if self.note_seen is not None:
            await self.note_seen(room, race, accounts, how)


class Process(World):
    """A server process. It hears nothing of others but what it reads, as if the feed were slow."""

    def __init__(self, url: str, time: Time, name: str) -> None:
        self.time = time
        self.clock = Clock(lambda: self.time.now)
        self.clock.measured(self.time.now, self.time.now)
        self.kept = RoomStore(url, KEEP_DAYS)
        self.metrics = Metrics()
        self.daily_store = DailyStore(self.kept, KEEP_DAYS)
        crown_races = SessionSchedule(self.clock, CrownRace.PREFIX)
        leisure_races = SessionSchedule(self.clock, LeisureRace.PREFIX)
        tournaments = SessionSchedule(self.clock, TOURNAMENT)
        self.news = RoomEventDispatcher(self.daily_store, [crown_races, leisure_races, tournaments])
        self.registry = RoomRegistry(
            self.kept,
            self.clock,
            Timers(self.clock),
            RegistryProcess(name),
            self.news,
            LiveRooms(),
        )
        self.move_writer = MoveWriter(self.kept, self.clock, Reached(), self.metrics)
        self.table_moves = TablePath(
            self.registry.common_tables, self.kept, self.clock, Reached(), self.metrics
        )
        moves = MovePath(self.registry, self.move_writer, self.table_moves, self.metrics)
        self.deadlines = Deadlines(self.registry, moves, DealSearches(1))
        self.accounts = AccountStore(url, KEEP_DAYS)
        self.days = DailyServices(
            self.registry,
            self.daily_store,
            self.clock.now,
            COUNTDOWN_MS,
            self.deadlines.searches,
        )
        others, accounts, now = self.kept.others, self.accounts, self.clock.now
        places = Rankings(others, accounts.names)
        shelves = BoardReader(places, ResultsLog(others), Calendar(UTC), now, accounts.friends)
        crowns = CrownService(self.kept, Limits())
        telling = CrownNotifier(crowns, accounts.names, now, lambda _: None)
        calls = CallMessages(CallStore(others), accounts.names, accounts.friends, now)
        quota = RaceQuota(self.kept, self.clock, Archiver(self.kept, KEEP_DAYS))
        sessions = SessionServices(self.deadlines, accounts, quota, self.clock, COUNTDOWN_MS)
        self.crown_races = crown_race_services(sessions, crown_races)
        presence = FriendPresence(accounts, others, name, lambda: now() / 1000)
        self.leisure_races = leisure_race_services(
            sessions, leisure_races, presence, calls.store.muted
        )
        self.tournaments = tournament_services(sessions, tournaments)
        self.seat_boards = Services(
            self.kept,
            self.clock,
            self.registry,
            moves,
            self.deadlines,
            COUNTDOWN_MS,
            KEEP_DAYS,
            AccountServices(self.accounts, Passwords(), self.kept, self.clock),
            self.days,
            PublicRooms(self.kept, self.registry, self.clock),
            RecordCache(self.kept),
            ReplayCache(self.kept),
            quota,
            Bots(RoomsToAttend(), self.registry, moves, Reached(), self.metrics, 0),
            BoardSubscriptions(shelves),
            CrownServices(telling, Calendar(UTC).day),
            telephones=Telephones(
                CallSubscriptions(calls), accounts.owner, lambda _: asyncio.sleep(0, None)
            ),
            presence=presence,
            crown_races=self.crown_races,
            leisure_races=self.leisure_races,
            tournaments=self.tournaments,
            travellers=TravellerCache(TryStore(others, self.kept.kept_s), ResultsLog(others)),
        )
        self.ears: list[Ear] = []

    async def settle(self) -> None:
        """All that is on its way arrives."""
        for room in tuple(self.registry.rooms.values()):
            for seat_board in room.seat_boards.values():
                await seat_board.settled()

    async def at(self, now: int) -> None:
        """Set the clock, and do what has fallen due."""
        self.time.now = now
        for code in tuple(self.registry.rooms):
            await self.deadlines.meet(code)

    async def draw(self) -> None:
        """What the keeper does time and again."""
        await draw(self.days)

    async def person(self, name: str, *, bot: bool = False) -> Ear:
        """Somebody with an account."""
        ear = await self.ear(name)
        answer = await ear.say("sign_up", name=name, password=PASSWORD, bot=bot)
        assert answer["type"] == "signed_in", answer
        return ear

    async def again(self, name: str) -> Ear:
        """Somebody with an account by another connection."""
        ear = await self.ear(f"{name}-again")
        answer = await ear.say("log_in", name=name, password=PASSWORD)
        assert answer["type"] == "signed_in", answer
        return ear

    async def try_it(self, ear: Ear, deal: DailyDeal) -> str:
        """Begin a try, up to its first board; the code of its room."""
        room = await ear.say("try_daily", name=deal.name, token=token(ear))
        assert room["type"] == "room", room
        await self.at(self.time.now + COUNTDOWN_MS)
        return str(room["code"])

    async def resign(self, ear: Ear, code: str) -> dict[str, Any]:
        """Give a try up; the answer."""
        for frame in range(2, 10):  # where the deal is watched first, watch it
            await ear.say("next_frame", race=1, frame=frame)
        answer = await ear.say("play", race=1, ply=0, move="resign")
        await self.deadlines.meet(code)
        return answer


def token(ear: Ear) -> str:
    return f"{ear.name.rpartition(':')[2]:-<24}"


@asynccontextmanager
async def process(redis: RedisProcess, time: Time, name: str = "one") -> AsyncIterator[Process]:
    """A process that has reached its store, and serves."""
    made = Process(redis.url, time, name)
    await made.kept.open()
    committing = asyncio.create_task(made.move_writer.run())
    deciding = asyncio.create_task(made.table_moves.run())
    try:
        yield made
    finally:
        committing.cancel()
        deciding.cancel()
        await asyncio.wait([committing, deciding])
        for room in made.registry.rooms.values():
            room.flush()
        await made.kept.close()
        await made.accounts.close()


@asynccontextmanager
async def real_store(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        yield redis
