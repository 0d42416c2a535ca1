"""Rules of the state machine about faulty clients: broken connections, invalid frames, no
reading."""

import json
import socket
from typing import Any

from server.rooms.state import Room
from tests.server.machine.board import Answer
from tests.server.machine.differs import differs
from tests.server.machine.judged import Judged
from tests.server.machine.lines import Line
from tests.server.machine.messages import number_of, valid
from tests.server.machine.referee import MOST_BAD_FRAMES


class Trouble(Judged):
    """Everything but asking and being answered."""

    def _host_does(self, **request: Any) -> None:
        line = self._line_of(self.referee.host)
        if line is not None:
            self.run(self._ask(line, **request))

    def _one_racing(self, who: int) -> Line:
        racing = self._racing()
        return racing[who % len(racing)]

    async def _return(self, old: Line, picks: list[int], app: int, cut: bool) -> None:
        """Resume a seat on another connection while its moves are in flight."""
        ahead = self._ahead(old, picks, ending=False)
        seat = self._seat(old) or 0
        board, token = self.referee.race.boards[seat], self.referee.seats[seat].token
        before, seq = board.ply, len(self.referee.events)
        new = await self._line(app)
        await old.send(*map(json.dumps, ahead))
        if cut:
            await old.cut()
            self.lines.remove(old)
        request: Answer = {"type": "resume", "id": new.number(), "code": self.referee.code,
                   "token": token, "legal": True}  # fmt: skip
        await new.send(json.dumps(request))
        (found,) = await new.answered(request["id"])
        _, events = await self.house.apps[0].store.room(Room(self.referee.code or ""))
        first = [event.e for event in events[seq : found["seq"]]]
        if cut and "detached" in first:  # the old connection had been found broken before
            self.referee.closed(old.name)
        expected = self.referee.ask(new.name, request)
        expected["seq"] += first.count("called")  # an earlier move was the last one due
        if cut:
            self.referee.closing.pop(old.name, None)
        expected = {name: expected[name] for name in ("type", "seq", "seat", "host", "members")}
        assert not differs(expected, found), (differs(expected, found), found)
        # How many of the moves were stored is random; that it is the first so many is not.
        came = await self._came(old, new, ahead)
        for move in ahead[:came]:
            board.play(move["move"], self.referee.clock())
        assert board.ply == before + came
        self.referee.noticed()
        await self._settled()
        if not self.referee.calls:
            await self._burst(new, [{**move, "id": new.number()} for move in ahead[came:]])

    async def _came(self, old: Line, new: Line, ahead: list[Answer]) -> int:
        """The number of moves that have been stored, once that is certain."""
        for line in [old] if old in self.lines else []:
            assert await line.ended() == 4000
        await self.house.until_no_move_is_under_way(
            [line for line in self.lines if line is not old]
        )
        answers = [answer for move in ahead for answer in old.answers(move["id"])]
        told = sum(answer["type"] == "moved" for answer in answers)
        code, n = self.referee.code or "", self._race()
        stored = await self.house.apps[0].store.moves(code, n, self._seat(new) or 0)
        board = self.referee.race.boards[self._seat(new) or 0]
        came = len(stored) - board.ply
        assert told <= came <= len(ahead), (told, came, ahead)
        return came

    async def _almost(self, line: Line, spoilt: list[Answer]) -> None:
        """Send corrupted messages, some of which may be valid by chance."""
        bad_before = len(_nameless(line))
        nameless = 0
        for words in spoilt[: self._bearable(line)]:
            message = {"id": line.number(), **words}
            number = number_of(message)
            if line.name in self.referee.closing or line not in self.lines:
                return
            if valid(message):
                if number == message["id"] and "id" not in words and self._harmless(line, message):
                    await self._burst(line, [message])
                continue
            answer = self.referee.nonsense(line.name, number)
            await line.send(json.dumps(message))
            if number is None or "id" in words:
                nameless += number is None
                await line.drained()
            else:
                await self._answered(line, message, answer)
            assert len(_nameless(line)) == bad_before + nameless, message
        await self._settled()

    def _harmless(self, line: Line, message: Answer) -> bool:
        """Whether a message may be sent: the watching connection must do nothing else."""
        return line is not self.watch or message["type"] in ("look", "ready", "play", "ping")

    async def _nonsense(self, line: Line, frames: list[str]) -> None:
        """Send frames that are not messages; after fifty the connection is closed."""
        frames = frames[: self._bearable(line)]
        before = len(_nameless(line))
        heard = 0
        for _ in frames:
            if line.name not in self.referee.closing:
                self.referee.nonsense(line.name, None)
                heard += 1
        served = self.house.serving(line)
        await line.send(*frames)
        if line.name in self.referee.closing:
            await self.house.hang_up(line, served)
        await line.drained()
        assert len(_nameless(line)) == before + heard
        await self._settled()

    def _bearable(self, line: Line) -> int | None:
        """How many more bad frames a connection may send, None for any number; the watching
        connection has to stay until the end."""
        left = MOST_BAD_FRAMES - 1 - self.referee.bad_frames[line.name]
        return left if line is self.watch else None

    async def _end(self, line: Line, frame: str | bytes, code: int) -> None:
        await line.socket.send(frame)
        assert await line.ended() == code
        self.lines.remove(line)
        self.referee.closed(line.name)
        await self._settled()

    async def _never_read(self, line: Line, number: int) -> None:
        """Send requests without reading the answers while somebody else plays. Afterwards every
        answer is there, or the connection has been cut off."""
        served = self.house.serving(line)
        sockets = served._socket.transport.get_extra_info("socket")
        sockets.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        line.listens(to_all=False)
        expected = self.referee.ask(line.name, {"type": "look"})
        numbers = [line.number() for _ in range(number)]
        await line.send(*(json.dumps({"type": "look", "id": n}) for n in numbers))
        others = [other for other in self._racing() if other is not line]
        for other in others[:1]:
            for request in self._ahead(other, [0], ending=False):
                answer = self._judged(other, request)
                await other.send(json.dumps(request))
                await self._answered(other, request, answer)
        await self.house.until_dealt_with(served)
        line.listens(to_all=True)
        if served._closing:
            await self.house.hang_up(line, served)
        await line.drained()
        if line.code is None:
            assert all(len(line.answers(n)) == 1 for n in numbers[:: max(1, number // 50)])
            answer = line.answers(numbers[0])[0]
            assert not differs(expected, answer), (differs(expected, answer), answer)
            self.told["never read: heard"] += 1
        else:
            assert (line.code, number > 100) == (4001, True)
            self.lines.remove(line)
            self.referee.closed(line.name)
            self.told["never read: cut off"] += 1
        await self._settled()


def _nameless(line: Line) -> list[Any]:
    return [m for m in line.heard if m["type"] == "refused" and m["id"] is None]
