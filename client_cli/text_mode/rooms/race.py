"""A race in line mode, for pipes, screen readers and plain terminals.

In a race with called cards the server announces each card to all players, and everybody has to
place it in a given time. A watched deal is a deal that is shown before play begins, in steps called
frames.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from client_cli.local.preferences import talk_is_hidden
from client_cli.local.storage import Storage
from client_cli.messages import table_text
from client_cli.messages.crown_events import run_lines
from client_cli.messages.displayed_code import HIDDEN, codes_are_hidden
from client_cli.messages.grids import grid_lines
from client_cli.messages.next_race import score_lines
from client_cli.net import invitations
from client_cli.net.connection import ConnectionLost, ConnectionState, RequestRefused
from client_cli.net.invitations import ServerAddress
from client_cli.net.room_client import RoomClient, now_ms
from client_cli.state.legality import COVERED
from client_cli.state.session import RoomSession
from client_cli.state.spectator import WatchedBoard
from client_cli.terminal.output import Output
from client_cli.text_mode import card_marks
from client_cli.text_mode.board_view import HELP as WATCH_HELP
from client_cli.text_mode.board_view import BoardView
from client_cli.text_mode.call_notices import HELP as CALL_HELP
from client_cli.text_mode.call_notices import CallNotices
from client_cli.text_mode.parser import HELP, NO_TABLE, LineParser
from client_cli.text_mode.rooms.race_tools import HELP as TABLE_HELP
from client_cli.text_mode.rooms.race_tools import RaceTools
from client_cli.text_mode.rooms.room_input import HELP as ROOM_HELP
from client_cli.text_mode.rooms.room_input import RoomVerbs
from client_cli.text_mode.rooms.standings import race_lines
from client_cli.text_mode.rooms.table_lines import HELP as COMMON_HELP
from client_cli.text_mode.rooms.table_lines import TableLines, TableNewsLines
from client_cli.text_mode.sounds import TextSounds
from engine.errors import IllegalMove
from engine.takeback import UNDO
from protocol import codes
from protocol.crowns import BeginBreak, EndBreak
from protocol.from_server import FromServer
from protocol.texts import _

VERBS = (
    *("ready", "unready", "start", "leave", "grids"),
    *(
        "race",
        "wait",
        "next",
        "hint",
        "room",
        "undo",
        "redo",
        "finish",
        "help",
        "?",
        "quit",
        "exit",
        "break",
        "back",
        "run",
        "wins",
    ),
)
MORE_HELP = _("""\
ready      you are ready; when all are, the race starts; unready
start      the host: start with those who are ready
race       how everybody stands, and who is still thinking about a called card
grids      the grids of the others, where the race shows them
wait       wait for the start; said again, or later in a race, for the end
next       the next round of a watched deal, or the next card that is called
undo       take the last move back, where the race allows it
redo       make the move again that was taken back last
finish     play a won game to its end, when nothing is left to decide
hint       a promising move, where the race allows it
break      cover your board: a break of a run for a crown; "back" plays on
run        how your run for a crown stands
wins       how many races of this room each has won
leave      give the seat up for good
quit       leave for now; "patience resume" returns to the seat""")
NO_SCORE = _("No race of this room is over yet.")
GET_READY = _('Type "ready" when you are.')


class RaceLines:
    """A player's seat in a room, or a spectator's place there, in line mode: prints what happens in
    the room, and carries out the commands that are typed."""

    def __init__(
        self, server: str, voice: Output, storage: Storage, patience_s: float | None = 120
    ) -> None:
        self.voice = voice
        self.room = RoomClient(server, storage, self._told, self._line, patience_s)
        self.room.session.talk_hidden = talk_is_hidden(storage)
        self._watch = BoardView(self.room, voice)
        self.calls = CallNotices(self.room, voice)
        self._table = RaceTools(self.room, voice)
        self._common = TableLines(self.room, voice)
        self._news = TableNewsLines(self.room.session, voice)
        self._sounds = TextSounds(storage, voice)
        self._reader = LineParser(VERBS, voice.cards)
        self.changed = asyncio.Event()
        """Set after every message from the server. A task that waits for the next message clears it
        first."""
        self._drawn: tuple[str, int | None] | None = None
        self._grids: dict[int, WatchedBoard] = {}
        """The grids of all contestants as they were when last printed."""
        self._down = False
        self._begun: str | None = None
        """Id of the latest race in which a command has been carried out while it was running; None
        if there is none."""
        self.room.overhear = self._overhear

    @property
    def session(self) -> RoomSession:
        return self.room.session

    def _overhear(self, message: FromServer) -> None:
        if self.voice.as_json:
            self.voice.put(message.model_dump(mode="json"))
        self.calls.hear(message)
        self._sounds.hear(message)

    # Messages. ------------------------------------------------------------------------------

    def _told(self, sentences: Sequence[str]) -> None:
        if self.voice.as_json:
            self.session.seen()
        else:
            self._news.tell()
            self.voice.say(sentences)
            self._draw_once()
            self._tell_grids()
            self._watch.draw_once()
            self.calls.tell()
        self._watch.follow()
        self.changed.set()

    def _draw_once(self) -> None:
        """Print the table when it first appears, and each frame of a watched deal. After that the
        player prints the table with the command `look`."""
        session, dealing = self.session, self.session.dealing
        if session.rules is None or session.race is None:
            return
        frame = (session.race.id, dealing.n if dealing else None)
        if frame == self._drawn:
            return
        state = session.state()
        if state is None:
            return
        self._drawn = frame
        if dealing is None:
            self.voice.say(table_text.table(session.rules, state, self.voice.cards))
        else:
            lines = table_text.dealt(session.rules, dealing, self.voice.cards)
            self.voice.say([*lines, dealing.sentence('"next"')])

    def _tell_grids(self) -> None:
        """Print where the other contestants have placed the last card, if the race shows their
        grids."""
        session, before = self.session, self._grids
        if session.grids is before or session.rules is None:
            return
        self._grids = session.grids
        for seat, board in session.grids.items():
            if seat != session.seat and seat in before:
                told = board.change_sentences(before[seat], session.rules)
                self.voice.say([f"{session.name(seat)}: {sentence}" for sentence in told])

    def _line(self, line: ConnectionState) -> None:
        if line is ConnectionState.DOWN:
            self.voice.say([_("The line is down; trying again.")])
        elif line is ConnectionState.UP and self._down:
            self.voice.say([_("The line is up again.")])
        self._down = line is ConnectionState.DOWN
        self.changed.set()

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until `done` returns True or the connection is closed for good. `done` is called
        after every message from the server."""
        while not done() and self.room.link.farewell is None:
            self.changed.clear()
            await self.changed.wait()

    # Commands. ------------------------------------------------------------------------------

    async def execute(self, lines: AsyncIterator[str]) -> None:
        """Carry out typed lines until `quit`, the end of the input, or the end of the connection.

        If the input ends and the player's game is over or the player has none, wait for the end of
        the race, because a script wants the results. An unfinished game is left at once, except in
        a race with called cards, in which the server places the cards of an absent player.
        """
        async for line in lines:
            if self.room.link.farewell is not None or not await self._execute(line):
                return
        await self.until(lambda: not self.session.outbox and not self.session.commands)
        called = self.session.race is not None and self.session.race.terms.call_ms is not None
        if called or not self.session.plays:  # the server lays called cards of idle players
            await self.until(lambda: self.session.status not in ("countdown", "running"))

    async def _execute(self, line: str) -> bool:
        """Carry out a line that a contestant has typed, once the server has answered all earlier
        moves and, if the race has just started, has sent the table. Return False if the player
        quits."""
        session = self.session
        await self.until(lambda: not session.outbox and not session.commands)
        await self.until(lambda: not self._awaits_table())
        race = session.race.id if session.race and session.status == "running" else None
        goes_on = await self._carry_out(line)
        self._begun = race or self._begun
        return goes_on

    def _awaits_table(self) -> bool:
        """Whether the race runs and the server has not sent the player's table yet. It sends it
        right after the message that starts the race, so a move may be typed in between."""
        session = self.session
        runs = session.status == "running" and session.racing and not session.covered
        return runs and not session.dealt

    async def look_on(self, line: str) -> bool:
        """Carry out a line that a spectator, who has no seat, has typed. Return False if the
        spectator quits."""
        return await self._carry_out(line)

    async def _carry_out(self, line: str) -> bool:
        session = self.session
        if self._table.needs_record(line):
            await self.until(lambda: not self.room.awaits_record)
        if not self.voice.as_json:
            self._news.flush()
        if any(each.execute(line) for each in (self._common, self._watch, self._table)):
            return True
        if await self.calls.execute(line) or await self._keep(line):
            return True
        state = None if session.covered else session.state() or self._watch.state()
        typed = self._reader.read(session.rules, state, line)
        if typed.move is not None:
            self._play(typed.move)
        elif typed.verb in ("quit", "exit"):
            return False
        elif typed.verb:
            return await self._verb(typed.verb)
        else:
            hidden = session.covered and list(typed.lines) == [NO_TABLE]
            self.voice.say([COVERED] if hidden else typed.lines)
        return True

    async def _keep(self, line: str) -> bool:
        """Carry out a line if it is a command about the room or its chat. Return whether it is such
        a command."""
        try:
            told = await RoomVerbs(self.room).do(line)
        except RequestRefused:
            return True  # the sentence has been printed
        except ConnectionLost:
            told = [_("The line went down; say that again.")]
        if told and not self.voice.as_json:
            self.voice.say(told)
        return told is not None

    def _play(self, move: Any) -> None:
        try:
            self.room.play(move)
        except IllegalMove as error:
            self.voice.say([_(str(error))])

    def _finish(self) -> None:
        try:
            self.room.finish()
        except IllegalMove as error:
            self.voice.say([_(str(error))])

    def _hint(self) -> None:
        try:
            self.room.ask_hint()
        except IllegalMove as error:
            self.voice.say([str(error)])

    def _aid(self, verb: str) -> None:
        """Carry out one of the commands `undo`, `redo`, `finish` and `hint`."""
        redo = self.session.redo
        if verb == "finish":
            self._finish()
        elif verb == "hint":
            self._hint()
        elif verb == "undo" or redo is not None:
            self._play(UNDO if verb == "undo" else redo)
        else:
            self.voice.say([_("There is nothing to make again.")])

    async def _verb(self, verb: str) -> bool:
        room = self.room
        asking: dict[str, Callable[[], Awaitable[None]]] = {
            "ready": room.ready,
            "unready": room.unready,
            "start": room.start,
            "leave": room.leave,
            "break": lambda: room.request(BeginBreak),
            "back": lambda: room.request(EndBreak),
        }
        if verb in asking:
            return not await self._asked(verb, asking[verb]) or verb != "leave"
        if verb == "wait":
            await self._wait()
        elif verb == "next":
            await self.next_frame()
        elif verb == "grids":
            self.voice.say(grid_lines(self.session, self.voice.cards))
        elif verb in ("undo", "redo", "finish", "hint"):
            self._aid(verb)
        elif verb in ("race", "run", "wins"):
            self.voice.say(self._stands(verb))
        else:
            helping = (
                HELP if self.session.table_rules is None else COMMON_HELP,
                card_marks.HELP,
                MORE_HELP,
                TABLE_HELP,
                WATCH_HELP,
                ROOM_HELP,
                CALL_HELP,
            )
            self.voice.say([line for page in helping for line in page.splitlines()])
        return True

    def _stands(self, verb: str) -> list[str]:
        """Return lines with the state of the race, of the player's run for a crown, or of all races
        of the room, as the command `verb` asks."""
        if verb == "race":
            return race_lines(self.session)
        if verb == "run":
            return run_lines(self.session, now_ms())
        return score_lines(self.session) or [NO_SCORE]

    async def _asked(self, verb: str, asking: Callable[[], Awaitable[None]]) -> bool:
        """Send the request of the command `verb` to the server. Return whether the server has
        carried it out."""
        try:
            await asking()
        except RequestRefused:
            return False  # the sentence has been printed
        except ConnectionLost:
            self.voice.say([_("The line went down; say {verb} again.", verb=verb)])
            return False
        return True

    async def _wait(self) -> None:
        """Wait for the table of the race. If the player has already waited in the running race, or
        typed another command in it, wait for the end of the race instead. A script can therefore
        say `wait` twice without knowing whether the race has begun."""
        session = self.session
        if session.race is not None and session.race.id == self._begun:
            await self.until(lambda: session.status == "over")
            return
        await self.until(lambda: session.dealt or session.status in ("running", "over"))
        await self.until(lambda: session.dealt or not session.racing or session.status == "over")
        await self._called()
        self._begun = session.race.id if session.race else None

    async def _called(self) -> None:
        """In a race with called cards, wait until the next card is called. In other races return at
        once."""
        session = self.session
        await self.until(lambda: not session.awaits_call or session.status != "running")

    async def next_frame(self) -> None:
        """Carry out the command `next`. During a watched deal, show the next frame or, after the
        last one, the table. In a race with called cards, wait until the next card is called."""
        session, seen = self.session, self.session.dealing
        if seen is None and session.awaits_call:
            await self._called()
            return
        if seen is None:
            self.voice.say([_("The deal is done.")])
            return
        self.room.next_frame()
        await self.until(lambda: session.dealing != seen or session.status == "over")
        await self.until(lambda: session.dealt or session.status == "over")
        if session.dealing is None and not self.voice.as_json:
            self._draw_once()


async def sit(table: RaceLines, lines: AsyncIterator[str]) -> str | None:
    """Carry out typed lines until they end or the connection is closed for good. If the connection
    was closed, return the sentence with the reason; otherwise return None."""
    obeying = asyncio.ensure_future(table.execute(lines))
    gone = asyncio.ensure_future(table.room.link.gone())
    try:
        await asyncio.wait({obeying, gone}, return_when=asyncio.FIRST_COMPLETED)
        if obeying.done():
            await obeying
            return table.room.link.farewell
        return await gone
    finally:
        obeying.cancel()
        gone.cancel()


def invitation(session: RoomSession, reach: ServerAddress) -> list[str]:
    """Return sentences that tell others how to join the room."""
    if session.code is None:
        return []
    invited = invitations.invitation(reach, session)
    if codes_are_hidden():
        return [HIDDEN, GET_READY]
    how = invitations.invitation_sentences(invited)
    qr = _('Type "ready" when you are; "qr" shows the link for a phone.')
    return [
        _("Code {code}. {how}", code=codes.spoken(session.code), how=how[0]),
        *how[1:],
        qr if invited.link else GET_READY,
    ]
