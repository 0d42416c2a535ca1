"""Deal exposure: reports which accounts are about to see a deal, before it is shown to them.

An account that has seen a deal cannot win a crown (a title for several games won in a row) with it.
A report is a call of `RoomCallbacks.deal_seen`, which stores it.
"""

from collections.abc import Iterable

from server.live_rooms.live_room import LiveRoom
from server.live_rooms.room_callbacks import RoomCallbacks
from server.rooms.events import RaceJoined, RaceStarted
from server.rooms.state import Race, Room


class DealExposure:
    """Reports which accounts are about to see a deal, and whether they race it, watch it or get its
    replay. Every method raises StoreAway if the report cannot be stored; then the caller must not
    show the deal."""

    def __init__(self, listener: RoomCallbacks) -> None:
        self._listener = listener

    async def begun(self, live: LiveRoom, event: RaceStarted | RaceJoined) -> None:
        """Report the contestants who are about to get their boards. If `event` is the start of the
        race, these are all contestants. Otherwise it is the contestant who has joined, if the race
        runs already."""
        if isinstance(event, RaceStarted):
            await self.dealt(live, live.race.racing)
        elif live.race.status == "running":
            await self.dealt(live, (event.seat,))

    async def dealt(self, live: LiveRoom, seats: Iterable[int]) -> None:
        """Report the accounts on `seats`, which are about to see their own boards of the current
        race. Seats of guests, who have no account, are left out."""
        accounts = [live.room.seats[seat].account for seat in seats]
        racing = [account for account in accounts if account]
        if racing:
            await self._listener.deal_seen(live.room, live.race, racing, "raced")

    async def watched(self, live: LiveRoom, account: str | None) -> None:
        """Report that an account is about to watch somebody's board in the current race, and so
        sees the deal. Do nothing if `account` is None."""
        if account is not None:
            await self._listener.deal_seen(live.room, live.race, [account], "watched")

    async def replayed(self, room: Room, race: Race, account: str | None) -> None:
        """Report that an account is about to get the record or a replay of a race. Do nothing if
        the account was a contestant of the race, or `account` is None."""
        raced = {room.seats[seat].account for seat in race.racing}
        if account is not None and account not in raced:
            await self._listener.deal_seen(room, race, [account], "replayed")
