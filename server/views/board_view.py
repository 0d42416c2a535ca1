"""Makes messages about boards: the viewer's own board, boards of others, frames of deals, moves.

A board has the cards of one contestant. Its owner is the viewer who has its seat, the numbered
place of a player in a room. Race time is milliseconds since the start of the race. In some races
the server calls (announces) one card after the other, and each contestant places it in a grid of
their own. A watched deal is shown to a player step by step before play; each step is a frame.

Only `visibility.py` may call the functions that make messages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.aids import finish, safe_move
from engine.computer_players.player import hints
from engine.games import AnyGame
from engine.mechanics.called_game import CalledGame
from engine.moves import MoveJson
from engine.races.terms import EACH_CARD
from engine.table import State
from engine.takeback import HINT_TEXT
from engine.view import PASSED, View
from protocol.rooms import boards as say
from protocol.rooms.moved_text import moved_text
from protocol.rooms.watching import Tilt
from server.boards.card_marks import valid_marks
from server.boards.seat_standing import StoredStanding
from server.rooms.state import Race, Room
from server.views.deal_secrecy import deal_secrecy_of, why_elsewhere
from server.views.view_inputs import (
    BoardMove,
    DealFrame,
    PlacedGrids,
    Viewer,
    WatchedBoard,
    WholeBoard,
)


class NotVisible(Exception):
    """Raised when a message would show a viewer what they may not see. No message is made."""


def table(what: WholeBoard, viewer: Viewer) -> say.Table:
    """Return the message that shows the viewer their own board. Raises NotVisible if the board
    belongs to another seat."""
    _own(what.seat, viewer)
    game, state = what.race.game, _visible_to_owner(what.race, what.state)
    return say.Table(
        id=what.request,
        race=what.race.n,
        ply=what.ply,
        clock_ms=what.race.clock(what.now),
        view=game.view(state),
        progress=game.progress(state),
        points=game.points(state),
        over=_ended(state) or (_TIMED_OUT if what.race.status == "over" else None),
        legal=_legal(game, state) if viewer.legal else None,
        finish=_finish(game, state) if viewer.legal else None,
        marks=valid_marks(game, state, what.marks),
        safe=_safe(what.race, state, what.redo) if viewer.legal else None,
        redo=_redo(game, state, what.redo),
        stopped_counting=what.stopped_counting,
    )


def why_boards_closed(
    room: Room, standings: Mapping[int, StoredStanding], viewer: Viewer, now: int
) -> str | None:
    """Return a sentence that says why the viewer may not see the boards of others in the room's
    current race at server time `now`. Return None if the viewer may see them. `standings` has the
    figures of the contestants, such as their results, by seat."""
    return deal_secrecy_of(room, standings, viewer, now).boards


def board_delay_ms(room: Room, viewer: Viewer) -> int:
    """Return the delay in milliseconds with which the viewer sees the boards of others. It is 0 if
    the viewer is a contestant, and for everybody once the race is over."""
    race = room.race
    return 0 if race.status == "over" or viewer.seat in race.racing else room.settings.delay_ms


def visible_until_ms(race: Race, delay_ms: int, now: int) -> int:
    """Return the race time up to which moves on a board may be shown at server time `now`, if
    boards are shown `delay_ms` late. It is negative until the race has run for `delay_ms`."""
    return race.clock(now) - delay_ms


def watched(what: WatchedBoard, viewer: Viewer) -> say.WatchedTable:
    """Return the message that shows the viewer the board of another contestant. Raises NotVisible
    if the viewer may not see boards of others, or may not see this position yet."""
    room, race, game = what.room, what.room.race, what.room.race.game
    why = why_boards_closed(room, what.standings, viewer, what.now)
    if why is not None:
        raise NotVisible(why)
    delay_ms = board_delay_ms(room, viewer)
    seen = visible_until_ms(race, delay_ms, what.now)
    if what.state is not None and (seen < what.ms or (what.ply == 0 and seen < 0)):
        raise NotVisible("a board before its delay")
    over = race.status == "over"
    called = replace(race, call=race.called_by(seen))
    state = None if what.state is None else _visible_to_owner(race if over else called, what.state)
    view = game.view(state) if state else None
    if view is not None and what.passed:
        view.facts[PASSED] = game.passed_names(what.passed)
    return say.WatchedTable(
        id=what.request,
        race=race.n,
        seat=what.seat,
        ply=what.ply if state else 0,
        clock_ms=max(0, seen),
        delay_ms=delay_ms,
        view=view,
        progress=game.progress(state) if state else 0,
        points=game.points(state) if state else None,
        over=(_ended(state) if state else None) or (_TIMED_OUT if over else None),
    )


def shows_grids(room: Room, now: int) -> bool:
    """Return whether everybody in the room may see the grids of all contestants of the current race
    at server time `now`. The grids are then shown with only those called cards that all contestants
    have placed."""
    race = room.race
    if race.terms.show_grids != EACH_CARD or race.status not in ("running", "over"):
        return False
    return why_elsewhere(room, now) is None


def grids(what: PlacedGrids) -> say.Grids:
    """Return the message with the grids of all contestants, which is the same for every viewer.
    Raises NotVisible if the race does not show grids to all, or if a grid has a card that not
    everybody has placed."""
    race, game = what.room.race, what.room.race.game
    if not shows_grids(what.room, what.now):
        raise NotVisible("grids that are not shown")
    running = race.status == "running"
    if running and what.placed >= race.call:
        raise NotVisible("a called card before everybody has placed it")
    if any(game.progress(state) > what.placed for state in what.states.values()):
        raise NotVisible("a grid with a card that not everybody has placed")
    seats = []
    for seat, state in sorted(what.states.items()):
        seen = _called(replace(race, call=0), state) if running else game.showdown(state)
        points = game.points(seen)
        seats.append(
            say.SeatGrid(
                seat=seat, view=game.view(seen), progress=game.progress(seen), points=points
            )
        )
    return say.Grids(race=race.n, placed=what.placed, grids=seats)


def frame(what: DealFrame, viewer: Viewer) -> say.Frame:
    """Return the message that shows the viewer a frame of their watched deal. Raises NotVisible if
    `what` is a frame for another seat."""
    _own(what.seat, viewer)
    cards: Mapping[str, Any] = what.frame.shown
    return say.Frame(
        id=what.request,
        race=what.race.n,
        clock_ms=what.race.clock(what.now),
        frame=what.n,
        of=what.of,
        laid=[(place, card) for place, card in cards["laid"]],
        matches=[(place, card) for place, card in cards["matches"]],
        blank=cards["blank"],
        view=what.frame.view,
        ply=what.ply,
    )


def moved(what: BoardMove, viewer: Viewer) -> say.Moved:
    """Return the message that tells the viewer what their own move has changed. Raises NotVisible
    if another seat made the move."""
    taken = what.taken
    changed, state = _changed(what, viewer)
    return say.Moved(
        id=what.request,
        race=what.race.n,
        ply=taken.ply,
        ms=what.ms,
        changed=changed,
        progress=taken.progress,
        points=taken.points,
        over=_ended(state),
        **_beside_the_move(what, viewer, state),
    )


def moved_bytes(what: BoardMove, viewer: Viewer) -> bytes | None:
    """Return the message `moved`, encoded, without a model, which costs less. Return None if the
    message has fields that only `moved` makes. Raises NotVisible if another seat made the move."""
    taken = what.taken
    if viewer.legal or what.stopped_counting or taken.redo is not None or taken.text == HINT_TEXT:
        return None
    changed, state = _changed(what, viewer)
    return moved_text(
        what.request,
        what.race.n,
        taken.ply,
        what.ms,
        changed,
        taken.progress,
        taken.points,
        state.over,
    )


def _changed(what: BoardMove, viewer: Viewer) -> tuple[View, State[Any]]:
    """Return the part of the view that a move has changed, and the state after the move as its
    player may see it."""
    _own(what.seat, viewer)
    before, state = _called(what.race, what.taken.before), _called(what.race, what.taken.after)
    return what.race.game.changes(before, state), state


def deal_counts(what: BoardMove, viewer: Viewer) -> say.DealCounts:
    """Return the message that answers a viewer who has asked for a hint during a watched deal. It
    has only counts of the cards that the deal has shown so far. Raises NotVisible if another seat
    asked for the hint."""
    _own(what.seat, viewer)
    return say.DealCounts(
        id=what.request or 0,
        race=what.race.n,
        ply=what.taken.ply,
        counts=list(what.counts),
        stopped_counting=what.stopped_counting,
    )


def _beside_the_move(what: BoardMove, viewer: Viewer, state: State[Any]) -> dict[str, Any]:
    """Return the fields of the message `Moved` that keep their defaults after most moves: legal
    moves, the finish, safe auto-play, redo, and the hint."""
    game, taken = what.race.game, what.taken
    fields: dict[str, Any] = {}
    if viewer.legal:
        fields["legal"] = _legal(game, state)
        fields["finish"] = _finish(game, state)
        fields["safe"] = _safe(what.race, state, taken.redo)
    if taken.redo is not None:
        fields["redo"] = _redo(game, state, taken.redo)
    if taken.text == HINT_TEXT:
        fields["hint"] = _hint(game, state, what.counts)
    if what.stopped_counting:
        fields["stopped_counting"] = True
    return fields


def _own(seat: int, viewer: Viewer) -> None:
    if viewer.seat != seat:
        raise NotVisible("a board that is not their own")


def _visible_to_owner(race: Race, state: State[Any]) -> State[Any]:
    """Return the state as the owner of the board may see it. Once the race is over, hidden cards
    are turned up; until then, a card that has not been called is face down."""
    return race.game.showdown(state) if race.status == "over" else _called(race, state)


def _called(race: Race, state: State[Any]) -> State[Any]:
    """Return the state, with the next card face down on the stock if it has not been called yet."""
    game = race.game
    uncalled = race.terms.call_ms is not None and game.progress(state) >= race.call
    return game.uncalled(state) if uncalled and isinstance(game, CalledGame) else state


_TIMED_OUT = say.Ended(result="lost", reason="timeout")


def _ended(state: State[Any]) -> say.Ended | None:
    over = state.over
    return None if over is None else say.Ended(result=over.result, reason=over.reason)


def _legal(game: AnyGame, state: State[Any]) -> list[MoveJson]:
    return [game.codec.to_json(move) for move in game.legal(state).moves]


def _safe(race: Race, state: State[Any], redo: str | None) -> MoveJson | None:
    """Return the move that safe auto-play makes next; None if there is none. After a take-back
    there is none, because auto-play would make the move again that was taken back."""
    if redo is not None or not race.terms.safe_play or race.status != "running":
        return None
    move = safe_move(race.game, state)
    return None if move is None else race.game.codec.to_json(move)


def _redo(game: AnyGame, state: State[Any], text: str | None) -> MoveJson | None:
    return None if text is None or state.over else game.codec.to_json(game.codec.from_text(text))


def _hint(game: AnyGame, state: State[Any], counts: Sequence[int]) -> say.Hint | None:
    found = hints(game, state)
    if not found:
        return None
    best = found[0]
    tilts = [
        Tilt(pile=game.layout.names[pile], index=index, tilt=tilt)
        for pile, index, tilt in game.suggested_tilts(state)
    ]
    return say.Hint(
        move=game.codec.to_json(best.move),
        reason=best.reason,
        n=best.n,
        tilts=tilts,
        counts=list(counts),
    )


def _finish(game: AnyGame, state: State[Any]) -> MoveJson | None:
    moves = finish(game, state)
    return game.codec.to_json(moves[0]) if moves else None
