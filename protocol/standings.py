"""How seats stand and finish, and what a finished race discloses."""

from typing import Literal

from protocol.message import Message, Ms, Seat


class SeatStanding(Message):
    """The numbers of one seat, which rivals and watchers see as well. Times are race time.

    `best` is the best progress so far. `tie_break` ranks seats with equal `best`, higher first; it
    is 0 in most games. `reached_ms` is when both were reached. `clean`: no move was taken back.
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
    """A place in the results. Equal standings share it."""

    place: int
    standing: SeatStanding


class Opened(Message):
    """The secret and nonces of a finished race, from which anybody can compute its deal."""

    secret: str
    nonces: dict[str, str]
