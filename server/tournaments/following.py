"""Tournaments that are followed here: read again when anything has become of them, and told.

That a tournament has changed is heard of from the stream that the script which changes it writes
to in the same instant. While a round is raced its numbers are read time and again. Those who follow
the same tournament share what is read, and the bytes of what is new.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from protocol.message import encode
from protocol.tournaments import TournamentReminder
from server import faults, keys
from server.decide import Refusal
from server.link import Link
from server.live import Listener
from server.numbers import Numbers
from server.reach import PATIENCE_S, StoreAway, connect, patience
from server.tournaments.said import Known, change, whole
from server.tournaments.tables import Tables
from server.tournaments.tournament import Heat, Tournament
from server.tournaments.tournaments import Tournaments

MERGE_S = 0.3
"""A tournament is told of at most this often, the first time at once."""
BARS_S = 0.6
"""So often the numbers of a round that is raced are read."""
LOOK_S = 30.0
"""So often all are read without news: a name may be another."""
AGAIN_S = 1.0

Names = Callable[[Iterable[str]], Awaitable[dict[str, tuple[str, bool]]]]


class View:
    """A tournament somebody follows, and how far they know it: `known`, number `seq`."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seq = 0
        self.known: Known | None = None
        self.of: dict[Listener, str | None] = {}
        """Who follows it, as which account."""
        self.behind: set[Listener] = set()
        """Those too slow for the last change; they get all of it when they can."""
        self.lock = asyncio.Lock()

    @property
    def raced(self) -> bool:
        return self.known is not None and any(
            each.state == "racing" for each in self.known.tournament.rounds
        )


class News(NamedTuple):
    """What the stream has told: tournaments with when they have to be looked at, and reminders."""

    changed: Mapping[str, int | None]
    reminders: list[tuple[str, int]]


class Following:
    """All of one process; a listener follows one tournament. `names` finds those of accounts; `now`
    is server time."""

    def __init__(self, tournaments: Tournaments, names: Names, now: Callable[[], int]) -> None:
        self.tournaments = tournaments
        self.tables = Tables()
        self._names = names
        self._now = now
        self._named: dict[str, str] = {}
        self._views: dict[str, View] = {}
        self._of: dict[Listener, View] = {}
        self._present: dict[Listener, str] = {}
        self._stale: set[str] = set()
        self._woken = asyncio.Event()

    async def known(self, code: str) -> Known:
        """A tournament, and what else is told of it. Raises Refusal."""
        tournament = await self.tournaments.load(code)
        accounts = [tournament.organiser, *(one.account for one in tournament.entrants)]
        unknown = [account for account in accounts if account not in self._named]
        if unknown:
            found = await self._names(unknown)
            self._named |= {account: name for account, (name, _) in found.items()}
        names = {account: self._named[account] for account in accounts if account in self._named}
        table = await self.tables.of(tournament)
        return Known(tournament, names, table, await self._bars(tournament))

    async def _bars(self, tournament: Tournament) -> dict[tuple[int, int], Numbers]:
        racing = racing_in(tournament)
        found = await self.tournaments.store.numbers([heat.room for _, heat in racing])
        return {
            (number, heat.entrants[seat]): numbers
            for number, heat in racing
            for seat, numbers in found[heat.room].items()
            if seat < len(heat.entrants)
        }

    def answer(self, known: Known, reader: str | None, request: int | None, seq: int = 0) -> bytes:
        """All about a tournament as an account is told of it."""
        return encode(whole(known, request, seq, reader, self._now()))

    async def follow(
        self, code: str, account: str | None, listener: Listener, request: int
    ) -> None:
        """Tell all about a tournament, and from then on what is new. Raises Refusal."""
        self.stop(listener)
        view = self._views.get(code)
        if view is None:
            view = View(code)
        async with view.lock:
            known = await self._read(view)
            self._views[code] = view
            view.of[listener] = account
            self._of[listener] = view
            listener.send(self.answer(known, account, request, view.seq))
        self._woken.set()

    def stop(self, listener: Listener) -> None:
        view = self._of.pop(listener, None)
        if view is not None:
            view.of.pop(listener, None)
            view.behind.discard(listener)
            if not view.of and self._views.get(view.code) is view:
                del self._views[view.code]

    def came(self, listener: Listener, account: str) -> None:
        """Somebody is there who may be reminded."""
        self._present[listener] = account

    def gone(self, listener: Listener) -> None:
        self.stop(listener)
        self._present.pop(listener, None)

    async def run(self, link: Link, url: str) -> None:
        """One task for the life of the process."""
        ear = connect(url, 1)
        try:
            while True:
                await link.up()
                try:
                    async with asyncio.TaskGroup() as tasks:
                        listening = asyncio.Event()
                        tasks.create_task(self._hear(_news(ear, listening)))
                        tasks.create_task(self._begin_anew(listening))
                        tasks.create_task(self._keep_telling())
                except* StoreAway:
                    link.doubt()
                except* Exception as errors:
                    faults.note("tournaments_failed", errors.exceptions[0])
                await asyncio.sleep(AGAIN_S)
        finally:
            await ear.aclose()

    async def _begin_anew(self, listening: asyncio.Event) -> None:
        """What was said before this process listened has not been heard."""
        await listening.wait()
        self._look_at(self._views)

    async def _hear(self, news: AsyncIterator[News]) -> None:
        async for told in news:
            for code, at in told.changed.items():
                self.tournaments.heard_of(code, at)
            self._look_at(told.changed)
            for code, before_ms in told.reminders:
                await self.remind(code, before_ms)

    def _look_at(self, codes: Iterable[str]) -> None:
        self._stale |= set(self._views).intersection(codes)
        if self._stale:
            self._woken.set()

    async def _keep_telling(self) -> None:
        looked_at = asyncio.get_running_loop().time()
        while True:
            raced = any(view.raced for view in self._views.values())
            try:
                async with asyncio.timeout(BARS_S if raced else LOOK_S):
                    await self._woken.wait()
            except TimeoutError:
                self._stale |= {code for code, view in self._views.items() if view.raced}
            self._woken.clear()
            if asyncio.get_running_loop().time() - looked_at >= LOOK_S:
                looked_at = asyncio.get_running_loop().time()
                self._named.clear()
                self._stale |= set(self._views)
            await self.tell()
            await asyncio.sleep(MERGE_S)

    async def tell(self, *codes: str) -> None:
        """Tell what has changed, of these as well, to those who follow it."""
        stale, self._stale = self._stale | set(codes), set()
        for code in stale:
            view = self._views.get(code)
            if view is None:
                continue
            try:
                async with view.lock:
                    await self._read(view)
            except Refusal:  # it is no more
                continue
            except StoreAway:
                self._stale |= stale
                raise
        for view in tuple(self._views.values()):
            self._catch_up(view)

    async def _read(self, view: View) -> Known:
        """Read a tournament, and tell what is new to those who follow."""
        known = await self.known(view.code)
        before, view.known = view.known, known
        news = None if before is None else change(before, known, view.seq + 1, self._now())
        if news is not None:
            view.seq += 1
            data = encode(news)
            for listener in set(view.of) - view.behind:
                if not listener.send_progress(data):
                    view.behind.add(listener)
        return known

    def _catch_up(self, view: View) -> None:
        if view.known is None:
            return
        for listener in tuple(view.behind):
            data = self.answer(view.known, view.of[listener], None, view.seq)
            if listener.send_progress(data):
                view.behind.discard(listener)
            else:
                self._stale.add(view.code)

    async def remind(self, code: str, before_ms: int) -> None:
        """Tell those who are here and have entered that it starts so soon."""
        try:
            tournament = await self.tournaments.load(code)
        except Refusal:
            return
        starts_at, title = tournament.starts_at, tournament.plan.title
        there = {one.account for one in tournament.entrants if one.gone is None}
        ms = before_ms if starts_at is None else max(0, starts_at - self._now())
        data = encode(TournamentReminder(code=code, title=title, starts_in_ms=ms))
        for listener, account in tuple(self._present.items()):
            if account in there or account == tournament.organiser:
                listener.send(data)


def racing_in(tournament: Tournament) -> list[tuple[int, Heat]]:
    """The heats whose bars are shown: of a round that is raced; where everybody goes on at their
    own pace, the latest of each."""
    heats = [
        (each.number, heat)
        for each in tournament.rounds
        if each.state == "racing"
        for heat in each.heats
    ]
    if not tournament.plan.own_pace:
        return heats
    return list({heat.entrants: (number, heat) for number, heat in heats}.values())


async def _news(ear: Any, listening: asyncio.Event) -> AsyncIterator[News]:
    """What becomes of tournaments from now on, for ever. `listening` is set once the beginning is
    fixed."""
    feed = keys.TOURNAMENTS_FEED
    async with patience():
        newest = await ear.xrevrange(feed, count=1)
    last = newest[0][0] if newest else "0-0"
    listening.set()
    while True:
        async with patience(1 + PATIENCE_S):
            found = await ear.xread({feed: last}, block=1000)
        for _, entries in found or ():
            last = entries[-1][0]
            changed = dict[str, int | None]()
            reminders = []
            for _, entry in entries:
                if "remind" in entry:
                    reminders.append((entry["code"], int(entry["remind"])))
                else:
                    changed[entry["code"]] = int(entry["at"]) if entry["at"] else None
            yield News(changed, reminders)
