"""Skill ratings: a mean and a standard deviation for each player. Pure.

Every race of two or more people updates them by the Plackett-Luce model of Weng and Lin. Both are
rounded to a millionth, so that a recomputation gives the same numbers.
"""

from collections.abc import Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.crown_facts import GREAT_GAMES
from engine.games import GAMES
from engine.terms import SPRINT_MINUTES
from server.leaderboards.log_entry import LoggedRace

OVERALL = "overall"
FAMILIES = ("great", "score", "sprint", "long")
"""Families of games with similar skills: the five great ones; those played for points; those with a
short usual time limit, raced to the first who finishes; all others."""
PROVISIONAL = 10
"""Number of rated races up to which a rating is provisional."""

SCALE = 60
"""Displayed units for each unit of the model: its first rating, 25 ± 25/3, is shown as 1500 ± 500.
"""
MILLION = 1_000_000
SURE = 3
"""Boards rank by the mean less this many standard deviations."""
ESTABLISHED = 1 << 40
SHIFT = 1 << 36
"""Added to scores, so that none is negative."""


class Rating(NamedTuple):
    """`mu` and `sigma` in millionths of the model's unit, after so many `races`."""

    mu: int
    sigma: int
    races: int

    @property
    def shown(self) -> int:
        """The mean in displayed units."""
        return round(self.mu * SCALE / MILLION)

    @property
    def uncertainty(self) -> int:
        """The standard deviation in displayed units, shown after a ±."""
        return round(self.sigma * SCALE / MILLION)

    @property
    def sure(self) -> int:
        """The conservative estimate boards rank by, in displayed units."""
        return round((self.mu - SURE * self.sigma) * SCALE / MILLION)

    @property
    def provisional(self) -> bool:
        return self.races < PROVISIONAL

    @property
    def score(self) -> int:
        """The score on a board, higher is better. Provisional ratings stand below all others."""
        return (0 if self.provisional else ESTABLISHED) + SHIFT + self.mu - SURE * self.sigma

    def text(self) -> str:
        return f"{self.mu} {self.sigma} {self.races}"

    @classmethod
    def read(cls, text: str) -> "Rating":
        return cls(*map(int, text.split(" ")))


_MODEL = PlackettLuce()
FIRST = Rating(round(_MODEL.mu * MILLION), round(_MODEL.sigma * MILLION), 0)


def family(slug: str) -> str:
    """The family of a game."""
    game = GAMES.get(slug)
    if slug in GREAT_GAMES:
        return "great"
    if game is not None and game.ranked_by == "points":
        return "score"
    if game is not None and game.book.bell_minutes <= SPRINT_MINUTES:
        return "sprint"
    return "long"


def scopes(raced: LoggedRace) -> tuple[str, str]:
    """The scopes a rated race counts for."""
    return OVERALL, family(raced.game)


def places(raced: LoggedRace) -> dict[str, int]:
    """The places of a rated race, by account; empty if the race is not rated.

    A race of two or more people with accounts is rated if one of them has moved. Tries of daily
    deals, races with a bot and races with take-backs are not rated. Guests, who have no rating to
    lose, are left out, and so are players who were kicked or never came.
    """
    people = {one.account: one.place for one in raced.rivals() if one.account}
    bots = any(one.bot for one in raced.contestants)
    if raced.daily or bots or raced.take_back != "none" or not raced.played:
        return {}
    return people if len(people) > 1 else {}


def rated(known: Mapping[str, Rating], placed: Mapping[str, int]) -> dict[str, Rating]:
    """The ratings of the placed accounts after their race; `known` are the ratings before."""
    accounts = sorted(placed, key=lambda account: (placed[account], account))
    before = [known.get(account, FIRST) for account in accounts]
    after = _MODEL.rate(
        [[_MODEL.create_rating([r.mu / MILLION, r.sigma / MILLION])] for r in before],
        ranks=[float(placed[account]) for account in accounts],
    )
    return {
        account: Rating(round(team[0].mu * MILLION), round(team[0].sigma * MILLION), old.races + 1)
        for account, old, team in zip(accounts, before, after, strict=True)
    }
