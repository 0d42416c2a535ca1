"""What somebody chose on the home screen that needs a server."""

from typing import Literal, NamedTuple


class Wish(NamedTuple):
    """To host a game, or to join or watch the room of a code. `name` is what to be called."""

    kind: Literal["host", "join", "watch"]
    game: str = ""
    code: str = ""
    name: str = ""
