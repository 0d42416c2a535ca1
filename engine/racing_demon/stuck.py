"""The test whether a contestant of Racing Demon can still play a card. It tries every way of
turning the stock and of moving the tableau piles. The test reads hidden cards; contestants learn
only its result."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.cards import ACE, KING, RANK, Card
from engine.errors import HiddenCard
from engine.mechanics.rules import ALTERNATE_COLOURS
from engine.racing_demon.state import Foundation
from engine.table import Pile

WorkPile = tuple[Card, ...]
WorkPiles = tuple[WorkPile, ...]

ACES = frozenset(Card(number) for number in range(52) if RANK[Card(number)] == ACE)


class Hand(NamedTuple):
    """The cards that a contestant of Racing Demon could play. `work_piles` are the tableau piles.
    `demon` is the top card of the reserve, None if the reserve is used up. `turned` are the cards
    that can come to the top of the waste if the contestant only turns the stock."""

    work_piles: WorkPiles
    demon: Card | None
    turned: frozenset[Card]


def wanted(foundations: Iterable[Foundation]) -> frozenset[Card]:
    """Return the cards that the foundations accept now: every ace, and the next card of each
    foundation that is not complete."""
    return ACES | {Card(each.top + 1) for each in foundations if each.height < KING}


def turnable(stock: Pile, waste: Pile, size: int) -> frozenset[Card]:
    """Return the cards that can come to the top of the waste if the contestant only turns the
    stock, `size` cards at a time. The cards that are turned together are called a packet.

    The returned cards are the present top card of the waste, and the last card of each packet that
    is still to be turned: those of this pass through the stock and those of the next. All later
    passes turn the same packets as the next pass. Raises HiddenCard if one of the cards is not
    known.
    """
    rest = stock.down[::-1]
    anew = (*waste.down, *waste.up, *rest)
    found = {*waste.up}
    for cards in (rest, anew):
        for at in range(0, len(cards), size):
            card = cards[min(at + size, len(cards)) - 1]
            if card is None:
                raise HiddenCard("Only the server knows the cards that would be turned.")
            found.add(card)
    return frozenset(found)


def tails(work_piles: Sequence[WorkPile], head: Card | None) -> Iterator[tuple[int, int]]:
    """Yield each row of cards at the end of a tableau pile that can be moved to a pile with the top
    card `head`, or to an empty pile if `head` is None. A row is given as the index of its pile and
    the number of its cards. A whole pile is not moved to an empty one."""
    order = ALTERNATE_COLOURS
    for src, pile in enumerate(work_piles):
        for n in range(1, len(pile) + 1):
            if n < len(pile) if head is None else order.fits(pile[-n], head):
                yield src, n


def can_play(hand: Hand, middle: frozenset[Card]) -> bool:
    """Return whether the contestant can play any card. `middle` are the cards that the foundations
    accept (`wanted`).

    Playing a card means putting it on a foundation, or putting the top card of the reserve or of
    the waste on a tableau pile. The tableau piles may be moved before that; the function tries
    every arrangement that can result. A move that empties a tableau pile while the reserve lasts
    counts as well, because a card of the reserve fills the pile.
    """
    lifted = hand.turned if hand.demon is None else hand.turned | {hand.demon}
    if lifted & middle:
        return True
    fits = {ALTERNATE_COLOURS.head[card] for card in lifted}
    begun = tuple(sorted(hand.work_piles))
    tried, left = {begun}, [begun]
    while left:
        piles = left.pop()
        for pile in piles:
            if (pile[-1] in middle or _taken_by(pile[-1]) in fits) if pile else lifted:
                return True
        for dst, onto in enumerate(piles):
            for src, n in tails(piles, onto[-1] if onto else None):
                moved = list(piles)
                moved[dst] = onto + piles[src][-n:]
                moved[src] = piles[src][:-n]
                after = tuple(sorted(moved))
                if after not in tried:
                    tried.add(after)
                    left.append(after)
    return False


def _taken_by(card: Card) -> int:
    return ALTERNATE_COLOURS.takes[card]
