"""Fetch records of the account's races that are not stored on this computer.

A record is the document of a finished race. Once the records are fetched, the user finds all races
of their account on this computer too. These include races that the user played as a guest and that
the account has claimed later.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, TypeVar

from client_cli.exit_codes import Failure
from client_cli.features import rivals
from client_cli.local.account_store import account_on
from client_cli.local.record_store import holds, keep_race, seats_of
from client_cli.local.storage import Storage, short
from client_cli.net.addresses import server_address
from client_cli.net.connection import ConnectionLost, RequestRefused
from client_cli.net.one_shot_client import OneShotClient, with_connection
from protocol.from_client import GetRecord
from protocol.from_server import Record
from protocol.leaderboards import GetMyRaces, GetMySeats, MyRaces, MySeat, MySeats, PastRace
from protocol.message import Request
from protocol.rivals import Streaks
from protocol.texts import _, ngettext

T = TypeVar("T")
PAGE = 100
MOST = 25
"""After so many record requests, one run of fetching asks for no further race or room. The rate
limit of the server allows this many requests at once."""
BRIEFLY_S = 10.0
"""Longest wait for the server, in seconds, before a list is shown without it."""
GONE = frozenset({"unknown_race", "unknown_room", "race_not_over"})
"""Codes of refusals after which a record is not requested again."""


class FetchResult(NamedTuple):
    """How many records were fetched. `more` says that there may be others, because one run fetches
    only a limited number."""

    records: int
    more: bool


class RecordFetch:
    """One run of fetching missing records over one connection. The names of records that the server
    does not have are stored in a file, so that later runs do not request them."""

    def __init__(self, client: OneShotClient) -> None:
        self._line = client
        self._now = client.storage.now_ms()
        self._path = client.storage.root / "gone" / f"{short(client.server)}.json"
        gone = client.storage.read(self._path).get("gone")
        self._gone = set(map(str, gone if isinstance(gone, list) else []))
        self._asked = 0
        self._kept = 0

    async def run(self) -> FetchResult:
        """Fetch the records of the account's races that are missing on this computer, the latest
        first, and store them. Raises Failure if the server refuses or cannot be reached; records
        fetched before that are stored."""
        await self._line.authenticate()
        races = await self._races()
        raced = {race.race.partition("-")[0] for race in races}
        try:
            for race in races:
                if self._asked < MOST and not self._has(race.daily or race.race):
                    await self._fetch(race.race, race.seat, self._now - race.ago_ms)
            for seat in await self._seats():
                if self._asked < MOST and seat.code not in raced and not self._has(seat.code):
                    await self._fetch_room(seat)
        finally:
            self._line.storage.write(self._path, {"gone": sorted(self._gone)})
        return FetchResult(self._kept, self._asked >= MOST)

    async def _races(self) -> list[PastRace]:
        """Return all races of the account, the latest first."""
        found: list[PastRace] = []
        while True:
            page = await self._line.ask(MyRaces, _races_from(len(found)))
            found += page.races
            if not page.races or len(found) >= page.total:
                return found

    async def _seats(self) -> list[MySeat]:
        """Return all seats of the account, the latest first."""
        found: list[MySeat] = []
        while True:
            page = await self._line.ask(MySeats, _seats_from(len(found)))
            found += page.seats
            if not page.seats or len(found) >= page.total:
                return found

    def _has(self, race: str) -> bool:
        """Return whether a record is stored on this computer or is known to exist no longer. `race`
        is the name of a race, or a room code, which stands for any race of that room."""
        return race in self._gone or holds(self._line.storage, self._line.server, race)

    async def _fetch(self, race: str, seat: int, at: int) -> None:
        document = await self._document(race)
        if document is not None:
            self._keep(document, seat, at)

    async def _fetch_room(self, seat: MySeat) -> None:
        """Fetch the records of all races of a room before storing any. Otherwise a lost connection
        could leave some of them stored, and `_has` would take the room for complete."""
        latest = await self._document(seat.code)
        if latest is None:
            return
        number = str(latest.get("race")).rpartition("-")[2]
        earlier = range(1, int(number) if number.isdecimal() else 1)
        found = [await self._document(f"{seat.code}-{n}") for n in earlier]
        for document in [*found, latest]:
            if document is not None and seat.seat in seats_of(document):
                self._keep(document, seat.seat, self._now)

    def _keep(self, document: Mapping[str, object], seat: int, at: int) -> None:
        keep_race(self._line.storage, self._line.server, document, seat, at)
        self._kept += 1

    async def _document(self, race: str) -> Mapping[str, object] | None:
        """Return the record of a race; None if the server refuses it. Raises Failure if the
        connection is lost."""
        self._asked += 1
        link = self._line.link
        try:
            answer = await link.ask(GetRecord(id=link.next_id(), race=race))
        except RequestRefused as error:
            if error.refused.code in GONE:
                self._gone.add(race)
            return None
        except ConnectionLost:
            raise Failure.unreachable(_("The line went down before the answer came.")) from None
        return answer.record if isinstance(answer, Record) else None


def _races_from(offset: int) -> Callable[[int], Request]:
    return lambda n: GetMyRaces(id=n, offset=offset, count=PAGE)


def _seats_from(offset: int) -> Callable[[int], Request]:
    return lambda n: GetMySeats(id=n, offset=offset, count=PAGE)


async def fetch(client: OneShotClient) -> FetchResult:
    """Fetch records of the account's races that are missing on this computer, and store them.
    Raises Failure if the server refuses or cannot be reached."""
    return await RecordFetch(client).run()


def fetch_missing(server: str | None, storage: Storage) -> list[str]:
    """Fetch and store missing records before a list of records is shown. Return sentences for the
    user about the result or a failure; the list is empty if there is nothing to say, or if no
    account is logged in. Raises Failure only if `server` is not an address."""
    done, failed = _ask_briefly(server, storage, fetch)
    return failed if done is None else fetch_sentences(done)


def fetch_with_streaks(server: str | None, storage: Storage) -> tuple[Streaks | None, list[str]]:
    """Do what `fetch_missing` does, and also fetch the account's streaks (wins in a row). Return
    the streaks, and the sentences of `fetch_missing`. The streaks are None if no account is logged
    in or the server does not answer."""

    async def ask(client: OneShotClient) -> tuple[Streaks, FetchResult]:
        streaks = await rivals.streaks(client, None)
        return streaks, await fetch(client)

    found, failed = _ask_briefly(server, storage, ask)
    return (None, failed) if found is None else (found[0], fetch_sentences(found[1]))


def _ask_briefly(
    server: str | None, storage: Storage, work: Callable[[OneShotClient], Awaitable[T]]
) -> tuple[T | None, list[str]]:
    """Connect and run `work` for at most BRIEFLY_S seconds, if an account is logged in. Return the
    result of `work`, or None and sentences about why there is none. Raises Failure only if `server`
    is not an address."""
    try:
        address = server_address(server)
    except Failure:
        if server is not None:
            raise
        return None, []
    if account_on(storage, address) is None:
        return None, []

    async def ask() -> T:
        async with asyncio.timeout(BRIEFLY_S):
            return await with_connection(address, storage, work)

    try:
        return asyncio.run(ask()), []
    except TimeoutError:
        return None, [_("The server is slow to give the records that are not here; ask again.")]
    except Failure as failure:
        return None, [_("Only what is kept here: {failure}", failure=failure)]


def fetch_sentences(done: FetchResult) -> list[str]:
    """Return sentences about how many records were fetched, and about whether there may be more.
    The list is empty if there is nothing to say."""
    lines = (
        [
            ngettext(
                "Fetched from the server: {n} record.",
                "Fetched from the server: {n} records.",
                done.records,
            )
        ]
        if done.records
        else []
    )
    return [*lines, *([_("There may be more; ask again.")] if done.more else [])]
