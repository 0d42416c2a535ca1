"""Measures how much stronger each computer player of Racing Demon is than the one below.

    python -m bench.racing_demon [TABLES]

Each pair plays TABLES tables (500), equal deals under the usual options, to the target; every seat
acts once in each turn, in random order. Exits with 1 if a strength wins less than 65 % of them.
"""

import random
import sys
from itertools import pairwise

from engine.cards import deal_number_seed
from engine.computer_players.strengths import STRENGTHS
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.players import RacingPlayer
from engine.racing_demon.scores import Series

TABLES = 500
LEAST = 0.65
BELL_TURNS = 2_000
"""After so many turns the bell rings; hardly any round lasts a tenth of it."""
MOST_ROUNDS = 100


def round_points(rules: RacingDemon, strengths: list[str], deal: int) -> list[int]:
    """Return the points of each seat in one round of a practice deal."""
    rng, seats = random.Random(deal), range(len(strengths))
    state = rules.deal(rules.packs(deal_number_seed(deal), len(strengths)))
    players = [RacingPlayer(rules, each, i, rng.randrange) for i, each in enumerate(strengths)]
    for _ in range(BELL_TURNS):
        for seat in rng.sample(seats, len(seats)):
            move = None if state.over else players[seat].move(rules.view(state))
            if move is not None:
                state = rules.play(state, seat, move).state
        if state.over:
            break
    else:
        state = rules.ring(state)
    return [rules.points(state, seat) for seat in seats]


def won(rules: RacingDemon, stronger: str, weaker: str, number: int) -> bool:
    """Return whether the stronger player wins table `number`, at which it has the first seat if the
    number is even."""
    strengths = [weaker, stronger] if number % 2 else [stronger, weaker]
    series = Series(2, int(rules.chosen["target"]))
    while not series.over and len(series.rounds) < MOST_ROUNDS:
        deal = number * MOST_ROUNDS + len(series.rounds) + 1
        series = series.after(round_points(rules, strengths, deal))
    first, *others = series.places()
    return strengths[first.seat] == stronger and others[0].place > 1


def main(arguments: list[str]) -> int:
    tables, rules = int(arguments[0]) if arguments else TABLES, RacingDemon()
    enough = True
    for weaker, stronger in pairwise(STRENGTHS):
        wins = sum(won(rules, stronger, weaker, number) for number in range(tables))
        enough &= wins >= LEAST * tables
        print(f"{stronger} beats {weaker} at {wins} of {tables} tables ({wins / tables:.1%})")
    return int(not enough)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
