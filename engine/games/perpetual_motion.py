"""Perpetual Motion

Also called Narcotic and Idiot's Delight. One pack.

Aim: to discard the thirteen sets of four cards of one rank.

The deal. Hold the pack face down as the stock. Nothing lies on the table yet.

The play.
- Deal four cards, one face up on each of four columns, from left to right. The cards of a column
  overlap, so that all can be seen.
- If the four cards just dealt are of one rank, they are discarded at once.
- If the top cards of two columns are of one rank, you may join them: the one farther right goes on
  the one farther left. The card that comes to light may allow another join. You need not join.
- If four cards of one rank lie at the top of one column, they are discarded at once, however they
  came together.
- Deal the next four cards when you like, until the stock is used up.
- Then gather the cards: lay the fourth column on the third, both on the second, and all on the
  first, and turn the packet over without shuffling. It is the new stock; the first card of the
  first column is dealt first. A round ends with this. There are twenty rounds.

The end. The game is won when all 52 cards are discarded. It is lost in the last round, when the
stock is used up and no join is left.

Options. `fours`: with `dealt`, the rule of the books, only four cards of one rank that were dealt
in one row are discarded. `compulsory`: with `true` nothing is left to choose: while a join is
possible it must be made, and always the leftmost: the top card of the leftmost column that can be
joined goes on the leftmost top card of its rank. `rounds`: 20, 40 or 100.

Progress: the number of cards discarded.

Source: named in the introduction of Peter Arnold's Card Games for One, which does not give its
rules; these are the ones in common use. Books differ about joins: in some a card may be joined in
both directions. That joins may be left out, that four on one column count, and the number of rounds
are our choice, because the game else seldom ends.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from typing import Any

from engine.cards import NAME, RANK, Card
from engine.drawing import Drawing
from engine.game import Book
from engine.mechanics.rules import Dealing, Pairing, Rule, matching, stock_left
from engine.mechanics.sessions import RedealFacts, RedealGame, session_in, turning_over
from engine.moves import Deal, Place, Redeal
from engine.options import Option
from engine.table import EMPTY, Group, Layout, Pile, State, Table
from engine.view import Json

COLUMNS = range(4)
STOCK, DISCARD = 4, 5
MATCHES = matching(lambda one, other: RANK[one] == RANK[other])


@dataclass(frozen=True, slots=True)
class Join:
    """Put the top card of the column `src` on the top card of the column `dst`, which has the same
    rank."""

    src: Place
    dst: Place


Move = Deal | Join | Redeal


class RoundFacts(RedealFacts):
    """What a player may see of a position besides the piles. `round` is the number of the round
    (one way through the whole stock), from 1."""

    round: int


class LeftmostJoin(Pairing[int]):
    """The rule of joins (moves that put a card on another card of its rank) in a game with the
    option `compulsory`: only the leftmost possible join is legal, and the player must make it
    before dealing."""

    def pairs(self, piles: Sequence[Pile]) -> Iterator[tuple[int, int]]:
        return islice(super().pairs(piles), 1)

    def refusal(self, state: State[int], move: Any, layout: Layout) -> str | None:
        reason = super().refusal(state, move, layout)
        if reason is None and next(self.moves(state, layout)) != move:
            return self.must
        return reason


class PerpetualMotion(RedealGame[Move]):
    slug = "perpetual_motion"
    book = Book(
        "Perpetual Motion",
        other_names=("Narcotic", "Idiot's Delight"),
        character="a game of memory: from the second round on the stock is known",
        bell_minutes=12,
        tips=(
            "The stock of the next round is what you gather, in the order in which it lies. Watch "
            "which cards will be dealt together.",
            "When the same row comes again and again, leave out a join: the next round differs.",
        ),
    )
    options = (
        Option("fours", ("pile", "dealt"), "which fours go: on one column too, or only as dealt"),
        Option("compulsory", (False, True), "the leftmost join must be made, so nothing is chosen"),
        Option("rounds", (20, 40, 100), "how many rounds are played"),
    )
    kinds = (Deal, Join, Redeal)
    no_safe_play = "Cards are discarded by themselves, and none goes to a foundation."
    fact_types = RoundFacts
    goal = 52
    playout_moves = 6_000
    default_drawing = Drawing(suits_matter=False)

    def lay(self) -> Layout:
        self.redeals = int(self.chosen["rounds"]) - 1
        return Layout(
            Group("tab", "tableau", COLUMNS),
            Group("stock", "stock", faces="down"),
            Group("discard", "discard"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        return State((*[EMPTY] * 4, Pile(down=tuple(reversed(pack))), EMPTY), self.redeals)

    def rules(self) -> Sequence[Rule[int]]:
        compulsory = bool(self.chosen["compulsory"])
        joining = LeftmostJoin if compulsory else Pairing
        return (
            joining(
                Join,
                {src: range(src) for src in COLUMNS},
                MATCHES,
                Table.move,
                elsewhere="Cards are joined from one column on another.",
                apart="A card is joined only on a column to its left.",
                unfit="A card is joined only on a card of its rank.",
                none="That column is empty.",
                must="First make the leftmost join." if compulsory else None,
            ),
            Dealing(Deal, stock_left(STOCK), deal_row),
            turning_over(
                Redeal,
                COLUMNS,
                STOCK,
                early="The cards are gathered when the stock is used up.",
                spent="This is the last round.",
            ),
        )

    def settle(self, table: Table) -> None:
        if self.chosen["fours"] == "pile":
            for i in COLUMNS:
                up = table.piles[i].up
                if len(up) >= 4 and alike(up[-4:]):
                    table.move(i, DISCARD, 4)

    def progress(self, state: State[int]) -> int:
        return len(state.piles[DISCARD].up)

    def facts(self, state: State[int]) -> RoundFacts:
        return {"round": 1 + self.redeals - state.beside, "redeals_left": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return 1 + self.redeals - session_in(facts, 1 + self.redeals, "round")

    def worth(self, state: State[int]) -> int:
        """Return how good the position looks to a computer player: 10 for each card discarded; 3
        for each two cards of one rank that follow each other in a column, because they are likely
        to be dealt together in the next round, and 3 more if all cards above them are of that rank
        too; 2 less for each top card that another one could be joined to; and 1 less for each round
        that is over."""
        columns = [[RANK[card] for card in state.piles[i].up] for i in COLUMNS]
        together = sum(one == two for column in columns for one, two in pairwise(column))
        on_top = sum(run_at_top(column) - 1 for column in columns if column)
        tops = [column[-1] for column in columns if column]
        unjoined = len(tops) - len(set(tops))
        rounds = self.redeals - state.beside
        return 10 * self.progress(state) + 3 * (together + on_top) - 2 * unjoined - rounds

    def flaw(self, state: State[int]) -> str | None:
        if len(state.piles[STOCK].down) % 4:
            return "The stock is dealt four cards at a time."
        out = state.piles[DISCARD].up
        counts = Counter(RANK[card] for card in out)
        lone = next((card for card in out if counts[RANK[card]] < 4), None)
        if lone is not None:
            return f"Four cards of one rank are discarded together; {NAME[lone]} is not."
        return None


def alike(cards: Sequence[Card]) -> bool:
    """Return whether all the cards have the same rank."""
    return len({RANK[card] for card in cards}) == 1


def run_at_top(column: Sequence[int]) -> int:
    """Return how many ranks at the end of a column, which has at least one, are the same."""
    return sum(1 for _ in takewhile(lambda rank: rank == column[-1], reversed(column)))


def deal_row(state: State[int], table: Table) -> int:
    """Deal a card to each of the four columns. If the four cards have the same rank, discard
    them. Return `state.beside`, the number of redeals left, which does not change."""
    for i in COLUMNS:
        table.deal(STOCK, i)
    if alike([table.piles[i].up[-1] for i in COLUMNS]):
        for i in COLUMNS:
            table.move(i, DISCARD)
    return state.beside
