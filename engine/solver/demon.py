"""What the search for a win knows about The Demon without the option `packet_only`."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.games import AnyGame
from engine.games.demon import (
    COLUMNS,
    FOUNDATIONS,
    IN_STOCK,
    LOWER,
    RESERVE,
    STOCK,
    WASTE,
    Fill,
    Grace,
)
from engine.mechanics.corner import base, fits
from engine.mechanics.suit_building import contrary
from engine.moves import Build, Move, Pack, Place, Turn
from engine.solver.blocked import BIT, set_of
from engine.solver.mutable import Children, MutablePosition
from engine.solver.talons import (
    CARD_MASK,
    LEFT_SHIFT,
    LOWER_SHIFT,
    TURNS_MASK,
    TURNS_SHIFT,
    Talons,
)
from engine.table import EMPTY, State


class DemonWeights(NamedTuple):
    """How much each card on the foundations and each card that has left the reserve adds to the
    promise of a position, and how much each card of the stock and the waste takes off."""

    built: int
    reserve: int
    talon: int


STRATEGIES = DemonWeights(10, 15, 6), DemonWeights(5, 20, 2)

TAKERS = [[on for on in range(52) if fits(Card(card), Card(on))] for card in range(52)]
"""For each card, the two cards on which it may be packed."""
HEAD = [2 * (RANK[card] % KING + 1) + RED[card] for card in range(52)]
TAKES = [2 * RANK[card] + (not RED[card]) for card in range(52)]
"""Card `a` may be packed on card `b` if `HEAD[a] == TAKES[b]`."""
CONTRARY = [tuple(contrary(Card(card))) for card in range(52)]
"""For each card, the two suits of the contrary colour."""
ACCEPTED = [set_of([card for card in range(52) if on in TAKERS[card]]) for on in range(52)]
"""For each card, the set of the cards that may be packed on it."""
NO_CARD, NONE = 52, -1

# A card has two bits of the key. -----------------------------------------------------------------

ON = [[0] * 53 for _ in range(52)]
"""For each card, and each card on which it can be packed, the bits that tell it. `NO_CARD` stands
for the place at the foot of a column. The bits of a card that lies in no column are 0."""
for _card in range(52):
    for _code, _on in enumerate([NO_CARD, *TAKERS[_card]], 1):
        ON[_card][_on] = _code << 2 * _card
RESERVE_SHIFT = 2 * 52
GRACE_SHIFT = RESERVE_SHIFT + 4
TALON_SHIFT = GRACE_SHIFT + 1

# The number of a move, after bit 0, has three bits for the source, three for the column to which
# cards go (FOUNDATION means none), and a number: of cards, of the card among those of the waste
# that can be played, or of the suit and the end where the grace is used. The source is a column,
# or one of these:
FROM_RESERVE, FROM_WASTE, BY_GRACE = 4, 5, 6
FOUNDATION = 7
FOOT, TOP = 0, 1


class DemonPosition(MutablePosition):
    """The columns may change places, because no rule names one of them. The reserve fills empty
    columns by itself, one card for each, and a move empties one column at most.

    Cards of the stock are turned only to play a card of the waste at once, or to use the grace. A
    turn changes nothing but stock and waste, and a move that takes no card of the waste does not
    touch them, so the turn can as well come after it. The rule that ends a game after a pass in
    which nothing could be done takes nothing away: the next pass would show the same cards. For
    this the pass must have begun with the position, or something must have been done in it
    (`fits_start`).

    The grace can be used when a whole pass has ended in which nothing was played. So it can be used
    from every position with cards in the stock or waste, by turning to the end, turning the waste
    over, and turning to the end again. Without such cards it can be used when nothing can be built,
    packed or filled.

    When the grace has been used, a card of a column or of the reserve is built at once if no card
    can be packed on it any more. The rules page of the game proves that this does no harm.

    The key tells, for each card of a column, on which card it lies.
    """

    def __init__(
        self, game: AnyGame, start: State[Any], weights: DemonWeights, talons: Talons
    ) -> None:
        self._whole = bool(game.chosen["whole_column_only"])
        self._talons = talons
        self._names = [Place(name) for name in game.layout.names]
        self._for_built, self._for_reserve, self._for_talon = weights
        self._base = base(start.piles, FOUNDATIONS)
        self.put(start)

    @staticmethod
    def fits_start(game: AnyGame, state: State[Any]) -> bool:
        """Return whether this class can search from a position."""
        piles, known = state.piles, state.beside
        is_fresh = len(piles[STOCK].down) == IN_STOCK
        has_cards = bool(piles[STOCK].down) or piles[WASTE] != EMPTY
        return (
            not game.chosen["packet_only"]
            and (is_fresh or not known.barren)
            and (has_cards or not known.quiet)
        )

    @staticmethod
    def for_all_strategies(game: AnyGame, start: State[Any]) -> "list[DemonPosition]":
        """Return a position for each of the strategies, at the start of a search."""
        talons = Talons(both=True)
        return [DemonPosition(game, start, each, talons) for each in STRATEGIES]

    def put(self, state: State[Any]) -> None:
        piles: Any = state.piles
        waste = piles[WASTE].down + piles[WASTE].up
        cards = bytes(waste + piles[STOCK].down[::-1])
        self._reserve: list[int] = [*piles[RESERVE].down, *piles[RESERVE].up]
        self._columns: list[list[int]] = [[*piles[i].up] for i in COLUMNS]
        self._heights: list[int] = [len(piles[i].up) for i in FOUNDATIONS]
        self._grace_left = bool(state.beside.grace_left)
        self._talon = self._talons.number(cards, len(waste), max(1, len(piles[WASTE].up)))
        self.progress = sum(self._heights)
        self._made: list[tuple[int, int, int, bool, int]] = []
        self.key = (
            self._talons.class_of[self._talon] << TALON_SHIFT
            | self._grace_left << GRACE_SHIFT
            | len(self._reserve) << RESERVE_SHIFT
        )
        for column in self._columns:
            for k in range(len(column)):
                self.key ^= lies(column, k)

    def _card_of(self, suit: int, height: int) -> int:
        """Return the card that lies as number `height`, counted from 0, on a foundation."""
        return KING * suit + (self._base - 1 + height) % KING

    def add_children(self, children: Children) -> None:
        self._find_places()
        safe = NONE if self._grace_left else self._safe_source()
        if safe == FROM_RESERVE:
            self._add_reserve(children, safe_only=True)
        elif safe != NONE:
            self._add_build(children, safe)
        else:
            for i, column in enumerate(self._columns):
                if column and BIT[column[-1]] & self._awaited:
                    self._add_build(children, i)
            self._add_reserve(children, safe_only=False)
            self._add_plays(children)
            self._add_fills(children)
            self._add_moves(children)
            if self._grace_left and (self._talons.mask(self._talon) or self._has_no_play()):
                self._add_graces(children)

    def _find_places(self) -> None:
        """Find the columns on which cards can be packed, and the sets of cards that can be packed
        and built."""
        self._column_of = [NONE] * 53
        self._accepted = 0
        for i, column in enumerate(self._columns):
            if column:
                self._column_of[column[-1]] = i
                self._accepted |= ACCEPTED[column[-1]]
            elif self._column_of[NO_CARD] == NONE:  # of several empty columns, the first
                self._column_of[NO_CARD] = i
        self._awaited = 0
        for suit, height in enumerate(self._heights):
            if height < KING:
                self._awaited |= BIT[self._card_of(suit, height)]

    def _safe_source(self) -> int:
        """Return the column whose top card can be built and can never be wanted where it lies.
        Return FROM_RESERVE if the top card of the reserve is such a card, and NONE if there is
        none."""
        for i, column in enumerate(self._columns):
            if column and self._is_never_wanted(column[-1]):
                return i
        if self._reserve and self._is_never_wanted(self._reserve[-1]):
            return FROM_RESERVE
        return NONE

    def _is_never_wanted(self, card: int) -> bool:
        """Return whether a card can be built and no card will ever have to be packed on it."""
        if not BIT[card] & self._awaited:
            return False
        heights = self._heights
        below = heights[SUIT[card]] or KING
        one, other = CONTRARY[card]
        return heights[one] >= below and heights[other] >= below

    def _refill(self) -> int:
        """Return the change of the key when the reserve fills an empty column."""
        return self._without_top() ^ ON[self._reserve[-1]][NO_CARD] if self._reserve else 0

    def _without_top(self) -> int:
        """Return the change of the key when the top card of the reserve leaves it."""
        count = len(self._reserve)
        return (count ^ count - 1) << RESERVE_SHIFT

    def _refill_promise(self) -> int:
        return self._for_reserve if self._reserve else 0

    def _add_build(self, children: Children, i: int) -> None:
        """Add the position after the top card of column `i` was built."""
        column = self._columns[i]
        key, promise = self.key ^ lies(column, len(column) - 1), self._for_built
        if len(column) == 1:
            key ^= self._refill()
            promise += self._refill_promise()
        children.add(promise, key, 1 | i << 1 | FOUNDATION << 4)

    def _add_reserve(self, children: Children, *, safe_only: bool) -> None:
        """Add the positions after the top card of the reserve was built, or also packed."""
        if not self._reserve:
            return
        card, promise = self._reserve[-1], self._for_reserve
        key = self.key ^ self._without_top()
        if BIT[card] & self._awaited:
            move = 1 | FROM_RESERVE << 1 | FOUNDATION << 4
            children.add(promise + self._for_built, key, move)
        if RANK[card] == self._base or safe_only:
            return
        for on in TAKERS[card]:
            dst = self._column_of[on]
            if dst != NONE:
                children.add(promise, key ^ ON[card][on], FROM_RESERVE << 1 | dst << 4)

    def _add_plays(self, children: Children) -> None:
        """Add the positions after a card of the waste was played."""
        classes, empty = self._talons.class_of, self._column_of[NO_CARD]
        plays = self._talons.plays(self._talon)
        for n in range(len(plays)):
            card, left = plays[n] & CARD_MASK, plays[n] >> LEFT_SHIFT
            if empty == NONE and not BIT[card] & (self._awaited | self._accepted):
                continue
            key = self.key ^ (classes[self._talon] ^ classes[left]) << TALON_SHIFT
            move = FROM_WASTE << 1 | n << 7
            if BIT[card] & self._awaited:
                promise = self._for_built + self._for_talon
                children.add(promise, key, 1 | move | FOUNDATION << 4)
            if RANK[card] == self._base:
                continue
            for on in (*TAKERS[card], NO_CARD):
                dst = self._column_of[on]
                if dst != NONE:
                    children.add(self._for_talon, key ^ ON[card][on], move | dst << 4)

    def _add_fills(self, children: Children) -> None:
        """Add the positions after a part of a column was moved into an empty column."""
        dst = self._column_of[NO_CARD]
        if dst == NONE or self._whole:
            return
        for i, column in enumerate(self._columns):
            for k in range(len(column) - 1, 0, -1):
                if RANK[column[k]] != self._base:
                    key = self.key ^ lies(column, k) ^ ON[column[k]][NO_CARD]
                    children.add(0, key, i << 1 | dst << 4 | len(column) - k << 7)

    def _add_moves(self, children: Children) -> None:
        """Add the positions after a column, or a part of it, was moved on another column."""
        for i, column in enumerate(self._columns):
            for k in range(min(1, len(column)) if self._whole else len(column)):
                card = column[k]
                if not BIT[card] & self._accepted:
                    continue
                key, promise = self.key ^ lies(column, k), 0
                if not k:
                    key ^= self._refill()
                    promise = self._refill_promise()
                for on in TAKERS[card]:
                    dst = self._column_of[on]
                    if dst != NONE:
                        move = i << 1 | dst << 4 | len(column) - k << 7
                        children.add(promise, key ^ ON[card][on], move)

    def _has_no_play(self) -> bool:
        """Return whether, without stock and waste, nothing can be built, packed or filled."""
        for column in self._columns:
            if column and BIT[column[-1]] & self._awaited:
                return False
        if self._reserve and BIT[self._reserve[-1]] & (self._awaited | self._accepted):
            return False
        if self._whole or self._column_of[NO_CARD] == NONE:
            return True
        return all(RANK[card] == self._base for each in self._columns for card in each[1:])

    def _add_graces(self, children: Children) -> None:
        """Add the positions after the grace was used."""
        classes, talon = self._talons.class_of, self._after_whole_pass()[1]
        base_key = self.key ^ (classes[self._talon] ^ classes[talon]) << TALON_SHIFT
        base_key ^= 1 << GRACE_SHIFT
        promise = -self._for_built
        for suit, height in enumerate(self._heights):
            if height < 2:
                continue
            card = self._card_of(suit, height - 1)
            for dst, column in enumerate(self._columns):
                move = BY_GRACE << 1 | dst << 4 | suit << 8
                if column and HEAD[card] == TAKES[column[-1]]:
                    key = base_key ^ ON[card][column[-1]]
                    children.add(promise, key, move | FOOT << 7)
                if column and HEAD[column[0]] == TAKES[card]:
                    key = base_key ^ ON[column[0]][NO_CARD] ^ ON[column[0]][card]
                    children.add(promise, key ^ ON[card][NO_CARD], move | TOP << 7)

    def _after_whole_pass(self) -> tuple[int, int]:
        """Return the number of turns that lead to the use of the grace, and the talon then."""
        if not self._talons.mask(self._talon):
            return 0, self._talon
        return self._talons.after_whole_pass(self._talon)

    def make(self, move: int, key: int) -> None:
        columns, reserve, was = self._columns, self._reserve, self._talon
        src, dst, n = move >> 1 & 7, move >> 4 & 7, move >> 7
        is_refilled, card = False, NO_CARD
        if src == FROM_RESERVE:
            card = reserve.pop()
        elif src == FROM_WASTE:
            play = self._talons.plays(was)[n]
            card, self._talon = play & CARD_MASK, play >> LEFT_SHIFT
        elif src == BY_GRACE:
            suit = n >> 1
            self._talon = self._after_whole_pass()[1]
            self._grace_left = False
            self._heights[suit] -= 1
            self.progress -= 1
            card = self._card_of(suit, self._heights[suit])
            if n & 1 == TOP:
                columns[dst].insert(0, card)
                dst = FOUNDATION
        else:
            column = columns[src]
            if move & 1:
                card = column.pop()
            else:
                columns[dst] += column[-n:]
                del column[-n:]
                dst = FOUNDATION
            if not column and reserve:
                column.append(reserve.pop())
                is_refilled = True
        if dst != FOUNDATION:
            columns[dst].append(card)
        if move & 1:
            self._heights[SUIT[card]] += 1
            self.progress += 1
        self._made.append((move, self.key, was, is_refilled, card))
        self.key = key

    def unmake(self) -> None:
        move, self.key, self._talon, is_refilled, card = self._made.pop()
        columns, reserve = self._columns, self._reserve
        src, dst, n = move >> 1 & 7, move >> 4 & 7, move >> 7
        if move & 1:
            self._heights[SUIT[card]] -= 1
            self.progress -= 1
        if src == BY_GRACE:
            self._grace_left = True
            self._heights[n >> 1] += 1
            self.progress += 1
            del columns[dst][0 if n & 1 == TOP else -1]
        elif src in (FROM_RESERVE, FROM_WASTE):
            if dst != FOUNDATION:
                columns[dst].pop()
            if src == FROM_RESERVE:
                reserve.append(card)
        else:
            column = columns[src]
            if is_refilled:
                reserve.append(column.pop())
            if move & 1:
                column.append(card)
            else:
                column += columns[dst][-n:]
                del columns[dst][-n:]

    def moves(self, move: int) -> Sequence[Any]:
        src, dst, n = move >> 1 & 7, move >> 4 & 7, move >> 7
        turns, place = 0, self._names[RESERVE]
        if src == BY_GRACE:
            end = "head" if n & 1 == TOP else "foot"
            grace = Grace(self._names[FOUNDATIONS[n >> 1]], self._names[COLUMNS[dst]], end)
            return [*[Turn()] * self._after_whole_pass()[0], grace]
        if src == FROM_WASTE:
            play = self._talons.plays(self._talon)[n]
            turns, is_lower = play >> TURNS_SHIFT & TURNS_MASK, play >> LOWER_SHIFT & 1
            place, n = LOWER if is_lower else self._names[WASTE], 1
        elif src != FROM_RESERVE:
            place = self._names[COLUMNS[src]]
        before = [Turn()] * turns
        if dst == FOUNDATION:
            return [*before, Build(place)]
        to = self._names[COLUMNS[dst]]
        if not self._columns[dst]:
            return [*before, Fill(place, to, n)]
        if src in (FROM_RESERVE, FROM_WASTE):
            return [*before, Pack(place, to)]
        return [Move(place, to, n)]


def lies(column: Sequence[int], k: int) -> int:
    """Return the bits that tell on which card the card with the index `k` of a column lies."""
    return ON[column[k]][column[k - 1] if k else NO_CARD]
