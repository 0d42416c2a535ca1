"""Rosamund's Bower

One pack. Fair Rosamund, the queen of hearts, is hidden in her bower; King Henry, the king of clubs,
keeps seven guards; and the knave of spades wants them all out of the way.

Aim: to build all 52 cards on the knave. The king and the queen come together at the end.

The deal. Take QH, KC and JS out of the pack and shuffle the rest. Lay the queen in the middle, the
king beside her, and the knave apart as the only foundation. Deal eight cards face up round the
queen, the bower, and seven face down in a heap by the king, the guard. The other 34 are the stock.

The play.
- The knave is built on downwards, whatever the suit: a ten, a nine and so on to an ace, then a
  king, a queen, a knave and so on, four times round.
- You may build any card of the bower, the turned card, and the top card of each of three heaps.
- A gap in the bower is filled at once with the top card of the guard; when the guard is used up the
  gap stays.
- When no turned card is left turn up the next card of the stock. Build it, at once or after other
  cards, or lay it on a heap of your choice. A card leaves a heap or the bower only to be built, and
  you may not look through the heaps.
- When the stock is used up, gather the heaps, the second on the first and the third on both, and
  turn them over: the card that lay lowest in the first heap comes first. You may do so three times.
- The king and the queen go to the foundation by themselves when they are the last two cards.

The end. The game is won when all 52 cards lie on the foundation. It is lost when nothing can be
built, turned or gathered.

Option. `bower`: with `paired` the first four cards of the bower lie over the other four in pairs. A
lower card is in play only when the place over it is empty, so after the guard is used up.

Progress: the number of cards on the foundation, from 1.

Source: named in the introduction of Peter Arnold's Card Games for One, which does not give its
rules; these are the ones in common use. Books differ about the king's suit, the order in which the
heaps are gathered, and the bower, for which see the option.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import CARD, KING, RANK, Card
from engine.drawing import Drawing, picture
from engine.game import Book
from engine.mechanics.column_order import in_the_way
from engine.mechanics.rules import Choosing, Dealing, Discarding, Rule, a_row, gone, stock_left
from engine.mechanics.sessions import RedealGame, turning_over
from engine.moves import Build, Place, Redeal, Turn
from engine.options import Option
from engine.table import EMPTY, Group, Layout, Pile, State, Table

BOWER = range(8)
GUARD, STOCK, TURNED = 8, 9, 10
HEAPS = range(11, 14)
FOUNDATION, KING_PILE, QUEEN_PILE = 14, 15, 16
APART = (CARD["JS"], CARD["KC"], CARD["QH"])
"""The three cards that have places of their own after the deal: the card of the foundation, the
king and the queen."""
LAID = gone(TURNED, "First build the turned card or lay it on a heap.")


@dataclass(frozen=True, slots=True)
class Lay:
    """Put the card that was turned up last on the heap `dst`."""

    dst: Place


Move = Build | Lay | Turn | Redeal


class RosamundsBower(RedealGame[Move]):
    slug = "rosamunds_bower"
    book = Book(
        "Rosamund's Bower",
        prospects="1 in 4",
        character="a game of arranging: where to lay each card",
        bell_minutes=12,
        tips=(
            "Lay a card on one that is wanted soon after it: a heap that runs upwards from its top "
            "card can be built in one go.",
            "Keep one heap for the cards that are wanted last; they come again in this order.",
        ),
    )
    options = (Option("bower", ("open", "paired"), "whether four cards lie over the other four"),)
    kinds = (Build, Lay, Turn, Redeal)
    no_safe_play = "Of several cards that can be built, which one goes up is left to decide."
    goal = 52
    default_drawing = Drawing(
        suits_matter=False,
        hand="turned",
        places=picture(
            "bower.0 bower.1 bower.2 bower.3 . foundation . stock",
            ".       queen   king    guard   . .          . turned",
            "bower.4 bower.5 bower.6 bower.7 . heap.0 heap.1 heap.2",
        ),
    )

    def lay(self) -> Layout:
        self.redeals = 3
        self.paired = self.chosen["bower"] == "paired"
        return Layout(
            Group("bower", "reserve", BOWER),
            Group("guard", "reserve", faces="down"),
            Group("stock", "stock", faces="down"),
            Group("turned", "reserve"),
            Group("heap", "reserve", range(3), faces="both"),
            Group("foundation", "foundation"),
            Group("king", "reserve"),
            Group("queen", "reserve"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        rest = [card for card in pack if card not in APART]
        bower = [Pile(up=(rest[i],)) for i in BOWER]
        guard, stock = Pile(down=tuple(rest[8:15])), Pile(down=tuple(reversed(rest[15:])))
        apart = [Pile(up=(card,)) for card in APART]
        return State((*bower, guard, stock, *[EMPTY] * 4, *apart), self.redeals)

    def rules(self) -> Sequence[Rule[int]]:
        return (
            Discarding(
                Build,
                (*BOWER, TURNED, *HEAPS),
                self._why_not_built,
                FOUNDATION,
                none="There is no card there to build.",
            ),
            Choosing(
                Lay,
                HEAPS,
                lambda state: None if state.piles[TURNED].up else "No card is turned up.",
                lay_on_heap,
                elsewhere="The turned card is laid on one of the three heaps.",
            ),
            Dealing(Turn, stock_left(STOCK, LAID), a_row(STOCK, (TURNED,))),
            turning_over(
                Redeal,
                HEAPS,
                STOCK,
                early="The heaps are gathered when the stock is used up.",
                first=LAID,
                empty="The heaps are empty.",
                spent="The heaps have been gathered three times.",
            ),
        )

    def _why_not_built(self, piles: Sequence[Pile], src: int) -> str | None:
        if self.paired and src in BOWER[4:] and piles[src - 4].up:
            return "The card that lies over it bars its place."
        if is_next(piles[src].up[-1], piles[FOUNDATION].up[-1]):
            return None
        return "The foundation takes the next lower rank, and a king after an ace."

    def settle(self, table: Table) -> None:
        piles = table.piles
        for heap in HEAPS:
            table.turn_up(heap)
        for i in BOWER:
            if piles[GUARD].down and not piles[i].up:
                table.deal(GUARD, i)
        if len(piles[FOUNDATION].up) == 50:
            for pile in (KING_PILE, QUEEN_PILE):
                table.move(pile, FOUNDATION)

    def progress(self, state: State[int]) -> int:
        return len(state.piles[FOUNDATION].up)

    def worth(self, state: State[int]) -> int:
        """Return how good the position looks to a computer player: 20 for each card on the
        foundation, 60 less for each redeal that has been used, and 2 less for each card of a heap
        that lies above a card that is wanted sooner."""
        piles = state.piles
        due = RANK[piles[FOUNDATION].up[-1]]
        turn = [(due - 1 - rank) % KING for rank in RANK]
        heaps = [[c for c in (*piles[i].down, *piles[i].up) if c is not None] for i in HEAPS]
        return (
            20 * self.progress(state)
            - 2 * sum(in_the_way(heap, turn) for heap in heaps)
            - 60 * (self.redeals - state.beside)
        )

    def flaw(self, state: State[int]) -> str | None:
        piles = state.piles
        built = piles[FOUNDATION].up
        if built[:1] != APART[:1] or not all(map(is_next, built[1:], built)):
            return "The foundation is built downwards from the knave of spades."
        pair = piles[KING_PILE].up + piles[QUEEN_PILE].up
        if (built[50:] or pair) != APART[1:]:
            return "The king of clubs and the queen of hearts wait until they are the last two."
        if any(len(piles[i].up) > 1 for i in (*BOWER, TURNED)) or len(piles[GUARD].down) > 7:
            return (
                "Seven cards are the guard, and one lies in each place and one is turned at most."
            )
        if self.paired and any(piles[i].up and not piles[i + 4].up for i in BOWER[:4]):
            return "A lower card of the bower leaves its place after the card over it."
        if sum(len(pile.down) + len(pile.up) for pile in piles[STOCK:FOUNDATION]) > 34:
            return "The stock has 34 cards at first."
        return None


def is_next(card: Card, on: Card) -> bool:
    """Return whether `card` may be built on `on`: it is one rank lower, or a king on an ace."""
    return RANK[card] == (RANK[on] - 1 or KING)


def lay_on_heap(state: State[int], table: Table, heap: int) -> int:
    """Put the card that was turned up last on a heap. The cards of the heap below it are turned
    face down. Return `state.beside`, the number of redeals left, which does not change."""
    table.move(TURNED, heap)
    table.cover(heap)
    return state.beside
