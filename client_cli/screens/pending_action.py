"""An action that the player has chosen and that the full-screen app does not carry out itself, such
as hosting or joining a room. The app ends with the action as its result, and the command that
started the app carries it out."""

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
    "leisure_race",
    "tournament",
    "practise",
]


class PendingAction(NamedTuple):
    """What the player has chosen to do after the full-screen app has ended, by `kind`. A crown is
    won by winning three or all of the five "great games" in a row.

    - `alone`: play `game` alone, dealt by the server; a win counts for a crown if the player has
      taken no move back and asked for no hint
    - `host`: open a room for `game`
    - `join`, `watch`, `resume`: enter the room of `code`, which is a code or a link
    - `daily`: play the daily deal called `name`
    - `crown`: play `game` alone for a crown, without hints and without taking moves back
    - `crown_back`: return to a game that the player has begun for a crown
    - `crown_race`: play the player's next deal in the crown race of `code`, an event in which
      several players play the same five deals for a crown
    - `leisure_race`: play the player's next deal in the leisure race of `code`, in which friends
      play the same deals within days
    - `practise`: play Racing Demon on this computer against computer players; `terms` has their
      number (`bots`), `strength` and `pace`
    - `tournament`: play in the tournament of `code`

    For `host` and `join`, `name` is the player's name. For `host`, `terms` are the settings of the
    race and the room that differ from the defaults, as (name, value);
    `client_cli.features.race_setup.offered` lists them. For `host`, `challenged` is the name of a
    friend who is asked to join; empty for nobody.
    """

    kind: Kind
    game: str = ""
    code: str = ""
    name: str = ""
    terms: tuple[tuple[str, str], ...] = ()
    challenged: str = ""
