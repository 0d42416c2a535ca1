"""Messages about daily deals: a sprint and a long game each day, the same for everybody, one try
for each account."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seating
from protocol.rooms.standings import Opened, SeatStanding

DailyName = Annotated[str, Field(pattern=r"^daily-\d{4}-\d{2}-\d{2}-(sprint|long)$")]


class ListDailies(Request):
    """Get the daily deals of today and tomorrow."""

    type: Literal["list_dailies"] = "list_dailies"


class TryDaily(Seating):
    """Use your one try of a daily deal: a race for one, which begins at once. Answered by
    `room`."""

    type: Literal["try_daily"] = "try_daily"
    name: DailyName


class GetDailyBoard(Request):
    """Get everybody's results of a daily deal. Refused until you have finished the deal or its
    secret is public."""

    type: Literal["get_daily_board"] = "get_daily_board"
    name: DailyName


class DailyInfo(Message):
    """A daily deal. Its seed contains `name` in the place of a race id, and no nonces. `code` is
    the room of your try, `done` whether it is over. The deal is opened (secret, results and records
    become public) in `told_in_ms`: after `closes_in_ms`, when the last try must have ended."""

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


class Dailies(Message):
    """The deals of today, which can be tried, and those of tomorrow, of which only the commitment
    is known."""

    type: Literal["dailies"] = "dailies"
    id: RequestId
    today: list[DailyInfo]
    tomorrow: list[DailyInfo]


class DailyResult(Message):
    """A place among the results of a daily deal. `code` is the room of the try."""

    place: int
    name: str
    code: str
    standing: SeatStanding


class DailyBoard(Message):
    """The results of a daily deal. People and bots are ranked separately. `closed`: every try has
    ended, and `opened` has the secret."""

    type: Literal["daily_board"] = "daily_board"
    id: RequestId
    name: str
    closed: bool
    results: list[DailyResult]
    bots: list[DailyResult]
    opened: Opened | None
