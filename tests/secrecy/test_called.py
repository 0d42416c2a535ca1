"""Called cards: one that is shown before its call is found, wherever it is shown."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import structlog

from engine.cards import NAME
from server.boards.seat_board import PlayedMove, SeatBoard
from server.boards.seat_standing import StoredStanding
from server.live_rooms import deadlines, live_room, play_move
from server.live_rooms.live_room import LiveRoom
from server.net import connection
from server.rooms import race_timeouts
from server.rooms.events import CardCalled
from server.rooms.state import Race
from server.views import board_view, deal_secrecy, event_view, race_view
from server.views.listener import Listener
from server.views.view_inputs import BoardMove, PlacedGrids, RefusedRequest, RoomEvent
from tests.messages import told as messages_in
from tests.secrecy.known import Room as Known
from tests.secrecy.listener import Listener as Searcher
from tests.secrecy.plans import Plan
from tests.secrecy.recorder import RoomRecord
from tests.secrecy.running import Running, leaks_of_a_kind, plan
from tests.secrecy.scan import scan
from tests.secrecy.test_every_game import MORE, before_the_end
from tests.secrecy.test_planted import with_more

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

CALL_MS = 500


def next_card(seat_board: SeatBoard) -> str | None:
    """The card that lies on the stock, or has just been called."""
    card = seat_board.state.beside.next
    return None if card is None else NAME[card]


# The plants. Each takes the real function first. ----------------------------------------------


def a_table_of_the_next_call(
    real: Any, self: LiveRoom, request: int | None, listener: Listener, seat_board: SeatBoard
) -> None:
    room = self.room
    ahead = replace(room.race, call=room.race.call + 1)
    self.room = replace(room, races={**room.races, ahead.n: ahead})
    real(self, request, listener, seat_board)
    self.room = room


def a_move_with_the_next_card(real: Any, listener: Listener, move: BoardMove) -> None:
    real(listener, move._replace(race=replace(move.race, call=move.race.call + 1)))


def the_servers_move_with_the_next_card(real: Any, listener: Listener, move: BoardMove) -> None:
    if move.request:
        real(listener, move)
    else:
        a_move_with_the_next_card(real, listener, move)


def the_next_card_in_a_refusal(real: Any, self: Any, refused: RefusedRequest) -> None:
    place = self._requests._entry.place
    if refused.code == "not_called":
        card = next_card(place.live.seat_boards[place.seat])
        refused = refused._replace(sentence=f"The {card} has not been called.")
    real(self, refused)


def the_card_with_its_call(real: Any, what: RoomEvent, *who: Any) -> Any:
    told = real(what, *who)
    if not isinstance(what.event, CardCalled):
        return told
    return with_more(told, card=NAME[what.room.pack(what.room.race)[what.event.call - 1]])


async def the_cards_in_the_log(real: Any, self: Any, room: LiveRoom) -> None:
    if room.race.call:
        structlog.get_logger().debug("due", cards=[*map(next_card, room.seat_boards.values())])
    await real(self, room)


def a_card_before_its_call(real: Any, self: Any, race: Race, *what: Any) -> PlayedMove:
    taken: PlayedMove = real(self, replace(race, call=race.call and 99), *what)
    return taken


def nobody_is_waited_for(real: Any, *what: Any) -> set[int]:
    del real, what
    return set()


PLANTS: list[tuple[Any, str, Callable[..., Any], str]] = [
    (live_room.LiveRoom, "show_board", a_table_of_the_next_call, "before it was turned up"),
    (play_move, "acknowledge", a_move_with_the_next_card, "before it was turned up"),
    (play_move, "acknowledge", the_servers_move_with_the_next_card, "before it was turned up"),
    (connection.Connection, "_refuse", the_next_card_in_a_refusal, "before it was turned up"),
    (event_view, "event", the_card_with_its_call, "where no card belongs"),
    (
        deadlines.Deadlines,
        "_place_called_card",
        the_cards_in_the_log,
        "a card on a page or in the log",
    ),
    (play_move.MovePath, "_play", a_card_before_its_call, "a board after moves"),
    (race_timeouts, "to_place", nobody_is_waited_for, "laid before it was called"),
]


@pytest.mark.parametrize(
    ("owner", "name", "plant", "what"), PLANTS, ids=[plant.__name__ for _, _, plant, _ in PLANTS]
)
async def test_a_planted_leak_is_found(
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    plant: Callable[..., Any],
    what: str,
) -> None:
    real = getattr(owner, name)

    def method(self: Any, *arguments: Any) -> Any:
        return plant(real, self, *arguments)

    monkeypatch.setattr(owner, name, method if isinstance(owner, type) else partial(plant, real))
    assert await leaks_of_a_kind(running, what, "poker_patience", call_ms=CALL_MS)


@pytest.mark.parametrize("slug", ["cribbage_patience", "poker_patience"])
async def test_the_next_card_is_found_in_every_frame(running: Running, slug: str) -> None:
    kinds: set[str] = set()
    for seed in range(5, 15):  # the bell may ring before all of them have come
        record, _ = await running.told(plan(slug, seed, call_ms=CALL_MS))
        kinds |= found_in_every_frame(record)
        if kinds >= CALLED_KINDS:
            return
    pytest.fail(f"never told: {CALLED_KINDS - kinds}")


def a_card_more_in_the_grids(real: Any, what: PlacedGrids) -> Any:
    """As if the next card had been placed by all: what the others have done with it is shown."""
    room, states = what.room, {}
    for seat, state in what.states.items():
        states[seat] = state
        move = next(iter(room.race.game.legal(state).moves), None)
        if move is not None:
            states[seat] = room.race.game.play(state, move).state
    ahead = replace(room.race, call=room.race.call + 1)
    room = replace(room, races={**room.races, ahead.n: ahead})
    return real(what._replace(room=room, placed=what.placed + 1, states=states))


def grids_with_the_card_in_hand(real: Any, what: PlacedGrids) -> Any:
    told = real(what)
    for grid in told.grids:
        grid.view.facts["next"] = NAME[what.room.pack(what.room.race)[what.placed]]
    return told


@pytest.mark.parametrize(
    ("plant", "what"),
    [
        (a_card_more_in_the_grids, "a grid with a card that not everybody has placed"),
        (grids_with_the_card_in_hand, "grids that are not those of the contestants"),
    ],
)
async def test_a_planted_leak_in_the_grids_is_found(
    running: Running, monkeypatch: pytest.MonkeyPatch, plant: Callable[..., Any], what: str
) -> None:
    monkeypatch.setattr(board_view, "grids", partial(plant, board_view.grids))
    slug = "poker_patience"
    assert await leaks_of_a_kind(running, what, slug, call_ms=CALL_MS, show_grids="each_card")


@pytest.mark.parametrize("slug", ["cribbage_patience", "poker_patience"])
async def test_grids_show_only_cards_that_everybody_has_placed(running: Running, slug: str) -> None:
    """Contestants and spectators are sent them, also when they enter the room again."""
    shown: Counter[str] = Counter()
    for seed in (5, 6):
        told = plan(slug, seed, call_ms=CALL_MS, show_grids="each_card")
        record, _ = await running.told(told)
        assert not scan(record)
        for tape in record.tapes:
            shown[tape.name] += sum(
                message["type"] == "grids"
                for entry in tape.entries
                if entry.kind == "frame"
                for message in messages_in(entry.text)
            )
    assert {"p0", "p1", "watcher"} <= {name for name, n in shown.items() if n > 1}


async def test_grids_are_not_shown_where_the_terms_do_not_say_so(running: Running) -> None:
    record, _ = await running.told(plan("poker_patience", call_ms=CALL_MS, show_grids="end"))
    told = [entry.text for tape in record.tapes for entry in tape.entries if entry.kind == "frame"]
    assert not any('"type":"grids"' in text.replace(" ", "") for text in told)


def to_the_end(seed: int) -> Plan:
    """The plan of a race of Crossword in which everybody places cards until one fits nowhere."""
    made = plan("crossword", seed, call_ms=60_000)
    made.most_moves, made.mischief, made.silent = 60, 0.05, False
    made.bell_ms = 300_000
    return made


MOST_RACES = 12
"""Races until somebody is beaten by a card that does not beat everybody."""


def told_beaten(record: RoomRecord) -> int:
    """How often a message of a running race tells that a card has beaten somebody."""
    messages = [
        json.loads(entry.text)
        for tape in record.tapes
        for entry in tape.entries
        if entry.kind == "frame"
    ]
    return sum(
        message["type"] == "progress"
        and any(standing["reason"] == "stuck" for standing in message["standings"])
        for message in messages
    )


async def test_who_is_beaten_by_a_card_is_told_with_its_call(running: Running) -> None:
    """Not before: that the next card fits nowhere says what it is. In a race in which the same card
    beats all who are left, its end is told instead."""
    told = 0
    for seed in range(5, 5 + MOST_RACES):
        record, _ = await running.told(to_the_end(seed))
        assert not scan(record)
        told += told_beaten(record)
        if told:
            break
    assert told


async def test_who_is_beaten_is_found_if_told_before_the_call(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_once(_: Race, standing: StoredStanding) -> StoredStanding:
        return standing

    for module in (deal_secrecy, race_view, live_room):
        monkeypatch.setattr(module, "visible", at_once)
    found: set[str] = set()
    for seed in range(5, 5 + MOST_RACES):
        found |= {leak.what for leak in await running.race(to_the_end(seed))}
        if "numbers that count what is hidden" in found:
            return
    pytest.fail(f"only {found}")


CALLED_KINDS = {"called", "table", "moved", "progress", "refused", "room"}


def found_in_every_frame(record: RoomRecord) -> set[str]:
    """The kinds of message in which the next card has been found, which are all there are."""
    assert not scan(record)
    known, kinds = Known(record), set[str]()
    for tape in record.tapes:
        for more in MORE.values():
            entries, planted, call = list(tape.entries), {}, 0
            for i in before_the_end(tape):
                message = json.loads(entries[i].text)
                if message["type"] in ("called", "room"):
                    call = message.get("call") or message.get("race", {}).get("call") or 0
                card = NAME[known.races[1].pack[call]]
                entries[i] = entries[i]._replace(text=json.dumps(message | more(card)))
                planted[entries[i].text] = card
                kinds.add(message["type"])
            leaks = Searcher(known, replace(tape, entries=entries)).run()
            leaks = [leak for leak in leaks if leak.where in planted]
            found = {leak.where for leak in leaks if leak.what.startswith(planted[leak.where])}
            assert found == set(planted)
    return kinds
