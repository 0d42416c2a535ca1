"""Looking on: tilt marks on one's own table, and the boards of others."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Request, Seat

MOST_CARDS = 103
"""The highest index a card of two packs can have."""


class Tilt(Message):
    """How a card lies, or a whole pile where `index` is null: 1 at 45° to the right, 2 at 90°, 3 at
    45° to the left. `index` counts from the bottom, face-down cards as well."""

    pile: Annotated[str, Field(max_length=20)]
    index: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None
    tilt: Annotated[int, Field(ge=0, le=3)]


class Mark(Request):
    """Tilt a card or a pile of one's own table; 0 puts it upright. Nobody else is told. A mark is
    gone when its card has left its place."""

    type: Literal["mark"] = "mark"
    race: Annotated[int, Field(ge=1, le=999_999)]
    pile: Annotated[str, Field(max_length=20)]
    index: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None = None
    tilt: Annotated[int, Field(ge=0, le=3)]


class WatchBoard(Request):
    """See the board of a seat of the current race from now on, instead of any other."""

    type: Literal["watch_board"] = "watch_board"
    seat: Seat


class Unwatch(Request):
    """See nobody's board any more."""

    type: Literal["unwatch"] = "unwatch"
