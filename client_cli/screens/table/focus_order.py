"""Where the cursor may stand, and how arrows and Tab take it from one stop to the next."""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.canvas import Canvas, Place, Spot

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Stop(NamedTuple):
    """A place, or one card of a pile of which several may be taken; and where it is drawn."""

    spot: Spot
    x: int
    y: int


def stops(canvas: Canvas, parts: Sequence[Spot]) -> list[Stop]:
    """Every place in reading order, each followed by those of its cards that are stops.

    A pile with such cards is itself met at its letter, any other at its top card.
    """
    found, open_piles = [], {part.place for part in parts}
    for place in canvas.places():
        at = canvas.at(Spot(place)) if place in open_piles else None
        at = at or canvas.find(place)
        if at is not None:
            found.append(Stop(Spot(place), *at))
        drawn = ((part, canvas.at(part)) for part in parts if part.place == place)
        found += [Stop(part, *at) for part, at in drawn if at is not None]
    return found


def walked(found: Sequence[Stop], at: Spot | None, first: Place | None, key: str) -> Spot | None:
    """Where a key takes the cursor: an arrow to the nearest stop that way, Tab to the next place.
    A cursor that is nowhere appears, at `first` if that is there."""
    if not found:
        return None
    here = next((stop for stop in found if stop.spot == at), None)
    if here is None:
        place = at.place if at is not None else first
        return next((s.spot for s in found if s.spot == Spot(place or "")), found[0].spot)
    if key in ARROWS:
        return _nearest(found, here, ARROWS[key])
    places = [stop.spot for stop in found if not stop.spot.n]
    step = -1 if key == "shift+tab" else 1
    return places[(places.index(Spot(here.spot.place)) + step) % len(places)]


def _nearest(found: Sequence[Stop], here: Stop, way: tuple[int, int]) -> Spot:
    """Being out of line counts double."""
    best: tuple[int, Spot] = (1_000_000, here.spot)
    for stop in found:
        x, y = stop.x - here.x, stop.y - here.y
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        if ahead > 0:
            best = min(best, (ahead + 2 * aside, stop.spot), key=lambda pair: pair[0])
    return best[1]
