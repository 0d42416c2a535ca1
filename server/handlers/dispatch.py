"""Request dispatch: routes each message of a connection to its handler; hello, moves, records."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from protocol import VERSION
from protocol import from_client as ask
from protocol import from_server as say
from protocol.closing import Close
from protocol.codes import split_race
from protocol.message import Message, encode
from protocol.replays import GetReplay
from protocol.watching import WatchBoard
from server.access.rate_limits import Allowance
from server.archive import record_builder
from server.archive.claimed_seats import ClaimedSeats
from server.errors import Refusal
from server.handlers.accounts import AccountHandlers
from server.handlers.breaks import BreakHandlers
from server.handlers.chat import ChatHandlers
from server.handlers.crown_races import CrownRaceHandlers
from server.handlers.crowns import CrownHandlers
from server.handlers.dailies import DailyHandlers
from server.handlers.enter_room import EnterRoomHandlers
from server.handlers.host import HostHandlers
from server.handlers.leaderboards import LeaderboardHandlers
from server.handlers.rivals import RivalHandlers
from server.handlers.services import Services
from server.handlers.session_deals import SessionCaller
from server.handlers.telephone import TelephoneHandlers
from server.handlers.tournaments import TournamentHandlers
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import Decision
from server.rooms import breaks, commands
from server.rooms.state import Race, Room
from server.views.listener import Listener
from server.views.view_inputs import RefusedRequest, WholeRecord
from server.views.visibility import shown

SERVER = "crown-patience/0.1"


class RecordRequest(NamedTuple):
    """A finished race that may be shown in full, and the message its record is inserted into."""

    room: Room
    race: Race
    now: int
    message: bytes


class Dispatcher:
    """All handlers of one connection. `greeted` says whether it has said hello.

    A handler that raises Refusal has changed nothing.
    """

    def __init__(self, desks: Services, listener: Listener, allowance: Allowance) -> None:
        self._d, self._me, self._allowance = desks, listener, allowance
        self.greeted = False
        came = partial(desks.tournaments.following.came, listener)
        self._accounts = AccountHandlers(desks.accounts, listener, allowance, came)
        self._arriving = arriving = EnterRoomHandlers(desks, listener, allowance, self._accounts)
        self._watching, self._seated = arriving.watching, arriving.seated
        following, account = desks.following, self._accounts.account
        self._leaderboards = LeaderboardHandlers(
            following.shelves,
            following,
            listener,
            account,
            desks.accounts.store.seats,
            ClaimedSeats(
                desks.accounts.store, desks.accounts.rooms, desks.accounts.clock.now
            ).races,
        )
        self._candidates = CrownHandlers(desks.crowns, listener, account)
        self._telephone = TelephoneHandlers(
            desks.telephones, listener, allowance, account, arriving.is_bot
        )
        caller = SessionCaller(listener, allowance, account, arriving.free, arriving.sit_again)
        self._crown_racing = CrownRaceHandlers(desks.crown_races, caller)
        self._tourneying = TournamentHandlers(desks.tournaments, caller)
        self._handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "hello": self._hello,
            **arriving.handlers,
            "ready": self._ready,
            "unready": self._unready,
            "start": self._start,
            "play": self._play,
            "next_frame": self._next_frame,
            "look": self._look,
            "rematch": self._rematch,
            "get_record": self._get_record,
            "get_replay": self._get_replay,
            "ping": self._ping,
            "rooms": partial(self._d.listing.answer, listener=listener),
            **ChatHandlers(desks.store, desks.registry, listener, self._seated).handlers,
            **HostHandlers(desks.deadlines, listener, desks.countdown_ms, self._seated).handlers,
            **self._watching.handlers,
            "watch_board": self._watch_board,
            **self._accounts.handlers,
            **self._leaderboards.handlers,
            **self._telephone.handlers,
            **self._candidates.handlers,
            **self._crown_racing.handlers,
            **self._tourneying.handlers,
            **BreakHandlers(desks.registry, listener, self._seated).handlers,
            **RivalHandlers(following.shelves, desks.accounts.store, listener, account).handlers,
            **DailyHandlers(
                desks.days,
                listener,
                account,
                desks.accounts.store.names,
                arriving.free,
                arriving.sit_again,
            ).handlers,
        }

    async def handle(self, request: ask.FromClient) -> None:
        if not self.greeted and request.type != "hello":
            raise Refusal("hello_first", "Say hello first, with the protocol versions you speak.")
        await self._handlers[request.type](request)

    def play_at_once(self, request: ask.Play) -> bool:
        """Handle a move that waits for nothing; return False, having done nothing, for others."""
        place = self._arriving.place
        if place is None or place.seat is None:
            return False
        return self._d.moves.play_at_once(place.live, self._me, place.seat, request)

    async def settled(self) -> None:
        """Wait until no move of the connection's seat is under way."""
        place = self._arriving.place
        desk = place.live.desks.get(place.seat) if place and place.seat is not None else None
        while desk is not None and not await desk.settled():
            pass

    async def gone(self) -> None:
        """End all subscriptions of a closed connection and mark its seat as away."""
        self._leaderboards.stop()
        self._telephone.unplug()
        self._candidates.stop()
        self._crown_racing.stop()
        self._tourneying.stop()
        await self._arriving.gone()

    async def _hello(self, request: ask.Hello) -> None:
        if VERSION not in request.protocol:
            sentence = f"This server speaks version {VERSION} of the protocol."
            self._say(shown(RefusedRequest(request.id, "version", sentence), self._me.viewer))
            self._me.close(Close.VERSION)
            return
        self._d.accounts.bans.refuse(self._allowance.origin)
        self.greeted = True
        self._telephone.plug_in()
        self._say(say.Welcome(id=request.id, protocol=VERSION, server=SERVER))

    # In the room. --------------------------------------------------------------------------

    async def _ready(self, request: ask.Ready) -> None:
        live, seat = self._seated()
        countdown = self._d.countdown_ms
        decision = partial(commands.ready, seat=seat, nonce=request.nonce, countdown_ms=countdown)
        await self._change(request, live, decision)

    async def _unready(self, request: ask.Unready) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(commands.unready, seat=seat))

    async def _start(self, request: ask.Start) -> None:
        live, seat = self._seated()
        countdown = self._d.countdown_ms
        await self._change(
            request, live, partial(commands.start, seat=seat, countdown_ms=countdown)
        )

    async def _rematch(self, request: ask.Rematch) -> None:
        live, seat = self._seated()
        commands.rematch(live.room, seat, b"", 0)  # a refused request is not charged to the quota
        await self._d.quota.take(self._allowance.address, live.room.seats[seat].account)
        secret = self._d.registry.secret()
        await self._change(request, live, partial(commands.rematch, seat=seat, secret=secret))

    async def _change(self, request: ask.Request, live: LiveRoom, decision: Decision) -> None:
        await self._d.registry.change(live, decision)
        self._say(say.Done(id=request.id))

    # At the table. -------------------------------------------------------------------------

    async def _play(self, request: ask.Play) -> None:
        live, seat = self._seated()
        await self._d.moves.play(live, self._me, seat, request)

    async def _next_frame(self, request: ask.NextFrame) -> None:
        live, seat = self._seated()
        if request.race != live.race.n:
            raise Refusal("wrong_race", f"The room is at race {live.race.n}.")
        breaks.refuse_covered(live.room, seat)
        desk = await self._d.registry.tables.show_frame(live, seat, request.frame)
        breaks.refuse_covered(live.room, seat)
        live.show_board(request.id, self._me, desk)

    async def _look(self, request: ask.Look) -> None:
        live, seat = self._seated()
        desk = await self._d.registry.tables.desk(live, seat)
        breaks.refuse_covered(live.room, seat)
        live.show_board(request.id, self._me, desk)

    async def _watch_board(self, request: WatchBoard) -> None:
        place = self._arriving.place
        if place is not None and place.seat is None:
            account = await self._accounts.account()  # may have logged in since entering the room
            if account is not None:
                self._me.viewer = self._me.viewer._replace(account=account.number)
        await self._watching.watch_board(request)

    async def _get_record(self, request: ask.GetRecord) -> None:
        found = await self._whole(request)
        text = await self._d.records.text(found.room, found.race, found.now)
        await self._sighted(found)
        self._me.send(found.message.removesuffix(b"{}}") + text + b"}")

    async def _get_replay(self, request: GetReplay) -> None:
        found = await self._whole(request)
        text = await self._d.replays.part(
            found.room, found.race, request.seat, request.offset, found.now
        )
        await self._sighted(found)
        self._me.send(b'{"type":"replay","id":%d,' % request.id + text)

    async def _whole(self, request: ask.GetRecord | GetReplay) -> RecordRequest:
        """The finished race that is asked for. Raises Refusal if it may not be shown in full."""
        parts = split_race(request.race)
        if parts is None:
            raise Refusal("unknown_race", "There is no such race.")
        code, n = parts
        live = await self._d.registry.find(code)
        now = self._d.clock.now()
        race = record_builder.finished(live.room, n, now, self._d.keep_days)
        message = encode(shown(WholeRecord(request.id, race, now), self._me.viewer))
        return RecordRequest(live.room, race, now, message)

    async def _sighted(self, found: RecordRequest) -> None:
        """Note that the account logged in has seen the deal."""
        account = await self._accounts.account()
        number = account.number if account else None
        await self._d.registry.deal_exposure.replayed(found.room, found.race, number)

    async def _ping(self, request: ask.Ping) -> None:
        self._say(say.Pong(id=request.id))

    def _say(self, message: Message) -> None:
        self._me.send(encode(message))
