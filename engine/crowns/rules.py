"""The Triple Crown and the Quintuple Crown: the rules, and how facts (events such as a won game or
a lost connection) change a run.

The book of the five great games calls the Triple Crown "a mythical prize which is earned by a
player who wins three of the above games on the trot": three different ones of the five great games,
in any order, with none lost in between. Winning all five in a row is the Quintuple Crown. Nothing
has to be declared beforehand.

A game counts as a win if it was won by the rules of the game, alone or in a race, even if somebody
else was quicker. Its options must be the defaults or stricter, and the player must not have seen
the deal before (`engine.crowns.facts.ineligible`). All other games neither count nor end a run. If
they are played between two games that can count, the time is part of the break between those two. A
game that could count is lost with its first take-back, whatever its end.

The run is the list of consecutive wins.

- A win is appended to the run. If the same game was won earlier in the run, that earlier win and
  all wins before it are dropped. The rest are still wins in a row of different games.
- When none of the last three wins of a run has counted for a Triple Crown, they make one. The run
  continues. Five wins make the Quintuple Crown, which ends the run. One win can bring both crowns.
- Losing, resigning or abandoning one of the five games, or letting its time run out, ends the run.
  Starting another of the five while one is in progress abandons the first.
- The candidate may refuse `free_redeals` deals of a run: resign or leave them before the first
  move. A refused deal neither counts nor ends the run.

Breaks must be short: "longer breaks such as for a meal or to spend a night in bed are not
permitted". Any number of breaks is allowed. They are measured on the server's clock. There are four
limits:

- Between: the time from the end of a game to the deal of the next.
- Within: one break during a game, announced or caused by a lost connection. If one turns into the
  other without a moment of play, it is still one break.
- Total: all breaks of a run together.
- Idle: the time during a game since the last move or the deal, while the candidate is connected and
  not on a break. This time is not a break and not part of the total. A break within a game neither
  adds to it nor sets it back to zero.

Reaching a limit exactly is allowed. One millisecond more ends the run at that millisecond, whether
or not the candidate is connected. A game in progress continues and can be the first of a new run.

Nothing is measured while there is no run. So the breaks of a run are those since the end of its
first win; breaks during that first game do not count. When earlier wins are dropped, the breaks and
the refused deals before the end of the new first win are dropped too, also from the total. The
state of a run does not depend on the order in which its facts were reported.

Delays caused by the server are never counted. Outages are left out whenever they happen, and may be
reported late, twice or in parts. While the candidate has to wait for others, nothing is measured.
But in one break, waiting is left out only up to the limit `Between`, or up to a minute if that
limit is shorter. More waiting counts as break time, because the candidate may hold another seat too
and cause the waiting with it. When a game is dealt or ends, any waiting and any announced break
end.

A void game neither counts nor ends the run, and its time is not a break. If a win is voided after
it counted, the result is what it would have been without that win: crowns it was part of are
withdrawn, and others may replace them. Voiding a loss afterwards does not restore a run; otherwise
a player who can have a race voided could choose among deals.

How a server uses this module: it calls `after(run, fact)` for everything that happens, in any order
of arrival. A time before the last known one is treated as the last known one, except in `Moved` and
`ServerAway`, which report the past. A fact may be reported again. A deal may be reported again only
until another is dealt, because older games that were not won are forgotten.

`due(run)` is the millisecond at which a limit will be exceeded if nothing happens. At that time, or
before any later fact, the server first reports outages, and then the moves of the present game not
yet reported. If `due` then still returns a time that has been reached, the server reports `Passed`.
Moves need not be reported at other times. For a day, late facts can restore a run that a limit
ended, even if another has begun since. Facts of runs that ended earlier are dropped. If such a run
has crowns, `after` returns it as `closed`. The server stores that run, and calls `void` if one of
its games is voided later.

Source: sections G and H of Michael Keeling's Five Great Games of Patience (2005). The lengths of
the limits are set by this project; the book says only "very short".
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from engine.crowns.facts import (
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
from engine.crowns.run import Award, End, Run, state
from engine.crowns.time_limits import BETWEEN, IDLE, TOTAL, WITHIN, Span, TimeLeft, joined, moment

KEPT_MS = 24 * 60 * 60 * 1000
"""For how many milliseconds after its end a run can still be changed by facts that are reported
late."""


class CrownStep(NamedTuple):
    """What one fact changed in the run and the crowns of a candidate.

    `run` is the run after the fact. `awarded` are crowns that are new. `corrected` are earlier
    awards of which a detail changed, in their new form. `withdrawn` are earlier awards that are no
    longer valid. `ended` has an entry for each end of a run. `closed` has the facts of older runs
    that have been removed from `run`, because no other fact can change them any more. It is None if
    nothing was removed or if those runs have no awards.
    """

    run: Run
    awarded: tuple[Award, ...] = ()
    corrected: tuple[Award, ...] = ()
    withdrawn: tuple[Award, ...] = ()
    ended: tuple[End, ...] = ()
    closed: Run | None = None


def after(run: Run, fact: Fact) -> CrownStep:
    """Return the run after a fact, together with what the fact changed. For an account that has no
    run yet, `run` is `Run(limits)`."""
    told = _with_fact(run, fact)
    closed, kept = _divided(told)
    return _step(run, told)._replace(run=kept, closed=closed)


def void(closed: Run, race: str) -> CrownStep:
    """Return what changes in a closed run when the game of the race `race` is declared void. A
    closed run is one that ended so long ago that no other fact can change it
    (`CrownStep.closed`)."""
    return _step(closed, _voided(closed, race))


def due(run: Run) -> int | None:
    """Return the first millisecond at which a limit on breaks or on the time without a move ends
    the run if nothing else happens. Return None if no run is under way, or if no time is being
    counted now."""
    now = state(run)
    if now.idle:
        return None
    over = now.meter.overstep(now.scene, run.limits, run.known_ms, run.away)
    return over[0] if over else None


def free_until(run: Run) -> int | None:
    """Return the time in milliseconds from which waiting for others counts as break time, if the
    candidate is still waiting then. Return None if waiting counts already, if the candidate is not
    waiting, or if waiting cannot count now because no run or no break is in progress."""
    now = state(run)
    free = None if now.idle else now.meter.free(now.scene, run.limits)
    return moment(run.known_ms, free, run.away) if free else None


def time_left(run: Run, now_ms: int) -> TimeLeft:
    """Return the breaks of the run and what is left of its time limits at the time `now_ms`, if no
    further fact has come. Clients show this to the candidate."""
    run = run._replace(known_ms=max(run.known_ms, now_ms))
    now = state(run)
    meter, limits = now.meter, run.limits
    left = {} if now.idle else meter.left(limits)
    return TimeLeft(
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


def _step(run: Run, told: Run) -> CrownStep:
    old, new = state(run), state(told)
    before = {award.key: award for award in old.awards}
    keys = {award.key for award in new.awards}
    ended_before = {(end.ms, end.why) for end in old.ends}
    return CrownStep(
        told,
        tuple(award for award in new.awards if award.key not in before),
        tuple(award for award in new.awards if before.get(award.key, award) != award),
        tuple(award for award in old.awards if award.key not in keys),
        tuple(end for end in new.ends if (end.ms, end.why) not in ended_before),
    )


def _with_fact(run: Run, fact: Fact) -> Run:
    """Return the run with the fact inserted at its place in the order of time. A fact that makes no
    difference is left out."""
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
    """Return the run with this move inserted, and without the moves that are no longer needed. If
    several moves in a row lie within one idle limit, only the first and the last of them are
    kept."""
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


def _divided(run: Run) -> tuple[Run | None, Run]:
    """Return two runs: one with the facts of runs that ended so long ago that they cannot change
    any more, and one with all later facts. The first is None if it contains no award."""
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
