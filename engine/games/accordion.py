"""Accordion

Also called Idle Year and Methuselah. One pack, about six minutes; the book says
that one game in sixty is won.

Aim: to end with all 52 cards in one pile.

The deal. Shuffle one pack and hold it face down as the stock. Nothing lies on the table yet.

The play.
- Turn up the next card and lay it down at the right-hand end of a single line. When the line runs
  out of room, go on below it; the rows still count as one line.
- A pile may be packed, that is laid on another pile, if their top cards match in suit or in rank.
  The other pile is the next one to the left, or the third to the left, past two others. A pile
  moves whole and is never split; its top card is then the top card of both. Any pile of the line
  may be packed, not only the new card, and to pack one pile often makes it possible to pack
  another.
- After each pack close the gap: the piles to the right of it move one place to the left.
- While a pack is possible you must make one before you turn up the next card. If there is a
  choice, you choose which pile to pack, and on which of its two places.

The end. When the stock is used up and nothing more can be packed, the game is won if one pile is
left, and lost if there are more.

Options. `compulsory`: with `false` you may turn up the next card although a pack is possible.
`lay_out_all`: with `true` all 52 cards are dealt into the line before the first pack.

Progress: the number of packs made, that is the cards turned up less the piles they lie in. 51 win
the game.

Source: "Accordion" in Peter Arnold's Card Games for One. The book says that a move must always be
made when possible, and makes no exception for a pile that can be packed after another; we follow
it. The option to lay out all cards first is not from the book.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import RANK, SUIT, Card
from engine.game import Book, Game
from engine.mechanics.rules import Dealing, Pairing, Rule, matching, stock_left
from engine.moves import Place
from engine.options import Option
from engine.table import EMPTY, GameOver, Group, Layout, Pile, State, Table

PLACES = 52
STOCK = 52
STEPS = (1, 3)
"""How many places to the left a pile may be packed."""
MATCHES = matching(lambda one, other: SUIT[one] == SUIT[other] or RANK[one] == RANK[other])
"""For each card, the cards of the same suit or rank."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn up the next card of the stock and put it at the end of the line of piles."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Put the pile `src` on `dst`, which is the next pile to its left or the third to its left."""

    src: Place
    dst: Place


Move = Turn | Pack


class Accordion(Game[None, Move]):
    slug = "accordion"
    book = Book(
        "Accordion",
        other_names=("Idle Year", "Methuselah"),
        minutes="6",
        prospects="1 in 60",
        character="luck, with some skill in choosing between two packs",
        bell_minutes=8,
        origin=(
            "So simple that, the book supposes, nobody invented it: it just happened. The line "
            "grows and shrinks like the instrument it is named after."
        ),
        tips=(
            "Before you choose between two places, follow each to the end of the packs it allows: "
            "in the book's example one leaves two piles and the other four.",
            "Three or four piles near the end prove nothing yet: seven or eight cards in a row may "
            "still come that match nowhere.",
        ),
    )
    options = (
        Option("compulsory", (True, False), "a pack that is possible must be made before a turn"),
        Option("lay_out_all", (False, True), "all 52 cards are laid out before the first pack"),
    )
    kinds = (Turn, Pack)
    no_safe_play = "No card goes to a foundation."
    goal = 51
    playout_moves = 6_000

    def lay(self) -> Layout:
        return Layout(
            Group("line", "line", range(PLACES), faces="both", vanishes=True),
            Group("stock", "stock", faces="down"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        if self.chosen["lay_out_all"]:
            return State((*(Pile(up=(card,)) for card in pack), EMPTY), None)
        return State((*[EMPTY] * PLACES, Pile(down=tuple(reversed(pack)))), None)

    def rules(self) -> Sequence[Rule[None]]:
        self.packing: Pairing[None] = Pairing(
            Pack,
            {src: [src - step for step in STEPS if step <= src] for src in range(PLACES)},
            MATCHES,
            pack,
            elsewhere="There is no such pile in the line.",
            apart="A pile is packed on the one next to it or third to it on the left.",
            unfit="A pile is packed only on one whose top card is of its suit or rank.",
            line=True,
            must=(
                "Before turning up a card, make the pack that is possible."
                if self.chosen["compulsory"]
                else None
            ),
        )
        return self.packing, Dealing(Turn, stock_left(STOCK), turn)

    def outcome(self, state: State[None]) -> GameOver | None:
        return None if state.piles[STOCK].down else super().outcome(state)

    def progress(self, state: State[None]) -> int:
        return PLACES - len(state.piles[STOCK].down) - line_length(state.piles)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each pack made, 6 for
        each pack that is possible now, and 1 for each pair of matching top cards that lie two or
        four places apart. Such cards can be packed as soon as one pile between them has gone."""
        piles = state.piles
        packs = sum(1 for _ in self.packing.pairs(piles))
        near = sum(
            piles[i - step - 1].up[-1] in MATCHES[piles[i].up[-1]]
            for i in range(line_length(piles))
            for step in STEPS
            if i > step
        )
        return 10 * self.progress(state) + 6 * packs + near

    def flaw(self, state: State[None]) -> str | None:
        line = state.piles[: line_length(state.piles)]
        if any(pile != EMPTY for pile in state.piles[len(line) : STOCK]):
            return "The piles of the line lie side by side, without a gap."
        if any(len(pile.up) != 1 for pile in line):
            return "Only the top card of a pile is in sight."
        if self.chosen["lay_out_all"] and state.piles[STOCK].down:
            return "All the cards lie in the line before the first pack."
        for down, up in line:
            if not packed([*(card for card in down if card is not None), *up]):
                return "No packing leads to these piles."
        return self._missed(line)

    def _missed(self, line: Sequence[Pile]) -> str | None:
        """Return a sentence if this line of piles shows that the player turned a card although a
        pile had to be packed first, as the option `compulsory` demands. Return None if it does not
        show this.

        If nothing has been packed yet, at most the last card may match a card on its left.
        """
        if not self.chosen["compulsory"] or self.chosen["lay_out_all"]:
            return None
        for src, _ in self.packing.pairs([*line[:-1], EMPTY]):
            if not any(pile.down for pile in line[: src + 1]):
                return "A pack that was possible must have been made before the next turn."
        return None


def line_length(piles: Sequence[Pile]) -> int:
    """Return the number of piles in the line."""
    return piles.index(EMPTY) if EMPTY in piles else PLACES


def turn(state: State[None], table: Table) -> None:
    """Move the next card of the stock to the end of the line of piles."""
    table.deal(STOCK, line_length(state.piles))


def pack(table: Table, src: int, dst: int) -> None:
    """Put the pile `src` of the line on the pile `dst`, and move the piles after it one place to
    the left."""
    end = line_length(table.piles)
    table.carry(src, dst)
    for i in range(src + 1, end):
        table.carry(i, i - 1)


def packed(cards: Sequence[Card]) -> bool:
    """Return whether packing can have made a pile of these cards, given from the bottom up. A pile
    is packed only on a pile whose top card matches its own top card."""
    # `begins[i]` has the indices at which a pile that ends with card `i` can begin.
    begins: list[set[int]] = []
    for last, card in enumerate(cards):
        begins.append({last})
        for first in range(last, 0, -1):
            if first in begins[last] and cards[first - 1] in MATCHES[card]:
                begins[last] |= begins[first - 1]
    return 0 in begins[-1]
