"""Cards on their way: what has moved between two tables, and where it is drawn in between.

A table is drawn as it is at once; cards on their way lie over it for a moment, and what has come to
lie anew keeps a sign a little longer. So nothing waits for a movement, and nothing depends on it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.canvas import Canvas, Spot
from client_cli.screens.table.card_style import Look
from engine.view import PileView, View

FRAME_S = 0.035
FLYING, SHOWN = 4, 8
"""Frames a card is on its way, and frames until its sign is gone."""
MOST = 14
"""More cards than these are no movement but another table."""
NOTHING = PileView(0, [])
LANDED, PLAIN_LANDED = "»", "%"
"""The sign of what has come to lie anew, and the same in plain letters."""


class Moved(NamedTuple):
    """A card that lies anew. `source` is where it lay; None if it was turned where it lies."""

    card: str
    source: Spot | None
    target: Spot


class Flight(NamedTuple):
    """A card and its way over the screen; None for a card that is turned."""

    card: str
    start: tuple[int, int] | None
    end: tuple[int, int]


def moved(before: View, after: View) -> list[Moved]:
    """The cards that lie anew, where they can be told; nothing if it is another table."""
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
        found.append(Moved(card, source, target))
    return [way for way in found if way.source is None or way.source.place != way.target.place]


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(old), len(new)))


def _down(view: View, spot: Spot) -> int:
    pile: PileView | None = view.piles.get(str(spot.place))
    return pile.down if pile is not None else 0


def flights(found: Sequence[Moved], before: Canvas, after: Canvas) -> list[Flight]:
    """Their ways from one picture to the next; none where an end is out of sight."""
    ways = []
    for card, source, target in found:
        end = _at(after, target)
        start = _at(before, source) if source is not None else None
        if end is not None and (source is None or start is not None):
            ways.append(Flight(card, start, end))
    return ways


def _at(canvas: Canvas, spot: Spot) -> tuple[int, int] | None:
    return canvas.at(spot) or canvas.find(spot.place)


def draw_flights(canvas: Canvas, look: Look, ways: Sequence[Flight], frame: int) -> None:
    """The picture at one of the frames, from 1: cards in the air, or the signs of what has come."""
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


def carry(canvas: Canvas, look: Look, cards: Sequence[str], x: int, y: int) -> None:
    """Cards in the hand, at the pointer: the first and those on it."""
    for row, card in enumerate(cards, y):
        canvas.put(x, row, look.glyphs.chosen, look.palette.loud)
        canvas.put(x + 1, row, f"{look.card(card):<3}", look.palette.suits[card[1]])
