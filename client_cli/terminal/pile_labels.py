"""Labels that players type for piles and cells: a letter for a pile, a letter and a number for a
cell.

Letters follow the reading order of the layout, but `s` is always the stock and `w` the waste.

In a grid the first card has the middle label, such as `d4`, because in most games other cards may
be laid on all sides of it. The labels of other cells are counted from there. So a cell keeps its
label when fewer rows and columns remain possible.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from client_cli.terminal.spoken_cards import read_words
from engine.cards import NAME, Card
from engine.games import AnyGame
from engine.mechanics.grid import Grid, GridGame
from engine.moves import Cell
from engine.table import State
from protocol.texts import _

if TYPE_CHECKING:
    from engine.rules import Rules

LETTERS = "abcdefghijklmnopqrtuvxyz"
"""Letters for piles other than stock and waste."""
NAMES = {
    "aces": _("aces"),
    "books": _("books"),
    "corner": _("corner"),
    "discard": _("discard"),
    "fan": _("fan"),
    "reserve": _("reserve"),
    "stock": _("stock"),
    "turn_up": _("turn up"),
    "waste": _("waste"),
    "base": _("base"),
    "deals_left": _("deals left"),
    "fan_of": _("fan"),
    "session": _("session"),
    "queens": _("queens"),
    "at": _("at"),
    "exchange_left": _("exchange left"),
    "round": _("round"),
    "redeals_left": _("redeals left"),
    "foundation": _("foundation"),
    "guard": _("guard"),
    "king": _("king"),
    "queen": _("queen"),
    "turned": _("turned card"),
}
"""Names shown to players, in their language: of piles that are the only ones of their kind, and of
the figures (facts) that a view states besides its piles."""

OWN_LETTER = {"stock": "s", "waste": "w"}
SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def labels(game: "Rules") -> dict[str, str]:
    """Return the label of every pile, by the pile's name in the rules, in the reading order of the
    layout."""
    return _labels(tuple(game.layout))


@lru_cache(maxsize=128)
def _labels(names: tuple[str, ...]) -> dict[str, str]:
    others = [name for name in names if name not in OWN_LETTER]
    known = {name: OWN_LETTER[name] for name in names if name in OWN_LETTER}
    columns = {}
    if len(others) > len(LETTERS):
        numbers = enumerate(others, 1)
        columns = {name: _in_columns(name, number) for number, name in numbers if "." in name}
    taken = {label[0] for label in columns.values()}
    free = (letter for letter in LETTERS if letter not in taken)
    known |= {name: columns.get(name) or next(free) for name in others}
    return {name: known[name] for name in names}


def _in_columns(name: str, number: int) -> str:
    """Return the label of one of several piles of a kind, in a layout that has more piles than
    letters: the letter of its column and, if the pile's name has a row, the number of the row from
    1. Names count from 0: `rub.1` (column 1) is `b`, and `op.2.1` (row 2, column 1) is `b3`. A pile
    for whose column there is no letter gets `p` and `number`."""
    match [part for part in name.split(".")[1:] if part.isdecimal()]:
        case [column] if int(column) < 15:
            return LETTERS[int(column)]
        case [row, column] if int(column) < 15:
            return f"{LETTERS[int(column)]}{int(row) + 1}"
    return f"p{number}"


def by_label(game: "Rules") -> dict[str, str]:
    """Return the pile's name in the rules for each label: the reverse of `labels`."""
    return {label: name for name, label in labels(game).items()}


def shown_name(name: str) -> str:
    """Return the name to show to players for `name`. This is the name that the rules have for a
    pile or for a fact of a position, such as how many deals are left."""
    return NAMES.get(name, name.replace("_", " "))


def title(game: "Rules", pile: str) -> str:
    """Return how sentences refer to a pile: by its name if it is the only one of its kind, as in
    `the stock`, otherwise by its label."""
    group = game.layout.group_of[game.layout.index[pile]]
    return _("the {pile}", pile=shown_name(pile)) if group.indices is None else labels(game)[pile]


def card_text(card: str, symbols: bool = False) -> str:
    """Return a card as shown to players: `10H`, or `10♥` with `symbols`. `card` is its
    two-character name, such as `TH`."""
    rank = "10" if card[0] == "T" else card[0]
    return rank + (SYMBOL[card[1]] if symbols else card[1])


def cards_text(cards: Sequence[Card], symbols: bool = False) -> str:
    """Return cards as shown to players. If there are more than five, name only the first and the
    last, and say how many there are."""
    words = [card_text(NAME[card], symbols) for card in cards]
    return (
        " ".join(words)
        if len(words) <= 5
        else _(
            "{first} to {last} ({n} cards)",
            first=words[0],
            last=words[-1],
            n=len(words),
        )
    )


def read_card(text: str) -> str | None:
    """Return the two-character name of a typed card, such as `TH` for `10h`, `th`, `10♥` or `ten of
    hearts`. Return None if the text is not a card."""
    words = read_words(text)
    if words is not None:
        return words
    plain = text.strip().upper()
    for letter, symbol in SYMBOL.items():
        plain = plain.replace(symbol, letter)
    plain = "T" + plain[2:] if plain.startswith("10") else plain
    return plain if plain in NAME else None


def grid_of(game: AnyGame, state: State[Any]) -> Grid | None:
    """Return the cards laid in a game whose cards are laid in the cells of a grid; None for other
    games."""
    return state.beside if isinstance(game, GridGame) and isinstance(state.beside, Grid) else None


def choice_cell(game: AnyGame, state: State[Any]) -> Cell | None:
    """Return the last empty cell of a grid, if the player may now choose which of several cards to
    lay there; otherwise None."""
    grid = grid_of(game, state)
    if grid is None or not grid.last or state.over:
        return None
    laid = {cell for cell, _ in grid.laid}
    rows, columns = possible_cells(game, state)
    return next(((r, c) for r in rows for c in columns if (r, c) not in laid), None)


def cell_label(game: AnyGame, cell: Cell) -> str:
    """Return the label of a cell: its column as a letter, then its row as a number. The first card
    of a grid four cells wide lies on `d4`."""
    least = game.least if isinstance(game, GridGame) else 0
    return f"{chr(ord('a') + cell[1] - least)}{cell[0] + 1 - least}"


def read_cell(game: AnyGame, text: str) -> Cell | None:
    """Return the (row, column) of the cell with the typed label `text`; None if it is no label or
    the game has no grid."""
    if not isinstance(game, GridGame) or not re.fullmatch(r"[a-z][0-9]+", text):
        return None
    row, column = int(text[1:3]) - 1 + game.least, ord(text[0]) - ord("a") + game.least
    return (row, column) if game.least <= min(row, column) <= max(row, column) < game.size else None


def possible_cells(game: AnyGame, state: State[Any]) -> tuple[range, range]:
    """Return the rows and the columns of a grid in which cards lie or can still be laid, as ranges
    of coordinates (`GridGame.frame` computes them). For games without a grid both ranges are
    empty."""
    grid = grid_of(game, state)
    if grid is None or not isinstance(game, GridGame):
        return range(0), range(0)
    return game.frame(grid.laid)


def by_fit(game: AnyGame, src: str) -> list[tuple[str, Sequence[str]]]:
    """Return the game's kinds of move with the names of their fields, in the order in which to try
    them for the pile `src`: for a tableau pile, moves of several cards first; for other piles,
    moves of one card first."""
    index = game.layout.index.get(src)
    column = index is not None and game.layout.group_of[index].role == "tableau"
    return sorted(game.codec.kinds.items(), key=lambda kind: ("n" in kind[1]) != column)
