"""Find the pile from which a move takes its card, and the piles or grid cells that a player picks,
one after the other, to make the move.

The functions are pure. Some moves name no destination, or name a card inside a pile. Such a move is
carried out on a copy of the table; the first event (the first movement of cards) then shows which
card goes where.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from client_cli.screens.table.drawing.canvas import Place
from engine.cards import Card
from engine.errors import HiddenCard
from engine.games import AnyGame
from engine.table import Event, State, Table
from protocol.texts import _


class MoveRoute(NamedTuple):
    """One way to make a move by hand: pick the pile `source`, then each pile or grid cell of
    `steps` in order. `card` is the card taken from the source; None if the move causes no visible
    event."""

    move: Any
    source: Place
    steps: tuple[Place, ...]
    card: Card | None


def source_of(game: AnyGame, move: Any) -> Place | None:
    """Return the pile from which a move takes its card; None if the move names no card."""
    source = getattr(move, "src", None) or next(iter(getattr(move, "slots", ())), None)
    if source is None and hasattr(move, "dst"):
        return game.drawing.hand
    if source is None or source in game.layout.index:
        return source
    return str(source).rpartition(".")[0]  # a card inside a pile: `fan.3`


def routes(game: AnyGame, state: State[Any], move: Any) -> Iterator[MoveRoute]:
    """Yield the ways in which a player can make a move by hand. A move that names no card has none,
    and most moves have one. A move that takes two cards off the table together has two, because the
    player may pick either card first."""
    source = source_of(game, move)
    if source is None:
        return
    if not hasattr(move, "src") and hasattr(move, "dst"):
        yield MoveRoute(
            move, source, (move.dst,), state.piles[game.layout.index[str(source)]].up[-1]
        )
        return
    event = first_event(game, state, move)
    card = event.cards[-1] if event else None
    if hasattr(move, "slots"):
        yield MoveRoute(move, source, tuple(move.slots[1:]), card)
        return
    seen = game.layout.names[event.dst] if event and event.dst >= 0 else None
    goal = getattr(move, "dst", seen)
    if goal is None:
        return
    yield MoveRoute(move, source, (goal, *getattr(move, "fills", ())), card)
    if seen is not None and goal != seen:
        yield MoveRoute(move, goal, (source,), card)


def first_event(game: AnyGame, state: State[Any], move: Any) -> Event | None:
    """Return the first event (a movement of cards) that a legal move causes; None if it causes
    none."""
    table = Table(state.piles)
    with suppress(HiddenCard):  # raised when a hidden card would be turned; earlier events stay
        game.perform(state, move, table)
    return table.events[0] if table.events else None


def size(move: Any) -> int:
    """Return how many cards a move takes together from its source."""
    n: int = getattr(move, "n", 1)
    return n


def shared(found: list[MoveRoute]) -> tuple[Place, ...]:
    """Return the piles or grid cells with which all these routes begin, in the order in which the
    player picks them."""
    steps = [route.steps for route in found]
    length = 0
    while (
        all(len(one) > length for one in steps) and len({one[: length + 1] for one in steps}) == 1
    ):
        length += 1
    return steps[0][:length]


def spelled(game: AnyGame, state: State[Any], move: Any, label: Callable[[Place], str]) -> str:
    """Return the keys with which a player makes a legal move, as text: `a c` from pile a to pile c,
    `2 a c` if more than two cards could move but only two shall, `d4` in a grid, or `Space`.
    `label` returns the label of a pile or grid cell."""
    if hasattr(move, "cell"):
        return label(move.cell)
    route = next(routes(game, state, move), None)
    if route is None:
        return _("Space")
    ways = (r for m in game.legal(state).moves for r in routes(game, state, m))
    most = max(size(r.move) for r in ways if r[1:3] == route[1:3])
    count = [str(move.n)] if size(move) < most else []
    return " ".join([*count, *map(label, (route.source, *route.steps))])
