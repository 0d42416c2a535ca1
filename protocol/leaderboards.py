"""Messages about leaderboards, which are public, and about the past races and the seats of your own
account.

A leaderboard orders accounts by one measure, such as the fastest win, of one game in one period. A
seat is a numbered place in a room. A guest plays without an account; an account can later claim the
seats that its owner took as a guest.
"""

import operator
from typing import Annotated, Literal

from pydantic import Field

from engine.solver.difficulty_classes import Difficulty
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
    2026-11-21, 2026-W47, 2026-11 or 2026; None means the present period.

    Accounts have a rating not for each game but for each family of similar games (`great`, `score`,
    `table`, `sprint` and `long`), and one for all games (`overall`). For the measure `rating`,
    `game` is one of these six names; if it is the name of a game, the family of that game is meant.
    Ratings exist only for people and for all time, so `side` is then `people`, and `period` is
    `all`.

    With `winnable`, the leaderboard is that of the winnable deals of the game, which the solver has
    won before; with `difficulty` too, that of the deals for which this class of difficulty was
    chosen. Both are left out otherwise, because older servers do not know the fields.
    """

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    side: Side = "people"
    measure: Measure = "best"
    period: Kind = "all"
    which: Which | None = None
    part: Part = "all"
    offset: Offset = 0
    count: Count = 20
    winnable: bool = Field(default=False, exclude_if=operator.not_)
    difficulty: Difficulty | None = Field(default=None, exclude_if=operator.not_)


class GetBoard(BoardRequest):
    """Get part of a leaderboard once. Answered by `board`."""

    type: Literal["get_board"] = "get_board"


class FollowBoard(BoardRequest):
    """Get part of a leaderboard as the message `board`, and then each change of that part as
    `board_changed`. This goes on until you send `unfollow` or follow another leaderboard."""

    type: Literal["follow_board"] = "follow_board"


class Unfollow(Request):
    """Stop getting the changes of the leaderboard that you follow with `follow_board`."""

    type: Literal["unfollow"] = "unfollow"


class GetMyRaces(Request):
    """Get the races of your account, latest first. Races that you played as a guest are included if
    the account has claimed the seat."""

    type: Literal["get_my_races"] = "get_my_races"
    offset: Offset = 0
    count: Count = 20


class GetMySeats(Request):
    """Get the seats of your account in rooms. Seats that you took as a guest are included if the
    account has claimed them."""

    type: Literal["get_my_seats"] = "get_my_seats"
    offset: Offset = 0
    count: Count = 100


class ShownRating(Message):
    """The rating of an account as clients show it. `rating` is the estimate, and `uncertainty` is
    the number to show after ±. `races` is the number of rated races. `provisional` says that there
    are too few of them for a reliable rating."""

    rating: int
    uncertainty: int
    races: int
    provisional: bool


class BoardPlace(Message):
    """A row of a leaderboard. Equal results share a `place`. `name` is None if the account was
    deleted.

    `amount` depends on the measure: milliseconds for `fastest`, progress or points for `best`, and
    otherwise a count. For `rating` it is the lower bound of the rating, its estimate less three
    times its uncertainty, and `believed` is the rating itself. For a best result, `out` says
    whether the game was won, `tie_break` is the figure by which the game orders equal results, and
    `ms` is the race time at which the result was reached. `clean` says that no move was taken back
    and no hint asked for.
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
    """Part of a leaderboard, starting with row `offset`. `total` is the number of rows of the whole
    leaderboard. `places` has the rows of the part. It is empty if you asked for the rows around
    your own and you have none, or for your friends and none of them has a row.

    `seq` numbers the messages about a leaderboard that you follow. `winnable` is sent only for a
    leaderboard of winnable deals, and `difficulty` only if it is that of a chosen class.
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
    winnable: bool = Field(default=False, exclude_if=operator.not_)
    difficulty: Difficulty | None = Field(default=None, exclude_if=operator.not_)


class BoardChanged(Message):
    """The leaderboard that you follow has changed. Keep the first `first` rows of the part that you
    have, and replace the rows after them by `places`. If you missed a `seq`, send `follow_board`
    again. That is not needed if `first` is 0, because `places` is then the whole part."""

    type: Literal["board_changed"] = "board_changed"
    seq: int
    which: str | None
    total: int
    offset: int
    first: int
    places: list[BoardPlace]


class PastRace(Message):
    """A finished race of your account. `race` is its id, with which you can get its record. If
    others play the same deal in rooms of their own, `daily` is the name of the deal. Such a deal is
    a daily deal, or a deal of a crown race (several accounts play the same five deals) such as
    `crown-KQ74TX-3`. `voided` says that the operator of the server has declared that the race
    counts for nothing."""

    race: str
    daily: str | None
    game: str
    ago_ms: Ms
    seat: Seat
    place: int
    voided: bool


class MyRaces(Message):
    """A page of the races of your account. `total` is the number of races on all pages."""

    type: Literal["my_races"] = "my_races"
    id: RequestId
    total: int
    races: list[PastRace]


class MySeat(Message):
    """A seat of your account in a room. `code` is the room code."""

    code: str
    seat: Seat


class MySeats(Message):
    """A page of the seats of your account. `total` is the number of seats on all pages."""

    type: Literal["my_seats"] = "my_seats"
    id: RequestId
    total: int
    seats: list[MySeat]


LeaderboardRequest = GetBoard | FollowBoard | Unfollow | GetMyRaces | GetMySeats
LeaderboardAnswer = Board | BoardChanged | MyRaces | MySeats
