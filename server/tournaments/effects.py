"""What a tournament leaves to be carried out, beyond being stored.

It is written into the tournament by the step it follows from, and stays there until somebody notes
that it is done. Whoever dies in between is followed by another who does it again: so all of it is
made so that twice is as once.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Value(BaseModel):
    """What is stored; never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ToDo(Value):
    """Something to be carried out, by anybody, again until somebody has noted that it is done; so
    doing it twice must be as doing it once. `round` is the number of a deal, 0 for none."""

    id: int = 0
    round: int = 0


class OpenRooms(ToDo):
    """Make the rooms of a round, their seats taken. Its lobby begins when this is done."""

    e: Literal["open_rooms"] = "open_rooms"


class Begin(ToDo):
    """Begin the countdown in all rooms of a round."""

    e: Literal["begin"] = "begin"


class Tell(ToDo):
    """A round is over: let its rooms know its secret, and its results be known."""

    e: Literal["tell"] = "tell"


class Undo(ToDo):
    """A round counts for nothing: end its races, tell its secret, void its results."""

    e: Literal["undo"] = "undo"


class Unseat(ToDo):
    """Somebody is no contestant any more: take their seat in the room of a round."""

    e: Literal["unseat"] = "unseat"
    entrant: int


class Remind(ToDo):
    """Tell all who have entered that it starts in so long."""

    e: Literal["remind"] = "remind"
    before_ms: int


class OpenNext(ToDo):
    """Open the next of a series of evenings, under this code and with this secret."""

    e: Literal["open_next"] = "open_next"
    code: str
    secret: str
    starts_at: int


class TellAll(ToDo):
    """It is over: let all rooms know the secret of the session."""

    e: Literal["tell_all"] = "tell_all"


Effect = Annotated[
    OpenRooms | Begin | Tell | Undo | Unseat | Remind | OpenNext | TellAll,
    Field(discriminator="e"),
]
