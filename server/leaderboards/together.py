"""Computes what some accounts have raced together: who won what, the longest rows of wins, and the
closest finish. Nothing of it is stored; it follows from the results of the races.

A win is a race in which none of these accounts had a better place; so two of them can win one race.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.rivals import RivalRace


class ClosestFinish(NamedTuple):
    """The race in which the first two of several accounts to win the game were closest together.
    `second` was `gap_ms` behind `first`."""

    race: LoggedRace
    first: str
    second: str
    gap_ms: int


class RacedTogether(NamedTuple):
    """The wins of several accounts in their races together: `wins` in all, `longest` the most in a
    row, and by game the number of races and the wins, each by account."""

    wins: Mapping[str, int]
    longest: Mapping[str, int]
    games: Mapping[str, tuple[int, Mapping[str, int]]]


def raced_together(races: Iterable[RivalRace], accounts: Sequence[str]) -> RacedTogether:
    """Return the wins of these accounts in their races together, which are given oldest first."""
    running, longest = Counter[str](), Counter[str]()
    played, won = Counter[str](), dict[str, Counter[str]]()
    for race in races:
        played[race.game] += 1
        best = min(race.places[one] for one in accounts)
        for one in accounts:
            running[one] = running[one] + 1 if race.places[one] == best else 0
            longest[one] = max(longest[one], running[one])
            won.setdefault(race.game, Counter())[one] += race.places[one] == best
    wins = {one: sum(of[one] for of in won.values()) for one in accounts}
    return RacedTogether(
        wins,
        {one: longest[one] for one in accounts},
        {
            game: (played[game], {one: of[one] for one in accounts})
            for game, of in sorted(won.items(), key=lambda item: (-played[item[0]], item[0]))
        },
    )


def closest_finish(races: Iterable[LoggedRace], accounts: Sequence[str]) -> ClosestFinish | None:
    """Return the closest finish of these accounts; None if there is no race in which two of them
    have won the game. Of equal ones the first is returned."""
    closest: ClosestFinish | None = None
    for race in races:
        finished = sorted(
            (one.ended_ms, one.account)
            for one in race.rivals()
            if one.account in accounts and one.result == "won" and one.ended_ms is not None
        )
        if len(finished) < 2:
            continue
        (ms, first), (later_ms, second) = finished[:2]
        if closest is None or later_ms - ms < closest.gap_ms:
            closest = ClosestFinish(race, first or "", second or "", later_ms - ms)
    return closest
