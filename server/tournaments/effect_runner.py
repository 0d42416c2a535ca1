"""Effect runner: carries out the effects of tournament steps. A step is one stored change of a
tournament; an effect is work that the step leaves to be done, such as making rooms.

Carrying out an effect twice changes nothing more than carrying it out once.
"""

from functools import partial

from engine.races.ranking import Standing
from protocol.codes import race_id
from server.access.halls import HallAddress, HallList
from server.accounts.store import AccountStore
from server.archive import record_builder
from server.archive.archiver import Archiver
from server.archive.claimed_seats import ClaimedSeats
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
    RaiseLimits,
    RemindEntrants,
    TellRound,
    TellSession,
    UnseatEntrant,
    VoidRound,
)
from server.tournaments.external_events import next_edition
from server.tournaments.state import Entrant, StoredHeat, StoredRound, Tournament
from server.tournaments.store import TournamentStore
from server.tournaments.transitions import Ends, pending

VOIDED = "the round was voided"
"""The reason that is stored with void results."""


class CodeTaken(Exception):
    """Raised if the code chosen for a new room or tournament is in use by another one."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class EffectRunner:
    """Carries out the effects of tournament steps: the work, such as making rooms, that a change of
    a tournament leaves to be done. All methods raise StoreAway; then a part of the effect may have
    been carried out."""

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
        self._claimed = ClaimedSeats(accounts, kept, clock.now)

    async def carry_out(self, tournament: Tournament, effect: Effect) -> None:
        """Carry out an effect. Raises CodeTaken if a room or tournament code in the effect is in
        use; then another one must be chosen first."""
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
                await self._tell_session(tournament)
            case RaiseLimits():
                await self._raise_limits(tournament)

    async def _raise_limits(self, tournament: Tournament) -> None:
        """Raise the rate limits of the hall's address, or end the raised limits if the tournament
        has no hall any more or is over."""
        hall, halls = tournament.hall, HallList(self._rooms.others)
        if hall is None or tournament.is_over:
            await halls.close(tournament.code, self._clock.now())
            return
        about = (hall.address, hall.people, tournament.code, tournament.organiser)
        await halls.open(HallAddress(*about, hall.since, hall.until))

    # Rooms. -----------------------------------------------------------------------------------

    async def open_rooms(self, tournament: Tournament, each: StoredRound) -> None:
        """Make the rooms of a round, with all seats taken. Raise CodeTaken if a code is in use."""
        entrants = [tournament.entrants[number] for number in each.entrants]
        seated = [one.account for one in entrants if one.name is None]
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
            for number in heat.entrants:
                await self.note_claimed(heat, tournament.entrants[number])

        await run_bounded(each.heats, one)

    async def _seats_taken(self, live: LiveRoom) -> None:
        """Add each seat of a room to the stored list of seats of its account."""
        for number, seat in live.room.seats.items():
            if seat.account is not None:
                now = self._clock.now()
                await self._accounts.take_seat(seat.account, live.room.code, number, now)

    async def note_claimed(self, heat: StoredHeat, one: Entrant) -> None:
        """Give the seat that a guest has in a heat to the account that has claimed the guest's
        entry in the tournament. Does nothing if no account has claimed the entry, or if the room is
        not made yet."""
        account = one.claimed_by
        if account is None:
            return
        room, _ = await self._rooms.room(Room(heat.room))
        seat = heat.entrants.index(one.number)
        now = self._clock.now()
        if seat in room.seats and await self._accounts.take_seat(account, heat.room, seat, now):
            await self._claimed.note(account, room, seat)

    async def _begin(self, each: StoredRound) -> None:
        """Begin the countdown in all rooms of a round."""
        zero_at = each.zero_at or self._clock.now()

        async def one(heat: StoredHeat) -> None:
            live = await self._find(heat.room)
            if live is not None:
                await self._registry.change(live, partial(rooms.begin, zero_at=zero_at))

        await run_bounded(each.heats, one)

    async def tell(self, each: StoredRound, secret: str | None) -> None:
        """Disclose the deal of a round in its rooms, and write the results into the results log.
        `secret` is the secret of the tournament, from which the secrets of its deals are derived;
        None until the tournament is over."""

        async def one(heat: StoredHeat) -> None:
            live = await self._find(heat.room)
            if live is None or live.race.status != "over":
                return
            await self._registry.change(live, partial(rooms.disclose, secret=secret))
            await self._archiver.write_result(heat.room, 1)

        await run_bounded(each.heats, one)

    async def _tell_session(self, tournament: Tournament) -> None:
        """Disclose the deals of all rounds and the secret of the tournament."""
        for each in tournament.rounds:
            await self.tell(each, tournament.secret)

    async def undo(self, each: StoredRound) -> None:
        """Void a round: end its races, disclose its deal, and void its results."""

        async def one(heat: StoredHeat) -> None:
            live = await self._find(heat.room)
            if live is None:
                return
            await self._deadlines.meet(heat.room)  # if the race should have ended, store that first
            await self._registry.change(live, rooms.called_off)

        await run_bounded(each.heats, one)
        await self.tell(each, None)
        for heat in each.heats:  # a race that is not in the log, since nobody raced, is skipped
            await self._archiver.results_log.void(race_id(heat.room, 1), VOIDED, self._clock.now())

    async def unseat(self, each: StoredRound, entrant: int) -> None:
        """Make the seat of an entrant leave the entrant's room in a round."""
        heat = each.heat_of(entrant)
        live = None if heat is None else await self._find(heat.room)
        if heat is None or live is None:
            return
        seat = heat.entrants.index(entrant)
        await self._registry.change(live, partial(rooms.unseated, seat=seat))
        await self._deadlines.meet(heat.room)  # if this was the last game, the race is over

    async def move_seat(self, heat: StoredHeat, one: Entrant) -> None:
        """Give the seat of an entrant in the room of a heat the token with which the entrant last
        checked in."""
        live = await self._find(heat.room)
        if live is not None and one.token_hash is not None:
            seat = heat.entrants.index(one.number)
            moved = partial(rooms.held_by, seat=seat, hashed=one.token_hash)
            await self._registry.change(live, moved)

    async def _find(self, code: str) -> LiveRoom | None:
        """Return the room with this code; None if there is no such room."""
        try:
            return await self._registry.find(code)
        except Refusal:  # the room was never made, or has expired
            return None

    # Series and results. ----------------------------------------------------------------------

    async def _open_next(self, tournament: Tournament, following: OpenNextEdition) -> None:
        """Store the next tournament of a series. Does nothing if it is stored already. Raises
        CodeTaken if another tournament has its code."""
        now = self._clock.now()
        made = next_edition(tournament, following, now)
        if await self._store.save(made, None, now):
            return
        known = (await self._store.load(following.code)).stored
        if known.secret != following.secret:
            raise CodeTaken(following.code)

    async def ends(self, tournament: Tournament) -> Ends:
        """Return the results, by room code, of the finished races whose results the tournament does
        not have yet. They are read from the store."""
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
