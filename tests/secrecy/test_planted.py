"""Tests of the leak search: a leak planted in any output of the server is found.

The server runs in this process on a real store, with races over real sockets. One function at a
time is replaced by one that tells too much. `PLANTS` lists the functions:

    boards.table, moved          what a contestant is shown of a board: snapshot, resume, moves
    boards.watched               what others are shown of it
    boards.blindfold             who may see boards of others
    board_view.board_delay_ms, .visible_until_ms   how much later
    Race.called_by               which called cards are seen then
    Screen._blank                from when on there is a board to see
    LiveRoom.deal, .desk         what is shown of a watched deal, and where it begins
    Tables.show_frame            how far it has been watched
    audience._room               the answer to create, join, resume and watch
    announced.event              what everybody in a room is told, with the countdown and the end
    races.standing               the numbers of progress, rooms and results
    races.info                   what is told of a race from its start
    archive.finished             which races have a record, and replays
    replays._part                what is told of a finished game
    LiveRoom.show_board          whose board is shown
    LiveRoom._hand_out           who is dealt a board at zero
    Requests._send               answers without room data: welcome, done, pong
    Connection._refuse           refusals, and the labels they are counted under
    Connection._close            close reasons
    live.log                     lines of the log
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import structlog
from pydantic import BaseModel, create_model

from engine.cards import NAME, Card
from engine.games.kings import count_out, without_kings
from engine.view import View
from protocol import from_server as say
from protocol.message import encode
from server.archive import record_builder, replays
from server.handlers import dispatch
from server.live_rooms import live_room, seat_board_cache
from server.live_rooms import spectator_board as screens
from server.net import connection
from server.rooms import state as rooms
from server.rooms.events import CountdownBegun, RaceStarted, SeatTaken
from server.rooms.state import Race
from server.rooms.state import Room as ServerRoom
from server.views import board_view, event_view, race_view, visibility
from server.views.view_inputs import (
    BoardMove,
    RefusedRequest,
    RoomEvent,
    Viewer,
    WatchedBoard,
    WholeBoard,
    WholeRoom,
)
from tests.secrecy.running import Running, leaks_of_a_kind

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


# Things to tell. ------------------------------------------------------------------------------


def with_more(message: BaseModel, **fields: Any) -> Any:
    """The message with fields its kind has no room for."""
    room: dict[str, Any] = dict.fromkeys(fields, Any)
    kind: Any = create_model(type(message).__name__, __base__=type(message), **room)
    return kind.model_construct(**dict(message), **fields)


def last_card(race: Race, room: ServerRoom) -> str:
    """A card that comes up last, or never."""
    return NAME[room.pack(race)[-1]]


def bottom(state: Any) -> str:
    """A card that still lies face down."""
    hidden: Card = next(card for pile in state.piles for card in pile.down)
    return NAME[hidden]


# The plants. Each takes the real function first. ----------------------------------------------


def with_fact(view: View, **facts: Any) -> View:
    return view._replace(facts={**view.facts, **facts})


def stock_in_the_view(real: Any, what: WholeBoard, viewer: Viewer) -> Any:
    table = real(what, viewer)
    return table.model_copy(update={"view": with_fact(table.view, last=bottom(what.state))})


def a_card_as_a_key(real: Any, what: WholeBoard, viewer: Viewer) -> Any:
    table = real(what, viewer)
    return table.model_copy(update={"view": with_fact(table.view, **{bottom(what.state): 1})})


def the_next_card_with_a_move(real: Any, what: BoardMove, viewer: Viewer) -> Any:
    moved = real(what, viewer)
    under = bottom(what.taken.after)
    return moved.model_copy(update={"changed": with_fact(moved.changed, under=under)})


def what_a_move_would_turn_up(real: Any, what: BoardMove, viewer: Viewer) -> Any:
    moved = real(what, viewer)
    legal = [{**move, "turns": bottom(what.taken.after)} for move in moved.legal or [{"kind": "x"}]]
    return moved.model_copy(update={"legal": legal})


def the_pack_in_numbers(real: Any, what: BoardMove, viewer: Viewer) -> Any:
    down = max((pile.down for pile in what.taken.after.piles), key=len)
    moved = real(what, viewer)
    return moved.model_copy(update={"changed": with_fact(moved.changed, stock=list(down))})


def the_table_with_each_frame(real: Any, self: Any) -> Any:
    deal = real(self)
    last = deal.frames[-1].view
    return deal._replace(frames=[frame._replace(view=last) for frame in deal.frames])


def the_unseen_card(real: Any, self: Any) -> Any:
    rounds = count_out(without_kings(self.room.pack(self.race)))
    unseen = [NAME[rounds[n].unseen or 0] for n in range(len(rounds))]
    deal = real(self)
    frames = [
        frame._replace(shown={**frame.shown, "laid": [*frame.shown["laid"], (13, unseen[n])]})
        for n, frame in enumerate(deal.frames)
    ]
    return deal._replace(frames=frames)


def dealt_at_once(real: Any, self: Any, entries: Any, frame: int = 1) -> Any:
    del frame
    return real(self, entries, len(self.deal().frames))


async def any_frame(real: Any, self: Any, room: Any, seat: int, n: int) -> Any:
    own = await self.seat_board(room, seat)
    own.frame = max(own.frame, min(n, own.frames) - 1)
    return await real(self, room, seat, n)


def points_with_what_is_hidden(real: Any, race: Any, seat: int, numbers: Any) -> Any:
    return real(replace(race, status="over"), seat, numbers)


def the_rivals_board(
    real: Any, self: Any, request: int | None, listener: Any, seat_board: Any
) -> None:
    others = [d for seat, d in self.seat_boards.items() if seat != listener.viewer.seat and d.ply]
    real(self, request, listener, others[0] if others else seat_board)


def boards_for_watchers(real: Any, self: Any, *seats: Any) -> None:
    real(self, *seats)
    for listener in self.listeners:
        if listener.viewer.seat is None:
            whole = WholeBoard(None, self.race, 0, 0, self.deal().start.state, 0)
            listener.send(encode(visibility.shown(whole, Viewer(0))))


def cards_before_zero(real: Any, what: RoomEvent, viewer: Viewer) -> Any:
    event = real(what, viewer)
    if not isinstance(what.event, CountdownBegun):
        return event
    running = replace(what.room.race, status="running")
    return with_more(event, first=NAME[what.room.pack(running)[0]])


def the_end_at_the_start(real: Any, what: RoomEvent, viewer: Viewer) -> Any:
    if not isinstance(what.event, RaceStarted):
        return real(what, viewer)
    race = what.room.race
    opened = say.Opened(secret=race.secret.hex(), nonces={})
    return say.Over(seq=what.room.seq, race=race.n, ended_ms=0, results=[], opened=opened)


def the_seed_at_the_start(real: Any, what: RoomEvent, viewer: Viewer) -> Any:
    event = real(what, viewer)
    if not isinstance(what.event, RaceStarted):
        return event
    return with_more(event, seed=what.room.seed(what.room.race).hex())


def token_hashes_with_names(real: Any, what: RoomEvent, viewer: Viewer) -> Any:
    event = real(what, viewer)
    if not isinstance(what.event, SeatTaken):
        return event
    return event.model_copy(update={"name": f"{event.name} {what.event.token_hash}"})


def nonces_in_the_room(real: Any, what: WholeRoom, viewer: Viewer) -> Any:
    return with_more(real(what, viewer), nonces=dict(what.room.race.nonces))


def the_secret_in_the_room(real: Any, what: WholeRoom, viewer: Viewer) -> Any:
    race = what.room.race
    opened = say.Opened(secret=race.secret.hex(), nonces={})
    return real(what, viewer).model_copy(update={"opened": opened})


def the_commitment_opened(
    real: Any, room: ServerRoom, race: Race, now: int, *standings: Any
) -> Any:
    return real(room, race, now, *standings).model_copy(update={"commitment": race.secret.hex()})


def any_race(real: Any, room: ServerRoom, n: int | None, *when: int) -> Race:
    del real, n, when
    race, just_now = room.race, 2**50
    return replace(
        race, status="over", ended_ms=race.ended_ms or 0, ended_at=race.ended_at or just_now
    )


def the_stock_in_a_replay(real: Any, game: Any, state: Any) -> Any:
    down = [NAME[card] for pile in state.piles for card in pile.down]
    return {**real(game, state), "stock": down}


def a_card_in_a_refusal(real: Any, self: Any, refused: RefusedRequest) -> None:
    place = self._requests._entry.place
    if place and place.seat in place.live.seat_boards:
        card = bottom(place.live.seat_boards[place.seat].state)
        refused = refused._replace(sentence=f"{refused.sentence[:-1]} until {card} is out.")
    real(self, refused)


def a_card_in_words(real: Any, self: Any, refused: RefusedRequest) -> None:
    if self._requests._entry.place:
        refused = refused._replace(sentence="Dig for the queen of hearts first.")
    real(self, refused)


def secrets_as_labels(real: Any, self: Any, refused: RefusedRequest) -> None:
    place = self._requests._entry.place
    if place:
        self._metrics.refusals.labels(place.live.race.secret.hex()).inc()
    real(self, refused)


async def the_reason_in_full(real: Any, self: Any, why: Any) -> None:
    place = self._requests._entry.place
    if place is None:
        await real(self, why)
    else:
        await self._socket.close(why, place.live.race.secret.hex())


def the_deal_in_the_log(real: Any, self: Any, *seats: Any) -> None:
    real(self, *seats)
    structlog.get_logger().info("dealt", pack=[NAME[c] for c in self.room.pack(self.race)])


def the_seed_in_the_log(real: Any, self: Any, *seats: Any) -> None:
    real(self, *seats)
    structlog.get_logger().debug("dealt", seed=self.room.seed(self.race).hex())


def secrets_in_answers(real: Any, self: Any, message: Any) -> None:
    place = self._entry.place
    if place and isinstance(message, say.Done | say.Pong):
        message = with_more(message, note=place.live.race.secret.hex())
    real(self, message)


def more_progress(real: Any, listener: Any, data: bytes) -> None:
    message = json.loads(data)
    for room in listener._requests._services.registry.rooms.values():
        if message["type"] == "progress" and room.race.status == "running":
            message["left"] = last_card(room.race, room.room)
    real(listener, json.dumps(message).encode())


def stock_for_watchers(real: Any, what: WatchedBoard, viewer: Viewer) -> Any:
    board = real(what, viewer)
    if what.state is None or what.room.race.status == "over":
        return board
    return board.model_copy(update={"view": with_fact(board.view, last=bottom(what.state))})


def boards_for_all(real: Any, room: ServerRoom, *who: Any) -> Any:
    """Nobody is kept from seeing a board, once there are boards."""
    return None if room.race.status in ("running", "over") else real(room, *who)


def boards_for_rivals(real: Any, room: ServerRoom, numbers: Any, viewer: Viewer, now: int) -> Any:
    return real(room, numbers, Viewer(), now) and real(room, numbers, viewer, now)


def at_once(real: Any, *what: Any) -> int:
    del real, what
    return 0


def up_to_now(real: Any, race: Race, delay_ms: int, now: int) -> int:
    del delay_ms
    return int(real(race, 0, now))


def deals_not_yet_watched(real: Any, self: Any) -> bool:
    del real
    return bool(self._seen_ms() < 0)


PLANTS: list[tuple[Any, str, Callable[..., Any], str, str]] = [
    (board_view, "table", stock_in_the_view, "uncle_remus", "before it was turned up"),
    (board_view, "table", a_card_as_a_key, "aces_up", "before it was turned up"),
    (board_view, "moved", the_next_card_with_a_move, "aces_up", "before it was turned up"),
    (board_view, "moved", what_a_move_would_turn_up, "uncle_remus", "legal moves"),
    (board_view, "moved", the_pack_in_numbers, "aces_up", "the pack in numbers"),
    (race_view, "standing", points_with_what_is_hidden, "cribbage_patience", "numbers that count"),
    (event_view, "event", cards_before_zero, "aces_up", "before it was turned up"),
    (event_view, "event", the_end_at_the_start, "aces_up", "an end before the end"),
    (event_view, "event", the_seed_at_the_start, "uncle_remus", "the seed of race 1"),
    (event_view, "event", token_hashes_with_names, "aces_up", "the hash of a token"),
    (visibility, "_room", nonces_in_the_room, "aces_up", "a nonce of race 1"),
    (visibility, "_room", the_secret_in_the_room, "cribbage_patience", "the secret of race 1"),
    (race_view, "info", the_commitment_opened, "aces_up", "the secret of race 1"),
    (record_builder, "finished", any_race, "aces_up", "the seed of race 1"),
    (record_builder, "finished", any_race, "aces_up", "a replay before the end"),
    (replays, "_start", the_stock_in_a_replay, "aces_up", "before it was turned up"),
    (live_room.LiveRoom, "show_board", the_rivals_board, "aces_up", "not the contestant's own"),
    (live_room.LiveRoom, "_hand_out", boards_for_watchers, "aces_up", "a board for somebody"),
    (
        live_room.LiveRoom,
        "_hand_out",
        the_deal_in_the_log,
        "aces_up",
        "a card on a page or in the log",
    ),
    (live_room.LiveRoom, "_hand_out", the_seed_in_the_log, "aces_up", "the seed"),
    (live_room.LiveRoom, "deal", the_table_with_each_frame, "kings", "before it was turned up"),
    (live_room.LiveRoom, "deal", the_unseen_card, "kings", "before it was turned up"),
    (live_room.LiveRoom, "seat_board", dealt_at_once, "kings", "before the deal was seen"),
    (seat_board_cache.SeatBoardCache, "show_frame", any_frame, "kings", "before the deal was seen"),
    (dispatch.Dispatcher, "_send", secrets_in_answers, "aces_up", "the secret of race 1"),
    (board_view, "watched", stock_for_watchers, "uncle_remus", "before it was turned up"),
    (board_view, "why_boards_closed", boards_for_all, "aces_up", "somebody who plays the deal"),
    (
        board_view,
        "why_boards_closed",
        boards_for_rivals,
        "uncle_remus",
        "somebody who plays the deal",
    ),
    (board_view, "board_delay_ms", at_once, "aces_up", "before its delay"),
    (board_view, "visible_until_ms", up_to_now, "aces_up", "before its delay"),
    (
        screens.SpectatorBoard,
        "_blank",
        deals_not_yet_watched,
        "kings",
        "not as its contestant sees it",
    ),
    (connection.Connection, "_refuse", a_card_in_a_refusal, "uncle_remus", "before it was turned"),
    (connection.Connection, "_refuse", a_card_in_words, "aces_up", "?"),
    (connection.Connection, "_refuse", secrets_as_labels, "aces_up", "the secret"),
    (connection.Connection, "_close", the_reason_in_full, "aces_up", "the secret of race 1"),
    (connection.Connection, "send", more_progress, "aces_up", "where no card belongs"),
]


MISLEADING = (the_end_at_the_start, the_rivals_board)
"""Plants after which a racer would play on another's board, or not at all."""


@pytest.mark.parametrize(
    ("owner", "name", "plant", "slug", "what"),
    PLANTS,
    ids=[f"{owner.__name__.split('.')[-1]}.{name}-{p.__name__}" for owner, name, p, _, _ in PLANTS],
)
async def test_a_planted_leak_is_found(
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    plant: Callable[..., Any],
    slug: str,
    what: str,
) -> None:
    real = getattr(owner, name)
    planted: Any = partial(plant, real)
    if isinstance(owner, type):

        def method(self: Any, *arguments: Any) -> Any:
            return plant(real, self, *arguments)

        planted = method
    monkeypatch.setattr(owner, name, planted)
    assert await leaks_of_a_kind(running, what, slug, bell=plant in MISLEADING)


async def test_a_card_that_watchers_are_shown_before_its_call_is_found(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms.Race, "called_by", lambda _race, _ms: 99)
    what = "not as its contestant sees it"
    assert await leaks_of_a_kind(running, what, "cribbage_patience", call_ms=500)
