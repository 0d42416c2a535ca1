"""People at tournaments on a real server: guests with the evening of the real client, who play by
chance, and hosts, who run it by the commands' own requests."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from client_cli.exit_codes import UNREACHABLE, Failure
from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionState
from client_cli.net.one_shot_client import OneShotClient, with_connection
from client_cli.net.room_client import RoomClient, now_ms
from client_cli.tournament import requests
from client_cli.tournament.follow import follow
from client_cli.tournament.player_session import PlayerSession
from client_cli.tournament.state import KnownTournament
from engine.games import AnyGame
from engine.moves import Resign
from engine.table import State
from protocol.from_server import Done
from protocol.tournaments.live import RoundInfo, Tournament
from protocol.tournaments.plan import TournamentPlan
from protocol.tournaments.requests import RunTournament
from server.accounts.credentials import SessionToken, new_account
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore
from server.errors import StoreAway
from tests.harness import AGAIN_S, LIMIT_S, ServerProcess

MIDDLE = 2
"""In their second deal all stop, each after a move or at the end of their game, until they are told
to go on."""
FEWEST_MOVES = 3
"""Of the first in a heat; each of the others makes one more, so that not all do as well."""
DAY_MS = 86_400_000


async def patiently(step: Callable[[], Awaitable[object]]) -> None:
    """Do something in the store, however busy the machine is; done twice it is as done once."""
    while True:
        try:
            await step()
        except StoreAway:
            await asyncio.sleep(AGAIN_S)
        else:
            return


class House:
    """A server, the computers of all who come to it, and what they wait for in each other."""

    def __init__(self, root: Path, server: ServerProcess) -> None:
        self.root, self.url = root, server.url
        self.stopped: set[Guest] = set()
        self.go_on = asyncio.Event()
        self._news = asyncio.Event()

    async def moves_in(self, names: list[str], redis_url: str) -> None:
        """Everybody has an account, as sign-up would leave it but for the password."""
        store, now = AccountStore(redis_url, 400), Storage(self.root).now_ms()
        for name in names:
            number = new_account()
            session = SessionToken.new(number)
            one = Account(number, name, keys_of(name), False, now, "nobody knows", "nor this")
            await patiently(partial(store.create, one))
            await patiently(partial(store.begin, session, now + DAY_MS, None, now))
            save_account(self.storage(name), KnownAccount(self.url, name, session.token))
        await store.close()

    def storage(self, name: str) -> Storage:
        return Storage(self.root / name.lower().replace(" ", "-"))

    def tell(self) -> None:
        """Something is not as it was."""
        self._news.set()
        self._news.clear()

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(2 * LIMIT_S):
                while not holds():
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it was waited in vain for {what}") from None


async def until_reached(work: Callable[[], Awaitable[None]]) -> None:
    """Do something again as long as the server, or its store, cannot be reached: they may stand
    still."""
    while True:
        try:
            await work()
        except Failure as failure:
            if not is_away(failure.code, str(failure)):
                raise
            await asyncio.sleep(AGAIN_S)
        else:
            return


def is_away(code: int, sentence: str) -> bool:
    return code == UNREACHABLE or str(StoreAway()) in sentence


class Guest:
    """Somebody who enters, plays every deal for a few moves, and gives up. `made` are the moves by
    room; in the deal that is `tied` they do nothing that could tell them apart."""

    def __init__(self, house: House, code: str, name: str, tied: int = 0) -> None:
        self._house, self._code, self.name = house, code, name
        self.storage = house.storage(name)
        self.made: dict[str, list[str]] = {}
        self.room_code = ""
        self.deals = 0
        """So many are wanted where all go on at their own pace."""
        self._tied, self._chance = tied, Random(name)
        self._changed = asyncio.Event()
        self._known: KnownTournament | None = None

    async def play(self) -> None:
        """From the check-in to the end."""
        await until_reached(self._play)

    async def _play(self) -> None:
        evening = PlayerSession(self._house.url, self.storage, self._code, self, now_ms)
        await evening.check_in()
        await evening.run()

    # What the evening asks of them. -----------------------------------------------------------

    def show_change(self, before: KnownTournament | None, known: KnownTournament) -> None:
        self._known = known
        self._changed.set()

    def say(self, sentence: str) -> None:
        pass

    def line_is(self, line: ConnectionState) -> None:
        pass

    def room(self) -> RoomClient:
        return RoomClient(self._house.url, self.storage, lambda _: self._changed.set())

    async def race(self, room: RoomClient, over: Callable[[], bool]) -> None:
        self.room_code = room.session.code or ""
        self._house.tell()
        while room.session.status != "over" and not over():
            self._changed.clear()
            await self._turn(room)
            await self._changed.wait()

    async def wait_for_next(self) -> None:
        while self._is_content():
            self._changed.clear()
            await self._changed.wait()

    def _is_content(self) -> bool:
        over = self._known is not None and self._known.tournament.status == "finished"
        return self.deals > 0 and len(self.made) >= self.deals and not over

    # At the table. ----------------------------------------------------------------------------

    async def _turn(self, room: RoomClient) -> None:
        session = room.session
        if session.dealing is not None:
            room.next_frame()
            if session.dealing is not None:
                return
        board, rules, race = session.board, session.rules, session.race
        if board is None or rules is None or race is None or session.outbox:
            return
        deal, made = int(race.id.rpartition("-")[2]), self.made.setdefault(self.room_code, [])
        if deal == MIDDLE and made and self not in self._house.stopped:
            self._house.stopped.add(self)
            self._house.tell()
            await self._house.go_on.wait()
            self._changed.set()
        elif board.over is None:
            move = self._move(rules, board.state, deal, session.seat or 0, len(made))
            room.play(move)
            made.append(rules.codec.to_text(move))

    def _move(self, rules: AnyGame, state: State[Any], deal: int, seat: int, made: int) -> Any:
        legal = rules.legal(state).moves
        first_gives_up = deal == MIDDLE and seat == 0 and not self.deals
        most = 1 if deal == self._tied else 0 if first_gives_up else FEWEST_MOVES + seat
        if made >= most or not legal:
            return Resign()
        better = [move for move in legal if rules.codec.to_text(move) not in ("deal", "turn")]
        return self._chance.choice(better or legal)


class Host:
    """Whoever organises a tournament, and follows it."""

    def __init__(self, house: House, name: str) -> None:
        self._house, self.storage = house, house.storage(name)
        self.code = ""
        self.guests: dict[str, Guest] = {}
        self._known: KnownTournament | None = None

    @property
    def told(self) -> Tournament:
        assert self._known is not None
        return self._known.tournament

    async def draft(self, plan: TournamentPlan) -> None:
        """A tournament that is open to whoever comes."""

        async def work(client: OneShotClient) -> None:
            self.code = (await requests.draft(client, plan)).code

        await self._with_connection(work)
        await self.run("open")

    async def follow(self) -> None:
        """Until it is cancelled."""

        def tell(known: KnownTournament) -> None:
            self._known = known
            self._house.tell()

        await until_reached(lambda: follow(self._house.url, self.storage, self.code, tell))

    async def run(self, verb: str, **fields: Any) -> None:
        """Have something done that may be said twice."""
        given = {"type": "run_tournament", "code": self.code, "do": {"verb": verb, **fields}}

        async def work(client: OneShotClient) -> None:
            await client.authenticate()
            await requests.ask(
                client, Done, lambda n: RunTournament.model_validate({"id": n, **given})
            )

        await self._with_connection(work)

    async def _with_connection(self, work: Callable[[OneShotClient], Awaitable[None]]) -> None:
        await until_reached(lambda: with_connection(self._house.url, self.storage, work))

    async def until(self, holds: Callable[[Tournament], bool], what: str) -> None:
        await self._house.until(
            lambda: self._known is not None and holds(self.told), f"{what} of {self.code}"
        )

    async def start(self, field: int) -> None:
        """Once so many have checked in."""
        await self.until(lambda t: sum(o.checked_in for o in t.entrants) == field, "the field")
        await self.run("start", round=0)

    async def rounds(self, happens: Callable[[str, int], Awaitable[None]]) -> None:
        """Round after round to the end; in the lobby and at the table something may happen."""
        number = 0
        while (number := number + 1) and await self._comes_to(number, "lobby"):
            await happens("lobby", number)
            await self._house.until(lambda: self._all_seated(number), f"all seated in {number}")
            await self.run("start", round=number)
            await self._comes_to(number, "table")
            await happens("table", number)
            await self.run("start", round=number)

    async def _comes_to(self, number: int, state: str) -> bool:
        """Whether there is such a round at all."""

        def there(told: Tournament) -> bool:
            in_state = [each.state == state for each in told.rounds if each.number == number]
            return told.status == "finished" or in_state == [True]

        await self.until(there, f"the {state} of round {number}")
        return self.told.status != "finished"

    def round(self, number: int) -> RoundInfo:
        return self.told.rounds[number - 1]

    def seated(self, number: int) -> dict[Guest, str]:
        """Who is awaited in which room, among those who still take part."""
        one = {entrant.number: entrant for entrant in self.told.entrants}
        return {
            self.guests[one[who].name or ""]: heat.room
            for heat in self.round(number).heats
            for who in heat.entrants
            if one[who].gone is None
        }

    def _all_seated(self, number: int) -> bool:
        return all(guest.room_code == room for guest, room in self.seated(number).items())

    def all_stopped(self) -> bool:
        """Whether everybody has stopped in the middle."""
        if self._known is None or len(self.told.rounds) < MIDDLE:
            return False
        alone = all(len(heat.entrants) == 1 for heat in self.round(MIDDLE).heats)
        awaited = self.guests.values() if alone else self.seated(MIDDLE)
        return self._house.stopped.issuperset(awaited)
