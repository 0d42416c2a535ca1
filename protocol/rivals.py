"""Messages about head-to-head records between two people, and about winning streaks.

A daily deal is a deal of the day, the same for everybody, with one try for each account. Each day
has two.
"""

from typing import Literal

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name


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


RivalRequest = GetRivals | GetVersus | GetStreaks
RivalAnswer = Rivals | Versus | Streaks
