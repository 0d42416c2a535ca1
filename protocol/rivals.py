"""Messages about head-to-head records between two people, and about winning streaks."""

from typing import Literal

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name


class GetRivals(Request):
    """Get everybody your account has raced, most recent first."""

    type: Literal["get_rivals"] = "get_rivals"
    offset: Offset = 0
    count: Count = 20


class GetVersus(Request):
    """Get the head-to-head record of two people. `one` None means you."""

    type: Literal["get_versus"] = "get_versus"
    one: Name | None = None
    other: Name


class GetStreaks(Request):
    """Get the streaks of somebody. `name` None means you."""

    type: Literal["get_streaks"] = "get_streaks"
    name: Name | None = None


class Tally(Message):
    """Races between two people: wins, losses and ties of the first one. `run` is the length of the
    current streak: positive for wins, negative for losses, 0 after a tie."""

    wins: int
    losses: int
    ties: int
    run: int


class Rival(Message):
    """Somebody you have raced. `name` is None if the account was deleted."""

    name: str | None
    bot: bool
    tally: Tally
    ago_ms: Ms


class Rivals(Message):
    """A page of your rivals; `total` is the number of all."""

    type: Literal["rivals"] = "rivals"
    id: RequestId
    total: int
    rivals: list[Rival]


class GameTally(Message):
    """The races between two people at one game."""

    game: str
    tally: Tally


class Versus(Message):
    """The head-to-head record of two people: for all games together and for each one, most played
    first."""

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
    """On how many days in a row somebody has played a daily deal, that is made a move in one, and
    on how many they have got one out. A try counts from when its deal is public. A streak is
    current until a day of which all deals are public breaks it."""

    played: DayStreak
    won: DayStreak


class Streaks(Message):
    """The streaks of somebody, longest current streak first. Games they never got out are not
    listed. `daily` is None if they have never played a daily deal, or the server is older."""

    type: Literal["streaks"] = "streaks"
    id: RequestId
    name: str
    streaks: list[GameStreak]
    daily: DailyStreaks | None = None


RivalRequest = GetRivals | GetVersus | GetStreaks
RivalAnswer = Rivals | Versus | Streaks
