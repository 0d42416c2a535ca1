"""Columns of overlapping cards, with frames where there is room and without where there is not."""

from collections.abc import Callable, Sequence

from client_cli.screens.canvas import Spot
from client_cli.screens.pen import BOX, CARD, Pen
from client_cli.screens.shelves import seen
from engine.view import View

Joined = Callable[[Sequence[str], int], bool]
"""Whether a card of a column goes together with the one it lies on."""


def tight_columns(
    pen: Pen, view: View, at: Sequence[tuple[int, str]], y0: int, joined: Joined, numbered: bool
) -> None:
    """Columns at these places, a row to a card; `numbered` where a pile's number is its rule."""
    for x, name in at:
        y, pile = y0, seen(view, name)
        pen.label(x, y, name)
        if numbered:
            roomy = len(at) < 2 or at[1][0] - at[0][0] > CARD + 1
            number = name.rpartition(".")[2]
            pen.canvas.put(x + (3 if roomy else 2), y, number, pen.palette.quiet)
        if not pile.down and not pile.up:
            pen.space(x, y + 1, name)
            continue
        if pile.down:
            y += 1
            pen.back(x, y, str(pile.down), name)
        for index in rows(len(pile.up), pen.canvas.height - y - 1):
            y += 1
            if index < 0:
                pen.squash(x, y, -index, name)
            else:
                spot = Spot(name, len(pile.up) - index)
                pen.card(x, y, pile.up[index], spot, joined(pile.up, index))


def framed_columns(
    pen: Pen, view: View, at: Sequence[tuple[int, str]], y0: int, joined: Joined
) -> None:
    """The same in frames, with the whole of the top card."""
    for x, name in at:
        y, pile = y0 + 1, seen(view, name)
        pen.label(x + 1, y0, name)
        if not pile.up:
            if pile.down:
                pen.backs(x, y, pile.down, name)
            else:
                pen.empty_box(x, y, name)
            continue
        pen.border(x, y, bottom=False, style=pen.palette.edge)
        if pile.down:
            y += 1
            pen.edges(x, y, pen.palette.back, "")
            pen.canvas.put(x + 1, y, f"{pen.glyphs.back}{pile.down:<2}", pen.palette.back)
            pen.canvas.mark(x, y, BOX, Spot(name))
        for index in rows(len(pile.up), pen.canvas.height - y - 3):
            y += 1
            if index < 0:
                pen.squash(x, y, -index, name, framed=True)
            else:
                spot = Spot(name, len(pile.up) - index)
                pen.framed(x, y, pile.up[index], spot, joined(pile.up, index))
        pen.foot(x, y + 1, pile.up[-1], Spot(name, 1))


def framed_height(view: View, names: Sequence[str]) -> int:
    """Rows that columns in frames take, with their letters."""
    piles = [seen(view, name) for name in names]
    return 1 + max((3 + max(1, len(p.up)) + bool(p.down and p.up) for p in piles), default=0)


def draw_fan(pen: Pen, view: View, name: str, told: str, y: int) -> int:
    """The cards of a fan side by side, in as many rows as they need; the row after them."""
    x = pen.caption(1, y, name, told) + 1
    pen.canvas.mark(1, y, x - 1, Spot(name))
    start, pile = x, seen(view, name)
    if not pile.up:
        pen.space(x, y, name)
    for i, card in enumerate(pile.up):
        if x + CARD > pen.canvas.width:
            x, y = start, y + 1
        pen.card(x, y, card, Spot(name, len(pile.up) - i))
        x += CARD
    return y + 1


def rows(cards: int, room: int) -> list[int]:
    """Which card to draw in each row; a negative number stands for so many squashed cards.

    The lowest card stays in sight, for what lies on it decides whether it can be freed.
    """
    if cards <= room:
        return list(range(cards))
    kept = max(1, room - 2)
    hidden = cards - kept - 1
    if room < 3:
        return [-(cards - 1), cards - 1] if room == 2 else [cards - 1]
    return [0, -hidden, *range(cards - kept, cards)]
