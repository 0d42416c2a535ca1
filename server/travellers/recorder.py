"""Makes the tries of a finished race, from its record, and stores them."""

import asyncio
from time import perf_counter

from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards
from engine.races.traveller import TryReader
from server.rooms.state import Race, Room
from server.travellers.store import TryStore, deal_of
from server.travellers.stored_try import StoredTry

SLICE_S = 0.002
"""Seconds for which moves are read before other tasks get a turn of the event loop."""


async def store_tries(store: TryStore, room: Room, race: Race, record: Record) -> None:
    """Store the tries of all contestants of a finished race under its deal, except of those who
    neither moved nor resigned. A try that is stored already stays as it is, so any process may do
    this again. Raises StoreAway if the store cannot be reached."""
    results = {placed.standing.seat: placed.standing for placed in record.results}
    tries = []
    for seat in (seat for seat in record.seats if seat.moves):
        holder = room.seats[seat.seat]
        tries.append(
            StoredTry(
                holder.account,
                "" if holder.account else holder.name,
                room.code,
                race.n,
                seat.seat,
                bot=holder.bot or holder.player is not None,
                ghost=race.ghost is not None,
                summary=(await _read(record, seat)).summary(results[seat.seat]),
            )
        )
    await store.add(deal_of(room, race), tries)


async def _read(record: Record, seat: SeatRecord) -> TryReader:
    reader, began = TryReader(record.game), perf_counter()
    for entry, board in boards(record, seat):
        reader.read(entry, board)
        if perf_counter() - began > SLICE_S:
            await asyncio.sleep(0)
            began = perf_counter()
    return reader
