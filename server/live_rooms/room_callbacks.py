"""Room callbacks: the functions by which rooms tell other parts of the server about ended races,
events and deals that are shown."""

from collections.abc import Iterable

from server.live_rooms.live_room import LiveRoom
from server.rooms.state import How, Race, Room


class RoomCallbacks:
    """The functions that rooms call when something has happened in them. Here each does nothing.
    Subclasses override those that they need."""

    def race_stored(self, code: str, n: int) -> None:
        """Called when this process has stored the end of race `n` of a room, before the end is sent
        to connections."""

    async def daily_ended(self, live: LiveRoom) -> None:
        """Called when the race of a room has ended and was a try of a daily deal. It is called in
        every process that has the room in its cache."""

    def session_deal_ended(self, room: Room) -> None:
        """Called when the race of a room has ended and was a deal of a tournament or a crown race.
        It is called in every process that has the room in its cache."""

    def great_game_changed(self, code: str) -> None:
        """Called when something has happened in a room that races one of the five great games,
        those that are played for crowns."""

    def room_changed(self, live: LiveRoom) -> None:
        """Called when this process has read a room, or has applied events to it."""

    async def deal_seen(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        """Called when these accounts are about to see the deal of a race. `how` says whether they
        race it, watch it or get its replay. Raises StoreAway; then the deal is not shown to
        them."""
