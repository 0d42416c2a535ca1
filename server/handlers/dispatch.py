"""Request dispatch: routes each request of a connection to its handler.

This module also has the handlers of some requests: hello, the requests that take a room from one
race to the next, moves, records and replays. A record is a document by which anybody can verify a
finished race. A seat is the numbered place of a player in a room. In Racing Demon all contestants
play at a common table; in other games each has a board.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Any, Literal, NamedTuple

from protocol import VERSION
from protocol import from_client as ask
from protocol import from_server as say
from protocol.closing import Close
from protocol.message import Message, encode
from protocol.rooms.analysis import Analysis, GetAnalysis
from protocol.rooms.common_tables import PlayTable
from protocol.rooms.ghosts import GetGhost
from protocol.rooms.replays import GetReplay
from protocol.rooms.room_settings import Vote
from protocol.rooms.watching import WatchBoard, WatchBoards
from server.access.rate_limits import Allowance
from server.analysis.store import AnalysisStore
from server.archive import ghosts
from server.archive.claimed_seats import ClaimedSeats
from server.errors import Refusal
from server.handlers.accounts import AccountHandlers
from server.handlers.breaks import BreakHandlers
from server.handlers.chat import ChatHandlers
from server.handlers.crown_races import CrownRaceHandlers
from server.handlers.crowns import CrownHandlers
from server.handlers.dailies import DailyHandlers
from server.handlers.enter_room import EnterRoomHandlers
from server.handlers.finished_races import finished_race
from server.handlers.host import HostHandlers
from server.handlers.leaderboards import LeaderboardHandlers
from server.handlers.leisure_races import LeisureRaceHandlers
from server.handlers.presence import PresenceHandlers
from server.handlers.rivals import RivalHandlers
from server.handlers.services import Services
from server.handlers.session_deals import SessionCaller
from server.handlers.telephone import TelephoneHandlers
from server.handlers.tournaments.requests import TournamentHandlers
from server.handlers.travellers import TravellerHandlers
from server.live_rooms.asked_change import Decision
from server.live_rooms.live_room import LiveRoom
from server.rooms import breaks, commands, next_race
from server.rooms.commands import Change
from server.rooms.events import RacePrepared
from server.rooms.state import Race, Room
from server.views.listener import MeasuredListener
from server.views.view_inputs import RefusedRequest, WholeRecord
from server.views.visibility import shown

SERVER = f"crown-patience/{version('crown-patience')}"
"""The name and version of the server program, as clients are told them."""


class RecordRequest(NamedTuple):
    """A finished race of which the record or a replay was asked for and may be sent. `message` is
    the encoded answer to a request for the record, with an empty JSON object in place of the
    record."""

    room: Room
    race: Race
    now: int
    message: bytes


class Dispatcher:
    """All handlers of one connection. `greeted` says whether the connection has sent hello, which
    must be its first request.

    A handler that raises Refusal has changed nothing; the client is told why the request was
    refused.
    """

    def __init__(
        self, services: Services, listener: MeasuredListener, allowance: Allowance
    ) -> None:
        self._services, self._listener, self._allowance = services, listener, allowance
        self._analyses = AnalysisStore(services.store.others)
        self.greeted = False
        came = partial(services.tournaments.following.came, listener)
        self._accounts = AccountHandlers(services.accounts, listener, allowance, came)
        self._entry = entry = EnterRoomHandlers(services, listener, allowance, self._accounts)
        self._watching, self._seated = entry.watching, entry.seated
        following, account = services.following, self._accounts.account
        self._leaderboards = LeaderboardHandlers(
            following.board_reader,
            following,
            listener,
            account,
            services.accounts.store.seats,
            ClaimedSeats(
                services.accounts.store, services.accounts.rooms, services.accounts.clock.now
            ).races,
        )
        self._candidates = CrownHandlers(services.crowns, listener, account)
        self._telephone = TelephoneHandlers(
            services.telephones, listener, allowance, account, entry.is_bot
        )
        self._presence = PresenceHandlers(
            services.presence, services.accounts.store, listener, allowance, account, entry
        )
        caller = SessionCaller(listener, allowance, account, entry.free, entry.resume_seat)
        self._crown_races = CrownRaceHandlers(services.crown_races, caller)
        self._tournaments = TournamentHandlers(services.tournaments, caller)
        self._handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "hello": self._hello,
            **entry.handlers,
            "ready": self._ready,
            "unready": self._unready,
            "start": self._start,
            "play": self._play,
            "play_table": self._play_table,
            "next_frame": self._next_frame,
            "look": self._look,
            "rematch": self._rematch,
            "vote": self._vote,
            "get_record": self._get_record,
            "get_analysis": self._get_analysis,
            "get_replay": self._get_replay,
            "get_ghost": self._get_ghost,
            "ping": self._ping,
            "rooms": partial(self._services.listing.answer, listener=listener),
            **ChatHandlers(services.store, services.registry, listener, self._seated).handlers,
            **HostHandlers(
                services.deadlines, services.bots, listener, services.countdown_ms, self._seated
            ).handlers,
            **self._watching.handlers,
            "watch_board": self._watch_board,
            "watch_boards": self._watch_boards,
            **self._accounts.handlers,
            **self._leaderboards.handlers,
            **self._telephone.handlers,
            **self._presence.handlers,
            **self._candidates.handlers,
            **self._crown_races.handlers,
            **LeisureRaceHandlers(services.leisure_races, caller).handlers,
            **self._tournaments.handlers,
            **BreakHandlers(services.registry, listener, self._seated).handlers,
            **RivalHandlers(
                following.board_reader, services.accounts.store, listener, account
            ).handlers,
            **TravellerHandlers(services, listener, account, self._note_deal_seen).handlers,
            **DailyHandlers(
                services.days,
                listener,
                account,
                services.accounts.store.names,
                entry.free,
                entry.resume_seat,
            ).handlers,
        }

    async def handle(self, request: ask.FromClient) -> None:
        """Handle a request. Raises Refusal, StoreAway if the store cannot be reached, or an
        unexpected error of the handler."""
        if not self.greeted and request.type != "hello":
            raise Refusal("hello_first", "Say hello first, with the protocol versions you speak.")
        await self._handlers[request.type](request)

    def play_at_once(self, request: ask.Play) -> bool:
        """Handle a move if this is possible without waiting for anything, and return True.
        Otherwise do nothing and return False; the caller then uses `handle`. Raises Refusal."""
        place = self._entry.place
        if place is None or place.seat is None:
            return False
        return self._services.moves.play_at_once(place.live, self._listener, place.seat, request)

    def play_table_at_once(self, request: PlayTable) -> bool:
        """Queue a command, such as a move, at a common table, and return True. If the connection
        has no seat, do nothing and return False; the caller then uses `handle`. Raises Refusal if
        the command cannot be queued."""
        place = self._entry.place
        if place is None or place.seat is None:
            return False
        tables = self._services.moves.tables
        tables.play(place.live, self._listener, place.seat, request)
        return True

    async def settled(self) -> None:
        """Wait until the store has answered for all moves that were made on the board of the
        connection's seat. Return at once if the connection has no seat or board."""
        place = self._entry.place
        seat_board = (
            place.live.seat_boards.get(place.seat) if place and place.seat is not None else None
        )
        while seat_board is not None and not await seat_board.settled():
            pass

    async def gone(self) -> None:
        """Do what is due when the connection has closed: end all its subscriptions, and store that
        its seat has no connection. Raises Refusal, and StoreAway if the store cannot be reached."""
        self._leaderboards.stop()
        self._telephone.unsubscribe()
        self._presence.unsubscribe()
        self._candidates.stop()
        self._crown_races.stop()
        self._tournaments.stop()
        await self._entry.gone()

    async def _hello(self, request: ask.Hello) -> None:
        if VERSION not in request.protocol:
            sentence = f"This server speaks version {VERSION} of the protocol."
            self._send(
                shown(RefusedRequest(request.id, "version", sentence), self._listener.viewer)
            )
            self._listener.close(Close.VERSION)
            return
        self._services.accounts.bans.refuse(self._allowance.origin)
        self.greeted = True
        self._telephone.subscribe()
        self._send(say.Welcome(id=request.id, protocol=VERSION, server=SERVER))

    # In the room. --------------------------------------------------------------------------

    async def _ready(self, request: ask.Ready) -> None:
        live, seat = self._seated()
        countdown = self._services.countdown_ms
        decision = partial(commands.ready, seat=seat, nonce=request.nonce, countdown_ms=countdown)
        await self._services.registry.change_together(live, decision)
        self._send(say.Done(id=request.id))

    async def _unready(self, request: ask.Unready) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(commands.unready, seat=seat))

    async def _start(self, request: ask.Start) -> None:
        live, seat = self._seated()
        countdown = self._services.countdown_ms
        await self._change(
            request, live, partial(commands.start, seat=seat, countdown_ms=countdown)
        )

    async def _rematch(self, request: ask.Rematch) -> None:
        live, seat = self._seated()
        if request.race is not None:
            self._services.deadlines.searches.refuse_unless_offered(request.race.terms)

        def decide(room: Room, *, now: int, secret: bytes = b"") -> Change:
            return next_race.rematch(room, seat, live.standings, secret, now, request.race)

        await self._open_next(request, live, seat, decide)

    async def _vote(self, request: Vote) -> None:
        live, seat = self._seated()

        def decide(room: Room, *, now: int, secret: bytes = b"") -> Change:
            if request.race != room.race.n:
                raise Refusal("wrong_race", f"The room is at race {room.race.n}.")
            return next_race.vote(room, seat, request.game, live.standings, secret, now)

        await self._open_next(request, live, seat, decide)

    async def _open_next(
        self, request: ask.Request, live: LiveRoom, seat: int, decide: Callable[..., Change]
    ) -> None:
        """Carry out a request that may prepare the next race of the room. `decide` returns the
        events to store. If one of them prepares a race, this race is counted towards the limit of
        new races."""
        planned = decide(live.room, now=0)  # refuses before the quota is charged
        if any(isinstance(event, RacePrepared) for event in planned):
            await self._services.quota.take(self._allowance.address, live.room.seats[seat].account)
        secret = self._services.registry.secret()
        await self._change(request, live, partial(decide, secret=secret))

    async def _change(self, request: ask.Request, live: LiveRoom, decision: Decision) -> None:
        await self._services.registry.change(live, decision)
        self._send(say.Done(id=request.id))

    # At the table. -------------------------------------------------------------------------

    async def _play(self, request: ask.Play) -> None:
        live, seat = self._seated()
        await self._services.moves.play(live, self._listener, seat, request)

    async def _play_table(self, request: PlayTable) -> None:
        live, seat = self._seated()
        self._services.moves.tables.play(live, self._listener, seat, request)

    async def _next_frame(self, request: ask.NextFrame) -> None:
        live, seat = self._seated()
        if request.race != live.race.n:
            raise Refusal("wrong_race", f"The room is at race {live.race.n}.")
        breaks.refuse_covered(live.room, seat)
        seat_board = await self._services.registry.tables.show_frame(live, seat, request.frame)
        breaks.refuse_covered(live.room, seat)
        live.show_board(request.id, self._listener, seat_board)

    async def _look(self, request: ask.Look) -> None:
        if await self._entry.look_at_table(request):
            return
        live, seat = self._seated()
        seat_board = await self._services.registry.tables.seat_board(live, seat)
        breaks.refuse_covered(live.room, seat)
        live.show_board(request.id, self._listener, seat_board)

    async def _watch_board(self, request: WatchBoard) -> None:
        await self._note_account()
        await self._watching.watch_board(request)

    async def _watch_boards(self, request: WatchBoards) -> None:
        await self._note_account()
        await self._watching.watch_boards(request)

    async def _note_account(self) -> None:
        """Note which account is logged in on the connection of a spectator, because the account
        decides which boards the spectator may see. The spectator may have logged in after entering
        the room."""
        place = self._entry.place
        if place is not None and place.seat is None:
            account = await self._accounts.account()
            if account is not None:
                self._listener.viewer = self._listener.viewer._replace(account=account.number)

    async def _get_record(self, request: ask.GetRecord) -> None:
        found = await self._whole(request)
        text = await self._services.records.text(found.room, found.race, found.now)
        await self._note_deal_seen(found.room, found.race)
        self._listener.send(found.message.removesuffix(b"{}}") + text + b"}")

    async def _get_analysis(self, request: GetAnalysis) -> None:
        found = await self._whole(request)
        code, race = found.room.code, found.race
        # In this order, so that a race is never missed that is analysed between the two.
        is_waiting = not race.shares_table and await self._analyses.is_waiting(code, race.n)
        text = await self._analyses.analysis(code, race.n)
        status: Literal["done", "waiting", "none"] = "waiting" if is_waiting else "none"
        if text is not None:
            status = "done"
        await self._note_deal_seen(found.room, found.race)
        message = encode(Analysis(id=request.id, status=status, analysis=None))
        self._listener.send(message if text is None else message[: -len(b"null}")] + text + b"}")

    async def _get_replay(self, request: GetReplay) -> None:
        found = await self._whole(request)
        text = await self._services.replays.part(
            found.room, found.race, request.seat, request.offset, found.now
        )
        await self._note_deal_seen(found.room, found.race)
        self._listener.send(b'{"type":"replay","id":%d,' % request.id + text)

    async def _get_ghost(self, request: GetGhost) -> None:
        room, race, now = await finished_race(self._services, request.race)
        self._send(await ghosts.told(self._services.store, room, race, request, now))

    async def _whole(self, request: ask.GetRecord | GetAnalysis | GetReplay) -> RecordRequest:
        """Return the finished race that a request names. Raises Refusal if there is no such race,
        or it may not be shown in full."""
        room, race, now = await finished_race(self._services, request.race)
        message = encode(shown(WholeRecord(request.id, race, now), self._listener.viewer))
        return RecordRequest(room, race, now, message)

    async def _note_deal_seen(self, room: Room, race: Race) -> None:
        """Store that the account that is logged in is about to see the deal of a race. A later game
        of this account on the same deal cannot count for a crown."""
        account = await self._accounts.account()
        number = account.number if account else None
        await self._services.registry.deal_exposure.replayed(room, race, number)

    async def _ping(self, request: ask.Ping) -> None:
        self._send(say.Pong(id=request.id))

    def _send(self, message: Message) -> None:
        self._listener.send(encode(message))
