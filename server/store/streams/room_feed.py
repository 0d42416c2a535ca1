"""The feed of rooms: the streams from which every process learns of new events, moves and chat.

A room, named by its code, is where players race each other. Its events are numbered from 1. A seat
is a numbered place of a player in a room. The standing of a seat is its figures in a race.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import NamedTuple

from server.errors import StoreAway
from server.store import keys
from server.store.streams.stream_follower import Batch, StreamFollower


class FeedEntry(NamedTuple):
    """An entry of the feed: it announces what a process has stored in the room `code`. That is one
    of:

    - events, up to number `seq`;
    - moves in race `n`, which have changed the standing of seat `seat`; `standing` is the text of
      its new standing;
    - chat messages (`talk`), or a number of spectators (`watchers`), which the reader fetches
      separately.

    `deadline` is the server time of the room's next deadline, such as the end of a race; None if
    it has not changed or there is no deadline.
    """

    code: str
    seq: int | None
    n: int | None
    seat: int | None
    standing: str | None
    deadline: int | None
    talk: bool = False
    watchers: bool = False


MOST_SKIPPED = 1_000
"""The maximum number of entries to be skipped that are remembered. If there are more, the oldest
are read like any other entry."""

FeedHandler = Callable[[list[FeedEntry]], Awaitable[None]]
"""Takes entries; those of a room are in the order in which they were stored."""


class RoomFeed:
    """Reads the feed for one process. `heard` is called for each batch, with the store's time in
    milliseconds at which the newest entry of the batch was stored."""

    def __init__(self, url: str, heard: Callable[[int], None] = lambda _: None) -> None:
        self._streams = StreamFollower(url, [keys.feed(shard) for shard in range(keys.SHARDS)])
        self._heard = heard
        self._skipped: dict[tuple[str, str], None] = {}

    async def close(self) -> None:
        """Close the connections."""
        await self._streams.close()

    def skip(self, entries: Iterable[tuple[str, str]]) -> None:
        """Pass these entries, each given as the name of its stream and its ID, to no handler,
        because the process knows what they announce. An entry that was read already stays read."""
        for entry in entries:
            self._skipped[entry] = None
        while len(self._skipped) > MOST_SKIPPED:
            del self._skipped[next(iter(self._skipped))]

    async def follow(self, following: asyncio.Event, hear: FeedHandler) -> None:
        """Call `hear` with all entries that are stored from now on and are not to be skipped, until
        cancelled. Set `following` once it is certain that no later entry will be missed.

        Raises an exception group with StoreAway when a connection breaks or the store has lost
        entries. Entries that are stored between that moment and the next call of `follow` are
        missed, so the rooms must be read again.
        """

        def begun() -> None:
            if following.is_set():
                raise StoreAway
            following.set()

        async def take(found: Batch) -> None:
            self._heard(max(int(entries[-1][0].partition("-")[0]) for _, entries in found))
            news: list[FeedEntry] = []
            for stream, entries in found:
                for number, entry in entries:
                    if (stream, number) in self._skipped:
                        del self._skipped[stream, number]
                    else:
                        news += _news(entry)
            await hear(news)

        await self._streams.follow({}, begun, take)


def _news(entry: dict[str, str]) -> list[FeedEntry]:
    body = entry["body"]
    if entry["kind"] == "event":
        code, seq, deadline = body.split(" ")
        return [FeedEntry(code, int(seq), None, None, None, int(deadline) if deadline else None)]
    if entry["kind"] == "watchers":
        return [FeedEntry(body, None, None, None, None, None, watchers=True)]
    if entry["kind"] == "talk":
        return [FeedEntry(body, None, None, None, None, None, talk=True)]
    news = []
    for line in body.split("\n"):
        head, standing = line.split("|")
        code, n, seat, deadline = head.split(" ")
        at = int(deadline) if deadline else None
        news.append(FeedEntry(code, None, int(n), int(seat), standing, at))
    return news
