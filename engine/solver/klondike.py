"""What the search for a win knows about Klondike."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cards import KING, RANK, SUIT, Card
from engine.games import AnyGame
from engine.games.klondike import COLUMNS, FOUNDATIONS, STOCK, WASTE, Pack
from engine.mechanics.rules import ALTERNATE_COLOURS
from engine.mechanics.stock_packets import SIZE
from engine.mechanics.suit_building import contrary
from engine.moves import Build, Place, Turn
from engine.solver.blocked import EMPTY_COLUMN, are_blocked, set_of
from engine.solver.mutable import MOVE_MASK, Children, MutablePosition
from engine.solver.talons import CARD_MASK, LEFT_SHIFT, TURNS_MASK, TURNS_SHIFT, Talons
from engine.table import State


class KlondikeWeights(NamedTuple):
    """How much each card on the foundations adds to the promise of a position, and how much each
    face-down card and each card of the stock and the waste takes off. `is_even` is whether
    foundations should grow evenly."""

    built: int
    hidden: int
    talon: int
    is_even: bool


STRATEGIES = (
    KlondikeWeights(10, 12, 5, True),
    KlondikeWeights(3, 10, 1, False),
    KlondikeWeights(1, 8, 4, False),
)

HEAD, TAKES = ALTERNATE_COLOURS.head, ALTERNATE_COLOURS.takes
BOTTOM = 52
"""Stands for the bottom of an empty column."""
NONE = -1
TAKERS = [[on for on in range(52) if HEAD[card] == TAKES[on]] or [BOTTOM] for card in range(52)]
"""For each card, the two cards on which it may be packed; for a king the bottom of a column."""
TAKERS_MASKS = [set_of(takers) for takers in TAKERS]
ACCEPTED = [set_of([card for card in range(52) if on in TAKERS[card]]) for on in range(53)]
"""For each card, and for the bottom of a column, the set of the cards that may be packed on it."""
TWIN = [KING * (3 - SUIT[card]) + RANK[card] - 1 for card in range(52)]
"""For each card, the other card of its rank and colour."""
CONTRARY = [tuple(contrary(Card(card))) for card in range(52)]
"""For each card, the two suits of the contrary colour."""

# A card has two bits of the key. -----------------------------------------------------------------

ON = [[0] * 53 for _ in range(52)]
"""For each card, and each card on which it can be packed, the bits that tell it."""
for _card in range(52):
    for _code, _on in enumerate(TAKERS[_card], 1):
        ON[_card][_on] = _code << 2 * _card
BUILT = [3 << 2 * card for card in range(52)]
"""For each card, the bits that tell that it lies on its foundation."""
TALON_SHIFT = 2 * 52

# The number of a move, after bit 0, has two bits for its kind, three for the column from which it
# takes cards, three for the column to which they go (FOUNDATION means none), and the number of
# cards, or the index of the card among those of the waste that can be played.
FROM_COLUMN, FROM_WASTE, TO_COLUMN = 0, 1, 2
FOUNDATION = 7


class KlondikePosition(MutablePosition):
    """The columns may change places, because no rule names one of them.

    Cards of the stock are turned only to play a card of the waste at once. Every line can be
    brought into this form: a turn changes nothing but stock and waste, and a move between columns
    or from a column to a foundation does not touch them, so the turn can as well come after it. A
    turn after which no card of the waste is played does not help to win.

    Nothing is tried from a position in which cards of the columns block each other for ever
    (`engine/solver/blocked.py`).

    A part of a run is packed on another column only to build the card that it leaves, and this
    card is built at once. The reason: Let the part lie on a card c, and let it be packed on a card
    b. Then b has the rank and the colour of c, and no third card has. So whatever is packed on c
    afterwards could have been packed on b instead, and a run that ends with c or b, or with what
    lies on them, moves in the same way whichever of the two has which cards on it. The only thing
    that c can do and could not before is to go to its foundation. So the move can wait until just
    before that; what lies on c then still fits on b, because b is free as long as c would have
    been. No line becomes longer by this, so the search still comes to an end of it.

    The key tells, for each card of a column, on which card it was packed. It does not tell which
    cards lie where they were at the start: these are those that were packed nowhere. A card that
    was at the start under a face-down card or on one comes to the top when the other has left.

    A card of a column is built at once if it can never be wanted there; so is the top card of the
    waste if cards are turned one at a time. The rules page of the game proves that this does no
    harm.
    """

    def __init__(
        self, game: AnyGame, start: State[Any], weights: KlondikeWeights, talons: Talons
    ) -> None:
        self._three = game.chosen["turn"] == 3
        self._talons = talons
        self._names = [Place(name) for name in game.layout.names]
        # The compiled solver reads numbers of its own faster than the fields of a named tuple.
        self._for_built, self._for_hidden, self._for_talon, self._is_even = weights
        self._moved_kings = [True] * 52
        for i in COLUMNS:
            down, up = start.piles[i]
            if up and not down:
                self._moved_kings[up[0]] = False
        self.put(start)

    @staticmethod
    def for_all_strategies(game: AnyGame, start: State[Any]) -> "list[KlondikePosition]":
        """Return a position for each of the strategies, at the start of a search."""
        # A waste of a single packet is not turned over.
        is_three = game.chosen["turn"] == 3
        talons = Talons(again=SIZE + 1) if is_three else Talons(1, again=None)
        return [KlondikePosition(game, start, each, talons) for each in STRATEGIES]

    def put(self, state: State[Any]) -> None:
        piles: Any = state.piles
        self._hidden: list[list[int]] = [[*piles[i].down] for i in COLUMNS]
        self._runs: list[list[int]] = [[*piles[i].up] for i in COLUMNS]
        self._heights: list[int] = [len(piles[i].up) for i in FOUNDATIONS]
        waste = piles[WASTE].down + piles[WASTE].up
        self._talon = self._talons.number(bytes(waste + piles[STOCK].down[::-1]), len(waste), 1)
        self._hidden_left = sum([len(hidden) for hidden in self._hidden])
        self.progress = sum(self._heights)
        self._may_be_blocked = True
        self._column_of = [NONE] * 53
        # For each move that was made: the talon before it, whether it turned up a card, the card
        # that it played or built, and the move, in one number; and the key before it.
        self._made: list[int] = []
        self._keys: list[int] = []
        self.key = self._talons.class_of[self._talon] << TALON_SHIFT
        for suit, height in enumerate(self._heights):
            for rank in range(height):
                self.key ^= BUILT[KING * suit + rank]
        for i, run in enumerate(self._runs):
            for k in range(len(run)):
                self.key ^= self._lies(i, k)

    def _lies(self, i: int, k: int) -> int:
        """Return the bits of a face-up card of a column: the one with the index `k` from below."""
        run = self._runs[i]
        if k:
            return ON[run[k]][run[k - 1]]
        return ON[run[0]][BOTTOM] if not self._hidden[i] and self._moved_kings[run[0]] else 0

    def add_children(self, children: Children) -> None:
        if self._is_blocked():
            return
        self._find_places()
        safe = self._safe_source()
        if safe == WASTE:
            self._add_plays(children, safe_only=True)
        elif safe != NONE:
            self._add_build(children, safe)
        else:
            if self._places & self._awaited:
                for i, run in enumerate(self._runs):
                    if run and 1 << run[-1] & self._awaited:
                        self._add_build(children, i)
            self._add_plays(children, safe_only=False)
            self._add_packs(children)

    def _is_blocked(self) -> bool:
        """Return whether cards of the columns certainly block each other for ever."""
        if not self.tests_blocked or not self._may_be_blocked or not self._hidden_left:
            return False
        free = EMPTY_COLUMN | self._talons.mask(self._talon)
        if not are_blocked(self._hidden, self._runs, free, self._heights, TAKERS_MASKS):
            return False
        self.has_met_blocked = True
        return True

    def _find_places(self) -> None:
        """Find the places on which cards can be packed, with their columns: the cards on top of
        columns, and BOTTOM if a column is empty. Find the sets of the cards that can be packed and
        built."""
        places, accepted, awaited = 0, 0, 0
        for i, run in enumerate(self._runs):
            card = run[-1] if run else BOTTOM
            if not 1 << card & places:  # of several empty columns, the first
                places |= 1 << card
                accepted |= ACCEPTED[card]
                self._column_of[card] = i
        for suit, height in enumerate(self._heights):
            if height < KING:
                awaited |= 1 << KING * suit + height
        self._places, self._accepted, self._awaited = places, accepted, awaited

    def _safe_source(self) -> int:
        """Return the column whose top card can be built and can never be wanted where it lies.
        Return WASTE if the top card of the waste is such a card, and NONE if there is none."""
        if self._places & self._awaited:
            for i, run in enumerate(self._runs):
                if run and 1 << run[-1] & self._awaited and self._is_never_wanted(run[-1]):
                    return i
        if not self._three:
            for play in self._talons.plays(self._talon):
                if play >> TURNS_SHIFT & TURNS_MASK:
                    break
                card = play & CARD_MASK
                if 1 << card & self._awaited and self._is_never_wanted(card):
                    return WASTE
        return NONE

    def _add_build(self, children: Children, i: int) -> None:
        """Add the position after the top card of column `i` was built."""
        run = self._runs[i]
        promise = self._for_built + self._evenness(run[-1])
        if len(run) == 1 and self._hidden[i]:
            promise += self._for_hidden
        key = self.key ^ self._lies(i, len(run) - 1) ^ BUILT[run[-1]]
        move = 1 | FROM_COLUMN << 1 | i << 3 | FOUNDATION << 6
        children.add(promise, key, move)

    def _add_plays(self, children: Children, *, safe_only: bool) -> None:
        """Add the positions after a card of the waste was played, or only the one after its top
        card was built."""
        talons, wanted = self._talons, self._awaited
        if not safe_only:
            wanted |= self._accepted
        if not wanted & talons.playable(self._talon):
            return
        classes, plays = talons.class_of, talons.plays(self._talon)
        without = self.key ^ classes[self._talon] << TALON_SHIFT
        for n in range(len(plays)):
            play = plays[n]
            card = play & CARD_MASK
            if not 1 << card & wanted or (safe_only and play >> TURNS_SHIFT & TURNS_MASK):
                continue
            key = without ^ classes[play >> LEFT_SHIFT] << TALON_SHIFT
            if 1 << card & self._awaited:
                promise = self._for_built + self._for_talon + self._evenness(card)
                move = 1 | FROM_WASTE << 1 | FOUNDATION << 6 | n << 9
                children.add(promise, key ^ BUILT[card], move)
            if not safe_only and 1 << card & self._accepted:
                for on in TAKERS[card]:
                    if 1 << on & self._places:
                        dst = self._column_of[on]
                        move = FROM_WASTE << 1 | dst << 6 | n << 9
                        children.add(self._for_talon, key ^ ON[card][on], move)

    def _add_packs(self, children: Children) -> None:
        """Add the positions after a whole run was packed on another column, or a part of a run and
        the card that it left was built."""
        for i, run in enumerate(self._runs):
            hidden = self._hidden[i]
            for k in range(len(run) - 1, -1, -1):
                head = run[k]
                if not 1 << head & self._accepted:
                    continue
                if k and not 1 << run[k - 1] & self._awaited:
                    continue
                if RANK[head] == KING and not hidden:
                    continue  # a king at the head of a column stays there
                key, promise = self.key ^ self._lies(i, k), 0
                if k:
                    left = run[k - 1]
                    key ^= self._lies(i, k - 1) ^ BUILT[left]
                    promise = self._for_built + self._evenness(left)
                if k <= 1 and hidden:
                    promise += self._for_hidden
                for on in TAKERS[head]:
                    if 1 << on & self._places:
                        dst = self._column_of[on]
                        move = (k > 0) | TO_COLUMN << 1 | i << 3 | dst << 6 | len(run) - k << 9
                        children.add(promise, key ^ ON[head][on], move)

    def _is_never_wanted(self, card: int) -> bool:
        """Return whether no card will ever have to be packed on a card whose turn it is to be
        built, because it is an ace or a two, or because both cards that could be packed on it are
        on the foundations."""
        below, heights = RANK[card] - 1, self._heights
        one, other = CONTRARY[card]
        return below <= 1 or (heights[one] >= below and heights[other] >= below)

    def _evenness(self, card: int) -> int:
        """Return how much more even the foundations become when a card is built, which is less
        than 0 if they become less even. The strategy may not want to know."""
        if not self._is_even:
            return 0
        own = SUIT[card]
        height = self._heights[own]
        most, least_other = height, KING
        for suit, other in enumerate(self._heights):
            if suit != own:
                most, least_other = max(most, other), min(least_other, other)
        least = min(height, least_other)
        return most - least - max(most, height + 1) + min(height + 1, least_other)

    def make(self, move: int, key: int) -> None:
        runs, kind = self._runs, move >> 1 & 3
        i, dst, n = move >> 3 & 7, move >> 6 & 7, move >> 9
        was, is_turned, card = self._talon, False, BOTTOM
        on = runs[dst][-1] if dst != FOUNDATION and runs[dst] else BOTTOM
        if kind == FROM_WASTE:
            play = self._talons.plays(was)[n]
            card, self._talon = play & CARD_MASK, play >> LEFT_SHIFT
            if dst != FOUNDATION:
                runs[dst].append(card)
        else:
            run = runs[i]
            if kind == TO_COLUMN:
                self._move(run, runs[dst], n)
            if move & 1:
                card = run.pop()
            hidden = self._hidden[i]
            if hidden and not run:
                is_turned = True
                run.append(hidden.pop())
                self._hidden_left -= 1
        if move & 1:
            self._heights[SUIT[card]] += 1
            self.progress += 1
        self._made.append(was << 23 | (1 << 22 if is_turned else 0) | card << 16 | move)
        self._keys.append(self.key)
        self.key = key
        taken = card if dst == FOUNDATION else on
        self._may_be_blocked = (kind == TO_COLUMN and move & 1 != 0) or (
            taken != BOTTOM and not self._is_free(TWIN[taken])
        )

    def _is_free(self, card: int) -> bool:
        """Return whether a card is in the stock or waste, or on top of a column."""
        in_talon = 1 << card & self._talons.mask(self._talon) != 0
        return in_talon or any(run and run[-1] == card for run in self._runs)

    def unmake(self) -> None:
        made = self._made.pop()
        self.key = self._keys.pop()
        move, card = made & MOVE_MASK, made >> 16 & 63
        is_turned, self._talon = made >> 22 & 1, made >> 23
        runs, kind = self._runs, move >> 1 & 3
        i, dst, n = move >> 3 & 7, move >> 6 & 7, move >> 9
        if move & 1:
            self._heights[SUIT[card]] -= 1
            self.progress -= 1
        if kind == FROM_WASTE:
            if dst != FOUNDATION:
                runs[dst].pop()
            return
        run = runs[i]
        if is_turned:
            self._hidden[i].append(run.pop())
            self._hidden_left += 1
        if move & 1:
            run.append(card)
        if kind == TO_COLUMN:
            self._move(runs[dst], run, n)

    @staticmethod
    def _move(src: list[int], dst: list[int], n: int) -> None:
        """Move the last `n` cards of one list to the end of another."""
        if n == 1:
            dst.append(src.pop())
        else:
            dst += src[-n:]
            del src[-n:]

    def moves(self, move: int) -> Sequence[Any]:
        i, dst, n = move >> 3 & 7, move >> 6 & 7, move >> 9
        match move >> 1 & 3:
            case 0:
                return [Build(self._names[i])]
            case 1:
                waste = self._names[WASTE]
                to_column = dst != FOUNDATION
                last = Pack(waste, self._names[dst], 1) if to_column else Build(waste)
                play = self._talons.plays(self._talon)[n]
                return [*[Turn()] * (play >> TURNS_SHIFT & TURNS_MASK), last]
        build = [Build(self._names[i])] if move & 1 else []
        return [Pack(self._names[i], self._names[dst], n), *build]
