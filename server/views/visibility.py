"""Makes all messages about rooms, in the function `shown`.

`shown` takes an event or data of a room and a viewer, and returns a message with only what this
viewer may see. A viewer is a player, who has a seat (a numbered place) in the room, or a spectator.
For an event that viewers are not told of, the message has only the event's number, so that clients
see numbers without gaps. For anything else that the viewer may not see, no message is made.
"""

from typing import assert_never

from protocol import from_server as say
from protocol.message import encode
from protocol.rooms import room_settings as rooms
from protocol.rooms.talk import FIRST_PHRASES, PHRASES, Said
from server.boards.common_table import CommandRefusal
from server.rooms.state import Room
from server.views import board_view, event_view, race_view, table_view
from server.views.board_view import NotVisible as NotVisible  # noqa: PLC0414 # raised by both
from server.views.deal_secrecy import deal_secrecy_of, seats_of
from server.views.view_inputs import (
    PUBLIC,
    BoardMove,
    ChatMessage,
    DealFrame,
    Happening,
    ListedRooms,
    NewStandings,
    PlacedGrids,
    RefusedRequest,
    RoomEvent,
    SeatMoves,
    SpectatorCount,
    TableNews,
    Viewer,
    WatchedBoard,
    WholeBoard,
    WholeRecord,
    WholeRoom,
    WholeTable,
)

Shown = (
    say.RoomEvent
    | say.Room
    | say.Progress
    | say.Table
    | say.WatchedTable
    | say.Grids
    | say.CommonTable
    | say.TableChanged
    | say.TableLegal
    | say.Frame
    | say.Moved
    | say.DealCounts
    | say.Refused
    | say.Record
    | Said
    | rooms.OpenRooms
    | rooms.Watchers
)


def shown(what: Happening, viewer: Viewer) -> Shown:
    """Return the message that tells `viewer` of `what`, an event or data of a room. Raises
    NotVisible if the viewer may get no message about it."""
    match what:
        case RoomEvent():
            return event_view.event(what, viewer)
        case WholeRoom():
            return _room(what, viewer)
        case NewStandings():
            race = what.room.race
            why = deal_secrecy_of(what.room, what.standings, viewer, what.now).standings
            if why is not None:
                raise NotVisible(why)
            seats = [
                race_view.standing(race, seat, n) for seat, n in sorted(what.standings.items())
            ]
            return say.Progress(race=race.n, clock_ms=race.clock(what.now), standings=seats)
        case WholeBoard() | WatchedBoard() | DealFrame() | BoardMove() | PlacedGrids():
            return _board(what, viewer)
        case WholeTable() | TableNews() | SeatMoves():
            return _common_table(what, viewer)
        case RefusedRequest() | ChatMessage() | ListedRooms() | SpectatorCount():
            return _aside(what, viewer)
        case WholeRecord():
            if not what.race.opened(what.now):
                raise NotVisible("a record before the end")
            # The handler adds the document, which the archive has as text.
            return say.Record(id=what.request, record={})  # type: ignore[arg-type]
    assert_never(what)


def acknowledgement(what: BoardMove, viewer: Viewer) -> bytes:
    """Return the message that `shown` returns for a move, encoded. Most of these messages are made
    without a model, because every move is acknowledged. Raises NotVisible as `shown` does."""
    if what.taken.frame is None:
        text = board_view.moved_bytes(what, viewer)
        if text is not None:
            return text
    return encode(shown(what, viewer))


def _aside(
    what: RefusedRequest | ChatMessage | ListedRooms | SpectatorCount, viewer: Viewer
) -> say.Refused | Said | rooms.OpenRooms | rooms.Watchers:
    match what:
        case RefusedRequest(request, code, sentence, ply, faults, late):
            told = tuple(say.RequestFault(path=list(path), error=each) for path, each in faults)
            first = _overtaken(late)
            return say.Refused(
                id=request, code=code, error=sentence, ply=ply, faults=told, overtaken=first
            )
        case ChatMessage():
            return _may_hear(what, viewer)
        case SpectatorCount():
            return rooms.Watchers(watchers=what.watchers)
        case ListedRooms():
            return rooms.OpenRooms(id=what.request, rooms=[_listed(room) for room in what.rooms])
    assert_never(what)


def _overtaken(late: CommandRefusal | None) -> say.OvertakenClaim | None:
    if late is None or late.overtaken is None:
        return None
    first = late.overtaken
    return say.OvertakenClaim(
        foundation=late.foundation, seat=first.seat, height=first.height, top=first.top
    )


def same_for_all(what: RoomEvent | NewStandings) -> bool:
    """Return whether everybody in the room gets the same message about `what`, an event or new
    figures of contestants. If it returns True, the caller makes the message once, for PUBLIC (a
    viewer without a seat and without an account), and sends it to everybody."""
    return deal_secrecy_of(what.room, what.standings, PUBLIC, what.now).standings is None


def _listed(room: Room) -> rooms.OpenRoom:
    race, seats = room.race, room.seats.values()
    return rooms.OpenRoom(
        code=room.code,
        game=race.rules.slug,
        options=dict(race.rules.chosen),
        bell_ms=race.bell_ms,
        format=race.terms.format,
        host=None if room.host is None else room.seats[room.host].name,
        here=sum(seat.connection is not None for seat in seats),
        size=room.settings.size,
        status=race.status,
        late=room.settings.late,
    )


def _board(
    what: WholeBoard | WatchedBoard | DealFrame | BoardMove | PlacedGrids, viewer: Viewer
) -> say.Table | say.WatchedTable | say.Frame | say.Moved | say.DealCounts | say.Grids:
    match what:
        case PlacedGrids():
            return board_view.grids(what)
        case WholeBoard():
            return board_view.table(what, viewer)
        case WatchedBoard():
            return board_view.watched(what, viewer)
        case DealFrame():
            return board_view.frame(what, viewer)
        case BoardMove() if what.taken.frame is not None:
            return board_view.deal_counts(what, viewer)
        case BoardMove():
            return board_view.moved(what, viewer)
    assert_never(what)


def _common_table(
    what: WholeTable | TableNews | SeatMoves, viewer: Viewer
) -> say.CommonTable | say.TableChanged | say.TableLegal:
    match what:
        case WholeTable():
            return table_view.whole(what, viewer)
        case TableNews():
            return table_view.changed(what, viewer)
        case SeatMoves():
            return table_view.moves(what, viewer)
    assert_never(what)


def _room(what: WholeRoom, viewer: Viewer) -> say.Room:
    room, race = what.room, what.room.race
    over = race.status == "over"
    closed = deal_secrecy_of(room, what.standings, viewer, what.now).standings
    standings = what.standings if closed is None else {}
    frames = [
        board_view.frame(board, viewer) for board in what.boards if isinstance(board, DealFrame)
    ]
    tables = [
        board_view.table(board, viewer) for board in what.boards if isinstance(board, WholeBoard)
    ]
    return say.Room(
        id=what.request,
        seq=room.seq,
        code=room.code,
        seat=viewer.seat,
        host=room.host,
        settings=room.settings,
        watchers=what.watchers,
        invite=room.invite if viewer.seat is not None and viewer.seat == room.host else None,
        members=[
            say.Member(
                seat=number,
                name=seat.name,
                here=seat.connection is not None,
                ready=number in race.nonces,
                racing=number in race.racing,
                aside=seat.aside,
                silent=seat.silent,
                covered=seat.covered,
                bot=seat.bot,
                claimed=seat.account is not None,
                left=seat.left,
                player=seat.player,
            )
            for number, seat in room.seats.items()
            if not seat.left or number in race.racing
        ],
        race=race_view.info(room, race, what.now, what.standings),
        standings=[race_view.standing(race, s, n) for s, n in sorted(standings.items())],
        results=race_view.results(race, standings) if over else None,
        opened=race_view.opened(race, what.now) if over else None,
        frame=next(iter(frames), None),
        table=next(iter(tables), None),
        grids=board_view.grids(what.grids) if what.grids else None,
        common_table=table_view.whole(what.table, viewer) if what.table else None,
        unread=[event_view.event(missed, viewer) for missed in what.unread],
        wins=race_view.wins(room, what.standings),
    )


def gets_chat(what: ChatMessage, viewer: Viewer) -> bool:
    """Return whether a viewer gets a chat message. The chat handler also calls this for the sender:
    a player who would not get a message may not send it.

    Everybody gets set phrases (sentences from a fixed list), because they tell nothing about a
    deal. The exception is the server's answer to the set phrase "Ace, please", which tells
    something about the cards. Only the contestants of the race get this answer, because they have
    the same cards on their own boards.
    """
    if what.dealt:
        return bool(seats_of(viewer, what.room))
    if what.phrase is not None:
        return True
    return deal_secrecy_of(what.room, what.standings, viewer, what.now).talk is None


def _may_hear(what: ChatMessage, viewer: Viewer) -> Said:
    if not gets_chat(what, viewer):
        raise NotVisible("talk about a deal they play")
    text = what.text if what.phrase is None else PHRASES[what.phrase]
    first = next((known for known in FIRST_PHRASES if known == what.phrase), None)
    return Said(seat=what.seat, text=text, phrase=first, set_phrase=what.phrase)
