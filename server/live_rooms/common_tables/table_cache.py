"""The cache of common tables: computes the table of a room from the stored commands, keeps it up to
date, and sends what has changed.

In Racing Demon all contestants of a race play at one common table. A command is a move of a
contestant, or a note by the server that a contestant has lost the connection or is back.
"""

from collections.abc import Iterable, Sequence

from server.boards.common_table import Applied, CommonTable, StoredCommand
from server.errors import Refusal
from server.live_rooms.common_tables.table_sender import TableSender
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore
from server.views.view_inputs import TableNews


class CommonTableCache:
    """Brings the common table that is cached in each `LiveRoom` up to date. The cached table never
    has a command that is not stored, but may lack stored ones. Methods that read the store raise
    StoreAway if it cannot be reached."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store

    async def table(self, live: LiveRoom) -> CommonTable:
        """Return the cached table of the current race. If it is not cached yet, first compute it
        from all stored commands. Raises Refusal if the race has no common table."""
        async with live.table_lock:
            return await self.ready(live)

    async def ready(self, live: LiveRoom) -> CommonTable:
        """Do the same as `table`, for a caller that already holds `LiveRoom.table_lock`."""
        race = live.race
        if not race.shares_table or race.status not in ("running", "over"):
            raise Refusal("no_board", "There is no common table in this race.")
        if not live.table_is_read:
            live.common_table = live.common_table or live.room.common_table(race)
            await self.read_on(live)
            if live.race.n != race.n:
                raise Refusal("no_board", "The room has gone on to its next race.")
            live.table_is_read = True
        if live.common_table is None:
            raise Refusal("no_board", "There is no common table in this race.")
        return live.common_table

    async def catch_up(self, live: LiveRoom) -> None:
        """Read the commands that other processes have stored, and send what they have changed to
        the connections of this process."""
        async with live.table_lock:
            await self.read_on(live)

    async def read_on(self, live: LiveRoom) -> None:
        """Do the same as `catch_up`, for a caller that already holds `LiveRoom.table_lock`."""
        race, table = live.race, live.common_table
        if not race.shares_table or table is None or race.status not in ("running", "over"):
            return
        news = await self._since(live, table)
        if live.race.n == race.n and news:
            live.table_is_read = True
            self.apply(live, news)

    def apply(self, live: LiveRoom, commands: Iterable[StoredCommand]) -> None:
        """Apply to the cached table the stored commands `commands`, which come right after the last
        one that the table has. Send what they have changed to the connections of this process."""
        before = table = live.common_table
        if before is None or table is None:
            return
        applied = []
        for command in commands:
            table, events = table.after(command)
            applied.append(Applied(command, events))
        live.common_table = table
        for seat, standing in table.standings_since(before).items():
            live.set_standing(live.race.n, seat, standing)
        self.sender(live, before).tell(
            TableNews(live.room, live.standings, before, table, tuple(applied), live.now())
        )

    def hand_out(self, live: LiveRoom) -> None:
        """Send the whole table to those connections of this process that may see it now. This is
        called at the start and at the end of the race."""
        table = live.common_table
        if table is not None:
            self.sender(live, table).hand_out(table, tuple(live.listeners))

    def sender(self, live: LiveRoom, table: CommonTable) -> TableSender:
        """Return the object that sends the table of the room's current race; make it if there is
        none yet. `table` is the present table."""
        if not isinstance(live.table_sender, TableSender) or live.table_sender.n != live.race.n:
            live.table_sender = TableSender(live, table)
        return live.table_sender

    async def _since(self, live: LiveRoom, table: CommonTable) -> Sequence[StoredCommand]:
        """Return the stored commands that follow the table, in order."""
        code, n = live.room.code, live.race.n
        lines = await self._store.commands.lines(code, n, table.logged)
        found = [StoredCommand.read(seat, line) for seat, each in lines.items() for line in each]
        if not found and live.race.status == "over":
            kept = await self._store.archived(code, n)
            if kept is not None:
                found = [
                    command
                    for seat in table.seats
                    for command in (StoredCommand.of_entry(seat, e) for e in kept.entries(seat))
                    if command.number > table.number
                ]
        return sorted(found)
