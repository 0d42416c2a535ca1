"""The run of a candidate, computed from facts: wins in a row, breaks and crowns.

A candidate is a player who tries for a crown, a prize for winning several of the five great games
in a row. A `Run` holds only facts. The function `state` goes through them in the order of time. If
a fact, an outage or the voiding of a win is reported late, it is inserted at its own time, and the
result is the same as if it had been reported at once. `engine/crowns/rules.py` has the rules and
inserts the facts.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.crowns.facts import (
    ABANDONED,
    RESIGNED,
    VOID,
    WON,
    Began,
    Ended,
    GaveUp,
    Moved,
    Playing,
    Scene,
    Timed,
)
from engine.crowns.time_limits import Away, Break, Limits, Meter

TRIPLE, QUINTUPLE = "triple", "quintuple"
GAVE_UP = "gave_up"
REFUSALS = (RESIGNED, ABANDONED)
"""Results of a game that mean that the candidate refused its deal, if no move was made."""


class Run(NamedTuple):
    """The facts that are known about a candidate, and the time limits that apply.

    `log` has the facts in the order of time, from the first win that can count. `base` is what the
    candidate was doing before the first of them. `away` are the outages of the server, whose time
    is not counted. `voided` has the race ids of games in `log` that were won and then declared
    void. All facts up to the time `known_ms` have been reported, except for those that may be
    reported late.
    """

    limits: Limits = Limits()
    base: Scene = Scene()
    log: tuple[Timed, ...] = ()
    away: Away = ()
    voided: tuple[str, ...] = ()
    known_ms: int = 0


class Win(NamedTuple):
    """A great game that the candidate won. `took_ms` is how long it took by the clock of the game,
    which stops in outages."""

    game: str
    race: str
    began_ms: int
    ended_ms: int
    took_ms: int


class Award(NamedTuple):
    """A crown that a candidate has won. `crown` is `triple` or `quintuple`. `games` are the games
    in the order in which they were won. `breaks` are the breaks from the end of the first of them
    to the end of the last."""

    crown: str
    games: tuple[Win, ...]
    breaks: tuple[Break, ...]

    @property
    def won_ms(self) -> int:
        return self.games[-1].ended_ms

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """The kind of the crown and the race ids of its games. Two awards with the same key are the
        same crown, even if the times of breaks in them differ."""
        return self.crown, tuple(win.race for win in self.games)


class End(NamedTuple):
    """The end of a run at the time `ms`.

    `why` is the name of the time limit that was exceeded, the result of a game that was not won,
    `gave_up`, or `quintuple` after the Quintuple Crown. `at` is how many facts of `Run.log` come
    before the end.
    """

    ms: int
    why: str
    at: int


class RunState(NamedTuple):
    """The run and the crowns of a candidate, computed from the facts of a `Run`.

    `wins` are the wins of the present run; if it is empty, no run is under way. `scene` is what the
    candidate is doing. `meter` has the breaks, and the time since the last move. `awards` and
    `ends` are computed from the facts that `Run` still has, so older ones are missing. `refused`
    has an entry for each deal that the candidate refused (gave up before the first move): the race
    id of the last win before it.
    """

    wins: tuple[Win, ...]
    scene: Scene
    meter: Meter
    refused: tuple[str, ...]
    awards: tuple[Award, ...]
    ends: tuple[End, ...]

    @property
    def idle(self) -> bool:
        return not self.wins


@lru_cache(maxsize=64)  # cached: a step evaluates the old and the new run several times
def state(run: Run) -> RunState:
    """Return the present run of a candidate, the crowns that the candidate has won and the ends of
    earlier runs, computed from the facts in `run`."""
    fold = _Fold(run)
    for at, fact in enumerate(run.log):
        fold.pass_time(fact.ms, at)
        fold.meet(fact, at)
    fold.pass_time(run.known_ms, len(run.log))
    return RunState(fold.wins, fold.scene, fold.meter, fold.refused, fold.awards, fold.ends)


class _Fold:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.scene = run.base
        self.ms = run.log[0].ms if run.log else run.known_ms
        self.wins: tuple[Win, ...] = ()
        self.counted: frozenset[str] = frozenset()
        self.meter = Meter()
        self.refused: tuple[str, ...] = ()
        self.awards: tuple[Award, ...] = ()
        self.ends: tuple[End, ...] = ()

    def pass_time(self, to_ms: int, at: int) -> None:
        if self.wins:
            over = self.meter.overstep(self.scene, self.run.limits, self.ms, self.run.away)
            if over and over[0] <= to_ms:
                self.end(*over, at)
            else:
                self.meter = self.meter.run(
                    self.scene, self.run.limits, self.ms, to_ms, self.run.away
                )
        self.ms = to_ms

    def meet(self, fact: Timed, at: int) -> None:
        playing = self.scene.playing
        self.scene = self.scene.after(fact)
        if isinstance(fact, Began | Moved):
            self.meter = self.meter._replace(idle_ms=0)
        match fact:
            case Began() if playing:
                self.end(fact.ms, ABANDONED, at)
            case Ended() if playing:
                self.game_over(fact, playing, at)
            case GaveUp():
                self.end(fact.ms, GAVE_UP, at)
        if self.wins:
            self.meter = self.meter.turn(self.scene, fact.ms)

    def game_over(self, fact: Ended, playing: Playing, at: int) -> None:
        if fact.result == WON and fact.race not in self.run.voided:
            self.win(Win(playing.game, fact.race, playing.began_ms, fact.ms, fact.took_ms))
            self.award(at)
        elif fact.result in (WON, VOID):
            return
        elif fact.result in REFUSALS and fact.untouched and self.redeals_left:
            self.refused = (*self.refused, self.wins[-1].race)
        else:
            self.end(fact.ms, fact.result, at)

    @property
    def redeals_left(self) -> int:
        return self.run.limits.free_redeals - len(self.refused) if self.wins else 0

    def win(self, win: Win) -> None:
        """Append a win to the run. If the same game was won before in this run, drop the wins up to
        and including that earlier one. Also drop the breaks and the refused deals from before the
        win that is now the first."""
        games = [each.game for each in self.wins]
        self.wins = (*self.wins[games.index(win.game) + 1 if win.game in games else 0 :], win)
        since = self.wins[0].ended_ms
        meter = self.meter.turn(self.scene, win.ended_ms)
        self.meter = meter._replace(breaks=tuple(b for b in meter.breaks if b.from_ms >= since))
        races = {each.race for each in self.wins}
        self.refused = tuple(race for race in self.refused if race in races)

    def award(self, at: int) -> None:
        last = self.wins[-3:]
        if len(last) == 3 and not any(win.race in self.counted for win in last):
            self.counted |= {win.race for win in last}
            self.give(TRIPLE, last)
        if len(self.wins) == 5:
            self.give(QUINTUPLE, self.wins)
            self.end(self.ms, QUINTUPLE, at + 1)

    def give(self, crown: str, games: tuple[Win, ...]) -> None:
        since = games[0].ended_ms
        breaks = tuple(each for each in self.meter.breaks if each.from_ms >= since)
        self.awards = (*self.awards, Award(crown, games, breaks))

    def end(self, ms: int, why: str, at: int) -> None:
        if self.wins:
            self.ends = (*self.ends, End(ms, why, at))
        self.wins, self.refused, self.meter = (), (), Meter()
