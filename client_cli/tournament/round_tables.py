"""The tables of a tournament round of Racing Demon, in which several entrants play at one common
table: who sits at which table, and with how many points."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.rules import is_table
from protocol.tournaments.live import RoundInfo, Tournament
from protocol.tournaments.tables import RoundResult


class SeatedEntrant(NamedTuple):
    """An entrant at a table. `entrant` is their number; `points` are their points in this round so
    far, None until the server has sent some."""

    entrant: int
    points: int | None


class RoundTable(NamedTuple):
    """A table of a round: its number, from 1, the code of its room on the server, and its entrants,
    those with the most points first."""

    number: int
    room: str
    seated: tuple[SeatedEntrant, ...]


def rounds_at_tables(tournament: Tournament) -> list[RoundInfo]:
    """Return the rounds of a tournament that are played at common tables, in order. Rounds for
    which the tables are not drawn yet are left out."""
    return [each for each in tournament.rounds if is_table(each.game) and each.heats]


def is_over(each: RoundInfo) -> bool:
    """Return whether the races of a round are over, so that the server has its results."""
    return each.state in ("table", "closed", "voided")


def round_tables(
    tournament: Tournament, each: RoundInfo, results: Iterable[RoundResult] = ()
) -> list[RoundTable]:
    """Return the tables of a round in order. If the round is over, `results` must have its results.
    While it is played, the points come from `tournament`."""
    points = {bar.entrant: bar.points for bar in tournament.bars if bar.round == each.number}
    points |= {result.entrant: result.points for result in results}
    found = []
    for number, heat in enumerate(each.heats, 1):
        seated = [SeatedEntrant(one, points.get(one)) for one in heat.entrants]
        seated.sort(key=lambda one: (one.points is None, -(one.points or 0)))
        found.append(RoundTable(number, heat.room, tuple(seated)))
    return found
