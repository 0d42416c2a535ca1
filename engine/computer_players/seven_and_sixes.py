"""Plays Seven and Sixes on until the next deal, for the computer player `ahead`. This is much
faster than the rules of the game, because `ahead` plays on about a thousand times for a decision.

`SevenAndSixes.outlook` (`engine/games/seven_and_sixes.py`) is the caller. A test compares the moves
made here with those of the rules.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import ACE, KING, RANK, RED
from engine.table import Pile

CLOSED = 13
"""The number of face-down cards of a closed column, which no other column has."""
KIND = tuple(2 * RANK[card] + RED[card] for card in range(52))
"""A number for each card that tells its rank and its colour, which are all that counts here."""
ACES, KINGS = 2 * ACE, 2 * KING
"""The lower one of the two kinds of aces and of kings."""
SENIOR = tuple(kind + (1 if kind % 2 else 3) for kind in range(KINGS + 2))
"""For each kind of card, the kind on which it may lie in a set. That of kings does not exist."""
JUNIOR = tuple(kind - (3 if kind % 2 else 1) for kind in range(KINGS + 2))
"""For each kind of card, the kind that may lie on it in a set. That of aces does not exist."""


class Tops(NamedTuple):
    """What lies on top of the columns, with the kind (`KIND`) of each card. `sources` has each
    column that has a set on top, with the highest card of that set. `takes` has the columns by the
    lowest card of their top sets. `waiting` counts the top sets by their highest card. `spaces` has
    the empty columns. `king_waits` says that a set which begins with a king lies on other cards."""

    sources: list[tuple[int, int]]
    takes: dict[int, list[int]]
    waiting: list[int]
    spaces: list[int]
    king_waits: bool


class Columns:
    """The columns of a position, on which a computer player plays on until the next deal. It is
    much faster than `SevenAndSixes.play`, and moves the same cards.

    A set is a list of two numbers: the kinds (`KIND`) of its highest and of its lowest card. `sets`
    has the sets of each column from the bottom up, and `hidden` the kinds of its face-down cards;
    both are empty if the column is closed. `closed` has the indices of the closed columns, and
    `progress` is that of the position.
    """

    def __init__(self, columns: Sequence[Pile]) -> None:
        self.sets: list[list[list[int]]] = []
        self.hidden: list[list[int]] = []
        self.closed: set[int] = set()
        self.progress = 0
        for i, (down, up) in enumerate(columns):
            sets: list[list[int]] = []
            last = -1
            for card in up:
                kind = KIND[card]
                if SENIOR[kind] == last:
                    sets[-1][1] = kind
                    self.progress += 1
                else:
                    sets.append([kind, kind])
                last = kind
            if len(down) == CLOSED:
                self.closed.add(i)
                self.progress += CLOSED
                self.hidden.append([])
            else:
                self.hidden.append([KIND[card] for card in down if card is not None])
            self.sets.append(sets)

    def move(self, src: int, dst: int) -> None:
        """Move the top set of a column to another column, turn up the card below it if it is face
        down, and close the columns that are finished."""
        moved = self.sets[src].pop()
        target = self.sets[dst]
        if target:
            target[-1] = [target[-1][0], moved[1]]
            self.progress += 1
        else:
            target.append(moved)
        if not self.sets[src] and self.hidden[src]:
            kind = self.hidden[src].pop()
            self.sets[src].append([kind, kind])
        for i in (src, dst):
            sets = self.sets[i]
            if len(sets) == 1 and not self.hidden[i]:
                high, low = sets[0]
                if high >= KINGS and low < ACES + 2:
                    sets.clear()
                    self.closed.add(i)
                    self.progress += 1

    def play_on(self, may_deal: bool) -> None:
        """Make good moves until a deal seems better than each of the other moves. If `may_deal` is
        false, make moves as long as one is left that is not only a whole column into a space."""
        while (best := self._best_move(may_deal)) is not None:
            self.move(*best)

    def _best_move(self, may_deal: bool) -> tuple[int, int] | None:
        """Return the source and the destination of the best move, or None for a deal."""
        tops = self._tops()
        best: tuple[int, int] | None = None
        most = -1_000
        must_join = False
        for src, high in tops.sources:
            targets = tops.spaces if high >= KINGS else tops.takes.get(SENIOR[high], ())
            if not targets:
                continue
            empties_column = len(self.sets[src]) == 1 and not self.hidden[src]
            if high >= KINGS:
                if empties_column:
                    continue
            else:
                must_join |= not empties_column
            gain = self._gain(src, high, tops)
            if tops.waiting[high] > max(1, len(targets)):
                gain -= 28  # not everything that waits for these places can have one
            for dst in targets:
                # A set that has a column to itself, and no face-down card, may become a book.
                over = 17 if len(self.sets[dst]) == 1 and not self.hidden[dst] else 0
                if gain + over > most:
                    most, best = gain + over, (src, dst)
        return None if may_deal and not must_join and most <= -5 else best

    def _tops(self) -> Tops:
        takes: dict[int, list[int]] = {}
        sources: list[tuple[int, int]] = []
        waiting = [0] * (KINGS + 2)
        spaces: list[int] = []
        king_waits = False
        for i, sets in enumerate(self.sets):
            if sets:
                high, low = sets[-1]
                sources.append((i, high))
                takes.setdefault(low, []).append(i)
                waiting[high] += 1
                king_waits |= high >= KINGS and (len(sets) > 1 or bool(self.hidden[i]))
            elif i not in self.closed:
                spaces.append(i)
        return Tops(sources, takes, waiting, spaces, king_waits)

    def _gain(self, src: int, high: int, tops: Tops) -> int:
        """Return how good it is to take the top set, whose highest card is `high`, from its column:
        for the card that turns up, the space, or the set that lies below. The numbers, and those
        in `_best_move`, were tuned so that games played in this way alone go far."""
        sets, hidden = self.sets[src], len(self.hidden[src])
        is_king = high >= KINGS
        if len(sets) == 1:
            if hidden:
                return (67 if is_king else 73) + (8 if hidden == 1 else 0)
            return (13 if tops.king_waits else -3) - (20 if tops.spaces else 0)
        under_high, under_low = sets[-2]
        goes_on = under_high < KINGS and SENIOR[under_high] in tops.takes
        takes_on = under_low >= ACES + 2 and tops.waiting[JUNIOR[under_low]] > 0
        gain = 70 * goes_on + 38 * takes_on + (11 // len(sets) if hidden else 0)
        if is_king:
            return gain + (40 if goes_on or takes_on else -39)
        return gain + 10 * any(low == SENIOR[high] for _, low in sets[:-1])

    def worth_before_deal(self) -> int:
        """Return how good the position is just before a deal. Progress and one space are good.
        Face-down cards and sets above them are bad, and so are sets on each other, aces on top,
        kings on other cards, sets above a card on which they could lie, closed columns and further
        spaces.

        The numbers are fitted to the ends of about 4,000 games. If the position is better by 10,
        the player gets further than `tips` in about one more of a hundred games."""
        total = 7 * self.progress - 13 * len(self.closed)
        spaces = 0
        for i, (sets, hidden) in enumerate(zip(self.sets, self.hidden, strict=True)):
            count = len(sets)
            if not count:
                spaces += i not in self.closed
                continue
            if hidden:
                total -= 8 * count + (18 if len(hidden) == 2 else 0)
                total -= 9 * (sets[0][0] >= KINGS)
            if sets[-1][1] < ACES + 2:
                total -= 6
            if count > 1:
                total -= 2 * (count - 1) * (count - 1)
                lows: list[int] = []
                for high, low in sets:
                    if lows:
                        total -= 9 if high >= KINGS else 16 * lows.count(SENIOR[high])
                    lows.append(low)
        return total + (26 - 28 * (spaces - 1) if spaces else 0)
