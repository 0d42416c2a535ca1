"""Baroness

Also called Five Piles and Thirteens. One pack, about five minutes.

Aim: to discard all 52 cards.

The deal. Shuffle one pack and deal five cards face up in a row; they begin the five piles. Keep the
rest face down as the stock. Only the top card of a pile is in play. An ace counts 1, a jack 11, a
queen 12, a king 13, every other card its pips.

The play.
- Two top cards that add up to thirteen are discarded together. If a card makes thirteen with either
  of two others, you choose which.
- A king at the top of a pile is discarded alone.
- The card below a discarded one comes into play. A cleared pile leaves a gap; no card moves from
  pile to pile.
- When nothing can be discarded, deal the next five cards, one to each pile from left to right, gaps
  included.
- After ten rows two cards remain. Lay them beside the piles as two grace cards, which are in play
  like any top card.

The end. The game is won when every card is discarded. It is lost when the stock is used up and
nothing is left to discard.

Options. `last_two`: with `piles12` the last two cards are dealt to the first two piles and there
are no grace cards. `gap_moves`: with `true` the top card of a pile of two or more may be moved into
a gap; then you may not deal while such a move is left.

Source: "Baroness" in Peter Arnold's Card Games for One. The book does not say what happens to the
last two cards; grace cards are the common practice. It says that one game in six is won, which does
not fit these rules: perfect play wins about one deal in twelve, and about one in two with
`gap_moves`, which other books allow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import KING, RANK, Card
from engine.drawing import Drawing
from engine.game import Book, Game
from engine.mechanics.column_order import reversed_pairs
from engine.mechanics.rules import (
    Dealing,
    Discarding,
    Filling,
    Never,
    Pairing,
    PileByPile,
    Rule,
    discard_both,
    matching,
    stock_left,
)
from engine.moves import Deal, Pair, Place
from engine.options import Option
from engine.table import Group, Layout, Pile, State, Table

PILES = range(5)
GRACE = (5, 6)
THIRTEEN = 13
THIRTEENS = matching(lambda one, other: RANK[one] + RANK[other] == THIRTEEN)
"""For each card, the cards with which it adds up to thirteen."""
NOT_ALONE = "Only a king goes out alone."


@dataclass(frozen=True, slots=True)
class King:
    """Discard a king from the top of a pile."""

    src: Place


@dataclass(frozen=True, slots=True)
class Fill:
    """Move the top card of a pile into a space. This is legal only with the option `gap_moves`."""

    src: Place
    dst: Place


Move = Pair | King | Fill | Deal


class Baroness(Game[None, Move]):
    slug = "baroness"
    book = Book(
        "Baroness",
        other_names=("Five Piles", "Thirteens"),
        minutes="5",
        character="luck, with a little skill in choosing pairs",
        bell_minutes=7,
        origin=(
            "An old game, named in the tradition of calling patiences after noble ladies; its "
            "other names are the number of its piles and the number that rules its play."
        ),
    )
    options = (
        Option(
            "last_two",
            ("grace", "piles12"),
            "where the last two cards fall: apart as grace cards, or on the first two piles",
        ),
        Option("gap_moves", (False, True), "a top card may be moved into a gap"),
    )
    kinds = (Pair, King, Fill, Deal)
    no_safe_play = "Cards are discarded, and none goes to a foundation."
    goal = 52
    default_drawing = Drawing(suits_matter=False)

    def lay(self) -> Layout:
        grace = self.chosen["last_two"] == "grace"
        layout = Layout(
            Group("tab", "tableau", PILES),
            *([Group("tab", "tableau", GRACE, vanishes=True)] if grace else []),
            Group("stock", "stock", faces="down"),
            Group("discard", "discard"),
        )
        self.stock, self.discard = layout["stock"][0], layout["discard"][0]
        self.sources = range(self.stock)
        self.last = GRACE if grace else PILES[:2]
        return layout

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        row = [Pile(up=(pack[i],)) for i in PILES]
        grace = [Pile()] * (len(self.sources) - len(PILES))
        return State((*row, *grace, Pile(down=tuple(reversed(pack[5:]))), Pile()), None)

    def rules(self) -> Sequence[Rule[None]]:
        discards: Rule[None] = PileByPile(
            Discarding(
                King,
                self.sources,
                lambda piles, i: None if RANK[piles[i].up[-1]] == KING else NOT_ALONE,
                self.discard,
                none="There is no card there to discard.",
            ),
            Pairing(
                Pair,
                {i: self.sources[i + 1 :] for i in self.sources},
                THIRTEENS,
                discard_both(self.discard),
                elsewhere="Only top cards of the piles are paired.",
                apart="Name two piles, the one further left first.",
                none="There is no card on one of these piles.",
                unfit="Two cards go out together when they add up to thirteen.",
            ),
            must="Before dealing, discard every king and every pair of thirteen.",
        )
        deal: Rule[None] = Dealing(Deal, stock_left(self.stock), self._deal)
        if not self.chosen["gap_moves"]:
            return discards, Never(Fill, "No card moves from pile to pile."), deal
        from_piles = "A gap is filled from one of the five piles with two or more cards."
        fill: Rule[None] = Filling(
            Fill,
            PILES,
            no_gap="Only a gap among the five piles can be filled.",
            elsewhere=from_piles,
            alone=from_piles,
            must="Before dealing, fill the gap.",
        )
        return discards, fill, deal

    def _deal(self, state: State[None], table: Table) -> None:
        left = len(state.piles[self.stock].down)
        for i in PILES if left > 2 else self.last:
            table.deal(self.stock, i)

    def progress(self, state: State[None]) -> int:
        return len(state.piles[self.discard].up)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card discarded, 5
        for each legal move, 4 less for each two cards in one pile that add up to thirteen, and less
        the taller the piles are."""
        ups = [state.piles[i].up for i in PILES]
        return (
            10 * self.progress(state)
            - 4 * sum(reversed_pairs(up, THIRTEENS) for up in ups)
            - sum(len(up) ** 2 for up in ups) // 5
            + 5 * sum(1 for _ in self.legal_moves(state))
        )

    def flaw(self, state: State[None]) -> str | None:
        left = len(state.piles[self.stock].down)
        if left > 47 or (left and left % 5 != 2):
            return "The stock is dealt five cards at a time, the first five at once."
        rows = 10 - left // 5
        for i in self.sources:
            up = state.piles[i].up
            if len(up) > (rows + (not left and i in self.last) if i in PILES else not left):
                return "No pile can have so many cards."
            if any(RANK[card] == KING for card in up[:-1]):
                return "A king is discarded before another card can cover it."
        out = iter(state.piles[self.discard].up)
        for card in out:
            if RANK[card] != KING and RANK[card] + RANK[next(out, card)] != THIRTEEN:
                return "Kings are discarded alone, other cards in pairs of thirteen."
        return None
