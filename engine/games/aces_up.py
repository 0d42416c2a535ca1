"""Aces Up

Also called Firing Squad. One pack, about four minutes. The book says that one game in eight is won.

Aim: to throw out every card but the four aces.

The deal. Shuffle one pack and deal four cards face up in a row; they begin the four piles. Keep the
rest face down as the stock. Only the top card of a pile is in play. Aces are high.

The play.
- Throw out the top card of a pile when a higher card of the same suit is the top of another pile.
- A pile that has been cleared leaves a gap. Move the top card of any pile of two or more cards into
  it. You choose the card, and it need not be an ace. A card that is alone in its pile stays where
  it is.
- When nothing can be thrown out and no gap can be filled, deal the next four cards, one to each
  pile from left to right, gaps included.

The end. The game is won when 48 cards are thrown out. It is lost when the stock is used up and
nothing is left to throw out or to move.

Option. `must_fill`: with `false` you may deal although a gap could be filled.

Source: "Aces Up" in Peter Arnold's Card Games for One. The book asks for every throw-out before the
next deal and for gaps to be filled "when possible"; we read both as compulsory before a deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import ACE, NAME, RANK, SUIT, Card
from engine.game import Book, Game
from engine.mechanics.column_order import reversed_pairs
from engine.mechanics.rules import Dealing, Discarding, Filling, Rule, a_row, matching, stock_left
from engine.moves import Deal, Place
from engine.options import Option
from engine.table import Group, Layout, Pile, State

PILES = range(4)
STOCK = 4
DISCARD = 5
HEIGHT = tuple(14 if rank == ACE else rank for rank in RANK)
"""The rank of each card, with the ace as 14."""
LOWER = matching(lambda one, other: SUIT[one] == SUIT[other] and HEIGHT[one] > HEIGHT[other])
"""For each card, the lower cards of its suit."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a top card that is lower than another top card of its suit."""

    src: Place


@dataclass(frozen=True, slots=True)
class Fill:
    """Move the top card of a pile into a space."""

    src: Place
    dst: Place


Move = Discard | Fill | Deal


class AcesUp(Game[None, Move]):
    slug = "aces_up"
    book = Book(
        "Aces Up",
        other_names=("Firing Squad",),
        minutes="4",
        prospects="1 in 8",
        character="luck, with a little skill in filling the gaps",
        bell_minutes=6,
        tips=(
            "An ace is usually the best card for a gap, but do not play it without a thought: see "
            "first what moving each of the other top cards would uncover. In the book's example "
            "the ace ends the play; the king lets two cards go and leaves the ace a gap after all.",
            "Where there are several gaps, the order in which they are filled may clear up a "
            "tangle.",
        ),
    )
    options = (
        Option(
            "must_fill", (True, False), "a gap that can be filled must be, before the next deal"
        ),
    )
    kinds = (Discard, Fill, Deal)
    no_safe_play = "Cards are thrown out, and none goes to a foundation."
    goal = 48
    playout_moves = 6_000

    def lay(self) -> Layout:
        return Layout(
            Group("tab", "tableau", PILES),
            Group("stock", "stock", faces="down"),
            Group("discard", "discard"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        piles = [Pile(up=(pack[i],)) for i in PILES]
        return State((*piles, Pile(down=tuple(reversed(pack[4:]))), Pile()), None)

    def rules(self) -> Sequence[Rule[None]]:
        return (
            Discarding(
                Discard,
                PILES,
                why_stays,
                DISCARD,
                none="There is no card there to throw out.",
                must="Before dealing, throw out every card that can go.",
            ),
            Filling(
                Fill,
                PILES,
                no_gap="Only a gap among the four piles can be filled.",
                elsewhere="A gap is filled from another of the four piles.",
                alone="A gap is filled from a pile of two or more cards.",
                must="Before dealing, fill the gap." if self.chosen["must_fill"] else None,
            ),
            Dealing(Deal, stock_left(STOCK), a_row(STOCK, PILES)),
        )

    def progress(self, state: State[None]) -> int:
        return len(state.piles[DISCARD].up)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player, once every card that can be
        thrown out has gone, because the book advises to see first what a move uncovers: 10 for each
        card thrown out, 8 for each gap, and 6 less for each pair of cards of one suit in a pile
        with the higher card above the lower."""
        piles, thrown_out = list(state.piles), self.progress(state)
        while loose := [i for i in PILES if piles[i].up and why_stays(piles, i) is None]:
            i = loose[0]
            piles[i] = Pile(up=piles[i].up[:-1])
            thrown_out += 1
        gaps = sum(not piles[i].up for i in PILES)
        covered = sum(reversed_pairs(piles[i].up, LOWER) for i in PILES)
        return 10 * thrown_out + 8 * gaps - 6 * covered

    def flaw(self, state: State[None]) -> str | None:
        left = len(state.piles[STOCK].down)
        if left % 4 or left > 48:
            return "The stock is dealt four cards at a time, the first four at once."
        if any(len(state.piles[i].up) > 13 - left // 4 for i in PILES):
            return "No pile holds more cards than rows have been dealt."
        # Of the cards of a suit that have been dealt, the highest cannot have been thrown out.
        left_over = [c for i in PILES for c in state.piles[i].up]
        for card in state.piles[DISCARD].up:
            if RANK[card] == ACE:
                return "An ace is never thrown out."
            if not any(higher(other, card) for other in left_over):
                return f"Nothing can have thrown out {NAME[card]}."
        return None


def why_stays(piles: Sequence[Pile], i: int) -> str | None:
    """Return why the top card of the pile with index `i` may not be discarded. Return None if it
    may."""
    card = piles[i].up[-1]
    for j in PILES:
        up = piles[j].up
        if up and higher(up[-1], card):
            return None
    if RANK[card] == ACE:
        return "An ace is never thrown out; aces are high."
    return "A card goes out only while a higher one of its suit is another top card."


def higher(one: Card, other: Card) -> bool:
    """Return whether `one` has the suit of `other` and is higher, with aces high."""
    return SUIT[one] == SUIT[other] and HEIGHT[one] > HEIGHT[other]
