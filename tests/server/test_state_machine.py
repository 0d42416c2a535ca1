"""Anything clients can say, in any order, on any line: after each step two servers and a referee
who knows nothing but the rules agree about the room and every board, and no queue holds anything.

`STATE_MACHINE=200` tries so many evenings instead of the usual few.
"""

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.server.evening import Judged
from tests.server.lines import house
from tests.server.referee import Referee

EVENINGS = int(os.environ.get("STATE_MACHINE", "40"))
STEPS = 30
MOST_LINES = 6

TABLES = [
    ("aces_up", {}),
    ("uncle_remus", {"take_back": "free"}),
    ("kings", {}),
    ("cribbage_patience", {}),
    ("demon", {"format": "best", "take_back": "until_card"}),
    ("accordion", {"format": "first_out"}),
]
TOKENS = [f"{name}-token-{name * 12}" for name in ("ann", "ben", "cat", "dan")]
NAMES = ["Ann", "ann", "Ben", "Cat"]
ELSEWHERE = [
    "deal",
    "move tab.0 tab.1",
    "undo",
    "resign!",
    "place 0,0",
    "",
    "turn",
    "discard tab.1",
]
GARBAGE = ["", "{", "[]", '{"type":"sing","id":1}', '{"type":"play","id":2}', "\x00"]

some = st.integers(0, 50)
tokens = st.sampled_from(TOKENS)
codes = st.sampled_from([True] * 9 + [False])


class Evening(Judged):
    """One room, and whoever comes to it."""

    # What is done. --------------------------------------------------------------------------

    @initialize(table=st.sampled_from(TABLES), app=st.integers(0, 1), guests=st.integers(0, 3),
                begun=st.sampled_from([True, True, False]))  # fmt: skip
    def open_a_room(
        self, table: tuple[str, dict[str, Any]], app: int, guests: int, begun: bool
    ) -> None:
        self.referee = Referee(*table)
        self.run(self._open(table, app))
        for number in range(guests):
            self.connect(number % 2)
            self.join(len(self.lines) - 1, TOKENS[number], f"Guest {number}", True)
        if begun:
            self.everybody_begins()

    async def _open(self, table: tuple[str, dict[str, Any]], app: int) -> None:
        host = await self._line(app)
        await self._ask(
            host, type="create", game=table[0], terms=table[1], bell_ms=3_600_000,
            name="Host", token="h" * 30, legal=True,
        )  # fmt: skip
        self.watch = await self._line(1 - app)
        await self._ask(self.watch, type="watch", code=self.referee.code)

    @precondition(lambda self: len(self.lines) < MOST_LINES)
    @rule(app=st.integers(0, 1))
    def connect(self, app: int) -> None:
        self.run(self._line(app))

    @precondition(lambda self: self.lines)
    @rule(who=some, token=tokens, name=st.sampled_from(NAMES), right=codes)
    def join(self, who: int, token: str, name: str, right: bool) -> None:
        self._do(who, type="join", code=self._code(right), token=token, name=name, legal=True)

    @precondition(lambda self: self.lines)
    @rule(who=some, token=tokens | st.just("h" * 30) | st.just("x" * 30), right=codes)
    def resume(self, who: int, token: str, right: bool) -> None:
        self._do(who, type="resume", code=self._code(right), token=token, legal=True)

    @precondition(lambda self: self.lines)
    @rule(who=some, right=codes)
    def look_on(self, who: int, right: bool) -> None:
        self._do(who, type="watch", code=self._code(right))

    @rule(who=some, seed=some)
    def ready(self, who: int, seed: int) -> None:
        self._do(who, type="ready", nonce=f"{seed:032x}")

    @precondition(lambda self: self.lines)
    @rule(who=some, kind=st.sampled_from(["unready", "start", "rematch", "look", "leave"]))
    def say(self, who: int, kind: str) -> None:
        self._do(who, type=kind)

    @rule()
    def everybody_begins(self) -> None:
        for i, line in enumerate(list(self.lines)):
            if self._seat(line) is not None and self.referee.race.status == "lobby":
                self._do(i, type="ready", nonce="7" * 32)
        for i, line in enumerate(list(self.lines)):
            if self.referee.host == self._seat(line) and self.referee.race.status == "lobby":
                self._do(i, type="start")

    @precondition(lambda self: self._racing())
    @rule(again=st.booleans())
    def everybody_gives_up(self, again: bool) -> None:
        for i, line in enumerate(list(self.lines)):
            if line in self._racing():
                ply = self._ply(line)
                self._do(i, type="play", race=self._race(), ply=ply, move={"kind": "resign"})
        for i, line in enumerate(list(self.lines)):
            if again and self._seat(line) is not None and self._seat(line) == self.referee.host:
                self._do(i, type="rematch")

    @precondition(lambda self: self.lines)
    @rule(who=some, n=st.sampled_from(["", "", "-1", "-2", "-9"]), right=codes)
    def get_record(self, who: int, n: str, right: bool) -> None:
        self._do(who, type="get_record", race=self._code(right) + n)

    @precondition(lambda self: self.lines)
    @rule(who=some, frame=st.integers(1, 14), race=st.sampled_from([0, 0, 0, 1]))
    def next_frame(self, who: int, frame: int, race: int) -> None:
        self._do(who, type="next_frame", race=self._race() + race, frame=frame)

    @precondition(lambda self: self._racing())
    @rule(who=some)
    def see_the_whole_deal(self, who: int) -> None:
        racing = self._racing()
        line = racing[who % len(racing)]
        board = self.referee.race.boards[self._seat(line) or 0]
        for frame in range(board.frame + 1, len(board.frames) + 1):
            i = self.lines.index(line)
            self._do(i, type="next_frame", race=self._race(), frame=frame)

    @precondition(lambda self: self.lines)
    @rule(
        who=some,
        move=st.sampled_from(ELSEWHERE) | st.just("resign"),
        off=st.sampled_from([0, 0, 0, 1, -1, 7]),
        race=st.sampled_from([0, 0, 0, 1]),
    )
    def play_anything(self, who: int, move: str, off: int, race: int) -> None:
        line = self.lines[who % len(self.lines)]
        ply = max(0, self._ply(line) + off)
        self._do(who, type="play", race=self._race() + race, ply=ply, move=move)

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=1, max_size=8), mix=st.permutations(range(8)),
          extra=st.lists(st.integers(0, 7), max_size=3))  # fmt: skip
    def play(self, who: int, picks: list[int], mix: list[int], extra: list[int]) -> None:
        """Moves without waiting for answers: in order, some of them again, then in any order."""
        racing = self._racing()
        line = racing[who % len(racing)]
        ahead = self._ahead(line, picks)
        order = [*range(len(ahead)), *extra, *mix[: len(extra)]]
        requests = [{**ahead[i % len(ahead)], "id": line.number()} for i in order if ahead]
        self.run(self._burst(line, requests))

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=2, max_size=4), at=some,
          move=st.sampled_from(ELSEWHERE))  # fmt: skip
    def change_a_move_made_long_ago(self, who: int, picks: list[int], at: int, move: str) -> None:
        racing = self._racing()
        line = racing[who % len(racing)]
        board = self.referee.race.boards[self._seat(line) or 0]
        self.run(self._burst(line, self._ahead(line, picks)))
        if board.ply and line in self.lines:
            ply, race = at % board.ply, self._race()
            for text in (board.texts[ply], board.texts[-1], move):
                self._do(self.lines.index(line), type="play", race=race, ply=ply, move=text)

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=2, max_size=5), mix=st.permutations(range(5)))
    def play_out_of_order(self, who: int, picks: list[int], mix: list[int]) -> None:
        racing = self._racing()
        line = racing[who % len(racing)]
        ahead = self._ahead(line, picks)
        self.run(self._burst(line, [ahead[i] for i in mix if i < len(ahead)]))

    @precondition(lambda self: self._racing())
    @rule(who=some, picks=st.lists(some, min_size=1, max_size=5), app=st.integers(0, 1),
          cut=st.booleans())  # fmt: skip
    def return_while_moves_are_under_way(
        self, who: int, picks: list[int], app: int, cut: bool
    ) -> None:
        """The seat is taken on a new line, or the old one breaks, before the moves are answered."""
        racing = self._racing()
        self.run(self._return(racing[who % len(racing)], picks, app, cut))

    @precondition(lambda self: self.lines)
    @rule(who=some, cut=st.booleans())
    def go(self, who: int, cut: bool) -> None:
        line = self.lines[who % len(self.lines)]
        if line is not self.watch:
            self.run(self._go(line, cut))

    @precondition(lambda self: self.lines)
    @rule(who=some, frames=st.lists(st.sampled_from(GARBAGE), min_size=1, max_size=3))
    def talk_nonsense(self, who: int, frames: list[str]) -> None:
        self.run(self.lines[who % len(self.lines)].send(*frames))


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.timeout(60 + 15 * EVENINGS)
def test_servers_and_referee_agree_whatever_is_said(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        Evening.runner = runner
        Evening.house = runner.run(stack.enter_async_context(house(tmp_path)))
        try:
            run_state_machine_as_test(
                Evening,
                settings=settings(
                    max_examples=EVENINGS,
                    stateful_step_count=STEPS,
                    deadline=None,
                    database=None,
                    derandomize="CI" in os.environ,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(stack.aclose())
    assert Evening.told["play: moved"], Evening.told
