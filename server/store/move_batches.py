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
from server.store.cluster_commands import NodeRequest, packed_word, packed_words
from server.store.redis_client import connect, patience, send
from server.store.scripts import Script, as_texts, positions

BATCH_WORDS = ("now", "life_s", "feed_length")
"""The first arguments of the script: server time, the seconds for which moves are stored, and the
number of entries that the feed keeps."""
RACE_FIELDS = ("code", "number", "count", "deal_progress", "deal_tie_break")
"""The fields of a race in the text that `_race_text` makes and the script takes apart, separated by
`|`. `count` is the number of the moves in the race that follow."""
MOVE_FIELDS = (
    *("seat", "ply", "prev", "progress", "tie_break", "result"),
    *("standing_start", "standing_end", "entry"),
)
"""The fields of a move in the text that `_text` makes and the script takes apart. They are
separated by `|`, which only the last field may contain. `standing_start` has the fields of the
standing up to `progress`, `standing_end` has those from `clean` to `reason`. `entry` is "HEAD
AUTHOR MOVE". `result` is "-" while the game of the seat goes on."""

COMMIT = Script(
    Path(__file__).parent / "commit_moves.lua",
    as_texts,
    {
        **positions(BATCH_WORDS),
        "BATCH_LENGTH": len(BATCH_WORDS),
        "RACE": f"^{'([^|]*)|' * (len(RACE_FIELDS) - 1)}(.*)$",
        "MOVE": f"^{'([^|]*)|' * (len(MOVE_FIELDS) - 1)}(.*)$",
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


class CommittedMoves(NamedTuple):
    """The store's answers to a batch of moves, in the order of the moves; `commit_moves.lua`
    explains them. `announced` has the feed entries, each as the name of its stream and its ID, that
    say nothing that cannot be known from the answers."""

    answers: list[str]
    announced: list[tuple[str, str]]


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

    async def store(self, now: int, batch: Sequence[StoredMove]) -> CommittedMoves:
        """Store moves at server time `now`. The moves of one seat must be in the order in which
        they were made.

        Raises StoreAway. After that, each move may have been stored or not, and may be sent again.
        """
        races: dict[tuple[str, int], list[int]] = {}
        for i, move in enumerate(batch):
            race = move.code, move.n
            if race in races:
                races[race].append(i)
            else:
                races[race] = [i]
        shards: dict[int, _ShardBatch] = {}
        for (code, n), indexes in races.items():
            shard, names = _race_keys(code, n)
            members = shards.get(shard)
            if members is None:
                members = shards[shard] = _ShardBatch([], [], [])
            members.indexes.extend(indexes)
            members.keys.append(names)
            members.texts.append(packed_word(_race_text(batch[indexes[0]], len(indexes))))
            for i in indexes:
                move = batch[i]
                members.keys.append(_moves_key(code, n, move.seat))
                members.texts.append(packed_word(_text(move)))
        requests = [
            NodeRequest(keys.feed(shard), self._packed(now, shard, members))
            for shard, members in shards.items()
        ]
        async with patience():
            replies = await send(self._client, requests)
        answers = [""] * len(batch)
        announced = []
        for (shard, members), reply in zip(shards.items(), replies, strict=True):
            *found, entry = COMMIT.read(reply)
            for i, answer in zip(members.indexes, found, strict=True):
                answers[i] = answer
            if entry:
                announced.append((keys.feed(shard), entry))
        return CommittedMoves(answers, announced)

    def _packed(self, now: int, shard: int, members: "_ShardBatch") -> bytes:
        """Return the call of the script that stores the moves of one shard."""
        names = packed_words(keys.feed(shard), keys.due(shard))
        words = packed_words(str(now), str(self._life_s), str(keys.FEED_LENGTH))
        moves = len(members.indexes)
        races = len(members.texts) - moves
        key_count = 2 + 2 * races + moves
        begin = packed_words("EVALSHA", COMMIT.sha, str(key_count))
        count = 3 + key_count + len(BATCH_WORDS) + len(members.texts)
        return b"".join((b"*%d\r\n" % count, begin, names, *members.keys, words, *members.texts))


class _ShardBatch(NamedTuple):
    """The moves of a batch that are stored in one shard, race by race: their indexes in the batch,
    and the keys and texts that the script needs for the races and moves, in the Redis protocol."""

    indexes: list[int]
    keys: list[bytes]
    texts: list[bytes]


@lru_cache(maxsize=2_000)
def _race_keys(code: str, n: int) -> tuple[int, bytes]:
    """Return the shard of a room, and the keys that the script needs for a race in the room, in the
    Redis protocol."""
    return keys.shard(code), packed_words(keys.race(code), keys.seats(code, n))


@lru_cache(maxsize=10_000)
def _moves_key(code: str, n: int, seat: int) -> bytes:
    """Return the key of the moves of a seat, in the Redis protocol."""
    return packed_word(keys.moves(code, n, seat))


def _race_text(move: StoredMove, count: int) -> str:
    """Return RACE_FIELDS of the race of a move as one text. `count` is the number of the moves of
    the race that are stored together."""
    return f"{move.code}|{move.n}|{count}|{move.start}|{move.start_tie_break}"


def _text(move: StoredMove) -> str:
    """Return MOVE_FIELDS of a move as one text. One argument of the script costs less to send than
    one for each field."""
    points = "-" if move.points is None else move.points
    score = "-" if move.score is None else move.score
    result = move.result or "-"
    standing_start = f"{move.ply + 1} {move.progress}"
    standing_end = f"{move.clean} {points} {score} {result} {move.reason or '-'}"
    return (
        f"{move.seat}|{move.ply}|{move.prev}|{move.progress}|{move.tie_break}|"
        f"{result}|{standing_start}|{standing_end}|{move.head} {move.text}"
    )
