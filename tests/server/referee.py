"""A referee for one room: what every request has to be answered, worked out by the engine alone.

No line of the server is used. Answers are the fields an answer must have, no more; `room` and
`board` say what anybody must be shown of the room, and a contestant of their own board.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.errors import EngineError, IllegalMove
from engine.fairness import commitment, deal_seed
from engine.games import game
from engine.options import canonical
from engine.takeback import move_text, read_move
from engine.terms import Terms, terms
from tests.server.referee_board import Answer, Board

WATCHING = -1


def refused(code: str, **more: Any) -> Answer:
    return {"type": "refused", "code": code, **more}


DONE: Answer = {"type": "done"}


@dataclass
class Seat:
    name: str
    token: str
    line: str | None
    left: bool = False


@dataclass
class Race:
    n: int
    status: str = "lobby"
    secret: bytes = b""
    nonces: dict[int, str] = field(default_factory=dict)
    boards: dict[int, Board] = field(default_factory=dict)
    counted: dict[int, str] = field(default_factory=dict)


class Referee:
    """The room as it must be. `places` has where each line is: its seat, WATCHING, or None."""

    def __init__(self, slug: str, chosen: dict[str, Any]) -> None:
        self.rules = game(slug)
        self.terms: Terms = terms(self.rules, chosen)
        self.code: str | None = None
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.races: list[Race] = []
        self.places: dict[str, int | None] = {}
        self.taken_over: set[str] = set()

    @property
    def race(self) -> Race:
        return self.races[-1]

    def ask(self, line: str, request: Answer) -> Answer:
        """The answer to a request, which has its effect."""
        handler: Callable[[str, Answer], Answer] = getattr(self, f"_{request['type']}")
        return handler(line, request)

    def closed(self, line: str) -> None:
        """A line has ended."""
        place = self.places.pop(line, None)
        if place is not None and place != WATCHING and self.seats[place].line == line:
            self.seats[place].line = None

    # In and out. ----------------------------------------------------------------------------

    def _create(self, line: str, request: Answer) -> Answer:
        if self.places[line] is not None:
            return refused("already_seated")
        self.races.append(Race(1))
        self.host = 0
        return self._take(line, request)

    def _take(self, line: str, request: Answer) -> Answer:
        self.seats.append(Seat(request["name"], request["token"], line))
        seat = len(self.seats) - 1
        self.host = seat if self.host is None else self.host
        return self._enter(line, seat)

    def _enter(self, line: str, place: int) -> Answer:
        self.places[line] = place
        return {"type": "room", "seat": None if place == WATCHING else place}

    def _join(self, line: str, request: Answer) -> Answer:
        if self.places[line] is not None:
            return refused("already_seated")
        if request["code"] != self.code:
            return refused("unknown_room")
        if self._held(request["token"]) is not None:
            return refused("already_joined")
        if any(s.name.casefold() == request["name"].casefold() for s in self.seats if not s.left):
            return refused("name_taken")
        return self._take(line, request)

    def _held(self, token: str) -> int | None:
        held = [i for i, seat in enumerate(self.seats) if seat.token == token and not seat.left]
        return held[0] if held else None

    def _resume(self, line: str, request: Answer) -> Answer:
        place = self.places[line]
        if request["code"] != self.code:
            return refused("unknown_room" if place is None else "already_seated")
        meant = self._held(request["token"])
        if place not in (None, WATCHING) and meant not in (None, place):
            return refused("already_seated")
        if meant is None:
            return refused("unknown_seat")
        older = self.seats[meant].line
        if older not in (None, line):
            self.taken_over.add(str(older))
            self.places.pop(str(older), None)
        self.seats[meant].line = line
        return self._enter(line, meant)

    def _watch(self, line: str, request: Answer) -> Answer:
        place = self.places[line]
        if place is not None and (place != WATCHING or request["code"] != self.code):
            return refused("already_seated")
        if request["code"] != self.code:
            return refused("unknown_room")
        return self._enter(line, WATCHING)

    def _leave(self, line: str, _: Answer) -> Answer:
        place = self.places[line]
        if place is None:
            return refused("no_room")
        self.places[line] = None
        if place == WATCHING:
            return DONE
        board = self.race.boards.get(place) if self.race.status == "running" else None
        if board is not None and not board.over:
            board.play("resign")
        seat = self.seats[place]
        seat.left, seat.line = True, None
        if self.host == place:
            self.host = min((i for i, s in enumerate(self.seats) if not s.left), default=None)
        if self.race.status == "lobby":
            self.race.nonces.pop(place, None)
        self.noticed()
        return DONE

    # Before and after the race. -------------------------------------------------------------

    def _seated(self, line: str) -> Answer | None:
        place = self.places[line]
        if place is None:
            return refused("no_room")
        return refused("no_seat") if place == WATCHING else None

    def _in_lobby(self, line: str) -> Answer | None:
        if not_seated := self._seated(line):
            return not_seated
        if self.race.status == "over":
            return refused("race_over")
        return None if self.race.status == "lobby" else refused("race_begun")

    def _ready(self, line: str, request: Answer) -> Answer:
        if wrong := self._in_lobby(line):
            return wrong
        nonces = self.race.nonces
        nonces[self.places[line] or 0] = request["nonce"]
        here = {i for i, seat in enumerate(self.seats) if seat.line is not None}
        if len(nonces) > 1 and here <= set(nonces):
            self._begin()
        return DONE

    def _unready(self, line: str, _: Answer) -> Answer:
        if wrong := self._in_lobby(line):
            return wrong
        self.race.nonces.pop(self.places[line] or 0, None)
        return DONE

    def _start(self, line: str, _: Answer) -> Answer:
        if wrong := self._in_lobby(line):
            return wrong
        if self.host != self.places[line]:
            return refused("not_host")
        if not self.race.nonces:
            return refused("nobody_ready")
        self._begin()
        return DONE

    def _begin(self) -> None:
        race, rules = self.race, self.rules
        race.status, race.counted = "running", dict(race.nonces)
        seed = deal_seed(
            race.secret,
            f"{self.code}-{race.n}",
            rules.slug,
            canonical(rules.chosen),
            {seat: bytes.fromhex(nonce) for seat, nonce in race.nonces.items()},
        )
        pack = rules.pack(seed)
        race.boards = {seat: Board(rules, pack, self.terms.take_back) for seat in race.nonces}
        self.noticed()

    def _rematch(self, line: str, _: Answer) -> Answer:
        if not_seated := self._seated(line):
            return not_seated
        if self.host != self.places[line]:
            return refused("not_host")
        if self.race.status != "over":
            return refused("race_not_over")
        self.races.append(Race(self.race.n + 1))
        return DONE

    def _get_record(self, _: str, request: Answer) -> Answer:
        code, _, n = request["race"].partition("-")
        if code != self.code:
            return refused("unknown_room")
        if n and not 1 <= int(n) <= len(self.races):
            return refused("unknown_race")
        over = [r for r in self.races if r.status == "over" and n in ("", str(r.n))]
        return {"type": "record"} if over else refused("race_not_over")

    # At the table. --------------------------------------------------------------------------

    def _no_board(self, line: str) -> Answer | None:
        if not_seated := self._seated(line):
            return not_seated
        return None if self.places[line] in self.race.boards else refused("no_board")

    def _board(self, line: str) -> Board:
        return self.race.boards[self.places[line] or 0]

    def _look(self, line: str, _: Answer) -> Answer:
        if wrong := self._no_board(line):
            return wrong
        board, over = self._board(line), self.race.status == "over"
        if board.frames and not board.ply and not over:
            return board.shown_frame()
        return board.table(race_over=over)

    def _next_frame(self, line: str, request: Answer) -> Answer:
        if (wrong := self._seated(line)) is not None:
            return wrong
        if request["race"] != self.race.n:
            return refused("wrong_race")
        if wrong := self._no_board(line):
            return wrong
        board, n = self._board(line), request["frame"]
        last = min(board.frame + 1, len(board.frames))
        if self.race.status != "running" or not board.frame <= n <= last:
            return refused("no_frame")
        board.frame = n
        return self._look(line, request)

    def _play(self, line: str, request: Answer) -> Answer:
        if not_seated := self._seated(line):
            return not_seated
        if request["race"] != self.race.n:
            return refused("wrong_race")
        if self.race.status == "lobby":
            return refused("race_not_running")
        if wrong := self._no_board(line):
            return wrong
        board, ply, move = self._board(line), request["ply"], request["move"]
        if ply < board.ply:
            return self._again(board, ply, move)
        if self.race.status == "over":
            return refused("race_over", ply=board.ply)
        if ply > board.ply:
            return refused("ply_ahead", ply=board.ply)
        return self._move(board, move)

    def _move(self, board: Board, move: object) -> Answer:
        if board.dealing and move not in ("resign", {"kind": "resign"}):
            return refused("dealing")
        try:
            board.play(move)
        except IllegalMove as error:
            return refused("game_over" if board.over else error.code, ply=board.ply)
        except EngineError as error:
            return refused(error.code, ply=board.ply)
        self.noticed()
        return board.moved(board.ply)

    def _again(self, board: Board, ply: int, move: object) -> Answer:
        try:
            same = move_text(board.rules, read_move(board.rules, move)) == board.texts[ply]
        except EngineError:
            same = False
        return board.moved(ply + 1) if same else refused("stale_ply", ply=board.ply)

    def noticed(self) -> None:
        """The race is over if it should be."""
        race = self.race
        if race.status != "running":
            return
        playing = [b for i, b in race.boards.items() if not self.seats[i].left]
        ends = [b.states[-1].over for b in race.boards.values()]
        out = any(end is not None and end.result == "won" for end in ends)
        if all(b.over for b in playing) or (out and self.terms.format == "first_out"):
            race.status = "over"

    # What everybody sees. -------------------------------------------------------------------

    def room(self) -> Answer:
        race, over = self.race, self.race.status == "over"
        members = [
            {"seat": i, "name": seat.name, "here": seat.line is not None,
             "ready": i in race.nonces, "racing": i in race.boards}
            for i, seat in enumerate(self.seats)
            if not seat.left or i in race.boards
        ]  # fmt: skip
        standings = [
            {"seat": i, **board.standing(race_over=over)}
            for i, board in sorted(race.boards.items())
        ]
        opened = {"secret": race.secret.hex(),
                  "nonces": {str(i): n for i, n in race.counted.items()}}  # fmt: skip
        return {
            "host": self.host,
            "members": members,
            "standings": standings,
            "opened": opened if over else None,
            "race": {"n": race.n, "status": race.status, "commitment": commitment(race.secret)},
        }
