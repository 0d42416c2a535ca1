"""A second, slow implementation of the crown rules, which steps through every half minute.

It uses the facts of `engine/crowns/facts.py` and nothing else of the engine. Times are in whole
ticks.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.crowns import facts as f

TICK = 30_000


class Told(NamedTuple):
    """The results to compare: wins by race, crowns with games and breaks, ends of runs and why."""

    wins: tuple[str, ...]
    crowns: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, int, int, int], ...]], ...]
    ends: tuple[tuple[int, str], ...]
    total_ms: int
    idle_ms: int


def oracle(limits: dict[str, int], facts: Sequence[f.Fact]) -> Told:
    """`limits` in milliseconds, `free` that of waiting in a break; `redeals` is a count."""
    now = 0
    timeline: list[tuple[int, int, Any]] = []
    away: list[f.ServerAway] = []
    for number, fact in enumerate(facts):
        if isinstance(fact, f.ServerAway):
            away.append(fact)
        elif isinstance(fact, f.Moved):
            timeline.append((fact.ms, number, fact))
            now = max(now, fact.ms)
        else:
            now = max(now, fact.ms)
            timeline.append((now, number, fact))
    timeline.sort(key=lambda entry: entry[:2])
    world = World(limits, frozenset(x.race for x in facts if isinstance(x, f.Voided)))
    for ms in range(0, now + TICK, TICK):
        for at, _, fact in timeline:
            if at == ms:
                world.happen(ms, fact)
        if ms < now and not any(x.from_ms <= ms < x.to_ms for x in away):
            world.tick()
        if ms < now:
            world.look(ms + TICK)
    return world.told()


class World:
    def __init__(self, limits: dict[str, int], void: frozenset[str]) -> None:
        self.limits, self.void = limits, void
        self.playing: tuple[str, str] | None = None
        self.seen: set[str] = set()
        self.covered = self.lost = self.waiting = False
        self.crowns: list[Any] = []
        self.ends: list[tuple[int, str]] = []
        self.tripled: set[str] = set()
        self.nothing()

    def nothing(self) -> None:
        self.wins: list[tuple[str, str, int]] = []  # game, race, which win of the log
        self.breaks: list[list[Any]] = []  # kind, from, to, ms, after which win of the run, waited
        self.refused: list[int] = []
        self.on_break = False
        self.idle = 0

    def kind(self) -> str | None:
        if not self.playing:
            return "between"
        return "declared" if self.covered else "line_lost" if self.lost else None

    def tick(self) -> None:
        if not self.wins:
            return
        if self.kind():
            free = self.waiting and self.breaks[-1][5] < self.limits["free"]
            self.breaks[-1][5 if free else 3] += TICK
        elif not self.waiting:
            self.idle += TICK

    def look(self, ms: int) -> None:
        if not self.wins:
            return
        last = self.breaks[-1] if self.on_break else None
        over = [
            last and last[0] == "between" and last[3] > self.limits["between"] and "between",
            last and last[0] != "between" and last[3] > self.limits["within"] and "within",
            sum(each[3] for each in self.breaks) > self.limits["total"] and "total",
            not last and self.idle > self.limits["idle"] and "idle",
        ]
        for why in over:
            if why:
                self.stop(ms, why)
                return

    def stop(self, ms: int, why: str) -> None:
        if self.wins:
            self.ends.append((ms, why))
        self.nothing()

    def happen(self, ms: int, fact: Any) -> None:
        before = bool(self.playing)
        match fact:
            case f.Began() if fact.ineligible == "" and fact.game in f.GREAT_GAMES:
                if fact.race in self.seen:
                    return
                self.seen.add(fact.race)
                if self.playing:
                    self.stop(ms, "abandoned")
                self.playing = fact.game, fact.race
                self.covered = self.waiting = False
                self.idle = 0
            case f.Ended() if self.playing and self.playing[1] == fact.race:
                self.over(ms, fact.result, fact.untouched)
            case f.Voided() if self.playing and self.playing[1] == fact.race:
                self.over(ms, "void", False)
            case f.Moved() if self.playing and self.playing[1] == fact.race:
                self.idle = 0
            case f.GaveUp():
                self.stop(ms, "gave_up")
            case _:
                self.switch(fact)
        self.breathe(ms, before != bool(self.playing))

    def switch(self, fact: Any) -> None:
        match fact:
            case f.BreakBegan() | f.BreakEnded():
                self.covered = isinstance(fact, f.BreakBegan)
            case f.LineLost() | f.LineBack():
                self.lost = isinstance(fact, f.LineLost)
            case f.WaitBegan() | f.WaitEnded():
                self.waiting = isinstance(fact, f.WaitBegan)

    def breathe(self, ms: int, other: bool) -> None:
        """Begin and end breaks."""
        if self.on_break and (other or not self.kind()):
            self.breaks[-1][2] = ms
            self.on_break = False
        if self.wins and self.kind() and not self.on_break:
            self.breaks.append([self.kind(), ms, None, 0, self.wins[-1][2], 0])
            self.on_break = True

    def over(self, ms: int, result: str, untouched: bool) -> None:
        assert self.playing
        (game, race), self.playing = self.playing, None
        self.covered = self.waiting = False
        if result == "won" and race not in self.void:
            self.won(ms, game, race)
        elif result in ("won", "void"):
            pass
        elif (
            self.wins
            and untouched
            and result in ("resigned", "abandoned")
            and sum(x >= self.wins[0][2] for x in self.refused) < self.limits["redeals"]
        ):
            self.refused.append(self.wins[-1][2])
        else:
            self.stop(ms, result)

    def won(self, ms: int, game: str, race: str) -> None:
        number = self.wins[-1][2] + 1 if self.wins else 0
        if self.on_break:
            self.breaks[-1][2] = ms
            self.on_break = False
        run = [*self.wins, (game, race, number)]
        for i, win in enumerate(self.wins):
            if win[0] == game:
                run = run[i + 1 :]
        self.wins = run
        self.breaks = [each for each in self.breaks if each[4] >= run[0][2]]
        three = run[-3:]
        if len(three) == 3 and not self.tripled & {win[1] for win in three}:
            self.tripled |= {win[1] for win in three}
            self.crown("triple", three)
        if len(run) == 5:
            self.crown("quintuple", run)
            self.stop(ms, "quintuple")

    def crown(self, name: str, wins: list[tuple[str, str, int]]) -> None:
        breaks = [tuple(x[:4]) for x in self.breaks if x[4] >= wins[0][2] and x[3]]
        self.crowns.append((name, tuple(win[1] for win in wins), tuple(breaks)))

    def told(self) -> Told:
        return Told(
            tuple(win[1] for win in self.wins),
            tuple(self.crowns),
            tuple(self.ends),
            sum(each[3] for each in self.breaks),
            self.idle if self.wins else 0,
        )
