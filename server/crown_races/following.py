"""Crown races that are followed here: read again when anything has become of them, and told.

That a crown race has changed is heard of from the stream that the script which changes it writes to
in the same instant; that a crown was won or withdrawn, from that of the crowns.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from protocol import crown_races as say
from protocol.message import encode
from server import faults, keys
from server.crown_races.race import CrownRace
from server.crown_races.races import CrownRaces
from server.crown_races.standings import Known, crowns_within, message
from server.decide import Refusal
from server.link import Link
from server.live import Listener
from server.reach import PATIENCE_S, StoreAway, connect, patience

MERGE_S = 0.25
"""A crown race is told of at most this often, the first time at once."""
LOOK_S = 30.0
"""So often all are read without news: a name may be another."""
AGAIN_S = 1.0

Names = Callable[[Iterable[str]], Awaitable[dict[str, tuple[str, bool]]]]


class _Reader:
    """Who follows which race, as which account, and what they were told last."""

    def __init__(self, code: str, account: str | None) -> None:
        self.code, self.account = code, account
        self.told: say.CrownRace | None = None


class Following:
    """All of one process; a listener follows one race. `names` finds those of accounts; `now` is
    server time."""

    def __init__(self, races: CrownRaces, names: Names, now: Callable[[], int]) -> None:
        self.races = races
        self._names = names
        self._now = now
        self._of: dict[Listener, _Reader] = {}
        self._accounts: dict[str, frozenset[str]] = {}
        """By race, its candidates when it was read last."""
        self._changed: set[str] = set()
        self._woken = asyncio.Event()

    async def known(self, race: CrownRace) -> Known:
        """The race, and what else is told of it."""
        store, accounts = self.races.store, [one.account for one in race.candidates]
        since, pending = race.started_at, race.pending
        named = await self._names(accounts) if accounts else {}
        awards = await store.crowns(since) if since is not None else []
        progress = await store.progress(pending) if pending else {}
        names = {account: name for account, (name, _) in named.items()}
        return Known(race, names, crowns_within(race, awards), progress)

    async def answer(self, race: CrownRace, reader: str | None, request: int) -> say.CrownRace:
        """A race as an account is told of it."""
        return message(await self.known(race), reader, request, self._now())

    async def follow(
        self, code: str, account: str | None, listener: Listener, request: int
    ) -> None:
        """Tell how a race stands, and again whenever that changes. Raises Refusal."""
        told = await self.answer(await self.races.look(code), account, request)
        listener.send(encode(told))
        reader = self._of[listener] = _Reader(code, account)
        reader.told = told
        self._look_at([code])  # it may have changed while it was read

    def stop(self, listener: Listener) -> None:
        self._of.pop(listener, None)

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
                    faults.note("crown_races_failed", errors.exceptions[0])
                await asyncio.sleep(AGAIN_S)
        finally:
            await ear.aclose()

    async def _begin_anew(self, listening: asyncio.Event) -> None:
        """What was said before this process listened has not been heard."""
        await listening.wait()
        self._all_changed()

    async def _hear(self, news: AsyncIterator[tuple[set[str], set[str]]]) -> None:
        async for codes, accounts in news:
            of_crowns = {c for c, all_of in self._accounts.items() if all_of & accounts}
            self._look_at(codes | of_crowns)

    def _look_at(self, codes: Iterable[str]) -> None:
        changed = {reader.code for reader in self._of.values()}.intersection(codes)
        if changed:
            self._changed |= changed
            self._woken.set()

    def _all_changed(self) -> None:
        self._look_at([reader.code for reader in self._of.values()])

    async def _keep_telling(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._woken.wait()
            except TimeoutError:
                self._all_changed()
            self._woken.clear()
            await self.tell()
            await asyncio.sleep(MERGE_S)

    async def tell(self) -> None:
        """Tell what has changed to those who follow it."""
        changed, self._changed = self._changed, set()
        followed = {reader.code for reader in self._of.values()}
        for code in [code for code in self._accounts if code not in followed]:
            del self._accounts[code]
        for code in changed & followed:
            try:
                known = await self.known((await self.races.store.load(code)).race)
            except Refusal:  # it is no more
                continue
            except StoreAway:
                self._changed |= changed
                raise
            self._accounts[code] = frozenset(one.account for one in known.race.candidates)
            for listener, reader in tuple(self._of.items()):
                if reader.code == code:
                    self._tell(known, listener, reader)

    def _tell(self, known: Known, listener: Listener, reader: _Reader) -> None:
        told = message(known, reader.account, None, self._now())
        if reader.told is not None and _essence(reader.told) == _essence(told):
            return
        if listener.send_progress(encode(told)):
            reader.told = told
        else:  # too slow for it; they get all of it when they can
            self._look_at([reader.code])


def _essence(told: say.CrownRace) -> say.CrownRace:
    """What of a message is news."""
    return told.model_copy(update={"id": None, "closes_in_ms": None})


async def _news(ear: Any, listening: asyncio.Event) -> AsyncIterator[tuple[set[str], set[str]]]:
    """The codes of crown races that change, and the accounts of crowns that do, from now on, for
    ever. `listening` is set once the beginning is fixed."""
    races, crowns = keys.CROWN_RACES_FEED, keys.CROWN_FEED
    last = dict.fromkeys((races, crowns), "0-0")
    async with patience():
        for name in last:
            newest = await ear.xrevrange(name, count=1)
            last[name] = newest[0][0] if newest else "0-0"
    listening.set()
    while True:
        async with patience(1 + PATIENCE_S):
            found = await ear.xread(last, block=1000)
        told: dict[str, set[str]] = {races: set(), crowns: set()}
        for name, entries in found or ():
            last[name] = entries[-1][0]
            field = "code" if name == races else "account"
            told[name] |= {entry[field] for _, entry in entries}
        if found:
            yield told[races], told[crowns]
