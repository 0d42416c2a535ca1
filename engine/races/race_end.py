"""Decide when a race ends."""

from collections.abc import Iterable
from typing import Protocol


class Played(Protocol):
    """A contestant's game. `result` and `ended_ms` are None while it goes on."""

    @property
    def result(self) -> str | None: ...

    @property
    def ended_ms(self) -> int | None: ...


def race_end(race_format: str, games: Iterable[Played], bell_ms: int | None) -> int | None:
    """Return the race time in milliseconds at which the race ended; None while it goes on.

    With the format `first_out` a race ends with the first game that was won. Otherwise it ends when
    all games have ended (at 0 without contestants), or at the bell. `bell_ms` is None until the
    bell has rung. A contestant who left counts as playing until their game is resigned.
    """
    played = list(games)
    won = [game.ended_ms for game in played if game.result == "won" and game.ended_ms is not None]
    if won and race_format == "first_out":
        return min(won)
    ended = [game.ended_ms for game in played if game.ended_ms is not None]
    if len(ended) == len(played):
        return max(ended, default=0)
    return bell_ms
