"""RoomSession: what a client knows of one room, and how the server's messages change it.

Each contestant plays on a table of their own; in Racing Demon all play at one common table.
RoomSession does no input or output and has no clock: callers give each `now_ms`, in milliseconds of
one monotonic clock.
"""

from collections.abc import Callable
from typing import Any, assert_never

from client_cli.messages import crown_events, room_talk
from client_cli.messages import room_events as message_room_events
from client_cli.messages.grids import grid_lines_filled
from client_cli.state import own_table, room_events, table_messages
from client_cli.state.common_table import SentCommand
from client_cli.state.known_room import KnownRoom
from client_cli.state.legality import why_not, why_not_at_table
from client_cli.state.spectator import WatchedBoard
from client_cli.state.types import (
    SessionMember,
    UnansweredMove,
    read_placed,
    read_standings,
)
from engine.errors import IllegalMove
from engine.racing_demon.game import TableMove
from engine.takeback import move_text
from protocol import from_server as said
from protocol.crowns import Crown, CrownWon
from protocol.from_client import NextFrame, Play
from protocol.retries import retry_after_ms
from protocol.rooms.common_tables import PlayTable
from protocol.rooms.room_settings import Watchers
from protocol.rooms.talk import Said
from protocol.texts import _


class RoomSession(KnownRoom):
    """A `KnownRoom` that applies the server's messages, and that makes the requests for the
    player's moves. The caller sends the requests."""

    def why_not(self, move: Any) -> str | None:
        """Return a sentence that says why the player may not make this move on their own table now;
        None if it may be sent."""
        return why_not(self, move)

    # Player actions. ------------------------------------------------------------------------

    def play(self, move: Any, request: int) -> Play:
        """Return the request that makes a move, with the request id `request`. Add the move to the
        outbox, the list of unanswered moves. Raises IllegalMove if the move is not allowed now."""
        reason = self.why_not(move)
        if reason:
            raise IllegalMove(reason)
        made = self.board.ply if self.board else 0
        waiting = UnansweredMove(request, made + len(self.outbox), move)
        self.outbox.append(waiting)
        return self._message(waiting)

    def next_frame(self, request: int) -> NextFrame | None:
        """Return the request for the next frame of a deal that is shown step by step. If the last
        frame is shown, return None and show the table from now on."""
        dealing, race = self.dealing, self.race
        if dealing is None or race is None or dealing.n == dealing.of:
            self.dealing = None
            return None
        return NextFrame(id=request, race=race.n, frame=dealing.n + 1)

    def resend(self, next_request: Callable[[], int]) -> list[Play]:
        """Return the requests for all moves in the outbox, to send them again after a reconnect.
        They have new request ids, but the same plies (numbers of the move in the game) as
        before."""
        self.outbox = [waiting._replace(request=next_request()) for waiting in self.outbox]
        return [self._message(waiting) for waiting in self.outbox]

    def _message(self, waiting: UnansweredMove) -> Play:
        if self.race is None or self.rules is None:
            raise IllegalMove(_("The race has not begun."))
        text = move_text(self.rules, waiting.move)
        return Play(id=waiting.request, race=self.race.n, ply=waiting.ply, move=text)

    def play_table(self, move: TableMove, request: int, key: int) -> PlayTable:
        """Return the request that makes a move at the common table, with the request id `request`.
        Add the move to `commands`, the list of unanswered moves there. `key` is a number that no
        other move of the seat in this race has. Raises IllegalMove if the move is not allowed
        now."""
        reason = why_not_at_table(self, move)
        if reason:
            raise IllegalMove(reason)
        sent = SentCommand(request, key, move)
        self.commands.append(sent)
        return self._command(sent)

    def resend_commands(self, next_request: Callable[[], int]) -> list[PlayTable]:
        """Return the requests for all unanswered moves at the common table, to send them again
        after a reconnect. They have new request ids, but the same keys as before."""
        self.commands = [sent._replace(request=next_request()) for sent in self.commands]
        return [self._command(sent) for sent in self.commands]

    def _command(self, sent: SentCommand) -> PlayTable:
        if self.race is None or self.table_rules is None:
            raise IllegalMove(_("The race has not begun."))
        text = self.table_rules.codec.to_text(sent.move)
        return PlayTable(id=sent.request, race=self.race.n, key=sent.key, move=text)

    # Messages from the server. --------------------------------------------------------------

    def hear(self, message: said.FromServer, now_ms: int) -> list[str]:
        """Apply a message from the server. Return the sentences to show to the player about it,
        often none.

        Ignore a room event that is already known. If an event before this one was missed, set
        `needs_room` and do not apply the event.
        """
        if isinstance(message, said.Room):
            return self._room(message, now_ms)
        if isinstance(message, said.Event):
            if message.seq <= self.seq or self.race is None:
                return []
            if message.seq != self.seq + 1:
                self.needs_room = True
                return []
            self.seq = message.seq
            return room_events.apply_event(self, message, now_ms)
        if isinstance(message, said.CommonTable | said.TableChanged | said.TablePlayed):
            return table_messages.heard(self, message, now_ms)
        return self._aside(message, now_ms)

    def _room(self, room: said.Room, now_ms: int) -> list[str]:
        first = self.code != room.code
        missed = [each for each in room.unread if first or each.seq > self.seq]
        self.code, self.seat, self.host = room.code, room.seat, room.host
        self.seq, self.needs_room = room.seq, False
        self.settings, self.invite, self.watchers = room.settings, room.invite, room.watchers
        self.members = {m.seat: SessionMember.heard(m) for m in room.members}
        self.begin(room.race, now_ms)
        fresh = {s: self.fresh(s) for s, m in self.members.items() if m.racing}
        self.standings = fresh | read_standings(room.standings)
        self.results = None if room.results is None else [read_placed(r) for r in room.results]
        self.opened, self.analysis, self.wins = room.opened, None, room.wins
        told = message_room_events.room(self) if first else []
        told += message_room_events.missed_sentences(self, missed)
        for board in (room.frame, room.table):
            told += [] if board is None else self._board(board, now_ms)
        if room.grids is not None:
            self._grids(room.grids)
        if room.common_table is not None:
            table_messages.table(self, room.common_table, now_ms)
        return told

    def _aside(self, message: said.FromServer, now_ms: int) -> list[str]:
        """Apply a message without a sequence number: boards, progress, crowns, chat, refusals,
        notices."""
        match message:
            case said.Table() | said.Frame() | said.Moved() | said.WatchedTable():
                return self._board(message, now_ms)
            case said.Grids():
                return self._grids(message)
            case said.DealCounts():
                return own_table.deal_counts(self, message)
            case said.Progress(race=race, clock_ms=clock, standings=standings):
                if self.race is None or race != self.race.n or self.results is not None:
                    return []
                self.clock.running(clock, now_ms)
                return room_events.progress(self, standings)
            case Crown() | CrownWon():
                return crown_events.heard(self, message, now_ms)
            case said.Refused() | Said() | said.Notice() | Watchers():
                return self._spoken(message, now_ms)
        return []

    def _spoken(
        self, message: said.Refused | Said | said.Notice | Watchers, now_ms: int
    ) -> list[str]:
        if isinstance(message, Watchers):
            self.watchers = message.watchers
            return []
        if isinstance(message, Said):
            return room_talk.spoken(self, message)
        if isinstance(message, said.Refused):
            return self._refused(message)
        if message.code == "storage_away":
            self.clock.hold(now_ms)
        elif message.code == "storage_back":
            self.clock.go_on()
        self.notices.append(_(message.text))
        return [_(message.text)]

    def _board(
        self, message: said.Table | said.Frame | said.Moved | said.WatchedTable, now_ms: int
    ) -> list[str]:
        match message:
            case said.Table():
                return own_table.table(self, message, now_ms)
            case said.Frame():
                return own_table.frame(self, message, now_ms)
            case said.Moved():
                return own_table.moved(self, message, now_ms)
            case said.WatchedTable():
                return self._watched(message)
        assert_never(message)

    def _watched(self, heard: said.WatchedTable) -> list[str]:
        """Store the watched board of another player. Return sentences about what has changed on
        it."""
        if self.race is None or self.rules is None or heard.race != self.race.n:
            return []
        before = self.onlooker.boards.get(heard.seat)
        board = self.onlooker.boards[heard.seat] = WatchedBoard.heard(heard, self.rules)
        if board.state is not None and not board.ply:
            self.set_untouched(board.state, board.progress, board.points)
        if board.seat in self.onlooker.beside:  # sentences about several boards would be too many
            return []
        told = board.change_sentences(before, self.rules)
        return [f"{self.who(board.seat)}: {sentence}" for sentence in told]

    def _grids(self, heard: said.Grids) -> list[str]:
        """Store the grids of all contestants. Return sentences about rows and columns that have
        become full."""
        if self.race is None or self.rules is None or heard.race != self.race.n:
            return []
        before, rules = self.grids, self.rules
        self.grids = {grid.seat: WatchedBoard.of_grid(grid, rules) for grid in heard.grids}
        told = [
            grid_lines_filled(self, seat, before.get(seat), grid)
            for seat, grid in self.grids.items()
        ]
        return [sentence for sentence in told if sentence]

    def _refused(self, refused: said.Refused) -> list[str]:
        if any(sent.request == refused.id for sent in self.commands):
            return table_messages.refused(self, refused)
        at = [i for i, w in enumerate(self.outbox) if w.request == refused.id]
        if at and retry_after_ms(refused.code, "play") is None:
            del self.outbox[at[0] :]
        if refused.ply is not None and self.board and refused.ply != self.board.ply:
            self.needs_table = True
        if refused.code == "not_for_you":
            self.onlooker.refused(_(refused.error))
        elif refused.id is not None and refused.id == self.onlooker.asked:
            self.onlooker.together_refused()
            return []
        if self.code is None:  # outside of rooms the error of the request tells it
            return []
        return [_(refused.error)]
