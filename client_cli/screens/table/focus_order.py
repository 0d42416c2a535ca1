"""Focus order of the keyboard cursor: the stops on the table, and how arrows and Tab move it."""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.canvas import Canvas, Place, Spot

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FocusStop(NamedTuple):
    """A stop of the cursor and its cell: a place (`n` is 0) or a single card of it."""

    spot: Spot
    x: int
    y: int


def stops(canvas: Canvas, parts: Sequence[Spot]) -> list[FocusStop]:
    """Every place in reading order, each followed by its own cards from `parts`.

    The stop of a place with such cards is at its letter; of any other place, at its top card.
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
    """The spot a key moves the cursor to: arrows go to the nearest stop in that direction, Tab to
    the next place. A cursor that is not on a stop appears at `first`, or else at the first stop.
    None if there are no stops."""
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
    """The nearest stop in this direction; cells out of line count double. `here` without one."""
    best: tuple[int, Spot] = (1_000_000, here.spot)
    for stop in found:
        x, y = stop.x - here.x, stop.y - here.y
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        if ahead > 0:
            best = min(best, (ahead + 2 * aside, stop.spot), key=lambda pair: pair[0])
    return best[1]
