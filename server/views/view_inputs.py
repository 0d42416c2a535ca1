"""What can be told of a room, and who may be listening: what `visibility.py` is asked with."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import Card
from engine.table import State
from engine.view import Frame
from protocol.talk import PhraseId
from server.boards.card_marks import Marks
from server.boards.seat_board import PlayedMove
from server.boards.seat_standing import StoredStanding
from server.rooms.events import StoredEvent
from server.rooms.state import Race, Room


class Viewer(NamedTuple):
    """Who is looking: the seat they hold, if any, whether they asked for legal moves, and the id of
    their account, if they are logged in."""

    seat: int | None = None
    legal: bool = False
    account: str | None = None


PUBLIC = Viewer()
"""Whoever may see least; what they may see, everybody in the room may."""


class RoomEvent(NamedTuple):
    """An event and the room right after it, with the numbers of its race."""

    event: StoredEvent
    room: Room
    numbers: Mapping[int, StoredStanding]
    now: int


class NewNumbers(NamedTuple):
    """The numbers of seats that have moved in the room's race."""

    room: Room
    numbers: Mapping[int, StoredStanding]
    now: int


class WholeBoard(NamedTuple):
    """The board of a seat."""

    request: int | None
    race: Race
    seat: int
    ply: int
    state: State[Any]
    now: int
    marks: Marks = {}  # noqa: RUF012 # never changed: a mapping


class WatchedBoard(NamedTuple):
    """The board of a seat of the room's race, for somebody else: after so many moves, the last of
    them at race time `ms`. `state` is None where nothing is to be seen yet. `passed` are the cards
    that came up and went down again within one of the moves, with their places."""

    request: int | None
    room: Room
    numbers: Mapping[int, StoredStanding]
    seat: int
    ply: int
    ms: int
    state: State[Any] | None
    now: int
    passed: Sequence[tuple[int, Card]] = ()


class DealFrame(NamedTuple):
    """A frame of the deal, number `n` of so many, on the board of a seat."""

    request: int | None
    race: Race
    seat: int
    n: int
    of: int
    frame: Frame
    now: int


class WholeRoom(NamedTuple):
    """The room as it stands, to answer a request. Whoever resumes gets their own `boards` with it,
    and what they have missed."""

    request: int | None
    room: Room
    numbers: Mapping[int, StoredStanding]
    now: int
    watchers: int = 0
    boards: tuple[DealFrame | WholeBoard, ...] = ()
    unread: tuple[RoomEvent, ...] = ()


class BoardMove(NamedTuple):
    """A stored move of a seat, and the race time at which it counts."""

    request: int | None
    race: Race
    seat: int
    ms: int
    taken: PlayedMove


class RefusedRequest(NamedTuple):
    """A request that changed nothing, and why. The sentence speaks of what the asker can see."""

    request: int | None
    code: str
    sentence: str
    ply: int | None = None


class ChatMessage(NamedTuple):
    """Something a seat said: a set phrase, or else free text."""

    seat: int
    text: str
    phrase: PhraseId | None
    room: Room
    numbers: Mapping[int, StoredStanding]
    now: int


class SpectatorCount(NamedTuple):
    """How many follow the room without a seat has changed."""

    watchers: int


class ListedRooms(NamedTuple):
    """The rooms on the public list."""

    request: int
    rooms: tuple[Room, ...]


class WholeRecord(NamedTuple):
    """Everything about a race that is over. Its text, the same for everybody, is put in by whoever
    sends it."""

    request: int
    race: Race
    now: int


Happening = (
    RoomEvent
    | WholeRoom
    | NewNumbers
    | WholeBoard
    | WatchedBoard
    | DealFrame
    | BoardMove
    | RefusedRequest
    | WholeRecord
    | ChatMessage
    | ListedRooms
    | SpectatorCount
)
