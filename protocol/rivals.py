"""Messages about head-to-head records between two people, and about winning streaks."""

from typing import Literal

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name


class GetRivals(Request):
    """Get a page of the accounts that your account has raced against, most recent first."""

    type: Literal["get_rivals"] = "get_rivals"
    offset: Offset = 0
    count: Count = 20


class GetVersus(Request):
    """Get the head-to-head record of the accounts `one` and `other`. If `one` is None, it is your
    account."""

    type: Literal["get_versus"] = "get_versus"
    one: Name | None = None
    other: Name


class GetStreaks(Request):
    """Get the winning streaks of the account `name`. If `name` is None, it is your account."""

    type: Literal["get_streaks"] = "get_streaks"
    name: Name | None = None


class Tally(Message):
    """The numbers of races between two people that the first of them won, lost and tied. `run` is
    the length of the first person's current streak: positive for wins, negative for losses, 0 after
    a tie."""

    wins: int
    losses: int
    ties: int
    run: int


class Rival(Message):
    """An account that you have raced against. `name` is None if the account was deleted. `tally`
    counts your wins and losses; `ago_ms` is how long ago your latest race was."""

    name: str | None
    bot: bool
    tally: Tally
    ago_ms: Ms


class Rivals(Message):
    """The answer to `get_rivals`: a page of the accounts that you have raced against. `total` is
    the number of all of them."""

    type: Literal["rivals"] = "rivals"
    id: RequestId
    total: int
    rivals: list[Rival]


class GameTally(Message):
    """The races between two people at one game."""

    game: str
    tally: Tally


class Versus(Message):
    """The head-to-head record of the accounts `one` and `other`: `tally` for all games together,
    `games` for each game, the most played game first."""

    type: Literal["versus"] = "versus"
    id: RequestId
    one: str
    other: str
    tally: Tally
    games: list[GameTally]


class GameStreak(Message):
    """How many games in a row somebody got out, at one game with its default options: the current
    streak and the longest so far."""

    game: str
    streak: int
    longest: int


class DayStreak(Message):
    """Numbers of days in a row, by the dates of the daily deals: the current streak and the longest
    so far."""

    streak: int
    longest: int


class DailyStreaks(Message):
    """The numbers of days in a row on which an account has `played` a daily deal (made a move in
    it), and on which it has `won` one. A try counts once its deal is public. A streak ends when all
    deals of a day are public and the account has not played (or won) any of them."""

    played: DayStreak
    won: DayStreak


class Streaks(Message):
    """The winning streaks of an account, longest current streak first. Games that the account never
    got out are not listed. `daily` is None if the account has never played a daily deal, and from
    older servers, which do not send it."""

    type: Literal["streaks"] = "streaks"
    id: RequestId
    name: str
    streaks: list[GameStreak]
    daily: DailyStreaks | None = None


RivalRequest = GetRivals | GetVersus | GetStreaks
RivalAnswer = Rivals | Versus | Streaks
