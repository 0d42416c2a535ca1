"""Checks a move before it is sent: the engine decides whether it is legal on the table as the
player sees it."""

from typing import TYPE_CHECKING, Any

from client_cli.state.deal_frames import FIRST_SEE_IT
from engine.moves import Resign
from engine.racing_demon.game import TableMove
from engine.takeback import UNDO
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom

COVERED = _("Your board is covered; come back from your break first.")
TAKING_BACK = _("Wait: a move is being taken back.")


def why_not(session: "KnownRoom", move: Any) -> str | None:
    """Return a sentence that says why the player may not make this move on their own table now;
    None if it may be sent."""
    board, rules, resigning = session.board, session.rules, isinstance(move, Resign)
    if session.covered:
        return COVERED
    if session.status == "running" and session.dealing:
        return None if resigning else FIRST_SEE_IT
    if board is None or rules is None or session.status != "running":
        over = session.status == "over"
        return _("The race is over.") if over else _("The race has not begun.")
    if move is UNDO:
        return _why_not_back(session)
    state = session.ahead()
    if state is None:
        back = any(waiting.move is UNDO for waiting in session.outbox)
        return TAKING_BACK if back else _("Wait: a card is being turned.")
    if state.over:
        return _("The game is over.")
    if resigning:
        return None
    not_called = session.awaits_call and _("The next card has not been called.")
    return not_called or rules.refusal(state, move)


def _why_not_back(session: "KnownRoom") -> str | None:
    """Return a sentence that says why the last move cannot be taken back; None if the client may
    ask the server. This function checks only the terms, because only the server knows whether the
    move turned a card."""
    if not session.takes_back:
        return _("In this race no move is taken back.")
    if any(waiting.move is UNDO for waiting in session.outbox):
        return TAKING_BACK
    board = session.board
    if board is None or board.over:
        return _("The game is over.")
    return None if board.ply + len(session.outbox) else _("There is no move to take back.")


def why_not_at_table(session: "KnownRoom", move: TableMove) -> str | None:
    """Return a sentence that says why the player may not make this move at the common table of
    Racing Demon now; None if it may be sent."""
    table = session.common
    at = None if table is None else table.position(session.seat)
    if table is None or at is None or session.status != "running":
        over = session.status == "over"
        return _("The race is over.") if over else _("The race has not begun.")
    if table.state.over is not None:
        return _("The round is over.")
    state = session.common_ahead()
    if state is None:
        return _("Wait: a card is being turned.")
    return table.rules.refusal(state, at, move)
