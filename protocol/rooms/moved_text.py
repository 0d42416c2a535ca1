"""The text of the message `moved`, which acknowledges a move, without a pydantic model.

The server sends this message for every move, and a model costs several times as much as the text. A
test compares the texts with those of the model `Moved` (`protocol/rooms/boards.py`) in every game.
"""

from pydantic_core import to_json

from engine.table import GameOver
from engine.view import PileView, View

DEFAULTS = '"legal":null,"finish":null,"safe":null,"redo":null,"hint":null,"stopped_counting":false'
"""The last fields of the message as they are after most moves: if the player has not asked to be
sent legal moves, the move was no hint, and no move was taken back."""


def moved_text(  # noqa: PLR0913 -- the fields of the message, without an object for them
    request: int | None,
    race: int,
    ply: int,
    ms: int,
    changed: View,
    progress: int,
    points: int | None,
    over: GameOver | None,
) -> bytes:
    """Return a message `moved` whose last fields have their defaults, as JSON in UTF-8. `request`
    is its `id`; the other arguments have the names of the fields of `Moved`."""
    end = "null" if over is None else to_json(over._asdict()).decode()
    return (
        f'{{"type":"moved","id":{"null" if request is None else request},"race":{race},'
        f'"ply":{ply},"ms":{ms},"changed":{_view_text(changed)},"progress":{progress},'
        f'"points":{"null" if points is None else points},"over":{end},{DEFAULTS}}}'
    ).encode()


def _view_text(view: View) -> str:
    """Return the JSON of a view. The names of piles and cards need no escapes in JSON."""
    piles = ",".join([f'"{name}":{_pile_text(pile)}' for name, pile in view.piles.items()])
    if not view.facts:
        return f'{{"piles":{{{piles}}}}}'
    return f'{{"piles":{{{piles}}},{to_json(view.facts).decode()[1:]}'


def _pile_text(pile: PileView | None) -> str:
    if pile is None:
        return "null"
    if not pile.up:
        return f'{{"down":{pile.down},"up":[]}}'
    cards = '","'.join(pile.up)
    return f'{{"down":{pile.down},"up":["{cards}"]}}'
