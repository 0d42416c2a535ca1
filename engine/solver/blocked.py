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
    game = _EasierGame(alone, runs, free, heights, takers)
    while not game.clear_columns():
        before = game.free, game.gone
        game.part_runs()
        game.build()
        if (game.free, game.gone) == before:
            return True
    return False


class _EasierGame:
    """The game under easier rules. `free` is the set of the cards that have come free, and `gone`
    the set of those that were built."""

    def __init__(
        self,
        alone: list[list[int]],
        runs: list[list[int]],
        free: int,
        heights: list[int],
        takers: list[int],
    ) -> None:
        self._alone, self._runs, self._takers = alone, runs, takers
        self._built: list[int] = [*heights]
        # Of each column: the number of cards of `alone` that are not free, and the card that has to
        # leave next.
        self._under: list[int] = []
        self._next: list[int] = []
        for i, cards in enumerate(alone):
            run = runs[i]
            count, card = len(cards), 0
            if run:
                card = run[0]
                free |= BIT[run[-1]]
            elif count:
                count -= 1
                card = cards[-1]
                free |= BIT[card]
            self._under.append(count)
            self._next.append(card)
        self.free, self.gone = free, 0

    def clear_columns(self) -> bool:
        """Let cards leave the cards of `alone` until none of them can. Return whether all cards of
        `alone` are free."""
        under, takers, free, gone = self._under, self._takers, self.free, self.gone
        while True:
            before, is_clear = free, True
            for i, count in enumerate(under):
                if not count:
                    continue
                card, left = self._next[i], count
                while left and (takers[card] & free or BIT[card] & gone):
                    left -= 1
                    card = self._alone[i][left]
                    free |= BIT[card]
                if left:
                    is_clear = False
                if left != count:
                    under[i], self._next[i] = left, card
            if is_clear or free == before:
                self.free = free
                return is_clear

    def part_runs(self) -> None:
        """Let cards of runs leave the cards beneath them."""
        takers, free, gone = self._takers, self.free, self.gone
        for run in self._runs:
            for k in range(len(run) - 1, 0, -1):
                card = run[k]
                if takers[card] & free or BIT[card] & gone:
                    free |= BIT[run[k - 1]]
        self.free = free

    def build(self) -> None:
        """Build all cards that are free and whose turn it is."""
        for suit, height in enumerate(self._built):
            built = height
            while built < KING and BIT[KING * suit + built] & self.free:
                self.gone |= BIT[KING * suit + built]
                built += 1
            self._built[suit] = built
