"""Pairing: knockout brackets, round robin, Swiss pairing, and the order of the deals in an arena (a
tournament in which everybody plays at their own pace). Pure.

A heat is one race of a round; all heats of a round have the same deal. The bracket of a knockout
says who may meet whom in which round. An entrant has a bye in a round if it goes on, or gets
points, without a race. Entrants are given by their numbers. The argument `order` is a list of
entrants, best first. The same arguments give the same pairing on every machine, because random
choices are derived from a seed.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

import rustworkx

Group = tuple[int, ...]
"""Numbers of the entrants of one race, in the order of their seats."""

ALL_PAIRS = 100
"""The maximum number of entrants for which Swiss pairing considers all pairs at once. With more
entrants, it first considers only pairs whose places are at most NEAR apart, which is faster."""
NEAR = 32
_BITS = 118
"""The maximum number of bits of the total weight of a matching. The library computes with 128-bit
integers and doubles weights."""


class Pairs(NamedTuple):
    """The pairs of entrants who meet in a round, and in `bye` the entrant who has no opponent in
    this round, None if all entrants have one."""

    pairs: Sequence[Group]
    bye: int | None = None


class HeatCut(NamedTuple):
    """The entrants who go on from a heat of a knockout to the next round. All entrants in `through`
    go on. Of the entrants in `tied`, only `places` go on; a sprint (an additional deal) decides
    which."""

    through: Group
    tied: Group = ()
    places: int = 0


def drawn(numbers: Iterable[int], seed: bytes) -> list[int]:
    """Return the numbers in a random order that follows from the seed. Removing some numbers does
    not change the order of the others."""
    return sorted(numbers, key=lambda number: hmac.digest(seed, str(number).encode(), "sha256"))


def split_into_heats(order: Sequence[int], most: int) -> list[Group]:
    """Split all entrants into as few heats as possible, at most `most` entrants each.

    Entrants are dealt out to the heats in turn, so that sizes differ by one at most and heats are
    equally strong.
    """
    rooms = -(-len(order) // most)
    return [tuple(order[first::rooms]) for first in range(rooms)]


# Knockout. --------------------------------------------------------------------------------------


def bracket(order: Sequence[int], size: int, go_on: int) -> list[Group]:
    """Return the heats of the first round of a knockout, each as its entrants, in the order of the
    bracket: in each later round, the entrants who go on from neighbouring heats meet.

    A heat has at most `size` entrants, of whom `go_on` go on. A heat of at most `go_on` entrants is
    not played, because all of them go on (a bye). The best entrants are in different heats and meet
    as late as possible. If there are too few entrants to fill all heats, the heats of the best
    entrants are smaller.
    """
    if not order:
        return []
    heats = 1
    while heats * size < len(order):
        heats *= size // go_on
    rows = [order[first : first + heats] for first in range(0, len(order), heats)]
    filled: list[list[int]] = [[] for _ in range(heats)]
    for number, row in enumerate(rows):
        forward = number % 2 == 0 and len(row) == heats
        for place, entrant in enumerate(row):
            filled[place if forward else heats - 1 - place].append(entrant)
    return [tuple(filled[heat]) for heat in _seeding_order(heats)]


def _seeding_order(heats: int) -> list[int]:
    """Return the order in which the heats of a knockout stand in its bracket (the plan of who can
    meet whom later). The heats are numbered by the strength of their entrants, the strongest 0.

    `heats`, the number of heats, is a power of two. The two strongest are in different halves of
    the bracket, the four strongest in different quarters, and so on.
    """
    order = [0]
    while len(order) < heats:
        order = [heat for best in order for heat in (best, 2 * len(order) - 1 - best)]
    return order


def joined(went_on: Sequence[Group], ratio: int) -> list[Group]:
    """Return the heats of the next round of a knockout. `went_on` has, for each heat, the entrants
    who went on from it. Each new heat has the entrants who went on from `ratio` neighbouring
    heats."""
    return [
        tuple(entrant for group in went_on[first : first + ratio] for entrant in group)
        for first in range(0, len(went_on), ratio)
    ]


def cut(places: Mapping[int, int], go_on: int) -> HeatCut:
    """Return which entrants go on from a heat from which at most `go_on` may. `places` has the
    place of each entrant of the heat; tied entrants share a place."""
    order = sorted(places, key=lambda entrant: (places[entrant], entrant))
    if len(order) <= go_on:
        return HeatCut(tuple(order))
    edge = places[order[go_on - 1]]
    if places[order[go_on]] != edge:
        return HeatCut(tuple(order[:go_on]))
    through = tuple(entrant for entrant in order if places[entrant] < edge)
    tied = tuple(entrant for entrant in order if places[entrant] == edge)
    return HeatCut(through, tied, go_on - len(through))


# Round robin. -----------------------------------------------------------------------------------


def round_robin_rounds(entrants: int) -> int:
    """Return the number of rounds of a round robin in which everybody meets everybody."""
    return 0 if entrants < 2 else entrants - 1 + entrants % 2


def round_robin(order: Sequence[int], turn: int) -> Pairs:
    """Return the pairs of round `turn` (from 1) of a round robin, by the circle method: the
    entrants stand in a circle, the first entrant stays in place, and after each round all other
    entrants move on by one place."""
    table: list[int | None] = [*order, None] if len(order) % 2 else [*order]
    if len(table) < 2:
        return Pairs([])
    moved = (turn - 1) % (len(table) - 1)
    places = [table[0], *table[len(table) - moved :], *table[1 : len(table) - moved]]
    bye, pairs = None, []
    for one, other in zip(places, places[: len(places) // 2 - 1 : -1], strict=False):
        if one is not None and other is not None:
            pairs.append((one, other))
        else:
            bye = one if other is None else other
    return Pairs(pairs, bye)


# Swiss. -----------------------------------------------------------------------------------------


class PairingHistory(NamedTuple):
    """The results of a Swiss tournament so far, as far as pairing needs them.

    `points` and `byes` have the points and the number of byes of each entrant. `met` tells how
    often two entrants have met, by the pair of their numbers, the smaller one first. Missing
    entries count as 0.
    """

    points: Mapping[int, int]
    met: Mapping[tuple[int, int], int]
    byes: Mapping[int, int]

    def meetings(self, one: int, other: int) -> int:
        """Return how often two entrants have met."""
        return self.met.get((min(one, other), max(one, other)), 0)


def swiss(order: Sequence[int], past: PairingHistory, seed: bytes) -> Pairs:
    """Return the pairs of the next round of a Swiss tournament: the best pairing by these criteria,
    most important first.

    - The entrants of the pairs have met before as rarely as possible, at best never.
    - If the number of entrants is odd, the bye goes to an entrant with the fewest byes, and among
      several such entrants to the one in the last place.
    - The differences in points within the pairs, squared and added up, are as small as possible.
    - The differences in places within the pairs, squared and added up, are as small as possible.

    The seed chooses between equally good pairings. If there are more than ALL_PAIRS entrants,
    entrants more than NEAR places apart meet only if there is no other pairing.
    """
    if len(order) < 2:
        return Pairs([], order[0] if order else None)
    whole = len(order)
    near = whole if whole <= ALL_PAIRS else NEAR
    while near < whole:
        found = _matched(order, past, seed, near)
        if found is not None:
            return found
        near *= 2
    found = _matched(order, past, seed, whole)
    if found is None:
        raise AssertionError("everybody can meet everybody")
    return found


def _matched(order: Sequence[int], past: PairingHistory, seed: bytes, near: int) -> Pairs | None:
    """Return the best pairing of entrants who are at most `near` places apart in `order`; None if
    there is none.

    Repeated meetings are allowed only if `near` is so large that any two entrants may meet.
    """
    whole, odd = len(order), len(order) % 2
    weigh = _Scale(order, past)
    edges = [
        (i, j, weigh.pair(i, j))
        for i in range(whole)
        for j in range(i + 1, min(whole, i + near + 1))
        if near >= whole or not past.meetings(order[i], order[j])
    ]
    if odd:
        edges += [(i, whole, weigh.bye(i)) for i in range(max(0, whole - near), whole)]
    chance = Random(seed)
    bits = max(16, _BITS - weigh.bits)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (whole + odd))
    # Random low bits in every weight make the best matching unique, so that the result does not
    # depend on the order in which the library searches.
    graph.add_edges_from(
        [
            (i, j, -((cost << bits + whole.bit_length()) + chance.getrandbits(bits)))
            for i, j, cost in edges
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < whole + odd:
        return None
    pairs, bye = [], None
    for i, j in sorted((min(pair), max(pair)) for pair in found):
        if j == whole:
            bye = order[i]
        else:
            pairs.append((order[i], order[j]))
    return Pairs(pairs, bye)


class _Scale:
    """Computes the costs of pairs and byes as integers, by the criteria of `swiss`. A difference in
    one criterion outweighs all less important criteria together, summed over all entrants."""

    def __init__(self, order: Sequence[int], past: PairingHistory) -> None:
        self._order, self._past = order, past
        self._points = [past.points.get(entrant, 0) for entrant in order]
        whole, pairs = len(order), len(order) // 2 + 1
        gap = max(self._points) - min(self._points)
        self._places = pairs * whole**2 + 1
        self._gaps = self._places * (pairs * gap**2 + 1)
        self._low = self._gaps * (whole + 1)
        self._byes = self._low * (max(past.byes.values(), default=0) + 1)
        again = max(past.met.values(), default=0)
        self.bits = (self._byes * (pairs * again + 1)).bit_length() + whole.bit_length()

    def pair(self, i: int, j: int) -> int:
        """Return the cost of pairing the entrants on places i and j, counted from 0: the lower the
        cost, the better the pair."""
        gap = self._points[i] - self._points[j]
        again = self._past.meetings(self._order[i], self._order[j])
        return again * self._byes + gap**2 * self._places + (i - j) ** 2

    def bye(self, i: int) -> int:
        """Return the cost of a bye (no opponent in this round) for the entrant on place i, counted
        from 0: the lower the cost, the better the choice."""
        had = self._past.byes.get(self._order[i], 0)
        return had * self._low + (len(self._order) - i) * self._gaps


# Arena. -----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def arena_order(kinds: int, length: int, seed: bytes | None) -> tuple[int, ...]:
    """Return the order of the games of an arena, a tournament in which everybody plays at their own
    pace. The plan of the tournament lists rounds, each with its game and terms. The result has, for
    each deal in the order of play, the index of its round in this list.

    `kinds` is the number of rounds in the plan, `length` the number of deals. Without a seed the
    rounds are repeated in order. With a seed they are shuffled before each repetition, in such a
    way that no round comes twice in a row.
    """
    order: list[int] = []
    times = 0
    while len(order) < length:
        turn = list(range(kinds))
        if seed is not None:
            turn = drawn(turn, seed + times.to_bytes(4, "big"))
        if kinds > 1 and order and order[-1] == turn[0]:
            turn = [*turn[1:], turn[0]]
        order += turn
        times += 1
    return tuple(order[:length])
