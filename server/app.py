"""The composition root: what one server process is made of."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from time import monotonic

from protocol import from_server as say
from protocol.message import encode
from server.access.bans import BanList, Bans
from server.access.rate_limits import Limits
from server.accounts.aof_rewrite import rewrite_if_wanted
from server.accounts.credentials import Passwords
from server.accounts.data_owners import Elsewhere, forget_gone
from server.accounts.store import AccountStore
from server.archive.archiver import Shelf
from server.archive.claimed_seats import Claims
from server.archive.record_cache import Records
from server.archive.replays import Replays
from server.background import Background
from server.crown_races.service import PREFIX as CROWN_RACE
from server.crowns.account_data import Belongings as CrownBelongings
from server.crowns.notifier import Telling
from server.crowns.service import Crowns
from server.crowns.watcher import Follower
from server.daily.store import DailyStore
from server.errors import StoreAway
from server.handlers.accounts import Desk
from server.handlers.crown_races import crown_race_desk
from server.handlers.crowns import CrownDesk
from server.handlers.dailies import Days, draw
from server.handlers.public_rooms import Listing
from server.handlers.room_news import RoomNews
from server.handlers.services import Desks
from server.handlers.telephone import telephones
from server.handlers.tournaments import tournament_desk
from server.leaderboards.account_data import Belongings
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Clerk
from server.leaderboards.queries import Shelves
from server.leaderboards.rankings import Places
from server.leaderboards.results_log import Book
from server.leaderboards.subscriptions import Following
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.deal_sessions import SessionSchedule
from server.live_rooms.move_writer import Committer
from server.live_rooms.outages import Outages
from server.live_rooms.play_move import Moves
from server.live_rooms.race_quota import Quota
from server.live_rooms.registry import Hub, HubProcess, LiveRooms
from server.live_rooms.store_supervisor import Keeper, StoreDuties
from server.live_rooms.timers import Schedule
from server.net.connection import Connections
from server.net.connection_limits import Porter
from server.net.drain import Drain
from server.net.listener import Reception, Visitors
from server.observability.metrics import Metrics
from server.ops.control_channel import Orders
from server.ops.metrics_sampler import Gauges
from server.ops.migrations.schema import Schema
from server.rooms.store import Store
from server.settings import Settings, zone_of
from server.store.availability import Link
from server.store.clock import Clock
from server.store.heartbeat import GAP_MS
from server.tournaments.state import PREFIX as TOURNAMENT

NOTICES = {
    True: say.Notice(code="storage_back", text="The server can store moves again; play on."),
    False: say.Notice(
        code="storage_away",
        text="The server cannot store moves just now. Nothing is lost, and the clock will wait.",
    ),
}

START_S = 10
"""Seconds the store may take to answer at the start."""


class Duties(StoreDuties):
    """What a process does with the store besides serving its rooms."""

    def __init__(
        self,
        schema: Schema,
        days: Days,
        accounts: AccountStore,
        owners: Iterable[Elsewhere],
        metrics: Metrics,
    ) -> None:
        self._schema, self._days, self._accounts = schema, days, accounts
        self._owners, self._metrics = owners, metrics

    async def prepare(self) -> None:
        await self._schema.settle()

    async def chores(self) -> None:
        """Every process does this regularly, though once by one process would be enough."""
        await draw(self._days)
        await forget_gone(self._accounts, self._owners)
        await rewrite_if_wanted(self._days.hub.store.others, self._days.now())

    def refunded(self, ms: int) -> None:
        self._metrics.outages.inc()
        self._metrics.refunded.inc(ms / 1000)


class App:
    """The parts of one server process, each made with what it works with.

    `alone` says that this process has started the store, so that no other process can have used
    it; `shared_port` that other processes listen on the same port. `descriptors` is the number of
    files and sockets the process may have open. `local_s` is the clock of this machine and of the
    event loop, in seconds.
    """

    def __init__(
        self,
        settings: Settings,
        redis_url: str,
        metrics: Metrics | None = None,
        *,
        alone: bool = False,
        shared_port: bool = False,
        descriptors: int = 1_024,
        local_s: Callable[[], float] = monotonic,
    ) -> None:
        # The process and its store.
        self.settings = settings
        self._redis_url = redis_url
        self.process = secrets.token_hex(4)
        self.metrics = metrics or Metrics()
        self.background = Background()
        self.clock = Clock(lambda: 1000 * local_s())
        self.store = Store(
            redis_url,
            settings.keep_days,
            lambda at_ms: self.metrics.feed_lag.observe(max(0, self.clock.now() - at_ms) / 1000),
        )
        self.schema = Schema(self.store.others, self.process)
        self.accounts = AccountStore(redis_url, settings.keep_days)
        daily_store = DailyStore(self.store, settings.keep_days)
        self.connections = Connections()
        self.link = Link(self._tell_link, self.clock.now, GAP_MS)
        outages = Outages(self.link)

        # Features that hear of the rooms.
        rooms = LiveRooms()
        most_bytes = None if settings.store_mb is None else settings.store_mb * 2**20
        self.shelf = Shelf(self.store, self.store.kept_s, most_bytes, rooms.known)
        crown_schedule = Schedule(self.clock)
        self.crowns = Crowns(
            self.store,
            settings.crown,
            crown_schedule.add,
            lambda: self.link.is_stale,
            lambda crown: self.metrics.crowns.labels(crown).inc(),
        )
        self.candidates = Follower(self.crowns, self.store, self.clock, self.link, crown_schedule)
        self.telling = Telling(
            self.crowns, self.accounts.names, self.clock.now, self.connections.tell
        )
        crown_races = SessionSchedule(self.clock, CROWN_RACE)
        tournaments = SessionSchedule(self.clock, TOURNAMENT)

        # Rooms.
        self.schedule = Schedule(self.clock)
        self.hub = Hub(
            self.store,
            self.clock,
            self.schedule,
            HubProcess(
                self.process, lambda: self.link.is_stale, self.background.later, settings.limits
            ),
            RoomNews(
                self.shelf,
                self.background.later,
                daily_store,
                self.candidates,
                self.crowns.seen,
                (crown_races, tournaments),
            ),
            rooms,
        )
        self.committer = Committer(self.store, self.clock, self.link, self.metrics)
        moves = Moves(self.hub, self.committer, self.metrics)
        self.deadlines = Deadlines(self.hub, moves, outages.owes_time)

        # Features that work with the rooms, or without.
        days = Days(self.hub, daily_store, self.clock.now, settings.countdown_ms)
        calendar = Calendar(zone_of(settings.time_zone), settings.keep_periods)
        self.clerk = Clerk(self.store.others, calendar, self.clock.now)
        self.places = Places(self.store.others, self.accounts.names)
        book = Book(self.store.others)
        boards = Shelves(self.places, book, calendar, self.clock.now, self.accounts.friends)
        self.following = Following(boards)
        self.telephones = telephones(
            self.store.others, self.accounts, self.crowns.award, self.clock.now, settings
        )
        self.bans = Bans(self.clock.now)
        quota = Quota(self.store, self.clock, self.shelf, settings.limits)
        self.crown_races = crown_race_desk(
            self.deadlines,
            self.store,
            self.accounts,
            quota,
            settings.countdown_ms,
            crown_races,
        )
        self.tournaments = tournament_desk(
            self.deadlines,
            self.store,
            self.accounts,
            quota,
            settings.countdown_ms,
            tournaments,
        )

        # What requests are answered with.
        elsewhere = (
            self.crown_races.belongings,
            self.tournaments.belongings,
            Belongings(book, self.places),
            Claims(self.accounts, self.store, self.clock.now),
            CrownBelongings(self.crowns, self.clock.now, calendar.day),
            self.telephones.calls,
        )
        self._desks = Desks(
            self.store,
            self.clock,
            self.hub,
            moves,
            self.deadlines,
            settings.countdown_ms,
            settings.keep_days,
            Desk(self.accounts, Passwords(), self.store, self.clock, elsewhere, self.bans),
            days,
            Listing(self.store, self.hub, self.clock),
            Records(self.store),
            Replays(self.store),
            quota,
            self.following,
            CrownDesk(self.telling, calendar.day),
            telephones=self.telephones,
            crown_races=self.crown_races,
            tournaments=self.tournaments,
        )

        # The port.
        drain = Drain(
            self.connections,
            self._desks,
            self.background.later,
            settings.drain_s,
            shares_port=shared_port,
            hold_races=self.schedule.stop,
        )
        visitors = Visitors(self.connections, drain)
        self.gauges = Gauges(
            self.metrics, self.hub, self.committer, self.shelf, visitors, self.bans
        )
        self.reception = Reception(
            settings,
            self.metrics,
            self.link,
            self._desks,
            visitors,
            porter=Porter(Limits(settings.limits, local_s), settings, descriptors),
            look=self.gauges.look,
        )

        # The supervisor of the store, and the orders of whoever runs the server.
        self.duties = Duties(self.schema, days, self.accounts, elsewhere, self.metrics)
        self._keeper = Keeper(
            self.clock, self.link, self.deadlines, outages, self.duties, alone=alone
        )
        self.orders = Orders(self.process, visitors, self.bans, BanList(self.store.others))

    async def run(self, stop: asyncio.Event, listening: asyncio.Event) -> None:
        """Serve until `stop` is set. `listening` is set once the port is open and known.

        Raises StoreAway if the store cannot be reached at the start, NewerStore if this program
        must not touch it.
        """
        keeper = self._keeper
        async with asyncio.TaskGroup() as tasks:
            self.background.begin(tasks)
            running = [tasks.create_task(keeper.run())]
            await self._begun(keeper.reached, stop)
            running.append(tasks.create_task(self.committer.run()))
            running.append(tasks.create_task(self.shelf.run(self.link)))
            running.append(tasks.create_task(self.gauges.run(self.store.others, self.link)))
            running.append(tasks.create_task(self.orders.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.clerk.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.following.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.candidates.run()))
            running.append(tasks.create_task(self.telling.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.candidates.meet_deadlines()))
            running.append(tasks.create_task(self.crown_races.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.tournaments.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.telephones.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.schedule.run(keeper.step)))
            if not stop.is_set():
                await self.reception.serve(stop, listening)
            for task in running:
                task.cancel()
        await self.reception.drain.gone()
        await self.accounts.close()
        await self.store.close()

    async def _begun(self, reached: asyncio.Event, stop: asyncio.Event) -> None:
        """Wait until the store can be used or `stop` is set. Raises StoreAway if the store is not
        reached within START_S."""
        try:
            async with asyncio.timeout(START_S):
                await reached.wait()
        except TimeoutError:
            raise StoreAway from None
        up, stopped = asyncio.ensure_future(self.link.up()), asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait({up, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            up.cancel()
            stopped.cancel()

    def _tell_link(self, up: bool) -> None:
        self.metrics.store_up.set(up)
        for copies in (self.crowns.stories, self.tournaments.tournaments.store):
            copies.forget_all()
        self.connections.tell(encode(NOTICES[up]))
