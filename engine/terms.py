"""The terms of a race: how it ends and is ranked, apart from the rules of its game."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.errors import BadOption, brief
from engine.games import AnyGame
from engine.grid import GridGame
from engine.options import Value
from engine.takeback import PRACTICE

CALL_MS = 15_000
SHORTEST_CALL_MS, LONGEST_CALL_MS = 500, 300_000
SPRINT_MINUTES = 10
"""Games whose default time limit is at most this many minutes have `first_out` as their default
format."""

WINNERS = ("time", "moves")
TAKE_BACKS = ("none", "until_card", "free")
"""The take-back rules for all races. A race of one contestant may also have `PRACTICE`."""


class Terms(NamedTuple):
    """The terms of a race.

    `format`: with `first_out` the race ends when the first contestant wins the game; with `best` it
    lasts until the time limit or until all games have ended; `score` is the same for games ranked
    by points; with `caller` one card at a time is called for everybody, with `call_ms` to place it
    (None in other formats). `winners`: contestants who won the game are ranked by `time` or by
    fewer `moves`. `take_back`: `none`; `until_card`, back to the last card that was turned up;
    `free`; or, for a race of one contestant, `practice`, in which a stuck game continues. A
    contestant who took a move back ranks below all who did not. `safe_play`: the clients play cards
    to the foundations that can never be wanted again (`engine.aids.safe_move`).
    """

    format: str
    winners: str
    take_back: str
    call_ms: int | None
    safe_play: bool = False

    def to_json(self) -> dict[str, Value | None]:
        """Return the terms as a JSON object. `safe_play` is in it only if it is on, so that terms
        without it are written as they were before it existed."""
        written: dict[str, Value | None] = self._asdict()
        if not self.safe_play:
            del written["safe_play"]
        return written


def formats(game: AnyGame) -> tuple[str, ...]:
    """Return the formats in which a game can be raced, the default first."""
    if isinstance(game, GridGame):
        return ("score", "caller")
    both = ("first_out", "best")
    return both if game.book.bell_minutes <= SPRINT_MINUTES else both[::-1]


def terms(game: AnyGame, given: Mapping[str, object], *, alone: bool = False) -> Terms:
    """Return the terms with defaults filled in. A race of one contestant (`alone`) may use
    `practice`. Raises BadOption, which names the field."""
    for name in given:
        if name not in Terms._fields:
            raise BadOption(f"The terms of a race are {', '.join(Terms._fields)}.")
    chosen = _one_of("format", given, formats(game))
    caller = chosen == "caller"
    call_ms = given.get("call_ms")
    if call_ms is not None and not caller:
        raise BadOption("Only in the format caller is there a call_ms.", "call_ms")
    if call_ms is None and caller:
        call_ms = CALL_MS
    if call_ms is not None and (
        type(call_ms) is not int or not SHORTEST_CALL_MS <= call_ms <= LONGEST_CALL_MS
    ):
        limits = f"{SHORTEST_CALL_MS} and {LONGEST_CALL_MS}"
        raise BadOption(f"A call_ms lies between {limits}.", "call_ms")
    safe_play = given.get("safe_play")
    if safe_play not in (None, False, True):
        raise BadOption("The safe_play of a race is true or false.", "safe_play")
    if safe_play and not game.safe_play:
        raise BadOption("This game has no rule for safe_play.", "safe_play")
    take_backs = (*TAKE_BACKS, PRACTICE) if alone else TAKE_BACKS
    return Terms(
        chosen,
        _one_of("winners", given, WINNERS),
        _one_of("take_back", given, TAKE_BACKS[:1] if caller else take_backs),
        call_ms,
        bool(safe_play),
    )


def _one_of(name: str, given: Mapping[str, object], values: tuple[str, ...]) -> str:
    value = given.get(name)
    if value is None:
        return values[0]
    if not isinstance(value, str) or value not in values:
        told = f"The {name} is one of {', '.join(values)}, not {brief(str(value))}."
        raise BadOption(told, name, words=values)
    return value
