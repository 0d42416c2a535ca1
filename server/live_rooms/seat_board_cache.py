"""The boards of contestants in the rooms of this process: found, brought up with their logs, and
shown again where that is needed."""

from contextlib import suppress

from engine.board import Entry
from server.boards.card_marks import MOST_MARKS, MarkedCard, Place
from server.boards.seat_board import SeatBoard
from server.errors import Refusal, StoreAway
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore


class SeatBoardCache:
    """A desk is cached with its room; it may run ahead of its log, or fall behind it."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store

    async def desk(self, live: LiveRoom, seat: int) -> SeatBoard:
        """The board of a seat with nothing under way, folded from its log if need be.

        Raises Refusal where the seat has no board.
        """
        if live.race.status not in ("running", "over") or seat not in live.race.racing:
            raise Refusal("no_board", "You have no board in this race.")
        race, desk = live.race, live.desks.get(seat)
        if desk is not None and not await desk.settled():
            raise StoreAway
        if desk is None or desk.broken:
            entries, frame, marks = await self._store.table(live.room.code, race.n, seat)
            found = live.desks.get(seat)
            if found is not None and found is not desk and not found.broken:
                return found  # somebody else has folded it meanwhile
            if live.race.n == race.n:
                desk = live.desks[seat] = live.desk(entries, frame)
                desk.marks = marks
        if desk is None or live.race.n != race.n:  # meanwhile the room has gone on
            raise Refusal("no_board", "You have no board in this race.")
        return desk

    async def show_frame(self, live: LiveRoom, seat: int, n: int) -> SeatBoard:
        """The board of a seat that has come to frame `n` of its deal: the next, or still the same.

        Raises Refusal for any other frame.
        """
        desk, race = await self.desk(live, seat), live.race
        if not desk.frame <= n <= min(desk.frame + 1, desk.frames) or race.status != "running":
            raise Refusal("no_frame", "Only the next frame of a deal is shown, or the last again.")
        if n > desk.frame:
            await self._store.show_frame(live.room.code, race.n, seat, n)
            desk.frame = n
        if live.race.n != race.n:  # meanwhile the room has gone on
            raise Refusal("no_board", "You have no board in this race.")
        return desk

    async def mark(
        self, live: LiveRoom, seat: int, place: Place, marked: MarkedCard | None
    ) -> None:
        """Store how a seat has tilted something. Raises Refusal where it has tilted too much."""
        if not await self._store.mark(live.room.code, live.race.n, seat, place, marked):
            raise Refusal("bad_request", f"At most {MOST_MARKS} cards can be tilted.")
        desk = live.desks.get(seat)
        if desk is not None:
            rest = {known: mark for known, mark in desk.marks.items() if known != place}
            desk.marks = rest if marked is None else {**rest, place: marked}

    async def entries(self, live: LiveRoom, seat: int, since: int = 0) -> list[Entry]:
        """The stored moves of a seat in the current race, from this one on."""
        return await self._store.moves(live.room.code, live.race.n, seat, since)

    def is_behind(self, live: LiveRoom, seat: int, moves: int) -> bool:
        """Whether a seat with so many moves has more than its board here: some may have been under
        way elsewhere when it came here."""
        desk = live.desks.get(seat)
        return desk is not None and desk.ply < moves and not desk.broken and not desk.under_way

    async def bring_up(self, live: LiveRoom, seat: int) -> None:
        """Fold a board that is behind anew, and show it again if its seat is here."""
        live.desks[seat].retire()
        speaker = live.speaker(seat)
        if speaker is None:  # another process has it; who comes here has it folded
            del live.desks[seat]
            return
        live.show_board(None, speaker, await self.desk(live, seat))

    async def show_call(self, live: LiveRoom, call: int) -> None:
        """The card that was called, to every contestant here, on their own board."""
        for listener in tuple(live.listeners):
            seat = listener.viewer.seat
            if seat is None or seat not in live.race.racing:
                continue
            desk = live.desks.get(seat)
            if desk is not None and desk.ply < call - 1:
                desk.retire()  # another process has laid the card before for them
            live.show_board(None, listener, await self.desk(live, seat))

    async def uncover(self, live: LiveRoom, seat: int) -> None:
        """Somebody is back from a break: their board again, if they are here."""
        speaker = live.speaker(seat)
        if speaker is not None:
            with suppress(Refusal):  # the room may have gone on meanwhile
                live.show_board(None, speaker, await self.desk(live, seat))

    async def settle(self, live: LiveRoom) -> None:
        """The race is over and its log complete: boards that ran ahead go back to where it ends,
        those whose last card another process has laid come up with it."""
        for seat, desk in tuple(live.desks.items()):
            behind = seat in live.numbers and desk.ply < live.numbers[seat].moves
            if desk.broken or desk.under_way or behind:
                fresh = live.desks[seat] = live.desk(await self.entries(live, seat))
                fresh.marks = desk.marks
