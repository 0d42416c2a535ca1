"""Effects of tournament steps: what must be done beyond storing the step, such as opening rooms.

A step stores its effects in the tournament, where they stay until they are noted as done. If a
process dies in between, another one repeats the effect, so all effects are idempotent.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class EffectValue(BaseModel):
    """Base of the stored, immutable models."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StoredEffect(EffectValue):
    """An effect, repeated by any process until it is noted as done; it must be idempotent.

    `round` is the number of a deal, 0 for none.
    """

    id: int = 0
    round: int = 0


class OpenRoundRooms(StoredEffect):
    """Make the rooms of a round with all seats assigned. Its lobby begins when this is done."""

    e: Literal["open_rooms"] = "open_rooms"


class BeginRound(StoredEffect):
    """Begin the countdown in all rooms of a round."""

    e: Literal["begin"] = "begin"


class TellRound(StoredEffect):
    """Disclose the deal of a finished round in its rooms, and publish its results."""

    e: Literal["tell"] = "tell"


class VoidRound(StoredEffect):
    """Void a round: end its races, disclose its deal, void its results."""

    e: Literal["undo"] = "undo"


class UnseatEntrant(StoredEffect):
    """Take the seat of somebody who no longer takes part, in the room of a round."""

    e: Literal["unseat"] = "unseat"
    entrant: int


class RemindEntrants(StoredEffect):
    """Remind all who have entered of the start."""

    e: Literal["remind"] = "remind"
    before_ms: int


class OpenNextEdition(StoredEffect):
    """Open the next tournament of a series, under this code and with this secret."""

    e: Literal["open_next"] = "open_next"
    code: str
    secret: str
    starts_at: int


class TellSession(StoredEffect):
    """Disclose the session's secret in all rooms of a finished tournament."""

    e: Literal["tell_all"] = "tell_all"


Effect = Annotated[
    OpenRoundRooms
    | BeginRound
    | TellRound
    | VoidRound
    | UnseatEntrant
    | RemindEntrants
    | OpenNextEdition
    | TellSession,
    Field(discriminator="e"),
]
