"""Spectator requests: watch boards of others, or stop. Also sets and removes the tilt marks of
one's own board: cards and piles that are drawn turned a little, as the player's reminder.

A seat is the numbered place of a player in a room. A contestant's board is named by their seat.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from protocol import from_server as say
from protocol.message import Request, encode
from protocol.rooms.watching import Mark, Unwatch, WatchBoard, WatchBoards
from server.boards.card_marks import MarkedCard, seen_at
from server.errors import Refusal
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.live_rooms.spectator_board import SpectatorBoard
from server.rooms.breaks import refuse_covered
from server.views import board_view
from server.views.listener import Listener


class SpectateHandlers:
    """The spectator handlers of one connection. `placed` returns the room of the connection;
    `seated` returns its room and the number of its seat. Both raise Refusal if the connection is in
    no room, `seated` also if it has no seat."""

    def __init__(
        self,
        registry: RoomRegistry,
        listener: Listener,
        placed: Callable[[], LiveRoom],
        seated: Callable[[], tuple[LiveRoom, int]],
    ) -> None:
        self._registry, self._listener = registry, listener
        self._placed, self._seated = placed, seated
        self._boards: list[SpectatorBoard] = []
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "mark": self._mark,
            "unwatch": self._unwatch,
        }

    def stop(self) -> None:
        """Stop sending boards to the connection. This is called, for example, when the connection
        leaves the room, and when its user asks for it."""
        for board in self._boards:
            board.leave(self._listener)
        self._boards = []

    async def _mark(self, request: Mark) -> None:
        live, seat = self._seated()
        if request.race != live.race.n:
            raise Refusal("wrong_race", f"The room is at race {live.race.n}.")
        if live.race.status != "running":
            raise Refusal("race_not_running", "Cards are tilted while the race runs.")
        seat_board = await self._registry.tables.seat_board(live, seat)
        refuse_covered(live.room, seat)
        if (
            seat_board.dealing and request.index is not None
        ):  # only whole piles may be tilted before the deal is complete
            raise Refusal("dealing", "See the whole deal first; ask for its next frame.")
        game, index, card = live.race.game, request.index, None
        if request.pile not in game.layout.index:
            raise Refusal("bad_request", "There is no pile of that name in this game.")
        if index is not None and request.tilt:
            card = seen_at(game, seat_board.state, request.pile, index)
            if card is None:
                raise Refusal("bad_request", "Only a card that is seen can be tilted.")
        marked = MarkedCard(request.tilt, card) if request.tilt else None
        await self._registry.tables.mark(live, seat, (request.pile, index), marked)
        self._done(request)

    async def watch_board(self, request: WatchBoard) -> None:
        """Send the connection the board of the requested seat, and from now on every change of this
        board. Changes of other boards are no longer sent.

        Raises Refusal if there is no such board or the user may not see it, and StoreAway if the
        store (Redis) cannot be reached.
        """
        live, delay_ms = await self._refuse_boards([request.seat])
        self.stop()  # a board that nobody else watches is closed by this
        board = self._board(live, request.seat, delay_ms)
        self._boards = [board]
        await board.enter(self._listener, request.id)

    async def watch_boards(self, request: WatchBoards) -> None:
        """Send the connection the boards of the requested seats, and from now on every change of
        these boards. Boards that the connection watches already are not sent again. Changes of
        other boards are no longer sent.

        Raises Refusal if one of the boards does not exist or the user may not see it. Raises
        StoreAway if the store (Redis) cannot be reached; then the connection may watch only some of
        the boards.
        """
        live, delay_ms = await self._refuse_boards(request.seats)
        boards = [self._board(live, seat, delay_ms) for seat in dict.fromkeys(request.seats)]
        for board in self._boards:
            if board not in boards:
                board.leave(self._listener)
        self._boards = boards
        for board in boards:
            if not board.is_watched_by(self._listener):
                await board.enter(self._listener, None)
        self._done(request)

    async def _refuse_boards(self, seats: Sequence[int]) -> tuple[LiveRoom, int]:
        """Return the room of the spectator, and the delay in milliseconds with which the spectator
        is shown its boards. Raises Refusal if one of the seats has no board or the spectator may
        not see boards, and StoreAway if the store cannot be reached."""
        live, viewer = self._placed(), self._listener.viewer
        if viewer.seat in live.race.racing or viewer.account is not None:
            await self._registry.look_again(live)  # the viewer's own last move may be missing
        race = live.race
        if race.status not in ("running", "over"):
            raise Refusal("race_not_running", "The race has not begun.")
        if race.shares_table or any(seat not in race.racing for seat in seats):
            raise Refusal("no_board", "Nobody with that number has a board in this race.")
        why = board_view.why_boards_closed(live.room, live.standings, viewer, live.now())
        if why is not None:
            raise Refusal("not_for_you", why)
        return live, board_view.board_delay_ms(live.room, viewer)

    def _board(self, live: LiveRoom, seat: int, delay_ms: int) -> SpectatorBoard:
        board = live.board_watchers.get((seat, delay_ms))
        if not isinstance(board, SpectatorBoard):
            board = SpectatorBoard(self._registry, live, seat, delay_ms)
            live.board_watchers[seat, delay_ms] = board
        return board

    async def _unwatch(self, request: Unwatch) -> None:
        self._placed()
        self.stop()
        self._done(request)

    def _done(self, request: Request) -> None:
        self._listener.send(encode(say.Done(id=request.id)))
