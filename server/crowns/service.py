"""Crown service: applies facts to candidates' runs, stores the steps, and reads the roll of honour,
the list of all crowns won.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A fact is something
that counts in a run, such as the end of a game. An outage is a time in which no process could store
anything; it is refunded, that is, counts towards no time limit. Server time is in ms.

A step is one stored change of a candidate. For every request or deadline, the service first brings
the run up to date: it applies all stored events of the candidate's rooms that are not applied yet,
in order of time. Then it applies the request or the deadline itself. So nothing is lost if a
process dies half-way. A step is stored only if no other step was stored meanwhile, so nothing
counts twice.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from engine.crowns.facts import (
    Began,
    Fact,
    GaveUp,
    LineLost,
    Moved,
    Passed,
    Playing,
    ServerAway,
    Timed,
    Voided,
)
from engine.crowns.rules import due, free_until, time_left
from engine.crowns.run import Award, state
from engine.crowns.time_limits import Limits
from server.crowns.fact_extractor import BRIEF_MS, FactExtractor, ToldFact
from server.crowns.read_model import (
    FROM_THE_TEXT,
    CandidateStatus,
    GameStatus,
    HonourLine,
    HonourPage,
)
from server.crowns.reducer import SLACK_MS, CandidateStep
from server.crowns.room_cache import RoomCache
from server.crowns.seen_deals import SeenDeals
from server.crowns.store import CrownStore
from server.errors import StoreAway
from server.observability import error_log
from server.rooms.store import RoomStore


class CrownService:
    """Reads and changes runs for crowns, and reads the crowns won. Accounts are named by their ids.
    Methods raise StoreAway if Redis cannot be reached.

    `plan(account, at)` is called to schedule a call of `meet` at server time `at`. `is_stale`
    returns whether this process has stored no heartbeat for a while. As long as this is so, methods
    that store a step raise StoreAway: this time may be an outage that is not stored yet, and it
    must be refunded before the step. `won` is called once for every new crown, after it is stored,
    with the kind of the crown.
    """

    def __init__(
        self,
        store: RoomStore,
        limits: Limits,
        plan: Callable[[str, int], None] | None = None,
        is_stale: Callable[[], bool] = lambda: False,
        won: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store = CrownStore(store.others, limits, store.kept_s)
        self.seen = SeenDeals(store.others, store.kept_s)
        self.plan = plan
        self.is_stale = is_stale
        self._won = won
        self.room_cache = RoomCache(store, self.store)

    # Requests of candidates. ------------------------------------------------------------------

    async def status(self, account: str, now: int) -> CandidateStatus:
        """Bring the run of an account up to date, store the change, and return the status of the
        run at server time `now`."""
        work = await self._step(account, now)
        ended = work.last_end
        # For the display of the time since the last move; this is not stored.
        await self._tell_moves(work, now)
        shown = work.run._replace(known_ms=max(work.run.known_ms, now))
        playing = work.playing
        game = self._game(work, playing) if playing else self._uncounted_game(work)
        return CandidateStatus(
            state(shown), time_left(shown, now), shown.limits, shown.away, game, ended
        )

    def _game(self, work: CandidateStep, playing: Playing) -> GameStatus:
        """Return the status of the candidate's game in progress. The game counts for a crown until
        a move is taken back."""
        code, n = _race_of(playing.race)
        facts = self.room_cache.known(code)
        counts = facts is None or facts.counts(n, work.account)
        return GameStatus(playing.game, playing.race, counts)

    def _uncounted_game(self, work: CandidateStep) -> GameStatus | None:
        """Return the account's game in progress that cannot count for a crown; None if there is
        none.

        Only rooms that play one of the five great games are searched.
        """
        for code in sorted(work.codes):
            facts = self.room_cache.known(code)
            found = facts.under_way(work.account) if facts else None
            if found is not None:
                return GameStatus(*found, False)
        return None

    async def give_up(self, account: str, now: int) -> None:
        """End the run of an account at server time `now`, because the candidate gives it up. A game
        in progress continues."""
        await self._step(account, now, GaveUp(now))

    async def roll(self, offset: int, count: int) -> HonourPage:
        """Return up to `count` lines of the roll of honour from line `offset` on, oldest first.
        Line 0 is a crown that was not won here: Michael Keeling's book, which describes the great
        games, reports it."""
        first = (FROM_THE_TEXT,) if offset == 0 and count > 0 else ()
        start = max(0, offset - 1)
        total, crowns = await self.store.roll(start, count - len(first))
        lines = (HonourLine(award.crown, account, award) for account, award in crowns)
        return HonourPage(total + 1, (*first, *lines))

    async def award(self, name: str) -> Award | None:
        """Return the crown that is stored under the name `name` (see `reducer.name_of`); None if
        the crown was withdrawn."""
        return await self.store.award(name)

    # Events and deadlines. --------------------------------------------------------------------

    async def apply_room(self, code: str, now: int) -> None:
        """Read the new events of the room `code` and apply them to the runs of the candidates whom
        they concern.

        If this fails for one candidate, the error is logged and the other candidates are still
        handled. Only StoreAway is not logged: it is raised at once.
        """
        facts = await self.room_cache.of(code)
        fresh, facts.fresh = facts.fresh, set()
        try:
            for account in sorted(fresh):
                with error_log.isolated("crown_run_failed", room=code):
                    work = await self._step(account, now, known=facts)
                    if account in facts.newly_ended and not work.is_news:
                        # A game that does not count has ended. No step is stored, so followers
                        # would not be told without this.
                        await self.store.announce(account)
                    facts.newly_ended.discard(account)
                fresh.discard(account)
        finally:
            facts.fresh |= fresh

    async def tell(self, account: str, code: str, now: int) -> None:
        """Bring the run of an account up to date. The rooms of the account's latest seats are read
        in any case. The room `code` is read too, because it may be none of them."""
        await self._step(account, now, rooms=(code,))

    async def void(self, account: str, race: str, now: int) -> None:
        """Declare a race of an account void, so that it does not count for the account's run, and
        withdraw the crowns that were won with it. `race` is the id of the race."""
        work = await self._step(account, now, Voided(now, race))
        if work.before.gone:
            await self.store.withdraw(account, race)

    async def meet(self, account: str, now: int) -> None:
        """Bring the run of an account up to date. This is called at a deadline of the run, when one
        of its limits may have been exceeded."""
        await self._step(account, now)

    # Steps. -----------------------------------------------------------------------------------

    async def _step(
        self,
        account: str,
        now: int,
        fact: Timed | None = None,
        rooms: Iterable[str] = (),
        known: FactExtractor | None = None,
    ) -> CandidateStep:
        """Apply to a candidate all stored events that are not applied yet, then `fact`; store and
        return this change, the step. `rooms` are codes of rooms to read in any case; `known` is a
        room that was read just now, with the facts derived from it. If another step was stored
        meanwhile, the step is computed again. If the account is deleted, nothing is applied or
        stored."""
        while True:
            if self.is_stale():  # the outage that this process caused may not be stored yet
                raise StoreAway
            candidate, outages = await self.store.load(account)
            if candidate.gone:
                return CandidateStep(account, candidate)
            work = CandidateStep(account, candidate, outages)
            work.take_outages()
            await self._catch_up(work, rooms, known, now)
            if fact is not None:
                await self._tell(work, fact)
            await self._check_limits(work, now)
            if isinstance(fact, Voided):
                for field, closed in (await self.store.closed(account)).items():
                    work.void_closed(field, closed, fact.race)
            if not work.is_news or await self.store.save(work):
                if self.plan and work.due_ms is not None:
                    self.plan(account, work.due_ms)
                for crown in work.won:
                    self._won(crown)
                return work

    async def _check_limits(self, work: CandidateStep, now: int) -> None:
        """If a limit of the run was exceeded before `now`, apply this to the run. Do the same if
        waiting for others, which is free at first, has begun to count as break time."""
        if (over := due(work.run)) is not None and over + SLACK_MS <= now:
            await self._tell(work, Passed(over))
        if (free := free_until(work.run)) is not None and free + SLACK_MS <= now:
            work.take(Passed(free))

    async def _catch_up(
        self, work: CandidateStep, rooms: Iterable[str], known: FactExtractor | None, now: int
    ) -> None:
        """Apply to a candidate the events of these rooms that are not applied yet, in order of
        time.

        Events of all the account's rooms must be applied in one order. So the account's other rooms
        are read too, except when `known`, which has just been read, has no news and the account has
        no run.
        """
        codes = {*rooms, *([known.room.code] if known else [])}
        if work.playing:
            codes.add(_race_of(work.playing.race)[0])
        if known is None or work.run.log:
            codes.update(await self.store.rooms(work.account))
        news = await self._news(work, codes, known, now)
        if news and not work.run.log and known is not None:
            more = set(await self.store.rooms(work.account)) - codes
            news += await self._news(work, more, None, now)
        for code, told in sorted(news, key=lambda one: one[1].order):
            if work.matters(told):
                await self._tell(work, await self._with_seen_deal(work.account, told))
            work.mark_applied(code, told.seq, told.ms)

    async def _news(
        self, work: CandidateStep, codes: Iterable[str], known: FactExtractor | None, now: int
    ) -> list[tuple[str, ToldFact]]:
        """Return (room code, fact) for those facts of these rooms, such as the end of a game, that
        are not applied to the candidate yet.

        A connection that was lost less than BRIEF_MS ago may return within this time. The loss and
        the later facts of its room are left out for now, and `work.look_at` is set to the server
        time at which they can be applied.
        """
        news: list[tuple[str, ToldFact]] = []
        for code in sorted(codes):
            work.codes.add(code)
            here = known is not None and known.room.code == code
            found = self._facts_not_applied(
                work, known if known and here else await self.room_cache.of(code)
            )
            if found and _is_brief(found[-1], now):
                lost = found.pop()  # the connection may be back in a moment
                found = [told for told in found if told.seq < lost.seq]
                work.look_at = min(work.look_at or lost.ms + BRIEF_MS, lost.ms + BRIEF_MS)
            news += [(code, told) for told in found]
        return news

    def _facts_not_applied(self, work: CandidateStep, facts: FactExtractor) -> list[ToldFact]:
        """Return those facts of a room (such as the end of a game) that are not applied to the run
        of the candidate yet, in order of time."""
        code, playing = facts.room.code, work.playing
        heard = work.before.rooms.get(code, (0, 0))[0]
        news = facts.since(work.account, heard, playing.race if playing else "")
        if code in work.before.rooms:
            return news
        return [told for told in news if told.ms > work.floor_ms]

    async def _with_seen_deal(self, account: str, told: ToldFact) -> Fact:
        """Return the fact that is to be applied to the run for `told`. It is the fact in `told`,
        with one exception: if that is the beginning of a game on a deal that the account has seen
        before, the returned fact says that this game cannot count for a crown."""
        fact = told.fact
        if not isinstance(fact, Began) or fact.ineligible:
            return fact
        seen = await self.seen.before(account, told.deal, told.race)
        return replace(fact, ineligible="seen_deal") if seen else fact

    async def _tell(self, work: CandidateStep, fact: Fact) -> None:
        """Apply a fact, such as the end of a game, to the run. If a limit of the run seems to have
        been exceeded before the fact, first apply the outages and moves before the fact, which may
        show that the limit was kept."""
        if not isinstance(fact, ServerAway):
            over = due(work.run)
            if over is not None and over <= fact.ms:
                work.take_outages()
                await self._tell_moves(work, fact.ms)
                over = due(work.run)
            if over is not None and over <= fact.ms:
                work.take(Passed(fact.ms))
        work.take(fact)

    async def _tell_moves(self, work: CandidateStep, until: int) -> None:
        """Apply new moves of the game in progress up to server time `until`.

        Of these moves, only as many are applied as show whether a pause between two moves exceeded
        the limit for idle time.
        """
        playing = work.playing
        if playing is None:
            return
        code, n = _race_of(playing.race)
        facts = await self.room_cache.of(code)
        seat = facts.seat_in(n, work.account)
        if seat is None:
            return
        told = [f.ms for f in work.run.log if isinstance(f, Moved) and f.race == playing.race]
        last = max(told, default=playing.began_ms)
        times, idle_ms = await self.room_cache.times(facts, n, seat), work.run.limits.idle_s * 1000
        at = partial(facts.server_ms, facts.room.races[n])
        done, end = (bisect_right(times, ms, key=at) for ms in (last, until))
        while done < end:
            in_time = bisect_right(times, last + idle_ms, done, end, key=at)
            done = max(in_time, done + 1)
            last = at(times[done - 1])
            work.take(Moved(last, playing.race))


def _race_of(race: str) -> tuple[str, int]:
    """Return the room code and the race number of which a race id consists."""
    code, n = race.rsplit("-", 1)
    return code, int(n)


def _is_brief(told: ToldFact, now: int) -> bool:
    """Return whether `told` is the loss of a connection that happened less than BRIEF_MS ago."""
    return isinstance(told.fact, LineLost) and now - told.ms < BRIEF_MS
