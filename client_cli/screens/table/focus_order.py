"""List the stops of the keyboard cursor on the table, and move it with arrows and Tab."""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.drawing.canvas import Canvas, Place, Spot

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FocusStop(NamedTuple):
    """A stop of the cursor and its cell (x, y). The spot is a place (`n` is 0) or a single card in
    it."""

    spot: Spot
    x: int
    y: int


def stops(canvas: Canvas, parts: Sequence[Spot]) -> list[FocusStop]:
    """Return a stop for every place in reading order, each followed by stops for its own cards in
    `parts`.

    The stop of a place with such cards is at its label; that of any other place is at its top card.
    """
    found, open_piles = [], {part.place for part in parts}
    for place in canvas.places():
        at = canvas.at(Spot(place)) if place in open_piles else None
        at = at or canvas.find(place)
        if at is not None:
            found.append(FocusStop(Spot(place), *at))
        drawn = ((part, canvas.at(part)) for part in parts if part.place == place)
        found += [FocusStop(part, *at) for part, at in drawn if at is not None]
    return found


def cursor_target(
    found: Sequence[FocusStop], at: Spot | None, first: Place | None, key: str
) -> Spot | None:
    """Return the spot to which a key moves the cursor from `at`: an arrow to the nearest stop in
    its direction, Tab to the next place. A cursor that is on no stop goes to the place `first`, or
    else to the first stop. Return None if there are no stops."""
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


def _nearest(found: Sequence[FocusStop], here: FocusStop, way: tuple[int, int]) -> Spot:
    """Return the nearest stop in a direction; distance across it counts double. Return the present
    stop if there is none."""
    best: tuple[int, Spot] = (1_000_000, here.spot)
    for stop in found:
        x, y = stop.x - here.x, stop.y - here.y
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        if ahead > 0:
            best = min(best, (ahead + 2 * aside, stop.spot), key=lambda pair: pair[0])
    return best[1]
