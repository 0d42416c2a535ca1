"""Expected expiry of records."""

from collections.abc import Iterable

from protocol.codes import race_id
from server.leaderboards.log_entry import LoggedRace
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store import keys
from tests.month.house import KEEP_DAYS

KEPT_MS = KEEP_DAYS * 86_400_000
LOBBY_MS = keys.LOBBY_S * 1000


async def kept_until(
    store: RoomStore, raced: Iterable[LoggedRace], rooms: Iterable[str], now: int
) -> dict[str, int]:
    """Until when each race's record must exist, by race: those in the results log by their own
    time, whatever became of their rooms, all others by their rooms."""
    found = dict[str, int]()
    for entry in raced:
        until = entry.at + (KEPT_MS if _is_played(entry) else LOBBY_MS)
        if until > now:
            found[entry.race] = until
    for code in rooms:
        room, _ = await store.room(Room(code))
        for race in room.races.values():
            if race.status == "over":
                found.setdefault(race_id(code, race.n), race.ended_at + LOBBY_MS)
    return found


def _is_played(entry: LoggedRace) -> bool:
    """Whether a race has enough moves to count as played (`server/rooms/append_events.lua`)."""
    made = [one for one in entry.contestants if one.made > 0]
    finished = any(one.reason not in ("resigned", "timeout") for one in made)
    of_others = entry.daily is not None or entry.session is not None
    return of_others or finished or len(made) > 1 or sum(one.made for one in made) >= 10
