"""State machine base: send requests in one room, compare the answers with the referee's, check
invariants.

The requests are in `tests/server/test_state_machine.py`.
"""

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Coroutine
from time import monotonic
from traceback import print_exception
from typing import Any, ClassVar

from hypothesis.errors import HypothesisException
from hypothesis.stateful import RuleBasedStateMachine, invariant

from engine.races.verify import verify
from tests.server.machine.board import Answer
from tests.server.machine.differs import differs
from tests.server.machine.hands import FURTHEST_MS
from tests.server.machine.house import COUNTDOWN_MS, Expected, House
from tests.server.machine.lines import Line
from tests.server.machine.messages import number_of
from tests.server.machine.referee import Referee
from tests.server.machine.seats import WATCHING
from tests.server.machine.told import Ear, Log, here

NEVER = "ZZZZZZ"

FORGOTTEN = re.compile(r"[^\n]*crown_watcher_failed[^\n]*\n")
"""Log lines of the follower of crowns, which knows rooms that the tests have deleted."""


class Judged(RuleBasedStateMachine):
    """The connections, what was heard on them, and the referee."""

    told: ClassVar[Counter[str]] = Counter()
    steps: ClassVar[int] = 0
    runner: ClassVar[asyncio.Runner]
    house: ClassVar[House]

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.names = 0
        self.ears: dict[str, Ear] = {}
        self.log = Log()
        self.logged = len(self.house.log.getvalue())
        self.referee = Referee("aces_up", {}, 60_000, COUNTDOWN_MS, self.house.hands.ms)
        self.watch: Line | None = None
        self.first: Answer = {}
        self.began = monotonic()

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    # Where everybody is. --------------------------------------------------------------------

    def _code(self, right: bool) -> str:
        return (self.referee.code if right else None) or NEVER

    def _race(self) -> int:
        return self.referee.race.n if self.referee.races else 1

    def _seat(self, line: Line) -> int | None:
        place = self.referee.places.get(line.name)
        return None if place == WATCHING else place

    def _line_of(self, seat: int | None) -> Line | None:
        found = [line for line in self.lines if seat is not None and self._seat(line) == seat]
        return found[0] if found else None

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

    def _ahead(
        self, line: Line, picks: list[int], *, ending: bool = True, uncalled: bool = False
    ) -> list[Answer]:
        """Legal moves in sequence from a connection's board, as far as cards have been called, or
        further if `uncalled`; without one that ends the game unless `ending`."""
        board = self.referee.race.boards[self._seat(line) or 0]
        rules, state, requests = board.rules, board.states[-1], []
        for i, pick in enumerate(picks):
            moves, call = rules.legal(state).moves, self.referee.call
            is_called = call is None or board.ply + i < call
            if not moves or state.over or not (is_called or uncalled):
                break
            move = moves[pick % len(moves)]
            state = rules.play(state, move).state
            if state.over and not ending:
                break
            requests.append(
                {"type": "play", "id": line.number(), "race": self._race(),
                 "ply": board.ply + i, "move": rules.codec.to_text(move)}
            )  # fmt: skip
        return requests

    # Requests. ------------------------------------------------------------------------------

    def _do(self, who: int, **request: Any) -> None:
        line = self.lines[who % len(self.lines)]
        if line is not self.watch or request["type"] in ("look", "ready", "play"):
            self.run(self._ask(line, **request))

    async def _ask(self, line: Line, **request: Any) -> None:
        await self._burst(line, [{"id": line.number(), **request}])

    async def _burst(self, line: Line, requests: list[Answer]) -> None:
        """Send requests at once; each must get exactly one answer, the referee's. The last
        contestant to lay a called card waits for each answer, because the order of the next call
        and other answers is random."""
        if self.referee.calls and self.referee.waits_for_one():
            for request in requests:
                if line in self.lines:
                    await self._bursts([(line, [request])])
        else:
            await self._bursts([(line, requests)])

    async def _bursts(self, all_of_them: list[tuple[Line, list[Answer]]]) -> None:
        """The same on several connections in parallel, for requests that do not affect each
        other."""
        expected = [(line, r, self._judged(line, r)) for line, rs in all_of_them for r in rs]
        for line, requests in all_of_them:
            await line.send(*map(json.dumps, requests))
        for line, request, answer in expected:
            await self._answered(line, request, answer)
        await self._settled()
        for line, request, _ in expected:
            number = number_of(request)
            assert number is None or len(line.answers(number)) == 1, request

    def _judged(self, line: Line, request: Answer) -> Answer:
        return self.referee.ask(line.name, request)

    async def _answered(self, line: Line, request: Answer, answer: Answer) -> None:
        found = await line.answered(request["id"])
        assert len(found) == 1, (request, found)
        self._learn(line, request, found[0])
        assert not differs(answer, found[0]), (request, differs(answer, found[0]), found[0])
        self.told[f"{request['type']}: {answer.get('code', answer['type'])}"] += 1

    def _learn(self, line: Line, request: Answer, found: Answer) -> None:
        """Learn from an answer what is random."""
        if found["type"] in ("signed_in", "account"):
            self.referee.accounts.learn(line.name, request, found)
        if found["type"] == "record":
            commitment = self._commitments()[found["record"]["race"]]
            checks = verify(found["record"], commitment)
            assert all(check.ok for check in checks), checks

    def _commitments(self) -> dict[str, str]:
        told = [event["race"] for event in self.log.events if event.get("type") == "next_race"]
        return {race["id"]: race["commitment"] for race in (self.first, *told)}

    async def _line(self, app: int, *, hello: bool = True) -> Line:
        self.names += 1
        line = await self.house.line(f"line {self.names}", app, hello=hello)
        self.lines.append(line)
        self.referee.comes(line.name, app)
        if hello:
            self.referee.strangers.discard(line.name)
        self.ears[line.name] = Ear(line, self.referee, self.log)
        return line

    async def _open(self, request: Answer, app: int) -> None:
        host = await self._line(app)
        asked = {"type": "create", "id": host.number(), **request}
        answer = self.referee.open(host.name, asked)
        await host.send(json.dumps(asked))
        (found,) = await host.answered(asked["id"])
        self.referee.code = found["code"]
        self.referee.race.secret = (await self.house.stored(found["code"])).race.secret
        self.referee.invite, self.first = found["invite"], found["race"]
        answer |= {"code": found["code"], "invite": found["invite"]}
        del answer["race"]["commitment"]  # the secret has become known only now
        assert not differs(answer, found), (differs(answer, found), found)
        self.watch = await self._line(1 - app)
        await self._ask(self.watch, type="watch", code=self.referee.code, invite=found["invite"])

    async def _go(self, line: Line, cut: bool) -> None:
        self.lines.remove(line)
        await (line.cut() if cut else line.close())
        self.referee.closed(line.name)
        await self._settled()

    # Time. ----------------------------------------------------------------------------------

    async def _wait(self, ms: int, late: int) -> None:
        """Let time pass. Each due timer fires `late` milliseconds after its time."""
        while ms > 0:
            deadline = self.referee.deadline()
            ahead = FURTHEST_MS if deadline is None else deadline + late - self.referee.now
            step = max(1, min(ms, ahead, FURTHEST_MS))
            ms -= step
            before = len(self.referee.events), self._plies()
            self.referee.come_to(self.referee.now + step)
            await self.house.turn(step)
            if before != (len(self.referee.events), self._plies()):
                await self._settled()
        await self._settled()

    def _plies(self) -> dict[int, int]:
        boards = self.referee.race.boards if self.referee.races else {}
        return {seat: board.ply for seat, board in boards.items()}

    async def _settled(self) -> None:
        """Wait until nothing is in progress, and check everything that was sent. Connections that
        had to be closed must be closed, with the right code."""
        referee = self.referee
        for line in [line for line in self.lines if line.name in referee.closing]:
            code = await line.ended()
            assert code == referee.closing.pop(line.name), code
            self.lines.remove(line)
            referee.closed(line.name)
        expected = None
        if referee.code is not None:
            status, watchers = referee.race.status, referee.watchers()
            plies, seq = self._plies(), len(referee.events)
            expected = Expected(referee.code, seq, status, plies, watchers)
        await self.house.until_still(expected, self.lines)
        if expected is not None:
            room = await self.house.stored(expected.code)
            referee.race.secret, referee.invite = room.race.secret, room.invite
        self._judge()

    def _judge(self) -> None:
        referee, spoken = self.referee, self.referee.spoken
        if self.watch is None or not here(referee, self.watch):
            return
        self.log.take_in(self.watch, referee)
        open_now = {line.name for line in self.lines if here(referee, line)}
        for name, ear in self.ears.items():
            said = [one.said for one in spoken if name in one.hearers]
            ear.judge(said, to_the_end=name in open_now)
        self.ears = {line.name: self.ears[line.name] for line in self.lines}
        spoken.clear()

    # Invariants. ----------------------------------------------------------------------------

    @invariant()
    def all_agree(self) -> None:
        type(self).steps += 1
        self.run(self._agree())

    async def _agree(self) -> None:
        await self._settled()
        log = FORGOTTEN.sub("", self.house.log.getvalue()[self.logged :])
        assert "error" not in log, log[-2_000:]
        referee = self.referee
        if referee.code is None or self.watch is None:
            return
        for line in [line for line in self.lines if self._seat(line) is not None]:
            await self._same(line, {"type": "look"}, referee.ask(line.name, {"type": "look"}))
        whole = {"type": "room", **referee.whole(), "seat": None, "watchers": referee.watchers()}
        await self._same(self.watch, {"type": "watch", "code": referee.code}, whole)
        self._judge()

    async def _same(self, line: Line, request: Answer, expected: Answer) -> None:
        number = line.number()
        await line.send(json.dumps({"id": number, **request}))
        (found,) = await line.answered(number)
        assert not differs(expected, found), (differs(expected, found), found)
        await line.drained()

    def teardown(self) -> None:
        fault = sys.exc_info()[1]
        if isinstance(fault, Exception) and not isinstance(fault, HypothesisException):
            print_exception(fault)  # a later run may not reproduce it
        self.run(self._part())

    async def _part(self) -> None:
        for line in self.lines:
            await line.close()
        await self.house.until_still(None, [])
        await self.house.forget(self.referee.code)
