"""The head-to-head book, and streaks: what people have done against each other, and in a row."""

from typing import Literal

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name


class GetRivals(Request):
    """Everybody one's account has raced, those met last first."""

    type: Literal["get_rivals"] = "get_rivals"
    offset: Offset = 0
    count: Count = 20


class GetVersus(Request):
    """What two people have done against each other; `one` is oneself where it is None."""

    type: Literal["get_versus"] = "get_versus"
    one: Name | None = None
    other: Name


class GetStreaks(Request):
    """The games somebody has won or got out in a row; oneself where `name` is None."""

    type: Literal["get_streaks"] = "get_streaks"
    name: Name | None = None


class Tally(Message):
    """Races between two: those the first has won, lost and tied. `run` is how many of the latest
    have gone the same way: won if above 0, lost if below, 0 where the latest was tied."""

    wins: int
    losses: int
    ties: int
    run: int


class Rival(Message):
    """Somebody one has raced. `name` is None of an account that is no more."""

    name: str | None
    bot: bool
    tally: Tally
    ago_ms: Ms


class Rivals(Message):
    """A page of them, of `total`."""

    type: Literal["rivals"] = "rivals"
    id: RequestId
    total: int
    rivals: list[Rival]


class GameTally(Message):
    """Races between two at one game."""

    game: str
    tally: Tally


class Versus(Message):
    """The book of two people: all games, and each, those played most first."""

    type: Literal["versus"] = "versus"
    id: RequestId
    one: str
    other: str
    tally: Tally
    games: list[GameTally]


class GameStreak(Message):
    """Games out in a row at one game with its options as usual: now, and at most so far."""

    game: str
    streak: int
    longest: int


class Streaks(Message):
    """Somebody's streaks by game, those longest now first; games never got out are left out."""

    type: Literal["streaks"] = "streaks"
    id: RequestId
    name: str
    streaks: list[GameStreak]


RivalRequest = GetRivals | GetVersus | GetStreaks
RivalAnswer = Rivals | Versus | Streaks
