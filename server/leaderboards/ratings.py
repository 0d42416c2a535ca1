"""Skill ratings: a mean and a standard deviation for each account. Pure.

Every rated race updates the ratings of its contestants by the Plackett-Luce model of Weng and Lin.
The mean and the standard deviation are rounded to a millionth, so that computing them again gives
the same numbers.
"""

from collections.abc import Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.crowns.facts import GREAT_GAMES
from engine.races.terms import SPRINT_MINUTES
from engine.rules import RULES
from server.leaderboards.log_entry import LoggedRace

OVERALL = "overall"
"""The scope of ratings from races of all games."""
FAMILIES = ("great", "score", "sprint", "long", "table")
"""Families of games that need similar skills. Each is a scope of ratings: the five great games;
games for points; games with a short usual time limit, won by the first who finishes; all others;
and games at a common table."""
PROVISIONAL = 10
"""A rating from fewer rated races than this is provisional."""

SCALE = 60
"""Units shown to players for each unit of the rating model. The first rating in the model, 25 ±
25/3, is shown as 1500 ± 500."""
MILLION = 1_000_000
SURE = 3
"""Leaderboards of ratings rank by the mean less this many standard deviations."""
ESTABLISHED = 1 << 40
"""Added to the scores of ratings that are not provisional, so that they rank above the others."""
SHIFT = 1 << 36
"""Added to all scores, so that none is negative."""


class Rating(NamedTuple):
    """A skill rating that is based on `races` rated races. `mu` (mean) and `sigma` (standard
    deviation) are in millionths of the unit of the rating model."""

    mu: int
    sigma: int
    races: int

    @property
    def shown(self) -> int:
        """The mean in the units that players are shown."""
        return round(self.mu * SCALE / MILLION)

    @property
    def uncertainty(self) -> int:
        """The standard deviation in the units that players are shown."""
        return round(self.sigma * SCALE / MILLION)

    @property
    def sure(self) -> int:
        """The cautious estimate by which leaderboards rank: the mean less SURE standard deviations,
        in the units that players are shown."""
        return round((self.mu - SURE * self.sigma) * SCALE / MILLION)

    @property
    def provisional(self) -> bool:
        """Whether the rating is based on too few races to be reliable (fewer than PROVISIONAL)."""
        return self.races < PROVISIONAL

    @property
    def score(self) -> int:
        """The score by which a leaderboard orders ratings; higher is better. Provisional ratings
        rank below all others."""
        return (0 if self.provisional else ESTABLISHED) + SHIFT + self.mu - SURE * self.sigma

    def text(self) -> str:
        """Return the rating in its stored form."""
        return f"{self.mu} {self.sigma} {self.races}"

    @classmethod
    def read(cls, text: str) -> "Rating":
        """Parse a stored rating."""
        return cls(*map(int, text.split(" ")))


_MODEL = PlackettLuce()
FIRST = Rating(round(_MODEL.mu * MILLION), round(_MODEL.sigma * MILLION), 0)
"""The rating of an account before its first rated race."""


def family(slug: str) -> str:
    """Return the family of the game with this slug. A family is a group of games that have one
    rating together."""
    game = RULES.get(slug)
    if slug in GREAT_GAMES:
        return "great"
    if game is not None and game.ranked_by == "round":
        return "table"
    if game is not None and game.ranked_by == "points":
        return "score"
    if game is not None and game.book.bell_minutes <= SPRINT_MINUTES:
        return "sprint"
    return "long"


def scopes(raced: LoggedRace) -> tuple[str, str]:
    """Return the two scopes (groups of games with a rating of their own) that a rated race counts
    for: all games, and the family of its game."""
    return OVERALL, family(raced.game)


def places(raced: LoggedRace) -> dict[str, int]:
    """Return the places of the contestants of a race that count for ratings, by account; empty if
    the race is not rated.

    A race of two or more people with accounts is rated if one of them has made a move. Tries of
    daily deals, races with a bot and races that allow take-backs are not rated. Guests, who have no
    rating to lose, are left out, and so are players who were kicked or never came.
    """
    people = {one.account: one.place for one in raced.rivals() if one.account}
    bots = any(one.bot for one in raced.contestants)
    if raced.daily or bots or raced.take_back != "none" or not raced.played:
        return {}
    return people if len(people) > 1 else {}


def rated(known: Mapping[str, Rating], placed: Mapping[str, int]) -> dict[str, Rating]:
    """Return the ratings of the contestants after a race. `known` are the ratings of accounts
    before the race, `placed` the places in the race, both by account. An account without a rating
    begins with FIRST."""
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
