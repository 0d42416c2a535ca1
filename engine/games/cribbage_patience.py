"""Cribbage Patience

Also called Cribbage Squares, though not in our book. One pack. A game of skill for a score, well
suited to competition, because each contestant has the same cards.

Aim: to lay sixteen cards in a square of four rows and four columns that score as much as possible,
each line counted as a hand at six-card cribbage.

The play. Shuffle a pack and turn up one card at a time. Lay the first anywhere. Lay every later
card so that it touches a card already laid, by a side or by a corner, and so that all cards laid
still fit into four rows and four columns. A card once laid is not moved again. When the square is
full turn up one card more, the turn-up: it belongs to all eight lines.

The score. Each row and each column is counted with the turn-up, as five cards:
- fifteen: 2 for every set of cards that adds up to fifteen (ace 1, court cards 10);
- pair: 2 for every two cards of one rank;
- run: 1 a card for every longest run of three or more ranks in order, however the cards lie; ace is
  low only;
- flush: 4 when the line's own four cards are of one suit, 5 when the turn-up is of that suit too;
- one for his nob: 1 for a jack of the same suit as the turn-up, once in its row and once in its
  column. A jack that is itself the turn-up scores nothing.

The end. The game is complete with the sixteenth card; points decide. If you give up, only complete
lines score. In a race the turn-up stays face down until everybody has finished.

Best known score: 172, found by W. F. Quine. Some call 61 points a win; here only the score counts.

Source: the chapter "Cribbage Patience" of an old book, put online by Kellscraft Studio.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from engine.cards import JACK, RANK, SUIT, Card
from engine.game import Book
from engine.mechanics.grid import STOCK, TURN_UP, Grid, ScoredGrid
from engine.table import Pile, State

TURN_UP_AT = 35
"""The index, from the bottom of the stock, of the seventeenth card of the pack."""


class CribbagePatience(ScoredGrid):
    slug = "cribbage_patience"
    book = Book(
        "Cribbage Patience",
        other_names=("Cribbage Squares",),
        character="skill, with the luck of the turn-up",
        bell_minutes=10,
        origin="Its inventor thought 170 the most that it could score; W. F. Quine showed 172.",
    )
    size = 4
    goal = 16
    turns_up = True

    def line_points(self, line: Sequence[Card], turn_up: Card | None) -> int | None:
        return None if turn_up is None else hand_points(tuple(line), turn_up)

    def line_so_far(self, line: Mapping[int, Card]) -> int:
        cards = tuple(line.values())
        flush = len(cards) == self.size and len({SUIT[card] for card in cards}) == 1
        return counted(cards) + (4 if flush else 0)

    def line_worth(self, line: Sequence[Card]) -> int:
        return prospect(tuple(line))

    def showdown(self, state: State[Grid]) -> State[Grid]:
        down = state.piles[STOCK].down
        turn_up = down[TURN_UP_AT] if len(down) > TURN_UP_AT else None
        if turn_up is None or state.piles[TURN_UP].up:
            return state
        rest = down[:TURN_UP_AT] + down[TURN_UP_AT + 1 :]
        return state._replace(piles=(Pile(rest), Pile(up=(turn_up,))))


@lru_cache(maxsize=1 << 16)
def prospect(line: tuple[Card, ...]) -> int:
    """Return about ten times the points that a row or column may be expected to score when it is
    full. `line` has the cards that have been laid in it so far."""
    ranks = [RANK[card] for card in line]
    values = [min(rank, 10) for rank in ranks]
    full = len(line) == 4
    worth = 20 * fifteens(values) + 20 * sum(a == b for a, b in combinations(ranks, 2))
    worth += 10 * run_points(ranks)
    if not full:
        worth += sum(4 for a, b in combinations(sorted(set(ranks)), 2) if b - a <= 2)
    worth += 4 * values.count(5)
    # The turn-up, or a card still to come, makes fifteen with these sums.
    sums = {sum(part) for n in (1, 2, 3) for part in combinations(values, n)}
    worth += sum(6 if total == 5 else 1 for total in sums if 5 <= total <= 14)
    if len(line) > 1 and len({SUIT[card] for card in line}) == 1:
        worth += {2: 4, 3: 10, 4: 41}[len(line)]
    return worth


@lru_cache(maxsize=1 << 14)
def hand_points(line: tuple[Card, ...], turn_up: Card) -> int:
    """Return the points of the four cards of a line together with the turn-up (a card that counts
    for every line), by the rules of six-card cribbage.

    Results are cached, because the points of full lines are needed again after every later card.
    """
    five = [*line, turn_up]
    return (
        counted(five)
        + flush_points(line, turn_up)
        + sum(RANK[card] == JACK and SUIT[card] == SUIT[turn_up] for card in line)
    )


def counted(cards: Sequence[Card]) -> int:
    """Return the points of cards for fifteens, pairs and runs."""
    return (
        2 * fifteens([min(RANK[card], 10) for card in cards])
        + 2 * sum(RANK[a] == RANK[b] for a, b in combinations(cards, 2))
        + run_points([RANK[card] for card in cards])
    )


def fifteens(values: Sequence[int]) -> int:
    """Return the number of ways in which some of the values add up to fifteen."""
    ways = [1] + [0] * 15
    for value in values:
        for total in range(15, value - 1, -1):
            ways[total] += ways[total - value]
    return ways[15]


def run_points(ranks: Sequence[int]) -> int:
    """Return the points for the longest run: three or more ranks that follow each other. If cards
    of equal rank make the same run several times, each time counts."""
    best, length, ways = 0, 0, 1
    for rank in range(1, 15):
        count = ranks.count(rank)
        if count:
            length, ways = length + 1, ways * count
        else:
            best = max(best, length * ways if length >= 3 else 0)
            length, ways = 0, 1
    return best


def flush_points(line: Sequence[Card], turn_up: Card) -> int:
    """Return 4 if the four cards of the line have one suit, 5 if the turn-up (the card that counts
    for every line) has that suit too, and otherwise 0."""
    suits = {SUIT[card] for card in line}
    if len(suits) > 1:
        return 0
    return 5 if SUIT[turn_up] in suits else 4
