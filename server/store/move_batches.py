"""The way of moves into the store: in batches, by a connection that carries nothing else."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from server.store import keys
from server.store.cluster_commands import NodeRequest, packed
from server.store.redis_client import connect, patience, send

COMMIT = (Path(__file__).parent / "commit_moves.lua").read_text()


class StoredMove(NamedTuple):
    """A move to be stored. `text` is the author and the move, `start` and `start_tie_break` are the
    deal's, `clean` is 1 until a move is taken back; `prev` and `head` stand for the seat's log
    before it and with it."""

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
    """A connection for commits alone: they never share a reply with anything slow. Moves live for
    `life_s`."""

    def __init__(self, url: str, life_s: int) -> None:
        self._client = connect(url, 1)
        self._life_s = life_s
        self._sha = ""

    async def open(self) -> None:
        """Load the script. To be called again after the store was away."""
        async with patience():
            self._sha = await self._client.script_load(COMMIT)

    async def close(self) -> None:
        await self._client.aclose()

    async def store(self, now: int, batch: Sequence[StoredMove]) -> list[str]:
        """The script's answer to each move. Raises StoreAway."""
        shards: dict[int, list[int]] = {}
        places = [_place(move.code, move.n, move.seat) for move in batch]
        for i, place in enumerate(places):
            shards.setdefault(place.shard, []).append(i)
        requests = []
        for shard, members in shards.items():
            names = [keys.feed(shard), keys.due(shard)]
            told: list[str | int] = [now, self._life_s, keys.FEED_LENGTH]
            for i in members:
                names += places[i].names
                told += _told(batch[i])
            script = packed("EVALSHA", self._sha, len(names), *names, *told)
            requests.append(NodeRequest(names[0], script))
        async with patience():
            replies = await send(self._client, requests)
        answers = [""] * len(batch)
        for members, reply in zip(shards.values(), replies, strict=True):
            for i, answer in zip(members, reply, strict=True):
                answers[i] = answer
        return answers


class _Place(NamedTuple):
    """Where the moves of a seat are stored: its shard, and what the script is named for them."""

    shard: int
    names: tuple[str, str, str]


@lru_cache(maxsize=10_000)
def _place(code: str, n: int, seat: int) -> _Place:
    names = keys.race(code), keys.seats(code, n), keys.moves(code, n, seat)
    return _Place(keys.shard(code), names)


def _told(move: StoredMove) -> tuple[str | int, ...]:
    """A move as the script is told of it: what it only hands on comes as one text."""
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
