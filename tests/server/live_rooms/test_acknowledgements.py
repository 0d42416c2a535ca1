"""The acknowledgement of a move is the same text whether it is made with a model or without."""

import json
import random

import pytest

from engine.games import GAMES
from engine.takeback import HINT_TEXT, PRACTICE
from protocol.message import encode
from protocol.rooms.boards import Moved
from protocol.rooms.moved_text import DEFAULTS
from server.boards.seat_board import PlayedMove, SeatBoard
from server.rooms.state import Race
from server.views.view_inputs import BoardMove, Viewer
from server.views.visibility import NotVisible, acknowledgement, shown
from tests.server.archive.test_replays import long_race

MOVES = 150
SECRET = "7a" * 32


def played(race: Race, seat_board: SeatBoard, rnd: random.Random) -> list[PlayedMove]:
    """Random moves up to the end of the game, with a resignation if it does not end."""
    codec, taken = race.game.codec, list[PlayedMove]()
    while seat_board.state.over is None and len(taken) < MOVES:
        legal = race.game.legal(seat_board.state).moves
        taken.append(seat_board.take(codec.to_text(rnd.choice(legal)) if legal else "resign"))
    if seat_board.state.over is None:
        taken.append(seat_board.take("resign"))
    return taken


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "racing_demon"])
def test_every_move_of_a_game_is_told_in_the_same_bytes(slug: str) -> None:
    room, _ = long_race(slug, SECRET)
    race = room.race
    board = SeatBoard(race.game, race.game.deal(room.pack(race)))
    taken = played(race, board, random.Random(slug))
    assert taken[-1].after.over is not None
    for number, move in enumerate(taken):
        what = BoardMove(None if number % 5 == 0 else number, race, 0, number, move)
        told = acknowledgement(what, Viewer(0))
        assert told == encode(shown(what, Viewer(0)))
        assert DEFAULTS.encode() in told
        Moved.model_validate_json(told)
        with pytest.raises(NotVisible):
            acknowledgement(what, Viewer(1))


def test_what_only_the_model_tells_is_told() -> None:
    room, _ = long_race("klondike", SECRET)
    race = room.race
    board = SeatBoard(race.game, race.game.deal(room.pack(race)), take_back=PRACTICE)
    first = race.game.codec.to_text(race.game.legal(board.state).moves[0])
    hint, move, back = board.take(HINT_TEXT), board.take(first), board.take("undo")

    def told(taken: PlayedMove, viewer: Viewer, *, stopped: bool = False) -> dict[str, object]:
        message: dict[str, object] = json.loads(
            acknowledgement(BoardMove(1, race, 0, 1, taken, stopped), viewer)
        )
        return message

    assert told(hint, Viewer(0))["hint"] is not None
    assert told(move, Viewer(0))["legal"] is None
    assert told(move, Viewer(0, legal=True))["legal"]
    assert told(move, Viewer(0), stopped=True)["stopped_counting"] is True
    assert told(back, Viewer(0))["redo"] is not None
