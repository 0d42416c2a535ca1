"""What is said of a race and its terms."""

from typing import Literal

from engine.games import AnyGame
from engine.limits import LONGEST_BELL_MS
from protocol.message import Message, Ms, Options

CALL_SLACK_MS = 30_000
"""What the usual bell leaves beyond the time for all calls."""

Status = Literal["lobby", "countdown", "running", "over"]


class Terms(Message):
    """How a race is ended and won; see `docs/protocol.md`."""

    format: Literal["first_out", "best", "score", "caller"]
    winners: Literal["time", "moves"]
    take_back: Literal["none", "until_card", "free", "practice"]
    call_ms: Ms | None


def usual_bell_ms(rules: AnyGame, call_ms: int | None) -> int:
    """The game's own bell, or as late as all calls need."""
    calls = 0 if call_ms is None else rules.goal * call_ms + CALL_SLACK_MS
    return min(max(rules.book.bell_minutes * 60_000, calls), LONGEST_BELL_MS)


class RaceInfo(Message):
    """The current race of a room. `id` is what its deal seed is made with.

    `starts_in_ms` is there during the countdown, `clock_ms` (race time) while it runs and after.
    Where cards are called, `call` counts them from 1, and `call_ms` is what is left to place it.
    """

    id: str
    n: int
    game: str
    options: Options
    terms: Terms
    bell_ms: Ms
    commitment: str
    status: Status
    starts_in_ms: Ms | None = None
    clock_ms: Ms | None = None
    call: int | None = None
    call_ms: Ms | None = None
