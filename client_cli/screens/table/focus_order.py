"""List the stops of the keyboard cursor on the table, and find the stop to which an arrow key or
Tab moves the cursor. A stop is a pile, a grid cell or a single card."""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.screens.table.drawing.canvas import Canvas, Place, Spot

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FocusStop(NamedTuple):
    """A stop of the keyboard cursor, and its canvas cell (x, y). `spot` is a pile or grid cell, or
    a single card of it."""

    spot: Spot
    x: int
    y: int


def stops(canvas: Canvas, parts: Sequence[Spot]) -> list[FocusStop]:
    """Return the stops of the keyboard cursor: one for every pile and grid cell, in reading order.
    After the stop of a pile come the stops for single cards of this pile that `parts` lists.

    A pile with such cards has its own stop at its label; any other pile has it at its top card.
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
    """Return the spot to which a key moves the keyboard cursor from the spot `at`. None if there
    are no stops.

    An arrow key moves the cursor to the nearest stop in its direction, or leaves it where it is if
    there is none. Tab moves it to the next pile or grid cell. If `at` is a card that is no longer a
    stop, every key moves the cursor to the pile of this card. Without a cursor (`at` is None),
    every key moves it to the pile `first`. If the pile in question has no stop, the cursor goes to
    the first stop.
    """
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
    """Return the nearest stop in the direction `way`; distance across the direction counts double.
    If there is no stop in this direction, return the present one."""
    best: tuple[int, Spot] = (1_000_000, here.spot)
    for stop in found:
        x, y = stop.x - here.x, stop.y - here.y
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        if ahead > 0:
            best = min(best, (ahead + 2 * aside, stop.spot), key=lambda pair: pair[0])
    return best[1]
