"""What a session is made of, and what it reads from messages into the engine's own words."""

from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.ranking import Placed, Standing
from engine.table import Over, State
from engine.view import View
from protocol import from_server as said


class OwnBoard(NamedTuple):
    """One's own table as last acknowledged: `state` is what `view` shows, for the engine."""

    view: View
    state: State[Any]
    ply: int
    progress: int
    points: int | None
    over: Over | None


class Unanswered(NamedTuple):
    """A move that was sent (or is to be sent again) and has no answer yet."""

    request: int
    ply: int
    move: Any


class Member(NamedTuple):
    """Somebody with a seat in the room; one who has `left` is named until the next race, and one
    whose board is `covered` has declared a break."""

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


UNTOUCHED = Standing(0, None, None, 0, 0, 0, None, None, 0)
"""How a seat stands that has not moved, as long as nothing is known of the deal."""


def own_standing(known: Standing, moved: said.Moved, rules: AnyGame, board: OwnBoard) -> Standing:
    """One's standing after a move that was acknowledged; that a move was taken back is not in it.

    `board` is the one after the move.
    """
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


def read_over(ended: said.Ended | None) -> Over | None:
    return Over(ended.result, ended.reason) if ended else None


def read_standing(s: said.SeatStanding) -> Standing:
    return Standing(**s.model_dump(exclude={"progress"}))


def read_standings(told: list[said.SeatStanding]) -> dict[int, Standing]:
    """How those stand who are told of; who has not moved is not always told."""
    return {each.seat: read_standing(each) for each in told}


def read_placed(result: said.Result) -> Placed:
    return Placed(result.place, read_standing(result.standing))
