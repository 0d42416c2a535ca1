"""Pairings of fields of every size, compared with every possible pairing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.tournaments.formats import pairing
from server.tournaments.formats.pairing import Group, HeatCut, PairingHistory, Pairs

SEED = bytes(range(32))
SIZES = [(2, 1), (4, 2), (4, 1)]


def everybody(pairs: Pairs) -> list[int]:
    bye = [] if pairs.bye is None else [pairs.bye]
    return sorted([*(one for pair in pairs.pairs for one in pair), *bye])


# Rooms and draws. -----------------------------------------------------------------------------


def test_a_field_is_shared_out_evenly() -> None:
    assert pairing.split_into_heats([], 4) == []
    assert pairing.split_into_heats([7], 4) == [(7,)]
    assert pairing.split_into_heats(range(9), 4) == [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    sizes = Counter(len(room) for room in pairing.split_into_heats(range(1_001), 500))
    assert sizes == {334: 2, 333: 1}


def test_a_draw_stays_the_same_for_those_who_are_left() -> None:
    whole = pairing.drawn(range(30), SEED)
    assert sorted(whole) == list(range(30)) != whole
    left = [number for number in whole if number % 3]
    assert pairing.drawn([n for n in range(30) if n % 3], SEED) == left
    assert pairing.drawn(range(30), SEED[::-1]) != whole


# Knockout. ------------------------------------------------------------------------------------


def test_a_bracket_keeps_the_best_apart() -> None:
    assert pairing.bracket(range(8), 2, 1) == [(0, 7), (3, 4), (1, 6), (2, 5)]
    assert pairing.bracket(range(5), 2, 1) == [(0,), (3, 4), (1,), (2,)]
    assert pairing.bracket(range(3), 2, 1) == [(0,), (1, 2)]
    assert pairing.bracket(range(8), 4, 2) == [(0, 3, 4, 7), (1, 2, 5, 6)]
    assert pairing.bracket(range(6), 4, 2) == [(0, 3, 4), (1, 2, 5)]
    assert pairing.bracket(range(3), 4, 2) == [(0, 1, 2)]
    assert pairing.bracket([], 2, 1) == []
    assert pairing.bracket([5], 4, 2) == [(5,)]


@pytest.mark.parametrize(("size", "go_on"), SIZES)
def test_brackets_of_every_field(size: int, go_on: int) -> None:
    """Everybody is in it once, byes are those of the best, and if the better always wins, the best
    so many meet in the last heat."""
    for field in range(1, 80):
        heats = pairing.bracket(range(field), size, go_on)
        assert sorted(one for heat in heats for one in heat) == list(range(field))
        assert all(len(heat) <= size for heat in heats)
        assert len(heats) == 1 or all(heats)
        byes = [min(heat) for heat in heats if len(heat) <= go_on < size]
        if len(heats) > 1:
            assert sorted(byes) == list(range(len(byes)))
        rounds = 0
        while len(heats) > 1:
            went_on = [tuple(sorted(heat)[:go_on]) for heat in heats]
            heats = pairing.joined(went_on, size // go_on)
            assert all(len(heat) <= size for heat in heats)
            rounds += 1
        assert 0 in heats[0]
        if go_on == 1 and field >= size:
            assert sorted(heats[0]) == list(range(size))
        assert rounds <= field.bit_length()


def test_who_goes_on_and_who_has_to_play_it_out() -> None:
    assert pairing.cut({4: 1, 2: 2}, 1) == HeatCut((4,))
    assert pairing.cut({4: 1, 2: 1}, 1) == HeatCut((), (2, 4), 1)
    assert pairing.cut({4: 1, 2: 1, 9: 3, 1: 4}, 2) == HeatCut((2, 4))
    assert pairing.cut({4: 1, 2: 2, 9: 2, 1: 4}, 2) == HeatCut((4,), (2, 9), 1)
    assert pairing.cut({4: 1, 2: 1, 9: 1, 1: 1}, 2) == HeatCut((), (1, 2, 4, 9), 2)
    assert pairing.cut({4: 1}, 2) == HeatCut((4,))
    assert pairing.cut({}, 2) == HeatCut(())


# Round robin. ---------------------------------------------------------------------------------


@pytest.mark.parametrize("field", range(14))
def test_everybody_meets_everybody_once(field: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int | None] = Counter()
    turns = pairing.round_robin_rounds(field)
    for turn in range(1, turns + 1):
        pairs = pairing.round_robin(range(field), turn)
        assert everybody(pairs) == list(range(field))
        met.update(frozenset(pair) for pair in pairs.pairs)
        byes[pairs.bye] += 1
    assert set(met) == {frozenset(pair) for pair in combinations(range(field), 2)}
    assert set(met.values()) <= {1}
    if turns:
        assert byes == ({None: turns} if field % 2 == 0 else dict.fromkeys(range(field), 1))
    assert pairing.round_robin(range(1), 1) == Pairs([], 0)
    assert pairing.round_robin([], 1) == Pairs([])


# Swiss. ---------------------------------------------------------------------------------------


def all_pairings(places: list[int]) -> Iterator[list[Group]]:
    if not places:
        yield []
        return
    first, *rest = places
    for other in rest:
        for more in all_pairings([place for place in rest if place != other]):
            yield [(first, other), *more]


Cost = tuple[int, int, int, int, int]


def cost(order: list[int], past: PairingHistory, pairs: Sequence[Group], bye: int | None) -> Cost:
    """What a pairing of places is judged by, written down as the rules say it."""
    points = [past.points.get(entrant, 0) for entrant in order]
    again = sum(past.meetings(order[i], order[j]) for i, j in pairs)
    had = 0 if bye is None else past.byes.get(order[bye], 0)
    height = 0 if bye is None else len(order) - bye
    gaps = sum((points[i] - points[j]) ** 2 for i, j in pairs)
    return again, had, height, gaps, sum((i - j) ** 2 for i, j in pairs)


def least(order: list[int], past: PairingHistory) -> Cost:
    places = list(range(len(order)))
    if len(places) % 2 == 0:
        return min(cost(order, past, pairs, None) for pairs in all_pairings(places))
    return min(
        cost(order, past, pairs, bye)
        for bye in places
        for pairs in all_pairings([place for place in places if place != bye])
    )


def cost_of(order: list[int], past: PairingHistory, found: Pairs) -> Cost:
    place = {entrant: i for i, entrant in enumerate(order)}
    pairs = [(place[one], place[other]) for one, other in found.pairs]
    return cost(order, past, pairs, None if found.bye is None else place[found.bye])


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[int], PairingHistory]:
    field = draw(st.integers(2, 8))
    order = draw(st.permutations(range(field)))
    small = st.integers(0, 2)
    met = {pair: draw(small) for pair in combinations(range(field), 2)}
    points = {entrant: draw(st.integers(0, 6)) for entrant in order}
    return order, PairingHistory(points, met, {entrant: draw(small) for entrant in order})


@settings(max_examples=120, deadline=None)
@given(evenings())
def test_no_pairing_is_better(evening: tuple[list[int], PairingHistory]) -> None:
    order, past = evening
    found = pairing.swiss(order, past, SEED)
    assert everybody(found) == sorted(order)
    assert cost_of(order, past, found) == least(order, past)


def evening_of(field: int, turns: int) -> Iterator[tuple[Pairs, PairingHistory]]:
    """A Swiss evening in which the smaller number wins."""
    points: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for _ in range(turns):
        past = PairingHistory(points, met, byes)
        order = sorted(range(field), key=lambda one: (-points[one], one))
        found = pairing.swiss(order, past, SEED)
        yield found, past
        for one, other in found.pairs:
            points[min(one, other)] += 2
            met[min(one, other), max(one, other)] += 1
        if found.bye is not None:
            points[found.bye] += 2
            byes[found.bye] += 1


@pytest.mark.parametrize("field", [0, 1, 2, 3, 4, 5, 7, 12, 33, 100, 101, 250])
def test_nobody_meets_again_while_that_can_be(field: int) -> None:
    turns = min(field - 1 + field % 2, 7)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for found, _ in evening_of(field, turns):
        assert everybody(found) == list(range(field))
        met.update(frozenset(pair) for pair in found.pairs)
        byes.update([] if found.bye is None else [found.bye])
    greedy_trap = field in (4, 5, 7)  # a small field may leave no way but a meeting again
    assert greedy_trap or set(met.values()) <= {1}
    assert set(byes.values()) <= {1}


def test_swiss_fields_of_none_and_one() -> None:
    nothing = PairingHistory({}, {}, {})
    assert pairing.swiss([], nothing, SEED) == Pairs([])
    assert pairing.swiss([4], nothing, SEED) == Pairs([], 4)
    assert pairing.swiss([4, 2], PairingHistory({}, {(2, 4): 9}, {}), SEED).pairs == [(4, 2)]


def test_with_everybody_level_neighbours_meet() -> None:
    found = pairing.swiss(list(range(10)), PairingHistory({}, {}, {}), SEED)
    assert found.pairs == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]


def test_in_a_large_field_those_who_cannot_meet_nearby_meet_farther_away() -> None:
    near, field = pairing.NEAR, 130
    met = dict.fromkeys(combinations(range(2 * near), 2), 1)
    found = pairing.swiss(list(range(field)), PairingHistory({}, met, {}), SEED)
    assert everybody(found) == list(range(field))
    assert all(tuple(sorted(pair)) not in met for pair in found.pairs)


def test_the_seed_decides_between_equals_and_nothing_else_does() -> None:
    past = PairingHistory({}, {(2, 3): 1}, {})  # so the middle two meet those above, or those below
    found = {tuple(pairing.swiss(list(range(6)), past, bytes([n])).pairs) for n in range(40)}
    assert found == {((0, 1), (2, 4), (3, 5)), ((0, 2), (1, 3), (4, 5))}
    again = {tuple(pairing.swiss(list(range(6)), past, SEED).pairs) for _ in range(5)}
    assert len(again) == 1


# Arena. ---------------------------------------------------------------------------------------


def test_the_queue_of_an_arena() -> None:
    assert pairing.arena_order(3, 7, None) == (0, 1, 2, 0, 1, 2, 0)
    assert pairing.arena_order(1, 3, SEED) == (0, 0, 0)
    for kinds in range(2, 6):
        order = pairing.arena_order(kinds, 60, SEED)
        assert all(one != other for one, other in pairwise(order))
        assert order[:10] == pairing.arena_order(kinds, 10, SEED)
        for first in range(0, 60 - kinds, kinds):
            assert set(order[first : first + kinds]) == set(range(kinds))
