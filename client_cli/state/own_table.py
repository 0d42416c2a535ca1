"""Reducers for the player's own table: full tables, acknowledged moves, and the steps (frames) of a
deal that is shown before play.

Each function applies one message to the session, the client's copy of the room, and returns the
sentences to show about it. In some races the server calls one card after the other, which each
contestant must place in a given time.
"""

from typing import TYPE_CHECKING, Any

from client_cli.messages.crown_events import STOPPED
from client_cli.messages.game import (
    STUCK,
    checked_counts,
    move_words,
    own_end,
    suggested_tilts,
    what_changed,
)
from client_cli.state.deal_frames import DealFrames
from client_cli.state.types import OwnBoard, own_standing, read_over
from engine.games import AnyGame
from engine.table import State
from engine.takeback import UNDO
from engine.view import View, passed_in
from protocol import from_server as said
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom


def frame(session: "KnownRoom", heard: said.Frame, now_ms: int) -> list[str]:
    """Store a frame of the deal in the session if it belongs to the running race. The returned list
    is always empty."""
    if session.race is None or heard.race != session.race.n or session.status != "running":
        return []
    stopped = session.dealing is not None and session.dealing.stopped_counting
    session.dealing = DealFrames.heard(heard)._replace(stopped_counting=stopped)
    session.clock.running(heard.clock_ms, now_ms)
    return []


def deal_counts(session: "KnownRoom", heard: said.DealCounts) -> list[str]:
    """Apply the answer to a hint during the deal of Kings: how many cards of each rank lie on the
    heaps (its piles). Store the numbers with the current frame, and return them as a sentence. If
    the game counted for a crown until this hint, a second sentence says that it no longer does."""
    dealing = session.dealing
    if dealing is None or session.race is None or heard.race != session.race.n:
        return []
    stops = heard.stopped_counting and not dealing.stopped_counting
    session.dealing = dealing._replace(
        ply=heard.ply, counts=heard.counts, stopped_counting=heard.stopped_counting
    )
    return [*checked_counts(heard.counts, {}), *([STOPPED] if stops else [])]


def table(session: "KnownRoom", heard: said.Table, now_ms: int) -> list[str]:
    """Replace the player's table by the one that the server has sent. Moves that this table does
    not contain yet stay in the outbox, the list of unanswered moves. Return sentences about what
    has changed."""
    rules = session.rules
    if session.race is None or rules is None or heard.race != session.race.n:
        return []
    view = heard.view.checked()
    state, known = rules.state_of(view, read_over(heard.over)), session.board
    session.board = _board(rules, heard, view, state)
    session.outbox = [w for w in session.outbox if w.ply >= heard.ply]
    session.marks.take(view, heard.marks)
    session.needs_table = False
    if session.dealing is not None and heard.ply != session.dealing.ply:
        session.dealing = None
    if not heard.ply:
        session.set_untouched(state, heard.progress, heard.points)
    if session.status == "running":
        session.clock.running(heard.clock_ms, now_ms)
    stopped = heard.stopped_counting and not (known and known.stopped_counting)
    told = what_changed(rules, known.state, state) if known else []
    return [*told, STOPPED] if stopped else told


def _board(
    rules: AnyGame, heard: said.Table | said.Moved, view: View, state: State[Any]
) -> OwnBoard:
    """Return the player's table made from a message. `view` is the whole table, and `state` is the
    same table as the engine's type."""
    redo = None if heard.redo is None else rules.codec.from_json(heard.redo)
    over = read_over(heard.over)
    told = (heard.ply, heard.progress, heard.points, over, redo, heard.stopped_counting)
    return OwnBoard(view, state, *told)


def _advice(
    session: "KnownRoom", rules: AnyGame, state: State[Any], heard: said.Moved
) -> list[str]:
    """Return the sentences of the hint in a message, or an empty list if it has none. A hint is a
    move with its reason or, during the watched deal of Kings, the numbers of cards on the heaps.
    These numbers are also stored with the frame that is shown."""
    hint = heard.hint
    if hint is None:
        return []
    if hint.counts:
        if session.dealing is not None:
            session.dealing = session.dealing._replace(ply=heard.ply, counts=hint.counts)
        return checked_counts(hint.counts, {})
    words = move_words(rules, state, rules.codec.from_json(hint.move))
    advice = _("Hint: {keys}. {reason}", keys=words, reason=_(hint.reason, n=hint.n))
    return [advice, *suggested_tilts(hint.tilts)]


def moved(session: "KnownRoom", heard: said.Moved, now_ms: int) -> list[str]:
    """Apply a move on the player's table, and return sentences about it. The player has made the
    move, or the server has placed a called card because the player's time for it was over. If an
    earlier move is missing, set `needs_table` instead, so that the client asks for the whole
    table."""
    rules, board = session.rules, session.board
    if session.race is None or rules is None or heard.race != session.race.n:
        return []
    back = any(w.move is UNDO and w.ply == heard.ply - 1 for w in session.outbox)
    session.outbox = [w for w in session.outbox if w.ply >= heard.ply]
    if board is None or heard.ply != board.ply + 1:
        session.needs_table = board is None or heard.ply > board.ply
        return []
    changed, over = heard.changed.checked(), read_over(heard.over)
    view = board.view.after(changed)
    state = rules.state_of(view, over)
    session.board = _board(rules, heard, view, state)
    if session.status == "running":
        session.clock.running(heard.ms, now_ms)
    if session.seat is not None:
        known = session.standings.get(session.seat) or session.fresh(session.seat)
        own = own_standing(known, heard, rules, session.board)
        clean = known.clean and not back and heard.hint is None
        session.standings[session.seat] = own._replace(clean=clean)
    if session.run is not None and heard.id is not None:
        session.run = session.run._replace(moved_ms=now_ms)
    told = what_changed(rules, board.state, state, passed_in(changed.facts))
    if back:
        told = [_("Taken back."), *told]
    elif heard.id is None:
        told = [_("Your time for the card was up."), *told]
    told += _advice(session, rules, state, heard)
    if session.is_stuck:
        told.append(STUCK)
    if heard.stopped_counting and not board.stopped_counting:
        told.append(STOPPED)
    return [*told, *own_end(rules, over, heard.points)]
