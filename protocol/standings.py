"""How seats stand and finish, and what a finished race discloses."""

from typing import Literal

from protocol.message import Message, Ms, Seat


class SeatStanding(Message):
    """One seat's numbers: what rivals and watchers see of a board. Times are race time.

    `tie_break` ranks those whose `best` is equal, more before less; 0 in most games. `reached_ms`
    is when both were reached.
    """

    seat: Seat
    result: Literal["won", "lost", "complete"] | None
    reason: Literal["stuck", "resigned", "timeout"] | None
    progress: int
    best: int
    tie_break: int
    reached_ms: Ms
    points: int | None
    ended_ms: Ms | None
    moves: int
    clean: bool


class Result(Message):
    """A place in the results; equal standings share it."""

    place: int
    standing: SeatStanding


class Opened(Message):
    """What a finished race discloses, so that anybody can make its deal again."""

    secret: str
    nonces: dict[str, str]
