"""Effects of tournament steps. A step is one stored change of a tournament; an effect is work to be
done after it, such as making rooms.

A step is stored together with its effects. An effect is removed from the tournament when it has
been carried out. If a process dies in between, another process carries out the effect again, so all
effects are idempotent.

In each round of a tournament its entrants race on one deal, in one or several rooms. To void a
round is to declare that it does not count. To disclose a deal is to make its secret public.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class EffectValue(BaseModel):
    """Base class of the immutable models of tournaments that are stored as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StoredEffect(EffectValue):
    """Work that a change of a tournament has left to be done, such as making a room. `id` is the
    number of the effect; the effects of a tournament are numbered from 1. `round` is the number of
    the round that the work is for, 0 if it is for no round."""

    id: int = 0
    round: int = 0


class OpenRoundRooms(StoredEffect):
    """Make the rooms of a round, in which every entrant has a seat. When this is done, the lobby of
    the round begins: the time in which the entrants come to their seats."""

    e: Literal["open_rooms"] = "open_rooms"


class BeginRound(StoredEffect):
    """Begin the countdown in all rooms of a round."""

    e: Literal["begin"] = "begin"


class TellRound(StoredEffect):
    """Disclose the deal of a finished round in its rooms, and publish its results."""

    e: Literal["tell"] = "tell"


class VoidRound(StoredEffect):
    """Void a round: end its races, disclose its deal, and void its results."""

    e: Literal["undo"] = "undo"


class UnseatEntrant(StoredEffect):
    """Make an entrant who has left the tournament leave the seat in the room of a round. `entrant`
    is the number of the entrant."""

    e: Literal["unseat"] = "unseat"
    entrant: int


class RemindEntrants(StoredEffect):
    """Remind all entrants that the tournament starts in `before_ms` milliseconds."""

    e: Literal["remind"] = "remind"
    before_ms: int


class OpenNextEdition(StoredEffect):
    """Create the next tournament of a series (one that repeats by a schedule), open for entries,
    with this code and secret (in hex). `starts_at` is the server time of its start."""

    e: Literal["open_next"] = "open_next"
    code: str
    secret: str
    starts_at: int


class TellSession(StoredEffect):
    """Disclose the secret of a finished tournament, from which all its deals are made, in all its
    rooms."""

    e: Literal["tell_all"] = "tell_all"


class RaiseLimits(StoredEffect):
    """Raise the rate limits of the tournament's hall, the address from which many people take part,
    or end the raised limits if the tournament has no hall any more or is over."""

    e: Literal["hall"] = "hall"


Effect = Annotated[
    OpenRoundRooms
    | BeginRound
    | TellRound
    | VoidRound
    | UnseatEntrant
    | RemindEntrants
    | OpenNextEdition
    | TellSession
    | RaiseLimits,
    Field(discriminator="e"),
]
