"""Types of which the client's copy of a room consists, and functions that make them from
messages."""

from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.ranking import Placed, Standing
from engine.table import GameOver, State
from engine.view import View
from protocol import from_server as said
from protocol.rooms.computer_players import ComputerPlayer


class OwnBoard(NamedTuple):
    """The player's own table after the last move that the server has acknowledged. `view` is what
    the player sees of it; `state` is the same position as a value of the engine. `ply` is the
    number of moves made. `redo` is the move that was taken back last and can be made again; None if
    there is none. `stopped_counting` is True if the game could count for a crown (a prize for
    several games won in a row) until a move was taken back or a hint asked for."""

    view: View
    state: State[Any]
    ply: int
    progress: int
    points: int | None
    over: GameOver | None
    redo: Any = None
    stopped_counting: bool = False


class UnansweredMove(NamedTuple):
    """A move on the player's own table that the server has not answered yet. It has been sent, or
    will be sent again after a reconnect. `request` is the id of its request; `ply` is the number of
    moves made before it."""

    request: int
    ply: int
    move: Any


class SessionMember(NamedTuple):
    """Somebody who has a seat in the room. A contestant who has `left` stays listed, with their
    name, until the next race. A member whose board is `covered` has taken a break; one who stands
    `aside` takes no part in races."""

    seat: int
    name: str
    here: bool
    ready: bool
    racing: bool
    aside: bool = False
    silent: bool = False
    covered: bool = False
    bot: bool = False
    claimed: bool = False
    left: bool = False
    player: ComputerPlayer | None = None
    """The strength and pace of a computer player that the server has seated."""

    @classmethod
    def heard(cls, member: said.Member) -> "SessionMember":
        """Return the member in a message."""
        return cls(**member.model_dump(exclude={"player"}), player=member.player)


UNTOUCHED = Standing(0, None, None, 0, 0, 0, None, None, 0)
"""The standing of a seat that has not moved, as long as the deal is not known."""


def own_standing(known: Standing, moved: said.Moved, rules: AnyGame, board: OwnBoard) -> Standing:
    """Return the player's standing (their figures in the race) after an acknowledged move. `known`
    is the standing before it, `board` the table after it. The field `clean`, which says that no
    move was taken back and no hint was asked for, is not changed."""
    tie_break = rules.tie_break(board.state)
    better = (moved.progress, tie_break) > (known.best, known.tie_break)
    return known._replace(
        result=moved.over.result if moved.over else None,
        reason=moved.over.reason if moved.over else None,
        best=moved.progress if better else known.best,
        tie_break=tie_break if better else known.tie_break,
        reached_ms=moved.ms if better else known.reached_ms,
        points=moved.points,
        ended_ms=moved.ms if moved.over else None,
        moves=moved.ply,
    )


def read_over(ended: said.Ended | None) -> GameOver | None:
    return GameOver(ended.result, ended.reason) if ended else None


def read_standing(s: said.SeatStanding) -> Standing:
    return Standing(**s.model_dump(exclude={"progress"}))


def read_standings(told: list[said.SeatStanding]) -> dict[int, Standing]:
    """Return the standings of a message, the figures of contestants in the race, by seat. The
    server may leave out contestants who have not moved."""
    return {each.seat: read_standing(each) for each in told}


def read_placed(result: said.Result) -> Placed:
    return Placed(result.place, read_standing(result.standing))
