"""Effect runner: carries out the effects of tournament steps in rooms. All are idempotent."""

from functools import partial

from engine.ranking import Standing
from protocol.codes import race_id
from server.accounts.store import AccountStore
from server.archive import record_builder
from server.archive.archiver import Archiver
from server.errors import Refusal
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.live_room import LiveRoom
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store.clock import Clock
from server.tasks import run_bounded
from server.tournaments import rooms
from server.tournaments.effects import (
    BeginRound,
    Effect,
    OpenNextEdition,
    OpenRoundRooms,
    RemindEntrants,
    TellRound,
    TellSession,
    UnseatEntrant,
    VoidRound,
)
from server.tournaments.external_events import next_edition
from server.tournaments.state import StoredHeat, StoredRound, Tournament
from server.tournaments.store import TournamentStore
from server.tournaments.transitions import Ends, pending

VOIDED = "the round was voided"


class CodeTaken(Exception):
    """A code chosen for a room or a tournament is already in use."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class EffectRunner:
    """Carries out effects. Methods raise StoreAway."""

    def __init__(
        self,
        deadlines: Deadlines,
        store: TournamentStore,
        kept: RoomStore,
        archiver: Archiver,
        accounts: AccountStore,
        clock: Clock,
    ) -> None:
        self._registry, self._deadlines = deadlines.registry, deadlines
        self._store, self._rooms = store, kept
        self._archiver, self._accounts, self._clock = archiver, accounts, clock

    async def carry_out(self, tournament: Tournament, effect: Effect) -> None:
        """Carry out an effect. Raises CodeTaken if another code must be chosen first."""
        match effect:
            case OpenRoundRooms():
                await self.open_rooms(tournament, tournament.rounds[effect.round - 1])
            case BeginRound():
                await self._begin(tournament.rounds[effect.round - 1])
            case TellRound():
                await self.tell(tournament.rounds[effect.round - 1], None)
            case VoidRound():
                await self.undo(tournament.rounds[effect.round - 1])
            case UnseatEntrant():
                await self.unseat(tournament.rounds[effect.round - 1], effect.entrant)
            case RemindEntrants():
                await self._store.remind(tournament.code, effect.before_ms)
            case OpenNextEdition():
                await self._open_next(tournament, effect)
            case TellSession():
                for each in tournament.rounds:
                    await self.tell(each, tournament.secret)

    # Rooms. -----------------------------------------------------------------------------------

    async def open_rooms(self, tournament: Tournament, each: StoredRound) -> None:
        seated = [tournament.entrants[number].account for number in each.entrants]
        named = await self._accounts.names(seated) if seated else {}
        names = {account: name for account, (name, _) in named.items()}

        async def one(heat: StoredHeat) -> None:
            made = partial(rooms.prepared, tournament, each, heat, names)
            live = await self._registry.open_under(heat.room, made)
            if live is None:
                live = await self._registry.find(heat.room)
                if not rooms.is_of(live.room, tournament, each.number):
                    raise CodeTaken(heat.room)
            await self._seats_taken(live)

        await run_bounded(each.heats, one)

    async def _seats_taken(self, live: LiveRoom) -> None:
        """Add the seats to their accounts' lists."""
        for number, seat in live.room.seats.items():
            if seat.account is not None:
                now = self._clock.now()
                await self._accounts.take_seat(seat.account, live.room.code, number, now)

    async def _begin(self, each: StoredRound) -> None:
        zero_at = each.zero_at or self._clock.now()

        async def one(heat: StoredHeat) -> None:
            live = await self._find(heat.room)
            if live is not None:
                await self._registry.change(live, partial(rooms.begin, zero_at=zero_at))

        await run_bounded(each.heats, one)

    async def tell(self, each: StoredRound, secret: str | None) -> None:
        """Disclose the deal of a round in its rooms, with the session's `secret` if it is over, and
        publish the results."""

        async def one(heat: StoredHeat) -> None:
            live = await self._find(heat.room)
            if live is None or live.race.status != "over":
                return
            await self._registry.change(live, partial(rooms.disclose, secret=secret))
            await self._archiver.write_result(heat.room, 1)

        await run_bounded(each.heats, one)

    async def undo(self, each: StoredRound) -> None:
        """Void a round: end its races, disclose the deal, and void the results."""

        async def one(heat: StoredHeat) -> None:
            live = await self._find(heat.room)
            if live is None:
                return
            await self._deadlines.meet(heat.room)  # its race may be over by now
            await self._registry.change(live, rooms.called_off)

        await run_bounded(each.heats, one)
        await self.tell(each, None)
        for heat in each.heats:  # without effect on races nobody raced: they are not in the log
            await self._archiver.results_log.void(race_id(heat.room, 1), VOIDED, self._clock.now())

    async def unseat(self, each: StoredRound, entrant: int) -> None:
        heat = each.heat_of(entrant)
        live = None if heat is None else await self._find(heat.room)
        if heat is None or live is None:
            return
        seat = heat.entrants.index(entrant)
        await self._registry.change(live, partial(rooms.unseated, seat=seat))
        await self._deadlines.meet(heat.room)  # the game given up may have been the last one

    async def move_seat(self, room: str, account: str, hashed: str) -> None:
        """Give the seat of an account in a room a new token, by its hash."""
        live = await self._find(room)
        if live is not None:
            await self._registry.change(
                live, partial(rooms.held_by, account=account, hashed=hashed)
            )

    async def _find(self, code: str) -> LiveRoom | None:
        try:
            return await self._registry.find(code)
        except Refusal:  # it was never made, or has expired
            return None

    # Others. ----------------------------------------------------------------------------------

    async def _open_next(self, tournament: Tournament, following: OpenNextEdition) -> None:
        now = self._clock.now()
        made = next_edition(tournament, following, now)
        if await self._store.save(made, None, now):
            return
        known = (await self._store.load(following.code)).stored
        if known.secret != following.secret:
            raise CodeTaken(following.code)

    async def ends(self, tournament: Tournament) -> Ends:
        """The results of finished races that the tournament does not have yet, by room."""
        statuses = await self._rooms.statuses([heat.room for heat in pending(tournament)])
        over = [code for code, status in statuses.items() if status == "over"]
        ends = dict[str, tuple[Standing, ...]]()

        async def one(code: str) -> None:
            room, events = await self._rooms.room(Room(code))
            if room.seq and room.race.session is not None:
                numbers = await record_builder.final_standings(self._rooms, room, room.race)
                ends[code] = rooms.results(room.race, events, numbers)

        await run_bounded(over, one)
        return ends
