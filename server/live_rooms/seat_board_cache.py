"""The cache of seat boards. A seat board is the board of a contestant, computed by playing the
stored moves of the contestant's seat (folding). This module also sends a board again when something
other than the contestant's own move has changed it.

A seat is the numbered place of a player in a room. A watched deal is shown to a player step by step
before play; each step is a frame. A tilt mark is a card or pile turned a little as the player's
reminder. In some races the server calls (announces) one card after the other, and each contestant
places it in a grid of their own. Methods that read or write the store (Redis) raise StoreAway if it
cannot be reached.
"""

from contextlib import suppress
from functools import partial
from typing import Any

from engine.races.board import Entry
from engine.table import State
from protocol.message import encode
from server.boards.card_marks import MOST_MARKS, MarkedCard, Place
from server.boards.seat_board import SeatBoard
from server.errors import Refusal, StoreAway
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore
from server.tasks import run_bounded
from server.views.board_view import shows_grids
from server.views.view_inputs import PUBLIC, PlacedGrids
from server.views.visibility import shown


class SeatBoardCache:
    """Computes boards by playing the stored moves of a seat, and keeps them in each `LiveRoom`. A
    cached board may have more moves than are stored, while some are being stored. It may have fewer
    if another process has stored moves of the seat.
    """

    def __init__(self, store: RoomStore) -> None:
        self._store = store

    async def seat_board(self, live: LiveRoom, seat: int) -> SeatBoard:
        """Wait until no move of a seat is still being stored, and return its board. If the board is
        not in the cache, or is broken (may differ from what is stored), compute it from the stored
        moves.

        Raises Refusal if the seat has no board in the current race. Raises StoreAway, also if a
        move takes too long to be stored.
        """
        if (
            live.race.status not in ("running", "over")
            or seat not in live.race.racing
            or live.race.shares_table
        ):
            raise Refusal("no_board", "You have no board in this race.")
        race, seat_board = live.race, live.seat_boards.get(seat)
        if seat_board is not None and not await seat_board.settled():
            raise StoreAway
        if seat_board is None or seat_board.broken:
            stored = await self._store.table(live.room.code, race.n, seat)
            found = live.seat_boards.get(seat)
            if found is not None and found is not seat_board and not found.broken:
                return found  # another task has folded the board meanwhile
            if live.race.n == race.n:
                seat_board = live.seat_boards[seat] = live.seat_board(stored.entries, stored.frame)
                seat_board.marks, seat_board.counting = stored.marks, stored.counting
        if seat_board is None or live.race.n != race.n:  # meanwhile the room has gone on
            raise Refusal("no_board", "You have no board in this race.")
        return seat_board

    async def show_frame(self, live: LiveRoom, seat: int, n: int) -> SeatBoard:
        """Store that a seat has reached frame `n` of its watched deal, and return the seat's board.
        `n` must be the frame that the seat has reached already, or the next one.

        Raises Refusal if `n` is another number, if the race is not running, or if the seat has no
        board.
        """
        seat_board, race = await self.seat_board(live, seat), live.race
        if (
            not seat_board.frame <= n <= min(seat_board.frame + 1, seat_board.frames)
            or race.status != "running"
        ):
            raise Refusal("no_frame", "Only the next frame of a deal is shown, or the last again.")
        if n > seat_board.frame:
            await self._store.show_frame(live.room.code, race.n, seat, n)
            seat_board.frame = n
        if live.race.n != race.n:  # meanwhile the room has gone on
            raise Refusal("no_board", "You have no board in this race.")
        return seat_board

    async def count(self, live: LiveRoom, seat: int) -> None:
        """Store that the player on `seat` wants to count the cards of a watched deal undisturbed:
        chat messages to the seat are kept back until its whole deal has been shown. Do nothing if
        no deal is being shown to the seat. Raises Refusal if the seat has no board in the current
        race."""
        seat_board = await self.seat_board(live, seat)
        if seat_board.dealing:
            await self._store.count(live.room.code, live.race.n, seat)
            seat_board.counting = True

    async def mark(
        self, live: LiveRoom, seat: int, place: Place, marked: MarkedCard | None
    ) -> None:
        """Store the tilt mark of a seat at `place` on its board in the current race. If `marked` is
        None, remove the mark. Raises Refusal if the seat has too many marks."""
        if not await self._store.mark(live.room.code, live.race.n, seat, place, marked):
            raise Refusal("bad_request", f"At most {MOST_MARKS} cards can be tilted.")
        seat_board = live.seat_boards.get(seat)
        if seat_board is not None:
            rest = {known: mark for known, mark in seat_board.marks.items() if known != place}
            seat_board.marks = rest if marked is None else {**rest, place: marked}

    async def entries(self, live: LiveRoom, seat: int, since: int = 0) -> list[Entry]:
        """Read the moves of a seat in the current race from the store. Return them in order, but
        leave out the first `since` moves."""
        return await self._store.moves(live.room.code, live.race.n, seat, since)

    def is_behind(self, live: LiveRoom, seat: int, moves: int) -> bool:
        """Return whether the cached board of a seat has fewer than `moves` moves, the number of
        moves that are stored. This happens if another process was still storing moves of the seat
        when the player connected to this process.

        Return False if there is no cached board, or if it is broken (will be computed again) or has
        moves that are being stored.
        """
        seat_board = live.seat_boards.get(seat)
        return (
            seat_board is not None
            and seat_board.ply < moves
            and not seat_board.broken
            and not seat_board.under_way
        )

    async def bring_up(self, live: LiveRoom, seat: int) -> None:
        """Compute the cached board of a seat again from its stored moves, and send it to the seat's
        connection. If the seat has no connection at this process, remove the board from the cache
        instead. The caller has found that the board has fewer moves than are stored."""
        live.seat_boards[seat].invalidate()
        speaker = live.speaker(seat)
        if speaker is None:  # the board is folded when a connection needs it
            del live.seat_boards[seat]
            return
        live.show_board(None, speaker, await self.seat_board(live, seat))

    async def show_call(self, live: LiveRoom, call: int) -> None:
        """Send every contestant connected to this process their board, which now shows card number
        `call`, because the server has just called it."""
        for listener in tuple(live.listeners):
            seat = listener.viewer.seat
            if seat is None or seat not in live.race.racing:
                continue
            seat_board = live.seat_boards.get(seat)
            if seat_board is not None and seat_board.ply < call - 1:
                seat_board.invalidate()  # another process has placed the previous card
            live.show_board(None, listener, await self.seat_board(live, seat))

    async def placed_grids(self, live: LiveRoom) -> PlacedGrids | None:
        """Return the grids of all contestants, each with only those called cards that everybody has
        placed; after the race, return the whole grids. They are computed from the stored moves.
        Return None if the race does not show the grids to all, or if no card has been placed by
        everybody yet."""
        while shows_grids(live.room, live.now()):
            race = live.race
            placed = race.game.goal if race.status == "over" else race.call - 1
            if placed < 1:
                return None
            key = (race.n, race.status, placed)
            if live.grids is None or live.grids[0] != key:
                states: dict[int, State[Any]] = {}
                await run_bounded(race.racing, partial(self._fold_placed, live, placed, states))
                live.grids = (key, states)
            if live.race is race:
                return PlacedGrids(live.room, placed, live.grids[1], live.now())
        return None

    async def _fold_placed(
        self, live: LiveRoom, placed: int, states: dict[int, State[Any]], seat: int
    ) -> None:
        """Compute the board of a seat after its first `placed` moves, and put it into `states` by
        seat. Moves after these are left out, because not everybody may have made them."""
        states[seat] = live.seat_board((await self.entries(live, seat))[:placed]).state

    async def show_grids(self, live: LiveRoom) -> None:
        """Send every connection of this process what `placed_grids` returns: the grids of all
        contestants. Send nothing if it returns None."""
        what = await self.placed_grids(live)
        if what is not None:
            data = encode(shown(what, PUBLIC))
            for listener in tuple(live.listeners):
                listener.send(data)

    async def uncover(self, live: LiveRoom, seat: int) -> None:
        """Send a contestant their board again after a break, during which the board was covered. Do
        nothing if the seat has no connection at this process."""
        speaker = live.speaker(seat)
        if speaker is not None:
            with suppress(Refusal):  # the room may have gone on meanwhile
                live.show_board(None, speaker, await self.seat_board(live, seat))

    async def settle(self, live: LiveRoom) -> None:
        """Compute every cached board again that may differ from the stored moves of its seat. This
        is called after the end of a race, when nothing can be stored any more."""
        for seat, seat_board in tuple(live.seat_boards.items()):
            behind = seat in live.standings and seat_board.ply < live.standings[seat].moves
            if seat_board.broken or seat_board.under_way or behind:
                fresh = live.seat_boards[seat] = live.seat_board(await self.entries(live, seat))
                fresh.marks = seat_board.marks
