"""The room listener: callbacks by which other parts of the server learn what rooms do."""

from collections.abc import Iterable

from server.live_rooms.live_room import LiveRoom
from server.rooms.state import How, Race, Room


class RoomListener:
    """Does nothing. Subclasses override the callbacks they need."""

    def race_stored(self, code: str, n: int) -> None:
        """This process has stored the end of race `n` of a room. Called before the end is sent."""

    async def daily_ended(self, live: LiveRoom) -> None:
        """The try of a daily deal has ended. Called by every process that has the room."""

    def session_deal_ended(self, room: Room) -> None:
        """The race of a room has ended and was one deal of a session. Called by every process that
        has the room."""

    def great_game_changed(self, code: str) -> None:
        """Something has happened in a room that races one of the five great games."""

    async def deal_seen(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        """These accounts are about to see the deal of a race."""
