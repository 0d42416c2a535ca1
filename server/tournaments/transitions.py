"""Tournament state machine: deadlines, and the steps from start through rounds to the end. Pure.

A step is one change of a tournament: it takes a tournament and returns a changed copy. If another
process stores a step first, the service makes the step again on the newer tournament. The effects
of a step (such as making rooms) are stored in the tournament until they have been carried out.

A heat is one race of a round, in a room of its own. `now` is server time in ms, and `fresh` makes
random codes and secrets.
"""

from collections.abc import Mapping, Sequence

from engine.races.ranking import Standing
from server.tournaments.calendar import next_start
from server.tournaments.effects import (
    BeginRound,
    OpenNextEdition,
    OpenRoundRooms,
    RaiseLimits,
    RemindEntrants,
    TellRound,
    TellSession,
)
from server.tournaments.formats.pairing import drawn
from server.tournaments.formats.round_generator import RoundDraw, next_draw
from server.tournaments.state import FreshSecrets, StoredHeat, StoredRound, Tournament, Why
from server.tournaments.steps import adding, in_state, put, voided, with_

LEAST_COUNTDOWN_MS = 3_000
"""The minimum milliseconds of the countdown of a round. It lets all rooms of the round begin their
countdown before it ends, so that their races start together."""
LOST_MS = 300_000
"""Milliseconds after the bell of a race at which the race counts as lost if it has no result."""
UNTENDED_MS = 7 * 86_400_000
"""Milliseconds without any action of a person after which a tournament that has not begun is
ended."""
PAUSED_MS = 12 * 3_600_000
"""The maximum milliseconds of a pause of a tournament. After it the tournament ends with the
results that it has."""

Ends = Mapping[str, Sequence[Standing]]
"""The results of races (standings of their seats), by room."""


# Deadlines. -------------------------------------------------------------------------------------


def look_at(tournament: Tournament) -> int | None:
    """Return the server time at which the tournament must be checked next: 0 for at once, None for
    never."""
    if tournament.to_do:
        return 0
    match tournament.status:
        case "draft":
            return _abandoned_at(tournament)
        case "open":
            return _next_before_start(tournament)
        case "paused":
            return (tournament.paused_at or 0) + PAUSED_MS
        case "finished":
            return None
    if tournament.plan.own_pace:
        return _own_pace_until(tournament)
    current = tournament.current
    return current.until if current is not None else 0


def _abandoned_at(tournament: Tournament) -> int:
    """Return the server time at which a tournament that has not begun is ended, because nobody has
    done anything for UNTENDED_MS."""
    return max(tournament.touched_at, tournament.starts_at or 0) + UNTENDED_MS


def _next_before_start(tournament: Tournament) -> int:
    """Return the server time of the next reminder of an open tournament, or of its start. Without a
    planned start, return the time at which it is ended because nobody has done anything."""
    schedule, starts_at = tournament.plan.schedule, tournament.starts_at
    if schedule is None or starts_at is None:
        return _abandoned_at(tournament)
    ahead = [b for b in schedule.remind_ms if b not in tournament.reminded]
    return starts_at - max(ahead, default=0)


def _own_pace_until(tournament: Tournament) -> int:
    """Return the server time at which a tournament must be checked in which everybody plays at
    their own pace. This is when the time in which deals can begin (the window) is over, or at once
    if all have played all deals. While heats have no result, it is the time at which they count as
    lost."""
    opens_at, closes_at = tournament.window or (0, 0)
    if not pending(tournament):
        return opens_at if tournament.everybody_is_done else closes_at
    return closes_at + max(each.bell_ms for each in tournament.plan.rounds) + LOST_MS


def pending(tournament: Tournament) -> list[StoredHeat]:
    """Return the heats that have no result yet, of all rounds that are being raced."""
    rounds = [each for each in tournament.rounds if each.state == "racing"]
    return [heat for each in rounds for heat in each.heats if not heat.is_over]


# Steps. -----------------------------------------------------------------------------------------


def due(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """Make all changes of the tournament that are due at `now`, and return the changed tournament;
    return the same object if none is due.

    The caller must first add the results of finished races with `ended`; otherwise these races may
    be ended here without results.
    """
    while True:
        at = _falls_due(tournament)
        if at is None or at > now:
            return tournament
        after = _step(tournament, now, fresh)
        if after is tournament:
            return after
        tournament = after


def _falls_due(tournament: Tournament) -> int | None:
    """Return the server time at which the next change of the tournament is due; None for never.
    Effects that have not been carried out are ignored."""
    return look_at(with_(tournament, to_do=()))


def _step(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """Make the change of the tournament that is due. Return the same object if none is due."""
    match tournament.status:
        case "open":
            return _before_start(tournament, now, fresh)
        case "draft" | "paused":
            return finished(tournament, "untended", now, fresh)
    if tournament.plan.own_pace:
        return _closed(tournament, now, fresh)
    current = tournament.current
    if current is None:
        return draw_next_round(tournament, now, fresh)
    match current.state:
        case "lobby":
            return _race(tournament, current, now, fresh.countdown_ms)
        case "racing":
            return _lost(tournament, now)
        case "table":
            return draw_next_round(put(tournament, in_state(current, "closed", now)), now, fresh)
    return tournament


def _before_start(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """Make the change of the tournament that is due before its start: remind the entrants, begin
    the tournament, or end it because nobody has done anything for UNTENDED_MS."""
    schedule, starts_at = tournament.plan.schedule, tournament.starts_at
    if schedule is None or starts_at is None:
        return finished(tournament, "untended", now, fresh)
    if now >= starts_at:
        return begun(tournament, now, fresh)
    passed = [b for b in schedule.remind_ms if now >= starts_at - b]
    reminded = with_(tournament, reminded=tuple(sorted({*tournament.reminded, *passed})))
    return adding(reminded, RemindEntrants(before_ms=min(passed)))


def begun(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """Begin the tournament with the entrants who have checked in, that is, said that they are
    present. All deals will be made with the nonces (random numbers) that they have sent. If nobody
    has checked in, the tournament ends.
    """
    there = [one for one in tournament.entrants if one.checked_in and one.gone is None]
    nonces = {one.number: one.nonce for one in there if one.nonce is not None}
    entrants = tuple(
        one.model_copy(update={"since": 1}) if one.number in nonces else one
        for one in tournament.entrants
    )
    started = with_(
        tournament,
        entrants=entrants,
        nonces=nonces,
        started_at=now,
        held_until=now,
        status="running",
    )
    if not there:
        return finished(with_(started, started_at=None), "too_few", now, fresh)
    knockout = tournament.plan.knockout
    order = sorted(nonces)
    if knockout is None or knockout.seeds == "drawn":
        order = drawn(order, started.draw_seed("order"))
    started = with_(started, order=tuple(order))
    if started.plan.own_pace:
        opens_at = now + started.plan.lobby_ms
        return with_(started, window=(opens_at, opens_at + (started.plan.window_ms or 0)))
    return draw_next_round(started, now, fresh)


def draw_next_round(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """Draw who meets whom in the next round, and choose codes for its rooms. If nothing is left to
    play, end the tournament."""
    while True:
        draw = next_draw(tournament)
        if draw is None:
            return finished(tournament, _as_planned(tournament), now, fresh)
        new = _round(tournament, draw, now, fresh)
        again = tournament.again[1:] if draw.decides is None else tournament.again
        tournament = with_(tournament, rounds=(*tournament.rounds, new), again=again)
        if draw.heats:
            return adding(tournament, OpenRoundRooms(round=new.number))


def _round(tournament: Tournament, draw: RoundDraw, now: int, fresh: FreshSecrets) -> StoredRound:
    """Return the round for a draw, with a random room code for each heat."""
    codes: set[str] = set()
    while len(codes) < len(draw.heats):
        codes.add(fresh.code())
    return StoredRound(
        number=len(tournament.rounds) + 1,
        turn=draw.turn,
        kind=draw.kind,
        heats=tuple(
            StoredHeat(room=code, entrants=tuple(heat))
            for code, heat in zip(sorted(codes), draw.heats, strict=True)
        ),
        byes=tuple(draw.byes),
        groups=tuple(draw.groups),
        decides=draw.decides,
        state="pairing" if draw.heats else "closed",
        since=now,
    )


def _race(tournament: Tournament, current: StoredRound, now: int, countdown_ms: int) -> Tournament:
    """End the time in which entrants come to their seats for a round. Add the effect (work for the
    server to do once the tournament is stored) that begins the countdown in all rooms of the round,
    so that their races start at the same moment. A heat that all entrants have left gets an empty
    result."""
    zero_at = now + max(countdown_ms, LEAST_COUNTDOWN_MS)
    bell_ms, playing = tournament.plan_of(current).bell_ms, set(tournament.playing)
    racing = in_state(current, "racing", now, zero_at + bell_ms + LOST_MS)
    racing = racing.model_copy(update={"zero_at": zero_at})
    begun = adding(put(tournament, racing), BeginRound(round=current.number))
    empty = [heat.room for heat in current.heats if not playing.intersection(heat.entrants)]
    return ended(begun, dict.fromkeys(empty, ()), now)


def _lost(tournament: Tournament, now: int) -> Tournament:
    """Mark the races of rounds under way that have no result as lost: no result is waited for any
    more. Their heats are then over."""
    rooms = dict.fromkeys((heat.room for heat in pending(tournament)), ())
    return ended(tournament, rooms, now, lost=True)


def ended(
    tournament: Tournament, ends: Ends, now: int, *, lost: bool = False, void: bool = False
) -> Tournament:
    """Add to the tournament the results of races, which `ends` has by room code. A race that has a
    result already keeps it. When a round has all its results, it goes into the state `table`: for
    some time the table of the standings is shown.

    `lost` (no result was found in time) and `void` (the race does not count) are stored with each
    added result.
    """
    for each in tournament.rounds:
        known = [heat.room for heat in each.heats if not heat.is_over and heat.room in ends]
        if each.state != "racing" or not known:
            continue
        heats = tuple(
            heat.ended(ends[heat.room], lost=lost, void=void) if heat.room in known else heat
            for heat in each.heats
        )
        after = each.model_copy(update={"heats": heats})
        over = not tournament.plan.own_pace and all(heat.is_over for heat in heats)
        if over:
            after = in_state(after, "table", now, now + tournament.plan.table_ms)
        tournament = put(tournament, after)
        if over:
            tournament = adding(tournament, TellRound(round=each.number))
    return tournament


def _closed(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """End a tournament in which everybody plays at their own pace. If heats have no result, only
    mark them as lost; the tournament then ends when it is next checked."""
    if pending(tournament):  # never played: results would be known by now
        return _lost(tournament, now)
    return finished(tournament, _as_planned(tournament), now, fresh)


def _as_planned(tournament: Tournament) -> Why:
    """Return why a tournament ends: "stopped" if the organiser has stopped it, else "played"."""
    return "stopped" if tournament.stopping else "played"


def finished(tournament: Tournament, why: Why, now: int, fresh: FreshSecrets) -> Tournament:
    """End the tournament for the reason `why`. A round that was not played to its end is voided: it
    does not count. Add the effect that makes the secret of the deals public, if there was a round.

    If the tournament is repeated by a schedule, also add the effect that creates the next
    tournament of its series, unless this one was a draft. The series ends when the schedule says
    so. It also ends if nobody has done anything in this tournament, unless this is the first one.
    """
    current, was_open = tournament.current, tournament.status != "draft"
    if current is not None and current.state != "table":
        tournament = voided(tournament, current, now)
    rounds = tuple(
        in_state(each, "closed", now) if each.state in ("racing", "table") else each
        for each in tournament.rounds
    )
    tournament = with_(tournament, rounds=rounds, status="finished", why=why, ended_at=now)
    if rounds:
        tournament = adding(tournament, TellSession())
    if tournament.hall is not None:
        tournament = adding(tournament, RaiseLimits())
    return _next_opened(tournament, now, fresh) if was_open else tournament


def _next_opened(tournament: Tournament, now: int, fresh: FreshSecrets) -> Tournament:
    """Add the effect that opens the next tournament of a series, if there is one."""
    schedule = tournament.plan.schedule
    cared_for = tournament.touched_at > tournament.made_at or tournament.edition == 1
    if schedule is None or not cared_for or tournament.edition >= (schedule.times or 10**6):
        return tournament
    starts_at = next_start(schedule, now)
    if starts_at is None:
        return tournament
    following = OpenNextEdition(code=fresh.code(), secret=fresh.secret().hex(), starts_at=starts_at)
    return adding(with_(tournament, next=following.code), following)
