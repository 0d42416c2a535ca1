"""Fourteens

Also called Fourteen Out. One pack, about five minutes.

Aim: to discard all 52 cards in pairs that add up to fourteen.

The deal. Shuffle one pack and deal it face up into twelve columns, row by row from the left. The
first four columns get five cards, the others four. Let the cards overlap so that all can be seen.

The play.
- Only the top card of a column is in play. An ace counts 1, a jack 11, a queen 12, a king 13, every
  other card its pips; suits do not matter.
- Two top cards of different columns that add up to fourteen are discarded together: king and ace,
  queen and 2, jack and 3, 10 and 4, 9 and 5, 8 and 6, or two sevens. If a card goes with several,
  you choose.
- Nothing else moves, and an empty column stays empty.

The end. The game is won when every card is discarded. It is lost when no two top cards add up to
fourteen.

Options. `stacked`: with true the columns are dealt face down with only the top card face up, and a
card that comes to the top is turned up at once.

Progress: the number of cards discarded.

Source: the pages that describe the game under this name, after Morehead and Mott-Smith; they agree
on the layout. Cadogan's "The Fourteenth", which pairs cards in rows and columns of a square, is
another game. With perfect play and all cards in sight 92 deals in a hundred come out.
"""

from collections.abc import Sequence

from engine.cards import RANK, Card
from engine.drawing import Drawing
from engine.game import Book, Game
from engine.mechanics.column_order import reversed_pairs
from engine.mechanics.rules import Pairing, Rule, discard_both, matching
from engine.moves import Pair
from engine.options import Option
from engine.table import Group, Layout, Pile, State, Table

COLUMNS = range(12)
DISCARD = 12
FOURTEEN = 14
FOURTEENS = matching(lambda one, other: RANK[one] + RANK[other] == FOURTEEN)
"""For each card, the cards with which it adds up to fourteen."""


class Fourteens(Game[None, Pair]):
    slug = "fourteens"
    book = Book(
        "Fourteens",
        other_names=("Fourteen Out", "Fourteen Off", "Fourteen Puzzle", "Take Fourteen"),
        character="foresight; with stacked columns mainly luck",
        bell_minutes=5,
        tips=(
            "Look for cards that need each other and lie in one column: the upper one must go with "
            "another partner, or the lower one is lost.",
            "When a card has several partners, take the one that covers what you need.",
            "Keep the columns even: the tall ones hide the most.",
        ),
    )
    options = (
        Option("stacked", (False, True), "only the top cards can be seen, which makes it harder"),
    )
    kinds = (Pair,)
    no_safe_play = "Cards are discarded, and none goes to a foundation."
    goal = 52
    default_drawing = Drawing(suits_matter=False)

    def lay(self) -> Layout:
        self.stacked = bool(self.chosen["stacked"])
        return Layout(
            Group("tab", "tableau", COLUMNS, faces="both" if self.stacked else "up"),
            Group("discard", "discard"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        columns = [tuple(pack[i::12]) for i in COLUMNS]
        return State(
            (*(Pile(down=c) if self.stacked else Pile(up=c) for c in columns), Pile()), None
        )

    def rules(self) -> Sequence[Rule[None]]:
        return (
            Pairing(
                Pair,
                {i: COLUMNS[i + 1 :] for i in COLUMNS},
                FOURTEENS,
                discard_both(DISCARD),
                elsewhere="Only top cards of the columns are paired.",
                apart="Name two columns, the one further left first.",
                none="There is no card in one of these columns.",
                unfit="Two cards go out together when they add up to fourteen.",
            ),
        )

    def settle(self, table: Table) -> None:
        for i in COLUMNS:
            table.turn_up(i)

    def progress(self, state: State[None]) -> int:
        return len(state.piles[DISCARD].up)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card discarded, 4
        less for each two cards in one column that add up to fourteen, and less the taller the
        columns are."""
        ups = [state.piles[i].up for i in COLUMNS]
        return (
            10 * self.progress(state)
            - 4 * sum(reversed_pairs(up, FOURTEENS) for up in ups)
            - sum(len(up) ** 2 for up in ups) // 4
        )

    def flaw(self, state: State[None]) -> str | None:
        gone = [len(range(i, 52, 12)) - sum(map(len, state.piles[i])) for i in COLUMNS]
        if min(gone) < 0:
            return "No column can have so many cards."
        if self.stacked and any(len(state.piles[i].up) > 1 for i in COLUMNS):
            return "Only the top card of a column is face up."
        out = [RANK[card] for card in state.piles[DISCARD].up]
        if len(out) % 2 or any(a + b != FOURTEEN for a, b in zip(out[::2], out[1::2], strict=True)):
            return "Cards are discarded in pairs of fourteen."
        if 2 * max(gone) > len(out):
            return "The two cards of a pair come from two columns."
        return None
