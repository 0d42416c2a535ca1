"""What a connection may ask, one handler a kind of message."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from protocol import VERSION
from protocol import from_client as ask
from protocol import from_server as say
from protocol.closing import Close
from protocol.codes import split_race
from protocol.crown_races import PlayCrownDeal
from protocol.dailies import TryDaily
from protocol.message import Message, Seating, encode
from protocol.watching import WatchBoard
from server import archive, breaks, decide, keeping
from server.accounts import requests as accounts
from server.audience import shown
from server.breaks import Breaks
from server.candidates import Candidates, CrownDesk
from server.clock import Clock
from server.crown_races.requests import CrownRaceDesk, CrownRacing, Seats
from server.dailies import Dailies, Days
from server.deadlines import Deadlines
from server.decide import Refusal
from server.following import Following
from server.happenings import (
    DealFrame,
    RefusedRequest,
    RoomEvent,
    Viewer,
    WholeBoard,
    WholeRecord,
    WholeRoom,
)
from server.hosting import Hosting
from server.hub import Decision, Hub
from server.leaderboards import Leaderboards
from server.limits import Allowance
from server.listing import Listing
from server.live import Listener, LiveRoom
from server.moves import Moves
from server.quota import Quota
from server.records import Records
from server.rivals import Rivalry
from server.store import Store
from server.talk import Talking
from server.telephone.requests import Desk as Telephones
from server.telephone.requests import Telephone
from server.unread import unread
from server.watching import Watching

SERVER = "crown-patience/0.1"


SEATED = ("already_seated", "This connection holds a seat here; leave it, or use another one.")


class Place(NamedTuple):
    """Where a connection is: a room, and its seat there if it has one."""

    live: LiveRoom
    seat: int | None


class Desks(NamedTuple):
    """What the handlers work with."""

    store: Store
    clock: Clock
    hub: Hub
    moves: Moves
    deadlines: Deadlines
    countdown_ms: int
    keep_days: int
    accounts: accounts.Desk
    days: Days
    listing: Listing
    records: Records
    quota: Quota
    following: Following
    crowns: CrownDesk
    telephones: Telephones
    crown_races: CrownRaceDesk


class Requests:
    """The handlers of one connection. Each raises Refusal where it changes nothing."""

    def __init__(self, desks: Desks, listener: Listener, allowance: Allowance) -> None:
        self._d = desks
        self._me = listener
        self._allowance = allowance
        self._accounts = accounts.Accounts(desks.accounts, listener, allowance)
        self._greeted = False
        self._place: Place | None = None
        self._watching = Watching(desks.hub, listener, lambda: self._placed().live, self._seated)
        following, account = desks.following, self._accounts.account
        self._leaderboards = Leaderboards(
            following.shelves, following, listener, account, desks.accounts.store.seats
        )
        self._candidates = Candidates(desks.crowns, listener, account)
        self._telephone = Telephone(desks.telephones, listener, allowance, account, self._is_bot)
        seats = Seats(self._free, self._enter_try, self._sit_again)
        self._crown_racing = CrownRacing(desks.crown_races, listener, allowance, account, seats)
        self._handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "hello": self._hello,
            "create": self._create,
            "join": self._join,
            "resume": self._resume,
            "watch": self._watch,
            "ready": self._ready,
            "unready": self._unready,
            "start": self._start,
            "play": self._play,
            "next_frame": self._next_frame,
            "look": self._look,
            "rematch": self._rematch,
            "get_record": self._get_record,
            "leave": self._leave,
            "ping": self._ping,
            "rooms": partial(self._d.listing.answer, listener=listener),
            **Talking(desks.store, desks.hub, listener, self._seated).handlers,
            **Hosting(desks.deadlines, listener, desks.countdown_ms, self._seated).handlers,
            **self._watching.handlers,
            "watch_board": self._watch_board,
            **self._accounts.handlers,
            **self._leaderboards.handlers,
            **self._telephone.handlers,
            **self._candidates.handlers,
            **self._crown_racing.handlers,
            **Breaks(desks.hub, listener, self._seated).handlers,
            **Rivalry(following.shelves, desks.accounts.store, listener, account).handlers,
            **Dailies(
                desks.days, listener, self._accounts.account, self._free, self._enter_try
            ).handlers,
        }

    async def handle(self, request: ask.FromClient) -> None:
        if not self._greeted and request.type != "hello":
            raise Refusal("hello_first", "Say hello first, with the protocol versions you speak.")
        await self._handlers[request.type](request)

    def play_at_once(self, request: ask.Play) -> bool:
        """Handle a move that has nothing to wait for; False, and nothing is done, for any other."""
        place = self._place
        if place is None or place.seat is None:
            return False
        return self._d.moves.play_at_once(place.live, self._me, place.seat, request)

    async def gone(self) -> None:
        """The connection has ended: the seat stays, marked away."""
        self._leaderboards.stop()
        self._telephone.unplug()
        self._candidates.stop()
        self._crown_racing.stop()
        place, self._place = self._place, None
        if place is None:
            return
        self._watching.stop()
        place.live.listeners.discard(self._me)
        if place.seat is not None:
            await self._d.hub.change(
                place.live,
                partial(decide.detach, seat=place.seat, connection=self._me.name),
            )
        else:
            await self._d.hub.count_watchers(place.live)

    # Getting in. ---------------------------------------------------------------------------

    async def _hello(self, request: ask.Hello) -> None:
        if VERSION not in request.protocol:
            sentence = f"This server speaks version {VERSION} of the protocol."
            self._say(shown(RefusedRequest(request.id, "version", sentence), self._me.viewer))
            self._me.close(Close.VERSION)
            return
        self._greeted = True
        self._telephone.plug_in()
        self._say(say.Welcome(id=request.id, protocol=VERSION, server=SERVER))

    async def _create(self, request: ask.Create) -> None:
        self._free()
        name, sitter = await self._accounts.sits_as(request.name)
        await self._d.quota.take(self._allowance.address, sitter.account)
        asked = request.model_copy(update={"name": name})
        live = await self._d.hub.open(
            lambda secret, now: decide.create(
                asked, self._me.name, secret, self._d.hub.word(), now, sitter
            )
        )
        self._enter(request, live, 0, request.legal, sitter.account)
        await self._accounts.took_seat(sitter, live.room.code, 0)

    async def _join(self, request: ask.Join) -> None:
        self._free()
        live = await self._d.hub.find(request.code)
        name, sitter = await self._accounts.sits_as(request.name)
        asked = request.model_copy(update={"name": name})
        returns = keeping.seat_of_account(live.room, sitter.account) is not None
        joining = partial(keeping.join, request=asked, connection=self._me.name, sitter=sitter)
        await self._d.hub.change(live, joining)
        if returns:
            await self._sit_again(request, live)
            return
        seat = self._seat_of(live, request.token)
        self._enter(request, live, seat, request.legal, sitter.account)
        await self._accounts.took_seat(sitter, live.room.code, seat)

    async def _resume(self, request: ask.Resume) -> None:
        self._free(unless=request.code)
        live = await self._d.hub.find(request.code)
        held = self._place.seat if self._place else None
        meant = live.room.seat_of(decide.token_hash(request.token))
        if held is not None and meant not in (None, held):
            raise Refusal(*SEATED)
        await self._d.hub.change(
            live, partial(decide.resume, token=request.token, connection=self._me.name)
        )
        await self._sit_again(request, live)

    async def _sit_again(self, request: Seating, live: LiveRoom) -> None:
        """Come in on a seat one had before, with all that has become of it."""
        seat = self._seat_of(live, request.token)
        missed = await unread(self._d.store, live, seat, self._d.clock.now())
        viewer = Viewer(seat, request.legal)
        boards: tuple[DealFrame | WholeBoard, ...] = ()
        with suppress(Refusal):  # there may be no board yet
            desk = await self._d.hub.tables.desk(live, seat)
            await self._d.hub.sightings.dealt(live, (seat,))  # who began the race may have died
            boards = live.own_board(None, viewer, desk)
        mine = decide.held(live.room, seat)
        if mine.connection not in (None, self._me.name):
            raise Refusal("already_seated", "Another connection has taken the seat meanwhile.")
        watched = self._place is not None and self._place.seat is None
        self._enter(request, live, seat, request.legal, mine.account, boards, missed)
        if watched:
            await self._d.hub.count_watchers(live)

    async def _watch(self, request: ask.Watch) -> None:
        self._free(unless=request.code)
        if self._place is not None and self._place.seat is not None:
            raise Refusal(*SEATED)
        live = await self._d.hub.find(request.code)
        if self._place is None:
            keeping.admit(live.room, request.invite)
        account = await self._accounts.account()
        self._enter(request, live, None, False, account.number if account else None)
        await self._d.hub.count_watchers(live)

    def _enter(
        self,
        request: ask.Request,
        live: LiveRoom,
        seat: int | None,
        legal: bool,
        account: str | None,
        boards: tuple[DealFrame | WholeBoard, ...] = (),
        unread: tuple[RoomEvent, ...] = (),
    ) -> None:
        self._watching.stop()
        self._place = Place(live, seat)
        self._me.viewer = Viewer(seat, legal, account)
        live.listeners.add(self._me)
        now = self._d.clock.now()
        whole = WholeRoom(request.id, live.room, live.numbers, now, live.watchers, boards, unread)
        self._say(shown(whole, self._me.viewer))

    def _enter_try(self, request: TryDaily | PlayCrownDeal, live: LiveRoom) -> None:
        account = live.room.seats[0].account
        self._enter(request, live, 0, request.legal, account)

    def _seat_of(self, live: LiveRoom, token: str) -> int:
        seat = live.room.seat_of(decide.token_hash(token))
        if seat is None:
            raise Refusal("unknown_seat", "No seat of this room belongs to that token.")
        return seat

    def _free(self, unless: str | None = None) -> None:
        if self._place is not None and unless != self._place.live.room.code:
            raise Refusal("already_seated", "This connection is in a room already; leave it first.")

    # In the room. --------------------------------------------------------------------------

    async def _ready(self, request: ask.Ready) -> None:
        live, seat = self._seated()
        countdown = self._d.countdown_ms
        decision = partial(decide.ready, seat=seat, nonce=request.nonce, countdown_ms=countdown)
        await self._change(request, live, decision)

    async def _unready(self, request: ask.Unready) -> None:
        live, seat = self._seated()
        await self._change(request, live, partial(decide.unready, seat=seat))

    async def _start(self, request: ask.Start) -> None:
        live, seat = self._seated()
        countdown = self._d.countdown_ms
        await self._change(request, live, partial(decide.start, seat=seat, countdown_ms=countdown))

    async def _rematch(self, request: ask.Rematch) -> None:
        live, seat = self._seated()
        decide.rematch(live.room, seat, b"", 0)  # what is refused anyhow is not counted
        await self._d.quota.take(self._allowance.address, live.room.seats[seat].account)
        secret = self._d.hub.secret()
        await self._change(request, live, partial(decide.rematch, seat=seat, secret=secret))

    async def _leave(self, request: ask.Leave) -> None:
        place = self._placed()
        if place.seat is not None:
            await self._d.moves.resign(place.live, place.seat)
            leaving = partial(decide.leave, seat=place.seat, countdown_ms=self._d.countdown_ms)
            await self._d.hub.change(place.live, leaving)
            await self._d.deadlines.meet(place.live.room.code)  # they may have played last
        self._watching.stop()
        place.live.listeners.discard(self._me)
        if place.seat is None:
            await self._d.hub.count_watchers(place.live)
        self._place, self._me.viewer = None, Viewer()
        self._say(say.Done(id=request.id))

    async def _change(self, request: ask.Request, live: LiveRoom, decision: Decision) -> None:
        await self._d.hub.change(live, decision)
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
        desk = await self._d.hub.tables.show_frame(live, seat, request.frame)
        breaks.refuse_covered(live.room, seat)
        live.show_board(request.id, self._me, desk)

    async def _look(self, request: ask.Look) -> None:
        live, seat = self._seated()
        desk = await self._d.hub.tables.desk(live, seat)
        breaks.refuse_covered(live.room, seat)
        live.show_board(request.id, self._me, desk)

    async def _watch_board(self, request: WatchBoard) -> None:
        if self._place is not None and self._place.seat is None:
            account = await self._accounts.account()  # they may have logged in since they came
            if account is not None:
                self._me.viewer = self._me.viewer._replace(account=account.number)
        await self._watching.watch_board(request)

    async def _get_record(self, request: ask.GetRecord) -> None:
        parts = split_race(request.race)
        if parts is None:
            raise Refusal("unknown_race", "There is no such race.")
        code, n = parts
        live = await self._d.hub.find(code)
        race = archive.finished(live.room, n, self._d.clock.now(), self._d.keep_days)
        now = self._d.clock.now()
        message = encode(shown(WholeRecord(request.id, race, now), self._me.viewer))
        text = await self._d.records.text(live.room, race, now)
        account = await self._accounts.account()
        await self._d.hub.sightings.replayed(live.room, race, account.number if account else None)
        self._me.send(message.removesuffix(b"{}}") + text + b"}")

    async def _ping(self, request: ask.Ping) -> None:
        self._say(say.Pong(id=request.id))

    def _seated(self) -> tuple[LiveRoom, int]:
        place = self._placed()
        if place.seat is None:
            raise Refusal("no_seat", "You are watching; only a seat can do that.")
        decide.held(place.live.room, place.seat)
        return place.live, place.seat

    def _is_bot(self) -> bool:
        place = self._place
        return (
            place is not None and place.seat is not None and place.live.room.seats[place.seat].bot
        )

    def _placed(self) -> Place:
        if self._place is None:
            raise Refusal("no_room", "Join a room first.")
        return self._place

    def _say(self, message: Message) -> None:
        self._me.send(encode(message))
