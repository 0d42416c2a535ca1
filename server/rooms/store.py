"""The room store: reads and writes rooms, races, moves and chat in Redis. It decides nothing.

A room is a place with a code in which people sit on numbered seats and race each other. It is
stored as a log of events, and each seat in a race as a list of moves. `code` is the code of a room,
and `n` the number of a race in it, from 1. The keys of rooms are divided into shards by the code. A
finished race is later archived: its moves are packed into one key. A standing has the figures of
one contestant in a race, such as the number of moves and the result. A watched deal is shown step
by step (frame by frame) before play. A tilt mark is a tilt that a player gives to a card or a pile
as a reminder. A deadline is the time at which the server has to act in a room, for example to end a
race. The feed is the stream in which every process learns what others have stored.

One connection stores moves (`store/move_batches.py`), some follow the feed
(`store/streams/room_feed.py`), one sends the heartbeat, by which this process shows that it is
alive, and another one (or a pool, in a cluster) executes all other commands. No connection retries
a command by itself, because a command that is sent twice could store something twice; only the
caller knows which commands may be repeated.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.races.board import Entry
from server.boards.card_marks import MOST_MARKS, MarkedCard, Marks, Place, read_marks, write_mark
from server.boards.log_codec import PackedRace
from server.boards.seat_standing import StoredStanding
from server.rooms import events
from server.rooms.events import RaceEnded, RaceStarted, SeatLeft, StoredEvent
from server.rooms.reducer import fold
from server.rooms.sliced_fold import fold_slowly, load_slowly
from server.rooms.state import Race, Room, hot_fields, late_joiners
from server.settings import KEEP_DAYS
from server.store import keys, standing_text
from server.store.heartbeat import Heartbeat
from server.store.move_batches import CommittedMoves, MoveBatches, StoredMove
from server.store.redis_client import connect, get_bytes, patience
from server.store.redis_commands import replies
from server.store.scripts import Script, as_flag, as_number
from server.store.streams.room_feed import RoomFeed
from server.store.table_commands import TableCommands
from server.tasks import run_bounded

HERE = Path(__file__).parent
APPEND = Script(
    HERE / "append_events.lua",
    as_number,
    {"STANDING": standing_text.pattern("moves", "result", "reason")},
)
MARK = Script(HERE / "store_mark.lua", as_flag)
CHAT = Script(HERE / "store_chat.lua", as_flag)
ANSWER = Script(HERE / "answer_phrase.lua", as_flag)

AT_ONCE = 32
"""The number of connections to each node of a cluster. It is large because a connection is free
again only when the event loop has read its reply, which in a busy process happens some dozens of
times a second."""

COUNTING = "counting"
"""The value that `keys.phrases` has for a seat whose player gets no chat until the watched deal
ends, so as not to be disturbed in counting the cards."""

PAGE = 2_000
"""The maximum number of events of a room, or of deadlines in a shard, that one Redis command
reads."""


class StoredSeat(NamedTuple):
    """The stored data of a seat in a race. `entries` are the seat's moves in order. `frame` is the
    number of the frame that the player has reached in a watched deal (1 if none is stored). `marks`
    are the tilt marks. `counting` says that the player counts cards during the deal and gets no
    chat until it ends."""

    entries: list[Entry]
    frame: int
    marks: Marks
    counting: bool = False


class RoomStore:
    """Reads and writes the rooms in the store, which is Redis. Every method raises StoreAway if the
    store cannot be reached; then a write may have been stored or not.

    `keep_days` is how long rooms and races are stored. `heard` is called for each batch of entries
    that is read from the feed, with the store's time in milliseconds at which the newest entry of
    the batch was stored.
    """

    def __init__(
        self,
        url: str,
        keep_days: int = KEEP_DAYS,
        heard: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.kept_s = keep_days * 86_400
        self._commits = MoveBatches(url, self.kept_s + keys.LONGER_S)
        self.heartbeat = Heartbeat(url)
        self.others = connect(url, AT_ONCE)
        self.commands = TableCommands(self.others, self.kept_s + keys.LONGER_S)
        self.feed = RoomFeed(url, heard)

    async def open(self) -> None:
        """Load the Lua scripts into the store. Call this again after the store was away, because
        the store may have lost the scripts."""
        await self._commits.open()
        await self.commands.open()
        await self.heartbeat.open()
        async with patience():
            for script in (APPEND, MARK, CHAT, ANSWER):
                await script.load(self.others)

    async def close(self) -> None:
        """Close all connections to the store."""
        await self._commits.close()
        await self.heartbeat.close()
        await self.others.aclose()
        await self.feed.close()

    async def append(self, before: Room, stored: Sequence[StoredEvent]) -> Room | None:
        """Store new events of a room, at least one, and return the room after them. `before` is the
        room before them. Return None, storing nothing, if the log of the room has events that are
        not in `before`, because another process has stored them."""
        room = fold(before, stored)
        deadline: int | str | None = room.race.deadline
        gone = len(room.playing(room.race)) < len(room.race.racing)
        gone = gone and any(isinstance(event, SeatLeft | RaceStarted) for event in stored)
        if room.race.status == "running" and gone:
            deadline = stored[-1].at  # any process can then resign the game of the seat
        elif before.races and deadline == before.race.deadline:
            deadline = "="
        fields = hot_fields(room, stored)
        under_way = room.race.status in ("countdown", "running")
        ended = any(isinstance(event, RaceEnded) for event in stored)
        shard = keys.shard(room.code)
        names = (
            keys.log(room.code),
            keys.race(room.code),
            keys.due(shard),
            keys.feed(shard),
            keys.listed(shard),
            keys.over(shard),
            keys.seats(room.code, room.race.n),
        )
        async with patience():
            length = await APPEND.run(
                self.others,
                names,
                room.code,
                before.seq,
                self.kept_s + (keys.LONGER_S if under_way else 0),
                keys.LOBBY_S,
                int(under_way or (ended and _is_of_others(room.race))),
                f"{room.code} {room.race.n}" if ended else "",
                "" if deadline is None else deadline,
                keys.FEED_LENGTH,
                stored[-1].at,
                int(room.settings.listed),
                late_joiners(room, stored),
                len(stored),
                *(events.dump(event) for event in stored),
                *(part for pair in fields.items() for part in pair),
            )
        return room if length > 0 else None

    async def room(self, known: Room) -> tuple[Room, list[StoredEvent]]:
        """Return the room as it is stored, and the events that are not yet in `known`, an earlier
        state of the room, oldest first. To read a whole room, pass `Room(code)`. If no room has the
        code, the `seq` of the returned room is 0."""
        room, news, full = known, list[StoredEvent](), True
        while full:
            async with patience():
                last = room.seq + PAGE - 1
                lines = await self.others.lrange(keys.log(known.code), room.seq, last)
            page = await load_slowly(lines)
            room, full = await fold_slowly(room, page), len(page) == PAGE
            news += page
        return room, news

    async def event(self, code: str, number: int) -> StoredEvent | None:
        """Return the event of a room with this number, counted from 1; None if the room has fewer
        events."""
        async with patience():
            line = await self.others.lindex(keys.log(code), number - 1)
        return None if line is None else events.load(line)

    async def statuses(self, codes: Collection[str]) -> dict[str, str | None]:
        """Return the status of each room's current race, such as "running", by the code of the
        room. The status is None if there is no room with the code."""
        async with patience():
            pipeline = self.others.pipeline(transaction=False)
            asked = [pipeline.hget(keys.race(code), "status") for code in codes]
            found = await replies(pipeline, asked)
        return dict(zip(codes, found, strict=True))

    async def is_made(self, code: str) -> bool:
        """Return whether there is a room with this code."""
        return (await self.statuses([code]))[code] is not None

    async def commit(self, now: int, batch: Sequence[StoredMove]) -> CommittedMoves:
        """Store a batch of moves at server time `now`. Return for each move, in the order of the
        batch, whether it was stored, or why not, as a text; `commit_moves.lua` lists these
        texts. Return also the feed entries that the process need not read (`RoomFeed.skip`) if it
        acts on all answers."""
        return await self._commits.store(now, batch)

    async def archived(self, code: str, n: int) -> PackedRace | None:
        """Return the compact form in which a finished race `n` is stored; None if the race is not
        archived yet."""
        async with patience():
            packed = await get_bytes(self.others, keys.kept(code, n))
        return None if packed is None else PackedRace(packed)

    async def standings(self, code: str, n: int) -> dict[int, StoredStanding]:
        """Return the standings in race `n`, by seat. Seats that have not moved have none."""
        async with patience():
            stored = await self.others.hgetall(keys.seats(code, n))
        if not stored:
            kept = await self.archived(code, n)
            return {} if kept is None else kept.standings()
        return {int(seat): StoredStanding.read(text) for seat, text in stored.items()}

    async def moves(self, code: str, n: int, seat: int, since: int = 0) -> list[Entry]:
        """Return a seat's moves in race `n`, in order, leaving out the first `since` moves."""
        async with patience():
            lines = await self.others.lrange(keys.moves(code, n, seat), since, -1)
        if not lines:
            kept = await self.archived(code, n)
            return [] if kept is None else kept.entries(seat)[since:]
        return entries_of(lines)

    async def table(self, code: str, n: int, seat: int) -> StoredSeat:
        """Return what is stored about a seat in race `n`: its moves, the frame of the deal that it
        has reached, its tilt marks, and whether its player counts cards."""
        async with patience():
            pipeline = self.others.pipeline(transaction=True)
            asked = (
                pipeline.lrange(keys.moves(code, n, seat), 0, -1),
                pipeline.hget(keys.frames(code, n), seat),
                pipeline.hgetall(keys.marks(code, n, seat)),
                pipeline.hget(keys.phrases(code, n), seat),
            )
            lines, frame, marks, phrase = await replies(pipeline, asked)
        if not lines:
            kept = await self.archived(code, n)
            if kept is not None:
                # The compact form lacks a seat that never moved; its marks are in their own key.
                return StoredSeat(kept.entries(seat), 1, kept.marks(seat) or read_marks(marks))
        moves, counting = entries_of(lines), phrase == COUNTING
        return StoredSeat(moves, int(frame or 1), read_marks(marks), counting)

    async def show_frame(self, code: str, n: int, seat: int, frame: int) -> None:
        """Store the number of the frame that a seat has reached in the watched deal of race `n`."""
        async with patience():
            pipeline = self.others.pipeline(transaction=True)
            pipeline.hset(keys.frames(code, n), seat, frame)
            pipeline.expire(keys.frames(code, n), self.kept_s)
            await pipeline.execute()

    async def count(self, code: str, n: int, seat: int) -> None:
        """Store that the player of a seat counts the cards of their watched deal in race `n`, so
        that the seat gets no chat until the deal ends."""
        async with patience():
            pipeline = self.others.pipeline(transaction=True)
            pipeline.hset(keys.phrases(code, n), seat, COUNTING)
            pipeline.expire(keys.phrases(code, n), self.kept_s)
            await pipeline.execute()

    async def mark(
        self, code: str, n: int, seat: int, place: Place, marked: MarkedCard | None
    ) -> bool:
        """Store the tilt mark that a seat has given to a card or a pile at `place`. If `marked` is
        None, remove the mark. Return False, storing nothing, if the seat has too many marks
        already."""
        field, value = write_mark(place, marked or MarkedCard(0, None))
        about = (field, value if marked else "", self.kept_s + keys.LONGER_S, MOST_MARKS)
        async with patience():
            return await MARK.run(self.others, (keys.marks(code, n, seat),), *about)

    async def talk(self, code: str, seat: int, said: str, most: tuple[int, int, int]) -> bool:
        """Store the chat message `said` of a seat. `most` limits the messages: it is (a time span
        in milliseconds, the maximum number of messages of the seat in it, the maximum number of
        messages of all seats of the room in it). Return False, storing nothing, if a maximum has
        been reached."""
        names = (keys.talk(code), keys.feed(keys.shard(code)))
        about = (code, seat, said, keys.FEED_LENGTH, *most)
        async with patience():
            return await CHAT.run(self.others, names, *about)

    async def answer(self, code: str, n: int, seat: int, said: str) -> bool:
        """Store the chat message `said`, with which the server answers a player who has said "Ace,
        please" in race `n` (a custom of one of the games). Return False, storing nothing, if the
        server has answered this seat in this race already."""
        names = (keys.phrases(code, n), keys.talk(code), keys.feed(keys.shard(code)))
        about = (code, seat, said, keys.FEED_LENGTH, self.kept_s)
        async with patience():
            return await ANSWER.run(self.others, names, *about)

    async def said(self, code: str, since: str) -> tuple[list[tuple[int, str]], str]:
        """Return the chat messages of a room that were stored after the one with the stream ID
        `since`, oldest first, as (seat, text). Also return the stream ID of the last of them
        (`since` if there are none)."""
        async with patience():
            found = await self.others.xrange(keys.talk(code), f"({since}", "+")
        until = found[-1][0] if found else since
        return [(int(entry["seat"]), entry["said"]) for _, entry in found], until

    async def deadlines(self) -> dict[str, int]:
        """Return the deadlines of all rooms that have one, as server time in milliseconds, by the
        code of the room."""
        found: dict[str, int] = {}

        async def read(shard: int) -> None:
            cursor, first = 0, True
            while cursor or first:  # in pages, so that other commands get their turn
                async with patience():
                    cursor, page = await self.others.zscan(keys.due(shard), cursor, count=PAGE)
                found.update((code, int(at)) for code, at in page)
                first = False

        await run_bounded(range(keys.SHARDS), read)
        return found

    async def due(self, until: int) -> dict[str, int]:
        """Return the deadlines up to server time `until`, by the code of the room. They are read in
        pages, so a deadline may be missing from the result if another one is removed meanwhile."""
        found: dict[str, int] = {}

        async def read(shard: int) -> None:
            name, start, full = keys.due(shard), 0, True
            while full:
                async with patience():
                    rooms = await self.others.zrange(
                        name, "-inf", until, byscore=True, offset=start, num=PAGE, withscores=True
                    )
                found.update((code, int(at)) for code, at in rooms)
                start, full = start + PAGE, len(rooms) == PAGE

        await run_bounded(range(keys.SHARDS), read)
        return found

    async def set_watchers(self, code: str, process: str, watchers: int) -> None:
        """Store that `watchers` spectators of a room are connected to a process, and announce in
        the feed that the number has changed."""
        key = keys.watchers(code)
        async with patience():
            pipeline = self.others.pipeline(transaction=True)
            if watchers:
                pipeline.hset(key, process, watchers)
            else:
                pipeline.hdel(key, process)
            pipeline.expire(key, keys.LOBBY_S)
            pipeline.xadd(
                keys.feed(keys.shard(code)),
                {"kind": "watchers", "body": code},
                maxlen=keys.FEED_LENGTH,
            )
            await pipeline.execute()

    async def watchers(self, code: str) -> dict[str, int]:
        """Return the number of spectators of a room, by the process they are connected to."""
        async with patience():
            stored = await self.others.hgetall(keys.watchers(code))
        return {process: int(n) for process, n in stored.items()}

    async def listed(self, most: int) -> list[str]:
        """Return the codes of up to `most` rooms that are on the public list of rooms. The room
        with the latest event comes first."""
        async with patience():
            pipeline = self.others.pipeline(transaction=False)
            asked = [
                pipeline.zrange(keys.listed(shard), 0, most - 1, desc=True, withscores=True)
                for shard in range(keys.SHARDS)
            ]
            found = await replies(pipeline, asked)
        ranked = sorted(((at, code) for shard in found for code, at in shard), reverse=True)
        return [code for _, code in ranked[:most]]

    async def forget_listed(self, code: str) -> None:
        """Remove a room that no longer exists from the public list of rooms."""
        async with patience():
            await self.others.zrem(keys.listed(keys.shard(code)), code)

    async def forget_deadline(self, code: str) -> None:
        """Remove the deadline of a room that no longer exists."""
        async with patience():
            await self.others.zrem(keys.due(keys.shard(code)), code)


def _is_of_others(race: Race) -> bool:
    """Return whether the race belongs to a tournament, a crown race or a daily deal. The room of
    such a race is stored for `keep_days` even if hardly anything is played in it."""
    return race.session is not None or race.daily is not None


def entries_of(lines: Iterable[str]) -> list[Entry]:
    """Parse the stored moves of a seat, one in each line, and return them in order."""
    parts = (line.split(" ", 3) for line in lines)
    return [Entry(int(ms), by, text) for ms, _, by, text in parts]
