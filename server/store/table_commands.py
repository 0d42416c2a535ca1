"""Stores commands at common tables with the script `commit_commands.lua`, and reads them.

At the common table of a race all seats (the numbered places of the players) play at once with
shared foundations. A command is what one seat does there, such as a move. It is stored as a line in
the list of its seat.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_texts, positions

WORDS = ("now", "life_s", "feed_length", "code", "number", "expected", "commands", "ended")
"""The first arguments of the script: server time, the seconds for which commands are stored, the
number of entries that the feed keeps, the room, the number of the race, the number of commands that
the table is expected to have, the number of new ones, and the number of seats whose round ends."""

COMMIT_COMMANDS = Script(
    Path(__file__).parent / "commit_commands.lua",
    as_texts,
    {**positions(WORDS), "WORDS": len(WORDS)},
)


class CommandBatch(NamedTuple):
    """Commands to store at the table of race `n` in room `code`, in order. Each is a pair: its
    seat, and the line to store, to which the script adds the race time. The commands were accepted
    when the table had `expected` commands; if it has more by now, the script stores nothing.
    `standings` has, by seat, the texts of the standings (a player's figures in the race) that the
    commands change. `ended` is the number of seats whose game the commands end."""

    code: str
    n: int
    expected: int
    commands: Sequence[tuple[int, str]]
    standings: Mapping[int, str]
    ended: int


class TableCommands:
    """Reads and writes the commands of common tables. Commands expire after `life_s` seconds. Every
    method raises StoreAway if the store (Redis) does not answer; then a write may have been stored
    or not."""

    def __init__(self, client: RedisClient, life_s: int) -> None:
        self._client, self._life_s = client, life_s

    async def open(self) -> None:
        """Load the script into the store."""
        async with patience():
            await COMMIT_COMMANDS.load(self._client)

    async def store(self, now: int, batch: CommandBatch) -> str:
        """Store commands at server time `now`. Return the answer of the script, which
        `commit_commands.lua` explains."""
        code, n, shard = batch.code, batch.n, keys.shard(batch.code)
        seats = sorted({seat for seat, _ in batch.commands})
        names = [keys.race(code), keys.seats(code, n), keys.feed(shard), keys.due(shard)]
        names += [keys.moves(code, n, seat) for seat in seats]
        words: list[str | int] = [now, self._life_s, keys.FEED_LENGTH, code, n]
        words += [batch.expected, len(batch.commands), batch.ended]
        for seat, line in batch.commands:
            words += [seats.index(seat) + 1, line]
        for seat, standing in batch.standings.items():
            words += [seat, standing]
        async with patience():
            (answer,) = await COMMIT_COMMANDS.run(self._client, names, *words)
        return answer

    async def number(self, code: str) -> int:
        """Return the number of stored commands in the present race of a room; 0 if the store has no
        race of the room."""
        async with patience():
            return int(await self._client.hget(keys.race(code), "commands") or 0)

    async def lines(self, code: str, n: int, since: Mapping[int, int]) -> dict[int, list[str]]:
        """Return the stored lines of race `n` in room `code`, by seat, oldest first. `since` has,
        by seat, how many of its lines the caller knows already; these lines are left out."""
        async with patience():
            pipeline = self._client.pipeline(transaction=True)
            asked = [
                pipeline.lrange(keys.moves(code, n, seat), known, -1)
                for seat, known in since.items()
            ]
            found = await replies(pipeline, asked)
        return dict(zip(since, found, strict=True))
