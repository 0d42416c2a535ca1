"""The paces of computer players: medians, means, spread and attention, as the docstring of their
module states them."""

import random
import re
from itertools import pairwise
from statistics import mean

import pytest

from engine.computer_players import pace
from engine.computer_players.pace import MOST_CHANGED, PACES, Occasion, Pace, delay_ms, late_ms
from engine.computer_players.strengths import PaceName

PLAIN = Occasion()
EVENLY = [(i + 0.5) / 4_000 for i in range(4_000)]


def delays(name: PaceName, occasion: Occasion = PLAIN) -> list[int]:
    return [delay_ms(PACES[name], occasion, chance) for chance in EVENLY]


@pytest.mark.parametrize("name", PACES)
def test_the_figures_are_those_that_are_documented(name: PaceName) -> None:
    row = re.search(rf"^\| {name} \|(.*)\|$", pace.__doc__ or "", re.MULTILINE)
    assert row
    median, average, tenth, least = (int(part) for part in row[1].split("|")[:4])
    found = delays(name)
    assert found == sorted(found)
    assert found[2_000] == pytest.approx(median, rel=0.01)
    assert mean(found) == pytest.approx(average, rel=0.01)
    assert found[3_600] == pytest.approx(tenth, rel=0.01)
    assert found[0] == least == PACES[name].least_ms
    assert max(found) > 3 * median, "a hand is sometimes much slower"


@pytest.mark.parametrize("name", PACES)
def test_random_numbers_give_the_same_mean_and_spread(name: PaceName) -> None:
    rng = random.Random(1)
    found = [delay_ms(PACES[name], PLAIN, rng.random()) for _ in range(4_000)]
    assert mean(found) == pytest.approx(mean(delays(name)), rel=0.05)


def test_each_pace_is_slower_than_the_next() -> None:
    for slower, faster in pairwise(PACES.values()):
        assert all(
            delay_ms(slower, PLAIN, chance) > delay_ms(faster, PLAIN, chance) for chance in EVENLY
        )
        assert slower.misses > faster.misses


def test_there_is_more_to_look_at_after_more_cards_and_after_a_turn() -> None:
    medians = [delays("steady", Occasion(n))[2_000] for n in range(12)]
    assert medians[0] == medians[1]
    assert medians[1:10] == sorted(set(medians[1:10]))
    assert medians[1 + MOST_CHANGED] == medians[-1] == pytest.approx(2 * medians[1], rel=0.01)
    turned = delays("steady", Occasion(1, turned=True))[2_000]
    assert turned == pytest.approx(1.5 * medians[1], rel=0.01)


@pytest.mark.parametrize("name", PACES)
def test_a_claim_is_missed_as_often_as_stated(name: PaceName) -> None:
    each, rng = PACES[name], random.Random(2)
    late = [late_ms(each, rng.random(), rng.random()) for _ in range(6_000)]
    missed = sorted(filter(None, late))
    assert len(missed) / len(late) == pytest.approx(each.misses, abs=0.02)
    assert missed[len(missed) // 2] == pytest.approx(each.late_ms, rel=0.15)


def test_the_ends_of_chance_are_finite() -> None:
    each: Pace
    for each in PACES.values():
        for chance in (0.0, 1 - 2**-53):
            assert each.least_ms <= delay_ms(each, Occasion(99, turned=True), chance) < 90_000
            assert late_ms(each, 0.0, chance) > 0
