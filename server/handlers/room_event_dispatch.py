"""Room event dispatch: when something happens in a room, calls the parts of the server that have to
know of it. These are the archive of finished races, daily deals, crowns, tournaments and crown
races.
"""

from collections.abc import Callable, Iterable

from server.archive.archiver import Archiver
from server.background import Later
from server.crowns.seen_deals import SeenDeals
from server.crowns.watcher import CrownWatcher
from server.daily.store import DailyStore
from server.handlers.dailies import note_end
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.live_rooms.room_callbacks import RoomCallbacks
from server.rooms.state import How, Race, Room


class RoomEventDispatcher(RoomCallbacks):
    """The functions that are called when something has happened in a room of this process, such as
    the end of a race. `RoomCallbacks` says when each is called. `sessions` has the timers of
    tournaments and of crown races, events in which everybody plays the same five deals."""

    def __init__(
        self,
        archiver: Archiver,
        later: Later,
        dailies: DailyStore,
        crowns: CrownWatcher,
        seen: SeenDeals,
        sessions: tuple[SessionSchedule, ...],
        *room_changed: Callable[[LiveRoom], None],
    ) -> None:
        self._archiver, self._later, self._dailies = archiver, later, dailies
        self._crowns, self._seen, self._sessions = crowns, seen, sessions
        self._room_changed = room_changed

    def race_stored(self, code: str, n: int) -> None:
        self._later(self._archiver.write_result(code, n))

    async def daily_ended(self, live: LiveRoom) -> None:
        await note_end(self._dailies, live)

    def session_deal_ended(self, room: Room) -> None:
        for schedule in self._sessions:
            schedule.deal_ended(room)

    def great_game_changed(self, code: str) -> None:
        self._crowns.room_changed(code)

    def room_changed(self, live: LiveRoom) -> None:
        for tell in self._room_changed:
            tell(live)

    async def deal_seen(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        await self._seen.note(room, race, accounts, how)
