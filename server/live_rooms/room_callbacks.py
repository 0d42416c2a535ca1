"""Room callbacks: the functions by which rooms tell other parts of the server about ended races,
events and deals that are shown.

A daily deal is a deal of the day, which each account may play once (a try). A crown is a title for
several of the five great games won in a row. In a crown race everybody plays the same five deals.
"""

from collections.abc import Iterable

from server.live_rooms.live_room import LiveRoom
from server.rooms.state import How, Race, Room


class RoomCallbacks:
    """The functions that are called when something has happened in a room. In this class each does
    nothing; subclasses override those that they need."""

    def race_stored(self, code: str, n: int) -> None:
        """Called when this process has stored the end of race `n` of the room `code`. The end has
        not been sent to connections yet."""

    async def daily_ended(self, live: LiveRoom) -> None:
        """Called when a race that was a try of a daily deal has ended. It is called in every
        process that has the room in its cache."""

    def session_deal_ended(self, room: Room) -> None:
        """Called when a race in which a deal of a tournament or a crown race was played has ended.
        It is called in every process that has the room in its cache."""

    def great_game_changed(self, code: str) -> None:
        """Called when the room with this code has a race of one of the five great games, and
        something may have happened in it on which a crown depends."""

    def room_changed(self, live: LiveRoom) -> None:
        """Called when this process has read a room, or has applied events to it."""

    async def deal_seen(self, room: Room, race: Race, accounts: Iterable[str], how: How) -> None:
        """Called when `accounts` are about to see the deal of a race. `how` says whether they race
        it, watch it or get its replay. Raises StoreAway if this cannot be stored; then the deal is
        not shown to them."""
