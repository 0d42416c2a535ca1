"""The daily deals: a sprint and a long game a day, the same for everybody, one try an account."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seating
from protocol.standings import Opened, SeatStanding

DailyName = Annotated[str, Field(pattern=r"^daily-\d{4}-\d{2}-\d{2}-(sprint|long)$")]


class ListDailies(Request):
    """The daily deals of today and tomorrow."""

    type: Literal["list_dailies"] = "list_dailies"


class TryDaily(Seating):
    """One's one try of a daily deal: a race for one, which begins at once."""

    type: Literal["try_daily"] = "try_daily"
    name: DailyName


class GetDailyBoard(Request):
    """How everybody did: for those who have finished the deal, and for all when it is told."""

    type: Literal["get_daily_board"] = "get_daily_board"
    name: DailyName


class DailyInfo(Message):
    """A daily deal. `name` stands for the race id in its seed, which has no nonces. Who has tried
    it finds their race under `code`; `done` says that it is over. It is told to everybody, secret,
    board and records, some time after it closes: when the last try must have ended."""

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
    """The deals of today, which may be tried, and those of tomorrow, only committed to."""

    type: Literal["dailies"] = "dailies"
    id: RequestId
    today: list[DailyInfo]
    tomorrow: list[DailyInfo]


class DailyResult(Message):
    """Somebody's place on a daily board; their race is found under `code`."""

    place: int
    name: str
    code: str
    standing: SeatStanding


class DailyBoard(Message):
    """How everybody did who has finished a daily deal: people and bots, each with places of their
    own. Once it is `closed`, every try has ended, and its secret is told."""

    type: Literal["daily_board"] = "daily_board"
    id: RequestId
    name: str
    closed: bool
    results: list[DailyResult]
    bots: list[DailyResult]
    opened: Opened | None
