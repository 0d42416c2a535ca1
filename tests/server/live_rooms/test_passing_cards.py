"""A card that is dealt and at once closes a pile is sent to its player, to spectators, in replays,
and told by the terminal client."""

import random
from typing import Any

import pytest

from client_cli.messages.game import what_changed
from client_cli.state.spectator import WatchedBoard as Seen
from engine.computer_players.player import Player
from engine.errors import BadPosition
from engine.games import GAMES
from engine.games import game as any_game
from engine.races.board import Entry
from engine.table import State
from engine.view import View, passed_in
from protocol import from_server
from protocol.message import encode
from server.boards.seat_board import SeatBoard
from server.live_rooms.spectator_board import BoardFold
from server.rooms.state import Room
from server.views.view_inputs import PUBLIC, BoardMove, Viewer, WatchedBoard
from server.views.visibility import shown
from tests.harness import BELL_MS
from tests.server.archive.test_replays import OfMoves, asked_of, long_race

SECRET = (1314).to_bytes(32).hex()
"""A simple player's thirty-ninth move deals an ace that completes a book in column 6."""
PASSED = [["tab.5", "AD"]]


@pytest.fixture(scope="module")
def game() -> tuple[Room, list[str]]:
    """The room of a game of Seven and Sixes, and its moves up to that one and one further."""
    room, _ = long_race("seven_and_sixes", SECRET)
    rules = room.race.game
    state = rules.deal(room.pack(room.race))
    player, moves = Player(rules, "greedy", random.Random(1).randrange), list[str]()
    while len(moves) < 40:
        move = player.move(state)
        moves.append(rules.codec.to_text(move))
        state = rules.play(state, move).state
    return room, moves


def desk_of(room: Room, moves: list[str]) -> SeatBoard:
    rules = room.race.game
    entries = [Entry(number, "seat", text) for number, text in enumerate(moves)]
    return SeatBoard(rules, rules.deal(room.pack(room.race)), entries)


def sent(message: Any) -> dict[str, Any]:
    told: dict[str, Any] = from_server.parse(encode(message)).model_dump()
    return told


def test_whoever_made_the_move_is_told(game: tuple[Room, list[str]]) -> None:
    room, moves = game
    race, seat_board = room.race, desk_of(room, moves[:38])
    told = [
        sent(shown(BoardMove(1, race, 0, 1, seat_board.take(text)), Viewer(0)))
        for text in moves[38:]
    ]
    assert told[0]["changed"]["passed"] == PASSED
    assert "passed" not in told[1]["changed"]


def test_whoever_watches_is_told_from_then_on(game: tuple[Room, list[str]]) -> None:
    room, moves = game
    race = room.race
    folds = [BoardFold(0, 0, race.game.deal(room.pack(race)))]
    for ms, text in enumerate(moves):
        folds.append(folds[-1].after(race, Entry(ms, "seat", text)))
    views = []
    for fold in folds[38:]:
        what = WatchedBoard(None, room, {}, 0, fold.ply, fold.ms, fold.state, BELL_MS, fold.passed)
        views.append(sent(shown(what, PUBLIC))["view"])
    assert [view.get("passed") for view in views] == [None, PASSED, PASSED]


async def test_a_replay_tells_it(game: tuple[Room, list[str]]) -> None:
    room, moves = game
    entries = [Entry(number, "seat", text) for number, text in enumerate(moves)]
    told = (await asked_of(OfMoves(entries))(room, 0))["moves"]
    assert [number for number, move in enumerate(told) if "passed" in move["changed"]] == [38]
    assert told[38]["changed"]["passed"] == PASSED


def test_the_terminal_client_says_it(game: tuple[Room, list[str]]) -> None:
    room, moves = game
    rules = room.race.game
    before, after = (desk_of(room, moves[:n]).state for n in (38, 39))
    words = "AD dealt to f, which is turned face down"
    assert words in what_changed(rules, before, after)[0]  # of a record, or alone

    def as_seen(state: State[Any]) -> State[Any]:
        return rules.state_of(rules.view(state))

    changes = View.from_json(rules.changes(before, after).to_json())
    told = what_changed(rules, as_seen(before), as_seen(after), passed_in(changes.facts))
    assert words in told[0]
    assert words not in what_changed(rules, as_seen(before), as_seen(after))[0]


def test_the_terminal_client_says_it_of_a_board_it_watches_once(
    game: tuple[Room, list[str]],
) -> None:
    room, moves = game
    rules = room.race.game

    def board(n: int) -> Seen:
        view: Any = rules.view(desk_of(room, moves[:n]).state).to_json()
        if n > 38:
            view["passed"] = PASSED
        read = View.from_json(view)
        return Seen(0, n, 0, read, rules.state_of(read), 0, None)

    assert "AD dealt to f" in board(39).change_sentences(board(38), rules)[0]
    assert "AD dealt" not in board(40).change_sentences(board(39), rules)[0]


@pytest.mark.parametrize("told", ["AD", 5, [["tab.5"]], [["tab.5", "ZZ"]], [[1, "AD"]], [None]])
def test_what_is_no_card_that_passed(told: Any) -> None:
    with pytest.raises(BadPosition):
        passed_in({"passed": told})


def test_no_fact_of_a_game_has_its_name() -> None:
    for rules in map(any_game, GAMES):
        state = rules.deal(rules.pack(bytes(32)))
        assert "passed" not in rules.facts(state)
