"""Builds the parts of one server process, connects them, and runs them."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic
from typing import Protocol

from protocol import from_server as say
from protocol.message import encode
from server.access.bans import BanList, Bans
from server.access.halls import HallList, Halls
from server.access.rate_limits import RateLimits
from server.accounts.aof_rewrite import rewrite_if_wanted
from server.accounts.credentials import Passwords
from server.accounts.data_owners import AccountDataOwner, forget_gone
from server.accounts.store import AccountStore
from server.archive.archiver import Archiver
from server.archive.claimed_seats import ClaimedSeats
from server.archive.record_cache import RecordCache
from server.archive.replays import ReplayCache
from server.background import Background
from server.bots.service import Bots, RoomsToAttend
from server.crown_races.state import CrownRace
from server.crowns.account_data import CrownAccountData as CrownBelongings
from server.crowns.notifier import CrownNotifier
from server.crowns.service import CrownService
from server.crowns.watcher import CrownWatcher
from server.daily.store import DailyStore
from server.errors import StoreAway
from server.handlers.accounts import AccountServices
from server.handlers.crown_races import crown_race_services
from server.handlers.crowns import CrownServices
from server.handlers.dailies import DailyServices, draw
from server.handlers.leisure_races import leisure_race_services
from server.handlers.public_rooms import PublicRooms
from server.handlers.room_event_dispatch import RoomEventDispatcher
from server.handlers.services import Services
from server.handlers.session_deals import SessionServices
from server.handlers.telephone import telephone_services
from server.handlers.tournaments.requests import tournament_services
from server.leaderboards.account_data import ResultsAccountData
from server.leaderboards.account_rankings import Rankings
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leaderboards.queries import BoardReader
from server.leaderboards.results_log import ResultsLog
from server.leaderboards.subscriptions import BoardSubscriptions
from server.leisure_races.state import LeisureRace
from server.live_rooms.common_tables.play_table import TablePath
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.deal_searches import DealSearches
from server.live_rooms.move_writer import MoveWriter
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.live_rooms.outages import Outages
from server.live_rooms.play_move import MovePath
from server.live_rooms.race_quota import RaceQuota
from server.live_rooms.registry import LiveRooms, RegistryProcess, RoomRegistry
from server.live_rooms.store_supervisor import StoreDuties, StoreSupervisor
from server.live_rooms.timers import Timers
from server.net.connection import Connections
from server.net.connection_limits import ConnectionLimits
from server.net.drain import Drain
from server.net.listener import PortListener, Visitors
from server.observability.metrics import Metrics
from server.ops.control_channel import ControlChannel
from server.ops.metrics_sampler import MetricsSampler
from server.ops.migrations.schema import Schema
from server.presence.service import FriendPresence
from server.rooms.store import RoomStore
from server.settings import ServerSettings, zone_of
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.store.heartbeat import GAP_MS
from server.tournaments.state import PREFIX as TOURNAMENT
from server.travellers.cache import TravellerCache
from server.travellers.store import TryStore

NOTICES = {
    True: say.Notice(code="storage_back", text="The server can store moves again; play on."),
    False: say.Notice(
        code="storage_away",
        text="The server cannot store moves just now. Nothing is lost, and the clock will wait.",
    ),
}

START_S = 10
"""Seconds within which the store must answer when the process starts."""


class StoreCache(Protocol):
    """The interface of every cache of values that were read from the store (Redis)."""

    def forget_all(self) -> None:
        """Drop all values in the cache, so that they are read from the store again."""


class Duties(StoreDuties):
    """Does the work that all features except rooms have when the store (Redis) becomes reachable or
    is lost, and at regular intervals. The store supervisor, a task of the process, calls these
    methods."""

    def __init__(
        self,
        schema: Schema,
        days: DailyServices,
        accounts: AccountStore,
        owners: Iterable[AccountDataOwner],
        caches: Iterable[StoreCache],
        metrics: Metrics,
    ) -> None:
        self._schema, self._days, self._accounts = schema, days, accounts
        self._owners, self._caches, self._metrics = owners, caches, metrics

    async def prepare(self) -> None:
        await self._schema.migrate()

    async def regular_tasks(self) -> None:
        """Draw the secrets with which the coming daily deals are shuffled, delete the remaining
        data of deleted accounts, and have the store rewrite its append-only file if that still
        contains deleted data. Every process does this, although one process would be enough."""
        await draw(self._days)
        await forget_gone(self._accounts, self._owners)
        await rewrite_if_wanted(self._days.registry.store.others, self._days.now())

    def forget(self) -> None:
        for cache in self._caches:
            cache.forget_all()

    def refunded(self, ms: int) -> None:
        self._metrics.outages.inc()
        self._metrics.refunded.inc(ms / 1000)


def tell_availability(metrics: Metrics, connections: Connections, up: bool) -> None:
    """Set the metric that says whether the store can be reached (`up`), and send a message about it
    on every connection."""
    metrics.store_up.set(up)
    connections.tell(encode(NOTICES[up]))


class App:
    """One server process. The constructor builds its parts and connects them; `run` runs them.

    `alone` says that this process, or its supervisor, has started the store, so that no other
    process can have used the store before. `shared_port` says that other processes listen on the
    same port. `descriptors` is the number of files and sockets that the process may have open.
    `local_s` returns the time of the event loop's clock in seconds.
    """

    def __init__(
        self,
        settings: ServerSettings,
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
        self.store = RoomStore(
            redis_url,
            settings.keep_days,
            lambda at_ms: self.metrics.feed_lag.observe(max(0, self.clock.now() - at_ms) / 1000),
        )
        self.schema = Schema(self.store.others, self.process)
        self.accounts = AccountStore(redis_url, settings.keep_days)
        daily_store = DailyStore(self.store, settings.keep_days)
        self.connections = Connections()
        self.link = StoreAvailability(
            partial(tell_availability, self.metrics, self.connections), self.clock.now, GAP_MS
        )
        outages = Outages(self.link)

        # Features that are told what happens in rooms.
        rooms, rooms_to_attend = LiveRooms(), RoomsToAttend()
        most_bytes = None if settings.store_mb is None else settings.store_mb * 2**20
        self.archiver = Archiver(
            self.store,
            self.store.kept_s,
            most_bytes,
            rooms.known,
            analysed=settings.analysis_nodes > 0,
        )
        crown_schedule = Timers(self.clock)
        self.crowns = CrownService(
            self.store,
            settings.crown,
            crown_schedule.add,
            lambda: self.link.is_stale,
            lambda crown: self.metrics.crowns.labels(crown).inc(),
        )
        self.candidates = CrownWatcher(
            self.crowns, self.store, self.clock, self.link, crown_schedule
        )
        self.telling = CrownNotifier(
            self.crowns, self.accounts.names, self.clock.now, self.connections.tell
        )
        crown_races, leisure_races, tournaments = (
            SessionSchedule(self.clock, prefix)
            for prefix in (CrownRace.PREFIX, LeisureRace.PREFIX, TOURNAMENT)
        )

        # Rooms.
        self.schedule = Timers(self.clock)
        self.registry = RoomRegistry(
            self.store,
            self.clock,
            self.schedule,
            RegistryProcess(
                self.process, lambda: self.link.is_stale, self.background.later, settings.limits
            ),
            RoomEventDispatcher(
                self.archiver,
                self.background.later,
                daily_store,
                self.candidates,
                self.crowns.seen,
                (crown_races, leisure_races, tournaments),
                rooms_to_attend.room_changed,
                lambda live: self.presence.room_changed(live.room),
            ),
            rooms,
        )
        self.move_writer = MoveWriter(self.store, self.clock, self.link, self.metrics)
        self.moves = MovePath(
            self.registry,
            self.move_writer,
            TablePath(self.registry.common_tables, self.store, self.clock, self.link, self.metrics),
            self.metrics,
        )
        self.deadlines = Deadlines(
            self.registry, self.moves, DealSearches(settings.deal_searches), outages.owes_time
        )
        self.bots = Bots(
            rooms_to_attend, self.registry, self.moves, self.link, self.metrics, settings.bots
        )

        # Features that change rooms, and features that have nothing to do with rooms.
        days = DailyServices(
            self.registry,
            daily_store,
            self.clock.now,
            settings.countdown_ms,
            self.deadlines.searches,
            settings.winnable_dailies,
        )
        calendar = Calendar(zone_of(settings.time_zone), settings.keep_periods)
        self.projector = Projector(self.store.others, calendar, self.clock.now)
        self.places = Rankings(self.store.others, self.accounts.names)
        results_log = ResultsLog(self.store.others)
        boards = BoardReader(
            self.places, results_log, calendar, self.clock.now, self.accounts.friends
        )
        self.following, self.presence = (
            BoardSubscriptions(boards),
            FriendPresence(self.accounts, self.store.others, self.process, local_s),
        )
        self.telephones = telephone_services(
            self.store.others, self.accounts, self.crowns.award, self.clock.now, settings
        )
        self.bans, self.halls = Bans(self.clock.now), Halls(self.clock.now)
        quota = RaceQuota(self.store, self.clock, self.archiver, settings.limits, self.halls)
        sessions = SessionServices(
            self.deadlines, self.accounts, quota, self.clock, settings.countdown_ms, self.halls
        )
        self.crown_races = crown_race_services(sessions, crown_races)
        self.leisure_races = leisure_race_services(
            sessions, leisure_races, self.presence, self.telephones.calls.store.muted
        )
        self.tournaments = tournament_services(sessions, tournaments)

        # The services that the handlers of requests use.
        elsewhere = (
            self.crown_races.account_data,
            self.leisure_races.account_data,
            self.tournaments.account_data,
            ResultsAccountData(results_log, self.places),
            ClaimedSeats(self.accounts, self.store, self.clock.now),
            CrownBelongings(self.crowns, self.clock.now, calendar.day),
            self.telephones.calls,
        )
        self._services = Services(
            self.store,
            self.clock,
            self.registry,
            self.moves,
            self.deadlines,
            settings.countdown_ms,
            settings.keep_days,
            AccountServices(
                self.accounts,
                Passwords(),
                self.store,
                self.clock,
                elsewhere,
                self.bans,
                self.halls,
                self.presence,
            ),
            days,
            PublicRooms(self.store, self.registry, self.clock),
            RecordCache(self.store),
            ReplayCache(self.store),
            quota,
            self.bots,
            self.following,
            CrownServices(self.telling, calendar.day),
            telephones=self.telephones,
            presence=self.presence,
            crown_races=self.crown_races,
            leisure_races=self.leisure_races,
            tournaments=self.tournaments,
            travellers=TravellerCache(TryStore(self.store.others, self.store.kept_s), results_log),
        )

        # The port.
        drain = Drain(
            self.connections,
            self._services,
            self.background.later,
            settings.drain_s,
            shares_port=shared_port,
            hold_races=self.schedule.stop,
        )
        visitors = Visitors(self.connections, drain)
        self.metrics_sampler = MetricsSampler(
            self.metrics,
            self.registry,
            self.move_writer,
            self.archiver,
            visitors,
            self.bans,
            self.halls,
        )
        self.port_listener = PortListener(
            settings,
            self.metrics,
            self.link,
            self._services,
            visitors,
            connection_limits=ConnectionLimits(
                RateLimits(settings.limits, local_s, self.halls), settings, descriptors
            ),
            look=self.metrics_sampler.look,
        )

        # The supervisor of the store, and the channel for orders from the operator.
        self.duties = Duties(
            self.schema,
            days,
            self.accounts,
            elsewhere,
            (
                self.crowns.room_cache,
                self.tournaments.tournaments.store,
                self._services.travellers,
            ),
            self.metrics,
        )
        self._supervisor = StoreSupervisor(
            self.clock, self.link, self.deadlines, outages, self.duties, alone=alone
        )
        self.orders = ControlChannel(
            self.process,
            visitors,
            self.bans,
            BanList(self.store.others),
            self.halls,
            HallList(self.store.others),
        )

    async def run(self, stop: asyncio.Event, listening: asyncio.Event) -> None:
        """Serve until `stop` is set, then close the connections so that clients reconnect to other
        processes, and disconnect from the store. `listening` is set once the port is open and its
        number known.

        Raises an ExceptionGroup that contains StoreAway if the store cannot be reached within
        START_S at the start, NewerStore if the format of the stored data is too new for this
        program, or OSError if the port cannot be opened.
        """
        supervisor = self._supervisor
        async with asyncio.TaskGroup() as tasks:
            self.background.begin(tasks)
            running = [tasks.create_task(supervisor.run())]
            await self._begun(supervisor.reached, stop)
            running.append(tasks.create_task(self.move_writer.run()))
            running.append(tasks.create_task(self.moves.tables.run()))
            running.append(tasks.create_task(self.bots.run()))
            running.append(tasks.create_task(self.archiver.run(self.link)))
            running.append(
                tasks.create_task(self.metrics_sampler.run(self.store.others, self.link))
            )
            running.append(tasks.create_task(self.orders.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.projector.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.following.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.candidates.run()))
            running.append(tasks.create_task(self.telling.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.candidates.watch_deadlines()))
            running.append(tasks.create_task(self.crown_races.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.leisure_races.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.tournaments.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.telephones.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.presence.run(self.link, self._redis_url)))
            running.append(tasks.create_task(self.schedule.run(supervisor.step)))
            if not stop.is_set():
                await self.port_listener.serve(stop, listening)
            self.deadlines.searches.stop()
            for task in running:
                task.cancel()
        await self.port_listener.drain.gone()
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
