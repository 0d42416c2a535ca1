"""Cache of the records of finished races as JSON texts. A record is a document with which anybody
can verify a race."""

import asyncio
import json
from collections import OrderedDict
from contextlib import suppress

from engine.races.record import Session, written
from engine.racing_demon.record import TableRecord
from server.archive import record_builder
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore

MOST_BYTES = 16 * 2**20

Key = tuple[str, bytes, str, int, Session | int | None]


class RecordCache:
    """Least-recently-used cache of records, of up to `most_bytes` in all. If several tasks request
    the same record at the same time, the record is built only once."""

    def __init__(self, store: RoomStore, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._bytes = 0
        self._texts: OrderedDict[Key, bytes] = OrderedDict()
        self._writing: dict[Key, asyncio.Lock] = {}

    async def text(self, room: Room, race: Race, now: int) -> bytes:
        """Return the record of a finished race as JSON. Raises Refusal if the race is no longer
        stored, and StoreAway if the store cannot be reached."""
        # A room code does not identify a race, since later rooms reuse it; nor does a secret, since
        # one deal may be played in many rooms.
        # The record of a round has the secret of its series once a later event has ended it.
        changing = race.session if race.series.session is None else room.seq
        key = room.code, race.secret, room.race_id(race), race.ended_at, changing
        lock = self._writing.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                found = self._texts.get(key)
                if found is None:
                    found = await self._write(room, race, now)
                    self._keep(key, found)
                self._texts.move_to_end(key)
        finally:
            if not lock.locked():
                with suppress(KeyError):
                    del self._writing[key]
        return found

    async def _write(self, room: Room, race: Race, now: int) -> bytes:
        record = await record_builder.record(self._store, room, race, now)
        if isinstance(record, TableRecord):
            return json.dumps(record.to_json(), separators=(",", ":")).encode()
        parts = []
        for part in written(record):
            parts.append(part)
            await asyncio.sleep(0)
        return b"".join(parts)

    def _keep(self, key: Key, text: bytes) -> None:
        self._texts[key] = text
        self._bytes += len(text)
        while self._bytes > self._most_bytes and len(self._texts) > 1:
            _, gone = self._texts.popitem(last=False)
            self._bytes -= len(gone)
