"""The spectator board: the board of a contestant as others see it, with a delay. A contestant is
known by their seat, a numbered place in the room.

The board is computed by playing the stored moves (folding), not copied from the contestant's board.
So any process can show it, and no move is shown before it is stored. This module decides when there
is something new to show; `views/visibility.py` decides what a viewer may see.
"""

import asyncio
from typing import Any, NamedTuple

from engine.cards import Card
from engine.races.board import Entry
from engine.table import State
from engine.takeback import Past, read_move, step
from protocol.message import encode
from server.errors import Refusal, StoreAway
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.observability import error_log
from server.rooms.state import Race
from server.views import board_view
from server.views.listener import Listener
from server.views.view_inputs import WatchedBoard
from server.views.visibility import shown

MERGE_S = 0.25
"""The minimum number of seconds between two messages about a board."""
AGAIN_S = 1.0
"""Seconds to wait before the moves of a board are read again if the store was away."""


class BoardFold(NamedTuple):
    """The position of a board after `ply` moves. The last of them was made at race time `ms`, in
    milliseconds since the start of the race. `past` has the earlier positions, which are needed to
    take a move back. `passed` has all cards that single moves have turned up and down again, each
    with the index of its pile."""

    ply: int
    ms: int
    state: State[Any]
    past: Past = None
    passed: tuple[tuple[int, Card], ...] = ()

    def after(self, race: Race, entry: Entry) -> "BoardFold":
        """Return the position after one more move: the next entry of the contestant's list of
        moves."""
        move = read_move(race.game, entry.text)
        state, past = step(race.game, self.state, self.past, move, race.terms.take_back)
        passed = race.game.passed(self.state, state)
        return BoardFold(self.ply + 1, entry.ms, state, past, (*self.passed, *passed))


class SpectatorBoard:
    """The board of a seat in the room's current race, as it is shown `delay_ms` milliseconds late,
    and the connections that watch it (the watchers). They are sent the board when it changes."""

    def __init__(self, registry: RoomRegistry, live: LiveRoom, seat: int, delay_ms: int) -> None:
        self.seat = seat
        self._registry, self._live, self._delay_ms = registry, live, delay_ms
        self._n = live.race.n
        self._watchers: dict[Listener, object] = {}
        """Each watcher with the `_fingerprint` of the board that it was sent last."""
        self._entries: list[Entry] = []
        self._fold = BoardFold(0, 0, live.deal().start.state)
        self._reading = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0.0
        self._shown_at = 0.0

    def is_watched_by(self, listener: Listener) -> bool:
        """Return whether `listener`, a connection, watches this board and is sent its changes."""
        return listener in self._watchers

    async def enter(self, listener: Listener, request: int | None) -> None:
        """Send the board to a connection, and make it a watcher, which is sent every change of the
        board. `request` is the id of the request that the board answers; None if it answers none.

        Raises Refusal if the user of the connection may not see the board, or the room has another
        race by now. Raises StoreAway if the store (Redis) cannot be reached. In both cases the
        connection does not become a watcher.
        """
        await self._read(unheard=True)
        self._refuse(listener)
        await self._registry.deal_exposure.watched(self._live, listener.viewer.account)
        self._refuse(listener)  # this may have changed meanwhile
        what = self._fingerprint()
        listener.send(encode(shown(self._board(request), listener.viewer)))
        self._watchers[listener] = what
        self._plan()
        if self._live.standings[self.seat].moves > len(self._entries):
            self.heard()  # the move came while nobody watched, after the log was read

    def leave(self, listener: Listener) -> None:
        """Remove a connection from the watchers. If it was the last one, close the board."""
        self._watchers.pop(listener, None)
        if not self._watchers:
            self.close()

    def close(self) -> None:
        """Remove all watchers, stop the timer, and remove this board from its room."""
        self._watchers.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        key = (self.seat, self._delay_ms)
        if self._live.board_watchers.get(key) is self:
            del self._live.board_watchers[key]

    def heard(self) -> None:
        """Note that the board or its race has changed. The watchers are sent the new board within
        MERGE_S seconds. If they see the board with a delay, they are sent it only after the
        delay."""
        since = asyncio.get_running_loop().time() - self._shown_at
        self._wake_in(max(0.0, MERGE_S - since))

    def invalidate(self) -> None:
        """Forget the moves that were read, so that they are soon read again from the first one. The
        store may have lost some of them."""
        self._entries, self._fold = [], BoardFold(0, 0, self._live.deal().start.state)
        self.heard()

    # What is to be seen. --------------------------------------------------------------------

    def _refuse(self, listener: Listener) -> None:
        why = self._why_closed(listener)
        if why is not None:
            raise Refusal("not_for_you", why)

    def _why_closed(self, listener: Listener) -> str | None:
        """Return a sentence that says why a viewer may not see this board; None if they may."""
        live, viewer = self._live, listener.viewer
        if live.race.n != self._n:
            return "The room has gone on to its next race."
        why = board_view.why_boards_closed(live.room, live.standings, viewer, live.now())
        if why is None and board_view.board_delay_ms(live.room, viewer) != self._delay():
            return "What you may see has changed; ask again."
        return why

    def _delay(self) -> int:
        return 0 if self._live.race.status == "over" else self._delay_ms

    def _seen_ms(self) -> int:
        return board_view.visible_until_ms(self._live.race, self._delay(), self._live.now())

    def _blank(self) -> bool:
        """Return whether watchers see no cards yet. They see none until `delay_ms` have passed
        since the start. If the deal is shown in frames, they see none until the first move or the
        end of the race."""
        over = self._live.race.status == "over"
        watching = bool(self._live.deal().frames) and not self._fold.ply and not over
        return watching or self._seen_ms() < 0

    def _board(self, request: int | None) -> WatchedBoard:
        live, fold = self._live, self._fold
        state = None if self._blank() else fold.state
        return WatchedBoard(
            request,
            live.room,
            live.standings,
            self.seat,
            fold.ply,
            fold.ms,
            state,
            live.now(),
            fold.passed,
        )

    def _fingerprint(self) -> object:
        """Return a value that differs from an earlier one whenever the watchers see something
        different."""
        race = self._live.race
        return self._fold.ply, race.called_by(self._seen_ms()), race.status, self._blank()

    async def _read(self, *, unheard: bool = False) -> None:
        """Bring the position up to the moves that the watchers may see by now. Before that, read
        moves from the store if the seat's standing has more moves than were read. With `unheard`,
        read them in any case. Raises StoreAway."""
        async with self._reading:
            live = self._live
            if live.race.n != self._n:
                return
            if self._registry.is_stale():
                raise StoreAway
            known = len(self._entries)
            if unheard or live.standings[self.seat].moves > known:
                entries = await self._registry.tables.entries(live, self.seat, known)
                if live.race.n != self._n or known != len(self._entries):
                    return  # meanwhile another race began, or `invalidate` was called
                self._entries += entries
            seen = self._seen_ms()
            if self._fold.ms > seen:  # a refund has put the race clock back
                self._fold = BoardFold(0, 0, live.deal().start.state)
            for entry in self._entries[self._fold.ply :]:
                if entry.ms > seen:
                    break
                self._fold = self._fold.after(live.race, entry)

    # When it is shown. ----------------------------------------------------------------------

    def _show(self) -> None:
        """Send the board to each watcher to whom it looks different now, and remove the watchers
        who may not see it any more."""
        self._shown_at = asyncio.get_running_loop().time()
        what, data = self._fingerprint(), b""
        last = self._live.race.status == "over" or self._fold.state.over is not None
        for listener, before in tuple(self._watchers.items()):
            if self._why_closed(listener) is not None:
                self.leave(listener)
            elif before != what:
                data = data or encode(shown(self._board(None), listener.viewer))
                if last:
                    listener.send(data)
                elif not listener.send_progress(data):
                    self._wake_in(MERGE_S)
                    continue
                self._watchers[listener] = what

    def _plan(self) -> None:
        """Set the timer to the moment at which watchers may see the next change: a move that this
        board has read already, or the call of a card."""
        seen, race = self._seen_ms(), self._live.race
        coming = [entry.ms for entry in self._entries[self._fold.ply :][:1]]
        coming += [ms for ms in (0, *race.called_ms) if ms > seen]
        if coming:
            self._wake_in(max(0.0, (min(coming) - seen) / 1000))

    def _wake_in(self, seconds: float) -> None:
        if not self._watchers:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        if self._timer is not None:
            if self._wakes_at <= at:
                return
            self._timer.cancel()
        self._timer, self._wakes_at = loop.call_later(seconds, self._wake), at

    def _wake(self) -> None:
        self._timer = None
        # News that comes during the read wakes the board again later, not at the same time.
        self._shown_at = asyncio.get_running_loop().time()
        self._registry.later(self._go_on())

    async def _go_on(self) -> None:
        try:
            await self._read()
            if self._live.race.n == self._n:  # the room may have gone on meanwhile
                self._show()
                self._plan()
        except StoreAway:
            self._wake_in(AGAIN_S)
        except Exception as error:  # so that other boards go on
            error_log.note("watched_board_failed", error, room=self._live.room.code)
