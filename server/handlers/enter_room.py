"""Room entry requests: create, join, resume, watch and leave a room, or play alone.

A seat is the numbered place of a player in a room. The token of a seat, a random text, proves the
right to it: a player who has lost the connection sends it to get the seat back (resume). In Racing
Demon all contestants play at a common table; in other games each has a board.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from protocol import from_client as ask
from protocol import from_server as say
from protocol.message import Seating, encode
from protocol.rooms.ghosts import RaceGhost
from server.access.rate_limits import Allowance
from server.errors import Refusal
from server.handlers.accounts import AccountHandlers
from server.handlers.finished_races import finished_race
from server.handlers.services import Services
from server.handlers.spectate import SpectateHandlers
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.missed_events import unread
from server.observability.logs import about
from server.rooms import commands, membership, solo
from server.rooms.state import Room
from server.views.deal_secrecy import SEALED
from server.views.listener import Listener
from server.views.view_inputs import (
    DealFrame,
    PlacedGrids,
    RoomEvent,
    Viewer,
    WholeBoard,
    WholeRoom,
    WholeTable,
)
from server.views.visibility import shown

SEATED = ("already_seated", "This connection holds a seat here; leave it, or use another one.")


class RoomPlace(NamedTuple):
    """The room that a connection has entered, and the number of the seat that the connection has in
    it; None for a spectator."""

    live: LiveRoom
    seat: int | None


class EnterRoomHandlers:
    """The handlers by which one connection enters and leaves rooms. `place` is the room that the
    connection is in, and its seat there; None while it is in no room."""

    def __init__(
        self,
        services: Services,
        listener: Listener,
        allowance: Allowance,
        accounts: AccountHandlers,
    ) -> None:
        self._services, self._listener = services, listener
        self._allowance, self._accounts = allowance, accounts
        self.place: RoomPlace | None = None
        self.watching = SpectateHandlers(
            services.registry, listener, lambda: self.placed().live, self.seated
        )
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "create": self._create,
            "play_alone": self._play_alone,
            "race_ghost": self._race_ghost,
            "join": self._join,
            "resume": self._resume,
            "watch": self._watch,
            "leave": self._leave,
        }

    def placed(self) -> RoomPlace:
        """Return the connection's room and seat. Raises Refusal if the connection is in no room."""
        if self.place is None:
            raise Refusal("no_room", "Join a room first.")
        return self.place

    def seated(self) -> tuple[LiveRoom, int]:
        """Return the connection's room and the number of its seat. Raises Refusal if the connection
        is in no room, or is that of a spectator, or if the player has left the seat for good or was
        kicked."""
        place = self.placed()
        if place.seat is None:
            raise Refusal("no_seat", "You are watching; only a seat can do that.")
        commands.held(place.live.room, place.seat)
        return place.live, place.seat

    async def look_at_table(self, request: ask.Look) -> bool:
        """Answer a request of a player or spectator to see the common table of the race, and return
        True. If the race has no common table, send nothing and return False. Raises Refusal if they
        may not see the table now, and StoreAway if the store cannot be reached."""
        live = self.placed().live
        if not live.race.shares_table:
            return False
        await self._services.registry.common_tables.table(live)
        what = self._table(live, request.id)
        if what is None:
            raise Refusal("not_for_you", "You may not see this table now.")
        self._listener.send(encode(shown(what, self._listener.viewer)))
        return True

    async def _read_table(self, live: LiveRoom) -> None:
        """Compute the common table of the race, if it has one and has begun, so that `_enter` can
        show it."""
        if live.race.shares_table and live.race.status in ("running", "over"):
            with suppress(Refusal):  # the room may have gone on meanwhile
                await self._services.registry.common_tables.table(live)

    def _table(self, live: LiveRoom, request: int | None) -> WholeTable | None:
        """Return the common table of the race as the connection may see it; None if there is none
        to see."""
        table = live.common_table
        if table is None or not live.table_is_read:
            return None
        sender = self._services.registry.common_tables.sender(live, table)
        return sender.whole(request, self._listener, table)

    def is_bot(self) -> bool:
        """Return whether the connection holds a bot's seat."""
        place = self.place
        return (
            place is not None and place.seat is not None and place.live.room.seats[place.seat].bot
        )

    async def gone(self) -> None:
        """Take the connection, which has closed, out of its room. The player keeps the seat and can
        come back. Raises Refusal, and StoreAway if the store cannot be reached."""
        place, self.place = self.place, None
        if place is None:
            return
        self.watching.stop()
        place.live.listeners.discard(self._listener)
        if place.seat is not None:
            await self._services.registry.change(
                place.live,
                partial(commands.detach, seat=place.seat, connection=self._listener.name),
            )
        else:
            await self._services.registry.count_watchers(place.live)

    async def _create(self, request: ask.Create) -> None:
        self.free()
        self._services.deadlines.searches.refuse_unless_offered(request.terms)
        name, owner = await self._accounts.name_and_owner(request.name)
        await self._services.quota.take(self._allowance.address, owner.account)
        asked = request.model_copy(update={"name": name})
        live = await self._services.registry.open(
            lambda secret, now: commands.create(
                asked, self._listener.name, secret, self._services.registry.word(), now, owner
            )
        )
        self._enter(request, live, 0, owner.account)
        await self._accounts.took_seat(owner, live.room.code, 0)

    async def _play_alone(self, request: ask.PlayAlone) -> None:
        self.free()
        self._services.deadlines.searches.refuse_unless_offered(request.terms)
        name, owner = await self._accounts.name_and_owner(request.name)
        asked = request.model_copy(update={"name": name})
        secret = self._services.registry.secret()
        await self._begin_alone(
            asked, owner, lambda now: solo.play(asked, self._listener.name, secret, now, owner)
        )

    async def _race_ghost(self, request: RaceGhost) -> None:
        self.free()
        name, owner = await self._accounts.name_and_owner(request.name)
        asked = request.model_copy(update={"name": name})
        found = await finished_race(self._services, request.race)
        await self._begin_alone(
            asked,
            owner,
            lambda now: solo.against(
                found.room, found.race, request.seat, asked, self._listener.name, now, owner
            ),
        )

    async def _begin_alone(
        self, request: Seating, owner: commands.SeatOwner, opening: Callable[[int], commands.Change]
    ) -> None:
        """Open a room for a solo race, start the race and answer with the room. `opening` gets the
        server time and returns the first events of the room. If an earlier request with the same
        token has opened the room, enter that room again."""
        for code in solo.codes(request.token):
            live = await self._solo_room(code, request.token, owner, opening)
            if live is not None:
                await self._services.deadlines.meet(code)  # starts the race
                await self.resume_seat(request, live)
                await self._accounts.took_seat(owner, code, 0)
                return
        raise Refusal("try_again", "No room was free; ask again with another token.")

    async def _solo_room(
        self,
        code: str,
        token: str,
        owner: commands.SeatOwner,
        opening: Callable[[int], commands.Change],
    ) -> LiveRoom | None:
        """Return the room with the code `code` for a solo race. It is opened now, or was opened by
        an earlier request with the same token. Return None if another room has this code."""
        try:
            live = await self._services.registry.find(code)
        except Refusal:
            await self._services.quota.take(self._allowance.address, owner.account)
            opened = await self._services.registry.open_under(code, opening)
            if opened is not None:
                return opened
            live = await self._services.registry.find(code)  # a concurrent request has opened it
        if live.room.seat_of(commands.token_hash(token)) is None:
            return None
        again = partial(commands.resume, token=token, connection=self._listener.name)
        await self._services.registry.change(live, again)
        return live

    async def _join(self, request: ask.Join) -> None:
        self.free()
        live = await self._services.registry.find(request.code)
        name, owner = await self._accounts.name_and_owner(request.name)
        asked = request.model_copy(update={"name": name})
        returns = membership.seat_of_account(live.room, owner.account) is not None

        def joining(room: Room, *, now: int) -> commands.Change:
            self._services.presence.open_challenges.refuse_withdrawn(room, owner.account)
            return membership.join(room, asked, self._listener.name, now, owner)

        await self._services.registry.change(live, joining)
        if returns:
            await self.resume_seat(request, live)
            return
        seat = self._seat_of(live, request.token)
        grids = await self._services.registry.tables.placed_grids(live)
        await self._read_table(live)
        self._enter(request, live, seat, owner.account, grids=grids)
        await self._accounts.took_seat(owner, live.room.code, seat)

    async def _resume(self, request: ask.Resume) -> None:
        self.free(unless=request.code)
        live = await self._services.registry.find(request.code)
        held = self.place.seat if self.place else None
        meant = live.room.seat_of(commands.token_hash(request.token))
        if held is not None and meant not in (None, held):
            raise Refusal(*SEATED)
        if meant is not None:
            self._services.accounts.bans.refuse(
                self._allowance.origin, live.room.seats[meant].account
            )
        await self._services.registry.change(
            live, partial(commands.resume, token=request.token, connection=self._listener.name)
        )
        await self.resume_seat(request, live)

    async def _watch(self, request: ask.Watch) -> None:
        self.free(unless=request.code)
        if self.place is not None and self.place.seat is not None:
            raise Refusal(*SEATED)
        live = await self._services.registry.find(request.code)
        if self.place is None:
            membership.admit(live.room, request.invite)
        if live.race.is_sealed:
            raise Refusal("not_for_you", SEALED)
        account = await self._accounts.account()
        grids = await self._services.registry.tables.placed_grids(live)
        number = account.number if account else None
        await self._read_table(live)
        self._enter(request, live, None, number, grids=grids)
        await self._services.registry.count_watchers(live)

    async def _leave(self, request: ask.Leave) -> None:
        place = self.placed()
        if place.seat is not None:
            await self._services.moves.resign(place.live, place.seat)
            leaving = partial(
                commands.leave, seat=place.seat, countdown_ms=self._services.countdown_ms
            )
            await self._services.registry.change(place.live, leaving)
            await self._services.deadlines.meet(
                place.live.room.code
            )  # the race ends if this was the last game under way
        self.watching.stop()
        place.live.listeners.discard(self._listener)
        if place.seat is None:
            await self._services.registry.count_watchers(place.live)
        self.place, self._listener.viewer = None, Viewer()
        about(room=None, seat=None)
        self._listener.send(encode(say.Done(id=request.id)))

    async def resume_seat(self, request: Seating, live: LiveRoom) -> None:
        """Make the connection enter a room on the seat that the request's token holds. Answer with
        the room, the board and the events that the player has missed. The caller has already stored
        that the seat has this connection.

        Raises Refusal if the token holds no seat, or the seat has got another connection meanwhile.
        Raises StoreAway if the store cannot be reached.
        """
        seat = self._seat_of(live, request.token)
        missed = await unread(self._services.store, live, seat, self._services.clock.now())
        viewer = Viewer(seat, request.legal)
        boards: tuple[DealFrame | WholeBoard, ...] = ()
        grids = await self._services.registry.tables.placed_grids(live)
        race = live.race.n
        with suppress(Refusal):  # there may be no board yet
            seat_board = await self._services.registry.tables.seat_board(live, seat)
            await self._services.registry.deal_exposure.dealt(
                live, (seat,)
            )  # the process that had to do it may have died
            if live.race.n == race:  # otherwise the board is that of an earlier race
                boards = live.own_board(None, viewer, seat_board)
        await self._read_table(live)  # last, because the race may begin while this waits
        mine = commands.held(live.room, seat)
        if mine.connection not in (None, self._listener.name):
            raise Refusal("already_seated", "Another connection has taken the seat meanwhile.")
        watched = self.place is not None and self.place.seat is None
        self._enter(request, live, seat, mine.account, boards, missed, grids)
        if watched:
            await self._services.registry.count_watchers(live)

    def _enter(
        self,
        request: ask.Request,
        live: LiveRoom,
        seat: int | None,
        account: str | None,
        boards: tuple[DealFrame | WholeBoard, ...] = (),
        unread: tuple[RoomEvent, ...] = (),
        grids: PlacedGrids | None = None,
    ) -> None:
        self._services.accounts.bans.refuse(
            "", account
        )  # the seat's account may be another than the account that is logged in
        self.watching.stop()
        self.place = RoomPlace(live, seat)
        legal = isinstance(request, Seating) and request.legal
        self._listener.viewer = Viewer(seat, legal, account)
        about(room=live.room.code, seat=seat)
        live.listeners.add(self._listener)
        now = self._services.clock.now()
        whole = WholeRoom(
            request.id,
            live.room,
            live.standings,
            now,
            live.watchers,
            boards,
            unread,
            grids,
            self._table(live, None),
        )
        self._listener.send(encode(shown(whole, self._listener.viewer)))

    def _seat_of(self, live: LiveRoom, token: str) -> int:
        seat = live.room.seat_of(commands.token_hash(token))
        if seat is None:
            raise Refusal("unknown_seat", "No seat of this room belongs to that token.")
        return seat

    def free(self, unless: str | None = None) -> None:
        """Raise Refusal if the connection is in a room already, unless this is the room with the
        code `unless`."""
        if self.place is not None and unless != self.place.live.room.code:
            raise Refusal("already_seated", "This connection is in a room already; leave it first.")
