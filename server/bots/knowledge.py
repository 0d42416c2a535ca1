"""What a computer player knows: the board or table that the messages to its seat have told it, and
what it has to do next. Nothing is sent or stored here.

A seat is the numbered place of a player in a room. A watched deal is shown to the player step by
step before play; each step is a frame. In some races the server calls (announces) one card after
the other, and each contestant must place it in a given time. In Racing Demon all contestants play
at a common table; in other games each has a board.
"""

from typing import Literal, NamedTuple

from engine.computer_players.pace import Occasion
from engine.races.limits import MOST_MOVES
from engine.racing_demon.game import RacingDemon
from engine.rules import Rules
from engine.rules import rules as rules_of
from engine.view import View
from protocol import from_server as say
from protocol.rooms.known_table import KnownTable

Task = Literal["frame", "board", "table"]
"""What a computer player does next: ask for the next frame of a watched deal, make a move on its
board, or make one at the common table."""

NOT_CALLED = 0


class KnownBoard(NamedTuple):
    """The board of the player after `ply` moves. `view` is what the player may see of it, and
    `over` says whether the game on it has ended."""

    ply: int
    view: View
    over: bool


class KnownFrame(NamedTuple):
    """How far a watched deal has been shown: the number of the frame that was shown last, from 1,
    and the number of all frames (`of`)."""

    number: int
    of: int


class Knowledge:
    """Everything that one computer player knows. `seat` is the number of its seat.

    `race` is the number of the present race in the room, 0 before the first message, and `rules`
    are its rules. `call` is the number of the last called card, None in a race without calls;
    `call_ms` is the time to place it. `is_behind` says that the player has missed a message or was
    refused a move, so it has to ask for its board or table again.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.race = 0
        self.rules: Rules | None = None
        self.is_running = False
        self.call: int | None = None
        self.call_ms = 0
        self.board: KnownBoard | None = None
        self.frame: KnownFrame | None = None
        self.table: KnownTable | None = None
        self.is_behind = True
        self.answers = 0
        """The number of answers to moves at common tables."""
        self._seen: KnownBoard | KnownTable | None = None

    def hear(self, message: say.FromServer) -> None:
        """Add to the knowledge what a message to the seat says. Messages that say nothing about the
        game of this seat change nothing."""
        match message:
            case say.Room():
                self._begin(message.race)
                for told in (message.frame, message.table, message.common_table):
                    if told is not None:
                        self.hear(told)
            case say.NextRace():
                self._begin(message.race)
            case say.Started() if message.race == self.race:
                self.is_running = True
            case say.Over() if message.race == self.race:
                self.is_running = False
            case say.Called() if message.race == self.race:
                self.call, self.call_ms = message.call, message.call_ms
            case say.TablePlayed():
                self.answers += 1
            case say.Refused():
                self.answers += 1
                self.is_behind = self.is_behind or message.overtaken is None
            case _:
                self._see(message)

    def _begin(self, race: say.RaceInfo) -> None:
        self.race, self.rules = race.n, rules_of(race.game, race.options)
        self.is_running = race.status == "running"
        self.call = None if race.terms.call_ms is None else race.call or NOT_CALLED
        self.call_ms = race.call_ms or 0
        self.board = self.frame = self.table = self._seen = None

    def _see(self, message: say.FromServer) -> None:
        match message:
            case say.Frame() if message.race == self.race:
                self.frame = KnownFrame(message.frame, message.of)
            case say.Table() if message.race == self.race:
                over = message.over is not None
                self.board, self.frame = KnownBoard(message.ply, message.view, over), None
            case say.Moved() if message.race == self.race:
                self._move(message)
            case say.CommonTable() if message.race == self.race:
                if isinstance(self.rules, RacingDemon):
                    self.table = KnownTable.heard(self.rules, message)
            case say.TableChanged() if message.race == self.race and self.table is not None:
                after = self.table.after(message)
                self.table = after or self.table
                self.is_behind = self.is_behind or after is None

    def _move(self, message: say.Moved) -> None:
        board = self.board
        if board is None or message.ply > board.ply + 1:
            self.is_behind = True
        elif message.ply == board.ply + 1:
            view = board.view.after(message.changed)
            self.board = KnownBoard(message.ply, view, message.over is not None)

    @property
    def task(self) -> Task | None:
        """What the player has to do next: ask for the next frame of a watched deal, move on its
        board, or move at the common table. None if it has to wait for a message."""
        if not self.is_running:
            return None
        if self.table is not None:
            return "table" if self._may_act(self.table) else None
        if self.frame is not None:
            return "frame" if self.frame.number < self.frame.of else None
        board = self.board
        if board is None or board.over or board.ply >= MOST_MOVES:
            return None
        return "board" if self.call is None or board.ply < self.call else None

    def _may_act(self, table: KnownTable) -> bool:
        if table.view.over is not None or self.seat not in table.seats:
            return False
        return not table.view.seats[self.position].resigned

    @property
    def position(self) -> int:
        """The position of the player at the common table, from 0; 0 if there is no such table."""
        return self.table.seats.index(self.seat) if self.table is not None else 0

    def look(self) -> Occasion:
        """Return how much has changed on the board or table since this method was called last. A
        player takes more time for a move if there is more to look at."""
        before, self._seen = self._seen, self.table or self.board
        return occasion(before, self._seen, self.seat)


def occasion(
    before: KnownBoard | KnownTable | None, now: KnownBoard | KnownTable | None, seat: int
) -> Occasion:
    """Compare two states of a board or common table, `before` and `now`. Return how many cards have
    been moved or turned up in between, and whether the player on `seat` has fewer face-down cards
    than before. If `before` is None, all face-up cards count."""
    shown = _shown(now, seat)
    if before is None:
        return Occasion(sum(len(up) for _, up in shown.values()), turned=True)
    known = _shown(before, seat)
    nothing: tuple[int, list[str]] = (0, [])
    changed = sum(len(set(up) - set(known.get(n, nothing)[1])) for n, (_, up) in shown.items())
    fewer = sum(down for down, _ in shown.values()) < sum(down for down, _ in known.values())
    return Occasion(changed + _laid(now) - _laid(before), fewer)


def _shown(seen: KnownBoard | KnownTable | None, seat: int) -> dict[str, tuple[int, list[str]]]:
    """Return the piles of a seat: the number of face-down cards of each, and its face-up cards."""
    if seen is None:
        return {}
    if isinstance(seen, KnownTable):
        view = seen.view.seats[seen.seats.index(seat)].view
    else:
        view = seen.view
    return {name: (pile.down, pile.up) for name, pile in view.piles.items() if pile is not None}


def _laid(seen: KnownBoard | KnownTable | None) -> int:
    """Return the number of cards on the common foundations."""
    if not isinstance(seen, KnownTable):
        return 0
    return sum(len(each.owners) for each in seen.view.foundations)
