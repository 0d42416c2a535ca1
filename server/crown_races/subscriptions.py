"""Crown races that are followed here: read again when anything has become of them, and told.

That a crown race has changed is heard of from the stream that the script which changes it writes to
in the same instant; that a crown was won or withdrawn, from that of the crowns.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from weakref import WeakValueDictionary

from protocol import crown_races as say
from protocol.message import encode
from server.accounts.store import Account
from server.crown_races.service import CrownRaces
from server.crown_races.standings import Known, Sheet, crowns_within
from server.crown_races.state import CrownRace
from server.errors import Refusal
from server.store import keys
from server.store.availability import Link
from server.store.subscriptions import LOOK_S, Followed
from server.views.listener import Listener

SOME = 20
"""So many readers are told before others have their turn."""

Names = Callable[[Iterable[str]], Awaitable[dict[str, tuple[str, bool]]]]
Mine = Callable[[], Awaitable[Account | None]]
"""Who is logged in on a connection."""


class _Reader:
    """Who follows which race, and what they were told last."""

    def __init__(self, code: str, mine: Mine, sheet: Sheet) -> None:
        self.code, self.mine, self.sheet = code, mine, sheet

    async def account(self) -> str | None:
        """As whom they read: they may have logged out since they began."""
        account = await self.mine()
        return None if account is None else account.number


class Following:
    """All of one process; a listener follows one race. `names` finds those of accounts; `now` is
    server time."""

    def __init__(self, races: CrownRaces, names: Names, now: Callable[[], int]) -> None:
        self.races = races
        self._names = names
        self._now = now
        self._of: dict[Listener, _Reader] = {}
        self._sheets = WeakValueDictionary[str, Sheet]()
        """By race, how it was when it was read last; as long as somebody was told so."""
        self.followed = Followed(
            lambda: {reader.code for reader in self._of.values()},
            self._read,
            self._tell,
            "crown_races_failed",
            LOOK_S,
        )

    async def known(self, race: CrownRace) -> Known:
        """The race, and what else is told of it."""
        store, accounts = self.races.store, [one.account for one in race.candidates]
        since, pending = race.started_at, race.pending
        named = await self._names(accounts) if accounts else {}
        awards = await store.crowns(since) if since is not None else []
        progress = await store.progress(pending) if pending else {}
        void = await store.void(race.rooms)
        names = {account: name for account, (name, _) in named.items()}
        return Known(race, names, crowns_within(race, awards, void), progress, void)

    async def answer(
        self, race: CrownRace, reader: str | None, request: int | None
    ) -> say.CrownRace:
        """A race as an account is told of it."""
        return Sheet(await self.known(race)).message(reader, request, self._now())

    async def follow(self, code: str, mine: Mine, listener: Listener, request: int) -> None:
        """Tell how a race stands, and again whenever that changes. Raises Refusal."""
        sheet = await self._sheet(await self.races.look(code))
        reader = _Reader(code, mine, sheet)
        account = await reader.account()
        listener.send(encode(sheet.message(account, request, self._now())))
        self._of[listener] = reader
        self.followed.changed([code])  # it may have changed while it was read

    def stop(self, listener: Listener) -> None:
        self._of.pop(listener, None)

    async def run(self, link: Link, url: str) -> None:
        """One task for the life of the process."""
        hear = {keys.CROWN_RACES_FEED: self._hear, keys.CROWN_FEED: self._hear_of_crown}
        await self.followed.run(link, url, hear)

    async def _hear(self, news: dict[str, str]) -> None:
        self.followed.changed([news["code"]])

    async def _hear_of_crown(self, news: dict[str, str]) -> None:
        sheets = tuple(self._sheets.items())
        self.followed.changed(code for code, one in sheets if news["account"] in one.accounts)

    async def _read(self, code: str) -> Sheet | None:
        try:
            race = (await self.races.store.load(code)).race
        except Refusal:  # it is no more
            return None
        return await self._sheet(race)

    async def _sheet(self, race: CrownRace) -> Sheet:
        """How a race stands; if nothing has changed, the same as before."""
        fresh, before = Sheet(await self.known(race)), self._sheets.get(race.code)
        if before is not None and before.told == fresh.told:
            return before
        self._sheets[race.code] = fresh
        return fresh

    async def _tell(self, code: str, sheet: Sheet) -> bool:
        all_told, anybody = True, sheet.encoded(None, self._now())
        for number, (listener, reader) in enumerate(tuple(self._of.items())):
            if number % SOME == SOME - 1:
                await asyncio.sleep(0)
            if reader.code != code or reader.sheet is sheet:
                continue
            account = await reader.account()
            if self._of.get(listener) is not reader:
                continue
            data = anybody
            if account in sheet.accounts:
                data = sheet.encoded(account, self._now())
            if listener.send_progress(data):
                reader.sheet = sheet
            else:  # too slow for it; they get all of it when they can
                all_told = False
        return all_told
