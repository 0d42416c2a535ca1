"""What somebody chose on the home screen that needs a server."""

from typing import Literal, NamedTuple


class Wish(NamedTuple):
    """To host a game; to join, watch or resume the room of a code or link; to try a daily deal.
    `name` is what to be called, or what the deal is called."""

    kind: Literal["host", "join", "watch", "resume", "daily"]
    game: str = ""
    code: str = ""
    name: str = ""
