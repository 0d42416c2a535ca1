"""Facts: events on which the crowns of a candidate depend, with times in ms of the server's clock.

`engine/crowns/rules.py` has the rules. A server reports every event, relevant or not; reporting one
twice is harmless."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import BadRequest, brief
from engine.games import game as rules_of

GREAT_GAMES = ("auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings")
"""The five great games, in the order of their book."""
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
    """Return why a game cannot count for a crown from its deal on: `other_game`, `option NAME` or
    `seen_deal`; empty if it can, as long as no move is taken back. `seen`: the account has played,
    raced, watched or replayed this deal before. Raises BadOption."""
    if game not in GREAT_GAMES:
        return "other_game"
    usual = rules_of(game).chosen
    for name, value in rules_of(game, options).chosen.items():
        if value != usual[name] and name not in STRICTER.get(game, ()):
            return f"option {name}"
    return "seen_deal" if seen else ""


@dataclass(frozen=True, slots=True)
class Began:
    """A game was dealt to the candidate. `race` identifies it. `ineligible` is the result of the
    function of that name."""

    ms: int
    game: str
    race: str
    ineligible: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game ended with one of RESULTS. One that was won after a take-back is LOST, and not VOID:
    otherwise a take-back would save a run from a loss. `took_ms` is the time on the game's own
    clock, for the roll of honour. `untouched`: no move was made. Raises BadRequest for an unknown
    result."""

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
    """The candidate made a move. May be reported late, and not every move has to be reported."""

    ms: int
    race: str


@dataclass(frozen=True, slots=True)
class BreakBegan:
    """The candidate declared a break, and the board was covered."""

    ms: int


@dataclass(frozen=True, slots=True)
class BreakEnded:
    """The candidate ended the declared break."""

    ms: int


@dataclass(frozen=True, slots=True)
class LineLost:
    """The last connection of the candidate was lost."""

    ms: int


@dataclass(frozen=True, slots=True)
class LineBack:
    """The candidate is connected again."""

    ms: int


@dataclass(frozen=True, slots=True)
class WaitBegan:
    """The candidate has to wait: others are not ready, or a countdown runs."""

    ms: int


@dataclass(frozen=True, slots=True)
class WaitEnded:
    """The candidate no longer has to wait."""

    ms: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The candidate gave up the run. A game in progress goes on."""

    ms: int


@dataclass(frozen=True, slots=True)
class Voided:
    """A game was declared void, while it was in progress or later."""

    ms: int
    race: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing else happened up to this time."""

    ms: int


@dataclass(frozen=True, slots=True)
class ServerAway:
    """The server was away between these times, in an outage. May be reported late, repeatedly and
    in parts."""

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
    """A game in progress that can count for a crown."""

    game: str
    race: str
    began_ms: int


class Scene(NamedTuple):
    """The present situation of a candidate. `playing` is None between games. `covered`: the
    candidate has declared a break. `done` is the race of the game that ended last."""

    playing: Playing | None = None
    covered: bool = False
    connected: bool = True
    waiting: bool = False
    done: str | None = None

    def after(self, fact: Timed) -> "Scene":
        """Return the situation after a fact. When a game is dealt or ends, the board is uncovered
        and any waiting ends."""
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
