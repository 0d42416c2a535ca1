"""Labels of piles and cells: a letter for each pile, letter and number for a grid cell.

Letters run in the reading order of the layout; `s` is always the stock and `w` the waste. Cells of
a grid are named by their coordinates with the first card in the middle, so a cell keeps its name
while the frame closes in around it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from client_cli.terminal.spoken_cards import read_words
from engine.cards import NAME, Card
from engine.games import AnyGame
from engine.grid import Grid, GridGame
from engine.moves import Cell
from engine.table import State
from protocol.texts import _

LETTERS = "abcdefghijklmnopqrtuvxyz"
"""Letters for piles; `s` and `w` are reserved."""
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
    "fan_of": _("fan of"),
    "session": _("session"),
}
"""What people read for the piles that are the only ones of their kind, and for facts of a view."""

OWN_LETTER = {"stock": "s", "waste": "w"}
SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def labels(game: AnyGame) -> dict[str, str]:
    """The label of every pile by its name, in reading order."""
    return _labels(tuple(game.layout))


@lru_cache(maxsize=128)
def _labels(names: tuple[str, ...]) -> dict[str, str]:
    others = [name for name in names if name not in OWN_LETTER]
    known = {name: OWN_LETTER[name] for name in names if name in OWN_LETTER}
    if len(others) <= len(LETTERS):
        known |= dict(zip(others, LETTERS, strict=False))
    else:
        known |= {name: _in_columns(name, number) for number, name in enumerate(others, 1)}
    return {name: known[name] for name in names}


def _in_columns(name: str, number: int) -> str:
    """The label in a layout with more piles than letters: the column's letter, and the row's number
    if the name has one (`op.2.1` is b3, `rub.1` is b). Piles in no column get p and a number."""
    match [part for part in name.split(".")[1:] if part.isdecimal()]:
        case [column] if int(column) < 15:
            return LETTERS[int(column)]
        case [row, column] if int(column) < 15:
            return f"{LETTERS[int(column)]}{int(row) + 1}"
    return f"p{number}"


def by_label(game: AnyGame) -> dict[str, str]:
    """The pile name of every label."""
    return {label: name for name, label in labels(game).items()}


def shown_name(name: str) -> str:
    """The name of a pile or a fact as people read it."""
    return NAMES.get(name, name.replace("_", " "))


def title(game: AnyGame, pile: str) -> str:
    """What a sentence calls a pile: its label, or its name if it is the only one of its kind."""
    group = game.layout.group_of[game.layout.index[pile]]
    return _("the {pile}", pile=shown_name(pile)) if group.indices is None else labels(game)[pile]


def card_text(card: str, symbols: bool = False) -> str:
    """A card for people: `10H`, or `10♥` with symbols; `card` is its two-character name."""
    rank = "10" if card[0] == "T" else card[0]
    return rank + (SYMBOL[card[1]] if symbols else card[1])


def cards_text(cards: Sequence[Card], symbols: bool = False) -> str:
    """Cards for people; more than five are shortened to the first, the last and the number."""
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
    """The two-character name of a typed card, such as `10h`, `th`, `K♥` or `king of hearts`; None
    if it is not a card."""
    words = read_words(text)
    if words is not None:
        return words
    plain = text.strip().upper()
    for letter, symbol in SYMBOL.items():
        plain = plain.replace(symbol, letter)
    plain = "T" + plain[2:] if plain.startswith("10") else plain
    return plain if plain in NAME else None


def grid_of(game: AnyGame, state: State[Any]) -> Grid | None:
    """The grid of a grid game; None for other games."""
    return state.beside if isinstance(game, GridGame) and isinstance(state.beside, Grid) else None


def cell_label(game: AnyGame, cell: Cell) -> str:
    """Label of a cell: `d4` for the first card of a grid four cells wide."""
    size = _size(game)
    return f"{chr(ord('a') + cell[1] + size - 1)}{cell[0] + size}"


def read_cell(game: AnyGame, text: str) -> Cell | None:
    """The cell of a label; None if it is not a label."""
    size = _size(game)
    if not size or len(text) < 2 or not text[1:].isdecimal() or not "a" <= text[0] <= "z":
        return None
    row, column = int(text[1:3]) - size, ord(text[0]) - ord("a") - size + 1
    return (row, column) if max(abs(row), abs(column)) < size else None


def frame(game: AnyGame, state: State[Any]) -> tuple[range, range]:
    """Rows and columns of the grid that can still hold a card, as ranges of coordinates."""
    grid, size = grid_of(game, state), _size(game)
    if grid is None or not grid.laid:
        return range(1 if size else 0), range(1 if size else 0)
    return _room([row for (row, _), _ in grid.laid], size), _room(
        [column for (_, column), _ in grid.laid], size
    )


def _room(along: Sequence[int], size: int) -> range:
    spare = size - (max(along) - min(along) + 1)
    return range(min(along) - spare, max(along) + spare + 1)


def _size(game: AnyGame) -> int:
    return game.size if isinstance(game, GridGame) else 0
