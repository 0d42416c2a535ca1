"""What a tournament consists of: its definition, the same for whoever writes, runs or reads it.

A definition says everything: what its author left out is written out, as usual for the format and
the games. Times are milliseconds.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, model_validator

from engine.crown_facts import GREAT_GAMES
from engine.errors import EngineError
from engine.games import AnyGame, game
from engine.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from engine.terms import formats, terms
from engine.tournament import Rule, rule
from protocol.message import Message, Options
from protocol.names import Name
from protocol.races import Terms, usual_bell_ms

Format = Literal["series", "knockout", "swiss", "round_robin", "arena", "crowns"]
FORMATS: tuple[Format, ...] = get_args(Format)
DUELS = ("knockout", "swiss", "round_robin")
"""Formats in which a heat is between a few; in the others everybody is compared with everybody."""
OWN_PACE = ("arena", "crowns")
"""Formats in which everybody is dealt the next deal when they have ended the last."""

USUAL_WAY: dict[str, tuple[str, ...]] = {
    "series": ("matchpoints", "place", "points", "progress"),
    "crowns": ("matchpoints", "place", "progress"),
    "arena": ("arena", "progress"),
    "swiss": ("matches",),
    "round_robin": ("matches",),
    "knockout": ("knockout",),
}
"""By format, the ways it can be scored, the usual one first."""

MOST_ROUNDS = 50
MOST_ENTRANTS = 2_000
MOST_ALL_PLAY_ALL = MOST_ROUNDS + 1
MOST_OF: dict[str, int] = {"round_robin": MOST_ALL_PLAY_ALL, "swiss": 500, "arena": 500}
"""By format, how many may enter where it is fewer: to pair a field, or to read all the deals of
one, has to leave everybody else's races alone."""
MOST_INVITED = 150
"""By the definition, which has to fit into a message; the organiser may invite more."""
SHORTEST_BREAK_MS, LONGEST_BREAK_MS = 5_000, 3_600_000
SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS = 60_000, 24 * 3_600_000
USUAL_WINDOW_MS = {"arena": 30 * 60_000, "crowns": 4 * 3_600_000}
MOST_REMIND_MS = 7 * 86_400_000
LEAST_DELAY_MS, MOST_DELAY_MS = 10_000, 3_600_000
"""Whoever looks on may not tell somebody who plays the same deal what helps them."""
LATEST_START_MS = 4_102_444_800_000
"""The year 2100."""
SPRINT = "aces_up"


def _title(text: str) -> str:
    title = " ".join(text.split())
    if not 1 <= len(title) <= 60 or not title.isprintable():
        raise ValueError("a title has 1 to 60 printable characters")
    return title


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("there is no such time zone") from None
    return name


Title = Annotated[str, Field(max_length=200), AfterValidator(_title)]
Zone = Annotated[str, Field(max_length=60), AfterValidator(_zone)]
Break = Annotated[int, Field(ge=SHORTEST_BREAK_MS, le=LONGEST_BREAK_MS)]
Listed = Field(strict=False)
"""Of a tuple: a list will do."""


def usual_race_format(rules: AnyGame, tournament: str) -> str:
    """Between a few, the game's usual one; where everybody is compared with everybody, nobody's
    game is cut short because somebody else is out."""
    possible = formats(rules)
    return "best" if tournament not in DUELS and "best" in possible else possible[0]


class RoundPlan(Message):
    """One deal: the game with its options, the terms of the race, and its bell."""

    game: Annotated[str, Field(max_length=40)]
    options: Options
    terms: Terms
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]

    @property
    def rules(self) -> AnyGame:
        return game(self.game, self.options)

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(given.get("game"), str):
            return given
        options, chosen = given.get("options") or {}, given.get("terms") or {}
        if not isinstance(options, Mapping) or not isinstance(chosen, Mapping | Terms):
            return given
        if isinstance(chosen, Terms):
            chosen = chosen.model_dump()
        slug, usual, whole, bell_ms = _written_out(given["game"], _text(options), _text(chosen))
        written = {"game": slug, "options": usual, "terms": whole}
        return {"bell_ms": bell_ms} | given | written


@lru_cache(maxsize=256)
def _written_out(slug: str, options: str, chosen: str) -> tuple[str, Any, Any, int]:
    """A game, its options, terms of a race and a bell, by what is said of them as JSON: the same is
    read again with every step of a tournament. Raises ValueError."""
    try:
        rules = game(slug, json.loads(options))
        whole = terms(rules, json.loads(chosen))
    except EngineError as error:
        raise ValueError(str(error).rstrip(".")) from None
    return rules.slug, rules.chosen, whole.to_json(), usual_bell_ms(rules, whole.call_ms)


def _text(said: Mapping[str, object]) -> str:
    return json.dumps(dict(said), default=repr, sort_keys=True)


def round_plan(slug: str, tournament: str = "series") -> RoundPlan:
    """A deal of a game as is usual in a format of tournament. Raises ValueError."""
    return RoundPlan.model_validate(_round_as_usual(slug, tournament))


class Scoring(Message):
    """How the table is made: see `engine/tournament.py`. What is left out is as usual."""

    way: Annotated[str, Field(max_length=20)]
    tie_breaks: Annotated[tuple[str, ...], Listed]
    missed: Literal["zero", "average"]
    places: Annotated[tuple[int, ...], Listed]
    team_best: int
    team_tie_breaks: Annotated[tuple[str, ...], Listed]

    @property
    def rule(self) -> Rule:
        return Rule(**{name: getattr(self, name) for name in Rule._fields})

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        if given.get("way") != "place":  # written out, it has them all the same
            given = {name: value for name, value in given.items() if name != "places"}
        try:
            return rule(given)._asdict()
        except EngineError as error:
            raise ValueError(str(error).rstrip(".")) from None


class Knockout(Message):
    """Heats of two or four, and how many of each go on. Who ties for that plays `sprint`, in a heat
    of their own. `seeds`: the bracket is drawn, or the best are who entered first."""

    heats: Literal[2, 4] = 2
    go_on: Literal[1, 2] = 1
    seeds: Literal["drawn", "entered"] = "drawn"
    sprint: RoundPlan

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        usual: dict[str, Any] = {"go_on": 2 if given.get("heats") == 4 else 1}
        if given.get("sprint") is None:
            usual["sprint"] = round_plan(SPRINT, "knockout")
        return usual | {name: value for name, value in given.items() if value is not None}

    @model_validator(mode="after")
    def _fits(self) -> "Knockout":
        if self.go_on >= self.heats:
            raise ValueError("of two only one can go on")
        return self


class Teams(Message):
    """Entrants are members of teams: of these names, or of any; at most so many to a team. How many
    of them count, the scoring says."""

    names: Annotated[tuple[Name, ...], Field(strict=False, max_length=50)] = ()
    most: Annotated[int, Field(ge=1, le=100)] | None = None

    @model_validator(mode="after")
    def _differ(self) -> "Teams":
        if len({name.casefold() for name in self.names}) < len(self.names):
            raise ValueError("two teams have the same name")
        return self


class Schedule(Message):
    """It starts by itself at `starts_at`, server time; again as often as `repeat` says, by the
    clocks of the zone, `times` times altogether or until somebody stops it. `remind_ms` before each
    start, those who have entered are reminded."""

    starts_at: Annotated[int, Field(ge=0, le=LATEST_START_MS)]
    zone: Zone = "UTC"
    repeat: Literal["daily", "weekly", "fortnightly", "monthly"] | None = None
    times: Annotated[int, Field(ge=1, le=1_000)] | None = None
    remind_ms: Annotated[
        tuple[Annotated[int, Field(ge=60_000, le=MOST_REMIND_MS)], ...],
        Field(strict=False, max_length=5),
    ] = (900_000,)

    @property
    def starts(self) -> datetime:
        """By the clocks of the zone."""
        start = datetime.fromtimestamp(self.starts_at / 1000, tz=UTC)
        return start.astimezone(ZoneInfo(self.zone))


class TournamentPlan(Message):
    """The definition of a tournament.

    `rounds`: a series deals each once, in this order; in the other formats they come in turn, and
    again from the first. `turns` is how many rounds a Swiss tournament has, None as many as the
    field needs. In the `window_ms` after the start of an arena, or of a crown tournament, deals
    begin; `queue` says whether those of an arena come in their order, or are drawn.

    `most` may enter; `late` is the last round from which somebody who comes late may play, 0 for
    none, None for any. `invited` are names of accounts, None where anybody may enter. Between
    rounds there is a table for `table_ms` and a lobby for `lobby_ms`; spectators see boards
    `delay_ms` later.
    """

    title: Title
    format: Format = "series"
    rounds: Annotated[
        tuple[RoundPlan, ...], Field(strict=False, min_length=1, max_length=MOST_ROUNDS)
    ]
    scoring: Scoring
    teams: Teams | None = None
    knockout: Knockout | None = None
    turns: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    window_ms: Annotated[int, Field(ge=SHORTEST_WINDOW_MS, le=LONGEST_WINDOW_MS)] | None = None
    queue: Literal["in_order", "drawn"] = "in_order"
    most: Annotated[int, Field(ge=1, le=MOST_ENTRANTS)] = 500
    bots: bool = False
    late: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] | None = None
    invited: Annotated[tuple[Name, ...], Field(strict=False, max_length=MOST_INVITED)] | None = None
    schedule: Schedule | None = None
    lobby_ms: Break = 60_000
    table_ms: Break = 60_000
    delay_ms: Annotated[int, Field(ge=LEAST_DELAY_MS, le=MOST_DELAY_MS)] = 60_000

    @property
    def own_pace(self) -> bool:
        return self.format in OWN_PACE

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: Any) -> Any:
        """What the format decides, where nothing is said of it."""
        kind = given.get("format", "series") if isinstance(given, dict) else None
        if kind not in FORMATS:
            return given
        whole = dict(given)
        scoring = whole.get("scoring") or {}
        if isinstance(scoring, dict):
            whole["scoring"] = {"way": USUAL_WAY[kind][0], **scoring}
        if kind == "crowns" and not whole.get("rounds"):
            whole["rounds"] = list(GREAT_GAMES)
        if isinstance(whole.get("rounds"), list | tuple):
            whole["rounds"] = [_round_as_usual(each, kind) for each in whole["rounds"]]
        if kind == "knockout" and whole.get("knockout") is None:
            whole["knockout"] = {}
        if kind in OWN_PACE and whole.get("window_ms") is None:
            whole["window_ms"] = USUAL_WINDOW_MS[kind]
        if kind == "round_robin":
            whole.setdefault("most", MOST_ALL_PLAY_ALL)
        if kind in ("round_robin", "knockout"):
            whole["late"] = 0
        return whole

    @model_validator(mode="after")
    def _fits(self) -> "TournamentPlan":
        fault = self._fault()
        if fault is not None:
            raise ValueError(fault)
        return self

    def _fault(self) -> str | None:
        """What does not go together."""
        slugs = sorted(each.game for each in self.rounds)
        only = {
            "knockout": (self.knockout is not None, ("knockout",)),
            "turns": (self.turns is not None, ("swiss",)),
            "window_ms": (self.window_ms is not None, OWN_PACE),
            "queue": (self.queue == "drawn", ("arena",)),
        }
        for name, (given, kinds) in only.items():
            if given and self.format not in kinds:
                return f"{name} is there only in the format {' or '.join(kinds)}"
        if self.scoring.way not in USUAL_WAY[self.format]:
            ways = ", ".join(USUAL_WAY[self.format])
            return f"the format {self.format} is scored by {ways}"
        if self.format == "crowns" and slugs != sorted(GREAT_GAMES):
            return f"for crowns there are the five great games, each once: {', '.join(GREAT_GAMES)}"
        most = MOST_OF.get(self.format, MOST_ENTRANTS)
        if self.most > most:
            return f"in the format {self.format} {most} may enter at most"
        if self.own_pace and any(each.terms.call_ms is not None for each in self.rounds):
            return "cards are called only where everybody plays at the same time"
        if self.scoring.way == "points" and any(
            each.rules.ranked_by != "points" for each in self.rounds
        ):
            return "only games played for points have points to add up"
        return None


def _round_as_usual(given: Any, tournament: str) -> Any:
    """A round with the race format that is usual where none is named; a game's name will do."""
    if isinstance(given, str):
        given = {"game": given}
    if not isinstance(given, dict) or not isinstance(given.get("game"), str):
        return given
    chosen = given.get("terms") or {}
    if not isinstance(chosen, dict) or chosen.get("format") is not None:
        return given
    try:
        rules = game(given["game"], given.get("options"))
    except EngineError:  # said of the round itself
        return given
    return {**given, "terms": {**chosen, "format": usual_race_format(rules, tournament)}}
