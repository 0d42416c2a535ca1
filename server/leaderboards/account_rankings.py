"""Reads rows, places, ratings and streaks of accounts from leaderboards.

The place of a row follows from its score; accounts with equal scores share a place. For each
account on a leaderboard a row is stored, which is a text with the figures of the account. The
results log is the list of the results of all races.
"""

from collections.abc import Sequence
from typing import NamedTuple

from server.accounts.store import AccountNames
from server.leaderboards.board import BoardKey, ScoreValue, Side, value
from server.leaderboards.ratings import Rating
from server.leaderboards.results_log import HERE
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, Reply, replies
from server.store.scripts import Script, as_items, as_number, as_optional_text, as_text, as_texts

MOST_ROWS = 500
"""Most rows of a page."""


class RankingRow(NamedTuple):
    """A row of a leaderboard.

    `account` is the id of the account. `name` is None if the account is deleted. `entry` is the
    number of the entry in the results log from which the result comes; it is set only on
    leaderboards of the measures `fastest` and `best`. `rating` is set only on leaderboards of
    ratings.
    """

    place: int
    account: str
    name: str | None
    value: ScoreValue
    entry: int | None = None
    rating: Rating | None = None


class RankingPage(NamedTuple):
    """Rows of a leaderboard from `offset` on, best first; `total` is the number of all rows of the
    leaderboard."""

    total: int
    offset: int
    rows: list[RankingRow]


class StoredPage(NamedTuple):
    """A page of a leaderboard as stored, best row first.

    `total` is the number of rows of the leaderboard, `place` the place of the first row of the
    page. Each of `rows` is (account, score, the stored text of the account's row or, on a
    leaderboard of ratings, of its rating; None if there is none).
    """

    total: int
    offset: int
    place: int
    rows: list[tuple[str, int, str | None]]


class StoredRow(NamedTuple):
    """An account on a leaderboard: its score, how many accounts have a better score (`better`), and
    the stored text of its row or, on a leaderboard of ratings, of its rating (`kept`)."""

    account: str
    score: int
    better: int
    kept: str | None


def _page(reply: Reply) -> StoredPage:
    """Parse the reply of `board_page.lua`, which reads a page of a leaderboard."""
    total, offset, place, flat, kept = as_items(reply)
    pairs = as_texts(flat)
    rows = zip(
        pairs[::2],
        map(_parse_integer, pairs[1::2]),
        map(as_optional_text, as_items(kept)),
        strict=True,
    )
    return StoredPage(as_number(total), as_number(offset), as_number(place), list(rows))


def _friends(reply: Reply) -> tuple[int, list[StoredRow]]:
    """Parse the reply of `board_of_friends.lua`, which reads the rows of an account and its
    friends. Return (number of rows of the leaderboard, rows)."""
    total, rows = as_items(reply)
    return as_number(total), [_friend(row) for row in as_items(rows)]


def _friend(row: Reply) -> StoredRow:
    account, score, better, kept = as_items(row)
    return StoredRow(
        as_text(account),
        _parse_integer(as_text(score)),
        as_number(better),
        as_optional_text(kept) or None,
    )


PAGE = Script(HERE / "board_page.lua", _page)
FRIENDS = Script(HERE / "board_of_friends.lua", _friends)


class Rankings:
    """Reads leaderboards. Methods raise StoreAway if the store (Redis) cannot be reached."""

    def __init__(self, redis: RedisClient, names: AccountNames) -> None:
        self._redis = redis
        self._names = names

    async def page(self, board: BoardKey, offset: int = 0, count: int = 20) -> RankingPage:
        """Return up to `count` rows of a leaderboard, at most MOST_ROWS, from row `offset` on."""
        return await self._part(board, offset, count, "")

    async def around(self, board: BoardKey, account: str, count: int = 11) -> RankingPage | None:
        """Return up to `count` rows with the account's row in the middle, or as near to it as the
        ends of the leaderboard allow; None if the account is not on the leaderboard."""
        page = await self._part(board, 0, count, account)
        return None if page.offset < 0 else page

    async def place(self, board: BoardKey, account: str) -> tuple[int, int] | None:
        """Return (place of an account, number of rows of the leaderboard); None if the account is
        not on the leaderboard."""
        total, rows = await self._rows_of(board, [account])
        return (rows[0][0], total) if rows else None

    async def friends(self, board: BoardKey, accounts: Sequence[str]) -> RankingPage:
        """Return the rows of these accounts, best first, each with its place on the whole
        leaderboard.

        The `total` of the page is the number of rows of the whole leaderboard.
        """
        total, rows = await self._rows_of(board, list(dict.fromkeys(accounts))[:MOST_ROWS])
        return RankingPage(total, 0, await self._named(board, sorted(rows)))

    async def _rows_of(
        self, board: BoardKey, accounts: Sequence[str]
    ) -> tuple[int, list[tuple[int, str, int, str | None]]]:
        """Return the number of rows of the leaderboard, and (place, account, score, stored row) of
        these accounts."""
        async with patience():
            total, found = await FRIENDS.run(
                self._redis,
                (_scores_key(board), _rows_key(board)),
                int(board.lower_is_better),
                *accounts,
            )
        return total, [(1 + row.better, row.account, row.score, row.kept) for row in found]

    async def ratings(self, account: str, scopes: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings of an account, by scope: `overall`, or a family, which is a group of
        games that have one rating together. Scopes without a rating are left out."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.hget(keys.RESULTS.ratings(scope), account) for scope in scopes]
            found = await replies(pipeline, asked)
        return {s: Rating.read(text) for s, text in zip(scopes, found, strict=True) if text}

    async def streaks(
        self, account: str, side: Side, subjects: Sequence[str]
    ) -> list[tuple[int, int]]:
        """Return (present streak, longest streak) of an account for each of the `subjects` (games
        with their options), in order. A streak is the number of games won in a row. `side` is
        `people` or `bots`."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [
                pipeline.hget(keys.RESULTS.rows(side, "all", one), account) for one in subjects
            ]
            found = await replies(pipeline, asked)
        rows = [row.split(" ") if row else [] for row in found]
        return [(int(row[6]), int(row[7])) if row else (0, 0) for row in rows]

    async def _part(self, board: BoardKey, offset: int, count: int, account: str) -> RankingPage:
        """Read a page of a leaderboard: the rows from `offset` on if `account` is empty, otherwise
        the rows around `account`."""
        most = max(1, min(count, MOST_ROWS))
        async with patience():
            total, first, place, stored = await PAGE.run(
                self._redis,
                (_scores_key(board), _rows_key(board)),
                *(int(board.lower_is_better), max(0, offset), most, account),
            )
        rows = list[tuple[int, str, int, str | None]]()
        for i, (whose, score, behind) in enumerate(stored):
            if rows and score != rows[-1][2]:
                place = first + i + 1
            rows.append((place, whose, score, behind))
        return RankingPage(total, first, await self._named(board, rows))

    async def _named(
        self, board: BoardKey, rows: Sequence[tuple[int, str, int, str | None]]
    ) -> list[RankingRow]:
        """Return the given stored rows with the names of their accounts."""
        names = await self._names([account for _, account, _, _ in rows]) if rows else {}
        return [self._row(board, names.get(row[1]), *row) for row in rows]

    def _row(
        self,
        board: BoardKey,
        name: tuple[str, bool] | None,
        place: int,
        account: str,
        score: int,
        kept: str | None,
    ) -> RankingRow:
        shown = None if name is None else name[0]
        if board.measure == "rating" and kept:
            rating = Rating.read(kept)
            return RankingRow(place, account, shown, ScoreValue(rating.sure), rating=rating)
        return RankingRow(place, account, shown, value(board, score), _entry_number(board, kept))


def _scores_key(board: BoardKey) -> str:
    """Return the Redis key of the sorted set that has the scores of a leaderboard."""
    return keys.RESULTS.board(board.measure, board.side, board.period, board.subject)


def _rows_key(board: BoardKey) -> str:
    """Return the Redis key of the hash that has further data for each account on a leaderboard: the
    ratings, or the rows that other measures use."""
    if board.measure == "rating":
        return keys.RESULTS.ratings(board.subject)
    return keys.RESULTS.rows(board.side, board.period, board.subject)


def _entry_number(board: BoardKey, kept: str | None) -> int | None:
    """Return the number of the entry in the results log from which the score of a row comes. `kept`
    is the stored row. Return None if the leaderboard's measure does not store such a number."""
    at = {"fastest": 2, "best": 4}.get(board.measure)
    number = kept.split(" ")[at] if kept and at else "-"
    return None if number == "-" else int(number)


def _parse_integer(score: str) -> int:
    """Parse an integer score. Redis may write it as a float."""
    return int(float(score))
