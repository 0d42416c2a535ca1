"""A practice table in line mode: one player plays rounds of Racing Demon against computer players,
without a server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

from client_cli.messages.common_table import series_lines
from client_cli.solo.practice_room import PracticeRoom
from client_cli.terminal.output import Output
from client_cli.terminal.stdin import typed_lines
from client_cli.text_mode.rooms.standings import race_lines
from client_cli.text_mode.rooms.table_lines import HELP, TableLines, TableNewsLines
from protocol.from_server import FromServer
from protocol.texts import _

MORE_HELP = _("""\
race       how everybody stands
series     the points of all rounds
next       the next round, when this one is over
wait       wait for the end of the round
quit       leave the table""")
NEXT = _('Type "next" for the next round, or "quit".')


class PracticeLines:
    """Prints what happens at a practice table, and carries out what the player types."""

    def __init__(self, room: PracticeRoom, voice: Output) -> None:
        self.room, self.voice = room, voice
        self._news = TableNewsLines(room.session, voice)
        self._table = TableLines(room, voice)
        self._changed = asyncio.Event()
        room.tell, room.overhear = self._told, self._overhear

    def _overhear(self, message: FromServer) -> None:
        if self.voice.as_json:
            self.voice.put(message.model_dump(mode="json"))

    def _told(self, sentences: Sequence[str]) -> None:
        if self.voice.as_json:
            self.room.session.seen()
        else:
            self._news.tell()
            self.voice.say(sentences)
            if self.room.session.status == "over":
                self.voice.say([NEXT])
        self._changed.set()

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Carry out lines until `quit` or the end of the input."""
        moving = asyncio.ensure_future(self.room.run())
        try:
            self._overhear(self.room.whole_room())
            self._told([])
            async for line in lines:
                self._news.flush()
                if not await self._execute(line):
                    return
        finally:
            moving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await moving

    async def _execute(self, line: str) -> bool:
        """Carry out a typed line. Return False if the player leaves."""
        session, word = self.room.session, line.strip().lower()
        if word in ("quit", "exit", "q"):
            return False
        if word in ("next", "rematch"):
            await self.room.rematch()
        elif word == "wait":
            while session.status != "over":
                self._changed.clear()
                await self._changed.wait()
        elif word == "race":
            self.voice.say(race_lines(session))
        elif word == "series":
            self.voice.say(series_lines(session.series) if session.series else [])
        elif word in ("help", "?"):
            self.voice.say([*HELP.splitlines(), *MORE_HELP.splitlines()])
        elif word and not word.startswith("#") and not self._table.execute(line):
            self.voice.say(
                [_("{line} is neither a move nor a command.", line=repr(line.strip()[:40]))]
            )
        return True


def practise(room: PracticeRoom, voice: Output) -> None:
    """Play at a practice table in line mode until the player leaves."""

    async def play() -> None:
        await PracticeLines(room, voice).run(typed_lines())

    asyncio.run(play())
