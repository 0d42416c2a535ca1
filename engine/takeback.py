"""Taking moves back. Whether that is allowed depends on the terms of a race or of practice, not on
the game, so an undo is not a move of a game."""

from typing import Any, TypeVar

from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.table import STUCK, State, Step


class Undo:
    """Take the last move back. Written `undo`, or `{"kind": "undo"}`."""


UNDO = Undo()
UNDO_TEXT = "undo"

PRACTICE = "practice"
"""A value of `take_back` for a race of one contestant. It is like `free`, but a game with no legal
move goes on until it is resigned, so that the last move can be taken back as well."""

Past = tuple[State[Any], Any] | None
"""The positions that can be returned to: the last one, and the `Past` of the positions before it.
None if there is none."""

Kept = TypeVar("Kept")


def kept(
    before: Kept, past: tuple[Kept, Any] | None, after: Step[Any], take_back: str
) -> tuple[Kept, Any] | None:
    """Return what can be returned to after a step: `before`, to which an undo would return, with
    the earlier `past`; None if the rule `take_back` forbids returning."""
    if take_back in ("free", PRACTICE) or (take_back == "until_card" and not after.revealed):
        return before, past
    return None


def read_move(game: AnyGame, value: object) -> Any:
    """Return a move of the game, or `UNDO`, from an object or a text. Raises BadRequest."""
    if value in (UNDO_TEXT, {"kind": UNDO_TEXT}):
        return UNDO
    return game.codec.read(value)


def move_text(game: AnyGame, move: Any) -> str:
    """Return the text of a move or of `UNDO`."""
    return UNDO_TEXT if move is UNDO else game.codec.to_text(move)


def step(
    game: AnyGame, state: State[Any], past: Past, move: Any, take_back: str
) -> tuple[State[Any], Past]:
    """Return the state and the past after a move or an undo. Raises IllegalMove.

    `take_back` is `none`, `until_card`, `free` or `practice`, as in the terms of a race.
    """
    if move is UNDO:
        if take_back == "none":
            raise IllegalMove("In this race no move is taken back.")
        if state.over:
            raise IllegalMove("The game is over.")
        if past is None:
            raise IllegalMove("There is no move to take back, or a card was turned since.")
        return past
    after = game.play(state, move)
    if take_back == PRACTICE and after.state.over == STUCK:
        after = after._replace(state=after.state._replace(over=None))
    return after.state, kept(state, past, after, take_back)
