"""Inputs of `visibility.py`: the viewer, and what has happened or was asked for."""

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
    """A viewer: the seat they hold (None for a spectator), whether they asked for legal moves, and
    the id of their account (None if they are not logged in)."""

    seat: int | None = None
    legal: bool = False
    account: str | None = None


PUBLIC = Viewer()
"""The viewer who may see least. What they may see, everybody in the room may see."""


class RoomEvent(NamedTuple):
    """An event, the room after it, and the standings of its race, by seat."""

    event: StoredEvent
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int


class NewStandings(NamedTuple):
    """New standings of the room's race: of the seats that have moved."""

    room: Room
    standings: Mapping[int, StoredStanding]
    now: int


class WholeBoard(NamedTuple):
    """The board of a seat, for its owner. `ply` is the number of moves made."""

    request: int | None
    race: Race
    seat: int
    ply: int
    state: State[Any]
    now: int
    marks: Marks = {}  # noqa: RUF012 # never changed: a mapping


class WatchedBoard(NamedTuple):
    """The board of a seat of the room's race, for others: after `ply` moves, the last of them at
    race time `ms`. `state` is None if nothing is visible yet. `passed` are the cards that were
    turned up and covered again within one move, with their places."""

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
    """A frame of the deal on the board of a seat: number `n`, from 1, of `of` frames."""

    request: int | None
    race: Race
    seat: int
    n: int
    of: int
    frame: Frame
    now: int


class WholeRoom(NamedTuple):
    """The whole room, as the answer to a request. Who resumes also gets their own `boards` and the
    events they have missed, oldest first."""

    request: int | None
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int
    watchers: int = 0
    boards: tuple[DealFrame | WholeBoard, ...] = ()
    unread: tuple[RoomEvent, ...] = ()


class BoardMove(NamedTuple):
    """A stored move of a seat. `ms` is the race time at which it counts."""

    request: int | None
    race: Race
    seat: int
    ms: int
    taken: PlayedMove


class RefusedRequest(NamedTuple):
    """A refused request, and why. The sentence uses only what the asker may see. `ply` is the
    number of moves on the asker's board, if the request was a move."""

    request: int | None
    code: str
    sentence: str
    ply: int | None = None


class ChatMessage(NamedTuple):
    """What a seat said: a set phrase, or free text if `phrase` is None."""

    seat: int
    text: str
    phrase: PhraseId | None
    room: Room
    standings: Mapping[int, StoredStanding]
    now: int


class SpectatorCount(NamedTuple):
    """The new number of spectators of the room."""

    watchers: int


class ListedRooms(NamedTuple):
    """The rooms on the public list."""

    request: int
    rooms: tuple[Room, ...]


class WholeRecord(NamedTuple):
    """The record of a race that is over. The sender adds its text, which is the same for all."""

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
    | RefusedRequest
    | WholeRecord
    | ChatMessage
    | ListedRooms
    | SpectatorCount
)
