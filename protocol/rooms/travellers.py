"""Messages about travellers. The traveller of a deal compares all tries of it, in whatever race
they were made. A try is the game of one contestant on the deal."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from protocol.codes import race_id, split_race
from protocol.message import Message, Ms, Options, Request, RequestId, Seat

MOST_ROWS = 100
"""The maximum number of tries in one answer."""


def _deal(text: str) -> str:
    if text.startswith("daily-"):
        return text
    parts = split_race(text)
    if parts is None:
        raise ValueError("a deal is the name of a daily deal, a code, or a code and a number")
    code, n = parts
    return race_id(code, n) if n else code


Deal = Annotated[str, Field(max_length=40), AfterValidator(_deal)]
"""The name of a daily deal, or a race id, which stands for the deal of that race. A room code alone
means the latest race of the room."""


class GetTraveller(Request):
    """Get the traveller of a deal that everybody has finished. `offset` and `count` say which of
    the tries that count are listed, best first. Everybody who may get the record of a race may get
    the traveller of its deal; that of a daily deal can be had when its secret is public."""

    type: Literal["get_traveller"] = "get_traveller"
    deal: Deal
    offset: Annotated[int, Field(ge=0, le=10**6)] = 0
    count: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 50


class TravellerRow(Message):
    """A try. `name` is the present name of the account that made it, or the name of a guest in the
    race; None if the account was deleted. `bot` says that the player is a program, `ghost` that the
    race was against a ghost. `race` and `seat` say where the try was made.

    `place` is the place among all tries that count, from 1. `matchpoints` has one for each of them
    with a worse place, and half for each other one with the same place; `percent`, the percentile,
    is this number as a percentage of the number of other tries, 50 if there are none. All three are
    None for a try that does not count. The fields from `result` to `clean` are those of a standing.
    `tenths` has the race time at which each tenth of the goal of the game was reached, None if it
    was not, in tenths of a second or, in races of hours, coarser.
    """

    name: str | None
    bot: bool
    ghost: bool
    race: str
    seat: Seat
    place: int | None
    matchpoints: float | None
    percent: float | None
    result: Literal["won", "lost", "complete"] | None
    reason: Literal["stuck", "resigned", "timeout"] | None
    best: int
    tie_break: int
    reached_ms: Ms
    points: int | None
    ended_ms: Ms
    moves: int
    clean: bool
    tenths: list[Ms | None]


class TenthReached(Message):
    """How the tries that count came to one tenth of the goal: how many reached it, and the fastest,
    the middle and the slowest race time of those that did, None if nobody did. Of an even number of
    times the earlier of the two in the middle is given."""

    reached: int
    fastest: Ms | None
    middle: Ms | None
    slowest: Ms | None


class FirstChoice(Message):
    """A move in the tree of first choices. `depth` is the number of choices before it; the branches
    below it follow it. `tries` is the number of tries that made this move, after the moves above
    it. `won` of them won the game, and `percent` is the mean of their percentiles. `move` is None
    for all other moves at this place together."""

    depth: int
    move: str | None
    tries: int
    won: int
    percent: float


class Traveller(Message):
    """The answer to `get_traveller`. `total` is the number of tries that count; `rows` are those
    that were asked for, and `own` those of the account that is logged in. `apart` are tries that
    count nowhere: those of programs, and those against a ghost, which are later practice. There are
    `apart_total` of them; the answer has the first ones. `left_out` is the number of tries that
    never got going. `goal` is the progress at which the game is won or complete, and `pace` has one
    entry for each tenth of it."""

    type: Literal["traveller"] = "traveller"
    id: RequestId
    game: str
    options: Options
    goal: int
    total: int
    rows: list[TravellerRow]
    own: list[TravellerRow]
    apart: list[TravellerRow]
    apart_total: int
    left_out: int
    pace: list[TenthReached]
    choices: list[FirstChoice]
