"""Columns of overlapping cards, and the piles that stand beside them."""

from collections.abc import Sequence
from dataclasses import fields

from client_cli.screens.canvas import Spot
from client_cli.screens.pen import BOX, CARD, Pen
from engine.cards import CARD as NUMBER
from engine.cards import RANK, SUIT
from engine.games import AnyGame
from engine.table import Group
from engine.view import PileView, View

ROOMY_PITCH = BOX + 2
ROOMY_COLUMNS = 7
ROOMY_HEIGHT = 14
FAN = "fan"
"""A pile spread out: each of its cards is in sight and may be asked for."""
BESIDE = 11
"""Cells from one framed pile beside the columns to the next."""


def draw_columns(pen: Pen, game: AnyGame, view: View) -> None:
    """Every pile: columns side by side, the rest around them. Frames where there is room."""
    columns = [name for name, group in _piles(game, view) if group.role == "tableau"]
    others = [name for name, group in _piles(game, view) if group.role != "tableau"]
    width = len(columns) * ROOMY_PITCH + len(others) * BESIDE
    roomy = len(columns) <= ROOMY_COLUMNS and width <= pen.canvas.width
    if roomy and pen.canvas.height >= ROOMY_HEIGHT:
        left = max(0, (pen.canvas.width - width) // 2)
        _roomy(pen, game, view, columns, left)
        right = left + len(columns) * ROOMY_PITCH + 2
        for i, name in enumerate(others):
            _beside(pen, right + i * BESIDE, 1, name, seen(view, name))
        _facts(pen, 0, pen.canvas.height - 1, view)
    else:
        y = _tray(pen, view, others)
        _tight(pen, game, view, columns, y)


def seen(view: View, name: str) -> PileView:
    return view.piles.get(name) or PileView(0, [])


def top(pile: PileView) -> str | None:
    return pile.up[-1] if pile.up else None


def title(name: str) -> str:
    return name.partition(".")[0].replace("_", " ")


def _piles(game: AnyGame, view: View) -> list[tuple[str, Group]]:
    """The piles that are on the table now."""
    piles = zip(game.layout.names, game.layout.group_of, strict=True)
    return [(name, group) for name, group in piles if name in view.piles or not group.vanishes]


# Columns. -----------------------------------------------------------------------------------


def _tight(pen: Pen, game: AnyGame, view: View, columns: Sequence[str], top_row: int) -> None:
    pitch = max(CARD, min(CARD + 3, pen.canvas.width // max(1, len(columns))))
    left = max(0, (pen.canvas.width - pitch * len(columns)) // 2)
    runs = moves_runs(game)
    for i, name in enumerate(columns):
        x, y = left + i * pitch, top_row
        pile = seen(view, name)
        pen.label(x, y, name)
        if not pile.down and not pile.up:
            pen.space(x, y + 1, name)
            continue
        if pile.down:
            y += 1
            pen.back(x, y, str(pile.down), name)
        for index in _rows(len(pile.up), pen.canvas.height - y - 1):
            y += 1
            if index < 0:
                pen.squash(x, y, -index, name)
            else:
                spot = Spot(name, len(pile.up) - index)
                pen.card(x, y, pile.up[index], spot, runs and joined(pile.up, index))


def _roomy(pen: Pen, game: AnyGame, view: View, columns: Sequence[str], left: int) -> None:
    runs = moves_runs(game)
    for i, name in enumerate(columns):
        x, y = left + i * ROOMY_PITCH, 1
        pile = seen(view, name)
        pen.label(x + 1, 0, name)
        if not pile.up:
            if pile.down:
                pen.backs(x, y, pile.down, name)
            else:
                pen.empty_box(x, y, name)
            continue
        pen.border(x, y, bottom=False, style=pen.palette.edge)
        if pile.down:
            y += 1
            pen.back(x, y, str(pile.down), name)
        for index in _rows(len(pile.up), pen.canvas.height - y - 4):
            y += 1
            if index < 0:
                pen.squash(x, y, -index, name, framed=True)
            else:
                spot = Spot(name, len(pile.up) - index)
                pen.framed(x, y, pile.up[index], spot, runs and joined(pile.up, index))
        pen.foot(x, y + 1, pile.up[-1], Spot(name, 1))


def _rows(cards: int, rows: int) -> list[int]:
    """Which card to draw in each row; a negative number stands for so many squashed cards.

    The lowest card stays in sight, for what lies on it decides whether it can be freed.
    """
    if cards <= rows:
        return list(range(cards))
    kept = max(1, rows - 2)
    hidden = cards - kept - 1
    if rows < 3:
        return [-(cards - 1), cards - 1] if rows == 2 else [cards - 1]
    return [0, -hidden, *range(cards - kept, cards)]


def moves_runs(game: AnyGame) -> bool:
    """Whether cards may move together, so that it matters which are joined."""
    return any(field.name == "n" for kind in game.kinds for field in fields(kind))


def joined(up: Sequence[str], index: int) -> bool:
    """Whether a card lies on the next higher card of its own suit."""
    if index == 0:
        return False
    upper, lower = NUMBER[up[index]], NUMBER[up[index - 1]]
    return SUIT[upper] == SUIT[lower] and RANK[lower] == RANK[upper] + 1


# Beside the columns. ------------------------------------------------------------------------


def _beside(pen: Pen, x: int, y: int, name: str, pile: PileView) -> None:
    """A framed pile with its name above and its count beneath."""
    pen.caption(x, y - 1, name, title(name))
    card = top(pile)
    if card:
        pen.border(x, y, bottom=False, style=pen.palette.edge)
        pen.framed(x, y + 1, card, Spot(name, 1))
        pen.foot(x, y + 2, card, Spot(name, 1))
        pen.canvas.put(x + 1, y + 4, f"{len(pile.up):^3}", pen.palette.quiet)
    elif pile.down:
        pen.backs(x, y, pile.down, name)
    else:
        pen.empty_box(x, y, name)


def _tray(pen: Pen, view: View, names: Sequence[str]) -> int:
    """The piles beside the columns: `s stock ▒54   k books 13 A♠`; the row after them.

    Piles of one group are named once. A second row is begun where the first is full.
    """
    x, y, last = 1, 0, ""
    for name in names:
        pile, start = seen(view, name), x
        told = title(name) if title(name) != last else ""
        if x > 1 and x + len(told) + CARD + 5 > pen.canvas.width:
            x, y = 1, y + 1
        last, start = title(name), x
        x = pen.caption(x, y, name, told) - (0 if told else 1)
        x = _tray_pile(pen, x, y, name, pile)
        pen.canvas.mark(start, y, x - start, Spot(name))
        x += 2
    _facts(pen, x, y, view)
    return y + 1


def _tray_pile(pen: Pen, x: int, y: int, name: str, pile: PileView) -> int:
    card = top(pile)
    if pile.down:
        pen.back(x, y, str(pile.down), name)
    elif card and name == FAN:
        for index, fanned in enumerate(pile.up):
            pen.card(x + index * CARD, y, fanned, Spot(name, len(pile.up) - index))
        x += (len(pile.up) - 1) * CARD
    elif card:
        x = pen.canvas.put(x + 1, y, str(len(pile.up)))
        pen.card(x, y, card, Spot(name, 1))
    else:
        x += 1
        pen.space(x, y, name)
    return x + CARD


def _facts(pen: Pen, x: int, y: int, view: View) -> None:
    """What a game shows beside its piles, as far as it is a number or a word."""
    told = [
        f"{fact.replace('_', ' ')} {value}"
        for fact, value in view.facts.items()
        if isinstance(value, int | str) and not isinstance(value, bool)
    ]
    pen.canvas.put(x, y, f" {pen.glyphs.dot} ".join(told), pen.palette.quiet)
