"""Compute when a race ends, from its format, its games and its bell (the time limit of the race).
Race time is the time since the start of the race, without outages."""

from collections.abc import Iterable
from typing import Protocol


class Played(Protocol):
    """The game of a contestant. `result` says how it ended, and `ended_ms` is the race time at
    which it ended. Both are None while the game goes on."""

    @property
    def result(self) -> str | None: ...

    @property
    def ended_ms(self) -> int | None: ...


def race_end(race_format: str, games: Iterable[Played], bell_ms: int | None) -> int | None:
    """Return the race time in milliseconds at which the race ended, or None while it goes on.

    A race of the format `first_out` ends when the first contestant has won the game. If nobody wins
    it, and in all other formats, the race ends when all games have ended, or else at the bell. A
    race without contestants ends at 0. `bell_ms` is the time of the bell, or None as long as it has
    not rung. The game of a contestant who left counts as going on until it is resigned.
    """
    played = list(games)
    won = [game.ended_ms for game in played if game.result == "won" and game.ended_ms is not None]
    if won and race_format == "first_out":
        return min(won)
    ended = [game.ended_ms for game in played if game.ended_ms is not None]
    if len(ended) == len(played):
        return max(ended, default=0)
    return bell_ms
