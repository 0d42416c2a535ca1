"""The command `patience tournament play`: play a tournament, in line mode or on the full screen."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable

from client_cli.exit_codes import Failure
from client_cli.messages import tournaments as words
from client_cli.messages.tournament_events import changes
from client_cli.net.connection import ConnectionState
from client_cli.net.one_shot_client import with_connection
from client_cli.net.room_client import RoomClient, now_ms
from client_cli.terminal.stdin import typed_lines
from client_cli.text_mode.rooms.race import RaceLines
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from client_cli.text_mode.tournaments import tournament_input as typed
from client_cli.text_mode.tournaments.tournaments import tables_of
from client_cli.tournament import requests
from client_cli.tournament.player_session import LeftTournament, PlayerSession
from client_cli.tournament.state import KnownTournament
from protocol import codes
from protocol.texts import _

END_S = 30.0
"""Longest wait, in seconds, for the message of the room that its race is over. The tournament
reports the end on another connection, which may be faster."""
HELP = _("""\
table      how everybody stands
tables     who sits at which table of the round, with points; also in a race
round      what goes on, and what is waited for
quit       leave for now; what you have played stays
In a race, help says what can be typed there.""")


def play(context: ServerCommandContext, code: str, guest: str | None = None) -> None:
    """Check in to a tournament (tell the server that the player is there) and play each of its
    races until it ends. `guest` is the name of a player who enters without an account. Raises
    Failure if the server refuses or cannot be reached."""
    if context.screens is not None:
        if guest is not None:
            run_on_server(context, lambda client: requests.enter(client, code, None, guest))
        asyncio.run(context.screens.tournament(context.server, context.storage, code, context.left))
        return
    asyncio.run(_by_line(context, code, guest))


async def _by_line(context: ServerCommandContext, code: str, guest: str | None) -> None:
    lines = SessionLines(context)
    session = PlayerSession(context.server, context.storage, code, lines, now_ms)
    found = await session.check_in(guest)
    context.voice.put({"type": "checked_in", "code": found.code, "number": found.mine})
    if not context.voice.as_json:
        context.voice.say([_("You are checked in.")])
    reading = asyncio.ensure_future(lines.read())
    running = asyncio.ensure_future(session.run())
    minding = asyncio.ensure_future(lines.run_commands())
    try:
        await asyncio.wait({running, minding}, return_when=asyncio.FIRST_COMPLETED)
        if minding.done():
            minding.result()
        await running
    except LeftTournament:
        context.voice.say(
            [_("Come back with: patience tournament play {code}.", code=codes.spoken(code))]
        )
        return
    finally:
        for task in (running, reading, minding):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Failure, LeftTournament):
                await task
    lines.final()


class SessionLines:
    """Shows a tournament to one of its players in line mode, from check-in to the end: prints what
    happens, and passes the lines that the player types to the current race. Implements
    `TournamentView`, which documents the methods."""

    def __init__(self, context: ServerCommandContext) -> None:
        self._context, self._voice = context, context.voice
        self._typed: deque[str] = deque()
        self._ended = False
        self._table: RaceLines | None = None
        self._known: KnownTournament | None = None
        self._moved = asyncio.Event()
        """Set when a line was typed, the tournament has changed, or a race has ended."""

    # Messages. --------------------------------------------------------------------------------

    def show_change(self, before: KnownTournament | None, known: KnownTournament) -> None:
        self._known = known
        self._voice.put(known.tournament.model_dump(mode="json", exclude={"id"}))
        if not self._voice.as_json:
            now = now_ms()
            if before is None:
                self._voice.say(words.tournament_lines(known, now, there=True))
            elif known.tournament.status != "finished":
                self._voice.say(changes(before, known, now))
        self._wake()

    def say(self, sentence: str) -> None:
        self._voice.say([sentence])

    def line_is(self, line: ConnectionState) -> None:
        if line is ConnectionState.DOWN and self._table is None:
            self._voice.say([_("The line is down; trying again.")])

    def final(self) -> None:
        """Print the final table of the tournament."""
        if self._known is not None and not self._voice.as_json:
            self._voice.say(words.tournament_lines(self._known, now_ms()))

    # Commands. --------------------------------------------------------------------------------

    async def read(self) -> None:
        async for line in typed_lines():
            self._typed.append(line)
            self._wake()
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        self._moved.set()
        if self._table is not None:
            self._table.changed.set()

    async def run_commands(self) -> None:
        """Carry out the lines that the player types while no race of theirs is running. Runs until
        cancelled. Raises LeftTournament when the player types `quit`."""
        while True:
            self._moved.clear()
            while self._typed and self._table is None and self._known is not None:
                line = self._typed.popleft()
                if not (self._between(line) or await self._of_tournament(line)):
                    self._typed.appendleft(line)
                    break
            await self._moved.wait()

    def _between(self, line: str) -> bool:
        """Carry out a line that the player typed between two races. Return False if the line is
        left for the next race. Raises LeftTournament for `quit`."""
        word, known = line.strip().lower(), self._known
        if word in ("quit", "exit"):
            raise LeftTournament
        if known is None:
            return False
        if word == "table":
            self._voice.say(words.table_lines(known.tournament))
        elif word == "round":
            self._voice.say(words.now_lines(known, now_ms()))
        elif word in ("help", "?"):
            organising = typed.HELP.splitlines() if known.tournament.organised else []
            self._voice.say([*HELP.splitlines(), *organising])
        elif word:
            return False
        return True

    async def _of_tournament(self, line: str) -> bool:
        """Carry out a line that is a command about the tournament, also in a race: `tables`, or a
        command of an organiser who plays. Return whether it is one."""
        return await self._listed_tables(line) or await self._organised(line)

    async def _listed_tables(self, line: str) -> bool:
        """Print the common tables of the latest round if the line is `tables`. Return whether it
        is."""
        context, known = self._context, self._known
        if known is None or line.strip().lower() != "tables":
            return False
        try:
            found = await with_connection(
                context.server, context.storage, lambda one: tables_of(one, known.tournament)
            )
            self._voice.say(found.lines())
        except Failure as failure:
            self._voice.say([str(failure)])
        return True

    async def _organised(self, line: str) -> bool:
        """Carry out a line if it is an organiser's command. Return whether it is such a command."""
        context, known = self._context, self._known
        if known is None or not known.tournament.organised:
            return False
        code = known.tournament.code
        try:
            verb = typed.verb(line, known.tournament)
            if verb is None:
                return False
            await with_connection(
                context.server, context.storage, lambda one: requests.run(one, code, verb)
            )
        except Failure as failure:
            self._voice.say([str(failure)])
        return True

    # In a race. -------------------------------------------------------------------------------

    def room(self) -> RoomClient:
        self._table = RaceLines(self._context.server, self._voice, self._context.storage, None)
        return self._table.room

    async def race(self, room: RoomClient, over: Callable[[], bool]) -> None:
        table = self._table
        if table is None or table.room is not room:
            raise ValueError("not the room that was created last")

        def done() -> bool:
            return table.session.status == "over" or over()

        try:
            await table.execute(self._lines(table, done))
            if self._quit(table, done):
                raise LeftTournament
            await table.until(done)
            await self._wait_for_end(table)
        finally:
            self._table = None
            self._moved.set()

    async def _wait_for_end(self, table: RaceLines) -> None:
        """If the race has begun, wait until its room sends the end of the race. The tournament's
        connection may report the end earlier. Give up after END_S seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                await table.until(lambda: table.session.status not in ("countdown", "running"))

    def _quit(self, table: RaceLines, done: Callable[[], bool]) -> bool:
        """Return whether the race's commands ended because the player typed `quit`, and not because
        the input, the race or the connection ended."""
        return not done() and not self._ended and table.room.link.farewell is None

    async def _lines(self, table: RaceLines, done: Callable[[], bool]) -> AsyncIterator[str]:
        """Yield the lines that the player types for this race until the race is over. Lines that
        are typed after that are kept for the next race."""
        while True:
            await table.until(lambda: bool(self._typed) or self._ended or done())
            if done() or not self._typed:
                return
            line = self._typed.popleft()
            if not await self._of_tournament(line):
                yield line

    async def wait_for_next(self) -> None:
        """Return at once: in line mode the next deal begins without a question to the player."""
