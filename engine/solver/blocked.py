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

A move need not be followed by the test if cards were not blocked before it, and if it takes away no
more than one card on which others could be packed, by building that card or by covering it, and
another card that takes the same cards is free. Whatever could leave for the first of the two cards
can leave for the other one, and so can the card that covers the first.
"""

from collections.abc import Iterable

from engine.cards import KING

BIT = [1 << card for card in range(52)]
EMPTY_COLUMN = 1 << 52
"""Stands in sets of cards for an empty column, on which kings may be packed."""
CLEAR = -1
"""Stands for a set of free cards that has all cards that cannot move with the cards above them."""


def set_of(cards: Iterable[int]) -> int:
    """Return a set of different cards as a number with a bit for each."""
    return sum([1 << card for card in cards])


def are_blocked(
    alone: list[list[int]],
    runs: list[list[int]],
    free: int,
    heights: list[int],
    takers: list[int],
) -> bool:
    """Return whether it is certain that not all cards can be built.

    The cards of the columns are given bottom first, in two lists for each: those that cannot move
    together with the cards above them, and on these a run, in which each card can, and in which
    the ranks go down. `free` is the set of the cards that lie in no column and can be packed on or
    built, and of EMPTY_COLUMN. `heights` has the number of cards on each foundation. `takers` has,
    for each card, the set of the cards on which it may be packed.

    If every card of `alone` comes free, all cards can be built: a card of the lowest rank that is
    not yet built lies under no other card of a run.
    """
    # Of each column with cards of `alone` that are not free: these cards, their number, and the
    # card that has to leave next.
    columns: list[list[int]] = []
    under: list[int] = []
    following: list[int] = []
    for i, cards in enumerate(alone):
        run = runs[i]
        count, card = len(cards), 0
        if run:
            card = run[0]
            free |= 1 << run[-1]
        elif count:
            count -= 1
            card = cards[-1]
            free |= 1 << card
        if count:
            columns.append(cards)
            under.append(count)
            following.append(card)
    # The set of the cards that were built, and the number on each foundation.
    gone, built = 0, [*heights]
    while True:
        free = _clear_columns(columns, under, following, free, gone, takers)
        if free == CLEAR:
            return False
        before, was_gone = free, gone
        free = _part_runs(runs, free, gone, takers)
        gone = _build(built, free, gone)
        if free == before and gone == was_gone:
            return True


def _clear_columns(
    columns: list[list[int]],
    under: list[int],
    following: list[int],
    free: int,
    gone: int,
    takers: list[int],
) -> int:
    """Let cards leave the cards of `alone` until none of them can. Return the set of the cards that
    are free then, or CLEAR if all cards of `alone` are."""
    while True:
        before, is_clear = free, True
        for i in range(len(under)):
            count = under[i]
            if not count:
                continue
            card, left = following[i], count
            while left and (takers[card] & free or 1 << card & gone):
                left -= 1
                card = columns[i][left]
                free |= 1 << card
            if left:
                is_clear = False
            if left != count:
                under[i], following[i] = left, card
        if is_clear:
            return CLEAR
        if free == before:
            return free


def _part_runs(runs: list[list[int]], free: int, gone: int, takers: list[int]) -> int:
    """Let cards of runs leave the cards beneath them. Return the set of the cards that are free
    then."""
    for run in runs:
        for k in range(len(run) - 1, 0, -1):
            beneath = 1 << run[k - 1]
            if not beneath & free and (takers[run[k]] & free or 1 << run[k] & gone):
                free |= beneath
    return free


def _build(built: list[int], free: int, gone: int) -> int:
    """Build all cards that are free and whose turn it is. Return the set of the cards that were
    built."""
    for suit in range(len(built)):
        height = built[suit]
        while height < KING and 1 << KING * suit + height & free:
            gone |= 1 << KING * suit + height
            height += 1
        built[suit] = height
    return gone
