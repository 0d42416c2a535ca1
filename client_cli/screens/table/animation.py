"""Animation of moved cards: which cards moved between two views, and how each frame is drawn.

The table itself is drawn in its new state at once. Flying cards are drawn over it for a few frames,
and a sign marks the cards that arrived a little longer. Nothing waits for an animation, and no
other code depends on it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.canvas import Canvas, Spot
from client_cli.screens.table.card_style import CardStyle
from engine.view import PileView, View

FRAME_S = 0.035
FLYING, SHOWN = 4, 8
"""The last frame on which a card flies, and the last frame on which its sign is shown."""
MOST = 14
"""If more cards than this moved, it is taken for another table and not animated."""
NOTHING = PileView(0, [])
LANDED, PLAIN_LANDED = "»", "%"
"""The sign on a card that has just arrived, and the same for ASCII terminals."""


class MovedCard(NamedTuple):
    """A card that moved. `source` is where it lay; None if it was turned over in place."""

    card: str
    source: Spot | None
    target: Spot


class Flight(NamedTuple):
    """A card and the cells it flies between; `start` is None for a card that is turned over."""

    card: str
    start: tuple[int, int] | None
    end: tuple[int, int]


def moved(before: View, after: View) -> list[MovedCard]:
    """The cards that changed places, sorted by the name of their new pile. Empty if more than
    `MOST` cards moved."""
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
    """The start and end cells of these cards. Cards with an end that is not drawn are left out."""
    ways = []
    for card, source, target in found:
        end = _at(after, target)
        start = _at(before, source) if source is not None else None
        if end is not None and (source is None or start is not None):
            ways.append(Flight(card, start, end))
    return ways


def _at(canvas: Canvas, spot: Spot) -> tuple[int, int] | None:
    return canvas.at(spot) or canvas.find(spot.place)


def draw_flights(canvas: Canvas, look: CardStyle, ways: Sequence[Flight], frame: int) -> None:
    """Draw one frame, counted from 1: cards in flight, or the signs on cards that arrived."""
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


def carry(canvas: Canvas, look: CardStyle, cards: Sequence[str], x: int, y: int) -> None:
    """Draw dragged cards at the pointer, the first on top and one row for each of the others."""
    for row, card in enumerate(cards, y):
        canvas.put(x, row, look.glyphs.chosen, look.palette.loud)
        canvas.put(x + 1, row, f"{look.card(card):<3}", look.palette.suits[card[1]])
