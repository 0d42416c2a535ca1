"""Effect runner: carries out the effects of tournament steps. A step is one stored change of a
tournament; an effect is work that the step leaves to be done, such as making rooms.

In each round of a tournament its entrants race on one deal. A heat is one race of a round, in a
room of its own, in which each of its entrants has a seat. An entrant is an account, or a guest
without an account. To void a round or a result is to declare that it does not count.

Carrying out an effect twice changes nothing more than carrying it out once.
"""

from contextlib import suppress
from functools import partial

from engine.games import game
from engine.races.ranking import Standing
from engine.racing_demon.game import RacingDemon
from engine.solver.winnable_deals import WinnableDeal, WinnableTerms
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
    """Raised if the code chosen for a new room or tournament belongs to another room or tournament.
    `code` is this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class DealMissing(Exception):
    """Raised if the search for a winnable deal has ended without an answer. It can be repeated."""


class EffectRunner:
    """Carries out the effects of tournament steps: the work, such as making rooms, that a change of
    a tournament leaves to be done. All methods raise StoreAway if Redis cannot be reached; then a
    part of the effect may have been carried out."""

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
        """Carry out an effect. Raise CodeTaken if the code of a room or tournament that the effect
        makes is in use; then the caller must choose another code and carry out the effect again.
        Raise DealMissing if a winnable deal was not found; then the caller must carry out the
        effect again."""
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
        """Make the rooms of the round `each`, in which every entrant has a seat. Raise CodeTaken if
        the code of a room is in use, and DealMissing if the winnable deal of the round was not
        found."""
        deal = await self.find_deal(tournament, each)
        entrants = [tournament.entrants[number] for number in each.entrants]
        seated = [one.account for one in entrants if one.name is None]
        named = await self._accounts.names(seated) if seated else {}
        names = {account: name for account, (name, _) in named.items()}

        async def one(heat: StoredHeat) -> None:
            made = partial(rooms.prepared, tournament, each, heat, names, deal)
            live = await self._registry.open_under(heat.room, made)
            if live is None:
                live = await self._registry.find(heat.room)
                if not rooms.is_of(live.room, tournament, each.number):
                    raise CodeTaken(heat.room)
            await self._seats_taken(live)
            for number in heat.entrants:
                await self.note_claimed(heat, tournament.entrants[number])

        await run_bounded(each.heats, one)

    async def find_deal(self, tournament: Tournament, each: StoredRound) -> WinnableDeal | None:
        """Return the winnable deal of the round `each`, which is searched for if this process does
        not know it; None if the terms of the round ask for none. The search can take many seconds.
        Raise DealMissing if it has ended without an answer."""
        rules = tournament.plan_of(each).rules
        asked = tournament.plan_of(each).terms.winnable
        if asked is None or isinstance(rules, RacingDemon):
            return None
        how = WinnableTerms(**asked.model_dump())
        deal = await self._deadlines.searches.search_once(
            game(rules.slug, rules.chosen), rooms.seed(tournament, each), how
        )
        if deal is None:
            raise DealMissing
        return deal

    async def find_ahead(self, tournament: Tournament, each: StoredRound) -> None:
        """Search for the winnable deal of a round that has not begun, so that `find_deal` returns
        it at once later."""
        with suppress(DealMissing):
            await self.find_deal(tournament, each)

    async def _seats_taken(self, live: LiveRoom) -> None:
        """Add each seat of a room to the stored list of seats of its account."""
        for number, seat in live.room.seats.items():
            if seat.account is not None:
                now = self._clock.now()
                await self._accounts.take_seat(seat.account, live.room.code, number, now)

    async def note_claimed(self, heat: StoredHeat, one: Entrant) -> None:
        """If an account has claimed the entry of the guest `one` in the tournament, store that the
        guest's seat in a heat belongs to this account. Do nothing if no account has claimed the
        entry, or if the room is not made yet."""
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
        """Make the deal of the round `each` public in its rooms, and write the results of its races
        into the results log, the list of all finished races.

        `secret` is the secret of the tournament, from which the secrets of all its deals are
        derived. It is made public too. Until the tournament is over, `secret` must be None.
        """

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
        """Void the round `each`: end its races, make its deal public, and void the results that are
        in the results log, the list of all finished races."""

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
        """Make the entrant with the number `entrant` leave the seat, and so the race, in the room
        that the entrant has in the round `each`. Do nothing if there is no such room."""
        heat = each.heat_of(entrant)
        live = None if heat is None else await self._find(heat.room)
        if heat is None or live is None:
            return
        seat = heat.entrants.index(entrant)
        await self._registry.change(live, partial(rooms.unseated, seat=seat))
        await self._deadlines.meet(heat.room)  # if this was the last game, the race is over

    async def move_seat(self, heat: StoredHeat, one: Entrant) -> None:
        """Let the entrant `one` hold the seat in the room of a heat by the token of the last
        check-in, because the entrant has checked in again on another device. A token is a random
        text that proves the right to a seat."""
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
        """Return, by room code, the results of those finished races whose results are not stored in
        the tournament yet. They are read from the rooms."""
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
