"""Stores batches of moves with the script `commit_moves.lua`, on a connection of their own.

A seat is a numbered place of a player in a room. In a race each seat plays the same deal by itself,
and its moves are stored as a list. The standing of a seat is its figures in the race, such as the
number of moves, the progress (how far the game has come) and the points.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from server.store import keys, standing_text
from server.store.cluster_commands import NodeRequest, packed_script
from server.store.redis_client import connect, patience, send
from server.store.scripts import Script, as_texts, positions

BATCH_WORDS = ("now", "life_s", "feed_length")
"""The first arguments of the script: server time, the seconds for which moves are stored, and the
number of entries that the feed keeps."""
MOVE_WORDS = (
    *("code", "number", "seat", "ply", "prev", "entry", "standing_start", "standing_end"),
    *("progress", "tie_break", "result", "deal_progress", "deal_tie_break"),
)
"""The arguments of the script for each move; `_words` makes their values. `entry` is "HEAD AUTHOR
MOVE". `standing_start` has the fields of the standing up to `progress`, `standing_end` has those
from `clean` to `reason`. `result` is "-" while the game of the seat goes on."""

COMMIT = Script(
    Path(__file__).parent / "commit_moves.lua",
    as_texts,
    {
        **positions(BATCH_WORDS),
        **positions(MOVE_WORDS),
        "BATCH_LENGTH": len(BATCH_WORDS),
        "MOVE_LENGTH": len(MOVE_WORDS),
        "STANDING": standing_text.pattern("moves", "best", "tie_break", "reached_ms", "ended_ms"),
    },
)


class StoredMove(NamedTuple):
    """A move to store, and the standing of its seat after the move. `code` and `n` are the code of
    the room and the number of the race. `ply` is the number of the seat's moves before this move.
    `prev` is the hash over these moves, `head` the hash with this move included. `text` is the
    author of the move (`seat` or `server`) and the move, separated by a space. `tie_break` is the
    figure that decides between seats with equal progress. `start` and `start_tie_break` are the
    progress and the tie-break right after the deal. `clean` is 1 if the seat has taken no move back
    and asked for no hint, else 0."""

    code: str
    n: int
    seat: int
    ply: int
    prev: str
    head: str
    text: str
    progress: int
    tie_break: int
    points: int | None
    score: int | None
    result: str | None
    reason: str | None
    start: int
    start_tie_break: int
    clean: int


class MoveBatches:
    """Stores moves, on a connection for moves only, so that they never wait for other commands.
    Stored moves expire after `life_s` seconds."""

    def __init__(self, url: str, life_s: int) -> None:
        self._client = connect(url, 1)
        self._life_s = life_s

    async def open(self) -> None:
        """Load the script into the store (Redis). Call this before `store`, and again after the
        store could not be reached."""
        async with patience():
            await COMMIT.load(self._client)

    async def close(self) -> None:
        """Close the connection."""
        await self._client.aclose()

    async def store(self, now: int, batch: Sequence[StoredMove]) -> list[str]:
        """Store moves at server time `now`. The moves of one seat must be in the order in which
        they were made. Return the script's answers in the order of the moves; `commit_moves.lua`
        explains them.

        Raises StoreAway. After that, each move may have been stored or not, and may be sent again.
        """
        shards: dict[int, list[int]] = {}
        places = [_place(move.code, move.n, move.seat) for move in batch]
        for i, place in enumerate(places):
            shards.setdefault(place.shard, []).append(i)
        requests = []
        for shard, members in shards.items():
            names = [keys.feed(shard), keys.due(shard)]
            arguments: list[str | int] = [now, self._life_s, keys.FEED_LENGTH]
            for i in members:
                names += places[i].names
                arguments += _words(batch[i])
            script = packed_script(COMMIT.sha, names, arguments)
            requests.append(NodeRequest(names[0], script))
        async with patience():
            replies = await send(self._client, requests)
        answers = [""] * len(batch)
        for members, reply in zip(shards.values(), replies, strict=True):
            for i, answer in zip(members, COMMIT.read(reply), strict=True):
                answers[i] = answer
        return answers


class _Place(NamedTuple):
    """The shard of a seat's room, and the keys that the script needs for moves of the seat."""

    shard: int
    names: tuple[str, str, str]


@lru_cache(maxsize=10_000)
def _place(code: str, n: int, seat: int) -> _Place:
    names = keys.race(code), keys.seats(code, n), keys.moves(code, n, seat)
    return _Place(keys.shard(code), names)


def _words(move: StoredMove) -> tuple[str | int, ...]:
    """Return the values of MOVE_WORDS for a move. Fields that the script only stores are joined to
    one text."""
    points = "-" if move.points is None else move.points
    score = "-" if move.score is None else move.score
    result = move.result or "-"
    return (
        move.code,
        move.n,
        move.seat,
        move.ply,
        move.prev,
        f"{move.head} {move.text}",
        f"{move.ply + 1} {move.progress}",
        f"{move.clean} {points} {score} {result} {move.reason or '-'}",
        move.progress,
        move.tie_break,
        result,
        move.start,
        move.start_tie_break,
    )
