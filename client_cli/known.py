"""What a session is made of, and what it reads from messages into the engine's own words."""

from typing import Any, NamedTuple

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
    """Somebody with a seat in the room."""

    seat: int
    name: str
    here: bool
    ready: bool
    racing: bool


def read_over(ended: said.Ended | None) -> Over | None:
    return Over(ended.result, ended.reason) if ended else None


def read_standing(s: said.SeatStanding) -> Standing:
    return Standing(**s.model_dump(exclude={"progress"}))


def read_placed(result: said.Result) -> Placed:
    return Placed(result.place, read_standing(result.standing))
