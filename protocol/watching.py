"""Tilt marks on your own table, and watching the boards of others."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Request, Seat

MOST_CARDS = 103
"""The highest index of a card in a pile, with two packs."""


class Tilt(Message):
    """The rotation of a card, or of a whole pile if `index` is None: 0 upright, 1 by 45° to the
    right, 2 by 90°, 3 by 45° to the left. `index` counts from the bottom and includes face-down
    cards."""

    pile: Annotated[str, Field(max_length=20)]
    index: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None
    tilt: Annotated[int, Field(ge=0, le=3)]


class Mark(Request):
    """Tilt a card or a pile of your own table; 0 removes the mark. Nobody else sees it. A mark
    disappears when its card moves."""

    type: Literal["mark"] = "mark"
    race: Annotated[int, Field(ge=1, le=999_999)]
    pile: Annotated[str, Field(max_length=20)]
    index: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None = None
    tilt: Annotated[int, Field(ge=0, le=3)]


class WatchBoard(Request):
    """Watch the board of a seat of the current race, instead of any other."""

    type: Literal["watch_board"] = "watch_board"
    seat: Seat


class Unwatch(Request):
    """Stop watching a board."""

    type: Literal["unwatch"] = "unwatch"
