"""Whether cards of the columns block each other for ever, in games with foundations that are built
up in suit from the ace and never give a card back.

The test plays the game under easier rules. A card that has once been free stays free, for other
cards to lie on it, wherever it goes and whatever lies on it. So nothing has to be given up, and the
order of moves does not matter. Whoever cannot build all cards even so cannot win.

Why this never rejects a game that can be won: look at a winning line, and at the first time at
which each card is free, leaves the card beneath it, or is built. A card of a column is free at
first when the card above it has left it. A card leaves the one beneath it when it is built, or
moves on a card that takes it and is free at that time, or as a king into an empty column. Before
that, the card above it has left it, unless both may move together. A card is built when it is free
and all lower cards of its suit are built. The test takes each of these steps as soon as what comes
before it has happened. So it takes them all.
"""

from collections.abc import Sequence

from engine.cards import KING, Card

NONE = -1
"""Stands for no card."""


def are_blocked(
    columns: Sequence[tuple[Sequence[Card], int]],
    heights: Sequence[int],
    takers: Sequence[Sequence[Card]],
    kings_move: bool,
) -> bool:
    """Return whether it is certain that not all cards can be built.

    Each column is given as its cards, bottom first, and the number of those at the bottom that
    cannot move together with the cards above them. `heights` has the number of cards on each
    foundation. `takers` has, for each card, the cards on which it may be packed. `kings_move` is
    whether kings may go into empty columns. Cards that lie nowhere else are in the stock or waste,
    and count as free.
    """
    free = [True] * 52
    for suit, height in enumerate(heights):
        for rank in range(height):
            free[KING * suit + rank] = False  # no card can be packed on it
    beneath = [NONE] * 52
    waiting: list[tuple[Card, bool]] = []  # each card that has not left, and whether it moves along
    for cards, alone in columns:
        under = NONE
        for i, card in enumerate(cards):
            free[card] = i + 1 == len(cards)
            waiting.append((card, i >= alone))
            beneath[card] = under
            under = card
    built, left = [*heights], -1
    while _built_more(built, free, beneath) or len(waiting) != left:
        left = len(waiting)
        still = []
        for card, moves_along in waiting:
            is_king = card % KING == KING - 1
            goes = any(free[other] for other in takers[card]) or (is_king and kings_move)
            if goes and (moves_along or free[card]):
                _leave(card, free, beneath)
            else:
                still.append((card, moves_along))
        waiting = still
    return sum(built) < 4 * KING


def _built_more(built: list[int], free: list[bool], beneath: Sequence[int]) -> bool:
    """Build every card that is free and whose turn it is. Return whether there was one."""
    before = sum(built)
    for suit in range(4):
        while built[suit] < KING and free[KING * suit + built[suit]]:
            _leave(KING * suit + built[suit], free, beneath)
            built[suit] += 1
    return sum(built) > before


def _leave(card: int, free: list[bool], beneath: Sequence[int]) -> None:
    """Free the card beneath this one, if there is one."""
    if beneath[card] != NONE:
        free[beneath[card]] = True
