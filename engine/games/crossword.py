"""Crossword

One pack, a quarter of an hour or more. A game of foresight: the cards come one by one, and each one
stays where it is laid.

Aim: to fill a square of seven rows and seven columns so that every word, a line of number cards as
explained below, has an even total.

The play.
- Turn up one card at a time. Lay the first in the middle of the square. Lay every later card on an
  empty cell that touches a card by a side or by a corner.
- Ace to ten count 1 to 10. Jacks, queens and kings are the black squares: no two of them may touch
  by a side; by a corner they may.
- A word is a row or a column of number cards between black squares or edges of the square. A single
  card between them is a word too, across and down. A word is finished when none of its cells is
  empty. A card that would finish a word with an odd total may not be laid there. A black square can
  finish words too, up to four.
- When one cell is left turn up the four cards that remain and choose one of them for it, by the
  same rules.

The end. The game is won with 49 cards in the square. It is lost when the card turned up, or each of
the last four, can go nowhere.

Suits never matter, and numbers only as odd or even: the pack has twenty of each, and twelve court
cards.

Option. `one_card_words`: with `false` a word of one card may be odd. The game is much easier then.

Progress: the number of cards laid; 49 win. Of equal games, won ones too, the better is the one with
more cards in words: every card counts once for each finished word of two or more cards that it
stands in, at most 80 in all.

Source: Peter Arnold's Card Games for One names the game without describing it. These are the rules
of most programs that play it. Elsewhere the first card may lie anywhere, or the words are added up
only at the end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple, cast

from engine.cards import JACK, NAME, RANK, Card
from engine.drawing import Drawing
from engine.game import Book
from engine.mechanics.grid import STOCK, UNCALLED, Grid, GridFacts, GridGame, Place, placed
from engine.moves import Cell
from engine.options import Option
from engine.table import State, Table
from engine.view import CardName

SIZE = 7
ALL = range(SIZE)
SQUARE = tuple((row, column) for row in ALL for column in ALL)
MIDDLE = (SIZE // 2, SIZE // 2)
LAST = 4
"""The number of cards from which the last one is chosen."""
HARDNESS = (60, 4, 1, 0)
"""How bad an empty cell is that takes no kind of card, one, two, or all three."""
OUTSIDE = f"The cells of the square are rows and columns 0 to {SIZE - 1}."
BLACK = "A jack, queen or king may not lie beside another one."
ODD = "A finished word may not have an odd total."

Cards = Mapping[Cell, Card]
Line = tuple[Card | None, ...]
"""A row or column of the square, None for each empty cell."""


class Opening(NamedTuple):
    """What a row or column asks of a card for one of its cells. `parity` is 0 or 1 if a number card
    there finishes a word and so must be even or odd, otherwise None. `black` says whether a black
    card may go there."""

    parity: int | None
    black: bool


@dataclass(frozen=True, slots=True)
class Choose:
    """Place card `n` of the last four cards on the last cell. The four cards are numbered from 0,
    in the order in which they were turned up."""

    n: int


Move = Place | Choose


class CrosswordFacts(GridFacts):
    """What a player may see of a position besides the piles. `last` are the four cards of which one
    is chosen for the last cell. It is empty until all other cells are filled. After the choice it
    still has all four."""

    last: list[CardName]


class Crossword(GridGame[Move]):
    slug = "crossword"
    book = Book(
        "Crossword",
        character="much choice, and foresight",
        bell_minutes=20,
        tips=(
            "Count the odd and the even cards that have gone: twenty of each are in the pack.",
            "Leave few cells that only one kind of card can fill, and none that no card can.",
            "A black square ends words. Keep cells free where one may still go.",
        ),
    )
    options = (Option("one_card_words", (True, False), "a word of one card must be even too"),)
    kinds = (Place, Choose)
    fact_types = CrosswordFacts
    size = SIZE
    fixed = True
    first = MIDDLE
    first_reason = "The first card lies in the middle."
    least = 0
    goal = len(SQUARE)
    call_ms = 20_000
    ranked_by = "tie_break"
    tie_break_rule = "Of equal progress, who has more cards in finished words stands first."
    default_drawing = Drawing(suits_matter=False)

    def refusal(self, state: State[Grid], move: Move) -> str | None:
        grid, laid = state.beside, dict(state.beside.laid)
        if isinstance(move, Choose):
            if len(laid) != self.goal - 1 or not grid.last:
                return "The last card is chosen when one cell is left."
            if not 0 <= move.n < LAST:
                return "There are four cards to choose from, numbers 0 to 3."
            return self._misfit(laid, last_cell(laid), grid.last[move.n])
        if grid.next is None:
            return "One of the four cards is chosen for the last cell." if grid.last else UNCALLED
        if move.cell not in SQUARE:
            return OUTSIDE
        return self.unreached(move.cell, laid) or self._misfit(laid, move.cell, grid.next)

    def perform(self, state: State[Grid], move: Move, table: Table) -> Grid:
        grid = state.beside
        if isinstance(move, Choose):
            return grid._replace(laid=placed(grid, last_cell(dict(grid.laid)), grid.last[move.n]))
        laid = placed(grid, move.cell, grid.next)
        if len(laid) < self.goal - 1:
            return Grid(laid, table.take_in_hand(STOCK))
        return Grid(laid, None, tuple(table.take_in_hand(STOCK) for _ in range(LAST)))

    def legal_moves(self, state: State[Grid]) -> Iterator[Move]:
        moves = map(Choose, range(LAST)) if state.beside.last else map(Place, SQUARE)
        for move in moves:
            if self.refusal(state, move) is None:
                yield move

    def tie_break(self, state: State[Grid]) -> int:
        return sum(map(cards_in_words, lines(dict(state.beside.laid))))

    def line_so_far(self, line: Mapping[int, Card]) -> int:
        """Return how many cards of a row or column stand in finished words of two or more cards:
        what the line adds to `tie_break`."""
        return cards_in_words(tuple([line.get(at) for at in ALL]))

    def worth(self, state: State[Grid]) -> int:
        """Return how good the position looks to a computer player: 10 for each card laid, 1 for
        each card of each finished word of two or more cards (`tie_break`), and less for each empty
        cell that cannot take every kind of card (odd, even, black). A cell that no card can fill
        costs most."""
        laid, shortest = dict(state.beside.laid), self._shortest_word
        all_lines = [*lines(laid)]
        found = [openings(line, shortest) for line in all_lines]
        rows, columns = found[:SIZE], found[SIZE:]
        worth = 10 * len(laid) + sum(map(cards_in_words, all_lines))
        return worth - sum(
            _hardness(rows[row][column], columns[column][row])
            for row, column in SQUARE
            if (row, column) not in laid
        )

    @property
    def _shortest_word(self) -> int:
        return 1 if self.chosen["one_card_words"] else 2

    def facts(self, state: State[Grid]) -> CrosswordFacts:
        grid = state.beside
        return {**self.grid_facts(grid), "last": [NAME[card] for card in grid.last]}

    def flaw(self, state: State[Grid]) -> str | None:
        grid, laid = state.beside, dict(state.beside.laid)
        spare = self.goal - len(laid)
        if len(laid) < len(grid.laid):
            return "Each cell of the square holds one card."
        if not {*laid} <= {*SQUARE}:
            return OUTSIDE
        if len(grid.last) != (LAST if spare <= 1 else 0):
            return "Four cards are turned up when one cell is left."
        if (grid.next is None) != (spare <= 1):
            return "There is a next card until one cell is left."
        chosen = [cell for cell in laid if laid[cell] in grid.last]
        if len(chosen) != (spare == 0) or MIDDLE in chosen:
            return "One of the four cards lies on the last cell."
        return self._line_flaw(lines(laid)) or self.scattered({*laid})

    def _misfit(self, laid: Cards, cell: Cell, card: Card) -> str | None:
        """Return why `card` may not be placed on the empty cell `cell`. Return None if it may."""
        return self._line_flaw(lines({**laid, cell: card}, [cell[0]], [cell[1]]))

    def _line_flaw(self, some: Iterable[Line]) -> str | None:
        """Return which rule of the game one of these rows and columns breaks, as a sentence. Return
        None if no rule is broken."""
        shortest = self._shortest_word
        for line in some:
            if any(is_black(one) and is_black(two) for one, two in pairwise(line)):
                return BLACK
            for word in words(line):
                if len(word) >= shortest and sum(RANK[card] for card in word) % 2:
                    return ODD
        return None


def is_black(card: Card | None) -> bool:
    """Return whether the card is a jack, queen or king. These cards are the black squares of the
    crossword."""
    return card is not None and RANK[card] >= JACK


def last_cell(laid: Cards) -> Cell:
    """Return the first cell of the square without a card. Callers use it for the last empty
    cell."""
    return next(cell for cell in SQUARE if cell not in laid)


def lines(laid: Cards, rows: Iterable[int] = ALL, columns: Iterable[int] = ALL) -> Iterator[Line]:
    """Yield these rows and then these columns of the square, each as a tuple of its cards with None
    for an empty cell."""
    for row in rows:
        yield tuple([laid.get((row, column)) for column in ALL])
    for column in columns:
        yield tuple([laid.get((row, column)) for row in ALL])


@lru_cache(maxsize=2**14)
def openings(line: Line, shortest: int) -> tuple[Opening, ...]:
    """Return what a row or column asks of a card for each of its cells. Only the entries of empty
    cells mean something. Words of at least `shortest` cards must have an even total; shorter words
    may be odd."""
    found = []
    for at in range(len(line)):
        before, after = _arm(line[:at][::-1]), _arm(line[at + 1 :])
        parity = None
        if before is not None and after is not None and len(before + after) + 1 >= shortest:
            parity = sum(RANK[card] for card in before + after) % 2
        black = not any(map(is_black, line[max(0, at - 1) : at + 2])) and all(
            arm is None or len(arm) < shortest or sum(RANK[card] for card in arm) % 2 == 0
            for arm in (before, after)
        )
        found.append(Opening(parity, black))
    return tuple(found)


def _arm(line: Line) -> list[Card] | None:
    """Return the number cards at the beginning of a part of a line, up to a black card or the end;
    None if an empty cell comes first."""
    found: list[Card] = []
    for card in line:
        if card is None:
            return None
        if is_black(card):
            break
        found.append(card)
    return found


def _hardness(row: Opening, column: Opening) -> int:
    """Return how bad it is that a cell is empty, by the kinds of card that it takes: odd, even and
    black."""
    parities = {row.parity, column.parity} - {None}
    return HARDNESS[(row.black and column.black) + max(0, 2 - len(parities))]


@lru_cache(maxsize=2**14)
def cards_in_words(line: Line) -> int:
    """Return how many cards of a row or column stand in finished words of two or more cards."""
    return sum(len(word) for word in words(line) if len(word) > 1)


def words(line: Line) -> Iterator[Sequence[Card]]:
    """Yield the finished words of a row or column: the cards between black squares, if no cell
    among them is empty."""
    for black, cards in groupby(line, is_black):
        word = list(cards)
        if not black and None not in word:
            yield cast(list[Card], word)
