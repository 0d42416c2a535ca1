"""Facts: the events on which the crowns of a player depend, such as a game that began or a lost
connection. All times are in milliseconds of the server's clock.

A crown is a prize for winning several of the five great games in a row. A player who tries for one
is called a candidate, and the wins in a row are the candidate's run. `engine/crowns/rules.py` says
how facts change a run. The server may report a fact that does not matter for a run, and may report
the same fact twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import BadRequest, brief
from engine.games import game as rules_of

GREAT_GAMES = ("auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings")
"""The five great games, in the order of the book that describes them."""
QUICKEST_FIRST = ("auntie_allis", "kings", "seven_and_sixes", "uncle_remus", "senior_wrangler")
"""The five great games by the time they take, shortest first."""

STRICTER = {
    "auntie_allis": ("auto_ace",),
    "uncle_remus": ("columns", "down_rows"),
    "kings": ("keeling",),
}
"""Options that a game for a crown may have with any value, because they never make it easier."""

WON, LOST, RESIGNED, TIMEOUT, ABANDONED = "won", "lost", "resigned", "timeout", "abandoned"
VOID = "void"
RESULTS = (WON, LOST, RESIGNED, TIMEOUT, ABANDONED, VOID)


def ineligible(game: str, options: Mapping[str, object], *, seen: bool = False) -> str:
    """Return why a game that was just dealt cannot count for a crown: `other_game` (not a great
    game), `option NAME` (an option makes it easier) or `seen_deal`. Return an empty text if it can
    count.

    `seen` says that the account of the candidate has played, raced, watched or replayed this deal
    before. The function does not ask about take-backs, which come later. Raises BadOption for
    options that the game does not have.
    """
    if game not in GREAT_GAMES:
        return "other_game"
    usual = rules_of(game).chosen
    for name, value in rules_of(game, options).chosen.items():
        if value != usual[name] and name not in STRICTER.get(game, ()):
            return f"option {name}"
    return "seen_deal" if seen else ""


@dataclass(frozen=True, slots=True)
class Began:
    """A game was dealt to the candidate. `race` is the id of its race. `ineligible` is what the
    function `ineligible` returned for the game: why it cannot count for a crown, or an empty
    text."""

    ms: int
    game: str
    race: str
    ineligible: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game of the candidate ended. `result` is one of RESULTS. Raises BadRequest for any other
    result.

    A game that was won after a take-back has the result LOST. It is not VOID, because a void game
    does not end the run, and then a candidate could save a run from a loss by a take-back.
    `took_ms` is how long the game took by its own clock, which stops in outages. It is shown in the
    list of all crowns won. `untouched` says that the candidate made no move.
    """

    ms: int
    race: str
    result: str
    took_ms: int = 0
    untouched: bool = False

    def __post_init__(self) -> None:
        if self.result not in RESULTS:
            raise BadRequest(f"A game does not end {brief(self.result)}.")


@dataclass(frozen=True, slots=True)
class Moved:
    """The candidate made a move in the game of the race `race`. The server may report a move late,
    and need not report every move."""

    ms: int
    race: str


@dataclass(frozen=True, slots=True)
class BreakBegan:
    """The candidate announced a break. From now on the client hides the cards of the board."""

    ms: int


@dataclass(frozen=True, slots=True)
class BreakEnded:
    """The candidate ended the break that `BreakBegan` reported."""

    ms: int


@dataclass(frozen=True, slots=True)
class LineLost:
    """The last connection of the candidate was lost, so the candidate is offline."""

    ms: int


@dataclass(frozen=True, slots=True)
class LineBack:
    """The candidate has a connection again."""

    ms: int


@dataclass(frozen=True, slots=True)
class WaitBegan:
    """The candidate has to wait before play goes on, because other contestants are not ready or
    because a countdown runs."""

    ms: int


@dataclass(frozen=True, slots=True)
class WaitEnded:
    """The candidate no longer has to wait for other contestants or for a countdown."""

    ms: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The candidate gave up the run, so the wins so far count for no further crown. A game in
    progress goes on, but no longer in that run."""

    ms: int


@dataclass(frozen=True, slots=True)
class Voided:
    """A game of the candidate was declared void, so that it counts neither as a win nor as a loss.
    This can happen during the game or after it."""

    ms: int
    race: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Time has passed up to `ms`, and nothing has happened but the facts already reported. The
    server reports it when a time limit of a run may have been exceeded."""

    ms: int


@dataclass(frozen=True, slots=True)
class ServerAway:
    """The server could store nothing from `from_ms` to `to_ms` (an outage), so this time does not
    count against any limit. The server may report an outage late, more than once, and in parts."""

    from_ms: int
    to_ms: int


Timed = (
    Began
    | Ended
    | Moved
    | BreakBegan
    | BreakEnded
    | LineLost
    | LineBack
    | WaitBegan
    | WaitEnded
    | GaveUp
    | Voided
    | Passed
)
Fact = Timed | ServerAway


class Playing(NamedTuple):
    """The game that a candidate is playing. It can count for a crown if the candidate wins it."""

    game: str
    race: str
    began_ms: int


class Scene(NamedTuple):
    """What a candidate is doing at one moment. The lengths of the breaks in a run are computed from
    it.

    `playing` is the game in progress, None between games. `covered` says that the candidate has
    announced a break, in which the cards are covered. `waiting` says that the candidate has to wait
    for others or for a countdown. `done` is the id of the race of the game that ended last.
    """

    playing: Playing | None = None
    covered: bool = False
    connected: bool = True
    waiting: bool = False
    done: str | None = None

    def after(self, fact: Timed) -> "Scene":
        """Return what the candidate is doing after this fact. If a game is dealt or ends, an
        announced break and any waiting end too."""
        match fact:
            case Began():
                playing = Playing(fact.game, fact.race, fact.ms)
                return Scene(playing, connected=self.connected, done=self.done)
            case Ended():
                return Scene(connected=self.connected, done=fact.race)
            case BreakBegan() | BreakEnded():
                return self._replace(covered=isinstance(fact, BreakBegan))
            case LineLost() | LineBack():
                return self._replace(connected=isinstance(fact, LineBack))
            case WaitBegan() | WaitEnded():
                return self._replace(waiting=isinstance(fact, WaitBegan))
            case _:
                return self
