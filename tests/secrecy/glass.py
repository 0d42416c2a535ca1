"""A deterministic server without sockets: real requests, rooms, moves and views on an in-memory
store and a simulated clock.

Equal input at equal times gives equal bytes, and the test chooses the pack.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import date
from typing import Any, cast

from redis.asyncio import Redis

from engine.cards import Card
from engine.races.board import Entry
from protocol.closing import Close
from protocol.from_client import parse
from protocol.message import encode
from server.access.rate_limits import Allowance, RateLimits
from server.accounts.credentials import Passwords
from server.accounts.store import AccountStore
from server.archive.record_cache import RecordCache
from server.archive.replays import ReplayCache
from server.boards.card_marks import MarkedCard, Place
from server.boards.log_codec import PackedRace
from server.boards.seat_standing import StoredStanding
from server.bots.service import Bots, RoomsToAttend
from server.crown_races import subscriptions as crown_races
from server.crown_races.service import CrownRaceService
from server.crowns.notifier import CrownNotifier
from server.crowns.service import CrownService
from server.daily.store import DailyStore
from server.errors import Refusal
from server.handlers.accounts import AccountServices
from server.handlers.crown_races import CrownRaceServices
from server.handlers.crowns import CrownServices
from server.handlers.dailies import DailyServices
from server.handlers.dispatch import Dispatcher
from server.handlers.leisure_races import LeisureRaceServices
from server.handlers.public_rooms import PublicRooms
from server.handlers.services import Services
from server.handlers.session_deals import SessionServices
from server.handlers.telephone import TelephoneServices as Telephones
from server.handlers.tournaments.requests import TournamentServices
from server.leaderboards.queries import BoardReader
from server.leaderboards.results_log import ResultsLog
from server.leaderboards.subscriptions import BoardSubscriptions
from server.leisure_races.notifier import LeisureNotifier
from server.leisure_races.service import LeisureRaceService
from server.live_rooms.common_tables.play_table import TablePath
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.deal_searches import DealSearches
from server.live_rooms.feed_consumer import FeedConsumer
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.move_writer import MoveWriter
from server.live_rooms.play_move import MovePath
from server.live_rooms.race_quota import RaceQuota
from server.live_rooms.registry import LiveRooms, RegistryProcess, RoomRegistry
from server.live_rooms.room_callbacks import RoomCallbacks
from server.live_rooms.timers import Timers
from server.net.connection import refused_request
from server.observability.metrics import Metrics
from server.presence.service import FriendPresence
from server.rooms.events import StoredEvent
from server.rooms.reducer import fold
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore, StoredSeat
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.store.move_batches import CommittedMoves, StoredMove
from server.store.redis_commands import RedisClient
from server.store.streams.room_feed import FeedEntry
from server.telephone.messages import CallMessages
from server.telephone.subscriptions import CallSubscriptions
from server.tournaments import subscriptions as tournaments
from server.tournaments.service import TournamentService
from server.travellers.cache import TravellerCache
from server.travellers.store import TryStore
from server.views.view_inputs import Viewer
from server.views.visibility import shown
from tests.messages import told

COUNTDOWN_MS = 100


def dealt(pack: Sequence[Card]) -> type[Room]:
    """A room class whose races are dealt from this pack, whatever their seed."""

    class Dealt(Room):
        def pack(self, race: Race) -> list[Card]:
            Room.pack(self, race)  # refuses before zero
            return list(pack)

    return Dealt


class GlassStore(RoomStore):
    """An in-memory store. `word` is its answer to moves: ok, or a refusal."""

    others = cast("RedisClient", Redis())
    """Never connected: only room data is requested here."""

    def __init__(self, pack: Sequence[Card]) -> None:
        self.word = "ok"
        self.origin = 0
        """The time that moves count from; 0 for server time, which most races do not show."""
        self.kept: dict[tuple[int, int], list[Entry]] = {}
        self.stored: dict[int, dict[int, StoredStanding]] = {}
        self.frames: dict[tuple[int, int], int] = {}
        self.tilted: dict[tuple[int, int], dict[Place, MarkedCard]] = {}
        self.news: list[FeedEntry] = []
        self.events: list[StoredEvent] = []
        self.before_moves: Callable[[], Awaitable[None]] | None = None
        self._room = dealt(pack)

    async def append(self, before: Room, stored: Sequence[StoredEvent]) -> Room | None:
        self.events += stored
        return fold(before if before.seq else self._room(before.code), stored)

    async def room(self, known: Room) -> tuple[Room, list[StoredEvent]]:
        news = self.events[known.seq :]
        return fold(known if known.seq else self._room(known.code), news), news

    async def said(self, code: str, since: str) -> tuple[list[tuple[int, str]], str]:
        return [], since

    async def watchers(self, code: str) -> dict[str, int]:
        return {}

    async def set_watchers(self, code: str, process: str, watchers: int) -> None:
        """Do nothing: watchers are not counted here."""

    async def standings(self, code: str, n: int) -> dict[int, StoredStanding]:
        return dict(self.stored.get(n, {}))

    async def moves(self, code: str, n: int, seat: int, since: int = 0) -> list[Entry]:
        found = list(self.kept.get((n, seat), ()))[since:]
        if self.before_moves is not None:
            meanwhile, self.before_moves = self.before_moves, None
            await meanwhile()
        return found

    async def table(self, code: str, n: int, seat: int) -> StoredSeat:
        entries = await self.moves(code, n, seat)
        marks = dict(self.tilted.get((n, seat), {}))
        return StoredSeat(entries, self.frames.get((n, seat), 1), marks)

    async def mark(
        self, code: str, n: int, seat: int, place: Place, marked: MarkedCard | None
    ) -> bool:
        tilted = self.tilted.setdefault((n, seat), {})
        tilted.pop(place, None)
        if marked:
            tilted[place] = marked
        return True

    async def archived(self, code: str, n: int) -> PackedRace | None:
        return None

    async def show_frame(self, code: str, n: int, seat: int, frame: int) -> None:
        self.frames[n, seat] = frame

    async def commit(self, now: int, batch: Sequence[StoredMove]) -> CommittedMoves:
        return CommittedMoves([self._commit(now, move) for move in batch], [])

    def _commit(self, now: int, move: StoredMove) -> str:
        if self.word != "ok":
            return self.word
        now -= self.origin
        author, text = move.text.split(" ", 1)
        log = self.kept.setdefault((move.n, move.seat), [])
        if move.ply != len(log):
            return f"ply {len(log)}"
        log.append(Entry(now, author, text))
        known = self.stored.setdefault(move.n, {})
        before = known.get(move.seat)
        best, reached = (move.start, move.start_tie_break), 0
        if before:
            best, reached = (before.best, before.tie_break), before.reached_ms
        if (move.progress, move.tie_break) > best:
            best, reached = (move.progress, move.tie_break), now
        numbers = StoredStanding(
            moves=move.ply + 1,
            progress=move.progress,
            best=best[0],
            tie_break=best[1],
            reached_ms=reached,
            clean=bool(move.clean),
            points=move.points,
            score=move.score,
            result=move.result,
            reason=move.reason,
            ended_ms=now if move.result else None,
        )
        known[move.seat] = numbers
        told = [int(value) if isinstance(value, bool) else value for value in numbers]
        standing = " ".join("-" if value is None else str(value) for value in told)
        self.news.append(FeedEntry(move.code, None, move.n, move.seat, standing, None))
        return f"ok {now} {standing}"


class GlassAccounts(AccountStore):
    """No accounts exist."""

    def __init__(self) -> None:
        pass

    async def owner(self, name_keys: Iterable[str]) -> str | None:
        return None


class Unbounded(RaceQuota):
    """No limit on the number of races."""

    def __init__(self) -> None:
        pass

    async def take(self, address: str | None, account: str | None) -> None:
        pass


class Reached(StoreAvailability):
    """The store can always be reached."""

    def __init__(self) -> None:
        pass

    async def up(self) -> None:
        pass


class Ear:
    """A connection without a socket, with every byte it was sent."""

    def __init__(self, world: "World", name: str) -> None:
        self.name = name
        self.viewer = Viewer()
        self.told: list[bytes] = []
        self._world = world
        self._requests = Dispatcher(world.seat_boards, self, Allowance(RateLimits(), None))
        self._id = 0

    def send(self, data: bytes) -> None:
        self.told.append(data)

    def send_progress(self, data: bytes) -> bool:
        self.told.append(data)
        return True

    delay_ms = None

    def measure_delay(self) -> None:
        pass

    def close(self, why: Close) -> None:
        self.told.append(f"closed {why.value} {why.name.lower()}".encode())

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return the answer, after everything that follows from it has
        happened."""
        self._id += 1
        sent = len(self.told)
        try:
            await self._requests.handle(parse(json.dumps({"type": kind, "id": self._id, **fields})))
        except Refusal as error:
            refused = refused_request(self._id, error)
            self._world.metrics.refusals.labels(refused.code).inc()
            self.send(encode(shown(refused, self.viewer)))
        await self._world.settle()
        messages = [m for data in self.told[sent:] if data[:1] == b"{" for m in told(data)]
        return next((m for m in messages if m.get("id") == self._id), {})

    async def gone(self) -> None:
        """The connection breaks."""
        await self._requests.gone()


class World:
    """A server and its clock. Create it inside a running event loop."""

    def __init__(self, pack: Sequence[Card]) -> None:
        self.ms = 0.0
        self.clock = Clock(lambda: self.ms)
        self.clock.measured(0.0, 1_000_000.0)
        self.store = GlassStore(pack)
        self.metrics = Metrics()
        schedule = Timers(self.clock)
        self.registry = RoomRegistry(
            self.store,
            self.clock,
            schedule,
            RegistryProcess("glass", random_bytes=lambda n: bytes(range(n))),
            RoomCallbacks(),
            LiveRooms(),
        )
        self._move_writer = MoveWriter(self.store, self.clock, Reached(), self.metrics)
        self.table_moves = TablePath(
            self.registry.common_tables, self.store, self.clock, Reached(), self.metrics
        )
        moves = MovePath(self.registry, self._move_writer, self.table_moves, self.metrics)
        self.deadlines = Deadlines(self.registry, moves, DealSearches(1))
        accounts = AccountServices(GlassAccounts(), Passwords(), self.store, self.clock)
        days = DailyServices(
            self.registry,
            DailyStore(self.store, 400),
            self.clock.now,
            COUNTDOWN_MS,
            self.deadlines.searches,
        )
        listing = PublicRooms(self.store, self.registry, self.clock)
        sessions = SessionServices(
            self.deadlines, accounts.store, Unbounded(), self.clock, COUNTDOWN_MS
        )
        self.seat_boards = Services(
            self.store,
            self.clock,
            self.registry,
            moves,
            self.deadlines,
            COUNTDOWN_MS,
            400,
            accounts,
            days,
            listing,
            RecordCache(self.store),
            ReplayCache(self.store),
            Unbounded(),
            Bots(RoomsToAttend(), self.registry, moves, Reached(), self.metrics, 0),
            BoardSubscriptions(cast(BoardReader, None)),  # nobody requests a leaderboard here
            CrownServices(
                CrownNotifier(
                    cast(CrownService, None), accounts.store.names, self.clock.now, lambda _: None
                ),
                lambda _: date(2026, 11, 21),  # nor crowns
            ),
            telephones=Telephones(
                CallSubscriptions(cast(CallMessages, None)),  # and there are no calls
                accounts.store.owner,
                lambda _: asyncio.sleep(0, None),
            ),
            presence=FriendPresence(accounts.store, self.store.others, "glass", lambda: 0.0),
            crown_races=CrownRaceServices(
                sessions,
                cast(CrownRaceService, None),  # and no crown races
                crown_races.CrownRaceSubscriptions(
                    cast(CrownRaceService, None), accounts.store.names, lambda: 0
                ),
            ),
            leisure_races=LeisureRaceServices(
                sessions,
                cast(LeisureRaceService, None),  # and no leisure races
                cast(LeisureNotifier, None),
            ),
            tournaments=TournamentServices(
                sessions,
                cast(TournamentService, None),  # and no tournaments
                tournaments.TournamentSubscriptions(
                    cast(TournamentService, None), accounts.store.names, lambda: 0
                ),
            ),
            travellers=TravellerCache(
                cast(TryStore, None), cast(ResultsLog, None)
            ),  # and no record is kept
        )
        self.ears: list[Ear] = []
        self.deaf = False
        """While set, no notice of stored events arrives."""

    async def live(self, script: Callable[["World"], Awaitable[None]]) -> None:
        """Run a script in this world."""
        committing = asyncio.create_task(self._move_writer.run())
        deciding = asyncio.create_task(self.table_moves.run())
        try:
            await script(self)
        finally:
            committing.cancel()
            deciding.cancel()
            await asyncio.wait([committing, deciding])
            for room in self.registry.rooms.values():
                room.flush()

    @property
    def room(self) -> LiveRoom:
        return next(iter(self.registry.rooms.values()))

    async def ear(self, name: str) -> Ear:
        """A new connection that has said hello."""
        ear = Ear(self, f"glass:{name}")
        self.registry.connections.add(ear.name)
        self.ears.append(ear)
        await ear.say("hello", protocol=[1], client=name)
        return ear

    async def settle(self) -> None:
        """Advance the clock a little, and deliver everything in flight."""
        self.ms += 7
        for room in tuple(self.registry.rooms.values()):
            for seat_board in room.seat_boards.values():
                await seat_board.settled()
        if not self.deaf:
            news, self.store.news = self.store.news, []
            await FeedConsumer(self.registry).apply(news)
            for code, room in tuple(self.registry.rooms.items()):
                if room.race.call:
                    await self.deadlines.meet(code)  # everybody may have laid the card by now
        for room in tuple(self.registry.rooms.values()):
            room.flush()

    async def wait(self, ms: float) -> None:
        """Let time pass and fire due timers."""
        self.ms += ms
        for code in tuple(self.registry.rooms):
            await self.deadlines.meet(code)

    async def hold(self, ms: int) -> None:
        """Simulate an outage of the server."""
        now = self.clock.now()
        self.ms += ms
        await self.deadlines.hold(self.room.room.code, [(now, now + ms)])

    def said(self) -> list[tuple[str, list[bytes]]]:
        """Everything everybody was sent, and the metrics page."""
        page = [line for line in self.metrics.page().splitlines() if b"seconds" not in line]
        page = [line for line in page if not line.startswith(b"process_")]
        return [*((ear.name, ear.told) for ear in self.ears), ("/metrics", page)]


def lives(pack: Sequence[Card], script: Callable[[World], Awaitable[None]]) -> World:
    """The world after a script has run in it."""

    async def live() -> World:
        world = World(pack)
        await world.live(script)
        return world

    return asyncio.run(live())
