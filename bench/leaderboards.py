"""Measure queries of a leaderboard of a million, and a result that enters it, each in turns with
the bare Redis command in the same run."""

from collections.abc import Awaitable, Callable
from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns
from typing import Any, NamedTuple

from bench import machine
from bench.timing import Cost
from engine.games import game
from server.accounts.store import AccountStore
from server.leaderboards.account_rankings import Rankings
from server.leaderboards.board import BoardKey
from server.leaderboards.log_entry import LoggedContestant, LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leaderboards.results_log import ResultsLog
from server.store import keys
from server.store.embedded_redis import EmbeddedStore
from server.store.redis_client import connect

GAME = "aces_up"
BOARD = BoardKey("fastest", game(GAME).identity)
ROWS = 20
NOON = 1_795_262_400_000
FILL = 20_000

FILLING = """
for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  local account = string.format('%08x%08x', i * 2654435761 % 4294967296, i)
  local score = 30000 + i * 7919 % 500000
  redis.call('ZADD', KEYS[1], score, account)
  redis.call('HSET', KEYS[2], account, i .. ' ' .. score .. ' ' .. i .. ' - - 1 1 1')
end
"""


class BoardCost(NamedTuple):
    """Microseconds of a query of a leaderboard, names of accounts included, and of the bare
    command."""

    what: str
    ours: Cost
    command: str
    bare: Cost


Call = Callable[[int], Awaitable[object]]


async def measured(entries: int, calls: int) -> list[BoardCost]:
    """Measure all queries of a leaderboard of `entries` accounts, `calls` times each."""
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        with machine.server_core():
            store = EmbeddedStore(Path(folder))
            await store.__aenter__()
        redis, accounts = connect(store.url, 1), AccountStore(store.url, 400)
        try:
            await _fill(redis, entries)
            return await _measure(redis, Rankings(redis, accounts.names), entries, calls)
        finally:
            await accounts.close()
            await redis.aclose()
            await store.__aexit__(None, None, None)


async def _fill(redis: Any, entries: int) -> None:
    filling = redis.register_script(FILLING)
    names = [_key(), keys.RESULTS.rows("people", "all", BOARD.subject)]
    for first in range(1, entries + 1, FILL):
        await filling(names, [first, min(first + FILL - 1, entries)])


async def _measure(redis: Any, places: Rankings, entries: int, calls: int) -> list[BoardCost]:
    key, projector, book = _key(), await _projector(redis), ResultsLog(redis)

    def someone(n: int) -> str:
        i = n * 7_927 % entries + 1
        return f"{i * 2_654_435_761 % 2**32:08x}{i:08x}"

    def somewhere(n: int) -> int:
        return n * 104_729 % max(1, entries - ROWS)

    async def around(n: int) -> None:
        rank = await redis.zrank(key, someone(n))
        await redis.zrange(key, max(0, rank - 5), rank + 5, withscores=True)

    for n in range(calls):
        await book.write(result(n, someone(n)))
    waiting = await book.entries(0, calls)

    async def update(n: int) -> None:
        await projector.take(waiting[n : n + 1])

    questions: tuple[tuple[str, Call, str, Call], ...] = (
        (
            "place of one",
            lambda n: places.place(BOARD, someone(n)),
            "ZRANK",
            lambda n: redis.zrank(key, someone(n)),
        ),
        (
            f"page of {ROWS}",
            lambda n: places.page(BOARD, somewhere(n), ROWS),
            "ZRANGE",
            lambda n: redis.zrange(key, s := somewhere(n), s + ROWS - 1, withscores=True),
        ),
        (
            "11 around one",
            lambda n: places.around(BOARD, someone(n)),
            "ZRANK, ZRANGE",
            around,
        ),
        (
            "100 friends",
            lambda n: places.friends(BOARD, [someone(100 * n + i) for i in range(100)]),
            "ZMSCORE",
            lambda n: redis.zmscore(key, [someone(100 * n + i) for i in range(100)]),
        ),
        (
            "a result enters 25 boards",
            update,
            "ZADD",
            lambda n: redis.zadd(key, {someone(n): 29_000 + n}),
        ),
    )
    rows = []
    for what, ours, command, bare in questions:
        taken: tuple[list[int], list[int]] = ([], [])
        for n in range(calls):
            for times, call in zip(taken, (ours, bare), strict=True):
                started = perf_counter_ns()
                await call(n)
                times.append(perf_counter_ns() - started)
        rows.append(BoardCost(what, Cost.of(taken[0]), command, Cost.of(taken[1])))
    return rows


async def _projector(redis: Any) -> Projector:
    projector = Projector(redis, Calendar(UTC), lambda: NOON)
    await projector.open()
    await projector.catch_up()
    return projector


def _key() -> str:
    return keys.RESULTS.board(BOARD.measure, BOARD.side, BOARD.period, BOARD.subject)


def result(n: int, account: str) -> LoggedRace:
    """Return the log entry of a race that an account won. The time, 20 s and `n` ms, is better than
    those that FILLING writes."""
    one = LoggedContestant(
        seat=0,
        account=account,
        bot=False,
        place=1,
        result="won",
        reason=None,
        best=48,
        tie_break=0,
        reached_ms=1_000,
        points=None,
        ended_ms=20_000 + n,
        moves=60,
        clean=True,
    )
    return LoggedRace(
        race=f"KQ74TX-{n + 1}",
        at=NOON,
        game=GAME,
        options=game(GAME).chosen,
        ranked_by="progress",
        format="first_out",
        winners="time",
        take_back="none",
        bell_ms=360_000,
        ended_ms=20_000 + n,
        daily=None,
        contestants=(one,),
    )
