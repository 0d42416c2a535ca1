"""The path of a move: this module checks a move on the board of the contestant who makes it, has
the move stored, and then acknowledges it to the player.

A seat is the numbered place of a player in a room. In some races the server calls (announces) one
card after the other, and each contestant must place it in a given time. In Racing Demon all
contestants play at a common table; `common_tables/play_table.py` has the path of moves there.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from engine.errors import EngineError, IllegalMove
from engine.races.board import score
from engine.races.limits import MOST_MOVES
from engine.takeback import HINT_TEXT, move_text, read_move
from protocol.from_client import Play
from protocol.message import encode
from server.boards.seat_board import MOST_UNDER_WAY, PlayedMove, SeatBoard
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.live_rooms.common_tables.play_table import TablePath
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.move_writer import STORED, MoveWriter
from server.live_rooms.registry import RoomRegistry
from server.observability.metrics import Metrics
from server.rooms import breaks
from server.rooms.state import Race
from server.store.move_batches import StoredMove
from server.views.listener import Listener, NoListener
from server.views.view_inputs import BoardMove, RefusedRequest
from server.views.visibility import acknowledgement, shown

RESIGN_TRIES = 5
"""How often resigning a game is tried. A try fails if another process stores a move of the seat
first."""

RESIGNING = ("resign", {"kind": "resign"})
HINTS = (HINT_TEXT, {"kind": HINT_TEXT})
WHILE_DEALING = RESIGNING + HINTS
"""The moves that may be made while a watched deal is being shown."""

SENTENCES = {
    "over": ("race_over", "The race is over."),
    "bell": ("race_over", "Time is up; the move came too late."),
    "ended": ("game_over", "Your game is over."),
    "covered": breaks.ON_BREAK,
    "lost": ("race_lost", "The server's store has lost this race; it cannot go on."),
    "waiting": ("race_not_running", "The race has not begun."),
    "ply": ("stale_ply", "The move was made from another position; look at the board again."),
}


class MoveRefused(Refusal):
    """Raised if a move is refused. `ply` is the number of moves of the seat that the server knows;
    None if that number is not known."""

    def __init__(self, code: str, sentence: str, ply: int | None) -> None:
        super().__init__(code, sentence)
        self.ply = ply


class MovePath:
    """Takes the moves that players connected to this process request. It also makes moves in place
    of players: it resigns for a seat that has left, and places a called card for a contestant who
    has not placed it in time. `tables` takes moves at common tables."""

    def __init__(
        self,
        registry: RoomRegistry,
        move_writer: MoveWriter,
        tables: TablePath,
        metrics: Metrics,
    ) -> None:
        self._registry = registry
        self.tables = tables
        self._move_writer = move_writer
        self._metrics = metrics

    def play_at_once(self, live: LiveRoom, listener: Listener, seat: int, request: Play) -> bool:
        """Check a move and queue it to be stored, as `play` does, if this is possible without
        waiting. Otherwise do nothing and return False; the caller then calls `play`. Raises
        MoveRefused if the move is not allowed."""
        race, seat_board = live.race, live.seat_boards.get(seat)
        if (
            seat_board is None
            or seat_board.broken
            or request.race != race.n
            or request.ply < seat_board.ply
        ):
            return False
        self._submit(live, listener, seat, seat_board, request)
        return True

    async def play(self, live: LiveRoom, listener: Listener, seat: int, request: Play) -> None:
        """Check a move and queue it to be stored; return before it is stored. When the store has
        answered, `listener`, the connection of the player, is sent an acknowledgement or a refusal.

        A move that is stored already is acknowledged again. If MoveRefused, Refusal or StoreAway is
        raised, nothing has changed.
        """
        race = live.race
        if request.race != race.n:
            raise Refusal("wrong_race", f"The room is at race {race.n}.")
        if race.status in ("lobby", "countdown"):
            raise Refusal(*SENTENCES["waiting"])
        if race.shares_table:
            raise Refusal("no_board", "You have no board of your own in this race.")
        if self.play_at_once(live, listener, seat, request):
            return
        seat_board = await self._registry.tables.seat_board(live, seat)
        if request.ply < seat_board.ply:
            await self._answer_again(live, listener, seat, request)
        else:
            self._submit(live, listener, seat, seat_board, request)

    async def resign(self, live: LiveRoom, seat: int) -> None:
        """Resign the game of a seat that has left, and wait until the resignation is stored. First
        wait until the moves of the seat that are being stored are stored.

        Return without having resigned if the game or the race has ended, or if RESIGN_TRIES
        attempts have failed. Raises StoreAway if the store cannot be reached.
        """
        if live.race.shares_table:
            await self.tables.resign(live, seat)
            return
        for _ in range(RESIGN_TRIES):
            race = live.race
            if race.status != "running" or seat not in race.racing:
                return
            with suppress(Refusal):  # the race may end meanwhile
                seat_board = await self._registry.tables.seat_board(live, seat)
                if seat_board.state.over is not None:
                    return
                if live.room.seats[seat].covered:
                    await self._registry.change(live, partial(breaks.end, seat=seat))
                resign = Play(id=0, race=race.n, ply=seat_board.ply, move={"kind": "resign"})
                await self.play(live, NoListener(), seat, resign)
                await seat_board.settled()

    async def place_for(self, live: LiveRoom, seats: Iterable[int], call: int) -> None:
        """Place the called card number `call` for each of `seats`, on the first cell of the seat's
        board where it may go. Wait until the moves are stored.

        Every process chooses the same cell, and the store accepts each move only once. Raises
        StoreAway if the store cannot be reached.
        """
        under_way = []
        for seat in seats:
            with suppress(Refusal):  # meanwhile the room may have gone on to its next race
                seat_board = await self._registry.tables.seat_board(live, seat)
                if self._place(live, seat, seat_board, call):
                    under_way.append(seat_board)
        for seat_board in under_way:
            await seat_board.settled()

    def _place(self, live: LiveRoom, seat: int, seat_board: SeatBoard, call: int) -> bool:
        """Queue the move that places the called card number `call` for a seat. Return False, having
        done nothing, if the seat needs no such move."""
        race = live.race
        move = next(iter(race.game.legal(seat_board.state).moves), None)
        if race.status != "running" or race.call != call or seat_board.ply >= call or move is None:
            return False
        taken = seat_board.take(race.game.codec.to_text(move), by="server")
        listener = live.speaker(seat) or NoListener()
        move = _to_store(live, seat, seat_board, taken)
        self._move_writer.submit(
            _QueuedMove(move, self, listener, live, race, seat, seat_board, None, taken)
        )
        return True

    def count(self, outcome: str) -> None:
        """Count one more move with this outcome in the server's metrics. An outcome is, for
        example, that the move was refused."""
        self._metrics.moves.labels(outcome).inc()

    def is_current(self, live: LiveRoom, seat: int, seat_board: SeatBoard) -> bool:
        """Return whether `live` is the room that the registry has cached, and `seat_board` is its
        board of the seat."""
        is_cached = self._registry.rooms.get(live.room.code) is live
        return is_cached and live.seat_boards.get(seat) is seat_board

    def _submit(
        self, live: LiveRoom, listener: Listener, seat: int, seat_board: SeatBoard, request: Play
    ) -> None:
        if live.room.seats[seat].covered:
            raise MoveRefused(*breaks.ON_BREAK, seat_board.ply)
        taken = self._play(live.race, seat_board, request)
        move = _to_store(live, seat, seat_board, taken)
        self._move_writer.submit(
            _QueuedMove(move, self, listener, live, live.race, seat, seat_board, request.id, taken)
        )

    def _play(self, race: Race, seat_board: SeatBoard, request: Play) -> PlayedMove:
        if race.status == "over":
            raise MoveRefused(*SENTENCES["over"], seat_board.ply)
        if request.ply > seat_board.ply:
            sentence = f"The server has {seat_board.ply} moves, not {request.ply}."
            raise MoveRefused("ply_ahead", sentence, seat_board.ply)
        if seat_board.ply >= MOST_MOVES and request.move not in RESIGNING:
            sentence = f"A game has at most {MOST_MOVES} moves; you may give up."
            raise MoveRefused("too_many_moves", sentence, seat_board.ply)
        if seat_board.dealing and request.move not in WHILE_DEALING:
            sentence = "See the whole deal first; ask for its next frame."
            raise MoveRefused("dealing", sentence, seat_board.ply)
        if race.call and seat_board.ply >= race.call and request.move not in RESIGNING:
            raise MoveRefused(
                "not_called", "Wait: the next card has not been called.", seat_board.ply
            )
        if race.ghost is not None and request.move in HINTS:
            sentence = "There are no hints in a race, not even against a ghost."
            raise MoveRefused("illegal_move", sentence, seat_board.ply)
        if seat_board.under_way >= MOST_UNDER_WAY:
            raise MoveRefused("too_fast", "Wait for the moves before this one.", seat_board.ply)
        try:
            return seat_board.take(request.move)
        except IllegalMove as error:
            code = "game_over" if seat_board.state.over else error.code
            raise MoveRefused(code, str(error), seat_board.ply) from None
        except EngineError as error:
            raise MoveRefused(error.code, str(error), seat_board.ply) from None

    async def _answer_again(
        self, live: LiveRoom, listener: Listener, seat: int, request: Play
    ) -> None:
        entries = await self._registry.tables.entries(live, seat)
        if request.race != live.race.n:  # meanwhile the room has gone on
            raise Refusal("wrong_race", f"The room is at race {live.race.n}.")
        breaks.refuse_covered(live.room, seat)
        if request.ply >= len(entries):
            raise MoveRefused(*SENTENCES["ply"], len(entries))
        game, entry = live.race.game, entries[request.ply]
        try:
            same = move_text(game, read_move(game, request.move)) == entry.text
        except EngineError:
            same = False
        if not same:
            raise MoveRefused(*SENTENCES["ply"], len(entries))
        frame = (await self._registry.tables.seat_board(live, seat)).frame
        taken = live.seat_board(entries[: request.ply], frame).take(request.move)
        self.count("again")
        stopped = live.stopped_counting(live.race, seat, taken.clean)
        counts = _counts(live, live.race, taken)
        move = BoardMove(request.id, live.race, seat, entry.ms, taken, stopped, counts)
        acknowledge(listener, move)


class _QueuedMove(NamedTuple):
    """A move to be stored, and the values that are needed to answer the player. `request` is the id
    of the player's request, None for a move that the server makes."""

    move: StoredMove
    moves: MovePath
    listener: Listener
    live: LiveRoom
    race: Race
    seat: int
    seat_board: SeatBoard
    request: int | None
    taken: PlayedMove

    def settle(self, answer: str) -> bool:
        """Act on the store's answer to the move. Either acknowledge the move; or refuse it, and
        mark the seat's board as broken, so that the board is computed again from the stored
        moves.

        Return whether the cached room has the move now. It lacks a stored move if the room or the
        board was read again from the store while the move was on its way there."""
        word, *rest = answer.split(" ", 2)
        if word not in STORED:
            self._refuse(word, rest)
            return True
        _, moves, listener, live, race, seat, seat_board, request, taken = self
        seat_board.stored()
        stopped = live.stopped_counting(race, seat, taken.clean)
        counts = _counts(live, race, taken)
        acknowledge(listener, BoardMove(request, race, seat, int(rest[0]), taken, stopped, counts))
        if len(rest) > 1:  # the feed would bring it later
            live.set_standing(race.n, seat, StoredStanding.read(rest[1]))
        return moves.is_current(live, seat, seat_board)

    def _refuse(self, word: str, numbers: Sequence[str]) -> None:
        self.moves.count("turned_down")
        self.seat_board.fail()
        if self.request is None:
            return
        code, sentence = SENTENCES[word]
        ply = int(numbers[0]) if numbers else self.taken.ply - 1
        refused = RefusedRequest(self.request, code, sentence, ply)
        self.listener.send(encode(shown(refused, self.listener.viewer)))


def acknowledge(listener: Listener, move: BoardMove) -> None:
    """Send the acknowledgement of a stored move to `listener`, if the user of this connection still
    has the seat that made the move."""
    if listener.viewer.seat == move.seat:
        listener.send(acknowledgement(move, listener.viewer))


def _counts(live: LiveRoom, race: Race, taken: PlayedMove) -> Sequence[int]:
    """Return the numbers of cards of each rank that a hint shows (`LiveRoom.counts`). Return an
    empty sequence for a move that is no hint, or if the room has another race by now."""
    if taken.text != HINT_TEXT or live.race.n != race.n:
        return ()
    return live.counts(taken.after, taken.frame)


def _to_store(live: LiveRoom, seat: int, seat_board: SeatBoard, taken: PlayedMove) -> StoredMove:
    game, state = seat_board.game, taken.after
    over, (n, start, _) = state.over, live.deal()
    return StoredMove(
        live.room.code,
        n,
        seat,
        taken.ply - 1,
        taken.prev,
        taken.head,
        f"{taken.by} {taken.text}",
        taken.progress,
        game.tie_break(state),
        taken.points,
        score(game, state),
        over.result if over else None,
        over.reason if over else None,
        start.best,
        start.tie_break,
        int(taken.clean),
    )
