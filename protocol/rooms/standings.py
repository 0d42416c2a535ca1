"""Parts of messages: the standings of seats, the results of a race, and the secret that is
published when a race is over.

A seat is a numbered place in a room; here it stands for the contestant who has it. Race time is the
time since the start of the race.
"""

import operator
from typing import Literal

from pydantic import Field

from protocol.message import Message, Ms, Seat


class SeatStanding(Message):
    """The standing of one seat in a race, which other contestants and spectators see too. Times are
    race time.

    `progress` is how far the game is, such as the number of cards on the foundations, and `best`
    its highest value so far. `tie_break` orders seats with equal `best`, the higher first; it is 0
    in most games. `reached_ms` is when `best` and `tie_break` were reached. `result` is None while
    the seat plays. `clean` says that no move was taken back and no hint asked for.
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


class DealtPack(Message):
    """The pack of a winnable deal: its number `k`, None if the solver has won no pack. Then pack 0
    was dealt."""

    k: int | None


class Opened(Message):
    """What anybody needs to compute the deal of a finished race: the server's secret, and the
    random numbers (nonces) that were used. In an ordinary race `nonces` has the nonce of each
    contestant by seat number. In a tournament or a crown race it has the nonces of all who take
    part, by their number there. A daily deal has none. `winnable` is sent only for a winnable
    deal."""

    secret: str
    nonces: dict[str, str]
    winnable: DealtPack | None = Field(default=None, exclude_if=operator.not_)
