"""The plan of a tournament, which is its complete definition: the games, their terms, who may
enter, and when it is played.

A tournament is a number of rounds with one table of points. Entrants are those who take part. In
each round they play the same deal, in one or more heats; a heat is one race in a room of its own.
In an arena, and in a tournament for crowns (awards for the five great games), everybody plays the
deals alone and at their own pace. The terms of a race say when it ends, how it is won and which
help entrants have.

Validation fills in everything that the author left out, with the default values of the format and
of the games. Times are in milliseconds.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from operator import not_
from typing import Annotated, Any, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from engine.crowns.facts import GREAT_GAMES
from engine.errors import BadOption, EngineError
from engine.races.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from engine.races.terms import formats, terms
from engine.racing_demon.game import RacingDemon
from engine.rules import Rules
from engine.rules import rules as rules_of
from engine.solver.winnable_deals import WinnableTerms, renewed_terms
from engine.tournaments.table_input import ScoringRule, rule
from protocol.message import Message, Options
from protocol.names import Name, Title
from protocol.rooms.races import SearchTerms, Terms, usual_bell_ms

Format = Literal["series", "knockout", "swiss", "round_robin", "arena", "crowns"]
FORMATS: tuple[Format, ...] = get_args(Format)
DUELS = ("knockout", "swiss", "round_robin")
"""The formats of a tournament in which an entrant is compared only with the others of the same
heat, which has two or four entrants. In the other formats each entrant is compared with all
others."""
OWN_PACE = ("arena", "crowns")
"""The formats of a tournament in which each entrant gets the next deal as soon as they have
finished their last one."""

USUAL_WAY: dict[str, tuple[str, ...]] = {
    "series": ("matchpoints", "place", "points", "progress"),
    "crowns": ("matchpoints", "place", "progress"),
    "arena": ("arena", "progress"),
    "swiss": ("matches",),
    "round_robin": ("matches",),
    "knockout": ("knockout",),
}
"""The ways of scoring that each format of a tournament allows, the default first."""

MOST_ROUNDS = 50
MOST_ENTRANTS = 2_000
MOST_ALL_PLAY_ALL = MOST_ROUNDS + 1
MOST_OF: dict[str, int] = {"round_robin": MOST_ALL_PLAY_ALL, "swiss": 500, "arena": 500}
"""The maximum number of entrants by format of a tournament, where it is lower than `MOST_ENTRANTS`.
With more entrants, pairing them or reading all results would take so long that other races would be
delayed."""
MOST_INVITED = 150
"""The maximum number of names of invited accounts in a plan, because a plan must fit into one
message. The organiser can invite more later."""
SHORTEST_BREAK_MS, LONGEST_BREAK_MS = 5_000, 3_600_000
SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS = 60_000, 24 * 3_600_000
USUAL_WINDOW_MS = {"arena": 30 * 60_000, "crowns": 4 * 3_600_000}
MOST_REMIND_MS = 7 * 86_400_000
LEAST_DELAY_MS, MOST_DELAY_MS = 10_000, 3_600_000
"""Limits of the delay with which spectators see boards. There is always a delay, so that a
spectator cannot help somebody who plays the same deal."""
LATEST_START_MS = 4_102_444_800_000
"""The latest time at which a tournament can start by itself: 1 January 2100, in milliseconds since
1970."""
SPRINT = "aces_up"


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("there is no such time zone") from None
    return name


Zone = Annotated[str, Field(max_length=60), AfterValidator(_zone)]
Break = Annotated[int, Field(ge=SHORTEST_BREAK_MS, le=LONGEST_BREAK_MS)]
Listed = Field(strict=False)
"""The marking of a tuple field that also accepts a list."""


class PlanFault(NamedTuple):
    """A mistake in a plan: a value that does not fit the other values. `sentence` is for people.
    `path` leads from the part of the plan whose validation failed to the wrong value, by names of
    fields and positions in lists. `words` lists the possible values, if they are words."""

    sentence: str
    path: tuple[str | int, ...]
    words: tuple[str, ...] = ()

    @property
    def error(self) -> PydanticCustomError:
        """The mistake as an exception that a pydantic validator can raise. Pydantic reports the
        exception for the whole model, so the path to the wrong value is in the context of the
        exception."""
        return PydanticCustomError("plan_fault", "{sentence}", self._asdict())


def _bad_option(error: BadOption, *path: str | int) -> PydanticCustomError:
    return PlanFault(str(error).rstrip("."), (*path, *error.path), error.words).error


def usual_race_format(rules: Rules, tournament: str) -> str:
    """Return the default race format of a game (a value of `Terms.format`) in a tournament of the
    format `tournament`.

    In a tournament that compares each entrant with all others, the default is `best` for every game
    that can be raced in that format, because a `best` race does not end when one contestant wins.
    In all other cases it is the default race format of the game.
    """
    possible = formats(rules)
    return "best" if tournament not in DUELS and "best" in possible else possible[0]


class RoundPlan(Message):
    """The plan of one round of a tournament: a game with its options, the terms of the race and its
    time limit. An author who wants a winnable deal writes `true` as the `winnable` of the terms,
    and may write the class of difficulty that it must have as their `difficulty`. Both are replaced
    by how the present version of the solver searches."""

    game: Annotated[str, Field(max_length=40)]
    options: Options
    terms: Terms
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]

    @property
    def rules(self) -> Rules:
        return rules_of(self.game, self.options)

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
    """Return the slug, the options, the terms and the time limit of the game `slug`, with all
    default values filled in. `options` and `chosen` (the terms) are JSON texts. Raises ValueError
    if a value is wrong. The result is cached, because each step of a tournament validates its plan
    again."""
    try:
        rules = rules_of(slug, json.loads(options))
    except BadOption as error:
        raise _bad_option(error, "options" if error.path else "game") from None
    if not rules.has_choice():
        told = f"{rules.book.title} has no choice: the cards decide, not the entrants"
        raise PlanFault(told, ("game",)).error
    try:
        whole = terms(rules, json.loads(chosen))
    except BadOption as error:
        raise _bad_option(error, "terms") from None
    return rules.slug, rules.chosen, whole.to_json(), usual_bell_ms(rules, whole.call_ms)


def _text(said: Mapping[str, object]) -> str:
    return json.dumps(dict(said), default=repr, sort_keys=True)


def round_plan(slug: str, tournament: str = "series") -> RoundPlan:
    """Return the plan of a round of the game `slug`, with all default values. `tournament` is the
    format of the tournament, on which the race format depends. Raises ValueError if there is no
    such game."""
    return RoundPlan.model_validate(_round_as_usual(slug, tournament))


class Scoring(Message):
    """How the table of a tournament is computed. `engine/tournaments/table_input.py` explains the
    fields. Fields that the author of the plan leaves out get their default values."""

    way: Annotated[str, Field(max_length=20)]
    tie_breaks: Annotated[tuple[str, ...], Listed]
    missed: Literal["zero", "average"]
    places: Annotated[tuple[int, ...], Listed]
    team_best: int
    team_tie_breaks: Annotated[tuple[str, ...], Listed]

    @property
    def rule(self) -> ScoringRule:
        return ScoringRule(**{name: getattr(self, name) for name in ScoringRule._fields})

    @model_validator(mode="before")
    @classmethod
    def _write_out(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        if given.get("way") != "place":  # a complete scoring has an empty `places`
            given = {name: value for name, value in given.items() if name != "places"}
        try:
            return rule(given)._asdict()
        except BadOption as error:
            raise _bad_option(error) from None


class Knockout(Message):
    """The settings of a knockout. A heat has two or four entrants (`heats`), of whom `go_on` play
    in the next round. If entrants tie for the last of these places, they play an additional race,
    the `sprint`, whose game and terms are given here. `seeds` says how entrants are put into the
    bracket: at random (`drawn`), or in the order in which they entered (`entered`)."""

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
            raise PlanFault("of two only one can go on", ("go_on",)).error
        return self


class Teams(Message):
    """The settings of a tournament with teams. Entrants join one of the teams in `names`; if the
    list is empty, they may name a team as they like. `most` is the maximum size of a team. How many
    members of a team count is not set here, but in `team_best` of the scoring."""

    names: Annotated[tuple[Name, ...], Field(strict=False, max_length=50)] = ()
    most: Annotated[int, Field(ge=1, le=100)] | None = None

    @model_validator(mode="after")
    def _differ(self) -> "Teams":
        if len({name.casefold() for name in self.names}) < len(self.names):
            raise ValueError("two teams have the same name")
        return self


class Schedule(Message):
    """When a tournament starts by itself. The first start is at `starts_at` (milliseconds since
    1970).

    With `repeat` a new tournament starts each day, week, two weeks or month, at the same local time
    in the time zone `zone`. `times` is the number of these tournaments; None means that they go on
    until the organiser stops them. `remind_ms` lists how long before each start entrants are
    reminded.
    """

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
        """The time of the first start, as a local time in the time zone `zone`."""
        start = datetime.fromtimestamp(self.starts_at / 1000, tz=UTC)
        return start.astimezone(ZoneInfo(self.zone))


class TournamentPlan(Message):
    """The definition of a tournament.

    `rounds` are the deals, each with its game and its terms. A series plays each of them once, in
    this order; the other formats repeat the list as often as needed. `turns` is the number of
    rounds of a Swiss tournament; None means as many as the number of games and entrants requires.
    `window_ms` is how long after the start of an arena or a tournament for crowns an entrant can
    begin deals. `queue` says whether an arena deals `rounds` in order or at random.

    `most` is the maximum number of entrants. `late` is the last round in which somebody who enters
    late can start, 0 for none and None for any. `invited` are the names of accounts that may enter,
    None if anybody may. `guests` says whether people may enter without an account; left out, they
    may not. Between rounds the table is shown for `table_ms`, and then the entrants wait in a lobby
    for `lobby_ms`. Spectators see boards `delay_ms` later.
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
    guests: Annotated[bool, Field(exclude_if=not_)] = False
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
        """Fill in the default values that depend on the format of the tournament."""
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
        faults: list[InitErrorDetails] = [
            {"type": fault.error, "input": None} for fault in self._faults()
        ]
        if faults:
            raise ValidationError.from_exception_data("TournamentPlan", faults)
        return self

    def _faults(self) -> Iterator[PlanFault]:
        """Yield a `PlanFault` for each value that does not fit the other values of the plan."""
        only = {
            "knockout": (self.knockout is not None, ("knockout",)),
            "turns": (self.turns is not None, ("swiss",)),
            "window_ms": (self.window_ms is not None, OWN_PACE),
            "queue": (self.queue == "drawn", ("arena",)),
        }
        for name, (given, kinds) in only.items():
            if given and self.format not in kinds:
                told = f"{name} is there only in the format {' or '.join(kinds)}"
                yield PlanFault(told, (name,))
        if self.scoring.way not in USUAL_WAY[self.format]:
            ways = ", ".join(USUAL_WAY[self.format])
            yield PlanFault(f"the format {self.format} is scored by {ways}", ("scoring", "way"))
        if self.guests and self.invited is not None:
            yield PlanFault("guests cannot enter a tournament by invitation", ("guests",))
        slugs = sorted(each.game for each in self.rounds)
        if self.format == "crowns" and slugs != sorted(GREAT_GAMES):
            told = f"for crowns there are the five great games, each once: {', '.join(GREAT_GAMES)}"
            yield PlanFault(told, ("rounds",))
        most = MOST_OF.get(self.format, MOST_ENTRANTS)
        if self.most > most:
            yield PlanFault(f"in the format {self.format} {most} may enter at most", ("most",))
        for number, each in enumerate(self.rounds):
            yield from self._round_faults(number, each)

    def _round_faults(self, number: int, each: RoundPlan) -> Iterator[PlanFault]:
        """Yield a `PlanFault` for each value of a round that does not fit the tournament."""
        if self.own_pace and each.terms.call_ms is not None:
            told = "cards are called only where everybody plays at the same time"
            yield PlanFault(told, ("rounds", number, "terms", "format"))
        if self.own_pace and isinstance(each.rules, RacingDemon):
            told = "a common table is there only where everybody plays at the same time"
            yield PlanFault(told, ("rounds", number))
        if self.scoring.way == "points" and each.rules.ranked_by not in ("points", "round"):
            told = "only games played for points have points to add up"
            yield PlanFault(told, ("rounds", number))


def with_present_solver(plan: TournamentPlan) -> TournamentPlan:
    """Return a plan whose winnable deals are searched for as the present version of the solver does
    it, whatever the plan says about the search. A round whose game has no winnable deals of the
    difficulty any more then asks for one of any difficulty, or for none if there are none."""
    rounds = tuple(_with_present_solver(each) for each in plan.rounds)
    knockout = plan.knockout
    if knockout is not None:
        sprint = _with_present_solver(knockout.sprint)
        knockout = knockout.model_copy(update={"sprint": sprint})
    return plan.model_copy(update={"rounds": rounds, "knockout": knockout})


def _with_present_solver(each: RoundPlan) -> RoundPlan:
    if each.terms.winnable is None:
        return each
    how = renewed_terms(each.rules, WinnableTerms(**each.terms.winnable.model_dump()))
    searched = None if how is None else SearchTerms(**how._asdict())
    whole = each.terms.model_copy(update={"winnable": searched})
    return each.model_copy(update={"terms": whole})


def _round_as_usual(given: Any, tournament: str) -> Any:
    """Return the plan of a round from `given`, which is an object or just the name of a game. If it
    has no race format, the default race format is added. A value that is no round is returned
    unchanged; `RoundPlan` reports the mistake when it validates the value."""
    if isinstance(given, str):
        given = {"game": given}
    if not isinstance(given, dict) or not isinstance(given.get("game"), str):
        return given
    chosen = given.get("terms") or {}
    if not isinstance(chosen, dict) or chosen.get("format") is not None:
        return given
    if not isinstance(given.get("options"), Mapping | None):  # validating the round reports it
        return given
    try:
        rules = rules_of(given["game"], given.get("options"))
    except EngineError:  # validating the round reports it
        return given
    return {**given, "terms": {**chosen, "format": usual_race_format(rules, tournament)}}
