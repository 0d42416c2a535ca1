"""Sends the common table of a room to its connections: at once to contestants, and with the delay
of the room to those who watch."""

import asyncio
from collections.abc import Iterable

from protocol.message import encode
from server.boards.common_table import CommonTable
from server.live_rooms.live_room import LiveRoom
from server.views import table_view
from server.views.listener import Listener
from server.views.view_inputs import PUBLIC, SeatMoves, TableNews, WholeTable
from server.views.visibility import shown


class TableSender:
    """Sends the table of the current race of a room, and its changes. `first` is the table with
    which this process begins; spectators who see the table late see nothing before it."""

    def __init__(self, live: LiveRoom, first: CommonTable) -> None:
        self.n = live.race.n
        self._live, self._first = live, first
        self._news: list[TableNews] = []
        self._told = 0
        """How many items of `_news` have been sent to spectators who see the table late."""
        self._late: set[Listener] = set()
        """The spectators who see the table late and have been sent the whole table."""
        self._timer: asyncio.TimerHandle | None = None
        self._legal: dict[int, object] = {}
        """The legal moves that each seat was sent last."""

    def whole(
        self, request: int | None, listener: Listener, table: CommonTable
    ) -> WholeTable | None:
        """Return the table as a connection may see it now, in answer to `request`, if any; None if
        it may not see it yet. `table` is the present table."""
        live, viewer = self._live, listener.viewer
        delay_ms = self._delay_ms(listener)
        if delay_ms is None:
            return None
        if delay_ms:
            self._show()  # so that the changes after this table are sent to the new spectator too
            seen = self._seen(delay_ms)
            if seen is None:
                self._plan(delay_ms)
                return None
            self._late.add(listener)
            return WholeTable(request, live.room, live.standings, seen, delay_ms, live.now())
        if viewer.legal and viewer.seat in table.seats:
            self._legal[viewer.seat] = table_view.legal(table, viewer.seat)
        return WholeTable(request, live.room, live.standings, table, 0, live.now())

    def hand_out(self, table: CommonTable, listeners: Iterable[Listener]) -> None:
        """Send the whole table to those of the connections who may see it now."""
        for listener in listeners:
            what = self.whole(None, listener, table)
            if what is not None:
                listener.send(encode(shown(what, listener.viewer)))

    def tell(self, news: TableNews) -> None:
        """Send what commands have changed: to contestants now, to others after their delay."""
        self._news.append(news)
        data, late_ms = b"", 0
        for listener in tuple(self._live.listeners):
            delay_ms = self._delay_ms(listener)
            if delay_ms == 0:
                data = data or encode(shown(news, listener.viewer))
                listener.send(data)
                self._tell_legal(news.after, listener)
            late_ms = delay_ms or late_ms
        if late_ms:
            self._plan(late_ms)

    def _tell_legal(self, table: CommonTable, listener: Listener) -> None:
        viewer = listener.viewer
        if not viewer.legal or viewer.seat not in table.seats:
            return
        legal = table_view.legal(table, viewer.seat)
        if legal != self._legal.get(viewer.seat):
            self._legal[viewer.seat] = legal
            listener.send(encode(shown(SeatMoves(self._live.race, table, viewer.seat), viewer)))

    def _delay_ms(self, listener: Listener) -> int | None:
        live = self._live
        return table_view.delay_ms(live.room, live.standings, listener.viewer, live.now())

    # The delay of spectators. ---------------------------------------------------------------------

    def _seen(self, delay_ms: int) -> CommonTable | None:
        """Return the table that spectators see who see it late; None if they see nothing yet."""
        until = self._until(delay_ms)
        if until < self._first.ms:
            return None
        return self._news[self._told - 1].after if self._told else self._first

    def _until(self, delay_ms: int) -> int:
        return self._live.race.clock(self._live.now()) - delay_ms

    def _plan(self, delay_ms: int) -> None:
        """Set the timer to the moment at which the next change becomes visible."""
        if self._timer is not None:
            return
        until = self._until(delay_ms)
        coming = self._news[self._told].after.ms if self._told < len(self._news) else None
        if until < self._first.ms:
            coming = self._first.ms
        if coming is not None:
            wait = max(0, coming - until) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._show)

    def _show(self) -> None:
        """Send the spectators who see the table late what has become visible to them."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        live, delay_ms = self._live, self._live.room.settings.delay_ms
        if live.race.n != self.n or live.race.status != "running":
            return
        until, told = self._until(delay_ms), self._told
        while self._told < len(self._news) and self._news[self._told].after.ms <= until:
            self._told += 1
        seen = self._seen(delay_ms)
        for listener in tuple(live.listeners):
            if seen is None or not self._delay_ms(listener):
                continue
            if listener in self._late:
                for news in self._news[told : self._told]:
                    listener.send(encode(shown(news, PUBLIC)))
            else:
                self._late.add(listener)
                whole = WholeTable(None, live.room, live.standings, seen, delay_ms, live.now())
                listener.send(encode(shown(whole, PUBLIC)))
        self._plan(delay_ms)
