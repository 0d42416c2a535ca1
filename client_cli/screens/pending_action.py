"""A choice made on the home screen that needs a server: host, join, watch and so on."""

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


class PendingAction(NamedTuple):
    """What to do on the server. `kind` is one of: host a game; join, watch or resume the room of a
    code or link; play a daily deal; play for a crown or return to that; play one's deal of a crown
    race; play a tournament. `name` is the player's name or the name of the deal. `terms` are those
    of `client_cli.features.race_setup` that differ from the defaults."""

    kind: Kind
    game: str = ""
    code: str = ""
    name: str = ""
    terms: tuple[tuple[str, str], ...] = ()
