"""When a race ends: by its format, the games played in it, and its bell."""

from collections.abc import Iterable
from typing import Protocol


class Played(Protocol):
    """One contestant's game. `result` and `ended_ms` are None while it goes on."""

    @property
    def result(self) -> str | None: ...

    @property
    def ended_ms(self) -> int | None: ...


def race_end(race_format: str, games: Iterable[Played], bell_ms: int | None) -> int | None:
    """The race time in milliseconds at which a race ended; None while it goes on.

    A race in the format `first_out` ends with the first game that was won. Every race ends with the
    last game, at 0 if it has no contestants, or else with the bell. `bell_ms` is None until the
    bell has rung. A contestant who has left plays until their game is resigned.
    """
    played = list(games)
    won = [game.ended_ms for game in played if game.result == "won" and game.ended_ms is not None]
    if won and race_format == "first_out":
        return min(won)
    ended = [game.ended_ms for game in played if game.ended_ms is not None]
    if len(ended) == len(played):
        return max(ended, default=0)
    return bell_ms
