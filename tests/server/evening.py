"""One evening in one room, with a referee: how requests are sent and judged, and what always holds.
What is said is in `tests/server/test_state_machine.py`.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine
from typing import Any, ClassVar

from hypothesis.stateful import RuleBasedStateMachine, invariant

from tests.server.lines import House, Line
from tests.server.referee import WATCHING, Referee
from tests.server.referee_board import Answer

NEVER = "ZZZZZZ"


def differs(expected: object, actual: object, where: str = "") -> str:
    """Where something that is expected is not there; empty if all is. There may be more."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            if name not in actual:
                return f"{where}.{name} is missing"
            if found := differs(value, actual[name], f"{where}.{name}"):
                return found
        return ""
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return next(filter(None, (differs(*pair, f"{where}.{i}") for i, pair in pairs)), "")
    return "" if expected == actual else f"{where} is {actual!r}, not {expected!r}"


class Judged(RuleBasedStateMachine):
    """Whoever is connected, what was heard so far, and how the room should be."""

    told: ClassVar[Counter[str]] = Counter()
    runner: ClassVar[asyncio.Runner]
    house: ClassVar[House]

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.names = 0
        self.seqs: dict[str, int] = {}
        self.judged: dict[str, int] = {}
        self.logged = len(self.house.log.getvalue())
        self.referee = Referee("aces_up", {})
        self.watch: Line | None = None

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    # How it is done. ------------------------------------------------------------------------

    def _code(self, right: bool) -> str:
        return (self.referee.code if right else None) or NEVER

    def _race(self) -> int:
        return self.referee.race.n if self.referee.races else 1

    def _seat(self, line: Line) -> int | None:
        place = self.referee.places.get(line.name)
        return None if place == WATCHING else place

    def _racing(self) -> list[Line]:
        if not self.referee.races or self.referee.race.status != "running":
            return []
        return [line for line in self.lines if self._seat(line) in self.referee.race.boards]

    def _ply(self, line: Line) -> int:
        seat = self._seat(line)
        if seat is None or not self.referee.races:
            return 0
        board = self.referee.race.boards.get(seat)
        return board.ply if board else 0

    def _ahead(self, line: Line, picks: list[int]) -> list[dict[str, Any]]:
        """Legal moves one after the other, from where a line's board is."""
        board = self.referee.race.boards[self._seat(line) or 0]
        rules, state, requests = board.rules, board.states[-1], []
        for i, pick in enumerate(picks):
            moves = rules.legal(state).moves
            if not moves or state.over:
                break
            move = moves[pick % len(moves)]
            state = rules.play(state, move).state
            requests.append(
                {"type": "play", "id": line.number(), "race": self._race(),
                 "ply": board.ply + i, "move": rules.codec.to_text(move)}
            )  # fmt: skip
        return requests

    def _do(self, who: int, **request: Any) -> None:
        line = self.lines[who % len(self.lines)]
        if line is not self.watch or request["type"] in ("look", "ready", "play"):
            self.run(self._ask(line, **request))

    async def _ask(self, line: Line, **request: Any) -> None:
        await self._burst(line, [{"id": line.number(), **request}])

    async def _burst(self, line: Line, requests: list[Answer]) -> None:
        """Send requests at once; each is to be answered as the referee says, and but once."""
        expected = [self._judged(line, request) for request in requests]
        await line.send(*map(json.dumps, requests))
        for request, answer in zip(requests, expected, strict=True):
            found = await line.answered(request["id"])
            assert len(found) == 1, (request, found)
            assert not differs(answer, found[0]), (request, differs(answer, found[0]), found[0])
            self.told[f"{request['type']}: {answer.get('code', answer['type'])}"] += 1
            if request["type"] == "create":
                self.referee.code = found[0]["code"]
            if request["type"] in ("create", "rematch") and answer["type"] != "refused":
                self.referee.race.secret = self.house.drawn[-1]
        await self._settled()
        for request in requests:
            assert len(line.answers(request["id"])) == 1, request

    def _judged(self, line: Line, request: Answer) -> Answer:
        return self.referee.ask(line.name, request)

    async def _line(self, app: int) -> Line:
        self.names += 1
        line = await self.house.line(f"line {self.names}", app)
        self.lines.append(line)
        self.referee.places[line.name] = None
        return line

    async def _return(self, old: Line, picks: list[int], app: int, cut: bool) -> None:
        ahead = self._ahead(old, picks)
        seat = self._seat(old) or 0
        board, token = self.referee.race.boards[seat], self.referee.seats[seat].token
        before = board.ply
        new = await self._line(app)
        await old.send(*map(json.dumps, ahead))
        if cut:
            await old.cut()
            self.lines.remove(old)
            self.referee.closed(old.name)
        request: Answer = {"type": "resume", "id": new.number(), "code": self.referee.code,
                   "token": token, "legal": True}  # fmt: skip
        await new.send(json.dumps(request))
        expected = self.referee.ask(new.name, request)
        assert not differs(expected, (await new.answered(request["id"]))[0])
        if not cut:
            self.lines.remove(old)
            self.referee.taken_over.discard(old.name)
            assert await old.ended() == 4000
        await self.house.until_still(self.referee.code, self.lines, None)
        look = new.number()
        await new.send(json.dumps({"type": "look", "id": look}))
        (table,) = await new.answered(look)
        # How many of the moves came through is chance; that it is a number of them is not.
        answers = [answer for move in ahead for answer in old.answers(move["id"])]
        told = [answer["ply"] for answer in answers if answer["type"] == "moved"]
        came = table.get("ply", 0) - before
        assert max([before, *told]) <= before + came <= before + len(ahead), (told, table)
        for move in ahead[:came]:
            board.play(move["move"])
        self.referee.noticed()
        await self._settled()
        rest = [{**move, "id": new.number()} for move in ahead[came:]]
        await self._burst(new, rest)

    async def _go(self, line: Line, cut: bool) -> None:
        self.lines.remove(line)
        await (line.cut() if cut else line.close())
        self.referee.closed(line.name)
        await self._settled()

    async def _settled(self) -> None:
        """Wait until all is still; lines whose seat was taken over have been closed with 4000."""
        for line in [line for line in self.lines if line.name in self.referee.taken_over]:
            assert await line.ended() == 4000
            self.lines.remove(line)
            self.referee.taken_over.discard(line.name)
        status = self.referee.race.status if self.referee.races else None
        await self.house.until_still(self.referee.code, self.lines, status)

    # What always holds. ---------------------------------------------------------------------

    @invariant()
    def all_agree(self) -> None:
        self.run(self._agree())

    async def _agree(self) -> None:
        await self._settled()
        log = self.house.log.getvalue()[self.logged :]
        assert "error" not in log, log[-2_000:]
        if self.referee.code is None:
            return
        for line in list(self.lines):
            if self._seat(line) is not None:
                look: Answer = {"type": "look", "id": line.number()}
                await line.send(json.dumps(look))
                (found,) = await line.answered(look["id"])
                expected = self.referee.ask(line.name, look)
                assert not differs(expected, found), (differs(expected, found), found)
            self._numbered(line)
            self._nothing_leaked(line)
        assert self.watch is not None
        watch: Answer = {"type": "watch", "id": self.watch.number(), "code": self.referee.code}
        await self.watch.send(json.dumps(watch))
        (room,) = await self.watch.answered(watch["id"])
        assert not differs(self.referee.room(), room), (differs(self.referee.room(), room), room)

    def _numbered(self, line: Line) -> None:
        """Events carry numbers without holes from the room's on, wherever a line came in."""
        known = self.seqs.get(line.name)
        for message in line.heard[self.judged.get(line.name, 0) :]:
            if message["type"] == "room":
                known = message["seq"]
            elif "seq" in message and self.referee.places.get(line.name) is not None:
                assert known is None or message["seq"] <= known + 1, message
                known = max(known or 0, message["seq"])
        if known is not None:
            self.seqs[line.name] = known

    def _nothing_leaked(self, line: Line) -> None:
        """No frame names a secret of a race that is not over, nor a token or another's board."""
        hidden = [seat.token for seat in self.referee.seats]
        race = self.referee.race
        if race.status != "over":
            hidden += [race.secret.hex(), *(n for n in race.counted.values() if int(n, 16) > 99)]
        for frame in line.frames[self.judged.get(line.name, 0) :]:
            assert not [word for word in hidden if word in frame], frame
            if self.referee.places.get(line.name) == WATCHING:
                assert '"view"' not in frame or line is not self.watch, frame
        self.judged[line.name] = len(line.frames)

    def teardown(self) -> None:
        self.run(self._part())

    async def _part(self) -> None:
        for line in self.lines:
            await line.close()
        await self.house.until_still(None, [], None)
        await self.house.forget(self.referee.code)
