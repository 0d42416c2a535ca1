"""The stored form of tries: what is read is what was stored, once, and small."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES, game
from engine.races import ranking
from engine.races.limits import LONGEST_BELL_MS, MOST_MOVES_ALONE, MOST_SEATS_EVER
from engine.races.ranking import Standing
from engine.races.traveller import DEPTH, TENTHS, TrySummary
from protocol.names import LONGEST_NAME
from server.leaderboards.results_log import ResultsLog
from server.rooms.store import RoomStore
from server.store import keys
from server.travellers.cache import TravellerCache, computed
from server.travellers.store import MOST_TRIES, StoredRows, TryStore
from server.travellers.stored_try import (
    UNIT_MS,
    StoredTry,
    TryKind,
    kind_of,
    packed,
    unpacked,
)
from tests.server.clocked_process import real_store
from tests.server.travellers.made import made_tries
from tests.stores import all_commands

MIB = 2**20
MANY = 10_000
DEAL = "d" * 32
RULES = game("klondike")

times = st.integers(0, LONGEST_BELL_MS)
standings = st.builds(
    Standing,
    seat=st.integers(0, MOST_SEATS_EVER - 1),
    result=st.sampled_from([None, "won", "lost", "complete"]),
    reason=st.sampled_from([None, "stuck", "resigned", "timeout"]),
    best=st.integers(0, max(rules.goal for rules in GAMES.values())),
    tie_break=st.integers(0, 10**6),
    reached_ms=times,
    points=st.none() | st.integers(-1_000, 10**6),
    ended_ms=times,
    moves=st.integers(0, MOST_MOVES_ALONE + 1),
    clean=st.booleans(),
)
summaries = st.builds(
    TrySummary,
    standings,
    st.lists(st.none() | times, min_size=TENTHS, max_size=TENTHS).map(tuple),
    st.lists(st.sampled_from(["turn", "pack a b 1", "汉"]), max_size=DEPTH).map(tuple),
    st.booleans(),
)
people = st.one_of(
    st.tuples(st.integers(1, 2**64 - 1).map(lambda n: f"{n:016x}"), st.just("")),
    st.tuples(st.none(), st.text(min_size=1, max_size=LONGEST_NAME)),
)


@given(people, summaries, st.integers(1, 999_999), st.booleans(), st.booleans())
def test_a_try_is_read_as_it_was_stored(
    who: tuple[str | None, str], summary: TrySummary, n: int, bot: bool, ghost: bool
) -> None:
    one = StoredTry(*who, "KQ74TX", n, summary.standing.seat, bot, ghost, summary)
    texts = dict(enumerate(sorted(set(summary.choices)), 1))
    numbers = {text: number for number, text in texts.items()}
    ids = [numbers[text] for text in summary.choices] + [0] * (DEPTH - len(summary.choices))
    head, tail = packed(one)
    read = unpacked(head + b"".join(each.to_bytes(2, "little") for each in ids) + tail, texts)
    latest = max((ms for ms in summary.tenths if ms is not None), default=0)
    unit = UNIT_MS
    while latest // unit >= 2**16 - 1:
        unit *= 2
    rounded = tuple(None if ms is None else ms // unit * unit for ms in summary.tenths)
    assert read == one._replace(summary=summary._replace(tenths=rounded))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[RoomStore]:
    async with real_store(tmp_path) as redis:
        made = RoomStore(redis.url)
        yield made
        await made.close()


async def read(tries: TryStore) -> list[StoredTry]:
    rows = await tries.rows(DEAL)
    return [unpacked(row, rows.texts()) for row in rows.rows]


async def test_a_try_is_stored_once(store: RoomStore) -> None:
    tries, made = TryStore(store.others, 100), made_tries(450)
    await tries.add(DEAL, made[:300])
    await tries.add(DEAL, made)
    assert await read(tries) == made
    assert await tries.count(DEAL) == len(made)
    for key in (keys.traveller(DEAL), keys.traveller_choices(DEAL)):
        assert 0 < await all_commands(store.others).ttl(key) <= 100
    assert await tries.rows("e" * 32) == ([], {})


async def test_of_a_contestant_with_two_rows_the_first_counts(store: RoomStore) -> None:
    tries, (one,) = TryStore(store.others, 100), made_tries(1)
    other = one._replace(account=None, name="Ann")
    await tries.add(DEAL, [one])
    await tries.add(DEAL, [other])
    told = computed(RULES, "time", await tries.rows(DEAL))
    assert [unpacked(row, told.texts) for row in told.counted] == [one]


async def test_a_deal_has_no_more_than_so_many_tries(
    store: RoomStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.travellers.store.MOST_TRIES", 5)
    assert MOST_TRIES >= MANY
    tries, made = TryStore(store.others, 100), made_tries(9)
    await tries.add(DEAL, made)
    assert await read(tries) == made[:5]


async def test_ten_thousand_tries_take_a_megabyte_at_most(store: RoomStore) -> None:
    tries = TryStore(store.others, 100)
    await tries.add(DEAL, made_tries(MANY))
    assert await tries.count(DEAL) == MANY
    redis, used = all_commands(store.others), 0
    for key in (keys.traveller(DEAL), keys.traveller_choices(DEAL)):
        used += await redis.memory_usage(key, samples=0)
    assert used <= MIB


async def test_a_traveller_is_kept_until_a_try_is_added(store: RoomStore) -> None:
    tries, made = TryStore(store.others, 100), made_tries(30)
    cache = TravellerCache(tries, ResultsLog(store.others))
    await tries.add(DEAL, made[:20])
    first = await cache.traveller(DEAL, RULES, "time")
    assert await cache.traveller(DEAL, RULES, "time") is first
    assert len(first.counted) == 20
    await tries.add(DEAL, made)
    assert len((await cache.traveller(DEAL, RULES, "time")).counted) == 30
    by_moves = await cache.traveller(DEAL, RULES, "moves")
    assert [row.row for row in by_moves.rows(0, 30)] != [row.row for row in first.rows(0, 30)]
    cache.forget_all()
    again = await cache.traveller(DEAL, RULES, "moves")
    assert again is not by_moves
    assert again.rows(0, 30) == by_moves.rows(0, 30)


async def test_the_cache_holds_so_many_tries(store: RoomStore) -> None:
    tries = TryStore(store.others, 100)
    cache = TravellerCache(tries, ResultsLog(store.others), 25)
    for deal in ("a", "b", "c"):
        await tries.add(deal, made_tries(10, ord(deal)))
    told = {deal: await cache.traveller(deal, RULES, "time") for deal in ("a", "b", "c")}
    assert await cache.traveller("c", RULES, "time") is told["c"]
    assert await cache.traveller("b", RULES, "time") is told["b"]
    again = await cache.traveller("a", RULES, "time")
    assert again.rows(0, 10) == told["a"].rows(0, 10)
    assert again is not told["a"]


def stored(tries: Sequence[StoredTry]) -> StoredRows:
    """The rows of these tries, as the script stores them."""
    numbers, rows = dict[str, int](), []
    for one in tries:
        ids = [numbers.setdefault(text, len(numbers) + 1) for text in one.summary.choices]
        ids += [0] * (DEPTH - len(ids))
        head, tail = packed(one)
        rows.append(head + b"".join(each.to_bytes(2, "little") for each in ids) + tail)
    return StoredRows(rows, {text: str(number) for text, number in numbers.items()})


tries_of_some = st.lists(
    st.builds(
        lambda who, summary, code, n, bot, ghost: StoredTry(
            who[0], who[1], code, n, summary.standing.seat, bot, ghost, summary
        ),
        people,
        summaries,
        st.sampled_from(["KQ74TX", "AAAAAA"]),
        st.integers(1, 3),
        st.booleans(),
        st.booleans(),
    ),
    max_size=25,
)


@given(tries_of_some, st.sampled_from(["time", "moves"]))
def test_a_traveller_is_what_its_tries_say_one_by_one(made: list[StoredTry], winners: str) -> None:
    kept, void = stored(made), ["AAAAAA-2"]
    told = computed(RULES, winners, kept, void)
    read = [unpacked(row, kept.texts()) for row in kept.rows]
    first = {(one.code, one.n, one.seat): one for one in reversed(read)}
    valid = [one for one in dict.fromkeys(read) if first[one.code, one.n, one.seat] is one]
    valid = [one for one in valid if f"{one.code}-{one.n}" not in void]
    going = [one for one in valid if one.summary.got_going]
    counted = [one for one in going if not one.bot and not one.ghost]
    apart = [one for one in going if one.bot and not one.ghost]
    apart += [one for one in going if one.ghost]
    order = sorted(
        counted, key=lambda one: ranking.key(one.summary.standing, RULES.ranked_by, winners)
    )

    rows = told.rows(0, len(made))
    assert [unpacked(row.row, told.texts) for row in rows] == order
    assert [unpacked(row.row, told.texts) for row in told.apart] == apart
    assert told.left_out == len(valid) - len(going)
    for row, one in zip(rows, order, strict=True):
        own = ranking.key(one.summary.standing, RULES.ranked_by, winners)
        others = [ranking.key(each.summary.standing, RULES.ranked_by, winners) for each in order]
        better, same = sum(each < own for each in others), others.count(own) - 1
        points = len(order) - 1 - better - same + same / 2
        percent = 100 * points / (len(order) - 1) if len(order) > 1 else 50.0
        assert row[1:] == (better + 1, points, percent)
    for tenth, of_all in zip(told.pace, range(TENTHS), strict=True):
        times = sorted(ms for one in counted if (ms := one.summary.tenths[of_all]) is not None)
        assert tenth.reached == len(times)
        if times:
            middle = times[(len(times) - 1) // 2]
            assert (tenth.fastest, tenth.middle, tenth.slowest) == (times[0], middle, times[-1])
    roots = [branch for branch in told.tree if branch.depth == 0]
    for branch in roots:
        if branch.move is not None:
            same_choice = [one for one in counted if one.summary.choices[:1] == (branch.move,)]
            assert branch.tries == len(same_choice)
            assert branch.won == sum(o.summary.standing.result == "won" for o in same_choice)
    assert sum(branch.tries for branch in roots) == sum(bool(o.summary.choices) for o in counted)
    for one in read:
        assert told.has_race(one.code, one.n)
    assert not told.has_race("BBBBBB", 1)
    for account in {one.account for one in counted} - {None}:
        mine = [one for one in order if one.account == account]
        assert [unpacked(row.row, told.texts) for row in told.rows_of(account or "", 2)] == mine[:2]


def test_who_counts_and_who_is_listed_apart() -> None:
    made = made_tries(4)
    ghost, bot = made[1]._replace(ghost=True), made[2]._replace(bot=True)
    idle = made[3]._replace(summary=made[3].summary._replace(got_going=False))
    kinds = [kind_of(row) for row in stored([made[0], ghost, bot, idle]).rows]
    assert kinds == [TryKind.COUNTED, TryKind.GHOST, TryKind.BOT, TryKind.IDLE]
