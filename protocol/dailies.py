"""Messages about daily deals: a short game (the sprint) and a long game each day, the same for
everybody, with one try for each account.

The cards of a deal are computed from a secret of the server. The hash of the secret, the
commitment, is published before the deal can be played, and the secret when all tries have ended, so
that anybody can check that the server did not change the deal.
"""

import operator
from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seating
from protocol.rooms.races import SearchTerms
from protocol.rooms.standings import Opened, SeatStanding

DailyName = Annotated[str, Field(pattern=r"^daily-\d{4}-\d{2}-\d{2}-(sprint|long)$")]


class ListDailies(Request):
    """Get the daily deals of today and tomorrow."""

    type: Literal["list_dailies"] = "list_dailies"


class TryDaily(Seating):
    """Use your one try of a daily deal. You play the try alone, in a room for you only, and it
    begins at once. Answered by `room`. To return to that room later, send `resume`."""

    type: Literal["try_daily"] = "try_daily"
    name: DailyName


class GetDailyBoard(Request):
    """Get the results of all who have tried a daily deal. The request is refused until you have
    finished the deal or its secret is public."""

    type: Literal["get_daily_board"] = "get_daily_board"
    name: DailyName


class DailyInfo(Message):
    """A daily deal. The seed with which its pack is shuffled is computed from the secret and
    `name`. For an ordinary race it is computed from the secret, the race id and random numbers of
    the contestants.

    A try can begin after `opens_in_ms` and until `closes_in_ms`. `told_in_ms` is the time until the
    secret, the results and the records become public; the last try must have ended by then. `code`
    is the room code of your try, None if you have not begun one. `done` says whether your try is
    over. `winnable` is sent only for a winnable deal; it says how the deal was searched for.
    """

    name: str
    slot: Literal["sprint", "long"]
    game: str
    options: Options
    bell_ms: Ms
    commitment: str
    opens_in_ms: Ms
    closes_in_ms: Ms
    told_in_ms: Ms
    code: str | None
    done: bool
    winnable: SearchTerms | None = Field(default=None, exclude_if=operator.not_)


class Dailies(Message):
    """The answer to `list_dailies`: the daily deals of today, which can be tried, and the daily
    deals of tomorrow, whose commitments are already published."""

    type: Literal["dailies"] = "dailies"
    id: RequestId
    today: list[DailyInfo]
    tomorrow: list[DailyInfo]


class DailyResult(Message):
    """The result of one account in a daily deal. `code` is the room code of its try."""

    place: int
    name: str
    code: str
    standing: SeatStanding


class DailyBoard(Message):
    """The answer to `get_daily_board`: the results of a daily deal. Those of people (`results`) and
    those of `bots` are two lists, each with its own places. `closed` says that every try has ended;
    then `opened` has the secret of the deal."""

    type: Literal["daily_board"] = "daily_board"
    id: RequestId
    name: str
    closed: bool
    results: list[DailyResult]
    bots: list[DailyResult]
    opened: Opened | None
