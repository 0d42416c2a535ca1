"""Anything clients can say, in any order, on any line, at any moment of a race's life: after each
step two servers and a referee who knows nothing but the rules agree about the room, every board and
every account; everybody has been told what they should have been, and no queue holds anything.

`STATE_MACHINE=200` tries so many evenings instead of the usual few.
"""

import asyncio
import json
import os
from contextlib import AsyncExitStack
from pathlib import Path
from random import randrange
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, assume, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    run_state_machine_as_test,
)

from tests.server.machine import messages
from tests.server.machine.coming import HOST, TOKENS, Coming
from tests.server.machine.house import COUNTDOWN_MS, house
from tests.server.machine.racing import Racing
from tests.server.machine.referee import Referee
from tests.server.machine.words import Words

EVENINGS = int(os.environ.get("STATE_MACHINE", "24"))
STEPS = 30

Table = tuple[str, dict[str, Any], int]
"""A game, the terms of its race, and its bell."""
TABLES: list[Table] = [
    ("aces_up", {}, 60_000),
    ("uncle_remus", {"take_back": "free", "winners": "moves"}, 20_000),
    ("kings", {}, 60_000),
    ("cribbage_patience", {}, 60_000),
    ("cribbage_patience", {"format": "caller", "call_ms": 2_000}, 60_000),
    ("poker_patience", {"format": "caller", "call_ms": 5_000}, 12_000),
    ("demon", {"format": "best", "take_back": "until_card"}, 20_000),
    ("accordion", {"format": "first_out"}, 4_000),
]

NAMES = ("Ann", "Ben", "Eve")

KEPT = st.sampled_from(
    [
        {},
        {"delay_ms": 5_000},
        {"late": True},
        {"late": True, "listed": True},
        {"boards": "done"},
        {"invite_only": True, "listed": True},
        {"listed": True},
    ]
)
"""How the room is kept at first; each matters, and any mixture besides."""


class Evening(Coming, Racing, Words):
    """One room, and whoever comes to it."""

    table: ClassVar[Table]

    @initialize(
        app=st.integers(0, 1),
        guests=st.integers(0, 3),
        kept=KEPT | messages.settings,
        begun=st.sampled_from([True, True, False]),
        chance=st.integers(0, 2**32),
    )
    def open_a_room(
        self, app: int, guests: int, kept: dict[str, Any], begun: bool, chance: int
    ) -> None:
        assume(chance)  # the simplest evening, which is always tried first, is a waste of time
        self.open(app, guests, kept, begun, chance)

    def open(self, app: int, guests: int, kept: dict[str, Any], begun: bool, chance: int) -> None:
        slug, terms, bell_ms = self.table
        now = self.house.hands.ms
        self.referee = Referee(slug, terms, bell_ms, COUNTDOWN_MS, now)
        request = {"game": slug, "terms": terms, "bell_ms": bell_ms, "name": "Hetty", "token": HOST,
                   "legal": True, "settings": kept}  # fmt: skip
        self.run(self._open(request, app))
        for number in range(guests):
            self.connect(number % 2)
            if chance % 2:  # people with accounts may have breaks
                self.sign_up(len(self.lines) - 1, NAMES[number], "a good word", False)
            self.join(len(self.lines) - 1, TOKENS[number], f"Guest {number}", True, True, False)
        if begun:
            self.everybody_begins()


def an_evening(number: int) -> None:
    """One at a time: of several in a row most would be much like the first."""
    run_state_machine_as_test(
        seed(number)(Evening),
        settings=settings(
            max_examples=1,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.processes
def test_servers_and_referee_agree_on_tilts_while_a_deal_is_watched(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        Evening.runner, Evening.table = runner, ("kings", {}, 60_000)
        Evening.house = runner.run(stack.enter_async_context(house(tmp_path)))
        try:
            Evening.house.draws.begin(0)
            evening = Evening()
            evening.open(0, 0, {}, True, 2)
            board = evening.referee.race.boards[0]
            heap = list(board.rules.layout).index("heap.4")
            for index in (None, 0):
                evening.tilt(0, 0, index, heap, 3)
            assert board.dealing
            assert board.marks == {("heap.4", None): (3, None)}
            evening.see_the_whole_deal(0)
            evening.tilt_what_lies_there(0, [(0, 1)])
            assert ("heap.4", None) in board.marks
            assert len(board.marks) == 2
            evening.teardown()
        finally:
            runner.run(stack.aclose())


@pytest.mark.long(round(2.5 * EVENINGS))
@pytest.mark.processes
@pytest.mark.timeout(300 + 20 * EVENINGS)
def test_servers_and_referee_agree_whatever_is_said(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        Evening.runner = runner
        Evening.house = runner.run(stack.enter_async_context(house(tmp_path)))
        try:
            for number in range(EVENINGS):
                Evening.table = TABLES[number % len(TABLES)]
                Evening.house.draws.begin(number)
                chosen = number if "CI" in os.environ else randrange(2**32)
                try:
                    an_evening(chosen)
                except Exception as fault:
                    fault.add_note(f"This was evening {number}, of seed {chosen}.")
                    raise
        finally:
            runner.run(stack.aclose())
    print(f"{Evening.steps} steps, {json.dumps(Evening.told, indent=1, sort_keys=True)}")
    assert Evening.told["play: moved"], Evening.told
