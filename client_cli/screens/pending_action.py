"""What somebody chose on the home screen that needs a server."""

from typing import Literal, NamedTuple

Kind = Literal[
    "host",
    "join",
    "watch",
    "resume",
    "daily",
    "crown",
    "crown_back",
    "crown_race",
    "tournament",
]


class Wish(NamedTuple):
    """To host a game; to join, watch or resume the room of a code or link; to try a daily deal; to
    play a game for a crown, go back to it, or play one's deal of the crown race of a code; to play
    the tournament of a code. `name` is what to be called, or what the deal is called; `terms` are
    those of `client_cli.features.race_setup` that are not the usual ones."""

    kind: Kind
    game: str = ""
    code: str = ""
    name: str = ""
    terms: tuple[tuple[str, str], ...] = ()
