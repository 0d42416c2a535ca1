"""Leaderboards, which are told to anybody, and the races of one's own account."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seat

Measure = Literal["fastest", "best", "outs", "streak", "longest", "rating"]
Side = Literal["people", "bots"]
Kind = Literal["day", "week", "month", "year", "all"]
Part = Literal["all", "around_me", "friends"]
Which = Annotated[str, Field(pattern=r"^\d{4}(-\d{2}(-\d{2})?|-W\d{2})?$")]
Count = Annotated[int, Field(ge=1, le=100)]
Offset = Annotated[int, Field(ge=0, le=2**40)]


class BoardRequest(Request):
    """Which part of which board. `which` is a period by name, such as 2026-11-21, 2026-W47,
    2026-11 or 2026, and the present one where it is None. Ratings are of a family of games or
    `overall`, of people and of all time: of a game that of its family is meant."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    side: Side = "people"
    measure: Measure = "best"
    period: Kind = "all"
    which: Which | None = None
    part: Part = "all"
    offset: Offset = 0
    count: Count = 20


class GetBoard(BoardRequest):
    """A part of a leaderboard."""

    type: Literal["get_board"] = "get_board"


class FollowBoard(BoardRequest):
    """A part of a leaderboard now, and how it changes from now on, until another is followed."""

    type: Literal["follow_board"] = "follow_board"


class Unfollow(Request):
    """Follow no board any more."""

    type: Literal["unfollow"] = "unfollow"


class GetMyRaces(Request):
    """The races one's account has been in, the latest first; also as a guest, on seats that it has
    claimed."""

    type: Literal["get_my_races"] = "get_my_races"
    offset: Offset = 0
    count: Count = 20


class GetMySeats(Request):
    """The seats one's account has taken, and those of a guest it has claimed."""

    type: Literal["get_my_seats"] = "get_my_seats"
    offset: Offset = 0
    count: Count = 100


class Believed(Message):
    """A rating: its middle, what is to be shown after a ±, and whether it rests on few races."""

    rating: int
    uncertainty: int
    races: int
    provisional: bool


class BoardPlace(Message):
    """A place on a board; shared by those who have done the same. `name` is None of an account that
    is no more.

    `amount` is the time in milliseconds on boards of the fastest, progress or points on boards of
    the best, of ratings what they are at least, else how many. Of a best result: whether the game
    was `out`, the game's tie-break, and when it was reached, `ms`. `clean`: nothing was taken back.
    """

    place: int
    name: str | None
    amount: int
    clean: bool
    out: bool
    tie_break: int
    ms: int | None
    believed: Believed | None = None


class Board(Message):
    """A part of a leaderboard, from the row at `offset` on; `total` are on the whole of it. Of
    those around somebody who is not on it, and of friends where none is, there is none.

    `seq` numbers what is told of a board that is followed.
    """

    type: Literal["board"] = "board"
    id: RequestId
    seq: int
    game: str
    options: Options
    side: Side
    measure: Measure
    period: Kind
    which: str | None
    total: int
    offset: int
    places: list[BoardPlace]


class BoardChanged(Message):
    """The board that is followed is another: its part is as it was as far as row `first`, counted
    from 0, and from there on these `places`. Whoever has missed a number asks again, unless `first`
    is 0: then this is all of it."""

    type: Literal["board_changed"] = "board_changed"
    seq: int
    which: str | None
    total: int
    offset: int
    first: int
    places: list[BoardPlace]


class PastRace(Message):
    """A race of one's own: its record has the rest. `daily` is the name of a deal that
    others have in rooms of their own: of a daily deal, or `crown-KQ74TX-3`. `voided`: whoever runs
    the server has let it count no more."""

    race: str
    daily: str | None
    game: str
    ago_ms: Ms
    seat: Seat
    place: int
    voided: bool


class MyRaces(Message):
    """A page of them, of `total`."""

    type: Literal["my_races"] = "my_races"
    id: RequestId
    total: int
    races: list[PastRace]


class MySeat(Message):
    """A seat in a room. The records of the room have what was raced there."""

    code: str
    seat: Seat


class MySeats(Message):
    """A page of them, of `total`."""

    type: Literal["my_seats"] = "my_seats"
    id: RequestId
    total: int
    seats: list[MySeat]


LeaderboardRequest = GetBoard | FollowBoard | Unfollow | GetMyRaces | GetMySeats
LeaderboardAnswer = Board | BoardChanged | MyRaces | MySeats
