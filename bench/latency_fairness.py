"""Simulates who wins collisions at a common table whose lines have different delays.

    python -m bench.latency_fairness

Writes the tables of `docs/latency-fairness.md`. The random numbers have fixed seeds, so it always
writes the same.

The server announces a place at time 0. A contestant sees it half a delay later, claims it after the
reaction time of their hands, and the claim arrives another half delay later: the claim that arrives
first wins. Reaction times are log-normal, with the same median and spread for all contestants.
"""

import math
import random
from collections.abc import Sequence
from pathlib import Path

from bench.markdown import titled

PAGE = Path(__file__).parent.parent / "docs" / "latency-fairness.md"
BEGIN, END = "<!-- begin simulated -->", "<!-- end simulated -->"
DELAYS_MS = (10, 60, 150, 300)
"""To the contestant and back."""
REACTION_MS = 700
"""The median from seeing a place to claiming it."""
SPREADS = (0.1, 0.25, 0.5)
"""Standard deviations of the logarithm of the reaction time: two of three reactions are at most
about this part faster or slower than the median."""
COLLISIONS = 50_000
TURN_MS = 2_000
"""While a contestant looks elsewhere, up to so many milliseconds pass before they see a place."""


def arrival_ms(delay_ms: float, spread: float, looks_ms: float, rng: random.Random) -> float:
    """Return when a claim arrives. `looks_ms` is the longest time for which the contestant may look
    elsewhere when they could see the place."""
    reaction = REACTION_MS * math.exp(rng.gauss(0, spread))
    return delay_ms / 2 + rng.random() * looks_ms + reaction + delay_ms / 2


def shares(
    delays_ms: Sequence[float], spread: float, looks_ms: float = 0, collisions: int = COLLISIONS
) -> list[float]:
    """Return the share of collisions that each contestant wins, in the order of `delays_ms`, if all
    claim every place."""
    rng, won = random.Random(f"{delays_ms} {spread} {looks_ms}"), [0] * len(delays_ms)
    for _ in range(collisions):
        arrivals = [arrival_ms(delay, spread, looks_ms, rng) for delay in delays_ms]
        won[arrivals.index(min(arrivals))] += 1
    return [each / collisions for each in won]


def tables() -> str:
    """Return the markdown tables of the page."""
    columns = ["hands", *(f"{delay} ms" for delay in DELAYS_MS)]
    together = [
        [f"spread {spread:.0%}", *(f"{share:.0%}" for share in shares(DELAYS_MS, spread))]
        for spread in SPREADS
    ]
    together.append(
        [
            f"spread {SPREADS[1]:.0%}, looking elsewhere for up to {TURN_MS / 1000:.0f} s",
            *(f"{share:.0%}" for share in shares(DELAYS_MS, SPREADS[1], TURN_MS)),
        ]
    )
    fastest = DELAYS_MS[0]
    pairs = []
    for spread in SPREADS:
        slower = [shares((fastest, delay), spread)[1] for delay in DELAYS_MS]
        pairs.append([f"spread {spread:.0%}", *(f"{share:.0%}" for share in slower)])
    return "\n\n".join(
        [
            titled("All four claim every place: the share that each wins", columns, together),
            titled(
                f"Two claim every place, one of them with {fastest} ms: the share of the other",
                columns,
                pairs,
            ),
        ]
    )


def written(page: str) -> str:
    """Return the page with its tables computed anew."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
