"""Parts of messages: the standings of seats, the results of a race, and the secret that is
published when a race is over."""

from typing import Literal

from protocol.message import Message, Ms, Seat


class SeatStanding(Message):
    """The standing of one seat in a race, which other contestants and spectators see too. Times are
    race time.

    `best` is the best progress so far. `tie_break` orders seats with equal `best`, the higher
    first; it is 0 in most games. `reached_ms` is when `best` and `tie_break` were reached. `result`
    is None while the seat plays. `clean` says that no move was taken back and no hint asked for.
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
    """The result of a seat in a race: its standing and its place. Seats with equal standings share
    a `place`."""

    place: int
    standing: SeatStanding


class Opened(Message):
    """The server's secret and the contestants' nonces of a finished race, from which anybody can
    compute its deal. `nonces` has the nonce of each contestant by seat number."""

    secret: str
    nonces: dict[str, str]
