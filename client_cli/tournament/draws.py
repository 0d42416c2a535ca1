"""Draws of a tournament, computed again from what its server publishes (`docs/tournaments.md`).

The server draws lots with a secret, which it publishes when the tournament is over, and with the
nonces, a random number of each entrant. Entrants are named by their numbers. Pairings of Swiss
tournaments and brackets cannot be computed, because they depend on more than is published. All
functions raise ValueError if the secret or the nonces are invalid. This file does no input or
output.
"""

import hmac
from collections.abc import Iterable, Sequence

from protocol.tournaments.live import Tournament

MOST_AT_TABLE = 6
"""The maximum number of entrants at a common table."""


def order(tournament: Tournament) -> list[int]:
    """Return the numbers of the entrants with whom the tournament started, in the order that was
    drawn by lot. The list is empty before the secret is published."""
    numbers = [] if tournament.opened is None else [int(n) for n in tournament.opened.nonces]
    return _drawn(numbers, _seed(tournament, "order"))


def queue(tournament: Tournament, kinds: int, length: int) -> list[int]:
    """Return the drawn order of the rounds in an arena, a tournament in which each entrant plays
    one deal after another at their own pace. The result has `length` indices of rounds in the
    tournament's plan.

    The plan has `kinds` rounds. Each of them comes once before any comes again, and no round comes
    twice in succession unless there is only one. The list is empty before the secret is published.
    """
    if tournament.opened is None:
        return []
    seed = _seed(tournament, "queue")
    dealt: list[int] = []
    while len(dealt) < length:
        turn = _drawn(range(kinds), seed + (len(dealt) // kinds).to_bytes(4, "big"))
        if kinds > 1 and dealt and dealt[-1] == turn[0]:
            turn = [*turn[1:], turn[0]]
        dealt += turn
    return dealt[:length]


def round_robin(order: Sequence[int], turn: int) -> set[tuple[int, int]]:
    """Return the pairs of entrants in round number `turn`, from 1, of a round robin (everybody
    meets everybody), by the circle method. `order` is the drawn order of the entrants.

    The entrants stand in a circle in this order. The first keeps their position, and all others
    move on by one position each round. Entrants who stand opposite each other are a pair. If the
    number of entrants is odd, one position is empty, and whoever stands opposite it has no
    opponent.
    """
    chairs: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    if len(chairs) < 2:
        return set()
    others = chairs[1:]
    moved = (turn - 1) % len(others)
    seated = [chairs[0], *others[len(others) - moved :], *others[: len(others) - moved]]
    half = len(seated) // 2
    opposite = zip(seated[:half], reversed(seated[half:]), strict=True)
    return {(one, other) for one, other in opposite if one is not None and other is not None}


def tables(tournament: Tournament, turn: int, entrants: Iterable[int]) -> list[tuple[int, ...]]:
    """Return who was drawn to play at which table in round number `turn`, for a game that several
    play at one table. There are as few tables as possible, each with at most MOST_AT_TABLE of these
    entrants. The entrants in drawn order are dealt out to the tables in turn."""
    what = f"tables of round {turn}"  # not a text: the name of a draw
    drawn = _drawn(entrants, _seed(tournament, what))
    tables = -(-len(drawn) // MOST_AT_TABLE)
    return [tuple(drawn[first::tables]) for first in range(tables)]


def _seed(tournament: Tournament, what: str) -> bytes:
    if tournament.opened is None:
        return b""
    nonces = {int(number): nonce for number, nonce in tournament.opened.nonces.items()}
    lines = ["crown-patience/draw/1", tournament.name, what]
    lines += [f"{number}:{nonces[number]}" for number in sorted(nonces)]
    message = "".join(f"{line}\n" for line in lines)
    return hmac.digest(bytes.fromhex(tournament.opened.secret), message.encode(), "sha256")


def _drawn(numbers: Iterable[int], seed: bytes) -> list[int]:
    return sorted(numbers, key=lambda n: hmac.digest(seed, str(n).encode(), "sha256"))
