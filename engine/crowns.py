"""The Triple Crown and the Quintuple Crown

"A mythical prize which is earned by a player who wins three of the above games on the trot": three
different games of the five great ones, in any order, with none lost between. Getting all five out
on the trot is the Quintuple Crown. Nothing need be declared beforehand.

A win is getting the game out, alone or in a race, whoever else was quicker; with the options as
they are or stricter ones, without taking back, on a deal the player had not seen
(`crown_facts.ineligible`). Everything else is another patience: it neither counts nor breaks a run,
won or lost, and its time between two games is break time.

The run: the games won on the trot.
- A game that is won joins the run. If it is in the run already, everything up to and including the
  earlier win of it goes: what remains is still consecutive and all different.
- Once the run has three, and none of the last three has counted for a Triple Crown, they are one.
  The run goes on, maybe to five: then it is the Quintuple Crown, and the run is over. One win can
  bring both.
- A game of the five that is lost, resigned, timed out or abandoned ends the run. Dealing oneself
  another of them while one is in progress abandons it.
- With `free_redeals` so many deals may be refused in a run: resigned or left before the first move.
  They neither count nor break it.

Breaks are short, or the run is over: "longer breaks such as for a meal or to spend a night in bed
are not permitted". There may be any number of them, metered on the server's clock.
- Between: from the end of a game to the deal of the next.
- Within: a break that was declared, or the line lost, during a game. The one may turn into the
  other without a moment of play; that is still one break.
- Total: both kinds of a run together.
- Idle: during a game, connected and not on a break, without a move since the last one or the deal.
  Thinking is no break: it is not in the total. A break within neither uses this time nor gives any
  back.
Exactly a limit is kept; a millisecond more and the run is over at that millisecond, whether anybody
is connected or not. A game in progress goes on, and may be the first of a new run.

While there is no run nothing is metered. So the breaks of a run are those since its first win was
won: not those during that first game, which a run broken within it may begin with; and when earlier
wins go, the breaks before the new first win's end go with them, from the total too, and refused
deals likewise. A run stands the same however it came to be.

What the server does is never charged. Time it was away is refunded wherever it falls, and it may be
told late, twice, or in pieces. While the candidate is kept waiting all meters stand still; in one
break for no longer, all its waiting together, than a break between games may last (a minute at
least): whom somebody waits for may be themselves, in another seat. A game is dealt, and over,
without waiting and with the board uncovered, whatever was before.

A void game neither counts nor breaks the run, and moves no clock: its time stays that of a game. A
win that is void after it counted leaves what would be right without it; crowns it was part of are
withdrawn, others may take their place. A loss that is void afterwards brings no run back: whoever
can have a race voided could else shop for deals.

How a server uses it. `after(run, fact)` for everything that happens, in any order of arrival: an
earlier time than the last known counts as that, except in `Moved` and `ServerAway`, which tell of
the past. A fact may be told again, but a deal only until another is dealt: what was dealt before
and left no win is forgotten. `due(run)` is the millisecond at which a limit will be overstepped if
nothing happens. To meet it: tell when the server was away, tell the moves of the game in progress
not yet told, and then, if it is still due, `Passed`. The same before any other fact that comes when
`due` has passed. No move need be told in between. What is told late can bring a run back that was
over by a limit, even with another begun since, for a day. Of runs that were over longer ago the
facts are dropped; where they hold crowns, `closed` hands them out. Store it, and ask `void` when
one of its games is void later.

Source: sections G and H of Michael Keeling's Five Great Games of Patience (2005). The limits are
ours; he says no more than "very short".
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from engine.crown_facts import (
    GREAT_GAMES,
    VOID,
    WON,
    Began,
    Ended,
    Fact,
    GaveUp,
    Moved,
    Scene,
    ServerAway,
    Timed,
    Voided,
)
from engine.crown_run import Award, End, Run, state
from engine.ledger import BETWEEN, IDLE, TOTAL, WITHIN, Ledger, Span, joined, moment

KEPT_MS = 24 * 60 * 60 * 1000
"""So long after its end a run can still change by what is told late."""


class Step(NamedTuple):
    """What a fact led to.

    `corrected`: awards given before, of which a detail changed. `withdrawn`: awards given before
    that no longer are. `ended`: the runs that came to their end. `closed`: facts that `run` no
    longer keeps, as a run of its own, if they hold awards.
    """

    run: Run
    awarded: tuple[Award, ...] = ()
    corrected: tuple[Award, ...] = ()
    withdrawn: tuple[Award, ...] = ()
    ended: tuple[End, ...] = ()
    closed: Run | None = None


def after(run: Run, fact: Fact) -> Step:
    """The run once this has happened, and what came of it. Begin with `Run(limits)`."""
    told = _told(run, fact)
    closed, kept = _cut(told)
    return _step(run, told)._replace(run=kept, closed=closed)


def void(closed: Run, race: str) -> Step:
    """A closed run once a game of it is void. Nothing else can happen to it."""
    return _step(closed, _voided(closed, race))


def due(run: Run) -> int | None:
    """The first millisecond at which the run will be over if nothing happens until then."""
    now = state(run)
    if now.idle:
        return None
    over = now.meter.overstep(now.scene, run.limits, run.known_ms, run.away)
    return over[0] if over else None


def free_until(run: Run) -> int | None:
    """The moment from which waiting is metered if it goes on; None where it is not free now, or
    for good."""
    now = state(run)
    free = None if now.idle else now.meter.free(now.scene, run.limits)
    return moment(run.known_ms, free, run.away) if free else None


def ledger(run: Run, now_ms: int) -> Ledger:
    """What to show at this moment if nothing else has happened."""
    run = run._replace(known_ms=max(run.known_ms, now_ms))
    now = state(run)
    meter, limits = now.meter, run.limits
    left = {} if now.idle else meter.left(limits)
    return Ledger(
        now_ms=run.known_ms,
        breaks=meter.breaks,
        running=meter.open,
        total_ms=meter.total_ms,
        total_left_ms=left.get(TOTAL, limits.total_s * 1000 - meter.total_ms),
        break_left_ms=left.get(BETWEEN, left.get(WITHIN)),
        idle_left_ms=left.get(IDLE),
        redeals_left=limits.free_redeals - len(now.refused),
        still=now.idle or meter.free(now.scene, limits) != 0,
        due_ms=due(run),
    )


def _step(run: Run, told: Run) -> Step:
    old, new = state(run), state(told)
    before = {award.key: award for award in old.awards}
    keys = {award.key for award in new.awards}
    ended_before = {(end.ms, end.why) for end in old.ends}
    return Step(
        told,
        tuple(award for award in new.awards if award.key not in before),
        tuple(award for award in new.awards if before.get(award.key, award) != award),
        tuple(award for award in old.awards if award.key not in keys),
        tuple(end for end in new.ends if (end.ms, end.why) not in ended_before),
    )


def _told(run: Run, fact: Fact) -> Run:
    """The run with the fact in its place, if it is news."""
    if isinstance(fact, ServerAway):
        return run._replace(away=joined(run.away, Span(fact.from_ms, fact.to_ms)))
    if isinstance(fact, Moved):
        return _moved(run, fact)
    fact = replace(fact, ms=max(fact.ms, run.known_ms))
    run = run._replace(known_ms=fact.ms)
    scene = _scene(run.base, run.log)
    if isinstance(fact, Voided):
        if scene.playing is None or scene.playing.race != fact.race:
            return _voided(run, fact.race)
        fact = Ended(fact.ms, fact.race, VOID)
    return run._replace(log=(*run.log, fact)) if _is_news(run, scene, fact) else run


def _is_news(run: Run, scene: Scene, fact: Timed) -> bool:
    match fact:
        case Began():
            known = {each.race for each in run.log if isinstance(each, Began)} | {run.base.done}
            if run.base.playing:
                known.add(run.base.playing.race)
            return fact.game in GREAT_GAMES and not fact.ineligible and fact.race not in known
        case Ended():
            return scene.playing is not None and scene.playing.race == fact.race
        case GaveUp():
            return bool(run.log)
        case _:
            return scene.after(fact) != scene


def _voided(run: Run, race: str) -> Run:
    return run if race in run.voided else run._replace(voided=(*run.voided, race))


def _counts(run: Run, fact: Timed) -> bool:
    return isinstance(fact, Ended) and fact.result == WON and fact.race not in run.voided


def _moved(run: Run, fact: Moved) -> Run:
    """Put a move in its place, and leave out those that no longer tell anything: two are enough for
    a time no longer than the idle limit."""
    run = run._replace(known_ms=max(fact.ms, run.known_ms))
    at = bisect_right(run.log, fact.ms, key=lambda each: each.ms)
    playing = _scene(run.base, run.log[:at]).playing
    if at == 0 or playing is None or playing.race != fact.race or fact in run.log:
        return run
    log: list[Timed] = []
    for each in (*run.log[:at], fact, *run.log[at:]):
        if (
            isinstance(each, Moved)
            and len(log) > 1
            and isinstance(log[-1], Moved)
            and isinstance(log[-2], Began | Moved)
            and each.ms - log[-2].ms <= run.limits.idle_s * 1000
        ):
            log.pop()
        log.append(each)
    return run._replace(log=tuple(log))


def _scene(scene: Scene, facts: Sequence[Timed]) -> Scene:
    return reduce(Scene.after, facts, scene)


def _cut(run: Run) -> tuple[Run | None, Run]:
    """What need not be kept, if it holds awards, and the rest."""
    at = max((end.at for end in state(run).ends if end.ms + KEPT_MS <= run.known_ms), default=0)
    gone, log = run.log[:at], run.log[at:]
    closed = run._replace(log=gone, known_ms=gone[-1].ms) if gone else None
    first = next((i for i, fact in enumerate(log) if _counts(run, fact)), len(log))
    base, log = _scene(run.base, (*gone, *log[:first])), log[first:]
    since = base.playing.began_ms if base.playing else run.known_ms
    races = {fact.race for fact in log if isinstance(fact, Ended)}
    kept = run._replace(
        base=base,
        log=log,
        away=tuple(span for span in run.away if span.to_ms > since),
        voided=tuple(race for race in run.voided if race in races),
    )
    return (closed if closed and state(closed).awards else None), kept
