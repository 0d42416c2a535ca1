"""Messages about leaderboards, which are public, and about past races of your own account."""

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
    """The base class of requests for part of a leaderboard. `which` names a period, such as
    2026-11-21, 2026-W47, 2026-11 or 2026; None is the present one. With the measure `rating`,
    `side` is `people`, `period` is `all`, and `game` is a family of games or `overall`; a single
    game stands for its family."""

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
    """Get part of a leaderboard."""

    type: Literal["get_board"] = "get_board"


class FollowBoard(BoardRequest):
    """Get part of a leaderboard, and its changes until you follow another one."""

    type: Literal["follow_board"] = "follow_board"


class Unfollow(Request):
    """Stop following the leaderboard."""

    type: Literal["unfollow"] = "unfollow"


class GetMyRaces(Request):
    """Get the races of your account, latest first, including those on guest seats that it has
    claimed."""

    type: Literal["get_my_races"] = "get_my_races"
    offset: Offset = 0
    count: Count = 20


class GetMySeats(Request):
    """Get the seats of your account, including guest seats that it has claimed."""

    type: Literal["get_my_seats"] = "get_my_seats"
    offset: Offset = 0
    count: Count = 100


class ShownRating(Message):
    """A rating: its mean, the uncertainty to show after ±, and whether it is provisional because it
    rests on few races."""

    rating: int
    uncertainty: int
    races: int
    provisional: bool


class BoardPlace(Message):
    """A row of a leaderboard. Equal results share a `place`. `name` is None if the account was
    deleted.

    `amount` depends on the measure: milliseconds (fastest), progress or points (best), the lower
    bound of the rating (rating), otherwise a count. For a best result, `out` is whether the game
    was got out, `tie_break` the tie-break of the game, and `ms` when the result was reached.
    `clean`: no move was taken back.
    """

    place: int
    name: str | None
    amount: int
    clean: bool
    out: bool
    tie_break: int
    ms: int | None
    believed: ShownRating | None = None


class Board(Message):
    """Part of a leaderboard, starting with row `offset`; `total` counts the rows of the whole. If
    the part asked for is around somebody who is not on the board, or friends of whom none is,
    `places` is empty.

    `seq` numbers the messages about a board that is followed.
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
    """The followed leaderboard changed. Keep the first `first` rows of your part and replace the
    rest by `places`. If you missed a `seq`, ask again, unless `first` is 0: then this is the whole
    part."""

    type: Literal["board_changed"] = "board_changed"
    seq: int
    which: str | None
    total: int
    offset: int
    first: int
    places: list[BoardPlace]


class PastRace(Message):
    """A race of your account; its record has the details. `daily` is the name of a deal that others
    play in rooms of their own: a daily deal, or a deal of a crown race such as `crown-KQ74TX-3`.
    `voided`: the operator of the server has declared that it no longer counts."""

    race: str
    daily: str | None
    game: str
    ago_ms: Ms
    seat: Seat
    place: int
    voided: bool


class MyRaces(Message):
    """A page of your races; `total` is the number of all."""

    type: Literal["my_races"] = "my_races"
    id: RequestId
    total: int
    races: list[PastRace]


class MySeat(Message):
    """A seat of yours in a room."""

    code: str
    seat: Seat


class MySeats(Message):
    """A page of your seats; `total` is the number of all."""

    type: Literal["my_seats"] = "my_seats"
    id: RequestId
    total: int
    seats: list[MySeat]


LeaderboardRequest = GetBoard | FollowBoard | Unfollow | GetMyRaces | GetMySeats
LeaderboardAnswer = Board | BoardChanged | MyRaces | MySeats
