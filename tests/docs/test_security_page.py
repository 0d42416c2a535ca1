"""The list of attacks in docs/security.md: each has a defence, and a test that exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.races.limits import MOST_MOVES
from server.access import rate_limits
from server.archive.archiver import FULL_AT
from server.boards.seat_board import MOST_UNDER_WAY
from server.live_rooms import race_quota
from server.net.connection import BEHIND, HELLO_S, LARGEST_FRAME, LOST, MOST_BAD_FRAMES
from server.net.connection_limits import OPEN_S, PATIENT, RESERVED
from server.net.http_keepalive import IDLE_S
from server.rooms import event_quota
from server.rooms.sliced_fold import SLICE

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/security.md").read_text()
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
TRIED = TEXT.split("## What may be tried")[1].split("\n## ")[0]
ROWS = [line for line in TRIED.splitlines() if line.startswith("| ") and "| what stops" not in line]


@cache
def functions(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:50])
def test_every_attempt_has_a_test_that_exists(row: str) -> None:
    attempt, stopped, held = (cell.strip() for cell in row.split("|")[1:-1])
    assert attempt
    assert stopped
    named = NAMED.findall(held)
    assert named, row
    for file, function in named:
        assert function in functions(file), (file, function)


def test_the_list_is_long_enough_to_be_one() -> None:
    assert len(ROWS) > 25
    for word in ("second account", "talking", "solver", "owner of the server machine"):
        assert word in TEXT.split("## What nothing can stop")[1]


def test_the_numbers_are_those_of_the_code() -> None:
    for name, rate in (
        ("connection", rate_limits.CONNECTION),
        ("account, over all its connections", rate_limits.ACCOUNT),
        ("address, over all its connections", rate_limits.ADDRESS),
    ):
        assert f"| {name} | {rate.most:,} | {rate.per_s} a second |" in TEXT
    costs = dict.fromkeys(rate_limits.COSTS, "")
    table = TEXT.split("| request | credits |")[1].split("\n\n")[0]
    for row in table.splitlines()[2:]:
        kinds, credits_ = row.split("|")[1:3]
        for kind in re.findall(r"`(\w+)`", kinds):
            costs[kind] = credits_.split("(")[0].strip()
    assert costs == {kind: str(cost) for kind, cost in rate_limits.COSTS.items()}
    assert f"| any other | {rate_limits.OTHER_COST} |" in table
    assert f"a fragment of a message | {rate_limits.FRAME_COST} |" in table
    spare = rate_limits.UNCOUNTED_FRAMES
    assert f"holds {spare.most:,} credits and regains {spare.per_s} a second" in TEXT
    assert (
        f"| opening a connection, in addition to the requests on it | {rate_limits.OPENING_COST},"
        in table
    )
    more = "| each further page or file on the same connection"
    assert f"{more} | {rate_limits.AGAIN_COST}," in table
    assert f"| the page `/metrics`, in addition | {rate_limits.METRICS_COST}," in table
    flowing = " ".join(TEXT.split())
    assert f"no request has come within {OPEN_S} seconds" in flowing
    assert f"no further request comes within {IDLE_S} seconds" in flowing
    assert f"does not send `hello`, the first message, within {HELLO_S} seconds" in flowing
    assert f"The last {RESERVED} file descriptors" in flowing
    assert f"page or a file costs {rate_limits.AGAIN_COST} credit" in flowing
    assert PATIENT == 16
    for name, most in (("address", race_quota.ADDRESS), ("account", race_quota.ACCOUNT)):
        assert f"| {name} | {most.hourly} | {most.daily} |" in TEXT
    assert FULL_AT == 0.9
    hourly = (event_quota.SEAT_HOURLY, event_quota.ROOM_HOURLY, event_quota.SPARED)
    for number in (*hourly, event_quota.ROOM_EVER, event_quota.LAST_EVER, SLICE):
        assert f"{number:,}" in TEXT.split("**Rooms.**")[1].split("**Passwords.**")[0]
    assert f"at most {rate_limits.CONNECTIONS_PER_ADDRESS} connections" in TEXT
    assert f"at most {LARGEST_FRAME // 1024} KiB" in TEXT
    assert f"When {BEHIND // 1024} KiB wait" in TEXT
    assert f"When more than {LOST // 2**20} MiB waits" in TEXT
    assert f"A game has at most {MOST_MOVES:,} moves" in TEXT
    assert f"A seat has at most {MOST_UNDER_WAY} moves under way" in TEXT
    assert MOST_BAD_FRAMES == 50
