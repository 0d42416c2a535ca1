"""Arguments of `visibility.shown`: the viewer, and the event or data to make a message about.

In all classes `request` is the id of the request that the message answers; None if it answers no
request. `now` is server time. `standings` has the figures of each contestant in the race, such as
progress and result.

A seat is the numbered place of a player in a room. Race time is milliseconds since the start of the
race. In some races the server calls (announces) one card after the other, and each contestant
places it in a grid of their own. A watched deal is shown to a player step by step before play; each
step is a frame. In Racing Demon all contestants play at a common table. A crown is a title for
winning several games in a row.
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
    """Somebody to whom a message is sent: the seat that they hold (None for a spectator), whether
    they want to be sent their legal moves (`legal`), and the id of their account (None if they are
    not logged in)."""

    seat: int | None = None
    legal: bool = False
    account: str | None = None


PUBLIC = Viewer()
"""A spectator who is not logged in. A message made for this viewer may be sent to everybody,
because nobody may see less."""


class RoomEvent(NamedTuple):
    """A stored event of a room, the room right after the event, and the standings of the room's
    current race, by seat."""

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
    """The board of a seat, to be shown to its owner. `ply` is the number of moves made. `marks` are
    the marks by which the player has turned cards a little as a reminder. `redo` is the text of the
    move that was taken back last and can be made again. `stopped_counting` says that the game could
    count for a crown until its player took a move back or asked for a hint."""

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
    """The board of a seat in the room's current race, to be shown to others, after `ply` moves. The
    last of these moves was made at race time `ms`. `state` is the position; None if nothing is
    visible yet. `passed` are the cards that one of these moves first turned up and then down again,
    each with the index of its pile. They lie face down, but everybody has seen them."""

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
    """A frame of the watched deal of a seat: number `n`, counted from 1, of `of` frames. `ply` is
    the number of moves made."""

    request: int | None
    race: Race
    seat: int
    n: int
    of: int
    frame: Frame
    now: int
    ply: int = 0


class PlacedGrids(NamedTuple):
    """The grids of all contestants of the room's current race, by seat. `placed` is the number of
    called cards that every contestant still in play has placed; no grid has more cards."""

    room: Room
    placed: int
    states: Mapping[int, State[Any]]
    now: int


class WholeTable(NamedTuple):
    """The common table of the room's current race, as it was `delay_ms` milliseconds ago: viewers
    who are not contestants see it late."""

    request: int | None
    room: Room
    standings: Mapping[int, StoredStanding]
    table: CommonTable
    delay_ms: int
    now: int


class TableNews(NamedTuple):
    """Stored commands (moves and the like) that change the common table, and the table before and
    after these commands."""

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
    """The whole room, for a player or spectator who has entered it. `watchers` is the number of
    spectators. `boards` has the viewer's own board, or the frame of a watched deal that they see;
    it is empty if they have neither. `unread` are the events that the viewer has missed, oldest
    first. `grids` are the grids of all contestants, if the race shows them to all. `table` is the
    common table, if there is one and the viewer may see it."""

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
    """A stored move of a seat, to be acknowledged to its player. `ms` is the race time at which it
    counts, and `taken` the move as it was played. `stopped_counting` says that the game could count
    for a crown until its player took a move back or asked for a hint. If the move is a request for
    a hint, `counts` has the numbers of cards that the hint shows (`LiveRoom.counts`)."""

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
    tournament plan. `late` is set if the request was to put a card on a foundation of a common
    table, and another contestant was quicker."""

    request: int | None
    code: str
    sentence: str
    ply: int | None = None
    faults: Sequence[tuple[tuple[str | int, ...], str]] = ()
    late: CommandRefusal | None = None


class ChatMessage(NamedTuple):
    """A chat message of a seat: a set phrase (a sentence from a fixed list), or free text if
    `phrase` is None. `dealt` says that the message is the server's answer to a player who has said
    "Ace, please" (a custom of one of the games). Such an answer tells something about the deal."""

    seat: int
    text: str
    phrase: PhraseId | None
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int
    dealt: bool = False


class SpectatorCount(NamedTuple):
    """The new number of spectators of a room, after it has changed."""

    watchers: int


class ListedRooms(NamedTuple):
    """The rooms on the public list."""

    request: int
    rooms: tuple[Room, ...]


class WholeRecord(NamedTuple):
    """The record of a finished race, a document by which anybody can verify it. `shown` makes a
    message with an empty record, or raises NotVisible if the record is not public yet. The handler
    of the request then puts the stored record into the message."""

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
