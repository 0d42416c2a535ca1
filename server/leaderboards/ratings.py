"""Ratings: how good somebody is, and how sure that is. Pure.

After every race of two or more people the model of Weng and Lin, generalised by Plackett and Luce,
says what is believed of each from now on: a middle and a spread. Both are kept to a millionth, so
that a fold made anew comes to the same numbers.
"""

from collections.abc import Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.crown_facts import GREAT_GAMES
from engine.games import GAMES
from engine.terms import SPRINT_MINUTES
from server.leaderboards.log_entry import Raced

OVERALL = "overall"
FAMILIES = ("great", "score", "sprint", "long")
"""Games that ask for like skills: the five great ones; those played for points; those whose usual
bell is so short that they are raced to the first who is out; all others."""
PROVISIONAL = 10
"""Until somebody has had so many rated races, their rating is provisional."""

SCALE = 60
"""On paper the first belief is 1500 ± 500; the model's own numbers are 25 and 25/3."""
MILLION = 1_000_000
SURE = 3
"""A rating one can be sure of lies so many spreads below the middle; boards rank by it."""
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
        """As it is shown to people."""
        return round(self.mu * SCALE / MILLION)

    @property
    def uncertainty(self) -> int:
        """To be shown after a ±: two in three are within."""
        return round(self.sigma * SCALE / MILLION)

    @property
    def sure(self) -> int:
        """What boards rank by, as it is shown to people: they are hardly worse than that."""
        return round((self.mu - SURE * self.sigma) * SCALE / MILLION)

    @property
    def provisional(self) -> bool:
        return self.races < PROVISIONAL

    @property
    def score(self) -> int:
        """What sorts a board, higher before lower: whoever is provisional stands below the rest."""
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


def scopes(raced: Raced) -> tuple[str, str]:
    """What a rated race counts for."""
    return OVERALL, family(raced.game)


def places(raced: Raced) -> dict[str, int]:
    """By account, the places of a race that is rated; empty where it is not.

    Rated are races of two or more people with accounts in which one of these has moved. Not rated:
    tries of daily deals, which nobody races at the same time; races a bot was in; races in which
    moves could be taken back. Guests are left out: they have no rating to lose; and so is whoever
    was sent away, or never came.
    """
    people = {one.account: one.place for one in raced.rivals() if one.account}
    bots = any(one.bot for one in raced.contestants)
    if raced.daily or bots or raced.take_back != "none" or not raced.played:
        return {}
    return people if len(people) > 1 else {}


def rated(known: Mapping[str, Rating], placed: Mapping[str, int]) -> dict[str, Rating]:
    """What is believed of those placed after their race, from what was believed before."""
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
