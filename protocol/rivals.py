"""Messages about head-to-head records between two people, and about winning streaks.

A daily deal is a deal of the day, the same for everybody, with one try for each account. Each day
has two.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name

MOST_TOGETHER = 12
"""The maximum number of other people in a request for races together."""


class GetRivals(Request):
    """Get a page of the accounts that your account has raced against. The account of the most
    recent race comes first."""

    type: Literal["get_rivals"] = "get_rivals"
    offset: Offset = 0
    count: Count = 20


class GetVersus(Request):
    """Get the head-to-head record of the accounts `one` and `other`. If `one` is None, your own
    account is meant."""

    type: Literal["get_versus"] = "get_versus"
    one: Name | None = None
    other: Name


class GetStreaks(Request):
    """Get the winning streaks of the account `name`. If `name` is None, your own account is
    meant."""

    type: Literal["get_streaks"] = "get_streaks"
    name: Name | None = None


class GetTogether(Request):
    """Get what your account and the accounts `names` have raced together: all races in which all of
    you were, or, with `nobody_else`, only those in which no other account was. `offset` and `count`
    choose which of the races are listed, the latest first."""

    type: Literal["get_together"] = "get_together"
    names: Annotated[list[Name], Field(min_length=1, max_length=MOST_TOGETHER)]
    nobody_else: bool = False
    offset: Offset = 0
    count: Count = 20


class Tally(Message):
    """How many of the races between two people the first person has won, lost and tied. `run` is
    the length of the streak that the first person has now: positive for wins in a row, negative for
    losses in a row, 0 after a tie."""

    wins: int
    losses: int
    ties: int
    run: int


class Rival(Message):
    """An account that you have raced against. `name` is None if the account was deleted. `tally`
    counts the races that you won, lost and tied against it. `ago_ms` is how long ago your latest
    race against it was."""

    name: str | None
    bot: bool
    tally: Tally
    ago_ms: Ms


class Rivals(Message):
    """The answer to `get_rivals`: a page of the accounts that you have raced against. `total` is
    the number of accounts on all pages."""

    type: Literal["rivals"] = "rivals"
    id: RequestId
    total: int
    rivals: list[Rival]


class GameTally(Message):
    """How many of the races between two people at one game the first person has won, lost and
    tied."""

    game: str
    tally: Tally


class Versus(Message):
    """The head-to-head record of the accounts `one` and `other`. `tally` counts the races of all
    games together. `games` has the races of each game, the most played game first."""

    type: Literal["versus"] = "versus"
    id: RequestId
    one: str
    other: str
    tally: Tally
    games: list[GameTally]


class TogetherGame(Message):
    """The races of one game that some people have raced together. `wins` has the number of races
    that each of them has won, in the order of `Together.people`."""

    game: str
    races: int
    wins: list[int]


class TogetherPerson(Message):
    """How one of several people has done in the races of all of them together: `wins` counts the
    races in which none of the others had a better place, and `longest` the longest row of such
    races, one after the other."""

    name: str
    bot: bool
    wins: int
    longest: int


class TogetherRace(Message):
    """A race of several people together. `places` are their places among all contestants, in the
    order of `Together.people`."""

    race: str
    game: str
    ago_ms: Ms
    places: list[int]


class ClosestFinish(Message):
    """The race in which the first two of several people to win the game were closest together:
    `second` was `gap_ms` behind `first`."""

    race: str
    game: str
    ago_ms: Ms
    first: str
    second: str
    gap_ms: Ms


class Together(Message):
    """The answer to `get_together`. `people` are you and the others, in the order of the request.
    `games` has the most played game first. `closest` is None if there is no race in which two of
    you have won the game. `races` are those that were asked for, of `total`, the latest first."""

    type: Literal["together"] = "together"
    id: RequestId
    people: list[TogetherPerson]
    total: int
    games: list[TogetherGame]
    closest: ClosestFinish | None
    races: list[TogetherRace]


class GameStreak(Message):
    """How many games in a row an account has won at one game with its default options: now, and at
    most so far."""

    game: str
    streak: int
    longest: int


class DayStreak(Message):
    """The present and the longest streak of an account with daily deals, in days. The day of a
    daily deal is the date in its name, whenever it was played."""

    streak: int
    longest: int


class DailyStreaks(Message):
    """The streaks of an account with daily deals. `played` counts the days in a row on which it
    made a move in a daily deal, and `won` the days in a row on which it won one.

    A try counts once its deal is public. A streak ends when all deals of a day are public and the
    account has not played (or won) any of them.
    """

    played: DayStreak
    won: DayStreak


class Streaks(Message):
    """The winning streaks of an account, the longest present streak first. Games that the account
    never won are not listed. `daily` is None if the account has never played a daily deal. It is
    also None from older servers, which do not send it."""

    type: Literal["streaks"] = "streaks"
    id: RequestId
    name: str
    streaks: list[GameStreak]
    daily: DailyStreaks | None = None


RivalRequest = GetRivals | GetVersus | GetTogether | GetStreaks
RivalAnswer = Rivals | Versus | Together | Streaks
