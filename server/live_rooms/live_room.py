"""A live room: a cached room with its boards, and the connections that its messages are sent to.

A seat is the numbered place of a player in the room; a contestant is a seat that takes part in the
race. A standing has the figures of one contestant, such as the number of moves and the result. A
watched deal is shown to a player step by step before play; each step is a frame. In some races the
server calls (announces) one card after the other, and each contestant places it. In Racing Demon
all contestants play at a common table.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from engine.crowns.facts import ineligible
from engine.mechanics.counting import laid_counts
from engine.races.board import Entry, GameBoard
from engine.table import State
from engine.view import Frame
from protocol.closing import Close
from protocol.message import encode
from server.boards.common_table import CommonTable
from server.boards.seat_board import SeatBoard
from server.boards.seat_standing import StoredStanding
from server.live_rooms.asked_change import AskedChange
from server.live_rooms.recent_events import RecentEvents
from server.rooms.events import (
    Attached,
    CardCalled,
    RaceEnded,
    RaceHeld,
    RaceJoined,
    RacePrepared,
    RaceStarted,
    SeatLeft,
    StoredEvent,
)
from server.rooms.reducer import after
from server.rooms.state import Race, Room
from server.views.deal_secrecy import visible
from server.views.listener import Listener
from server.views.view_inputs import (
    PUBLIC,
    DealFrame,
    NewStandings,
    RoomEvent,
    SpectatorCount,
    Viewer,
    WholeBoard,
)
from server.views.visibility import NotVisible, same_for_all, shown

MERGE_S = 0.25
"""The minimum number of seconds between two messages with standings. After a longer pause, and when
a game or the race ends, a message is sent at once."""


MOST_KEPT_BACK = 60
"""The maximum number of chat messages that are kept back from a seat while its player watches the
deal; if there are more, the oldest are dropped."""


class BoardWatcher(Protocol):
    """The interface by which a room updates a board that spectators watch."""

    def heard(self) -> None:
        """Note that the board or its race has changed, so that the spectators are soon sent the new
        board."""

    def invalidate(self) -> None:
        """Read the moves of the board again from the store, from the first one."""

    def close(self) -> None:
        """Remove all spectators of the board and send it no more, because the room has another race
        now."""


class RaceDeal(NamedTuple):
    """The deal of race number `n` of a room. `start` is the board with which every contestant
    begins. `frames` are the frames of a watched deal; the deals of most games have none."""

    n: int
    start: GameBoard
    frames: Sequence[Frame]


class LiveRoom:
    """A room in the memory of this process. It may lack the latest stored events, but never has an
    event that is not stored.

    `trail` has the recent events. `listeners` are the connections of this process that follow the
    room, spectators included. `standings` are the standings of the current race, by seat.
    `seat_boards` has the boards of contestants, by seat, as far as this process has computed them.
    There are three locks: `lock` for changes of the room, `counting` for changes of the stored
    number of spectators, and `table_lock` for changes of the common table. `table_sender` sends the
    common table to the connections.
    """

    def __init__(
        self, room: Room, now: Callable[[], int], trail: RecentEvents | None = None
    ) -> None:
        self.room = room
        self.trail = RecentEvents(room) if trail is None else trail
        self.listeners: set[Listener] = set()
        self.standings: dict[int, StoredStanding] = {}
        self.seat_boards: dict[int, SeatBoard] = {}
        self.grids: tuple[tuple[int, str, int], dict[int, State[Any]]] | None = None
        """The boards that were last shown to everybody: a key (race number, status of the race,
        number of placed cards), and the boards by seat."""
        self.board_watchers: dict[tuple[int, int], BoardWatcher] = {}
        """Boards that spectators of this process watch, by seat and delay."""
        self.common_table: CommonTable | None = None
        """The common table of the current race, if its contestants share one."""
        self.table_is_read = False
        """Whether `common_table` has been computed from the stored commands."""
        self.table_sender: object | None = None
        self.lock, self.counting, self.table_lock = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self.asked: list[AskedChange] = []
        """Changes that wait for `lock`, to be stored together (`RoomRegistry.change_together`)."""
        self.begun_here = 0
        """The number of the race whose countdown this process has begun last; 0 if it has begun
        none."""
        self.watchers = 0
        """Number of spectators, of all processes."""
        self.heard_until = f"{now()}-0"
        """ID of the last chat entry that this process has read."""
        self.now = now
        self._kept_back: dict[int, deque[bytes]] = {}
        """Chat messages that wait until a seat has seen its deal, oldest first."""
        self._deal: RaceDeal | None = None
        self._changed: set[int] = set()
        self._ended = False
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = -MERGE_S

    @property
    def race(self) -> Race:
        """The current race of the room."""
        return self.room.race

    def deal(self) -> RaceDeal:
        """Return the deal of the current race. Raises AssertionError before its start."""
        race = self.race
        if self._deal is None or self._deal.n != race.n:
            pack = self.room.pack(race)
            self._deal = RaceDeal(race.n, GameBoard.start(race.game, pack), race.game.frames(pack))
        return self._deal

    def counts(self, state: State[Any], frame: int | None) -> tuple[int, ...]:
        """Return the numbers that a hint shows for a watched deal: how many cards of each rank,
        aces first, have stayed on their places. (In such a deal the dealer counts while laying out
        cards. A card whose rank is the number just counted is put aside, and all others stay.)
        `frame` is the number of the last frame to look at, from 1; None for the whole deal. Return
        an empty tuple if the deal has no frames, or if `state` is no longer the position as it was
        dealt."""
        deal = self.deal()
        return laid_counts(deal.frames[:frame]) if state == deal.start.state else ()

    def speaker(self, seat: int) -> Listener | None:
        """Return the connection of the player on `seat`; None if the seat has no connection at this
        process."""
        for listener in self.listeners:
            if listener.viewer.seat == seat:
                return listener
        return None

    def seat_board(self, entries: Sequence[Entry], frame: int = 1) -> SeatBoard:
        """Return a new board of a contestant after the moves `entries`. `frame` is the number of
        the frame that the contestant has reached in a watched deal, from 1."""
        deal = self.deal()
        frames = len(deal.frames)
        return SeatBoard(
            self.race.game,
            deal.start.state,
            entries,
            min(frame, frames),
            frames,
            self.race.terms.take_back,
        )

    def refreshed(self, stored: dict[int, StoredStanding]) -> None:
        """Set the standings of the current race to `stored`, which has them by seat. Contestants
        that are not in `stored` have not moved, and get the standing of the start. Nothing is sent
        to connections. Do nothing before the start of the race."""
        if self.race.status in ("running", "over") and self.race.racing:
            if self.race.shares_table:
                table = self.common_table or self.room.common_table(self.race)
                self.common_table = table
                self.standings = {**table.standings(), **stored}
                return
            untouched = StoredStanding.start(self.race.game, self.deal().start)
            self.standings = {seat: stored.get(seat, untouched) for seat in self.race.racing}

    def set_standing(self, n: int, seat: int, standing: StoredStanding) -> None:
        """Set a seat's standing in race `n`. Do nothing if `n` is not the current race, or this
        process knows the same or a newer standing already. The standing is sent to connections
        within MERGE_S seconds, or at once if the game of the seat has ended."""
        race, known = self.race, self.standings.get(seat)
        if n != race.n or known is None or not is_newer(race, standing, known):
            return
        self.standings[seat] = standing
        self._changed.add(seat)
        if seat in self._kept_back:
            self._hand_over_talk(seat)
        if self.board_watchers:
            for (watched, _), board_watcher in tuple(self.board_watchers.items()):
                if watched == seat:
                    board_watcher.heard()
        if visible(race, standing).result is not None:
            if not self._ended:  # so that ends of one batch are sent together
                self._ended = True
                asyncio.get_running_loop().call_soon(self.flush)
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), self._sent_at + MERGE_S), self.flush)

    def flush(self) -> None:
        """Send the standings that have changed since they were last sent. Connections that read too
        slowly get them only if a game has ended."""
        ended, self._ended = self._ended, False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed, self._changed = self._changed, set()
        if not changed:
            return
        self._sent_at = asyncio.get_running_loop().time()
        standings = {seat: self.standings[seat] for seat in changed}
        what = NewStandings(self.room, standings, self.now())
        others = [each for each in self.listeners if changed != {each.viewer.seat}]
        for listener, data in _encoded_for_each(what, others):
            (listener.send if ended else listener.send_progress)(data)

    def followed_by(self, watchers: int) -> None:
        """Set the number of spectators of the room to `watchers`. If it has changed, send it to the
        connections."""
        if watchers != self.watchers:
            self.watchers = watchers
            data = encode(shown(SpectatorCount(watchers), PUBLIC))
            for listener in tuple(self.listeners):
                listener.send_progress(data)

    def apply(self, events: Iterable[StoredEvent]) -> None:
        """Apply stored events to the room, in order, and send each to every connection.

        The event RaceEnded is sent with the final standings. The caller sets these with `refreshed`
        before it calls this method.
        """
        for event in events:
            self.room = after(self.room, event)
            self.trail.add(event, self.room)
            self._prepare(event)
            what = RoomEvent(event, self.room, self.standings, self.now())
            for listener, data in _encoded_for_each(what, tuple(self.listeners)):
                listener.send(data)
            self._follow(event)

    def _prepare(self, event: StoredEvent) -> None:
        """Update the standings and boards of the room for an event, before the event is sent to
        connections."""
        match event:
            case RacePrepared():
                self.standings, self.seat_boards, self._kept_back = {}, {}, {}
                self.common_table, self.table_is_read, self.table_sender = None, False, None
                for board_watcher in tuple(self.board_watchers.values()):
                    board_watcher.close()
            case RaceStarted():
                self.refreshed({})
            case RaceJoined():
                self.refreshed(self.standings)
            case RaceEnded():
                self._changed.clear()

    def _follow(self, event: StoredEvent) -> None:
        """Do what an event entails after it was sent to connections: send boards, and close
        connections."""
        match event:
            case RaceStarted() if not self.race.shares_table:
                self._hand_out(self.race.racing)
            case RaceJoined() if self.race.status == "running":
                self._hand_out((event.seat,))
            case SeatLeft(by="host"):
                self._close(event.seat, Close.KICKED)
            case Attached():
                self._close(event.seat, Close.TAKEN_OVER, unless=event.connection)
                if event.seat in self.seat_boards:
                    self.seat_boards[event.seat].invalidate()
            case CardCalled() | RaceHeld() | RaceEnded():
                for seat in tuple(self._kept_back):
                    self._hand_over_talk(seat)
                for board_watcher in tuple(self.board_watchers.values()):
                    board_watcher.heard()
                if isinstance(event, CardCalled):
                    self._tell_beaten(event.call)

    def _tell_beaten(self, call: int) -> None:
        """Send the standings of the contestants whose games have ended because card number `call`,
        which has just been called, cannot be placed on their boards."""
        beaten = {
            seat
            for seat, each in self.standings.items()
            if each.at_call(call) != each.at_call(call - 1)
        }
        if beaten:
            self._changed |= beaten
            self._ended = True
            self.flush()

    def show_board(self, request: int | None, listener: Listener, seat_board: SeatBoard) -> None:
        """Send a connection the board of its own seat or, while a watched deal is being shown, the
        frame that the seat has reached. `request` is the id of the request that this answers; None
        if it answers none."""
        for board in self.own_board(request, listener.viewer, seat_board):
            listener.send(encode(shown(board, listener.viewer)))
        if listener.viewer.seat is not None:
            self._hand_over_talk(listener.viewer.seat)

    def tell_talk(self, listener: Listener, speaker: int, data: bytes) -> None:
        """Send a connection the chat message `data` of the seat `speaker`. If the player at the
        connection has asked for no chat during a watched deal, keep the messages of others back
        until the whole deal has been shown."""
        seat = listener.viewer.seat
        if seat is None or seat == speaker or not self._keeps_talk_back(seat):
            listener.send_progress(data)
        else:
            self._kept_back.setdefault(seat, deque(maxlen=MOST_KEPT_BACK)).append(data)

    def _keeps_talk_back(self, seat: int) -> bool:
        seat_board = self.seat_boards.get(seat)
        running = self.race.status == "running"
        return running and seat_board is not None and seat_board.keeps_talk_back

    def _hand_over_talk(self, seat: int) -> None:
        """Send a seat the chat messages that were kept back from it, unless its deal is still being
        shown."""
        if seat in self._kept_back and not self._keeps_talk_back(seat):
            speaker = self.speaker(seat)
            for data in self._kept_back.pop(seat):
                if speaker is not None:
                    speaker.send_progress(data)

    def own_board(
        self, request: int | None, viewer: Viewer, seat_board: SeatBoard
    ) -> tuple[DealFrame | WholeBoard, ...]:
        """Return what is to be sent to a viewer about the board of their own seat; the first
        element answers `request`. Return nothing for a spectator, or for a contestant on a break
        (a pause in which the board is covered).

        If the deal is watched and the seat has not moved, the first element is the frame that the
        seat has reached. The board is added only if that is the last frame.
        """
        seat, race, now = viewer.seat, self.race, self.now()
        running = race.status == "running"
        if seat is None or self.room.seats[seat].covered:
            return ()
        boards: tuple[DealFrame | WholeBoard, ...] = ()
        if seat_board.frames and not seat_board.moved and running:
            n, of = seat_board.frame, seat_board.frames
            frame = self.deal().frames[n - 1]
            boards = (DealFrame(request, race, seat, n, of, frame, now, seat_board.ply),)
            request = None
        if seat_board.dealing and running:
            return boards
        return (
            *boards,
            WholeBoard(
                request,
                race,
                seat,
                seat_board.ply,
                seat_board.state,
                now,
                seat_board.marks,
                seat_board.redo,
                self.stopped_counting(race, seat, seat_board.clean),
            ),
        )

    def stopped_counting(self, race: Race, seat: int, clean: bool) -> bool:
        """Return whether the game of a seat could count for a crown (a title for several games won
        in a row), but no longer can, because a move was taken back or a hint asked for. `clean`
        says that neither has happened."""
        if clean:
            return False
        holder, game = self.room.seats[seat], race.rules
        candidate = holder.account is not None and not holder.bot and race.ghost is None
        return candidate and not ineligible(game.slug, game.chosen)

    def disclose(self) -> None:
        """Send the contestants connected to this process their boards, with the cards that the game
        keeps hidden until the end of a race. Send nothing if the game has no such cards.

        Before this call, the caller makes sure that no board has moves that are not stored.
        """
        game = self.race.game
        for seat, seat_board in self.seat_boards.items():
            speaker = self.speaker(seat)
            if speaker and game.showdown(seat_board.state) is not seat_board.state:
                self.show_board(None, speaker, seat_board)

    def _hand_out(self, seats: Iterable[int]) -> None:
        """Create the boards of these seats, and send each to its contestant."""
        for seat in seats:
            seat_board = self.seat_boards[seat] = self.seat_board(())
            speaker = self.speaker(seat)
            if speaker:
                self.show_board(None, speaker, seat_board)

    def _close(self, seat: int, why: Close, unless: str | None = None) -> None:
        """Close the connections of a seat, except the connection with the name `unless`. `why` is
        the close code that the client gets."""
        for listener in tuple(self.listeners):
            if listener.viewer.seat == seat and listener.name != unless:
                self.listeners.discard(listener)
                listener.close(why)


def is_newer(race: Race, standing: StoredStanding, known: StoredStanding) -> bool:
    """Return whether `standing` is newer than `known`, another standing of the same seat. It is
    newer if it has more moves. With the same number of moves it is newer if the game has ended in
    `standing`, but not in `known`. At a common table, where others can end the game of a seat, this
    holds whatever the numbers of moves are."""
    ends = known.ended_ms is None and standing.ended_ms is not None
    if ends and (race.shares_table or standing.moves == known.moves):
        return True
    return standing.moves > known.moves


def _encoded_for_each(
    what: RoomEvent | NewStandings, listeners: Sequence[Listener]
) -> Iterator[tuple[Listener, bytes]]:
    """Yield each connection that may see `what`, with the encoded message for it. A message that is
    the same for all connections is encoded once."""
    public = encode(shown(what, PUBLIC)) if same_for_all(what) else None
    for listener in listeners:
        if public is not None:
            yield listener, public
            continue
        with suppress(NotVisible):
            yield listener, encode(shown(what, listener.viewer))
