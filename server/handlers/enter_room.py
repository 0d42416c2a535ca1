"""Room entry: create, join, resume, watch and leave a room; keeps where a connection is."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from protocol import from_client as ask
from protocol import from_server as say
from protocol.message import Seating, encode
from server.access.rate_limits import Allowance
from server.errors import Refusal
from server.handlers.accounts import AccountHandlers
from server.handlers.services import Services
from server.handlers.spectate import SpectateHandlers
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.missed_events import unread
from server.observability.logs import about
from server.rooms import commands, membership, solo
from server.views.listener import Listener
from server.views.view_inputs import DealFrame, RoomEvent, Viewer, WholeBoard, WholeRoom
from server.views.visibility import shown

SEATED = ("already_seated", "This connection holds a seat here; leave it, or use another one.")


class RoomPlace(NamedTuple):
    """Where a connection is: a room, and its seat there if it has one."""

    live: LiveRoom
    seat: int | None


class EnterRoomHandlers:
    """The entry handlers of one connection. `place` is its room and seat; None while in no room."""

    def __init__(
        self, desks: Services, listener: Listener, allowance: Allowance, accounts: AccountHandlers
    ) -> None:
        self._d, self._me = desks, listener
        self._allowance, self._accounts = allowance, accounts
        self.place: RoomPlace | None = None
        self.watching = SpectateHandlers(
            desks.registry, listener, lambda: self.placed().live, self.seated
        )
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "create": self._create,
            "play_alone": self._play_alone,
            "join": self._join,
            "resume": self._resume,
            "watch": self._watch,
            "leave": self._leave,
        }

    def placed(self) -> RoomPlace:
        """The connection's place. Raises Refusal if it is in no room."""
        if self.place is None:
            raise Refusal("no_room", "Join a room first.")
        return self.place

    def seated(self) -> tuple[LiveRoom, int]:
        """The connection's room and seat. Raises Refusal if it has none."""
        place = self.placed()
        if place.seat is None:
            raise Refusal("no_seat", "You are watching; only a seat can do that.")
        commands.held(place.live.room, place.seat)
        return place.live, place.seat

    def is_bot(self) -> bool:
        """Whether the connection holds a bot's seat."""
        place = self.place
        return (
            place is not None and place.seat is not None and place.live.room.seats[place.seat].bot
        )

    async def gone(self) -> None:
        """Leave the place of a closed connection: a seat is kept and marked as away."""
        place, self.place = self.place, None
        if place is None:
            return
        self.watching.stop()
        place.live.listeners.discard(self._me)
        if place.seat is not None:
            await self._d.registry.change(
                place.live,
                partial(commands.detach, seat=place.seat, connection=self._me.name),
            )
        else:
            await self._d.registry.count_watchers(place.live)

    async def _create(self, request: ask.Create) -> None:
        self.free()
        name, sitter = await self._accounts.sits_as(request.name)
        await self._d.quota.take(self._allowance.address, sitter.account)
        asked = request.model_copy(update={"name": name})
        live = await self._d.registry.open(
            lambda secret, now: commands.create(
                asked, self._me.name, secret, self._d.registry.word(), now, sitter
            )
        )
        self._enter(request, live, 0, request.legal, sitter.account)
        await self._accounts.took_seat(sitter, live.room.code, 0)

    async def _play_alone(self, request: ask.PlayAlone) -> None:
        self.free()
        name, sitter = await self._accounts.sits_as(request.name)
        asked = request.model_copy(update={"name": name})
        for code in solo.codes(request.token):
            live = await self._alone_in(code, asked, sitter)
            if live is not None:
                await self._d.deadlines.meet(code)  # its countdown ends at once
                await self.sit_again(request, live)
                await self._accounts.took_seat(sitter, code, 0)
                return
        raise Refusal("try_again", "No room was free; ask again with another token.")

    async def _alone_in(
        self, code: str, asked: ask.PlayAlone, sitter: commands.SeatOwner
    ) -> LiveRoom | None:
        """The room of a solo race under `code`, opened now or by an earlier request; None if it is
        somebody else's."""
        try:
            live = await self._d.registry.find(code)
        except Refusal:
            await self._d.quota.take(self._allowance.address, sitter.account)
            secret = self._d.registry.secret()
            opened = await self._d.registry.open_under(
                code, lambda now: solo.play(asked, self._me.name, secret, now, sitter)
            )
            if opened is not None:
                return opened
            live = await self._d.registry.find(code)  # a concurrent request has opened it
        if live.room.seat_of(commands.token_hash(asked.token)) is None:
            return None
        again = partial(commands.resume, token=asked.token, connection=self._me.name)
        await self._d.registry.change(live, again)
        return live

    async def _join(self, request: ask.Join) -> None:
        self.free()
        live = await self._d.registry.find(request.code)
        name, sitter = await self._accounts.sits_as(request.name)
        asked = request.model_copy(update={"name": name})
        returns = membership.seat_of_account(live.room, sitter.account) is not None
        joining = partial(membership.join, request=asked, connection=self._me.name, sitter=sitter)
        await self._d.registry.change(live, joining)
        if returns:
            await self.sit_again(request, live)
            return
        seat = self._seat_of(live, request.token)
        self._enter(request, live, seat, request.legal, sitter.account)
        await self._accounts.took_seat(sitter, live.room.code, seat)

    async def _resume(self, request: ask.Resume) -> None:
        self.free(unless=request.code)
        live = await self._d.registry.find(request.code)
        held = self.place.seat if self.place else None
        meant = live.room.seat_of(commands.token_hash(request.token))
        if held is not None and meant not in (None, held):
            raise Refusal(*SEATED)
        if meant is not None:
            self._d.accounts.bans.refuse(self._allowance.origin, live.room.seats[meant].account)
        await self._d.registry.change(
            live, partial(commands.resume, token=request.token, connection=self._me.name)
        )
        await self.sit_again(request, live)

    async def _watch(self, request: ask.Watch) -> None:
        self.free(unless=request.code)
        if self.place is not None and self.place.seat is not None:
            raise Refusal(*SEATED)
        live = await self._d.registry.find(request.code)
        if self.place is None:
            membership.admit(live.room, request.invite)
        account = await self._accounts.account()
        self._enter(request, live, None, False, account.number if account else None)
        await self._d.registry.count_watchers(live)

    async def _leave(self, request: ask.Leave) -> None:
        place = self.placed()
        if place.seat is not None:
            await self._d.moves.resign(place.live, place.seat)
            leaving = partial(commands.leave, seat=place.seat, countdown_ms=self._d.countdown_ms)
            await self._d.registry.change(place.live, leaving)
            await self._d.deadlines.meet(place.live.room.code)  # may have been the last one playing
        self.watching.stop()
        place.live.listeners.discard(self._me)
        if place.seat is None:
            await self._d.registry.count_watchers(place.live)
        self.place, self._me.viewer = None, Viewer()
        about(room=None, seat=None)
        self._me.send(encode(say.Done(id=request.id)))

    async def sit_again(self, request: Seating, live: LiveRoom) -> None:
        """Enter the room on a seat the client already holds, and answer with the room, the board
        and missed events. Raises Refusal if the token fits no seat or the seat is in use."""
        seat = self._seat_of(live, request.token)
        missed = await unread(self._d.store, live, seat, self._d.clock.now())
        viewer = Viewer(seat, request.legal)
        boards: tuple[DealFrame | WholeBoard, ...] = ()
        with suppress(Refusal):  # there may be no board yet
            desk = await self._d.registry.tables.desk(live, seat)
            await self._d.registry.deal_exposure.dealt(
                live, (seat,)
            )  # its starter may have died before
            boards = live.own_board(None, viewer, desk)
        mine = commands.held(live.room, seat)
        if mine.connection not in (None, self._me.name):
            raise Refusal("already_seated", "Another connection has taken the seat meanwhile.")
        watched = self.place is not None and self.place.seat is None
        self._enter(request, live, seat, request.legal, mine.account, boards, missed)
        if watched:
            await self._d.registry.count_watchers(live)

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
        self._d.accounts.bans.refuse("", account)  # the seat's account may differ from the login
        self.watching.stop()
        self.place = RoomPlace(live, seat)
        self._me.viewer = Viewer(seat, legal, account)
        about(room=live.room.code, seat=seat)
        live.listeners.add(self._me)
        now = self._d.clock.now()
        whole = WholeRoom(request.id, live.room, live.numbers, now, live.watchers, boards, unread)
        self._me.send(encode(shown(whole, self._me.viewer)))

    def _seat_of(self, live: LiveRoom, token: str) -> int:
        seat = live.room.seat_of(commands.token_hash(token))
        if seat is None:
            raise Refusal("unknown_seat", "No seat of this room belongs to that token.")
        return seat

    def free(self, unless: str | None = None) -> None:
        """Raise Refusal if the connection is in a room already, other than `unless`."""
        if self.place is not None and unless != self.place.live.room.code:
            raise Refusal("already_seated", "This connection is in a room already; leave it first.")
