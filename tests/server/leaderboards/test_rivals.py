"""Tallies against rivals, and streaks."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from engine.games import game
from protocol.from_client import parse
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore
from server.errors import Refusal
from server.handlers.rivals import RivalHandlers
from server.leaderboards import rivals
from server.leaderboards.periods import Calendar
from server.leaderboards.queries import BoardReader
from server.leaderboards.rivals import RivalTally
from server.store import keys
from server.views.listener import NoListener
from tests.messages import told
from tests.server.leaderboards import model
from tests.server.leaderboards.made import NOON, ZONE, House, Ran, race
from tests.server.leaderboards.test_rebuild import BOTS, PEOPLE, rebuild, some_race

ANN, BEN = Ran("ann", "won", ms=50_000), Ran("ben", best=20)


class Desk(NoListener):
    """A connection to ask from: `me` is who is logged in, None a guest."""

    def __init__(self, house: House) -> None:
        async def friendless(_: str) -> dict[str, str]:
            return {}

        self.accounts = AccountStore(house.process.url, 1)
        calendar = Calendar(ZONE)
        shelves = BoardReader(house.places, house.book, calendar, lambda: house.now, friendless)
        self._handlers = RivalHandlers(shelves, self.accounts, self, self._signed_in).handlers
        self.me: str | None = None
        self._told: list[bytes] = []

    async def _signed_in(self) -> Account | None:
        return await self.accounts.account(self.me) if self.me else None

    def send(self, data: bytes) -> None:
        self._told.append(data)

    async def called(self, number: str, name: str, *, bot: bool = False) -> Account:
        """A new account."""
        account = Account(number, name, keys_of(name), bot, NOON, "x", "x")
        assert await self.accounts.create(account)
        return account

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        request = parse(json.dumps({"type": kind, "id": 7, **fields}))
        await self._handlers[kind](request)
        (answer,) = told(self._told.pop())
        assert answer["id"] == 7
        return answer


@pytest.fixture
async def seat_board(house: House) -> AsyncIterator[Desk]:
    made = Desk(house)
    yield made
    await made.accounts.close()


async def agrees(house: House, races: list[Any]) -> None:
    """What everybody has against everybody is what counting all races comes to."""
    for me in (*PEOPLE, *BOTS):
        met = await house.book.rivals.of(me)
        assert [(one.account, [*one.tally]) for one in met] == model.rivals(races, me)
        for them in (*PEOPLE, "nobody"):
            overall, games = await house.book.rivals.versus(me, them)
            found = {"": overall, **games} if games else {}
            assert {game: [*tally] for game, tally in found.items()} == model.versus(
                races, me, them
            )


@pytest.mark.parametrize("asked", ["of", "versus"])
async def test_others_have_their_turn_while_large_races_are_gone_through(
    house: House, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    accounts = [Ran(f"p{n}") for n in range(400)]
    for number in range(1, 31):
        await house.book.write(race(number, *accounts))
    loop, turn, reads = asyncio.get_running_loop(), 0, Counter[int]()

    def next_turn() -> None:
        nonlocal turn
        turn += 1
        if reads.total() < 30:
            loop.call_soon(next_turn)

    def read(text: str, plainly: Callable[[str], dict[str, int]] = rivals._read) -> dict[str, int]:
        reads[turn] += 1
        return plainly(text)

    monkeypatch.setattr(rivals, "_read", read)
    next_turn()
    book = house.book.rivals
    await (book.of("p1") if asked == "of" else book.versus("p1", "p2"))
    assert reads.total() == 30
    assert max(reads.values()) <= rivals.MANY // 400 + 1


async def test_the_book_is_what_an_independent_count_comes_to(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rivals, "PAGE", 20)
    monkeypatch.setattr(rivals, "MANY", 15)
    chance = random.Random(1952)
    races = [some_race(chance, number, NOON + number) for number in range(1, 160)]
    void = races[::9]
    for one in races[:100]:
        await house.book.write(one)
    for one in void:
        await house.book.void(one.race, "a fault", NOON)
    for one in [*races[90:], races[3], races[9]]:  # some are told twice
        await house.book.write(one)
    for one in void:
        await house.book.void(one.race, "a fault", NOON)
    await house.catch_up()
    counting = [one for one in races if one not in void]
    await agrees(house, counting)
    assert await rebuild(house).run() == []
    await agrees(house, counting)


async def test_a_run_goes_on_until_something_else_happens() -> None:
    tally, runs = RivalTally(), []
    for mine, theirs in [(1, 2), (1, 3), (2, 1), (4, 1), (3, 3), (2, 2), (1, 2)]:
        tally = tally.then(mine, theirs)
        runs.append(tally.run)
    assert runs == [1, 2, -1, -2, 0, 0, 1]
    assert (tally.wins, tally.losses, tally.ties, tally.races) == (3, 2, 2, 7)


async def test_what_was_noted_of_places_is_made_anew(house: House) -> None:
    still = Ran("ann", moves=0), Ran("ben", moves=1, reason="resigned")
    await house.count(race(1, ANN, BEN), race(2, BEN, ANN), race(3, ANN), race(4, *still))
    before = await house.redis.hgetall(keys.RESULTS.placed)
    assert before.keys() == {"1", "2"}, "the others have no rivals in them"
    await house.redis.hdel(keys.RESULTS.placed, "1")
    await house.redis.hset(keys.RESULTS.placed, "3", "ann 1 liar 2")
    found = await rebuild(house).run()
    assert {(one.key, one.field) for one in found} == {
        (keys.RESULTS.placed, "1"),
        (keys.RESULTS.placed, "3"),
    }
    assert await house.redis.hgetall(keys.RESULTS.placed) == before
    assert (await house.book.rivals.versus("ann", "ben"))[0] == RivalTally(2, 0, 0, 2)


async def test_rivals_are_told_page_by_page_those_met_last_first(
    house: House, seat_board: Desk
) -> None:
    for number, name in (("ann", "Ann"), ("ben", "Ben"), ("cat", "Cat")):
        await seat_board.called(number, name)
    await seat_board.called("bot-a", "Botty", bot=True)
    await house.count(
        race(1, ANN, BEN, Ran("bot-a"), at=NOON),
        race(2, ANN, Ran("gone", best=30), at=NOON + 1000),
        race(3, BEN, Ran("cat", best=30), Ran(None, best=40), at=NOON + 2000),
        race(4, ANN, Ran(None), at=NOON + 3000),
        race(5, BEN, ANN, Ran("cat", "won", ms=1), at=NOON + 4000),
    )
    house.now = NOON + 10_000
    seat_board.me = "ann"
    page = await seat_board.ask("get_rivals")
    assert page["total"] == 4
    tallies = {one["name"]: one.pop("tally") for one in page["rivals"]}
    assert page["rivals"][:2] == [
        {"name": "Ben", "bot": False, "ago_ms": 6_000},
        {"name": "Cat", "bot": False, "ago_ms": 6_000},
    ]
    assert page["rivals"][2:] == [
        {"name": None, "bot": False, "ago_ms": 9_000},
        {"name": "Botty", "bot": True, "ago_ms": 10_000},
    ]
    assert tallies["Ben"] == {"wins": 2, "losses": 0, "ties": 0, "run": 2}
    assert tallies["Cat"] == {"wins": 0, "losses": 1, "ties": 0, "run": -1}
    part = await seat_board.ask("get_rivals", offset=1, count=2)
    assert (part["total"], [one["name"] for one in part["rivals"]]) == (4, ["Cat", None])
    assert (await seat_board.ask("get_rivals", offset=4))["rivals"] == []
    seat_board.me = None
    with pytest.raises(Refusal, match="Log in first") as refused:
        await seat_board.ask("get_rivals")
    assert refused.value.code == "not_signed_in"


async def test_two_people_whoever_asks(house: House, seat_board: Desk) -> None:
    for number, name in (("ann", "Ann"), ("ben", "Ben")):
        await seat_board.called(number, name)
    kings = Ran("ann", best=5), Ran("ben", best=9)
    await house.count(
        race(1, ANN, BEN), race(2, *kings, slug="kings"), race(3, Ran("ann"), Ran("ben"))
    )
    aces = {"game": "aces_up", "tally": {"wins": 1, "losses": 0, "ties": 1, "run": 0}}
    lost = {"game": "kings", "tally": {"wins": 0, "losses": 1, "ties": 0, "run": -1}}
    answer = await seat_board.ask("get_versus", one=" ANN ", other="ben")
    assert (answer["one"], answer["other"], answer["games"]) == ("Ann", "Ben", [aces, lost])
    assert answer["tally"] == {"wins": 1, "losses": 1, "ties": 1, "run": 0}
    seat_board.me = "ben"
    mine = await seat_board.ask("get_versus", other="Ann")
    assert mine["one"] == "Ben"
    assert [one["tally"]["losses"] for one in mine["games"]] == [1, 0]
    for fields, code in (
        ({"other": "Nobody"}, "unknown_name"),
        ({"other": "Ben"}, "yourself"),
        ({"one": "Ann", "other": "ann"}, "yourself"),
    ):
        with pytest.raises(Refusal) as refused:
            await seat_board.ask("get_versus", **fields)
        assert refused.value.code == code
    seat_board.me = None
    with pytest.raises(Refusal, match="Log in"):
        await seat_board.ask("get_versus", other="Ann")


async def test_streaks_are_those_of_the_usual_options(house: House, seat_board: Desk) -> None:
    await seat_board.called("ann", "Ann")
    await seat_board.called("bot-a", "Botty", bot=True)
    won, lost = Ran("ann", "won"), Ran("ann", "lost")
    other = dict(game("aces_up", {"must_fill": False}).chosen)
    await house.count(
        *(race(n, one) for n, one in enumerate((won, won, won, lost, won))),
        *(race(10 + n, one, slug="kings") for n, one in enumerate((won, won))),
        race(20, lost, slug="demon"),
        race(21, Ran("ann", "complete", points=9), slug="poker_patience"),
        race(22, won, options=other),
        race(23, Ran("bot-a", "won")),
    )
    answer = await seat_board.ask("get_streaks", name="ann")
    assert answer["name"] == "Ann"
    assert answer["streaks"] == [
        {"game": "kings", "streak": 2, "longest": 2},
        {"game": "aces_up", "streak": 1, "longest": 3},
    ]
    bots = await seat_board.ask("get_streaks", name="botty")
    assert bots["streaks"] == [{"game": "aces_up", "streak": 1, "longest": 1}]
    seat_board.me = "ann"
    assert await seat_board.ask("get_streaks") == answer
    with pytest.raises(Refusal):
        await seat_board.ask("get_streaks", name="Nobody")
