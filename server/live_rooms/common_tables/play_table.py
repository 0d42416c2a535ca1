"""The command path of common tables: commands of all seats wait in one queue per table, are decided
in the order of their arrival, stored, and then answered.

In Racing Demon all contestants of a race (called a round) play at one common table. A seat is the
numbered place of a contestant in the room. A command is a move, or a note by the server: that a
contestant is away, so that nobody has to wait for them, or that a contestant is back. To decide on
a command is to find out whether the rules allow it at that moment.

Several processes may serve seats of one table. Each decides on the table that it knows; the script
`store/commit_commands.lua` stores the commands only if no other process has stored any meanwhile.
Otherwise this process reads the commands of the other process and decides again. So the commands of
a table have one order, the same for all processes.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from engine.racing_demon.record import AWAY, BACK
from protocol.message import encode
from protocol.rooms.common_tables import PlayTable, TablePlayed
from server.boards.common_table import (
    AskedCommand,
    CommandRefusal,
    CommonTable,
    Judgement,
    StoredCommand,
)
from server.errors import Refusal, StoreAway
from server.live_rooms.common_tables.table_cache import CommonTableCache
from server.live_rooms.live_room import LiveRoom
from server.observability import error_log
from server.observability.metrics import Metrics
from server.rooms.race_timeouts import attendance
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.store.table_commands import CommandBatch
from server.views.listener import Listener, MeasuredListener
from server.views.view_inputs import RefusedRequest
from server.views.visibility import shown

MOST_WAITING = 20
"""The maximum number of commands of a seat that are not answered yet."""

REFUSALS = {
    "over": CommandRefusal("race_over", "The race is over."),
    "bell": CommandRefusal("race_over", "Time is up; the move came too late."),
    "waiting": CommandRefusal("race_not_running", "The race has not begun."),
    "lost": CommandRefusal("race_lost", "The server's store has lost this race; it cannot go on."),
}

Answer = StoredCommand | CommandRefusal


class PendingCommand(NamedTuple):
    """A command that waits for its decision, and the function `settle`, which is called with the
    answer. `listener` is the connection that has asked for the command; None if the server has."""

    asked: AskedCommand
    settle: Callable[[Answer], None]
    listener: Listener | None = None


class TablePath:
    """Takes the commands that players connected to this process ask for, and adds commands of the
    server: it resigns for a seat that has left, and notes that a contestant is away or back. The
    task `run` decides on all of them and stores them."""

    def __init__(
        self,
        tables: CommonTableCache,
        store: RoomStore,
        clock: Clock,
        link: StoreAvailability,
        metrics: Metrics,
    ) -> None:
        self._tables, self._store, self._clock = tables, store, clock
        self._link, self._metrics = link, metrics
        self._waiting: dict[tuple[LiveRoom, int], list[PendingCommand]] = {}
        self._deciding: set[tuple[LiveRoom, int]] = set()
        """The tables of which a task decides on commands now."""
        self._wake = asyncio.Event()

    @property
    def waiting(self) -> int:
        """The number of commands that wait for their decision."""
        return sum(map(len, self._waiting.values()))

    def play(
        self, live: LiveRoom, listener: MeasuredListener, seat: int, request: PlayTable
    ) -> None:
        """Queue a command of a contestant; return without waiting for its decision. The answer is
        later sent to `listener`. Raises Refusal if the command cannot be queued; then nothing has
        changed."""
        race = live.race
        if request.race != race.n:
            raise Refusal("wrong_race", f"The room is at race {race.n}.")
        if not race.shares_table or seat not in race.racing:
            raise Refusal("no_board", "You are not at a common table.")
        if race.status not in ("running", "over"):
            raise Refusal(REFUSALS["waiting"].code, REFUSALS["waiting"].sentence)
        queue = self._waiting.get((live, race.n), ())
        if sum(each.asked.seat == seat for each in queue) >= MOST_WAITING:
            raise Refusal("too_fast", "Wait for the moves before this one.")
        listener.measure_delay()
        asked = AskedCommand(seat, request.key, request.move, "seat", listener.delay_ms)

        def settle(answer: Answer) -> None:
            if isinstance(answer, StoredCommand):
                played = TablePlayed(id=request.id, race=race.n, number=answer.number, ms=answer.ms)
                listener.send(encode(played))
                self._metrics.moves.labels("stored").inc()
                return
            self._metrics.moves.labels(answer.code).inc()
            late = answer if answer.overtaken else None
            refused = RefusedRequest(request.id, answer.code, answer.sentence, late=late)
            listener.send(encode(shown(refused, listener.viewer)))

        self._submit(live, PendingCommand(asked, settle, listener))

    async def resign(self, live: LiveRoom, seat: int) -> None:
        """Resign the round for a seat that has left, and wait until the command is stored. If the
        round is over for the seat, return without having resigned."""
        if live.race.status == "running" and seat in live.race.racing:
            await self._ask(live, AskedCommand(seat, 0, "resign", "server"))

    async def attend(self, live: LiveRoom) -> None:
        """Store a command for each contestant who has had no connection for longer than the others
        have to wait (away), and for each who has a connection again (back). Wait until the commands
        are stored. Raises StoreAway if the store cannot be reached."""
        if not live.race.shares_table or live.race.status != "running":
            return
        with suppress(Refusal):  # the room may have gone on meanwhile
            table = await self._tables.table(live)
            change = attendance(live.room, table.away, self._clock.now(), table.resigned)
            for seat in change.gone:
                await self._ask(live, AskedCommand(seat, 0, AWAY, "server"))
            for seat in change.back:
                await self._ask(live, AskedCommand(seat, 0, BACK, "server"))

    async def run(self) -> None:
        """Decide on waiting commands, store and answer them, until this task is cancelled. Commands
        that still wait at that moment may have been stored or not, and are not answered."""
        async with asyncio.TaskGroup() as tasks:  # a table does not wait for the others
            while True:
                await self._wake.wait()
                self._wake.clear()
                for live, n in self._waiting.keys() - self._deciding:
                    self._deciding.add((live, n))
                    tasks.create_task(self._settle_all(live, n))

    def _submit(self, live: LiveRoom, pending: PendingCommand) -> None:
        self._waiting.setdefault((live, live.race.n), []).append(pending)
        self._wake.set()

    async def _ask(self, live: LiveRoom, asked: AskedCommand) -> None:
        answered = asyncio.Event()
        self._submit(live, PendingCommand(asked, lambda _: answered.set()))
        await answered.wait()

    async def _settle_all(self, live: LiveRoom, n: int) -> None:
        """Decide on the commands of a table until none waits."""
        while pending := self._waiting.pop((live, n), None):
            await self._settle(live, n, pending)
        self._deciding.discard((live, n))

    async def _settle(self, live: LiveRoom, n: int, pending: list[PendingCommand]) -> None:
        """Decide on the commands that wait at a table, and answer each."""
        try:
            answers = await self._decided(live, n, pending)
        except Exception as error:  # the other tables go on
            error_log.note("table_failed", error, room=live.room.code)
            live.table_is_read = False
            failed = CommandRefusal("storage_away", "The server could not decide on the move.")
            answers = [failed] * len(pending)
        for each, answer in zip(pending, answers, strict=True):
            try:
                each.settle(answer)
            except Exception as error:  # the other commands must still be answered
                error_log.note("move_answer_failed", error, room=live.room.code)

    async def _decided(
        self, live: LiveRoom, n: int, pending: list[PendingCommand]
    ) -> Sequence[Answer]:
        """Store those of the commands that the rules allow, tell the room, and return the answer to
        each. Commands of connections that have left the room are taken out of `pending`: their
        contestants may have been told already, through another process, that they are refused."""
        asked = [each.asked for each in pending]
        while True:
            await self._link.up()
            try:
                async with live.table_lock:
                    pending[:] = [
                        e for e in pending if e.listener is None or e.listener in live.listeners
                    ]
                    asked = [each.asked for each in pending]
                    if live.race.n != n:
                        return [REFUSALS["over"]] * len(asked)
                    table = await self._tables.ready(live)
                    if live.race.status != "running":
                        return [table.repeated(each) or REFUSALS["over"] for each in asked]
                    judged = table.judge(asked)
                    if all(map(table.repeated, asked)):
                        return judged.answers
                    word, _, value = (await self._commit(live, table, judged)).partition(" ")
                    if word == "behind":
                        await self._tables.read_on(live)
                        if table is live.common_table:  # the store has lost commands
                            return [REFUSALS["lost"]] * len(asked)
                    elif word == "ok":
                        return self._accepted(live, table, judged, int(value))
                    else:
                        # Nothing is stored, so each command is judged without the others.
                        alone = [table.judge([each]) for each in asked]
                        return [REFUSALS[word] if e.accepted else e.answers[0] for e in alone]
            except Refusal as refusal:
                return [CommandRefusal(refusal.code, str(refusal))] * len(asked)
            except StoreAway as away:
                self._link.doubt(away)
                live.table_is_read = False  # the commands may have been stored or not

    async def _commit(self, live: LiveRoom, table: CommonTable, judged: Judgement) -> str:
        """Store the accepted commands. Without any, ask only whether the table is the stored one,
        so that no command is refused because of a table that another process has changed since.

        The standing of each seat that has commands is stored, even if it has not changed (AWAY and
        BACK do not change it). A seat without a stored standing counts as one without a log."""
        known, texts = table.standing_texts(), judged.after.standing_texts()
        active = {command.seat for command in judged.accepted}
        batch = CommandBatch(
            live.room.code,
            live.race.n,
            table.number,
            [(command.seat, command.stored) for command in judged.accepted],
            {seat: text for seat, text in texts.items() if seat in active or text != known[seat]},
            judged.after.ended_since(table),
        )
        with self._metrics.commit_seconds.time():
            answer = await self._store.commands.store(self._clock.now(), batch)
        self._metrics.commit_moves.observe(len(batch.commands))
        return answer

    def _accepted(
        self, live: LiveRoom, table: CommonTable, judged: Judgement, ms: int
    ) -> Sequence[Answer]:
        stored = {each: each._replace(ms=ms) for each in judged.accepted}
        if stored and live.common_table is table:  # else the room has gone on meanwhile
            self._tables.apply(live, stored.values())
        return [
            stored.get(each, each) if isinstance(each, StoredCommand) else each
            for each in judged.answers
        ]
