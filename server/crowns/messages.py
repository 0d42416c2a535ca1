"""Builds the messages about crown runs and about the roll of honour, the list of all crowns won.
Pure.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A run has time limits,
such as the longest break. Followers of a run are connections that get its status whenever it has
changed.

Michael Keeling's book, which describes the great games, reports one crown. This crown is the first
line of the roll of honour. A moment is sent as the number of milliseconds by which it precedes
`now`.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from engine.crowns.run import TRIPLE, Award, RunState, Win
from engine.crowns.time_limits import Break, Limits
from protocol import crowns as say
from server.crowns.read_model import CandidateStatus, HonourLine
from server.crowns.reducer import name_of

FROM_THE_TEXT = (
    "From the text, not played here: at 23 Westbourne Terrace, London W2, by a player whom the"
    " book does not name, an hour or so before his eldest son was born."
)
"""The text shown for the crown that Michael Keeling's book reports."""


def crown(request: int | None, status: CandidateStatus) -> say.Crown:
    """Return the message with a candidate's status. `request` is the id of the request that it
    answers; None if the message is sent because the status has changed."""
    state, limits, now = status.state, status.limits, status.time_left.now_ms
    near = nearest(state, limits)
    pause = state.meter.open
    playing = None
    if status.playing is not None:
        game, race, counts = status.playing
        playing = say.CrownGame(game=game, race=race, counts=counts)
    ended = None
    if status.ended is not None:
        ended = say.RunEnded(why=status.ended.why, ago_ms=_ago(status.ended.ms, now))
    return say.Crown.model_validate(
        {
            "id": request,
            "won": _wins(state.wins, now),
            "playing": playing,
            "breaks": _breaks(state.meter.breaks, now),
            "pause": _taken(pause.kind, pause.from_ms, pause.ms, now) if pause else None,
            "covered": state.scene.covered,
            "waiting": _waits(state, limits),
            "spent_ms": state.meter.total_ms,
            "limit": near[0] if near else None,
            "left_ms": near[1] if near else None,
            "triple_after": triple_after(state),
            "quintuple_after": 5 - len(state.wins),
            "limits": say.CrownLimits(
                between_s=limits.between_s,
                within_s=limits.within_s,
                total_s=limits.total_s,
                idle_s=limits.idle_s,
                refusals=limits.free_redeals,
            ),
            "ended": ended,
        }
    )


def reported_state(status: CandidateStatus) -> tuple[Any, ...]:
    """Return the parts of a status that decide whether followers get it again: they do if one of
    these parts has changed. Clocks that run on, or start again at a move, are left out."""
    state = status.state
    meter = state.meter
    pause = meter.open and (meter.open.kind, meter.open.from_ms)
    games = (state.wins, status.playing, status.ended, state.refused)
    waits = _waits(state, status.limits)
    return games, state.scene, waits, meter.breaks, pause, status.away, status.limits


def nearest(state: RunState, limits: Limits) -> tuple[str, int] | None:
    """Return the name of the time limit of the run (such as `within`, for one break) that will be
    exceeded first if nothing changes, and the milliseconds left of it. Return None while the
    passing time counts towards no limit."""
    if state.idle or state.meter.free(state.scene, limits) != 0:
        return None
    left = state.meter.left(limits)
    limit = min(left, key=lambda name: left[name])
    return limit, max(0, left[limit])


def _waits(state: RunState, limits: Limits) -> bool:
    """Return whether the candidate is waiting for others and this time counts towards no limit of
    the run."""
    return state.scene.waiting and state.meter.free(state.scene, limits) != 0


def triple_after(state: RunState) -> int:
    """Return how many more wins in a row make the next Triple Crown. A win that has counted for a
    Triple Crown does not count for another."""
    crowns = (award for award in state.awards if award.crown == TRIPLE)
    counted = {win.race for award in crowns for win in award.games}
    fresh = 0
    for win in reversed(state.wins):
        if win.race in counted:
            break
        fresh += 1
    return 3 - fresh


def honour(line: HonourLine, name: str | None, now: int, day: date | None) -> say.Honour:
    """Return the part of a message that has a line of the roll of honour. `name` is the name of the
    account that won the crown, None if the account is deleted. `now` is server time in ms, `day`
    the calendar day on which the crown was won.

    One line has no award and no account, and `day` is None for it: the crown that Michael Keeling's
    book reports, which was not won on this server.
    """
    award = line.award
    if award is None or line.account is None or day is None:
        return say.Honour(
            award=None,
            crown="quintuple",
            name=None,
            day=line.day,
            games=[],
            breaks=[],
            took_ms=None,
            text=FROM_THE_TEXT,
        )
    return say.Honour.model_validate(
        {
            "award": name_of(line.account, award),
            "crown": award.crown,
            "name": name,
            "day": day.isoformat(),
            "games": _wins(award.games, now),
            "breaks": _breaks(award.breaks, now),
            "took_ms": took_ms(award),
            "text": None,
        }
    )


def took_ms(award: Award) -> int:
    """Return how many milliseconds passed from the beginning of the first game with which a crown
    was won to the end of the last one."""
    return max(0, award.won_ms - award.games[0].began_ms)


def _wins(wins: Iterable[Win], now: int) -> list[say.GameWon]:
    return [
        say.GameWon(
            game=win.game, race=win.race, took_ms=win.took_ms, ago_ms=_ago(win.ended_ms, now)
        )
        for win in wins
    ]


def _breaks(breaks: Iterable[Break], now: int) -> list[say.BreakTaken]:
    return [_taken(each.kind, each.from_ms, each.ms, now) for each in breaks]


def _taken(kind: str, from_ms: int, ms: int, now: int) -> say.BreakTaken:
    return say.BreakTaken.model_validate({"kind": kind, "ago_ms": _ago(from_ms, now), "ms": ms})


def _ago(ms: int, now: int) -> int:
    """Return how many milliseconds before `now` the server time `ms` was; 0 if it was later than
    `now`."""
    return max(0, now - ms)
