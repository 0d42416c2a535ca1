"""Tournament service: stores steps (changes of a tournament), meets deadlines, and has effects
carried out. An effect is work that a step leaves to be done, such as making rooms.

In each round of a tournament its entrants race on one deal; a heat is one race of a round, in a
room of its own. Entrants are accounts, or guests without an account. To void a round is to declare
that it does not count. An outage, a time in which no process could store anything, is refunded:
clocks of the tournament are moved later by it.

The process that stores the end of a race checks the race's tournament (`meet`). A process that
stores a step carries out the effects of the step. If it dies before that, another process carries
them out, because each process checks tournaments when it starts, periodically, and a little after
each step of another process. So any process may take any step, and all state is in the store.
"""

import asyncio
from functools import partial
from weakref import WeakValueDictionary

from engine.races.fairness import SECRET_BYTES
from protocol.codes import LENGTH
from protocol.tournaments.plan import TournamentPlan
from server.accounts.store import AccountStore
from server.archive.archiver import Archiver
from server.errors import Refusal, StoreAway
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.multi_deal_tasks import SessionSchedule, look_again, watch_deadlines
from server.observability import error_log
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.tournaments import entrants
from server.tournaments.effect_runner import CodeTaken, DealMissing, EffectRunner
from server.tournaments.effects import Effect, OpenNextEdition, OpenRoundRooms
from server.tournaments.external_events import noted, replace_edition_code, replace_room_code
from server.tournaments.formats import arena
from server.tournaments.organiser_commands import drafted
from server.tournaments.state import FreshSecrets, StoredHeat, Tournament
from server.tournaments.steps import Decision, mine, with_
from server.tournaments.store import StoredTournament, TournamentStore
from server.tournaments.transitions import due, ended, look_at

OTHERS_MS = 2_000
"""Milliseconds after a step of another process until this process checks the tournament. By then
the other process has usually carried out the effects."""
FULL_MS = 10_000
"""Milliseconds between two tries to make rooms while the memory of the store is full."""
SEARCH_AGAIN_MS = 1_000
"""Milliseconds after which a search for a winnable deal that has failed is begun again."""
LARGE = 100
"""Decisions on a Swiss tournament with more entrants than this are made in a thread, because
pairing them takes long."""
MOST_LIVE = 20
"""The maximum number of unfinished tournaments of one organiser."""


class TournamentService:
    """Loads, changes and checks tournaments, by their codes. All methods raise StoreAway if Redis
    cannot be reached, and Refusal if there is no tournament with the code. `schedule` has the
    server times at which this process checks tournaments next. `deals_winnable` says whether plans
    may ask for winnable deals."""

    def __init__(
        self,
        deadlines: Deadlines,
        rooms: RoomStore,
        archiver: Archiver,
        accounts: AccountStore,
        clock: Clock,
        countdown_ms: int,
        schedule: SessionSchedule,
    ) -> None:
        registry = deadlines.registry
        self.store = TournamentStore(rooms.others, rooms.kept_s)
        self.schedule = schedule
        self.effect_runner = EffectRunner(deadlines, self.store, rooms, archiver, accounts, clock)
        self.fresh = FreshSecrets(
            lambda: registry.word(LENGTH), lambda: registry.random_bytes(SECRET_BYTES), countdown_ms
        )
        self.deals_winnable = deadlines.searches.offered
        self._registry, self._archiver, self._accounts = registry, archiver, accounts
        self._clock, self.now = clock, clock.now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def new(
        self, plan: TournamentPlan, organiser: str, invited: tuple[str, ...] | None
    ) -> Tournament:
        """Create a tournament under an unused code, store it, and return it. It is a draft until
        the organiser opens it for entries.

        `organiser` is the id of the account that creates it, and `invited` are the ids of the
        accounts that may enter, None if anybody may. Raise Refusal if the organiser has MOST_LIVE
        unfinished tournaments.
        """
        if await self.store.live_of(organiser) >= MOST_LIVE:
            raise Refusal(
                "too_many_tournaments",
                f"{MOST_LIVE} tournaments of yours are not over yet; stop one of them first.",
            )
        secret = self.fresh.secret()
        while True:
            now = self._clock.now()
            made = drafted(self.fresh.code(), plan, organiser, secret, now, invited)
            if await self.store.save(made, None, now):
                await self.store.made(made.code, organiser)
                self._plan(made)
                return made

    async def change(self, code: str, decision: Decision) -> Tournament:
        """Apply a decision (a function that changes a tournament), store the changed tournament and
        return it. Effects (work that the change leaves to be done) are not carried out.

        If another process stores a change first, the decision is made again on the newer
        tournament. If the decision raises an error, raise it and store nothing.
        """
        lock = self._locks.setdefault(code, asyncio.Lock())
        async with lock:
            return await self._changed(code, decision)

    async def _changed(self, code: str, decision: Decision) -> Tournament:
        while True:
            kept = await self.store.load(code)
            tournament = await _decided(decision, kept.tournament)
            if tournament == kept.stored:
                return tournament
            if self._registry.is_stale():  # the outage that this process caused may not be stored
                raise StoreAway
            if await self._save(tournament, kept):
                self._plan(tournament)
                return tournament

    async def _save(self, tournament: Tournament, kept: StoredTournament) -> bool:
        return await self.store.save(tournament, kept, self._clock.now())

    def _plan(self, tournament: Tournament) -> None:
        """Schedule the next check of a tournament at the time at which its next change is due."""
        at = look_at(tournament)
        if at is not None:
            self.schedule.add(tournament.code, at)

    def heard_of(self, code: str, at: int | None) -> None:
        """Schedule a check of a tournament that another process says it has changed. `at` is the
        server time at which the next change of the tournament is due, None if none is due.

        The check is OTHERS_MS late, so that the process that changed the tournament can carry out
        the effects first.
        """
        if at is not None:
            self.schedule.add(code, max(at, self._clock.now()) + OTHERS_MS)

    async def load(self, code: str) -> Tournament:
        """Read and return the tournament with this code, with all outages refunded."""
        return (await self.store.load(code)).tournament

    async def look(self, code: str) -> Tournament:
        """Add the results of finished races to a tournament, make all changes that are due, and
        store them. Return the tournament. Effects (work that the changes leave to be done) are not
        carried out."""
        ends = await self.effect_runner.ends(await self.load(code))

        def decision(tournament: Tournament) -> Tournament:
            now = self._clock.now()
            return due(ended(tournament, ends, now), now, self.fresh)

        return await self.change(code, decision)

    async def meet(self, code: str) -> None:
        """Check a tournament: add the results of finished races, make all changes that are due, and
        carry out their effects. If the tournament is no longer stored, raise no Refusal, but remove
        it from the stored list of tournaments that must be checked."""
        try:
            while True:
                tournament = await self.look(code)
                if not tournament.to_do:
                    break
                if self._archiver.full and isinstance(tournament.to_do[0], OpenRoundRooms):
                    self.schedule.add(code, self._clock.now() + FULL_MS)
                    return
                await self._carry_out(tournament, tournament.to_do[0])
        except Refusal as refusal:
            if refusal.code != "unknown_tournament":
                raise
            await self.store.forget(code)  # the tournament has expired
            return
        except DealMissing:
            self.schedule.add(code, self._clock.now() + SEARCH_AGAIN_MS)
            return
        self._plan(tournament)

    async def _carry_out(self, tournament: Tournament, effect: Effect) -> None:
        """Carry out an effect and store that it is done. If a code in the effect is in use, only
        choose another code; the effect is then carried out in the next check."""
        code = tournament.code
        if isinstance(effect, OpenNextEdition) and not await self._is_organised(tournament):
            await self.change(
                code, lambda each: with_(noted(each, effect.id, self._clock.now()), next=None)
            )
            return
        try:
            await self.effect_runner.carry_out(tournament, effect)
        except CodeTaken as taken:
            await self.change(code, partial(_other_code, effect, taken.code, self.fresh))
            return
        after = await self.change(code, lambda each: noted(each, effect.id, self._clock.now()))
        if isinstance(effect, OpenRoundRooms):
            await self._seats_moved(tournament, after, effect.round)
        voided = effect.round and after.rounds[effect.round - 1].state == "voided"
        if voided and effect.e in ("open_rooms", "begin"):  # voided while this was carried out
            await self.effect_runner.undo(after.rounds[effect.round - 1])

    async def _is_organised(self, tournament: Tournament) -> bool:
        """Return whether the organiser's account exists. A series ends when it is deleted."""
        return await self._accounts.account(tournament.organiser) is not None

    async def _seats_moved(self, before: Tournament, now: Tournament, number: int) -> None:
        """Update the seats of a round for what entrants did while its rooms were made: give new
        tokens to the seats of those who checked in again, and note the accounts that have claimed
        an entry."""
        for each in now.rounds[number - 1].heats:
            for one in each.entrants:
                known, after = before.entrants[one], now.entrants[one]
                if after.token_hash != known.token_hash:
                    await self.effect_runner.move_seat(each, after)
                if after.claimed_by != known.claimed_by:
                    await self.effect_runner.note_claimed(each, after)

    async def claim_entry(self, code: str, guest: str, account: str) -> None:
        """Give the entry of the guest with the id `guest` to an account, and add the guest's races
        in the tournament to the account's history. If this was interrupted, it may be repeated.
        Raise Refusal if the account cannot claim the entry (`entrants.claimed`)."""
        tournament = await self.change(
            code, lambda each: entrants.claimed(each, guest, account, self._clock.now())
        )
        one = mine(tournament, account)
        for each in tournament.rounds:
            heat = each.heat_of(one.number)
            if heat is not None:
                await self.effect_runner.note_claimed(heat, one)

    async def claim(self, code: str, account: str) -> Tournament:
        """Choose an unused room code for the next deal of an entrant who plays at their own pace,
        store the code in the tournament, and return the tournament. The caller makes the room.
        `account` is the id of the entrant's account or of the guest. Nothing changes if a deal of
        the entrant is in progress. Raise Refusal if the entrant may not begin a deal."""
        room = await self._registry.free_code()
        return await self.change(
            code, lambda each: arena.claim(each, account, room, self._clock.now())
        )

    async def is_wanted(self, code: str, number: int, heat: StoredHeat) -> bool:
        """Return whether the room of `heat`, which has just been made for one entrant of a
        tournament in which everybody plays at their own pace, is still needed.

        If round `number` was voided while the room was made, void the race in the room too and
        return False. If the entrant has left the tournament, make the entrant leave the seat and
        return False.
        """
        now = await self.load(code)
        each, [entrant] = now.rounds[number - 1], heat.entrants
        if each.state == "voided":
            await self.effect_runner.undo(each.model_copy(update={"heats": (heat,)}))
            return False
        if now.entrants[entrant].gone is not None:
            await self.effect_runner.unseat(each, entrant)
            return False
        return True

    async def run(self, link: StoreAvailability) -> None:
        """Periodically schedule checks of all unfinished tournaments. Run until cancelled. `link`
        tells whether Redis can be reached."""

        async def look() -> None:
            for code, at in (await self.store.due()).items():
                self.schedule.add(code, at)

        await look_again(link, look)

    async def watch_deadlines(self, link: StoreAvailability) -> None:
        """Check each tournament at its time in `schedule`. Run until cancelled. `link` tells
        whether Redis can be reached."""

        async def meet(code: str) -> None:
            try:
                await self.meet(code)
            except StoreAway:
                self.schedule.add(code, self._clock.now() + OTHERS_MS)
                raise
            except Exception as error:
                error_log.note("tournament_failed", error, tournament=code)
                raise

        await watch_deadlines(link, self.schedule, meet)


async def _decided(decision: Decision, tournament: Tournament) -> Tournament:
    """Return the result of a decision. For large Swiss tournaments it is computed in a thread."""
    if tournament.plan.format == "swiss" and len(tournament.entrants) > LARGE:
        return await asyncio.to_thread(decision, tournament)
    return decision(tournament)


def _other_code(
    effect: Effect, taken: str, fresh: FreshSecrets, tournament: Tournament
) -> Tournament:
    """Return the tournament with another code in place of `taken`, which is in use: the code of a
    room of the effect's round, or of the next tournament of the series."""
    if isinstance(effect, OpenNextEdition):
        return replace_edition_code(tournament, taken, fresh)
    return replace_room_code(tournament, effect.round, taken, fresh)
