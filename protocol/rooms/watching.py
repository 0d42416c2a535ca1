"""Messages about tilt marks on your own table, and about watching the boards of others. A tilt mark
is a card or pile that a player has turned a little, as a reminder."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Request, Seat

MOST_CARDS = 103
"""The highest index of a card in a pile, with two packs."""

MOST_BOARDS = 9
"""The maximum number of boards that a connection may watch side by side."""


class Tilt(Message):
    """The tilt mark of a card, or of a whole pile if `index` is None. `tilt` is 0 for upright, 1
    for 45° to the right, 2 for 90°, 3 for 45° to the left. `index` counts the cards of the pile
    from the bottom and includes face-down cards."""

    pile: Annotated[str, Field(max_length=20)]
    index: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None
    tilt: Annotated[int, Field(ge=0, le=3)]


class Mark(Request):
    """Tilt a card or a pile of your own table as a reminder. The tilt 0 removes the mark. Nobody
    else sees the mark. It disappears when the card moves. `index` is the position of the card in
    the pile as in `Tilt`, None for the whole pile."""

    type: Literal["mark"] = "mark"
    race: Annotated[int, Field(ge=1, le=999_999)]
    pile: Annotated[str, Field(max_length=20)]
    index: Annotated[int, Field(ge=0, le=MOST_CARDS)] | None = None
    tilt: Annotated[int, Field(ge=0, le=3)]


class WatchBoard(Request):
    """Watch the board of one seat of the current race. You no longer get the boards that you
    watched before."""

    type: Literal["watch_board"] = "watch_board"
    seat: Seat


class WatchBoards(Request):
    """Watch the boards of several seats of the current race side by side. You no longer get other
    boards that you watched before. The answer is `done`. Before it, the server sends a
    `watched_table` without an `id` for each board that you did not watch already. If you may not
    see one of the boards, the request is refused."""

    type: Literal["watch_boards"] = "watch_boards"
    seats: Annotated[list[Seat], Field(min_length=1, max_length=MOST_BOARDS)]


class Unwatch(Request):
    """Stop watching the boards of others."""

    type: Literal["unwatch"] = "unwatch"
