"""Sends the common table of a room to its connections: at once to contestants, and with the delay
of the room to those who watch.

In Racing Demon all contestants of a race play at one common table. The settings of a room say by
how many milliseconds spectators see it late. A command is a move of a contestant, or a note by the
server that nobody has to wait for a contestant.
"""

import asyncio
from collections import deque
from collections.abc import Iterable

from protocol.message import encode
from server.boards.common_table import CommonTable
from server.live_rooms.live_room import LiveRoom
from server.views import table_view
from server.views.listener import Listener
from server.views.view_inputs import SeatMoves, TableNews, WholeTable
from server.views.visibility import shown


class TableSender:
    """Sends the table of the current race of a room, and its changes. `table` is the table at the
    moment when this object is made; spectators who see the table late are shown no earlier state of
    it."""

    def __init__(self, live: LiveRoom, table: CommonTable) -> None:
        self.n = live.race.n
        self._live, self._seen = live, table
        self._news = deque[TableNews]()
        """What has changed since `_seen`, the table that late spectators see or will see first."""
        self._late: set[Listener] = set()
        """The spectators who see the table late and have been sent the whole table."""
        self._timer: asyncio.TimerHandle | None = None
        self._legal: dict[int, object] = {}
        """The legal moves that each seat was sent last."""
        self._legal_of: CommonTable | None = None
        """The table whose legal moves were sent last, while those of a newer one are to be sent."""

    def whole(
        self, request: int | None, listener: Listener, table: CommonTable
    ) -> WholeTable | None:
        """Return the table as the user of a connection may see it now; None if they may not see it,
        or not yet. `table` is the present table; `request` is the id of the request that is
        answered, None if none is."""
        live, viewer = self._live, listener.viewer
        delay_ms = self._delay_ms(listener)
        if delay_ms is None:
            return None
        if delay_ms:
            self._show(delay_ms, listener)
            if self._until(delay_ms) < self._seen.ms:
                return None
            self._late.add(listener)
            return WholeTable(request, live.room, live.standings, self._seen, delay_ms, live.now())
        if viewer.legal and viewer.seat in table.seats:
            self._legal[viewer.seat] = table_view.legal(table, viewer.seat)
        return WholeTable(request, live.room, live.standings, table, 0, live.now())

    def hand_out(self, table: CommonTable, listeners: Iterable[Listener]) -> None:
        """Send the whole table to those of `listeners` whose users may see it now."""
        for listener in listeners:
            what = self.whole(None, listener, table)
            if what is not None:
                listener.send(encode(shown(what, listener.viewer)))

    def tell(self, news: TableNews) -> None:
        """Send what commands have changed at the table: to contestants now, to spectators after
        their delay. Contestants whose legal moves have changed are sent these a little later, so
        that the answers to the commands need not wait for the legal moves to be computed."""
        self._news.append(news)
        data = b""
        for listener in tuple(self._live.listeners):
            if self._delay_ms(listener) == 0:
                data = data or encode(shown(news, listener.viewer))
                listener.send(data)
        if self._legal_of is None:
            self._legal_of = news.before
            asyncio.get_running_loop().call_soon(self._tell_legal)
        self._show(self._live.room.settings.delay_ms)

    def _tell_legal(self) -> None:
        """Send the contestants their legal moves, if these have changed."""
        before, self._legal_of = self._legal_of, None
        live, table = self._live, self._live.common_table
        if before is None or table is None or live.race.n != self.n:
            return
        for listener in tuple(live.listeners):
            viewer = listener.viewer
            if not viewer.legal or viewer.seat not in table.seats or self._delay_ms(listener) != 0:
                continue
            if not table_view.may_change_legal(before, table, viewer.seat):
                continue
            legal = table_view.legal(table, viewer.seat)
            if legal != self._legal.get(viewer.seat):
                self._legal[viewer.seat] = legal
                listener.send(encode(shown(SeatMoves(live.race, table, viewer.seat), viewer)))

    def _delay_ms(self, listener: Listener) -> int | None:
        live = self._live
        return table_view.delay_ms(live.room, live.standings, listener.viewer, live.now())

    # The delay of spectators. ---------------------------------------------------------------------

    def _until(self, delay_ms: int) -> int:
        return self._live.race.clock(self._live.now()) - delay_ms

    def _show(self, delay_ms: int, but: Listener | None = None) -> None:
        """Send the spectators who see the table late what has become visible to them, and set the
        timer to the moment at which more does. `but` is sent nothing: it gets the whole table."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        live = self._live
        if live.race.n != self.n or live.race.status != "running":
            return
        until, now = self._until(delay_ms), live.now()
        late = [each for each in live.listeners if each is not but and self._delay_ms(each)]
        while self._news and self._news[0].after.ms <= until:
            news = self._news.popleft()
            self._seen = news.after
            what = news._replace(room=live.room, standings=live.standings, now=now)
            data = b""
            for listener in late:
                if listener in self._late:
                    data = data or encode(shown(what, listener.viewer))
                    listener.send(data)
        if self._seen.ms <= until:
            whole = WholeTable(None, live.room, live.standings, self._seen, delay_ms, now)
            for listener in late:
                if listener not in self._late:
                    self._late.add(listener)
                    listener.send(encode(shown(whole, listener.viewer)))
        if self._news or self._seen.ms > until:
            coming = self._news[0].after.ms if self._seen.ms <= until else self._seen.ms
            self._wake_in((coming - until) / 1000, delay_ms)

    def _wake_in(self, wait_s: float, delay_ms: int) -> None:
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._show, delay_ms)
