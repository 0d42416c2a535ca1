"""Tournament state: a tournament as the client knows it, updated by each change that the server
sends.

A heat is one race of a round, in a room on the server. In some formats everybody plays the deals at
their own pace; in the others all entrants play a round at the same time. The server sends times as
milliseconds left, so the state has the local time at which it arrived. This file does no input or
output.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from engine.rules import RULES
from protocol.texts import _
from protocol.tournaments.live import (
    Clocks,
    Entrant,
    EntrantProgress,
    HeatInfo,
    News,
    RoundInfo,
    TableRow,
    Tournament,
    TournamentChanged,
)

T = TypeVar("T")
Number = TypeVar("Number", int, tuple[int, int])
OWN_PACE = ("arena", "crowns")
WHOLE = (
    *("status", "why", "organiser", "plan", "clocks", "table", "teams", "news", "opened", "next"),
    *("hall", "helpers"),
)
UNDER_WAY = ("pairing", "lobby", "racing", "table")


class KnownTournament(NamedTuple):
    """A tournament as the server has sent it. `at` is the local time in milliseconds at which it
    arrived."""

    tournament: Tournament
    at: int

    def left(self, ms: int | None, now: int) -> int | None:
        """Return how many milliseconds are left at the local time `now`, at least 0, of a time that
        the tournament states. `ms` are the milliseconds that were left of it when the tournament
        arrived. Return None if `ms` is None."""
        return None if ms is None else max(0, ms - (now - self.at))


def after(known: KnownTournament, change: TournamentChanged, now: int) -> KnownTournament | None:
    """Return the state after a change that arrives at local time `now`. If the change belongs to
    another tournament or is already applied, return `known` itself. If a change before it was
    missed, return None; the whole tournament must then be fetched."""
    old = known.tournament
    if change.code != old.code or change.seq <= old.seq:
        return known
    if change.seq != old.seq + 1:
        return None
    given: dict[str, object] = {name: getattr(change, name) for name in WHOLE}
    new = {name: value for name, value in given.items() if value is not None}
    aged = _aged(old, now - known.at)
    rounds = _merged(aged.rounds, change.rounds, lambda each: each.number)
    entrants = _merged(aged.entrants, change.entrants, lambda one: one.number)
    bars = _merged(aged.bars, change.bars, lambda bar: (bar.round, bar.entrant))
    racing = {each.number for each in rounds if each.state == "racing"}
    bars = [bar for bar in bars if bar.round in racing]
    update = {"seq": change.seq, "rounds": rounds, "entrants": entrants, "bars": bars, **new}
    return KnownTournament(aged.model_copy(update=update), now)


def _merged(old: Sequence[T], new: Sequence[T] | None, key: Callable[[T], Number]) -> list[T]:
    if new is None:
        return list(old)
    both = {key(each): each for each in chain(old, new)}
    return [both[name] for name in sorted(both)]


def _aged(tournament: Tournament, ms: int) -> Tournament:
    """Return the tournament with all its times left reduced by `ms` milliseconds."""
    paused = tournament.status == "paused"
    clocks = Clocks(
        starts_in_ms=_less(tournament.clocks.starts_in_ms, ms),
        opens_in_ms=_less(tournament.clocks.opens_in_ms, 0 if paused else ms),
        closes_in_ms=_less(tournament.clocks.closes_in_ms, 0 if paused else ms),
    )
    rounds = [
        each
        if each.ends_in_ms is None and each.starts_in_ms is None
        else each.model_copy(
            update={
                "ends_in_ms": _less(each.ends_in_ms, 0 if paused and _stands(each) else ms),
                "starts_in_ms": _less(each.starts_in_ms, ms),
            }
        )
        for each in tournament.rounds
    ]
    news = [News(ago_ms=each.ago_ms + max(0, ms), text=each.text) for each in tournament.news]
    return tournament.model_copy(update={"clocks": clocks, "rounds": rounds, "news": news})


def _less(left: int | None, ms: int) -> int | None:
    return None if left is None else max(0, left - ms)


def _stands(each: RoundInfo) -> bool:
    """Return whether the clock of a round stops while the tournament is paused. The clock of a race
    does not stop, because races are played to their end."""
    return each.state in ("lobby", "table")


# Queries. -------------------------------------------------------------------------------------


def title(tournament: Tournament) -> str:
    return str(tournament.plan.get("title", tournament.code))


def own_pace(tournament: Tournament) -> bool:
    return tournament.plan.get("format") in OWN_PACE


def way(tournament: Tournament) -> str:
    """Return the name of the way in which points are given in a tournament; the empty string if its
    plan names none."""
    scoring = tournament.plan.get("scoring")
    return str(scoring.get("way", "")) if isinstance(scoring, dict) else ""


def has_teams(tournament: Tournament) -> bool:
    return tournament.plan.get("teams") is not None


def planned(tournament: Tournament) -> int | None:
    """Return the number of rounds of a tournament if its plan states it, as for a series (a fixed
    list of rounds) or a Swiss tournament; otherwise None."""
    kind, rounds = tournament.plan.get("format"), tournament.plan.get("rounds")
    if kind in ("series", "crowns") and isinstance(rounds, list):
        return len(rounds)
    turns = tournament.plan.get("turns")
    return turns if kind == "swiss" and isinstance(turns, int) else None


def current(tournament: Tournament) -> RoundInfo | None:
    """Return the round in progress. Return None if there is none, and always if everybody plays at
    their own pace."""
    if own_pace(tournament):
        return None
    going_on = [each for each in tournament.rounds if each.state in UNDER_WAY]
    return going_on[-1] if going_on else None


def waits(tournament: Tournament) -> int | None:
    """Return the number of the round that everybody waits for: either its race has not started yet,
    or its race is over and the table of points is shown. Return 0 before the start of the
    tournament. Return None during a race, and if everybody plays at their own pace."""
    if tournament.status in ("draft", "open"):
        return 0
    each = current(tournament)
    return each.number if each is not None and each.state in ("lobby", "table") else None


def me(tournament: Tournament) -> Entrant | None:
    """Return the player's own entry; None if they have not entered."""
    return next((one for one in tournament.entrants if one.number == tournament.mine), None)


def takes_part(tournament: Tournament) -> bool:
    mine = me(tournament)
    return mine is not None and mine.gone is None


def names(tournament: Tournament) -> dict[int, str]:
    """Return the names of all entrants by their numbers. The name of a bot, or of somebody who
    takes part without an account, ends with a note about it."""
    return {one.number: named(one) for one in tournament.entrants}


def named(one: Entrant) -> str:
    name = one.name or _("(nobody any more)")
    if one.guest and not one.bot:
        return _("{name} (guest)", name=name)
    return _("{name} (bot)", name=name) if one.bot else name


def row_of(tournament: Tournament, entrant: int | None) -> TableRow | None:
    return next((row for row in tournament.table if row.entrant == entrant), None)


def bars_of(tournament: Tournament, each: RoundInfo) -> list[EntrantProgress]:
    """Return the progress of each contestant in a round: first those who have won, the fastest
    first, then the others by progress or points. During the race, contestants who have not moved
    are included with progress 0."""
    known = {bar.entrant: bar for bar in tournament.bars if bar.round == each.number}
    gone = {one.number for one in tournament.entrants if one.gone is not None}
    racing = [one for heat in each.heats for one in heat.entrants if one not in gone]
    still = {one: _still(each, one) for one in racing} if each.state == "racing" else {}
    return sorted((still | known).values(), key=_rank)


def latest_bars(tournament: Tournament) -> list[EntrantProgress]:
    """Return the progress of each contestant in the deal that they play now or have played last:
    first those who have won, the fastest first, then the others by progress or points."""
    each = current(tournament)
    if each is not None:
        return bars_of(tournament, each)
    latest = {bar.entrant: bar for bar in sorted(tournament.bars, key=lambda bar: bar.round)}
    return sorted(latest.values(), key=_rank)


def _still(each: RoundInfo, entrant: int) -> EntrantProgress:
    goal = RULES[each.game].goal if each.game in RULES else 1
    return EntrantProgress(
        entrant=entrant,
        round=each.number,
        progress=0,
        best=0,
        goal=goal,
        result=None,
        ended_ms=None,
    )


def _rank(bar: EntrantProgress) -> tuple[bool, int, int, int]:
    """Return a sort key: contestants who have won come first, by time, then the others by
    progress."""
    out = bar.result == "won"
    return (not out, (bar.ended_ms or 0) if out else 0, -far(bar), bar.entrant)


def far(bar: EntrantProgress) -> int:
    """Return a contestant's points or, in a game without points, the highest progress that they
    have reached."""
    return bar.best if bar.points is None else bar.points


def of_how_much(bar: EntrantProgress, bars: Iterable[EntrantProgress]) -> int:
    """Return the value at which the progress bar of a contestant is full. It is the goal of the
    game or, in a game with points, the most points that any contestant in `bars` has."""
    if bar.points is None:
        return bar.goal
    return max([1, *(each.points or 0 for each in bars)])


def seat_to_take(tournament: Tournament, played: Iterable[str]) -> tuple[HeatInfo, int] | None:
    """Return the heat in which the player races now or next, and the number of their seat in its
    room. Return None if there is no such heat. `played` are the codes of rooms in which the player
    has already finished; their heats are left out."""
    done = set(played)
    for each in reversed(tournament.rounds):
        if each.state not in ("lobby", "racing"):
            continue
        for heat in each.heats:
            if tournament.mine in heat.entrants and not heat.over and heat.room not in done:
                return heat, heat.entrants.index(tournament.mine)
    return None
