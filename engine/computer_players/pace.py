"""How long a person would take for a move: the delays that computer players wait for.

    delay = delay_ms(PACES["steady"], occasion, chance)

The functions are pure: the caller has the clock, and passes each random number as a float from 0 up
to, not including, 1. The delays of a pace are log-normal, as those of people are: most are near the
median, a few are much longer and none is shorter than a hand can react. All times are milliseconds.
A claim is a move of Racing Demon that puts a card on a foundation which all players share.

| pace | median | mean | one in ten over | least | notices a claim late | by |
|---|---|---|---|---|---|---|
| slow | 2600 | 2950 | 4935 | 900 | 1 in 3 | 2500 |
| steady | 1300 | 1410 | 2170 | 500 | 1 in 6 | 1500 |
| quick | 600 | 633 | 910 | 280 | 1 in 15 | 800 |

The figures are for a move when at most one card was turned up or moved since the last move of the
player. Each further card, up to eight, adds an eighth of the median. If cards were turned from the
stock, half of the median is added, because they must be read. The last two columns say how often a
player notices late that a claim has become possible, and how much later in the median.
"""

from math import exp, log
from statistics import NormalDist
from typing import NamedTuple

from engine.computer_players.strengths import PaceName

MOST_CHANGED = 8
"""More changed cards than this, beyond the first, make no move slower."""
STANDARD = NormalDist()
LEAST_CHANCE, MOST_CHANCE = 1e-6, 1 - 1e-6


class Pace(NamedTuple):
    """How fast a computer player is. `median_ms` is the delay that half of the moves exceed;
    `spread` is the standard deviation of the logarithm of the delay; no delay is below `least_ms`.
    A claim that has just become possible is noticed late with the probability `misses`. The
    additional delay is then `late_ms` in the median."""

    median_ms: int
    spread: float
    least_ms: int
    misses: float
    late_ms: int


PACES: dict[PaceName, Pace] = {
    "slow": Pace(2_600, 0.5, 900, 1 / 3, 2_500),
    "steady": Pace(1_300, 0.4, 500, 1 / 6, 1_500),
    "quick": Pace(600, 0.325, 280, 1 / 15, 800),
}
"""The paces of computer players, the slowest first."""


class Occasion(NamedTuple):
    """What a computer player has to look at before a move. `changed` is how many cards have been
    moved or turned up since the last move of this player. `turned` says whether some of them were
    turned or dealt from the stock."""

    changed: int = 1
    turned: bool = False


def delay_ms(pace: Pace, occasion: Occasion, chance: float) -> int:
    """Return the delay before a move. `chance` is a random number from 0 up to 1; a greater
    `chance` gives a longer delay."""
    more = min(max(occasion.changed - 1, 0), MOST_CHANGED) / MOST_CHANGED + occasion.turned / 2
    return max(pace.least_ms, _drawn(pace.median_ms * (1 + more), pace.spread, chance))


def late_ms(pace: Pace, missed: float, chance: float) -> int:
    """Return the delay that is added to the usual one before a player of Racing Demon notices a
    claim that has just become possible. The added delay is 0 unless the random number `missed` is
    below `Pace.misses`. A greater random number `chance` gives a longer delay."""
    return _drawn(pace.late_ms, pace.spread, chance) if missed < pace.misses else 0


def _drawn(median: float, spread: float, chance: float) -> int:
    normal = STANDARD.inv_cdf(min(max(chance, LEAST_CHANCE), MOST_CHANCE))
    return round(exp(log(median) + spread * normal))
