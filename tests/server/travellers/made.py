"""Tries that are made up, for tests of the store and of the size of a traveller."""

import random

from engine.races.ranking import Standing
from engine.races.traveller import DEPTH, TENTHS, TrySummary
from protocol.codes import ALPHABET, LENGTH
from server.travellers.stored_try import StoredTry

BELL_MS = 720_000
MOVES = ["turn", *(f"pack tab.{one} tab.{other} 1" for one in range(7) for other in range(7))]
"""Texts of moves; most choose the first."""


def made_tries(count: int, seed: int = 1) -> list[StoredTry]:
    """Tries of Klondike by as many accounts, as different from each other as real ones."""
    rng = random.Random(seed)
    return [_made(rng) for _ in range(count)]


def _made(rng: random.Random) -> StoredTry:
    tenths, times = rng.randrange(TENTHS + 1), sorted(rng.sample(range(5_000, BELL_MS), TENTHS))
    won = tenths == TENTHS
    final = Standing(
        seat=0,
        result="won" if won else "lost",
        reason=None if won else rng.choice(["timeout", "stuck", "resigned"]),
        best=52 if won else tenths * 52 // TENTHS + 1,
        tie_break=0,
        reached_ms=times[tenths - 1] if tenths else 0,
        points=None,
        ended_ms=times[-1] if won else BELL_MS,
        moves=rng.randrange(5, 200),
    )
    known = [time // 100 * 100 for time in times[:tenths]]
    summary = TrySummary(
        final,
        (*known, *[None] * (TENTHS - tenths)),
        tuple(rng.choices(MOVES, [20, *[1] * (len(MOVES) - 1)], k=DEPTH)),
        got_going=True,
    )
    code = "".join(rng.choices(ALPHABET, k=LENGTH))
    account = f"{rng.getrandbits(64):016x}"
    return StoredTry(account, "", code, 1, 0, bot=False, ghost=False, summary=summary)
