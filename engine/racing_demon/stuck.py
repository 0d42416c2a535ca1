"""The exact test whether a contestant of Racing Demon can still play a card, for every order of
turning the stock and of moving the work piles. The test reads hidden cards; contestants learn only
its result."""

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
    """The cards with which a contestant can play: the work piles, the top card of the demon (None
    if it is used up), and the cards that can come to the top of the waste by turning the stock
    alone."""

    work_piles: WorkPiles
    demon: Card | None
    turned: frozenset[Card]


def wanted(foundations: Iterable[Foundation]) -> frozenset[Card]:
    """Return the cards that the foundations accept now: every ace, and the next card of each
    foundation that is not complete."""
    return ACES | {Card(each.top + 1) for each in foundations if each.height < KING}


def turnable(stock: Pile, waste: Pile, size: int) -> frozenset[Card]:
    """Return the cards that can come to the top of the waste by turning alone, `size` cards at a
    time.

    They are the present top card, the last card of each packet in the rest of this pass through the
    stock, and the last card of each packet of the next pass; all later passes are equal to the
    next. Raises HiddenCard if one of them is not known.
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
    """Yield each packet of top cards that can be moved to a pile with the top card `head`, or to an
    empty pile if `head` is None, as (index of its pile, number of its cards). A whole pile is not
    moved to an empty one."""
    order = ALTERNATE_COLOURS
    for src, pile in enumerate(work_piles):
        for n in range(1, len(pile) + 1):
            if n < len(pile) if head is None else order.fits(pile[-n], head):
                yield src, n


def can_play(hand: Hand, middle: frozenset[Card]) -> bool:
    """Return whether the contestant can play any card. `middle` are the cards from `wanted`.

    To play is to claim a card, to pack the demon's card or a turned card, or to fill an empty pile
    with one. The work piles may be moved before that, and every arrangement that can result is
    tried. A move that empties a pile while the demon lasts counts as well, because the demon's card
    fills the pile.
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
