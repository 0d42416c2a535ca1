"""The way of moves into the store: in batches, by a connection that carries nothing else."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from hiredis import pack_command

from server import keys
from server.cluster import Request
from server.reach import connect, patience, send


class Move(NamedTuple):
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


class Commits:
    """A connection for commits alone: they never share a reply with anything slow. Moves live for
    `life_s`."""

    def __init__(self, url: str, life_s: int) -> None:
        self._client = connect(url, 1)
        self._life_s = life_s
        self._sha = ""

    async def open(self) -> None:
        """Load the script. To be called again after the store was away."""
        text = (Path(__file__).parent / "commit.lua").read_text()
        async with patience():
            self._sha = await self._client.script_load(text)

    async def close(self) -> None:
        await self._client.aclose()

    async def store(self, now: int, batch: Sequence[Move]) -> list[str]:
        """The script's answer to each move. Raises StoreAway."""
        shards: dict[int, list[int]] = {}
        for i, move in enumerate(batch):
            shards.setdefault(keys.shard(move.code), []).append(i)
        async with patience():
            requests = []
            for shard, members in shards.items():
                moves = [batch[i] for i in members]
                names = [keys.feed(shard), keys.due(shard), *_move_keys(moves)]
                head = (b"EVALSHA", self._sha, len(names), *names)
                tail = (now, self._life_s, keys.FEED_LENGTH, *_move_arguments(moves))
                packed = pack_command((*head, *tail))  # type: ignore[arg-type] # typed as a 1-tuple
                requests.append(Request(names[0], packed))
            replies = await send(self._client, requests)
        answers = [""] * len(batch)
        for members, reply in zip(shards.values(), replies, strict=True):
            for i, answer in zip(members, reply, strict=True):
                answers[i] = answer
        return answers


def _move_keys(moves: Iterable[Move]) -> list[str]:
    names: list[str] = []
    for move in moves:
        names += [
            keys.race(move.code),
            keys.seats(move.code, move.n),
            keys.moves(move.code, move.n, move.seat),
        ]
    return names


def _move_arguments(moves: Iterable[Move]) -> list[str | int]:
    return ["-" if value is None else value for move in moves for value in move]
