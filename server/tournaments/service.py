"""Tournament service: stores steps, meets deadlines, and has effects carried out.

When the end of a race is stored, the process that stored it has the tournament checked (`meet`). A
process that stores a step carries out its effects. If it dies before that, another process does it:
when it starts, periodically, and a little after each step of another process. So any process may
take any step, and all state is in the store.
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
from server.tournaments.effect_runner import CodeTaken, EffectRunner
from server.tournaments.effects import Effect, OpenNextEdition, OpenRoundRooms
from server.tournaments.external_events import noted, replace_edition_code, replace_room_code
from server.tournaments.formats import arena
from server.tournaments.organiser_commands import drafted
from server.tournaments.state import FreshSecrets, StoredHeat, Tournament
from server.tournaments.steps import Decision, mine, with_
from server.tournaments.store import StoredTournament, TournamentStore
from server.tournaments.transitions import due, ended, look_at

OTHERS_MS = 2_000
"""Milliseconds that other processes have to complete their work before this one does it too."""
FULL_MS = 10_000
"""Milliseconds between two tries to make rooms while the store is full."""
LARGE = 100
"""Entrants above which decisions on a Swiss tournament are made in a thread, because pairing takes
long."""
MOST_LIVE = 20
"""Most unfinished tournaments of one organiser."""


class TournamentService:
    """Tournaments by their codes. Methods raise StoreAway, and Refusal if there is no tournament
    with the code. `schedule` has the times at which tournaments are checked next."""

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
        self._registry, self._archiver, self._accounts = registry, archiver, accounts
        self._clock, self.now = clock, clock.now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def new(
        self, plan: TournamentPlan, organiser: str, invited: tuple[str, ...] | None
    ) -> Tournament:
        """Create a tournament as a draft under an unused code.

        Raise Refusal if the organiser has MOST_LIVE unfinished tournaments.
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
        """Apply a decision, store the changed tournament and return it. Effects are not carried
        out.

        If another step was stored meanwhile, the decision is made again on the new state. Raises
        what the decision raises; then nothing is stored.
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
        """Schedule the next check of a tournament."""
        at = look_at(tournament)
        if at is not None:
            self.schedule.add(tournament.code, at)

    def heard_of(self, code: str, at: int | None) -> None:
        """Schedule a check of a tournament that any process has changed and that is due at `at`,
        None for never.

        The check is OTHERS_MS late, so that the process that changed the tournament does its work
        first.
        """
        if at is not None:
            self.schedule.add(code, max(at, self._clock.now()) + OTHERS_MS)

    async def load(self, code: str) -> Tournament:
        """Return a tournament."""
        return (await self.store.load(code)).tournament

    async def look(self, code: str) -> Tournament:
        """Add the results of finished races, take all due steps, store them, and return the
        tournament."""
        ends = await self.effect_runner.ends(await self.load(code))

        def decision(tournament: Tournament) -> Tournament:
            now = self._clock.now()
            return due(ended(tournament, ends, now), now, self.fresh)

        return await self.change(code, decision)

    async def meet(self, code: str) -> None:
        """Check a tournament: take all due steps and carry out their effects. An expired one is
        forgotten."""
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
        self._plan(tournament)

    async def _carry_out(self, tournament: Tournament, effect: Effect) -> None:
        """Carry out an effect and store that it is done. If it needs another code, only choose
        one."""
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
        """Give seats of a round new tokens for entrants who checked in again while the rooms were
        made, and new owners for those whose entry was claimed."""
        for each in now.rounds[number - 1].heats:
            for one in each.entrants:
                known, after = before.entrants[one], now.entrants[one]
                if after.token_hash != known.token_hash:
                    await self.effect_runner.move_seat(each, after)
                if after.claimed_by != known.claimed_by:
                    await self.effect_runner.note_claimed(each, after)

    async def claim_entry(self, code: str, guest: str, account: str) -> None:
        """Make the entry of a guest that of an account, and its races a part of the account's
        history. May be repeated if it was interrupted. Raises Refusal as `entrants.claimed`."""
        tournament = await self.change(
            code, lambda each: entrants.claimed(each, guest, account, self._clock.now())
        )
        one = mine(tournament, account)
        for each in tournament.rounds:
            heat = each.heat_of(one.number)
            if heat is not None:
                await self.effect_runner.note_claimed(heat, one)

    async def claim(self, code: str, account: str) -> Tournament:
        """Assign an entrant's next deal at their own pace to an unused room code, and return the
        tournament. No change if a deal is in progress. The room is not made."""
        room = await self._registry.free_code()
        return await self.change(
            code, lambda each: arena.claim(each, account, room, self._clock.now())
        )

    async def is_wanted(self, code: str, number: int, heat: StoredHeat) -> bool:
        """Return whether a room just made for a deal at one's own pace is still to be played in.

        If the round was voided or the entrant left while the room was made, that is now carried out
        in the room, and False is returned.
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
        """Periodically schedule checks of all unfinished tournaments. Runs until it is
        cancelled."""

        async def look() -> None:
            for code, at in (await self.store.due()).items():
                self.schedule.add(code, at)

        await look_again(link, look)

    async def watch_deadlines(self, link: StoreAvailability) -> None:
        """Check each tournament when it is due. Runs until it is cancelled."""

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
    """Make a decision; for large Swiss tournaments in a thread."""
    if tournament.plan.format == "swiss" and len(tournament.entrants) > LARGE:
        return await asyncio.to_thread(decision, tournament)
    return decision(tournament)


def _other_code(
    effect: Effect, taken: str, fresh: FreshSecrets, tournament: Tournament
) -> Tournament:
    """Replace the code `taken`, which is in use, by another one in the effect that needs it."""
    if isinstance(effect, OpenNextEdition):
        return replace_edition_code(tournament, taken, fresh)
    return replace_room_code(tournament, effect.round, taken, fresh)
