"""Tournament subscriptions: sends changes and reminders to connections.

A follower of a tournament is a connection that has asked for it, and is sent its changes.

The script that changes a tournament also writes to the feed, a Redis stream that every process
reads. A process then reads the tournament again if one of its connections follows it. While a round
is raced, the figures of its contestants are read again and again. All followers of a tournament
share one read and one encoded change.
"""

import asyncio
from collections.abc import Callable

from protocol.message import encode
from protocol.tournaments.live import TournamentReminder
from server.accounts.store import AccountNames
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.streams.subscription_base import Subscriptions
from server.tasks import run_together
from server.tournaments.messages import TournamentFacts, body, change, whole
from server.tournaments.service import TournamentService
from server.tournaments.state import StoredHeat, Tournament
from server.tournaments.store import StoredRaceClock
from server.tournaments.table_cache import TableCache
from server.views.listener import Listener

BARS_S = 0.6
"""Seconds between two readings of the standings of a race."""
LOOK_S = 30.0
"""Seconds between two readings of all followed tournaments, needed because names may change."""
BODY_MS = 250
"""Milliseconds for which the encoded fields that are the same for all readers of a tournament are
reused."""
AT_ONCE = 20
"""The maximum number of slow followers that are sent the whole tournament in one pass."""


class FollowedTournament:
    """A tournament that connections of this process follow. `known` is the state that was last sent
    to them. Messages about changes are numbered; `seq` is the number of the last message."""

    def __init__(self) -> None:
        self.seq = 0
        self.known: TournamentFacts | None = None
        self.of: dict[Listener, str | None] = {}
        """The followers, each with the id of its account or guest, None for a spectator."""
        self.behind: set[Listener] = set()
        """Followers that missed a change; they are sent the whole tournament once they can take it.
        """

    @property
    def is_raced(self) -> bool:
        """Whether a round of the tournament is being raced."""
        rounds = () if self.known is None else self.known.tournament.rounds
        return any(each.state == "racing" for each in rounds)


class TournamentSubscriptions:
    """The subscriptions of one process's connections to tournaments. A connection follows at most
    one tournament.

    `names` returns the names of accounts by their ids, `now` the server time in ms.
    """

    def __init__(
        self, tournaments: TournamentService, names: AccountNames, now: Callable[[], int]
    ) -> None:
        self.tournaments = tournaments
        self.tables = TableCache()
        self._names, self._now = names, now
        self._named: dict[str, str] = {}
        self._views: dict[str, FollowedTournament] = {}
        self._of: dict[Listener, str] = {}
        self._present: dict[Listener, str] = {}
        self._body: tuple[int, TournamentFacts | None, bytes] = 0, None, b""
        self._followed = Subscriptions(
            lambda: self._views, self._read, self._told, "tournaments_failed", LOOK_S
        )

    async def known(self, code: str) -> TournamentFacts:
        """Read the tournament `code`, and all other data that messages about it contain, and return
        them. Raise StoreAway if Redis cannot be reached, and Refusal if there is no such
        tournament."""
        tournament, step, _ = await self.tournaments.store.load(code)
        entered = (one.account for one in tournament.entrants if one.name is None)
        accounts = [tournament.organiser, *tournament.helpers, *entered]
        named = {each: self._named[each] for each in accounts if each in self._named}
        unknown = [account for account in accounts if account not in named]
        if unknown:  # `self._named` may be cleared during the await
            found = {each: name for each, (name, _) in (await self._names(unknown)).items()}
            self._named |= found
            named |= found
        names = {account: named[account] for account in accounts if account in named}
        table = await self.tables.of(tournament)
        bars, clock = await self._bars(tournament), await self._clock(tournament)
        return TournamentFacts(tournament, step, names, table, bars, clock)

    async def _clock(self, tournament: Tournament) -> StoredRaceClock | None:
        """Return the start and the bell of the race that all entrants play at the same time; None
        if no such race is under way. If the rooms began the race at different times, return the
        times of the last room that has not finished it."""
        each = tournament.current
        if each is None or each.state != "racing":
            return None
        going_on = [heat.room for heat in each.heats if not heat.is_over]
        return await self.tournaments.store.clock(going_on[-1]) if going_on else None

    async def _bars(self, tournament: Tournament) -> dict[tuple[int, int], StoredStanding]:
        """Read the standings of the entrants who are racing, by (round number, entrant's
        number)."""
        racing = racing_in(tournament)
        found = await self.tournaments.store.numbers([heat.room for _, heat in racing])
        return {
            (number, heat.entrants[seat]): numbers
            for number, heat in racing
            for seat, numbers in found[heat.room].items()
            if seat < len(heat.entrants)
        }

    def answer(
        self, known: TournamentFacts, reader: str | None, request: int | None, seq: int = 0
    ) -> bytes:
        """Return the encoded message with a whole tournament for the account or guest with the id
        `reader`, None for a spectator. `request` is the id of the request that the message answers,
        None if it answers none. `seq` is the number of the last message about changes; the returned
        message includes the changes up to it."""
        at, of, made = self._body
        now = self._now()
        if of is not known or not 0 <= now - at < BODY_MS:
            made = body(known, now)
            self._body = now, known, made
        return whole(made, known.tournament, request, seq, reader)

    # Followers. -------------------------------------------------------------------------------

    async def follow(
        self, code: str, account: str | None, listener: Listener, request: int
    ) -> None:
        """Send the whole tournament `code` to `listener`, as the answer to `request`, and from then
        on its changes. The connection no longer follows another tournament. `account` is the id of
        the account or guest who uses the connection, None for a spectator.

        Raise Refusal if there is no such tournament, and StoreAway if Redis cannot be reached.
        After an error the connection follows no tournament.
        """
        self.stop(listener)
        view = self._views.get(code)
        known = None if view is None else view.known
        if known is None or await self.tournaments.store.step(code) != known.step:
            known = await self.known(code)
        view = self._views.setdefault(code, FollowedTournament())
        await self._told(code, known)
        if view.known is not None:
            listener.send(self.answer(view.known, account, request, view.seq))
        view.of[listener], self._of[listener] = account, code
        self._followed.changed([code])  # the tournament may have changed while it was read

    def stop(self, listener: Listener) -> None:
        """Send no more changes to a connection. Do nothing if it follows no tournament."""
        code = self._of.pop(listener, None)
        view = None if code is None else self._views.get(code)
        if code is not None and view is not None:
            view.of.pop(listener, None)
            view.behind.discard(listener)
            if not view.of:
                del self._views[code]

    def came(self, listener: Listener, account: str | None) -> None:
        """Note the id of the account that is logged in on a connection, so that reminders for the
        account are sent to the connection. `account` is None after a log-out."""
        if account is None:
            self._present.pop(listener, None)
        else:
            self._present[listener] = account

    def gone(self, listener: Listener) -> None:
        """Remove a closed connection: it gets no more changes and reminders."""
        self.stop(listener)
        self._present.pop(listener, None)

    # Sending. ---------------------------------------------------------------------------------

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Read the feed and the figures of races under way, and send changes to followers. Run
        until cancelled. `link` tells whether Redis can be reached; `url` is the address of
        Redis."""
        feeds = {keys.TOURNAMENTS_FEED: self._on_entry}
        await run_together(self._keep_looking(), self._followed.run(link, url, feeds))

    async def _on_entry(self, entry: dict[str, str]) -> None:
        code = entry["code"]
        if "remind" in entry:
            await self.remind(code, int(entry["remind"]))
            return
        self.tournaments.heard_of(code, int(entry["at"]) if entry["at"] else None)
        self._followed.changed([code])

    async def _keep_looking(self) -> None:
        """Every BARS_S seconds, mark tournaments in which a round is raced as changed, so that the
        standings are read again. Every LOOK_S seconds, drop the cached names of accounts."""
        loop = asyncio.get_running_loop()
        look_at = loop.time() + LOOK_S
        while True:
            await asyncio.sleep(BARS_S)
            self._followed.changed([code for code, view in self._views.items() if view.is_raced])
            if loop.time() >= look_at:
                self._named.clear()
                look_at = loop.time() + LOOK_S

    async def tell(self, *codes: str) -> None:
        """Read the tournaments `codes` and all other followed tournaments that have changed, and
        send the changes to their followers. Raise StoreAway if Redis cannot be reached."""
        self._followed.changed(codes)
        await self._followed.tell()

    async def _read(self, code: str) -> TournamentFacts | None:
        """Read a tournament from the store, with the table of its standings and everything else
        that messages about it contain. Return None if the tournament has expired."""
        try:
            return await self.known(code)
        except Refusal:  # the tournament has expired
            return None

    async def _told(self, code: str, known: TournamentFacts) -> bool:
        """Send the changes of a tournament to its followers. Return False if a follower was too
        slow to take them; it then needs the whole tournament."""
        view = self._views.get(code)
        if view is None or (view.known is not None and known.step < view.known.step):
            return True
        before, view.known = view.known, known
        news = None if before is None else change(before, known, view.seq + 1, self._now())
        slow = tuple(view.behind)[:AT_ONCE]
        if news is not None:
            view.seq += 1
            data = encode(news)
            told = set(view.of) - view.behind
            view.behind |= {listener for listener in told if not listener.send_progress(data)}
        for listener in slow:
            if listener.send_progress(self.answer(known, view.of[listener], None, view.seq)):
                view.behind.discard(listener)
        return not view.behind

    async def remind(self, code: str, before_ms: int) -> None:
        """Send a reminder that a tournament starts in `before_ms` milliseconds to those entrants
        and organisers who are connected to this process. Guests, who have no account, get it only
        on connections that follow the tournament, because they are not logged in."""
        try:
            tournament = await self.tournaments.load(code)
        except Refusal:
            return
        starts_at, title = tournament.starts_at, tournament.plan.title
        there = {one.account for one in tournament.entrants if one.gone is None}
        ms = before_ms if starts_at is None else max(0, starts_at - self._now())
        data = encode(TournamentReminder(code=code, title=title, starts_in_ms=ms))
        for listener, account in tuple(self._present.items()):
            if account in there or tournament.is_organised_by(account):
                listener.send(data)
        guests = {one.account for one in tournament.entrants if one.gone is None and one.guest}
        followers = self._views[code].of if code in self._views else {}
        for listener, reader in tuple(followers.items()):
            if reader in guests and listener not in self._present:
                listener.send(data)


def racing_in(tournament: Tournament) -> list[tuple[int, StoredHeat]]:
    """Return the heats whose progress clients show, each as (round number, heat). A heat is one
    race of a round, in a room of its own. These are all heats of rounds that are being raced; if
    everybody plays at their own pace, only the latest heat of each entrant."""
    heats = [
        (each.number, heat)
        for each in tournament.rounds
        if each.state == "racing"
        for heat in each.heats
    ]
    if not tournament.plan.own_pace:
        return heats
    return list({heat.entrants: (number, heat) for number, heat in heats}.values())
