"""Take-backs (`undo`) and requests for a hint (`hint`). They are entries in the list of moves of a
contestant, although they are no moves of the game.

The terms of a race or of a practice game say whether they are allowed; the rules of the game do
not. A contestant who has used one of them is placed below all contestants who have used none. Here
this is called a mark on the result.

The rule of take-backs is one of these: `none`; `until_card`, back to the last card that was turned
up; `free`; `practice`, which also allows hints and lets a stuck game go on.
"""

from typing import Any, TypeVar

from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.mechanics.called_game import CalledGame
from engine.table import STUCK, State, Step


class Undo:
    """A take-back of the last move, as an entry in the list of moves. It is written `undo`, or
    `{"kind": "undo"}`."""


class AskHint:
    """A request for a hint, as an entry in the list of moves. It is written `hint`, or `{"kind":
    "hint"}`. The position does not change."""


UNDO = Undo()
HINT = AskHint()
UNDO_TEXT, HINT_TEXT = "undo", "hint"
_TEXTS: dict[Any, str] = {UNDO: UNDO_TEXT, HINT: HINT_TEXT}
_ENTRIES = {text: entry for entry, text in _TEXTS.items()}

PRACTICE = "practice"
"""A value of `take_back` for a race of one contestant. It is like `free`, but a game with no legal
move goes on until it is resigned, so that the last move can be taken back as well, and hints may be
asked for."""

Past = tuple[State[Any], Any] | None
"""The positions to which take-backs can lead: the last position, together with the `Past` of the
positions before it. None if there is no such position."""

Kept = TypeVar("Kept")


def kept(
    before: Kept, past: tuple[Kept, Any] | None, after: Step[Any], take_back: str
) -> tuple[Kept, Any] | None:
    """Return the earlier positions to which the player can return after a move: the last position,
    paired with the positions before it in the same form. Return None if the rule `take_back`
    forbids returning.

    `before` is the position before the move, `past` has the positions to which the player could
    return then, and `after` is the result of the move.
    """
    if take_back in ("free", PRACTICE) or (take_back == "until_card" and not after.revealed):
        return before, past
    return None


Line = tuple[str, Any] | None
"""A list of moves as texts, the last move first: a text together with the `Line` of the moves
before it. None for an empty list."""
Undone = tuple[Line, Line]
"""Two lists: the moves that were made and not taken back, and the moves that were taken back and
can be made again, the next one first."""
NOTHING_UNDONE: Undone = (None, None)


def undone_after(known: Undone, text: str) -> Undone:
    """Return two lists, as they are after the entry `text` in the list of moves: the moves that
    were made and not taken back, and the moves that were taken back and can be made again. `known`
    has the same lists before this entry.

    A move that was taken back can be made again until a different move is made. Making it again is
    an ordinary move.
    """
    made, back = known
    if text == HINT_TEXT:
        return known
    if text == UNDO_TEXT:
        return (made[1], (made[0], back)) if made else known
    return (text, made), back[1] if back and back[0] == text else None


def is_aid(move: Any) -> bool:
    """Return whether the entry `move` is `UNDO` or `HINT`, which mark the result of a game. Return
    False for any move of the game itself."""
    return move is UNDO or move is HINT


def read_move(game: AnyGame, value: object) -> Any:
    """Return the move of the game, `UNDO` or `HINT` that a JSON object or a text describes. Raises
    BadRequest if it describes none of these."""
    text = value.get("kind") if isinstance(value, dict) and len(value) == 1 else value
    entry = _ENTRIES.get(text) if isinstance(text, str) else None
    return game.codec.read(value) if entry is None else entry


def move_text(game: AnyGame, move: Any) -> str:
    """Return the text of a move of the game, or of `UNDO` or `HINT`."""
    return _TEXTS[move] if is_aid(move) else game.codec.to_text(move)


def step(
    game: AnyGame, state: State[Any], past: Past, move: Any, take_back: str
) -> tuple[State[Any], Past]:
    """Return the state after a move, an `UNDO` or a `HINT`, and the earlier positions to which the
    player can return from there. `past` has those to which the player could return before. Raises
    IllegalMove if the rules of the game or the rule `take_back` forbid it."""
    if move is UNDO:
        if take_back == "none":
            raise IllegalMove("In this race no move is taken back.")
        if state.over:
            raise IllegalMove("The game is over.")
        if past is None:
            if take_back == "until_card":
                raise IllegalMove("There is no move to take back, or a card was turned since.")
            raise IllegalMove("There is no move to take back.")
        return past
    if move is HINT:
        reason = _why_no_hint(game, state, take_back)
        if reason:
            raise IllegalMove(reason)
        return state, past
    after = game.play(state, move)
    if take_back == PRACTICE and after.state.over == STUCK:
        after = after._replace(state=after.state._replace(over=None))
    return after.state, kept(state, past, after, take_back)


def _why_no_hint(game: AnyGame, state: State[Any], take_back: str) -> str | None:
    """Return a sentence that says why the player gets no hint. Return None if the player gets
    one."""
    if take_back != PRACTICE:
        return "There are no hints in a race."
    if state.over:
        return "The game is over."
    if isinstance(game, CalledGame):
        return (
            "There are no hints in this game: what a card is worth on a cell depends on cards to"
            " come."
        )
    return None if game.legal(state).moves else "There is nothing to advise."
