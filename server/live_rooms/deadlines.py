"""Deadlines of rooms: when the deadline of a room's race has come, stores the step of the race that
is due, such as its start or its end.

In some races the server calls (announces) one card after the other, and each contestant must place
it in a given time. In Racing Demon all contestants play at a common table. An outage is a time in
which no process could store anything; a refund gives a race this time back by moving its deadlines.
"""

from collections.abc import Callable
from functools import partial

from server.errors import StoreAway
from server.live_rooms.deal_searches import DealSearches
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.play_move import MovePath
from server.live_rooms.registry import RoomRegistry
from server.live_rooms.talk import answer_countdown
from server.rooms import race_timeouts
from server.rooms.commands import Change
from server.rooms.state import Race, Room
from server.rooms.winnable_deals import found, is_present

SEARCH_AGAIN_MS = 1_000
"""Milliseconds after which a search for a winnable deal that has failed is begun again."""


class Deadlines:
    """Handles the deadlines of rooms. Every process may handle every deadline, because the store
    accepts each step of a race (its start, a called card, its end) only once.

    `owes_time` returns True if an outage has not been refunded to races yet, or if this process may
    not know of such an outage yet. Until it returns False, no step of a race is stored.
    `searches` searches for winnable deals: of the packs that follow from a deal seed, the first
    that the solver wins.
    """

    def __init__(
        self,
        registry: RoomRegistry,
        moves: MovePath,
        searches: DealSearches,
        owes_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self.registry, self.searches = registry, searches
        self._moves = moves
        self._owes_time = owes_time
        self._searched: set[tuple[str, int]] = set()
        """The races whose winnable deals this process searches for at present, each as (code of the
        room, number of the race)."""

    async def meet(self, code: str) -> None:
        """Store what is due in the room with this code, unless another process has stored it: place
        a called card for contestants who have not placed it in time, note which contestants at a
        common table count as away (without a connection) or as back, resign the games of players
        who have left, and take the next step of the race.

        Raises Refusal if there is no such room. Raises StoreAway if the store cannot be reached, or
        an outage has not been refunded yet. Calling this too early does no harm.
        """
        live = await self.registry.find(code)
        await self._place_called_card(live)
        await self.registry.look_again(live)
        await self._moves.tables.attend(live)
        running = live.race.status == "running"
        gone = (
            sorted(race_timeouts.unresigned_leavers(live.room, live.standings)) if running else []
        )
        if gone:
            for seat in gone:
                await self._moves.resign(live, seat)
            await self.registry.look_again(live)
        # The decision reads the standings when it is made: another process may have stored more.
        self._search(live)
        counted = live.race.status == "countdown"
        await self.registry.change(live, partial(self._due, live))
        if counted and live.race.status == "running":
            await answer_countdown(self.registry.store, live)
        self.registry.plan(live)

    def _search(self, live: LiveRoom) -> None:
        """Begin to search for the winnable deal of the room's race in the background, if the race
        waits for it. The process that has begun the countdown searches at once. Any other process
        searches only when the deadline of the race has come, because the first one may have died.
        If both search, they find the same deal."""
        race, key = live.race, (live.room.code, live.race.n)
        due = live.begun_here == race.n or (race.deadline or 0) <= live.now()
        if race.awaits_deal and due and key not in self._searched and is_present(race.terms):
            self._searched.add(key)
            self.registry.later(self._find_deal(live, race))

    async def _find_deal(self, live: LiveRoom, race: Race) -> None:
        how, key = race.terms.winnable, (live.room.code, race.n)
        try:
            seed = live.room.seed(race)
            deal = how and await self.searches.search(race.game, seed, how)
            if deal is not None:
                await self.registry.change(live, partial(found, n=race.n, deal=deal))
        finally:
            self._searched.discard(key)
            if live.race.awaits_deal:
                self.registry.schedule.add(live.room.code, live.now() + SEARCH_AGAIN_MS)

    def _due(self, live: LiveRoom, room: Room, *, now: int) -> Change:
        events = race_timeouts.due(room, live.standings, now)
        if events and self._owes_time():  # the refund moves the deadline
            raise StoreAway
        return events

    async def hold(self, code: str, outages: list[tuple[int, int]]) -> None:
        """Refund outages, each (since, until) in server time, to the current race of the room with
        this code: move the deadlines of the race later by the time of the outages. Time that was
        refunded before is not refunded again. Raises Refusal if there is no such room, StoreAway if
        the store cannot be reached."""
        live = await self.registry.find(code)
        await self.registry.change(live, partial(race_timeouts.refund_outages, outages=outages))

    async def _place_called_card(self, live: LiveRoom) -> None:
        """If the time for placing the called card is over, place the card for the contestants who
        have not placed it."""
        race = live.race
        if race.status != "running" or not race.call:
            return
        if race.clock(live.now()) >= race.call_due_ms:
            silent = race_timeouts.to_place(live.room, live.standings)
            await self._moves.place_for(live, sorted(silent), race.call)
