"""What the player has chosen to do on a server, such as hosting or joining a room. The full-screen
app ends with this choice as its result, and the command that started the app carries it out."""

from typing import Literal, NamedTuple

Kind = Literal[
    "alone",
    "host",
    "join",
    "watch",
    "resume",
    "daily",
    "crown",
    "crown_back",
    "crown_race",
    "tournament",
    "practise",
]


class PendingAction(NamedTuple):
    """What the player has chosen to do on the server, by `kind`:

    - `alone`: play `game` alone, dealt by the server, so that it counts for a crown
    - `host`: open a room for `game`
    - `join`, `watch`, `resume`: enter the room of `code`, which is a code or a link
    - `daily`: play the daily deal called `name`
    - `crown`: play `game` for a crown
    - `crown_back`: return to a game that the player has begun for a crown
    - `crown_race`: play the player's deal in the crown race of `code`
    - `practise`: play Racing Demon on this computer against computer players; `terms` has their
      number (`bots`), `strength` and `pace`
    - `tournament`: play in the tournament of `code`

    For `host` and `join`, `name` is the player's name. `terms` are the terms of the race that
    differ from the defaults, as (name, value); see `client_cli.features.race_setup`.
    """

    kind: Kind
    game: str = ""
    code: str = ""
    name: str = ""
    terms: tuple[tuple[str, str], ...] = ()
