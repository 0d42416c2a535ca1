"""The referee for the table: moves, looks, tilted cards, boards of others."""

from typing import Any

from engine.errors import EngineError, IllegalMove
from engine.takeback import move_text, read_move
from tests.server.machine.accounts import Account
from tests.server.machine.board import NOBODYS, Answer, Board
from tests.server.machine.seats import DONE, WATCHING, refused
from tests.server.machine.start import Start

RESIGNING = ("resign", {"kind": "resign"})
FIVE = ("auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings")


class Table(Start):
    """Every request about cards."""

    def resume_seat(self, line: str, seat: int) -> Answer:
        answer, board = super().resume_seat(line, seat), self.race.boards.get(seat)
        if board is None or self.seats[seat].covered:
            return answer
        over = self.race.over
        if board.frames and not board.ply and not over:
            answer["frame"] = {**board.shown_frame(), "clock_ms": self.clock()}
        if over or not board.dealing:
            answer["table"] = board.table(self.call, self.clock(), over=over)
        return answer

    def _no_board(self, line: str) -> Answer | None:
        if wrong := self._seated(line):
            return wrong
        if self.places[line] not in self.race.boards:
            return refused("no_board")
        return refused("on_break") if self.seats[self._own(line)].covered else None

    def _begin_break(self, line: str, _: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        own = self._own(line)
        seat, board = self.seats[own], self.race.boards.get(own)
        reasons = {
            "on_break": seat.covered,
            "no_crown": self.rules.slug not in FIVE or seat.bot,
            "not_signed_in": seat.account is None,
            "race_not_running": self.race.status != "running",
            "no_board": board is None,
            "game_over": board is not None and board.over,
        }
        for code, holds in reasons.items():
            if holds:
                return refused(code)
        self.cover(own, covered=True)
        return DONE

    def _end_break(self, line: str, _: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        if not self.seats[self._own(line)].covered:
            return refused("no_break")
        self.cover(self._own(line), covered=False)
        return DONE

    def _board(self, line: str) -> Board:
        return self.race.boards[self._own(line)]

    def _look(self, line: str, _: Answer) -> Answer:
        if wrong := self._no_board(line):
            return wrong
        board, over = self._board(line), self.race.over
        if board.frames and not board.ply and not over:
            return {**board.shown_frame(), "clock_ms": self.clock()}
        return board.table(self.call, self.clock(), over=over)

    def _next_frame(self, line: str, request: Answer) -> Answer:
        if (wrong := self._seated(line)) is not None:
            return wrong
        if request["race"] != self.race.n:
            return refused("wrong_race")
        if wrong := self._no_board(line):
            return wrong
        board, n = self._board(line), request["frame"]
        last = min(board.frame + 1, len(board.frames))
        if self.race.over or not board.frame <= n <= last:
            return refused("no_frame")
        board.frame = n
        return self._look(line, request)

    def _play(self, line: str, request: Answer) -> Answer:
        if not_seated := self._seated(line):
            return not_seated
        if request["race"] != self.race.n:
            return refused("wrong_race")
        if self.race.status in ("lobby", "countdown"):
            return refused("race_not_running")
        if wrong := self._no_board(line):
            return wrong
        board, ply, move = self._board(line), request["ply"], request["move"]
        if ply < board.ply:
            return self._again(board, ply, move)
        if self.race.over:
            return refused("race_over", ply=board.ply)
        if ply > board.ply:
            return refused("ply_ahead", ply=board.ply)
        return self._move(board, move)

    def _move(self, board: Board, move: object) -> Answer:
        if move not in RESIGNING:
            if board.dealing:
                return refused("dealing")
            if self.call is not None and board.ply >= self.call:
                return refused("not_called", ply=board.ply)
        try:
            board.play(move, self.clock())
        except IllegalMove as error:
            return refused("game_over" if board.over else error.code, ply=board.ply)
        except EngineError as error:
            return refused(error.code, ply=board.ply)
        answer = board.moved(board.ply, self.call)
        self.noticed()
        return answer

    def _again(self, board: Board, ply: int, move: object) -> Answer:
        try:
            same = move_text(board.rules, read_move(board.rules, move)) == board.texts[ply]
        except EngineError:
            same = False
        again = board.moved(ply + 1, self.call)
        return again if same else refused("stale_ply", ply=board.ply)

    def _mark(self, line: str, request: Answer) -> Answer:
        if (wrong := self._seated(line)) is not None:
            return wrong
        if request["race"] != self.race.n:
            return refused("wrong_race")
        if self.race.status != "running":
            return refused("race_not_running")
        if wrong := self._no_board(line):
            return wrong
        board = self._board(line)
        pile, index, tilt, card = request["pile"], request.get("index"), request["tilt"], None
        if board.dealing and index is not None:
            return refused("dealing")
        if pile not in self.rules.layout.index:
            return refused("bad_request")
        if index is not None and tilt:
            card = board.card_at(pile, index)
            if card is None:
                return refused("bad_request")
        board.marks.pop((pile, index), None)
        if tilt:
            board.marks[pile, index] = tilt, card
        return DONE

    # Boards of others. ----------------------------------------------------------------------

    def may_see_boards(self, seat: int | None, account: Account | None) -> bool:
        """Whether somebody may see boards of others in the current or finished race."""
        race, boards = self.race, self.settings["boards"]
        if race.over:
            return True
        if any(not race.boards[own].over for own in self.account_seats(seat, account)):
            return False
        return boards == "everybody" or (boards == "done" and seat in race.boards)

    def seen_ms(self, seat: int | None) -> int:
        """The race time up to which somebody sees boards of others."""
        at_once = self.race.over or seat in self.race.boards
        return self.clock() - (0 if at_once else int(self.settings["delay_ms"]))

    def watched(
        self, of: int, ply: int, seen_ms: int, *, over: bool, calls_now: bool = True
    ) -> Any:
        """What is shown of a seat after so many moves, with the cards called by then; without
        `calls_now`, calls of the same millisecond are left out."""
        board = self.race.boards[of]
        blank = bool(board.frames) and not ply and not over
        if seen_ms < 0 or blank:
            return None
        if over:
            return board.ended_view(board.ply)
        return board.view(ply, self._called_by(seen_ms, calls_now=calls_now))

    def _called_by(self, ms: int, *, calls_now: bool) -> int | None:
        if not self.calls:
            return None
        called = self.race.called_ms
        now = sum(at <= ms for at in called)
        # The first card is called in the step that begins the race.
        return now if calls_now else min(now, max(1, sum(at < ms for at in called)))

    def _watch_board(self, line: str, request: Answer) -> Answer:
        place, race, of = self.places[line], self.race, request["seat"]
        if place is None:
            return refused("no_room")
        if place == WATCHING:  # they may have logged in since they came
            self.viewing[line] = self.accounts.of(line) or self.viewing[line]
        if race.status not in ("running", "over"):
            return refused("race_not_running")
        if of not in race.boards:
            return refused("no_board")
        seat = None if place == WATCHING else place
        if not self.may_see_boards(seat, self.viewing[line]):
            return refused("not_for_you")
        seen = self.seen_ms(seat)
        board = race.boards[of]
        ply = board.seen_by(seen)
        view = self.watched(of, ply, seen, over=race.over)
        end = board.states[ply].over if view else None
        over = {"result": end.result, "reason": end.reason} if end else None
        timeout = {"result": "lost", "reason": "timeout"} if race.over else None
        return {"type": "watched_table", "seat": of, "ply": ply if view else 0, "view": view,
                "clock_ms": max(0, seen), "over": over or timeout}  # fmt: skip

    def _watch_boards(self, line: str, request: Answer) -> Answer:
        """Boards side by side. Only seats that nobody holds are asked for here."""
        assert request["seats"] == NOBODYS, request
        if self.places[line] is None:
            return refused("no_room")
        if self.race.status not in ("running", "over"):
            return refused("race_not_running")
        return refused("no_board")

    def _unwatch(self, line: str, _: Answer) -> Answer:
        return refused("no_room") if self.places[line] is None else DONE
