"""Animate moved cards: find which cards moved between two views, and draw each frame of the
animation. A view is what the player may see of a position. A `Spot` is a pile or grid cell, or one
card of it.

The new table is drawn at once. For a few frames each moved card is drawn on its way from the old to
the new pile; then a sign marks the card in the new pile. No other code waits for an animation or
depends on it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.drawing.canvas import Canvas, Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer, Highlight
from client_cli.screens.table.drawing.table_style import TableStyle
from engine.view import PileView, View

FRAME_S = 0.035
FLYING, SHOWN = 4, 8
"""The numbers of two frames of an animation: the last in which a moved card is drawn on its way,
and the last in which a sign marks the card in its new pile."""
MOST = 14
"""The most cards that are animated. If more moved, the views are taken to show different games."""
NOTHING = PileView(0, [])
LANDED, PLAIN_LANDED = "»", "%"
"""The sign on a card that has just arrived, and the same sign for ASCII terminals."""


class MovedCard(NamedTuple):
    """A card that moved from the spot `source` to the spot `target`. `source` is None if the card
    was turned face up in its pile or nothing shows where it came from."""

    card: str
    source: Spot | None
    target: Spot


class Flight(NamedTuple):
    """The way on which an animation shows a moved card, from the canvas cell (x, y) `start` to the
    cell `end`. `start` is None for a card that is turned face up in its pile."""

    card: str
    start: tuple[int, int] | None
    end: tuple[int, int]


def moved(before: View, after: View) -> list[MovedCard]:
    """Return the cards to animate between two views of a game: those that lie in another pile or
    have been turned face up. They are sorted by the name of the pile in which they now lie. Return
    an empty list if there are more than `MOST` such cards."""
    gone: dict[str, list[Spot]] = {}
    come: list[tuple[str, Spot]] = []
    shrunk = None
    for name in before.piles.keys() | after.piles.keys():
        old, new = before.piles.get(name) or NOTHING, after.piles.get(name) or NOTHING
        if new.down < old.down and not new.up:
            shrunk = Spot(name)
        kept = _alike(old.up, new.up)
        for i, card in enumerate(old.up[kept:], kept):
            gone.setdefault(card, []).append(Spot(name, len(old.up) - i))
        come += [(card, Spot(name, len(new.up) - i)) for i, card in enumerate(new.up[kept:], kept)]
    if len(come) > MOST:
        return []
    found = []
    for card, target in sorted(come, key=lambda pair: str(pair[1].place)):
        left = gone.get(card)
        turned = _down(before, target) > _down(after, target)
        source = left.pop(0) if left else None if turned else shrunk
        found.append(MovedCard(card, source, target))
    return [way for way in found if way.source is None or way.source.place != way.target.place]


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(old), len(new)))


def _down(view: View, spot: Spot) -> int:
    pile: PileView | None = view.piles.get(str(spot.place))
    return pile.down if pile is not None else 0


def flights(found: Sequence[MovedCard], before: Canvas, after: Canvas) -> list[Flight]:
    """Return a `Flight` (the way of a card in the animation) for each moved card. It goes from the
    cell at which the canvas `before` shows the card to the cell at which the canvas `after` shows
    it. A card that one of the canvases does not show gets no `Flight`."""
    ways = []
    for card, source, target in found:
        end = _at(after, target)
        start = _at(before, source) if source is not None else None
        if end is not None and (source is None or start is not None):
            ways.append(Flight(card, start, end))
    return ways


def _at(canvas: Canvas, spot: Spot) -> tuple[int, int] | None:
    return canvas.at(spot) or canvas.find(spot.place)


def draw_flights(canvas: Canvas, look: TableStyle, ways: Sequence[Flight], frame: int) -> None:
    """Draw frame number `frame` of an animation, counted from 1. In the first frames the cards are
    on their way; in the last ones a sign marks each card that has arrived."""
    for way in ways:
        (x, y), loud = way.end, look.palette.loud
        if frame > FLYING or (way.start is None and frame == FLYING):
            canvas.put(x, y, PLAIN_LANDED if look.ascii else LANDED, loud)
        elif way.start is None:
            back = look.glyphs.back * 3 if frame < FLYING // 2 else f" {look.glyphs.box[3]} "
            canvas.put(x + 1, y, back, look.palette.back)
        else:
            x0, y0 = way.start
            part = frame / (FLYING + 1)
            carry(
                canvas, look, [way.card], x0 + round((x - x0) * part), y0 + round((y - y0) * part)
            )


def carry(canvas: Canvas, look: TableStyle, cards: Sequence[str], x: int, y: int) -> None:
    """Draw cards that are on their way, in an animation or dragged with the mouse, in the size of
    the cards on the canvas. The first card is drawn at the cell (x, y), each further card one row
    lower."""
    pen = CardRenderer(canvas, look, Highlight(), str)
    for row, card in enumerate(cards, y):
        pen.picture(x, row, card, look.glyphs.chosen)
