"""Arguments of `visibility.shown`: the viewer, and the event or data to make a message about.

In all classes `request` is the id of the request that the message answers; None if it answers no
request. `now` is server time.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import Card
from engine.table import State
from engine.view import Frame
from protocol.rooms.talk import PhraseId
from server.boards.card_marks import Marks
from server.boards.common_table import Applied, CommandRefusal, CommonTable
from server.boards.seat_board import PlayedMove
from server.boards.seat_standing import StoredStanding
from server.rooms.events import StoredEvent
from server.rooms.state import Race, Room


class Viewer(NamedTuple):
    """A viewer: the seat they hold (None for a spectator), whether they asked for legal moves, and
    the id of their account (None if they are not logged in)."""

    seat: int | None = None
    legal: bool = False
    account: str | None = None


PUBLIC = Viewer()
"""A spectator who is not logged in. A message made for this viewer may be sent to everybody,
because nobody may see less."""


class RoomEvent(NamedTuple):
    """A stored event, the room right after it, and the standings of the room's race, by seat."""

    event: StoredEvent
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int


class NewStandings(NamedTuple):
    """The new standings, by seat, of the seats that have made moves in the room's current race
    since the last message about standings."""

    room: Room
    standings: Mapping[int, StoredStanding]
    now: int


class WholeBoard(NamedTuple):
    """The board of a seat, for its owner. `ply` is the number of moves made. `redo` is the text of
    the move that was taken back and can be made again. `stopped_counting`: the game could count for
    a crown until a move was taken back or a hint asked for."""

    request: int | None
    race: Race
    seat: int
    ply: int
    state: State[Any]
    now: int
    marks: Marks = {}  # noqa: RUF012 # never changed: a mapping
    redo: str | None = None
    stopped_counting: bool = False


class WatchedBoard(NamedTuple):
    """The board of a seat of the room's race, for others, after `ply` moves. The last of these was
    made at race time `ms`. `state` is None if nothing is visible yet. `passed` are the cards that
    were turned up and covered again within one move, each with the index of its pile."""

    request: int | None
    room: Room
    standings: Mapping[int, StoredStanding]
    seat: int
    ply: int
    ms: int
    state: State[Any] | None
    now: int
    passed: Sequence[tuple[int, Card]] = ()


class DealFrame(NamedTuple):
    """A frame of the watched deal of a seat: number `n`, counted from 1, of `of` frames."""

    request: int | None
    race: Race
    seat: int
    n: int
    of: int
    frame: Frame
    now: int
    ply: int = 0


class PlacedGrids(NamedTuple):
    """The boards (grids) of all contestants of the room's race, by seat, each after at most
    `placed` moves. `placed` is the number of called cards that every contestant still in play has
    placed."""

    room: Room
    placed: int
    states: Mapping[int, State[Any]]
    now: int


class WholeTable(NamedTuple):
    """The common table of the room's race, which the viewer sees `delay_ms` late."""

    request: int | None
    room: Room
    standings: Mapping[int, StoredStanding]
    table: CommonTable
    delay_ms: int
    now: int


class TableNews(NamedTuple):
    """Stored commands that change the common table, at which all contestants of the race play, and
    the table before and after them."""

    room: Room
    standings: Mapping[int, StoredStanding]
    before: CommonTable
    after: CommonTable
    commands: tuple[Applied, ...]
    now: int


class SeatMoves(NamedTuple):
    """The legal moves of a seat at a common table."""

    race: Race
    table: CommonTable
    seat: int


class WholeRoom(NamedTuple):
    """The whole room, for somebody who has entered it. `watchers` is the number of spectators.
    `boards` is the viewer's own board or frame, if any; `unread` are the events that the viewer has
    missed, oldest first. `grids` are the boards of all contestants, if the race shows them to
    all. `table` is the common table, if the viewer may see one."""

    request: int | None
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int
    watchers: int = 0
    boards: tuple[DealFrame | WholeBoard, ...] = ()
    unread: tuple[RoomEvent, ...] = ()
    grids: PlacedGrids | None = None
    table: WholeTable | None = None


class BoardMove(NamedTuple):
    """A stored move of a seat. `ms` is the race time at which it counts. `stopped_counting`: the
    game could count for a crown until a move was taken back or a hint asked for. `counts` is the
    result of `LiveRoom.counts` for a hint."""

    request: int | None
    race: Race
    seat: int
    ms: int
    taken: PlayedMove
    stopped_counting: bool = False
    counts: Sequence[int] = ()


class RefusedRequest(NamedTuple):
    """A refused request: the code and the sentence of the refusal. The sentence must tell only what
    the sender of the request may see. `ply` is the number of moves on the sender's board, if the
    request was a move. `faults` has (path, sentence) for each wrong value, if the request had a
    tournament plan. `late` is the refusal of a claim at a common table that came too late."""

    request: int | None
    code: str
    sentence: str
    ply: int | None = None
    faults: Sequence[tuple[tuple[str | int, ...], str]] = ()
    late: CommandRefusal | None = None


class ChatMessage(NamedTuple):
    """A chat message of a seat: a set phrase (a sentence from a fixed list), or free text if
    `phrase` is None. `dealt` says that the message is the answer of the server to "Ace, please", so
    that it tells something about the deal."""

    seat: int
    text: str
    phrase: PhraseId | None
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int
    dealt: bool = False


class SpectatorCount(NamedTuple):
    """The number of spectators of the room, when it has changed."""

    watchers: int


class ListedRooms(NamedTuple):
    """The rooms on the public list."""

    request: int
    rooms: tuple[Room, ...]


class WholeRecord(NamedTuple):
    """The record of a finished race. From this, `shown` makes a message without the record, and
    only if the viewer may have the record. The handler then adds the record, which is the same for
    everybody."""

    request: int
    race: Race
    now: int


Happening = (
    RoomEvent
    | WholeRoom
    | NewStandings
    | WholeBoard
    | WatchedBoard
    | DealFrame
    | BoardMove
    | PlacedGrids
    | WholeTable
    | TableNews
    | SeatMoves
    | RefusedRequest
    | WholeRecord
    | ChatMessage
    | ListedRooms
    | SpectatorCount
)
