"""A rebuild: leaderboards, ratings and histories follow from the results log, whatever state they
were in."""

import asyncio
import random
from typing import Any

import pytest

from server.leaderboards.board import BoardKey
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.rebuilding.rebuild import Interrupted, Rebuild
from server.store import keys
from tests.server.leaderboards import model
from tests.server.leaderboards.made import DAY, NOON, ZONE, House, Ran, race

PEOPLE = [f"p{i}" for i in range(9)]
BOTS = ["bot-a", "bot-b"]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("aces_up", {}),
    ("aces_up", {"must_fill": False}),
    ("kings", {}),
    ("poker_patience", {}),
    ("demon", {}),
    ("racing_demon", {"piles": 5}),
]


def rebuild(house: House) -> Rebuild:
    return Rebuild(house.redis, Calendar(ZONE), lambda: house.now)


def some_race(chance: random.Random, number: int, at: int) -> LoggedRace:
    """A race of one to five: people, bots and guests."""
    slug, options = chance.choice(GAMES)
    entrants: list[str | None] = [*PEOPLE, *PEOPLE, *BOTS, None, None]
    who = chance.sample(entrants, chance.choice((1, 1, 1, 2, 2, 3, 5)))
    take_back = chance.choice(("none", "none", "free"))
    ran, seen = [], set[str]()
    for account in who:
        if account in seen:
            continue
        if account is not None:
            seen.add(account)
        points = slug in ("poker_patience", "racing_demon")
        fewest = -26 if slug == "racing_demon" else 0
        won = not points and chance.random() < 0.5
        resigned = not won and chance.random() < 0.2
        ran.append(
            Ran(
                account,
                result="complete" if points else "won" if won else "lost",
                best=chance.randrange(40),
                tie_break=chance.randrange(3),
                ms=chance.randrange(600) * 50,
                points=chance.randrange(fewest, 40) if points else None,
                clean=take_back == "none" or chance.random() < 0.5,
                moves=chance.choice((1, 1, 30)),
                reason="resigned" if resigned else None,
                sent_away=resigned and chance.random() < 0.4,
            )
        )
    return race(number, *ran, slug=slug, options=options, at=at, take_back=take_back)


async def agrees(house: House, races: list[LoggedRace]) -> None:
    """Everything that can be asked is what the model says of these races, which count."""
    expected = model.boards(races, ZONE)
    kept = set[str]()
    for (measure, side, period, subject), ranked in expected.items():
        board = BoardKey(measure, subject, period, side)  # type: ignore[arg-type]
        page = await house.places.page(board, 0, 100)
        assert {row.account: row.place for row in page.rows} == model.placed(ranked), board
        for row in page.rows if measure in ("outs", "streak", "longest") else ():
            assert row.value.amount == -ranked[row.account][0], (board, row)
        kept.add(keys.RESULTS.board(measure, side, period, subject))
    for scope, believed in model.ratings(races).items():
        page = await house.places.page(BoardKey("rating", scope), 0, 100)
        kept.add(keys.RESULTS.board("rating", "people", "all", scope))
        found = {row.account: row.rating for row in page.rows}
        assert found.keys() == believed.keys()
        for account, belief in believed.items():
            rating = found[account]
            assert rating is not None
            assert rating.races == belief.races
            assert rating.mu / 1e6 == pytest.approx(belief.mu, abs=1e-3)
            assert rating.sigma / 1e6 == pytest.approx(belief.sigma, abs=1e-3)
    there = {key async for key in house.redis.scan_iter("cp:{book}:board:*", count=1000)}
    assert there == kept
    for me, them in zip(PEOPLE, [*PEOPLE[1:], *BOTS], strict=False):
        overall, games = await house.book.rivals.versus(me, them)
        tallies = {"": overall, **games} if games else {}
        counted = {game: [*tally] for game, tally in tallies.items()}
        assert counted == model.versus(races, me, them)


@pytest.mark.long(20)
async def test_after_ten_thousand_results_nothing_is_to_be_put_right(house: House) -> None:
    chance = random.Random(1952)
    told: list[LoggedRace] = []
    void: list[LoggedRace] = []
    at = house.now = NOON
    for number in range(1, 10_001):
        at += chance.randrange(-2 * DAY, 3 * DAY) // 400  # a clock is set back now and then
        house.now = max(house.now, at)
        told.append(some_race(chance, number, at))
        await house.book.write(told[-1])
        if chance.random() < 0.0015:
            void.append(chance.choice(told[-400:]))
            await house.book.void(void[-1].race, "a fault", at)
        if chance.random() < 0.01:
            await house.catch_up()
        if number in (2_500, 6_000):
            await house.restart()
            # Killed, a store may have lost its last second; this is told again, and some more.
            known = await house.redis.hgetall(keys.RESULTS.races)
            for one in [*told[-99:-50], *(one for one in told if one.race not in known)]:
                await house.book.write(one)
            for one in void:
                assert await house.book.void(one.race, "a fault", at) in ("voided", "already")
    await house.catch_up()
    assert len(void) > 10
    await agrees(house, [one for one in told if one not in void])
    before = await house.derived()
    assert await rebuild(house).run() == []
    assert await house.derived() == before


async def test_what_was_lost_or_changed_is_found_and_put_right(house: House) -> None:
    chance = random.Random(7)
    races = [some_race(chance, number, NOON + number * 1000) for number in range(80)]
    await house.count(*races)
    await house.book.void(races[17].race, "a fault", NOON)
    await house.catch_up()
    before = await house.derived()
    subject = races[0].identity
    redis = house.redis
    await redis.zadd(keys.RESULTS.board("outs", "people", "all", subject), {"p0": 99, "liar": 100})
    await redis.delete(keys.RESULTS.rows("people", "year:2026", subject))
    await redis.hset(keys.RESULTS.ratings("overall"), "p1", "1 1 1")
    await redis.rpush(keys.RESULTS.of("p2"), "99 nothing 0 aces_up 1 1")
    await redis.hdel(keys.RESULTS.races, races[3].race)
    await redis.hset(keys.RESULTS.voided, "5", "6")
    await redis.set(keys.RESULTS.board("best", "bots", "all", "chess"), "strange")
    spoilt = await house.derived()
    differences = await rebuild(house).run()
    assert await house.derived() == before
    assert {one.key for one in differences} == {
        key
        for key in (*before, *spoilt, keys.RESULTS.board("best", "bots", "all", "chess"))
        if before.get(key) != spoilt.get(key) or key.endswith("chess")
    }
    by_field = {(one.key, one.field): one[2:] for one in differences}
    outs = keys.RESULTS.board("outs", "people", "all", subject)
    assert by_field[outs, "liar"] == ("100.0", None)
    assert by_field[keys.RESULTS.voided, "5"] == ("6", None)
    assert await rebuild(house).run() == []
    await agrees(house, [one for one in races if one is not races[17]])


async def test_results_told_while_all_is_made_anew_wait_and_count(house: House) -> None:
    chance = random.Random(9)
    races = [some_race(chance, number, NOON + number) for number in range(300)]
    await house.count(*races[:200])

    async def tell() -> None:
        for one in races[200:]:
            await house.book.write(one)
            await asyncio.sleep(0)

    async def fold() -> None:
        other = house.new_clerk()
        await other.open()
        while await other.catch_up() < 300:  # noqa: ASYNC110 # it is the store that changes
            await asyncio.sleep(0.005)

    found, *_ = await asyncio.gather(rebuild(house).run(), tell(), fold())
    assert found == []
    await agrees(house, races)


async def test_only_one_makes_it_anew_at_a_time_and_a_stopped_one_has_lost_it(
    house: House,
) -> None:
    await house.count(some_race(random.Random(1), 1, NOON))
    await house.redis.set(keys.RESULTS.rebuilding, "somebody", px=60_000)
    with pytest.raises(Interrupted):
        await rebuild(house).run()
    await house.redis.delete(keys.RESULTS.rebuilding)
    stopped = rebuild(house)
    await stopped._change_lock("begin")
    await house.redis.delete(keys.RESULTS.rebuilding)  # its minute has passed
    with pytest.raises(Interrupted):
        await stopped._change_lock("hold")
    assert await rebuild(house).run() == []
    assert not [key async for key in house.redis.scan_iter("cp:{book}:anew:*")]
